// SPDX-License-Identifier: MIT
// Part of Platen: area, containment, centroid and clipping of polygons given as rings of points.

/// Operations on polygons.
///
/// A ring is a list of points joined in order and closed from the last to the first.
public enum Polygon {
  /// Half the sum of cross products along the ring: its area, negative where the ring turns
  /// clockwise as seen with y down.
  @inlinable
  public static func signedArea(_ ring: some BidirectionalCollection<Point>) -> Double {
    guard var previous = ring.last else { return 0 }
    var sum = 0.0
    for point in ring {
      sum += previous.y * point.x - previous.x * point.y
      previous = point
    }
    return sum / 2
  }

  /// Indicates whether `p` lies inside the polygon of `rings`, even-odd.
  ///
  /// Points on an edge may count either way.
  public static func contains(_ p: Point, in rings: [[Point]]) -> Bool {
    var isInside = false
    for ring in rings {
      guard var b = ring.last else { continue }
      for a in ring {
        if (a.y > p.y) != (b.y > p.y), p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x {
          isInside.toggle()
        }
        b = a
      }
    }
    return isInside
  }

  /// The center of mass of a ring; its first point where it has no area, nil where it has none.
  public static func centroid(_ ring: [Point]) -> Point? {
    guard var b = ring.last, let first = ring.first else { return nil }
    var area = 0.0
    var sum = Point.zero
    for a in ring {
      let cross = a.cross(b)
      sum = sum + (a + b) * cross
      area += cross * 3
      b = a
    }
    return area == 0 ? first : sum / area
  }

  /// The part of a ring inside `rect`, by Sutherland and Hodgman's algorithm.
  ///
  /// A ring that leaves and re-enters stays one ring, joined along the rectangle's edge. Sides are
  /// clipped in the order left, right, top, bottom, as Mapbox's lineclip does. Points that are not
  /// finite, as flat triangles have for circumcenters, are omitted.
  public static func clip(_ ring: [Point], to rect: Rect) -> [Point] {
    var points = ring.allSatisfy(\.isFinite) ? ring : ring.filter(\.isFinite)
    for side in ClipSide.allCases {
      guard let last = points.last else { break }
      var kept: [Point] = []
      kept.reserveCapacity(points.count + 4)
      var previous = last
      var wasInside = side.isInside(previous, rect)
      for point in points {
        let isInside = side.isInside(point, rect)
        if isInside != wasInside { kept.append(side.crossing(previous, point, rect)) }
        if isInside { kept.append(point) }
        previous = point
        wasInside = isInside
      }
      points = kept
    }
    return points
  }
}

/// A side of a clipping rectangle.
enum ClipSide: CaseIterable {
  case left, right, top, bottom

  @inline(__always)
  func isInside(_ p: Point, _ rect: Rect) -> Bool {
    switch self {
    case .left: !(p.x < rect.minX)
    case .right: !(p.x > rect.maxX)
    case .top: !(p.y < rect.minY)
    case .bottom: !(p.y > rect.maxY)
    }
  }

  /// The point at which the line from `a` to `b` crosses this side's line.
  @inline(__always)
  func crossing(_ a: Point, _ b: Point, _ rect: Rect) -> Point {
    switch self {
    case .left: Point(rect.minX, a.y + (b.y - a.y) * (rect.minX - a.x) / (b.x - a.x))
    case .right: Point(rect.maxX, a.y + (b.y - a.y) * (rect.maxX - a.x) / (b.x - a.x))
    case .top: Point(a.x + (b.x - a.x) * (rect.minY - a.y) / (b.y - a.y), rect.minY)
    case .bottom: Point(a.x + (b.x - a.x) * (rect.maxY - a.y) / (b.y - a.y), rect.maxY)
    }
  }
}
