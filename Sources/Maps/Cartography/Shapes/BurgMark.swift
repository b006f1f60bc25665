// SPDX-License-Identifier: MIT
// Part of Platen: the shapes of the marks of burgs.

internal import Geometry
internal import Libc

/// The shape of one mark: what is filled and stroked, and a core in the color of the stroke.
struct BurgMark {
  var body = Path()
  var core = Path()

  init(shape: String, size: Double, at c: Point) {
    let r = size / 2
    switch shape {
    case "square":
      body = Path(rect: Rect(x: c.x - r, y: c.y - r, width: size, height: size))
    case "diamond":
      body.append(ring: [
        Point(c.x, c.y - r), Point(c.x + r, c.y), Point(c.x, c.y + r), Point(c.x - r, c.y),
      ])
    case "triangle":
      body.append(ring: [
        Point(c.x, c.y - r), Point(c.x + r * 0.9, c.y + r * 0.7),
        Point(c.x - r * 0.9, c.y + r * 0.7),
      ])
    case "cross":
      let a = r * 0.3
      body.append(ring: [
        Point(c.x - a, c.y - r), Point(c.x + a, c.y - r), Point(c.x + a, c.y - a),
        Point(c.x + r, c.y - a), Point(c.x + r, c.y + a), Point(c.x + a, c.y + a),
        Point(c.x + a, c.y + r), Point(c.x - a, c.y + r), Point(c.x - a, c.y + a),
        Point(c.x - r, c.y + a), Point(c.x - r, c.y - a), Point(c.x - a, c.y - a),
      ])
    case "star":
      body.append(
        ring: (0..<10).map { i in
          let angle = Double(i) * .pi / 5 - .pi / 2
          let reach = i % 2 == 0 ? r : r * 0.45
          return Point(c.x + cos(angle) * reach, c.y + sin(angle) * reach)
        })
    case "star-4": body = Path(ring: BurgMark.rays(4, reach: r, at: c))
    case "star-6": body = Path(ring: BurgMark.rays(6, reach: r, at: c))
    case "star-8": body = Path(ring: BurgMark.rays(8, reach: r, at: c))
    case "ring":
      body = Path(circleAt: c, radius: r)
      core = Path(circleAt: c, radius: r * 0.4)
    case "squared":
      body = Path(rect: Rect(x: c.x - r, y: c.y - r, width: size, height: size))
      core = Path(rect: Rect(x: c.x - r * 0.4, y: c.y - r * 0.4, width: r * 0.8, height: r * 0.8))
    case "starred":
      body = Path(circleAt: c, radius: r)
      core = BurgMark(shape: "star", size: size * 0.8, at: c).body
    case "castle", "houses", "house", "church", "tower":
      (body, core) = Buildings.mark(shape, size: size, at: c)
    default:
      body = Path(circleAt: c, radius: r)
    }
  }

  /// A star of fine rays; every second one of eight is shorter.
  private static func rays(_ count: Int, reach r: Double, at c: Point) -> [Point] {
    (0..<2 * count).map { i in
      let angle = Double(i) * .pi / Double(count) - .pi / 2
      let ray = count == 8 && i % 4 == 2 ? 0.68 : 1
      let reach = i % 2 == 0 ? r * ray : r * 0.24
      return Point(c.x + cos(angle) * reach, c.y + sin(angle) * reach)
    }
  }
}
