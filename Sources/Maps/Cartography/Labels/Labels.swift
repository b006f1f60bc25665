// SPDX-License-Identifier: MIT
// Part of Platen: all names of a map, placed one kind after the other on one board.

internal import Atlas
internal import Diagnostics
internal import Drawing
internal import Geometry

extension Composition {
  func labelsLayer() -> LayerDrawing { LayerDrawing(lettering.groups) }

  /// Every capital is named: where the names of regions leave one no place, all are named again
  /// with that capital ahead of them, as are all places under a symbol of a story.
  func letter() -> Lettered {
    let wanted = request.layers.contains(.labels) ? wantedBurgs : []
    // Overlays are drawn once, whereas names may be placed again, with a log of their own.
    _ = overlays
    let savedLog = log
    var ahead = Set(wanted.lazy.filter { self.request.overlay.marks($0.position) }.map(\.id))
    // Regions and burgs have one list where there is room for it; how many burgs it tells is known
    // when all names have been tried.
    var kept: ReservedRows?
    var apart: (lettered: Lettered, log: DiagnosticLog)?
    while true {
      var lettered = letter(wanted, ahead: ahead, keeping: kept)
      let lacking = lettered.capitalsLeftOut.subtracting(ahead)
      guard lacking.isEmpty else {
        ahead.formUnion(lacking)
        log = savedLog
        continue
      }
      if let rows = lettered.burgRows {
        guard let apart else {
          apart = (lettered, log)
          kept = rows
          log = savedLog
          continue
        }
        (lettered, log) = apart
      }
      nameCounts = lettered.figures
      if let note = lettered.figures.note { log.record(note) }
      log.record(lettered.signs.notes)
      let grid = lettered.grid
      isFreeOfNames = { grid?.isFree($0) ?? true }
      return lettered
    }
  }

  /// The names on a map, and the signs that keep away from it.
  struct Lettered {
    var groups: [Node] = []
    var signs = MapSigns()
    var capitalsLeftOut: Set<Int> = []
    var figures = NameCounts()
    /// Rows of a list of burgs that stands apart from one of regions.
    var burgRows: ReservedRows?
    /// Everything that stands on the sheet.
    var grid: LabelCollisionGrid?
  }

  /// Plates first, then marks, then names from the largest kind to the smallest; none covers
  /// those before it. Names of the burgs in `ahead`, by their ids, come before all others. Signs
  /// settle when the names of regions stand, which are larger, and before all smaller ones.
  ///
  /// - Parameter kept: The rows that a list of regions keeps for burgs.
  private func letter(
    _ wanted: [RankedBurg], ahead: Set<Int>, keeping kept: ReservedRows?
  ) -> Lettered {
    let bounds = inside.insetBy(1.5 * scale)
    let grid = LabelCollisionGrid(bounds: bounds, bucket: 24 * scale)
    let marks = LabelCollisionGrid(bounds: bounds, bucket: 24 * scale)
    grid.reserve(furniture.plates)
    request.overlay.reserve(on: grid)
    journeys.reserve(on: grid)
    overlays.reserve(on: grid)
    reserveHomes(of: signHomes, on: grid)
    for pin in signHomes.pins {
      for part in pin.parts { marks.reserveHome(part, cost: LabelCollisionGrid.sign) }
    }
    guard request.layers.contains(.labels) else {
      return Lettered(signs: settled(signHomes, on: grid))
    }
    reserveMarks(on: grid, and: marks)

    var groups: [Node] = []
    func append(_ name: String, _ nodes: [Node]) {
      if !nodes.isEmpty { groups.append(.group(Group(name: name, children: nodes))) }
    }
    grid.statistics.countRequested(.burgs, wanted.count)
    let first = burgNames(wanted.filter { ahead.contains($0.id) }, on: grid, marks: marks)
    var leftOut = first.capitalsLeftOut
    var burgRows: ReservedRows?
    let regions = regionNames(keeping: kept, on: grid, marks: marks)
    append("region-names", regions.nodes)
    append("sea-names", featureNames(.ocean, on: grid))
    append("added-names", addedNames(on: grid))
    append("capitals", coveredCapitals(on: grid))
    let signs = settled(signHomes, on: grid)
    marks.withdrawHomes()
    if request.layers.contains(.provinces) {
      append("province-names", provinceNames(on: grid))
    }
    append("island-names", featureNames(.island, on: grid))
    let later = wanted.filter { !ahead.contains($0.id) }
    if look.labels.numbersCrowded {
      let near = burgNames(later, within: 3, on: grid, marks: marks)
      let key = burgKey(
        of: near.crowded, in: regions.list, keeping: kept, on: grid, marks: marks)
      let far = burgNames(key.left, on: grid, marks: marks)
      append("burg-names", first.nodes + near.nodes + far.nodes)
      // The burgs' list goes on where that of regions ends, if rows are kept for it.
      let alone = kept == nil ? regions.list : nil
      append("region-numbers", regions.numbers + (alone.map(nodes) ?? []))
      append("burg-numbers", key.numbers + (key.list.map(nodes) ?? []))
      if let list = key.list, alone != nil || kept != nil && regions.list == nil {
        burgRows = ReservedRows(count: list.rows.count, widest: list.plate.widest)
      }
      leftOut.formUnion(near.capitalsLeftOut)
    } else {
      let others = burgNames(later, on: grid, marks: marks)
      append("burg-names", first.nodes + others.nodes)
      leftOut.formUnion(others.capitalsLeftOut)
    }
    if look.labels.showsLakes { append("lake-names", lakeNames(on: grid)) }
    append("river-names", riverNames(on: grid, marks: marks))
    return Lettered(
      groups: groups, signs: signs, capitalsLeftOut: leftOut, figures: grid.statistics.reckoned(),
      burgRows: burgRows, grid: grid)
  }

