// SPDX-License-Identifier: MIT
// Part of Platen: draws the shapes of a card.

internal import Drawing
internal import Geometry
internal import Rows

extension CardDrawing {
  mutating func fill(_ path: Path, _ paint: CardPaint, in rect: Rect, of row: Row) {
    guard let paint = composer.paint(paint, in: rect, of: row) else { return }
    addNodes([.path(PathNode(path, fill: Fill(paint)))], as: nil)
  }

  mutating func draw(
    _ shape: CardShape, of row: Row, in rect: Rect, _ frame: CardFrame
  ) {
    let fill = shape.fill.flatMap { composer.paint($0, in: rect, of: row) }.map { Fill($0) }
    let width = shape.strokeWidth * frame.scale
    func stroke(cap: Stroke.Cap = .butt) -> Stroke? {
      shape.stroke.flatMap { composer.paint($0, in: rect, of: row) }.map {
        Stroke(
          $0, width: width, dash: shape.dash.map { $0 * frame.scale }, cap: cap, join: .round)
      }
    }
    var node: Node?
    // The extent of the shape, without the outer half of its stroke.
    var extent = rect
    switch shape.geometry {
    case .rect(let radius):
      node = .path(
        PathNode(Path(rounded: rect, radius: radius * frame.scale), fill: fill, stroke: stroke()))
    case .frame(let inset, let radius):
      let inner = rect.insetBy(inset * frame.scale)
      node = .path(
        PathNode(Path(rounded: inner, radius: radius * frame.scale), fill: fill, stroke: stroke())
      )
    case .circle:
      node = .path(PathNode(Path(arcIn: rect, share: 1), fill: fill, stroke: stroke()))
    case .star(let points, let inner, let turn):
      node = .path(
        PathNode(
          Path(starIn: rect, points: points, inner: inner, turn: turn), fill: fill,
          stroke: stroke()))
    case .polygon(let points, let isClosed):
      var path = Path()
      let corners = points.map {
        Point(frame.x + $0.x * frame.scale, frame.y + $0.y * frame.scale)
      }
      for (index, corner) in corners.enumerated() {
        if index == 0 { path.move(to: corner) } else { path.line(to: corner) }
      }
      extent = Rect(enclosing: corners) ?? rect
      if isClosed { path.close() }
      node = .path(
        PathNode(
          path, fill: isClosed ? fill : nil, stroke: stroke(cap: isClosed ? .butt : .round)))
    case .ring(let value):
      let share = value.map { $0.number(of: row) ?? 0 } ?? 1
      guard share > 0.001 else { return }
      // A full ring has no ends to round.
      let cap: Stroke.Cap = share >= 1 ? .butt : .round
      node = .path(PathNode(Path(arcIn: rect, share: share), stroke: stroke(cap: cap)))
    case .bar(let value, let radius):
      let share = max(0, min(1, value.map { $0.number(of: row) ?? 0 } ?? 1))
      guard share > 0 else { return }
      // Any filled part is visible: it is at least as long as it is wide.
      var part = rect
      if rect.height > rect.width {
        part.height = max(rect.width, rect.height * share)
        part.y = rect.maxY - part.height
      } else {
        part.width = max(rect.height, rect.width * share)
      }
      node = .path(PathNode(Path(rounded: part, radius: radius * frame.scale), fill: fill))
    case .pattern(let pattern, let step):
      let figures = Path(pattern, in: rect, step: step * frame.scale)
      let inner = Node.path(PathNode(figures, fill: fill, stroke: stroke()))
      node = .group(Group(name: "pattern", clip: Clip(Path(rect: rect)), children: [inner]))
    }
    guard let node else { return }
    if shape.stroke != nil { extent = extent.insetBy(-width / 2) }
    addNodes(clipped([node], within: extent), as: nil)
  }
}
