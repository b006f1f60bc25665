// SPDX-License-Identifier: MIT
// Part of Platen: the legend: which color of the fill means what, or the legend that was saved.

internal import Atlas
internal import Diagnostics
internal import Drawing
internal import Geometry

extension Composition {
  func legendLayer() -> LayerDrawing { LayerDrawing(furniture.legend?.nodes ?? []) }

  /// The contents of a legend: a title, and colors with names.
  struct LegendTable {
    var title: String
    var rows: [(paint: Paint, name: String)]
    /// The opacity of the fill over the land.
    var opacity: Double
  }

  /// The legend of the uppermost fill. It lists the rows of the save's own legend of that fill, in
  /// that order. Without a fill, the save's legend of something else is shown.
  func legendTable() -> LegendTable? {
    let saved = world.presentation.legend
    guard var table = fillTable() else {
      guard let saved, !saved.rows.isEmpty else { return nil }
      return LegendTable(
        title: saved.title,
        rows: saved.rows.map { (paint(for: $0.color, toned: $0.color.color), $0.name) }, opacity: 1)
    }
    if let saved, saved.rows.count > 1 {
      let byName = Dictionary(
        table.rows.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      let listed = saved.rows.compactMap { byName[$0.name] }
      if listed.count == saved.rows.count { table.rows = listed }
    }
    return table.rows.isEmpty ? nil : table
  }

  /// The rows of the uppermost fill in the window, those that cover most first.
  private func fillTable() -> LegendTable? {
    typealias Row = (id: Int, name: String, color: EntityColor?)
    func table(_ title: String, _ layer: RegionLayer, _ rows: [Row]) -> LegendTable {
      let (labels, style) = (layer.labels, layer.style)
      var counts: [Int: Int] = [:]
      for cell in labels.indices where labels[cell] != 0 && cells.height[cell] >= 20 {
        if window.contains(cells.mesh.sites[cell]) { counts[Int(labels[cell]), default: 0] += 1 }
      }
      let seen = rows.filter { counts[$0.id] != nil && $0.color != nil }
        .sorted { (counts[$0.id] ?? 0, $1.id) > (counts[$1.id] ?? 0, $0.id) }
      let colors = colors(of: layer)
      return LegendTable(
        title: title,
        rows: seen.map { row in
          let given = row.color ?? .rgb(0, 0, 0)
          let color = colors[row.id] ?? style.toned(given.color)
          let paint = style.palette.isEmpty ? paint(for: given, toned: color) : .color(color)
          return (paint, row.name)
        },
        // Where only a band inside the border is filled, its color is what is looked for.
        opacity: style.opacity * (style.fillOpacity > 0 ? style.fillOpacity : style.bandOpacity))
    }
    let (layers, words) = (request.layers, request.words)
    if layers.contains(.provinces) {
      return table(
        words.provinces, provinceRegions,
        world.provinces.map { ($0.id, $0.name, $0.color) })
    }
    if layers.contains(.states) {
      return table(
        words.states, stateRegions,
        world.states.filter { $0.id != 0 }.map { ($0.id, $0.name, $0.color) })
    }
    if layers.contains(.cultures) {
      return table(
        words.cultures, cultureRegions,
        world.cultures.map { ($0.id, $0.name, $0.color) })
    }
    if layers.contains(.religions) {
      return table(
        words.religions, religionRegions,
        world.religions.map { ($0.id, $0.name, $0.color) })
    }
    if layers.contains(.biomes) {
      return table(
        words.biomes, biomeRegions,
        world.biomes.map { ($0.id, $0.name, $0.color) })
    }
    guard layers.contains(.zones) else { return nil }
    let zones = world.zones.filter { !$0.isHidden || request.audience != .player }
    return LegendTable(
      title: words.zones,
      rows: zones.map { zone in
        let given = zone.color ?? .rgb(0x80, 0x80, 0x80)
        return (paint(for: given, toned: given.color), zone.name)
      }, opacity: look.zones.opacity)
  }
}

extension LegendBlock {
  /// The most columns; rows that do not fit are omitted, the smallest first.
  private static let columnLimit = 4

