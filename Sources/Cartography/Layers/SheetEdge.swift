// SPDX-License-Identifier: MIT
// Part of Platen: what runs along the sheet's edges: frame, vignette, and the graticule with its
// degrees.

internal import Atlas
internal import Diagnostics
internal import Drawing
internal import Geometry

extension Composition {
  func frameLayer() -> LayerDrawing {
    let frame = look.frame
    guard frame.outer.isVisible || frame.inner.isVisible else { return LayerDrawing([]) }
    var nodes: [Node] = []
    let outer = window.insetBy(frame.margin)
    let inner = outer.insetBy(frame.gap)
    if frame.fill.alpha > 0 {
      // Wider than the sheet, whose edge would else be mixed with what lies under the frame.
      var border = Path(rect: window.insetBy(-2 * frame.margin))
      border.append(Path(rect: inner))
      nodes.append(.path(PathNode(border, fill: Fill(frame.fill, rule: .evenOdd))))
    }
    nodes += ticks(from: outer, to: inner)
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
  private func ticks(from outer: Rect, to inner: Rect) -> [Node] {
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

  func coordinatesLayer() -> LayerDrawing {
    guard let graticule = Graticule(windowBounds, sheet: window) else {
      log.record(
        .note(
          "map.no-coordinates",
          "the world does not say where on its globe it lies; there is no graticule"))
      return LayerDrawing([])
    }
    let style = look.graticule
    var lines = Path()
    for line in graticule.meridians {
      lines.append(line: [Point(line.place, window.minY), Point(line.place, window.maxY)])
    }
    for line in graticule.parallels {
      lines.append(line: [Point(window.minX, line.place), Point(window.maxX, line.place)])
    }
    var nodes: [Node] = []
    if style.line.isVisible, !lines.isEmpty {
      nodes.append(.path(PathNode(lines, stroke: style.line.stroke)))
    }
    nodes += degrees(graticule)
    return LayerDrawing(nodes)
  }

  private func degrees(_ graticule: Graticule) -> [Node] {
    let lettering = look.graticule.label
    let size = lettering.size
    guard size > 0 else { return [] }
    let room = inside.insetBy(size * 0.25)
    var nodes: [Node] = []
    var taken = furniture.plates
    func write(_ text: String, at origin: (ShapedText) -> Point) {
      let shaped = shape(text, lettering)
      let origin = origin(shaped)
      let box = Rect(
        x: origin.x, y: origin.y - LetterBox.above * size, width: shaped.width,
        height: (LetterBox.above + LetterBox.below) * size)
      guard room.minX <= box.minX, box.maxX <= room.maxX, room.minY <= box.minY,
        box.maxY <= room.maxY, !taken.contains(where: box.insetBy(-size * 0.2).intersects)
      else { return }
      taken.append(box)
      nodes += shaped.nodes(
        at: origin, paint: .color(lettering.color), halo: lettering.halo(size: size))
    }
    for line in graticule.meridians {
      write(line.text(positive: "E", negative: "W")) {
        Point(line.place - $0.width / 2, room.minY + LetterBox.above * size)
      }
    }
    for line in graticule.parallels {
      write(line.text(positive: "N", negative: "S")) { _ in
        Point(room.minX, line.place + LetterBox.middle * size)
      }
    }
    return nodes
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
      // At its inner end there is nothing, even where the sheet is too small for the whole fade.
      return GradientStop(
        Double(step) / 8, color.opacity(step == 8 ? 0 : 1 - t * t * (3 - 2 * t)))
    }
    func strip(_ rect: Rect, _ from: Point, _ to: Point) -> Node {
      .path(
        PathNode(
          Path(rect: rect), fill: Fill(.linearGradient(from: from, to: to, stops: stops))))
    }
    let w = window
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

/// Meridians and parallels at round degrees.
struct Graticule {
  struct Line {
    var degrees: Double
    /// Where it crosses the sheet, in map units.
    var place: Double

    func text(positive: String, negative: String) -> String {
      let number = LookValue.number(abs(degrees)).text
      return degrees == 0 ? "0°" : number + "°" + (degrees > 0 ? positive : negative)
    }
  }

  let meridians: [Line]
  let parallels: [Line]

  /// Nil where the bounds make no sense. Steps are chosen as the generator chooses them: ten to the
  /// sheet's width, roughly.
  init?(_ bounds: GeographicBounds?, sheet: Rect) {
    guard let bounds, bounds.east > bounds.west, bounds.north > bounds.south,
      bounds.east - bounds.west <= 720, bounds.north - bounds.south <= 360
    else { return nil }
    let wanted = (bounds.east - bounds.west) / 10
    let step =
      [0.5, 1, 2, 5, 10, 15, 30].min { abs($0 - wanted) < abs($1 - wanted) } ?? 30
    func lines(_ low: Double, _ high: Double, _ place: (Double) -> Double) -> [Line] {
      var result: [Line] = []
      var k = (low / step).rounded(.up)
      while k * step <= high {
        result.append(Line(degrees: k * step, place: place(k * step)))
        k += 1
      }
      return result
    }
    meridians = lines(bounds.west, bounds.east) {
      sheet.minX + ($0 - bounds.west) / (bounds.east - bounds.west) * sheet.width
    }
    parallels = lines(bounds.south, bounds.north) {
      sheet.minY + (bounds.north - $0) / (bounds.north - bounds.south) * sheet.height
    }
  }

  /// Places of lines four times as close, for the ticks of a frame.
  func fine(_ lines: KeyPath<Graticule, [Line]>) -> [Double] {
    let places = self[keyPath: lines].map(\.place).sorted()
    guard let first = places.first, places.count > 1 else { return places }
    let step = (places[1] - first) / 4
    guard step > 0 else { return places }
    return (-4..<(places.count + 1) * 4).map { first + Double($0) * step }
  }
}
