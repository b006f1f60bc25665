// SPDX-License-Identifier: MIT
// Part of Platen: how well a map's names found room: wanted, placed, and whether any covers
// another.

internal import Diagnostics

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
    var requested = 0
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
    let kinds = NameKind.allCases.filter { self[$0].requested > 0 }
    guard !kinds.isEmpty else { return nil }
    var text =
      "names placed: "
      + kinds.map { "\($0.rawValue) \(self[$0].placed) of \(self[$0].requested)" }
      .joined(separator: ", ")
    if leaderLines > 0 { text += "; on leader lines: \(leaderLines)" }
    if numbers > 0 { text += "; by number in a key: \(numbers)" }
    return .note(.mapNames, text + "; overlaps: \(overlaps)")
  }
}
