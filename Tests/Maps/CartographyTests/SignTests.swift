// SPDX-License-Identifier: MIT
// Part of Platen: pins, armies and numbered states where there is no room for all, and how large
// names of regions are.

import Atlas
import Diagnostics
import Drawing
import Geometry
import TestSupport
import Testing

@testable import Cartography

@Suite struct SignTests {
  private func composition(_ world: World, _ layers: [String]) throws -> Composition {
    let request = MapRequest(look: .parchment, layers: try LayerSelection(layers), audience: .gm)
    return try Composition(world: world, request: request, text: PlainText())
  }

  /// No two boxes of armies overlap, and none loses its men.
  @Test func armiesWithoutRoomJoinOthersOfTheirState() throws {
    var world = SmallWorld.make()
    world.regiments = (0..<300).map { id in
      var regiment = Regiment(
        id: id, state: 1 + id % 2, name: "Guard",
        position: Point(180 + Double(id % 20) * 14, 150 + Double(id / 20) * 8))
      regiment.total = 100 + id
      return regiment
    }
    let map = try composition(world, ["political", "military"])
    let armies = map.seenRegiments
    #expect(armies.count > 4 && armies.count < 60)
    for (index, army) in armies.enumerated() {
      for other in armies[(index + 1)...] { #expect(!army.box.intersects(other.box)) }
    }
    for state in 1...2 {
      let own = armies.filter { $0.regiment.state == state }
      #expect(
        own.reduce(0) { $0 + $1.total }
          == world.regiments.filter { $0.state == state }.reduce(0) { $0 + $1.total })
    }
    let note = map.log.diagnostics.first { $0.code == "map.armies-joined" }
    #expect(note?.message.contains("\(300 - armies.count)") == true)
  }

