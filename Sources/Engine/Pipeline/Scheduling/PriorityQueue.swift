// SPDX-License-Identifier: MIT
// Part of Platen: a binary heap of numbers, the smallest first.

/// Numbers, of which the smallest comes out first.
struct PriorityQueue: Sendable {
  private var items: [Int] = []

  mutating func push(_ item: Int) {
    items.append(item)
    var child = items.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard items[child] < items[parent] else { break }
      items.swapAt(child, parent)
      child = parent
    }
  }

  mutating func pop() -> Int? {
    guard let first = items.first else { return nil }
    let last = items.removeLast()
    guard !items.isEmpty else { return first }
    items[0] = last
    var parent = 0
    while true {
      var best = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < items.count {
        if items[child] < items[best] { best = child }
      }
      guard best != parent else { return first }
      items.swapAt(best, parent)
      parent = best
    }
  }
}
