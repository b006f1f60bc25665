// SPDX-License-Identifier: MIT
// Part of Platen: tests of reading tokens: both forms, aliases, modes, faults with their places.

import Diagnostics
import TestSupport
import Testing
import Tokens

/// Tokens of a text in JSON.
func tokens(_ json: String) throws -> TokenSet {
  try TokenReader.read(TokenReader.values(of: Array(json.utf8), file: "t.json"))
}

/// The errors of reading the text.
func faults(_ json: String) -> [Diagnostic] {
  do {
    _ = try tokens(json)
    return []
  } catch let failure as Failure {
    return failure.diagnostics
  } catch {
    Issue.record(error)
    return []
  }
}

/// The warnings of reading the text, or its errors where no token is left.
func problems(_ json: String) -> [Diagnostic] {
  do {
    return try tokens(json).warnings
  } catch let failure as Failure {
    return failure.diagnostics
  } catch {
    Issue.record(error)
    return []
  }
}

@Suite struct TokenReaderTests {
  @Test func formatWithGroupsAndModes() throws {
    let set = try tokens(
      """
      { "color": { "$type": "color",
          "paper": { "$value": "#fffdf7", "$description": "The ground of everything",
            "$extensions": { "mode": { "dark": "#101418" } } },
          "ink": { "$value": { "colorSpace": "srgb", "components": [0.1, 0.1, 0.1] } },
          "page": { "$value": "{color.paper}" } },
        "gap": { "$type": "dimension", "$value": { "value": 0.5, "unit": "rem" } } }
      """)
    #expect(set.tokens.map(\.name) == ["color.paper", "color.ink", "color.page", "gap"])
    #expect(set["color.paper"]?.description == "The ground of everything")
    #expect(set["color.paper"]?.color(in: .dark)?.hex == "#101418")
    #expect(set["color.page"]?.modes == [.light, .dark])
    #expect(set["color.page"]?.color(in: .dark)?.hex == "#101418")
    #expect(set["color.ink"]?.modes == [.light])
    #expect(set["gap"]?.value(in: .light) == .dimension(TokenLength(0.5, .rem)))
    #expect(set.modes == [.light, .dark])
  }

  @Test func plainFormSaysTheSame() throws {
    let plain = try tokens(
      """
      { "colors": { "paper": { "light": "#fffdf7", "dark": "#101418" }, "page": "{colors.paper}",
          "badge": { "dawn": "#ffb000" } },
        "spacing": { "small": 8, "wide": "1.5rem" },
        "contrast": ["color.badge.dawn on colors.paper"] }
      """)
    #expect(plain["color.page"]?.color(in: .dark)?.hex == "#101418")
    #expect(plain["color.badge.dawn"]?.color(in: .light)?.hex == "#ffb000")
    #expect(plain["spacing.wide"]?.value(in: .light) == .dimension(TokenLength(1.5, .rem)))
    #expect(plain.contrasts.map(\.ground) == ["color.paper"])
  }

  @Test func aliasOfTheDarkAlone() throws {
    let set = try tokens(
      """
      { "colors": { "night": "#223344", "day": "#eeeeee",
          "ground": { "light": "{color.day}", "dark": "{color.night}" },
          "same": { "light": "#123456", "dark": "#123456" } } }
      """)
    #expect(set["color.ground"]?.color(in: .dark)?.hex == "#223344")
    #expect(set["color.ground"]?.color(in: .darkHighContrast)?.hex == "#223344")
    // What is said is kept, even where it says nothing new.
    #expect(set["color.same"]?.modes == [.light, .dark])
  }

