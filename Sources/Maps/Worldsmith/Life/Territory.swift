// SPDX-License-Identifier: MIT
// Part of Platen: how peoples, states, provinces and faiths spread from their centers.

internal import Geometry

enum Territory {
  /// Every cell with the id of the center that reaches it most cheaply; 0 where none does.
  ///
  /// - Parameters:
  ///   - centers: the cell and id of each center; ids are above 0.
  ///   - limit: what a way may cost at most.
  ///   - cost: of the step from a cell to its neighbor for a center; nil where it may not go.
  static func spread(
    from centers: [(cell: Int, id: Int)], over neighbors: IndexLists, limit: Double = .infinity,
    cost: (_ from: Int, _ to: Int, _ id: Int) -> Double?
  ) -> [UInt16] {
    var owner = [UInt16](repeating: 0, count: neighbors.count)
    var best = [Double](repeating: .infinity, count: neighbors.count)
    var frontier = Frontier()
    for center in centers where best[center.cell] > 0 {
      owner[center.cell] = UInt16(center.id)
      best[center.cell] = 0
      frontier.push(center.cell, cost: 0)
    }
    while let (cell, spent) = frontier.pop() {
      guard spent <= best[cell] else { continue }
      let id = Int(owner[cell])
      for neighbor in neighbors[cell] {
        let next = Int(neighbor)
        guard let step = cost(cell, next, id) else { continue }
        let total = spent + step
        if total <= limit, total < best[next] {
          best[next] = total
          owner[next] = UInt16(id)
          frontier.push(next, cost: total)
        }
      }
    }
    return owner
  }

  /// Lets a cell go over to what most of its neighbors are, so that borders run smoothly.
  static func smooth(
    _ owner: inout [UInt16], neighbors: IndexLists, keep: (Int) -> Bool, rounds: Int = 2
  ) {
    for _ in 0..<rounds {
      for cell in owner.indices where owner[cell] != 0 && !keep(cell) {
        var same = 0
        var rival: UInt16 = 0
        var rivals = 0
        for neighbor in neighbors[cell] where owner[Int(neighbor)] != 0 {
          let other = owner[Int(neighbor)]
          if other == owner[cell] {
            same += 1
          } else if rivals == 0 || other == rival {
            rival = other
            rivals += 1
          }
        }
        if rivals > same + 1 { owner[cell] = rival }
      }
    }
  }

  /// The cell of each id that is deepest inside: a good place for a name.
  static func poles(of owner: [UInt16], ids: Int, neighbors: IndexLists) -> [Int?] {
    var depth = [Int32](repeating: -1, count: owner.count)
    var queue: [Int32] = []
    for cell in owner.indices where owner[cell] != 0 {
      if neighbors[cell].contains(where: { owner[Int($0)] != owner[cell] }) {
        depth[cell] = 0
        queue.append(Int32(cell))
      }
    }
    var poles = [Int?](repeating: nil, count: ids + 1)
    var next = 0
    while next < queue.count {
      let cell = Int(queue[next])
      next += 1
      // Cells leave the queue in order of depth, so the last of an id is its deepest.
      poles[Int(owner[cell])] = cell
      for neighbor in neighbors[cell]
      where depth[Int(neighbor)] < 0 && owner[Int(neighbor)] == owner[cell] {
        depth[Int(neighbor)] = depth[cell] + 1
        queue.append(neighbor)
      }
    }
    return poles
  }
}

/// Points kept apart: answers whether a place is free.
struct Elbowroom {
  private let side: Double
  private let columns: Int
  private let rows: Int
  private var buckets: [[Point]]

  /// - Parameter spacing: the distance that most queries use.
  init(size: Size, spacing: Double) {
    side = max(spacing, max(size.width, size.height) / 512)
    columns = Int(size.width / side) + 1
    rows = Int(size.height / side) + 1
    buckets = Array(repeating: [], count: columns * rows)
  }

  private func place(_ point: Point) -> (Int, Int) {
    (
      min(columns - 1, max(0, Int(point.x / side))), min(rows - 1, max(0, Int(point.y / side)))
    )
  }

  mutating func addPoint(_ point: Point) {
    let (column, row) = place(point)
    buckets[row * columns + column].append(point)
  }

  func isFree(_ point: Point, within distance: Double) -> Bool {
    let (column, row) = place(point)
    let reach = Int(distance / side) + 1
    for y in max(0, row - reach)...min(rows - 1, row + reach) {
      for x in max(0, column - reach)...min(columns - 1, column + reach) {
        for other in buckets[y * columns + x]
        where other.squaredDistance(to: point) < distance * distance { return false }
      }
    }
    return true
  }
}
