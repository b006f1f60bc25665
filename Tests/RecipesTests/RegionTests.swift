// SPDX-License-Identifier: MIT
// Part of Platen: what maps of regions are called.

import Atlas
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

  @Test(arguments: [
    ("state:burdenia", "Burdenian Theocracy"), ("state:Burdenian Theocracy", "Burdenian Theocracy"),
    ("state:Neutrals", "Neutrals"), ("river:ilm", "Ilm"), ("river:Saale", nil),
    ("px:0,0,10,10", nil),
  ])
  func aRegionIsCalledWhatItIsNamedAfter(region: String, title: String?) throws {
    #expect(try RegionRequest(region).title(in: Self.world) == title)
  }
}
