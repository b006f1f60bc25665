// SPDX-License-Identifier: MIT
// Part of Platen: one world in several files must come out as one world.

import Atlas
import Azgaar
import Diagnostics
import Geometry
import TestSupport
import Testing

@Suite(.enabled(if: Shared.isPresent)) struct OracleTests {
  private func world(_ path: String) throws -> World {
    try read(Shared.bytes("maps/" + path)).value.world
  }

  @Test(arguments: [
    "Namelomax__Dnd__Koroksia_2025-06-25-18-45",
    "Namelomax__Dnd__Koroksia_2025-06-25-18-45__29ac1a6",
  ])
  func copiesWithOtherLineEndsAreTheSameWorld(name: String) throws {
    let intact = try world("saves/Namelomax__Namelomax.github.io__Koroksia_2025-06-25-18-45.map")
    #expect(differences(try world("saves/\(name).map"), intact) == [])
  }

  @Test func aCopyWithoutItsFirstLineIsTheSameWorld() throws {
    let intact = try world("saves/Namelomax__Namelomax.github.io__Koroksia_2025-06-25-18-45.map")
    let imported = try read(Shared.bytes("maps/saves/Namelomax__Dnd__world.map"))
    // What stood in the lost line and the lost half of the settings is in no other place.
    #expect(differences(imported.value.world, intact, except: ["info", "units"]) == [])
    #expect(imported.value.world.info.name == intact.info.name)
    #expect(imported.value.world.info.width == intact.info.width)
    #expect(imported.value.world.info.height == intact.info.height)
    #expect(imported.value.world.info.year == intact.info.year)
    // The scale bar in the drawing still says the unit.
    #expect(imported.value.world.units.distance == "km")
    #expect(codes(imported.warnings).contains("map.header-missing"))
    #expect(imported.value.report.isRepaired)
    #expect(imported.value.report.sections == 39)
  }

  @Test func newlinesInsideTheDrawingDoNotMatter() throws {
    let a = try world("saves/Badrpas__Fantasy-Map-Parser__test.map")
    let b = try world("saves/Badrpas__Fantasy-Map-Parser__test-converted.map")
    #expect(differences(a, b) == [])
  }

  @Test func minimalExportHasTheTablesOfTheSave() throws {
    let save = try world("saves/Tumpa-Prizrak__AzgaarFMG-python__Morgisnoy_2024-02-17-10-24.map")
    let imported = try read(
      Shared.bytes(
        "maps/exports/Tumpa-Prizrak__AzgaarFMG-python__Morgisnoy_Minimal_2024-02-17-10-25.json"))
    let export = imported.value.world
    #expect(imported.value.report.format == "azgaar-json-minimal")
    #expect(codes(imported.warnings).contains("map.no-cells"))
    #expect(export.cells == nil)
    #expect(Array(export.cultures) == Array(save.cultures))
    #expect(Array(export.religions) == Array(save.religions))
    #expect(Array(export.provinces) == Array(save.provinces))
    #expect(Array(export.rivers) == Array(save.rivers))
    #expect(export.burgs.map(\.name) == save.burgs.map(\.name))
    #expect(export.burgs.map(\.position) == save.burgs.map(\.position))
    #expect(export.burgs.map(\.coatOfArms) == save.burgs.map(\.coatOfArms))
    #expect(export.states.map(\.fullName) == save.states.map(\.fullName))
    #expect(export.states.map(\.diplomacy) == save.states.map(\.diplomacy))
    #expect(export.markers.map(\.position) == save.markers.map(\.position))
    #expect(export.regiments == save.regiments)
    #expect(export.notes.count == save.notes.count)
    #expect(export.units == save.units)
    #expect(export.coordinates == save.coordinates)
    #expect(export.info.name == save.info.name)
    #expect(export.info.seed == save.info.seed)
  }

  @Test(arguments: ["k10-continents", "k1-volcano"])
  func fullExportIsTheWorldOfTheSave(name: String) throws {
    var save = try world("generator/\(name)/\(name).map")
    // Ways of states' names are in the drawing, which exports lack.
    save.states.mutateAll {
      if $0.label?.isProposal == true { $0.label = nil }
      $0.drawnLabel = nil
    }
    let imported = try read(Shared.bytes("maps/generator/\(name)/Full.json"))
    #expect(imported.value.report.format == "azgaar-json-full")
    // Exports hold heights after rivers cut into them, kinds of the wrong features for the grid,
    // the lists of names; style, labels and ice they lack. Lakes' heights
    // follow the heights.
    let found = differences(
      imported.value.world, save,
      except: [
        "cells.height", "features", "ice", "presentation", "terrain.featureKinds",
        "nameBases", "cells.population", "cells.confluence",
      ])
    #expect(found == [])
    let cells = try #require(imported.value.world.cells)
    let saved = try #require(save.cells)
    for (a, b) in zip(cells.population, saved.population) { #expect(abs(a - b) < 0.001) }
    #expect(imported.value.world.features.map(\.outline) == save.features.map(\.outline))
  }

  @Test func packExportCarriesItsOwnMesh() throws {
    let save = try world("generator/k10-continents/k10-continents.map")
    let imported = try read(Shared.bytes("maps/generator/k10-continents/PackCells.json"))
    #expect(imported.value.report.format == "azgaar-json-pack")
    // The one part this export lacks and cells need: biomes go by their numbers.
    #expect(imported.warnings == [])
    #expect(imported.value.world.biomes.map(\.name) == save.biomes.map(\.name))
    #expect(imported.value.world.biomes.map(\.color) == save.biomes.map(\.color))
    let cells = try #require(imported.value.world.cells)
    let saved = try #require(save.cells)
    #expect(cells.mesh.sites == saved.mesh.sites)
    #expect(cells.mesh.cellVertices == saved.mesh.cellVertices)
    #expect(cells.mesh.vertexCells == saved.mesh.vertexCells)
    #expect(cells.mesh.vertexNeighbors == saved.mesh.vertexNeighbors)
    #expect(cells.mesh.isBorder == saved.mesh.isBorder)
    // Version 1.109 cut vertices to whole numbers and sorted neighbors while it drained rivers.
    #expect(
      zip(cells.mesh.vertices, saved.mesh.vertices).allSatisfy {
        $0.x == $1.x.rounded(.down) && $0.y == $1.y.rounded(.down)
      })
    for cell in 0..<cells.count {
      #expect(cells.mesh.cellNeighbors[cell].sorted() == saved.mesh.cellNeighbors[cell].sorted())
    }
    #expect(cells.state == saved.state)
    #expect(cells.feature == saved.feature)
    #expect(cells.distance == saved.distance)
    #expect(cells.haven == saved.haven)
    #expect(Array(imported.value.world.burgs) == Array(save.burgs))
  }

  @Test func gridExportIsTheTerrainOfTheSave() throws {
    let save = try world("generator/k10-continents/k10-continents.map")
    let imported = try read(Shared.bytes("maps/generator/k10-continents/GridCells.json"))
    #expect(imported.value.report.format == "azgaar-json-grid")
    #expect(codes(imported.warnings).contains("map.no-cells"))
    let terrain = try #require(imported.value.world.terrain)
    let saved = try #require(save.terrain)
    #expect(terrain.mesh == saved.mesh)
    #expect(terrain.height == saved.height)
    #expect(terrain.temperature == saved.temperature)
    #expect(terrain.precipitation == saved.precipitation)
    #expect(terrain.cellsDesired == saved.cellsDesired)
    #expect(imported.value.world.info.width == 1280)
  }

  @Test func minimalExportOfToday() throws {
    var save = try world("generator/n10-continents/n10-continents.map")
    save.states.mutateAll { $0.drawnLabel = nil }
    let export = try world("generator/n10-continents/Minimal.json")
    #expect(
      differences(export, save, except: ["cells", "terrain"]).filter { !$0.contains(".") }
        == ["ice", "nameBases", "presentation"])
  }

  @Test func exportWithoutSizeTakesItFromTheBoundary() throws {
    let imported = try read(
      Shared.bytes("maps/exports/MnTronslien__AzgaarToCK3__inputExample.json"))
    let world = imported.value.world
    #expect(world.info.width > 1000 && world.info.height > 500)
    #expect(world.units.distanceScale == 0.01)
    #expect(world.cells?.count == 877)
    #expect(world.burgs.count > 100)
  }

  @Test(arguments: [
    "exports/MnTronslien__AzgaarToCK3__inputExample.geojson",
    "exports/Uvenam__AzgaarToEU4__Beisfia_Cells_2022-12-16-08-21.geojson",
  ])
  func geoJSONIsCalledByName(path: String) throws {
    let bytes = try Shared.bytes("maps/" + path)
    #expect(errorCode(bytes) == "map.geojson")
    #expect(!recognizes(bytes))
  }

  @Test(arguments: Shared.files(in: "maps/hostile", suffix: ".map"))
  func hostileFilesAreCalledByName(path: String) throws {
    let bytes = try Shared.bytes(path)
    #expect(errorCode(bytes) == "map.apple-double")
    #expect(!recognizes(bytes))
  }

  @Test func theOldestFormatIsCalledByName() throws {
    let bytes = try Shared.bytes("maps/saves/pantinor__gdx-andius__fantasy_map_1542492422343.map")
    #expect(errorCode(bytes) == "map.ancient")
  }

  @Test(arguments: readableSaves)
  func savesAreRecognized(path: String) throws { #expect(recognizes(try Shared.bytes(path))) }
}
