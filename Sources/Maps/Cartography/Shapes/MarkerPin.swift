// SPDX-License-Identifier: MIT
// Part of Platen: the shapes of markers' pins.

internal import Geometry

/// A pin that stands on its tip: what is filled, what has the color of its outline, and where its
/// sign stands.
struct MarkerPin {
  var head = Path()
  var tail = Path()
  var middle: Point

  /// Names of the format's shapes, and a drop of our own.
  static let shapes = [
    "drop", "bubble", "pin", "square", "squarish", "diamond", "hex", "hexy", "shieldy", "shield",
    "pentagon", "heptagon", "circle",
  ]

  /// A pin of `size`; a bubble for an unknown shape.
  init(shape: String, tip: Point, size: Double) {
    let unit = size / 30
    middle = tip + Point(0, -14.5 * unit)
    /// So far right of the tip and so far above it, in thirtieths of the pin.
    func at(_ right: Double, _ up: Double) -> Point { tip + Point(right, -up) * unit }
    func ring(_ points: [(Double, Double)]) -> Path { Path(ring: points.map { at($0.0, $0.1) }) }
    /// The same on both sides, from the tip up.
    func even(_ right: [(Double, Double)]) -> Path {
      ring([(0, 0)] + right + right.reversed().filter { $0.0 > 0 }.map { (-$0.0, $0.1) })
    }
    switch shape {
    case "drop":
      head = MarkerPin.drop(tip: tip, size: size)
      middle = tip + Point(0, -0.66 * size)
    case "pin":
      head.move(to: tip)
      head.curve(to: at(-9.6, 16.8), at(-3, 3.6), at(-9.6, 10.6))
      head.curve(to: at(0, 26), at(-9.6, 22), at(-5.4, 26))
      head.curve(to: at(9.6, 16.8), at(5.4, 26), at(9.6, 22))
      head.curve(to: tip, at(9.6, 10.6), at(3, 3.6))
      head.close()
      middle = at(0, 16)
    case "square":
      head = ring([(-10, 4.5), (10, 4.5), (10, 24.5), (-10, 24.5)])
      tail = even([(5, 4.5)])
    case "squarish": head = even([(4, 4.5), (10, 4.5), (10, 24.5)])
    case "diamond":
      head = even([(13, 14), (0, 28)])
      middle = at(0, 14)
    case "hex": head = even([(10.5, 8), (10.5, 20), (0, 26)])
    case "hexy": head = even([(9, 8), (10, 21), (0, 25.5)])
    case "shieldy":
      head.move(to: tip)
      head.line(to: at(9, 8))
      head.line(to: at(10, 22))
      head.curve(to: at(-10, 22), at(4.5, 26), at(-4.5, 26))
      head.line(to: at(-9, 8))
      head.close()
    case "shield":
      head.move(to: tip)
      head.curve(to: at(10.5, 17), at(6.4, 3.6), at(10.5, 9.8))
      for corner in [at(10.5, 24), at(-10.5, 24), at(-10.5, 17)] { head.line(to: corner) }
      head.curve(to: tip, at(-10.5, 9.8), at(-6.4, 3.6))
      head.close()
    case "pentagon": head = even([(11, 13), (6, 25)])
    case "heptagon": head = even([(9, 7), (11, 17), (5, 25)])
    case "circle": head = Path(circleAt: middle, radius: 11 * unit)
    default:
      head = Path(circleAt: middle, radius: 10 * unit)
      tail = even([(8.5, 9.5)])
    }
  }

  private static func drop(tip: Point, size: Double) -> Path {
    let r = size * 0.34
    let c = Point(tip.x, tip.y - size + r)
    let k = r * 0.552_284_749_8
    var path = Path()
    path.move(to: tip)
    path.curve(
      to: Point(c.x - r, c.y), Point(tip.x - r * 0.25, tip.y - size * 0.3),
      Point(c.x - r, c.y + r * 0.7))
    path.curve(to: Point(c.x, c.y - r), Point(c.x - r, c.y - k), Point(c.x - k, c.y - r))
    path.curve(to: Point(c.x + r, c.y), Point(c.x + k, c.y - r), Point(c.x + r, c.y - k))
    path.curve(
      to: tip, Point(c.x + r, c.y + r * 0.7), Point(tip.x + r * 0.25, tip.y - size * 0.3))
    path.close()
    return path
  }
}
