// SPDX-License-Identifier: MIT
// Part of Platen: keys of jobs read by their types.

import Diagnostics
import Testing
import Values

@testable import JobKit

@Suite struct OptionKeyTests {
  private enum Side: String, CaseIterable { case left, right }

  private static let settings: Settings = {
    var settings = Settings()
    settings.set("width", to: "640")
    settings.set("ratio", to: "1.5")
    settings.set("large", to: "true")
    settings.set("side", to: "right")
    settings.set("sides", to: ["left", "right"])
    settings.set("authors", to: ["Mira Holt", "Tom Reed"])
    return settings
  }()

  private static let width = OptionKey("width", .integer(1...1000), "pixels", example: "9")
  private static let ratio = OptionKey("ratio", .number(0...2), "a ratio", example: "1.2")
  private static let large = OptionKey("large", .flag, "large print", example: "true")
  private static let side = OptionKey("side", .word(of: Side.self), "a side", example: "left")
  private static let sides = OptionKey(
    "sides", .oneOrMore(of: Side.self), "sides", example: "[left]")
  private static let authors = OptionKey("authors", .oneOrMore(.text), "who", example: "[Mira]")
  private static let title = OptionKey("title", .text, "a title", example: "At Sea")

  @Test func valuesHaveTheTypesOfTheirKeys() {
    let settings = OptionKeyTests.settings
    #expect(settings[OptionKeyTests.width] == 640)
    #expect(settings[OptionKeyTests.ratio] == 1.5)
    #expect(settings[OptionKeyTests.large] == true)
    #expect(settings[OptionKeyTests.side] == .right)
    #expect(settings[OptionKeyTests.sides] == [.left, .right])
    #expect(settings[OptionKeyTests.authors] == ["Mira Holt", "Tom Reed"])
    #expect(settings[OptionKeyTests.title] == nil)
    #expect(settings.placed(OptionKeyTests.title) == nil)
    #expect(settings.place(of: OptionKeyTests.width)?.field == "--width")
  }

  @Test func oneTextIsAcceptedAsAList() {
    var settings = Settings()
    settings.set("authors", to: "Mira Holt")
    settings.set("sides", to: "left")
    #expect(settings[OptionKeyTests.authors] == ["Mira Holt"])
    #expect(settings[OptionKeyTests.sides] == [.left])
  }

  @Test func aKeyDeclaredForAKindIsReadAsTheSharedOne() {
    let own = SharedKeys.paper.declared("the sheet", example: "letter")
    #expect(own.declaration.summary == "the sheet")
    #expect(own.declaration.example == "letter")
    var settings = Settings()
    settings.set("paper", to: "letter")
    #expect(settings[own] == .letter)
    #expect(settings[SharedKeys.paper] == .letter)
  }

  @Test func `a key that no flag can hold is of a manifest only`() {
    let fields = OptionKey("fields", .table(of: .text), "texts by name", example: "{ a: b }")
    let grammar = JobGrammar(
      name: "cards", summary: "cards", keys: [fields, OptionKeyTests.title],
      options: [OptionKeyTests.width], formats: [])
    #expect(grammar.manifestKeys.map(\.name) == ["fields"])
    #expect(grammar.flags.allSatisfy { $0.name != "fields" })
  }

  @Test func `a default is at the end of the summary, and given up with it`() {
    let key = OptionKey(
      "gap", .number(0...9), "the gap in mm", example: "4", defaultValue: "2.5")
    #expect(key.declaration.summary == "the gap in mm (default: 2.5)")
    #expect(key.declaration.sentence == "The gap in mm (default: 2.5).")
    let shown = key.declared(example: "3").declaration
    #expect(shown.summary == "the gap in mm (default: 2.5)")
    #expect(shown.defaultValue == "2.5")
    let own = key.declared("the gap (default: none)").declaration
    #expect(own.summary == "the gap (default: none)")
    #expect(own.defaultValue == nil)
  }

  @Test func unknownWordsAreErrorsThatListTheValidWords() {
    var faults = DiagnosticList()
    let value = PlacedValue(typed: "rigth", at: Diagnostics.SourceLocation(field: "--side"))
    OptionKeyTests.side.declaration.check(value, into: &faults)
    #expect(faults.diagnostics.map(\.code) == [.manifestValue])
    #expect(faults.diagnostics.first?.hints.first?.contains("right") == true)
  }
}
