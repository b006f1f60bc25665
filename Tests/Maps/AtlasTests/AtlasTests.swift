// SPDX-License-Identifier: MIT
// Part of Platen: tests of the tables and units of a world.

import Atlas
import Geometry
import Testing

@Suite struct WorldSecretTests {
  @Test func playersGetNothingHidden() {
    var world = World(info: WorldInfo(name: "w", width: 10, height: 10))
    var hidden = Marker(id: 1, icon: "x", position: Point(1, 1))
    hidden.isHidden = true
    world.markers = EntityList([hidden, Marker(id: 2, icon: "y", position: Point(2, 2))])
    var trap = Zone(id: 1, name: "Trap", cells: [])
    trap.isHidden = true
    world.zones = EntityList([Zone(id: 0, name: "Fair", cells: []), trap])
    world.notes = [MapNote(subject: "marker2", name: "n", legend: "the butler did it")]
    #expect(world.secrets == World.Secrets(markers: 1, zones: 1, notes: 1))
    let shown = world.withoutSecrets()
    #expect(shown.markers.map(\.id) == [2])
    #expect(shown.zones.map(\.id) == [0])
    #expect(shown.notes.isEmpty && shown.secrets.isEmpty)
  }
}

@Suite struct TableTests {
  @Test func rowsAreFoundByIDNotByIndex() {
    let table = EntityList([Biome(id: 7, name: "Taiga"), Biome(id: 2, name: "Tundra")])
    #expect(table[id: 2]?.name == "Tundra")
    #expect(table[0].id == 7)
    #expect(table[id: 0] == nil)
    #expect(table.map(\.id) == [7, 2])
  }

  @Test func theFirstOfTwoEqualIDsWins() {
    var table = EntityList([Biome(id: 1, name: "a"), Biome(id: 1, name: "b")])
    #expect(table[id: 1]?.name == "a")
    table.append(Biome(id: 1, name: "c"))
    #expect(table[id: 1]?.name == "a")
    #expect(table.count == 3)
  }

  @Test func removalKeepsTheIndexTrue() {
    var table = EntityList((0..<10).map { Biome(id: $0 * 3, name: "\($0)") })
    table.removeAll { $0.id % 2 == 1 }
    for row in table { #expect(table[id: row.id]?.name == row.name) }
    #expect(table.count == 5)
    table.mutate(id: 6) { $0.name = "changed" }
    #expect(table[id: 6]?.name == "changed")
  }
}

@Suite struct UnitsTests {
  @Test func heightsFollowTheExponentAboveTheSea() {
    let units = Units()
    #expect(units.meters(ofHeight: 20) == 4)
    #expect(units.meters(ofHeight: 28) == 100)
    #expect(units.meters(ofHeight: 10) == -50)
    #expect(units.meters(ofHeight: 0) == -990)
  }
}
