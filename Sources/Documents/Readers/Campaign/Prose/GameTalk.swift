// SPDX-License-Identifier: MIT
// Part of Platen: tells a narrator's words about the game from those of the story.

internal import Documents

/// Finds entries of the narrator that speak of the game: answers in god mode, sheets, the setup.
struct GameTalk {
  /// The part of a player's words before an entry of the narrator that was for the game.
  enum Order { case none, words, godMode }

  /// Indicates whether the story itself is written in the first person.
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
  ///   - order: The order to the game that it answers.
  func isAside(_ index: Int, _ text: String, _ order: Order) -> Bool {
    let modes = campaign.entries[index].debug.filter { $0.name == "mode" }
      .map { $0.text.uppercased() }
    if campaign.source == .legacyText, modes.contains(where: { $0.hasPrefix("STORY") }) {
      return false
    }
    let isOutside = modes.contains { $0.hasPrefix("DM ") || $0.hasPrefix("GOD ") }
    let order = isOutside || campaign.entries[index].mode == "god" ? .godMode : order
    let start = String(decoding: text.utf8.prefix(700), as: UTF8.self)
    let lower = start.lowercased()
    let bare = String(lower.drop { "*[#_ ".contains($0) })
    if GameTalk.beginnings.contains(where: bare.hasPrefix) { return true }
    if ["[CHARACTER CREATION", "[System Message", "[LEVEL UP"].contains(where: start.hasPrefix) {
      return true
    }
    // A record before the story may have terms of its own.
    let prose = GameTalk.beginning(of: text).lowercased()
    let isAnnounced = prose.hasPrefix("administrative")
    let terms = GameTalk.terms.count { prose.contains($0) } + (isAnnounced ? 1 : 0)
    let speaksOfItself = !isFirstPerson && GameTalk.hasSelf(text)
    switch order {
    case .godMode: return speaksOfItself || terms >= 2 || GameTalk.recordShare(of: text) > 0.5
    case .words: return speaksOfItself || terms >= 3 || GameTalk.recordShare(of: text) > 0.6
    case .none: return speaksOfItself && terms >= 2 || GameTalk.recordShare(of: text) > 0.8
    }
  }

  /// The first lines of prose.
  private static func beginning(of text: String) -> String {
    var result = ""
    for line in text.lines {
      guard case .prose = StoryLine(line) else { continue }
      result += line + "\n"
      if result.utf8.count > 600 { break }
    }
    return result
  }

  /// Indicates whether the first paragraphs of prose have `I` outside of quotation marks.
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
      let count = line.split(separator: " ").count { $0.contains(where: \.isLetter) }
      total += count
      switch StoryLine(line) {
      case .label, .record, .item, .rule, .row: records += count
      case .prose, .blank: break
      }
    }
    return total == 0 ? 0 : Double(records) / Double(total)
  }

  private static let beginnings = [
    "the user ", "the player ", "god mode", "god_mode", "processing admin",
    "processing your", "invalid json", "(ooc", "[ooc", "ooc:", "welcome to the campaign",
    "welcome. i am", "i am the master", "i have ", "i've ", "i will ", "understood.", "understood,",
    "acknowledged", "confirmed.", "excellent. based", "level up", "level-up",
    "based on your combat data", "your level-up",
    "the character has ", "subject: **", "mechanics ", "as the game master", "as the dungeon",
  ]

  private static let terms = [
    "(sequence", "sequence 1", "sequence 2", " xp", "d&d", " 5e", "mechanic", "level up",
    "level-up",
    "leveling", "character sheet", "ability score", "retcon", "narrative", "dossier", "ruleset",
    "the user", "the player", "administrative", "god mode", "in-game", "spell slot", " stats",
    "proficiency", "saving throw", "hit points", "gameplay", "state record", "your character",
    " feat ", " feats ", "synchronization", "subclass", "point buy", "level 1", "level 2",
    "level 3", "level 4", "level 5", "level 6", "level 7", "level 8", "level 9", "campaign",
    "multiclass", "respec", "the audit", "hit dice", "warlock level",
  ]
}
