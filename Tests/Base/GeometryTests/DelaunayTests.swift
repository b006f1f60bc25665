// SPDX-License-Identifier: MIT
// Part of Platen: what every Delaunay triangulation must satisfy, over small sets of points.

import Geometry
import Testing

@Suite("Delaunay triangulation")
struct DelaunayTests {
  @Test("Every subset of a 3×3 lattice")
  func latticeSubsets() {
    let points = lattice(3)
    for mask in 0..<1 << 9 { expectDelaunay(subset(points, mask), "subset \(mask)") }
  }

  @Test("Every subset of a sheared lattice, whose points are not on circles")
  func shearedSubsets() {
    // Sums of few powers of two, so that lines of the lattice stay lines.
    let points = lattice(3).map { Point($0.x + $0.y * 0.375, $0.y * 1.125 + $0.x * 0.0625) }
    for mask in 0..<1 << 9 { expectDelaunay(subset(points, mask), "subset \(mask)") }
  }

  @Test("Every sequence of five points out of a 2×2 lattice, duplicates and all")
  func duplicates() {
    let corners = lattice(2)
    for code in 0..<1024 {
      let points = (0..<5).map { corners[code >> (2 * $0) & 3] }
      expectDelaunay(points, "sequence \(code)")
    }
  }

  @Test(arguments: [4, 7, 20, 33])
  func wholeLattices(side: Int) {
    expectDelaunay(lattice(side), "lattice of \(side)")
    expectDelaunay(lattice(side, spacing: 0.1), "lattice of \(side) tenths")
  }

  @Test(arguments: [10, 100, 1000])
  func scatteredPoints(count: Int) {
    expectDelaunay(scattered(count), "\(count) points")
  }

