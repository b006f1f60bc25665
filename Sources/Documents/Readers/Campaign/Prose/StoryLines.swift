// SPDX-License-Identifier: MIT
// Part of Platen: distinguishes prose and records of the game in a narrator's text.

internal import Documents

/// A line of a narrator's text by its kind.
enum StoryLine {
  case blank, prose
  /// A line of symbols.
  case rule
  /// A name of what follows: `**LOOT OBTAINED:**`, `[SOCIAL SKILL CHALLENGE: Millie]`.
  case label
  /// A named value or a line of a box: `HP: 5/5 | Status: RESISTING`.
  case record
  /// An item of a list; one with values or terms of the game is a record.
  case item(isRecord: Bool)
  /// A row of a table.
  case row

  init(_ text: Substring) {
    let line = text.trimmed
    guard let first = line.unicodeScalars.first else {
      self = .blank
      return
    }
    if StoryLine.isRule(line) {
      self = .rule
    } else if StoryLine.isDrawn(first) || StoryLine.isPictogram(first) {
      self = .record
    } else if first == "#" {
      self = .label
    } else if first == "|" {
      self = .row
    } else if let item = StoryLine.item(line) {
      self = .item(isRecord: StoryLine.isNamedValue(item[...]) || GameTerms.occur(in: item))
    } else if first == "[" || first == "*" || first == "_", let bare = StoryLine.stressed(line) {
      self = StoryLine.kind(stressed: bare, of: line)
    } else if StoryLine.isTag(line) {
      self = .label
    } else if StoryLine.isCapitals(line) {
      self = .label
    } else if StoryLine.isNamedValue(line[...]) {
      self = .record
    } else {
      self = .prose
    }
  }

  // MARK: Lines of symbols

  private static func isRule(_ line: String) -> Bool {
    var scalars = Array(line.unicodeScalars.filter { $0 != " " })
    while scalars.first == "*", scalars.last == "*", scalars.count > 4 {
      scalars = [Unicode.Scalar](scalars.dropFirst().dropLast())
    }
    return scalars.count >= 3
      && scalars.allSatisfy { "-*_=~#+\u{2013}\u{2014}".unicodeScalars.contains($0) || isDrawn($0) }
  }

  /// Lines of boxes, blocks and the marks of lists that the game draws.
  private static func isDrawn(_ scalar: Unicode.Scalar) -> Bool {
    (0x2500...0x259F).contains(scalar.value) || (0x25B0...0x25BF).contains(scalar.value)
  }

  private static func isPictogram(_ scalar: Unicode.Scalar) -> Bool {
    (0x2600...0x27BF).contains(scalar.value) || (0x1F000...0x1FAFF).contains(scalar.value)
  }

  // MARK: Lists

  /// Indicates whether a line is an item that offers something to do: a command.
  static func isOffer(_ line: Substring) -> Bool {
    guard let item = item(line.trimmed) else { return false }
    let word = item.drop { "*_[ ".contains($0) }.prefix { $0.isLetter }
    return EnglishVerbs.isCommand(word.lowercased())
  }

  /// The words of an item of a list; nil of other lines.
  private static func item(_ line: String) -> String? {
    for mark in ["- ", "* ", "+ ", "\u{2022} ", "\u{25CF} ", "\u{25E6} "] where line.hasPrefix(mark)
    {
      return String(line.dropFirst(mark.count)).trimmed
    }
    if let letter = line.utf8.first, (0x61...0x68).contains(letter | 0x20),
      line.dropFirst().hasPrefix(") ")
    {
      return line.dropFirst(3).trimmed
    }
    let digits = line.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty, digits.count < 3 else { return nil }
    let rest = line[digits.endIndex...]
    return rest.hasPrefix(". ") || rest.hasPrefix(") ") ? rest.dropFirst(2).trimmed : nil
  }

  // MARK: Stressed lines

  /// The words of a line that is in bold or in brackets as a whole; nil of others.
  private static func stressed(_ line: String) -> String? {
    var bare = line[...]
    var isStressed = false
    while bare.hasPrefix("**"), bare.hasSuffix("**"), bare.count > 4 {
      bare = bare.dropFirst(2).dropLast(2)
      isStressed = true
    }
    if isTag(String(bare)) { return String(bare).trimmed }
    guard isStressed, !bare.contains("**") else { return nil }
    return String(bare).trimmed
  }

