// SPDX-License-Identifier: MIT
// Part of Platen: the scale bar on its plate, in one unit or in two.

internal import Atlas
internal import Drawing
internal import Geometry
internal import Libc

extension Composition {
  func scaleBarLayer() -> LayerDrawing { LayerDrawing(furniture.scaleBar?.nodes ?? []) }
}

/// A bar of one unit: a round distance in equal parts.
struct ScaleMeasure: Hashable {
  let distance: Double
  let parts: Int
  /// The length of the bar, in map units.
  let length: Double
  /// The name of the unit, as the map writes it.
  let unit: String

  /// A rounded distance in five parts, as FMG divides it.
  init?(rounding requested: Double, perUnit: Double, unit: String) {
    let distance = ScaleBlock.round(requested)
    guard distance > 0, perUnit > 0 else { return nil }
    (self.distance, parts, length, self.unit) = (distance, 5, distance / perUnit, unit)
  }

  /// Three to five parts, each 1, 2 or 5 times a power of ten, together as near to `requested`
  /// as such parts come.
  init?(near requested: Double, perUnit: Double, unit: String) {
    guard requested > 0, requested.isFinite, perUnit > 0, perUnit.isFinite else { return nil }
    let power = pow(10, floor(log10(requested)) - 1)
    var best: (distance: Double, parts: Int)?
    for step in [1.0, 2, 5, 10, 20, 50] {
      for parts in 3...5 {
        let distance = step * power * Double(parts)
        let error = abs(log(distance / requested))
        if error < best.map({ abs(log($0.distance / requested)) - 1e-9 }) ?? .infinity {
          best = (distance, parts)
        }
      }
    }
    guard let best, best.distance > 0 else { return nil }
    (distance, parts, self.unit) = (best.distance, best.parts, unit)
    length = best.distance / perUnit
  }
}

extension ScaleBlock {
  /// Nil where the world has no usable scale.
  init?(of map: Composition, beside others: [Rect]) {
    let style = map.look.scaleBar
    let measures = ScaleBlock.measures(of: map)
    guard style.label.size > 0, let length = measures.map(\.length).max(), length > 0,
      length < map.inside.width * 0.8
    else { return nil }

    let pad = style.padding
    let letters = style.label.size
    let rows = measures.map { ScaleBlock.figures(of: $0, on: map) }
    let before = rows.map { ($0.first?.text.width ?? 0) / 2 }.max() ?? 0
    let right = rows.flatMap { $0 }.map { $0.x + $0.text.width }.max() ?? length
    let extra = Double(measures.count - 1) * (ScaleBlock.pitch(style) + letters * 0.95)
    let plate = map.place(
      Size(
        width: before + right + 2 * pad,
        height: style.thickness + letters * 1.15 + 1.5 * pad + extra), style.place,
      margin: style.margin,
      order: ["bottom-right", "bottom-left", "bottom", "top-right", "top-left", "top"],
      beside: others)

    var nodes = Plate.nodes(
      plate, fill: style.backFill, line: style.backLine, inset: pad * 0.28)
    let left = plate.minX + pad + before
    let top = plate.maxY - pad * 0.8 - style.thickness - extra
    for (row, measure) in measures.enumerated() {
      let y = top + Double(row) * ScaleBlock.pitch(style)
      nodes += ScaleBlock.bar(
        measure, from: Point(left, y), isFirst: row == 0, style: style)
      // The figures of the first bar stand over it, those of the second one under it.
      let baseline = row == 0 ? y - letters * 0.35 : y + style.thickness + letters
      for figure in rows[row] {
        nodes += figure.text.nodes(
          at: Point(left + figure.x, baseline), paint: .color(style.label.color),
          halo: style.label.halo(size: letters))
      }
    }
    self.plate = plate
    self.nodes = nodes
  }