  /// Covering marks has a cost; a burg's name never covers a mark at all.
  private func reserveMarks(on grid: LabelCollisionGrid, and marks: LabelCollisionGrid) {
    guard request.layers.contains(.burgIcons) else { return }
    // What is named should not stand under the letters of its state.
    let named = Set(wantedBurgs.map(\.id))
    for member in markedBurgs {
      let style = look.burgs.style(member.rank)
      guard style.size > 0, style.shape != "none" else { continue }
      let size = markSize(of: member)
      let half = Point(size.width / 2, size.height / 2)
      let p = member.position
      func rect(_ x: Double, _ y: Double) -> Rect {
        Rect(x: p.x - x, y: p.y - y, width: 2 * x, height: 2 * y)
      }
      let cost =
        member.rank == .capital
        ? LabelCollisionGrid.capital : member.rank == .city ? 12 : named.contains(member.id) ? 5 : 1
      grid.reserve(rect(half.x, half.y), cost: cost)
      if member.rank == .capital, look.labels.statesClearOfBurgs {
        let rim = 2 * look.labels.padding
        grid.reserveHome(rect(half.x + rim, half.y + rim), cost: LabelCollisionGrid.rim)
      }
      if style.shape == "square" || symbol(of: member) != nil {
        marks.reserve(rect(half.x, half.y), cost: cost)
      } else {
        // A round mark leaves the corners of its box to others.
        for (x, y) in [(1, 0.5), (0.5, 1), (0.8, 0.8)] {
          marks.reserve(rect(half.x * x, half.y * y), cost: cost)
        }
      }
    }
  }

