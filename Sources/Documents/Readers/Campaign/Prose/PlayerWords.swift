// SPDX-License-Identifier: MIT
// Part of Platen: the part of a player's words that is story.

internal import Documents

/// A player's entry, as a story takes it.
enum PlayerWords {
  /// A choice from a list: its title and its description.
  case choice(title: String, text: String)
  /// The player's own words.
  case free(String)
  /// Words to the game, or no action.
  case omitted(Omission)

  /// - Parameter offered: The choices that the narrator offered last.
  init(_ entry: Entry, offered: PlanningBlock?) {
    let text = entry.text.trimmed
    let lower = String(text.prefix(200)).lowercased().replacing("\u{2019}", with: "'")
    if entry.actor == .system {
      self = .omitted(.system)
    } else if text.isEmpty || lower == "[empty input]" {
      self = .omitted(.order)
    } else if entry.mode == "think" || PlayerWords.isThought(lower) {
      self = .omitted(.thinking)
    } else if PlayerWords.isGodMode(entry) || lower.hasPrefix("return to story") {
      self = .omitted(.order)
    } else if let choice = PlayerWords.choice(text, entry.choiceID, offered) {
      self =
        PlayerWords.isOrder(choice.title + " " + choice.text)
        ? .omitted(.order)
        : .choice(title: choice.title, text: choice.text)
    } else {
      self =
        PlayerWords.isOrder(text) || PlayerWords.isQuestion(text)
        ? .omitted(.order) : .free(text)
    }
  }

  /// Indicates whether an entry is of god mode: by its mode, its id or its words.
  static func isGodMode(_ entry: Entry) -> Bool {
    let start = entry.text.prefix(200).lowercased()
    return entry.mode == "god" || start.hasPrefix("god_mode") || start.contains("god mode")
      || entry.choiceID.hasPrefix("god:")
  }

  /// Indicates whether an order ends god mode, so that the narrator continues the story.
  static func isReturn(_ entry: Entry) -> Bool {
    let start = entry.text.prefix(200).lowercased()
    return start.contains("return to story") || start.contains("return to the story")
      || start.contains("exit god mode")
  }

  /// Indicates whether words are a question to the narrator, one outside of quotation marks at their end.
  private static func isQuestion(_ text: String) -> Bool {
    text.last == "?" && !text.contains("\"") && !text.contains("\u{201C}") && !text.contains(" '")
  }

  private static func isThought(_ lower: String) -> Bool {
    ["think:", "think.", "think,", "think ", "thinks ", "(think", "[think"].contains(
      where: lower.hasPrefix)
      || lower == "think"
  }

  // MARK: Choices

  /// The choice a text takes up: one of those offered, or a title with a description behind ` - `.
  private static func choice(
    _ text: String, _ id: String, _ offered: PlanningBlock?
  ) -> (title: String, text: String)? {
    let parts = PlayerWords.parts(text)
    if let choices = offered?.choices {
      let number = text.count < 5 ? Int(text.filter(\.isNumber)) : nil
      for (index, choice) in choices.enumerated() {
        let isTaken =
          !id.isEmpty && id == choice.id || number == index + 1
          || parts.title.lowercased() == choice.title.lowercased()
          || text.lowercased() == choice.id.lowercased()
        guard isTaken, !choice.title.isEmpty else { continue }
        // What players write behind a title is their own.
        return (choice.title, parts.text.isEmpty ? choice.text : parts.text)
      }
    }
    if !parts.text.isEmpty { return parts }
    return id.isEmpty || text.contains("\n") || text.count > 80 ? nil : (text, "")
  }

  /// `Approach the Flower - Walk closer.` in two; without a title the text is all of it.
  private static func parts(_ text: String) -> (title: String, text: String) {
    guard
      let dash = [" - ", " \u{2014} ", " \u{2013} "].compactMap({ text.firstRange(of: $0) }).min(
        by: { $0.lowerBound < $1.lowerBound })
    else { return (text, "") }
    let title = text[..<dash.lowerBound].trimmed
    let rest = text[dash.upperBound...].trimmed
    let words = title.split(separator: " ")
    guard words.count <= 9, title.first?.isUppercase ?? false, !title.contains("\n"),
      !title.contains(where: { ".!?,\"".contains($0) }), !rest.isEmpty
    else { return (text, "") }
    return (title, rest)
  }

