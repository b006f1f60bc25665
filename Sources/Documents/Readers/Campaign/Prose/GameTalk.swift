// SPDX-License-Identifier: MIT
// Part of Platen: tells a narrator's words about the game from those of the story.

internal import Documents

/// Finds entries of the narrator that speak of the game: answers in god mode, sheets, the setup.
struct GameTalk {
  /// Indicates whether the story itself is told in the first person.
  private let isFirstPerson: Bool
  private let campaign: Campaign

  init(_ campaign: Campaign) {
    self.campaign = campaign
    var narrated = 0
    var first = 0
    for index in campaign.entries.indices where campaign.entries[index].actor == .narrator {
      narrated += 1
      if GameTalk.hasSelf(campaign.entries[index].text) { first += 1 }
    }
    isFirstPerson = first * 3 > narrated
  }

  /// Indicates whether an entry of the narrator is not of the story.
  ///
  /// - Parameters:
  ///   - text: its text without a header written in it.
  ///   - isOrdered: It answers an order to the game.
  func isAside(_ index: Int, _ text: String, isOrdered: Bool) -> Bool {
    let modes = campaign.entries[index].debug.filter { $0.name == "mode" }
    for mode in modes.map({ $0.text.uppercased() }) {
      if mode.hasPrefix("STORY"), campaign.source == .legacyText { return false }
      if mode.hasPrefix("DM ") || mode.hasPrefix("GOD ") { return true }
    }
    if campaign.entries[index].mode == "god", !isOrdered { return true }
    let start = String(decoding: text.utf8.prefix(700), as: UTF8.self)
    let lower = start.lowercased()
    if GameTalk.beginnings.contains(where: lower.hasPrefix) { return true }
    if ["[CHARACTER CREATION", "[System Message", "[LEVEL UP"].contains(where: start.hasPrefix) {
      return true
    }
    let terms = GameTalk.terms.count { lower.contains($0) }
    let speaksOfItself = !isFirstPerson && GameTalk.hasSelf(text)
    if isOrdered {
      return speaksOfItself || terms >= 2 || GameTalk.recordShare(of: text) > 0.5
    }
    return speaksOfItself && terms >= 2 || GameTalk.recordShare(of: text) > 0.8
  }

  /// Indicates whether the first paragraph of prose says `I` outside of quotation marks.
  private static func hasSelf(_ text: String) -> Bool {
    var seen = 0
    for line in String(decoding: text.utf8.prefix(1500), as: UTF8.self).lines {
      guard case .prose = StoryLine(line) else { continue }
      let text = QuotedText(line.trimmed)
      if text.words(in: text.bytes.indices).contains(where: { word in
        !word.isQuoted && selves.contains(word.text)
      }) {
        return true
      }
      seen += 1
      if seen == 2 { return false }
    }
    return false
  }

  private static let selves: Set<String> = [
    "I", "I've", "I'll", "I'm", "I\u{2019}ve", "I\u{2019}ll", "I\u{2019}m",
  ]

  /// The share of a text's words that stand in records and lists.
  private static func recordShare(of text: String) -> Double {
    var total = 0
    var records = 0
    for line in text.lines {
      let count = words(in: String(line))
      total += count
      switch StoryLine(line) {
      case .label, .record, .item, .rule, .row: records += count
      case .prose, .blank: break
      }
    }
    return total == 0 ? 0 : Double(records) / Double(total)
  }

  private static let beginnings = [
    "the user ", "the player ", "administrative ", "god mode", "god_mode", "processing admin",
    "processing your", "invalid json", "(ooc", "[ooc", "ooc:", "welcome to the campaign",
    "welcome. i am", "i am the master", "i have ", "i've ", "i will ", "understood. you wish",
    "understood. i ", "level up", "level-up", "based on your combat data", "your level-up",
    "the character has ", "subject: **", "mechanics ", "as the game master", "as the dungeon",
  ]

  private static let terms = [
    "sequence ", "xp", "d&d", "5e", "mechanic", "level up", "level-up", "leveling",
    "character sheet",
    "attribute", "campaign", "retcon", "narrative", "dossier", "ruleset", "the user", "the player",
    "administrative", "god mode", "in-game", "prompt", "ability score", "spell slot", "stat ",
    "stats", "proficien", "saving throw", "hit points", "gameplay", "update", "state record",
    "your character", "build", "feat ", "synchroniz", "subclass", "point buy", "audit",
    "level 1", "level 2", "level 3", "level 4", "level 5", "level 6", "level 7", "level 8",
    "level 9", "system", "protocol", "directive", "parameter", "logged", "applied",
  ]
}
