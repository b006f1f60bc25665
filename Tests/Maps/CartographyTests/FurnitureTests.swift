// SPDX-License-Identifier: MIT
// Part of Platen: tests of scale bars in two units, legends, degrees beside ice, and waves.

import Atlas
import Drawing
import Geometry
import Testing

@testable import Cartography

@Suite struct ScaleBarTests {
  @Test(arguments: [
    (600.0, 600.0, 3), (700, 800, 4), (384, 400, 4), (1130, 1000, 5), (0.37, 0.4, 4),
  ])
  func distancesAndTheirPartsAreRound(wanted: Double, given: Double, parts: Int) throws {
    let measure = try #require(ScaleMeasure(near: wanted, perUnit: 2, unit: "mi"))
    #expect(abs(measure.distance - given) < 1e-9 && measure.parts == parts)
    #expect(abs(measure.length - given / 2) < 1e-9)
  }

  private func figures(_ unit: String, look: MapLook = .parchment) throws -> [String] {
    var world = SmallWorld.make()
    world.units.distance = unit
    return try scene(world, look: look, layers: ["scale-bar"]) {
      $0.words.miles = "Meilen"
    }.layer(.scaleBar)?.texts.map(\.source) ?? []
  }

  @Test func milesStandOverKilometers() throws {
    for unit in ["mi", "km"] {
      let figures = try figures(unit)
      #expect(figures.filter { $0 == "0" }.count == 2)
      let miles = try #require(figures.firstIndex(of: " Meilen"))
      #expect(figures.last == " km" && miles < figures.count - 1)
    }
    #expect(try figures("lg").contains(" lg") && figures("lg").last == " km")
  }

  @Test func anUnknownUnitStandsAlone() throws {
    let figures = try figures("stone's throws")
    #expect(figures.last == " stone's throws" && figures.filter { $0 == "0" }.count == 1)
    #expect(try self.figures("km", look: .azgaarBase).last == " km")
    #expect(try self.figures("km", look: .azgaarBase).filter { $0 == "0" }.count == 1)
  }
}

@Suite struct LegendTests {
  private func legend(
    _ layers: [String], _ world: World = SmallWorld.make(), look: MapLook = .parchment
  ) throws -> [String] {
    try scene(world, look: look, layers: layers).layer(.legend)?.texts.map(\.source) ?? []
  }

  @Test func colorsWithoutNamesAreExplained() throws {
    #expect(try legend(["biomes"]) == ["Biomes", "Grassland", "Taiga"])
    #expect(try legend(["cultural"]).first == "Cultures")
    #expect(try legend(["temperature"]).first == "Temperature")
    let heights = try legend(["heightmap"])
    #expect(heights.first == "Elevation (ft)" && heights.dropFirst().first == "0")
    #expect(heights.count > 3)
    // One religion is the religion of all.
    #expect(try legend(["religions"]) == [])
  }

  @Test func nothingIsExplainedThatNeedsNoWords() throws {
    #expect(try legend(["political"]) == [])
    #expect(try legend(["biomes", "-legend"]) == [])
    #expect(try legend(["biomes"], look: .azgaarBase) == [])
    #expect(try legend(["biomes", "legend"], look: .azgaarBase).count == 3)
  }

  /// On land to all edges, where letters have to be larger than the look's.
  @Test func noAutomaticRampCoversTheLandOfASmallImage() throws {
    var world = SmallWorld.make()
    for cell in world.cells?.height.indices ?? 0..<0 { world.cells?.height[cell] = 40 }
    world.burgs = EntityList()
    func legend(_ layers: [String], growth: Double) throws -> LegendBlock? {
      var request = MapRequest(layers: try LayerSelection(layers))
      let size = try Composition(world: world, request: request, text: PlainText())
        .look.legend.label.size
      request.leastName = size * growth
      return try Composition(
        world: world, request: request.withAutomaticLegend, text: PlainText()
      ).furniture.legend
    }
    #expect(try legend(["heightmap"], growth: 0.5) != nil)
    #expect(try legend(["heightmap"], growth: 1.5) == nil)
    #expect(try legend(["heightmap", "legend"], growth: 1.5) != nil)
  }

  @Test func omittedRowsAreCounted() throws {
    var world = SmallWorld.make()
    world.zones = EntityList(
      (0..<30).map { id in
        Zone(id: id, name: "Zone \(id)", cells: (0...Int32(id)).map { 1000 + $0 })
      })
    let rows = try legend(["zones"], world)
    #expect(rows.count == 1 + 24 + 1 && rows.last == "and 6 more")
    // The largest come first, and hidden ones do not come at all.
    #expect(rows[1] == "Zone 29")
    #expect(try legend(["zones"]) == [])
  }
}

@Suite struct PlateGroundTests {
  @Test func whatIsHiddenIsSummed() throws {
    let map = try Composition(
      world: SmallWorld.make(), request: MapRequest(layers: LayerSelection(["landmass"])),
      text: PlainText())
    let ground = map.plateGround
    #expect(ground.hidden(by: Rect(x: 5, y: 400, width: 60, height: 40)) == 0)
    #expect(ground.hidden(by: Rect(x: -90, y: -90, width: 60, height: 40)) == 0)
    let land = ground.hidden(by: Rect(x: 340, y: 200, width: 40, height: 40))
    let sheet = ground.hidden(by: map.sheet)
    #expect(land > 100 && sheet > 20 * land)
  }

