// SPDX-License-Identifier: MIT
// Part of Platen: all names of a map, placed one kind after the other on one board.

internal import Atlas
internal import Diagnostics
internal import Drawing
internal import Geometry

extension Composition {
  /// Every capital is named: where the names of regions leave one no place, all is named anew with
  /// that capital ahead of them.
  func labelsLayer() -> LayerDrawing {
    let said = log
    var ahead: Set<Int> = []
    while true {
      let named = labels(ahead: ahead)
      let lacking = named.capitalsLeftOut.subtracting(ahead)
      guard !lacking.isEmpty else { return LayerDrawing(named.groups) }
      ahead.formUnion(lacking)
      log = said
    }
  }

  /// Plates first, then marks, then names from the largest kind to the smallest; nobody covers
  /// who came before. Names of the capitals in `ahead`, by their ids, come before all others.
  private func labels(ahead: Set<Int>) -> (groups: [Node], capitalsLeftOut: Set<Int>) {
    let board = LabelBoard(bounds: inside.insetBy(1.5 * scale), bucket: 24 * scale)
    board.reserve(furniture.plates)
    reserveMarks(on: board)

    var groups: [Node] = []
    func append(_ name: String, _ nodes: [Node]) {
      if !nodes.isEmpty { groups.append(.group(Group(name: name, children: nodes))) }
    }
    let first = burgNames(rankedBurgs.filter { ahead.contains($0.id) }, on: board)
    append("region-names", regionNames(on: board))
    append("added-names", addedNames(on: board))
    if request.layers.contains(.provinces) {
      append("province-names", provinceNames(on: board))
    }
    let others = burgNames(rankedBurgs.filter { !ahead.contains($0.id) }, on: board)
    append("burg-names", first.nodes + others.nodes)
    if look.labels.showsLakes { append("lake-names", lakeNames(on: board)) }
    return (groups, first.capitalsLeftOut.union(others.capitalsLeftOut))
  }

  private func reserveMarks(on board: LabelBoard) {
    if request.layers.contains(.markers) {
      for pin in seenMarkers { board.reserve(pin.box, cost: 90) }
    }
    guard request.layers.contains(.burgIcons) else { return }
    for member in rankedBurgs {
      let style = look.burgs.style(member.rank)
      guard style.size > 0, style.shape != "none" else { continue }
      let half = style.size / 2 + style.strokeWidth
      let p = member.position
      board.reserve(
        Rect(x: p.x - half, y: p.y - half, width: 2 * half, height: 2 * half),
        cost: member.rank == .capital ? 24 : member.rank == .city ? 8 : 1)
    }
  }

  // MARK: Regions

  /// States, or what the fill shows in their place.
  private func regionNames(on board: LabelBoard) -> [Node] {
    let layers = request.layers
    let labels = look.labels
    if labels.regions.size > 0, !layers.contains(.states) {
      if layers.contains(.cultures) {
        return names(
          cells.culture, lettering: labels.regions,
          of: world.cultures.map { ($0.id, $0.name, nil, nil) }, on: board)
      }
      if layers.contains(.religions) {
        return names(
          cells.religion, lettering: labels.regions,
          of: world.religions.map { ($0.id, $0.name, nil, nil) }, on: board)
      }
    }
    guard labels.states.size > 0 else { return [] }
    return names(
      cells.state, lettering: labels.states,
      of: world.states.filter { $0.id != 0 }.map { ($0.id, $0.name, $0, $0.pole) }, on: board)
  }

  /// Names of regions, the largest first.
  private func names(
    _ labels: [UInt16], lettering: MapLook.Lettering,
    of rows: [(id: Int, name: String, state: State?, pole: Point?)], on board: LabelBoard
  ) -> [Node] {
    var counts: [Int] = []
    for cell in labels.indices {
      let label = Int(labels[cell])
      guard label != 0, cells.height[cell] >= 20 else { continue }
      if isPart, !window.contains(cells.mesh.sites[cell]) { continue }
      if label >= counts.count {
        counts += Array(repeating: 0, count: label + 1 - counts.count)
      }
      counts[label] += 1
    }
    // A part of the sheet has poles of its own: those of what is seen.
    let lacking = isPart || rows.contains { $0.pole == nil && $0.id > 0 && $0.id < counts.count }
    let poles = lacking ? poles(of: labels) : [:]
    let isState = rows.contains { $0.state != nil }
    let namer = RegionNames(
      map: self, labels: labels, lettering: lettering,
      mode: isState ? look.labels.statesNames : "short",
      minSize: min(look.labels.statesMinSize, lettering.size),
      maxSize: isState ? look.labels.statesMaxSize : lettering.size * 1.3,
      maxSpacing: isState ? look.labels.statesMaxSpacing : lettering.spacing,
      fill: look.labels.statesFill,
      movesAside: look.labels.statesClearOfBurgs)
    // A part of the sheet sees corners of regions that are not worth their names.
    let least = isPart ? max(1, counts.reduce(0, +) / 100) : 1
    let regions = rows.compactMap { row -> NamedRegion? in
      guard row.id > 0, row.id < counts.count, counts[row.id] >= least,
        let pole = isPart ? poles[row.id] : row.pole ?? poles[row.id], pole.isFinite,
        inside.contains(pole),
        row.state?.label?.isHidden != true
      else { return nil }
      return NamedRegion(
        id: row.id, shortName: row.name, fullName: row.state?.fullName ?? row.name, pole: pole,
        cellCount: counts[row.id], override: row.state?.label)
    }
    return regions.sorted { ($0.cellCount, $1.id) > ($1.cellCount, $0.id) }
      .flatMap { namer.place($0, on: board)?.nodes ?? [] }
  }

