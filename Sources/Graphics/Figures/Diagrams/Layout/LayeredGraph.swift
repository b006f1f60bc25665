// SPDX-License-Identifier: MIT
// Part of Platen: a flowchart in ranks: cycles undone, nodes ranked, long edges cut into pieces.

/// A flowchart as layout needs it: items in ranks, edges as chains of items.
///
/// The way is that of K. Sugiyama, S. Tagawa, M. Toda, "Methods for visual understanding of
/// hierarchical system structures", IEEE Trans. SMC 11(2), 1981; subgraphs are kept together as
/// G. Sander, "Layout of compound directed graphs", 1996, does it. All of it is laid out downwards;
/// other directions are turned afterwards.
struct LayeredGraph {
  struct Item {
    enum Kind: Equatable {
      case node(Int)
      /// A point of an edge that continues.
      case bend(edge: Int)
      case label(edge: Int)
      /// Holds a group's place in a rank in which it has nothing.
      case filler
    }
    var kind: Kind
    /// Across the ranks, and along them.
    var breadth: Double
    var depth: Double
    var rank: Int
    /// -1 for none.
    var group: Int
  }

  struct Chain {
    var edge: Int
    /// The items from the upper rank to the lower.
    var items: [Int]
    /// Indicates whether it was reversed to undo a cycle.
    var isReversed: Bool
  }

  struct NodeSize {
    var breadth: Double
    var depth: Double
  }

  private(set) var items: [Item] = []
  private(set) var chains: [Chain] = []
  /// The edges from a node to itself.
  private(set) var loops: [Int] = []
  private(set) var rankCount = 0
  /// First and last rank of groups; empty groups have none.
  private(set) var spans: [(first: Int, last: Int)?] = []
  let chart: Flowchart
  let ancestors: [[Int]]
  /// Ranks between neighbors: two where edges have labels, which stand in between.
  let step: Int

  /// Pieces of edges and places of groups that are laid out: two hundred nodes and four hundred links
  /// come to a few thousand, unless most of them are long.
  static let mostPieces = 40_000

  /// The number of pieces that the edges of a chart are cut into, and of places of its groups in
  /// ranks.
  static func pieceCount(of chart: Flowchart) -> Int {
    let ends = chart.edges.map { (chart.representative($0.from), chart.representative($0.to)) }
    let step = chart.edges.contains { !$0.label.isEmpty } ? 2 : 1
    let ranks = rank(chart, ends, backEdges(chart.nodes.count, ends), step: step)
    let pieces = ends.reduce(0) { $0 + abs(ranks[$1.0] - ranks[$1.1]) }
    return pieces + chart.groups.count * (1 + (ranks.max() ?? 0))
  }

  init(_ chart: Flowchart, nodes: [NodeSize], labels: [NodeSize?]) {
    self.chart = chart
    ancestors = chart.groups.indices.map { LayeredGraph.chain(of: $0, in: chart) }
    step = labels.contains { $0 != nil } ? 2 : 1
    let ends = chart.edges.map { (chart.representative($0.from), chart.representative($0.to)) }
    let reversed = LayeredGraph.backEdges(chart.nodes.count, ends)
    let ranks = LayeredGraph.rank(chart, ends, reversed, step: step)
    for (i, node) in chart.nodes.enumerated() {
      items.append(
        Item(
          kind: .node(i), breadth: nodes[i].breadth, depth: nodes[i].depth, rank: ranks[i],
          group: node.group ?? -1))
    }
    rankCount = (ranks.max() ?? 0) + 1
    findSpans()
    for edge in chart.edges.indices { cut(edge, ends[edge], reversed[edge], labels[edge]) }
    fillGroups()
  }

  private mutating func fillGroups() {
    var isHeld = chart.groups.indices.map { _ in [Bool](repeating: false, count: rankCount) }
    for item in items where item.group >= 0 {
      for group in ancestors[item.group] { isHeld[group][item.rank] = true }
    }
    // The inmost first: what holds their place holds that of those around them.
    let order = chart.groups.indices.sorted {
      (ancestors[$1].count, $0) < (ancestors[$0].count, $1)
    }
    for group in order {
      guard let span = spans[group] else { continue }
      for rank in span.first...span.last where !isHeld[group][rank] {
        items.append(Item(kind: .filler, breadth: 2, depth: 0, rank: rank, group: group))
        for around in ancestors[group] { isHeld[around][rank] = true }
      }
    }
  }

  /// A group with those around it, the inmost first.
  private static func chain(of group: Int, in chart: Flowchart) -> [Int] {
    var result: [Int] = []
    var next: Int? = group
    while let group = next, result.count < 64 {
      result.append(group)
      next = chart.groups[group].parent
    }
    return result
  }

