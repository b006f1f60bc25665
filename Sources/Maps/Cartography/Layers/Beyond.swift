// SPDX-License-Identifier: MIT
// Part of Platen: the mat around a map on a sheet of another shape.

internal import Atlas
internal import Drawing
internal import Geometry

extension Composition {
  /// The mat around a map in its own shape: the look's paper, with a rule around the map and
  /// another along the sheet's edge.
  func matLayer() -> Group? {
    guard let beyond = request.surroundings, beyond.ground == .mat else { return nil }
    let paper = matColor
    var mat = Path(rect: beyond.area.insetBy(-0.01 * max(beyond.area.width, beyond.area.height)))
    mat.append(Path(rect: window))
    var nodes: [Node] = [.path(PathNode(mat, fill: Fill(paper, rule: .evenOdd)))]
    let room = min(
      window.minX - beyond.trim.minX, window.minY - beyond.trim.minY,
      beyond.trim.maxX - window.maxX, beyond.trim.maxY - window.maxY)
    guard room > 0 else { return Group(name: "mat", children: nodes) }
    let ink = matInk(on: paper)
    let width = max(look.frame.outer.width, 0.8 * scale)
    func rule(_ rect: Rect, _ width: Double, _ color: Color) {
      nodes.append(.path(PathNode(Path(rect: rect), stroke: Stroke(color, width: width))))
    }
    // The map's own edge, where its frame does not draw one.
    if !request.layers.contains(.frame) || !look.frame.outer.isVisible || look.frame.margin > 0 {
      rule(window, width * 0.5, ink)
    }
    rule(beyond.trim.insetBy(room * 0.42), width, ink)
    rule(beyond.trim.insetBy(room * 0.42 + width * 2.4), width * 0.4, ink)
    return Group(name: "mat", children: nodes)
  }

  private var matColor: Color {
    let fill = look.frame.fill
    return fill.alpha >= 1
      ? fill : look.sheet.background.alpha >= 1 ? look.sheet.background : .white
  }

  /// The frame's ink, or the titles', whatever is seen on the mat.
  private func matInk(on paper: Color) -> Color {
    let inks = [look.frame.outer.color, look.frame.inner.color, look.title.label.color]
    return inks.first { $0.alpha > 0.3 && abs(luminance($0) - luminance(paper)) > 0.25 }
      ?? (luminance(paper) > 0.5 ? .black : .white)
  }

  private func luminance(_ color: Color) -> Double {
    0.2126 * color.red + 0.7152 * color.green + 0.0722 * color.blue
  }
}