  /// The marks of capitals that names cover, drawn again over these; none in looks whose names do
  /// not step aside for them.
  private func coveredCapitals(on grid: LabelCollisionGrid) -> [Node] {
    let style = look.burgs.style(.capital)
    guard look.labels.statesClearOfBurgs, request.layers.contains(.burgIcons), style.size > 0,
      style.shape != "none"
    else { return [] }
    var body = Path()
    var core = Path()
    var drawings: [Node] = []
    for capital in markedBurgs where capital.rank == .capital {
      let half = style.size / 2
      let symbol = symbol(of: capital)
      let box =
        symbol.map { symbolFrame($0, of: capital) }
        ?? Rect(
          x: capital.position.x - half, y: capital.position.y - half, width: 2 * half,
          height: 2 * half)
      // Names are hard or solid; marks and plates beside them cost less or forbid all.
      guard inside.contains(capital.position), grid.cost(of: [box]) == nil else { continue }
      if let symbol {
        drawings.append(symbol.node(in: box))
        continue
      }
      let mark = BurgMark(shape: style.shape, size: style.size, at: capital.position)
      body.append(mark.body)
      core.append(mark.core)
    }
    guard !body.isEmpty else { return drawings }
    let stroke = Stroke(style.stroke, width: style.strokeWidth, join: .round)
    let halo = Stroke(look.labels.states.halo, width: style.strokeWidth + 3 * scale, join: .round)
    return [
      .path(PathNode(body, stroke: halo)),
      .path(PathNode(body, fill: Fill(style.fill), stroke: stroke)),
    ]
      + (core.isEmpty ? [] : [.path(PathNode(core, fill: Fill(style.stroke)))])
  }

  // MARK: Regions

  /// States, or what the fill shows in their place.
  private func regionNames(
    keeping kept: ReservedRows?, on grid: LabelCollisionGrid, marks: LabelCollisionGrid
  ) -> RegionNodes {
    let layers = request.layers
    let labels = look.labels
    if labels.regions.size > 0, !layers.contains(.states) {
      let maxSize = labels.regions.size * 1.3
      if layers.contains(.cultures) {
        let namer = namer(cells.culture, labels.regions, maxSize: maxSize)
        return names(
          of: world.cultures.map { NamedRow(id: $0.id, name: $0.name) }, namer, .regions,
          keeping: kept, on: grid, marks: marks)
      }
      if layers.contains(.religions) {
        let namer = namer(cells.religion, labels.regions, maxSize: maxSize)
        return names(
          of: world.religions.map { NamedRow(id: $0.id, name: $0.name) }, namer, .regions,
          keeping: kept, on: grid, marks: marks)
      }
    }
    guard labels.states.size > 0 else { return RegionNodes() }
    let namer = RegionNames(
      map: self, labels: cells.state, lettering: labels.states, mode: labels.statesNames,
      minSize: max(min(labels.statesMinSize, labels.states.size), leastName),
      maxSize: max(labels.statesMaxSize, leastName),
      maxSpacing: labels.statesMaxSpacing, fill: labels.statesFill,
      movesAside: labels.statesClearOfBurgs)
    let rows = world.states.filter { $0.id != 0 }.map {
      NamedRow(
        id: $0.id, name: $0.name, fullName: $0.fullName, drawnName: $0.drawnName, pole: $0.pole,
        override: $0.label, drawn: look.saved.followsDrawing ? $0.drawnLabel : nil,
        lettering: ($0.label?.group).flatMap { look.saved.groups[$0] })
    }
    return names(of: rows, namer, .regions, keeping: kept, on: grid, marks: marks)
  }

  private func provinceNames(on grid: LabelCollisionGrid) -> [Node] {
    var lettering = look.labels.provinces
    guard lettering.size > 0 else { return [] }
    lettering.size = readable(lettering.size)
    guard lettering.size >= leastName else {
      recordTooSmall("provinces", world.provinces.count { !$0.name.isEmpty })
      return []
    }
    let namer = namer(
      cells.province, lettering, minSize: max(lettering.size * 0.7, leastName),
      maxSize: lettering.size * 1.15)
    return names(
      of: world.provinces.map { NamedRow(id: $0.id, name: $0.name, pole: $0.pole) }, namer,
      .provinces, on: grid
    ).nodes
  }

