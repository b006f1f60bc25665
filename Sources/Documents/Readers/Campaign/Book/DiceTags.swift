// SPDX-License-Identifier: MIT
// Part of Platen: takes the rolls that narrators write into their sentences out of a story.

/// Finds tags such as `[DICE: Stealth: 1d20+5 = 18 vs DC 12 (Success)]` in a story, whose rolls the
/// scene shows in a box of its own.
enum DiceTags {
  /// The text without its tags, and what they hold.
  static func split(_ text: String) -> (text: String, rolls: [String]) {
    guard text.holds("[DICE:") else { return (text, []) }
    var rolls: [String] = []
    let lines = text.lines.compactMap { line -> String? in
      guard line.contains("[DICE:") else { return String(line) }
      let count = rolls.count
      let rest = without(line, &rolls)
      // A line that held tags alone goes with them.
      return rolls.count > count && !rest.contains(where: \.isLetterOrNumber) ? nil : rest
    }
    return (lines.joined(separator: "\n"), rolls)
  }

  /// Those of the rolls that the scene's own dice lack: each of these stands for one roll of the same
  /// total, or one whose name and total its line mentions.
  static func new(_ rolls: [String], besides dice: [DiceRoll]) -> [DiceRoll] {
    var unmatched: [String: [Int]] = [:]
    var mentions: [String: [Int]] = [:]
    for (index, roll) in dice.enumerated() {
      let total = (roll.total ?? roll.result).map(String.init) ?? total(of: roll.line)
      if let total { unmatched[total, default: []].append(index) }
      for number in Set(numbers(in: roll.line)) { mentions[number, default: []].append(index) }
    }
    var taken: Set<Int> = []
    return rolls.filter { roll in
      guard let total = total(of: roll) else { return true }
      let name = roll.prefix { $0.isLetter }.lowercased()
      // Scenes have a few rolls; more than these are compared by their totals alone.
      let mentioned = (mentions[total] ?? []).prefix(16).last {
        !taken.contains($0) && !name.isEmpty && dice[$0].line.lowercased().contains(name)
      }
      if let mentioned {
        taken.insert(mentioned)
        return false
      }
      while let index = unmatched[total]?.popLast() {
        if taken.insert(index).inserted { return false }
      }
      return true
    }
    .map { DiceRoll(line: $0) }
  }

  /// The last number before what the roll was against: its total.
  private static func total(of roll: String) -> String? {
    let end = roll.firstRange(of: " vs")?.lowerBound ?? roll.endIndex
    return numbers(in: String(roll[..<end])).last
  }

  private static func numbers(in text: String) -> [String] {
    text.split { !("0"..."9").contains($0) }.map(String.init)
  }

  private static func without(_ line: Substring, _ rolls: inout [String]) -> String {
    var result = ""
    var rest = line
    // The last character of the result that is not a blank.
    var before: Character?
    while let start = rest.firstRange(of: "[DICE:"), let end = closing(rest[start.lowerBound...]) {
      rolls.append(rest[start.upperBound..<end].trimmed)
      let sentence = rest[..<start.lowerBound]
      before = sentence.last { $0 != " " } ?? before
      result += sentence
      rest = rest[rest.index(after: end)...]
      // The stop of a sentence that was the tag, and one of the blanks around it.
      if before.map({ ".!?\u{2026}\"'\u{201D}\u{2019}".contains($0) }) ?? true, rest.first == "." {
        rest = rest.dropFirst()
      }
      let isBlankBefore = result.isEmpty || result.last == " "
      if isBlankBefore { rest = rest.drop { $0 == " " } }
      if result.last == " ", rest.first.map({ ".,;:!?\u{2026}".contains($0) }) ?? true {
        result.removeLast()
      }
    }
    return result + rest
  }

  /// The bracket that closes the one a text begins with.
  private static func closing(_ text: Substring) -> Substring.Index? {
    var depth = 0
    for index in text.indices {
      if text[index] == "[" { depth += 1 }
      if text[index] == "]" { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }
}

extension Character {
  fileprivate var isLetterOrNumber: Bool { isLetter || isNumber }
}
