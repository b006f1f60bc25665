// SPDX-License-Identifier: MIT
// Part of Platen: the fine cells of a map, rebuilt from its terrain as FMG rebuilds them.

package import Geometry

/// Rebuilds what a save omits: the fine ("pack") cells, their areas and their features.
///
/// A save holds one value for each fine cell but not the cells, so they have to come out exactly as
/// FMG makes them, in its order. The steps are the same in every version from 1.0 on.
package enum PackGraph {
  /// Heights from here up are land.
  package static let seaLevel: UInt8 = 20

  /// The fine cells of a terrain, with the terrain cell and the height each was made from.
  ///
  /// Land and coastal water keep their cells, three quarters of the next ring of sea do, deep water
  /// none; where two coast cells lie far apart a cell is added between them. `terrain` must have a
  /// height, a distance and a feature for each of its cells; a feature its `featureKinds` does not
  /// list counts as no lake.
  package static func cells(
    of terrain: Terrain
  ) -> (mesh: VoronoiMesh, gridCell: [Int32], height: [UInt8]) {
    let grid = terrain.mesh
    let count = grid.cellCount
    precondition(
      terrain.height.count == count && terrain.distance.count == count
        && terrain.feature.count == count, "terrain lacks heights, distances or features")
    let minimalGap = terrain.spacing * terrain.spacing
    var sites: [Point] = []
    var gridCell: [Int32] = []
    var height: [UInt8] = []
    sites.reserveCapacity(count)
    gridCell.reserveCapacity(count)
    height.reserveCapacity(count)

    for cell in 0..<count {
      let distance = terrain.distance[cell]
      if terrain.height[cell] < seaLevel && distance != -1 && distance != -2 { continue }
      if distance == -2 && (cell % 4 == 0 || isLake(cell, in: terrain)) { continue }
      let site = grid.sites[cell]
      sites.append(site)
      gridCell.append(Int32(cell))
      height.append(terrain.height[cell])

      guard distance == 1 || distance == -1, !grid.isBorder[cell] else { continue }
      for neighbor in grid.cellNeighbors[cell] {
        let other = Int(neighbor)
        guard other >= cell, terrain.distance[other] == distance else { continue }
        let far = grid.sites[other]
        if site.squaredDistance(to: far) < minimalGap { continue }
        sites.append(
          Point(
            Rounding.half((site.x + far.x) / 2, decimals: 1),
            Rounding.half((site.y + far.y) / 2, decimals: 1)))
        gridCell.append(Int32(cell))
        height.append(terrain.height[cell])
      }
    }
    return (VoronoiMesh(sites: sites, boundary: terrain.boundary), gridCell, height)
  }

  /// The area of each cell in square map units, truncated to a whole number of at most 65,535.
  package static func areas(of mesh: VoronoiMesh) -> [UInt16] {
    (0..<mesh.cellCount).map { cell in
      let area = abs(Polygon.signedArea(mesh.ring(of: cell)))
      return area.isNaN ? 0 : UInt16(min(area, 65535))
    }
  }

  private static func isLake(_ cell: Int, in terrain: Terrain) -> Bool {
    let feature = Int(terrain.feature[cell])
    return feature < terrain.featureKinds.count && terrain.featureKinds[feature] == .lake
  }
}

/// Rounding as FMG does it.
package enum Rounding {
  /// `value` rounded to `decimals` places, halves up: what JavaScript's `Math.round` makes of it.
  package static func half(_ value: Double, decimals: Int = 0) -> Double {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = value * scale
    let floor = scaled.rounded(.down)
    return (scaled - floor >= 0.5 ? floor + 1 : floor) / scale
  }
}
