// SPDX-License-Identifier: MIT
// Part of Platen: the quickest ways from one node to all others (Dijkstra's algorithm).

/// The quickest ways from one node.
struct WaySearch {
  /// Days to each node; infinite for those that no way leads to.
  private(set) var days: [Double]
  /// The length of the way to each node, in map units.
  private(set) var lengths: [Double]
  /// The node before each on its way; -1 for none.
  private var previous: [Int32]
  private let graph: WayGraph

  /// - Parameter goal: the node after which the search ends; nil for the ways to all nodes.
  init(_ graph: WayGraph, from start: Int, to goal: Int? = nil) {
    self.graph = graph
    previous = Array(repeating: -1, count: graph.count)
    lengths = Array(repeating: 0, count: graph.count)
    days = Array(repeating: .infinity, count: graph.count)
    days[start] = 0
    var queue = WayQueue()
    queue.insert(start, 0)
    while let (node, reached) = queue.popFirst() {
      if node == goal { break }
      guard reached <= days[node] else { continue }
      graph.forEachStep(from: node) { step, more in
        let total = reached + more
        guard total < days[step.node] else { return }
        days[step.node] = total
        lengths[step.node] = lengths[node] + step.length
        previous[step.node] = Int32(node)
        queue.insert(step.node, total)
      }
    }
  }

  /// The steps to a node in order, with the days that each takes; nil where no way leads to it.
  func steps(to node: Int) -> [(from: Int, step: WayStep, days: Double)]? {
    guard days[node].isFinite else { return nil }
    var steps: [(from: Int, step: WayStep, days: Double)] = []
    var at = node
    while previous[at] >= 0 {
      let before = Int(previous[at])
      var quickest: (step: WayStep, days: Double)?
      graph.forEachStep(from: before) { step, days in
        if step.node == at, days < quickest?.days ?? .infinity { quickest = (step, days) }
      }
      guard let quickest else { return nil }
      steps.append((before, quickest.step, quickest.days))
      at = before
    }
    return steps.reversed()
  }
}

/// Nodes by the days to them, the nearest first; those equally near by their numbers.
private struct WayQueue {
  private var heap: [(node: Int, days: Double)] = []

  private func precedes(_ one: Int, _ other: Int) -> Bool {
    (heap[one].days, heap[one].node) < (heap[other].days, heap[other].node)
  }

  mutating func insert(_ node: Int, _ days: Double) {
    heap.append((node, days))
    var at = heap.count - 1
    while at > 0, precedes(at, (at - 1) / 2) {
      heap.swapAt(at, (at - 1) / 2)
      at = (at - 1) / 2
    }
  }

  mutating func popFirst() -> (node: Int, days: Double)? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    guard !heap.isEmpty else { return first }
    heap[0] = last
    var at = 0
    while true {
      var least = at
      for child in [2 * at + 1, 2 * at + 2] where child < heap.count && precedes(child, least) {
        least = child
      }
      if least == at { return first }
      heap.swapAt(at, least)
      at = least
    }
  }
}
