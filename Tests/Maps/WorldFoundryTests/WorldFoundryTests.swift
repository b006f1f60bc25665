// SPDX-License-Identifier: MIT
// Part of Platen: World Foundry's files are read leniently and written so that they read back.

import Archive
import Atlas
import Azgaar
import Diagnostics
import Geometry
import JSON
import TestSupport
import Testing
import WorldFoundry
import Worldsmith

private func readFoundry(_ bytes: [UInt8], options: ImportOptions = .init()) throws -> Diagnosed<
  ImportedWorld
> {
  try bytes.withUnsafeBytes { try WorldFoundryReader.read($0, options: options) }
}

private func warningCodes(_ warnings: [Diagnostic]) -> [String] {
  warnings.filter { $0.severity != .note }.map(\.code.rawValue)
}

private func isFoundry(_ bytes: [UInt8]) -> Bool {
  bytes.withUnsafeBytes { WorldFoundryReader.recognizes($0) }
}

/// The code of the failure that reading ends with, or nil.
private func failure(_ text: String) -> String? {
  do {
    _ = try readFoundry(Array(text.utf8))
    return nil
  } catch let failure as Failure {
    return failure.diagnostics.first?.code.rawValue
  } catch {
    return "\(error)"
  }
}

/// A world of our own, read back from its save.
private let sample: World = {
  let map = SampleWorld.map(seed: 5, cells: 2000, width: 900, height: 600)
  let read = map.withUnsafeBytes { bytes in try? AzgaarReader.read(bytes) }
  return read?.value.world ?? World(info: WorldInfo(name: "unreadable", width: 1, height: 1))
}()

@Suite struct WorldFoundrySecrets {
  @Test func whatIsHiddenStaysHidden() throws {
    var world = sample
    var marker = Marker(id: 901, icon: "x", position: Point(10, 10))
    marker.isHidden = true
    world.markers.append(marker)
    var zone = Zone(id: 902, name: "Trap", cells: [1, 2])
    zone.isHidden = true
    world.zones.append(zone)
    let again = try readFoundry(WorldFoundryWriter.json(world)).value.world
    #expect(
      again.markers.filter(\.isHidden).map(\.id) == world.markers.filter(\.isHidden).map(\.id))
    #expect(again.zones.filter(\.isHidden).map(\.id) == world.zones.filter(\.isHidden).map(\.id))
  }
}

@Suite struct WorldFoundryReading {
  /// A world of four cells whose every id is 0, and a few rows that lead nowhere.
  let small = """
    {"metadata": {"name": "Small", "version": "1.0.0", "width": "100", "height": 80, "seed": 7,
      "settings": {"distance_unit": "km", "population_rate": "10", "urbanization": 2}},
     "cells": [
      {"id": 10, "coordinates": [20, 20], "height": 0.5, "biome": "Temperate", "temperature": 15,
       "precipitation": 800, "population": 1000, "culture": 0, "state": 0, "province": null},
      {"id": 11, "coordinates": [80, 20], "height": "0.3", "biome": "Bog", "culture": 0, "state": 9},
      {"id": 12, "coordinates": [20, 60], "height": 0.1, "biome": "Marine"},
      {"id": 13, "coordinates": [80, 60], "height": 0.25, "biome": "Frozen", "state": null},
      {"id": 14, "height": 0.25}],
     "cultures": [{"id": 0, "name": "Folk", "color": "#FF0000", "origins": [0]}],
     "states": [{"id": 0, "name": "Realm", "full_name": "The Realm", "color": "blue", "capital": 0,
       "center": [20, 20], "type_": "Kingdom", "cells": [10, 13]}],
     "burgs": [{"id": 0, "name": "Town", "cell": 10, "x": 21, "y": 22, "state": 0, "culture": null,
       "capital": 1, "population": 500, "type_": "City"}, {"id": 0, "name": "Twin"},
       {"id": 3, "name": "Nowhere", "cell": 99}],
     "rivers": [{"id": 0, "cells": [13, 11, 10], "name": "Long"}, {"id": 1, "cells": [13]}],
     "routes": [{"id": 0, "group": "roads", "cells": [10, 11]}],
     "markers": [{"id": 0, "icon": "x", "x": 5, "y": 6, "note": "Name\\n\\nLegend"}],
     "zones": [{"id": 0, "name": "Fog", "cells": [10, 10, 11], "color": "#010203"}],
     "features": [{"id": 0, "name": "Peak", "feature_type": "Mountain", "cells": [10]}]}
    """

