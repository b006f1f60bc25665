// SPDX-License-Identifier: MIT
// Part of Platen: what every Voronoi mesh must satisfy, over small sets of sites.

import Geometry
import Testing

@Suite("Voronoi mesh")
struct VoronoiMeshTests {
  @Test("Every subset of a 3×3 lattice inside a boundary")
  func latticeSubsets() {
    let points = lattice(3)
    for mask in 0..<1 << 9 {
      expectSound(VoronoiMesh(sites: subset(points, mask), boundary: boundary(side: 3)))
    }
  }

  @Test("Every subset of a 3×3 lattice without a boundary")
  func openSubsets() {
    let points = lattice(3)
    for mask in 0..<1 << 9 {
      let mesh = VoronoiMesh(sites: subset(points, mask), boundary: [])
      expectLinked(mesh)
      #expect(!mesh.isBorder.contains(true))
    }
  }

  @Test(arguments: [50, 500])
  func scatteredSites(count: Int) {
    let sites = scattered(count, width: 6)
    let mesh = VoronoiMesh(sites: sites, boundary: boundary(side: 7))
    expectSound(mesh)
    let total = (0..<mesh.cellCount).reduce(0.0) { $0 + abs(area(of: $1, in: mesh)) }
    #expect(total > 36, "the cells cover at least the square of the sites")
  }

  @Test("A site on top of another has an empty cell")
  func duplicates() {
    let mesh = VoronoiMesh(
      sites: [Point(1, 1), Point(1, 1), Point(0, 1)], boundary: boundary(side: 3))
    #expect(mesh.cellCount == 3)
    #expect(Set([mesh.cellVertices[0].isEmpty, mesh.cellVertices[1].isEmpty]) == [true, false])
  }

  @Test("A fan of more than twenty neighbors is cut off there, as FMG cuts it")
  func longFan() {
    let spokes = (0..<30).map { k in
      // Rational points of a circle: no trigonometry, no two the same.
      let t = Double(k - 15) / 7.5
      return Point((1 - t * t) / (1 + t * t) * 10, 2 * t / (1 + t * t) * 10)
    }
    let mesh = VoronoiMesh(sites: [Point(0.01, 0.02)] + spokes, boundary: [])
    #expect(mesh.cellVertices[0].count == 20)
    #expect(mesh.cellNeighbors[0].count == 20)
  }

  @Test func noSites() {
    #expect(VoronoiMesh(sites: [], boundary: []).cellCount == 0)
    let empty = VoronoiMesh(sites: [], boundary: boundary(side: 2))
    #expect(empty.cellVertices.count == 0 && !empty.vertices.isEmpty)
    #expect(VoronoiMesh(sites: [Point(1, 1)], boundary: []).cellVertices[0].isEmpty)
  }

  private func expectSound(_ mesh: VoronoiMesh) {
    expectLinked(mesh)
    for cell in 0..<mesh.cellCount {
      let ring = mesh.cellVertices[cell]
      #expect(ring.count > 2)
      #expect(mesh.isBorder[cell] == (mesh.cellNeighbors[cell].count < ring.count))
      for neighbor in mesh.cellNeighbors[cell] {
        #expect(mesh.cellNeighbors[Int(neighbor)].contains(Int32(cell)))
      }
      // A vertex is as far from the cell's site as from those of the other cells it touches.
      for vertex in ring {
        let p = mesh.vertices[Int(vertex)]
        for other in mesh.vertexCells[3 * Int(vertex)..<3 * Int(vertex) + 3]
        where Int(other) < mesh.cellCount {
          let difference = p.distance(to: mesh.sites[cell]) - p.distance(to: mesh.sites[Int(other)])
          #expect(abs(difference) < 1e-6 * max(1, p.length))
        }
      }
    }
  }

  /// Vertices name their cells and neighbors mutually.
  private func expectLinked(_ mesh: VoronoiMesh) {
    #expect(mesh.cellVertices.count == mesh.cellCount && mesh.isBorder.count == mesh.cellCount)
    #expect(mesh.vertexNeighbors.count == 3 * mesh.vertices.count)
    #expect(mesh.vertexCells.count == 3 * mesh.vertices.count)
    for (slot, other) in mesh.vertexNeighbors.enumerated() where other >= 0 {
      #expect(mesh.vertexNeighbors[3 * Int(other)..<3 * Int(other) + 3].contains(Int32(slot / 3)))
    }
    for cell in 0..<mesh.cellCount {
      for vertex in mesh.cellVertices[cell] {
        #expect(mesh.vertexCells[3 * Int(vertex)..<3 * Int(vertex) + 3].contains(Int32(cell)))
      }
    }
  }
}

/// The signed area of a cell.
func area(of cell: Int, in mesh: VoronoiMesh) -> Double {
  Polygon.signedArea(mesh.cellVertices[cell].map { mesh.vertices[Int($0)] })
}
