// SPDX-License-Identifier: MIT
// Part of Platen: marks of burgs by rank, and the anchors of ports.

internal import Drawing
internal import Geometry
internal import Libc

extension Composition {
  /// One node for each rank and part of its mark, lowest rank first.
  func burgIconsLayer() -> LayerDrawing {
    var nodes: [Node] = []
    for rank in BurgRank.allCases.reversed() {
      let style = look.burgs.style(rank)
      let members = markedBurgs.filter { $0.rank == rank }
      guard !members.isEmpty, style.size > 0, style.shape != "none" else { continue }
      var body = Path()
      var core = Path()
      for member in members {
        let mark = BurgMark(shape: style.shape, size: style.size, at: member.position)
        body.append(mark.body)
        core.append(mark.core)
      }
      let stroke =
        style.strokeWidth > 0 ? Stroke(style.stroke, width: style.strokeWidth, join: .round) : nil
      nodes.append(.path(PathNode(body, fill: Fill(style.fill), stroke: stroke)))
      if !core.isEmpty { nodes.append(.path(PathNode(core, fill: Fill(style.stroke)))) }
    }
    nodes += anchors()
    return LayerDrawing(nodes)
  }

  private func anchors() -> [Node] {
    let size = look.burgs.portSize
    guard size > 0 else { return [] }
    var path = Path()
    for member in markedBurgs where member.isPort && member.rank <= .town {
      let mark = look.burgs.style(member.rank).size / 2
      appendAnchor(
        at: Point(member.position.x + mark + size * 0.5, member.position.y + mark),
        size: size, to: &path)
    }
    guard !path.isEmpty else { return [] }
    return [
      .path(
        PathNode(
          path, stroke: Stroke(look.burgs.portColor, width: size * 0.14, cap: .round, join: .round))
      )
    ]
  }

  /// A ring, a shank, a stock and two arms.
  private func appendAnchor(at c: Point, size: Double, to path: inout Path) {
    let r = size / 2
    path.append(Path(circleAt: Point(c.x, c.y - r * 0.8), radius: r * 0.2))
    path.append(line: [Point(c.x, c.y - r * 0.6), Point(c.x, c.y + r * 0.8)])
    path.append(line: [Point(c.x - r * 0.4, c.y - r * 0.3), Point(c.x + r * 0.4, c.y - r * 0.3)])
    path.move(to: Point(c.x - r * 0.7, c.y + r * 0.2))
    path.curve(
      to: Point(c.x, c.y + r * 0.8), Point(c.x - r * 0.65, c.y + r * 0.6),
      Point(c.x - r * 0.3, c.y + r * 0.8))
    path.curve(
      to: Point(c.x + r * 0.7, c.y + r * 0.2), Point(c.x + r * 0.3, c.y + r * 0.8),
      Point(c.x + r * 0.65, c.y + r * 0.6))
  }
}

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
}
