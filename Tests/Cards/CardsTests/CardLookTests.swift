// SPDX-License-Identifier: MIT
// Part of Platen: tests of looks of cards: what their files say, and what is wrong with them.

import Cards
import Diagnostics
import Drawing
import Rows
import TestSupport
import Testing
import Tokens
import Values

@Suite struct CardLookTests {
  @Test(
    arguments: [
      ("63x88mm", "poker"), ("2.5 x 3.5 in", "poker"), ("10.5cmx14.8cm", "a6"),
      ("60x90mm", "720x1080"), ("1600×900", "1600x900"), ("1600 x 900px", "1600x900"),
      ("9000x900", nil), ("9x9", nil), ("60mmx90in", nil), ("x", nil), ("pokr", nil),
    ] as [(String, String?)])
  func `a size with units or other signs means a valid one`(_ text: String, _ name: String?) {
    #expect(CardSize.suggestion(for: text)?.name == name)
  }

  @Test func `A placeholder shows the first field with a value`() {
    let row = Row([
      Row.Field("titleEn", .text("A")), Row.Field("empty", .text("")),
      Row.Field("n", .number("1.50")),
      Row.Field("category", .record(Row([Row.Field("slug", .text("sea"))]))),
    ])
    func filled(_ source: String) -> String? { TemplateText(source)?.text(of: row) }
    #expect(filled("{title|title_en}!") == "A!")
    #expect(filled("{titleEn} {n}") == "A 1.50")
    #expect(filled("{category.slug}") == "sea")
    #expect(filled("{empty}") == nil)
    #expect(filled("{empty|'none'}") == "none")
    #expect(filled("{{x}}") == "{x}")
    #expect(filled("no fields") == "no fields")
    #expect(TemplateText("{open") == nil)
    #expect(TemplateText("{}") == nil)
  }