  // MARK: Cycles

  /// Edges that lead back to where the walk came from, in the order in which nodes are named.
  private static func backEdges(_ count: Int, _ ends: [(from: Int, to: Int)]) -> [Bool] {
    var outgoing = [[Int]](repeating: [], count: count)
    var hasIncoming = [Bool](repeating: false, count: count)
    for (i, (from, to)) in ends.enumerated() where from != to {
      outgoing[from].append(i)
      hasIncoming[to] = true
    }
    var isReversed = [Bool](repeating: false, count: ends.count)
    var state = [UInt8](repeating: 0, count: count)
    let starts = (0..<count).filter { !hasIncoming[$0] } + Array(0..<count)
    for start in starts where state[start] == 0 {
      var stack: [(node: Int, next: Int)] = [(start, 0)]
      state[start] = 1
      while let top = stack.last {
        guard top.next < outgoing[top.node].count else {
          state[top.node] = 2
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].next += 1
        let edge = outgoing[top.node][top.next]
        let to = ends[edge].to
        if state[to] == 1 {
          isReversed[edge] = true
        } else if state[to] == 0 {
          state[to] = 1
          stack.append((to, 0))
        }
      }
    }
    return isReversed
  }

  // MARK: Ranks

  private static func rank(
    _ chart: Flowchart, _ ends: [(from: Int, to: Int)], _ reversed: [Bool], step: Int
  ) -> [Int] {
    var edges: [NetworkSimplex.Edge] = []
    for (i, (from, to)) in ends.enumerated() where from != to {
      edges.append(
        NetworkSimplex.Edge(
          from: reversed[i] ? to : from, to: reversed[i] ? from : to,
          length: chart.edges[i].length * step, weight: 2))
    }
    // What hangs on nothing hangs on a root above all.
    let root = chart.nodes.count
    for node in chart.nodes.indices {
      edges.append(NetworkSimplex.Edge(from: root, to: node, length: 0, weight: 0))
    }
    let values = NetworkSimplex(count: root + 1, edges: edges).values
    let least = chart.nodes.indices.map { values[$0] }.min() ?? 0
    return chart.nodes.indices.map { values[$0] - least }
  }

  private mutating func findSpans() {
    spans = Array(repeating: nil, count: chart.groups.count)
    for item in items where item.group >= 0 {
      for group in ancestors[item.group] {
        let span = spans[group] ?? (item.rank, item.rank)
        spans[group] = (min(span.first, item.rank), max(span.last, item.rank))
      }
    }
  }

  // MARK: Chains

  private mutating func cut(
    _ edge: Int, _ ends: (from: Int, to: Int), _ isReversed: Bool, _ label: NodeSize?
  ) {
    guard ends.from != ends.to else {
      // What leads from a subgraph to its own first node has no way to go.
      if chart.edges[edge].from >= 0, chart.edges[edge].to >= 0 { loops.append(edge) }
      return
    }
    let (upper, lower) = isReversed ? (ends.to, ends.from) : (ends.from, ends.to)
    let (first, last) = (items[upper].rank, items[lower].rank)
    var chain = [upper]
    let middle = (first + last) / 2
    for rank in first + 1..<max(first + 1, last) {
      var item = Item(
        kind: .bend(edge: edge), breadth: 4, depth: 0, rank: rank,
        group: group(between: upper, lower, at: rank))
      if let label, rank == middle {
        item.kind = .label(edge: edge)
        item.breadth = label.breadth
        item.depth = label.depth
      }
      chain.append(items.count)
      items.append(item)
    }
    chain.append(lower)
    chains.append(Chain(edge: edge, items: chain, isReversed: isReversed))
  }

  /// The group a piece of an edge runs in: the inmost around either end that reaches this rank.
  private func group(between upper: Int, _ lower: Int, at rank: Int) -> Int {
    for end in [upper, lower] {
      let own = items[end].group
      guard own >= 0 else { continue }
      for group in ancestors[own] {
        guard let span = spans[group], span.first <= rank, rank <= span.last else { continue }
        return group
      }
    }
    return -1
  }
}

extension Flowchart {
  /// The node that stands for an end of an edge: for a subgraph its first node.
  func representative(_ end: Int) -> Int {
    if end >= 0 { return end }
    let group = -1 - end
    for (index, node) in nodes.enumerated() {
      var own = node.group
      var steps = 0
      while let current = own, steps < 64 {
        if current == group { return index }
        own = groups[current].parent
        steps += 1
      }
    }
    return 0
  }
}
