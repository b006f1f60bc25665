// SPDX-License-Identifier: MIT
// Part of Platen: title and scale bar, and where on the sheet they stand.

internal import Atlas
internal import Drawing
internal import Geometry

/// Plates that stand on the sheet, reckoned before any name is placed.
struct Furniture {
  private(set) var title: TitleBlock?
  private(set) var scaleBar: ScaleBlock?
  private(set) var legend: LegendBlock?
  private(set) var compass: CompassRose?
  private(set) var inset: InsetBlock?

  var plates: [Rect] {
    [title?.plate, scaleBar?.plate, legend?.plate, compass?.plate, inset?.plate].compactMap { $0 }
  }

  init(of map: Composition) {
    if map.request.layers.contains(.title) { title = TitleBlock(of: map) }
    if map.request.layers.contains(.scaleBar) {
      scaleBar = ScaleBlock(of: map, beside: plates)
    }
    if map.request.layers.contains(.legend) { legend = LegendBlock(of: map, beside: plates) }
    if map.request.layers.contains(.compass) { compass = CompassRose(of: map, beside: plates) }
    if map.request.layers.contains(.inset) { inset = InsetBlock(of: map, beside: plates) }
  }
}

extension Composition {
  /// Where a plate of `size` stands: as the look specifies, or where it hides least land.
  func place(
    _ size: Size, _ place: String, margin: Double, order: [String], beside others: [Rect]
  ) -> Rect {
    let room = inside.insetBy(margin)
    func rect(_ place: String) -> Rect {
      let x =
        place.hasSuffix("left")
        ? room.minX
        : place.hasSuffix("right") ? room.maxX - size.width : room.center.x - size.width / 2
      let y = place.hasPrefix("bottom") ? room.maxY - size.height : room.minY
      return Rect(x: x, y: y, width: size.width, height: size.height)
    }
    guard place == "auto" else {
      // At the requested place; above or below plates that stand there already.
      var spot = rect(place)
      let isBelow = place.hasPrefix("bottom")
      for _ in others {
        guard let other = others.first(where: { $0.insetBy(-margin / 4).intersects(spot) }) else {
          break
        }
        spot.y = isBelow ? other.minY - margin / 2 - size.height : other.maxY + margin / 2
      }
      return spot
    }
    /// The cells that a plate hides: each of land or a lake counts once, a burg or a placed name
    /// three more. Counted no further than `limit`.
    let lakes = Set(world.features.lazy.filter { $0.kind == .lake }.map(\.id))
    let ground = (0..<cells.count).filter {
      cells.height[$0] >= 20
        || cells.feature.indices.contains($0) && lakes.contains(Int(cells.feature[$0]))
    }
    let names =
      request.layers.contains(.labels)
      ? world.addedLabels.filter { request.sees($0.label) }.map { $0.position + $0.label.offset }
      : []
    func hidden(_ plate: Rect, limit: Int) -> Int {
      var sum = 4 * names.count(where: plate.contains)
      for cell in ground where plate.contains(cells.mesh.sites[cell]) {
        guard sum < limit else { break }
        sum += cells.burg[cell] != 0 ? 4 : 1
      }
      return sum
    }
    // Corners first; where they all hide something, all along the edges from the best of them, and
    // there well clear of coasts.
    var best = rect(order[0])
    var least = Int.max
    func consider(_ candidates: [Rect], clear: Double = 0, limit: Int = .max) {
      for candidate in candidates where least > 0 {
        if others.contains(where: { $0.insetBy(-margin / 2).intersects(candidate) }) { continue }
        let cost = hidden(candidate.insetBy(-clear), limit: min(least, limit))
        if cost < min(least, limit) { (best, least) = (candidate, cost) }
      }
    }
    consider(order.map(rect))
    let steps = 16
    let corner = best
    let along = (0...steps).flatMap { step -> [Rect] in
      let x = room.minX + (room.width - size.width) * Double(step) / Double(steps)
      let y = room.minY + (room.height - size.height) * Double(step) / Double(steps)
      return [
        Rect(x: x, y: room.maxY - size.height, width: size.width, height: size.height),
        Rect(x: x, y: room.minY, width: size.width, height: size.height),
        Rect(x: room.minX, y: y, width: size.width, height: size.height),
        Rect(x: room.maxX - size.width, y: y, width: size.width, height: size.height),
      ]
    }
    if room.width > size.width, room.height > size.height {
      func fromCorner(_ places: [Rect]) -> [Rect] {
        places.enumerated().sorted {
          let one = $0.element.center.squaredDistance(to: corner.center)
          let two = $1.element.center.squaredDistance(to: corner.center)
          return (one, $0.offset) < (two, $1.offset)
        }.map(\.element)
      }
      consider(fromCorner(along), clear: margin * 0.4)
      // Away from the edges only in the open sea.
      if least > 0 {
        consider(fromCorner(innerPlaces(size, in: room)), clear: margin * 0.7, limit: 1)
      }
    }
    return best
  }

