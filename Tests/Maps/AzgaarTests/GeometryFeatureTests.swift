// SPDX-License-Identifier: MIT
// Part of Platen: rebuilt features and regenerated points, compared with what real saves hold.

import Atlas
import Azgaar
import Foundation
import Geometry
import TestSupport
import Testing

@Suite("Rebuilt features against saved ones")
struct GeometryFeatureTests {
  /// Saves by FMG itself whose features are unedited.
  @Test(
    .enabled(if: Shared.isPresent),
    arguments: ["n10-continents", "k1-volcano", "k10-continents", "k50-continents", "old-v1.109"])
  func featuresMatch(stem: String) throws {
    let world = try savedWorld(stem)
    let sheet = Rect(x: 0, y: 0, width: world.info.width, height: world.info.height)
    let (mesh, _, height) = PackGraph.cells(of: try #require(world.terrain))
    let features = PackGraph.markFeatures(mesh: mesh, height: height, sheet: sheet).features
    let json = try JSONSerialization.jsonObject(with: try featuresLine(of: stem))
    let saved = try #require(json as? [Any]).compactMap { $0 as? [String: Any] }
    try #require(saved.count == features.count)
    // Until 1.139.9 vertices were floored, which areas show.
    let isFloored = world.info.version?.hasPrefix("1.147") != true
    for (feature, saved) in zip(features, saved) {
      #expect(feature.id == saved["i"] as? Int)
      #expect(feature.kind.rawValue == saved["type"] as? String)
      #expect(feature.isBorder == saved["border"] as? Bool)
      #expect(feature.cellCount == saved["cells"] as? Int)
      guard feature.kind != .ocean else { continue }
      #expect(feature.firstCell == saved["firstCell"] as? Int)
      #expect(feature.outline.map(Int.init) == saved["vertices"] as? [Int], "\(feature.id)")
      let area = try #require(saved["area"] as? Double)
      #expect(
        isFloored ? abs(feature.area - area) < 2 * area.squareRoot() + 40 : feature.area == area)
      if feature.kind == .lake {
        // Rivers were filled lake by lake after sorting the shore, so saves up to 1.109 have it
        // sorted.
        let shore = try #require(saved["shoreline"] as? [Int])
        #expect(Set(feature.shoreline.map(Int.init)) == Set(shore), "\(feature.id)")
      }
    }
  }

  @Test(
    "The grid's points are what Alea draws for the map's seed",
    .enabled(if: Shared.isPresent),
    arguments: ["n10-continents", "k1-volcano", "k10-continents", "k50-continents", "old-v1.7"])
  func pointsFromSeed(stem: String) throws {
    let world = try savedWorld(stem)
    let terrain = try #require(world.terrain)
    var random = Alea(seed: world.info.seed)
    let reach = terrain.spacing / 2 * 0.9
    func shifted(_ value: Double, within limit: Double) -> Double {
      let moved = value + random.next() * (reach * 2) - reach
      return min(((moved * 100) + 0.5).rounded(.down) / 100, limit)
    }
    var points: [Point] = []
    for y in stride(from: terrain.spacing / 2, to: world.info.height, by: terrain.spacing) {
      for x in stride(from: terrain.spacing / 2, to: world.info.width, by: terrain.spacing) {
        let moved = shifted(x, within: world.info.width)
        points.append(Point(moved, shifted(y, within: world.info.height)))
      }
    }
    #expect(points == terrain.mesh.sites)
  }

  /// Section 12 as saved: the sixth line after that of the grid.
  private func featuresLine(of stem: String) throws -> Data {
    let bytes = try savedBytes(stem)
    let mark = Array("{\"spacing\"".utf8)
    let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
    let grid = try #require(lines.firstIndex { $0.starts(with: mark) })
    return Data(lines[grid + 6])
  }
}
