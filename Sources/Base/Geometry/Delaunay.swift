// SPDX-License-Identifier: MIT
// Part of Platen: the Delaunay triangulation of points in the plane.

/// A Delaunay triangulation, with its triangles in the order the library Delaunator finds them.
///
/// Maps store vertex ids, and a vertex id is a triangle's index, so the order in which triangles
/// come is part of the format. This follows version 5 of Mapbox's Delaunator decision by decision:
/// the choice of the seed triangle, a sort by distance whose ties fall as its quicksort leaves
/// them, a sweep that finds the visible hull edge by hashing the angle, and flips in its order.
///
/// Half-edge `e` runs from point `triangles[e]` to `triangles[next]`, where `next` is the following
/// half-edge of the same triangle `e / 3`; `halfedges[e]` is its twin in the neighboring triangle.
///
/// Points that coincide with an earlier one, or nearly so, belong to no triangle. Nor do points
/// with a coordinate that is not finite. Where no triangle exists (fewer than three points, or all
/// on one line) `hull` lists the points along the line.
public struct Delaunay: Sendable, Equatable {
  /// Three point ids for each triangle.
  public let triangles: [Int32]
  /// The twin of each half-edge, -1 on the hull.
  public let halfedges: [Int32]
  /// Point ids round the convex hull.
  public let hull: [Int32]

  /// Triangulates `points`; at most 357 million, so that half-edge ids fit 32 bits.
  public init(points: [Point]) {
    precondition(points.count <= Int(Int32.max) / 6, "too many points for 32-bit half-edges")
    (triangles, halfedges, hull) = points.withUnsafeBufferPointer { points in
      let finite = points.indices.filter { points[$0].isFinite }.map { Int32($0) }
      guard let seed = Self.seed(among: finite, of: points) else {
        return ([], [], Self.line(through: finite, of: points))
      }
      var sweep = HullSweep(points: points)
      defer { sweep.deallocate() }
      return sweep.run(from: seed, over: finite)
    }
  }

  /// The three points the sweep begins with, or nil where all points lie on a line.
  ///
  /// They are the point nearest the middle of the bounds, its nearest neighbor, and the point that
  /// makes the smallest circumcircle with them, in the sweep's turning direction.
  private static func seed(
    among ids: [Int32], of points: UnsafeBufferPointer<Point>
  ) -> HullSweep.Seed? {
    guard let bounds = Bounds(ids: ids, points: points) else { return nil }
    let middle = bounds.middle
    var first: Int32?
    var least = Double.infinity
    for id in ids {
      let d = middle.squaredDistance(to: points[Int(id)])
      if d < least {
        first = id
        least = d
      }
    }
    guard let first else { return nil }
    let a = points[Int(first)]

    var second: Int32?
    least = .infinity
    for id in ids where id != first {
      let d = a.squaredDistance(to: points[Int(id)])
      if d < least && d > 0 {
        second = id
        least = d
      }
    }
    guard let second else { return nil }
    let b = points[Int(second)]

    var third: Int32?
    least = .infinity
    for id in ids where id != first && id != second {
      let r = circumcenter(a, b, points[Int(id)]).squaredLength
      if r < least {
        third = id
        least = r
      }
    }
    guard let third else { return nil }
    let c = points[Int(third)]

    if Orientation.turn(a, b, c) < 0 {
      return .init(a: first, b: third, c: second, center: a + circumcenter(a, c, b))
    }
    return .init(a: first, b: second, c: third, center: a + circumcenter(a, b, c))
  }

  /// The circumcenter of a triangle, relative to `a`.
  @inline(__always)
  private static func circumcenter(_ a: Point, _ b: Point, _ c: Point) -> Point {
    let d = b - a
    let e = c - a
    let bl = d.squaredLength
    let cl = e.squaredLength
    let k = 0.5 / (d.x * e.y - d.y * e.x)
    return Point((e.y * bl - d.y * cl) * k, (d.x * cl - e.x * bl) * k)
  }

  /// Points of a line in order along it, by x or, where x does not differ, by y.
  private static func line(through ids: [Int32], of points: UnsafeBufferPointer<Point>) -> [Int32] {
    guard let first = ids.first else { return [] }
    let origin = points[Int(first)]
    var order = ids.map { id in
      let offset = points[Int(id)] - origin
      return HullSweep.Ranked(key: offset.x == 0 ? offset.y : offset.x, id: id)
    }
    order.withUnsafeMutableBufferPointer(HullSweep.sort)
    var hull: [Int32] = []
    var last = -Double.infinity
    for entry in order where entry.key > last {
      hull.append(entry.id)
      last = entry.key
    }
    return hull
  }
}

/// The rectangle round points, kept as its extremes.
private struct Bounds {
  var least: Point
  var greatest: Point

  init?(ids: [Int32], points: UnsafeBufferPointer<Point>) {
    guard let first = ids.first else { return nil }
    least = points[Int(first)]
    greatest = least
    for id in ids {
      let p = points[Int(id)]
      if p.x < least.x { least.x = p.x }
      if p.y < least.y { least.y = p.y }
      if p.x > greatest.x { greatest.x = p.x }
      if p.y > greatest.y { greatest.y = p.y }
    }
  }

  var middle: Point { Point((least.x + greatest.x) / 2, (least.y + greatest.y) / 2) }
}
