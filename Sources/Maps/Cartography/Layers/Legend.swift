// SPDX-License-Identifier: MIT
// Part of Platen: the legend on its plate: rows of colors with names, and ramps with round numbers.

internal import Atlas
internal import Diagnostics
internal import Drawing
internal import Geometry

extension Composition {
  func legendLayer() -> LayerDrawing { LayerDrawing(furniture.legend?.nodes ?? []) }
}

/// One part of a legend: what the colors of one layer mean.
struct LegendTable {
  struct Row {
    var paint: Paint
    var name: String
    /// The radius of a circle in place of a filled box.
    var radius: Double?
    /// The pattern over the paint; its box is large enough to know it by.
    var pattern: Paint?
    /// The outline in place of that of all boxes.
    var line: MapLook.Line?
    /// Draws a sign in the room of a box, in place of all of it.
    var sign: ((Rect) -> [Node])?
  }

  /// Colors next to each other, each up to a place, from 0 to 1, and numbers at places under them.
  struct Ramp {
    var bands: [(color: Color, end: Double)]
    var ticks: [(text: String, place: Double)]
  }

  var title: String
  var rows: [Row] = []
  var ramp: Ramp?
  /// The opacity of the fill over the land.
  var opacity = 1.0

  var isEmpty: Bool { rows.isEmpty && ramp == nil }
}

extension LegendBlock {
  /// The most columns; rows that do not fit are omitted, the smallest first, and counted.
  private static let columnLimit = 2
  /// Lengths of ramps in em, the usual one first.
  private static let rampLengths = [16, 11, 8.0]
  /// The greatest share of a small image's automatic ramp that may hide land.
  private static let tolerated = 0.2

  /// Nil where the legend would be empty, and where an automatic one finds no place.
  init?(of map: Composition, beside others: [Rect]) {
    var style = map.look.legend
    let isAutomatic = map.request.layers.isLegendAutomatic
    guard style.label.size > 0 else { return nil }
    // Colors without their names would be a riddle: letters are as large as can be read.
    let growth = map.leastName / style.label.size
    if isAutomatic, growth > 1 {
      guard growth < 2.5 else { return nil }
      style = style.scaled(by: growth, rows: style.rows)
    }
    let tables = map.legendTables(isAutomatic: isAutomatic)
    guard !tables.isEmpty else {
      if !isAutomatic {
        map.log.record(
          .note(
            .mapNoLegend, "the map shows no fill and the world has no legend; none is drawn"))
      }
      return nil
    }
    var best: (made: Made, plate: Rect, hidden: Int)?
    // Smaller, and ramps shorter, only where it then hides less.
    let lengths = tables.contains { $0.ramp != nil } ? LegendBlock.rampLengths : [0]
    let tries = [1, 0.9, 0.8].flatMap { (factor: Double) -> [(Double, Double)] in
      lengths.map { (factor, $0) }
    }
    for (factor, length) in style.place == "auto" ? tries : [tries[0]] where best?.hidden != 0 {
      for rows in LegendBlock.columns(of: tables, style) {
        let scaled = style.scaled(by: factor, rows: rows)
        guard factor == 1 || scaled.label.size >= map.leastName * 0.999,
          let made = LegendBlock.arrange(tables, scaled, ramps: length, on: map, beside: others)
        else { continue }
        // The first of those that hide least land.
        if made.hidden < best?.hidden ?? .max { best = made }
      }
    }
    guard let (made, plate, _) = best else { return nil }
    if isAutomatic, others.contains(where: plate.intersects) { return nil }
    // A ramp, which most readers can do without, does not cover the land of a small image.
    if isAutomatic, growth > 1, style.place == "auto", tables.allSatisfy(\.rows.isEmpty),
      map.plateGround.share(hiddenBy: plate) > LegendBlock.tolerated
    {
      return nil
    }
    for (table, omitted) in zip(tables, made.omitted) where omitted > 0 {
      let count = table.rows.count
      map.log.record(
        .note(
          .mapLegendCut, "the legend lists \(count - omitted) of \(count)",
          hints: ["increase legend.rows in the look"]))
    }
    self.plate = plate
    nodes =
      Plate.nodes(plate, fill: style.fill, line: style.line, inset: 0)
      + made.draw(Point(plate.minX, plate.minY))
  }

  /// Rows of a column: those of the look, and where it leaves the place open, as many as make one
  /// column, if that is not much longer, or two.
  private static func columns(of tables: [LegendTable], _ style: MapLook.Legend) -> [Double] {
    let count = Double(tables.map(\.rows.count).max() ?? 0)
    guard style.place == "auto", count > 4, count <= style.rows * 1.5 else { return [style.rows] }
    return [style.rows, count > style.rows ? count : (count / 2).rounded(.up)]
  }

