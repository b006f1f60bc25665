// SPDX-License-Identifier: MIT
// Part of Platen: the changes between two saves of a world as events that people name.

package import Atlas
internal import Geometry

/// The events between two saves of a world: states founded and lost, towns renamed and moved, land that
/// changed hands.
///
/// Things are the same if their ids are. What is not here is in ``WorldDifferences`` as changed fields.
package struct WorldEvents: Sendable {
  /// The subject of an event, by which events are grouped.
  package enum Subject: String, CaseIterable, Sendable {
    case world, states, provinces, towns, relations, routes, rivers, religions, cultures, markers
    case zones, forces, land
  }

  /// An event.
  package enum Event: Hashable, Sendable {
    /// Something new, in a state that may be unknown.
    case founded(String, within: String?)
    case vanished(String)
    case renamed(String, to: String)
    /// A province or town that changed its state, or a town its province; nil is land without one.
    case passed(String, from: String?, to: String?)
    /// A distance in the world's unit, and a direction: north is 0, then clockwise by eighths.
    case moved(String, distance: Double, direction: Int)
    /// Land in square units of distance that one state had and another has.
    case land(area: Double, from: String?, to: String?)
    case capital(String, is: String)
    case people(String, from: Int, to: Int)
    /// The relation of one state to another, in the format's words.
    case relation(String, String, is: String, was: String)
    /// Numbers of cells.
    case heights(Int), flooded(Int), dried(Int)
  }

  /// The events by their subjects, in the order of these.
  package private(set) var events: [(subject: Subject, events: [Event])] = []
  /// Indicates whether both worlds have cells that cannot be compared, since they are others.
  package private(set) var hasOtherCells = false

  /// The number of all events.
  package var count: Int { events.reduce(0) { $0 + $1.events.count } }

  /// Finds the events between two worlds.
  package init(from old: World, to new: World) {
    let finder = EventFinder(old: old, new: new)
    hasOtherCells = (old.cells != nil || new.cells != nil) && !finder.hasSameCells
    for subject in Subject.allCases {
      let found = finder.events(of: subject)
      if !found.isEmpty { events.append((subject, found)) }
    }
  }
}

/// Compares two worlds, subject by subject.
private struct EventFinder {
  typealias Event = WorldEvents.Event

  let old: World
  let new: World
  let hasSameCells: Bool

  init(old: World, new: World) {
    (self.old, self.new) = (old, new)
    hasSameCells = WorldEvents.haveSameCells(old, new)
  }

  func events(of subject: WorldEvents.Subject) -> [Event] {
    switch subject {
    case .world: world()
    case .states: states()
    case .provinces: provinces()
    case .towns: towns()
    case .relations: relations()
    case .routes: things(\.routes) { route, world in world.name(of: route) }
    case .rivers: things(\.rivers) { river, _ in river.name }
    case .religions: things(\.religions) { faith, _ in faith.name }
    case .cultures: things(\.cultures) { culture, _ in culture.name }
    case .markers: markers()
    case .zones: things(\.zones) { zone, _ in zone.name }
    case .forces: forces()
    case .land: land()
    }
  }

  // MARK: Tables

  /// Rows that are new, gone or renamed in a table.
  private func things<Row: Entity>(
    _ table: KeyPath<World, EntityList<Row>>, within: (Row) -> String? = { _ in nil },
    name: (Row, World) -> String
  ) -> [Event] {
    var events: [Event] = []
    for row in old[keyPath: table] where new[keyPath: table][id: row.id] == nil {
      append(.vanished(name(row, old)), named: name(row, old), to: &events)
    }
    for row in new[keyPath: table] {
      let now = name(row, new)
      guard let before = old[keyPath: table][id: row.id] else {
        append(.founded(now, within: within(row)), named: now, to: &events)
        continue
      }
      let was = name(before, old)
      if was != now, !was.isEmpty { append(.renamed(was, to: now), named: now, to: &events) }
    }
    return events
  }

  /// Adds an event of something with a name; without one, people cannot distinguish it.
  private func append(_ event: Event, named name: String, to events: inout [Event]) {
    if !name.isEmpty { events.append(event) }
  }