  /// Seas, and islands, that bear names.
  private func featureNames(_ kind: Feature.Kind, on grid: LabelCollisionGrid) -> [Node] {
    var lettering = kind == .ocean ? look.labels.water : look.labels.added
    let rows = world.features.compactMap { feature -> NamedRow? in
      guard feature.kind == kind, let name = feature.name, !name.isEmpty else { return nil }
      return NamedRow(id: feature.id, name: name)
    }
    guard lettering.size > 0, !rows.isEmpty else { return [] }
    if kind == .ocean {
      lettering.size *= 2.4
      lettering.spacing = max(lettering.spacing, 0.12)
    }
    lettering.size = readable(lettering.size)
    let size = lettering.size
    guard size >= leastName else {
      recordTooSmall(kind == .ocean ? "seas" : "islands", rows.count)
      return []
    }
    let namer = namer(
      cells.feature, lettering, minSize: max(size * 0.4, leastName),
      maxSize: kind == .ocean ? size * 1.3 : size)
    return names(
      of: rows, namer, kind == .ocean ? .waters : .islands, isWater: kind == .ocean, on: grid
    ).nodes
  }

  /// A namer of regions by their short names only.
  private func namer(
    _ labels: [UInt16], _ lettering: MapLook.Lettering, minSize: Double? = nil, maxSize: Double
  ) -> RegionNames {
    RegionNames(
      map: self, labels: labels, lettering: lettering, mode: "short",
      minSize: minSize ?? max(min(look.labels.statesMinSize, lettering.size), leastName),
      maxSize: max(maxSize, leastName),
      maxSpacing: lettering.spacing, fill: look.labels.statesFill,
      movesAside: look.labels.statesClearOfBurgs)
  }

  /// The facts about a region that may be named.
  private struct NamedRow {
    var id: Int
    var name: String
    var fullName: String?
    var drawnName: String?
    var pole: Point?
    var override: LabelOverride?
    var drawn: LabelOverride?
    var lettering: MapLook.Lettering?
  }

  /// Names of regions, the largest first; with `marks`, regions without room have numbers and a
  /// key.
  private func names(
    of rows: [NamedRow], _ namer: RegionNames, _ kind: NameKind, isWater: Bool = false,
    keeping kept: ReservedRows? = nil, on grid: LabelCollisionGrid, marks: LabelCollisionGrid? = nil
  ) -> RegionNodes {
    let labels = namer.labels
    var counts: [Int] = []
    for cell in labels.indices {
      let label = Int(labels[cell])
      guard label != 0, (cells.height[cell] < 20) == isWater else { continue }
      if isPart, !window.contains(cells.mesh.sites[cell]) { continue }
      if label >= counts.count {
        counts += Array(repeating: 0, count: label + 1 - counts.count)
      }
      counts[label] += 1
    }
    // A part of the sheet has poles of its own: those of what is seen.
    let lacking = isPart || rows.contains { $0.pole == nil && $0.id > 0 && $0.id < counts.count }
    let poles = lacking ? poles(of: labels, isWater: isWater) : [:]
    // A part of the sheet sees corners of regions that are not worth their names.
    let least = isPart ? max(1, counts.reduce(0, +) / 100) : 1
    let regions = rows.compactMap { row -> NamedRegion? in
      guard row.id > 0, row.id < counts.count, counts[row.id] >= least,
        let pole = isPart ? poles[row.id] : row.pole ?? poles[row.id], pole.isFinite,
        inside.contains(pole), request.sees(row.override),
        !(row.override?.text ?? row.name).isEmpty
      else { return nil }
      return NamedRegion(
        id: row.id, shortName: row.name, fullName: row.fullName ?? row.name,
        drawnName: row.drawnName, pole: pole, cellCount: counts[row.id], override: row.override,
        drawn: row.drawn, lettering: row.lettering)
    }
    var namer = namer
    var sizes: RegionSizes?
    // Looks with FMG's own sizes have letters as large as there is room for them, as it has.
    if look.sheet.reference > 0 {
      let largest = regions.map(\.cellCount).max() ?? 0
      let chosen = RegionSizes(largest: namer.maxSize, least: namer.minSize, most: largest)
      namer.steps = chosen.steps
      sizes = chosen
    }
    let isNumbered = marks != nil && look.labels.numbersCrowded
    // Looks with FMG's own sizes are lettered as it does it.
    let isAtlas = marks != nil && look.sheet.reference > 0
    var names = RegionNodes()
    var placed: [Int: (region: NamedRegion, boxes: [Rect], size: Double)] = [:]
    func add(_ found: PlacedRegion, to region: NamedRegion) {
      sizes?.place(cells: region.cellCount, size: found.size)
      grid.place(found.text.boxes, as: kind)
      names.nodes += found.text.nodes
      guard isAtlas, let first = found.text.boxes.first, let last = found.text.boxes.last
      else { return }
      // Other regions' names keep a space's distance from its ends where they can.
      let way = last.center - first.center
      let space = way * (0.35 * found.size / max(way.length, 0.01))
      for box in found.text.boxes {
        for part in [box.translated(by: space), box.translated(by: Point.zero - space)] {
          grid.reserveHome(part, cost: LabelCollisionGrid.space)
        }
      }
      for box in found.text.ends(em: found.size) {
        grid.reserveHome(box, cost: LabelCollisionGrid.space)
        grid.reserve(box, cost: LabelCollisionGrid.burgSpace)
      }
    }
    func place(_ regions: [NamedRegion], isLast: Bool) {
      names.left = []
      for var region in regions {
        region.largest = sizes?.limit(cells: region.cellCount)
        guard let found = namer.place(region, on: grid, isLast: isLast) else {
          names.left.append(region)
          continue
        }
        if let line = found.line {
          grid.statistics.countLeaderLine()
          grid.reserve(NameRoom.boxes(along: line, thickness: found.size * 0.1))
          names.nodes.append(leader(line, namer.lettering, size: found.size))
        }
        add(found, to: region)
        if found.line == nil { placed[region.id] = (region, found.text.boxes, found.size) }
      }
    }
    grid.statistics.countRequested(kind, regions.count)
    place(
      regions.sorted { ($0.cellCount, $1.id) > ($1.cellCount, $0.id) }, isLast: !isNumbered)
    if isNumbered, let marks, !names.left.isEmpty {
      let key = regionKey(of: names.left, namer, keeping: kept, on: grid, marks: marks)
      (names.numbers, names.list) = (key.numbers, key.list)
      place(key.left, isLast: true)
    }
    for region in names.left {
      log.record(.note(.mapNameOmitted, "no room for the name \"\(region.shortName)\""))
    }
    if isAtlas {
      for (piece, size) in distantPieces(of: placed, labels) {
        var piece = piece
        piece.largest = min(sizes?.limit(cells: piece.cellCount) ?? size, size)
        guard let found = namer.placeAgain(piece, on: grid) else { continue }
        grid.statistics.countRequested(kind)
        add(found, to: piece)
      }
    }
    return names
  }

