// SPDX-License-Identifier: MIT
// Part of Platen: the cells of a world as places to go, and what going from one to the next costs.

internal import Atlas
internal import Geometry

/// A step from one cell to another.
struct WayStep {
  /// The node that it leads to.
  var node: Int
  /// Map units.
  var length: Double
  var kind: WayKind
  /// The points of a route between the two cells, in the order of the step; empty for a straight
  /// line.
  var points: [Point] = []
  /// Indicates whether it is going aboard or ashore.
  var isBoarding = false
}

/// A graph of cells in two layers: a node below the number of cells is a cell on land, and one above
/// is the cell aboard a ship.
struct WayGraph {
  let world: World
  let cells: Cells
  let mode: TravelMode
  private let takesShips: Bool
  private let kilometersPerUnit: Double
  /// The factor on the time that open land of each biome takes, by its id.
  private let ground: [Double]
  /// The steps along roads, trails and sea lanes, by node.
  private var routes: [Int: [WayStep]] = [:]
  /// The cells of towns on sea lanes and of ports.
  private var harbors: Set<Int> = []

  init(
    _ world: World, _ cells: Cells, by mode: TravelMode, takesShips: Bool,
    kilometersPerUnit: Double
  ) {
    self.world = world
    self.cells = cells
    self.mode = mode
    self.takesShips = takesShips || mode == .ship
    self.kilometersPerUnit = kilometersPerUnit
    ground = (0...255).map { biome in
      let cost = Double(world.biomes[id: biome]?.movementCost ?? 0)
      return min(4, max(1, (cost / WayGraph.grassland).squareRoot()))
    }
    let index = PointIndex(cells.mesh.sites)
    for route in world.routes { addRoute(route, index) }
    for town in world.burgs where town.port != nil && contains(town.cell) {
      harbors.insert(town.cell)
    }
  }

  /// The number of nodes.
  var count: Int { 2 * cells.count }

  /// Indicates whether the world has a cell of that number.
  func contains(_ cell: Int) -> Bool { cells.burg.indices.contains(cell) }

  /// The cell of a node.
  func cell(_ node: Int) -> Int { node % cells.count }

  /// The node of a cell aboard a ship.
  func aboard(_ cell: Int) -> Int { cell + cells.count }

  /// The place of a cell: that of its town, else its site.
  func place(_ cell: Int) -> Point {
    town(cell)?.position ?? cells.mesh.sites[cell]
  }

  /// The town of a cell.
  func town(_ cell: Int) -> Burg? {
    let id = Int(cells.burg[cell])
    return id == 0 ? nil : world.burgs[id: id]
  }

  /// Indicates whether ships leave from the town of a cell.
  func isHarbor(_ cell: Int) -> Bool { harbors.contains(cell) }

  // MARK: Routes

  private mutating func addRoute(_ route: Route, _ index: PointIndex) {
    let points = route.points.filter(\.isFinite)
    var stops: [(cell: Int, point: Point)] = []
    for (number, point) in points.enumerated() {
      let known =
        points.count == route.cells.count ? Int(route.cells[number]) : index.nearest(to: point)
      guard let cell = known, contains(cell) else { continue }
      stops.append((cell, point))
    }
    let atSea = stops.count { !cells.isLand($0.cell) }
    let isSea = route.group == "searoutes" || atSea * 2 > stops.count
    let kind: WayKind = isSea ? .seaLane : route.group == "roads" ? .road : .trail
    let layer = isSea ? cells.count : 0
    if isSea {
      for stop in stops where town(stop.cell) != nil { harbors.insert(stop.cell) }
    }
    var last: Int?
    var line: [Point] = []
    for stop in stops {
      line.append(stop.point)
      if let from = last, from != stop.cell {
        let length = zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
        link(from + layer, stop.cell + layer, length, kind, line)
        line = [stop.point]
      }
      last = stop.cell
    }
  }

  private mutating func link(
    _ one: Int, _ other: Int, _ length: Double, _ kind: WayKind, _ points: [Point]
  ) {
    routes[one, default: []].append(
      WayStep(node: other, length: length, kind: kind, points: points))
    routes[other, default: []].append(
      WayStep(node: one, length: length, kind: kind, points: points.reversed()))
  }

  // MARK: Steps

  /// Calls `visit` with each step from a node and the days that it takes.
  func forEachStep(from node: Int, _ visit: (WayStep, _ days: Double) -> Void) {
    let cell = cell(node)
    let isAboard = node >= cells.count
    for step in routes[node] ?? [] where takes(step.kind) {
      visit(step, days(step, to: self.cell(step.node)))
    }
    switch mode {
    case .road: break
    case .foot, .horse:
      if !isAboard { forEachNeighbor(of: cell, isLand: true, visit) }
    case .ship:
      if isAboard { forEachNeighbor(of: cell, isLand: false, visit) }
    }
    guard takesShips, mode != .ship, harbors.contains(cell) else { return }
    // Aboard, or ashore.
    let step = WayStep(
      node: isAboard ? cell : aboard(cell), length: 0, kind: isAboard ? .road : .seaLane,
      isBoarding: true)
    visit(step, isAboard ? 0 : TravelMode.boarding)
  }

  private func takes(_ kind: WayKind) -> Bool {
    kind.isWater ? takesShips : mode != .ship
  }

  private func forEachNeighbor(
    of cell: Int, isLand: Bool, _ visit: (WayStep, _ days: Double) -> Void
  ) {
    let here = place(cell)
    for neighbor in cells.mesh.cellNeighbors[cell] {
      let next = Int(neighbor)
      // Ships go from harbors to the water beside them and back.
      let isOpen =
        isLand
        ? cells.isLand(next)
        : !cells.isLand(next) || harbors.contains(next) && !cells.isLand(cell)
      guard isOpen else { continue }
      let step = WayStep(
        node: isLand ? next : aboard(next), length: here.distance(to: place(next)),
        kind: isLand ? .openLand : .openWater)
      visit(step, days(step, to: next))
    }
  }

  /// The days that a step takes.
  ///
  /// A trail takes a quarter longer than a road, and open land twice as long: more where the
  /// movement costs of the biome are above those of grassland, and on hills and mountains. Open
  /// water takes a quarter longer than a lane that sailors know.
  private func days(_ step: WayStep, to cell: Int) -> Double {
    let kilometers = step.length * kilometersPerUnit
    let height = cells.height[cell]
    switch step.kind {
    case .seaLane: return kilometers / TravelMode.shipPace
    case .openWater: return kilometers / TravelMode.shipPace * 1.25
    case .road, .trail:
      let steepness = height >= WayGraph.mountains ? 4.0 / 3 : 1
      return kilometers / mode.pace * steepness * (step.kind == .trail ? 1.25 : 1)
    case .openLand:
      let steepness =
        height >= WayGraph.mountains ? 2.0 : height >= WayGraph.hills ? 1.25 : 1
      return kilometers / mode.pace * 2 * ground[Int(cells.biome[cell])] * steepness
    }
  }

  /// The movement cost of grassland in FMG.
  private static let grassland = 50.0
  /// The heights from which land is hills, and mountains.
  private static let hills: UInt8 = 50
  private static let mountains: UInt8 = 70
}