  /// Ten pins on one spot: one stands there, others beside it on lines.
  @Test func crowdedPinsStandOnLinesAndWhatIsOmittedIsCounted() throws {
    var world = SmallWorld.make()
    world.markers = EntityList(
      (1...60).map { Marker(id: $0, icon: "x", position: Point(300 + Double($0 % 3), 260)) })
    let map = try composition(world, ["markers"])
    let pins = map.seenMarkers
    #expect(pins.count { $0.tip == $0.marker.position } >= 1)
    #expect(pins.contains { $0.tip != $0.marker.position })
    for (index, pin) in pins.enumerated() {
      for other in pins[(index + 1)...] {
        for part in pin.parts { #expect(!other.parts.contains(where: part.intersects)) }
      }
    }
    let note = map.log.diagnostics.first { $0.code == "map.markers-crowded" }
    #expect(note?.message.hasSuffix("omitted: \(60 - pins.count)") == true)
    #expect(pins.count < 60)
    var few = world
    few.markers = EntityList([world.markers[0]])
    let alone = try composition(few, ["markers"])
    _ = alone.markersLayer()
    #expect(alone.log.diagnostics.isEmpty)
  }

  /// A state of one cell between others has a number, and the key states its name.
  @Test func statesTooSmallForTheirNamesAreNumbered() throws {
    var world = SmallWorld.make()
    var cells = try #require(world.cells)
    let locator = CellLocator(mesh: cells.mesh)
    let land = [203.0, 215, 227, 239, 251].flatMap { (x: Double) -> [Point] in
      [211.0, 223, 235, 247, 259].map { Point(x, $0) }
    }
    for (index, place) in land.enumerated() {
      let id = 3 + index
      cells.state[locator.cell(at: place)] = UInt16(id)
      var state = State(id: id, name: "Littleland\(id)")
      state.pole = place
      world.states = EntityList(world.states + [state])
    }
    world.cells = cells
    world.burgs = EntityList()
    let map = try composition(world, ["political"])
    let groups = map.labelsLayer().nodes.compactMap { node -> Group? in
      if case .group(let group) = node { group } else { nil }
    }
    let key = try #require(groups.first { $0.name == "region-numbers" })
    let named = groups.filter { $0.name.hasPrefix("region") }.flatMap(\.texts)
    let omitted = map.log.diagnostics.filter { $0.code == "map.name-omitted" }.map(\.message)
    for id in Set(cells.state).map(Int.init) where id > 2 {
      let names = named.filter { $0.source.lowercased() == "littleland\(id)" }
      let isOmitted = omitted.contains { $0.contains("\"Littleland\(id)\"") }
      #expect(names.count == (isOmitted ? 0 : 1), "Littleland\(id)")
    }
    #expect(omitted.count < 2)
    #expect(map.nameCounts.numbers >= 1)
    // Each number stands on the map and in the key.
    for number in 1...map.nameCounts.numbers {
      #expect(key.texts.count { $0.source == "\(number)" } == 2)
    }
    let regions = map.nameCounts[.regions]
    #expect(regions.placed + omitted.count == regions.requested)
    #expect(map.nameCounts.overlaps == 0)
  }

  /// Numbered states and numbered burgs have one list with one title.
  @Test func numbersOfStatesAndBurgsHaveOneList() throws {
    var world = SmallWorld.make()
    var cells = try #require(world.cells)
    let locator = CellLocator(mesh: cells.mesh)
    for index in 0..<12 {
      let place = Point(210 + Double(index % 4) * 14, 225 + Double(index / 4) * 14)
      cells.state[locator.cell(at: place)] = UInt16(3 + index)
      var state = State(id: 3 + index, name: "Littleland\(index)")
      state.pole = place
      world.states = EntityList(world.states + [state])
    }
    world.cells = cells
    world.burgs = EntityList(
      (0..<40).map { id in
        var burg = Burg(
          id: id + 1, name: "Crowdton\(id)",
          position: Point(420 + Double(id % 8) * 8, 200 + Double(id / 8) * 8), cell: 0)
        burg.group = "town"
        return burg
      })
    var request = MapRequest(look: .parchment, layers: try LayerSelection(["political"]))
    request.labelDensity = 8
    request.words.places = "Orte"
    let map = try Composition(world: world, request: request, text: PlainText())
    let groups = map.labelsLayer().nodes.compactMap { node -> Group? in
      if case .group(let group) = node { group } else { nil }
    }
    let all = groups.flatMap(\.texts)
    let regions = try #require(groups.first { $0.name == "region-numbers" })
    let burgs = try #require(groups.first { $0.name == "burg-numbers" })
    #expect(all.count { $0.source == "Orte" } == 1)
    #expect(!regions.texts.contains { $0.source.hasPrefix("Littleland") })
    // In the order of their numbers, states first.
    let told = burgs.texts.filter {
      $0.source.hasPrefix("Littleland") || $0.source.hasPrefix("Crowdton")
    }
    #expect(told.count == map.nameCounts.numbers && told.count > 3)
    let kinds = told.map { $0.source.hasPrefix("Littleland") }
    #expect(kinds.first == true && kinds.last == false && kinds == kinds.sorted { $0 && !$1 })
    #expect(map.nameCounts.overlaps == 0)
  }

  @Test func namesOfRegionsAreAsLargeAsTheirShareOfTheLand() {
    var sizes = RegionSizes(largest: 26, least: 9, most: 1_000)
    #expect(sizes.limit(cells: 1_000) == 26 && sizes.limit(cells: 500) == 26)
    let limits = [1_000, 300, 150, 80, 40, 10].map(sizes.limit)
    #expect(limits == limits.sorted(by: >) && Set(limits).count == limits.count)
    #expect(limits.allSatisfy { $0 >= 9 })
    #expect(sizes.steps.first == 26 && sizes.steps.last == 9)
    #expect(zip(sizes.steps, sizes.steps.dropFirst()).allSatisfy { $0 > $1 })
    // An empire without room for large letters: what is smaller has none that are larger.
    sizes.place(cells: 1_000, size: 14)
    #expect(sizes.limit(cells: 300) == 14 && sizes.limit(cells: 900) == 26)
  }

  /// Nothing smaller than can be read is written, and what is omitted is counted.
  @Test func namesTooSmallAreCountedByKind() throws {
    var request = MapRequest(
      look: .parchment, layers: try LayerSelection(["political", "provinces"]))
    request.leastName = 12
    let map = try Composition(world: SmallWorld.make(), request: request, text: PlainText())
    let texts = Group(children: map.labelsLayer().nodes).texts
    #expect(!texts.isEmpty)
    for text in texts { #expect(text.font.size >= 11.9, "\(text.source)") }
    let notes = map.log.diagnostics.filter { $0.code == "map.names-too-small" }.map(\.message)
    #expect(notes.contains { $0.hasPrefix("burgs") && $0.hasSuffix(": 38") }, "\(notes)")
    #expect(notes.contains { $0.hasPrefix("provinces") && $0.hasSuffix(": 4") }, "\(notes)")
  }
}
