// SPDX-License-Identifier: MIT
// Part of Platen: looks: their table, their files, and what they refuse.

import Diagnostics
import Drawing
import Foundation
import TestSupport
import Testing

@testable import Cartography

@Suite struct LookTests {
  @Test func namesOfSettingsAreUniqueAndDocumented() {
    let names = MapLook.fields.map(\.name)
    #expect(Set(names).count == names.count)
    for field in MapLook.fields {
      #expect(!field.doc.isEmpty && !field.doc.hasSuffix("."), "\(field.name)")
      // A name that is the beginning of another could not be nested in a file.
      #expect(!names.contains { $0.hasPrefix(field.name + ".") }, "\(field.name)")
    }
  }

  @Test(arguments: MapLook.builtIn)
  func everySettingTakesItsOwnValueAndKeepsIt(look: MapLook) throws {
    var copy = look
    for field in MapLook.fields { try field.set(&copy, #require(field.get(look))) }
    #expect(copy == look)
  }

  @Test func everySettingChangesTheLook() throws {
    for field in MapLook.fields {
      var copy = MapLook.azgaarBase
      let other: LookValue =
        switch (field.kind, field.get(copy)) {
        case (.length, .number(let v)): .number(v + 1)
        case (.number(let range), .number(let v)):
          .number(v == range.upperBound ? range.lowerBound : range.upperBound)
        case (.color, .text(let text)): .text(text == "#123456" ? "#654321" : "#123456")
        case (.flag, .flag(let flag)): .flag(!flag)
        case (.text, _): .text("other")
        case (.choice(let words), .text(let word)):
          .text(words.first { $0 != word } ?? word)
        case (.words(let choices), _): .list([.text(choices.first ?? "other")])
        case (.numbers, _): .list([.number(42)])
        case (.colors, _): .list([.text("#123456")])
        default: .flag(true)
        }
      try field.set(&copy, other)
      #expect(field.get(copy) == other, "\(field.name)")
      #expect(copy != .azgaarBase, "\(field.name)")
    }
  }

  @Test(arguments: [
    ("ocean.fill", LookValue.text("blue")), ("ocean.fill", .number(3)),
    ("coast.line.width", .number(-1)), ("coast.line.width", .number(.nan)),
    ("coast.line.width", .text("1")), ("states.opacity", .number(2)),
    ("states.smooth", .text("true")), ("burgs.capital.mark", .text("sqare")),
    ("burgs.placement", .list([.text("up")])), ("ocean.depths", .list([.text("-1")])),
    ("states.palette", .list([.text("blue")])), ("states.palette", .list([.text("none")])),
    ("sheet.tone", .text("sepai")),
  ])
  func wrongValuesAreRefused(name: String, value: LookValue) {
    var look = MapLook.azgaarBase
    let error = #expect(throws: Failure.self) { try look.set(name, to: value) }
    #expect(error?.diagnostics.first?.code == "look.value")
    #expect(error?.diagnostics.first?.message.contains(name) == true)
    #expect(look == .azgaarBase)
  }

  @Test func mistypedNamesGetAHint() {
    var look = MapLook.azgaarBase
    let error = #expect(throws: Failure.self) { try look.set("ocean.fil", to: .text("none")) }
    #expect(error?.diagnostics.first?.hints == ["did you mean \"ocean.fill\"?"])
    let missing = #expect(throws: Failure.self) { try MapLook.named("parchmnt") }
    #expect(missing?.diagnostics.first?.hints == ["did you mean \"parchment\"?"])
  }

  @Test func lengthsGrowWithTheSheetAndNothingElseDoes() {
    let look = MapLook.parchment
    let twice = look.scaled(by: 2)
    for field in MapLook.fields {
      switch (field.kind, field.get(look), field.get(twice)) {
      case (.length, .number(let a), .number(let b)): #expect(b == a * 2, "\(field.name)")
      case (.numbers, _, _): break
      case (_, let a, let b): #expect(a == b, "\(field.name)")
      }
    }
  }

  @Test(arguments: MapLook.builtIn)
  func filesOfLooksAreWhatTheTableWrites(look: MapLook) throws {
    // The generator's style is that of the properties' default values.
    let source = look == .parchment ? "MapLook+Parchment.swift" : "MapLook.swift"
    let file = GeneratedFile(
      "Templates/Looks/\(look.name).yaml", from: "Sources/Maps/Cartography/Look/\(source)")
    #expect(try file.fault(expecting: look.yaml) == nil)
  }

  @Test func settingsThatBelongTogetherStandTogether() {
    // A file cannot open the same mapping twice.
    var closed: Set<String> = []
    var open: [String] = []
    for field in MapLook.fields {
      let parts = field.name.split(separator: ".").dropLast()
      let groups = parts.indices.map { parts[...$0].joined(separator: ".") }
      closed.formUnion(open.filter { !groups.contains($0) })
      #expect(closed.isDisjoint(with: groups), "\(field.name)")
      open = groups
    }
  }

  @Test func everySettingStandsInTheFileWithItsComment() throws {
    let lines = MapLook.parchment.yaml.split(separator: "\n").map { $0.drop { $0 == " " } }
    for field in MapLook.fields {
      let key = field.name.split(separator: ".").last ?? ""
      let line = "\(key): \(try #require(field.get(.parchment)).text)"
      #expect(lines.contains { $0 == line }, "\(field.name)")
      #expect(lines.contains { $0 == "# \(field.doc)." }, "\(field.name)")
    }
  }
}

@Suite struct LayerSelectionTests {
  /// Unset layers do not give a blank sheet where a world is all mountains.
  @Test func theUsualLookShowsMountainsAsWell() throws {
    let usual = try LayerSelection(MapLook.parchment.defaultLayers)
    #expect(usual.layers.filter { $0 != .relief } == LayerSelection.political.layers)
    let drawn = try scene(layers: MapLook.parchment.defaultLayers)
    #expect(drawn.layer(.relief)?.leaves.isEmpty == false)
  }

  @Test func listsAddAndTakeAway() throws {
    let selection = try LayerSelection(["political", "-ice", "markers"])
    #expect(selection.contains(.states) && selection.contains(.markers))
    #expect(!selection.contains(.ice))
    #expect(selection.name == "political+-ice+markers")
    #expect(selection.layers.firstIndex(of: .states)! < selection.layers.firstIndex(of: .labels)!)
  }

  @Test func worldFoundrysStylesArePresets() throws {
    for name in [
      "political", "physical", "culture", "biome", "height", "temperature", "precipitation",
    ] {
      #expect(try !LayerSelection(name).layers.isEmpty)
    }
    #expect(try LayerSelection("biome").layers == LayerSelection("biomes").layers)
  }

  @Test func permanentLayersStay() throws {
    #expect(
      try LayerSelection(["rivers", "-ocean"]).layers == [.ocean, .landmass, .rivers, .coastline])
  }

  @Test func unknownNamesAreAllTold() {
    let error = #expect(throws: Failure.self) { try LayerSelection(["politcal", "relief"]) }
    #expect(error?.diagnostics.map(\.code) == ["layers.unknown"])
    #expect(error?.diagnostics[0].hints == ["did you mean \"political\"?"])
  }
}
