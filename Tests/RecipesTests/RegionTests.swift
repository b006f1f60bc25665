// SPDX-License-Identifier: MIT
// Part of Platen: what maps of regions are called.

import Atlas
import Diagnostics
import Geometry
import Testing

@testable import Recipes

@Suite struct RegionTitleTests {
  private static let world: World = {
    var world = World(info: WorldInfo(name: "Latia", width: 100, height: 100))
    var state = State(id: 1, name: "Burdenia")
    state.fullName = "Burdenian Theocracy"
    world.states = Table([State(id: 0, name: "Neutrals"), state])
    world.rivers = Table([River(id: 1, name: "Ilm")])
    return world
  }()

  @Test func aNameThatNothingHasIsSaidWithThoseThereAre() throws {
    var world = Self.world
    world.cells = Cells(
      mesh: VoronoiMesh(
        sites: [Point(20, 20), Point(80, 60)],
        boundary: [Point(-50, -50), Point(150, -50), Point(150, 150), Point(-50, 150)]))
    world.features = Table([Feature(id: 1, kind: .island)])
    func hint(_ region: String) throws -> String? {
      let failure = try #require(throws: Failure.self) {
        try RegionRequest(region).rectangle(in: world)
      }
      return failure.diagnostics.first?.hints.first
    }
    #expect(try hint("island:Avalon") == "this world names no island at all")
    #expect(try hint("river:Saale") == "known: Ilm")
    #expect(try hint("state:Burdena") == "did you mean \"Burdenia\"?")
  }

  @Test(arguments: [
    ("state:burdenia", "Burdenian Theocracy"), ("state:Burdenian Theocracy", "Burdenian Theocracy"),
    ("state:Neutrals", "Neutrals"), ("river:ilm", "Ilm"), ("river:Saale", nil),
    ("px:0,0,10,10", nil),
  ])
  func aRegionIsCalledWhatItIsNamedAfter(region: String, title: String?) throws {
    #expect(try RegionRequest(region).title(in: Self.world) == title)
  }
}
