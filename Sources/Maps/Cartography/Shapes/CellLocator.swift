// SPDX-License-Identifier: MIT
// Part of Platen: finds the cell that contains a point.

internal import Geometry

/// Finds the cell whose site is nearest by walking from neighbor to neighbor.
///
/// In a Delaunay graph the walk always gets there, and a query beside the last one takes a step or
/// two, as labels and rays need it. A class, because it remembers its position.
final class CellLocator {
  private let sites: [Point]
  private let offsets: [Int32]
  private let neighbors: [Int32]
  private var last = 0

  init(mesh: VoronoiMesh) {
    sites = mesh.sites
    offsets = mesh.cellNeighbors.offsets
    neighbors = mesh.cellNeighbors.values
  }

  func cell(at point: Point) -> Int {
    guard !sites.isEmpty else { return 0 }
    let best = sites.withUnsafeBufferPointer { sites in
      neighbors.withUnsafeBufferPointer { neighbors in
        var best = last
        var distance = sites[best].squaredDistance(to: point)
        while true {
          var nearer = best
          for k in Int(offsets[best])..<Int(offsets[best + 1]) {
            let neighbor = Int(neighbors[k])
            let d = sites[neighbor].squaredDistance(to: point)
            if d < distance {
              distance = d
              nearer = neighbor
            }
          }
          if nearer == best { return best }
          best = nearer
        }
      }
    }
    last = best
    return best
  }
}
