// SPDX-License-Identifier: MIT
// Part of Platen: area, clipping, containment and poles of polygons.

import Geometry
import Testing

@Suite("Polygon")
struct PolygonTests {
  static let square = [Point(0, 0), Point(2, 0), Point(2, 2), Point(0, 2)]
  static let middle = Rect(x: 0.5, y: 0.5, width: 1, height: 1)

  @Test func areaFollowsTheTurn() {
    #expect(Polygon.signedArea(Self.square) == -4)
    #expect(Polygon.signedArea(Self.square.reversed()) == 4)
    #expect(Polygon.signedArea([]) == 0)
    #expect(Polygon.signedArea([Point(3, 4)]) == 0)
  }

  @Test("Clipping to a rectangle and to the four around it shares out the area")
  func clippingSharesOutArea() {
    let world = Rect(x: -10, y: -10, width: 40, height: 40)
    let parts = [
      Self.middle,
      Rect(x: -10, y: -10, width: 10.5, height: 40), Rect(x: 1.5, y: -10, width: 20, height: 40),
      Rect(x: 0.5, y: -10, width: 1, height: 10.5), Rect(x: 0.5, y: 1.5, width: 1, height: 20),
    ]
    for ring in triangles() {
      let total = parts.reduce(0.0) { $0 + Polygon.signedArea(Polygon.clip(ring, to: $1)) }
      #expect(abs(total - Polygon.signedArea(ring)) < 1e-12)
      #expect(Polygon.clip(ring, to: world) == ring)
      let clipped = Polygon.clip(ring, to: Self.middle)
      #expect(clipped.allSatisfy { Self.middle.contains($0) })
      #expect(Polygon.clip(clipped, to: Self.middle) == clipped)
    }
  }

  @Test func clippingNothing() {
    #expect(Polygon.clip([], to: Self.middle) == [])
    #expect(Polygon.clip([Point(1, 1)], to: Self.middle) == [Point(1, 1)])
    #expect(Polygon.clip([Point(9, 9)], to: Self.middle) == [])
  }

  @Test("What is not finite does not spread")
  func clippingNotFinite() {
    let ring = [Point(0, 0), Point(.infinity, 1), Point(2, 2), Point(.nan, .nan), Point(0, 2)]
    #expect(Polygon.clip(ring, to: Self.middle).allSatisfy { Self.middle.contains($0) })
    let parts = Polyline.clip(ring + [Point(2, 0)], to: Self.middle)
    #expect(parts.count == 1 && parts[0].allSatisfy { Self.middle.contains($0) })
    // So far out that differences lose all precision, but still on the rectangle's edge.
    let far = [Point(1, 1), Point(1e300, 1.1), Point(1, 1.2)]
    #expect(Polygon.clip(far, to: Self.middle).allSatisfy { Self.middle.contains($0) })
  }

  @Test("A place is inside where the signs of all turns agree")
  func containment() {
    for ring in triangles() {
      for p in lattice(9, spacing: 0.31) {
        let turns = (0..<3).map { Orientation.turn(ring[$0], ring[($0 + 1) % 3], p) }
        guard !turns.contains(0) else { continue }
        let isInside = turns.allSatisfy { $0 > 0 } || turns.allSatisfy { $0 < 0 }
        #expect(Polygon.contains(p, in: [ring]) == isInside)
      }
    }
  }

  @Test func holesAreOutside() {
    let hole = [Point(0.5, 0.5), Point(1.5, 0.5), Point(1.5, 1.5), Point(0.5, 1.5)]
    #expect(Polygon.contains(Point(1, 1), in: [Self.square]))
    #expect(!Polygon.contains(Point(1, 1), in: [Self.square, hole]))
    #expect(Polygon.contains(Point(0.2, 1), in: [Self.square, hole]))
  }

  @Test func centroids() {
    #expect(Polygon.centroid(Self.square) == Point(1, 1))
    #expect(Polygon.centroid([]) == nil)
    #expect(Polygon.centroid([Point(3, 4), Point(5, 6)]) == Point(3, 4))
  }

  @Test("The pole is within the precision of the best place of a fine lattice")
  func poles() {
    let hole = [Point(0.9, 0.9), Point(1.1, 0.9), Point(1.1, 1.1), Point(0.9, 1.1)]
    let shapes: [[[Point]]] =
      [
        [Self.square], [Self.square, hole],
        [[Point(0, 0), Point(3, 0), Point(3, 1), Point(1, 1), Point(1, 3), Point(0, 3)]],
      ] + triangles().filter { Polygon.signedArea($0) > 0 }.map { [$0] }
    for rings in shapes {
      let pole = Polygon.poleOfInaccessibility(rings, precision: 0.01)
      #expect(Polygon.contains(pole, in: rings))
      let best = lattice(21, spacing: 0.15).map { clearance($0, rings) }.max() ?? 0
      #expect(clearance(pole, rings) >= best - 0.01)
    }
  }

  @Test func polesOfNothing() {
    #expect(Polygon.poleOfInaccessibility([]) == .zero)
    #expect(Polygon.poleOfInaccessibility([[Point(3, 4)]]) == Point(3, 4))
    #expect(Polygon.poleOfInaccessibility([[Point(1, 1), Point(5, 1)]]).y == 1)
    let wild = [Point(.nan, 0), Point(1, 1), Point(0, .infinity)]
    _ = Polygon.poleOfInaccessibility([wild])
    // A sliver must not be searched in a billion squares.
    let sliver = [Point(0, 0), Point(1e9, 0), Point(1e9, 1e-3), Point(0, 1e-3)]
    _ = Polygon.poleOfInaccessibility([sliver])
  }

  /// The distance to the nearest edge; negative outside.
  private func clearance(_ p: Point, _ rings: [[Point]]) -> Double {
    var least = Double.infinity
    for ring in rings {
      for (a, b) in zip(ring, ring.dropFirst() + [ring[0]]) {
        let share = min(max((p - a).dot(b - a) / (b - a).squaredLength, 0), 1)
        least = min(least, p.distance(to: a + (b - a) * share))
      }
    }
    return Polygon.contains(p, in: rings) ? least : -least
  }

  /// All triangles of a 3×3 lattice, also flat ones.
  private func triangles() -> [[Point]] {
    let points = lattice(3)
    return points.flatMap { a in points.flatMap { b in points.map { [a, b, $0] } } }
  }
}
