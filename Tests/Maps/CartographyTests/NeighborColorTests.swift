// SPDX-License-Identifier: MIT
// Part of Platen: neighboring regions have fills that the eye tells apart.

import Atlas
import Azgaar
import Diagnostics
import Drawing
import Geometry
import TestSupport
import Testing

@testable import Cartography

@Suite struct NeighborColorTests {
  /// The world's own colors, and the palettes of two looks.
  static let palettes: [[String]] = [
    [],
    ["#eedd88", "#ee8866", "#44bb99", "#ffaabb", "#bbcc33", "#dddddd", "#aaaa00"],
    ["#5f3f92", "#2c5f96", "#8a4259", "#35706a", "#75643a", "#4a5cb0"],
  ]

  private static func map(_ world: World, _ look: MapLook) throws -> Composition {
    try Composition(world: world, request: MapRequest(look: look), text: PlainText())
  }

  /// The pairs of states that share a border.
  static func neighbors(in world: World) -> Set<[Int]> {
    guard let cells = world.cells else { return [] }
    var pairs: Set<[Int]> = []
    for cell in cells.state.indices where cells.state[cell] > 0 {
      for next in cells.mesh.cellNeighbors[cell].lazy.map(Int.init)
      where cells.state.indices.contains(next) && cells.state[next] > cells.state[cell] {
        pairs.insert([Int(cells.state[cell]), Int(cells.state[next])])
      }
    }
    return pairs
  }

  /// Two greens like those of two states beside each other in a real world.
  @Test func nearlyEqualColorsOfNeighborsArePartedInHueOrLightness() throws {
    var world = SmallWorld.make()
    world.states.mutate(id: 1) { $0.color = .rgb(200, 214, 130) }
    world.states.mutate(id: 2) { $0.color = .rgb(178, 204, 128) }
    let map = try Self.map(world, .parchment)
    let colors = map.colors(of: map.stateRegions)
    let (one, two) = (try #require(colors[1]), try #require(colors[2]))
    #expect(OKLab(one).distance(to: OKLab(two)) >= 0.07)
    // One of them keeps its own.
    let own = [1, 2].compactMap { world.states[id: $0]?.color?.color }
      .map(map.look.regions.states.toned)
    #expect(own.contains(one) || own.contains(two))
    #expect(try Self.map(world, .parchment).colors(of: map.stateRegions) == colors)
  }

  /// Looks with the colors of the world's author change none.
  @Test func theAuthorsColorsStayInLooksThatShowThem() throws {
    var world = SmallWorld.make()
    world.states.mutate(id: 1) { $0.color = .rgb(200, 214, 130) }
    world.states.mutate(id: 2) { $0.color = .rgb(198, 212, 130) }
    let map = try Self.map(world, .azgaarBase)
    let colors = map.colors(of: map.stateRegions)
    for id in [1, 2] { #expect(colors[id] == world.states[id: id]?.color?.color) }
  }

  /// Of three colors two are alike; two neighbors bear others.
  @Test func neighborsDoNotShareColorsOfAPaletteThatAreAlike() throws {
    var look = MapLook.parchment
    try look.set(
      "states.palette", to: .list([.text("#2c5f96"), .text("#34649c"), .text("#b08030")]))
    let map = try Self.map(SmallWorld.make(), look)
    let colors = map.colors(of: map.stateRegions)
    let (one, two) = (try #require(colors[1]), try #require(colors[2]))
    #expect(OKLab(one).distance(to: OKLab(two)) > 0.1)
  }
}

@Suite(.enabled(if: Shared.isPresent)) struct NeighborColorSaveTests {
  /// No two neighbors have one color; nearly all pairs are well apart.
  @Test(arguments: CapitalNameSaveTests.files, NeighborColorTests.palettes)
  func neighborsOfRealWorldsAreApart(file: String, palette: [String]) throws {
    let world = try Shared.bytes(file).withUnsafeBytes { try AzgaarReader.read($0) }.value.world
    guard world.cells != nil else { return }
    var look = MapLook.parchment
    try look.set("states.palette", to: .list(palette.map { .text($0) }))
    let map = try Composition(world: world, request: MapRequest(look: look), text: PlainText())
    let colors = map.colors(of: map.stateRegions)
    let distances = NeighborColorTests.neighbors(in: world).compactMap { pair -> Double? in
      guard let one = colors[pair[0]], let two = colors[pair[1]] else { return nil }
      return OKLab(one).distance(to: OKLab(two))
    }
    #expect(distances.allSatisfy { $0 > 0.02 }, "\(distances.min() ?? 0)")
    // Palettes of pale colors have pairs a little nearer.
    let least = look.regions.states.palette.isEmpty ? 0.069 : 0.054
    #expect(distances.count { $0 < least } * 20 <= distances.count)
  }
}
