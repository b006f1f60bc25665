// SPDX-License-Identifier: MIT
// Part of Platen: what a legend holds: the layers whose colors mean something, or the legend that was
// saved.

internal import Atlas
internal import Drawing
internal import Geometry
internal import Libc

extension Composition {
  /// The tables of the legend: the fills that are seen, uppermost first, then what lies over them.
  ///
  /// A fill lists the rows of the save's own legend of it, in that order. Without a fill, the save's
  /// legend of something else is shown. States and provinces, which have their names on the map, are
  /// listed on request only.
  func legendTables(isAutomatic: Bool) -> [LegendTable] {
    let saved = world.presentation.legend
    var fills = fillTables(isAutomatic: isAutomatic)
    if !isAutomatic, fills.isEmpty, zoneTable() == nil, let saved, !saved.rows.isEmpty {
      fills = [
        LegendTable(
          title: saved.title,
          rows: saved.rows.map {
            LegendTable.Row(paint: paint(for: $0.color, toned: $0.color.color), name: $0.name)
          })
      ]
    } else if let saved, saved.rows.count > 1 {
      fills = fills.map { table in
        var table = table
        let byName = Dictionary(
          table.rows.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let listed = saved.rows.compactMap { byName[$0.name] }
        if listed.count == saved.rows.count { table.rows = listed }
        return table
      }
    }
    let over = [zoneTable(), temperatureTable(), precipitationTable()].compactMap { $0 }
    let tables = (fills + over).filter { !$0.isEmpty }
    // One overlay explains itself where nobody requested a legend.
    guard
      !isAutomatic || !tables.isEmpty || request.overlays.count > 1 || request.party != nil
    else { return tables }
    return tables + [overlayTable(), partyTable()].compactMap { $0 }
  }

  /// The least opacity of a fill that hides what is under it.
  private static let hiding = 0.3

  private func fillTables(isAutomatic: Bool) -> [LegendTable] {
    typealias Row = (id: Int, name: String, color: EntityColor?)
    let words = request.words
    func rows<Table: Sequence>(_ table: Table, _ row: (Table.Element) -> Row) -> [Row] {
      table.map(row)
    }
    var tables: [LegendTable] = []
    /// Adds the table of a layer; false where it hides all fills under it.
    func add(
      _ layer: MapLayer, _ title: String, _ regions: RegionLayer, isNamed: Bool = false,
      _ rows: [Row]
    ) -> Bool {
      guard request.layers.contains(layer) else { return true }
      let table = table(title, regions, rows)
      // A single color explains itself where nobody requested a legend.
      if !isAutomatic || !isNamed && table.rows.count > 1 { tables.append(table) }
      return regions.style.opacity * regions.style.fillOpacity < Composition.hiding
    }
    let shown =
      add(
        .provinces, words.provinces, provinceRegions, isNamed: true,
        rows(world.provinces) { ($0.id, $0.name, $0.color) })
      && add(
        .states, words.states, stateRegions, isNamed: true,
        rows(world.states) { ($0.id, $0.name, $0.color) }.filter { $0.id != 0 })
      && add(
        .cultures, words.cultures, cultureRegions,
        rows(world.cultures) { ($0.id, $0.name, $0.color) })
      && add(
        .religions, words.religions, religionRegions,
        rows(world.religions) { ($0.id, $0.name, $0.color) })
      && add(
        .biomes, words.biomes, biomeRegions, rows(world.biomes) { ($0.id, $0.name, $0.color) })
    if shown, let heights = heightTable() { tables.append(heights) }
    return tables
  }

  /// The rows of a fill in the window, those that cover most first.
  private func table(
    _ title: String, _ layer: RegionLayer, _ rows: [(id: Int, name: String, color: EntityColor?)]
  ) -> LegendTable {
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
        return LegendTable.Row(paint: paint, name: row.name)
      },
      // Where only a band inside the border is filled, its color is what is looked for.
      opacity: style.opacity * (style.fillOpacity > 0 ? style.fillOpacity : style.bandOpacity))
  }

  /// The zones in the window, the largest first.
  private func zoneTable() -> LegendTable? {
    guard request.layers.contains(.zones) else { return nil }
    let seen = shownZones.compactMap { zone -> (zone: Zone, count: Int)? in
      let count = zone.cells.count { cell in
        cell >= 0 && Int(cell) < cells.count && window.contains(cells.mesh.sites[Int(cell)])
      }
      return count > 0 ? (zone, count) : nil
    }
    .sorted { ($0.count, $1.zone.id) > ($1.count, $0.zone.id) }
    guard !seen.isEmpty else { return nil }
    let styles = zoneStyles
    guard styles.isEmpty else {
      return LegendTable(
        title: request.words.zones,
        rows: seen.compactMap { zone, _ in
          styles[zone.id].map { style in
            LegendTable.Row(
              paint: .color(style.ground), name: zone.name, pattern: style.pattern,
              line: style.pattern == nil ? nil : style.line)
          }
        })
    }
    return LegendTable(
      title: request.words.zones,
      rows: seen.map { zone, _ in
        let given = zone.color ?? .rgb(0x80, 0x80, 0x80)
        return LegendTable.Row(paint: paint(for: given, toned: given.color), name: zone.name)
      }, opacity: look.zones.opacity)
  }

  // MARK: Ramps

  /// The colors of heights on land, as the map has them, with round heights in the world's unit.
  private func heightTable() -> LegendTable? {
    guard request.layers.contains(.heightmap),
      let high = terrain.height.indices.lazy
        .filter({ self.window.contains(self.terrain.mesh.sites[$0]) })
        .map({ Int(self.terrain.height[$0]) }).max(), high > 20
    else { return nil }
    let style = look.heightmap
    let scheme = scheme(style.scheme, field: "heightmap.scheme")
    let span = Double(high - 20)
    let step = Int(style.skip) + 1
    let bands = stride(from: 20, to: high, by: step).map { level in
      (
        color: scheme.color(at: 1 - Double(level) / 100),
        end: Double(min(level + step, high) - 20) / span
      )
    }
    let unit = request.words.distance(world.units.height)
    // Fathoms are the third unit that FMG offers.
    let perMeter =
      world.units.height == "f"
      ? 0.5468 : 1 / (DistanceUnit.meters(world.units.height) ?? 1)
    let exponent = world.units.heightExponent
    var ticks: [(text: String, place: Double)] = [("0", 0)]
    if exponent > 0 {
      for part in 1...5 {
        let level = 20 + span * Double(part) / 5
        let height = Composition.round(pow(level - 18, exponent) * perMeter)
        let place = (pow(height / perMeter, 1 / exponent) + 18 - 20) / span
        guard place > 0.05, place <= 1, place.isFinite else { continue }
        ticks.append((Composition.grouped(height), place))
      }
    }
    return LegendTable(
      title: request.words.heights + " (" + unit + ")",
      ramp: LegendTable.Ramp(bands: bands, ticks: ticks), opacity: style.opacity)
  }

  /// The colors between isotherms, with the temperatures that stand on these.
  private func temperatureTable() -> LegendTable? {
    guard request.layers.contains(.temperature), let low = terrain.temperature.min(),
      let high = terrain.temperature.max(), low < high
    else { return nil }
    let climate = look.climate
    let scheme = scheme(climate.temperatureScheme, field: "temperature.scheme")
    let step = max(Int((Double(abs(Int(low) - Int(high))) / 5).rounded()), 1)
    let span = Double(Int(high) - Int(low))
    let levels = Array(stride(from: Int(low), through: Int(high), by: step))
    let bands = levels.filter { $0 < high }.map { level in
      (
        color: scheme.color(at: 1 - Double(level + 50) / 100),
        end: min(1, Double(level + step - Int(low)) / span)
      )
    }
    let ticks = levels.dropFirst().map { level in
      (
        text: Temperature.text(celsius: level, unit: world.units.temperature),
        place: Double(level - Int(low)) / span
      )
    }
    return LegendTable(
      title: request.words.temperature, ramp: LegendTable.Ramp(bands: bands, ticks: ticks),
      opacity: climate.temperatureOpacity)
  }

  /// The colors of rainfall, or three of its circles, in millimeters: a hundred to a step of the
  /// format's scale, as FMG reckons it.
  private func precipitationTable() -> LegendTable? {
    guard request.layers.contains(.precipitation),
      let most = terrain.precipitation.indices.lazy
        .filter({ self.terrain.height[$0] >= 20 }).map({ Int(self.terrain.precipitation[$0]) })
        .max(), most > 0
    else { return nil }
    let climate = look.climate
    let title = request.words.precipitation + " (mm)"
    guard climate.precipitationScheme.isEmpty else {
      let scheme = scheme(climate.precipitationScheme, field: "precipitation.scheme")
      let steps = Composition.rainfallSteps
      let count = Double(steps.count + 1)
      return LegendTable(
        title: title,
        ramp: LegendTable.Ramp(
          bands: (0...steps.count).map { step in
            (
              color: scheme.color(at: 1 - Double(step) / Double(steps.count)),
              end: Double(step + 1) / count
            )
          },
          ticks: steps.enumerated().map { number, least in
            (text: Composition.grouped(Double(least) * 100), place: Double(number + 1) / count)
          }), opacity: climate.precipitationOpacity)
    }
    let amounts = [40, 20, 10, 5, 2].filter { $0 <= most }.prefix(3)
    return LegendTable(
      title: title,
      rows: amounts.map { amount in
        LegendTable.Row(
          paint: .color(climate.precipitationFill), name: Composition.grouped(Double(amount) * 100),
          radius: rainfallRadius(amount))
      })
  }

  /// The nearest number whose first figures are 1, 1.5, 2, 2.5, 3, 4, 5, 6 or 8.
  private static func round(_ value: Double) -> Double {
    guard value > 0, value.isFinite else { return 0 }
    let power = pow(10, floor(log10(value)))
    return [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].map { $0 * power }
      .min { abs($0 - value) < abs($1 - value) } ?? value
  }

  /// A whole number, from ten thousand up with a narrow space between its thousands.
  private static func grouped(_ value: Double) -> String {
    guard value >= 10_000, value < 1e15 else { return LookValue.number(value).text }
    let digits = Array(String(Int(value.rounded())))
    return digits.enumerated().reduce(into: "") { text, digit in
      if digit.offset > 0, (digits.count - digit.offset) % 3 == 0 { text += "\u{202F}" }
      text.append(digit.element)
    }
  }
}
