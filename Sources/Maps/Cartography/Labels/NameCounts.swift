// SPDX-License-Identifier: MIT
// Part of Platen: how well a map's names found room: wanted, placed, and whether any covers
// another.

internal import Diagnostics
internal import Geometry

/// Kinds of names, in the order of reports.
enum NameKind: String, CaseIterable {
  case regions, provinces, burgs, rivers, waters, islands, added
}

/// The quality of a map's lettering, reported with each map in a note and so in the record.
///
/// These names are to be placed at the image's scale:
/// - regions, provinces, seas and islands that have a name and of which something is seen;
/// - burgs inside the frame whose marks no plate hides, whose names are visible, and whose rank has
///   letters that can be read: all capitals, then by rank, people and port as many as the look's
///   density allows (``Composition/wantedBurgs``);
/// - rivers and lakes long and wide enough for their names, the longest rivers as far as density
///   allows;
/// - all labels that the user added.
struct NameCounts: Hashable {
  struct Count: Hashable {
    var wanted = 0
    var placed = 0
  }

  var counts: [NameKind: Count] = [:]
  /// Pairs of names whose letters cover each other; 0 on a good map.
  var overlaps = 0
  /// Names that stand away from their marks, a line between.
  var leaderLines = 0
  /// Names that stand in a key, numbers beside their marks.
  var numbers = 0

  subscript(kind: NameKind) -> Count { counts[kind] ?? Count() }

  /// The figures in words; nil where nothing was to be named.
  var note: Diagnostic? {
    let told = NameKind.allCases.filter { self[$0].wanted > 0 }
    guard !told.isEmpty else { return nil }
    var text =
      "names placed: "
      + told.map { "\($0.rawValue) \(self[$0].placed) of \(self[$0].wanted)" }
      .joined(separator: ", ")
    if leaderLines > 0 { text += "; on leader lines: \(leaderLines)" }
    if numbers > 0 { text += "; by number in a key: \(numbers)" }
    return .note(.mapNames, text + "; overlaps: \(overlaps)")
  }
}

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