  /// The least share of a region's largest piece, and of all land, from which a piece apart from the
  /// region's name bears the name again.
  private static let repeatedShares = (piece: 0.12, land: 0.012)

  /// Large pieces of named regions that lie apart from their names, the largest first, with the em of
  /// these names.
  private func distantPieces(
    of placed: [Int: (region: NamedRegion, boxes: [Rect], size: Double)], _ labels: [UInt16]
  ) -> [(piece: NamedRegion, size: Double)] {
    var pieces = [Int32](repeating: 0, count: labels.count)
    var counts: [(region: Int, count: Int)] = []
    var land = 0
    func isSeen(_ cell: Int) -> Bool {
      cells.height[cell] >= 20 && (!isPart || window.contains(cells.mesh.sites[cell]))
    }
    for first in labels.indices where isSeen(first) {
      land += 1
      guard labels[first] != 0, pieces[first] == 0 else { continue }
      counts.append((Int(labels[first]), 0))
      let piece = Int32(counts.count)
      pieces[first] = piece
      var open = [first]
      while let cell = open.popLast() {
        counts[counts.count - 1].count += 1
        for next in cells.mesh.cellNeighbors[cell].lazy.map(Int.init)
        where labels.indices.contains(next) && pieces[next] == 0
          && labels[next] == labels[first] && isSeen(next)
        {
          pieces[next] = piece
          open.append(next)
        }
      }
    }
    var largest: [Int: Int] = [:]
    for piece in counts { largest[piece.region] = max(largest[piece.region] ?? 0, piece.count) }
    let shares = Composition.repeatedShares
    let isLarge = counts.map { piece in
      placed[piece.region] != nil && Double(piece.count) >= shares.land * Double(land)
        && Double(piece.count) >= shares.piece * Double(largest[piece.region] ?? 0)
    }
    guard isLarge.contains(true) else { return [] }
    for cell in pieces.indices where pieces[cell] > 0 && !isLarge[Int(pieces[cell]) - 1] {
      pieces[cell] = 0
    }
    return poles(of: pieces).compactMap { piece, pole -> (piece: NamedRegion, size: Double)? in
      let (id, count) = counts[piece - 1]
      guard let (region, boxes, size) = placed[id], inside.contains(pole),
        // A name that crosses to another piece names both.
        boxes.allSatisfy({ pieces[locator.cell(at: $0.center)] != piece }),
        boxes.allSatisfy({ $0.center.squaredDistance(to: pole) > 25 * size * size })
      else { return nil }
      let name = (region.override?.text ?? region.shortName).map { $0 == "|" ? " " : $0 }
      return (
        NamedRegion(
          id: id, shortName: String(name), fullName: String(name), pole: pole, cellCount: count),
        size
      )
    }
    .sorted {
      ($0.piece.cellCount, $1.piece.id, $1.piece.pole.x, $1.piece.pole.y)
        > ($1.piece.cellCount, $0.piece.id, $0.piece.pole.x, $0.piece.pole.y)
    }
  }

