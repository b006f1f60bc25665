// SPDX-License-Identifier: MIT
// Part of Platen: tests of the looks for maps that come with Platen.

import Atlas
import Azgaar
import Diagnostics
import Drawing
import Foundation
import Geometry
import MapJobs
import Pipeline
import TestSupport
import Testing
import Text
import Worldsmith

@testable import Cartography
@testable import JobKit
@testable import Jobs

private let generatorLooks = [
  "ancient", "atlas", "clean", "cyberpunk", "dark-seas", "default", "gloom", "light", "monochrome",
  "night", "pale", "watercolor",
].map { "azgaar-" + $0 }
private let foundryLooks = [
  "political", "physical", "cultural", "biome", "height", "temperature", "precipitation",
].map { "foundry-" + $0 }
private let ourLooks = [
  "parchment", "azgaar-base", "engraved", "survey", "legible", "watercolor", "star-chart",
]

@Suite struct MapLookTemplateTests {
  private static let looks: LookFile? = {
    let environment = DiskEnvironment(folder: Shared.repository.path)
    let folder = Shared.repository.appendingPathComponent("Templates").path
    return (try? Templates.find(named: folder, in: environment)).map {
      LookFile(environment: environment, templates: $0)
    }
  }()

  private static let world: World? = {
    let save = SampleWorld.map(seed: 3, cells: 1000, width: 640, height: 360)
    return try? save.withUnsafeBytes { try AzgaarReader.read($0) }.value.world
  }()

  private func look(_ name: String) throws -> MapLook {
    try #require(MapLookTemplateTests.looks).look(of: MapLook.self, named: name)
  }

  private func scene(_ look: MapLook, _ layers: LayerSelection) throws -> Scene {
    let world = try #require(MapLookTemplateTests.world)
    return try MapComposer(request: MapRequest(look: look, layers: layers), text: HalfEmText())
      .compose(world).value
  }

  @Test func allAreThere() throws {
    let names = try #require(MapLookTemplateTests.looks)
      .lookNames(of: MapLook.self)
    #expect(Set(names) == Set(ourLooks + generatorLooks + foundryLooks))
  }

  @Test(arguments: ourLooks + generatorLooks + foundryLooks)
  func eachSaysWhatItIsAndDraws(name: String) throws {
    let look = try look(name)
    #expect(look.name == name)
    #expect(!look.about.isEmpty && !look.about.hasSuffix("."))
    let layers =
      look.defaultLayers.isEmpty ? LayerSelection.political : try LayerSelection(look.defaultLayers)
    let once = try scene(look, layers)
    let drawn = look.legend.isAutomatic ? layers.withAutomaticLegend : layers
    #expect(once.nodes.count == drawn.layers.count)
    #expect(try scene(look, layers) == once)
    // Whatever it says of layers that it is not meant for can be drawn, too.
    for preset in ["physical", "biomes", "temperature", "precipitation"] {
      #expect(try !scene(look, LayerSelection(preset)).nodes.isEmpty)
    }
  }

  @Test func noTwoLooksAreTheSame() throws {
    var seen: [Scene: String] = [:]
    for name in ourLooks + generatorLooks where name != "azgaar-base" {
      let picture = try scene(try look(name), .political)
      #expect(seen[picture] == nil, "\(name) draws what \(seen[picture] ?? "") draws")
      seen[picture] = name
    }
  }

  @Test func legibleLettersAreLargeAndBlack() throws {
    let look = try look("legible")
    for rank in ["capital", "city", "town", "village"] {
      let size = try #require(look.value(of: "burgs.\(rank).label.size")?.double)
      #expect(size >= 10)
      #expect(look.value(of: "burgs.\(rank).label.color") == .text("#000000"))
    }
    for what in ["legend.label", "legend.title", "scale-bar.label"] {
      let size = try #require(look.value(of: "\(what).size")?.double)
      #expect(size >= 10)
      #expect(look.value(of: "\(what).color") == .text("#000000"))
    }
    #expect(look.value(of: "borders.states.color") == .text("#000000"))
    #expect(look.value(of: "burgs.unnamed") == .flag(false))
  }

