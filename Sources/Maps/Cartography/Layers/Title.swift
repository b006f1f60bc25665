// SPDX-License-Identifier: MIT
// Part of Platen: the title with the world's year, on its plate.

internal import Atlas
internal import Drawing
internal import Geometry

extension Composition {
  func titleLayer() -> LayerDrawing { LayerDrawing(furniture.title?.nodes ?? []) }
}

extension TitleBlock {
  /// Nil where the look or the request has none. A title that would cover land is set smaller where
  /// it then covers none.
  init?(of map: Composition, beside others: [Rect]) {
    guard let whole = TitleBlock(of: map, scaledBy: 1, beside: others) else { return nil }
    func coversNothing(_ block: TitleBlock) -> Bool {
      map.look.title.place != "auto" || map.plateGround.hidden(by: block.plate) == 0
    }
    var block = whole
    for factor in [0.88, 0.76, 0.66] where !coversNothing(block) {
      guard let smaller = TitleBlock(of: map, scaledBy: factor, beside: others) else { break }
      block = smaller
    }
    self = coversNothing(block) ? block : whole
  }

  /// The title in the look's size.
  static func whole(of map: Composition) -> TitleBlock? {
    TitleBlock(of: map, scaledBy: 1, beside: [])
  }

  private init?(of map: Composition, scaledBy factor: Double, beside others: [Rect]) {
    let style = map.look.title
    let text = map.request.title ?? map.world.info.name
    guard style.label.size > 0, !text.isEmpty else { return nil }
    var size = style.label.size * factor
    var title = map.shape(text, style.label, size: size)
    let limit = map.inside.width * 0.4
    if title.width > limit {
      size *= limit / title.width
      title = map.shape(text, style.label, size: size)
    }
    let titleWidth = title.width - style.label.spacing * size
    let below = map.request.subtitle ?? TitleBlock.year(of: map.world)
    let smallSize = style.subtitle.size * factor
    let subtitle =
      smallSize > 0 && !below.isEmpty ? map.shape(below, style.subtitle, size: smallSize) : nil
    let subtitleWidth = subtitle.map { $0.width - style.subtitle.spacing * smallSize } ?? 0

    let pad = style.padding * factor
    let rule = subtitle == nil ? 0 : smallSize * 1.0
    let inner = Size(
      width: max(titleWidth, subtitleWidth),
      height: size * 0.72 + (subtitle == nil ? 0 : rule + smallSize * 0.95))
    let shape = Cartouche(rawValue: style.shape) ?? .plate
    let margins = shape.margins(height: inner.height + 2 * pad)
    let whole = Size(
      width: inner.width + 2.4 * pad + 2 * margins.side,
      height: inner.height + 2 * pad + margins.below)
    let plate =
      map.placeInOpenSea(
        whole, style.place, isAbove: true, margin: style.margin, beside: others)
      ?? map.place(
        whole, style.place, margin: style.margin,
        order: ["top-left", "bottom-left", "top-right", "bottom-right", "top", "bottom"],
        beside: others)

    var nodes: [Node] = []
    let face = Rect(
      x: plate.minX + margins.side, y: plate.minY, width: plate.width - 2 * margins.side,
      height: plate.height - margins.below)
    nodes += shape.nodes(around: face, style: style)
    let center = plate.center.x
    let baseline = plate.minY + pad + size * 0.7
    nodes += title.nodes(
      at: Point(center - titleWidth / 2, baseline), paint: .color(style.label.color),
      halo: style.label.halo(size: size))
    if let subtitle {
      let y = baseline + rule * 0.72
      nodes += TitleBlock.rule(
        center: Point(center, y), width: max(titleWidth * 0.62, subtitleWidth),
        color: style.subtitle.color, weight: smallSize * 0.04)
      nodes += subtitle.nodes(
        at: Point(center - subtitleWidth / 2, y + smallSize * 1.1),
        paint: .color(style.subtitle.color), halo: style.subtitle.halo(size: smallSize))
    }
    self.plate = plate
    self.nodes = nodes
  }

  /// The world's year and era, as far as it has them.
  static func year(of world: World) -> String {
    [world.info.year, world.info.era].compactMap { $0 }.filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// A line with a lozenge in its middle.
  private static func rule(center c: Point, width: Double, color: Color, weight: Double) -> [Node] {
    let r = weight * 3
    var line = Path()
    line.append(line: [Point(c.x - width / 2, c.y), Point(c.x - r * 2, c.y)])
    line.append(line: [Point(c.x + r * 2, c.y), Point(c.x + width / 2, c.y)])
    let lozenge = Path(ring: [
      Point(c.x, c.y - r), Point(c.x + r, c.y), Point(c.x, c.y + r), Point(c.x - r, c.y),
    ])
    return [
      .path(PathNode(line, stroke: Stroke(color, width: weight))),
      .path(PathNode(lozenge, fill: Fill(color))),
    ]
  }
}
