// SPDX-License-Identifier: MIT
// Part of Platen: roads between capitals, trails between towns, routes across the sea.

internal import Atlas
internal import Geometry

/// A route along cells.
struct Way {
  var id: Int
  /// `roads`, `trails` or `searoutes`.
  var group: String
  var feature: Int
  var points: [Point]
  var cells: [Int32]
}

struct Ways {
  var ways: [Way] = []
  private var search: PathSearch
  /// Pairs of neighboring cells that a way joins already.
  private var joined: Set<UInt64> = []

  init(on ground: Ground, towns: Towns) {
    search = PathSearch(count: ground.count)
    let capitals = towns.towns.filter(\.isCapital)
    connect(capitals, group: "roads", nearest: 3, on: ground, towns: towns)
    connect(towns.towns, group: "trails", nearest: 2, on: ground, towns: towns)
    sail(on: ground, towns: towns)
  }

  // MARK: Over land

  private mutating func connect(
    _ some: [Town], group: String, nearest: Int, on ground: Ground, towns: Towns
  ) {
    var byFeature: [Int: [Town]] = [:]
    for town in some { byFeature[Int(ground.marks.feature[town.cell]), default: []].append(town) }
    for feature in byFeature.keys.sorted() {
      let members = byFeature[feature] ?? []
      for pair in Ways.pairs(members, nearest: nearest) {
        let (from, to) = (members[pair.0].cell, members[pair.1].cell)
        let sites = ground.mesh.sites
        let path = search.path(from: from, to: to, neighbors: ground.mesh.cellNeighbors) {
          a, b in
          guard ground.isLand(b) else { return nil }
          let way = sites[a].distance(to: sites[b])
          if joined.contains(Ways.key(a, b)) { return way * 0.45 }
          var burden = 1 + Double(BiomeTable.rows[Int(ground.biome[b])].cost) / 160
          burden += max(0, Double(ground.height[b]) - 30) * 0.07
          burden += abs(Double(ground.height[b]) - Double(ground.height[a])) * 0.06
          if towns.ofCell[b] != 0 { burden *= 0.6 }
          return way * burden
        } estimate: { cell in
          sites[cell].distance(to: sites[to]) * 0.45
        }
        if let path { lay(path, group: group, feature: feature, on: ground, towns: towns) }
      }
    }
  }

  /// Pairs of towns worth joining: each with its nearest, and a tree that connects all.
  private static func pairs(_ towns: [Town], nearest: Int) -> [(Int, Int)] {
    guard towns.count > 1 else { return [] }
    var pairs: Set<UInt64> = []
    let index = TownIndex(towns)
    for a in towns.indices {
      for b in index.nearest(to: a, count: nearest) { pairs.insert(key(a, b)) }
    }
    // Joining clusters: Borůvka's step over the nearest candidates, until one cluster is left.
    var cluster = Array(towns.indices)
    func root(_ start: Int) -> Int {
      var at = start
      while cluster[at] != at {
        cluster[at] = cluster[cluster[at]]
        at = cluster[at]
      }
      return at
    }
    for pair in pairs.sorted() { cluster[root(Int(pair >> 32))] = root(Int(pair & 0xFFFF_FFFF)) }
    var reach = nearest * 2
    while Set(towns.indices.map(root)).count > 1, reach < towns.count * 2 {
      for a in towns.indices {
        for b in index.nearest(to: a, count: reach) where root(a) != root(b) {
          pairs.insert(key(a, b))
          cluster[root(a)] = root(b)
          break
        }
      }
      reach *= 2
    }
    return pairs.sorted().map { (Int($0 >> 32), Int($0 & 0xFFFF_FFFF)) }
  }

  /// Keeps the pieces of a path that no way runs along yet.
  private mutating func lay(
    _ path: [Int], group: String, feature: Int, on ground: Ground, towns: Towns
  ) {
    var piece: [Int] = []
    func place(_ cell: Int) -> Point {
      let town = Int(towns.ofCell[cell])
      return town == 0 ? ground.mesh.sites[cell] : towns.towns[town - 1].position
    }
    for (a, b) in zip(path, path.dropFirst()) {
      if joined.insert(Ways.key(a, b)).inserted {
        if piece.isEmpty { piece = [a] }
        piece.append(b)
      } else {
        finish(piece, group: group, feature: feature, place: place)
        piece = []
      }
    }
    finish(piece, group: group, feature: feature, place: place)
  }

  private mutating func finish(
    _ cells: [Int], group: String, feature: Int, place: (Int) -> Point
  ) {
    guard cells.count > 1 else { return }
    ways.append(
      Way(
        id: ways.count, group: group, feature: feature, points: cells.map(place),
        cells: cells.map(Int32.init)))
  }

  // MARK: Over water

