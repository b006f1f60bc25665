// SPDX-License-Identifier: MIT
// Part of Platen: the paints of shapes, lines and text in a content stream.

internal import Drawing
internal import Geometry

/// A paint as PDF can have it: gradients without extent are colors.
enum ContentPaint {
  /// Nothing visible.
  case nothing
  case color(Color)
  case shading(ContentShading)
  case pattern(tile: Size, transform: AffineMap, nodes: [Node])

  init(_ paint: Paint) {
    switch paint {
    case .color(let color): self = color.alpha > 0 ? .color(color) : .nothing
    case .pattern(let tile, let transform, let nodes):
      self = .pattern(tile: tile, transform: transform, nodes: nodes)
    case .linearGradient(let start, let end, let stops):
      self.init(
        stops, isDrawable: start.isFinite && end.isFinite, hasExtent: start != end
      ) { ContentShading(from: start, to: end, stops: $0) }
    case .radialGradient(let center, let radius, let stops):
      self.init(
        stops, isDrawable: center.isFinite && radius.isFinite && radius > 0, hasExtent: true
      ) { ContentShading(around: center, radius: radius, stops: $0) }
    }
  }

  /// A gradient of one stop, or without extent, has the color of its last (SVG 2, 14.2).
  private init(
    _ stops: [GradientStop], isDrawable: Bool, hasExtent: Bool,
    shading: ([GradientStop]) -> ContentShading
  ) {
    guard isDrawable, stops.allSatisfy({ $0.offset.isFinite }) else {
      self = .nothing
      return
    }
    // In their order, and within the gradient: a stable sort, since where two meet the color leaps.
    let sorted = stops.enumerated().map {
      (index: $0.offset, stop: GradientStop(max(0, min(1, $0.element.offset)), $0.element.color))
    }.sorted { ($0.stop.offset, $0.index) < ($1.stop.offset, $1.index) }.map(\.stop)
    guard let last = sorted.last else {
      self = .nothing
      return
    }
    if hasExtent, sorted.count > 1 {
      self = .shading(shading(sorted))
    } else {
      self = last.color.alpha > 0 ? .color(last.color) : .nothing
    }
  }

  var isNothing: Bool { if case .nothing = self { true } else { false } }

  /// Indicates whether it is a color that nothing shows through.
  var isOpaque: Bool { if case .color(let color) = self { color.alpha >= 1 } else { false } }
}

extension ContentWriter {
  /// Draws with a paint in place of the color of fills, or of a line.
  ///
  /// - Parameter box: Around all that is drawn, where it is known; evaluated only where it matters.
  func draw(
    with paint: ContentPaint, along line: Stroke? = nil, in box: @autoclosure () -> Rect?,
    _ body: () throws -> Void
  ) throws {
    let number: Int?
    switch paint {
    case .nothing: return
    case .color(let color):
      if let line { set(line, color) } else { setFill(color) }
      try body()
      return
    case .shading(let shading): number = self.number(ofPattern: shading)
    case .pattern(let tile, let map, let nodes):
      number = try self.number(ofPattern: tile, map, nodes)
    }
    guard let number else { return }
    endText()
    line == nil ? setFillOpacity(1) : setStrokeOpacity(1)
    content.pushState()
    let outer = state
    if case .shading(let shading) = paint, shading.isSeeThrough {
      try mask(by: shading, over: box() ?? place.visible)
    }
    if let line { setShape(of: line) }
    content.operators.put(line == nil ? "/Pattern cs/P" : "/Pattern CS/P")
    content.operators.put(number)
    content.operators.put(line == nil ? " scn\n" : " SCN\n")
    try body()
    endText()
    state = outer
    content.popState()
  }
}
