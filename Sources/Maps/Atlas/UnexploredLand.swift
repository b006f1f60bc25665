// SPDX-License-Identifier: MIT
// Part of Platen: the land that players have not explored: which cells it is, and what is blank there.

internal import Geometry

/// The cells of unexplored states and provinces, with the lakes that they enclose.
struct UnexploredLand {
  /// One element for each cell; empty for a world without cells.
  private var isBlank: [Bool] = []
  private var index: PointIndex?
  /// Lakes on the land and islands in them, each with the island that they become a part of.
  private var merged: [UInt16: UInt16] = [:]
  /// The cultures and religions that live on the land.
  private(set) var cultures: Set<Int> = []
  private(set) var religions: Set<Int> = []

  /// Indicates whether any land is unexplored.
  var hasLand: Bool { index != nil }

  /// Finds the land, and adds the provinces, burgs and markers on it to `removed`.
  init(_ removed: inout UnexploredIDs, of world: World) {
    for province in world.provinces where removed.states.contains(province.state) {
      removed.provinces.insert(province.id)
    }
    for burg in world.burgs where burg.state.map(removed.states.contains) ?? false {
      removed.burgs.insert(burg.id)
    }
    guard let cells = world.cells, !removed.states.isEmpty || !removed.provinces.isEmpty else {
      return
    }
    isBlank = (0..<cells.count).map { cell in
      cells.state[cell] != 0 && removed.states.contains(Int(cells.state[cell]))
        || cells.province[cell] != 0 && removed.provinces.contains(Int(cells.province[cell]))
    }
    guard isBlank.contains(true) else { return }
    index = PointIndex(cells.mesh.sites)
    findLakes(in: cells, world.features)
    for cell in isBlank.indices where isBlank[cell] {
      cultures.insert(Int(cells.culture[cell]))
      religions.insert(Int(cells.religion[cell]))
    }
    for burg in world.burgs where covers(cell: burg.cell) { removed.burgs.insert(burg.id) }
    for marker in world.markers where covers(marker.position, marker.cell) {
      removed.markers.insert(marker.id)
    }
  }

  /// Adds the lakes whose shores are unexplored on all sides, with the islands in them.
  private mutating func findLakes(in cells: Cells, _ features: EntityList<Feature>) {
    let lakes = Set(features.filter { $0.kind == .lake }.map { UInt16(truncatingIfNeeded: $0.id) })
    var shores: [UInt16: Set<UInt16>] = [:]
    var open: Set<UInt16> = []
    var isWhole: [UInt16: Bool] = [:]
    for cell in 0..<cells.count {
      let feature = cells.feature[cell]
      isWhole[feature] = (isWhole[feature] ?? true) && isBlank[cell]
      guard lakes.contains(feature) else { continue }
      for next in cells.mesh.cellNeighbors[cell] where cells.isLand(Int(next)) {
        if isBlank[Int(next)] {
          shores[feature, default: []].insert(cells.feature[Int(next)])
        } else {
          open.insert(feature)
        }
      }
    }
    for (lake, islands) in shores.sorted(by: { $0.key < $1.key }) where !open.contains(lake) {
      // The largest surrounds the lake; others lie in it.
      let outer = islands.max {
        let (one, other) = (features[id: Int($0)], features[id: Int($1)])
        return (one?.cellCount ?? 0, $1) < (other?.cellCount ?? 0, $0)
      }
      guard let outer, islands.allSatisfy({ $0 == outer || isWhole[$0] == true }) else { continue }
      for feature in islands.union([lake]) where feature != outer { merged[feature] = outer }
    }
    for cell in 0..<cells.count where merged[cells.feature[cell]] != nil { isBlank[cell] = true }
  }

  // MARK: Places

  func covers(cell: Int?) -> Bool {
    guard let cell, isBlank.indices.contains(cell) else { return false }
    return isBlank[cell]
  }

