// SPDX-License-Identifier: MIT
// Part of Platen: tests of what tokens are written as.

import Diagnostics
import Foundation
import JSON
import TestSupport
import Testing
import Text
import Tokens

#if canImport(FoundationXML)
  import FoundationXML
#endif

private func sample() throws -> TokenSet {
  try tokens(
    """
    { "colors": {
        "paper": { "light": "#fffdf7", "dark": "#101418", "high-contrast": "#ffffff",
          "description": "The ground of everything" },
        "ink": { "light": "#21201c", "dark": "#eee9dd" },
        "badge": { "dawn-glow": "#ffb00080" },
        "vivid": { "colorSpace": "display-p3", "components": [1, 0.2, 0] } },
      "gradients": { "dusk": ["{color.ink}", "#445566"] },
      "spacing": { "small": 8, "2x": "1.5rem" },
      "shadows": { "soft": { "color": "#00000014", "blur": 8, "y": 4 } },
      "type": { "title": { "family": ["Vollkorn \\"Titles\\"", "serif"], "size": 28, "weight": 700,
          "line-height": 1.2 } },
      "durations": { "quick": "0.2s" }, "easings": { "out": [0, 0, 0.2, 1] },
      "weights": { "default": "medium" }, "numbers": { "golden": 1.61803 },
      "borders": { "rule": { "color": "{color.ink}", "width": 1 } },
      "contrast": [{ "text": "color.ink", "on": "color.paper", "level": "AAA" }],
      "fonts": ["fonts/Vollkorn & Sons.ttf"],
      "strings": { "en": { "hello": "It's <b>\\"here\\"</b>" }, "pt-BR": { "hello": "Olá\\n?" } } }
    """)
}

