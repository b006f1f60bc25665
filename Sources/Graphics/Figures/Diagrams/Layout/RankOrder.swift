// SPDX-License-Identifier: MIT
// Part of Platen: the order of items in their ranks, with few edges crossing.

/// Orders ranks by medians and exchanges of neighbors, members of a group always together.
struct RankOrder {
  private let graph: LayeredGraph
  private(set) var ranks: [[Int]] = []
  private var place: [Int]
  private var above: [[Int]]
  private var below: [[Int]]
  /// By group: the key that decides the order of groups within a rank, the same in every rank.
  private var groupKey: [Double] = []

  init(_ graph: LayeredGraph) {
    self.graph = graph
    place = Array(repeating: 0, count: graph.items.count)
    above = Array(repeating: [], count: graph.items.count)
    below = Array(repeating: [], count: graph.items.count)
    for chain in graph.chains {
      for (upper, lower) in zip(chain.items, chain.items.dropFirst()) {
        below[upper].append(lower)
        above[lower].append(upper)
      }
    }
    begin()
    var best = ranks
    var fewest = crossings()
    for round in 0..<12 where fewest > 0 {
      sweep(isDown: round % 2 == 0)
      exchange()
      let count = crossings()
      if count < fewest {
        fewest = count
        best = ranks
      }
    }
    ranks = best
  }

  /// Items as a walk from above meets them.
  private mutating func begin() {
    ranks = Array(repeating: [], count: graph.rankCount)
    var seen = [Bool](repeating: false, count: graph.items.count)
    let starts = graph.items.indices.sorted {
      (graph.items[$0].rank, $0) < (graph.items[$1].rank, $1)
    }
    var order: [Int] = []
    for start in starts where !seen[start] {
      var stack = [start]
      while let item = stack.popLast() {
        guard !seen[item] else { continue }
        seen[item] = true
        order.append(item)
        stack += below[item].reversed()
      }
    }
    for item in order { ranks[graph.items[item].rank].append(item) }
    number()
    keyGroups()
    let met = place
    for rank in ranks.indices { arrange(rank) { Double(met[$0]) } }
    number()
  }

  private mutating func number() {
    for rank in ranks { for (i, item) in rank.enumerated() { place[item] = i } }
  }

  private mutating func keyGroups() {
    var sums = [(sum: Double, count: Double)](
      repeating: (0, 0), count: graph.chart.groups.count)
    for rank in ranks {
      for (i, item) in rank.enumerated() where graph.items[item].group >= 0 {
        // Ranks of few items weigh as those of many.
        let where_ = (Double(i) + 0.5) / Double(rank.count)
        for group in graph.ancestors[graph.items[item].group] {
          sums[group].sum += where_
          sums[group].count += 1
        }
      }
    }
    groupKey = sums.map { $0.count > 0 ? $0.sum / $0.count : 0 }
  }

  private mutating func sweep(isDown: Bool) {
    keyGroups()
    // The rank the sweep begins with takes the same order of groups as all others.
    let start = isDown ? ranks.startIndex : ranks.endIndex - 1
    let before = place
    arrange(start) { Double(before[$0]) }
    for (i, item) in ranks[start].enumerated() { place[item] = i }
    let order =
      isDown ? Array(ranks.indices.dropFirst()) : Array(ranks.indices.dropLast().reversed())
    for rank in order {
      var keys: [Int: Double] = [:]
      for item in ranks[rank] {
        let neighbors = (isDown ? above[item] : below[item]).map { place[$0] }.sorted()
        keys[item] =
          neighbors.isEmpty ? Double(place[item]) : RankOrder.median(neighbors)
      }
      arrange(rank) { keys[$0] ?? 0 }
      for (i, item) in ranks[rank].enumerated() { place[item] = i }
    }
  }

  /// The weighted median of Gansner and others, section 3.
  private static func median(_ places: [Int]) -> Double {
    let middle = places.count / 2
    if places.count % 2 == 1 { return Double(places[middle]) }
    if places.count == 2 { return Double(places[0] + places[1]) / 2 }
    let left = Double(places[middle - 1] - places[0])
    let right = Double(places[places.count - 1] - places[middle])
    guard left + right > 0 else { return Double(places[middle]) }
    return (Double(places[middle - 1]) * right + Double(places[middle]) * left) / (left + right)
  }

  /// Sorts a rank by keys, groups as blocks at the mean of their members, and groups among each
  /// other by what holds for all ranks.
  private mutating func arrange(_ rank: Int, _ key: (Int) -> Double) {
    ranks[rank] = arranged(ranks[rank], within: -1, key)
  }

  private func arranged(_ items: [Int], within parent: Int, _ key: (Int) -> Double) -> [Int] {
    guard items.count > 1 else { return items }
    struct Block {
      var group: Int
      var items: [Int]
      var key: Double
      var order: Int
    }
    var blocks: [Block] = []
    var blockOfGroup: [Int: Int] = [:]
    for item in items {
      let group = child(of: parent, around: graph.items[item].group)
      if group >= 0, let known = blockOfGroup[group] {
        blocks[known].items.append(item)
      } else {
        if group >= 0 { blockOfGroup[group] = blocks.count }
        blocks.append(Block(group: group, items: [item], key: 0, order: blocks.count))
      }
    }
    for i in blocks.indices {
      blocks[i].key =
        blocks[i].items.reduce(0) { $0 + key($1) } / Double(blocks[i].items.count)
    }
    blocks.sort { ($0.key, $0.order) < ($1.key, $1.order) }
    // The places that groups have got are given to them in the order of all ranks.
    let places = blocks.indices.filter { blocks[$0].group >= 0 }
    let groups = places.map { blocks[$0] }.sorted {
      (groupKey[$0.group], $0.group) < (groupKey[$1.group], $1.group)
    }
    for (place, group) in zip(places, groups) { blocks[place] = group }
    return blocks.flatMap {
      $0.group >= 0 ? arranged($0.items, within: $0.group, key) : $0.items
    }
  }

  /// The child of a group that lies around another; -1 where it is the group itself.
  private func child(of parent: Int, around group: Int) -> Int {
    guard group >= 0, group != parent else { return -1 }
    let chain = graph.ancestors[group]
    guard parent >= 0 else { return chain[chain.count - 1] }
    guard let index = chain.firstIndex(of: parent), index > 0 else { return -1 }
    return chain[index - 1]
  }

  // MARK: Exchanges

  private mutating func exchange() {
    for _ in 0..<4 {
      var hasImproved = false
      for rank in ranks.indices {
        for i in ranks[rank].indices.dropLast() {
          let (a, b) = (ranks[rank][i], ranks[rank][i + 1])
          guard graph.items[a].group == graph.items[b].group else { continue }
          let now = pairCrossings(a, b)
          let then = pairCrossings(b, a)
          guard then < now else { continue }
          ranks[rank].swapAt(i, i + 1)
          place[a] = i + 1
          place[b] = i
          hasImproved = true
        }
      }
      if !hasImproved { return }
    }
  }

  /// Crossings of the edges of two neighbors, the first one on the left.
  private func pairCrossings(_ a: Int, _ b: Int) -> Int {
    var count = 0
    for sides in [(above[a], above[b]), (below[a], below[b])] {
      for x in sides.0 { for y in sides.1 where place[x] > place[y] { count += 1 } }
    }
    return count
  }

  private func crossings() -> Int {
    var count = 0
    for rank in ranks {
      var ends: [Int] = []
      for item in rank {
        let own = below[item].map { place[$0] }
        for end in own { for other in ends where other > end { count += 1 } }
        ends += own
      }
    }
    return count
  }
}
