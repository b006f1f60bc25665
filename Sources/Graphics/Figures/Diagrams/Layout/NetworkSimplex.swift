// SPDX-License-Identifier: MIT
// Part of Platen: whole numbers for nodes that keep least distances and make weighted lengths least.

/// The network simplex method for layering: E. R. Gansner, E. Koutsofios, S. C. North, K.-P. Vo, "A
/// technique for drawing directed graphs", IEEE Trans. Software Eng. 19(3), 1993, sections 2.3 to
/// 2.4 and 4.2.
struct NetworkSimplex {
  struct Edge {
    var from: Int
    var to: Int
    /// Least value of `to` less that of `from`.
    var length: Int
    var weight: Int
  }

  /// Visits of nodes and edges after which the values are what they are by then: half a second or so.
  static let defaultWork = 50_000_000
  /// The limit of steps; the values reached by then are used.
  private static let mostSteps = 4_000

  private let count: Int
  private let edges: [Edge]
  private var incident: [[Int]]
  private(set) var values: [Int]
  private var inTree: [Bool]
  /// The edges of the tree at each node.
  private var treeEdges: [[Int]]
  private var parentEdge: [Int]
  /// A node's number, and the least number of those below it.
  private var last: [Int]
  private var low: [Int]
  /// The nodes of the tree by their numbers, each after what hangs below it.
  private var postorder: [Int]
  /// Weights that leave a node and what hangs below it less those that enter.
  private var sums: [Int]
  /// The number of nodes and edges visited.
  private(set) var work = 0

  /// - Parameters:
  ///   - edges: of a graph without cycles in which everything hangs together.
  ///   - mostWork: visits of nodes and edges after which the values are what they are by then: sound,
  ///     perhaps not least.
  init(count: Int, edges: [Edge], mostWork: Int = defaultWork, centers: Bool = false) {
    self.count = count
    self.edges = edges
    incident = Array(repeating: [], count: count)
    for (i, edge) in edges.enumerated() {
      incident[edge.from].append(i)
      incident[edge.to].append(i)
    }
    values = NetworkSimplex.longestPaths(count, edges)
    inTree = Array(repeating: false, count: edges.count)
    treeEdges = Array(repeating: [], count: count)
    parentEdge = Array(repeating: -1, count: count)
    low = Array(repeating: 0, count: count)
    last = Array(repeating: 0, count: count)
    postorder = Array(repeating: 0, count: count)
    sums = Array(repeating: 0, count: count)
    for edge in edges {
      sums[edge.from] += edge.weight
      sums[edge.to] -= edge.weight
    }
    guard count > 1 else { return }
    buildTree()
    number(from: 0, first: 0)
    // What leaves a subtree less what enters it is the sum of that of its nodes: edges within it
    // count once for either sign.
    for node in postorder where parentEdge[node] >= 0 {
      sums[other(parentEdge[node], than: node)] += sums[node]
    }
    var left = NetworkSimplex.mostSteps
    var start = 0
    while left > 0, work < mostWork, let leaving = leavingEdge(&start) {
      guard let entering = enteringEdge(leaving) else { break }
      exchange(leaving, entering)
      left -= 1
    }
    if centers { balance(mostWork: 2 * mostWork) }
    let least = values.min() ?? 0
    for i in values.indices { values[i] -= least }
  }

  private static func longestPaths(_ count: Int, _ edges: [Edge]) -> [Int] {
    var incoming = [Int](repeating: 0, count: count)
    var outgoing = [[Int]](repeating: [], count: count)
    for (i, edge) in edges.enumerated() {
      incoming[edge.to] += 1
      outgoing[edge.from].append(i)
    }
    var values = [Int](repeating: 0, count: count)
    var ready = (0..<count).filter { incoming[$0] == 0 }
    var next = 0
    while next < ready.count {
      let node = ready[next]
      next += 1
      for i in outgoing[node] {
        let edge = edges[i]
        values[edge.to] = max(values[edge.to], values[node] + edge.length)
        incoming[edge.to] -= 1
        if incoming[edge.to] == 0 { ready.append(edge.to) }
      }
    }
    return values
  }

  private func slack(_ i: Int) -> Int {
    values[edges[i].to] - values[edges[i].from] - edges[i].length
  }

  // MARK: The tree

  /// A tree of edges without slack. Grown from the first node: where it stops, the edge of least
  /// slack at its border is made tight by moving the tree.
  private mutating func buildTree() {
    var isIn = [Bool](repeating: false, count: count)
    var members = [0]
    isIn[0] = true
    var next = 0
    while members.count < count {
      while next < members.count {
        let node = members[next]
        next += 1
        for i in incident[node] where slack(i) == 0 {
          let other = edges[i].from == node ? edges[i].to : edges[i].from
          guard !isIn[other] else { continue }
          isIn[other] = true
          inTree[i] = true
          treeEdges[node].append(i)
          treeEdges[other].append(i)
          members.append(other)
        }
      }
      guard members.count < count else { return }
      var best = -1
      for (i, edge) in edges.enumerated() where isIn[edge.from] != isIn[edge.to] {
        if best < 0 || slack(i) < slack(best) { best = i }
      }
      // Nothing else hangs on it.
      guard best >= 0 else { return }
      let shift = isIn[edges[best].to] ? -slack(best) : slack(best)
      for node in members { values[node] += shift }
      next = 0
    }
  }

