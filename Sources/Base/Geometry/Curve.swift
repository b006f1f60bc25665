// SPDX-License-Identifier: MIT
// Part of Platen: smooth curves through or near points.

internal import Libc

/// Curves laid through points, as the library d3-shape lays them.
///
/// A single point makes a closed subpath of that point alone, no point an empty path.
public enum Curve {
  /// Straight lines from point to point.
  public static func linear(_ points: [Point]) -> Path {
    var path = Path()
    guard let first = points.first else { return path }
    path.move(to: first)
    for point in points.dropFirst() { path.line(to: point) }
    if points.count == 1 { path.close() }
    return path
  }

  /// A closed uniform cubic B-spline drawn towards all points.
  public static func basisClosed(_ points: [Point]) -> Path {
    guard points.count > 2 else { return shortBasisClosed(points) }
    var path = Path()
    let count = points.count
    path.move(to: (points[0] + points[1] * 4 + points[2]) / 6)
    for index in 3..<count + 3 {
      path.addSplineSegment(
        points[(index - 2) % count], points[(index - 1) % count], points[index % count])
    }
    path.close()
    return path
  }

  private static func shortBasisClosed(_ points: [Point]) -> Path {
    guard points.count == 2 else { return linear(points) }
    var path = Path()
    path.move(to: (points[0] + points[1] * 2) / 3)
    path.line(to: (points[1] + points[0] * 2) / 3)
    path.close()
    return path
  }

  /// A cubic Catmull–Rom spline through all points.
  ///
  /// `alpha` 0 spaces its knots evenly, 0.5 is centripetal, 1 chordal.
  public static func catmullRom(_ points: [Point], alpha: Double = 0.5) -> Path {
    guard points.count > 2 else { return linear(points) }
    var path = Path()
    path.move(to: points[0])
    let last = points.count - 1
    for index in 0..<last {
      path.addCatmullRomSegment(
        points[max(index - 1, 0)], points[index], points[index + 1], points[min(index + 2, last)],
        alpha)
    }
    return path
  }

  /// A closed cubic Catmull–Rom spline through all points; it begins at the second.
  public static func catmullRomClosed(_ points: [Point], alpha: Double = 0.5) -> Path {
    let count = points.count
    guard count > 1 else { return linear(points) }
    var path = Path()
    path.move(to: points[1])
    if count == 2 {
      path.line(to: points[0])
    } else {
      for index in 1...count {
        path.addCatmullRomSegment(
          points[index - 1], points[index % count], points[(index + 1) % count],
          points[(index + 2) % count], alpha)
      }
    }
    path.close()
    return path
  }

  /// A natural cubic spline through all points: no bend at its ends.
  public static func natural(_ points: [Point]) -> Path {
    guard points.count > 2 else { return linear(points) }
    var path = Path()
    path.move(to: points[0])
    let x = naturalControls(points.map(\.x))
    let y = naturalControls(points.map(\.y))
    for index in 0..<points.count - 1 {
      path.curve(
        to: points[index + 1], Point(x.first[index], y.first[index]),
        Point(x.second[index], y.second[index]))
    }
    return path
  }

  /// One coordinate of the control points, from the tridiagonal system that makes first and second
  /// derivatives meet.
  private static func naturalControls(_ x: [Double]) -> (first: [Double], second: [Double]) {
    let n = x.count - 1
    var diagonal = [2.0]
    var right = [x[0] + 2 * x[1]]
    for i in 1..<n {
      let isLast = i == n - 1
      let factor = (isLast ? 2 : 1) / diagonal[i - 1]
      diagonal.append((isLast ? 7 : 4) - factor)
      right.append((isLast ? 8 * x[i] + x[n] : 4 * x[i] + 2 * x[i + 1]) - factor * right[i - 1])
    }
    var first = [Double](repeating: 0, count: n)
    first[n - 1] = right[n - 1] / diagonal[n - 1]
    for i in stride(from: n - 2, through: 0, by: -1) {
      first[i] = (right[i] - first[i + 1]) / diagonal[i]
    }
    var second = [Double](repeating: 0, count: n)
    second[n - 1] = (x[n] + first[n - 1]) / 2
    for i in 0..<n - 1 { second[i] = 2 * x[i + 1] - first[i + 1] }
    return (first, second)
  }
}

extension Path {
  /// A piece of uniform B-spline between `b`'s neighbors `a` and `c`.
  fileprivate mutating func addSplineSegment(_ a: Point, _ b: Point, _ c: Point) {
    curve(to: (a + b * 4 + c) / 6, (a * 2 + b) / 3, (a + b * 2) / 3)
  }

  /// A piece of Catmull–Rom spline from `b` to `c` with `a` before and `d` behind.
  fileprivate mutating func addCatmullRomSegment(
    _ a: Point, _ b: Point, _ c: Point, _ d: Point, _ alpha: Double
  ) {
    let (ab, bc, cd) = (Knot(a, b, alpha), Knot(b, c, alpha), Knot(c, d, alpha))
    var (first, second) = (b, c)
    if ab.length > Knot.least {
      let weight = 2 * ab.square + 3 * ab.length * bc.length + bc.square
      let divisor = 3 * ab.length * (ab.length + bc.length)
      first = (b * weight - a * bc.square + c * ab.square) / divisor
    }
    if cd.length > Knot.least {
      let weight = 2 * cd.square + 3 * cd.length * bc.length + bc.square
      let divisor = 3 * cd.length * (cd.length + bc.length)
      second = (c * weight + b * cd.square - d * bc.square) / divisor
    }
    curve(to: c, first, second)
  }
}

/// The distance between two knots of a Catmull–Rom spline, and its square.
private struct Knot {
  static let least = 1e-12
  var length: Double
  var square: Double

  init(_ a: Point, _ b: Point, _ alpha: Double) {
    let squaredDistance = (a - b).squaredLength
    // Coincident points make no knot, whatever alpha.
    square =
      squaredDistance == 0
      ? 0 : alpha == 0.5 ? squaredDistance.squareRoot() : pow(squaredDistance, alpha)
    length = square.squareRoot()
  }
}