  /// Names of regions, numbers of those too small for them with their key, and those without.
  struct RegionNodes {
    var nodes: [Node] = []
    var numbers: [Node] = []
    var list: NumberedList?
    var left: [NamedRegion] = []
  }

  /// The pole of each region's largest piece.
  private func poles(of labels: [UInt16], isWater: Bool) -> [Int: Point] {
    var named = [Int32](repeating: 0, count: labels.count)
    for cell in labels.indices where (cells.height[cell] < 20) == isWater {
      named[cell] = Int32(labels[cell])
    }
    return poles(of: named, isWater: isWater)
  }

  private func poles(of named: [Int32], isWater: Bool = false) -> [Int: Point] {
    var result: [Int: Point] = [:]
    for outline in cellTracer.outlines(labels: named) {
      let rings = outline.rings.map { ring in
        Polygon.clip(
          ring.map { cells.mesh.vertices[Int($0)] }, to: isPart || isWater ? inside : sheet)
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

  /// Names the user put somewhere: there, or a little aside or smaller where others stand.
  private func addedNames(on grid: LabelCollisionGrid) -> [Node] {
    guard look.labels.added.size > 0 else { return [] }
    var nodes: [Node] = []
    var specks = 0
    defer { recordTooSmall("added names", specks) }
    for added in world.addedLabels where request.sees(added.label) {
      var lettering = look.lettering(ofLabel: added.label.group)
      let size = readable(lettering.size * (added.label.fontSize ?? 100) / 100)
      lettering.space(by: added.label.letterSpacing, size: size, scale: scale)
      // Lines of a label are parted as in names of states.
      let lines = (added.label.text ?? added.text).split(separator: "|").map(String.init)
      guard !lines.isEmpty, size > 0, size < window.width else { continue }
      let center = added.position + added.label.offset
      let line =
        added.label.path.count > 1
        ? added.label.path : [center - Point(1, 0), center + Point(1, 0)]
      guard line.contains(where: inside.contains) else { continue }
      guard size >= leastName else {
        specks += 1
        continue
      }
      grid.statistics.countRequested(.added)
      nodes += addedName(
        lines, lettering, along: line, middle: (added.label.startOffset ?? 50) / 100, size: size,
        on: grid)
    }
    return nodes
  }

  /// The lines of an added name where they cover least, no capital's mark if it can be helped;
  /// empty where they have no room near their place.
  private func addedName(
    _ lines: [String], _ lettering: MapLook.Lettering, along way: [Point], middle: Double,
    size: Double, on grid: LabelCollisionGrid
  ) -> [Node] {
    let chord = way[way.count - 1] - way[0]
    let normal = chord.length > 0 ? Point(-chord.y, chord.x) / chord.length : Point(0, 1)
    let isJoined = lines.contains { LetterBox(of: $0).isJoined }
    let sizes = [size, size * 0.85, size * 0.7].filter { $0 >= leastName }
    /// Off the way, in em, and along it, in its lengths; the nearest first.
    let near: [(aside: Double, along: Double)] =
      [0, 0.06, -0.06, 0.12, -0.12, 0.2, -0.2, 0.28, -0.28].map { (0, $0) }
      + [0.8, -0.8].flatMap { aside in [0, 0.1, -0.1, 0.2, -0.2].map { (aside, $0) } }
    let far: [(aside: Double, along: Double)] = [-1.6, 1.6, -2.4, 2.4].map { ($0, 0) }
    // A name stays near its place: the mark of a capital there is drawn over it.
    for (places, limit) in [
      (near, LabelCollisionGrid.capital), (near, LabelCollisionGrid.hard),
      (far, LabelCollisionGrid.hard),
    ] {
      var best: (cost: Int, placed: [PlacedText])?
      for (smaller, size) in sizes.enumerated() {
        let shaped = lines.map { shape($0, lettering, size: size) }
        for (index, place) in places.enumerated() {
          let effort = 12 * smaller + 2 * index
          guard effort < best?.cost ?? .max else { break }
          // All of the way moves: letters off a bend would crowd.
          let moved = way.map { $0 + normal * (place.aside * size) }
          guard let bent = TextPath(through: moved), let path = isJoined ? bent.chord : bent
          else { return [] }
          let along = place.along * max(path.length, 4 * size) / path.length
          let placed = shaped.enumerated().map { index, line in
            line.placed(
              along: path, middle: middle + along,
              offset: LetterBox.shift(ofLine: index, of: lines.count, size: size),
              rise: LetterBox.middle, size: size,
              trailing: isJoined ? 0 : lettering.spacing * size,
              paint: .color(lettering.color), halo: lettering.halo(size: size))
          }
          guard let covered = grid.cost(of: placed.flatMap(\.boxes), limit: limit) else { continue }
          if covered + effort < best?.cost ?? .max { best = (covered + effort, placed) }
        }
      }
      guard let best else { continue }
      grid.place(best.placed.flatMap(\.boxes), as: .added)
      return best.placed.flatMap(\.nodes)
    }
    log.record(
      .note(
        .mapNameOmitted,
        "no room for the name \"\(lines.joined(separator: " "))\""))
    return []
  }

  /// Lakes wide enough for their names, each in its middle.
  private func lakeNames(on grid: LabelCollisionGrid) -> [Node] {
    let lettering = look.labels.water
    guard lettering.size > 0 else { return [] }
    var nodes: [Node] = []
    var specks = 0
    defer { recordTooSmall("lakes", specks) }
    for lake in coasts.lakes {
      guard let name = world.features[id: lake.id]?.name, !name.isEmpty,
        let bounds = lake.path.controlBounds?.intersection(inside), bounds.height > lettering.size
      else { continue }
      // Great lakes in larger letters.
      let size = readable(min(max(lettering.size, bounds.height * 0.16), lettering.size * 1.8))
      guard size >= leastName else {
        specks += 1
        continue
      }
      let shaped = shape(name, lettering, size: size)
      let reach = LetterBox(of: name)
      let ink = shaped.width - (reach.isJoined ? 0 : lettering.spacing * size)
      guard ink > 0, ink <= bounds.width * 1.25 else { continue }
      grid.statistics.countRequested(.waters)
      let center = bounds.center
      for rise in [0.0, -0.8, 0.8, -1.6, 1.6] {
        let origin = Point(center.x - ink / 2, center.y + (reach.middle + rise) * size)
        let box = Rect(
          x: origin.x, y: origin.y - reach.above * size, width: ink,
          height: (reach.above + reach.below) * size)
        guard let cost = grid.cost(of: [box.insetBy(-look.labels.padding)]), cost < 8 else {
          continue
        }
        grid.place([box], as: .waters)
        nodes += shaped.nodes(
          at: origin, paint: .color(lettering.color), halo: lettering.halo(size: size))
        break
      }
    }
    return nodes
  }
}
