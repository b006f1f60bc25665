// SPDX-License-Identifier: MIT
// Part of Platen: paths, lists of points and numbers of a drawing's attributes.

internal import Drawing
internal import Geometry
internal import JSON

extension MarkupAttributes {
  /// The number that an attribute is, without the unit behind it; nil where it is none.
  func number(_ name: StaticString, unit: StaticString = "") -> Double? {
    guard let value = unsafe raw(name) else { return nil }
    return unsafe DecimalText.double(value.dropLast(unit))
  }

  /// The path that `d` describes, as far as it is understood; nil without a `d`.
  var path: Path? { unsafe raw("d").map { unsafe PathDataReader.read($0).path } }

  /// The points of `points`; nil without any.
  var points: [Point]? {
    guard let bytes = unsafe raw("points") else { return nil }
    var numbers = unsafe SVGNumbers(bytes)
    var points: [Point] = []
    while let x = numbers.number(), let y = numbers.number() { points.append(Point(x, y)) }
    return points
  }

  /// The numbers of the first `translate(…)` in `transform`; zero where there is none.
  var translation: Point {
    guard let bytes = unsafe raw("transform"),
      let found = unsafe bytes.firstRange(of: "translate(", from: 0)
    else { return .zero }
    var numbers = unsafe SVGNumbers(bytes.part(found + 10..<bytes.count))
    guard let x = numbers.number() else { return .zero }
    return Point(x, numbers.number() ?? 0)
  }
}

extension Path {
  /// The points its segments run between, equal neighbors once.
  ///
  /// For a spline through points, such as FMG's routes, these are the points.
  var anchors: [Point] {
    var result: [Point] = []
    var next = 0
    for verb in verbs {
      switch verb {
      case .move, .line: next += 1
      case .curve: next += 3
      case .close: continue
      }
      if result.last != points[next - 1] { result.append(points[next - 1]) }
    }
    return result
  }
}