  private func other(_ edge: Int, than node: Int) -> Int {
    edges[edge].from == node ? edges[edge].to : edges[edge].from
  }

  /// Numbers a node and all that hangs below it, and finds which edges they hang on.
  private mutating func number(from root: Int, first: Int) {
    var clock = first
    low[root] = clock
    // (node, how many of its edges were looked at)
    var stack: [(node: Int, next: Int)] = [(root, 0)]
    while let top = stack.last {
      work += 1
      if top.next < treeEdges[top.node].count {
        stack[stack.count - 1].next += 1
        let edge = treeEdges[top.node][top.next]
        guard edge != parentEdge[top.node] else { continue }
        let below = other(edge, than: top.node)
        parentEdge[below] = edge
        low[below] = clock
        stack.append((below, 0))
      } else {
        last[top.node] = clock
        postorder[clock] = top.node
        clock += 1
        stack.removeLast()
      }
    }
  }

  private func isBelow(_ node: Int, _ root: Int) -> Bool {
    low[root] <= last[node] && last[node] <= last[root]
  }

  /// The total length saved for each unit an edge of the tree is made longer, if negative.
  private func cut(_ edge: Int) -> Int {
    let node = lower(of: edge)
    return edges[edge].from == node ? sums[node] : -sums[node]
  }

  // MARK: Steps

  private mutating func leavingEdge(_ start: inout Int) -> Int? {
    for offset in edges.indices {
      let i = (start + offset) % edges.count
      if inTree[i], cut(i) < 0 {
        work += offset
        start = i
        return i
      }
    }
    return nil
  }

  private func lower(of edge: Int) -> Int {
    parentEdge[edges[edge].from] == edge ? edges[edge].from : edges[edge].to
  }

  /// The edge of least slack that goes the other way across the cut, of several the first.
  private mutating func enteringEdge(_ leaving: Int) -> Int? {
    let root = lower(of: leaving)
    // From the head's side to the tail's.
    let leadsIn = edges[leaving].from == root
    // Whichever side has fewer nodes knows all edges between them.
    let isInside = 2 * (last[root] - low[root]) < count
    let sides = isInside ? [low[root]...last[root]] : [0...count - 1]
    var best: (slack: Int, edge: Int)?
    for side in sides {
      for node in postorder[side] where isInside || !isBelow(node, root) {
        work += incident[node].count
        for i in incident[node] where !inTree[i] {
          let isOutside = isBelow(other(i, than: node), root) != isInside
          guard isOutside, (edges[i].to == node) == (leadsIn == isInside) else { continue }
          let room = slack(i)
          if let best, (best.slack, best.edge) < (room, i) { continue }
          best = (room, i)
        }
      }
    }
    return best?.edge
  }

  private mutating func exchange(_ leaving: Int, _ entering: Int) {
    let root = lower(of: leaving)
    let shift = slack(entering)
    if shift != 0 {
      let delta = isBelow(edges[entering].to, root) ? -shift : shift
      move(root, by: delta)
    }
    let inner = isBelow(edges[entering].from, root) ? edges[entering].from : edges[entering].to
    let outer = other(entering, than: inner)
    // The sums of those between the old place and what is above both, and the new place and that.
    let moved = sums[root]
    var above = other(leaving, than: root)
    while !isBelow(outer, above) {
      sums[above] -= moved
      above = other(parentEdge[above], than: above)
    }
    var next = outer
    while next != above {
      sums[next] += moved
      next = other(parentEdge[next], than: next)
    }
    // What is moved hangs on its end of the entering edge now, turned round up to its old root.
    var node = inner
    var below = 0
    var edge = entering
    while true {
      let sum = sums[node]
      let old = parentEdge[node]
      sums[node] = moved - below
      parentEdge[node] = edge
      guard node != root else { break }
      below = sum
      edge = old
      node = other(old, than: node)
    }
    inTree[leaving] = false
    inTree[entering] = true
    for end in [edges[leaving].from, edges[leaving].to] {
      treeEdges[end].removeAll { $0 == leaving }
    }
    treeEdges[inner].append(entering)
    treeEdges[outer].append(entering)
    number(from: above, first: low[above])
  }

  /// Moves a node and all that hangs below it.
  private mutating func move(_ root: Int, by delta: Int) {
    for node in postorder[low[root]...last[root]] { values[node] += delta }
    work += last[root] - low[root]
  }

  /// Moves items to the middle of their range where that costs nothing.
  private mutating func balance(mostWork: Int) {
    for i in edges.indices where inTree[i] && cut(i) == 0 {
      guard work < mostWork else { return }
      guard let entering = enteringEdge(i) else { continue }
      let room = slack(entering)
      guard room > 1 else { continue }
      let root = lower(of: i)
      move(root, by: isBelow(edges[entering].to, root) ? -room / 2 : room / 2)
    }
  }
}
