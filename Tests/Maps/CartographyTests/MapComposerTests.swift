// SPDX-License-Identifier: MIT
// Part of Platen: what is in the scenes of a small world.

import Atlas
import Diagnostics
import Drawing
import Foundation
import Geometry
import TestSupport
import Testing

@testable import Cartography

func cosine(_ angle: Double) -> Double { cos(angle) }
func sine(_ angle: Double) -> Double { sin(angle) }

/// A scene of the small world.
func scene(
  _ world: World = SmallWorld.make(), look: MapLook = .parchment, layers: [String] = ["political"],
  change: (inout MapRequest) -> Void = { _ in }
) throws -> Scene {
  var request = MapRequest(look: look, layers: try LayerSelection(layers))
  change(&request)
  return try MapComposer(request: request, text: PlainText()).compose(world).value
}

@Suite struct MapComposerTests {
  @Test(arguments: LayerSelection.presetNames, MapLook.builtIn.map(\.name))
  func everyPresetGivesItsLayersInOrder(preset: String, look: String) throws {
    let scene = try scene(look: MapLook.named(look), layers: [preset])
    let names = scene.nodes.compactMap {
      if case .group(let group) = $0 { group.name } else { nil }
    }
    let selection = try LayerSelection(preset)
    let own = try MapLook.named(look)
    let layers = (own.legend.isAutomatic ? selection.withAutomaticLegend : selection).layers
    #expect(names == own.layerStyles.ordered(layers).map(\.rawValue))
    #expect(scene.size == Size(width: 800, height: 450))
    for layer in [MapLayer.ocean, .landmass, .coastline] {
      #expect(scene.layer(layer)?.leaves.isEmpty == false)
    }
  }

