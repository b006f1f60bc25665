// SPDX-License-Identifier: MIT
// Part of Platen: clipping, measuring and thinning of lines given as points.

/// Operations on open lines of points.
public enum Polyline {
  public static func length(_ points: [Point]) -> Double {
    zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
  }

  /// The point `distance` along the line and the unit vector the line runs in there.
  ///
  /// Distances outside the line mean its ends. Nil where the line has no length.
  public static func point(
    at distance: Double, along points: [Point]
  ) -> (point: Point, direction: Point)? {
    var left = max(distance, 0)
    var last: (Point, Point)?
    for (a, b) in zip(points, points.dropFirst()) {
      let length = a.distance(to: b)
      guard length > 0 else { continue }
      let direction = (b - a) / length
      if left <= length { return (a + direction * left, direction) }
      left -= length
      last = (b, direction)
    }
    return last
  }

  /// The parts of the line inside `rect`, in order.
  ///
  /// Segments that end in a point that is not finite are omitted.
  public static func clip(_ points: [Point], to rect: Rect) -> [[Point]] {
    var parts: [[Point]] = []
    var part: [Point] = []
    for (start, end) in zip(points, points.dropFirst()) {
      guard let (a, b) = clip(start, end, to: rect) else {
        if part.count > 1 { parts.append(part) }
        part = []
        continue
      }
      if part.last != a {
        if part.count > 1 { parts.append(part) }
        part = [a]
      }
      part.append(b)
      if b != end {
        parts.append(part)
        part = []
      }
    }
    if part.count > 1 { parts.append(part) }
    return parts
  }

  /// The part of a segment inside `rect`, or nil.
  private static func clip(_ start: Point, _ end: Point, to rect: Rect) -> (Point, Point)? {
    guard start.isFinite && end.isFinite else { return nil }
    var (a, b) = (start, end)
    for side in ClipSide.allCases {
      switch (side.isInside(a, rect), side.isInside(b, rect)) {
      case (true, true): continue
      case (false, false): return nil
      case (true, false): b = side.crossing(a, b, rect)
      case (false, true): a = side.crossing(a, b, rect)
      }
    }
    return (a, b)
  }
}

/// Omits points that make no visible difference to a line.
///
/// Points nearer than `tolerance` to the last one kept go first, then those nearer than `tolerance`
/// to the line through their neighbors, by Douglas and Peucker's algorithm: what simplify.js does
/// by default. First and last points stay.
public func simplify(_ points: [Point], tolerance: Double) -> [Point] {
  guard points.count > 2 else { return points }
  let limit = tolerance * tolerance
  return thinBySegments(thinByDistance(points, limit), limit)
}

private func thinByDistance(_ points: [Point], _ limit: Double) -> [Point] {
  var kept = [points[0]]
  var lastKept = 0
  for index in 1..<points.count
  where points[index].squaredDistance(to: points[lastKept]) > limit {
    kept.append(points[index])
    lastKept = index
  }
  if lastKept != points.count - 1 { kept.append(points[points.count - 1]) }
  return kept
}

private func thinBySegments(_ points: [Point], _ limit: Double) -> [Point] {
  var isKept = [Bool](repeating: false, count: points.count)
  isKept[0] = true
  isKept[points.count - 1] = true
  var spans = [(first: 0, last: points.count - 1)]
  while let (first, last) = spans.popLast() {
    var farthest = first
    var distance = limit
    for index in (first + 1)..<last {
      let d = squaredDistance(from: points[index], toSegment: points[first], points[last])
      if d > distance {
        farthest = index
        distance = d
      }
    }
    guard distance > limit else { continue }
    isKept[farthest] = true
    spans.append((first, farthest))
    spans.append((farthest, last))
  }
  return points.indices.filter { isKept[$0] }.map { points[$0] }
}

/// The squared distance from a point to the nearest point of a segment.
func squaredDistance(from p: Point, toSegment a: Point, _ b: Point) -> Double {
  var nearest = a
  let d = b - a
  if d.x != 0 || d.y != 0 {
    let share = ((p.x - a.x) * d.x + (p.y - a.y) * d.y) / (d.x * d.x + d.y * d.y)
    if share > 1 {
      nearest = b
    } else if share > 0 {
      nearest = Point(a.x + d.x * share, a.y + d.y * share)
    }
  }
  return p.squaredDistance(to: nearest)
}
