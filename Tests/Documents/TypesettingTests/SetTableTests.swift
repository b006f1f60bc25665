// SPDX-License-Identifier: MIT
// Part of Platen: tests of tables on pages: their columns, rows and heads.

import Diagnostics
import Documents
import Drawing
import Geometry
import TestSupport
import Testing

@testable import Typesetting

@Suite struct SetTableTests {
  private func table(rows: Int, head: Bool = true) -> Table {
    Table(
      columns: [.init(), .init(.end)],
      head: head ? [.init([.init([.text("Name")]), .init([.text("No")])])] : [],
      body: (0..<rows).map { .init([.init([.text("row\($0)")]), .init([.text("\($0)")])]) })
  }

  @Test func `a table's head is repeated on every page, as an artifact except once`() throws {
    let book = try SetBook([.table(table(rows: 20))], template: .small(lines: 6))
    #expect(book.pages.count == 4)
    #expect(book.text(0).contains("Name"))
    for page in 1..<4 {
      #expect(!book.text(page).contains("Name"))
      #expect(book.text(page, artefacts: true).contains("Name"))
    }
    let all = (0..<4).map { book.text($0) }.joined()
    for row in 0..<20 { #expect(all.contains("row\(row) ")) }
    let heads = book.result.structure.elements.filter { $0.role == .headerCell }
    #expect(heads.count == 2)
    #expect(heads.allSatisfy { $0.scope == .column })
  }

  @Test func `a row is kept whole where a page can hold it`() throws {
    for before in 0...8 {
      let cell = Table.Cell([.paragraph("x", lines: 3)])
      let book = try SetBook(
        [
          .paragraph("a", lines: max(1, before)),
          .table(
            Table(columns: [.init()], body: [Table.Row([cell]), Table.Row([cell])])),
        ], template: .small(lines: 6))
      for page in book.pages.indices {
        let lines = book.lines(page).filter { $0.text.hasPrefix("x") }.count
        #expect(lines % 3 == 0, "\(before): \(lines) lines on page \(page)")
      }
    }
  }

  @Test func `a row higher than a page continues from page to page`() throws {
    let cells = [Table.Cell([.paragraph("x", lines: 17)]), Table.Cell([.paragraph("y", lines: 9)])]
    let book = try SetBook(
      [.table(Table(columns: [.init(), .init()], body: [Table.Row(cells)]))],
      template: .small(lines: 6))
    var counts: [String: Int] = [:]
    for page in book.pages {
      for node in page.scene.nodes {
        guard case .text(let text) = node else { continue }
        counts[String(text.source.prefix(1)), default: 0] += 1
        #expect(text.glyphs[0].position.y <= page.scene.size.height - 10)
      }
    }
    #expect(counts == ["x": 17, "y": 9])
  }

  @Test func `cells over several rows and columns keep their rows together`() throws {
    let tall = Table.Cell([.text("tall")], rows: 2)
    let wide = Table.Cell([.text("wide")], columns: 2)
    let book = try SetBook(
      [
        .table(
          Table(
            columns: [.init(), .init(), .init()],
            body: [
              .init([tall, .init([.text("a")]), .init([.text("b")])]), .init([wide]),
            ]))
      ])
    let spans = book.result.structure.elements.filter { $0.role == .cell }
    #expect(spans.map(\.columnSpan) == [1, 1, 1, 2])
    #expect(spans.map(\.rowSpan) == [2, 1, 1, 1])
    var x: [String: Double] = [:]
    for node in book.pages[0].scene.nodes {
      if case .text(let text) = node { x[text.source] = text.glyphs[0].position.x }
    }
    #expect(x["wide"] == x["a"])
  }

  @Test func `cells beyond all columns are reported`() throws {
    let row = Table.Row((0..<70).map { Table.Cell([.text("\($0)")]) })
    let book = try SetBook([.table(Table(columns: [], body: [row]))])
    let warnings = book.result.diagnostics.filter { $0.code == "typesetting.columns" }
    #expect(warnings.count == 1)
    #expect(warnings.first?.message.hasPrefix("6 cells") == true)
  }

  @Test func `backgrounds and lines are one artifact below the text`() throws {
    var look = BookStyle.bare
    look.set("table.cell") { $0.underline = .black }
    let book = try SetBook([.table(table(rows: 6))], look: look)
    #expect(book.pages[0].leaves.filter { $0.element == nil }.count == 1)
    #expect(book.pages[0].leaves.first?.element == nil)
  }

  @Test func `if words do not fit next to each other the widest columns shrink first`() throws {
    // Letters are 5 wide: 4, 4 and 30 of them, 100 of width.
    let cells = ["time", "ends", String(repeating: "x", count: 30)].map {
      Table.Cell([.text($0)])
    }
    let table = Table(columns: [.init(), .init(), .init()], body: [.init(cells)])
    let book = try SetBook([.table(table)])
    let words = book.places(0).map(\.text)
    #expect(words.contains("time") && words.contains("ends"))
    #expect(!words.contains(String(repeating: "x", count: 30)))
    let right = try #require(book.places(0).map(\.x).max())
    #expect(right < 110)
  }

  @Test func `the column with the most text is the widest`() throws {
    let text = words([6, 4, 7, 5, 6, 4, 7, 5, 6, 4, 7, 5])
    let rows = (0..<3).map { _ in
      Table.Row(
        ["xxxx xxx", text, "xxxx xx xxx"].map { Table.Cell([.text($0)]) })
    }
    let table = Table(columns: [.init(), .init(), .init()], body: rows)
    let book = try SetBook([.table(table)], template: .small(lines: 60, width: 200))
    #expect(book.pages.count == 1)
    // A third of the width each would be seven lines a row.
    let lines = Set(
      book.pages[0].scene.nodes.compactMap { node -> Double? in
        if case .text(let text) = node { text.glyphs.first?.position.y } else { nil }
      })
    #expect(lines.count <= 12, "\(lines.count)")
  }

  @Test func `a table slightly too wide is set smaller, and no word of it is broken`() throws {
    // Letters are 5 wide: 24 of them and 12 for the columns' sides, 100 of width.
    let names = ["Strength", "Dexterity", "Charism"]
    let table = Table(
      columns: names.map { _ in .init() },
      head: [.init(names.map { Table.Cell([.text($0)], isHeader: true) })],
      body: [.init(names.map { _ in Table.Cell([.text("14")]) })])
    let places = try SetBook([.table(table)]).places(0)
    #expect(Set(places.map(\.text)) == Set(names + ["14"]), "\(places)")
    let right = try #require(places.filter { $0.text == "Charism" }.first?.x)
    #expect(right + 7 * 5 * 0.7 < 110)
  }

  @Test func `no last letter of a narrow column wraps because of rounding`() throws {
    for size in stride(from: 4.1, through: 6.3, by: 0.1) {
      var look = BookStyle.bare
      look.set("body") { $0.size = size }
      let cells = ["Joined", "Left", "Duration", String(repeating: "x", count: 60)].map {
        Table.Cell([.text($0)])
      }
      let table = Table(
        columns: [.init(), .init(), .init(), .init()], body: [.init(cells)])
      let words = try SetBook([.table(table)], look: look).places(0).map(\.text)
      for word in ["Joined", "Left", "Duration"] { #expect(words.contains(word), "\(size)") }
    }
  }

  @Test func `the contents of narrow columns are within them`() throws {
    let cells = ["a", "b"].map { Table.Cell([Inline.text($0)]) }
    let book = try SetBook([
      .table(Table(columns: [.init(.center), .init(.end)], body: [.init(cells)]))
    ])
    // Letters of five points and two at their sides make columns of ten.
    let places = book.places(0)
    #expect(places.map(\.text) == ["a", "b"])
    #expect(places[0].x + 5 <= 21 && places[1].x + 5 <= 31, "\(places)")
  }

  @Test func `a right-to-left table is at the right`() throws {
    let cell = Table.Cell([.text("אב")])
    let table = Table(columns: [.init(), .init()], body: [.init([cell, cell])])
    let book = try SetBook([.table(table)], direction: .rightToLeft)
    let places = book.places(0).filter { $0.text.contains("אב") }.map(\.x)
    #expect(places.count == 2)
    #expect(places.allSatisfy { $0 > 55 })
    #expect(places[0] > places[1])
  }
}
