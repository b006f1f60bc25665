// SPDX-License-Identifier: MIT
// Part of Platen: the names of a map, counted as they are placed.

internal import Geometry

/// The names that were placed, kept to be counted and held against each other.
struct PlacementStatistics {
  private(set) var nameCounts = NameCounts()
  private var names: [[Rect]] = []

  mutating func countRequested(_ kind: NameKind, _ count: Int = 1) {
    nameCounts.counts[kind, default: NameCounts.Count()].requested += count
  }

  mutating func place(_ boxes: [Rect], as kind: NameKind) {
    nameCounts.counts[kind, default: NameCounts.Count()].placed += 1
    names.append(boxes)
  }

  mutating func countLeaderLine() { nameCounts.leaderLines += 1 }
  /// The numbers that were placed.
  var numbers: Int { nameCounts.numbers }
  mutating func countNumber() { nameCounts.numbers += 1 }

  /// The counts with the overlaps counted again from all boxes, whatever the collision grid found when they
  /// were placed. O(n log n) for names that lie apart.
  func reckoned() -> NameCounts {
    var result = nameCounts
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
