// SPDX-License-Identifier: MIT
// Part of Platen: the scale bar on its plate.

internal import Atlas
internal import Drawing
internal import Geometry

extension Composition {
  func scaleBarLayer() -> LayerDrawing { LayerDrawing(furniture.scaleBar?.nodes ?? []) }
}

extension ScaleBlock {
  /// Nil where the world has no usable scale.
  init?(of map: Composition, beside others: [Rect]) {
    let style = map.look.scaleBar
    let perUnit = map.world.units.distanceScale
    guard perUnit > 0, perUnit.isFinite, style.label.size > 0 else { return nil }
    let distance = ScaleBlock.round(100 * style.size * perUnit * map.scale)
    let length = distance / perUnit
    guard distance > 0, length > 0, length < map.inside.width * 0.8 else { return nil }

    let figures = (0...5).map { part -> ShapedText in
      let value = distance * Double(part) / 5
      return map.shape(LookValue.number((value * 10_000).rounded() / 10_000).text, style.label)
    }
    let unit = map.shape(" " + map.world.units.distance, style.label)
    let pad = style.padding
    let letters = style.label.size
    let overhang = figures[5].width / 2 + unit.width
    let plate = map.place(
      Size(
        width: length + figures[0].width / 2 + overhang + 2 * pad,
        height: style.thickness + letters * 1.15 + 1.5 * pad), style.place, margin: style.margin,
      order: ["bottom-right", "bottom-left", "bottom", "top-right", "top-left", "top"],
      beside: others)

    var nodes = Plate.nodes(
      plate, fill: style.backFill, line: style.backLine, inset: pad * 0.28)
    let left = plate.minX + pad + figures[0].width / 2
    let top = plate.maxY - pad * 0.8 - style.thickness
    nodes += ScaleBlock.bar(
      from: Point(left, top), length: length, thickness: style.thickness, style: style)
    for (part, figure) in figures.enumerated() {
      let x = left + length * Double(part) / 5 - figure.width / 2
      let origin = Point(x, top - letters * 0.35)
      nodes += figure.nodes(
        at: origin, paint: .color(style.label.color), halo: style.label.halo(size: letters))
      if part == 5 {
        nodes += unit.nodes(
          at: Point(x + figure.width, origin.y), paint: .color(style.label.color),
          halo: style.label.halo(size: letters))
      }
    }
    self.plate = plate
    self.nodes = nodes
  }

  /// To thousands, hundreds, tens or ones, by its size, as FMG does; smaller ones, which
  /// only parts of sheets have, to what can be written.
  static func round(_ value: Double) -> Double {
    if value > 0, value < 4.5 {
      // Small ones to a first figure whose fifths are short.
      var power = 1.0
      while power > value { power /= 10 }
      return [10.0, 5, 2, 1].first { $0 * power <= value * 1.2 }.map { $0 * power } ?? power
    }
    let unit = value > 900 ? 1000.0 : value > 90 ? 100 : value > 9 ? 10 : 1
    let rounded = (value / unit).rounded() * unit
    return rounded > 0 ? rounded : value
  }

  private static func bar(
    from p: Point, length: Double, thickness: Double, style: MapLook.ScaleBar
  ) -> [Node] {
    if style.style == "blocks" {
      let whole = Rect(x: p.x, y: p.y, width: length, height: thickness)
      var dark = Path()
      for part in stride(from: 0, to: 5, by: 2) {
        dark.append(
          Path(
            rect: Rect(
              x: p.x + length * Double(part) / 5, y: p.y, width: length / 5, height: thickness)))
      }
      return [
        .path(PathNode(Path(rect: whole), fill: Fill(style.light))),
        .path(PathNode(dark, fill: Fill(style.color))),
        .path(PathNode(Path(rect: whole), stroke: Stroke(style.color, width: thickness * 0.16))),
      ]
    }
    let y = p.y + thickness / 2
    var light = Path()
    light.append(line: [Point(p.x, y), Point(p.x + length, y)])
    let dark = light.applying(.translation(0, thickness * 0.5))
    var ticks = Path()
    for part in 0...5 {
      let x = p.x + length * Double(part) / 5
      ticks.append(line: [Point(x, y - thickness), Point(x, y + thickness)])
    }
    return [
      .path(PathNode(light, stroke: Stroke(style.light, width: thickness))),
      .path(PathNode(dark, stroke: Stroke(style.color, width: thickness))),
      .path(PathNode(ticks, stroke: Stroke(style.color, width: thickness * 0.75))),
    ]
  }
}