  private func world() -> [Event] {
    var events: [Event] = []
    if old.info.name != new.info.name, !old.info.name.isEmpty, !new.info.name.isEmpty {
      events.append(.renamed(old.info.name, to: new.info.name))
    }
    let (before, after) = (old.everybody, new.everybody)
    if before != after { events.append(.people(new.info.name, from: before, to: after)) }
    return events
  }

  private func states() -> [Event] {
    var events = things(\.states) { state, _ in state.id == 0 ? "" : state.name }
    for state in new.states where state.id != 0 {
      guard let before = old.states[id: state.id], before.capital != state.capital,
        let capital = state.capital.flatMap({ new.burgs[id: $0] })
      else { continue }
      events.append(.capital(state.name, is: capital.name))
    }
    return events + handed()
  }

  /// Land that changed hands, pair by pair.
  private func handed() -> [Event] {
    guard hasSameCells, let before = old.cells, let after = new.cells else { return [] }
    var areas: [[Int]: Int] = [:]
    for cell in 0..<after.count where before.state[cell] != after.state[cell] {
      guard before.height[cell] >= 20, after.height[cell] >= 20 else { continue }
      areas[[Int(before.state[cell]), Int(after.state[cell])], default: 0] += Int(after.area[cell])
    }
    let square = new.units.distanceScale * new.units.distanceScale
    return areas.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { pair, area in
      .land(
        area: Double(area) * square, from: old.stateName(pair[0]), to: new.stateName(pair[1]))
    }
  }

  private func provinces() -> [Event] {
    var events = things(\.provinces, within: { new.stateName($0.state) }) { province, _ in
      province.fullName.isEmpty ? province.name : province.fullName
    }
    for province in new.provinces {
      guard let before = old.provinces[id: province.id] else { continue }
      let name = province.fullName.isEmpty ? province.name : province.fullName
      if before.state != province.state {
        events.append(
          .passed(
            name, from: old.stateName(before.state), to: new.stateName(province.state)))
      }
      if before.burg != province.burg, let seat = province.burg.flatMap({ new.burgs[id: $0] }) {
        events.append(.capital(name, is: seat.name))
      }
    }
    return events
  }

  private func towns() -> [Event] {
    var events = things(\.burgs, within: { new.stateName($0.state ?? 0) }) { burg, _ in burg.name }
    // All towns may have grown: what is rarer comes first.
    var people: [Event] = []
    for burg in new.burgs {
      guard let before = old.burgs[id: burg.id] else { continue }
      if (before.state ?? 0) != (burg.state ?? 0) {
        events.append(
          .passed(
            burg.name, from: old.stateName(before.state ?? 0), to: new.stateName(burg.state ?? 0)))
      } else if let event = provincePassed(burg, before) {
        events.append(event)
      }
      if before.position != burg.position {
        events.append(
          .moved(
            burg.name,
            distance: before.position.distance(to: burg.position) * new.units.distanceScale,
            direction: (burg.position - before.position).direction))
      }
      let (fewer, more) = (Int(old.people(of: before)), Int(new.people(of: burg)))
      if fewer != more { people.append(.people(burg.name, from: fewer, to: more)) }
    }
    return events + people
  }

  /// A town that came to another province of its state; nil for others.
  private func provincePassed(_ burg: Burg, _ before: Burg) -> Event? {
    let (was, now) = (old.province(at: before.cell), new.province(at: burg.cell))
    guard was?.id != now?.id else { return nil }
    return .passed(burg.name, from: was?.name, to: now?.name)
  }

  /// Markers have their names in notes, or are named after their kinds.
  private func markers() -> [Event] {
    func names(_ world: World) -> [Int: String] {
      let notes = Dictionary(
        world.notes.map { ($0.subject, $0.name) }, uniquingKeysWith: { one, _ in one })
      return Dictionary(
        world.markers.map { ($0.id, notes["marker\($0.id)"] ?? $0.type) },
        uniquingKeysWith: { one, _ in one })
    }
    let (before, after) = (names(old), names(new))
    var events: [Event] = []
    for marker in old.markers where after[marker.id] == nil {
      let name = before[marker.id] ?? ""
      append(.vanished(name), named: name, to: &events)
    }
    for marker in new.markers {
      let name = after[marker.id] ?? ""
      if let was = before[marker.id] {
        if was != name, !was.isEmpty { append(.renamed(was, to: name), named: name, to: &events) }
      } else {
        append(.founded(name, within: nil), named: name, to: &events)
      }
    }
    return events
  }