  /// On a world without any sea plates keep away from towns.
  @Test(arguments: MapLook.builtIn.map(\.name).filter { !$0.hasPrefix("azgaar") })
  func platesCoverNoTown(look: String) throws {
    var world = SmallWorld.make()
    for cell in world.cells?.height.indices ?? 0..<0 { world.cells?.height[cell] = 40 }
    // Capitals in all corners but one, where towns are.
    let places = [
      Point(60, 60), Point(740, 60), Point(740, 390), Point(60, 300), Point(60, 390),
      Point(400, 40),
      Point(400, 410),
    ]
    world.burgs = EntityList(
      places.enumerated().map { id, place in
        var burg = Burg(id: id + 1, name: "Burg\(id)", position: place, cell: 0)
        burg.isCapital = id < 3
        burg.group = id < 3 ? "capital" : "town"
        burg.population = 10
        return burg
      })
    let map = try Composition(
      world: world,
      request: MapRequest(
        look: MapLook.named(look),
        layers: LayerSelection(["political", "biomes", "compass", "legend"])), text: PlainText())
    #expect(map.furniture.plates.count >= 3)
    for plate in map.furniture.plates {
      for place in places { #expect(!plate.contains(place), "\(plate) on \(place)") }
    }
  }

  /// A strip of sea that has room for the legend only where the title would stand first.
  @Test func piecesChangePlacesWhereOneWouldCoverLand() throws {
    var world = SmallWorld.make()
    let sites = try #require(world.cells).mesh.sites
    for (cell, site) in sites.enumerated() {
      world.cells?.height[cell] = site.x > 330 || site.y < 190 ? 40 : 5
    }
    world.burgs = EntityList()
    let map = try Composition(
      world: world,
      request: MapRequest(layers: LayerSelection(["biomes", "legend", "title", "-scale-bar"])),
      text: PlainText())
    let legend = try #require(map.furniture.legend)
    #expect(map.plateGround.hidden(by: legend.plate) == 0)
  }
}

@Suite struct PlateColumnTests {
  /// Land all round a sea that no plate reaches from an edge.
  @Test func platesInTheOpenSeaAreFlush() throws {
    var world = SmallWorld.make()
    let sites = try #require(world.cells).mesh.sites
    for (cell, site) in sites.enumerated() {
      world.cells?.height[cell] =
        abs(site.x - 400) < 200 && abs(site.y - 225) < 145 ? 5 : 40
    }
    world.burgs = EntityList()
    let map = try Composition(
      world: world,
      request: MapRequest(layers: LayerSelection(["political", "title", "scale-bar"])),
      text: PlainText())
    let title = try #require(map.furniture.title).plate
    let bar = try #require(map.furniture.scaleBar).plate
    #expect(map.plateGround.hidden(by: title) == 0 && map.plateGround.hidden(by: bar) == 0)
    #expect(!title.intersects(bar))
    let distances = [title.minX - bar.minX, title.center.x - bar.center.x, title.maxX - bar.maxX]
    #expect(distances.contains { abs($0) < 1e-6 }, "\(title) \(bar)")
  }
}

@Suite struct SeaStrokeTests {
  @Test func wavesKeepClear() throws {
    let request = MapRequest(layers: try LayerSelection(["political"]))
    let map = try Composition(world: SmallWorld.make(), request: request, text: PlainText())
    _ = map.labelsLayer()
    let strokes = map.seaStrokes()
    let paths = Group(children: strokes).leaves.compactMap { leaf -> Path? in
      if case .path(let node) = leaf { node.path } else { nil }
    }
    let lines = paths.flatMap { $0.flattened(tolerance: 0.1) }
    #expect(lines.count > 20)
    let plates = map.furniture.plates
    for point in lines.flatMap(\.points) {
      #expect(map.cells.height[map.locator.cell(at: point)] < 20)
      #expect(!plates.contains { $0.contains(point) })
    }
    #expect(map.seaStrokes() == strokes)
  }

  @Test func otherLooksHaveNone() throws {
    let ocean = try #require(try scene(look: .azgaarBase).layer(.ocean))
    #expect(
      !ocean.children.contains {
        if case .group(let group) = $0 { group.name == "waves" } else { false }
      })
  }
}

@Suite struct DegreeTests {
  /// Degrees stand at the bottom where ice covers the top.
  @Test func degreesAreNotWrittenOnIce() throws {
    var world = SmallWorld.make()
    // Ice has round corners.
    let edge = stride(from: -200.0, through: 1000, by: 20)
    let outline = edge.map { Point($0, 60) } + edge.reversed().map { Point($0, -100) }
    world.ice = EntityList([IceSheet(id: 1, kind: .glacier, outline: outline)])
    func heights(_ layers: [String]) throws -> [Double] {
      let texts = try scene(world, layers: layers).layer(.coordinates)?.texts ?? []
      #expect(texts.count > 5)
      return texts.flatMap { $0.boxes.map(\.minY) }
    }
    #expect(try heights(["coordinates"]).contains { $0 < 50 })
    #expect(try heights(["coordinates", "ice"]).allSatisfy { $0 > 50 })
  }
}
