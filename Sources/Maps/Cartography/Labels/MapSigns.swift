// SPDX-License-Identifier: MIT
// Part of Platen: pins, armies and coats of arms, each where it covers no name and nothing else.

internal import Atlas
internal import Diagnostics
internal import Geometry
internal import Heraldry
internal import Libc

/// A marker as it is drawn.
struct Pin {
  var marker: Marker
  /// Height of the pin, in map units.
  var size: Double
  /// Indicates whether only a dot has room at the marker's place.
  var isDot = false
  /// The room it takes.
  var box: Rect
  /// The same in parts: the head, and the narrow tail below it.
  var parts: [Rect]
  /// The place of its tip: the marker's, or one beside it at the end of a line.
  var tip: Point
  /// The user's drawing in its place, whose middle stands on the tip.
  var symbol: MapSymbol?
}

/// A regiment as it is drawn, alone or for others of its state near by.
struct Army {
  var regiment: Regiment
  /// The middle of its number.
  var position: Point
  /// The men of all regiments it stands for.
  var total: Int
  /// The number of other regiments it stands for.
  var joined = 0
  /// The room it takes, turned as it is.
  var box: Rect
}

/// A coat of arms on the map.
struct Emblem {
  /// Whose it is; also the order in which they give way.
  enum Rank: Int, Comparable {
    case state, province, burg
    static func < (a: Rank, b: Rank) -> Bool { a.rawValue < b.rawValue }
  }

  var rank: Rank
  var owner: String
  var arms: CoatOfArms
  /// The middle of its square.
  var center: Point
  /// The side of its square.
  var size: Double
  /// Indicates whether the user put it where it stands.
  var isPlaced: Bool

  var box: Rect {
    Rect(x: center.x - size / 2, y: center.y - size / 2, width: size, height: size)
  }
}

/// Signs that are drawn, and the numbers of those that are not.
struct MapSigns {
  var pins: [Pin] = []
  var armies: [Army] = []
  /// States' first.
  var emblems: [Emblem] = []

  fileprivate(set) var omittedPins = 0
  fileprivate(set) var omittedArmies = 0
  fileprivate(set) var omittedEmblems = 0

  /// The changes for want of room, in words.
  var notes: [Diagnostic] {
    var notes: [Diagnostic] = []
    let joined = armies.reduce(0) { $0 + $1.joined }
    if joined + omittedArmies > 0 {
      var text = "regiments drawn as one with another of their state, for want of room: \(joined)"
      if omittedArmies > 0 { text += "; omitted: \(omittedArmies)" }
      notes.append(.note(.mapArmiesJoined, text, hints: ["a region shows each of them"]))
    }
    let dots = pins.count(where: \.isDot)
    if dots + omittedPins > 0 {
      var text = "markers drawn as dots, for want of room: \(dots)"
      if omittedPins > 0 { text += "; omitted: \(omittedPins)" }
      notes.append(.note(.mapMarkersCrowded, text, hints: ["a region shows them as pins"]))
    }
    if omittedEmblems > 0 {
      notes.append(
        .note(
          .mapEmblemsCut,
          "\(emblems.count) of \(emblems.count + omittedEmblems) coats of arms are drawn; the map "
            + "has no room for more"))
    }
    return notes
  }
}

extension Composition {
  /// Coats of arms that are drawn, states' first.
  var emblems: [Emblem] { lettering.signs.emblems }

  /// The signs as they would stand with nothing beside them.
  func findSigns() -> MapSigns {
    var signs = MapSigns()
    if request.layers.contains(.markers), look.markers.size > 0 { signs.pins = findPins() }
    if request.layers.contains(.military) { signs.armies = findArmies() }
    if request.layers.contains(.emblems) { signs.emblems = placeEmblems() }
    return signs
  }

  private func findPins() -> [Pin] {
    world.markers.compactMap { marker in
      let tip = marker.position
      guard !marker.isHidden || request.audience != .player, tip.isFinite, window.contains(tip)
      else { return nil }
      return pin(marker, size: look.markers.size * max(0.3, min(3, marker.size / 30)))
    }
  }

