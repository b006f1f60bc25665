// SPDX-License-Identifier: MIT
// Part of Platen: frames of fine degrees, and of a sheet that was painted by hand.

internal import Atlas
internal import Drawing
internal import Geometry

extension Composition {
  /// A scale along each side: five ticks to each bar that a frame of bars would have, the fifth
  /// longer, on a hairline of their own; between four square corners with a star.
  func degreeScale(from outer: Rect) -> [Node] {
    let style = look.frame
    guard style.ticks.alpha > 0, style.gap > 0 else { return [] }
    let gap = style.gap
    let rail = outer.insetBy(gap * 0.42)
    let inner = outer.insetBy(gap)
    let hair = Stroke(style.ticks, width: max(style.inner.width, gap * 0.03))
    var lines = Path(rect: rail)
    // Squares in the corners, as wide as the whole scale.
    for x in [outer.minX, inner.maxX] {
      for y in [outer.minY, inner.maxY] {
        lines.append(Path(rect: Rect(x: x, y: y, width: gap, height: gap)))
      }
    }
    var ticks = Path()
    func marks(_ low: Double, _ high: Double) -> [(place: Double, reach: Double)] {
      let unit = max(outer.width, outer.height) / 180
      guard unit > 0, high > low else { return [] }
      let count = max(5, Int(((high - low) / unit / 5).rounded()) * 5)
      return (1..<count).map {
        let place = low + (high - low) * Double($0) / Double(count)
        return (place, $0 % 10 == 0 ? 0.58 : $0 % 5 == 0 ? 0.44 : 0.24)
      }
    }
    for (x, reach) in marks(inner.minX, inner.maxX) {
      ticks.append(line: [Point(x, rail.minY), Point(x, rail.minY + reach * gap)])
      ticks.append(line: [Point(x, rail.maxY), Point(x, rail.maxY - reach * gap)])
    }
    for (y, reach) in marks(inner.minY, inner.maxY) {
      ticks.append(line: [Point(rail.minX, y), Point(rail.minX + reach * gap, y)])
      ticks.append(line: [Point(rail.maxX, y), Point(rail.maxX - reach * gap, y)])
    }
    var stars = Path()
    for x in [outer.minX + gap / 2, outer.maxX - gap / 2] {
      for y in [outer.minY + gap / 2, outer.maxY - gap / 2] {
        stars.append(BurgMark(shape: "star-8", size: gap * 0.78, at: Point(x, y)).body)
      }
    }
    // The corners hide the ends of the rail.
    var corners = Path()
    for x in [outer.minX, inner.maxX] {
      for y in [outer.minY, inner.maxY] {
        corners.append(Path(rect: Rect(x: x, y: y, width: gap, height: gap)))
      }
    }
    return [
      .path(PathNode(Path(rect: rail), stroke: hair)),
      .path(PathNode(ticks, stroke: hair)),
      .path(
        PathNode(
          corners, fill: Fill(style.fill.alpha > 0 ? style.fill : look.sheet.background),
          stroke: hair)),
      .path(PathNode(stars, fill: Fill(style.ticks))),
    ]
  }

  /// The margin of paper outside a ragged edge, along which pigment gathers, and a line around it
  /// whose ends cross in the corners.
  func raggedFrame(from outer: Rect) -> [Node] {
    let style = look.frame
    let noise = ValueNoise(seed: world.info.seed + " edge")
    let edge = raggedRing(outer.insetBy(style.gap * 0.62), depth: style.gap * 0.55, noise)
    var nodes: [Node] = []
    if style.fill.alpha > 0 {
      var border = Path(rect: window.insetBy(-2 * max(style.margin, 1)))
      border.append(ring: edge)
      nodes.append(.path(PathNode(border, fill: Fill(style.fill, rule: .evenOdd))))
    }
    if style.inner.isVisible {
      let ring = Path(ring: edge)
      let strokes = [5, 2.4, 1].map { part in
        Node.path(
          PathNode(
            ring,
            stroke: Stroke(
              style.inner.color.opacity(style.inner.color.alpha * 0.3),
              width: 2 * style.inner.width * part, join: .round)))
      }
      nodes.append(.group(Group(clip: Clip(ring), children: strokes)))
    }
    if style.outer.isVisible {
      nodes += drawnByHand(outer, style.outer, noise)
    }
    return nodes
  }

  /// A rectangle's outline that swings inwards and outwards by up to `depth`.
  private func raggedRing(_ box: Rect, depth: Double, _ noise: ValueNoise) -> [Point] {
    let step = max(1.6 * scale, (box.width + box.height) / 4000)
    var points: [Point] = []
    func side(_ from: Point, _ to: Point, plane: Int) {
      let way = to - from
      let length = way.length
      guard length > 0 else { return }
      let inwards = Point(-way.y / length, way.x / length)
      let count = max(2, Int(length / step))
      for i in 0..<count {
        let along = Double(i) / Double(count) * length
        let broad = noise.value(along / (46 * scale), 0.5, plane: plane) - 0.5
        let small = noise.value(along / (9 * scale), 0.5, plane: plane + 4) - 0.5
        let fine = noise.value(along / (2.6 * scale), 0.5, plane: plane + 8) - 0.5
        let reach = depth * (0.5 + 0.85 * broad + 0.45 * small + 0.2 * fine)
        points.append(from + way * (Double(i) / Double(count)) + inwards * max(0, reach))
      }
    }
    let corners = [
      Point(box.minX, box.minY), Point(box.maxX, box.minY), Point(box.maxX, box.maxY),
      Point(box.minX, box.maxY),
    ]
    for i in 0..<4 { side(corners[i], corners[(i + 1) % 4], plane: i) }
    return points
  }

  /// Four lines of a pencil, each drawn twice and a little past its corners.
  private func drawnByHand(_ box: Rect, _ line: MapLook.Line, _ noise: ValueNoise) -> [Node] {
    let corners = [
      Point(box.minX, box.minY), Point(box.maxX, box.minY), Point(box.maxX, box.maxY),
      Point(box.minX, box.maxY),
    ]
    var path = Path()
    for turn in 0..<2 {
      for i in 0..<4 {
        let (a, b) = (corners[i], corners[(i + 1) % 4])
        let way = (b - a) / max((b - a).length, 1e-6)
        func swing(_ place: Int) -> Point {
          Point(
            (noise.random(i, turn, 20 + place) - 0.5) * 1.1 * scale,
            (noise.random(i, turn, 30 + place) - 0.5) * 1.1 * scale)
        }
        let past = (1.5 + 3 * noise.random(i, turn, 40)) * scale
        path.move(to: a - way * past + swing(0))
        path.curve(
          to: b + way * past + swing(1), a + (b - a) * 0.33 + swing(2),
          a + (b - a) * 0.67 + swing(3))
      }
    }
    return [
      .path(
        PathNode(
          path, stroke: Stroke(line.color, width: line.width, dash: line.stroke.dash, cap: .round)))
    ]
  }
}
