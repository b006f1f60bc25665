// SPDX-License-Identifier: MIT
// Part of Platen: where everything of a flowchart stands, laid out downwards.

internal import Geometry

/// Places of items, ways of edges, frames of groups.
struct FlowchartLayout {
  struct Spacing {
    /// The distances between neighbors in a rank, between ranks, within frames and for their
    /// titles.
    var node = 44.0
    var rank = 46.0
    var padding = 14.0
    /// Room for titles before the first rank of a frame, behind its last, and at its side.
    var titleBefore = 0.0
    var titleBehind = 0.0
    var titleBeside = 0.0
  }

  let graph: LayeredGraph
  let ranks: [[Int]]
  /// Middles of items.
  private(set) var centers: [Point] = []
  private(set) var frames: [Rect?] = []
  private(set) var size = Size(width: 0, height: 0)
  /// The start and the end of each rank.
  private(set) var bands: [(top: Double, bottom: Double)] = []
  /// The number of nodes and edges visited to place items.
  private(set) var work = 0
  private let spacing: Spacing

  /// - Parameters:
  ///   - titles: how broad the titles of groups are.
  init(_ graph: LayeredGraph, spacing: Spacing, titles: [Double]) {
    self.graph = graph
    self.spacing = spacing
    ranks = RankOrder(graph).ranks
    placeRanks()
    placeItems(titles)
  }

  // MARK: Down

  private mutating func placeRanks() {
    // Frames need room above their first rank and below their last.
    var opening = [Int](repeating: 0, count: graph.rankCount)
    var closing = [Int](repeating: 0, count: graph.rankCount)
    for group in graph.chart.groups.indices {
      guard let span = graph.spans[group] else { continue }
      // How many frames begin here, one within the other.
      let begins = graph.ancestors[group].prefix { graph.spans[$0]?.first == span.first }.count
      let ends = graph.ancestors[group].prefix { graph.spans[$0]?.last == span.last }.count
      opening[span.first] = max(opening[span.first], begins)
      closing[span.last] = max(closing[span.last], ends)
    }
    let gap = spacing.rank / Double(graph.step)
    var y = 0.0
    for rank in ranks.indices {
      y += Double(opening[rank]) * (spacing.padding + spacing.titleBefore)
      let depth = ranks[rank].map { graph.items[$0].depth }.max() ?? 0
      bands.append((y, y + depth))
      y += depth + Double(closing[rank]) * (spacing.padding + spacing.titleBehind)
      if rank + 1 < ranks.count { y += gap }
    }
    size.height = y
  }

  // MARK: Across

  /// The coordinates are those that make edges short and straight: a network simplex over the items
  /// and a node for each edge. Gansner and others, section 4.2.
  private mutating func placeItems(_ titles: [Double]) {
    let count = graph.items.count
    let groups = graph.chart.groups.count
    // Items, then left and right sides of groups, then a node for each piece of an edge.
    func left(_ group: Int) -> Int { count + 2 * group }
    func right(_ group: Int) -> Int { count + 2 * group + 1 }
    var edges: [NetworkSimplex.Edge] = []
    func keep(_ a: Int, _ b: Int, _ distance: Double) {
      edges.append(
        NetworkSimplex.Edge(from: a, to: b, length: Int(distance.rounded(.up)), weight: 0))
    }
    for rank in ranks { separate(rank, left, right, keep) }
    for group in 0..<groups where graph.spans[group] != nil {
      edges.append(
        NetworkSimplex.Edge(
          from: left(group), to: right(group),
          length: Int((titles[group] + 2 * spacing.padding).rounded(.up)), weight: 1))
      if let parent = graph.chart.groups[group].parent {
        keep(left(parent), left(group), spacing.padding + spacing.titleBeside)
        keep(right(group), right(parent), spacing.padding)
      }
    }
    var nodes = count + 2 * groups
    for chain in graph.chains {
      for (upper, lower) in zip(chain.items, chain.items.dropFirst()) {
        let weight = weight(upper, lower)
        edges.append(NetworkSimplex.Edge(from: nodes, to: upper, length: 0, weight: weight))
        edges.append(NetworkSimplex.Edge(from: nodes, to: lower, length: 0, weight: weight))
        nodes += 1
      }
    }
    // Everything hangs on one node at the left.
    for node in 0..<nodes {
      edges.append(NetworkSimplex.Edge(from: nodes, to: node, length: 0, weight: 0))
    }
    let simplex = NetworkSimplex(count: nodes + 1, edges: edges, centers: true)
    work = simplex.work
    finish(simplex.values.map(Double.init), left, right)
  }

