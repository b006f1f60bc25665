// SPDX-License-Identifier: MIT
// Part of Platen: finds the people whom a chapter is about.

internal import Documents

/// The people of each chapter who act in it more than in others.
///
/// A person is a name in capitals that acts: behind it is a verb, as in `Gratian turns`, or the
/// sign of possession.
struct PeopleInFocus {
  private var chapters: [[String]] = []

  init(_ scenes: [ArraySlice<ProseScene>], hero: String, places: [String]) {
    var excluded: Set<String> = []
    for name in [hero] + places {
      for word in name.split(whereSeparator: { !$0.isLetter }) { excluded.insert(String(word)) }
    }
    let counts = scenes.map { PeopleInFocus.counts(in: $0, excluded) }
    var totals: [String: Int] = [:]
    for chapter in counts { for (name, count) in chapter { totals[name, default: 0] += count } }
    chapters = counts.map { chapter in
      chapter.filter { $0.value >= 3 }.sorted { a, b in
        // Twice as often in a chapter, or twice as much of all that is there.
        let (first, second) = (weight(a, totals), weight(b, totals))
        return first == second ? a.key < b.key : first > second
      }.map(\.key)
    }
    func weight(_ entry: (key: String, value: Int), _ totals: [String: Int]) -> Double {
      Double(entry.value * entry.value) / Double(max(1, totals[entry.key] ?? 1))
    }
  }

  func names(_ chapter: Int) -> ArraySlice<String> { chapters[chapter].prefix(4) }

  /// The number of times that names act in scenes.
  private static func counts(
    in scenes: ArraySlice<ProseScene>, _ excluded: Set<String>
  ) -> [String: Int] {
    var result: [String: Int] = [:]
    for scene in scenes {
      for paragraph in scene.narration.split(separator: "\n") {
        let text = QuotedText(paragraph)
        let words = text.words(in: text.bytes.indices)
        var index = 0
        while index < words.count {
          guard isName(words[index]) else {
            index += 1
            continue
          }
          var end = index + 1
          // A full name or a title with a name: nothing but a blank between the words.
          while end < words.count, isName(words[end]),
            words[end].range.lowerBound - words[end - 1].range.upperBound == 1
          { end += 1 }
          let name = words[index..<end].map { possessor($0.text) }.joined(separator: " ")
          let isOwner = words[end - 1].text != possessor(words[end - 1].text)
          let next = end < words.count ? words[end].text : ""
          let before = index > 0 ? words[index - 1].text.lowercased() : ""
          let acts = next.count > 3 && next.hasSuffix("s") && next.first?.isLowercase ?? false
          if isOwner || acts, !determiners.contains(before),
            !words[index..<end].contains(where: { excluded.contains(possessor($0.text)) })
          {
            result[name, default: 0] += 1
          }
          index = end
        }
      }
    }
    return result
  }

  private static func isName(_ word: QuotedText.Word) -> Bool {
    guard let first = word.text.first, first.isUppercase, word.text.count > 2,
      word.text.dropFirst().contains(where: \.isLowercase)
    else { return false }
    return !common.contains(possessor(word.text).lowercased())
  }

  /// The name without the sign of possession.
  private static func possessor(_ word: String) -> String {
    word.hasSuffix("'s") || word.hasSuffix("\u{2019}s") ? String(word.dropLast(2)) : word
  }

  private static let determiners: Set<String> = [
    "the", "a", "an", "of", "in", "at", "on", "to", "from", "into", "your", "this", "that",
  ]

  private static let common: Set<String> = [
    "the", "you", "your", "his", "her", "its", "their", "this", "that", "these", "those", "there",
    "then", "they", "she", "and", "but", "for", "with", "when", "where", "what", "who", "how",
    "why", "each", "every", "one", "two", "three", "four", "behind", "beside", "before", "after",
    "above", "below", "beyond", "inside", "outside", "suddenly", "finally", "instead", "even",
    "only", "just", "now", "here", "it", "he", "as", "at", "in", "on", "to", "from", "not", "yes",
    "let", "our", "my", "we", "are", "was", "were", "will", "would", "could", "should", "all",
    "some", "someone", "something", "nothing", "nobody", "everyone", "everything", "another",
    "both", "because", "while", "though", "although", "until", "once", "still", "perhaps",
    "please", "which", "such", "those", "time", "level", "morning", "night", "midnight", "deep",
    "evening", "afternoon", "first", "second", "third", "last", "next", "more", "most", "many",
    "magic", "god", "gods", "king", "queen", "lord", "lady", "master", "sir", "ser", "captain",
    "with", "within", "without", "across", "around", "down", "up", "out", "over", "under",
    "through", "against", "between", "among", "toward", "towards", "despite", "during", "since",
  ]
}
