// SPDX-License-Identifier: MIT
// Part of Platen: the overlays of a map: lines and areas under its names, points with their names among
// them.

internal import Atlas
internal import Diagnostics
internal import Drawing
internal import Geometry
internal import Libc

extension Composition {
  func drawOverlays() -> OverlayDrawings { OverlayDrawings(of: self) }
}

/// The overlays of a map as they are drawn.
///
/// Points stand on their places before any name of the map is placed; where they would cover each
/// other or a plate they become smaller, stand beside their places at the ends of lines, or become
/// dots. Their names come before the map's own.
struct OverlayDrawings {
  /// Lines and areas.
  private(set) var shapes: [Group] = []
  /// Points, and all names.
  private(set) var signs: [Group] = []
  /// The name of the groups of the file whose features are drawn.
  private var group = ""
  /// The boxes of points and names.
  private var boxes: [Rect] = []
  private var lines: [(points: [Point], width: Double)] = []
  private var dots = 0
  private var omittedPoints = 0
  private var omittedNames = 0

  /// The most names that are tried.
  private static let nameLimit = 5_000
  /// The most boxes that lines take among names.
  private static let lineBoxLimit = 200_000
  /// Sizes of names, the first of which is preferred.
  private static let nameSizes = [1, 0.85]
  /// Shares of a line at which its name may stand, the best first.
  private static let places = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9]

  init(of map: Composition) {
    let sets = map.request.overlays
    guard !sets.isEmpty else { return }
    let grid = LabelCollisionGrid(
      bounds: map.inside.insetBy(1.5 * map.scale), bucket: 24 * map.scale)
    grid.reserve(map.furniture.plates)
    map.request.overlay.reserve(on: grid)
    map.journeys.reserve(on: grid)
    let pen = map.overlayPen
    var names: [Named] = []
    // Areas lie under lines, whichever file they come from.
    forEachFeature(of: sets) { $0.drawArea($1, pen, &names, on: map) }
    forEachFeature(of: sets) { $0.drawLine($1, pen, &names, on: map) }
    reserveLines(on: grid)
    var points: [Named] = []
    forEachFeature(of: sets) { $0.drawPoint($1, pen, &points, on: grid, map) }
    reserveMarks(of: map, on: grid)
    let known = OverlayDrawings.namedPlaces(of: map)
    let others = OverlayDrawings.longest(names, on: map)
    for name in (points + others).prefix(OverlayDrawings.nameLimit) {
      // A town that the map names at this place anyway.
      if case .point(let place) = name.feature.shape,
        known[name.feature.name]?.contains(where: { $0.distance(to: place) < 2 * map.scale })
          == true
      {
        continue
      }
      group = name.group
      if !drawName(of: name, on: grid, map) { omittedNames += 1 }
    }
    omittedNames += names.count - others.count
    omittedNames += max(0, points.count + others.count - OverlayDrawings.nameLimit)
    if let note { map.log.record(note) }
  }

  /// Draws all features, the groups named by their files.
  private mutating func forEachFeature(
    of sets: [OverlaySet], _ draw: (inout OverlayDrawings, OverlayFeature) -> Void
  ) {
    for set in sets {
      group = set.groupName
      for feature in set.features { draw(&self, feature) }
    }
  }

  private func put(_ nodes: [Node], into groups: inout [Group]) {
    guard groups.last?.name == group else {
      groups.append(Group(name: group, children: nodes))
      return
    }
    groups[groups.count - 1].children += nodes
  }

  private mutating func addShapes(_ nodes: [Node]) { put(nodes, into: &shapes) }

  private mutating func addSigns(_ nodes: [Node]) { put(nodes, into: &signs) }

  /// Takes the places of points, names and lines among the names of the map.
  func reserve(on grid: LabelCollisionGrid) {
    grid.reserve(boxes)
    reserveLines(on: grid)
  }

  private func reserveLines(on grid: LabelCollisionGrid) {
    var count = 0
    for line in lines {
      for ends in zip(line.points, line.points.dropFirst()) {
        for box in NameRoom.boxes(along: ends, thickness: line.width) {
          guard count < OverlayDrawings.lineBoxLimit else { return }
          count += 1
          grid.reserve(box, cost: LabelCollisionGrid.line)
        }
      }
    }
  }

  /// The changes for want of room, in words.
  private var note: Diagnostic? {
    let parts = [
      (dots, "points drawn as dots"), (omittedPoints, "points omitted"),
      (omittedNames, "names omitted"),
    ].filter { $0.0 > 0 }.map { "\($0.1): \($0.0)" }
    guard !parts.isEmpty else { return nil }
    return .note(
      .mapOverlaysCrowded, "overlays, for want of room: " + parts.joined(separator: "; "),
      hints: ["a region shows more of them"])
  }

  // MARK: Lines and areas

  /// A feature with a name, and the places beside which that may stand, the best first.
  private struct Named {
    var feature: OverlayFeature
    /// The name of the group that it is drawn into.
    var group: String
    var places: [Rect]
    /// Indicates whether the name stands in the middle of its place.
    var isCentered = false
    /// The length of a line that is seen, or the square root of an area.
    var extent = 0.0
  }

  /// The lines and areas that are named: those longer than their names, the longest ones up to a
  /// fifth of the names of towns that the look's density allows.
  private static func longest(_ names: [Named], on map: Composition) -> [Named] {
    let lettering = map.overlayPen.lettering
    let size = max(lettering.size, map.leastName)
    let limit = max(12, Int(min(map.nameBudget / 5, 1e6)))
    let sorted = names.enumerated()
      .sorted { ($0.element.extent, $1.offset) > ($1.element.extent, $0.offset) }
    let long = sorted.lazy.map(\.element).filter { name in
      name.isCentered
        || name.extent > map.shape(name.feature.name, lettering, size: size).width
    }
    return Array(long.prefix(limit))
  }

  private mutating func drawArea(
    _ feature: OverlayFeature, _ pen: OverlayPen, _ names: inout [Named], on map: Composition
  ) {
    guard case .areas(let areas) = feature.shape else { return }
    let room = map.window.insetBy(-0.05 * (map.window.width + map.window.height))
    let cut = areas.compactMap { rings -> [[Point]]? in
      let rings = rings.map { Polygon.clip($0, to: room) }
      guard let outer = rings.first, outer.count > 2 else { return nil }
      return [outer] + rings.dropFirst().filter { $0.count > 2 }
    }
    guard !cut.isEmpty else { return }
    var path = Path()
    for ring in cut.joined() { path.append(ring: ring) }
    addShapes([pen.area(path, of: feature)])
    guard !feature.name.isEmpty else { return }
    let seen = cut.map { rings in
      rings.map { Polygon.clip($0, to: map.inside) }.filter { $0.count > 2 }
    }.filter { !$0.isEmpty }
    func area(_ rings: [[Point]]) -> Double { rings.first.map { abs(Polygon.signedArea($0)) } ?? 0 }
    guard let largest = seen.max(by: { area($0) < area($1) }) else { return }
    let center = Polygon.poleOfInaccessibility(largest, precision: map.scale)
    names.append(
      Named(
        feature: feature, group: group,
        places: [Rect(x: center.x, y: center.y, width: 0, height: 0)],
        isCentered: true, extent: area(largest).squareRoot()))
  }

  private mutating func drawLine(
    _ feature: OverlayFeature, _ pen: OverlayPen, _ names: inout [Named], on map: Composition
  ) {
    guard case .lines(let given) = feature.shape else { return }
    let room = map.window.insetBy(-0.05 * (map.window.width + map.window.height))
    let seen = given.flatMap { Polyline.clip($0, to: room) }
    guard !seen.isEmpty else { return }
    var path = Path()
    for line in seen { path.append(Curve.linear(line)) }
    addShapes(pen.line(path, of: feature))
    let width = pen.width(of: feature)
    lines += seen.map { ($0, width) }
    guard !feature.name.isEmpty else { return }
    let inside = seen.flatMap { Polyline.clip($0, to: map.inside) }
    let lengths = inside.map { Polyline.length($0) }
    guard let longest = lengths.indices.max(by: { lengths[$0] < lengths[$1] }) else { return }
    let places = OverlayDrawings.places.compactMap { share -> Rect? in
      guard
        let point = Polyline.point(at: lengths[longest] * share, along: inside[longest])?.point
      else { return nil }
      return Rect(
        x: point.x - width / 2, y: point.y - width / 2, width: width, height: width)
    }
    names.append(Named(feature: feature, group: group, places: places, extent: lengths[longest]))
  }

  // MARK: Points

  /// A point in the largest size at which it covers nothing.
  private mutating func drawPoint(
    _ feature: OverlayFeature, _ pen: OverlayPen, _ names: inout [Named],
    on grid: LabelCollisionGrid, _ map: Composition
  ) {
    guard case .point(let place) = feature.shape, map.inside.contains(place) else { return }
    let height = pen.height(of: feature)
    let symbol = pen.symbol(of: feature)
    for factor in [1, 0.75] {
      let size = height * factor
      let parts =
        symbol.map { [$0.frame(height: size, around: place)] }
        ?? OverlayDrawings.pinBoxes(tip: place, height: size)
      guard grid.cost(of: parts, mayLeave: true) != nil else { continue }
      take(parts, feature, &names, on: grid)
      if let symbol, let frame = parts.first {
        addSigns([symbol.node(in: frame)])
      } else {
        addSigns(map.overlayPin(feature, tip: place, height: size))
      }
      return
    }
    if drawPoint(feature, beside: place, height: 0.75 * height, pen, &names, on: grid, map) {
      return
    }
    let diameter = height * 0.26
    let box = Rect(
      x: place.x - diameter / 2, y: place.y - diameter / 2, width: diameter, height: diameter)
    guard grid.cost(of: [box], mayLeave: true) != nil else {
      omittedPoints += 1
      return
    }
    take([box], feature, &names, on: grid)
    addSigns(pen.dot(feature, at: place, diameter: diameter))
    dots += 1
  }

  /// A point beside its place, at the end of a line that leads there; false where it has no room.
  private mutating func drawPoint(
    _ feature: OverlayFeature, beside place: Point, height: Double, _ pen: OverlayPen,
    _ names: inout [Named], on grid: LabelCollisionGrid, _ map: Composition
  ) -> Bool {
    let symbol = pen.symbol(of: feature)
    for ring in [0.7, 1, 1.4] {
      for turn in [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6] {
        // Straight up first.
        let angle = (Double(turn) / 6 - 0.5) * .pi
        let tip = place + Point(cos(angle), sin(angle)) * (ring * height)
        let parts =
          symbol.map { [$0.frame(height: height, around: tip)] }
          ?? OverlayDrawings.pinBoxes(tip: tip, height: height)
        guard map.inside.contains(tip), grid.cost(of: parts) != nil else { continue }
        let stroke = pen.outline(height: height)
        var way = Path()
        way.append(line: [place, tip])
        addSigns([
          .path(PathNode(way, stroke: Stroke(stroke.paint, width: height * 0.06, cap: .round))),
          .path(
            PathNode(Path(circleAt: place, radius: height * 0.08), fill: Fill(stroke.paint))),
        ])
        let line = NameRoom.boxes(along: (place, tip), thickness: height * 0.06)
        boxes += line
        take(parts, feature, &names, on: grid)
        grid.reserve(line)
        if let symbol, let frame = parts.first {
          addSigns([symbol.node(in: frame)])
        } else {
          addSigns(map.overlayPin(feature, tip: tip, height: height))
        }
        return true
      }
    }
    return false
  }

  private mutating func take(
    _ parts: [Rect], _ feature: OverlayFeature, _ names: inout [Named],
    on grid: LabelCollisionGrid
  ) {
    grid.reserve(parts)
    boxes += parts
    guard !feature.name.isEmpty, let first = parts.first else { return }
    names.append(
      Named(
        feature: feature, group: group, places: [parts.dropFirst().reduce(first) { $0.union($1) }]))
  }

  /// The head of a pin and its narrow tail.
  private static func pinBoxes(tip: Point, height: Double) -> [Rect] {
    let half = height * 0.36
    return [
      Rect(x: tip.x - half, y: tip.y - height, width: 2 * half, height: 0.7 * height),
      Rect(x: tip.x - half / 3, y: tip.y - 0.3 * height, width: 2 * half / 3, height: 0.3 * height),
    ]
  }

  // MARK: Names

  /// Places of names that the map has anyway, by the names.
  private static func namedPlaces(of map: Composition) -> [String: [Point]] {
    guard map.request.layers.contains(.labels) else { return [:] }
    return Dictionary(
      map.wantedBurgs.map { (map.world.burgs[$0.index].name, [$0.position]) },
      uniquingKeysWith: { $0 + $1 })
  }

  /// Covering the mark of a town that is named has a cost.
  private func reserveMarks(of map: Composition, on grid: LabelCollisionGrid) {
    guard map.request.layers.contains(.burgIcons) else { return }
    for member in map.wantedBurgs {
      let size = map.markSize(of: member)
      grid.reserve(
        Rect(
          x: member.position.x - size.width / 2, y: member.position.y - size.height / 2,
          width: size.width, height: size.height),
        cost: member.rank == .capital ? LabelCollisionGrid.capital : 12)
    }
  }

  /// The lines of a name as they are set, and their room.
  private struct SetName {
    var lines: [(text: ShapedText, size: Double, reach: LetterBox)]
    var width: Double
    var height: Double

    /// The nodes with the upper left corner of the room at a point; lines are centered.
    func nodes(at corner: Point, _ lettering: MapLook.Lettering) -> [Node] {
      var y = corner.y
      return lines.flatMap { line -> [Node] in
        let base = y + line.reach.above * line.size
        y = base + (line.reach.below + SetName.leading) * line.size
        return line.text.nodes(
          at: Point(corner.x + (width - line.text.width) / 2, base), paint: .color(lettering.color),
          halo: lettering.halo(size: line.size))
      }
    }

    static let leading = 0.12
  }

  private static func set(
    _ feature: OverlayFeature, size: Double, withNote: Bool, _ lettering: MapLook.Lettering,
    on map: Composition
  ) -> SetName {
    var lines = [(text: map.shape(feature.name, lettering, size: size), size: size)]
    var reaches = [LetterBox(tightlyOf: feature.name)]
    if withNote {
      var small = lettering
      small.weight = min(small.weight, 400)
      lines.append((map.shape(feature.note, small, size: size * 0.8), size * 0.8))
      reaches.append(LetterBox(tightlyOf: feature.note))
    }
    let set = zip(lines, reaches).map { ($0.0.text, $0.0.size, $0.1) }
    let height =
      set.reduce(0) { $0 + ($1.2.above + $1.2.below) * $1.1 }
      + (withNote ? SetName.leading * size : 0)
    return SetName(lines: set, width: set.map(\.0.width).max() ?? 0, height: height)
  }

  /// Draws a name beside its place, with its note if there is room for both; false where it has no
  /// room.
  private mutating func drawName(
    of named: Named, on grid: LabelCollisionGrid, _ map: Composition
  ) -> Bool {
    let lettering = map.overlayPen.lettering
    guard lettering.size > 0 else { return true }
    let size = max(lettering.size, map.leastName)
    let tries =
      (named.feature.note.isEmpty ? [] : [true]) + [false]
    for withNote in tries {
      for factor in OverlayDrawings.nameSizes where factor == 1 || size * factor >= map.leastName {
        let set = OverlayDrawings.set(
          named.feature, size: size * factor, withNote: withNote, lettering, on: map)
        guard set.width > 0, set.width < map.inside.width else { continue }
        guard let corner = OverlayDrawings.corner(of: set, size * factor, named, on: grid, map)
        else { continue }
        let box = Rect(x: corner.x, y: corner.y, width: set.width, height: set.height)
        grid.reserve(box)
        boxes.append(box.insetBy(-map.look.labels.padding))
        addSigns(set.nodes(at: corner, lettering))
        return true
      }
    }
    return false
  }

  /// The corner of a name where it covers least; nil where all places are taken.
  private static func corner(
    of set: SetName, _ size: Double, _ named: Named, on grid: LabelCollisionGrid, _ map: Composition
  ) -> Point? {
    var best: (corner: Point, cost: Int)?
    for (number, place) in named.places.enumerated() {
      let corners =
        named.isCentered
        ? [0, -1, 1, -2, 2].map { shift in
          Point(
            place.center.x - set.width / 2, place.center.y - set.height / 2 + shift * set.height)
        }
        : corners(around: place, set, gap: size * 0.22)
      for (index, corner) in corners.enumerated() {
        let box = Rect(x: corner.x, y: corner.y, width: set.width, height: set.height)
          .insetBy(-map.look.labels.padding)
        guard let covered = grid.cost(of: [box]) else { continue }
        let cost = 4 * covered + index + 2 * number
        if cost < best?.cost ?? .max { best = (corner, cost) }
      }
      if let best, best.cost < 4 { break }
    }
    return best?.corner
  }

  /// Corners of a name in twelve places around a sign, the best first.
  private static func corners(around place: Rect, _ set: SetName, gap: Double) -> [Point] {
    let (right, left) = (place.maxX + gap, place.minX - gap - set.width)
    let (above, below) = (place.minY - gap - set.height, place.maxY + gap)
    let middle = place.center.y - set.height / 2
    let across = place.center.x - set.width / 2
    return [
      Point(right, middle), Point(left, middle), Point(across, below), Point(across, above),
      Point(right, place.maxY - set.height), Point(left, place.maxY - set.height),
      Point(right, place.minY), Point(left, place.minY), Point(place.center.x, below),
      Point(place.center.x - set.width, below), Point(place.center.x, above),
      Point(place.center.x - set.width, above),
    ]
  }
}