  @Test("Triangles of a lattice, where everything ties, come in Delaunator's order")
  func order() {
    let small = Delaunay(points: lattice(3))
    #expect(
      small.triangles == [
        4, 1, 0, 0, 3, 4, 4, 2, 1, 4, 5, 2, 3, 6, 4, 4, 7, 5, 6, 7, 4, 7, 8, 5,
      ])
    #expect(
      small.halfedges == [
        8, -1, 5, -1, 14, 2, 11, -1, 0, 17, -1, 6, -1, 20, 4, 19, 23, 9, -1, 15, 13, -1, -1, 16,
      ])
    #expect(small.hull == [7, 8, 5, 2, 1, 0, 3, 6])
    // Large enough for the sort to partition.
    let large = Delaunay(points: lattice(6))
    #expect(
      large.triangles == [
        14, 8, 7, 7, 13, 14, 8, 2, 7, 13, 20, 14, 13, 19, 20, 1, 6, 7, 7, 6, 13, 13, 12,
        19, 14, 9, 8, 8, 9, 2, 15, 9, 14, 2, 1, 7, 6, 12, 13, 20, 15, 14, 20, 21, 15, 12,
        18, 19, 1, 0, 6, 9, 3, 2, 21, 16, 15, 15, 16, 9, 9, 10, 3, 16, 10, 9, 19, 25, 20,
        20, 26, 21, 18, 25, 19, 25, 26, 20, 21, 22, 16, 26, 27, 21, 10, 4, 3, 27, 22, 21,
        18, 24, 25, 25, 31, 26, 26, 32, 27, 24, 31, 25, 31, 32, 26, 33, 28, 27, 27, 28,
        22, 23, 17, 22, 22, 17, 16, 16, 17, 10, 10, 11, 4, 17, 11, 10, 28, 23, 22, 24, 30,
        31, 11, 5, 4, 32, 33, 27, 34, 29, 28, 28, 29, 23, 33, 34, 28, 34, 35, 29,
      ])
  }

  @Test("Points of one line make no triangle and come in order along it")
  func collinear() {
    let line = [3.0, 0, 4, 1, 1, 2].map { Point($0 * 0.25, $0 * 0.5) }
    let delaunay = Delaunay(points: line)
    #expect(delaunay.triangles.isEmpty)
    #expect(delaunay.hull == [1, 3, 5, 0, 2])
    let upright = [3.0, 0, 4].map { Point(7, $0) }
    #expect(Delaunay(points: upright).hull == [1, 0, 2])
  }

  @Test func fewPoints() {
    #expect(Delaunay(points: []).hull == [])
    #expect(Delaunay(points: [Point(1, 1)]).hull == [0])
    #expect(Delaunay(points: [Point(1, 1), Point(1, 1)]).hull == [0])
    #expect(Delaunay(points: [Point(2, 1), Point(1, 1)]).hull == [1, 0])
    let triangle = Delaunay(points: [Point(0, 0), Point(0, 1), Point(1, 0)])
    #expect(triangle.triangles.count == 3)
    #expect(triangle.halfedges == [-1, -1, -1])
  }

  @Test("Points without a place are omitted")
  func notFinite() {
    let bad = [
      Point(.nan, 0), Point(0, .infinity), Point(-.infinity, .nan), Point(.signalingNaN, 1),
    ]
    #expect(Delaunay(points: bad).triangles.isEmpty)
    let mixed = Delaunay(points: [bad[0]] + lattice(3) + bad)
    let plain = Delaunay(points: lattice(3))
    #expect(mixed.triangles.map { $0 - 1 } == plain.triangles)
  }

  @Test("Coordinates at the ends of the scale neither crash nor hang")
  func extremes() {
    for scale in [1e308, 1e200, 1e155, 1e-155, 1e-200, Double.leastNonzeroMagnitude] {
      for mask in 0..<1 << 9 {
        let points = subset(lattice(3), mask).map { $0 * scale }
        let delaunay = Delaunay(points: points)
        #expect(delaunay.triangles.count == delaunay.halfedges.count)
      }
      _ = VoronoiMesh(sites: scattered(50).map { $0 * scale }, boundary: lattice(2))
    }
  }

  /// Half-edges pair up, Euler's relation holds, all triangles turn one way, no point lies inside a
  /// circumcircle, and the hull is convex and holds every point.
  private func expectDelaunay(_ points: [Point], _ name: Comment) {
    let d = Delaunay(points: points)
    #expect(d.triangles.count == d.halfedges.count && d.triangles.count % 3 == 0, name)
    guard !d.triangles.isEmpty else {
      let isFlat = points.indices.allSatisfy { i in
        points.indices.allSatisfy { j in Orientation.turn(points[0], points[i], points[j]) == 0 }
      }
      #expect(isFlat, name)
      return
    }

    var boundaryEdges = 0
    for (e, twin) in d.halfedges.enumerated() {
      guard twin >= 0 else {
        boundaryEdges += 1
        continue
      }
      #expect(d.halfedges[Int(twin)] == e, name)
      #expect(d.triangles[Int(twin)] == d.triangles[e % 3 == 2 ? e - 2 : e + 1], name)
    }
    let used = Set(d.triangles)
    #expect(used.count == Set(points).count, name)
    #expect(boundaryEdges == d.hull.count, name)
    #expect(d.triangles.count / 3 == 2 * used.count - 2 - d.hull.count, name)

    for t in 0..<d.triangles.count / 3 {
      let (a, b, c) = (
        points[Int(d.triangles[3 * t])], points[Int(d.triangles[3 * t + 1])],
        points[Int(d.triangles[3 * t + 2])]
      )
      #expect(Orientation.turn(a, b, c) > 0, name)
    }
    for (e, twin) in d.halfedges.enumerated() where twin > e {
      let t = e / 3 * 3
      let far = points[Int(d.triangles[Int(twin) % 3 == 0 ? Int(twin) + 2 : Int(twin) - 1])]
      let depth = circleDepth(
        points[Int(d.triangles[t])], points[Int(d.triangles[t + 1])],
        points[Int(d.triangles[t + 2])], far)
      #expect(depth < 1e-9, name)
    }

    for (index, id) in d.hull.enumerated() {
      let next = d.hull[(index + 1) % d.hull.count]
      for point in points {
        #expect(Orientation.turn(points[Int(id)], points[Int(next)], point) >= 0, name)
      }
    }
  }

  /// The depth of the point `p` inside the circle through `a`, `b`, `c`.
  private func circleDepth(_ a: Point, _ b: Point, _ c: Point, _ p: Point) -> Double {
    let d = b - a
    let e = c - a
    let k = 0.5 / d.cross(e)
    let center =
      a
      + Point(
        (e.y * d.squaredLength - d.y * e.squaredLength) * k,
        (d.x * e.squaredLength - e.x * d.squaredLength) * k)
    return (center.distance(to: a) - center.distance(to: p)) / max(1, center.distance(to: a))
  }
}