  @Test(arguments: LayerSelection.presetNames)
  func sharesMakeTheWholePicture(preset: String) throws {
    var world = SmallWorld.make()
    // Said by each share that draws coasts, and to be told once.
    world.features.mutateAll { if $0.id == 1 { $0.outline.append(.max) } }
    let request = MapRequest(layers: try LayerSelection(preset))
    let composer = MapComposer(request: request, text: PlainText())
    let whole = try composer.compose(world)
    let shares = try [LayerShare.plain, .lettered].map { try composer.draw($0, of: world) }
    let joined = request.scene(of: world, from: shares)
    #expect(joined.value == whole.value)
    #expect(
      joined.warnings.sorted { $0.text < $1.text } == whole.warnings.sorted { $0.text < $1.text })
  }

  @Test func everyLayerDrawsSomething() throws {
    let all = MapLayer.allCases.map(\.rawValue)
    let scene = try scene(layers: all) {
      $0.audience = .gm
      $0.look.hillshade.strength = 0.5
    }
    // A map of the whole has no small map of it beside.
    for layer in MapLayer.allCases where layer != .lakes && layer != .inset {
      #expect(scene.layer(layer)?.leaves.isEmpty == false, "\(layer)")
    }
  }

  @Test(arguments: MapLook.builtIn.map(\.name))
  func theSameTwice(look: String) throws {
    let look = try MapLook.named(look)
    #expect(try scene(look: look) == scene(look: look))
  }

  @Test func worldsWithoutCellsAreRefused() {
    let world = World(info: WorldInfo(name: "Tables", width: 100, height: 100))
    let error = #expect(throws: Failure.self) { try scene(world) }
    #expect(error?.diagnostics.first?.code == "map.no-cells")
  }

  @Test func aGridWithoutCellsIsCalledThat() {
    var world = World(info: WorldInfo(name: "Grid", width: 800, height: 450))
    world.terrain = SmallWorld.make().terrain
    let error = #expect(throws: Failure.self) { try scene(world) }
    #expect(error?.diagnostics.first?.message.contains("the cells of a grid only") == true)
  }

  /// A sheet where `isLand` decides what is land, and its title alone.
  private func titled(
    _ prepare: (inout World) -> Void = { _ in }, layers: [String] = ["title"],
    isLand: (Point) -> Bool
  ) throws -> (map: Composition, plate: Rect, hidden: Int) {
    var world = SmallWorld.make()
    var cells = try #require(world.cells)
    let sites = cells.mesh.sites
    for cell in 0..<cells.count {
      cells.height[cell] = isLand(sites[cell]) ? 40 : 5
      cells.state[cell] = isLand(sites[cell]) ? 1 : 0
    }
    world.cells = cells
    world.addedLabels = []
    prepare(&world)
    let map = try Composition(
      world: world, request: MapRequest(look: .parchment, layers: LayerSelection(layers)),
      text: PlainText())
    let plate = try #require(map.furniture.title?.plate)
    #expect(plate.minX >= map.inside.minX && plate.maxX <= map.inside.maxX)
    #expect(plate.minY >= map.inside.minY && plate.maxY <= map.inside.maxY)
    let hidden = (0..<cells.count).count { cells.height[$0] >= 20 && plate.contains(sites[$0]) }
    return (map, plate, hidden)
  }

  @Test func platesStandWhereTheyHideNoLand() throws {
    // Land in every corner, and sea in the middle of each edge.
    let (map, plate, hidden) = try titled {
      abs($0.x - 400) > 170 && abs($0.y - 225) > 100
    }
    #expect(hidden == 0)
    #expect(map.inside.insetBy(40).intersection(plate) != plate)
  }

  @Test func platesStandInTheOpenSeaWhereLandIsAllAlongTheEdges() throws {
    #expect(try titled { abs($0.x - 400) > 250 || abs($0.y - 225) > 130 }.hidden == 0)
    // Where there is no open sea either, at an edge.
    let (map, plate, hidden) = try titled { _ in true }
    #expect(hidden > 0)
    #expect(map.inside.insetBy(40).intersection(plate) != plate)
  }

  @Test func platesHideNoNameThatSomebodyPutThere() throws {
    let corner = try titled { _ in false }.plate.center
    var label = AddedLabel(id: 1, position: corner, text: "Bay of Tests")
    func plate(_ layers: [String]) throws -> Rect {
      try titled({ $0.addedLabels = [label] }, layers: layers) { _ in false }.plate
    }
    #expect(try !plate(["title", "labels"]).contains(corner))
    #expect(try plate(["title"]).contains(corner))
    label.label.isHidden = true
    #expect(try plate(["title", "labels"]).contains(corner))
  }

  @Test(arguments: [0, -5, 1e-200, .nan, .infinity, 1e12])
  func sheetsWithoutASizeAreRefused(width: Double) {
    var world = SmallWorld.make()
    world.info.width = width
    let error = #expect(throws: Failure.self) { try scene(world) }
    #expect(error?.diagnostics.first?.code == "map.sheet")
  }

  @Test func statesAreFilledOnceEachAndClippedToTheLand() throws {
    let look = MapLook.azgaarBase
    let group = try #require(try scene(look: look, layers: ["states"]).layer(.states))
    let fills = group.leaves.filter { if case .path(let p) = $0 { p.fill != nil } else { false } }
    #expect(fills.count == 2)
    #expect(group.clip?.rule == .evenOdd)
    #expect(group.opacity == 0.4)
    for case .path(let node) in fills {
      let bounds = try #require(node.path.controlBounds)
      #expect(bounds.minX > 60 && bounds.maxX < 780)
    }
  }

  @Test func hiddenThingsAreAbsentForPlayers() throws {
    let player = try #require(try scene(layers: ["markers", "zones"]).layer(.markers))
    let gm = try #require(
      try scene(layers: ["markers", "zones"]) { $0.audience = .gm }.layer(.markers))
    #expect(gm.leaves.count == 2 * player.leaves.count)
    let zones = try #require(try scene(layers: ["zones"]).layer(.zones))
    #expect(zones.leaves.isEmpty)
  }

  @Test func aWorldWithoutTerrainIsDrawnFromItsCells() throws {
    var world = SmallWorld.make()
    world.terrain = nil
    let scene = try scene(world, layers: ["physical"])
    #expect(scene.layer(.heightmap)?.leaves.count ?? 0 > 3)
    #expect(scene.layer(.ocean)?.leaves.count ?? 0 > 2)
  }

  @Test func coastlineCanBeOverridden() throws {
    let smooth = try scene(layers: ["landmass"])
    let jagged = try scene(layers: ["landmass"]) { $0.coastline = .jagged }
    #expect(smooth != jagged)
    let world = SmallWorld.make(coast: .jagged(JaggedCoast()))
    #expect(try scene(world, layers: ["landmass"]) == jagged)
    #expect(try scene(world, layers: ["landmass"]) { $0.coastline = .smooth } == smooth)
  }

  @Test func hatchesAndMissingColorsAreTold() throws {
    var world = SmallWorld.make()
    var cells = try #require(world.cells)
    cells.religion[try #require(cells.religion.firstIndex(of: 1))] = 9
    world.cells = cells
    let request = MapRequest(layers: try LayerSelection("religions"))
    let composed = try MapComposer(request: request, text: PlainText()).compose(world)
    #expect(composed.warnings.contains { $0.code == "map.hatch" })
    #expect(composed.warnings.contains { $0.code == "map.no-color" && $0.message.contains("9") })
  }

  @Test func aBrokenOutlineIsLeftOutWithAWarning() throws {
    var world = SmallWorld.make()
    var island = Feature(id: 3, kind: .island)
    island.outline = [1, 2, 999_999]
    world.features = EntityList([island])
    let composed = try MapComposer(request: MapRequest(), text: PlainText()).compose(world)
    #expect(composed.warnings.contains { $0.code == "map.feature-outline" })
    #expect(composed.value.layer(.landmass)?.leaves.isEmpty == false)
  }
}