  private func pin(
    _ marker: Marker, size: Double, isDot: Bool = false, shift: Point = .zero
  ) -> Pin {
    let tip = marker.position + shift
    if let symbol = request.symbols.marker(ofType: marker.type, at: marker.position) {
      // A small one stands for the dot.
      let box = symbol.frame(height: isDot ? size * 0.34 : size, around: tip)
      return Pin(
        marker: marker, size: size, isDot: isDot, box: box, parts: [box], tip: tip, symbol: symbol)
    }
    if isDot || marker.pin == "no" {
      let half = isDot ? size * 0.17 : size * 0.25
      let box = Rect(x: tip.x - half, y: tip.y - half, width: 2 * half, height: 2 * half)
      return Pin(marker: marker, size: size, isDot: isDot, box: box, parts: [box], tip: tip)
    }
    let half = size * 0.36
    let box = Rect(x: tip.x - half, y: tip.y - size, width: 2 * half, height: size)
    // Below, a pin is narrow: what it stands on has room at its sides.
    var (head, tail) = (box, box)
    head.height *= 0.7
    tail = Rect(x: box.x + box.width / 3, y: head.maxY, width: box.width / 3, height: 0)
    tail.height = box.height - head.height
    return Pin(marker: marker, size: size, box: box, parts: [head, tail], tip: tip)
  }

  /// The strongest regiments, as many as leave the land to be seen; of each state at least one. The
  /// others join the nearest of their state, of their kind where there is one.
  private func findArmies() -> [Army] {
    let height = look.military.size
    guard request.audience != .player, height > 0 else { return [] }
    let seen = world.regiments.filter { $0.position.isFinite && window.contains($0.position) }
    var order = seen.indices.sorted { (seen[$0].total, $1) > (seen[$1].total, $0) }
    // The strongest of each state before all others.
    var states: Set<Int> = []
    let first = order.filter { states.insert(seen[$0].state).inserted }
    let chief = Set(first)
    order = first + order.filter { !chief.contains($0) }
    let land = cells.height.indices.count {
      cells.height[$0] >= 20 && window.contains(cells.mesh.sites[$0])
    }
    let area = Double(land) / Double(max(cells.count, 1)) * sheet.width * sheet.height
    let most = max(first.count, Int(min(0.03 * area / (4 * height * height), 10_000)), 12)
    var armies = order.prefix(most).map { army(seen[$0]) }
    for index in order.dropFirst(most) { MapSigns.join(army(seen[index]), to: &armies) }
    return armies
  }

  private func army(_ regiment: Regiment, at position: Point? = nil) -> Army {
    var army = Army(
      regiment: regiment, position: position ?? regiment.position, total: regiment.total,
      box: Rect(x: 0, y: 0, width: 0, height: 0)
    )
    army.box = ArmyBoxes(army, height: look.military.size).turned
    return army
  }

  // MARK: Boards

  /// Takes the places where signs belong: covering one has a cost until they have settled.
  func reserveHomes(of signs: MapSigns, on grid: LabelCollisionGrid) {
    for pin in signs.pins {
      for part in pin.parts { grid.reserveHome(part, cost: LabelCollisionGrid.sign) }
    }
    for army in signs.armies { grid.reserveHome(army.box, cost: LabelCollisionGrid.army) }
    for emblem in signs.emblems {
      let room = emblem.room
      if emblem.isPlaced {
        grid.reserve(room)
      } else {
        grid.reserveHome(room, cost: LabelCollisionGrid.shield)
      }
    }
  }

  /// The signs beside the names that stand already and each other: pins first, which show a place;
  /// then arms and armies, which may step aside.
  func settled(_ homes: MapSigns, on grid: LabelCollisionGrid) -> MapSigns {
    var signs = MapSigns()
    grid.withdrawHomes()
    for pin in homes.pins {
      guard let pin = settled(pin, on: grid) else {
        signs.omittedPins += 1
        continue
      }
      grid.reserve(pin.parts)
      if let line = pin.line(thickness: pin.size * 0.06) { grid.reserve(line) }
      signs.pins.append(pin)
    }
    var armies = homes.armies
    settle(emblems: homes.emblems.filter { $0.rank == .state }, of: &signs, on: grid)
    armies = armies.filter { army in
      guard let free = settled(army, on: grid) else { return true }
      grid.reserve(free.box)
      signs.armies.append(free)
      return false
    }
    for army in armies where !MapSigns.join(army, to: &signs.armies) {
      signs.omittedArmies += 1 + army.joined
    }
    settle(emblems: homes.emblems.filter { $0.rank != .state }, of: &signs, on: grid)
    return signs
  }

