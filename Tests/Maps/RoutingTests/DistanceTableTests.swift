// SPDX-License-Identifier: MIT
// Part of Platen: tests of tables of distances: against a plain search, and the same from both sides.

import Atlas
import Azgaar
import Diagnostics
import Testing
import Worldsmith

@testable import Routing

@Suite struct DistanceTableTests {
  private static func sample(_ seed: UInt64) throws -> World {
    let bytes = SampleWorld.map(seed: seed, cells: 1000, width: 900, height: 600, name: nil)
    return try bytes.withUnsafeBytes { try AzgaarReader.read($0) }.value.world
  }

  /// Days from one node to all, the nearest of those that are left at a time.
  private func days(_ graph: WayGraph, from start: Int) -> [Double] {
    var days = [Double](repeating: .infinity, count: graph.count)
    var isDone = [Bool](repeating: false, count: graph.count)
    days[start] = 0
    while let node = (0..<graph.count).filter({ !isDone[$0] && days[$0].isFinite })
      .min(by: { days[$0] < days[$1] })
    {
      isDone[node] = true
      graph.forEachStep(from: node) { step, more in
        days[step.node] = min(days[step.node], days[node] + more)
      }
    }
    return days
  }

  @Test(arguments: [TravelMode.foot, .road], [4, 5] as [UInt64])
  func `distances are those of a plain search`(_ mode: TravelMode, _ seed: UInt64) throws {
    let world = try Self.sample(seed)
    let cells = try #require(world.cells)
    let finder = try Wayfinder(world, by: mode)
    let table = try finder.distances(between: .largest(6)).value
    let towns = try table.towns.map { town in
      try #require(world.burgs.first { $0.name == town.name })
    }
    let perUnit = DistanceUnit.convert(1, from: world.units.distance, to: "km") ?? 1
    let graph = WayGraph(
      world, cells, by: mode, takesShips: true,
      kilometersPerUnit: world.units.distanceScale * perUnit)
    let plain = towns.map { days(graph, from: $0.cell) }
    for row in towns.indices {
      for column in towns.indices {
        let wanted = min(plain[row][towns[column].cell], plain[column][towns[row].cell])
        #expect(table.ways[row][column] == table.ways[column][row])
        if row == column { #expect(table.ways[row][column]?.days == 0) }
        guard let way = table.ways[row][column] else {
          #expect(wanted == .infinity)
          continue
        }
        #expect(abs(way.days - wanted) < 1e-9)
      }
    }
  }

  @Test func `towns are chosen by rank or name`() throws {
    let world = try Self.sample(6)
    let finder = try Wayfinder(world, by: .foot)
    let capitals = try finder.distances(between: .capitals).value.towns
    #expect(capitals.count == min(20, world.burgs.count { $0.isCapital }))
    let some = world.burgs.prefix(3).map { "\($0.id)" }
    let named = try finder.distances(between: .named(some)).value
    #expect(named.towns.map(\.name) == world.burgs.prefix(3).map(\.name))
    func code(_ towns: DistanceTowns) throws -> Diagnostic.Code? {
      do {
        _ = try finder.distances(between: towns)
        return nil
      } catch let failure as Failure {
        return failure.diagnostics.first?.code
      }
    }
    #expect(try code(.largest(101)) == .routeTowns)
    #expect(try code(.named(["1"])) == .routeTowns)
    #expect(try code(.named(["1", "Nowhere at all"])) == .routePlace)
  }

  @Test func `a table in each form`() {
    let way = DistanceTable.Way(distance: 300, days: 12.07)
    let none = DistanceTable.Way(distance: 0, days: 0)
    let table = DistanceTable(
      towns: [.init(name: "Aldin", state: "Osten"), .init(name: "=Berrow", state: nil)],
      ways: [[none, way], [way, none]], mode: .foot, unit: "mi")
    #expect(
      table.text(in: .csv, title: "T")
        == "from,to,by,distance,unit,days\r\nAldin,'=Berrow,foot,300,mi,12.07\r\n")
    #expect(
      table.text(in: .text, title: "T") == """
        T, by foot: days

                           1   2
        1  Aldin    Osten  –   12
        2  =Berrow         12  –

        Distances in mi

                           1    2
        1  Aldin    Osten  –    300
        2  =Berrow         300  –

        """)
    #expect(table.text(in: .json, title: "T").contains("\"distances\""))
  }
}