  /// A legend at its place, made smaller where it is too large for the sheet, and what it hides;
  /// nil where it could not be read.
  private static func arrange(
    _ tables: [LegendTable], _ style: MapLook.Legend, ramps length: Double, on map: Composition,
    beside others: [Rect]
  ) -> (made: Made, plate: Rect, hidden: Int)? {
    var style = style
    var made = lay(tables, style, ramps: length, on: map)
    let most = Size(width: map.inside.width * 0.7, height: map.inside.height * 0.7)
    let excess = max(made.size.width / most.width, made.size.height / most.height)
    if excess > 1 {
      style = style.scaled(by: 1 / excess, rows: style.rows)
      if map.request.layers.isLegendAutomatic, style.label.size < map.leastName * 0.999 {
        return nil
      }
      made = lay(tables, style, ramps: length, on: map)
    }
    let plate = map.place(
      made.size, style.place, margin: style.margin,
      order: ["bottom-left", "bottom-right", "top-left", "top-right", "bottom", "top"],
      beside: others)
    return (made, plate, map.plateGround.hidden(by: plate))
  }

  /// A drawing of some size; it is drawn with its top left corner at a point.
  private typealias Part = (size: Size, draw: (Point) -> [Node])
  private typealias Made = (size: Size, omitted: [Int], draw: (Point) -> [Node])

  /// The tables under each other.
  private static func lay(
    _ tables: [LegendTable], _ style: MapLook.Legend, ramps length: Double, on map: Composition
  ) -> Made {
    let pad = style.padding
    let gap = style.label.size * 1.3
    var omitted: [Int] = []
    let parts = tables.map { table -> Part in
      let title =
        style.title.size > 0 && !table.title.isEmpty
        ? map.shape(table.title, style.title, size: style.title.size) : nil
      let head = title == nil ? 0 : style.title.size * 1.75
      let body: Part
      if let ramp = table.ramp {
        body = lay(ramp, of: table, style, length: length, on: map)
        omitted.append(0)
      } else {
        let (part, count) = layRows(of: table, style, on: map)
        body = part
        omitted.append(count)
      }
      let width = max(body.size.width, title?.width ?? 0)
      return (
        Size(width: width, height: head + body.size.height),
        { corner in
          var nodes: [Node] = []
          if let title {
            nodes += title.nodes(
              at: Point(
                corner.x + (width - title.width) / 2, corner.y + style.title.size * 0.8),
              paint: .color(style.title.color), halo: style.title.halo(size: style.title.size))
          }
          return nodes + body.draw(Point(corner.x, corner.y + head))
        }
      )
    }
    let inner = Size(
      width: parts.map(\.size.width).max() ?? 0,
      height: parts.reduce(0) { $0 + $1.size.height } + gap * Double(parts.count - 1))
    return (
      Size(width: inner.width + 2 * pad, height: inner.height + 2 * pad), omitted,
      { corner in
        var y = corner.y + pad
        return parts.flatMap { part -> [Node] in
          defer { y += part.size.height + gap }
          return part.draw(Point(corner.x + pad + (inner.width - part.size.width) / 2, y))
        }
      }
    )
  }

