// SPDX-License-Identifier: MIT
// Part of Platen: made worlds are saves that read back whole, and the same every time.

import Atlas
import Azgaar
import Diagnostics
import Geometry
import Testing
import Worldsmith

/// A small world and the ways these tests read it.
private struct Order: Sendable, Hashable, CustomTestStringConvertible {
  var seed: UInt64
  var cells: Int
  var width: Int
  var height: Int
  var testDescription: String { "seed \(seed), \(cells) cells, \(width) × \(height)" }

  func map() -> [UInt8] { SampleWorld.map(seed: seed, cells: cells, width: width, height: height) }

  func read() throws -> Diagnosed<ImportedWorld> {
    if let index = Order.several.firstIndex(of: self) { return try Order.reads[index].get() }
    return try map().withUnsafeBytes { try AzgaarReader.read($0) }
  }

  /// The result of the orders, read once for all tests.
  private static let reads: [Result<Diagnosed<ImportedWorld>, any Error>] = several.map { order in
    Result { try order.map().withUnsafeBytes { try AzgaarReader.read($0) } }
  }

  static let several = [
    Order(seed: 0, cells: 1000, width: 800, height: 600),
    Order(seed: 1, cells: 2000, width: 1280, height: 720),
    Order(seed: 7, cells: 3000, width: 500, height: 900),
    Order(seed: .max, cells: 1500, width: 1920, height: 400),
    Order(seed: 42, cells: 6000, width: 1280, height: 720),
  ]
}

@Suite struct SampleWorldTests {
  @Test(arguments: Order.several) private func readsBackWithoutAWarning(order: Order) throws {
    let imported = try order.read()
    #expect(imported.warnings.isEmpty, "\(imported.warnings.prefix(8))")
    #expect(imported.value.report.sections == 52)
    #expect(imported.value.world.info.width == Double(order.width))
    #expect(imported.value.world.info.height == Double(order.height))
    #expect(imported.value.world.info.seed == String(order.seed))
  }

  @Test(arguments: Order.several) private func isTheSameEveryTime(order: Order) {
    #expect(order.map() == order.map())
  }

  /// Sheets without room for land, and finer cells than the format can distinguish.
  @Test(arguments: [
    (20_000, 100, 1000), (100, 20_000, 1000), (100, 100, 1_000_000), (100, 100, 1000),
    (600, 100, 2000),
  ]) func oddSheetsAreStillSaves(width: Int, height: Int, cells: Int) throws {
    let map = SampleWorld.map(seed: 4, cells: cells, width: width, height: height)
    let imported = try map.withUnsafeBytes { try AzgaarReader.read($0) }
    #expect(imported.warnings.isEmpty, "\(imported.warnings.prefix(8))")
    #expect(imported.value.world.info.width == Double(width))
  }

  @Test func namesCannotBreakTheFormat() throws {
    let name = "A|B\r\nC \"D\" <E> Ærø 🏔"
    let map = SampleWorld.map(seed: 4, cells: 1000, width: 400, height: 300, name: name)
    let imported = try map.withUnsafeBytes { try AzgaarReader.read($0) }
    #expect(imported.warnings.isEmpty)
    #expect(imported.value.world.info.name == "A B  C \"D\" <E> Ærø 🏔")
  }

