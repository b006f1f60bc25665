// SPDX-License-Identifier: MIT
// Part of Platen: the queue behind every flood and every shortest way.

/// A binary heap of cells, lowest cost first; equal costs leave by the order they came.
struct Frontier {
  private struct Entry {
    var cost: Double
    var order: UInt32
    var cell: Int32
  }
  private var heap: [Entry] = []
  private var arrivals: UInt32 = 0

  mutating func removeAll() {
    heap.removeAll(keepingCapacity: true)
    arrivals = 0
  }

  mutating func push(_ cell: Int, cost: Double) {
    let entry = Entry(cost: cost, order: arrivals, cell: Int32(cell))
    arrivals &+= 1
    heap.append(entry)
    var hole = heap.count - 1
    while hole > 0 {
      let parent = (hole - 1) / 2
      guard Frontier.precedes(entry, heap[parent]) else { break }
      heap[hole] = heap[parent]
      hole = parent
    }
    heap[hole] = entry
  }

  mutating func pop() -> (cell: Int, cost: Double)? {
    guard let top = heap.first, let last = heap.popLast() else { return nil }
    if !heap.isEmpty {
      var hole = 0
      while true {
        var child = 2 * hole + 1
        guard child < heap.count else { break }
        if child + 1 < heap.count, Frontier.precedes(heap[child + 1], heap[child]) { child += 1 }
        guard Frontier.precedes(heap[child], last) else { break }
        heap[hole] = heap[child]
        hole = child
      }
      heap[hole] = last
    }
    return (Int(top.cell), top.cost)
  }

  private static func precedes(_ a: Entry, _ b: Entry) -> Bool {
    a.cost < b.cost || (a.cost == b.cost && a.order < b.order)
  }
}
