// SPDX-License-Identifier: MIT
// Part of Platen: tests of tokens in the forms of Style Dictionary, Tokens Studio and Spectrum.

import Diagnostics
import Foundation
import TestSupport
import Testing
import Tokens

@Suite struct TokenFormatsTests {
  private func length(_ set: TokenSet, _ name: String) -> TokenLength? {
    if case .dimension(let length)? = set[name]?.value(in: .light) { length } else { nil }
  }

  private func color(_ set: TokenSet, _ name: String, in mode: TokenMode = .light) -> String? {
    set[name]?.color(in: mode)?.hex
  }

  private func number(_ set: TokenSet, _ name: String) -> Double? {
    if case .number(let number)? = set[name]?.value(in: .light) { number } else { nil }
  }

  // MARK: Style Dictionary

  @Test func smallLengthsWithoutAUnitAreRem() throws {
    let set = try tokens(
      #"{"size": {"icon": {"small": {"value": "1.5", "type": "dimension"}}}}"#)
    #expect(length(set, "size.icon.small")?.points == 24)
    #expect(
      set.warnings.map(\.message) == [
        "size.icon.small has a length without a unit: it is read as rem of 16 pixels"
      ])
  }

  @Test func largeLengthsWithoutAUnitArePixels() throws {
    let set = try tokens(
      """
      {"size": {"a": {"value": 8}, "b": {"value": "16"}, "c": {"value": 24}, "d": {"value": 0}}}
      """)
    #expect(length(set, "size.b") == TokenLength(16))
    #expect(
      set.warnings.map(\.message) == [
        "3 tokens have lengths without units, size.a the first: they are read as px"
      ])
  }

  /// Category, type, item: the first group is the type of tokens without one.
  @Test func typesAreTheFirstGroups() throws {
    let set = try tokens(
      """
      {"color": {"base": {"red": {"value": "#f00", "comment": "Loud"}},
         "font": {"alias": {"value": "{color.base.red.value}"},
           "other": {"value": "{ color.base.red }"}}},
       "size": {"font": {"small": {"value": "0.75rem"}}},
       "time": {"short": {"value": "150ms"}},
       "opacity": {"half": {"value": 0.5}},
       "font": {"family": {"base": {"value": "'Open Sans', serif"}}, "weight": {"value": "bold"}},
       "asset": {"icon": {"value": "icons/a.ttf"}}}
      """)
    #expect(color(set, "color.font.alias") == "#ff0000")
    #expect(color(set, "color.font.other") == "#ff0000")
    #expect(set["color.base.red"]?.description == "Loud")
    #expect(length(set, "size.font.small") == TokenLength(0.75, .rem))
    #expect(set["time.short"]?.value(in: .light) == .duration(150))
    #expect(number(set, "opacity.half") == 0.5)
    #expect(set["font.family.base"]?.value(in: .light) == .fontFamily(["Open Sans", "serif"]))
    #expect(set["asset.icon"] == nil)
    #expect(set.warnings.map(\.code) == ["tokens.type"])
  }

  @Test func referencesToValuesThatAreNoTokens() throws {
    let set = try tokens(
      """
      {"lightness": [0.5, 0.25], "hue": {"red": 0},
       "color": {"red": {"value": {"h": "{hue.red}", "s": 1, "l": "{lightness.0}"}, "type": "color"}}}
      """)
    #expect(color(set, "color.red") == "#ff0000")
  }

  @Test func numberedLayersAreAShadow() throws {
    let set = try tokens(
      """
      {"elevation": {"raised": {"value": {"0": {"offsetX": 0, "offsetY": -2, "blurRadius": 8,
         "spreadRadius": 1, "color": "#000000", "opacity": 0.2}}, "darkValue": "none"}}}
      """)
    guard case .shadow(let layers)? = set["elevation.raised"]?.value(in: .light) else {
      Issue.record("no shadow: \(set.warnings.map(\.text))")
      return
    }
    #expect(layers.first?.offsetY == TokenLength(-2) && layers.first?.blur == TokenLength(8))
    #expect(layers.first?.color.alpha == 0.2)
    #expect(set["elevation.raised"]?.modes == [.light, .dark])
  }

  /// Programs copy the value of an alias, whatever its own type is.
  @Test func aliasesOfOtherTypes() throws {
    let set = try tokens(
      """
      {"red": {"value": "#f00", "type": "color"}, "line": {"value": "{red}", "type": "border"},
       "pad": {"value": "{bare}", "type": "spacing"}, "bare": {"value": 8, "type": "number"},
       "odd": {"value": "{line}", "type": "opacity"}, "not": {"value": "blau", "type": "color"},
       "nor": {"value": "{not}", "type": "border"}}
      """)
    #expect(color(set, "line") == "#ff0000" && color(set, "odd") == nil)
    #expect(length(set, "pad") == TokenLength(8))
    #expect(set.tokens.map(\.name) == ["red", "line", "pad", "bare"])
  }

  // MARK: Tokens Studio

  @Test func typesOfTokensStudio() throws {
    let set = try tokens(
      """
      {"gap": {"value": "{base} * 1.5", "type": "spacing"}, "base": {"value": "8px", "type": "sizing"},
       "round": {"value": "roundTo(10 / 3, 1)", "type": "borderRadius"},
       "part": {"value": "25%", "type": "opacity"}, "lh": {"value": "150%", "type": "lineHeights"},
       "lhp": {"value": "24px", "type": "lineHeights"},
       "ff": {"value": "Inter", "type": "fontFamilies"},
       "fw": {"value": "Semi Bold Italic", "type": "fontWeights"},
       "t": {"type": "typography", "value": {"fontFamily": "{ff}", "fontWeight": "{fw}",
         "fontSize": "20", "lineHeight": "30px", "letterSpacing": "5%", "textCase": "none"}},
       "s": {"type": "boxShadow", "value": [{"x": "0", "y": "{base}", "blur": 4, "spread": 0,
         "color": "rgba({ink}, 0.5)", "type": "innerShadow"}]},
       "ink": {"value": "#102030", "type": "color"},
       "b": {"type": "border", "value": {"color": "{ink}", "width": "1", "style": "dashed"}},
       "case": {"value": "uppercase", "type": "textCase"}}
      """)
    #expect(length(set, "gap") == TokenLength(12))
    #expect(length(set, "round")?.value == 3.3)
    #expect(number(set, "part") == 0.25 && number(set, "lh") == 1.5)
    #expect(length(set, "lhp") == TokenLength(24))
    #expect(set["fw"]?.value(in: .light) == .fontWeight(600))
    guard case .typography(let type)? = set["t"]?.value(in: .light),
      case .shadow(let layers)? = set["s"]?.value(in: .light)
    else {
      Issue.record("\(set.warnings.map(\.text))")
      return
    }
    #expect(type.size == TokenLength(20) && type.weight == 600 && type.lineHeight == 1.5)
    #expect(type.letterSpacing == TokenLength(1))
    #expect(layers.first?.isInset == true && layers.first?.offsetY == TokenLength(8))
    #expect(layers.first?.color.hex == "#10203080")
    #expect(set["case"] == nil)
  }

  /// Values of the tests of Tokens Studio's own transforms.
  @Test(arguments: [
    ("lighten", "0.2", "hsl", "hsl(0 50.598% 60.627%)"),
    ("lighten", "0.5 - 0.3", "lch", "lch(57.685 47.48 29.704)"),
    ("lighten", "0.2", "p3", "color(display-p3 0.76016 0.43532 0.42213)"),
    ("lighten", "0.2", "srgb", "rgb(80.549% 40.706% 40.706%)"),
    ("darken", "0.2", "hsl", "hsl(0 50.598% 40.627%)"),
    ("darken", "0.2", "lch", "lch(37.685 47.48 29.704)"),
    ("darken", "0.2", "p3", "color(display-p3 0.56016 0.23532 0.22213)"),
    ("darken", "0.2", "srgb", "rgb(60.549% 20.706% 20.706%)"),
    ("alpha", "{half} / 2", "srgb", "rgba(#C14242, 0.25)"),
    ("mix", "0.5", "srgb", "rgb(50% 33% 33%)"),
  ]) func changesOfColors(
    _ kind: String, _ amount: String, _ space: String, _ wanted: String
  ) throws {
    let set = try tokens(
      """
      {"half": {"value": 0.5, "type": "number"}, "base": {"value": "#C14242", "type": "color"},
       "gray": {"value": "rgb(24.31% 40.12% 40.12%)", "type": "color"},
       "c": {"value": "{base}", "type": "color", "$extensions": {"studio.tokens": {"modify":
         {"type": "\(kind)", "value": "\(amount)", "space": "\(space)", "color": "{gray}"}}}},
       "again": {"value": "{c}", "type": "color"}}
      """)
    let wanted = try #require(TokenColor(css: wanted))
    let found = try #require(set["again"]?.color(in: .light))
    let (a, b) = (wanted.converted(to: .sRGB), found.converted(to: .sRGB))
    for (x, y) in [(a.red, b.red), (a.green, b.green), (a.blue, b.blue), (a.alpha, b.alpha)] {
      #expect(abs(x - y) < 0.002, "\(wanted.hex) \(found.hex)")
    }
  }

  @Test func severalSetsInOneFile() throws {
    let set = try tokens(
      """
      {"core": {"ink": {"value": "#111111", "type": "color"}},
       "night": {"ground": {"value": "#000000", "type": "color"}},
       "day": {"ground": {"value": "#ffffff", "type": "color"}, "text": {"value": "{ink}", "type": "color"}},
       "unused": {"ground": {"value": "#ff0000", "type": "color"}},
       "$themes": [
         {"name": "Light", "selectedTokenSets": {"core": "source", "day": "enabled"}},
         {"name": "Dark", "selectedTokenSets": {"core": "source", "day": "enabled", "night": "enabled",
           "unused": "disabled"}}],
       "$metadata": {"tokenSetOrder": ["core", "unused", "day", "night"]}}
      """)
    #expect(set.tokens.map(\.name) == ["ink", "ground", "text"])
    #expect(color(set, "ground") == "#ffffff" && color(set, "ground", in: .dark) == "#000000")
    #expect(set["text"]?.modes == [.light])
    #expect(
      set.warnings.map(\.message) == ["unused is not read: no theme selects it"])
  }

  /// The name of a single set is not a part of names where references do without it.
  @Test func oneSetIsUnwrapped() throws {
    let set = try tokens(
      """
      {"global": {"a": {"value": "4px", "type": "spacing"}, "b": {"value": "{a} * 2", "type": "spacing"}}}
      """)
    #expect(length(set, "b") == TokenLength(8))
  }

  /// Lengths that depend on their surroundings, and several in a row.
  @Test(arguments: [
    ("2em", "2em"), ("50%", "50%"), ("{half} {base}", "4px 8px"), ("0 auto", "0px auto"),
    ("calc(100% - 2rem)", "calc(100% - 2rem)"), ("fit-content", "fit-content"), ("10vw", "10vw"),
    ("8px 1.5rem 0 2", "8px 1.5rem 0px 2px"),
  ]) func lengthsOfStyleSheets(_ value: String, _ css: String) throws {
    let set = try tokens(
      """
      {"base": {"value": "8px", "type": "spacing"}, "half": {"value": "{base} / 2", "type": "spacing"},
       "a": {"value": "\(value)", "type": "spacing"}}
      """.replacingOccurrences(of: "{half} {base}", with: "4px {base}"))
    #expect(set["a"]?.value(in: .light) == .css(css))
    #expect(try CSSTokens.css(set).contains("--a: \(css);"))
    #expect(try !SwiftTokens.source(set).contains(" a = "))
    #expect(AndroidTokens.leftOut(of: set).map(\.name) == ["a"])
  }

  @Test(arguments: [
    "calc(1px /* ", "calc(1px)}a{b:c(d)", "calc(1px); x: y(1)", "a b", "1px;",
    "1px 2px 3px 4px 5px", "expression(x)", "1apple",
  ]) func textsThatAreNotLengths(_ value: String) {
    #expect(
      problems("{\"a\": {\"value\": \"\(value)\", \"type\": \"spacing\"}}").map(\.code)
        == ["tokens.value"])
  }

  // MARK: Spectrum

  @Test func spectrumHasSetsForModes() throws {
    let set = try tokens(
      """
      {"gray-50": {"$schema": "https://x.example/token-types/color-set.json", "sets": {
         "light": {"$schema": "https://x.example/token-types/color.json", "value": "rgb(250, 250, 250)"},
         "dark": {"$schema": "https://x.example/token-types/color.json", "value": "rgb(20, 20, 20)"},
         "wireframe": {"$schema": "https://x.example/token-types/color.json", "value": "#fff"}}},
       "ground": {"$schema": "https://x.example/token-types/alias.json", "value": "{gray-50}"},
       "width": {"$schema": "https://x.example/token-types/scale-set.json", "sets": {
         "desktop": {"$schema": "https://x.example/token-types/dimension.json", "value": "12px"},
         "mobile": {"$schema": "https://x.example/token-types/dimension.json", "value": "15px"}}}}
      """)
    #expect(color(set, "ground") == "#fafafa" && color(set, "ground", in: .dark) == "#141414")
    #expect(length(set, "width") == TokenLength(12))
    #expect(set.warnings.map(\.code) == ["tokens.mode", "tokens.mode"])
  }

  // MARK: The format as published

  @Test func groupsWithRootAndExtends() throws {
    let set = try tokens(
      """
      {"base": {"$type": "color", "$root": {"$value": "#111111"}, "soft": {"$value": "#222222"},
         "loud": {"$value": "#333333"}},
       "own": {"$extends": "{base}", "loud": {"$value": "#444444"}, "more": {"$value": "#555555"}},
       "far": {"$extends": "#/own"},
       "ref": {"$type": "color", "$ref": "#/base/$root"},
       "part": {"$type": "number", "$value": {"$ref": "#/length/$value/value"}},
       "length": {"$type": "dimension", "$value": {"value": 3, "unit": "px"}},
       "wide": {"$value": {"$ref": "#/length/$value", "value": 9}, "$type": "dimension"}}
      """)
    #expect(color(set, "own.$root") == "#111111" && color(set, "own.loud") == "#444444")
    #expect(color(set, "far.soft") == "#222222" && color(set, "far.more") == "#555555")
    #expect(color(set, "ref") == "#111111")
    #expect(number(set, "part") == 3)
    #expect(length(set, "wide") == TokenLength(9))
    #expect(set.warnings.isEmpty, "\(set.warnings.map(\.text))")
  }

  @Test(arguments: [
    #""{a}""#, #""{a.own}""#, ##""#/a/own""##, #""{gone}""#, "3",
  ]) func groupsThatCannotBeExtended(_ target: String) {
    let json =
      "{\"a\": {\"$type\": \"color\", \"x\": {\"$value\": \"#000\"}, "
      + "\"own\": {\"$extends\": \(target), \"y\": {\"$value\": \"#fff\"}}}}"
    #expect(problems(json).map(\.code) == ["tokens.alias"])
  }

  @Test func inlineResolver() throws {
    let set = try tokens(
      """
      {"version": "2025.10",
       "sets": {"base": {"sources": [{"a": {"$type": "color", "$value": "#aaaaaa"},
         "b": {"$type": "color", "$value": "{a}"}}]}},
       "modifiers": {
         "theme": {"contexts": {"light": [], "dark": [{"a": {"$type": "color", "$value": "#bbbbbb"}}]},
           "default": "light"},
         "contrast": {"contexts": {"normal": [],
           "high": [{"a": {"$type": "color", "$value": "#000000"}}]}, "default": "normal"},
         "brand": {"contexts": {"one": [{"c": {"$type": "number", "$value": 1}}],
           "two": [{"c": {"$type": "number", "$value": 2}}]}, "default": "two"}},
       "resolutionOrder": [{"$ref": "#/sets/base"}, {"$ref": "#/modifiers/theme"},
         {"$ref": "#/modifiers/contrast"}, {"$ref": "#/modifiers/brand"}]}
      """)
    #expect(color(set, "b") == "#aaaaaa" && color(set, "b", in: .dark) == "#bbbbbb")
    #expect(color(set, "b", in: .highContrast) == "#000000")
    #expect(number(set, "c") == 2)
    #expect(set.warnings.map(\.message) == ["of brand, two is read, not one"])
  }

  @Test func typesOfUnmistakableValues() throws {
    let set = try tokens(
      """
      {"c": {"$value": {"colorSpace": "srgb", "components": [1, 0, 0]}},
       "d": {"$value": {"value": 2, "unit": "rem"}}, "t": {"$value": {"value": 2, "unit": "s"}}}
      """)
    #expect(set.tokens.map(\.type) == [.color, .dimension, .duration])
  }
}