  @Test func everythingOfASmallWorld() throws {
    let imported = try readFoundry(Array(small.utf8))
    let world = imported.value.world
    #expect(imported.value.report.format == "worldfoundry-json")
    #expect(world.info.name == "Small" && world.info.width == 100 && world.info.seed == "7")
    #expect(world.units.distance == "km" && world.units.populationRate == 10)
    let cells = try #require(world.cells)
    #expect(cells.count == 4)
    #expect(cells.height == [50, 30, 10, 25])
    // Ids of 0 become 1: cells say 0 for none. A state that is not in the table is none; the
    // state's own list fills in what the cell leaves open.
    #expect(cells.culture == [1, 1, 0, 0])
    #expect(cells.state == [1, 0, 0, 1])
    #expect(cells.population[0] == 100)
    #expect(cells.burg == [1, 0, 0, 0])
    let terrain = try #require(world.terrain)
    #expect(terrain.precipitation[0] == 8 && terrain.temperature[0] == 15)
    #expect(world.cultures.map(\.id) == [1])
    let state = try #require(world.states[id: 1])
    #expect(state.capital == 1 && state.fullName == "The Realm" && state.formName == "Kingdom")
    #expect(state.color == nil)
    let burg = try #require(world.burgs[id: 1])
    #expect(world.burgs.count == 1)
    #expect(burg.population == 25 && burg.isCapital && burg.culture == nil && burg.group == "city")
    #expect(world.rivers.map(\.cells) == [[3, 1, 0]])
    #expect(world.routes.map(\.cells) == [[0, 1]])
    #expect(world.zones.map(\.cells) == [[0, 1]])
    #expect(world.notes == [MapNote(subject: "marker0", name: "Name", legend: "Legend")])
    let codes = Set(imported.warnings.map(\.code.rawValue))
    #expect(
      codes == [
        "worldfoundry.biome", "worldfoundry.cell-place", "worldfoundry.color",
        "worldfoundry.duplicate-id", "worldfoundry.cell", "worldfoundry.burg-place",
        "worldfoundry.river", "worldfoundry.feature",
      ])
  }

  @Test func mappingRenames() throws {
    var options = ImportOptions()
    options.mapping = ImportMapping(
      biomes: [7: "Fen"], governmentTypes: ["Kingdom": "Commonwealth"])
    let world = try readFoundry(Array(small.utf8), options: options).value.world
    #expect(world.biomes[id: 7]?.name == "Fen")
    #expect(world.states[id: 1]?.formName == "Commonwealth")
  }

  @Test func aHeightmapFinerThanTheCellsMakesTheCells() throws {
    var json = JSONWriter()
    json.object { json in
      json.raw(#""metadata":{"width":40,"height":40}"#)
      json.member(
        "heightmap",
        object: { json in
          json.member("width", 20)
          json.member("height", 20)
          json.member(
            "data",
            array: { json in
              for place in 0..<400 {
                let isLand = (5..<15).contains(place / 20) && (5..<15).contains(place % 20)
                json.double(isLand ? 0.6 : 0.1)
              }
            })
        })
      json.raw(
        #""cells":[{"id":0,"coordinates":[10,20],"state":1},{"id":1,"coordinates":[30,20],"state":2}]"#
      )
      json.raw(#""states":[{"id":1,"name":"West"},{"id":2,"name":"East"}]"#)
    }
    let imported = try readFoundry(json.utf8)
    let world = imported.value.world
    let cells = try #require(world.cells)
    #expect(world.terrain?.mesh.cellCount == 400)
    // A cell for each of the land's and of the water beside it, and few between them.
    #expect((140...300).contains(cells.count))
    #expect(world.features.filter { $0.kind == .island }.count == 1)
    for cell in 0..<cells.count where cells.isLand(cell) {
      let x = cells.mesh.sites[cell].x
      if x != 20 { #expect(cells.state[cell] == (x < 20 ? 1 : 2)) }
    }
    #expect(world.states[id: 1]?.neighbors == [2])
    #expect(imported.warnings.map(\.code.rawValue) == ["worldfoundry.coarse-cells"])
  }

  /// The file's `metadata`, and these members beside it.
  private func reading(_ members: String) throws -> Diagnosed<ImportedWorld> {
    try readFoundry(
      Array(#"{"metadata":{"width":100,"height":80},\#(members)}"#.utf8))
  }

  @Test func moreIdsThanCellsCanNameAreLeftOut() throws {
    let rows = (0..<65_537).map { "{\"id\":\($0)}" }.joined(separator: ",")
    let imported = try reading(
      #""cells":[{"coordinates":[1,2],"height":1,"culture":65536},{"coordinates":[5,9],"height":1,"culture":65534}],"cultures":[\#(rows)]"#
    )
    #expect(imported.value.world.cells?.culture == [0, 65535])
    #expect(imported.value.world.cultures.count == 65_535)
    #expect(imported.warnings.map(\.code) == ["worldfoundry.ids"])
  }

  @Test func noRiverFlowsIntoItself() throws {
    let world = try reading(
      #""cells":[{"coordinates":[1,2],"height":1},{"coordinates":[5,9],"height":1}],"rivers":[{"id":4,"cells":[0,1],"basin":4}]"#
    ).value.world
    #expect(world.rivers[id: 4]?.basin == 4)
    #expect(world.rivers[id: 4]?.parent == nil)
  }

  @Test func peopleWithoutNumber() throws {
    let world = try reading(#""cells":[{"coordinates":[1,2],"height":1,"population":1e300}]"#).value
      .world
    #expect(world.cells?.population.allSatisfy { $0.isFinite } == true)
  }

  @Test func cellsFarOffTheSheetAreOmittedWithAWarning() throws {
    let imported = try reading(
      #""cells":[{"coordinates":[1,2]},{"coordinates":[5,1e308]},{"coordinates":[7,4]}]"#)
    #expect(imported.value.world.cells?.count == 2)
    #expect(imported.warnings.map(\.code).contains("worldfoundry.cell-place"))
  }

  @Test func unitsThatAreNone() throws {
    let text =
      #"{"metadata":{"width":9,"height":5,"settings":{"distance_scale":0,"height_exponent":-1,"population_rate":-5}}}"#
    let units = try readFoundry(Array(text.utf8)).value.world.units
    #expect(units.distanceScale == Units().distanceScale)
    #expect(units.heightExponent == Units().heightExponent)
    #expect(units.populationRate == 1)
  }

  @Test func bytesThatAreNoTextAreSaid() throws {
    var bytes = Array(#"{"metadata":{"width":9,"height":5,"name":"_"}}"#.utf8)
    bytes[bytes.count - 4] = 0xFF
    let imported = try readFoundry(bytes)
    #expect(imported.value.world.info.name == "\u{FFFD}")
    #expect(imported.value.report.isRepaired)
    #expect(imported.warnings.first?.code == "worldfoundry.encoding")
  }

  @Test func badInputIsNamed() {
    #expect(failure("") == "worldfoundry.json")
    #expect(failure("[1]") == "worldfoundry.shape")
    #expect(failure("{") == "worldfoundry.json")
    #expect(failure(#"{"metadata": {"width": 0, "height": 5}}"#) == "worldfoundry.size")
    #expect(failure(#"{"metadata": {"width": 1e300, "height": 5}}"#) == "worldfoundry.size")
    #expect(failure(#"{"cells": []}"#) == "worldfoundry.size")
  }

  @Test func nothingToDrawIsAWarning() throws {
    let imported = try readFoundry(Array(#"{"metadata": {"width": 9, "height": 5}}"#.utf8))
    #expect(imported.value.world.cells == nil)
    #expect(imported.warnings.map(\.code.rawValue) == ["worldfoundry.no-cells"])
  }

  @Test(arguments: [
    #""heightmap": {"width": 3, "height": 3, "data": [0]}"#,
    #""heightmap": {"width": 4611686018427387904, "height": 4, "data": []}"#,
    #""heightmap": {"width": -1, "height": -1, "data": [1]}"#,
    #""cells": [{"coordinates": [1e400, 2]}, {"coordinates": []}, 7, null]"#,
    #""cells": [{"id": 1, "coordinates": [1, 1], "height": 1e99, "temperature": -1e99}]"#,
    #""cells": [{"coordinates": [1, 1]}, {"coordinates": [1, 1]}, {"coordinates": [1, 1]}]"#,
    #""states": 7, "burgs": {"a": 1}, "rivers": [null], "zones": [[]]"#,
    #""markers": [{"id": 99999999999999999999, "x": "a", "y": 3}]"#,
  ]) func oddValuesDoNotStopTheReading(member: String) throws {
    _ = try readFoundry(Array("{\"metadata\": {\"width\": 9, \"height\": 5}, \(member)}".utf8))
  }

  @Test func changedBytesNeverCrash() {
    let bytes = Array(small.utf8)
    var unreadable = 0
    for at in bytes.indices {
      for byte in [UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "]")] {
        var changed = bytes
        changed[at] = byte
        if (try? readFoundry(changed)) == nil { unreadable += 1 }
      }
    }
    // Most of it is structure, which has to be sound; the rest is read as it now stands.
    #expect(unreadable > bytes.count && unreadable < 3 * bytes.count)
  }

  @Test(.enabled(if: Shared.isPresent)) func theExample() throws {
    let bytes = try Shared.bytes("worldfoundry/example_world.json")
    #expect(isFoundry(bytes))
    let imported = try readFoundry(bytes)
    let world = imported.value.world
    #expect(world.terrain?.mesh.cellCount == 10_000)
    #expect(world.states.map(\.fullName) == ["The Kingdom of Example"])
    #expect(world.burgs.map(\.name) == ["Example City"])
    #expect(world.features.contains { $0.kind == .island })
    #expect(imported.warnings.map(\.code.rawValue) == ["worldfoundry.coarse-cells"])
  }
}

@Suite struct WorldFoundryWriting {
  @Test func writtenAndReadAgainIsTheSame() throws {
    try #require(sample.info.name != "unreadable")
    let once = try readFoundry(WorldFoundryWriter.json(sample)).value.world
    #expect(once.info.name == sample.info.name)
    #expect(once.info.seed == sample.info.seed)
    #expect(once.units.distance == sample.units.distance)
    let (before, after) = (try #require(sample.cells), try #require(once.cells))
    #expect(after.count == before.count)
    #expect(after.height == before.height)
    #expect(after.mesh.sites == before.mesh.sites)
    #expect(after.culture == before.culture)
    #expect(after.state == before.state)
    #expect(after.province == before.province)
    #expect(after.religion == before.religion)
    #expect(after.burg == before.burg)
    #expect(once.cultures.map(\.name) == sample.cultures.map(\.name))
    #expect(once.cultures.map(\.color) == sample.cultures.map(\.color))
    #expect(once.states.map(\.fullName) == sample.states.map(\.fullName))
    #expect(once.states.map(\.capital) == sample.states.map(\.capital))
    #expect(once.states.map(\.neighbors) == sample.states.map { $0.neighbors.sorted() })
    #expect(once.burgs.map(\.name) == sample.burgs.map(\.name))
    #expect(once.burgs.map(\.position) == sample.burgs.map(\.position))
    #expect(once.burgs.map(\.cell) == sample.burgs.map(\.cell))
    #expect(once.burgs.map(\.group) == sample.burgs.map(\.group))
    #expect(
      zip(once.burgs, sample.burgs).allSatisfy { abs($0.population - $1.population) < 1e-6 })
    #expect(once.rivers.map(\.cells) == sample.rivers.map { $0.cells.filter { $0 >= 0 } })
    #expect(once.rivers.map(\.name) == sample.rivers.map(\.name))
    #expect(once.routes.map(\.cells) == sample.routes.map(\.cells))
    #expect(once.routes.map(\.points) == sample.routes.map(\.points))
    #expect(once.burgs.map(\.port) == sample.burgs.map(\.port))
    #expect(once.coordinates == sample.coordinates)
    // Oceans are no features of the format.
    let (ours, theirs) = (once.features, sample.features)
    #expect(
      ours.filter { $0.kind != .ocean }.map(\.subtype)
        == theirs.filter { $0.kind != .ocean }.map(\.subtype))
    for (cell, grid) in after.gridCell.enumerated() {
      let (now, then) = (Int(grid), Int(before.gridCell[cell]))
      #expect(once.terrain?.temperature[now] == sample.terrain?.temperature[then])
      #expect(once.terrain?.precipitation[now] == sample.terrain?.precipitation[then])
    }
    #expect(once.markers.map(\.position) == sample.markers.map(\.position))
    #expect(once.zones.map(\.cells) == sample.zones.map(\.cells))
    let notes = Set(sample.notes.filter { $0.subject.hasPrefix("marker") })
    #expect(Set(once.notes) == notes)
  }

  /// The parts of FMG's own saves that the format holds are the same after they were read again.
  @Test(
    .enabled(if: Shared.isPresent),
    arguments: [
      "maps/generator/n10-continents/n10-continents.map", "maps/generator/old-v1.0/old-v1.0.map",
      "maps/generator/k10-continents/Minimal.json",
    ])
  func savesAreTheSameAgain(file: String) throws {
    let world = try Shared.bytes(file).withUnsafeBytes { try AzgaarReader.read($0) }.value.world
    let once = WorldFoundryWriter.json(world)
    let twice = WorldFoundryWriter.json(try readFoundry(once).value.world)
    let (before, after) = (rows(once), rows(twice))
    #expect(before.count == after.count)
    if let differing = zip(before, after).first(where: { $0 != $1 }) {
      Issue.record("\(differing.0) became \(differing.1)")
    }
  }

  /// The text cut at its objects, so that what differs can be shown.
  private func rows(_ json: [UInt8]) -> [Substring] {
    String(decoding: json, as: UTF8.self).split(separator: "{")
  }

  @Test func tablesWithoutCellsAreReadAgain() throws {
    var world = sample
    world.cells = nil
    world.terrain = nil
    let imported = try readFoundry(WorldFoundryWriter.json(world))
    let again = imported.value.world
    #expect(warningCodes(imported.warnings) == ["worldfoundry.no-cells"])
    #expect(again.burgs.map(\.name) == sample.burgs.map(\.name))
    #expect(again.burgs.map(\.position) == sample.burgs.map(\.position))
    #expect(again.burgs.map(\.port) == sample.burgs.map(\.port))
    #expect(again.rivers.map(\.cells) == sample.rivers.map { $0.cells.filter { $0 >= 0 } })
    #expect(again.routes.map(\.points) == sample.routes.map(\.points))
    #expect(again.zones.map(\.cells) == sample.zones.map(\.cells))
  }

  @Test func routesOffTheCellsKeepTheRest() throws {
    var world = sample
    world.routes = EntityList([
      Route(id: 1, group: "roads", points: Array(repeating: .zero, count: 4), cells: [5, -1, 6, 7])
    ])
    let imported = try readFoundry(WorldFoundryWriter.json(world))
    #expect(imported.value.world.routes.map(\.cells) == [[5, 6, 7]])
    #expect(!imported.warnings.map(\.code).contains("worldfoundry.cell"))
  }

  /// After the first time nothing is lost any more.
  @Test func theSecondTimeIsAFixedPoint() throws {
    let once = try readFoundry(WorldFoundryWriter.json(sample)).value.world
    let twice = try readFoundry(WorldFoundryWriter.json(once)).value.world
    let thrice = try readFoundry(WorldFoundryWriter.json(twice)).value.world
    #expect(WorldFoundryWriter.json(thrice) == WorldFoundryWriter.json(twice))
  }

  @Test func theSameWorldIsTheSameBytes() throws {
    #expect(WorldFoundryWriter.json(sample) == WorldFoundryWriter.json(sample))
    #expect(try WorldFoundryWriter.wfmap(sample) == WorldFoundryWriter.wfmap(sample))
  }

  @Test func aWfmapIsTheJSONOrAZipOfIt() throws {
    let json = WorldFoundryWriter.json(sample)
    let zip = try WorldFoundryWriter.wfmap(sample)
    #expect(isFoundry(json) && isFoundry(zip))
    #expect(zip.count < json.count / 2)
    let imported = try readFoundry(zip)
    #expect(imported.value.report.format == "wfmap")
    #expect(imported.value.world.burgs.count == sample.burgs.count)
    var other = ZipWriter()
    try other.addEntry("readme.txt", Array("no world".utf8))
    let empty = try other.finish()
    #expect(!isFoundry(empty))
    #expect(throws: Failure.self) { try readFoundry(empty) }
  }

  @Test func savesAreNotMistakenForIt() {
    let map = SampleWorld.map(seed: 1, cells: 1000, width: 400, height: 300)
    #expect(!isFoundry(map))
    #expect(!isFoundry([]))
    #expect(!isFoundry(Array(#"{"info": {}, "mapCoordinates": {}, "metadata": {}}"#.utf8)))
  }

  @Test(arguments: ["0", "18446744073709551615"])
  func seedsOfEverySizeComeBack(seed: String) throws {
    let world = World(info: WorldInfo(name: "Seed", width: 10, height: 10, seed: seed))
    #expect(try readFoundry(WorldFoundryWriter.json(world)).value.world.info.seed == seed)
  }

  @Test func aSheetWithoutASizeIsNoReasonToStop() {
    var world = sample
    world.info.width = 0
    world.info.height = .nan
    #expect(!WorldFoundryWriter.json(world).isEmpty)
  }

  @Test func anEmptyWorldIsStillAFile() throws {
    let world = World(info: WorldInfo(name: "Nothing", width: 10, height: 10, seed: "words"))
    let imported = try readFoundry(WorldFoundryWriter.json(world))
    #expect(imported.value.world.info.name == "Nothing")
    #expect(imported.value.world.cells == nil)
  }
}
