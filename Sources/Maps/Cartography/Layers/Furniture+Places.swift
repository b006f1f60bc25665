// SPDX-License-Identifier: MIT
// Part of Platen: where on the sheet its plates stand.

internal import Atlas
internal import Diagnostics
internal import Geometry

extension Furniture {
  /// The kinds of plates.
  private enum Piece { case title, scaleBar, legend, compass, inset }

  /// The orders in which pieces take their places, tried until nothing hides any land.
  private static let orders: [[Piece]] = [
    [.title, .scaleBar, .legend, .compass, .inset],
    [.legend, .title, .scaleBar, .compass, .inset],
    [.title, .legend, .scaleBar, .compass, .inset],
    [.title, .legend, .compass, .scaleBar, .inset],
    [.title, .compass, .legend, .scaleBar, .inset],
    [.legend, .scaleBar, .title, .compass, .inset],
    [.legend, .compass, .title, .scaleBar, .inset],
  ]

  /// The plates as they stand one beside the other, where they hide least.
  init(of map: Composition) {
    let savedLog = map.log
    var best: (furniture: Furniture, absent: Int, hidden: Int, log: DiagnosticLog)?
    for order in Furniture.orders {
      map.log = savedLog
      let furniture = Furniture(of: map, placing: order)
      let hidden = furniture.plates.reduce(0) { $0 + map.plateGround.hidden(by: $1) }
      let absent = order.count - furniture.plates.count
      guard let last = best else {
        best = (furniture, absent, hidden, map.log)
        guard hidden > 0, Furniture.hasChoice(map.look) else { break }
        continue
      }
      if (absent, hidden) < (last.absent, last.hidden) {
        best = (furniture, absent, hidden, map.log)
        if hidden == 0 { break }
      }
    }
    self.init()
    if let best {
      map.log = best.log
      self = best.furniture
    }
  }

  /// Indicates whether the look leaves open where something stands.
  private static func hasChoice(_ look: MapLook) -> Bool {
    [look.title.place, look.scaleBar.place, look.legend.place, look.compass.place].contains("auto")
  }

  private func plates(but plate: Rect?) -> [Rect] { plates.filter { $0 != plate } }

  private init(of map: Composition, placing order: [Piece]) {
    self.init()
    let layers = map.request.layers
    for piece in order {
      switch piece {
      case .title:
        if layers.contains(.title) { title = TitleBlock(of: map, beside: plates) }
      case .scaleBar:
        if layers.contains(.scaleBar) { scaleBar = ScaleBlock(of: map, beside: plates) }
      case .legend:
        if layers.contains(.legend) { legend = LegendBlock(of: map, beside: plates) }
      case .compass:
        // Smaller only where it then hides less.
        for factor in layers.contains(.compass) ? [1, 0.85, 0.7] : [] {
          guard compass.map({ map.plateGround.hidden(by: $0.plate) }) != 0 else { break }
          let next = CompassRose(of: map, beside: plates(but: compass?.plate), scaledBy: factor)
          guard let next else { break }
          let last = compass.map { map.plateGround.hidden(by: $0.plate) } ?? .max
          if map.plateGround.hidden(by: next.plate) < last { compass = next }
        }
      case .inset:
        if layers.contains(.inset) { inset = InsetBlock(of: map, beside: plates) }
      }
    }
  }
}