  private func forces() -> [Event] {
    func all(_ world: World) -> [(key: [Int], name: String)] {
      world.regiments.map { ([$0.state, $0.id], $0.name) }
    }
    let (before, after) = (all(old), all(new))
    let known = Dictionary(before.map { ($0.key, $0.name) }, uniquingKeysWith: { one, _ in one })
    let left = Set(after.map(\.key))
    var events: [Event] = []
    for (key, name) in before where !left.contains(key) {
      append(.vanished(name), named: name, to: &events)
    }
    for (key, name) in after {
      guard let was = known[key] else {
        append(.founded(name, within: new.stateName(key[0])), named: name, to: &events)
        continue
      }
      if was != name, !was.isEmpty { append(.renamed(was, to: name), named: name, to: &events) }
    }
    return events
  }

  private func relations() -> [Event] {
    var events: [Event] = []
    for state in new.states where state.id != 0 {
      guard let before = old.states[id: state.id] else { continue }
      for (other, word) in state.diplomacy.sorted(by: { $0.key < $1.key }) {
        guard let was = before.diplomacy[other], was != word, let name = new.stateName(other) else {
          continue
        }
        let mutual = new.states[id: other]?.diplomacy[state.id]
        // A relation that is the same from both sides is one event.
        if other < state.id, mutual == word { continue }
        events.append(.relation(state.name, name, is: word, was: was))
      }
    }
    return events
  }

  private func land() -> [Event] {
    guard hasSameCells, let before = old.cells?.height, let after = new.cells?.height else {
      return []
    }
    var (heights, flooded, dried) = (0, 0, 0)
    for cell in after.indices where before[cell] != after[cell] {
      heights += 1
      if before[cell] >= 20, after[cell] < 20 { flooded += 1 }
      if before[cell] < 20, after[cell] >= 20 { dried += 1 }
    }
    return [
      (heights, Event.heights(heights)), (flooded, .flooded(flooded)), (dried, .dried(dried)),
    ]
    .filter { $0.0 > 0 }.map(\.1)
  }
}

extension WorldEvents {
  /// Indicates whether two worlds have the same cells, so that each can be compared with itself.
  package static func haveSameCells(_ old: World, _ new: World) -> Bool {
    guard let before = old.cells, let after = new.cells else { return false }
    return before.count == after.count && before.mesh.sites == after.mesh.sites
  }
}

extension World {
  /// The name of a state; nil for land without one.
  fileprivate func stateName(_ id: Int) -> String? {
    guard id != 0, let name = states[id: id]?.name, !name.isEmpty else { return nil }
    return name
  }

  /// The province of a cell; nil for land without one.
  fileprivate func province(at cell: Int) -> Province? {
    guard let cells, cells.province.indices.contains(cell) else { return nil }
    return provinces[id: Int(cells.province[cell])]
  }

  /// The number of all people, in the country and in towns.
  fileprivate var everybody: Int {
    let rural = cells?.population.reduce(0.0) { $0 + Double($1) } ?? 0
    let sum = rural * units.populationRate + burgs.reduce(0.0) { $0 + people(of: $1) }
    return sum.isFinite ? Int(min(max(sum, 0), 1e15).rounded()) : 0
  }

  /// The name of a route, or those of the towns at its ends.
  fileprivate func name(of route: Route) -> String {
    if let name = route.name, !name.isEmpty { return name }
    guard let cells else { return "" }
    let towns = [route.cells.first, route.cells.last].compactMap { cell -> String? in
      guard let cell = cell.map(Int.init), cells.burg.indices.contains(cell) else { return nil }
      return burgs[id: Int(cells.burg[cell])]?.name
    }
    return towns.count == 2 ? towns.joined(separator: " \u{2013} ") : ""
  }
}

extension Point {
  /// The direction from the origin: north is 0, then clockwise by eighths.
  fileprivate var direction: Int {
    let (east, north) = (x, -y)
    // The tangent of half an eighth.
    let tangent = 0.41421356
    if abs(east) <= tangent * abs(north) { return north >= 0 ? 0 : 4 }
    if abs(north) <= tangent * abs(east) { return east > 0 ? 2 : 6 }
    return east > 0 ? (north > 0 ? 1 : 3) : (north > 0 ? 7 : 5)
  }
}