  /// Indicates whether a place is on the land, by its cell where that is known.
  func covers(_ position: Point, _ cell: Int? = nil) -> Bool {
    guard let index else { return false }
    return covers(cell: cell) || covers(cell: index.nearest(to: position))
  }

  /// Indicates whether a feature is a lake on the land, or an island in one.
  func removes(feature id: Int?) -> Bool {
    id.flatMap { UInt16(exactly: $0) }.map { merged[$0] != nil } ?? false
  }

  // MARK: Clearing

  /// Makes the land blank in the cells, the terrain, the features, the rivers and the routes.
  func clear(_ world: inout World, _ removed: UnexploredIDs) {
    if var cells = world.cells {
      world.cells = nil
      for cell in cells.burg.indices where removed.burgs.contains(Int(cells.burg[cell])) {
        cells.burg[cell] = 0
      }
      if hasLand { clear(&cells) }
      world.cells = cells
    }
    if hasLand { clearTerrain(of: &world) }
    clearFeatures(of: &world)
    clearRivers(of: &world)
    clearRoutes(of: &world, removed)
  }

  private func clear(_ cells: inout Cells) {
    for cell in isBlank.indices where isBlank[cell] {
      cells.height[cell] = 20
      if let outer = merged[cells.feature[cell]] {
        cells.feature[cell] = outer
        cells.haven[cell] = 0
        cells.harbor[cell] = 0
      }
      // The sea, on land: none.
      cells.biome[cell] = 0
      cells.burg[cell] = 0
      cells.culture[cell] = 0
      cells.state[cell] = 0
      cells.province[cell] = 0
      cells.religion[cell] = 0
      cells.river[cell] = 0
      cells.confluence[cell] = 0
      cells.flux[cell] = 0
      cells.suitability[cell] = 0
      cells.population[cell] = 0
      cells.good[cell] = 0
      cells.market[cell] = 0
      // The lake whose shore it was is not there any more.
      if cells.haven[cell] > 0, covers(cell: Int(cells.haven[cell])) {
        let waters = cells.mesh.cellNeighbors[cell].filter {
          !isBlank[Int($0)] && cells.height[Int($0)] < 20
        }
        cells.haven[cell] = waters.first ?? 0
        cells.harbor[cell] = UInt8(clamping: waters.count)
      }
    }
    UnexploredLand.measure(&cells.distance, where: isBlank, cells.mesh, cells.height)
  }

  /// The terrain is as flat, dry and mild as the sea level there.
  private func clearTerrain(of world: inout World) {
    guard let cells = world.cells, var terrain = world.terrain else { return }
    world.terrain = nil
    var isFlat = [Bool](repeating: false, count: terrain.mesh.cellCount)
    // The ground of a lake belongs to the island around it.
    var ground: [UInt16: UInt16] = [:]
    for cell in isBlank.indices where isBlank[cell] {
      let place = Int(cells.gridCell[cell])
      guard isFlat.indices.contains(place) else { continue }
      isFlat[place] = true
      if terrain.height.indices.contains(place), terrain.height[place] >= 20,
        terrain.feature.indices.contains(place), ground[cells.feature[cell]] == nil
      {
        ground[cells.feature[cell]] = terrain.feature[place]
      }
    }
    for cell in isBlank.indices where isBlank[cell] {
      let place = Int(cells.gridCell[cell])
      guard terrain.height.indices.contains(place), isFlat[place] else { continue }
      let height = Int(terrain.height[place])
      if height < 20, terrain.feature.indices.contains(place),
        let feature = ground[cells.feature[cell]]
      {
        terrain.feature[place] = feature
      }
      if terrain.temperature.indices.contains(place), height > 20 {
        // FMG lets it fall by 6.5 °C a kilometer.
        let drop = (world.units.meters(ofHeight: height) / 1000 * 6.5).rounded()
        terrain.temperature[place] = Int8(
          clamping: Int(terrain.temperature[place]) + Int(min(drop, 200)))
      }
      terrain.height[place] = 20
      if terrain.precipitation.indices.contains(place) { terrain.precipitation[place] = 0 }
    }
    if terrain.distance.count == terrain.height.count, terrain.height.count == isFlat.count {
      UnexploredLand.measure(&terrain.distance, where: isFlat, terrain.mesh, terrain.height)
    }
    world.terrain = terrain
  }