  /// The pole of each region's largest piece.
  private func poles(of labels: [UInt16]) -> [Int: Point] {
    var land = [Int32](repeating: 0, count: labels.count)
    for cell in labels.indices where cells.height[cell] >= 20 { land[cell] = Int32(labels[cell]) }
    var result: [Int: Point] = [:]
    for outline in cellTracer.outlines(labels: land) {
      let rings = outline.rings.map { ring in
        Polygon.clip(ring.map { cells.mesh.vertices[Int($0)] }, to: isPart ? inside : sheet)
      }.filter { $0.count > 2 }
      let areas = rings.map { abs(Polygon.signedArea($0)) }
      guard let largest = areas.indices.max(by: { areas[$0] < areas[$1] }) else { continue }
      let bounds = Rect(enclosing: rings[largest])
      let parts =
        [rings[largest]]
        + rings.indices.filter { index in
          guard index != largest, let first = rings[index].first else { return false }
          return bounds?.contains(first) == true
        }.map { rings[$0] }
      result[Int(outline.label)] = Polygon.poleOfInaccessibility(parts, precision: 2 * scale)
    }
    return result
  }

  // MARK: Single names

  private func provinceNames(on board: LabelBoard) -> [Node] {
    let lettering = look.labels.provinces
    guard lettering.size > 0 else { return [] }
    let lacking = isPart || world.provinces.contains { $0.pole == nil }
    let found = lacking ? poles(of: cells.province) : [:]
    var nodes: [Node] = []
    for province in world.provinces {
      guard let pole = isPart ? found[province.id] : province.pole ?? found[province.id] else {
        continue
      }
      nodes += level(province.name, lettering, at: pole, on: board)
    }
    return nodes
  }

  /// Names the user put somewhere: there, or a little aside or smaller where others stand.
  private func addedNames(on board: LabelBoard) -> [Node] {
    let lettering = look.labels.added
    guard lettering.size > 0 else { return [] }
    var nodes: [Node] = []
    for added in world.addedLabels where !added.label.isHidden {
      let size = lettering.size * (added.label.fontSize ?? 100) / 100
      // Lines of a label are parted as in names of states.
      let lines = (added.label.text ?? added.text).split(separator: "|").map(String.init)
      guard !lines.isEmpty, size > 0, size < window.width else { continue }
      let center = added.position + added.label.offset
      let line =
        added.label.path.count > 1
        ? added.label.path : [center - Point(1, 0), center + Point(1, 0)]
      nodes += addedName(lines, lettering, along: line, size: size, on: board)
    }
    return nodes
  }

  /// The lines of an added name; nothing where there is no room near its place.
  private func addedName(
    _ lines: [String], _ lettering: MapLook.Lettering, along way: [Point], size: Double,
    on board: LabelBoard
  ) -> [Node] {
    let chord = way[way.count - 1] - way[0]
    let normal = chord.length > 0 ? Point(-chord.y, chord.x) / chord.length : Point(0, 1)
    for size in [size, size * 0.85, size * 0.7] {
      let shaped = lines.map { shape($0, lettering, size: size) }
      for aside in [0.0, -0.8, 0.8, -1.6, 1.6, -2.4, 2.4] {
        // All of the way moves: letters off a bend would crowd.
        let moved = way.map { $0 + normal * (aside * size) }
        guard let path = TextPath(through: moved) else { return [] }
        let placed = shaped.enumerated().map { index, line in
          line.placed(
            along: path, offset: LetterBox.shift(ofLine: index, of: lines.count, size: size),
            rise: LetterBox.middle, size: size, trailing: lettering.spacing * size,
            paint: .color(lettering.color), halo: lettering.halo(size: size))
        }
        let boxes = placed.flatMap(\.boxes)
        guard board.cost(of: boxes) != nil else { continue }
        board.reserve(boxes)
        return placed.flatMap(\.nodes)
      }
    }
    log.record(
      .note(
        "map.name-left-out",
        "there is no room for the name \"\(lines.joined(separator: " "))\""))
    return []
  }

  private func lakeNames(on board: LabelBoard) -> [Node] {
    let lettering = look.labels.water
    guard lettering.size > 0 else { return [] }
    var nodes: [Node] = []
    for lake in coasts.lakes {
      guard let name = world.features[id: lake.id]?.name, !name.isEmpty,
        let bounds = lake.path.controlBounds?.intersection(inside), bounds.height > lettering.size
      else { continue }
      nodes += level(name, lettering, at: bounds.center, within: bounds.width * 1.25, on: board)
    }
    return nodes
  }

  /// A level name centred on a point or a little above or below it; nothing where it has no room.
  private func level(
    _ name: String, _ lettering: MapLook.Lettering, at center: Point, size: Double? = nil,
    within width: Double = .infinity, on board: LabelBoard
  ) -> [Node] {
    guard !name.isEmpty, center.isFinite else { return [] }
    let size = size ?? lettering.size
    let shaped = shape(name, lettering, size: size)
    let ink = shaped.width - lettering.spacing * size
    guard ink > 0, ink <= width else { return [] }
    for rise in [0.0, -0.8, 0.8, -1.6, 1.6] {
      let origin = Point(center.x - ink / 2, center.y + (LetterBox.middle + rise) * size)
      let box = Rect(
        x: origin.x, y: origin.y - LetterBox.above * size, width: ink,
        height: (LetterBox.above + LetterBox.below) * size)
      guard let cost = board.cost(of: [box.insetBy(-look.labels.padding)]), cost < 8 else {
        continue
      }
      board.reserve(box)
      return shaped.nodes(
        at: origin, paint: .color(lettering.color), halo: lettering.halo(size: size))
    }
    return []
  }
}
