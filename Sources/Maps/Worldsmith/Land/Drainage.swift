// SPDX-License-Identifier: MIT
// Part of Platen: which way water runs off, with every hollow filled to its rim.

internal import Geometry

/// The next cell downhill of every cell, found by flooding the land from the sea.
///
/// The priority flood of Barnes, Lehman and Mulla, "Priority-flood" (2014): cells are taken lowest
/// first, each neighbor not yet seen drains into the cell that reached it and stands at least as
/// high. Hollows fill to their rim, and nothing drains nowhere.
struct Drainage {
  /// The cell each cell drains into; -1 for the outlets.
  var target: [Int32]
  /// Heights with the hollows filled.
  var filled: [Double]
  /// Cells from the outlets upward: each stands after the one it drains into.
  var order: [Int32]

  /// - Parameters:
  ///   - isOutlet: cells where water leaves, such as the sea.
  ///   - isPool: cells of lakes: once the flood reaches one it takes the whole lake before anything
  ///     else of that level, so that a lake drains through one cell.
  init(
    elevation: [Double], neighbors: IndexLists, isOutlet: [Bool],
    isPool: (Int) -> Bool = { _ in false }
  ) {
    let count = elevation.count
    var target = [Int32](repeating: -2, count: count)
    var filled = elevation
    var order: [Int32] = []
    order.reserveCapacity(count)
    var frontier = Frontier()
    for cell in 0..<count where isOutlet[cell] {
      target[cell] = -1
      frontier.push(cell, cost: elevation[cell])
    }
    while let (cell, _) = frontier.pop() {
      let level = filled[cell]
      order.append(Int32(cell))
      for neighbor in neighbors[cell] {
        let next = Int(neighbor)
        guard target[next] == -2 else { continue }
        target[next] = Int32(cell)
        filled[next] = max(elevation[next], level)
        frontier.push(next, cost: isPool(next) ? filled[next] - 1e-9 : filled[next])
      }
    }
    // A piece of graph without an outlet is its own; it has nowhere to drain to.
    for cell in 0..<count where target[cell] == -2 {
      target[cell] = -1
      order.append(Int32(cell))
    }
    self.target = target
    self.filled = filled
    self.order = order
  }

  /// The sum that reaches each cell when every cell gives its own `amount` downhill.
  func accumulate(_ amount: [Double]) -> [Double] {
    var total = amount
    for cell in order.reversed() where target[Int(cell)] >= 0 {
      total[Int(target[Int(cell)])] += total[Int(cell)]
    }
    return total
  }
}
