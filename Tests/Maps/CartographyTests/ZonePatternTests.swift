// SPDX-License-Identifier: MIT
// Part of Platen: tests of zones told from each other by patterns and colors.

import Atlas
import Drawing
import Testing

@testable import Cartography

@Suite struct ZonePatternTests {
  private static let types = [
    "Invasion", "Rebels", "Flood", "Tsunami", "Fault", "Disease", "Invasion", "Feast", "Feast",
  ]

  /// Zones with the hatchings that FMG gives its kinds, two of them the same.
  private func world(_ color: (Int) -> EntityColor? = { _ in .hatch(13) }) -> World {
    var world = SmallWorld.make()
    world.zones = EntityList(
      ZonePatternTests.types.enumerated().map { id, type in
        var zone = Zone(id: id, name: "\(type) \(id)", cells: [Int32(1000 + id), Int32(1040 + id)])
        zone.type = type
        zone.color = color(id)
        return zone
      })
    return world
  }

  private func map(_ world: World, _ look: MapLook) throws -> Composition {
    try Composition(
      world: world, request: MapRequest(look: look, layers: LayerSelection(["zones", "legend"])),
      text: PlainText())
  }

  private static let own = [
    "parchment", "engraved", "survey", "legible", "watercolor", "star-chart",
  ]

  @Test(arguments: MapLook.builtIn.map(\.name).filter { ZonePatternTests.own.contains($0) })
  func alikeZonesHavePatternsOfTheirOwn(look: String) throws {
    let map = try map(world(), MapLook.named(look))
    let patterns = map.zoneStyles.values.compactMap(\.pattern)
    #expect(patterns.count == ZonePatternTests.types.count)
    #expect(Set(patterns).count == patterns.count)
  }

  /// The legend shows the same as the map.
  @Test func theLegendHasThePatternsOfTheMap() throws {
    let map = try map(world(), .parchment)
    func patterns(_ nodes: [Node]) -> Set<Paint> {
      Set(
        Group(children: nodes).leaves.compactMap { node -> Paint? in
          guard case .path(let path) = node, case .pattern? = path.fill?.paint else { return nil }
          return path.fill?.paint
        })
    }
    let drawn = patterns(map.zonesLayer().nodes)
    #expect(drawn.count == ZonePatternTests.types.count)
    #expect(patterns(map.legendLayer().nodes) == drawn)
  }

  @Test func colorsThatDifferAreKept() throws {
    let map = try map(
      world { .rgb(UInt8(28 * $0), UInt8(255 - 28 * $0), $0 % 2 == 0 ? 40 : 200) }, .parchment)
    #expect(map.zoneStyles.values.allSatisfy { $0.pattern == nil })
    let alike = try self.map(world { _ in .rgb(128, 128, 128) }, .parchment)
    #expect(alike.zoneStyles.values.allSatisfy { $0.pattern != nil })
  }

  @Test func theGeneratorsLookKeepsTheAuthorsFills() throws {
    #expect(try map(world(), .azgaarBase).zoneStyles.isEmpty)
  }
}