  /// Nil where the legend would be empty.
  init?(of map: Composition, beside others: [Rect]) {
    var style = map.look.legend
    guard style.label.size > 0 else { return nil }
    guard var table = map.legendTable() else {
      map.log.record(
        .note(.mapNoLegend, "the map shows no fill and the world has no legend; none is drawn")
      )
      return nil
    }
    let rowLimit = max(1, Int(style.rows))
    if table.rows.count > rowLimit * LegendBlock.columnLimit {
      map.log.record(
        .note(
          .mapLegendCut,
          "the legend lists \(rowLimit * LegendBlock.columnLimit) of \(table.rows.count)",
          hints: ["increase legend.rows in the look"]))
      table.rows.removeLast(table.rows.count - rowLimit * LegendBlock.columnLimit)
    }
    var made = LegendBlock.lay(table, style, on: map, rowLimit: rowLimit)
    let most = Size(width: map.inside.width * 0.7, height: map.inside.height * 0.7)
    let excess = max(made.size.width / most.width, made.size.height / most.height)
    if excess > 1 {
      style.label.size /= excess
      style.title.size /= excess
      style.padding /= excess
      made = LegendBlock.lay(table, style, on: map, rowLimit: rowLimit)
    }
    let plate = map.place(
      made.size, style.place, margin: style.margin,
      order: ["bottom-left", "bottom-right", "top-left", "top-right", "bottom", "top"],
      beside: others)
    self.plate = plate
    nodes =
      Plate.nodes(plate, fill: style.fill, line: style.line, inset: 0)
      + made.draw(Point(plate.minX, plate.minY))
  }

  private typealias Made = (size: Size, draw: (Point) -> [Node])

  /// The size of a legend, and what draws it with its corner at a point.
  private static func lay(
    _ table: Composition.LegendTable, _ style: MapLook.Legend, on map: Composition, rowLimit: Int
  ) -> Made {
    let size = style.label.size
    let pitch = size * 1.6
    let swatch = Size(width: size * 1.3, height: size * 0.85)
    let names = table.rows.map { map.shape($0.name, style.label) }
    let count = (names.count + rowLimit - 1) / rowLimit
    // Columns as even as they come.
    let perColumn = (names.count + count - 1) / max(count, 1)
    let widths = (0..<count).map { column in
      let part = names[
        min(column * perColumn, names.count)..<min((column + 1) * perColumn, names.count)]
      return swatch.width + size * 0.6 + (part.map(\.width).max() ?? 0)
    }
    let title =
      style.title.size > 0 && !table.title.isEmpty
      ? map.shape(table.title, style.title, size: style.title.size) : nil
    let head = title == nil ? 0 : style.title.size * 1.75
    let gap = size * 1.5
    let body = widths.reduce(0, +) + gap * Double(max(count - 1, 0))
    let inner = Size(
      width: max(body, title?.width ?? 0),
      height: head + pitch * Double(perColumn) - (pitch - swatch.height))
    let pad = style.padding
    let land = map.look.land.fill
    let full = Size(width: inner.width + 2 * pad, height: inner.height + 2 * pad)
    return (
      full,
      { corner in
        var nodes: [Node] = []
        if let title {
          nodes += title.nodes(
            at: Point(
              corner.x + (full.width - title.width) / 2, corner.y + pad + style.title.size * 0.8),
            paint: .color(style.title.color), halo: style.title.halo(size: style.title.size))
        }
        var x = corner.x + pad
        for column in 0..<count {
          for row in 0..<perColumn where column * perColumn + row < names.count {
            let index = column * perColumn + row
            let top = corner.y + pad + head + pitch * Double(row)
            let box = Path(rect: Rect(x: x, y: top, width: swatch.width, height: swatch.height))
            let fill = Node.path(PathNode(box, fill: Fill(table.rows[index].paint)))
            nodes.append(.path(PathNode(box, fill: Fill(land))))
            nodes.append(
              table.opacity < 1 ? .group(Group(opacity: table.opacity, children: [fill])) : fill)
            if style.swatch.isVisible {
              nodes.append(.path(PathNode(box, stroke: style.swatch.stroke)))
            }
            nodes += names[index].nodes(
              at: Point(
                x + swatch.width + size * 0.6, top + swatch.height / 2 + LetterBox.middle * size),
              paint: .color(style.label.color), halo: style.label.halo(size: size))
          }
          x += widths[column] + gap
        }
        return nodes
      }
    )
  }
}
