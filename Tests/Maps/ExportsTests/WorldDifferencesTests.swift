// SPDX-License-Identifier: MIT
// Part of Platen: tests that exactly the edits between two saves are listed.

import Atlas
import Azgaar
import Comparison
import Diagnostics
import Geometry
import TestSupport
import Testing

@testable import Exports

@Suite struct WorldDifferencesTests {
  private func changed(
    _ change: (inout World) throws -> Void
  ) throws -> (old: World, new: World) {
    let world = SmallWorld.make()
    var other = world
    try change(&other)
    return (world, other)
  }

  @Test func nothingDiffersInOneWorld() {
    let world = SmallWorld.make()
    let none = WorldDifferences(from: world, to: world)
    #expect(none.isEmpty && none.text(in: .text).isEmpty)
    #expect(none.text(in: .csv) == "table,change,id,name,field,old,new\r\n")
  }

  @Test func theEditsAndNothingElse() throws {
    let (old, new) = try changed { world in
      world.states.mutate(id: 1) { state in
        state.name = "Eastmark"
        state.capital = 2
      }
      world.burgs.mutate(id: 3) { $0.name = "=Cliff" }
      world.burgs.mutate(id: 4) { burg in
        burg.position.x += 10
        burg.hasWalls = true
      }
      world.burgs.removeAll { $0.id == 40 }
      world.burgs.append(Burg(id: 41, name: "Newton", position: Point(200, 200), cell: 0))
    }
    let found = WorldDifferences(from: old, to: new, tables: [.states, .burgs])
    let wasAt = ValueText.number(old.burgs[id: 4]?.position.x ?? 0)
    let isAt = ValueText.number(new.burgs[id: 4]?.position.x ?? 0)
    #expect(
      found.text(in: .text) == """
        states
          changed Neutrals [0]: urban_population 3180000 → 3120000
          changed Westmark [1]: name Westmark → Eastmark; capital none → Burg2 (2)
        burgs
          changed Burg3 [3]: name Burg3 → =Cliff
          changed Burg4 [4]: x_px \(wasAt) → \(isAt); has_walls false → true
          removed Burg40 [40]
          added Newton [41]

        """)
    #expect(found.text(in: .csv).contains("burgs,changed,3,Burg3,name,Burg3,'=Cliff\r\n"))
    #expect(found.text(in: .json).contains("\"new\": \"Burg2 (2)\""))
  }

  @Test func cellsAreCountedByColumn() throws {
    let (old, new) = try changed { world in
      for cell in 100..<130 { world.cells?.state[cell] = 7 }
      for cell in 100..<112 { world.cells?.height[cell] = 99 }
    }
    let found = WorldDifferences(from: old, to: new, tables: [.cells])
    #expect(found.cells.map(\.column) == ["height", "state"])
    #expect(found.cells.map(\.count) == [12, 30])
    #expect(found.text(in: .text) == "cells\n  height differs in 12\n  state differs in 30\n")
  }

  @Test func otherCellsAreNotCompared() throws {
    let (old, new) = try changed { $0.cells = nil }
    let found = WorldDifferences(from: old, to: new, tables: [.cells])
    #expect(found.hasOtherCells && found.cells.isEmpty && !found.isEmpty)
  }

  @Test func relationsAndNotesAreRows() throws {
    let (old, new) = try changed { world in
      world.states.mutate(id: 1) { $0.diplomacy[2] = "Enemy" }
      world.notes.append(MapNote(subject: "burg3", name: "A well", legend: "<p>Dry.</p>"))
    }
    let found = WorldDifferences(from: old, to: new, tables: [.notes, .diplomacy])
    #expect(found.changes.map(\.kind) == [.added, .added])
    #expect(found.changes.map(\.id) == ["burg3", "Westmark (1), Osten (2)"])
  }

  @Test func renamedStatesKeepTheirRelations() throws {
    let (old, new) = try changed { world in
      world.states.mutate(id: 2) { $0.name = "Westen" }
    }
    #expect(WorldDifferences(from: old, to: new).changes.map(\.table) == [.states])
  }

  /// A real save against itself with one town renamed.
  @Test(.enabled(if: Shared.isPresent), arguments: sharedMaps.filter { $0.hasPrefix("maps/saves") })
  func oneEditOfRealWorlds(_ path: String) throws {
    let bytes = try Shared.bytes(path)
    let world = try bytes.withUnsafeBytes { try AzgaarReader.read($0) }.value.world
    #expect(WorldDifferences(from: world, to: world).isEmpty)
    guard let town = world.burgs.last else { return }
    var other = world
    other.burgs.mutate(id: town.id) { $0.name += " Regis" }
    let found = WorldDifferences(from: world, to: other)
    #expect(found.changes.count == 1 && found.cells.isEmpty && !found.hasOtherCells)
    #expect(found.changes.first?.id == "\(town.id)")
    #expect(
      found.changes.first?.fields == [
        WorldDifferences.Field(name: "name", old: town.name, new: town.name + " Regis")
      ])
  }
}
