// SPDX-License-Identifier: MIT
// Part of Platen: outlines of letters grown into bolder ones.

internal import Geometry

/// Grows outlines: every point moves along the bisector of the sides that meet in it, control points
/// of curves as well, so that a letter keeps its points and its character.
enum EmboldenedPath {
  /// A glyph's outline whose strokes are wider by `width`, in the outline's units.
  static func path(_ path: Path, by width: Double) -> Path {
    let contours = contours(of: path)
    // Fonts agree on no direction, but within a glyph the ink outweighs its holes.
    let outward = contours.reduce(0) { $0 + signedArea(path.points[$1]) } < 0 ? -1.0 : 1.0
    var points = path.points
    for contour in contours {
      let shifted = shifted(Array(path.points[contour]), by: outward * width / 2)
      points.replaceSubrange(contour, with: shifted)
    }
    return rebuilt(path, points)
  }

  /// The points of each subpath.
  private static func contours(of path: Path) -> [Range<Int>] {
    var contours: [Range<Int>] = []
    var start = 0
    var next = 0
    for verb in path.verbs {
      if verb == .move, next > start {
        contours.append(start..<next)
        start = next
      }
      next += verb.pointCount
    }
    if next > start { contours.append(start..<next) }
    return contours
  }

  private static func signedArea(_ points: ArraySlice<Point>) -> Double {
    guard var previous = points.last else { return 0 }
    var sum = 0.0
    for point in points {
      sum += previous.cross(point)
      previous = point
    }
    return sum
  }

  /// A closed ring of points, each moved outward by `radius`, or inward where that is negative.
  private static func shifted(_ ring: [Point], by radius: Double) -> [Point] {
    // Points in one place move together.
    var corners: [Point] = []
    var cornerOfPoint: [Int] = []
    for point in ring {
      if let last = corners.last, last.squaredDistance(to: point) < 1e-12 {
        cornerOfPoint.append(corners.count - 1)
      } else {
        cornerOfPoint.append(corners.count)
        corners.append(point)
      }
    }
    if corners.count > 1, corners[0].squaredDistance(to: corners[corners.count - 1]) < 1e-12 {
      let last = corners.count - 1
      corners.removeLast()
      for index in cornerOfPoint.indices where cornerOfPoint[index] == last {
        cornerOfPoint[index] = 0
      }
    }
    guard corners.count > 2 else { return ring }
    let count = corners.count
    let moved = corners.indices.map { index in
      let before = corners[index] - corners[(index + count - 1) % count]
      let after = corners[(index + 1) % count] - corners[index]
      return corners[index] + shift(between: before, and: after) * radius
    }
    return cornerOfPoint.map { moved[$0] }
  }

  /// The way to the corner of the sides moved outward by one; at sharp corners no more than two.
  private static func shift(between before: Point, and after: Point) -> Point {
    let into = before * (1 / before.length)
    let out = after * (1 / after.length)
    let sum = Point(into.y + out.y, -into.x - out.x)
    return sum * (1 / max(0.5, 1 + into.dot(out)))
  }

  private static func rebuilt(_ path: Path, _ points: [Point]) -> Path {
    var result = Path()
    var next = 0
    for verb in path.verbs {
      switch verb {
      case .move: result.move(to: points[next])
      case .line: result.line(to: points[next])
      case .curve: result.curve(to: points[next + 2], points[next], points[next + 1])
      case .close: result.close()
      }
      next += verb.pointCount
    }
    return result
  }
}
