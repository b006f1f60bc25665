// SPDX-License-Identifier: MIT
// Part of Platen: tests of fitting: text is as large as fits, never cut, and goes on where it may.

import Canvas
import Cards
import Diagnostics
import Drawing
import Geometry
import Rows
import TestSupport
import Testing

@Suite struct CardComposerTests {
  private static let words = "Nine lamps along the shore keep nine small harbours warm. "

  @Test(arguments: [1, 3, 8, 20, 60]) func `Text is as large as its box allows`(_ count: Int) throws
  {
    let look = try TestLooks.text(#""text": "{t}", "size": [14, 120]"#)
    let text = String(repeating: CardComposerTests.words, count: count)
    let made = try look.cards([("t", .text(text))])
    #expect(made.warnings.isEmpty)
    let card = try #require(made.value.first)
    let sizes = Set(card.scene.texts.map(\.font.size))
    #expect(sizes.count == 1)
    #expect(sizes.allSatisfy { (14...120).contains($0) })
    // Every glyph's origin lies in the box.
    let box = Rect(x: 40, y: 40, width: 920, height: 600)
    for glyph in card.scene.texts.flatMap(\.glyphs) { #expect(box.contains(glyph.position)) }
    // No word is lost.
    let said = card.scene.texts.map(\.source).joined(separator: " ").split(separator: " ")
    #expect(said == text.split(separator: " "))
  }

  @Test func `More text is never larger`() throws {
    let look = try TestLooks.text(#""text": "{t}", "size": [10, 120]"#)
    var last = Double.infinity
    for count in [1, 2, 4, 8, 16, 32, 64] {
      let text = String(repeating: CardComposerTests.words, count: count)
      let size = try #require(
        look.cards([("t", .text(text))]).value[0].scene.texts.first?.font.size)
      #expect(size <= last)
      last = size
    }
  }

  @Test func `Text that does not fit shrinks with a warning, and is an error at half the size`()
    throws
  {
    let look = try TestLooks.text(#""text": "{t}", "size": [40, 60]"#)
    let some = String(repeating: CardComposerTests.words, count: 15)
    let made = try look.cards([("t", .text(some))])
    #expect(made.warnings.map(\.code) == ["cards.small"])
    let size = try #require(made.value[0].scene.texts.first?.font.size)
    #expect(size < 40 && size >= 20)
    let failure = #expect(throws: Failure.self) {
      try look.cards([("t", .text(String(repeating: CardComposerTests.words, count: 200)))])
    }
    #expect(failure?.diagnostics.first?.code == "cards.overflow")
  }

  @Test(arguments: [15, 40, 200]) func `Text continues on another card if allowed`(
    _ count: Int
  ) throws {
    let look = try TestLooks.json(
      """
      {"fonts": {"f": ["EB Garamond", "DejaVu Serif"]}, "views": {"card": {"square": [
        {"stack": [{"text": "{name}", "role": "heading", "size": 50}, {"text": "{t}", "size": [40, 60]}],
         "box": [40, 40, 920, 600]},
        {"text": "{part}/{parts}", "box": [40, 700, 920, 60], "size": 30}]}}}
      """)
    let text = String(repeating: CardComposerTests.words, count: count)
    let made = try look.cards([("name", .text("Lamps")), ("t", .text(text))], mayContinue: true)
    #expect(made.value.count > 1)
    #expect(made.warnings.map(\.code) == ["cards.continued"])
    var said: [Substring] = []
    for (number, card) in made.value.enumerated() {
      let words = card.scene.texts.map(\.source)
      // Each says its title, and which it is of how many.
      #expect(words.first == "Lamps")
      #expect(words.last == "\(number + 1)/\(made.value.count)")
      said += words.dropFirst().dropLast().joined(separator: " ").split(separator: " ")
      #expect(card.scene.texts.allSatisfy { $0.glyphs.allSatisfy { $0.position.y <= 760 } })
    }
    #expect(said == text.split(separator: " "))
  }

  @Test func `The time to set a text is linear in its length`() throws {
    let look = try TestLooks.text(#""text": "{t}", "size": [20, 60]"#)
    let linear = try isLinear(10_000) { count in
      let text = String(repeating: "word ", count: count)
      let made = try look.cards([("t", .text(text))], mayContinue: true)
      #expect(made.value.count > 10)
    }
    #expect(linear)
  }

  @Test func `texts in two boxes continue independently, each word once`() throws {
    let look = try TestLooks.json(
      """
      {"fonts": {"f": ["EB Garamond", "DejaVu Serif"]}, "views": {"card": {"square": [
        {"text": "{a}", "box": [40, 40, 920, 300], "size": 40},
        {"stack": [{"text": "{name}", "role": "heading", "size": 40}, {"text": "{b}", "size": 40}],
         "box": [40, 500, 920, 300]}]}}}
      """)
    let made = try look.cards(
      [
        ("name", .text("Lamps")), ("a", .text(String(repeating: "one ", count: 400))),
        ("b", .text(String(repeating: "two ", count: 150))),
      ], mayContinue: true)
    let texts = made.value.flatMap(\.scene.texts)
    let words = texts.map(\.source).joined(separator: " ").split(separator: " ")
    #expect(words.count { $0 == "one" } == 400 && words.count { $0 == "two" } == 150)
    #expect(made.value.count > 2 && words.count { $0 == "Lamps" } == made.value.count)
  }

  /// The rest of a text has its own direction.
  @Test func `A text that continues in another script uses the font of that script`() throws {
    let look = try TestLooks.json(
      """
      {"fonts": {"body": {"families": ["EB Garamond", "DejaVu Serif"], "rtl": "arabic"},
                 "arabic": {"families": ["Amiri"], "line": 1.9}},
       "views": {"card": {"square": [
         {"stack": [{"text": "{a}", "size": 40}, {"text": "{b}", "size": 40}],
          "box": [40, 40, 920, 300]}]}}}
      """)
    let latin = String(repeating: CardComposerTests.words, count: 8)
    let arabic = String(repeating: "بحر وبر ", count: 150)
    let made = try look.cards(
      [("a", .text(latin + "\n" + arabic)), ("b", .text("The end."))], mayContinue: true)
    #expect(made.value.count > 3)
    let texts = made.value.flatMap(\.scene.texts)
    let said = texts.map(\.source).joined(separator: " ").split(separator: " ")
    #expect(said == (latin + arabic + "The end.").split(separator: " "))
    #expect(texts.first?.font.face.name.hasPrefix("Amiri") == false)
    // The first two cards have the Latin words.
    for text in made.value.dropFirst(2).flatMap(\.scene.texts) where text.source != "The end." {
      #expect(text.font.face.name.hasPrefix("Amiri"))
    }
  }

  @Test func `A wide word makes its own text smaller, not the others`() throws {
    let look = try TestLooks.json(
      """
      {"fonts": {"f": ["EB Garamond", "DejaVu Serif"]}, "views": {"card": {"square": [
        {"stack": [{"text": "{a}", "size": [20, 60]}, {"text": "{b}", "size": [20, 60]}],
         "box": [40, 40, 400, 600]}]}}}
      """)
    let made = try look.cards(
      [("a", .text("Counterrevolutionaries")), ("b", .text("Nine lamps burn."))])
    let sizes = made.value[0].scene.texts.map(\.font.size)
    #expect(made.warnings.isEmpty && sizes.count > 1)
    #expect(sizes.first.map { (20..<60).contains($0) } == true)
    #expect(sizes.dropFirst().allSatisfy { abs($0 - 60) < 0.01 })
  }

  /// The distance of two lines with an item between them, in a box of a height.
  private func distance(_ item: String, _ height: Double) throws -> Double {
    let look = try TestLooks.json(
      """
      {"fonts": {"f": ["EB Garamond", "DejaVu Serif"]}, "views": {"card": {"square": [
        {"stack": [{"text": "{a}", "size": 40}, {\(item)}, {"text": "{b}", "size": 40}],
         "box": [40, 40, 920, \(height)]}]}}}
      """)
    let made = try look.cards([("a", .text("One")), ("b", .text("Two"))])
    let lines = made.value[0].scene.texts.compactMap { $0.glyphs.first?.position.y }
    #expect(made.warnings.isEmpty && lines.count == 2)
    return try #require(lines.last) - #require(lines.first)
  }

  @Test(arguments: ["space", "ornament"])
  func `Spaces and ornaments grow into the room that texts leave`(_ kind: String) throws {
    let least = try distance("\"\(kind)\": 10", 400)
    #expect(try distance("\"\(kind)\": 10", 500) == least)
    #expect(abs(try distance("\"\(kind)\": [10, 60]", 400) - least - 50) < 0.01)
    let (small, large) = try (
      distance("\"\(kind)\": [10, 900]", 400), distance("\"\(kind)\": [10, 900]", 500)
    )
    #expect(small > least + 60 && abs(large - small - 100) < 0.01)
  }

  private static func widget() throws -> CardLook {
    try TestLooks.json(
      """
      {"colors": {"ink": "#102030"}, "fonts": {"body": {"families": ["EB Garamond", "DejaVu Serif"]}},
       "views": {"card": {"square": [
         {"stack": [{"text": "{title}", "size": [38, 62], "role": "heading"},
                    {"text": "{motto}", "size": [18, 27]},
                    {"text": "{text}", "size": [20, 38]}],
          "box": [120, 170, 840, 730], "gap": 20},
         {"text": "{source}", "size": [18, 24], "box": [120, 940, 840, 44], "lines": 1}]}}}
      """)
  }

  /// A layout for a large card on a small one: nothing of it is smaller than can be read.
  @Test(arguments: [1, 12])
  func `A layout for a larger card omits illegible text`(
    _ count: Int
  ) throws {
    let look = try CardComposerTests.widget()
    let row: [(String, RowValue)] = [
      ("title", .text("Lamps")), ("motto", .text("Burn on")),
      ("text", .text(String(repeating: CardComposerTests.words, count: count))),
      ("source", .text("Night Watch, no. 1")),
    ]
    #expect(try look.cards(row).warnings.isEmpty)
    let made = try look.cards(row, size: "widget-circular")
    let sizes = try #require(made.value.first).scene.texts.map(\.font.size)
    #expect(!sizes.isEmpty && sizes.allSatisfy { $0 >= 18 - 0.01 })
    let said = try #require(made.warnings.first)
    #expect(made.warnings.count == 1 && said.code == "cards.omitted")
    #expect(said.severity == .warning && said.message.contains("widget-circular"))
    #expect(said.message.contains("source") && said.message.contains("text") == (count > 1))
    #expect(made.value[0].scene.texts.map(\.source).joined().contains("Lamps"))
    // A card half as large has room for the lines.
    #expect(try look.cards(row, size: "1080x1080").warnings.isEmpty)
  }

  @Test func `The main text is always shown, with a warning about its size`() throws {
    let title = String(repeating: "Incomprehensibilities ", count: 3)
    let made = try CardComposerTests.widget().cards([("title", .text(title))], size: "60x60")
    #expect(made.warnings.map(\.code) == ["cards.small"])
    #expect(made.warnings[0].message.contains("60x60"))
    #expect(!made.value[0].scene.texts.isEmpty)
  }

  @Test func `Optional text is omitted before other text shrinks`() throws {
    let look = try TestLooks.json(
      """
      {"colors": {"ink": "#102030"}, "fonts": {"body": {"families": ["EB Garamond", "DejaVu Serif"]}},
       "views": {"card": {"square": [
         {"stack": [{"text": "{title}", "size": [60, 90]},
                    {"text": "{text}", "size": [40, 60], "optional": true}],
          "box": [40, 40, 920, 300], "gap": 20}]}}}
      """)
    func made(_ count: Int, mayContinue: Bool = false) throws -> Diagnosed<[ComposedCard]> {
      let text = String(repeating: CardComposerTests.words, count: count)
      return try look.cards(
        [("title", .text("Lamps")), ("text", .text(text))], mayContinue: mayContinue)
    }
    #expect(try made(1).warnings.isEmpty)
    let fewer = try made(15)
    #expect(fewer.warnings.map(\.code) == ["cards.omitted"])
    #expect(fewer.warnings[0].severity == .warning)
    #expect(fewer.value[0].scene.texts.map(\.source) == ["Lamps"])
    #expect(fewer.value[0].scene.texts.allSatisfy { $0.font.size == 90 })
    // Where there may be another card, nothing is lost.
    let more = try made(15, mayContinue: true)
    #expect(more.value.count > 1 && more.warnings.map(\.code) == ["cards.continued"])
  }

  @Test func `A word wider than its box shrinks`() throws {
    let look = try TestLooks.text(#""text": "{t}", "size": [20, 90]"#, box: "[40, 40, 200, 600]")
    let made = try look.cards([("t", .text("Unbegreiflichkeiten"))])
    let texts = made.value[0].scene.texts
    #expect(texts.count == 1 && texts[0].font.size < 60)
  }

  @Test(arguments: ["-", "–", "—"])
  func `A dash between spaces never begins a line`(_ dash: String) throws {
    let look = try TestLooks.text(
      #""text": "{t}", "size": 60, "align": "center""#, box: "[40, 40, 300, 1000]")
    let text = String(repeating: "Nine lamps \(dash) one shore ", count: 4)
    let texts = try look.cards([("t", .text(text))]).value[0].scene.texts
    #expect(texts.count > 4)
    for line in texts { #expect(!line.source.hasPrefix(dash)) }
    // One that a text begins with stays where it is.
    let first = try look.cards([("t", .text("\(dash) said the keeper"))]).value[0].scene.texts
    #expect(first.first?.source.hasPrefix(dash) == true)
  }

  @Test func `Code points that no font has are reported`() throws {
    let look = try TestLooks.text(#""text": "{t}""#)
    let failure = #expect(throws: Failure.self) {
      try look.cards([("t", .text("A\u{E123}B\u{10FFFD}"))])
    }
    #expect(failure?.diagnostics.first?.code == "cards.glyphs")
    #expect(failure?.diagnostics.first?.message.contains("U+E123, U+10FFFD") == true)
  }

  @Test func `Elements are omitted if a field is empty`() throws {
    let look = try TestLooks.json(
      """
      {"fonts": {"f": ["Lato", "DejaVu Sans"]}, "views": {"card": {"square": [
        {"text": "{a} {b}", "box": [0, 0, 900, 90]},
        {"text": "only without a", "unless": "{a}", "box": [0, 100, 900, 90]},
        {"text": "with a", "when": "{a}", "box": [0, 200, 900, 90]}]}}}
      """)
    #expect(
      try look.cards([("b", .text("x"))]).value[0].scene.texts.map(\.source) == ["only without a"])
    #expect(
      try look.cards([("a", .text("x"))]).value[0].scene.texts.map(\.source) == ["with a"])
    #expect(
      try look.cards([("a", .text("x")), ("b", .flag(true))]).value[0].scene.texts.count == 2)
  }

  @Test func `A missing image leaves no gap`() throws {
    let look = try TestLooks.json(
      """
      {"fonts": {"f": {"families": ["Lato", "DejaVu Sans"]}}, "views": {"card": {"square": [
        {"image": "{picture}", "box": [0, 0, 1080, 500], "when": "{picture}"},
        {"text": "{name}", "font": "f", "size": 40, "box": [0, 500, 1080, 500], "when": "{picture}"},
        {"text": "{name}", "font": "f", "size": 40, "box": [0, 0, 1080, 500], "unless": "{picture}"}]}}}
      """)
    var requested: [String] = []
    let composer = try CardComposer(
      look, view: "card", size: CardSize("square")!, appearance: .light,
      measuring: try Fonts.library(),
      images: { name in
        requested.append(name)
        return nil
      })
    func card(_ fields: [String]) throws -> Scene {
      let row = Row(fields.map { Row.Field($0, .text($0 == "name" ? "Salt Knot" : "gone.png")) })
      return try composer.cards(of: row, mayContinue: false).value[0].scene
    }
    #expect(try card(["name", "picture"]) == card(["name"]))
    #expect(requested == ["gone.png"])
  }

  /// Of a layout that was made for cards of another shape: the ground ends nowhere before the cut.
  @Test func `A background at an edge of its layout extends to the card's edge`() throws {
    let look = try TestLooks.json(
      """
      {"colors": {"ink": "#102030"}, "fonts": {"f": {"families": ["Lato"]}}, "views": {"card": {"story": [
        {"rect": [0, 1800, 1080, 120], "fill": "ink"}, {"rect": [0, 0, 400, 400], "fill": "ink"},
        {"rect": [100, 900, 880, 100], "fill": "ink"},
        {"pattern": "waves", "step": 100, "box": [0, 1700, 1080, 220], "stroke": "ink", "width": 2}]}}}
      """)
    let size = CardSize("tarot")!
    func boxes(bleed: Double?) throws -> [Rect] {
      let composer = try CardComposer(
        look, view: "card", size: size, appearance: .light, measuring: try Fonts.library(),
        bleed: bleed)
      let card = try composer.cards(of: Row(), mayContinue: false).value[0]
      func box(_ node: Node) -> Rect? {
        switch node {
        case .path(let path): path.path.controlBounds
        case .group(let group):
          group.clip?.path.controlBounds ?? group.children.first.flatMap(box)
        default: nil
        }
      }
      return card.scene.nodes.compactMap(box)
    }
    let whole = try boxes(bleed: nil)
    for index in [0, 3] {
      #expect(whole[index].minX <= 0 && whole[index].maxX >= size.width, "\(index)")
      #expect(whole[index].maxY >= size.height)
    }
    #expect(whole[1].minX <= 0 && whole[1].minY <= 0 && whole[1].maxX < size.width / 2)
    #expect(whole[2].minX > 0 && whole[2].maxX < size.width)
    let cut = try boxes(bleed: 24)
    #expect(cut[0].minX == -24 && cut[0].maxX == size.width + 24)
  }

  @Test func `A list is repeated in cells`() throws {
    let look = try TestLooks.json(
      """
      {"fonts": {"f": ["Lato", "DejaVu Sans"]}, "views": {"card": {"square": [
        {"repeat": "{days}", "box": [100, 100, 800, 300], "columns": 3, "cell": [100, 80],
         "gap": [10, 20], "each": [{"text": "{index}{w}", "box": [0, 0, 100, 60]}]}]}}}
      """)
    let days = ["a", "b", "c", "d"].map { RowValue.record(Row([Row.Field("w", .text($0))])) }
    let texts = try look.cards([("days", .list(days))]).value[0].scene.texts
    #expect(texts.map(\.source) == ["1a", "2b", "3c", "4d"])
    #expect(texts[3].glyphs[0].position.x == texts[0].glyphs[0].position.x)
    #expect(texts[1].glyphs[0].position.x - texts[0].glyphs[0].position.x == 110)
    #expect(abs(texts[3].glyphs[0].position.y - texts[0].glyphs[0].position.y - 100) < 1e-9)
  }

  @Test func `Repeated cells end at the edge of their box, with a warning`() throws {
    let look = try TestLooks.json(
      """
      {"colors": {"a": "#ff0000"}, "fonts": {"f": ["Lato", "DejaVu Sans"]}, "views": {"card": {"square": [
        {"repeat": "{charges}", "box": [60, 950, 200, 70], "columns": 10, "cell": [30, 30],
         "gap": [8, 10], "each": [{"text": "{index}", "box": [0, 0, 30, 30], "size": 12}]}]}}}
      """)
    // Five in each of two lines, though the look would have ten in one.
    let ten = try look.cards([("charges", .number("10"))])
    #expect(ten.warnings.isEmpty && ten.value[0].scene.texts.count == 10)
    let box = Rect(x: 60, y: 950, width: 200, height: 70)
    let list = RowValue.list(Array(repeating: .number("1"), count: 12))
    for (charges, count) in [(RowValue.number("9999999"), 9_999_999), (list, 12)] {
      let made = try look.cards([("charges", charges)])
      #expect(made.warnings.map(\.code) == ["cards.omitted"])
      #expect(made.warnings.first?.severity == .warning)
      #expect(made.warnings.first?.message.contains("\(count) of charges") == true)
      let texts = made.value[0].scene.texts
      #expect(texts.map(\.source) == (1...10).map { "\($0)" })
      for glyph in texts.flatMap(\.glyphs) { #expect(box.contains(glyph.position)) }
    }
  }

  /// Ends that are rounded lie over each other, which is seen.
  @Test func `A full ring is closed and has no ends`() throws {
    let look = try TestLooks.json(
      """
      {"colors": {"a": "#ff0000"}, "fonts": {"f": ["Lato", "DejaVu Sans"]}, "views": {"card": {"square": [
        {"ring": [500, 500, 300], "value": "{share}", "stroke": "a", "width": 20}]}}}
      """)
    for (share, isFull) in [("0.4", false), ("1", true)] {
      let card = try look.cards([("share", .number(share))]).value[0]
      guard case .path(let ring)? = card.scene.nodes.first else {
        Issue.record("no ring")
        continue
      }
      #expect(ring.stroke?.cap == (isFull ? .butt : .round))
      #expect((ring.path.verbs.last == .close) == isFull)
    }
  }

  @Test func `Parts cover all nodes in order and have roles`() throws {
    let look = try TestLooks.json(
      """
      {"colors": {"a": "#ff0000"}, "fonts": {"f": ["Lato", "DejaVu Sans"]}, "views": {"card": {"square": [
        {"rect": "all", "fill": "a"}, {"circle": [9, 9, 5], "fill": "a"},
        {"text": "{t}", "role": "heading", "box": [0, 0, 900, 90]},
        {"qr": "{url}", "box": [100, 100, 300, 300]}]}}}
      """)
    let card = try look.cards([("t", .text("T")), ("url", .text("https://example.org"))]).value[0]
    #expect(card.parts.map(\.role) == [nil, .heading1, .figure])
    #expect(card.parts.first?.nodes.lowerBound == 0)
    #expect(card.parts.last?.nodes.upperBound == card.scene.nodes.count)
    for (one, next) in zip(card.parts, card.parts.dropFirst()) {
      #expect(one.nodes.upperBound == next.nodes.lowerBound)
    }
  }

  @Test func `Sheets hold as many cards as fit in either orientation`() throws {
    let mm = 72 / 25.4
    func sheet(_ w: Double, _ h: Double, gap: Double = 0, bleed: Double = 0) throws -> CardSheet {
      try CardSheet(
        page: Size(width: 210 * mm, height: 297 * mm), card: Size(width: w * mm, height: h * mm),
        gap: gap * mm, bleed: bleed * mm)
    }
    #expect(try sheet(63, 88).count == 9)
    #expect(try sheet(63, 88, bleed: 5).count < 9)
    #expect(try sheet(180, 60).count == 4)
    #expect(try sheet(250, 180).page.width > 290 * mm)
    #expect(throws: Failure.self) { try sheet(300, 300) }
    let cards = try sheet(63, 88)
    for number in 0..<9 {
      let place = cards.place(of: number)
      #expect(place.x >= CardSheet.margin - 0.1 && place.y >= CardSheet.margin - 0.1)
    }
    #expect(cards.place(of: 9) == cards.place(of: 0))
  }

  @Test func `Backs are behind their cards when the sheet is turned`() throws {
    let mm = 72 / 25.4
    let sheet = try CardSheet(
      page: Size(width: 210 * mm, height: 297 * mm),
      card: Size(width: 58 * mm, height: 80 * mm), gap: 4 * mm)
    try #require(sheet.columns == 3)
    for number in 0..<20 {
      let (front, back) = (sheet.place(of: number), sheet.place(ofBack: number))
      #expect(abs(sheet.page.width - (front.x + sheet.card.width) - back.x) < 0.01)
      #expect(front.y == back.y)
    }
  }

  /// Shapes of looks may be larger than the card: on a sheet others lie beside it.
  @Test(arguments: [nil, 0.0, 9.0] as [Double?])
  func `A card on a sheet is clipped at its bleed`(_ bleed: Double?) throws {
    let look = try TestLooks.json(
      """
      {"colors": {"ink": "#102030"}, "fonts": {"f": {"families": ["Lato"]}},
       "views": {"card": {"square": [
         {"rect": "all", "fill": "ink"}, {"circle": [1000, 100, 400], "fill": "ink"},
         {"circle": [500, 500, 100], "fill": "ink"},
         {"line": [[-50, 500], [400, 500]], "stroke": "ink", "width": 4}]}}}
      """)
    let card = try CardComposer(
      look, view: "card", size: CardSize("square")!, appearance: .light,
      measuring: try Fonts.library(), origin: Point(300, 200), bleed: bleed
    ).cards(of: Row([]), mayContinue: false).value[0]
    try #require(card.scene.nodes.count == 4)
    let clips = card.scene.nodes.map { node -> Rect? in
      guard case .group(let group) = node, let clip = group.clip else { return nil }
      return Rect(enclosing: clip.path.points)
    }
    let cut = bleed.map {
      Rect(x: 300 - $0, y: 200 - $0, width: 1080 + 2 * $0, height: 1080 + 2 * $0)
    }
    #expect(clips == [nil, cut, nil, cut])
  }

  /// Every mark is on a line of some card's edge, beside that card and outside of all.
  @Test(arguments: [0.0, 4.0], [1, 2, 3, 4, 7, 8, 9])
  func `An incomplete sheet has marks for its cards only`(
    _ gap: Double, _ count: Int
  ) throws {
    let mm = 72 / 25.4
    let sheet = try CardSheet(
      page: Size(width: 210 * mm, height: 297 * mm),
      card: Size(width: 58 * mm, height: 80 * mm), gap: gap * mm)
    try #require(sheet.columns == 3 && sheet.rows == 3)
    guard case .path(let drawn)? = sheet.marks(for: count).first else {
      Issue.record("no marks")
      return
    }
    // Each is a move and a line.
    let points = drawn.path.points
    try #require(points.count == drawn.path.verbs.count && points.count % 2 == 0)
    let strokes = stride(from: 0, to: points.count, by: 2).map { (points[$0], points[$0 + 1]) }
    let cards = (0..<count).map { number in
      let place = sheet.place(of: number)
      return Rect(x: place.x, y: place.y, width: sheet.card.width, height: sheet.card.height)
    }
    let edges = Set(
      cards.flatMap { card in
        [card.minX, card.maxX].map { "x\(($0 * 100).rounded())" }
          + [card.minY, card.maxY].map { "y\(($0 * 100).rounded())" }
      })
    var seen: Set<String> = []
    for (a, b) in strokes {
      let isUpright = abs(a.x - b.x) < 0.01
      let edge = isUpright ? "x\((a.x * 100).rounded())" : "y\((a.y * 100).rounded())"
      #expect(edges.contains(edge))
      seen.insert(edge)
      let middle = Point((a.x + b.x) / 2, (a.y + b.y) / 2)
      #expect(
        !cards.contains {
          $0.minX - 0.1 < middle.x && middle.x < $0.maxX + 0.1 && $0.minY - 0.1 < middle.y
            && middle.y < $0.maxY + 0.1
        })
      // No farther from a card than marks are long.
      let near = cards.map { card in
        let dx = max(card.minX - middle.x, 0, middle.x - card.maxX)
        let dy = max(card.minY - middle.y, 0, middle.y - card.maxY)
        return (dx * dx + dy * dy).squareRoot()
      }.min()
      #expect((near ?? .infinity) < 4 * mm)
    }
    #expect(seen == edges)
    #expect(sheet.marks(for: 9) == sheet.marks())
    #expect(sheet.marks(for: 0).isEmpty)
  }
}