extension Composition {
  /// The place of a plate of `size`: as the look specifies, or where it hides least land.
  func place(
    _ size: Size, _ place: String, margin: Double, order: [String], beside others: [Rect]
  ) -> Rect {
    if place == "auto", let spot = placeInBand(size, order: order, beside: others) { return spot }
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
    let free = { (candidate: Rect) in
      !others.contains { $0.insetBy(-margin / 2).intersects(candidate) }
    }
    let ground = plateGround
    let omitted = request.surroundings?.omitted ?? []
    func least(_ candidates: [Rect], clear: Double) -> (place: Rect, hidden: Int)? {
      var best: (place: Rect, hidden: Int)?
      for candidate in candidates where best?.hidden != 0 && free(candidate) {
        var hidden = ground.hidden(by: candidate.insetBy(-clear))
        // Sheets of a poster that are not printed.
        if omitted.contains(where: candidate.intersects) { hidden += 1_000_000_000_000 }
        if hidden < best?.hidden ?? .max { best = (candidate, hidden) }
      }
      return best
    }
    // Corners first, then all along the edges from the best of them, both well clear of coasts,
    // then corners a little less clear, then in a column with another plate, then anywhere in the
    // open sea; close to coasts only where there is no other sea.
    if let corner = least(order.map(rect), clear: margin * 0.8), corner.hidden == 0 {
      return corner.place
    }
    let corner = least(order.map(rect), clear: margin * 0.25)
    guard room.width > size.width, room.height > size.height else {
      return corner?.place ?? rect(order[0])
    }
    let from = corner?.place ?? rect(order[0])
    let along = nearest(to: from, among: edgePlaces(size, in: room))
    let inner = nearest(to: from, among: innerPlaces(size, in: room, steps: 48))
    let stacked = stackedPlaces(size, beside: others, gap: margin * 0.55).filter {
      room.minX <= $0.minX && $0.maxX <= room.maxX && room.minY <= $0.minY && $0.maxY <= room.maxY
    }
    let corners = corner.map { [$0.place] } ?? []
    for (candidates, clear) in [
      (along, 0.8), (corners, 0.25), (along, 0.4), (stacked, 0.3), (inner, 0.7), (along, 0.15),
      (inner, 0.2),
    ] {
      if let best = least(candidates, clear: margin * clear), best.hidden == 0 {
        return best.place
      }
    }
    // Where it hides no town if it can be helped, and least land.
    return least(order.map(rect) + along + inner, clear: 0)?.place ?? from
  }

  /// The place in the middle of the sea above or below the world on a sheet much taller than it; nil on
  /// other sheets, and where it is not all sea.
  func placeInOpenSea(
    _ size: Size, _ place: String, isAbove: Bool, margin: Double, beside others: [Rect]
  ) -> Rect? {
    guard place == "auto", let beyond = request.surroundings, beyond.ground == .sea,
      beyond.omitted.isEmpty, inside.height >= 1.4 * seen.height
    else { return nil }
    let room = isAbove ? seen.minY - inside.minY : inside.maxY - seen.maxY
    guard room >= 2 * size.height, inside.width > size.width + 2 * margin else { return nil }
    let top = isAbove ? inside.minY : seen.maxY
    let spot = Rect(
      x: inside.center.x - size.width / 2, y: top + (room - size.height) / 2, width: size.width,
      height: size.height)
    let clear = spot.insetBy(-margin * 0.8)
    guard !others.contains(where: clear.intersects), plateGround.hidden(by: clear) == 0 else {
      return nil
    }
    return spot
  }

  /// The rectangles in order of their distance from one of them.
  private func nearest(to place: Rect, among places: [Rect]) -> [Rect] {
    places.enumerated().map { (index: $0, place: $1) }
      .map { ($0.index, $0.place, $0.place.center.squaredDistance(to: place.center)) }
      .sorted { ($0.2, $0.0) < ($1.2, $1.0) }.map(\.1)
  }

  /// Places for a plate below and above others: on their middle, or flush with one of their sides.
  private func stackedPlaces(_ size: Size, beside others: [Rect], gap: Double) -> [Rect] {
    others.flatMap { other in
      [other.maxY + gap, other.minY - gap - size.height].flatMap { y in
        [other.center.x - size.width / 2, other.minX, other.maxX - size.width].map { x in
          Rect(x: x, y: y, width: size.width, height: size.height)
        }
      }
    }
  }

  /// Places for a plate along the edges of a room.
  private func edgePlaces(_ size: Size, in room: Rect) -> [Rect] {
    let steps = 64
    return (0...steps).flatMap { step -> [Rect] in
      let x = room.minX + (room.width - size.width) * Double(step) / Double(steps)
      let y = room.minY + (room.height - size.height) * Double(step) / Double(steps)
      return [
        Rect(x: x, y: room.maxY - size.height, width: size.width, height: size.height),
        Rect(x: x, y: room.minY, width: size.width, height: size.height),
        Rect(x: room.minX, y: y, width: size.width, height: size.height),
        Rect(x: room.maxX - size.width, y: y, width: size.width, height: size.height),
      ]
    }
  }

  /// Places for a plate all over a room but along its edges.
  func innerPlaces(_ size: Size, in room: Rect, steps: Int = 20) -> [Rect] {
    (1..<steps).flatMap { row in
      (1..<steps).map { column in
        Rect(
          x: room.minX + (room.width - size.width) * Double(column) / Double(steps),
          y: room.minY + (room.height - size.height) * Double(row) / Double(steps),
          width: size.width, height: size.height)
      }
    }
  }
}