  @Test func `A layout lists the fields it shows and those that only others show`() throws {
    let look = try TestLooks.json(
      """
      {"fonts": {"f": {"families": ["Lato"]}}, "views": {"card": {
        "poker": [
          {"image": "{picture}", "box": [0, 0, 9, 9], "when": "{picture}"},
          {"text": "{cost|level}", "font": "f", "size": 9, "box": [0, 0, 9, 9], "unless": "{picture}"},
          {"stack": [{"text": "{title} of {school}", "font": "f", "size": 9},
            {"text": "{text|description}", "font": "f", "size": 9, "when": "{title}"}],
           "box": [0, 0, 9, 9]}],
        "story": [{"text": "{title}", "font": "f", "size": 9, "box": [0, 0, 9, 9]}],
        "widget-small": [{"text": "{emoji}", "font": "f", "size": 9, "box": [0, 0, 9, 9]}]}}}
      """)
    let poker = try #require(look.layout(of: "card", for: CardSize("poker")!))
    let story = try #require(look.layout(of: "card", for: CardSize("tarot")!))
    func row(_ names: String...) -> Row { Row(names.map { Row.Field($0, .text("x")) }) }
    let all = row("title", "school", "description", "level", "picture", "emoji")
    #expect(poker.drawnFields(of: all) == ["picture", "title", "school", "description"])
    #expect(poker.drawnFields(of: row("title", "level", "text")) == ["level", "text"])
    let lists = look.wordFields(of: "card")
    #expect(poker.missingFields(of: all, among: lists) == ["level"])
    #expect(
      story.missingFields(of: all, among: lists) == ["description", "level", "picture", "school"])
    #expect(story.missingFields(of: row("title"), among: lists) == [])
  }

  @Test func `A look lists the fields it uses`() throws {
    let look = try TestLooks.json(
      """
      {"colors": {"ink": "#102030"}, "fonts": {"body": {"families": ["DejaVu Serif"]}},
       "views": {"card": {"backdrop": [{"rect": "all", "fill": ["{category.slug|tone}", "ink"]}],
        "square": [
         {"text": "{title|name}", "box": [0, 0, 100, 100], "when": "{isOpen}"},
         {"ring": [50, 50, 40], "value": "{progress}", "stroke": "ink"},
         {"repeat": "{days}", "cell": [10, 10], "each": [{"text": "{weekday}"}]}]}}}
      """)
    #expect(
      look.fieldNames == [
        "category", "category.slug", "days", "is_open", "name", "progress", "title", "tone",
        "weekday",
      ])
  }

  @Test(arguments: [
    ("{\"text\": \"{title}\", \"font\": \"f\", \"size\": 9, \"box\": \"all\"}", false),
    ("{\"text\": \"{name}\", \"font\": \"f\", \"size\": 9, \"box\": \"all\"}", true),
    ("{\"text\": \"{title|'words'}\", \"font\": \"f\", \"size\": 9, \"box\": \"all\"}", false),
    ("{\"ring\": [9, 9, 5], \"value\": \"{progress}\", \"stroke\": \"#000000\"}", false),
    ("{\"star\": [9, 9, 5], \"fill\": \"#000000\"}", true),
  ]) func `A layout detects rows of which it shows nothing`(_ element: String, _ shows: Bool)
    throws
  {
    let look = try TestLooks.json(
      "{\"fonts\": {\"f\": {\"families\": [\"Lato\"]}}, \"views\": {\"card\": {\"square\": [\(element)]}}}"
    )
    let layout = try #require(look.layouts(of: "card")?.first)
    #expect(layout.shows(Row([Row.Field("name", .text("Mira"))])) == shows)
  }

  @Test func `Colors depend on the mode and are overridden by tokens and jobs`() throws {
    let text = """
      {"colors": {"a": {"light": "#ffffff", "dark": "#000000"}, "b": "a", "c": "#ff0000"},
       "fonts": {"f": ["Lato"]}, "views": {"card": {"square": [{"rect": "all", "fill": "b"}]}}}
      """
    let look = try TestLooks.json(text)
    #expect(look.colors.map(\.name) == ["a", "b", "c"])
    #expect(look.colors[1].value.light == .white && look.colors[1].value.dark == .black)
    let other = try TestLooks.json(text, colors: [("a", "d"), ("d", "#ff0000")])
    #expect(other.colors.first { $0.name == "b" }?.value.light == Color(1, 0, 0))
    #expect(other.colors.contains { $0.name == "d" })
    #expect(other.digest != look.digest)
    #expect(throws: Failure.self) { try TestLooks.json(text, colors: [("d", "#00ff00")]) }
    // Names that stand for each other stand for nothing.
    #expect(throws: Failure.self) { try TestLooks.json(text, colors: [("a", "b")]) }
  }

  private static let colored = """
    {"colors": {"ink": "#102030", "sea": "#0000ff"}, "fonts": {"f": ["Lato"]},
     "views": {"card": {"square": [{"rect": "all", "fill": ["{FIELD}", "ink"]}]}}}
    """

  /// A color that the look does not have is of a category, if a column has its name as a value.
  @Test(
    arguments: [
      ("color", ["fire"], "element", ["fire", "frost"]), ("color", ["Fire", "mist"], nil, []),
      ("element", ["fire"], "element", ["fire", "frost"]), ("school", ["fire"], nil, []),
    ] as [(String, [String], String?, [String])])
  func `A job adds colors of categories`(
    _ field: String, _ names: [String], _ column: String?, _ known: [String]
  ) throws {
    let text = CardLookTests.colored.replacing("FIELD", with: field)
    let colors = names.map { ($0, "#ff0000") } + (column == nil ? [] : [("frost", "sea")])
    func look() throws -> CardLook {
      try TestLooks.json(
        text, colors: colors,
        columns: ["fire": ["note", "element"], "frost": ["element"], "sea": ["water"]])
    }
    guard let column else {
      let failure = #expect(throws: Failure.self) { try look() }
      #expect(failure?.diagnostics.count == 1)
      #expect(failure?.diagnostics.first?.hints.last?.contains("value of a column") == true)
      return
    }
    let made = try look()
    #expect(made.colorColumn?.name == column)
    #expect(made.colorColumn?.values.sorted() == known)
    #expect(made.colors.first { $0.name == "frost" }?.value.light == Color(0, 0, 1))
  }

  @Test func `A look inherits the settings of the look it extends`() throws {
    func source(_ text: String) throws -> PlacedValue {
      try TokenReader.values(of: Array(text.utf8), file: "a.json")
    }
    let base = try source(#"{"a": {"x": 1, "y": [1, 2]}, "b": 2}"#)
    let over = try source(#"{"a": {"y": [3]}, "c": 4}"#).laid(over: base)
    #expect(over["a"]?["x"]?.number == 1)
    #expect(over["a"]?["y"]?.elements?.count == 1)
    #expect(over["b"]?.number == 2 && over["c"]?.number == 4)
  }

  @Test(arguments: [
    (#""text": "{a", "font": "body""#, "look.value"),
    (#""text": "x", "font": "nobody""#, "look.value"),
    (#""text": "x", "size": [9, 3]"#, "look.value"),
    (#""text": "x", "colour": "ink""#, "look.field"),
    (#""text": "x", "color": "inc""#, "look.value"),
    (#""shape": "x""#, "look.element"),
    (#""pattern": "plaid""#, "look.value"),
    (#""stack": [{"words": "x"}]"#, "look.element"),
    (#""stack": [{"space": [9, 3]}]"#, "look.value"),
    (#""stack": [{"ornament": [1, 2, 3]}]"#, "look.value"),
    (#""repeat": "{days}""#, "look.value"),
    (#""circle": [1, 2]"#, "look.value"),
  ]) func `Each error has its location and code`(_ element: String, _ code: String) {
    let failure = #expect(throws: Failure.self) { try TestLooks.text(element) }
    #expect(failure?.diagnostics.contains { $0.code.rawValue == code } == true)
    #expect(failure?.diagnostics.allSatisfy { $0.place?.line != nil } == true)
  }

  @Test func `Sizes have names or pixels`() {
    #expect(CardSize("og")?.width == 1200)
    #expect(CardSize("1600x900")?.ratio == 1600.0 / 900)
    for text in ["", "x", "15x900", "9000x1", "1600x", "big", "-20x300", "1e3x20"] {
      #expect(CardSize(text) == nil)
    }
  }

  @Test func `A size without a layout uses the one with the nearest aspect ratio`() throws {
    let look = try TestLooks.json(
      #"{"fonts": {"f": ["Lato"]}, "views": {"card": {"square": [], "story": [], "og": []}}}"#)
    func name(_ size: String) -> String? {
      look.layout(of: "card", for: CardSize(size)!)?.size.name
    }
    #expect(name("story") == "story")
    #expect(name("widget-small") == "square")
    #expect(name("1920x1080") == "og")
    #expect(name("1080x2340") == "story")
    #expect(look.layout(of: "badge", for: CardSize("og")!) == nil)
  }

  /// A widget has little text: its layout is none for a banner, and a layout that fills a square
  /// none for a widget.
  @Test func `Layouts of widgets are used for other sizes only if no others exist`()
    throws
  {
    let look = try TestLooks.json(
      #"""
      {"fonts": {"f": ["Lato"]},
       "views": {"card": {"square": [], "og": [], "widget-small": [], "widget-rectangular": []},
                 "level": {"widget-circular": []}}}
      """#)
    func name(_ size: String, _ view: String = "card") -> String? {
      look.layout(of: view, for: CardSize(size)!)?.size.name
    }
    #expect(name("1500x500") == "og")
    #expect(name("widget-circular") == "widget-small")
    #expect(name("widget-medium") == "widget-rectangular")
    #expect(name("square", "level") == "widget-circular")
  }
}
