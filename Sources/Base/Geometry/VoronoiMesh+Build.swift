// SPDX-License-Identifier: MIT
// Part of Platen: a Voronoi mesh built from sites, with the ids map files count on.

extension VoronoiMesh {
  /// The number of edges a walk round a site follows at most; a longer fan is cut off, as Azgaar's
  /// generator cuts it.
  private static let longestWalk = 20

  /// Builds the Voronoi cells of `sites`, closed by the points of `boundary`, which get no cell.
  ///
  /// Vertex ids are triangle ids of the Delaunay triangulation of sites and boundary together, and
  /// the vertices and neighbors of a cell come in the order of a walk that begins at the cell's
  /// first half-edge: the order FMG stores and computes with. Circumcenters are
  /// computed as there, multiplied by a reciprocal, to the last bit; those of flat triangles may be
  /// far away or not finite. A site that coincides with another has an empty cell. Sites on the
  /// hull, which a boundary keeps from being there, have only the part of their fan that the walk
  /// reaches before it leaves the mesh.
  public init(sites: [Point], boundary: [Point]) {
    let points = boundary.isEmpty ? sites : sites + boundary
    let delaunay = Delaunay(points: points)
    let walk = Self.walk(cellCount: sites.count, delaunay)
    let edgeCount = delaunay.triangles.count
    let vertices = [Point](unsafeUninitializedCapacity: edgeCount / 3) { buffer, count in
      points.withUnsafeBufferPointer { points in
        delaunay.triangles.withUnsafeBufferPointer { triangles in
          for t in 0..<edgeCount / 3 {
            buffer.initializeElement(
              at: t,
              to: Self.circumcenter(
                points[Int(triangles[3 * t])], points[Int(triangles[3 * t + 1])],
                points[Int(triangles[3 * t + 2])]))
          }
        }
      }
      count = edgeCount / 3
    }
    self.init(
      sites: sites, cellVertices: walk.vertices, cellNeighbors: walk.neighbors,
      isBorder: walk.isBorder, vertices: vertices,
      vertexNeighbors: delaunay.halfedges.map { $0 < 0 ? -1 : $0 / 3 },
      vertexCells: delaunay.triangles)
  }

  private static func walk(
    cellCount: Int, _ delaunay: Delaunay
  ) -> (vertices: IndexLists, neighbors: IndexLists, isBorder: [Bool]) {
    var vertexOffsets: [Int32] = [0]
    var neighborOffsets: [Int32] = [0]
    vertexOffsets.reserveCapacity(cellCount + 1)
    neighborOffsets.reserveCapacity(cellCount + 1)
    var isBorder = [Bool](repeating: false, count: cellCount)
    let limit = Int32(cellCount)
    let edgeCount = delaunay.triangles.count
    var neighbors: [Int32] = []

    // The first half-edge that ends in each site is where its walk begins.
    var starts = [Int32](repeating: -1, count: cellCount)
    let vertices = [Int32](unsafeUninitializedCapacity: edgeCount) { vertices, vertexCount in
      neighbors = [Int32](unsafeUninitializedCapacity: edgeCount) { neighbors, neighborCount in
        delaunay.triangles.withUnsafeBufferPointer { triangles in
          delaunay.halfedges.withUnsafeBufferPointer { halfedges in
            for e in 0..<edgeCount {
              let p = triangles[following(e)]
              if p < limit && starts[Int(p)] < 0 { starts[Int(p)] = Int32(truncatingIfNeeded: e) }
            }
            for cell in 0..<cellCount {
              let start = starts[cell]
              if start >= 0 {
                var incoming = start
                var steps = 0
                repeat {
                  vertices.initializeElement(at: vertexCount, to: incoming / 3)
                  vertexCount += 1
                  let neighbor = triangles[Int(incoming)]
                  if neighbor < limit {
                    neighbors.initializeElement(at: neighborCount, to: neighbor)
                    neighborCount += 1
                  } else {
                    isBorder[cell] = true
                  }
                  incoming = halfedges[following(Int(incoming))]
                  steps += 1
                } while incoming != -1 && incoming != start && steps < longestWalk
              }
              vertexOffsets.append(Int32(truncatingIfNeeded: vertexCount))
              neighborOffsets.append(Int32(truncatingIfNeeded: neighborCount))
            }
          }
        }
      }
    }
    return (
      IndexLists(offsets: vertexOffsets, values: vertices),
      IndexLists(offsets: neighborOffsets, values: neighbors), isBorder
    )
  }

  /// The half-edge after `e` in its triangle, which is the edge after `e` round its vertex.
  @inline(__always)
  static func following(_ e: Int) -> Int { e % 3 == 2 ? e - 2 : e + 1 }

  @inline(__always)
  private static func circumcenter(_ a: Point, _ b: Point, _ c: Point) -> Point {
    let ad = a.squaredLength
    let bd = b.squaredLength
    let cd = c.squaredLength
    let reciprocal = 1 / (2 * (a.x * (b.y - c.y) + b.x * (c.y - a.y) + c.x * (a.y - b.y)))
    return Point(
      reciprocal * (ad * (b.y - c.y) + bd * (c.y - a.y) + cd * (a.y - b.y)),
      reciprocal * (ad * (c.x - b.x) + bd * (a.x - c.x) + cd * (b.x - a.x)))
  }
}
