// SPDX-License-Identifier: MIT
// Part of Platen: what runs along the sheet's edges: frame and vignette.

internal import Atlas
internal import Drawing
internal import Geometry

extension Composition {
  func frameLayer() -> LayerDrawing {
    let frame = look.frame
    guard frame.outer.isVisible || frame.inner.isVisible else { return LayerDrawing([]) }
    var nodes: [Node] = []
    let outer = edge.insetBy(frame.margin)
    let style = FrameStyle(rawValue: frame.style) ?? .bars
    if style == .ragged { return LayerDrawing(raggedFrame(from: outer)) }
    let inner = outer.insetBy(frame.gap)
    if frame.fill.alpha > 0 {
      // Wider than the sheet, whose edge would else be mixed with the content under the frame.
      var border = Path(rect: window.insetBy(-2 * frame.margin))
      border.append(Path(rect: inner))
      nodes.append(.path(PathNode(border, fill: Fill(frame.fill, rule: .evenOdd))))
    }
    nodes += style == .degrees ? degreeScale(from: outer) : ticks(from: outer)
    if frame.inner.isVisible {
      nodes.append(.path(PathNode(Path(rect: inner), stroke: frame.inner.stroke)))
    }
    if frame.outer.isVisible {
      nodes.append(.path(PathNode(Path(rect: outer), stroke: frame.outer.stroke)))
    }
    return LayerDrawing(nodes)
  }

  /// Bars dark and light in turn between the frame's lines, one for each step of the graticule, or
  /// of equal length where the world has no degrees.
  private func ticks(from outer: Rect) -> [Node] {
    guard look.frame.ticks.alpha > 0, look.frame.gap > 0 else { return [] }
    let depth = look.frame.gap * 0.42
    let band = outer.insetBy((look.frame.gap - depth) / 2)
    var bars = Path()
    func cuts(_ low: Double, _ high: Double, _ marks: [Double]) -> [(Double, Double)] {
      let stops = [low] + marks.filter { $0 > low && $0 < high }.sorted() + [high]
      return zip(stops, stops.dropFirst()).enumerated().compactMap { $0 % 2 == 0 ? $1 : nil }
    }
    let graticule = Graticule(windowBounds, sheet: window)
    // A bar on the longer side is a thirty-second of it; both sides have about the same.
    let unit = max(outer.width, outer.height) / 32
    guard unit > 0 else { return [] }
    func even(_ low: Double, _ high: Double) -> [Double] {
      let parts = max(1, Int(((high - low) / unit).rounded()))
      return (0...parts).map { low + (high - low) * Double($0) / Double(parts) }
    }
    let xs = graticule?.fine(\.meridians) ?? []
    let ys = graticule?.fine(\.parallels) ?? []
    // A part of a sheet may see a line or two only.
    let isFine = xs.count > 15 && ys.count > 8
    for (from, to) in cuts(band.minX, band.maxX, isFine ? xs : even(outer.minX, outer.maxX)) {
      bars.append(Path(rect: Rect(x: from, y: band.minY, width: to - from, height: depth)))
      bars.append(Path(rect: Rect(x: from, y: band.maxY - depth, width: to - from, height: depth)))
    }
    for (from, to) in cuts(
      band.minY + depth, band.maxY - depth, isFine ? ys : even(outer.minY, outer.maxY))
    {
      bars.append(Path(rect: Rect(x: band.minX, y: from, width: depth, height: to - from)))
      bars.append(Path(rect: Rect(x: band.maxX - depth, y: from, width: depth, height: to - from)))
    }
    return [.path(PathNode(bars, fill: Fill(look.frame.ticks)))]
  }

  /// A shade along the edges that fades inwards: one strip along each side, as long as the side.
  ///
  /// Where two strips cross in a corner they darken each other, as a blurred rectangle is darker
  /// there; nothing abuts, so that no reader of the PDF can show a seam.
  func vignetteLayer() -> LayerDrawing {
    let style = look.vignette
    guard style.opacity > 0, style.blur > 0, style.color.alpha > 0 else { return LayerDrawing([]) }
    let color = style.color.opacity(style.opacity)
    // A Gaussian edge runs over about two deviations to each side of where it lies.
    let reach = style.blur * 2
    let depth = min(style.inset + reach, window.width / 2, window.height / 2)
    guard depth > 0 else { return LayerDrawing([]) }
    let stops = (0...8).map { step -> GradientStop in
      let t = max(0, min(1, (Double(step) / 8 * depth - style.inset + reach) / (2 * reach)))
      // At its inner end it is clear, even where the sheet is too small for the whole fade.
      return GradientStop(
        Double(step) / 8, color.opacity(step == 8 ? 0 : 1 - t * t * (3 - 2 * t)))
    }
    func strip(_ rect: Rect, _ from: Point, _ to: Point) -> Node {
      .path(
        PathNode(
          Path(rect: rect), fill: Fill(.linearGradient(from: from, to: to, stops: stops))))
    }
    // Not into the band of plates, which the frame's ground covers.
    var w = window
    w.height -= request.surroundings?.band ?? 0
    return LayerDrawing([
      strip(
        Rect(x: w.minX, y: w.minY, width: w.width, height: depth), Point(0, w.minY),
        Point(0, w.minY + depth)),
      strip(
        Rect(x: w.minX, y: w.maxY - depth, width: w.width, height: depth), Point(0, w.maxY),
        Point(0, w.maxY - depth)),
      strip(
        Rect(x: w.minX, y: w.minY, width: depth, height: w.height), Point(w.minX, 0),
        Point(w.minX + depth, 0)),
      strip(
        Rect(x: w.maxX - depth, y: w.minY, width: depth, height: w.height), Point(w.maxX, 0),
        Point(w.maxX - depth, 0)),
    ])
  }
}
