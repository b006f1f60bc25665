// SPDX-License-Identifier: MIT
// Part of Platen: takes figures of a game out of sentences that are whole without them.

/// Finds figures of the game within prose: `Millie (Lvl 6)`, `Morning (09:12:00)`,
/// `[SYSTEM NOTE: …]`, `a Level 9 Prefect`.
enum GameFigures {
  /// The text without them.
  static func omitted(from text: String, _ counts: inout OmissionCounts) -> String {
    withoutLevels(withoutBrackets(text, &counts), &counts)
  }

  /// The text without levels before what has them: `Level 9 Prefect` is a prefect.
  private static func withoutLevels(_ text: String, _ counts: inout OmissionCounts) -> String {
    guard text.holds("Level ") else { return text }
    let bytes = Array(text.utf8)
    let level = Array("Level ".utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var at = 0
    while at < bytes.count {
      guard bytes[at] == level[0], bytes[at...].starts(with: level),
        let end = levelEnd(bytes, at + level.count, behind: result)
      else {
        result.append(bytes[at])
        at += 1
        continue
      }
      counts.count(.figure)
      at = end
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The place where the text continues behind a level's number; nil where the level is needed.
  private static func levelEnd(_ bytes: [UInt8], _ at: Int, behind result: [UInt8]) -> Int? {
    var end = at
    while end < bytes.count, (0x30...0x39).contains(bytes[end]) { end += 1 }
    guard end > at, end - at < 4, end + 1 < bytes.count, bytes[end] == 0x20 else { return nil }
    // A name follows, or a word that an article or a name before the level belongs to.
    let word = bytes[(end + 1)...].prefix { $0 > 0x20 && $0 != UInt8(ascii: ",") }
    guard let first = word.first, first != UInt8(ascii: "\\"), let last = result.last,
      last == 0x20 || last == UInt8(ascii: "'")
    else { return nil }
    let before = result.dropLast().reversed().prefix { $0 > 0x20 }.reversed()
    let owner = String(decoding: before, as: UTF8.self).lowercased()
    let isName = (0x41...0x5A).contains(first)
    let isOwned = owners.contains(owner) || owner.hasSuffix("'s")
    guard last == UInt8(ascii: "'") || isOwned || isName && !reaching.contains(owner),
      (0x61...0x7A).contains(first | 0x20), !(owner == "a" && "AEIOUaeiou".utf8.contains(first))
    else { return nil }
    return end + 1
  }

  private static let owners: Set<String> = [
    "a", "the", "your", "his", "her", "their", "my", "our", "its", "of", "with", "some",
  ]

  /// Words behind which a level is what the sentence is about.
  private static let reaching: Set<String> = [
    "are", "is", "was", "am", "reached", "reach", "to", "attained", "at", "now", "be", "been",
  ]

  private static func withoutBrackets(_ text: String, _ counts: inout OmissionCounts) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "[") }) else {
      return text
    }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var at = 0
    while at < bytes.count {
      let isRound = bytes[at] == UInt8(ascii: "(")
      guard isRound || bytes[at] == UInt8(ascii: "["), let end = closing(bytes, at) else {
        result.append(bytes[at])
        at += 1
        continue
      }
      let inner = String(decoding: bytes[at + 1..<end], as: UTF8.self)
      guard isRound ? isFigure(inner) : isNote(inner) else {
        result.append(bytes[at])
        at += 1
        continue
      }
      counts.count(isRound ? .figure : isRoll(inner) ? .roll : .record)
      at = end + 1
      // The blank before it goes with it, or that behind it at the beginning.
      if result.last == 0x20 { result.removeLast() }
      if result.isEmpty || result.last == 0x0A {
        while at < bytes.count, bytes[at] == 0x20 { at += 1 }
      }
      // So does the stop of a sentence that was nothing else.
      if at < bytes.count, bytes[at] == UInt8(ascii: "."), result.isEmpty || isStop(result.last) {
        at += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func isStop(_ byte: UInt8?) -> Bool {
    byte.map { ".!?".utf8.contains($0) } ?? true
  }

  /// The bracket that closes the one at a place, on its line and not far.
  private static func closing(_ bytes: [UInt8], _ at: Int) -> Int? {
    let isRound = bytes[at] == UInt8(ascii: "(")
    let (open, close) = isRound ? (UInt8(ascii: "("), UInt8(ascii: ")")) : (0x5B, 0x5D)
    var depth = 0
    for index in at..<min(bytes.count, at + (isRound ? 90 : 600)) {
      if bytes[index] == 0x0A { return nil }
      if bytes[index] == open { depth += 1 }
      if bytes[index] == close { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// `Lvl 6`, `09:12:00`, `CR 5`, `Level 8 Warrior, Age 55`, `+3`, `20`.
  private static func isFigure(_ inner: String) -> Bool {
    guard inner.contains(where: \.isNumber) || inner.contains(where: \.isUppercase) else {
      return false
    }
    if !inner.contains(where: \.isLetter) {
      // A time with seconds, a bonus or a score; a year of four digits is the story's.
      let parts = inner.split(separator: ":")
      if parts.count > 1 { return parts.allSatisfy { $0.allSatisfy(\.isNumber) } }
      let digits = inner.filter(\.isNumber)
      return !digits.isEmpty && digits.count < 4 || inner.contains("/")
    }
    if GameTerms.occur(in: inner) { return true }
    let words = inner.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }
    for (index, word) in words.enumerated().dropLast()
    where ["level", "lvl", "lv", "tier", "nemesis", "sequence", "scene"].contains(word) {
      if words[index + 1].allSatisfy(\.isNumber) { return true }
    }
    if words.contains("age"), words.last == "unknown" { return true }
    return words == ["critical", "success"] || words == ["success"] || words == ["failure"]
  }

  /// A note of the game: capitals, then a colon.
  private static func isNote(_ inner: String) -> Bool {
    guard let colon = inner.firstIndex(of: ":") else { return false }
    let name = inner[..<colon].filter(\.isLetter)
    return name.count >= 3 && name.allSatisfy(\.isUppercase)
  }

  private static func isRoll(_ inner: String) -> Bool {
    ["DICE", "ROLL", "CHECK"].contains { inner.prefix { $0 != ":" }.contains($0) }
  }
}
