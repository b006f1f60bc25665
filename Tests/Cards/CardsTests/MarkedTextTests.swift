// SPDX-License-Identifier: MIT
// Part of Platen: tests of Markdown and icons in texts of cards, and of long words and splits.

import Cards
import Diagnostics
import Drawing
import Geometry
import Rows
import TestSupport
import Testing

@testable import Cards

@Suite struct MarkedTextTests {
  /// The text with styles as letters: `b` for bold, `i` for italic, `x` for both.
  private func styled(_ text: String, icons: Set<String> = []) -> String {
    MarkedText(text, isMarkdown: true, icons: icons).paragraphs.map { paragraph in
      var result = paragraph.marker.isEmpty ? "" : "[\(paragraph.marker)\(paragraph.depth)]"
      if let cell = paragraph.cell { result += "[\(cell.table).\(cell.column)]" }
      var last: MarkedText.Style = []
      for (index, scalar) in paragraph.scalars.enumerated() {
        let style = paragraph.styles.isEmpty ? [] : paragraph.styles[index]
        if style != last { result += "<\(style.rawValue)>" }
        last = style
        result += String(Character(scalar))
      }
      return result
    }.joined(separator: "\n")
  }

  @Test(arguments: [
    ("a **b** c", "a <1>b<0> c"), ("*i*", "<2>i"), ("***x.*** y", "<3>x.<0> y"),
    ("__b__ and _i_", "<1>b<0> and <2>i"), ("**a *b* c**", "<1>a <3>b<1> c"),
    ("2*3*4", "2*3*4"), ("snake_case_name", "snake_case_name"), ("* alone", "* alone"),
    ("5 * 3 * 2", "5 * 3 * 2"), (#"\*not\*"#, "*not*"), ("**open", "**open"),
    ("<b>b</b><br><i>i</i>", "<1>b\n<2>i"), (#"a\nb"#, "a\nb"),
    ("### Head\nx", "<1>Head\nx"), ("- a\n- b\n  - c", "[•1]a\n[•1]b\n[•2]c"),
    ("1. a\n2. b", "[1.1]a\n[2.1]b"), ("- one line", "- one line"),
    ("|A|B|\n|---|:-:|\n|1|2|", "[0.0]<1>A\n[0.1]<1>B\n[0.0]1\n[0.1]2"),
    ("|A|B|\nno line of dashes", "|A|B|\nno line of dashes"),
  ])
  func `Markdown is read as far as cards set it`(text: String, expected: String) {
    #expect(styled(text) == expected)
  }

  @Test func `Names of icons are icons, and others are text`() {
    let icons: Set<String> = ["sword", "fire-2"]
    let text = styled("{sword} {Sword} :fire-2: {shield} 12:30 {", icons: icons)
    #expect(text == "<4>\u{FFFC}<0> <4>\u{FFFC}<0> <4>\u{FFFC}<0> {shield} 12:30 {")
    #expect(styled("{sword}") == "{sword}")
  }

  @Test func `The time to read emphasis is linear`() {
    let linear = isLinear(2000) { count in
      for text in ["*a ", "a* ", "**", "_a_*", "{sword", "|-", "<b>"] {
        _ = MarkedText(
          String(repeating: text, count: count), isMarkdown: true, icons: ["sword"])
      }
      _ = MarkedText(
        String(repeating: "*a ", count: count) + String(repeating: "a* ", count: count),
        isMarkdown: true, icons: [])
    }
    #expect(linear)
  }

  private func texts(_ text: String, _ element: String, box: String, mayContinue: Bool = false)
    throws -> [[TextNode]]
  {
    let look = try TestLooks.text(element, box: box)
    return try look.cards([("t", .text(text))], mayContinue: mayContinue).value
      .map(\.scene.texts)
  }

  @Test func `Bold text is set in a bolder font, and marks are not set`() throws {
    let nodes = try texts("a **bold** word", #""text": "{t}", "size": 40"#, box: "[0, 0, 900, 300]")
    let faces = Set(nodes[0].map(\.font.face))
    #expect(nodes[0].map(\.source).joined() == "a bold word")
    #expect(faces.count == 2)
    let label = try texts(
      "a **bold** word", #""text": "{t}", "size": 40, "role": "label""#, box: "[0, 0, 900, 300]")
    #expect(label[0].map(\.source).joined() == "a **bold** word")
  }

  @Test func `Empty lines at the end of a text take no room`() throws {
    let element = #""text": "{t}", "size": [20, 90]"#
    let box = "[0, 0, 500, 200]"
    let plain = try texts("Nine lamps burn.", element, box: box)
    #expect(try texts("\n\nNine lamps burn.\n\n \n", element, box: box) == plain)
  }

  @Test func `A word wider than its box is divided, and other words stay large`() throws {
    let word = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
    let nodes = try texts(
      "Die \(word) tagt.", #""text": "{t}", "size": [20, 60]"#, box: "[0, 0, 500, 700]")[0]
    let size = try #require(nodes.first?.font.size)
    #expect(size > 40)
    #expect(nodes.map(\.source).joined().replacing("-", with: "").contains(word))
    #expect(nodes.contains { $0.source.hasSuffix("-") })
    for node in nodes { #expect(node.glyphs.allSatisfy { $0.position.x <= 500 }) }
  }

  @Test func `Parts of a text end with sentences, and all have one size`() throws {
    let text = (1...40).map { "Bell number \($0) rings over the harbor tonight." }
      .joined(separator: " ")
    let cards = try texts(
      text, #""text": "{t}", "size": [30, 60]"#, box: "[40, 40, 600, 400]", mayContinue: true)
    #expect(cards.count > 1)
    #expect(Set(cards.flatMap { $0.map(\.font.size) }).count == 1)
    for card in cards { #expect(card.last?.source.hasSuffix(".") == true) }
    let words = cards.flatMap { $0 }.map(\.source).joined(separator: " ").split(separator: " ")
    #expect(words == text.split(separator: " "))
  }

  @Test func `A row of a table stays together, and its cells are in columns`() throws {
    let rows = (1...12).map { "| \($0) | Effect \($0) |" }.joined(separator: "\n")
    let cards = try texts(
      "| Roll | Effect |\n|---|---|\n" + rows, #""text": "{t}", "size": [30, 60]"#,
      box: "[40, 40, 600, 400]", mayContinue: true)
    #expect(cards.count > 1)
    for number in 1...12 {
      let card = try #require(cards.first { $0.contains { $0.source == "Effect \(number)" } })
      #expect(card.contains { $0.source == "\(number)" })
    }
    let columns = Set(
      cards.flatMap { $0 }.filter { $0.source.hasPrefix("Effect ") }
        .compactMap { $0.glyphs.first.map { Int($0.position.x.rounded()) } })
    #expect(columns.count == 1)
  }

  @Test func `An icon is drawn in the color of its text`() throws {
    let look = try TestLooks.text(#""text": "{t}", "size": 40, "color": "ink""#)
    var asked: [Color] = []
    let icons = CardIcons(names: ["sword"]) { name, color in
      asked.append(color)
      return CardIcon(
        [.path(PathNode(Path(rect: Rect(x: 0, y: 0, width: 2, height: 1)), fill: Fill(color)))],
        in: Rect(x: 0, y: 0, width: 2, height: 1))
    }
    let composer = try CardComposer(
      look, view: "card", size: #require(CardSize("square")), appearance: .light,
      measuring: try Fonts.library(), icons: icons)
    let row = Row([Row.Field("t", .text("Use {sword} now"))])
    let card = try composer.cards(of: row, mayContinue: false).value[0]
    #expect(card.scene.texts.map(\.source).joined().contains("\u{FFFC}") == false)
    #expect(asked.contains(Color(hex: "#102030")!))
    #expect(
      card.scene.nodes.contains {
        if case .group(let group) = $0 { group.name == "icon" } else { false }
      })
  }

  @Test func `Cards of a deck have texts of one size`() throws {
    let look = try TestLooks.text(#""text": "{t}", "size": [20, 90]"#, box: "[0, 0, 500, 200]")
    let library = try Fonts.library()
    let rows = ["Short.", String(repeating: "Many more words. ", count: 6)].map {
      Row([Row.Field("t", .text($0))])
    }
    func composer(_ limits: TextSizes?) throws -> CardComposer {
      try CardComposer(
        look, view: "card", size: #require(CardSize("square")), appearance: .light,
        measuring: library, limits: limits)
    }
    var sizes = TextSizes()
    for row in rows { sizes.merge(try composer(nil).textSizes(of: row, mayContinue: false)) }
    func size(_ row: Row, _ limits: TextSizes?) throws -> Double? {
      try composer(limits).cards(of: row, mayContinue: false).value[0].scene.texts.first?.font.size
    }
    #expect(try size(rows[0], nil) != size(rows[1], nil))
    #expect(try size(rows[0], sizes) == size(rows[1], nil))
    #expect(try size(rows[1], sizes) == size(rows[1], nil))
  }
}