@Suite struct NameTests {
  static let presets = ["political", "provinces", "cultural", "religions"]

  @Test(arguments: presets, MapLook.builtIn.map(\.name))
  func namesStandFreeAndInside(preset: String, look: String) throws {
    let scene = try scene(look: MapLook.named(look), layers: [preset])
    let texts = try #require(scene.layer(.labels)).texts
    #expect(texts.count > 8)
    let sheet = Rect(x: 0, y: 0, width: 800, height: 450)
    let plates = [MapLayer.title, .scaleBar].compactMap { scene.layer($0) }
      .flatMap(\.texts).flatMap(\.boxes)
    let boxes = texts.map(\.boxes)
    let world = SmallWorld.make()
    for (index, own) in boxes.enumerated() {
      for box in own {
        #expect(sheet.intersection(box) == box, "\(texts[index].source)")
        #expect(!plates.contains(where: box.intersects), "\(texts[index].source) on a plate")
      }
      for other in boxes.indices where other > index {
        // Two lines of one name follow each other as closely as they like.
        let isOneName = world.states.contains {
          $0.fullName.contains(texts[index].source) && $0.fullName.contains(texts[other].source)
        }
        if isOneName { continue }
        let clash = own.contains { a in boxes[other].contains(where: a.insetBy(0.2).intersects) }
        #expect(!clash, "\(texts[index].source) covers \(texts[other].source)")
      }
    }
  }

