// SPDX-License-Identifier: MIT
// Part of Platen: the nearest point found in buckets is the nearest of all.

import Geometry
import Testing

@Suite("Point index")
struct PointIndexTests {
  @Test("Every subset of a 3×3 lattice, queried inside and far outside")
  func latticeSubsets() {
    let places = lattice(7, spacing: 0.9).map { $0 - Point(1.7, 1.3) } + [Point(1e6, -1e7)]
    for mask in 0..<1 << 9 {
      let points = subset(lattice(3), mask)
      let index = PointIndex(points)
      for place in places { #expect(index.nearest(to: place) == nearest(to: place, in: points)) }
    }
  }

  @Test func scatteredPoints() {
    let points = scattered(2000) + scattered(20, seed: "far", width: 5000)
    let index = PointIndex(points)
    for place in scattered(300, seed: "places", width: 200) {
      #expect(index.nearest(to: place) == nearest(to: place, in: points))
    }
  }

  @Test func thinAndOddSets() {
    let strip = (0..<100).map { Point(Double($0) * 1e6, Double($0 % 2) * 1e-9) }
    let index = PointIndex(strip)
    for k in stride(from: 0, to: 100, by: 7) {
      #expect(index.nearest(to: Point(Double(k) * 1e6 + 3, 5)) == k)
    }
    #expect(PointIndex([]).nearest(to: .zero) == nil)
    #expect(PointIndex([Point(.nan, 1)]).nearest(to: .zero) == nil)
    #expect(PointIndex([Point(2, 2), Point(2, 2)]).nearest(to: .zero) == 0)
    #expect(PointIndex([Point(2, 2)]).nearest(to: Point(.infinity, 0)) == nil)
    #expect(PointIndex([Point(1e308, 0), Point(-1e308, 0)]).nearest(to: Point(1, 0)) != nil)
  }

  private func nearest(to place: Point, in points: [Point]) -> Int? {
    points.indices.min {
      (place.squaredDistance(to: points[$0]), $0) < (place.squaredDistance(to: points[$1]), $1)
    }
  }
}