  /// Measures the steps of blank cells from the nearest water again.
  private static func measure(
    _ distance: inout [Int8], where isBlank: [Bool], _ mesh: VoronoiMesh, _ height: [UInt8]
  ) {
    guard distance.count == isBlank.count, height.count == isBlank.count else { return }
    for cell in isBlank.indices where isBlank[cell] { distance[cell] = 0 }
    var edge: [Int] = []
    for cell in isBlank.indices where isBlank[cell] {
      let isCoast = mesh.cellNeighbors[cell].contains { height[Int($0)] < 20 }
      if isCoast {
        distance[cell] = 1
        edge.append(cell)
      }
    }
    // Explored land beside it is measured already.
    for cell in isBlank.indices where !isBlank[cell] && distance[cell] > 0 {
      if mesh.cellNeighbors[cell].contains(where: { isBlank[Int($0)] }) { edge.append(cell) }
    }
    edge.sort { (distance[$0], $0) < (distance[$1], $1) }
    var next = 0
    while next < edge.count {
      let cell = edge[next]
      next += 1
      guard distance[cell] < Int8.max else { continue }
      for other in mesh.cellNeighbors[cell] where isBlank[Int(other)] && distance[Int(other)] == 0 {
        distance[Int(other)] = distance[cell] + 1
        edge.append(Int(other))
      }
    }
  }

  private func clearFeatures(of world: inout World) {
    guard hasLand, let cells = world.cells else { return }
    let merged = Set(merged.keys.map(Int.init))
    world.features.removeAll { merged.contains($0.id) }
    var count: [Int: Int] = [:]
    var explored: Set<Int> = []
    for cell in 0..<cells.count {
      count[Int(cells.feature[cell]), default: 0] += 1
      if !isBlank[cell] { explored.insert(Int(cells.feature[cell])) }
    }
    world.features.mutateAll { feature in
      if let count = count[feature.id] {
        feature.cellCount = count
        if !explored.contains(feature.id) { feature.name = nil }
      }
    }
  }

  // MARK: Ways