  private func weight(_ a: Int, _ b: Int) -> Int {
    func isNode(_ item: Int) -> Bool {
      if case .node = graph.items[item].kind { true } else { false }
    }
    switch (isNode(a), isNode(b)) {
    case (true, true): return 2
    case (false, false): return 16
    default: return 4
    }
  }

  /// Neighbors keep apart; between them lie the sides of the frames that one of them is in.
  private func separate(
    _ rank: [Int], _ left: (Int) -> Int, _ right: (Int) -> Int,
    _ keep: (Int, Int, Double) -> Void
  ) {
    func isNode(_ item: Int) -> Bool {
      if case .node = graph.items[item].kind { true } else { false }
    }
    func chain(_ item: Int) -> [Int] {
      let group = graph.items[item].group
      return group < 0 ? [] : graph.ancestors[group]
    }
    for item in rank {
      let half = graph.items[item].breadth / 2
      if let own = chain(item).first {
        keep(left(own), item, half + spacing.padding + spacing.titleBeside)
        keep(item, right(own), half + spacing.padding)
      }
    }
    for (a, b) in zip(rank, rank.dropFirst()) {
      let (ofA, ofB) = (chain(a), chain(b))
      let shared = ofA.first { ofB.contains($0) }
      // Frames left on the way from one to the other, and frames entered.
      let closed = ofA.prefix { $0 != shared }
      let opened = ofB.prefix { $0 != shared }
      let between = isNode(a) && isNode(b) ? spacing.node : spacing.node * 0.5
      let (halfA, halfB) = (graph.items[a].breadth / 2, graph.items[b].breadth / 2)
      switch (closed.last, opened.last) {
      case (nil, nil): keep(a, b, halfA + halfB + between)
      case (let group?, nil): keep(right(group), b, halfB + spacing.node * 0.5)
      case (nil, let group?): keep(a, left(group), halfA + spacing.node * 0.5)
      case (let one?, let other?): keep(right(one), left(other), spacing.node * 0.6)
      }
    }
  }

  private mutating func finish(
    _ values: [Double], _ left: (Int) -> Int, _ right: (Int) -> Int
  ) {
    frames = graph.chart.groups.indices.map { group in
      guard let span = graph.spans[group] else { return nil }
      // Frames that begin in one rank stand one within the other.
      func depth(_ key: (Int) -> Int?) -> Int {
        var most = 0
        for other in graph.chart.groups.indices where graph.ancestors[other].contains(group) {
          guard key(other) == key(group) else { continue }
          most = max(most, graph.ancestors[other].firstIndex(of: group) ?? 0)
        }
        return most
      }
      let above =
        Double(depth { graph.spans[$0]?.first } + 1) * (spacing.padding + spacing.titleBefore)
      let below =
        Double(depth { graph.spans[$0]?.last } + 1) * (spacing.padding + spacing.titleBehind)
      let top = bands[span.first].top - above
      let bottom = bands[span.last].bottom + below
      let (x, end) = (values[left(group)], values[right(group)])
      return Rect(x: x, y: top, width: end - x, height: bottom - top)
    }
    var least = Double.infinity
    var most = -Double.infinity
    for (i, item) in graph.items.enumerated() {
      least = min(least, values[i] - item.breadth / 2)
      most = max(most, values[i] + item.breadth / 2)
    }
    for frame in frames {
      guard let frame else { continue }
      least = min(least, frame.minX)
      most = max(most, frame.maxX)
    }
    if !least.isFinite { (least, most) = (0, 0) }
    size.width = most - least
    centers = graph.items.enumerated().map { i, item in
      let band = bands[item.rank]
      return Point(values[i] - least, (band.top + band.bottom) / 2)
    }
    frames = frames.map { frame in
      frame.map { Rect(x: $0.x - least, y: $0.y, width: $0.width, height: $0.height) }
    }
  }
}
