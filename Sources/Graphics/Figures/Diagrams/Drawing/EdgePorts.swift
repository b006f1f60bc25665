// SPDX-License-Identifier: MIT
// Part of Platen: where edges of a flowchart meet their nodes.

internal import Geometry

/// The points where edges meet their nodes, from the middles: next to each other in the order of
/// where they lead.
struct EdgePorts {
  /// By chain: at its upper node's lower side, and at its lower node's upper side.
  private(set) var lower: [Double]
  private(set) var upper: [Double]

  init(_ layout: FlowchartLayout, breadths: [Double]) {
    let chains = layout.graph.chains
    lower = Array(repeating: 0, count: chains.count)
    upper = Array(repeating: 0, count: chains.count)
    var below = [[Int]](repeating: [], count: breadths.count)
    var above = [[Int]](repeating: [], count: breadths.count)
    for (i, chain) in chains.enumerated() {
      if let first = chain.items.first { below[first].append(i) }
      if let last = chain.items.last { above[last].append(i) }
    }
    func spread(_ own: [Int], _ node: Int, _ next: (Int) -> Int, _ place: (Int, Double) -> Void) {
      let order = own.sorted {
        (layout.centers[next($0)].x, $0) < (layout.centers[next($1)].x, $1)
      }
      let gap = min(22, breadths[node] / Double(max(1, own.count)))
      for (i, chain) in order.enumerated() {
        place(chain, (Double(i) - Double(own.count - 1) / 2) * gap)
      }
    }
    for node in breadths.indices {
      spread(below[node], node, { chains[$0].items[1] }) { lower[$0] = $1 }
      spread(above[node], node, { chains[$0].items[chains[$0].items.count - 2] }) { upper[$0] = $1 }
    }
    straighten(layout, breadths, below, above)
  }

  /// Straightens an edge that is almost straight, where its place is free.
  private mutating func straighten(
    _ layout: FlowchartLayout, _ breadths: [Double], _ below: [[Int]], _ above: [[Int]]
  ) {
    func isFree(_ offset: Double, _ chain: Int, _ own: [Int], _ ports: [Double], _ node: Int)
      -> Bool
    {
      abs(offset) <= breadths[node] / 2
        && own.allSatisfy { $0 == chain || abs(ports[$0] - offset) >= 10 }
    }
    for (index, chain) in layout.graph.chains.enumerated() {
      guard let first = chain.items.first, let last = chain.items.last else { continue }
      let second = chain.items[1]
      let beforeLast = chain.items[chain.items.count - 2]
      // What the ports on the other side come to: a piece has its own place.
      let startX = layout.centers[first].x + lower[index]
      let nextX = layout.centers[second].x + (second == last ? upper[index] : 0)
      if startX != nextX, abs(startX - nextX) < 26 {
        let offset = nextX - layout.centers[first].x
        if isFree(offset, index, below[first], lower, first) { lower[index] = offset }
      }
      let endX = layout.centers[last].x + upper[index]
      let previousX = layout.centers[beforeLast].x + (beforeLast == first ? lower[index] : 0)
      if endX != previousX, abs(endX - previousX) < 26 {
        let offset = previousX - layout.centers[last].x
        if isFree(offset, index, above[last], upper, last) { upper[index] = offset }
      }
    }
  }
}