  @Test func cyclesAreNamed() {
    let found = problems(
      """
      { "colors": { "a": "{color.b}", "b": "{color.c}", "c": "{color.a}", "d": "#000" } }
      """)
    #expect(found.map(\.code) == ["tokens.cycle"])
    #expect(
      found.first?.message == "aliases in a circle: color.a → color.b → color.c → color.a")
    #expect(found.first?.place?.line == 1)
    #expect(faults("{ \"colors\": { \"a\": \"{color.a}\" } }").map(\.code) == ["tokens.cycle"])
  }

  @Test func aliasesAreFollowedSoFar() {
    func chain(_ count: Int) -> String {
      let links = (0..<count).map { "\"c\($0)\": \"{color.c\($0 + 1)}\"" }
      return "{ \"colors\": { \(links.joined(separator: ",")), \"c\(count)\": \"#000\" } }"
    }
    #expect(problems(chain(40)).isEmpty)
    #expect(problems(chain(5000)).contains { $0.code == "tokens.depth" })
  }

  @Test func compositeValues() throws {
    let set = try tokens(
      """
      { "colors": { "ink": { "light": "#101010", "dark": "#f0f0f0" } }, "spacing": { "line": 2 },
        "shadows": { "soft": { "color": "{color.ink}", "blur": 8, "y": "{spacing.line}" } },
        "gradients": { "dusk": ["#112233", { "color": "{color.ink}", "position": 0.7 }] },
        "families": { "book": ["Vollkorn", "serif"] },
        "type": { "title": { "family": "{family.book}", "size": 28, "weight": "bold",
            "line-height": 1.2 } },
        "borders": { "rule": { "color": "{color.ink}", "width": 1 } } }
      """)
    guard case .shadow(let dark)? = set["shadow.soft"]?.value(in: .dark) else {
      Issue.record("no shadow")
      return
    }
    #expect(dark.first?.color.hex == "#f0f0f0")
    #expect(dark.first?.offsetY == TokenLength(2))
    guard case .gradient(let stops)? = set["gradient.dusk"]?.value(in: .light) else {
      Issue.record("no gradient")
      return
    }
    #expect(stops.map(\.position) == [0, 0.7])
    guard case .typography(let title)? = set["type.title"]?.value(in: .light) else {
      Issue.record("no typography")
      return
    }
    #expect(title.families == ["Vollkorn", "serif"] && title.weight == 700)
  }

  @Test(arguments: [
    ("{ \"colours\": {} }", "tokens.key"),
    ("{ \"colors\": { \"a\": \"reddish\" } }", "tokens.value"),
    ("{ \"colors\": { \"a\": \"{color.b}\" } }", "tokens.alias"),
    ("{ \"colors\": { \"a\": \"{spacing.b}\" }, \"spacing\": { \"b\": 1 } }", "tokens.alias"),
    ("{ \"colors\": { \"a\": { \"dark\": \"#000\" } } }", "tokens.mode"),
    ("{ \"colors\": 3 }", "tokens.value"), ("[]", "tokens.value"), ("{", "tokens.json"),
    ("{ \"a\": { \"$value\": 1 } }", "tokens.type"),
    ("{ \"a\": { \"$type\": \"colr\", \"$value\": 1 } }", "tokens.type"),
    ("{ \"a\": { \"$type\": \"number\", \"$value\": 1, \"$exteds\": 2 } }", "tokens.key"),
    (
      "{ \"a\": { \"$type\": \"color\", \"$value\": \"#000\", \"$extensions\": { \"mode\": { \"dusk\": 1 } } } }",
      "tokens.mode"
    ),
    (
      "{ \"a\": { \"$type\": \"color\", \"$value\": { \"colorSpace\": \"cmyk\", \"components\": [0,0,0] } } }",
      "tokens.color-space"
    ),
    ("{ \"a\": { \"$type\": \"dimension\", \"$value\": \"3 apples\" } }", "tokens.value"),
    ("{ \"a\": { \"$type\": \"gradient\", \"$value\": [\"#000\"] } }", "tokens.value"),
    (
      "{ \"colors\": { \"a\": \"#000\" }, \"contrast\": [\"color.a on color.b\"] }",
      "tokens.contrast"
    ),
    ("{ \"colors\": { \"a\": \"#000\" }, \"contrast\": [3] }", "tokens.contrast"),
    ("{ \"strings\": { \"en\": 3 } }", "tokens.strings"),
  ])
  func faultsHavePlaces(_ json: String, _ code: String) {
    let found = problems(json)
    #expect(found.contains { $0.code.rawValue == code }, "\(found.map(\.text))")
    #expect(found.allSatisfy { $0.place?.line == 1 && $0.place?.file == "t.json" })
  }

  @Test func `a value that ends at a comment has a warning`() throws {
    let text = "families:\n  titles:\n    - Charter #2\n    - serif # for all\n"
    let set = try TokenReader.read(TokenReader.values(of: Array(text.utf8), file: "t.yaml"))
    #expect(
      set.warnings.map(\.line) == [
        "t.yaml:3:7: warning: \"#\" begins a comment: the text is \"Charter\""
      ])
  }

  @Test func typesThatAreNotReadAreLeftOut() throws {
    let set = try tokens(
      """
      { "ink": { "$type": "color", "$value": "#101010" },
        "motion": { "$type": "transition", "fade": { "$value": { "duration": "1s" } },
          "tint": { "$type": "color", "$value": "{ink}" } },
        "dash": { "$type": "strokeStyle", "$value": "dashed" },
        "line": { "$value": "{dash}" } }
      """)
    #expect(set.tokens.map(\.name) == ["ink", "motion.tint"])
    #expect(set.warnings.map(\.code) == ["tokens.type", "tokens.type", "tokens.type"])
    #expect(
      set.warnings.first?.message
        == "motion.fade is skipped: tokens of type transition are not read")
    #expect(set.warnings.first?.place?.line == 2)
  }

  @Test func everythingWrongIsSaidAtOnce() {
    let found = faults("{ \"colors\": { \"a\": \"rot\",\n \"b\": \"blau\" } }")
    #expect(found.map { $0.place?.line } == [1, 2])
  }

  @Test func aBadTokenLeavesOutItselfAlone() throws {
    let set = try tokens(
      """
      { "a": { "$type": "color", "$value": "#00f" },
        "b": { "$type": "color", "$value": "blau" },
        "c": { "$type": "color", "$value": "{b}" },
        "d": { "$type": "colorish", "$value": 1 },
        "e": { "$type": "dimension", "$value": "{nowhere}" } }
      """)
    #expect(set.tokens.map(\.name) == ["a"])
    #expect(
      set.warnings.map { "\($0.code.rawValue) \($0.place?.line ?? 0)" } == [
        "tokens.alias 5", "tokens.value 2", "tokens.value 3", "tokens.type 4", "tokens.skipped 0",
      ])
    #expect(set.warnings.allSatisfy { $0.severity < .error })
  }

  // MARK: Other programs' forms

  @Test func theoIsRefusedByName() {
    let said = faults(#"{"props": {"gap": {"value": "4px", "category": "spacing"}}}"#)
    #expect(said.map(\.code.rawValue) == ["tokens.format"])
    #expect(said.first?.message == "this file has the format of Theo, which is not read")
    #expect(said.first?.place?.column == 19)
  }

  @Test(arguments: [
    #"{"spacing": {"a": {"value": 8, "unit": "px"}}, "durations": {"b": {"value": 2, "unit": "s"}}}"#,
    #"{"gap": {"$type": "dimension", "$value": {"value": 8, "unit": "px"}}}"#,
    #"{"numbers": {"value": 3}}"#,
    #"{"gap": {"$type": "dimension", "$value": "8px", "$extensions": {"x": {"value": 1}}}}"#,
  ]) func ourFormsAreNotTakenForThem(_ json: String) throws {
    #expect(try tokens(json).warnings.isEmpty)
  }

  @Test func lengthsWithoutAUnitAreSaidOnce() throws {
    let set = try tokens(
      ##"""
      {"a": {"$type": "dimension", "$value": "1.5"}, "b": {"$type": "dimension", "$value": 24},
       "c": {"$type": "dimension", "$value": {"value": 3}}, "d": {"$type": "dimension", "$value": 0},
       "e": {"$type": "dimension", "$value": "{a}"}, "f": {"$type": "number", "$value": 7},
       "g": {"$type": "shadow", "$value": [{"color": "#000000", "blur": 4, "offsetX": "1px"}]}}
      """##)
    #expect(
      set.warnings.map(\.message) == [
        "4 tokens have lengths without units, a the first: they are read as px"
      ])
    #expect(set["e"]?.value(in: .light) == .dimension(TokenLength(1.5)))
  }

  /// Of several modes the light one is named first, each time.
  @Test func theFirstLengthWithoutAUnitIsThatOfTheLight() throws {
    for _ in 0..<20 {
      let set = try tokens(
        """
        {"a": {"$type": "dimension",
          "$extensions": {"mode": {"high-contrast": "4", "dark": "3", "dark-high-contrast": "2"}},
          "$value": "1.5"}}
        """)
      #expect(set.warnings.map(\.place?.line) == [3])
    }
  }

  // MARK: Values in the spellings files have

  @Test(arguments: [
    (#""'IBM Plex Mono', 'Menlo', monospace""#, ["IBM Plex Mono", "Menlo", "monospace"]),
    (#""Inter""#, ["Inter"]), (#""'Inter'""#, ["Inter"]), (#"["A, B", "C"]"#, ["A", "B", "C"]),
    (#""\"Foo, Bar\", serif""#, ["Foo, Bar", "serif"]), (#""Rock'n Roll""#, ["Rock'n Roll"]),
  ]) func familiesOfOneTextAreAList(_ value: String, _ names: [String]) throws {
    let set = try tokens("{\"f\": {\"$type\": \"fontFamily\", \"$value\": \(value)}}")
    #expect(set["f"]?.value(in: .light) == .fontFamily(names))
  }

  @Test(arguments: [#""""#, #""A,,B""#, #"[]"#])
  func aFamilyWithoutANameIsNone(_ value: String) {
    #expect(
      faults("{\"f\": {\"$type\": \"fontFamily\", \"$value\": \(value)}}").map(\.code.rawValue)
        == ["tokens.value"])
  }

  @Test func dashesBecomeDashedAndItIsSaid() throws {
    let set = try tokens(
      ##"""
      {"stroke": {"fine": {"$type": "strokeStyle", "$value": "dotted"},
         "cut": {"$type": "strokeStyle",
           "$value": {"dashArray": [{"value": 4, "unit": "px"}], "lineCap": "round"}},
         "same": {"$type": "strokeStyle", "$value": "{stroke.cut}"}},
       "b": {"$type": "border",
         "one": {"$value": {"color": "#000000", "width": "1px", "style": {"dashArray": ["1px"]}}},
         "two": {"$value": {"color": "#000000", "width": "1px", "style": "{stroke.fine}"}},
         "three": {"$value": {"color": "#000000", "width": "1px", "style": "{stroke.same}"}},
         "four": {"$value": {"color": "#000000", "width": "1px"}}}}
      """##)
    let styles = ["one", "two", "three", "four"].map { name -> String in
      if case .border(let border)? = set["b." + name]?.value(in: .light) {
        border.style
      } else {
        ""
      }
    }
    #expect(styles == ["dashed", "dotted", "dashed", "solid"])
    let dashes = set.warnings.filter { $0.code == "tokens.dash" }.map(\.message)
    #expect(
      dashes == ["patterns of dashes become dashed: their lengths are lost: b.one, b.three"])
  }

  @Test(arguments: [#""solid; } body { display: none""#, #"{"x": 1}"#, "3"])
  func whatIsNoLineStyleIsRefused(_ style: String) {
    let said = faults(
      "{\"b\": {\"$type\": \"border\", \"$value\": {\"color\": \"#000000\", \"width\": \"1px\", \"style\": \(style)}}}"
    )
    #expect(said.map(\.code.rawValue) == ["tokens.value"])
  }

  // MARK: What stands where no token is read

  @Test func whatIsWithinATokenIsSaid() throws {
    let set = try tokens(
      """
      {"a": {"$type": "color", "$value": "#ffffff", "comment": "paper",
         "deep": {"$value": "#000000"}},
       "g": {"$type": "color", "$root": {"value": "#333333"}, "x": {"$value": "#444444"}}}
      """)
    #expect(set.tokens.map(\.name) == ["a", "g.x"])
    #expect(
      set.warnings.map { "\($0.code.rawValue) \($0.place?.line ?? 0): \($0.message)" } == [
        "tokens.key 1: a.comment is skipped: tokens have no such property",
        "tokens.nested 2: a.deep is skipped: it is within a token, and tokens hold no others",
        "tokens.key 3: g.$root.value is skipped: tokens have no such property",
        "tokens.value 3: g.$root is skipped: it has no $value",
      ])
  }

  @Test(arguments: [#""yes""#, "1", "null", "{}"]) func insetIsTrueOrFalse(_ inset: String) {
    let said = faults(
      "{\"s\": {\"$type\": \"shadow\", \"$value\": {\"color\": \"#000000\", \"inset\": \(inset)}}}")
    #expect(said.map(\.message).contains { $0.hasPrefix("s.inset: expected true or false") })
  }
}