  /// Boxes of color with names behind them, in columns as even as they come; and the number of
  /// rows that had no room.
  private static func layRows(
    of table: LegendTable, _ style: MapLook.Legend, on map: Composition
  ) -> (part: Part, omitted: Int) {
    let size = style.label.size
    let isPatterned = table.rows.contains { $0.pattern != nil }
    let pitch = size * (isPatterned ? 1.72 : 1.6)
    let swatch = Size(
      width: size * (isPatterned ? 2.2 : 1.3), height: size * (isPatterned ? 1.24 : 0.85))
    let rowLimit = max(1, Int(style.rows)) * columnLimit
    let omitted = max(0, table.rows.count - rowLimit)
    let rows = table.rows.prefix(rowLimit)
    let names = rows.map { map.shape($0.name, style.label) }
    let count = (names.count + Int(style.rows) - 1) / max(1, Int(style.rows))
    let perColumn = (names.count + count - 1) / max(count, 1)
    let widths = (0..<count).map { column in
      let part = names[
        min(column * perColumn, names.count)..<min((column + 1) * perColumn, names.count)]
      return swatch.width + size * 0.6 + (part.map(\.width).max() ?? 0)
    }
    let gap = size * 1.5
    var last = style.label
    last.isItalic = true
    let more =
      omitted > 0
      ? map.shape(map.request.words.more.replacing("{1}", with: "\(omitted)"), last) : nil
    let width = widths.reduce(0, +) + gap * Double(max(count - 1, 0))
    let height = pitch * Double(perColumn) - (pitch - swatch.height)
    let land = map.look.land.fill
    let part: Part = (
      Size(width: max(width, more?.width ?? 0), height: height + (more == nil ? 0 : pitch)),
      { corner in
        var nodes: [Node] = []
        var x = corner.x
        for column in 0..<count {
          for row in 0..<perColumn where column * perColumn + row < names.count {
            let index = column * perColumn + row
            let top = corner.y + pitch * Double(row)
            let middle = top + swatch.height / 2
            let room = Rect(x: x, y: top, width: swatch.width, height: swatch.height)
            let name = names[index].nodes(
              at: Point(x + swatch.width + size * 0.6, middle + LetterBox.middle * size),
              paint: .color(style.label.color), halo: style.label.halo(size: size))
            if let sign = rows[index].sign {
              nodes += sign(room) + name
              continue
            }
            let box: Path
            if let radius = rows[index].radius {
              box = Path(
                circleAt: Point(x + swatch.width / 2, middle),
                radius: min(radius, pitch * 0.45))
            } else {
              box = Path(rect: room)
              nodes.append(.path(PathNode(box, fill: Fill(land))))
            }
            let fill = Node.path(PathNode(box, fill: Fill(rows[index].paint)))
            nodes.append(
              table.opacity < 1 ? .group(Group(opacity: table.opacity, children: [fill])) : fill)
            if let pattern = rows[index].pattern {
              nodes.append(.path(PathNode(box, fill: Fill(pattern))))
            }
            let line = rows[index].line ?? style.swatch
            if line.isVisible, rows[index].radius == nil {
              nodes.append(.path(PathNode(box, stroke: line.stroke)))
            }
            nodes += name
          }
          x += widths[column] + gap
        }
        if let more {
          nodes += more.nodes(
            at: Point(corner.x, corner.y + height + pitch - swatch.height * 0.2),
            paint: .color(last.color), halo: last.halo(size: size))
        }
        return nodes
      }
    )
    return (part, omitted)
  }

  /// A bar of colors with numbers under it, as many as stand apart.
  private static func lay(
    _ ramp: LegendTable.Ramp, of table: LegendTable, _ style: MapLook.Legend, length: Double,
    on map: Composition
  ) -> Part {
    let size = style.label.size
    let bar = Size(width: size * length, height: size * 0.95)
    let ticks = ramp.ticks.map { tick in
      (text: map.shape(tick.text, style.label), x: bar.width * tick.place)
    }
    var kept: [(text: ShapedText, x: Double)] = []
    for tick in ticks {
      let start = tick.x - tick.text.width / 2
      let end = kept.last.map { $0.x + $0.text.width / 2 + size * 0.5 } ?? -.infinity
      if start > end { kept.append(tick) }
    }
    let before = kept.map { $0.text.width / 2 - $0.x }.max() ?? 0
    let behind = kept.map { $0.x + $0.text.width / 2 - bar.width }.max() ?? 0
    let (left, right) = (max(0, before), max(0, behind))
    let land = map.look.land.fill
    return (
      Size(width: left + bar.width + right, height: bar.height + size * 1.35),
      { corner in
        let box = Rect(
          x: corner.x + left, y: corner.y, width: bar.width, height: bar.height)
        var bands: [Node] = []
        var from = 0.0
        for band in ramp.bands {
          let part = Rect(
            x: box.minX + box.width * from, y: box.minY, width: box.width * (band.end - from),
            height: box.height)
          bands.append(.path(PathNode(Path(rect: part), fill: Fill(band.color))))
          from = band.end
        }
        var marks = Path()
        var figures: [Node] = []
        for tick in kept {
          let x = box.minX + tick.x
          marks.append(line: [Point(x, box.maxY), Point(x, box.maxY + size * 0.25)])
          figures += tick.text.nodes(
            at: Point(x - tick.text.width / 2, box.maxY + size * 1.15),
            paint: .color(style.label.color), halo: style.label.halo(size: size))
        }
        let pen = style.swatch.isVisible ? style.swatch.stroke : nil
        var nodes: [Node] = [.path(PathNode(Path(rect: box), fill: Fill(land)))]
        nodes.append(.group(Group(opacity: table.opacity, children: bands)))
        if let pen {
          nodes.append(.path(PathNode(Path(rect: box), stroke: pen)))
          nodes.append(.path(PathNode(marks, stroke: pen)))
        }
        return nodes + figures
      }
    )
  }
}

extension MapLook.Legend {
  /// The same in letters of another size, in columns of so many rows.
  fileprivate func scaled(by factor: Double, rows: Double) -> MapLook.Legend {
    var result = self
    result.rows = rows
    result.label.size *= factor
    result.title.size *= factor
    result.padding *= factor
    return result
  }
}
