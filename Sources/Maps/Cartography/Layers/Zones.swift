// SPDX-License-Identifier: MIT
// Part of Platen: zones, each told from the others, on the map and in its legend alike.

internal import Atlas
internal import Diagnostics
internal import Drawing
internal import Geometry

/// The fill and outline of one zone.
struct ZoneStyle {
  /// The color of the whole zone.
  var ground: Color
  /// The pattern over it, if it has one.
  var pattern: Paint?
  var line: MapLook.Line
}

extension Composition {
  /// Zones that the audience sees.
  var shownZones: [Zone] {
    world.zones.filter { !$0.isHidden || request.audience != .player }
  }

  func zonesLayer() -> LayerDrawing {
    if request.audience == .player, !world.zones.isEmpty, world.zones.allSatisfy(\.isHidden) {
      reportHidden(.zones, .mapZonesHidden, "all zones are hidden; players see none of them")
    }
    var nodes: [Node] = []
    let styles = zoneStyles
    for zone in shownZones {
      var labels = [Int32](repeating: 0, count: cells.count)
      for cell in zone.cells where cell >= 0 && Int(cell) < labels.count { labels[Int(cell)] = 1 }
      let shaper = RegionShaper(mesh: cells.mesh, labels: labels, isSmooth: false, sheet: sheet)
      for outline in cellTracer.outlines(labels: labels) {
        let path = shaper.path(rings: outline.rings)
        guard let style = styles[zone.id] else {
          let given = zone.color ?? .rgb(0x80, 0x80, 0x80)
          let paint: Paint =
            if case .hatch(let number) = given {
              Hatching.paint(number: number, scale: scale)
            } else {
              .color(given.color)
            }
          nodes.append(
            .path(
              PathNode(
                path, fill: Fill(paint, rule: .evenOdd),
                stroke: look.zones.line.isVisible ? look.zones.line.stroke : nil)))
          continue
        }
        nodes.append(
          .path(
            PathNode(
              path, fill: Fill(style.ground, rule: .evenOdd),
              stroke: style.line.isVisible ? style.line.stroke : nil)))
        if let pattern = style.pattern {
          nodes.append(.path(PathNode(path, fill: Fill(pattern, rule: .evenOdd))))
        }
      }
    }
    return LayerDrawing(nodes, opacity: styles.isEmpty ? look.zones.opacity : 1)
  }

  /// The styles of zones by their ids: the save's colors where each differs from all others, and
  /// else a pattern of its own in the color of its kind. Empty in looks that have the author's own
  /// fills.
  func findZoneStyles() -> [Int: ZoneStyle] {
    guard look.sheet.reference > 0 else { return [:] }
    let zones = shownZones
    func plain(_ zone: Zone) -> Color? {
      if case .rgb? = zone.color { zone.color?.color } else { nil }
    }
    let colors = zones.compactMap(plain).map(OKLab.init)
    var taken: [ZonePattern: Int] = [:]
    var otherCount = 0
    var styles: [Int: ZoneStyle] = [:]
    /// The kind's pattern, another that none has yet, or the one in larger tiles.
    func choose(_ wanted: ZonePattern?) -> (pattern: ZonePattern, round: Int) {
      let spare: [ZonePattern] = [.rings, .stripes, .lozenges, .pales] + ZonePattern.allCases
      let order = (wanted.map { [$0] } ?? []) + spare
      let least = order.map { taken[$0] ?? 0 }.min() ?? 0
      let pattern = order.first { (taken[$0] ?? 0) == least } ?? .slashes
      taken[pattern] = least + 1
      return (pattern, least)
    }
    // Kinds have their own patterns before others take what is left.
    let kinds = zones.map { (zone: $0, kind: Composition.kind(of: $0)) }
    for (zone, kind) in kinds.filter({ $0.kind != nil }) + kinds.filter({ $0.kind == nil }) {
      if let own = plain(zone) {
        let lab = OKLab(own)
        // Matched from far away, they must differ more than beside each other.
        if colors.count(where: { $0.distance(to: lab) < 2 * OKLab.distinct }) < 2 {
          var line = look.zones.line
          line.color = line.color.opacity(look.zones.opacity)
          styles[zone.id] = ZoneStyle(ground: own.opacity(look.zones.opacity), line: line)
          continue
        }
      }
      let (pattern, round) = choose(kind?.pattern)
      let color: Color
      if let own = plain(zone) {
        color = own
      } else if let kind, kind.pattern == pattern, round == 0 {
        color = kind.color
      } else {
        color = ZoneKind.others[otherCount % ZoneKind.others.count]
        otherCount += 1
      }
      let ink = zoneInk(color)
      styles[zone.id] = ZoneStyle(
        ground: ink.opacity(0.14),
        pattern: pattern.paint(
          ink.opacity(0.85), unit: 7.6 * scale * (1 + 0.6 * Double(round))),
        line: MapLook.Line(color: ink.opacity(0.85), width: max(look.zones.line.width, 0.5 * scale))
      )
    }
    return styles
  }

  /// The kind of a zone: FMG calls most of them disasters, but names each for what it is.
  private static func kind(of zone: Zone) -> ZoneKind? {
    let word = zone.name.split(separator: " ").last.map(String.init) ?? ""
    let isVague = zone.type.isEmpty || zone.type.lowercased() == "disaster"
    return (isVague ? ZoneKind(word) : nil) ?? ZoneKind(zone.type)
  }

  /// A color as it can be seen on the look's land, a little in the look's ink.
  private func zoneInk(_ color: Color) -> Color {
    let (land, ink) = (look.land.fill, look.coast.line.color)
    let isDark = land.alpha > 0 && land.lightness < 0.4
    return isDark
      ? color.mixed(with: .white, 0.5)
      : color.mixed(with: Color(ink.red, ink.green, ink.blue), 0.12)
  }
}
