// SPDX-License-Identifier: MIT
// Part of Platen: marks of burgs by rank, and the anchors of ports.

internal import Drawing
internal import Geometry

extension Composition {
  /// One node for each rank and part of its mark, lowest rank first.
  func burgIconsLayer() -> LayerDrawing {
    var nodes = starFigures()
    for rank in BurgRank.allCases.reversed() {
      let style = look.burgs.style(rank)
      let members = markedBurgs.filter { $0.rank == rank }
      guard !members.isEmpty, style.size > 0, style.shape != "none" else { continue }
      var body = Path()
      var core = Path()
      var drawings: [(frame: Rect, node: Node)] = []
      for member in members {
        if let symbol = symbol(of: member) {
          let frame = symbolFrame(symbol, of: member)
          drawings.append((frame, symbol.node(in: frame)))
          continue
        }
        let mark = BurgMark(shape: style.shape, size: style.size, at: member.position)
        body.append(mark.body)
        core.append(mark.core)
      }
      let stroke =
        style.strokeWidth > 0 ? Stroke(style.stroke, width: style.strokeWidth, join: .round) : nil
      if !body.isEmpty {
        nodes.append(.path(PathNode(body, fill: Fill(style.fill), stroke: stroke)))
      }
      if !core.isEmpty { nodes.append(.path(PathNode(core, fill: Fill(style.stroke)))) }
      // Those nearer stand before others.
      nodes += drawings.sorted { ($0.frame.maxY, $0.frame.x) < ($1.frame.maxY, $1.frame.x) }
        .map(\.node)
    }
    nodes += anchors()
    return LayerDrawing(nodes)
  }

  private func anchors() -> [Node] {
    let size = look.burgs.portSize
    guard size > 0 else { return [] }
    let symbol = request.symbols.port
    var path = Path()
    var drawings: [Node] = []
    for member in markedBurgs where member.isPort && member.rank <= .town {
      let mark = look.burgs.style(member.rank).size / 2
      let side = self.symbol(of: member)?.size(height: 2 * mark).width ?? 2 * mark
      let center = Point(member.position.x + side / 2 + size * 0.5, member.position.y + mark)
      if let symbol {
        drawings.append(symbol.node(in: symbol.frame(height: size, around: center)))
      } else {
        appendAnchor(at: center, size: size, to: &path)
      }
    }
    guard !path.isEmpty else { return drawings }
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
