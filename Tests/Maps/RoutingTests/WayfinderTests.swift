// SPDX-License-Identifier: MIT
// Part of Platen: tests of the quickest ways between towns.

import Atlas
import Azgaar
import Diagnostics
import Geometry
import TestSupport
import Testing
import Worldsmith

@testable import Routing

@Suite struct WayfinderTests {
  private static func sample(seed: UInt64, cells: Int) throws -> World {
    let bytes = SampleWorld.map(seed: seed, cells: cells, width: 900, height: 600, name: nil)
    return try bytes.withUnsafeBytes { try AzgaarReader.read($0) }.value.world
  }

  /// Two towns 100 map units of three miles apart, on grassland, with or without a way between.
  private static func twoTowns(_ group: String?) throws -> World {
    var world = SmallWorld.make()
    world.routes = EntityList([])
    var cells = try #require(world.cells)
    let index = PointIndex(cells.mesh.sites)
    let places = [Point(180, 300), Point(280, 300)]
    let found = try places.map { try #require(index.nearest(to: $0)) }
    world.burgs = EntityList(
      zip(found, ["Aldin", "Berrow"]).enumerated().map { number, town in
        cells.burg[town.0] = UInt16(number + 1)
        return Burg(id: number + 1, name: town.1, position: places[number], cell: town.0)
      })
    world.cells = cells
    if let group {
      world.routes = EntityList([
        Route(id: 1, group: group, points: places, cells: found.map(Int32.init))
      ])
    }
    return world
  }

  // MARK: Times

  /// 300 miles are 482.8 km: 40 a day on foot, 56 by horse, 60 by carriage.
  @Test(arguments: [
    ("roads", TravelMode.foot, 12.07), ("roads", .horse, 8.62), ("roads", .road, 8.05),
    ("trails", .foot, 15.09), ("trails", .road, 10.06),
  ])
  func speeds(_ group: String, _ mode: TravelMode, _ days: Double) throws {
    let finder = try Wayfinder(try Self.twoTowns(group), by: mode)
    let way = try finder.itinerary(through: ["Aldin", "berrow"])
    #expect(abs(way.days - days) < 0.01 && abs(way.distance - 300) < 1e-9)
    #expect(way.legs.count == 1 && finder.warnings.isEmpty)
  }

  /// Each day ends a twelfth of the way further on.
  @Test func daysEndAlongTheWay() throws {
    let finder = try Wayfinder(try Self.twoTowns("roads"), by: .foot)
    let way = try finder.itinerary(through: ["Aldin", "Berrow"])
    #expect(way.nights.count == 12 && way.passed == [Point(180, 300), Point(280, 300)])
    for (index, night) in way.nights.enumerated() {
      #expect(abs(night.x - 180 - 100 * Double(index + 1) / way.days) < 1e-9 && night.y == 300)
    }
  }

  @Test func openLandTakesTwiceAsLong() throws {
    let finder = try Wayfinder(try Self.twoTowns(nil), by: .foot)
    let way = try finder.itinerary(through: ["Aldin", "Berrow"])
    #expect(finder.warnings.map(\.code) == [.routeRoads])
    #expect(way.legs.allSatisfy { $0.kind == .openLand })
    #expect(way.days >= 2 * 12.07 && way.days < 2.5 * 12.07)
  }

  @Test func milesAndKilometersAgree() throws {
    var world = try Self.twoTowns("roads")
    let miles = try Wayfinder(world, by: .foot).itinerary(through: ["1", "2"])
    world.units.distance = "km"
    world.units.distanceScale *= 1.609344
    let kilometers = try Wayfinder(world, by: .foot).itinerary(through: ["1", "2"])
    #expect(abs(miles.days - kilometers.days) < 1e-9)
    world.units.distance = "hops"
    #expect(try Wayfinder(world, by: .foot).warnings.map(\.code) == [.routeUnit])
  }

  // MARK: Ways

  /// Days to all nodes by relaxing every step until nothing changes.
  private func relaxed(_ graph: WayGraph, from start: Int) -> [Double] {
    var days = [Double](repeating: .infinity, count: graph.count)
    days[start] = 0
    var changes = true
    while changes {
      changes = false
      for node in 0..<graph.count where days[node].isFinite {
        graph.forEachStep(from: node) { step, more in
          if days[node] + more < days[step.node] - 1e-12 {
            days[step.node] = days[node] + more
            changes = true
          }
        }
      }
    }
    return days
  }

  @Test(arguments: TravelMode.allCases, [1, 2, 3] as [UInt64])
  func waysAreTheQuickest(_ mode: TravelMode, _ seed: UInt64) throws {
    let world = try Self.sample(seed: seed, cells: 1000)
    let cells = try #require(world.cells)
    let graph = WayGraph(world, cells, by: mode, takesShips: true, kilometersPerUnit: 3)
    let town = try #require(world.burgs.first { $0.port != nil })
    let start = mode == .ship ? graph.aboard(town.cell) : town.cell
    let search = WaySearch(graph, from: start)
    let wanted = relaxed(graph, from: start)
    #expect(wanted.filter(\.isFinite).count > 10)
    for (found, wanted) in zip(search.days, wanted) {
      #expect(found == wanted || abs(found - wanted) < 1e-9)
    }
  }

  /// Legs join end to end, their sums are the whole, and each is of a kind that the mode takes.
  private func check(_ way: Itinerary, _ world: World) throws {
    var days = 0.0
    for (number, leg) in way.legs.enumerated() {
      #expect(abs(leg.start - days) < 1e-9)
      days += leg.days
      #expect(leg.days >= 0 && leg.distance >= 0 && leg.points.count > 1)
      if number > 0 { #expect(way.legs[number - 1].to == leg.from) }
      switch way.mode {
      case .road: #expect(![.openLand, .openWater].contains(leg.kind))
      case .ship: #expect(leg.kind.isWater)
      case .foot, .horse: #expect(leg.kind != .openWater)
      }
    }
    #expect(abs(way.days - days) < 1e-9)
  }

  @Test(.enabled(if: Shared.isPresent), arguments: sharedMaps.filter { $0.hasPrefix("maps/saves") })
  func capitalsOfRealWorlds(_ path: String) throws {
    let bytes = try Shared.bytes(path)
    let world = try bytes.withUnsafeBytes { try AzgaarReader.read($0) }.value.world
    let capitals = world.burgs.filter(\.isCapital).prefix(4)
    guard world.cells != nil, let first = capitals.first else { return }
    for mode in TravelMode.allCases {
      let finder = try Wayfinder(world, by: mode)
      for other in capitals.dropFirst() {
        do {
          let way = try finder.itinerary(through: ["\(first.id)", "\(other.id)"])
          try check(way, world)
          let crow =
            first.position.distance(to: other.position) * world.units.distanceScale
          #expect(way.distance >= 0.8 * crow)
        } catch let failure as Failure {
          #expect([.routeUnreachable, .routePort].contains(failure.diagnostics[0].code))
        }
      }
    }
  }

  @Test func aWayMayStayOnLand() throws {
    let world = try Self.sample(seed: 2, cells: 1000)
    let towns = world.burgs.map { "\($0.id)" }
    let from = try #require(towns.first)
    let byShip = try Wayfinder(world, by: .foot).reach(from: from)
    let onLand = try Wayfinder(world, by: .foot, takesShips: false).reach(from: from)
    #expect(onLand.count <= byShip.count && !onLand.isEmpty)
    #expect(byShip.map(\.days) == byShip.map(\.days).sorted())
    let nearest = try #require(onLand.first)
    let days = Dictionary(byShip.map { ($0.name, $0.days) }, uniquingKeysWith: min)
    #expect(days[nearest.name] ?? .infinity <= nearest.days + 1e-9)
  }

  // MARK: Errors

  @Test func townsThatAreNotFound() throws {
    var world = try Self.twoTowns("roads")
    func code(_ places: [String], by mode: TravelMode = .foot) throws -> Diagnostic? {
      let finder = try Wayfinder(world, by: mode)
      do {
        _ = try finder.itinerary(through: places)
        return nil
      } catch let failure as Failure {
        return failure.diagnostics.first
      }
    }
    let unknown = try #require(try code(["Aldin", "Barrow"]))
    #expect(unknown.code == .routePlace && unknown.hints == ["did you mean \"Berrow\"?"])
    #expect(try code(["Aldin", "Berrow"], by: .ship)?.code == .routePort)
    world.burgs.mutate(id: 2) { $0.name = "Aldin" }
    let several = try #require(try code(["Aldin", "2"]))
    #expect(several.code == .routePlace && several.message == "2 towns are called \"Aldin\"")
    world.routes = EntityList([])
    #expect(try code(["1", "2"], by: .road)?.code == .routeUnreachable)
    world.cells = nil
    #expect(throws: Failure.self) { try Wayfinder(world, by: .foot) }
  }

  // MARK: Forms

  @Test func anItineraryInEachForm() throws {
    let way = try Wayfinder(try Self.twoTowns("roads"), by: .foot)
      .itinerary(through: ["Aldin", "Berrow"])
    #expect(
      way.text(in: .text, title: "Testland") == """
        Testland: Aldin to Berrow, foot, 300 mi, 12 days

        day  from   to      way   distance
        1    Aldin  Berrow  road  300 mi

        """)
    #expect(
      way.text(in: .csv, title: "Testland")
        == "day,from,to,way,distance,unit,days\r\n1,Aldin,Berrow,road,300,mi,12.07\r\n")
    #expect(
      way.text(in: .json, title: "Testland").hasPrefix(
        "{\n \"world\": \"Testland\",\n \"by\": \"foot\",\n \"unit\": \"mi\",\n \"distance\": 300,")
    )
  }
}
