// SPDX-License-Identifier: MIT
// Part of Platen: an elliptical arc of path data as Bézier curves.

internal import Geometry
internal import Libc

/// An arc between two points of an ellipse.
///
/// Source: Scalable Vector Graphics 2, W3C, appendix B.2.4.
struct SVGArc {
  var from: Point
  var to: Point
  var radii: Point
  /// The clockwise angle of the ellipse.
  var degrees: Double
  var isLarge: Bool
  var isClockwise: Bool

  static func turn(degrees: Double) -> AffineMap {
    let angle = degrees * .pi / 180
    return .rotation(cosine: cos(angle), sine: sin(angle))
  }

  static func tangent(degrees: Double) -> Double { tan(degrees * .pi / 180) }

  /// Appends it to a path that ends where it begins.
  func append(to path: inout Path) {
    guard from != to else { return }
    guard radii.x > 1e-9, radii.y > 1e-9 else {
      path.line(to: to)
      return
    }
    // On the unit circle, an arc of the ellipse is one of the circle.
    let turn = SVGArc.turn(degrees: degrees)
    let back = SVGArc.turn(degrees: -degrees)
    let half = back.apply((from - to) / 2)
    let reach = Point(half.x / radii.x, half.y / radii.y)
    // Radii that are too small grow until the arc spans both points.
    let growth = max(1, reach.length)
    let (rx, ry) = (radii.x * growth, radii.y * growth)
    let unit = reach / growth
    let rest = max(0, 1 / max(unit.squaredLength, 1e-18) - 1).squareRoot()
    let side = isLarge == isClockwise ? -rest : rest
    let center = Point(unit.y, -unit.x) * side
    let first = atan2(unit.y - center.y, unit.x - center.x)
    let last = atan2(-unit.y - center.y, -unit.x - center.x)
    var sweep = last - first
    if isClockwise, sweep < 0 { sweep += 2 * .pi }
    if !isClockwise, sweep > 0 { sweep -= 2 * .pi }
    let middle = (from + to) / 2
    let map = AffineMap.translation(middle.x, middle.y).after(turn).after(.scale(rx, ry))
    let count = max(1, Int((abs(sweep) / (.pi / 2) - 1e-9).rounded(.up)))
    let step = sweep / Double(count)
    let reachOfControls = 4.0 / 3 * tan(step / 4)
    for index in 0..<count {
      let (a, b) = (first + step * Double(index), first + step * Double(index + 1))
      let (p, q) = (Point(cos(a), sin(a)), Point(cos(b), sin(b)))
      let c1 = center + p + Point(-p.y, p.x) * reachOfControls
      let c2 = center + q - Point(-q.y, q.x) * reachOfControls
      path.curve(
        to: index == count - 1 ? to : map.apply(center + q), map.apply(c1), map.apply(c2))
    }
  }
}
