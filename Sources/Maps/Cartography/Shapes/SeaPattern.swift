// SPDX-License-Identifier: MIT
// Part of Platen: patterns that engravers filled the sea with.

internal import Drawing
internal import Geometry

/// Patterns that are repeated over the sea.
enum SeaPattern {
  /// Names a look may use. All but the first draw something.
  static let names = [
    "none", "waves", "swell", "ripples", "lines", "dots", "crosses", "stars", strokes,
  ]

  /// One tile, `width` wide; nil for `none` and for what is scattered.
  static func paint(_ name: String, width w: Double, color: Color) -> Paint? {
    var path = Path()
    var height = w / 2
    var pen = w / 24
    switch name {
    case "waves":
      // Two crests, the second half a tile aside.
      for (x, y) in [(w * 0.08, w * 0.16), (w * 0.58, w * 0.41)] {
        path.append(crest(at: Point(x, y), width: w * 0.34))
      }
    case "swell":
      // Long lines that meet over the tiles' edges.
      height = w * 0.4
      pen = w / 40
      for y in [w * 0.1, w * 0.3] {
        let rise = y < w * 0.2 ? w * 0.035 : w * -0.035
        path.move(to: Point(0, y))
        path.curve(
          to: Point(w / 2, y), Point(w / 6, y - rise), Point(w / 3, y - rise))
        path.curve(
          to: Point(w, y), Point(w * 2 / 3, y + rise), Point(w * 5 / 6, y + rise))
      }
    case "ripples":
      path.append(line: [Point(w * 0.05, w * 0.125), Point(w * 0.4, w * 0.125)])
      path.append(line: [Point(w * 0.55, w * 0.375), Point(w * 0.9, w * 0.375)])
    case "lines":
      height = w
      path.append(line: [Point(0, w / 2), Point(w, w / 2)])
    case "dots":
      let r = w / 20
      path.append(Path(circleAt: Point(w * 0.25, w * 0.125), radius: r))
      path.append(Path(circleAt: Point(w * 0.75, w * 0.375), radius: r))
      return tile(w, height, .path(PathNode(path, fill: Fill(color))))
    case "crosses":
      let r = w / 14
      for c in [Point(w * 0.25, w * 0.125), Point(w * 0.75, w * 0.375)] {
        path.append(line: [Point(c.x - r, c.y), Point(c.x + r, c.y)])
        path.append(line: [Point(c.x, c.y - r), Point(c.x, c.y + r)])
      }
    case "stars": return stars(width: w, color: color)
    default: return nil
    }
    return tile(w, height, .path(PathNode(path, stroke: Stroke(color, width: pen, cap: .butt))))
  }

  /// A square of sky: many faint stars and a few bright ones, none over the tile's edge.
  private static func stars(width w: Double, color: Color) -> Paint {
    let noise = ValueNoise(seed: "stars")
    var faint = Path()
    var bright = Path()
    for star in 0..<90 {
      let c = Point(
        (0.02 + 0.96 * noise.random(star, 0)) * w, (0.02 + 0.96 * noise.random(star, 1)) * w)
      let share = noise.random(star, 2)
      let r = (0.0014 + 0.0016 * share * share * share) * w
      if star % 15 == 0 {
        bright.append(BurgMark(shape: "star-4", size: r * 9, at: c).body)
      } else {
        faint.append(Path(circleAt: c, radius: r))
      }
    }
    return .pattern(
      tile: Size(width: w, height: w), transform: .identity,
      nodes: [
        .path(PathNode(faint, fill: Fill(color.opacity(color.alpha * 0.7)))),
        .path(PathNode(bright, fill: Fill(color))),
      ])
  }

  private static func tile(_ width: Double, _ height: Double, _ node: Node) -> Paint {
    .pattern(tile: Size(width: width, height: height), transform: .identity, nodes: [node])
  }

  /// A wave as a pen draws it: up, over, and down again.
  static func crest(at p: Point, width: Double) -> Path {
    var path = Path()
    let h = width * 0.22
    path.move(to: p)
    path.curve(
      to: Point(p.x + width / 2, p.y), Point(p.x + width * 0.12, p.y - h),
      Point(p.x + width * 0.38, p.y - h))
    path.curve(
      to: Point(p.x + width, p.y), Point(p.x + width * 0.62, p.y - h),
      Point(p.x + width * 0.88, p.y - h))
    return path
  }
}