  // MARK: Orders

  /// Indicates whether words are for the game: they name its terms, or are orders to the narrator.
  private static func isOrder(_ text: String) -> Bool {
    let quoted = QuotedText(text)
    if GameTerms.first(in: quoted, quoted.bytes.indices) != nil { return true }
    let words = quoted.words(in: quoted.bytes.indices).filter { !$0.isQuoted }
      .map { $0.text.lowercased() }
    guard let first = words.first else { return true }
    if words.contains(where: terms.contains) { return true }
    let pair = words.prefix(2).joined(separator: " ")
    if openings.contains(first) && words.count < 30 || openings.contains(pair) { return true }
    let all = " " + words.joined(separator: " ") + " "
    return phrases.contains { all.contains($0) }
  }

  private static let terms: Set<String> = [
    "exp", "xp", "hp", "ac", "dc", "npc", "npcs", "cha", "str", "dex", "int", "wis", "con", "asi",
    "aigenerated", "expertise", "retcon", "ooc", "stats", "nat", "multiclass", "feat", "feats",
    "cantrip", "cantrips", "brainstorm", "pros", "cons", "cr", "respec", "loadout", "lvl", "smite",
  ]

  private static let openings: Set<String> = [
    "narrate", "process", "autopick", "auto pick", "make sure", "time skip", "skip to", "skip all",
    "fast forward", "are you", "did you", "why did", "why was", "wait why", "give me",
    "lets assume",
    "let's assume", "lets use", "let's use", "reward exp", "do all", "finish and", "flesh out",
    "can you", "could you", "you forgot", "continue", "proceed", "undo", "redo", "retry",
    "what spells",
    "what level", "how much", "use default", "i should", "i shouldn't", "i shouldn\u{2019}t",
    "create character", "confirm build", "play character", "level up", "long rest", "short rest",
    "option 1", "option 2", "option 3",
  ]

  private static let phrases = [
    " the story ", " the campaign ", " character creation ", " level up ", " long rest ",
    " short rest ", " the narrative ", " spell slot ", " spell slots ", " bonus action ",
    " my modifiers ", " perception checks ", " auto pick ", " my build ", " my turn ",
    " their turns ", " pick my spells ", " surprise round ", " my stats ", " spells do i ",
    " pick spells ", " a spell ", " my spells ", " time skip ", " lets just ", " let's just ",
  ]

  // MARK: As a story tells it

  /// A choice as what was done; words that no form is known for stay as they are.
  ///
  /// - Parameter isSecondPerson: The story calls the hero `you`.
  static func told(title: String, text: String, isSecondPerson: Bool) -> String {
    let candidates = [text, title].map { $0.trimmed }.filter { !$0.isEmpty }
    if isSecondPerson {
      for words in candidates where isCommand(words) {
        return sentence("You " + inSecondPerson(words, isCommand: true))
      }
      if let words = candidates.first, isOfSelf(words) {
        return told(words, isSecondPerson: true)
      }
    }
    return sentence(candidates.first ?? "")
  }

  /// A player's own words; commands and sentences in the first person become what was done.
  ///
  /// Behind the first sentence, remarks of the player that are not a deed are omitted.
  static func told(_ text: String, isSecondPerson: Bool) -> String {
    let quoted = QuotedText(text)
    guard isSecondPerson, quoted.quotations.isEmpty, !text.contains("\n") else {
      return sentence(text)
    }
    let sentences = quoted.sentences.map { quoted.text($0).trimmed }.filter { !$0.isEmpty }
    guard let first = sentences.first, isCommand(first) || isOfSelf(first) else {
      return sentence(text)
    }
    return sentences.enumerated().compactMap { index, words in
      if isCommand(words) { return sentence("You " + inSecondPerson(words, isCommand: true)) }
      if index == 0 || !isRemark(words) {
        return sentence(inSecondPerson(words, isCommand: false))
      }
      return nil
    }.joined(separator: " ")
  }