  @Test func seedsDiffer() {
    let worlds = (0..<4).map { Order(seed: $0, cells: 1000, width: 800, height: 600).map() }
    for (a, first) in worlds.enumerated() {
      for second in worlds[(a + 1)...] { #expect(first != second) }
    }
  }

  @Test func ordersOutOfRangeAreBroughtInto() throws {
    let small = try Order(seed: 3, cells: -5, width: 0, height: 1).read().value.world
    #expect(small.info.width == Double(SampleWorld.sideRange.lowerBound))
    #expect(abs((small.terrain?.mesh.cellCount ?? 0) - 1000) < 100)
  }

  @Test(arguments: Order.several) private func noTableIsEmpty(order: Order) throws {
    let world = try order.read().value.world
    #expect(!world.features.isEmpty)
    #expect(world.biomes.count == 13)
    #expect(!world.cultures.isEmpty)
    #expect(world.states.count > 1)
    #expect(!world.provinces.isEmpty)
    #expect(!world.religions.isEmpty)
    #expect(world.burgs.count > 10)
    #expect(!world.rivers.isEmpty)
    #expect(!world.routes.isEmpty)
    #expect(!world.markers.isEmpty)
    #expect(world.markers.contains { $0.isHidden })
    #expect(!world.zones.isEmpty)
    #expect(!world.regiments.isEmpty)
    #expect(!world.notes.isEmpty)
    #expect(!world.nameBases.isEmpty)
    #expect(!world.addedLabels.isEmpty)
    #expect(!world.militaryUnits.isEmpty)
    #expect(!world.presentation.active.isEmpty)
    #expect(world.coordinates != nil)
  }

  @Test(arguments: Order.several) private func theLandMakesSense(order: Order) throws {
    let world = try order.read().value.world
    let cells = try #require(world.cells)
    let land = (0..<cells.count).filter { cells.isLand($0) }
    let terrain = try #require(world.terrain)
    let share = Double(terrain.height.filter { $0 >= 20 }.count) / Double(terrain.height.count)
    #expect((0.2...0.5).contains(share))
    // The sheet's edge is water: no coast is cut off.
    for cell in terrain.height.indices where terrain.mesh.isBorder[cell] {
      #expect(terrain.height[cell] < 20)
    }
    #expect(Set(land.map { cells.biome[$0] }).count >= 4)
    for cell in 0..<cells.count where !cells.isLand(cell) {
      #expect(cells.state[cell] == 0)
      #expect(cells.burg[cell] == 0)
      #expect(cells.population[cell] == 0)
    }
  }

  @Test(arguments: Order.several) private func riversRunToWater(order: Order) throws {
    let world = try order.read().value.world
    let cells = try #require(world.cells)
    for river in world.rivers {
      #expect(river.cells.count >= 3)
      let last = Int(try #require(river.cells.last))
      // A river ends in the sea, in a lake, or in the river it belongs to.
      let reachesWater = !cells.isLand(last)
      let joins = river.parent != river.id && Int(cells.river[last]) == river.parent
      #expect(reachesWater || joins, "river \(river.id)")
      for (a, b) in zip(river.cells, river.cells.dropFirst()) {
        #expect(cells.mesh.cellNeighbors[Int(a)].contains(b), "river \(river.id) jumps")
      }
    }
  }

  @Test(arguments: Order.several) private func statesHoldTheirCapitals(order: Order) throws {
    let world = try order.read().value.world
    let cells = try #require(world.cells)
    for state in world.states {
      let capital = try #require(state.capital.flatMap { world.burgs[id: $0] })
      #expect(capital.isCapital)
      #expect(capital.state == state.id)
      #expect(Int(cells.state[capital.cell]) == state.id)
      #expect(!state.provinces.isEmpty)
    }
    for province in world.provinces {
      #expect(world.states.contains(id: province.state))
    }
    for cell in 0..<cells.count where cells.province[cell] != 0 {
      #expect(world.provinces[id: Int(cells.province[cell])]?.state == Int(cells.state[cell]))
    }
  }

  @Test(arguments: Order.several) private func waysGoFromCellToCell(order: Order) throws {
    let world = try order.read().value.world
    let cells = try #require(world.cells)
    for route in world.routes {
      #expect(route.points.count == route.cells.count)
      for (a, b) in zip(route.cells, route.cells.dropFirst()) {
        #expect(cells.mesh.cellNeighbors[Int(a)].contains(b), "route \(route.id) jumps")
      }
      for cell in route.cells.dropFirst().dropLast() {
        #expect(cells.isLand(Int(cell)) == (route.group != "searoutes"), "route \(route.id)")
      }
    }
    // A port lies at water.
    for burg in world.burgs where burg.port != nil {
      #expect(cells.harbor[burg.cell] > 0, "\(burg.name)")
    }
  }

  @Test func namesAreNotRepeated() throws {
    let world = try Order(seed: 42, cells: 6000, width: 1280, height: 720).read().value.world
    #expect(Set(world.burgs.map(\.name)).count == world.burgs.count)
    #expect(Set(world.states.map(\.name)).count == world.states.count)
    #expect(Set(world.rivers.map(\.name)).count > world.rivers.count * 9 / 10)
  }
}
