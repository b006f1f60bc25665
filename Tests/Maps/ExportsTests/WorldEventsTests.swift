// SPDX-License-Identifier: MIT
// Part of Platen: tests that the events between two saves are exactly the edits.

import Atlas
import Geometry
import TestSupport
import Testing

@testable import Exports

@Suite struct WorldEventsTests {
  typealias Event = WorldEvents.Event

  private func events(
    _ change: (inout World) throws -> Void
  ) throws -> [WorldEvents.Subject: [Event]] {
    let old = SmallWorld.make()
    var new = old
    try change(&new)
    let found = WorldEvents(from: old, to: new)
    return Dictionary(
      found.events.map { ($0.subject, $0.events) }, uniquingKeysWith: { first, _ in first })
  }

  @Test func `one world has no events`() throws {
    #expect(try events { _ in }.isEmpty)
  }

  @Test func `edits of towns are named`() throws {
    let found = try events { world in
      world.burgs.mutate(id: 3) { $0.name = "Cliff" }
      // Straight to the north.
      world.burgs.mutate(id: 4) { $0.position.y -= 10 }
      world.burgs.mutate(id: 5) { $0.population *= 2 }
      world.burgs.mutate(id: 6) { $0.state = 2 }
      world.burgs.removeAll { $0.id == 40 }
      var town = Burg(id: 41, name: "Newton", position: Point(200, 200), cell: 0)
      town.state = 1
      world.burgs.append(town)
    }
    let scale = SmallWorld.make().units.distanceScale
    let people = Int(SmallWorld.make().people(of: try #require(SmallWorld.make().burgs[id: 5])))
    #expect(
      found[.towns] == [
        .vanished("Burg40"), .renamed("Burg3", to: "Cliff"), .founded("Newton", within: "Westmark"),
        .moved("Burg4", distance: 10 * scale, direction: 0),
        .passed("Burg6", from: nil, to: "Osten"),
        .people("Burg5", from: people, to: 2 * people),
      ])
    // The sum of all people, and nothing else.
    #expect(Set(found.keys) == [.world, .towns])
  }

  @Test func `a province that passes to another state takes its land along`() throws {
    let found = try events { world in
      world.provinces.mutate(id: 2) { $0.state = 2 }
      var cells = try #require(world.cells)
      for cell in 0..<cells.count where cells.province[cell] == 2 {
        cells.state[cell] = 2
        cells.area[cell] = 4
      }
      world.cells = cells
    }
    #expect(
      found[.provinces] == [.passed("Shire 2", from: "Westmark", to: "Osten")])
    let moved = try #require(found[.states])
    guard case .land(let area, "Westmark", "Osten")? = moved.first else {
      Issue.record("\(moved)")
      return
    }
    #expect(moved.count == 1 && area > 0)
    #expect(Set(found.keys) == [.provinces, .states])
  }

  @Test func `relations are named once where both sides agree`() throws {
    let old = { () -> World in
      var world = SmallWorld.make()
      world.states.mutate(id: 1) { $0.diplomacy = [2: "Neutral"] }
      world.states.mutate(id: 2) { $0.diplomacy = [1: "Neutral"] }
      return world
    }()
    var new = old
    new.states.mutate(id: 1) { $0.diplomacy = [2: "Enemy"] }
    new.states.mutate(id: 2) { $0.diplomacy = [1: "Enemy"] }
    let found = WorldEvents(from: old, to: new).events
    #expect(found.map(\.subject) == [.relations])
    #expect(found[0].events == [.relation("Westmark", "Osten", is: "Enemy", was: "Neutral")])
  }

  @Test func `routes, markers and land`() throws {
    let found = try events { world in
      world.routes.mutate(id: 1) { $0.name = "Long Road" }
      world.rivers.removeAll { $0.id == 1 }
      world.markers.removeAll { $0.id == 1 }
      var cells = try #require(world.cells)
      let land = try #require(cells.height.firstIndex { $0 >= 30 })
      cells.height[land] = 10
      world.cells = cells
    }
    #expect(found[.rivers] == [.vanished("Run")])
    #expect(found[.land] == [.heights(1), .flooded(1)])
    #expect(Set(found.keys).isSubset(of: [.rivers, .markers, .land, .routes]))
  }

  @Test func `other cells are not compared`() throws {
    let old = SmallWorld.make()
    var new = old
    new.cells = nil
    #expect(WorldEvents(from: old, to: new).hasOtherCells)
    #expect(!WorldEvents.haveSameCells(old, new) && WorldEvents.haveSameCells(old, old))
  }
}