  @Test func everyStateAndCapitalIsNamed() throws {
    let sources = Set(try #require(try scene().layer(.labels)).texts.map(\.source))
    for name in ["WESTMARK", "OSTEN", "Burg1", "Burg2"] { #expect(sources.contains(name)) }
  }

  @Test func densityDecidesHowManyBurgsAreNamed() throws {
    func count(_ density: Double) throws -> Int {
      try scene { $0.labelDensity = density }.layer(.labels)?.texts.count ?? 0
    }
    let (none, some, many) = (try count(0), try count(0.05), try count(2))
    #expect(none < some && some < many)
    #expect(none == 4)
  }

  /// On a sheet much larger than the look was meant for, only capitals' names can be read.
  @Test func namesTooSmallToReadAreLeftOut() throws {
    var look = MapLook.azgaarBase
    look.burgs.town.label.size = 1.9
    look.burgs.village.label.size = 1.9
    look.burgs.capital.label.size = 1.9
    let texts = try #require(try scene(look: look).layer(.labels)).texts.map(\.source)
    #expect(texts.contains("Burg1") && texts.contains("Burg2"))
    for id in 8...40 { #expect(!texts.contains("Burg\(id)")) }
  }

  @Test func anOverriddenStateNameFollowsItsPath() throws {
    var world = SmallWorld.make()
    world.states.mutate(id: 1) { state in
      var label = LabelOverride()
      label.text = "My|Land"
      label.path = [Point(200, 300), Point(300, 280), Point(400, 300)]
      state.label = label
    }
    let texts = try #require(try scene(world, look: .azgaarBase).layer(.labels)).texts
    #expect(texts.contains { $0.source == "My" } && texts.contains { $0.source == "Land" })
    let line = try #require(texts.first { $0.source == "Land" })
    #expect(line.glyphs.allSatisfy { $0.position.x > 240 && $0.position.x < 360 })
  }

  @Test(arguments: [[], [Point(100, 30), Point(200, 40), Point(300, 30)]])
  func addedLabelsHaveTheirLines(path: [Point]) throws {
    var world = SmallWorld.make()
    var added = AddedLabel(id: 1, position: Point(200, 40), text: "Here be|Dragons")
    added.label.path = path
    world.addedLabels = [added]
    let texts = try #require(try scene(world).layer(.labels)).texts
    let upper = try #require(texts.first { $0.source == "Here be" })
    let lower = try #require(texts.first { $0.source == "Dragons" })
    for (a, b) in zip(upper.glyphs, lower.glyphs) { #expect(a.position.y < b.position.y) }
    #expect(upper.glyphs.contains { abs($0.position.x - 200) < 12 })
  }

  @Test func addedLabelsKeepClearOfEachOther() throws {
    var world = SmallWorld.make()
    world.addedLabels = (1...3).map { id in
      var added = AddedLabel(id: id, position: Point(400, 40), text: "Sea number \(id)")
      added.label.path = [Point(300, 40), Point(400, 44), Point(500, 40)]
      return added
    }
    let texts = try #require(try scene(world).layer(.labels)).texts
    let added = texts.filter { $0.source.hasPrefix("Sea") }
    #expect(added.count == 3)
    for one in added {
      for other in texts where other != one {
        let clash = one.boxes.contains { a in other.boxes.contains(where: a.insetBy(0.2).intersects)
        }
        #expect(!clash, "\(one.source) covers \(other.source)")
      }
    }
  }

  @Test func hiddenLabelsAreNotDrawn() throws {
    var world = SmallWorld.make()
    world.burgs.mutate(id: 1) { burg in
      burg.label = LabelOverride()
      burg.label?.isHidden = true
    }
    let texts = try #require(try scene(world).layer(.labels)).texts
    #expect(!texts.contains { $0.source == "Burg1" })
  }
}

@Suite struct LakeTests {
  /// Two lakes whose boxes overlap; the island of one is within the box of the other.
  @Test func islandsAreHolesOfTheirOwnLakeOnly() throws {
    func ring(_ points: [Point], _ map: inout [Point]) -> [Int32] {
      let first = Int32(map.count)
      map += points
      return points.indices.map { first + Int32($0) }
    }
    var world = SmallWorld.make()
    var vertices = try #require(world.cells).mesh.vertices
    var bent = Feature(id: 10, kind: .lake)
    bent.outline = ring(
      [
        Point(200, 100), Point(220, 100), Point(220, 280), Point(400, 280), Point(400, 300),
        Point(200, 300),
      ], &vertices)
    var round = Feature(id: 11, kind: .lake)
    round.outline = ring(
      [Point(260, 120), Point(360, 120), Point(360, 240), Point(260, 240)], &vertices)
    var island = Feature(id: 12, kind: .island)
    island.subtype = "lake_island"
    island.outline = ring(
      [Point(290, 160), Point(330, 160), Point(330, 200), Point(290, 200)], &vertices)
    world.cells?.mesh.vertices = vertices
    world.features = EntityList([bent, round, island])
    let lakes = try #require(try scene(world, layers: ["lakes"]).layer(.lakes))
    let subpaths = lakes.leaves.map { node -> Int in
      if case .path(let path) = node { path.path.verbs.count { $0 == .move } } else { 0 }
    }
    #expect(subpaths == [1, 2])
  }
}
