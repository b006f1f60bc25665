// SPDX-License-Identifier: MIT
// Part of Platen: coats of arms of states, provinces and burgs, pushed apart where they overlap.

internal import Atlas
internal import Diagnostics
internal import Drawing
internal import Geometry
internal import Heraldry

extension Composition {
  /// Burgs' arms lowest, states' on top.
  func emblemsLayer() -> LayerDrawing {
    let style = look.emblems
    let emblems = emblems
    let images = request.charges
    let painter = ArmsPainter(
      outline: 1, hasShine: style.hasShine, images: { name in images[name] })
    var gaps = ArmsGaps()
    var uploaded: [String] = []
    var nodes: [Node] = []
    for emblem in emblems.reversed() {
      if emblem.arms.isCustom { uploaded.append(emblem.owner) }
      guard let drawn = painter.draw(emblem.arms) else { continue }
      gaps.addGaps(drawn.gaps)
      let k = emblem.size / 200
      let map = AffineMap(
        a: k, b: 0, c: 0, d: k, tx: emblem.center.x - drawn.center.x * k,
        ty: emblem.center.y - drawn.center.y * k)
      var children = drawn.nodes
      if style.line.isVisible {
        // The pen is as wide on a small shield as on a large one.
        var pen = style.line.stroke
        pen.width /= k
        pen.dash = pen.dash.map { $0 / k }
        children.append(.path(PathNode(drawn.outline, stroke: pen)))
      }
      nodes.append(.group(Group(transform: map, children: children)))
    }
    log.record(gaps.diagnostics)
    if !uploaded.isEmpty {
      let names = uploaded.reversed().prefix(20).joined(separator: ", ")
      let more = uploaded.count > 20 ? " and \(uploaded.count - 20) more" : ""
      log.record(
        .warning(
          .heraldryUploaded,
          "coats of arms that are uploaded images are not drawn: \(names)\(more)",
          hints: ["recreate them in FMG's emblem editor from divisions and charges"]))
    }
    return LayerDrawing(nodes, opacity: style.opacity)
  }

  /// The arms that are drawn, states' first, where they stand.
  func placeEmblems() -> [Emblem] {
    let style = look.emblems
    let (w, h) = (sheet.width, sheet.height)
    // A part of the sheet shows the arms of states as large as the whole does; those of smaller
    // things come out as there is room for them.
    let shrunk = sheetScale > 0 ? min(1, scale / sheetScale) : 1

    func bounded(_ value: Double, _ low: Double, _ high: Double) -> Double {
      max(low, min(high, value))
    }
    func seen(
      _ rank: Emblem.Rank, _ rows: [(name: String, arms: CoatOfArms?, at: Point?)],
      factor: Double, size: (Int) -> Double
    ) -> [Emblem] {
      let rows = rows.filter { $0.arms.map { $0.size > 0 && $0.size.isFinite } ?? false }
      guard factor > 0 else { return [] }
      let usual = size(rows.count) * factor * savedEmblemSize(rank)
      return rows.compactMap { row in
        guard let arms = row.arms, let place = arms.position ?? row.at, place.isFinite else {
          return nil
        }
        let size = usual * min(arms.size, 10) * (rank == .state ? shrunk : 1)
        guard size >= style.minSize, size > 0, window.contains(place) else { return nil }
        return Emblem(
          rank: rank, owner: row.name, arms: arms, center: place, size: size,
          isPlaced: arms.position != nil)
      }
    }

    let states = seen(
      .state,
      world.states.filter { $0.id != 0 }.map {
        ($0.name, $0.coatOfArms, $0.pole ?? site($0.center))
      }, factor: style.states
    ) { n in
      bounded((w + h) / 40, 10, 100) / (1 + Double(n) / 100 - (15 - Double(n)) / 200)
    }
    // Nothing smaller than a state bears larger arms.
    let most = states.map(\.size).max() ?? .infinity
    let provinces = seen(
      .province, world.provinces.map { ($0.name, $0.coatOfArms, $0.pole ?? site($0.center)) },
      factor: style.provinces
    ) { n in
      bounded((w + h) / 100, 5, 70) / max(0.2, 1 + Double(n) / 1000 - (115 - Double(n)) / 1000)
    }
    let burgs = seen(
      .burg, world.burgs.map { ($0.name, $0.coatOfArms, $0.position) }, factor: style.burgs
    ) { n in
      bounded((w + h) / 185, 2, 50) / max(0.2, 1 + Double(n) / 1000 - (450 - Double(n)) / 1000)
    }
    var all = states + provinces + burgs
    if all.count > Composition.emblemLimit {
      log.record(
        .note(
          .mapEmblemsCut,
          "\(Composition.emblemLimit) of \(all.count) coats of arms are drawn; the map "
            + "has no room for more"))
      all.removeLast(all.count - Composition.emblemLimit)
    }
    for index in all.indices { all[index].size = min(all[index].size, most) }
    EmblemSpacing.separate(&all)
    return all
  }

