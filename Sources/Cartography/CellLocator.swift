// SPDX-License-Identifier: MIT
// Part of Platen: which cell a point lies in.

internal import Geometry

/// Finds the cell whose site is nearest by walking from neighbour to neighbour.
///
/// In a Delaunay graph the walk always gets there, and a query beside the last one takes a step or
/// two, which is how labels and rays ask.
struct CellLocator {
  private let mesh: VoronoiMesh
  private var last = 0

  init(mesh: VoronoiMesh) { self.mesh = mesh }

  mutating func cell(at point: Point) -> Int {
    guard mesh.cellCount > 0 else { return 0 }
    var best = last
    var distance = mesh.sites[best].squaredDistance(to: point)
    while true {
      var nearer = best
      for neighbor in mesh.cellNeighbors[best] {
        let d = mesh.sites[Int(neighbor)].squaredDistance(to: point)
        if d < distance {
          distance = d
          nearer = Int(neighbor)
        }
      }
      if nearer == best { break }
      best = nearer
    }
    last = best
    return best
  }

  /// Begins the next search at `cell`.
  mutating func start(at cell: Int) {
    if cell >= 0, cell < mesh.cellCount { last = cell }
  }
}
