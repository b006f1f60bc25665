// SPDX-License-Identifier: MIT
// Part of Platen: heights between the sites of cells, for grids finer than cells.

internal import Geometry

/// Averages the cells at a knot of a grid: the one that contains it and those around, the nearer
/// the weightier.
struct KnotSampler {
  /// The distance between neighboring cells, in map units.
  let spacing: Double
  private let sites: [Point]
  /// The cells around each, as their lists lie: a slice for each knot would cost time.
  private let offsets: [Int32]
  private let neighbors: [Int32]
  private let reach: Double

  init(_ mesh: VoronoiMesh) {
    sites = mesh.sites
    offsets = mesh.cellNeighbors.offsets
    neighbors = mesh.cellNeighbors.values
    spacing = KnotSampler.spacing(of: mesh)
    reach = 3 * spacing * spacing
  }

  private static func spacing(of mesh: VoronoiMesh) -> Double {
    guard let box = Rect(enclosing: mesh.sites), mesh.cellCount > 0 else { return 1 }
    return max(1e-3, (box.width * box.height / Double(mesh.cellCount)).squareRoot())
  }

  /// The number of knots to each side means are smoothed over, twice, so that no cell's edge is
  /// seen.
  ///
  /// - Parameter pitch: map units from knot to knot.
  func radius(pitch: Double) -> Int { max(1, Int((spacing * 0.42 / pitch).rounded())) }

  /// The mean at a point.
  ///
  /// - Parameters:
  ///   - cell: the one that contains it.
  ///   - height: a cell's.
  @inline(__always)
  func mean(at p: Point, in cell: Int, of height: (Int) -> Double) -> Double {
    var (sum, weights) = (0.0, 0.0)
    func add(_ other: Int) {
      let near = 1 - sites[other].squaredDistance(to: p) / reach
      guard near > 0 else { return }
      let weight = near * near * near
      sum += weight * height(other)
      weights += weight
    }
    add(cell)
    for place in Int(offsets[cell])..<Int(offsets[cell + 1]) { add(Int(neighbors[place])) }
    return weights > 0 ? sum / weights : height(cell)
  }
}
