// SPDX-License-Identifier: MIT
// Part of Platen: tests of lines of text, code and lists: their direction, size and marks.

import Documents
import Drawing
import Geometry
import Testing

@testable import Typesetting

@Suite struct SetLineTests {
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

  @Test func `a block in another language has its language`() throws {
    let book = try SetBook([
      .quote(Quote([.text("mot")], Attributes(pairs: [.init("language", "fr")]))), .text("word"),
    ])
    let elements = book.result.structure.elements
    #expect(elements.filter { $0.language == "fr" }.map(\.role) == [.quote])
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
    let book = try SetBook([.paragraph("a", lines: 8), .code(code)], template: .small(lines: 10))
    #expect(book.lines(0).count == 8)
    #expect(book.lines(1).count == 4)
    let long = CodeBlock((0..<12).map { "line \($0)" }.joined(separator: "\n"))
    let other = try SetBook([.paragraph("a", lines: 6), .code(long)], template: .small(lines: 10))
    #expect(other.lines(0).count == 10)
  }
}