  /// The parts of a way outside the land, each with at least two places.
  private func pieces(_ count: Int, isBlank: (Int) -> Bool) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    var start = 0
    for place in 0...count where place == count || isBlank(place) {
      if place - start > 1 { pieces.append(start..<place) }
      start = place + 1
    }
    return pieces
  }

  private func clearRivers(of world: inout World) {
    guard hasLand, var cells = world.cells else { return }
    world.cells = nil
    let sites = cells.mesh.sites
    func length(_ course: ArraySlice<Int32>) -> Double {
      let places = course.filter { sites.indices.contains(Int($0)) }.map { sites[Int($0)] }
      return zip(places, places.dropFirst()).reduce(0) { $0 + ($1.0 - $1.1).length }
    }
    var last = world.rivers.map(\.id).max() ?? 0
    var rivers: [River] = []
    for river in world.rivers {
      guard !river.cells.isEmpty else {
        // Only its ends are known, or its shape, which cannot be cut.
        let isHidden =
          covers(cell: river.source) || covers(cell: river.mouth)
          || river.ribbon?.points.contains { covers($0) } ?? false
        if !isHidden { rivers.append(river) }
        continue
      }
      guard river.cells.contains(where: { covers(cell: Int($0)) }) else {
        rivers.append(river)
        continue
      }
      let whole = length(river.cells[...])
      let isPaired = river.points.count == river.cells.count
      let parts = pieces(river.cells.count) { covers(cell: Int(river.cells[$0])) }
        .filter { piece in river.cells[piece].count { $0 >= 0 } > 1 }
      for (number, piece) in parts.enumerated() {
        var part = river
        if number > 0 {
          last += 1
          part.id = last
          for cell in river.cells[piece]
          where cells.river.indices.contains(Int(cell)) && cells.river[Int(cell)] == river.id {
            cells.river[Int(cell)] = UInt16(clamping: last)
          }
        }
        part.cells = Array(river.cells[piece])
        part.points = isPaired ? Array(river.points[piece]) : []
        part.ribbon = nil
        let known = part.cells.filter { $0 >= 0 }.map(Int.init)
        part.source = known[0]
        part.mouth = known[known.count - 1]
        if whole > 0 { part.length *= length(river.cells[piece]) / whole }
        rivers.append(part)
      }
    }
    world.rivers = EntityList(rivers)
    for cell in cells.river.indices where cells.river[cell] != 0 {
      if !world.rivers.contains(id: Int(cells.river[cell])) { cells.river[cell] = 0 }
    }
    world.cells = cells
  }

  private func clearRoutes(of world: inout World, _ removed: UnexploredIDs) {
    guard let cells = world.cells else { return }
    let removedBurgs = Set(
      world.burgs.filter { removed.burgs.contains($0.id) && !covers(cell: $0.cell) }.map(\.cell))
    guard hasLand || !removedBurgs.isEmpty else { return }
    let index = index ?? PointIndex(cells.mesh.sites)
    let courses = world.routes.map { route -> [Int] in
      route.points.indices.map { place in
        route.cells.indices.contains(place) && route.cells[place] >= 0
          ? Int(route.cells[place]) : index.nearest(to: route.points[place]) ?? -1
      }
    }
    var uses: [Int: Int] = [:]
    for course in courses { for cell in Set(course) { uses[cell, default: 0] += 1 } }
    /// Indicates whether a way leads on from a cell, or to a burg in it.
    func isJunction(_ cell: Int) -> Bool {
      uses[cell] ?? 0 > 1 || cells.burg.indices.contains(cell) && cells.burg[cell] != 0
    }
    /// Returns the part of a piece that leads somewhere. A part that leads only to a harbor on the land,
    /// or to a removed burg, is removed.
    func trimmed(_ piece: Range<Int>, of course: [Int]) -> Range<Int> {
      func leadsOn(_ place: Int, isCut: Bool) -> Bool {
        let cell = course[place]
        if removedBurgs.contains(cell) { return false }
        return !isCut || cells.height.indices.contains(cell) && cells.isLand(cell)
      }
      var (first, last) = (piece.lowerBound, piece.upperBound - 1)
      if !leadsOn(first, isCut: first > 0) {
        while first <= last, removedBurgs.contains(course[first]) || !isJunction(course[first]) {
          first += 1
        }
      }
      guard first < last else { return piece.lowerBound..<piece.lowerBound }
      if !leadsOn(last, isCut: last < course.count - 1) {
        while last > first, removedBurgs.contains(course[last]) || !isJunction(course[last]) {
          last -= 1
        }
      }
      return first..<last + 1
    }
    var last = world.routes.map(\.id).max() ?? 0
    var routes: [Route] = []
    for (route, course) in zip(world.routes, courses) {
      guard course.contains(where: { covers(cell: $0) || removedBurgs.contains($0) }) else {
        routes.append(route)
        continue
      }
      let parts = pieces(course.count) { covers(cell: course[$0]) }
        .map { trimmed($0, of: course) }.filter { $0.count > 1 }
      for (number, piece) in parts.enumerated() {
        var part = route
        if number > 0 {
          last += 1
          part.id = last
        }
        part.points = Array(route.points[piece])
        part.cells =
          route.cells.count == route.points.count ? Array(route.cells[piece]) : []
        routes.append(part)
      }
    }
    world.routes = EntityList(routes)
  }
}
