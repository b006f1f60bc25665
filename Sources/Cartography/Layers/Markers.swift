// SPDX-License-Identifier: MIT
// Part of Platen: markers as pins; hidden ones are not even in the scene when players look.

internal import Atlas
internal import Drawing
internal import Geometry

extension Composition {
  func markersLayer() -> LayerDrawing {
    let style = look.markers
    guard style.size > 0 else { return LayerDrawing([]) }
    var nodes: [Node] = []
    for marker in world.markers where !marker.isHidden || request.audience != .player {
      let tip = marker.position
      guard tip.isFinite, sheet.contains(tip) else { continue }
      let size = style.size * max(0.3, min(3, marker.size / 30))
      let fill = marker.fill.flatMap { Color(hex: $0) } ?? style.fill
      var line = style.line.stroke
      if let given = marker.stroke.flatMap({ Color(hex: $0) }), given != .black {
        line.paint = .color(given)
      }
      if marker.pin != "no" {
        nodes.append(
          .path(
            PathNode(
              pin(tip: tip, size: size), fill: Fill(fill),
              stroke: style.line.isVisible ? line : nil)))
      }
      let center = marker.pin == "no" ? tip : Point(tip.x, tip.y - size * 0.66)
      nodes.append(
        .path(PathNode(Path(circleAt: center, radius: size * 0.15), fill: Fill(style.dot))))
    }
    return LayerDrawing(nodes)
  }

  /// A drop that stands on its tip.
  private func pin(tip: Point, size: Double) -> Path {
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
