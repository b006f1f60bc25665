// SPDX-License-Identifier: MIT
// Part of Platen: outlines of regions equal the union of their cells, for every labelling of small
// meshes.

import Geometry
import Testing

@Suite("Region tracer")
struct RegionTracerTests {
  /// A lattice pushed out of order, so that no four cells meet in one place.
  static let sheared = lattice(3).map {
    Point($0.x + $0.y * 0.13, $0.y * 1.07 + $0.x * 0.09 + 0.2)
  }

  @Test("Every choice of cells of a 3×3 mesh inside a boundary")
  func everyChoice() {
    let mesh = VoronoiMesh(sites: Self.sheared, boundary: boundary(side: 3))
    for mask in 0..<1 << 9 { expectUnion(of: mesh, labels: (0..<9).map { Int32(mask >> $0 & 1) }) }
  }

  @Test("Every labelling of a 2×3 mesh with three labels, with a boundary and without")
  func everyLabelling() {
    let sites = Array(Self.sheared[..<6])
    let closed = VoronoiMesh(sites: sites, boundary: boundary(side: 3))
    let open = VoronoiMesh(
      sites: [
        Point(0, 0), Point(3, 0.4), Point(2.6, 3), Point(0.2, 2.2), Point(1.1, 1.2), Point(1.9, 1),
      ], boundary: [])
    let openCells = cells(of: open)
    for code in 0..<729 {
      var rest = code
      var labels: [Int32] = []
      for _ in 0..<6 {
        labels.append(Int32(rest % 3))
        rest /= 3
      }
      expectUnion(of: closed, labels: labels)
      expectUnion(of: open, labels: labels, cells: openCells)
    }
  }

  @Test("A lattice, where four cells meet and vertices coincide")
  func cocircular() {
    let mesh = VoronoiMesh(sites: lattice(3), boundary: boundary(side: 3))
    for mask in 0..<1 << 9 { expectUnion(of: mesh, labels: (0..<9).map { Int32(mask >> $0 & 1) }) }
  }

  @Test func largeMesh() {
    let mesh = VoronoiMesh(sites: scattered(800, width: 6), boundary: boundary(side: 7))
    var random = Alea(seed: "labels")
    expectUnion(of: mesh, labels: (0..<800).map { _ in Int32(random.next() * 4) })
  }

  @Test("Borders use every edge between different labels once")
  func borders() {
    let mesh = VoronoiMesh(sites: Self.sheared, boundary: boundary(side: 3))
    let tracer = RegionTracer(mesh: mesh)
    for mask in 0..<1 << 9 {
      let labels = (0..<9).map { Int32(mask >> $0 & 1) }
      var requested: Set<[Int]> = []
      let lines = tracer.borders(labels: labels) { a, b in
        #expect(a < b)
        #expect(requested.insert([a, b]).inserted)
        return true
      }
      let wanted = (0..<9).flatMap { a in
        mesh.cellNeighbors[a].filter { $0 > a && labels[Int($0)] != labels[a] }.map {
          [a, Int($0)]
        }
      }
      #expect(requested == Set(wanted))
      #expect(lines.reduce(0) { $0 + $1.count - 1 } == wanted.count)
      let edges = lines.flatMap { line in
        zip(line, line.dropFirst()).map { Set([$0, $1]) }
      }
      #expect(Set(edges).count == wanted.count)
      for (a, b) in lines.flatMap({ zip($0, $0.dropFirst()) }) {
        #expect(mesh.vertexNeighbors[3 * Int(a)..<3 * Int(a) + 3].contains(b))
      }
    }
  }

  @Test("A border round one cell is one closed line")
  func closedBorder() {
    let mesh = VoronoiMesh(sites: Self.sheared, boundary: boundary(side: 3))
    let lines = RegionTracer(mesh: mesh).borders(labels: (0..<9).map { $0 == 4 ? 1 : 0 })
    #expect(lines.count == 1)
    #expect(lines.first?.first == lines.first?.last)
    let none = RegionTracer(mesh: mesh).borders(labels: Array(0..<9)) { _, _ in false }
    #expect(none.isEmpty)
  }

  @Test("A mesh whose ids lead nowhere does not crash")
  func brokenMesh() {
    var mesh = VoronoiMesh(sites: Self.sheared, boundary: boundary(side: 3))
    mesh.vertexNeighbors[4] = 999
    mesh.vertexNeighbors[7] = -7
    mesh.vertexCells[2] = -3
    mesh.vertexCells[11] = 0
    for mask in 0..<1 << 9 {
      let labels = (0..<9).map { Int32(mask >> $0 & 1) }
      let tracer = RegionTracer(mesh: mesh)
      #expect(tracer.outlines(labels: labels).count <= 1)
      _ = tracer.borders(labels: labels)
    }
    mesh.vertices.removeLast(5)
    _ = RegionTracer(mesh: mesh).outlines(labels: Array(1...9))
  }

  /// The outline of every cell alone.
  ///
  /// On the hull of a mesh without a boundary, where the walk round
  /// a site may begin in the middle of its fan, `cellVertices` has only part of it.
  private func cells(of mesh: VoronoiMesh) -> [[Point]] {
    let outlines = RegionTracer(mesh: mesh).outlines(labels: (1...Int32(mesh.cellCount)).map { $0 })
    return (1...Int32(mesh.cellCount)).map { label in
      let rings = outlines.first { $0.label == label }?.rings ?? []
      #expect(rings.count <= 1)
      return rings.first?.map { mesh.vertices[Int($0)] } ?? []
    }
  }

  /// The outlines' signed areas add up to the cells', and places inside a cell are inside the
  /// outline of its label and of no other.
  private func expectUnion(of mesh: VoronoiMesh, labels: [Int32], cells: [[Point]]? = nil) {
    let cells =
      cells ?? (0..<mesh.cellCount).map { mesh.cellVertices[$0].map { mesh.vertices[Int($0)] } }
    let outlines = RegionTracer(mesh: mesh).outlines(labels: labels)
    #expect(outlines.map(\.label) == outlines.map(\.label).sorted())
    #expect(Set(outlines.map(\.label)).isSubset(of: Set(labels).subtracting([0])))
    for label in Set(labels).subtracting([0]) {
      let rings = (outlines.first { $0.label == label }?.rings ?? []).map { ring in
        ring.map { mesh.vertices[Int($0)] }
      }
      let area = rings.reduce(0.0) { $0 + Polygon.signedArea($1) }
      let wanted = cells.indices.filter { labels[$0] == label }
        .reduce(0.0) { $0 + Polygon.signedArea(cells[$1]) }
      #expect(abs(area - wanted) < 1e-6 * max(1, abs(wanted)), "\(labels): label \(label)")
    }
    for (cell, ring) in cells.enumerated() {
      guard abs(Polygon.signedArea(ring)) > 1e-9, let middle = Polygon.centroid(ring) else {
        continue
      }
      for outline in outlines {
        let rings = outline.rings.map { $0.map { mesh.vertices[Int($0)] } }
        #expect(Polygon.contains(middle, in: rings) == (outline.label == labels[cell]), "\(labels)")
      }
    }
  }
}
