// SPDX-License-Identifier: MIT
// Part of Platen: tests of the tables and units of a world.

import Atlas
import Geometry
import Testing

@Suite struct TableTests {
  @Test func rowsAreFoundByIDNotByIndex() {
    let table = Table([Biome(id: 7, name: "Taiga"), Biome(id: 2, name: "Tundra")])
    #expect(table[id: 2]?.name == "Tundra")
    #expect(table[0].id == 7)
    #expect(table[id: 0] == nil)
    #expect(table.map(\.id) == [7, 2])
  }

  @Test func theFirstOfTwoEqualIDsWins() {
    var table = Table([Biome(id: 1, name: "a"), Biome(id: 1, name: "b")])
    #expect(table[id: 1]?.name == "a")
    table.append(Biome(id: 1, name: "c"))
    #expect(table[id: 1]?.name == "a")
    #expect(table.count == 3)
  }

  @Test func removalKeepsTheIndexTrue() {
    var table = Table((0..<10).map { Biome(id: $0 * 3, name: "\($0)") })
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