  /// Names are read on the sea, on land, and on each tint of a state with the band along its edge.
  @Test func namesOfTheStarChartAreReadAtNight() throws {
    let look = try look("star-chart")
    func color(_ name: String) throws -> Color {
      Color(lookValue: try #require(look.value(of: name)))
    }
    func number(_ name: String) throws -> Double { try #require(look.value(of: name)?.double) }
    let (sea, land) = (try color("ocean.fill"), try color("land.fill"))
    var grounds = [
      sea, land, sea.mixed(with: try color("ocean.depth-fill"), try number("ocean.depth-opacity")),
    ]
    guard case .list(let palette)? = look.value(of: "states.palette") else {
      Issue.record("no palette")
      return
    }
    for tint in palette.map({ Color(lookValue: $0) }) {
      let fill = land.mixed(with: tint, try number("states.fill-opacity"))
      grounds += [fill, fill.mixed(with: tint, try number("states.band.opacity"))]
    }
    func luminance(_ color: Color) -> Double {
      Luminance.relative(
        red: Luminance.linear(color.red), green: Luminance.linear(color.green),
        blue: Luminance.linear(color.blue))
    }
    let names =
      ["capital", "city", "town", "village", "hamlet", "fort"].map { "burgs.\($0).label.color" }
      + ["states", "provinces", "regions", "added", "water"].map { "labels.\($0).color" }
    for name in names {
      let ink = luminance(try color(name))
      for ground in grounds {
        #expect(Luminance.contrast(ink, luminance(ground)) >= 4.5, "\(name) on \(ground.hex)")
      }
    }
  }

  /// The table of settings on the page on looks: `PLATEN_RECORD=1` writes it again.
  @Test func thePageOnLooksListsEverySetting() throws {
    let file = Shared.repository.appendingPathComponent(
      "Sources/Command/platen/Manual.docc/Reference/MapLooks.md")
    let page = try String(contentsOf: file, encoding: .utf8)
    let marks = ("<!-- settings -->\n", "<!-- end of settings -->")
    let start = try #require(page.range(of: marks.0)?.upperBound)
    let end = try #require(page.range(of: marks.1)?.lowerBound)
    let table = "\n" + LookSchema.markdown() + "\n"
    if ProcessInfo.processInfo.environment["PLATEN_RECORD"] != nil {
      try Data((page[..<start] + table + page[end...]).utf8).write(to: file)
      Issue.record("recorded the settings; run again without PLATEN_RECORD")
      return
    }
    #expect(page[start..<end] == table)
  }

  @Test func theSchemaHasEverySetting() throws {
    let object = try JSONSerialization.jsonObject(with: Data(LookSchema.json().utf8))
    for field in MapLook.fields {
      var here = object as? [String: Any]
      for part in field.name.split(separator: ".") {
        here = (here?["properties"] as? [String: Any])?[String(part)] as? [String: Any]
      }
      #expect(here?["description"] as? String == field.doc, "\(field.name)")
    }
  }
}

@Suite struct SavedLookTemplateTests {
  @Test(
    .enabled(if: Shared.isPresent),
    arguments: [
      ("4ndual__FrozenSick__Dragonland_2026-02-13-10-49", "azgaar-pale"),
      ("Namelomax__Dnd__Koroksia_2025-06-25-18-45", "azgaar-watercolor"),
      ("znewton__azgaarfmg-to-obsidianmd__koberzar__419ea48", "azgaar-ancient"),
    ])
  func savesInALookOfTheGeneratorHaveItsColors(file: String, name: String) throws {
    let bytes = try Shared.bytes("maps/saves/\(file).map")
    let world = try bytes.withUnsafeBytes { try AzgaarReader.read($0) }.value.world
    let saved = SavedLook(of: world.presentation, over: .azgaarBase).look
    let environment = DiskEnvironment(folder: Shared.repository.path)
    let templates = try Templates.find(
      named: Shared.repository.appendingPathComponent("Templates").path, in: environment)
    let known = try LookFile(environment: environment, templates: templates).look(
      of: MapLook.self, named: name)
    for setting in ["ocean.fill", "ocean.depths", "rivers.fill", "heightmap.scheme", "ocean.veil"] {
      #expect(saved.value(of: setting) == known.value(of: setting), "\(setting)")
    }
  }
}