  private mutating func sail(on ground: Ground, towns: Towns) {
    var byWater: [Int: [Town]] = [:]
    for town in towns.towns where town.port != 0 && (town.isCapital || town.group != "village") {
      byWater[town.port, default: []].append(town)
    }
    let sites = ground.mesh.sites
    for water in byWater.keys.sorted() {
      // The largest harbours only: a fishing village needs no sea route.
      let most = max(16, Int(16 * ground.coarseness.squareRoot()))
      let ports = (byWater[water] ?? []).sorted {
        ($0.population, $1.id) > ($1.population, $0.id)
      }.prefix(most)
      let members = Array(ports)
      for pair in Ways.pairs(members, nearest: 1) {
        let (from, to) = (members[pair.0].cell, members[pair.1].cell)
        let path = search.path(from: from, to: to, neighbors: ground.mesh.cellNeighbors) {
          a, b in
          if b == to { return sites[a].distance(to: sites[b]) }
          guard Int(ground.marks.feature[b]) == water else { return nil }
          let way = sites[a].distance(to: sites[b])
          if joined.contains(Ways.key(a, b)) { return way * 0.6 }
          // Ships keep off the rocks.
          return way * (ground.marks.distance[b] == -1 ? 1.9 : 1)
        } estimate: { cell in
          sites[cell].distance(to: sites[to]) * 0.6
        }
        guard let path, path.count > 2 else { continue }
        let first = ways.count
        lay(path, group: "searoutes", feature: water, on: ground, towns: towns)
        for index in first..<ways.count { ease(&ways[index], on: ground) }
      }
    }
  }

  /// Draws a sea route straighter where that keeps it on the water.
  private func ease(_ way: inout Way, on ground: Ground) {
    guard way.points.count > 2 else { return }
    for _ in 0..<3 {
      let before = way.points
      for index in 1..<before.count - 1 {
        let cell = Int(way.cells[index])
        guard !ground.isLand(cell) else { continue }
        let eased = before[index] * 0.5 + (before[index - 1] + before[index + 1]) * 0.25
        let own = ground.mesh.sites[cell].squaredDistance(to: eased)
        let onLand = ground.mesh.cellNeighbors[cell].contains {
          ground.isLand(Int($0)) && ground.mesh.sites[Int($0)].squaredDistance(to: eased) < own
        }
        if !onLand {
          way.points[index] = Point(Grid.rounded(eased.x, 2), Grid.rounded(eased.y, 2))
        }
      }
    }
  }

  private static func key(_ a: Int, _ b: Int) -> UInt64 {
    UInt64(min(a, b)) << 32 | UInt64(max(a, b))
  }
}

/// Shortest ways by A*, with memory that is used again.
private struct PathSearch {
  private var cost: [Double]
  private var parent: [Int32]
  private var round: [UInt32]
  private var current: UInt32 = 0
  private var frontier = Frontier()

  init(count: Int) {
    cost = Array(repeating: 0, count: count)
    parent = Array(repeating: -1, count: count)
    round = Array(repeating: 0, count: count)
  }

  mutating func path(
    from start: Int, to goal: Int, neighbors: IndexLists,
    step: (Int, Int) -> Double?, estimate: (Int) -> Double
  ) -> [Int]? {
    current += 1
    frontier.removeAll()
    cost[start] = 0
    parent[start] = -1
    round[start] = current
    frontier.push(start, cost: estimate(start))
    while let (cell, expected) = frontier.pop() {
      if cell == goal {
        var path = [goal]
        while parent[path[path.count - 1]] >= 0 { path.append(Int(parent[path[path.count - 1]])) }
        return path.reversed()
      }
      if expected > cost[cell] + estimate(cell) + 1e-9 { continue }
      for neighbor in neighbors[cell] {
        let next = Int(neighbor)
        guard let way = step(cell, next) else { continue }
        let total = cost[cell] + way
        if round[next] != current || total < cost[next] {
          round[next] = current
          cost[next] = total
          parent[next] = Int32(cell)
          frontier.push(next, cost: total + estimate(next))
        }
      }
    }
    return nil
  }
}

/// Towns by their nearness.
private struct TownIndex {
  private let places: [Point]
  private let byX: [Int]

  init(_ towns: [Town]) {
    places = towns.map(\.position)
    let places = places
    byX = places.indices.sorted { (places[$0].x, $0) < (places[$1].x, $1) }
  }

  /// The nearest others, nearest first: a sweep along x that stops when it can only get worse.
  func nearest(to index: Int, count: Int) -> [Int] {
    let here = places[index]
    guard let start = byX.firstIndex(of: index) else { return [] }
    var found: [(Double, Int)] = []
    var (left, right) = (start - 1, start + 1)
    while left >= 0 || right < byX.count {
      let toLeft = left >= 0 ? here.x - places[byX[left]].x : .infinity
      let toRight = right < byX.count ? places[byX[right]].x - here.x : .infinity
      let gap = min(toLeft, toRight)
      if found.count == count, let worst = found.last, gap * gap > worst.0 { break }
      let other: Int
      if toLeft < toRight {
        other = byX[left]
        left -= 1
      } else {
        other = byX[right]
        right += 1
      }
      let entry = (places[other].squaredDistance(to: here), other)
      let at = found.firstIndex { $0 > entry } ?? found.count
      found.insert(entry, at: at)
      if found.count > count { found.removeLast() }
    }
    return found.map(\.1)
  }
}