  /// The bar in the world's unit; in looks with two, miles over kilometers, or another known unit
  /// over kilometers. An unknown unit stands alone.
  private static func measures(of map: Composition) -> [ScaleMeasure] {
    let (style, units) = (map.look.scaleBar, map.world.units)
    let requested = 100 * style.size * units.distanceScale * map.scale
    guard units.distanceScale > 0, requested > 0, requested.isFinite else { return [] }
    let words = map.request.words
    let own = words.distance(units.distance)
    guard style.hasTwoUnits else {
      return [ScaleMeasure(rounding: requested, perUnit: units.distanceScale, unit: own)]
        .compactMap { $0 }
    }
    let kilometers = DistanceUnit.convert(1, from: units.distance, to: "km")
    let isMetric = ["km", "m"].contains(DistanceUnit.symbol(units.distance))
    let upper = isMetric ? "mi" : units.distance
    guard let kilometers,
      let factor = DistanceUnit.convert(1, from: units.distance, to: upper),
      let first = ScaleMeasure(
        near: requested * factor, perUnit: units.distanceScale * factor,
        unit: words.distance(upper)),
      let second = ScaleMeasure(
        near: first.length * units.distanceScale * kilometers,
        perUnit: units.distanceScale * kilometers, unit: words.distance("km"))
    else {
      return [ScaleMeasure(near: requested, perUnit: units.distanceScale, unit: own)]
        .compactMap { $0 }
    }
    return [first, second]
  }

  /// The distance between the tops of two bars.
  private static func pitch(_ style: MapLook.ScaleBar) -> Double {
    // Blocks stand on each other; ticks need room between.
    style.thickness * (style.style == "blocks" ? 1 : 3)
  }

  /// The figures of a bar with their places along it, as many as stand apart, and the unit behind
  /// the last.
  private static func figures(
    of measure: ScaleMeasure, on map: Composition
  ) -> [(text: ShapedText, x: Double)] {
    let lettering = map.look.scaleBar.label
    let all = (0...measure.parts).map { part -> (text: ShapedText, x: Double) in
      let value = measure.distance * Double(part) / Double(measure.parts)
      let text = map.shape(LookValue.number((value * 10_000).rounded() / 10_000).text, lettering)
      return (text, measure.length * Double(part) / Double(measure.parts) - text.width / 2)
    }
    let gap = lettering.size * 0.4
    let step = (1...measure.parts).first { step in
      guard measure.parts % step == 0 else { return false }
      let kept = stride(from: 0, through: measure.parts, by: step).map { all[$0] }
      return zip(kept, kept.dropFirst()).allSatisfy { $0.x + $0.text.width + gap < $1.x }
    }
    var figures = stride(from: 0, through: measure.parts, by: step ?? measure.parts)
      .map { all[$0] }
    if let last = figures.last {
      figures.append((map.shape(" " + measure.unit, lettering), last.x + last.text.width))
    }
    return figures
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
    _ measure: ScaleMeasure, from p: Point, isFirst: Bool, style: MapLook.ScaleBar
  ) -> [Node] {
    let (length, thickness, parts) = (measure.length, style.thickness, measure.parts)
    let part = length / Double(parts)
    if style.style == "blocks" {
      let whole = Rect(x: p.x, y: p.y, width: length, height: thickness)
      var dark = Path()
      // Where two bars meet at zero, one is dark and one light.
      for index in stride(from: isFirst ? 0 : 1, to: parts, by: 2) {
        dark.append(
          Path(
            rect: Rect(x: p.x + part * Double(index), y: p.y, width: part, height: thickness)))
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
    for index in 0...parts {
      let x = p.x + part * Double(index)
      ticks.append(line: [Point(x, y - thickness), Point(x, y + thickness)])
    }
    return [
      .path(PathNode(light, stroke: Stroke(style.light, width: thickness))),
      .path(PathNode(dark, stroke: Stroke(style.color, width: thickness))),
      .path(PathNode(ticks, stroke: Stroke(style.color, width: thickness * 0.75))),
    ]
  }
}
