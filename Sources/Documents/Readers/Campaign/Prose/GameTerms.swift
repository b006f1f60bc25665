// SPDX-License-Identifier: MIT
// Part of Platen: recognizes the terms of a game's rules in a sentence of a story.

/// Finds words that only rules of a game have: `DC 15`, `1d20`, `Persuasion check`, `900 XP`.
enum GameTerms {
  /// The place of the first such word in a range; nil where there is none.
  ///
  /// Of quoted words only those with numbers count: people may speak of their level.
  static func first(in text: QuotedText, _ range: Range<Int>) -> Int? {
    let words = text.words(in: range)
    for index in words.indices where isTerm(index, words) {
      return words[index].range.lowerBound
    }
    return nil
  }

  static func occur(in text: String) -> Bool {
    let text = QuotedText(text)
    return first(in: text, text.bytes.indices) != nil
  }

  /// Indicates whether a word is a term, together with those around it.
  private static func isTerm(_ index: Int, _ words: [QuotedText.Word]) -> Bool {
    let word = words[index].text
    func near(_ offset: Int) -> String {
      words.indices.contains(index + offset) ? words[index + offset].text : ""
    }
    func isNumber(_ offset: Int) -> Bool {
      words.indices.contains(index + offset) && words[index + offset].isNumber
    }
    if words[index].isNumber, isDice(word) { return true }
    if figures.contains(word), isNumber(1) || isNumber(-1) { return true }
    if word == "XP" || word == "Lvl" || word == "Lvl." { return true }
    if word == "HP", near(-1) == "Social" { return true }
    if words[index].isQuoted { return false }
    if abbreviations.contains(word) { return true }
    if words[index].isNumber, bonuses.contains(near(1).lowercased()) { return true }
    let lower = word.lowercased()
    if let nouns = pairs[lower], nouns.contains(near(1).lowercased()) { return true }
    if checks.contains(lower) {
      let before = near(-1)
      return skills.contains(before.lowercased()) || before == "skill" || before == "ability"
        || isNumber(1) || isNumber(2)
    }
    switch lower {
    case "roll", "rolls", "rolled":
      return isNumber(1) || isNumber(2) && near(1).lowercased() != "the"
        || (1...3).contains { isNumber(-$0) } && !isNumber(-1)
    case "level":
      return word == "Level" && isNumber(1) && reached.contains(near(-1).lowercased())
    case "modifier", "modifiers": return isNumber(-1) || skills.contains(near(-1).lowercased())
    default: return false
    }
  }

  /// `1d20`, `2d6`.
  private static func isDice(_ word: String) -> Bool {
    let parts = word.utf8.split(
      separator: UInt8(ascii: "d"), maxSplits: 1, omittingEmptySubsequences: false)
    func isNumber(_ part: Substring.UTF8View) -> Bool {
      !part.isEmpty && part.allSatisfy { (0x30...0x39).contains($0) }
    }
    return parts.count == 2 && parts.allSatisfy { isNumber(Substring($0).utf8) }
  }

  private static let figures: Set<String> = ["DC", "AC", "HP", "XP", "CR", "EP", "AHI"]

  private static let abbreviations: Set<String> = [
    "STR", "DEX", "CON", "INT", "WIS", "CHA", "NPC", "NPCs", "OOC", "HP", "DC", "5e", "5E", "ASI",
  ]

  private static let checks: Set<String> = ["check", "checks", "save", "saves", "roll", "rolls"]

  private static let bonuses: Set<String> = ["increase", "bonus", "modifier", "penalty"]

  private static let reached: Set<String> = [
    "reached", "attained", "to", "now", "at", "are", "is", "am", "was",
  ]

  /// Second words by the first.
  private static let pairs: [String: Set<String>] = [
    "saving": ["throw", "throws"], "attack": ["roll", "rolls"], "spell": ["slot", "slots"],
    "bonus": ["action", "actions"], "proficiency": ["bonus"], "hit": ["points", "dice", "die"],
    "level": ["up", "ups"], "experience": ["points"], "critical": ["success"],
    "natural": ["20", "1"], "nat": ["20", "1"], "social": ["hp"], "armor": ["class"],
    "game": ["master"], "dungeon": ["master"], "player": ["character"],
    "character": ["sheet"], "initiative": ["order", "roll", "rolls"], "god": ["mode"],
    "skill": ["check", "checks"], "ability": ["check", "checks", "score", "scores"],
    "difficulty": ["class"], "planning": ["block"],
    "administrative": ["correction", "hum", "veil", "audit", "phase", "synchronization"],
  ]

  /// Names of skills and abilities in lower case.
  static let skills: Set<String> = [
    "acrobatics", "arcana", "athletics", "deception", "history", "insight", "intimidation",
    "investigation", "medicine", "nature", "perception", "performance", "persuasion", "religion",
    "stealth", "survival", "strength", "dexterity", "constitution", "intelligence", "wisdom",
    "charisma", "luck", "attack", "damage", "initiative", "handling", "hand",
  ]
}