  private static func kind(stressed bare: String, of line: String) -> StoryLine {
    if isTag(bare) { return .label }
    guard let first = bare.unicodeScalars.first, let last = bare.last else { return .record }
    if isDrawn(first) { return .record }
    let framed = bare.drop { "-=~ ".contains($0) }
    if framed.count < bare.count, last == "-" || last == "=" || last == "~" { return .label }
    // Words in quotation marks are spoken, in bold for their loudness.
    if "\"\u{201C}'\u{2018}*".contains(bare.first ?? " ") { return .prose }
    if last == ":" || isTitle(bare) { return .label }
    if bare.first == "-" || bare.first == "\u{2022}" { return .record }
    if GameTerms.occur(in: bare) { return .record }
    if !bare.contains(where: \.isLowercase) {
      let words = bare.split { !$0.isLetter }.map { $0.lowercased() }
      if words.contains(where: labels.contains) { return .label }
    }
    return isNamedValue(bare[...]) ? .record : .prose
  }

  /// `MILESTONE ACHIEVED: Ghost Infiltration`: capitals before a colon.
  private static func isTitle(_ bare: String) -> Bool {
    guard let colon = bare.firstIndex(of: ":") else { return false }
    let name = bare[..<colon].filter(\.isLetter)
    return name.count > 3 && name.allSatisfy(\.isUppercase)
  }

  /// `[SYSTEM NOTE: …]`, `[CHARACTER CREATION - Review]`: a name in capitals within brackets.
  private static func isTag(_ line: String) -> Bool {
    guard line.first == "[", line.last == "]" else { return false }
    let name = line.dropFirst().prefix { $0 != ":" && $0 != "]" }
    let letters = name.prefix { !"-\u{2013}".contains($0) }.filter(\.isLetter)
    return letters.count >= 3 && letters.allSatisfy(\.isUppercase)
  }

  /// A title in capitals without a mark at its end.
  private static func isCapitals(_ line: String) -> Bool {
    guard let last = line.last, last.isLetter || last == ":" || last.isNumber,
      !line.contains(where: \.isLowercase), line.contains(where: \.isUppercase)
    else { return false }
    let words = line.split { !$0.isLetter }.map { $0.lowercased() }
    return (words.count > 1 || last.isNumber) && words.contains(where: labels.contains)
  }

  private static let labels: Set<String> = [
    "achieved", "attributes", "background", "campaign", "challenge", "character", "check",
    "combat", "earned", "equipment", "gained", "initiative", "inventory", "launch", "level",
    "living", "loot", "milestone", "obtained", "order", "profile", "quest", "report", "resources",
    "rewards", "roll", "rolls", "round", "score", "session", "sheet", "stats", "status", "summary",
    "turn", "update", "victory", "xp", "total", "gold", "turns", "party", "faction", "checkpoint",
  ]

  // MARK: Named values

  /// `Status: WAVERING`, `**Race:** Human | **Class:** Sorcerer`: a name of the game with a value.
  /// Names of speakers have words in quotation marks behind them.
  static func isNamedValue(_ line: Substring) -> Bool {
    let line = line.drop { "*_[ ".contains($0) }
    let key = line.prefix(48).prefix { $0 != ":" }
    guard key.endIndex < line.endIndex, line[key.endIndex] == ":",
      key.first?.isLetter ?? false
    else { return false }
    let value = line[key.endIndex...].dropFirst().drop { " *_".contains($0) }
    guard let start = value.first else { return keys.contains(folded(key)) }
    if "\"\u{201C}\u{2018}'\u{00AB}\u{201E}".contains(start) { return false }
    return keys.contains(folded(key)) || value.contains(" | ")
      || isFigure(value) && value.count < 60
  }

  private static func folded(_ key: Substring) -> String {
    PersonName.folded(String(key.filter { $0 != "*" }))
  }

  /// A value of numbers: `145 → 0 HP`, `5/5`.
  private static func isFigure(_ value: Substring) -> Bool {
    value.first.map { $0.isNumber || $0 == "+" || $0 == "-" } ?? false
      && (GameTerms.occur(in: String(value)) || value.contains("/") || value.contains("\u{2192}"))
  }

  private static let keys: Set<String> = [
    "ac", "ability scores", "abilities", "action", "active effects", "alignment", "armor",
    "armor class", "attack", "attributes", "background", "bonus action", "character",
    "class", "conditions", "current xp", "current", "dc", "description", "difficulty", "equipment",
    "equipment summary",
    "event", "experience", "features", "gold", "hit dice", "hit points", "hp", "immediate event",
    "initiative", "inventory", "key game stats", "level", "location", "long-term event",
    "long term event", "loot", "mechanics", "movement", "objective", "options", "outcome",
    "progress", "proficiencies", "proficiency bonus", "race", "reaction", "resources", "result",
    "reward", "rewards", "saving throws", "session", "setting", "skills", "social hp", "source",
    "speed", "spell slots", "spells", "stats", "status", "theme", "time", "timestamp", "title",
    "total xp", "turn", "xp", "xp earned", "xp gained", "ai personalities", "companions",
    "resistance shown", "skill used", "npc tier", "resistance", "request severity", "round",
  ]
}