  /// Places for a plate all over a room but along its edges.
  func innerPlaces(_ size: Size, in room: Rect) -> [Rect] {
    let steps = 20
    return (1..<steps).flatMap { row in
      (1..<steps).map { column in
        Rect(
          x: room.minX + (room.width - size.width) * Double(column) / Double(steps),
          y: room.minY + (room.height - size.height) * Double(row) / Double(steps),
          width: size.width, height: size.height)
      }
    }
  }

  func titleLayer() -> LayerDrawing { LayerDrawing(furniture.title?.nodes ?? []) }
  func scaleBarLayer() -> LayerDrawing { LayerDrawing(furniture.scaleBar?.nodes ?? []) }
}

/// The title with its plate.
struct TitleBlock {
  let plate: Rect
  let nodes: [Node]

  /// Nil where the look or the request has none.
  init?(of map: Composition) {
    let style = map.look.title
    let text = map.request.title ?? map.world.info.name
    guard style.label.size > 0, !text.isEmpty else { return nil }
    var size = style.label.size
    var title = map.shape(text, style.label, size: size)
    let limit = map.inside.width * 0.4
    if title.width > limit {
      size *= limit / title.width
      title = map.shape(text, style.label, size: size)
    }
    let titleWidth = title.width - style.label.spacing * size
    let below = map.request.subtitle ?? TitleBlock.year(of: map.world)
    let subtitle =
      style.subtitle.size > 0 && !below.isEmpty ? map.shape(below, style.subtitle) : nil
    let subtitleWidth =
      subtitle.map { $0.width - style.subtitle.spacing * style.subtitle.size } ?? 0

    let pad = style.padding
    let rule = subtitle == nil ? 0 : style.subtitle.size * 1.0
    let inner = Size(
      width: max(titleWidth, subtitleWidth),
      height: size * 0.72 + (subtitle == nil ? 0 : rule + style.subtitle.size * 0.95))
    let plate = map.place(
      Size(width: inner.width + 2.4 * pad, height: inner.height + 2 * pad), style.place,
      margin: style.margin,
      order: ["top-left", "bottom-left", "top-right", "bottom-right", "top", "bottom"], beside: [])

    var nodes: [Node] = []
    nodes += Plate.nodes(plate, fill: style.fill, line: style.line, inset: pad * 0.28)
    let center = plate.center.x
    let baseline = plate.minY + pad + size * 0.7
    nodes += title.nodes(
      at: Point(center - titleWidth / 2, baseline), paint: .color(style.label.color),
      halo: style.label.halo(size: size))
    if let subtitle {
      let y = baseline + rule * 0.72
      nodes += TitleBlock.rule(
        center: Point(center, y), width: max(titleWidth * 0.62, subtitleWidth),
        color: style.subtitle.color, weight: style.subtitle.size * 0.04)
      nodes += subtitle.nodes(
        at: Point(center - subtitleWidth / 2, y + style.subtitle.size * 1.1),
        paint: .color(style.subtitle.color), halo: style.subtitle.halo(size: style.subtitle.size))
    }
    self.plate = plate
    self.nodes = nodes
  }

  /// The world's year and era, as far as it has them.
  private static func year(of world: World) -> String {
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

/// The scale bar with its plate: its length is a round number of the world's units.
struct ScaleBlock {
  let plate: Rect
  let nodes: [Node]

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
