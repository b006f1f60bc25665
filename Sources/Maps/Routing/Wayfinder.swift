// SPDX-License-Identifier: MIT
// Part of Platen: finds the quickest ways between the towns of a world.

package import Atlas
package import Diagnostics
internal import Geometry

/// Finds the quickest ways between the towns of a world.
package struct Wayfinder: Sendable {
  private let world: World
  private let mode: TravelMode
  private let graph: WayGraph
  private let towns: PointIndex
  /// Warnings about what the world lacks.
  package let warnings: [Diagnostic]

  /// - Parameter takesShips: whether ways on land may go over sea lanes.
  /// - Throws: `Failure` `route.cells` for a world without cells.
  package init(_ world: World, by mode: TravelMode, takesShips: Bool = true) throws {
    guard let cells = world.cells, cells.count > 0 else {
      throw Failure(
        .error(
          .routeCells, "the world has no cells to find ways over",
          hints: ["save it from FMG as .map or Full JSON"]))
    }
    self.world = world
    self.mode = mode
    var warnings: [Diagnostic] = []
    let kilometers = DistanceUnit.convert(1, from: world.units.distance, to: "km")
    if kilometers == nil {
      warnings.append(
        .warning(
          .routeUnit,
          "unknown unit of distance \"\(printable(world.units.distance, limit: 40))\" counts as "
            + "kilometers"))
    }
    if world.routes.isEmpty {
      warnings.append(
        .warning(
          .routeRoads, "the world has no roads: ways run over open land and water"))
    }
    self.warnings = warnings
    graph = WayGraph(
      world, cells, by: mode, takesShips: takesShips,
      kilometersPerUnit: world.units.distanceScale * (kilometers ?? 1))
    towns = PointIndex(world.burgs.map(\.position))
  }

  // MARK: Towns

  /// The town of a name or number.
  private func town(_ text: String) throws -> Burg {
    if let id = Int(text), let town = world.burgs[id: id] { return town }
    let wanted = text.lowercased()
    let found = world.burgs.filter { $0.name.lowercased() == wanted }
    guard found.count < 2 else {
      let some = found.prefix(8).map { "\($0.id)\(state(of: $0).map { " in \($0)" } ?? "")" }
      throw Failure(
        .error(
          .routePlace, "\(found.count) towns are called \"\(printable(text, limit: 60))\"",
          hints: ["use the number of one: " + some.joined(separator: ", ")]))
    }
    guard let town = found.first else {
      throw Failure(
        .error(
          .routePlace, "unknown town \"\(printable(text, limit: 60))\"",
          hints: [
            world.burgs.isEmpty
              ? "the world has no towns" : nearMissHint(text, among: world.burgs.map(\.name))
          ]))
    }
    return town
  }

  private func state(of town: Burg) -> String? {
    town.state.flatMap { $0 == 0 ? nil : world.states[id: $0]?.name }
  }

  /// The node that ways begin and end at.
  private func node(_ town: Burg) throws -> Int {
    guard graph.contains(town.cell) else {
      throw Failure(
        .error(
          .routePlace, "the town \(printable(town.name, limit: 60)) has no place on the map"))
    }
    guard mode == .ship else { return town.cell }
    guard town.port != nil || graph.isHarbor(town.cell) else {
      throw Failure(
        .error(
          .routePort, "\(printable(town.name, limit: 60)) is not a port",
          hints: ["travel by \(TravelMode.foot.rawValue), or choose a port"]))
    }
    return graph.aboard(town.cell)
  }

  // MARK: Ways

  /// The quickest way through towns in the order of their names or numbers.
  ///
  /// - Throws: `Failure` `route.place`, `route.port`, `route.unreachable`.
  package func itinerary(through places: [String]) throws -> Itinerary {
    let stops = try places.map(town)
    var result = Itinerary(
      mode: mode, legs: [], passed: stops.map(\.position), unit: world.units.distance)
    for (from, to) in zip(stops, stops.dropFirst()) where from.id != to.id {
      let (start, goal) = (try node(from), try node(to))
      let search = WaySearch(graph, from: start, to: goal)
      guard let steps = search.steps(to: goal) else { throw unreachable(from, to) }
      addSteps(steps, to: &result)
    }
    return result
  }

  private func unreachable(_ from: Burg, _ to: Burg) -> Failure {
    let hints =
      switch mode {
      case .road: ["travel by \(TravelMode.foot.rawValue), over open land"]
      case .foot, .horse: ["no road, open land or sea lane leads there"]
      case .ship: ["travel by \(TravelMode.foot.rawValue)"]
      }
    return Failure(
      .error(
        .routeUnreachable,
        "no way leads from \(printable(from.name, limit: 60)) to "
          + "\(printable(to.name, limit: 60)) by \(mode.rawValue)", hints: hints))
  }

  /// The towns that ways lead to from one, the quickest to reach first.
  ///
  /// - Throws: `Failure` `route.place`, `route.port`.
  package func reach(from place: String) throws -> [Reach] {
    let from = try town(place)
    let search = WaySearch(graph, from: try node(from))
    var found: [(town: Burg, days: Double, distance: Double)] = []
    for town in world.burgs where town.id != from.id {
      guard let node = try? node(town), search.days[node].isFinite else { continue }
      found.append((town, search.days[node], search.lengths[node]))
    }
    found.sort { ($0.days, $0.town.id) < ($1.days, $1.town.id) }
    return found.map { found in
      Reach(
        name: found.town.name, state: state(of: found.town),
        distance: found.distance * world.units.distanceScale, days: found.days)
    }
  }

  /// The quickest ways from a node to all others.
  func search(from node: Int) -> WaySearch { WaySearch(graph, from: node) }

  var travelMode: TravelMode { mode }
  var distanceUnit: String { world.units.distance }
  /// Units of distance to a map unit.
  var distanceScale: Double { world.units.distanceScale }

  /// The towns of a table with the nodes that ways begin and end at. Towns that are not named, and
  /// that ways cannot begin at, are omitted.
  ///
  /// - Throws: `Failure` `route.place`, `route.port`, `route.towns`.
  func towns(
    _ chosen: DistanceTowns
  ) throws -> Diagnosed<[(town: DistanceTable.Town, node: Int)]> {
    var warnings: [Diagnostic] = []
    var found: [(burg: Burg, node: Int)] = []
    func add(_ burgs: some Sequence<Burg>, atMost count: Int) {
      let largest = burgs.sorted { ($1.population, $0.id) < ($0.population, $1.id) }
      for burg in largest where found.count < count {
        if let node = try? node(burg) { found.append((burg, node)) }
      }
    }
    switch chosen {
    case .named(let names):
      try refuse(names.count)
      var known: Set<Int> = []
      for name in names {
        let burg = try town(name)
        if known.insert(burg.id).inserted { found.append((burg, try node(burg))) }
      }
    case .largest(let count):
      try refuse(count)
      add(world.burgs, atMost: count)
    case .capitals:
      let capitals = world.burgs.filter(\.isCapital)
      add(capitals, atMost: DistanceTable.usualCount)
      if found.count == DistanceTable.usualCount, capitals.count > found.count {
        warnings.append(
          .note(
            .routeTowns, "the \(found.count) largest of \(capitals.count) capitals are listed",
            hints: ["name towns, or ask for the largest"]))
      }
    }
    guard found.count > 1 else {
      throw Failure(
        .error(
          .routeTowns,
          "distances need two towns, found \(found.isEmpty ? "none" : "one") for travel by "
            + mode.rawValue, hints: ["name the towns, or ask for the largest"]))
    }
    return Diagnosed(
      found.map { (DistanceTable.Town(name: $0.burg.name, state: state(of: $0.burg)), $0.node) },
      warnings: warnings)
  }

  private func refuse(_ count: Int) throws {
    guard count > DistanceTable.townLimit else { return }
    throw Failure(
      .error(
        .routeTowns,
        "a table of distances has at most \(DistanceTable.townLimit) towns, not \(count)"))
  }

  // MARK: Legs

  private func stop(at cell: Int) -> Itinerary.Stop {
    let place = graph.place(cell)
    if let town = graph.town(cell) {
      return Itinerary.Stop(name: town.name, isTown: true, position: place)
    }
    let nearest = towns.nearest(to: place).map { world.burgs[$0].name }
    return Itinerary.Stop(name: nearest ?? "", isTown: false, position: place)
  }

  /// Joins steps into legs, which end where the kind of ground changes and at towns on land.
  private func addSteps(
    _ steps: [(from: Int, step: WayStep, days: Double)], to result: inout Itinerary
  ) {
    var start = result.days
    var waiting = 0.0
    var open: Itinerary.Leg?
    func close() {
      if let leg = open { result.legs.append(leg) }
      open = nil
    }
    for (from, step, days) in steps {
      if step.isBoarding {
        close()
        waiting += days
        continue
      }
      let (here, next) = (graph.cell(from), graph.cell(step.node))
      if open?.kind != step.kind { close() }
      let line =
        step.points.isEmpty ? [graph.place(here), graph.place(next)] : step.points
      var leg =
        open
        ?? Itinerary.Leg(
          from: stop(at: here), to: stop(at: here), kind: step.kind, distance: 0, start: start,
          days: 0, points: [])
      leg.distance += step.length * world.units.distanceScale
      leg.days += days + waiting
      leg.points += leg.points.last == line.first ? Array(line.dropFirst()) : line
      leg.to = stop(at: next)
      start += days + waiting
      waiting = 0
      open = leg
      if leg.to.isTown, !step.kind.isWater { close() }
    }
    close()
  }
}
