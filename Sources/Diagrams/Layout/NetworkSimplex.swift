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

  private let count: Int
  private let edges: [Edge]
  private var incident: [[Int]]
  private(set) var values: [Int]
  private var inTree: [Bool]
  private var parentEdge: [Int]
  private var low: [Int]
  private var last: [Int]
  private var cut: [Int]
  /// Weights that leave a node less those that enter it.
  private var net: [Int]
  /// Nodes of the tree, each after what hangs below it.
  private var postorder: [Int] = []

  /// - Parameters:
  ///   - edges: of a graph without cycles in which everything hangs together.
  ///   - steps: after so many the values are what they are by then: sound, perhaps not least.
  init(count: Int, edges: [Edge], steps: Int = 4_000, centres: Bool = false) {
    self.count = count
    self.edges = edges
    incident = Array(repeating: [], count: count)
    for (i, edge) in edges.enumerated() {
      incident[edge.from].append(i)
      incident[edge.to].append(i)
    }
    values = NetworkSimplex.longestPaths(count, edges)
    inTree = Array(repeating: false, count: edges.count)
    parentEdge = Array(repeating: -1, count: count)
    low = Array(repeating: 0, count: count)
    last = Array(repeating: 0, count: count)
    cut = Array(repeating: 0, count: edges.count)
    net = Array(repeating: 0, count: count)
    for edge in edges {
      net[edge.from] += edge.weight
      net[edge.to] -= edge.weight
    }
    guard count > 1 else { return }
    buildTree()
    number()
    var left = steps
    var start = 0
    while left > 0, let leaving = leavingEdge(&start) {
      guard let entering = enteringEdge(leaving) else { break }
      exchange(leaving, entering)
      left -= 1
    }
    if centres { balance() }
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

  /// Numbers the tree and finds the cut values from the leaves up.
  private mutating func number() {
    postorder.removeAll(keepingCapacity: true)
    parentEdge = Array(repeating: -1, count: count)
    var seen = [Bool](repeating: false, count: count)
    var clock = 0
    // (node, how many of its edges were looked at)
    var stack: [(node: Int, next: Int)] = [(0, 0)]
    seen[0] = true
    low[0] = 0
    while let top = stack.last {
      if top.next < incident[top.node].count {
        stack[stack.count - 1].next += 1
        let i = incident[top.node][top.next]
        guard inTree[i] else { continue }
        let other = edges[i].from == top.node ? edges[i].to : edges[i].from
        guard !seen[other] else { continue }
        seen[other] = true
        parentEdge[other] = i
        low[other] = clock
        stack.append((other, 0))
      } else {
        last[top.node] = clock
        clock += 1
        postorder.append(top.node)
        stack.removeLast()
      }
    }
    // What leaves a subtree less what enters it is the sum of that of its nodes: edges within it
    // count once for either sign.
    var sums = net
    for node in postorder where parentEdge[node] >= 0 {
      let edge = parentEdge[node]
      cut[edge] = edges[edge].from == node ? sums[node] : -sums[node]
      sums[edges[edge].from == node ? edges[edge].to : edges[edge].from] += sums[node]
    }
  }

  private func isBelow(_ node: Int, _ root: Int) -> Bool {
    low[root] <= last[node] && last[node] <= last[root]
  }

  // MARK: Steps

  private func leavingEdge(_ start: inout Int) -> Int? {
    for offset in edges.indices {
      let i = (start + offset) % edges.count
      if inTree[i], cut[i] < 0 {
        start = i
        return i
      }
    }
    return nil
  }

  private func lower(of edge: Int) -> Int {
    parentEdge[edges[edge].from] == edge ? edges[edge].from : edges[edge].to
  }

  /// The edge of least slack that goes the other way across the cut.
  private func enteringEdge(_ leaving: Int) -> Int? {
    let root = lower(of: leaving)
    let isTail = edges[leaving].from == root
    var best: Int?
    for (i, edge) in edges.enumerated() where !inTree[i] {
      let (a, b) = (isBelow(edge.from, root), isBelow(edge.to, root))
      // From the head's side to the tail's.
      guard a != b, isTail ? b : a else { continue }
      if let known = best, slack(known) <= slack(i) { continue }
      best = i
    }
    return best
  }

  private mutating func exchange(_ leaving: Int, _ entering: Int) {
    let root = lower(of: leaving)
    let shift = slack(entering)
    if shift != 0 {
      let delta = isBelow(edges[entering].to, root) ? -shift : shift
      for node in 0..<count where isBelow(node, root) { values[node] += delta }
    }
    inTree[leaving] = false
    inTree[entering] = true
    number()
  }

  /// Where moving costs nothing, things are moved to the middle of what they may.
  private mutating func balance() {
    for i in edges.indices where inTree[i] && cut[i] == 0 {
      guard let entering = enteringEdge(i) else { continue }
      let room = slack(entering)
      guard room > 1 else { continue }
      let root = lower(of: i)
      let delta = isBelow(edges[entering].to, root) ? -room / 2 : room / 2
      for node in 0..<count where isBelow(node, root) { values[node] += delta }
    }
  }
}
