// SPDX-License-Identifier: MIT
// Part of Platen: the names of a map, counted as they are placed.

internal import Geometry

/// The names that were placed, kept to be counted and held against each other.
struct PlacementStatistics {
  private(set) var figures = NameCounts()
  private var names: [[Rect]] = []

  mutating func want(_ kind: NameKind, _ count: Int = 1) {
    figures.counts[kind, default: NameCounts.Count()].wanted += count
  }

  mutating func place(_ boxes: [Rect], as kind: NameKind) {
    figures.counts[kind, default: NameCounts.Count()].placed += 1
    names.append(boxes)
  }

  mutating func countLeaderLine() { figures.leaderLines += 1 }
  mutating func countNumber() { figures.numbers += 1 }

  /// The figures with the overlaps counted again from all boxes, whatever the board found when they
  /// were placed. O(n log n) for names that lie apart.
  func reckoned() -> NameCounts {
    var result = figures
    let boxes = names.enumerated().flatMap { name, boxes in boxes.map { (name: name, box: $0) } }
      .sorted { ($0.box.minX, $0.name) < ($1.box.minX, $1.name) }
    var clashes: Set<[Int]> = []
    var open: [(name: Int, box: Rect)] = []
    for next in boxes {
      open.removeAll { $0.box.maxX <= next.box.minX }
      for other in open where other.name != next.name && other.box.intersects(next.box) {
        clashes.insert([min(other.name, next.name), max(other.name, next.name)])
      }
      open.append(next)
    }
    result.overlaps = clashes.count
    return result
  }
}