@Suite struct WriterTests {
  @Test func css() throws {
    let css = try CSSTokens.css(sample())
    #expect(css.contains("--color-paper: #fffdf7;"))
    #expect(css.contains("--color-badge-dawn-glow: #ffb00080;"))
    #expect(css.contains("@media (prefers-color-scheme: dark) {"))
    #expect(
      css.contains("@media (prefers-contrast: more) {\n  :root {\n    --color-paper: #ffffff;"))
    #expect(css.contains("--gradient-dusk: linear-gradient(180deg, #21201c 0%, #445566 100%);"))
    #expect(css.contains("--shadow-soft: 0px 4px 8px 0px #00000014;"))
    #expect(css.contains("--type-title: 700 28px / 1.2 \"Vollkorn \\\"Titles\\\"\", serif;"))
    #expect(css.contains("--easing-out: cubic-bezier(0, 0, 0.2, 1);"))
    // What has no other value in the dark is not said again there.
    let dark = css.components(separatedBy: "prefers-color-scheme: dark")[1]
    #expect(dark.contains("--gradient-dusk") && !dark.contains("--spacing-small"))
  }

  /// Aliases in all modes, in one mode only, of typography, and ahead of what they name.
  private func aliases() throws -> TokenSet {
    try tokens(
      ##"""
      { "color": { "$type": "color",
          "early": { "$value": "{color.base}" },
          "base": { "$value": "#112233", "$extensions": { "mode": { "dark": "#ddeeff" } } },
          "text": { "$value": "{color.base}" },
          "mixed": { "$value": "#445566", "$extensions": { "mode": { "dark": "{color.base}" } } } },
        "4th": { "$type": "dimension", "$value": { "value": 4, "unit": "px" } },
        "body": { "$type": "typography", "$value": { "fontFamily": ["Inter", "serif"],
          "fontSize": { "value": 16, "unit": "px" }, "fontWeight": 400, "lineHeight": 1.5,
          "letterSpacing": { "value": 0, "unit": "px" } } },
        "lead": { "$type": "typography", "$value": "{body}" } }
      """##)
  }

  @Test func `style sheets refer to tokens whose values others take over`() throws {
    let set = try aliases()
    #expect(set["color.text"]?.aliases == [.light: ["color", "base"], .dark: ["color", "base"]])
    #expect(!(try CSSTokens.css(set)).contains("var("))
    let css = try CSSTokens.css(set, references: true)
    #expect(css.contains("--color-text: var(--color-base);"))
    #expect(css.contains("--lead-size: var(--body-size);"))
    #expect(css.contains("--lead: var(--body);"))
    // What follows another token by its reference needs no value of its own in the dark.
    let dark = css.components(separatedBy: "prefers-color-scheme: dark")[1]
    #expect(dark.contains("--color-base: #ddeeff;"))
    #expect(dark.contains("--color-mixed: var(--color-base);") && !dark.contains("--color-text"))
  }

  @Test func scss() throws {
    let scss = try SCSSTokens.scss(aliases(), references: true)
    let lines = scss.components(separatedBy: "\n")
    let base = try #require(lines.firstIndex(of: "$color-base: #112233;"))
    let early = try #require(lines.firstIndex(of: "$color-early: $color-base;"))
    #expect(base < early, "a variable is set before it is used")
    #expect(lines.contains("$_4th: 4px;"))
    #expect(lines.contains("$lead-family: $body-family;"))
    #expect(lines.contains("$dark: ("))
    #expect(lines.contains("  \"color-mixed\": #ddeeff,"))
    let plain = try SCSSTokens.scss(sample())
    #expect(plain.contains("$color-vivid: #{\"color(display-p3 1 0.2 0)\"};"))
    #expect(!plain.contains(" / "), "Sass would divide")
  }

  @Test func typeScript() throws {
    let source = try TypeScriptTokens.source(sample(), name: "Brand")
    #expect(source.contains("export const light = {\n"))
    #expect(source.contains("export type Brand = typeof light;"))
    #expect(source.contains("export const dark: Brand = {\n"))
    #expect(source.contains("export const highContrast: Brand = {\n"))
    #expect(source.contains("  /** The ground of everything */\n  colorPaper: \"#fffdf7\","))
    #expect(source.contains("  numberGolden: 1.618,"))
    #expect(source.contains(#"fontFamily: "\"Vollkorn \\\"Titles\\\"\", serif""#))
    #expect(source.filter { $0 == "{" }.count == source.filter { $0 == "}" }.count)
    #expect(try TypeScriptTokens.source(aliases(), name: "T").contains("  \"4th\": \"4px\","))
  }

  /// Values with the spacing of letters, which the format requires.
  private func complete(_ token: Token?) -> [TokenMode: TokenValue]? {
    token?.values.mapValues { value in
      guard case .typography(var type) = value else { return value }
      type.letterSpacing = type.letterSpacing ?? TokenLength(0)
      return .typography(type)
    }
  }

  /// Values, modes and aliases.
  @Test func theFormatIsReadBack() throws {
    for set in [try sample(), try aliases()] {
      let text = String(decoding: FormatWriter.json(set), as: UTF8.self)
      let again = try tokens(text)
      #expect(again.warnings == [])
      #expect(again.tokens.map(\.name).sorted() == set.tokens.map(\.name).sorted())
      for token in set.tokens {
        let other = again[token.name]
        #expect(other?.type == token.type && complete(other) == complete(token), "\(token.name)")
        #expect(other?.description == token.description)
      }
      #expect(again["color.text"]?.aliases == set["color.text"]?.aliases)
    }
  }

  @Test func jsonIsReadBack() throws {
    let document = try JSONDocument(parsing: TokensJSON.json(sample()))
    let paper = document.root["tokens"]?["color.paper"]
    #expect(paper?["dark"]?["hex"]?.string == "#101418")
    #expect(document.root["tokens"]?["spacing.2x"]?["light"]?.double == 24)
    let pair = document.root["contrast"]?[0]
    #expect(pair?["light"]?["passes"]?.bool == true)
    #expect(pair?["light"]?["ratio"]?.double ?? 0 > 15)
  }

  @Test func swiftBuilds() throws {
    let source = try SwiftTokens.source(sample())
    #expect(source.contains("public static let `default` = 500.0"))
    #expect(source.contains("public static let _2x = 24.0"))
    #expect(source.contains("paper = ModeColor(light: 0xFFFDF7FF, dark: 0x101418FF"))
    let scratch = try Scratch()
    _ = try Program("swiftc").text(
      ["-swift-version", "6", "-typecheck", scratch.write(source, to: "Tokens.swift")],
      mergesErrors: true)
  }

  @Test func kotlin() throws {
    let source = try KotlinTokens.source(sample(), package: "org.example.design")
    #expect(source.contains("package org.example.design\n"))
    #expect(
      source.contains(
        "val paper = ModeColor(0xFFFFFDF7, dark = 0xFF101418, highContrast = 0xFFFFFFFF)"))
    #expect(source.contains("const val _2x = 24.0"))
    #expect(source.contains("const val quick = 200.0"))
    #expect(source.contains("listOf(\"Vollkorn \\\"Titles\\\"\", \"serif\")"))
    #expect(source.filter { $0 == "{" }.count == source.filter { $0 == "}" }.count)
  }

  @Test func composeHasTypesOfItsOwn() throws {
    let source = try ComposeTokens.source(sample(), package: "org.example.design", name: "Brand")
    #expect(source.contains("import androidx.compose.ui.graphics.Color as ComposeColor\n"))
    #expect(source.contains("object Brand {\n  object Color {\n"))
    #expect(
      source.contains(
        "val paper = ModeColor(ComposeColor(0xFFFFFDF7), dark = ComposeColor(0xFF101418), "
          + "highContrast = ComposeColor(0xFFFFFFFF))"))
    #expect(source.contains(", ColorSpaces.DisplayP3)"))
    #expect(source.contains("val _2x = 24.dp\n"))
    #expect(source.contains("const val quick = 200\n"))
    #expect(source.contains("const val golden = 1.618\n"))
    #expect(source.contains("ComposeTextStyle(fontSize = "))
    for (open, close) in [("{", "}"), ("(", ")")] as [(Character, Character)] {
      #expect(source.filter { $0 == open }.count == source.filter { $0 == close }.count)
    }
    let set = try tokens(
      """
      { "border-style": { "$type": "dimension", "thin": { "$value": "-0.5px" } },
        "weight": { "$type": "fontWeight", "black": { "$value": 950 } } }
      """)
    let other = try ComposeTokens.source(set)
    #expect(other.contains("object BorderStyles {\n    val thin = (-0.5).dp\n"))
    #expect(other.contains("val black = ComposeFontWeight(950)\n"))
  }

  @Test func swiftHasColorsOfUIKit() throws {
    let source = try SwiftTokens.source(sample(), name: "Brand")
    #expect(source.contains("#if canImport(UIKit)\n  extension Brand.RGBA {\n"))
    #expect(source.contains("      UIColor { traits in\n"))
    #expect(
      source.components(separatedBy: "#if ").count == source.components(separatedBy: "#endif").count
    )
  }

  @Test func android() throws {
    let files = try AndroidTokens.files(sample())
    #expect(
      files.map(\.path) == [
        "values/colors.xml", "values-night/colors.xml", "values/dimens.xml", "values/integers.xml",
        "values/strings.xml", "values-pt-rBR/strings.xml",
      ])
    #expect(files[0].text.contains("<color name=\"badge_dawn_glow\">#80FFB000</color>"))
    #expect(files[1].text.contains("<color name=\"paper\">#FF101418</color>"))
    #expect(!files[1].text.contains("badge_dawn_glow"))
    #expect(files[2].text.contains("<dimen name=\"spacing_2x\">24dp</dimen>"))
    #expect(files[4].text.contains("It\\'s &lt;b&gt;\\&quot;here\\&quot;&lt;/b&gt;"))
    for file in files { #expect(XMLParser(data: Data(file.text.utf8)).parse(), "\(file.path)") }
    #expect(AndroidTokens.qualifier("sr-Latn-RS") == "b+sr+Latn+RS")
  }

  /// A group that states the type is not part of a color set's name, however it is spelled.
  @Test(arguments: ["color", "colors", "colour", "colours", "Colours"])
  func groupsOfColorsAreNotPartOfNames(group: String) throws {
    let set = try tokens(
      ##"{ "\##(group)": { "$type": "color", "sea": { "$value": "#0f4c66" } } }"##)
    #expect(set.tokens.map(TokenNames.colorSet) == ["sea"])
  }

  @Test func androidsNamesAndBlanks() throws {
    let set = try tokens(
      """
      { "colors": { "default": "#000000", "2x": "#ffffff" },
        "strings": { "en": { "new": "  two  blanks ", "plain": "one blank" } } }
      """)
    let files = try AndroidTokens.files(set)
    #expect(files[0].text.contains("<color name=\"_default\">"))
    #expect(files[0].text.contains("<color name=\"_2x\">"))
    #expect(files[1].text.contains("<string name=\"_new\">\"  two  blanks \"</string>"))
    #expect(files[1].text.contains("<string name=\"plain\">one blank</string>"))
    #expect(AndroidTokens.leftOut(of: set).isEmpty)
    let names = AndroidTokens.leftOut(of: try sample()).map(\.name)
    #expect(names.contains("gradient.dusk") && names.contains("shadow.soft"))
    #expect(names.contains("type.title") && !names.contains("duration.quick"))
  }

  @Test func charactersThatXMLCannotHoldAreReplaced() throws {
    let set = try tokens(
      #"{ "strings": { "en": { "odd": "a\u0001b\uFFFEc\r\nd" } }, "fonts": ["A\u0002.ttf"] }"#)
    for file in try AndroidTokens.files(set) {
      #expect(file.text.unicodeScalars.allSatisfy { MarkupEscaping.holds($0) })
    }
    let strings = try AndroidTokens.files(set).first { $0.path.hasSuffix("strings.xml") }
    #expect(strings?.text.contains(">a\u{FFFD}b\u{FFFD}c\\r\\nd<") == true)
    #expect(AppleFragments.appFonts(["A\u{2}.ttf"]).contains("A\u{FFFD}.ttf"))
  }

  @Test func apple() throws {
    let set = try sample()
    let list = AppleFragments.appFonts(set.fontFiles)
    let plist = try PropertyListSerialization.propertyList(
      from: Data(list.utf8), format: nil)
    #expect((plist as? [String: [String]])?["UIAppFonts"] == ["Vollkorn & Sons.ttf"])
    let table = AppleFragments.stringTable(set.strings[0])
    #expect(table.contains("\"hello\" = \"It's <b>\\\"here\\\"</b>\";"))
  }

  @Test func namesThatMeetAreRefused() {
    #expect(throws: (any Error).self) {
      try CSSTokens.css(try tokens("{ \"colors\": { \"a-b\": \"#000\", \"aB\": \"#fff\" } }"))
    }
    #expect(throws: (any Error).self) {
      try SwiftTokens.source(try tokens("{ \"colors\": { \"лес\": \"#000\" } }"))
    }
  }

  @Test func sameBytesEachTime() throws {
    #expect(TokensJSON.json(try sample()) == TokensJSON.json(try sample()))
    #expect(try CSSTokens.css(sample()) == CSSTokens.css(sample()))
  }

  /// Values that `calc()` can count with, and families that browsers know.
  @Test func lengthsHaveUnitsAndSystemFamiliesNoQuotes() throws {
    let css = try CSSTokens.css(
      tokens(
        #"""
        {"size": {"$type": "dimension", "none": {"$value": "0px"}, "root": {"$value": "0rem"}},
         "f": {"$type": "fontFamily", "$value": "-apple-system, BlinkMacSystemFont, 'Segoe UI', emoji"}}
        """#))
    #expect(css.contains("--size-none: 0px;") && css.contains("--size-root: 0rem;"))
    #expect(css.contains("--f: -apple-system, BlinkMacSystemFont, \"Segoe UI\", emoji;"))
  }

  // MARK: What is not to be lost

  private let modes = """
    {"d": {"$type": "dimension", "gap": {"$value": "8px", "$extensions": {"mode": {"dark": "9px"}}},
       "same": {"$value": "8px", "$extensions": {"mode": {"dark": "8px"}}}},
     "t": {"$type": "duration", "$value": "1s", "$extensions": {"mode": {"dark": "2s"}}},
     "c": {"$type": "color", "$value": "#000000", "$extensions": {"mode": {"dark": "#ffffff"}}},
     "s": {"$type": "shadow", "$value": {"color": "{c}", "blur": "1px"}}}
    """

  @Test func lengthsOfTheNight() throws {
    let set = try tokens(modes)
    let files = try AndroidTokens.files(set)
    let night = files.filter { $0.path.hasPrefix("values-night/") }
    #expect(
      night.map(\.path).map { $0.dropFirst(13) } == ["colors.xml", "dimens.xml", "integers.xml"])
    #expect(night[1].text.contains("<dimen name=\"d_gap\">9dp</dimen>"))
    #expect(night[2].text.contains(">2000</integer>"))
    // Of a shadow in two colors both sources have both.
    #expect(set.tokensOfSeveralValues.map(\.name) == ["d.gap", "t"])
  }

  @Test func shadowsWithinAndLinesOfDashes() throws {
    let set = try tokens(
      """
      {"s": {"$type": "shadow", "in": {"$value": {"color": "#000000", "inset": true}},
         "out": {"$value": {"color": "#000000"}}},
       "b": {"$type": "border", "dots": {"$value": {"color": "#000000", "width": "1px", "style": "dotted"}},
         "line": {"$value": {"color": "#000000", "width": "1px"}}}}
      """)
    let swift = try SwiftTokens.source(set)
    #expect(swift.contains("spread: 0.0, isInset: true)]") && swift.contains("spread: 0.0)]"))
    #expect(swift.contains("width: 1.0, style: \"dotted\")") && swift.contains("width: 1.0)\n"))
    let kotlin = try KotlinTokens.source(set)
    #expect(kotlin.contains("0.0, isInset = true))") && kotlin.contains("0.0, 0.0))\n"))
    #expect(kotlin.contains("1.0, style = \"dotted\")") && kotlin.contains("1.0)\n"))
  }

  @Test func numbersOfEverySize() throws {
    let set = try tokens(
      """
      {"n": {"$type": "number", "a": {"$value": 1e+30}, "b": {"$value": 0.0000005}, "c": {"$value": 0},
         "d": {"$value": 1.61803}, "e": {"$value": -123456789012.5}}}
      """)
    let css = try CSSTokens.css(set)
    for line in [
      "--n-a: 1e+30;", "--n-b: 5e-07;", "--n-c: 0;", "--n-d: 1.618;", "--n-e: -123456789012.5;",
    ] {
      #expect(css.contains(line), "\(line)")
    }
    #expect(try SwiftTokens.source(set).contains("a = 1e+30\n"))
    #expect(try KotlinTokens.source(set).contains("const val b = 5e-07\n"))
    let json = try JSONDocument(parsing: TokensJSON.json(set)).root["tokens"]
    #expect(json?["n.a"]?["light"]?.double == 1e30)
  }
}