  /// A sentence about the player as one about the hero; a command begins in lower case.
  private static func inSecondPerson(_ text: String, isCommand: Bool) -> String {
    let quoted = QuotedText(text)
    var result = ""
    var at = 0
    var isSelf = false
    for word in quoted.words(in: quoted.bytes.indices) {
      result += quoted.text(at..<word.range.lowerBound)
      let isFirst = isCommand && word.range.lowerBound == 0
      // `I was` is `you were`; `she was` stays.
      let own = isSelf && word.text == "was" ? "were" : word.isQuoted ? nil : persons[word.text]
      result += own ?? (isFirst ? word.text.lowercased() : word.text)
      isSelf = word.text == "I" || word.text == "i"
      at = word.range.upperBound
    }
    return result + quoted.text(at..<quoted.bytes.count)
  }

  /// Indicates whether a sentence begins with the player as its subject.
  private static func isOfSelf(_ text: String) -> Bool {
    text.hasPrefix("I ") || text.hasPrefix("I'm ") || text.hasPrefix("I\u{2019}m ")
  }

  /// Indicates whether a sentence is the player's own opinion, such as `We'll need to sneak a lot`.
  private static func isRemark(_ text: String) -> Bool {
    let quoted = QuotedText(text)
    return quoted.words(in: quoted.bytes.indices).contains {
      remarks.contains($0.text.lowercased().replacing("\u{2019}", with: "'"))
    }
  }

  private static let remarks: Set<String> = [
    "i", "i'm", "i'll", "i've", "i'd", "we", "we're", "we'll", "we've", "us", "our", "wanna",
    "gonna", "gotta",
  ]

  /// Indicates whether words name an action and are not a sentence: `Counterspell and fireball`.
  static func isFragment(_ text: String) -> Bool {
    let quoted = QuotedText(text)
    let words = quoted.words(in: quoted.bytes.indices)
    guard words.count < 13, quoted.quotations.isEmpty, !isCommand(text) else { return false }
    let isEnded = text.last.map { ".!\u{2026}".contains($0) } ?? false
    return !isEnded && !words.contains { sentenceWords.contains($0.text.lowercased()) }
  }

  /// Words that only sentences have.
  private static let sentenceWords: Set<String> = [
    "i", "i'm", "i'll", "i've", "we", "he", "she", "they", "it", "is", "are", "was", "were", "my",
    "our", "you", "will", "am", "has", "have", "had",
  ]

  /// Words of the first person as those of the second.
  private static let persons = [
    "I": "you", "i": "you", "I'm": "you're", "im": "you're", "I'll": "you'll", "I've": "you've",
    "I'd": "you'd", "me": "you", "my": "your", "My": "your", "myself": "yourself",
    "mine": "yours", "am": "are", "I\u{2019}m": "you\u{2019}re", "I\u{2019}ll": "you\u{2019}ll",
  ]

  /// Words as a sentence: with a capital and a stop.
  static func sentence(_ text: String) -> String {
    guard let last = text.last else { return text }
    let start = text.prefix(1).uppercased() + text.dropFirst()
    let isEnded = ".!?\u{2026}:;\"'\u{201D}\u{2019}*)\u{2014}-".contains(last)
    return isEnded ? start : start + "."
  }

  /// Indicates whether words begin with the command to do something, perhaps how it is to be done.
  static func isCommand(_ text: String) -> Bool {
    let words = text.split(separator: " ").prefix(2).map { $0.lowercased() }
    guard let first = words.first else { return false }
    if EnglishVerbs.isCommand(first) { return true }
    return first.hasSuffix("ly") && words.count > 1 && EnglishVerbs.isCommand(words[1])
  }
}
