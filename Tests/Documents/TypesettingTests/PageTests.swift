// SPDX-License-Identifier: MIT
// Part of Platen: tests of what stands on which page.

import Diagnostics
import Documents
import Drawing
import Geometry
import TestSupport
import Testing

@testable import Typesetting

@Suite struct PageTests {
  /// A paragraph of so many lines of four letters each, marked by a letter.
  private func paragraph(_ letter: Character, lines: Int) -> Block {
    var inlines: [Inline] = []
    for i in 0..<lines {
      if i > 0 { inlines.append(.lineBreak) }
      inlines.append(.text(String(repeating: letter, count: 4)))
    }
    return .paragraph(Paragraph(inlines))
  }

  /// A paragraph of so many lines, the last of which ends in a colon.
  private func leadIn(lines: Int) -> Block {
    var inlines: [Inline] = []
    for _ in 1..<lines { inlines += [.text("bbbb"), .lineBreak] }
    return .paragraph(Paragraph(inlines + [.strong([.text("bbb:")])]))
  }

  @Test func `a leader has dots for its length, whatever widths a font has`() {
    for (dot, step) in [
      (18.0, -6568.0), (0, 0), (3584, -14_329), (-9, 5e-9), (2.5, 1e-300), (.nan, .nan),
      (.infinity, .infinity), (-1e300, -1e300), (1e-3, 2e-3),
    ] {
      let dots = PageSetter.leaderDots(from: 100, to: 400, dot: dot, step: step, size: 10)
      #expect(dots.count <= 300)
      #expect(dots.allSatisfy { (100...400).contains($0) })
    }
    #expect(
      PageSetter.leaderDots(from: 100, to: 130, dot: 2, step: 5, size: 10) == [105, 110, 115, 120])
    #expect(PageSetter.leaderDots(from: 400, to: 100, dot: 2, step: 5, size: 10).isEmpty)
    #expect(PageSetter.leaderDots(from: -1e300, to: 1e300, dot: 2, step: 5, size: 0).isEmpty)
  }

  @Test func `no paragraph has an orphan or a widow`() throws {
    for first in 1...9 {
      for second in 1...9 {
        for third in 1...5 {
          let book = try SetBook(
            [
              paragraph("a", lines: first), paragraph("b", lines: second),
              paragraph("c", lines: third),
            ], template: .small(lines: 6))
          var all: [Character: Int] = [:]
          for page in book.pages.indices {
            var here: [Character: Int] = [:]
            let lines = book.lines(page)
            #expect(lines.count <= 6)
            for line in lines {
              guard let letter = line.text.first else { continue }
              here[letter, default: 0] += 1
              all[letter, default: 0] += 1
            }
            for (letter, total) in [("a", first), ("b", second), ("c", third)]
            where here[Character(letter)] == 1 {
              #expect(total == 1, "\(first) \(second) \(third): \(letter) alone on \(page)")
            }
          }
          #expect(all == ["a": first, "b": second, "c": third])
        }
      }
    }
  }

  @Test func `a heading stays with the next block`() throws {
    for before in 1...12 {
      let book = try SetBook(
        [
          paragraph("a", lines: before), .heading(Heading(2, [.text("head")])),
          paragraph("b", lines: 4),
        ], template: .small(lines: 6))
      for page in book.pages.indices where book.text(page).contains("head") {
        #expect(book.lines(page).filter { $0.text.hasPrefix("b") }.count >= 2)
      }
    }
  }

  /// A box of some lines, as rolls of dice, keeps its heading company at a page's foot; one of a
  /// single line does not.
  @Test(arguments: [1, 4])
  func `a heading stays with the frame below it, not with all that follows`(framed: Int) throws {
    var look = BookStyle.bare
    look.set("callout.dice") {
      $0.border = .black
      $0.paddingBlock = 0
      $0.keepsTogether = true
      $0.keepsWithNext = true
    }
    var parted = 0
    for before in 1...9 {
      let frame = Callout(kind: "dice", title: [], [paragraph("d", lines: framed)])
      let book = try SetBook(
        [
          paragraph("a", lines: before), .heading(Heading(2, [.text("head")])), .callout(frame),
          paragraph("b", lines: 6),
        ], look: look)
      let page = try #require(book.pages.indices.first { book.text($0).contains("head") })
      let lines = book.lines(page).map(\.text)
      #expect(lines.count { $0.hasPrefix("d") } == framed)
      let following = lines.count { $0.hasPrefix("b") }
      if framed == 1 { #expect(following >= 2) }
      if following == 0 { parted += 1 }
    }
    #expect((parted > 0) == (framed > 1))
  }

  /// Lines above and below make no box: the header of a scene is on the page of its text.
  @Test func `a header between lines stays with the text below it`() throws {
    var look = BookStyle.bare
    look.set("key-values") {
      $0.ground = .clear
      $0.overline = .black
      $0.underline = .black
      $0.keepsTogether = true
      $0.keepsWithNext = true
    }
    let pairs = ["one", "two", "three"].map { KeyValues.Pair($0, "d") }
    for before in 1...9 {
      let book = try SetBook(
        [
          paragraph("a", lines: before), .heading(Heading(2, [.text("head")])),
          .keyValues(KeyValues(pairs)), paragraph("b", lines: 6),
        ], look: look)
      let page = try #require(book.pages.indices.first { book.text($0).contains("head") })
      #expect(book.lines(page).count { $0.text.hasPrefix("b") } >= 2, "\(before)")
    }
  }

  /// The space below a heading counts once, before the frame and not within it as well.
  @Test func `a frame that fits below its heading is not separated from it`() throws {
    var look = BookStyle.bare
    look.set("heading") {
      $0.keepsWithNext = true
      $0.spaceAfter = 8
    }
    look.set("callout.dice") {
      $0.border = .black
      $0.paddingBlock = 0
      $0.keepsTogether = true
    }
    look.set("callout.title") { $0.keepsWithNext = true }
    var together = 0
    for before in 1...9 {
      let frame = Callout(kind: "dice", title: [.text("dice")], [paragraph("d", lines: 3)])
      let book = try SetBook(
        [
          paragraph("a", lines: before), .heading(Heading(2, [.text("head")])), .callout(frame),
          paragraph("b", lines: 6),
        ], look: look)
      let page = try #require(book.pages.indices.first { book.text($0).contains("head") })
      #expect(book.lines(page).count { $0.text.hasPrefix("d") } == 4, "\(before)")
      if page == 0 { together += 1 }
    }
    #expect(together == 4)
  }

  /// With as many lines as a page's head may have, or all where there are too few to part.
  @Test(arguments: [1, 3, 4, 6])
  func `a line that ends in a colon stays with the next block`(count: Int) throws {
    for before in 1...10 {
      let items = (0..<3).map { _ in List.Item([.text("item")]) }
      let book = try SetBook([
        paragraph("a", lines: before), leadIn(lines: count), .list(List(.bullet, items)),
      ])
      let page = try #require(book.pages.indices.first { book.text($0).contains("item") })
      #expect(book.lines(page).count { $0.text.hasPrefix("b") } >= min(count, 2), "\(before)")
      #expect(book.text(page).contains("bbb:"))
    }
  }

  @Test func `a heading stays with a figure as high as a page`() throws {
    let map = BookImage(
      size: Size(width: 50, height: 400), node: .path(PathNode(Path(), fill: Fill(.black))))
    let figure = Figure(Image("m", alternative: "a map"), caption: [.text("caption")])
    var look = BookStyle.bare
    look.set("heading") { $0.spaceAfter = 20 }
    for before in 2...9 {
      let book = try SetBook(
        [
          paragraph("a", lines: before), .heading(Heading(2, [.text("head")])), .figure(figure),
        ], look: look, images: { _ in map })
      #expect(book.pages.count == 2)
      #expect(book.text(1).hasPrefix("head") && book.text(1).contains("caption"), "\(before)")
      #expect(book.result.structure.elements.first { $0.role == .figure }?.box?.page == 1)
    }
  }

  /// A figure below it would have no room there either.
  @Test func `a line that ends in a colon does not move to a page without room for the next block`()
    throws
  {
    let map = BookImage(
      size: Size(width: 100, height: 110), node: .path(PathNode(Path(), fill: Fill(.black))))
    let book = try SetBook(
      [leadIn(lines: 6), .figure(Figure(Image("m", alternative: "a map")))],
      images: { _ in map })
    #expect(book.pages.count == 2)
    #expect(book.text(0).contains("bbb:"))
  }

  @Test func `a heading stays with the first lines of a frame higher than a page`() throws {
    var look = BookStyle.bare
    look.set("callout.dice") {
      $0.border = .black
      $0.paddingBlock = 0
      $0.keepsTogether = true
    }
    for before in 1...9 {
      let frame = Callout(kind: "dice", title: [], [paragraph("d", lines: 14)])
      let book = try SetBook(
        [
          paragraph("a", lines: before), .heading(Heading(2, [.text("head")])), .callout(frame),
        ], look: look)
      let page = try #require(book.pages.indices.first { book.text($0).contains("head") })
      #expect(book.lines(page).count { $0.text.hasPrefix("d") } >= 2, "\(before)")
    }
  }

  /// A map of a place that does not fit below its heading lets the story continue there, and is
  /// at the head of the next page.
  @Test func `a map of a place floats to avoid a gap at the bottom of a page`() throws {
    let map = BookImage(
      size: Size(width: 100, height: 48), node: .path(PathNode(Path(), fill: Fill(.black))))
    let figure = Figure(Image("m", alternative: "a map"), .classes("map", "place"))
    var moved = 0
    for before in 1...9 {
      let story = (0..<6).map { _ in paragraph("b", lines: 6) }
      let book = try SetBook(
        [paragraph("a", lines: before), .heading(Heading(2, [.text("head")])), .figure(figure)]
          + story, images: { _ in map })
      let head = try #require(book.pages.indices.first { book.text($0).contains("head") })
      let figures = book.result.structure.elements.filter { $0.role == .figure }
      let page = try #require(figures.first?.box?.page)
      #expect(figures.count == 1 && (head...head + 1).contains(page))
      if page > head { moved += 1 }
      for page in book.pages.indices.dropLast() {
        let used = Double(book.lines(page).count) * 12 + (page == figures[0].box?.page ? 48 : 0)
        #expect(used >= 80 && used <= 120.01, "\(before): page \(page + 1)")
      }
      let lines = book.pages.indices.flatMap { page in
        book.lines(page).map { $0.text.filter { $0 != " " } }
      }
      #expect(
        lines == Array(repeating: "aaaa", count: before) + ["head"]
          + Array(repeating: "bbbb", count: 36))
    }
    #expect(moved > 0)
  }

  /// With little behind it, it would have the next page to itself.
  @Test func `a map of a place at the end of a chapter stays with its heading`() throws {
    let map = BookImage(
      size: Size(width: 100, height: 48), node: .path(PathNode(Path(), fill: Fill(.black))))
    let figure = Figure(Image("m", alternative: "a map"), .classes("map", "place"))
    let book = try SetBook(
      [
        paragraph("a", lines: 7), .heading(Heading(2, [.text("head")])), .figure(figure),
        paragraph("b", lines: 3), .pageBreak, paragraph("c", lines: 2),
      ], images: { _ in map })
    #expect(book.pages.count == 3)
    #expect(book.text(1).hasPrefix("head") && book.text(1).contains("bbbb"))
    #expect(book.result.structure.elements.first { $0.role == .figure }?.box?.page == 1)
  }

  @Test func `columns are filled one after the other`() throws {
    let book = try SetBook(
      [paragraph("a", lines: 4), paragraph("b", lines: 4), paragraph("c", lines: 4)],
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

  @Test func `paragraphs in cells begin where the others do`() throws {
    var look = BookStyle.bare
    look.set("paragraph") { $0.indent = 2 }
    let cell = Table.Cell([Block.text("one"), .text("two")])
    let book = try SetBook(
      [.text("one"), .text("two"), .table(Table(columns: [.init()], body: [.init([cell])]))],
      look: look)
    let places = book.places(0)
    #expect(places.map(\.text) == ["one", "two", "one", "two"])
    #expect(places[1].x == places[0].x + 20)
    #expect(places[3].x == places[2].x)
  }

  @Test(arguments: [(20, 1), (24, 1), (30, 1), (39, 1), (41, 3), (64, 4)])
  func `lines of code that are too long are set smaller`(letters: Int, lines: Int) throws {
    let code = String(repeating: "x", count: letters)
    let book = try SetBook([.code(CodeBlock(code))])
    #expect(book.lines(0).count == lines)
  }

  @Test func `a drawing of letters is set smaller beside a longer line of prose`() throws {
    let row = String(repeating: "x", count: 30)
    let book = try SetBook([
      .code(CodeBlock([row, row, String(repeating: "y", count: 50)].joined(separator: "\n")))
    ])
    // Two rows, and the prose in two lines.
    #expect(book.lines(0).map { $0.text.filter { $0 != " " } }.prefix(2) == [row, row])
    #expect(book.lines(0).count == 4)
  }

  @Test func `rules in code are shortened and make nothing smaller`() throws {
    let rule = String(repeating: "=", count: 60)
    let box = "+" + String(repeating: "-", count: 40) + "+" + String(repeating: "-", count: 8) + "+"
    let book = try SetBook([.code(CodeBlock([rule, "words", box, "----"].joined(separator: "\n")))])
    let lines = book.lines(0).map { $0.text.filter { $0 != " " } }
    #expect(lines[0] == String(repeating: "=", count: 19))
    #expect(lines[1...] == ["words", "+--------+--------+", "----"])
  }

  @Test func `short code is kept on one page`() throws {
    let code = CodeBlock((0..<4).map { "line \($0)" }.joined(separator: "\n"))
    let book = try SetBook([paragraph("a", lines: 8), .code(code)], template: .small(lines: 10))
    #expect(book.lines(0).count == 8)
    #expect(book.lines(1).count == 4)
    let long = CodeBlock((0..<12).map { "line \($0)" }.joined(separator: "\n"))
    let other = try SetBook([paragraph("a", lines: 6), .code(long)], template: .small(lines: 10))
    #expect(other.lines(0).count == 10)
  }

  @Test func `emphasis in italic text is upright`() throws {
    var look = BookStyle.bare
    look.set("emphasis") { $0.isItalic = true }
    look.set("division.player") { $0.isItalic = true }
    let inlines: [Inline] = [
      .text("a "), .emphasis([.text("b "), .emphasis([.text("c")])]),
    ]
    let paragraph = Block.paragraph(Paragraph(inlines))
    let book = try SetBook(
      [paragraph, .division(Division([paragraph], .classes("player")))], look: look)
    let faces = book.pages[0].scene.nodes.compactMap { node -> String? in
      if case .text(let text) = node { text.font.face.name } else { nil }
    }
    #expect(faces == ["plain", "italic", "plain", "italic", "plain", "italic"])
  }

  @Test func `a key's words are not broken if they fit into half of the width`() throws {
    let book = try SetBook([.keyValues(KeyValues([.init("Chosen", "v")]))])
    #expect(book.lines(0).map(\.text) == ["Chosenv"])
  }

  @Test func `chapters begin on pages of their own, and on the right where requested`() throws {
    var look = BookStyle.bare
    look.set("heading.1") { $0.pageBreak = .right }
    var template = PageTemplate.small(lines: 8)
    template.isFacing = true
    let book = try SetBook(
      [
        .heading(Heading(1, [.text("one")])), .text("text"),
        .heading(Heading(1, [.text("two")])), .text("text"),
      ], look: look, template: template)
    #expect(book.pages.count == 3)
    #expect(book.text(0).hasPrefix("one"))
    #expect(book.pages[1].scene.nodes.isEmpty)
    #expect(book.text(2).hasPrefix("two"))
  }

  @Test func `headings of one class may share the page of the first`() throws {
    var look = BookStyle.bare
    look.set("heading.1") { $0.pageBreak = .page }
    look.set("heading.1.back-matter") { $0.pageBreak = .first }
    let book = try SetBook(
      [
        .heading(Heading(1, [.text("one")])), .text("text"),
        .heading(Heading(1, [.text("cast")], .classes("back-matter"))), .text("text"),
        .heading(Heading(2, [.text("more")])),
        .heading(Heading(1, [.text("places")], .classes("back-matter"))), .text("text"),
      ], look: look, template: .small(lines: 12))
    #expect(book.pages.count == 2)
    #expect(book.text(1).hasPrefix("cast"))
    #expect(book.text(1).contains("places"))
  }

  @Test func `an inline image is a figure, or an artifact without alternative text`()
    throws
  {
    let book = try SetBook(
      [
        .paragraph(
          Paragraph([
            .text("a "), .image(Image("p", alternative: "a sign")), .text(" b "),
            .image(Image("p", alternative: "")),
          ]))
      ], images: picture)
    let elements = book.result.structure.elements
    let figure = try #require(elements.firstIndex { $0.role == .figure })
    #expect(elements[figure].alternative == "a sign")
    #expect(elements[figure].box?.page == 0)
    #expect(book.pages[0].leaves.filter { $0.element == figure }.count == 1)
    #expect(book.pages[0].leaves.last?.element == nil)
  }

  @Test func `a title page is alone, and page breaks at the end add no page`() throws {
    let book = try SetBook(
      [
        .division(Division([.text("Title")], .classes("title-page"))), .text("text"), .pageBreak,
      ])
    #expect(book.pages.count == 2)
    #expect(book.text(0) == "Title ")
    #expect(book.text(1) == "text ")
  }

  // MARK: Tables

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
      let cell = Table.Cell([paragraph("x", lines: 3)])
      let book = try SetBook(
        [
          paragraph("a", lines: max(1, before)),
          .table(
            Table(columns: [.init()], body: [Table.Row([cell]), Table.Row([cell])])),
        ], template: .small(lines: 6))
      for page in book.pages.indices {
        let lines = book.lines(page).filter { $0.text.hasPrefix("x") }.count
        #expect(lines % 3 == 0, "\(before): \(lines) lines on page \(page)")
      }
    }
  }

  @Test func `cells beyond all columns are reported`() throws {
    let row = Table.Row((0..<70).map { Table.Cell([.text("\($0)")]) })
    let book = try SetBook([.table(Table(columns: [], body: [row]))])
    let told = book.result.diagnostics.filter { $0.code == "typesetting.columns" }
    #expect(told.count == 1)
    #expect(told.first?.message.hasPrefix("6 cells") == true)
  }

  @Test func `a block in another language has its language`() throws {
    let book = try SetBook([
      .quote(Quote([.text("mot")], Attributes(pairs: [.init("language", "fr")]))), .text("word"),
    ])
    let elements = book.result.structure.elements
    #expect(elements.filter { $0.language == "fr" }.map(\.role) == [.quote])
  }

  @Test func `a row higher than a page continues from page to page`() throws {
    let cells = [Table.Cell([paragraph("x", lines: 17)]), Table.Cell([paragraph("y", lines: 9)])]
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

  // MARK: Notes

  @Test func `an item's marker is where its text begins, within the page`() throws {
    let list = List(
      .bullet,
      [
        .init([.text("שלום")]), .init([.text("peace")]),
        .init([.text("עולם", Attributes(pairs: [.init("direction", "rightToLeft")]))]),
      ])
    let book = try SetBook([.list(list)])
    let marks = book.places(0).filter { $0.text == "•" }.map(\.x)
    #expect(marks.count == 3)
    // The page is 120 wide with margins of ten.
    #expect(marks[0] > 80 && marks[0] < 110 - 4)
    #expect(marks[1] >= 10 && marks[1] < 30)
    #expect(marks[0] == marks[2])
  }

  @Test
  func `an isolated name changes neither the direction of its line nor of the following text`()
    throws
  {
    for direction in [Direction.automatic, .rightToLeft, .leftToRight] {
      let name = Inline.span(Span([.text("שלום")], direction: direction))
      let line = List.Item([.paragraph(Paragraph([name, .text(" to be")]))])
      let places = try SetBook([.list(List(.bullet, [line]))]).places(0)
      #expect(places.first { $0.text == "•" }.map { $0.x < 30 } == true)
      // Levels are found with the signs that isolate, words without: they go on in step.
      #expect(places.map(\.text).contains { $0.contains("to be") || $0.contains("be") })
    }
    let text = "\u{2068}שלום\u{2069} to"
    #expect(!BidiScan.firstStrongIsRightToLeft(text))
    #expect(BidiScan.firstStrongIsRightToLeft("\u{2068}a\u{2069} שלום"))
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

  @Test func `page numbers are on one side of the contents, whatever the headings' direction`()
    throws
  {
    let blocks: [Block] = [
      .contents(Contents(depth: 1)), .pageBreak, .heading(Heading(1, [.text("אבג")])),
      .heading(Heading(1, [.text("abc")])),
    ]
    for direction in [Direction.leftToRight, .rightToLeft] {
      let places = try SetBook(blocks, direction: direction).places(0)
      let words = places.filter { $0.text.contains("אבג") || $0.text.contains("abc") }.map(\.x)
      let pages = places.filter { $0.text.contains("2") }.map(\.x)
      #expect(words.count == 2 && pages.count == 2)
      for (word, page) in zip(words, pages) {
        if direction == .leftToRight {
          #expect(word < 30 && page > 90)
        } else {
          #expect(word > 80 && page < 30)
        }
      }
    }
  }

  @Test func `a footnote is on the page of its reference`() throws {
    for before in 0..<14 {
      let book = try SetBook(
        [
          paragraph("a", lines: before + 1),
          .paragraph(Paragraph([.text("call"), .footnote([.text("note")]), .text(" more")])),
        ], template: .small(lines: 8))
      let pages = book.pages.indices.filter { book.text($0).contains("call") }
      #expect(pages.count == 1)
      #expect(book.text(pages[0]).contains("note"), "\(before)")
      for page in book.pages {
        for node in page.scene.nodes {
          guard case .text(let text) = node else { continue }
          #expect(text.glyphs[0].position.y <= page.scene.size.height - 10)
        }
      }
    }
  }

  @Test func `a footnote that is too long continues at the bottom of the next page`() throws {
    let book = try SetBook(
      [
        paragraph("a", lines: 3),
        .paragraph(Paragraph([.text("call"), .footnote([paragraph("n", lines: 20)])])),
        paragraph("b", lines: 6),
      ], template: .small(lines: 10))
    let counts = book.pages.indices.map { page in
      book.lines(page).filter { $0.text.contains("n") }.count
    }
    #expect(counts.reduce(0, +) == 20)
    #expect(counts[0] > 0)
    #expect(book.text(0).contains("call"))
  }

  @Test(.timeLimit(.minutes(30)))
  func `ten thousand notes and marks in one paragraph`() throws {
    var inlines: [Inline] = []
    for i in 0..<10_000 {
      inlines += [
        .text("word\(i)"), .footnote([.text("note\(i)")]), .indexMark(IndexMark("t\(i % 9)")),
        .text(" "),
      ]
    }
    let book = try SetBook(
      [.paragraph(Paragraph(inlines)), .index(Index())], template: .small(lines: 40))
    // Every note stands on the page that calls it, or goes on after it.
    for page in [0, book.pages.count / 3, book.pages.count / 2] {
      let text = book.text(page)
      let calls = text.split(separator: " ").filter { $0.hasPrefix("word") }
      for call in calls.dropFirst().dropLast() {
        #expect(text.contains("note" + call.dropFirst(4)), "\(page): \(call)")
      }
      #expect(!calls.isEmpty)
    }
  }

  // MARK: Frames

  @Test func `a callout that is split is drawn on both pages`() throws {
    var look = BookStyle.bare
    look.set("callout") {
      $0.ground = .black
      $0.padding = 3
    }
    let book = try SetBook(
      [paragraph("a", lines: 3), .callout(Callout(kind: "note", [paragraph("c", lines: 12)]))],
      look: look, template: .small(lines: 8))
    #expect(book.pages.count >= 2)
    for page in book.pages {
      let boxes = page.scene.nodes.compactMap { node -> Rect? in
        guard case .path(let path) = node else { return nil }
        return path.path.controlBounds
      }
      #expect(boxes.count == 1)
      for node in page.scene.nodes {
        guard case .text(let text) = node, text.source.hasPrefix("c"), let box = boxes.first
        else { continue }
        #expect(box.contains(text.glyphs[0].position))
        #expect(box.maxY <= page.scene.size.height - 10 + 0.01)
      }
    }
  }

  // MARK: What is generated

  @Test func `contents have the pages of headings, however long they are`() throws {
    for count in [3, 9, 40, 130] {
      var blocks: [Block] = [.contents(Contents(title: [.text("Contents")], depth: 1))]
      for i in 0..<count {
        blocks.append(.heading(Heading(1, [.text("H\(i)")], .id("h\(i)"))))
        blocks.append(paragraph("a", lines: 1 + i % 5))
      }
      let book = try SetBook(blocks, template: .small(lines: 9))
      let places = Dictionary(
        uniqueKeysWithValues: book.result.structure.places.map { ($0.name, $0.page) })
      let contents = book.pages.indices.prefix { page in
        book.pages[page].links.isEmpty == false || page == 0
      }.flatMap { book.lines($0) }
      for i in 0..<count {
        let page = try #require(places["h\(i)"])
        let line = contents.first {
          $0.text.hasPrefix("H\(i) ") || $0.text.hasPrefix("H\(i).")
            || $0.text == "H\(i)\(page + 1)"
        }
        let text = try #require(line?.text, "H\(i)")
        #expect(text.hasSuffix("\(page + 1)"), "\(text): page \(page + 1)")
      }
      #expect(!book.result.diagnostics.contains { $0.code == "typesetting.page-numbers" })
    }
  }

  @Test func `references to pages and the index agree with the pages`() throws {
    var blocks: [Block] = [
      .paragraph(Paragraph([.text("see "), .reference(Reference(to: "end", [], shown: .page))]))
    ]
    for i in 0..<12 {
      blocks.append(paragraph("a", lines: 4))
      blocks.append(
        .paragraph(
          Paragraph([.text("bbbb"), .indexMark(IndexMark(i % 3 == 0 ? "Zed" : "Äpfel"))])))
    }
    blocks.append(.text("last", .id("end")))
    blocks.append(.index(Index()))
    let book = try SetBook(blocks, template: .small(lines: 6))
    let end = try #require(book.result.structure.places.first { $0.name == "end" })
    #expect(book.text(0).hasPrefix("see \(end.page + 1) "))
    let last = book.pages.indices.map { book.text($0) }.joined()
    let apples = try #require(last.ranges(of: "Äpfel").first)
    let zed = try #require(last.ranges(of: "Zed").first)
    #expect(apples.lowerBound < zed.lowerBound)
  }

  @Test func `an index has the commas of its language`() throws {
    let mark = Block.paragraph(Paragraph([.text("word"), .indexMark(IndexMark("Term"))]))
    let book = try SetBook([
      mark, .pageBreak, .text("word"), .pageBreak, mark, .pageBreak,
      .index(Index(separator: "، ")),
    ])
    let index = book.text(3)
    #expect(index.contains("Term") && index.count { $0 == "،" } == 2)
    #expect(!index.contains(","))
  }

  @Test func `the short end of a chapter is not alone on a page`() throws {
    let book = try SetBook(
      [paragraph("a", lines: 10), .text("end"), .pageBreak, .text("next")],
      template: .small(lines: 10))
    #expect(book.pages.count == 3)
    #expect(book.lines(0).count == 7)
    #expect(book.lines(1).count == 4)
    #expect(book.text(1).hasSuffix("end "))
    // Where it has room, or is no short end, nothing moves.
    let fits = try SetBook(
      [paragraph("a", lines: 9), .text("end"), .pageBreak, .text("next")],
      template: .small(lines: 10))
    #expect(fits.lines(0).count == 10)
    let long = try SetBook(
      [paragraph("a", lines: 10), paragraph("b", lines: 8), .pageBreak, .text("next")],
      template: .small(lines: 10))
    #expect(long.lines(0).count == 10)
  }

  @Test func `the last entries of wide contents are not alone on a page`() throws {
    // Eleven entries where ten have room, above two columns.
    var blocks: [Block] = [.contents(Contents(depth: 2))]
    for i in 1...11 {
      blocks.append(.pageBreak)
      blocks.append(.heading(Heading(2, [.text("h\(i)")])))
      blocks.append(.text("words"))
    }
    let book = try SetBook(blocks, template: .small(lines: 10, width: 210, columns: 2))
    let listed = (0..<2).map { page in book.lines(page).filter { $0.text.contains("h") }.count }
    #expect(listed[0] + listed[1] == 11 && listed[1] >= 3, "\(listed)")
  }

  @Test func `the columns of an index are balanced on its last page`() throws {
    for count in [4, 9, 26] {
      let marks = (0..<count).map { Inline.indexMark(IndexMark("term \($0)")) }
      var look = BookStyle.bare
      look.indexColumns = 2
      let book = try SetBook(
        [.paragraph(Paragraph(marks + [.text("words")])), .pageBreak, .index(Index())], look: look,
        template: .small(lines: 10, width: 200))
      let page = try #require(book.pages.last { !$0.leaves.isEmpty })
      var ends = [0.0, 0.0]
      for case .text(let text) in page.scene.nodes {
        guard let at = text.glyphs.first?.position else { continue }
        let column = at.x < 110 ? 0 : 1
        ends[column] = max(ends[column], at.y)
      }
      // The baselines of both last lines, a line apart at most.
      #expect(ends[1] > 0 && ends[0] - ends[1] >= -0.01 && ends[0] - ends[1] < 12.01, "\(ends)")
    }
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
      #expect(abs(ends[0] - ends[1]) <= 36 + 9 + 9 + 4, "\(count): \(ends)")
    }
    #expect(ColumnBalance.spread([Piece(height: 30, gap: 0)], over: 2, height: 20) == nil)
    let five = (0..<5).map { _ in Piece(height: 30, gap: 0) }
    #expect(ColumnBalance.spread(five, over: 2, height: 60) == nil)
    #expect(ColumnBalance.spread(five, over: 2, height: 90)?.map(\.column) == [0, 0, 0, 1, 1])
    #expect(ColumnBalance.spread([], over: 2, height: 60)?.isEmpty == true)
  }

  @Test func `an entry of very many pages prints all of them and links the first`() throws {
    var blocks: [Block] = []
    for i in 0..<120 {
      blocks.append(.paragraph(Paragraph([.indexMark(IndexMark("Zed")), .text("p\(i)")])))
      blocks += [.pageBreak, .text("between"), .pageBreak]
    }
    blocks.append(.index(Index()))
    let book = try SetBook(blocks)
    let all = book.pages.indices.suffix(12).map { book.text($0) }.joined()
    #expect(all.contains("239"))
    #expect(book.pages.flatMap(\.links).count >= IndexOrder.linkLimit)
    #expect(Set(book.pages.flatMap(\.links).map(\.element)).count == IndexOrder.linkLimit)
    let names = Set(book.result.structure.places.map(\.name))
    for link in book.pages.flatMap(\.links) {
      guard case .place(let place) = link.target else { continue }
      #expect(names.contains(place))
    }
  }

  @Test func `ranges of pages are merged`() {
    let pages = [4, 0, 1, 2, 4, 9, -1]
    #expect(
      IndexOrder.ranges(of: Array(pages.indices), pages: pages).map(\.text)
        == ["1–3", "5", "10"])
  }

  // MARK: As a whole

  private let mixed: [Block] = [
    .heading(Heading(1, [.text("One")])), .heading(Heading(4, [.text("Deep")])),
    .paragraph(
      Paragraph([
        .text("a "), .link(Link("https://example.org", [.text("link of two words")])),
        .text(" b"), .footnote([.text("n")]),
      ])),
    .list(
      List(.ordered(start: 9, style: .lowerRoman), [.init([.text("i")]), .init([.text("j")])])),
    .quote(Quote([.text("q")], attribution: [.text("who")])),
    .code(CodeBlock("let x\n  y")),
    .keyValues(KeyValues([.init("k", "v")])),
    .figure(Figure(Image("p", alternative: "alt"), caption: [.text("cap")])),
  ]

  private func picture(_ name: String) -> BookImage? {
    name == "p"
      ? BookImage(
        size: Size(width: 30, height: 10), node: .path(PathNode(Path(), fill: Fill(.black))))
      : nil
  }

  @Test func `leaves cover all nodes, and elements make a tree`() throws {
    let book = try SetBook(mixed, template: .small(lines: 12), images: picture)
    let elements = book.result.structure.elements
    for page in book.pages {
      var next = 0
      for leaf in page.leaves {
        #expect(leaf.nodes.lowerBound == next)
        #expect(!leaf.nodes.isEmpty)
        next = leaf.nodes.upperBound
        if let element = leaf.element { #expect(elements.indices.contains(element)) }
      }
      #expect(next == page.scene.nodes.count)
      for link in page.links { #expect(elements[link.element].role == .link) }
    }
    for (i, element) in elements.enumerated() {
      if i == 0 { #expect(element.parent == nil) } else { #expect((element.parent ?? i) < i) }
    }
    let headings = elements.map(\.role).filter { $0 == .heading1 || $0 == .heading2 }
    #expect(headings == [.heading1, .heading2])
    let figure = try #require(elements.first { $0.role == .figure })
    #expect(figure.alternative == "alt")
    #expect(figure.box != nil)
    #expect(elements.contains { $0.role == .label })
    #expect(book.pages.indices.map { book.text($0) }.joined().contains("ix."))
  }

  @Test func `the same document gives the same pages`() throws {
    let first = try SetBook(mixed, template: .small(lines: 7), images: picture)
    let second = try SetBook(mixed, template: .small(lines: 7), images: picture)
    #expect(first.pages == second.pages)
    #expect(first.result.structure == second.result.structure)
  }

  @Test func `missing resources are reported`() throws {
    let book = try SetBook([
      .paragraph(Paragraph([.reference(Reference(to: "nowhere", [.text("there")]))])),
      .figure(Figure(Image("gone", alternative: "a lost map"))),
    ])
    let codes = book.result.diagnostics.map(\.code.rawValue)
    #expect(codes.contains("typesetting.dangling"))
    #expect(codes.contains("typesetting.image"))
    #expect(book.text(0).contains("a lost map"))
  }

  @Test func `a line keeps its space and an added hyphen is soft`() throws {
    let book = try SetBook([.text("one two three four five six seven eight")])
    let sources = book.pages[0].scene.nodes.compactMap { node -> String? in
      if case .text(let text) = node { text.source } else { nil }
    }
    #expect(sources.joined() == "one two three four five six seven eight")
    #expect(sources.count > 1)
    #expect(sources.dropLast().allSatisfy { $0.hasSuffix(" ") })
  }

  @Test func `right-to-left text is drawn from the right in reading order`() throws {
    let book = try SetBook([.text("אב abc גד")], template: .small(lines: 4))
    var runs: [(text: String, x: Double)] = []
    for node in book.pages[0].scene.nodes {
      if case .text(let text) = node {
        runs.append((text.source, text.glyphs.map(\.position.x).min() ?? 0))
      }
    }
    #expect(runs.map(\.text).joined() == "אב abc גד")
    let first = try #require(runs.first { $0.text.contains("א") })
    let last = try #require(runs.first { $0.text.contains("ג") })
    // The paper's levels keep spaces and Latin at the paragraph's level 0.
    #expect(first.x < last.x)
    let node = book.pages[0].scene.nodes.first { node in
      if case .text(let text) = node { text.source.contains("א") } else { false }
    }
    guard case .text(let hebrew)? = node else { return }
    // Its glyphs stand from left to right: the second letter first.
    #expect(hebrew.glyphs.map(\.id) == [0x5D1, 0x5D0])
  }

  @Test func `nesting beyond the limit is truncated and reported`() throws {
    var block = Block.text("deep")
    for _ in 0..<200 { block = .division(Division([block])) }
    let book = try SetBook([block])
    #expect(book.result.diagnostics.contains { $0.code == "typesetting.depth" })
  }

  @Test func `inlines nested beyond the limit keep their text`() throws {
    var inline = Inline.text("deep")
    for _ in 0..<200 { inline = .emphasis([inline]) }
    let book = try SetBook([.paragraph(Paragraph([inline]))])
    #expect(book.text(0) == "deep ")
  }

  @Test func `a heading without end is a line in the outline`() throws {
    let long = String(repeating: "word ", count: 2000)
    let book = try SetBook([.heading(Heading(1, [.text(long)])), .text("text")])
    #expect(book.result.structure.outline[0].title.count == 400)
  }

  @Test func `backgrounds and lines are one artifact below the text`() throws {
    var look = BookStyle.bare
    look.set("table.cell") { $0.underline = .black }
    let book = try SetBook([.table(table(rows: 6))], look: look)
    #expect(book.pages[0].leaves.filter { $0.element == nil }.count == 1)
    #expect(book.pages[0].leaves.first?.element == nil)
  }

  @Test(.timeLimit(.minutes(30)))
  func `ten million letters in one paragraph`() throws {
    var pages = 0
    var letters = 0
    let setter = Typesetter(style: .bare, template: .a4, measuring: PaperFonts())
    let text = String(repeating: "letters and words without an end ", count: 310_000)
    let result = try setter.pages(of: Document(blocks: [.text(text)])) { page in
      pages += 1
      for node in page.scene.nodes {
        if case .text(let text) = node { letters += text.glyphs.count }
      }
    }
    #expect(pages == result.pageCount)
    #expect(letters == text.utf8.count - 1)
  }
}