  /// Coats of arms on one map.
  private static let emblemLimit = 4_000

  /// The place of a cell; nil where there is none.
  private func site(_ cell: Int?) -> Point? {
    guard let cell, cells.mesh.sites.indices.contains(cell) else { return nil }
    return cells.mesh.sites[cell]
  }

  /// The size the user gave a kind of arms in FMG, as a factor.
  private func savedEmblemSize(_ rank: Emblem.Rank) -> Double {
    let group =
      switch rank {
      case .state: "emblems/stateEmblems"
      case .province: "emblems/provinceEmblems"
      case .burg: "emblems/burgEmblems"
      }
    let saved = world.presentation.groups[group]?["data-size"].flatMap(Double.init) ?? 1
    return saved.isFinite ? max(0, min(20, saved)) : 1
  }
}

/// Moves arms apart that overlap. A few rounds, each pair looked at in turn: those overlapping
/// most are freed, and none goes far from where it belongs.
enum EmblemSpacing {
  private static let rounds = 8

  static func separate(_ emblems: inout [Emblem]) {
    guard emblems.count > 1, let largest = emblems.map(\.size).max(), largest > 0 else { return }
    let homes = emblems.map(\.center)
    let indices = emblems.indices.sorted { (homes[$0].x, $0) < (homes[$1].x, $1) }
    for _ in 0..<rounds {
      var isFree = true
      for (place, i) in indices.enumerated() {
        for j in indices[(place + 1)...] {
          // Homes are in order; none has moved further from its own than half a side.
          if homes[j].x - homes[i].x > 2 * largest { break }
          let (a, b) = (emblems[i], emblems[j])
          let room = (a.size + b.size) / 2
          var way = b.center - a.center
          guard abs(way.x) < room, abs(way.y) < room else { continue }
          var distance = way.length
          guard distance < room else { continue }
          if distance < 1e-6 {
            // Two on one spot part along a way that depends on who they are.
            way = Point(i < j ? 1 : -1, 0.5)
            distance = way.length
          }
          let push = way * ((room - distance) / distance)
          // The larger stays; what the user placed stays in any case.
          let (aFixed, bFixed) = (a.isPlaced, b.isPlaced)
          guard !(aFixed && bFixed) else { continue }
          let share =
            aFixed ? 0 : bFixed ? 1 : b.size * b.size / (a.size * a.size + b.size * b.size)
          move(&emblems[i], push * -share, from: homes[i])
          move(&emblems[j], push * (1 - share), from: homes[j])
          isFree = false
        }
      }
      if isFree { break }
    }
  }

  private static func move(_ emblem: inout Emblem, _ by: Point, from home: Point) {
    guard !emblem.isPlaced else { return }
    var off = emblem.center + by - home
    let reach = emblem.size * 0.75
    if off.length > reach { off = off * (reach / off.length) }
    emblem.center = home + off
  }
}
