// SPDX-License-Identifier: MIT
// Part of Platen: what maps of regions are called.

import Atlas
import Cartography
import Diagnostics
import Geometry
import Testing

@Suite struct RegionTitleTests {
  private static let world: World = {
    var world = World(info: WorldInfo(name: "Latia", width: 100, height: 100))
    var state = State(id: 1, name: "Burdenia")
    state.fullName = "Burdenian Theocracy"
    world.states = EntityList([State(id: 0, name: "Neutrals"), state])
    world.rivers = EntityList([River(id: 1, name: "Ilm")])
    return world
  }()

  @Test func aNameThatNothingHasIsSaidWithThoseThereAre() throws {
    var world = Self.world
    world.cells = Cells(
      mesh: VoronoiMesh(
        sites: [Point(20, 20), Point(80, 60)],
        boundary: [Point(-50, -50), Point(150, -50), Point(150, 150), Point(-50, 150)]))
    world.features = EntityList([Feature(id: 1, kind: .island)])
    func hint(_ region: String) throws -> String? {
      let failure = try #require(throws: Failure.self) {
        try RegionRequest(region).rectangle(in: world).value
      }
      return failure.diagnostics.first?.hints.first
    }
    #expect(try hint("island:Avalon") == "the world names no island")
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

@Suite struct RegionRectangleTests {
  /// Two islands of two cells each; a river with a tributary of a tributary.
  private static let world: World = {
    var world = World(info: WorldInfo(name: "Latia", width: 400, height: 300))
    var cells = Cells(
      mesh: VoronoiMesh(
        sites: [Point(60, 60), Point(100, 60), Point(240, 60), Point(300, 240)],
        boundary: [
          Point(-100, -100), Point(200, -100), Point(500, -100), Point(500, 400),
          Point(200, 400), Point(-100, 400),
        ]))
    cells.height = [30, 30, 40, 40]
    cells.feature = [2, 2, 3, 3]
    cells.river = [1, 2, 3, 4]
    cells.religion = [1, 1, 1, 2]
    world.cells = cells
    var named = Feature(id: 3, kind: .island)
    named.name = "Avalon"
    world.features = EntityList([Feature(id: 2, kind: .island), named])
    world.religions = EntityList([Religion(id: 1, name: "Old Faith"), Religion(id: 2, name: "New")])
    world.rivers = EntityList(
      [(1, "Ilm", 1), (2, "Bach", 1), (3, "Quell", 2), (4, "Saale", nil)].map { id, name, parent in
        var river = River(id: id, name: name)
        river.parent = parent
        return river
      })
    world.burgs = EntityList([
      Burg(id: 1, name: "Nameless Harbour", position: Point(60, 60), cell: 0)
    ])
    return world
  }()

  private func rectangle(_ region: String, padding: Double? = nil) throws -> Rect {
    try RegionRequest(region).rectangle(in: Self.world, padding: padding).value
  }

  @Test func aBasinIsTheRiverWithAllThatFlowsIntoIt() throws {
    let basin = try rectangle("basin:Ilm", padding: 0)
    #expect(try basin == rectangle("religion:old faith", padding: 0))
    #expect(try basin != rectangle("basin:Bach", padding: 0))
    #expect(try rectangle("basin:Saale", padding: 0) == rectangle("religion:New", padding: 0))
  }

  /// A tributary that names its own mouth as its parent must not be followed for ever.
  @Test func riversInACircleEnd() throws {
    var world = Self.world
    world.rivers.mutate(id: 1) { $0.parent = 3 }
    let all = try RegionRequest("basin:Quell").rectangle(in: world, padding: 0).value
    #expect(try all == rectangle("basin:Ilm", padding: 0))
  }

  @Test func islandsGoByNameNumberOrABurgOfTheirs() throws {
    let first = try rectangle("island:2", padding: 0)
    #expect(try first == rectangle("island:nameless harbour", padding: 0))
    #expect(try rectangle("island:Avalon", padding: 0) == rectangle("island:3", padding: 0))
    #expect(throws: Failure.self) { try rectangle("island:Thule") }
  }

  @Test func paddingIsAPartOfTheLongerSide() throws {
    let bare = Rect(x: 100, y: 100, width: 100, height: 40)
    #expect(try rectangle("px:100,100,100,40") == bare)
    #expect(try rectangle("px:100,100,100,40", padding: 10) == bare.insetBy(-10))
    // What reaches over the sheet's edge ends there.
    #expect(
      try rectangle("px:0,0,100,40", padding: 10) == Rect(x: 0, y: 0, width: 110, height: 50))
  }
}
