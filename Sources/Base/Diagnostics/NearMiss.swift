// SPDX-License-Identifier: MIT
// Part of Platen: "did you mean": the known word nearest to a mistyped one.

/// The candidate nearest to `word` by edit distance, or nil when none is near enough to be a typo.
///
/// Distance counts insertions, deletions, substitutions and swaps of neighbors (optimal string
/// alignment). Candidates are tried in the order given, so ties are decided by it.
public func nearMiss(_ word: String, among candidates: some Sequence<String>) -> String? {
  nearMisses(word, among: candidates).first
}

/// All candidates that are as near to `word` as the nearest is, in the order given; none where none is
/// near enough to be a typo.
public func nearMisses(_ word: String, among candidates: some Sequence<String>) -> [String] {
  // An untrusted word may be megabytes long, which is not a typo.
  guard word.utf8.count <= 256 else { return [] }
  let typed = LowercaseWord(word)
  let limit = max(1, typed.count / 3)
  var best: (distance: Int, words: [String]) = (.max, [])
  for candidate in candidates {
    let known = LowercaseWord(candidate)
    // Words of very different lengths are far apart.
    guard abs(known.count - typed.count) <= limit else { continue }
    let distance = editDistance(typed, known)
    // A word without a common letter is not a typo.
    guard distance <= limit, distance < typed.count || distance == 0 else { continue }
    if distance < best.distance { best = (distance, []) }
    if distance == best.distance { best.words.append(candidate) }
  }
  return best.words
}

/// The hint that goes with an unknown word: a near miss, or the list; of more than eight, those most
/// like the word.
///
/// - Parameter command: the command that lists all of them, without `platen`.
public func nearMissHint(
  _ word: String, among candidates: [String], listedBy command: String? = nil
) -> String {
  if let near = nearMiss(word, among: candidates) { return "did you mean \"\(near)\"?" }
  var listed: Set<String> = []
  let known = candidates.filter { listed.insert($0).inserted }
  guard !known.isEmpty else { return "no names are known here" }
  guard known.count > cappedListLimit else { return "known: " + cappedList(known) }
  let typed = LowercaseWord(word.lowercased().prefix(40))
  let likest = known.enumerated().map { index, word in
    (distance: editDistance(typed, LowercaseWord(word)), index: index, word: word)
  }.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
  return "known: " + cappedList(likest.map(\.word), listedBy: command)
}

/// The hints that go with an unknown word, of which a command lists those that are known.
///
/// - Parameter command: the command, without `platen`.
public func nearMissHints(
  _ word: String, among candidates: [String], listedBy command: String
) -> [String] {
  let hint = nearMissHint(word, among: candidates, listedBy: command)
  // A list that is cut names the command itself.
  let isCut = Set(candidates).count > cappedListLimit && nearMiss(word, among: candidates) == nil
  return isCut ? [hint] : [hint, "platen \(command) lists them"]
}

/// The distance of two words in lowercase.
private func editDistance(_ a: LowercaseWord, _ b: LowercaseWord) -> Int {
  if let a = a.ascii, let b = b.ascii { return editDistance(a, b) }
  return editDistance(a.characters, b.characters)
}

private func editDistance<Element: Equatable>(_ a: [Element], _ b: [Element]) -> Int {
  var beforePrevious = [Int](repeating: 0, count: b.count + 1)
  var previous = Array(0...b.count)
  var current = previous
  for i in a.indices {
    current[0] = i + 1
    for j in b.indices {
      var cost = min(previous[j + 1] + 1, current[j] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        cost = min(cost, beforePrevious[j - 1] + 1)
      }
      current[j + 1] = cost
    }
    (beforePrevious, previous, current) = (previous, current, beforePrevious)
  }
  return previous[b.count]
}

/// A word in lowercase; of ASCII alone it is also an array of bytes, which are compared many times
/// faster than characters.
private struct LowercaseWord {
  private let text: String
  let ascii: [UInt8]?

  init(_ word: some StringProtocol) {
    text = word.lowercased()
    ascii = text.utf8.allSatisfy { $0 < 0x80 } ? Array(text.utf8) : nil
  }

  var characters: [Character] { Array(text) }
  var count: Int { ascii?.count ?? text.count }
}