  /// The pin, a smaller one, one beside its place on a line, or a dot; nil where not even this has
  /// room.
  private func settled(_ pin: Pin, on grid: LabelCollisionGrid) -> Pin? {
    let (marker, small) = (pin.marker, pin.size * 0.72)
    for near in [pin, self.pin(marker, size: small)]
    where grid.cost(of: near.parts, mayLeave: true) != nil {
      return near
    }
    for ring in [0.5, 0.8, 1.1, 1.5] {
      for turn in [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6] {
        // Straight up first.
        let angle = (Double(turn) / 6 - 0.5) * .pi
        let shift = Point(cos(angle), sin(angle)) * (ring * pin.size)
        let far = self.pin(marker, size: small, shift: shift)
        guard grid.cost(of: far.parts) != nil,
          let line = far.line(thickness: pin.size * 0.04),
          grid.cost(of: line, limit: LabelCollisionGrid.solid) != nil
        else { continue }
        return far
      }
    }
    let dot = self.pin(marker, size: pin.size, isDot: true)
    return grid.cost(of: dot.parts, mayLeave: true) != nil ? dot : nil
  }

  /// The army in the free place nearest to its own.
  private func settled(_ army: Army, on grid: LabelCollisionGrid) -> Army? {
    let height = look.military.size
    let place = freePlace(
      of: army.box, on: grid, rings: [0.6, 1.1, 1.6, 2.2, 3, 4].map { $0 * height })
    return place.map { shift in
      var army = army
      army.position = army.position + shift
      army.box = army.box.translated(by: shift)
      return army
    }
  }

  private func settle(
    emblems: [Emblem], of signs: inout MapSigns, on grid: LabelCollisionGrid
  ) {
    for emblem in emblems {
      // A place of the user's own has been taken before all names.
      if emblem.isPlaced {
        signs.emblems.append(emblem)
        continue
      }
      let sizes = [1, 0.85, 0.7].map { $0 * emblem.size }
      let found = sizes.lazy.compactMap { size -> Emblem? in
        guard size == emblem.size || size >= self.look.emblems.minSize else { return nil }
        var copy = emblem
        copy.size = size
        let reach = emblem.rank == .state ? 1.6 : 1
        let rings = [0.2, 0.4, 0.6, 0.8, 1].map { $0 * reach * emblem.size }
        guard let shift = self.freePlace(of: copy.room, on: grid, rings: rings) else { return nil }
        copy.center = copy.center + shift
        return copy
      }.first
      guard let found else {
        signs.omittedEmblems += 1
        continue
      }
      grid.reserve(found.room)
      signs.emblems.append(found)
    }
  }

  /// The shift to where a box covers least, the nearer the better; nil where nothing is free as far
  /// as the rings reach.
  private func freePlace(
    of box: Rect, on grid: LabelCollisionGrid, rings: [Double]
  ) -> Point? {
    if grid.isFree(box) { return .zero }
    var best = grid.cost(of: [box]).map { (shift: Point.zero, cost: $0) }
    for (index, ring) in rings.enumerated() {
      let far = 4 * (index + 1)
      guard far < best?.cost ?? .max else { break }
      for turn in 0..<16 {
        let angle = Double(turn) * .pi / 8
        let shift = Point(cos(angle), sin(angle)) * ring
        guard let covered = grid.cost(of: [box.translated(by: shift)]) else { continue }
        if covered + far < best?.cost ?? .max { best = (shift, covered + far) }
      }
    }
    return best?.shift
  }
}

extension MapSigns {
  /// Adds an army to the nearest of its state, of its kind where there is one; false where its
  /// state has none.
  @discardableResult
  fileprivate static func join(_ army: Army, to armies: inout [Army]) -> Bool {
    let own = armies.indices.filter { armies[$0].regiment.state == army.regiment.state }
    let alike = own.filter { armies[$0].regiment.isNaval == army.regiment.isNaval }
    let nearest = (alike.isEmpty ? own : alike).min {
      armies[$0].position.squaredDistance(to: army.position)
        < armies[$1].position.squaredDistance(to: army.position)
    }
    guard let nearest else { return false }
    armies[nearest].total &+= army.total
    armies[nearest].joined += 1 + army.joined
    return true
  }
}

extension Pin {
  /// Boxes along the line from its tip to the marker's place, where others may stand; nil where it
  /// stands on it.
  fileprivate func line(thickness: Double) -> [Rect]? {
    let way = marker.position - tip
    guard way.length > 0 else { return nil }
    let part = max(0, 1 - 0.25 * size / way.length)
    return NameRoom.boxes(along: (tip, tip + way * part), thickness: thickness)
  }
}

extension Emblem {
  /// The room of the shield, which does not fill its square.
  var room: Rect { box.insetBy(size * 0.12) }
}

extension Rect {
  func translated(by shift: Point) -> Rect {
    Rect(x: x + shift.x, y: y + shift.y, width: width, height: height)
  }
}
