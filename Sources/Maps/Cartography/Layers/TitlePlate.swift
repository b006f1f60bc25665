// SPDX-License-Identifier: MIT
// Part of Platen: shapes of the plate behind a map's title.

internal import Drawing
internal import Geometry

extension Cartouche {
  /// The room that the shape takes around its words, of which `height` is the height with their
  /// padding.
  func margins(height: Double) -> (side: Double, below: Double) {
    switch self {
    case .plate: (0, 0)
    case .ribbon: (height * 0.62, height * 0.2)
    case .scooped: (height * 0.16, 0)
    }
  }

  /// The plate around `face`, which holds the words.
  func nodes(around face: Rect, style: MapLook.Title) -> [Node] {
    switch self {
    case .plate:
      Plate.nodes(face, fill: style.fill, line: style.line, inset: style.padding * 0.28)
    case .ribbon: ribbon(face, style)
    case .scooped: scooped(face, style)
    }
  }

  // MARK: Ribbon

  private func ribbon(_ face: Rect, _ style: MapLook.Title) -> [Node] {
    let (w, h) = (face.width, face.height)
    let (left, right) = (face.minX, face.maxX)
    let drop = h * 0.2
    let bow = h * 0.05
    var front = Path()
    front.move(to: Point(left, face.minY + bow))
    front.curve(
      to: Point(right, face.minY + bow), Point(left + w * 0.3, face.minY - bow * 1.4),
      Point(right - w * 0.34, face.minY + bow * 0.4))
    front.line(to: Point(right + h * 0.02, face.maxY))
    front.curve(
      to: Point(left - h * 0.02, face.maxY), Point(right - w * 0.3, face.maxY - bow * 2),
      Point(left + w * 0.32, face.maxY - bow * 0.4))
    front.close()
    /// An end behind the front: its fold below the front, then out to a swallow's tail.
    func end(_ x: Double, _ turn: Double) -> (tail: Path, fold: Path) {
      func p(_ dx: Double, _ dy: Double) -> Point { Point(x + turn * dx * h, face.minY + dy) }
      var tail = Path()
      tail.move(to: p(-0.24, drop + bow))
      tail.curve(
        to: p(0.6, drop * 0.75), p(0.06, drop * 1.5), p(0.36, drop * 0.5))
      tail.line(to: p(0.42, drop + h * 0.48))
      tail.line(to: p(0.61, drop + h * 0.96))
      tail.curve(
        to: p(-0.24, drop + h), p(0.34, drop + h * 0.86), p(0.06, drop + h * 1.05))
      tail.close()
      var fold = Path()
      fold.move(to: p(0.02, h))
      fold.line(to: p(-0.24, drop + h))
      fold.line(to: p(-0.24, h - bow * 0.6))
      fold.close()
      return (tail, fold)
    }
    var nodes: [Node] = []
    for (x, turn) in [(left, -1.0), (right, 1.0)] {
      let (tail, fold) = end(x, turn)
      nodes += painted(tail, style.fill.darker(0.45), style.line, reach: h * 0.16)
      nodes += painted(fold, style.fill.darker(1.5), style.line, reach: h * 0.05)
    }
    return nodes + painted(front, style.fill, style.line, reach: h * 0.22)
  }

  /// A shape as a brush fills it: darker along its edge, which a thin line follows.
  private func painted(
    _ path: Path, _ fill: Color, _ line: MapLook.Line, reach: Double
  ) -> [Node] {
    let rings = (1...9).map { step in
      let part = Double(step * step) / 81
      return Node.path(
        PathNode(
          path,
          stroke: Stroke(fill.darker(1.2).opacity(0.065), width: 2 * reach * part, join: .round)))
    }
    return [
      .path(PathNode(path, fill: Fill(fill))),
      .group(Group(clip: Clip(path), children: rings)),
    ] + (line.isVisible ? [.path(PathNode(path, stroke: line.stroke))] : [])
  }

  // MARK: Scooped

  private func scooped(_ face: Rect, _ style: MapLook.Title) -> [Node] {
    let side = margins(height: face.height).side
    let plate = Rect(
      x: face.minX - side, y: face.minY, width: face.width + 2 * side, height: face.height)
    let r = face.height * 0.2
    func outline(_ inset: Double, _ radius: Double) -> Path {
      let box = plate.insetBy(inset)
      let k = radius * 0.552_284_75
      var path = Path()
      path.move(to: Point(box.minX + radius, box.minY))
      path.line(to: Point(box.maxX - radius, box.minY))
      path.curve(
        to: Point(box.maxX, box.minY + radius), Point(box.maxX - radius, box.minY + k),
        Point(box.maxX - k, box.minY + radius))
      path.line(to: Point(box.maxX, box.maxY - radius))
      path.curve(
        to: Point(box.maxX - radius, box.maxY), Point(box.maxX - k, box.maxY - radius),
        Point(box.maxX - radius, box.maxY - k))
      path.line(to: Point(box.minX + radius, box.maxY))
      path.curve(
        to: Point(box.minX, box.maxY - radius), Point(box.minX + radius, box.maxY - k),
        Point(box.minX + k, box.maxY - radius))
      path.line(to: Point(box.minX, box.minY + radius))
      path.curve(
        to: Point(box.minX + radius, box.minY), Point(box.minX + k, box.minY + radius),
        Point(box.minX + radius, box.minY + k))
      path.close()
      return path
    }
    var nodes: [Node] = []
    let line = style.line
    if style.fill.alpha > 0 || line.isVisible {
      nodes.append(
        .path(
          PathNode(
            outline(0, r), fill: style.fill.alpha > 0 ? Fill(style.fill) : nil,
            stroke: line.isVisible ? line.stroke : nil)))
    }
    guard line.isVisible else { return nodes }
    let gap = style.padding * 0.26
    nodes.append(
      .path(
        PathNode(outline(gap, r + gap * 0.2), stroke: Stroke(line.color, width: line.width * 0.45)))
    )
    var stars = Path()
    for x in [plate.minX, plate.maxX] {
      for y in [plate.minY, plate.maxY] {
        let inwards = Point(x == plate.minX ? 1 : -1, y == plate.minY ? 1 : -1)
        stars.append(
          BurgMark(shape: "star-8", size: r * 0.95, at: Point(x, y) + inwards * (r * 0.2)).body)
      }
    }
    nodes.append(.path(PathNode(stars, fill: Fill(line.color))))
    return nodes
  }
}
