// SPDX-License-Identifier: MIT
// Part of Platen: tests of pages in columns.

import Documents
import Drawing
import Geometry
import Testing

@testable import Typesetting

@Suite struct PageColumnTests {
  @Test func `columns are filled one after the other`() throws {
    let book = try SetBook(
      [.paragraph("a", lines: 4), .paragraph("b", lines: 4), .paragraph("c", lines: 4)],
      template: .small(lines: 4, width: 110, columns: 2))
    #expect(book.pages.count == 2)
    var left: [String: Double] = [:]
    for node in book.pages[0].scene.nodes {
      guard case .text(let text) = node else { continue }
      left[String(text.source.prefix(1))] = text.glyphs[0].position.x
    }
    #expect(left == ["a": 10, "b": 70])
    #expect(book.text(1).contains("cccc"))
  }

  @Test func `titles and back matter take the whole width of a page`() throws {
    var look = BookStyle.bare
    look.set("heading.1") { $0.pageBreak = .page }
    // Seventeen letters, where a column has ten and the page twenty-two.
    let line = Block.text("xxxxxxxx xxxxxxxx")
    let back = Attributes(classes: ["back-matter"])
    let book = try SetBook(
      [
        .division(Division([line], .classes("title-page"))),
        .heading(Heading(1, [.text("one")])), line,
        .heading(Heading(1, [.text("two")], back)), line,
        .heading(Heading(1, [.text("three")])), line,
      ], look: look, template: .small(lines: 8, width: 110, columns: 2))
    #expect(book.pages.indices.map { book.lines($0).count } == [1, 3, 2, 3])
  }

  @Test func `columns reduce wide margins only`() {
    #expect(PageTemplate.a4.inColumns(1) == .a4)
    #expect(PageTemplate.a4.inColumns(2).columnWidth(2) > 200)
    #expect(PageTemplate.a5.inColumns(2).area(page: 1) == PageTemplate.a5.area(page: 1))
  }

  @Test func `below a short edition's title the text continues in columns`() throws {
    let line = Block.text("xxxxxxxx xxxxxxxx")
    let book = try SetBook(
      [.division(Division([line], .classes("masthead"))), line],
      template: .small(lines: 8, width: 110, columns: 2))
    #expect(book.pages.count == 1)
    #expect(book.lines(0).count == 3)
  }

  @Test func `pieces are spread over columns in order, whole and evenly`() throws {
    typealias Piece = ColumnBalance.Piece
    for count in 1...40 {
      let pieces = (0..<count).map { (i: Int) -> Piece in
        let lines = 1 + i * 7 % 3
        return Piece(height: Double(12 * lines), gap: i % 5 == 0 ? 9 : 0)
      }
      let spots = try #require(ColumnBalance.spread(pieces, over: 2, height: 1000))
      #expect(spots.map(\.column) == spots.map(\.column).sorted())
      for (i, spot) in spots.enumerated() {
        let isTop = i == 0 || spots[i - 1].column != spot.column
        let above = isTop ? 0 : spots[i - 1].y + pieces[i - 1].height + pieces[i].gap
        #expect(spot.y == above)
      }
      var ends = [0.0, 0.0]
      for (spot, piece) in zip(spots, pieces) { ends[spot.column] = spot.y + piece.height }
      // The highest piece and its room, what lies between two, and a step.
      let most = 36.0 + 9 + 9 + 4
      #expect(abs(ends[0] - ends[1]) <= most, "\(count): \(ends)")
    }
    #expect(ColumnBalance.spread([Piece(height: 30, gap: 0)], over: 2, height: 20) == nil)
    let five = (0..<5).map { _ in Piece(height: 30, gap: 0) }
    #expect(ColumnBalance.spread(five, over: 2, height: 60) == nil)
    #expect(ColumnBalance.spread(five, over: 2, height: 90)?.map(\.column) == [0, 0, 0, 1, 1])
    #expect(ColumnBalance.spread([], over: 2, height: 60)?.isEmpty == true)
  }
}
