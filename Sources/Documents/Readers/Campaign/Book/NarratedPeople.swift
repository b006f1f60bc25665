// SPDX-License-Identifier: MIT
// Part of Platen: people whom a story names as it tells what they say and do.

/// Finds the people of a campaign that has no state of the game, which would list them.
///
/// A name is one to three capitalized words right before a verb that only people are the subject of, as
/// in `Prefect Gratian nods`, before what only people have, as in `Millie's voice`, or behind a verb of
/// speech that follows a quotation. Names that several places have in this way are people; a bare
/// title or the first word of a sentence is not a name.
/// English alone.
struct NarratedPeople {
  /// The fewest places and the fewest entries of the story that a person acts in.
  private static let least = (places: 3, entries: 2)
  /// Different names that are counted: no story has more people.
  private static let mostNames = 20_000
  private static let mostWords = 3

  private struct Count {
    var places = 0
    var entries = 0
    var last = -1
  }
  private var counts: [String: Count] = [:]

  /// Each person's names, the longest first.
  static func names(in campaign: Campaign) -> [[String]] {
    var people = NarratedPeople()
    for index in campaign.entries.indices where campaign.entries[index].actor == .narrator {
      people.read(campaign.entries[index].text, entry: index)
    }
    return people.found
  }

  private var found: [[String]] {
    let names = counts.filter { name, count in
      count.places >= NarratedPeople.least.places && count.entries >= NarratedPeople.least.entries
    }.keys.sorted { a, b in
      (-a.split(separator: " ").count, a) < (-b.split(separator: " ").count, b)
    }
    var people: [[String]] = []
    var owners: [String: Int?] = [:]
    for name in names {
      let words = name.split(separator: " ").map(String.init)
      // `Gratian` is Prefect Gratian where nobody else bears that name.
      if words.count == 1, let owner = owners[name] {
        if let owner { people[owner].append(name) }
        continue
      }
      guard words.count > 1 || !NarratedPeople.titles.contains(name.lowercased()) else { continue }
      for word in words where words.count > 1 {
        if let other = owners[word] {
          // Longer forms of one name are one person.
          if let other, people[other][0].hasSuffix(" " + name) { continue }
          owners[word] = .some(nil)
        } else {
          owners[word] = .some(people.count)
        }
      }
      people.append([name])
    }
    return people
  }

  // MARK: Reading

  /// A word, and whether a single blank separates it from the one before it.
  private struct Word {
    var bytes: Range<Int>
    var isNext: Bool
    var isCapitalized: Bool
  }

  private mutating func read(_ text: String, entry: Int) {
    let bytes = Array(text.utf8)
    // The last words before the present one.
    var before: [Word] = []
    // The capitalized words behind a verb of speech; nil where none is before.
    var behind: [Word]?
    var index = 0
    var gap = 0
    while index < bytes.count {
      guard NarratedPeople.isLetter(bytes[index]) else {
        index += 1
        continue
      }
      let start = index
      while index < bytes.count, NarratedPeople.isOfWord(bytes, index) { index += 1 }
      let word = Word(
        bytes: start..<index, isNext: start == gap + 1 && bytes[gap] == 0x20,
        isCapitalized: NarratedPeople.isCapital(bytes, start))
      if let name = behind {
        if word.isCapitalized, word.isNext, name.count < NarratedPeople.mostWords {
          behind?.append(word)
        } else {
          count(name, in: bytes, entry)
          behind = nil
        }
      }
      // A verb is looked up only where a name or the end of speech is before it.
      let isBehindSpeech = NarratedPeople.endsSpeech(bytes[gap..<start])
      if !word.isCapitalized, isBehindSpeech || word.isNext && before.last?.isCapitalized == true {
        let verb = String(decoding: bytes[word.bytes], as: UTF8.self)
        if isBehindSpeech {
          if NarratedPeople.sayings.contains(verb) { behind = [] }
        } else if NarratedPeople.deeds.contains(verb) {
          count(NarratedPeople.name(endingIn: before, in: bytes), in: bytes, entry)
        } else if let last = before.last, NarratedPeople.parts.contains(verb),
          NarratedPeople.isOwner(bytes[last.bytes])
        {
          count(
            NarratedPeople.name(endingIn: before, in: bytes), in: bytes, entry, isOwner: true)
        }
      }
      before.append(word)
      if before.count > NarratedPeople.mostWords + 1 { before.removeFirst() }
      gap = index
    }
    if let behind { count(behind, in: bytes, entry) }
  }

  /// Indicates whether a word ends in the sign of possession.
  private static func isOwner(_ word: ArraySlice<UInt8>) -> Bool {
    word.count > 3 && word.suffix(2).elementsEqual("'s".utf8)
  }

  /// Indicates whether a byte is of a letter; not of punctuation beyond ASCII, such as dashes.
  private static func isLetter(_ byte: UInt8) -> Bool {
    byte < 0x80 ? (0x61...0x7A).contains(byte | 0x20) : byte >= 0xC3 && byte != 0xE2
  }

  /// Indicates whether the byte behind a letter is of the same word: `O'Brien` and `Jean-Luc` are one.
  private static func isOfWord(_ bytes: [UInt8], _ index: Int) -> Bool {
    let byte = bytes[index]
    if isLetter(byte) || (0x80...0xBF).contains(byte) { return true }
    guard byte == UInt8(ascii: "'") || byte == UInt8(ascii: "-") else { return false }
    return index + 1 < bytes.count && isLetter(bytes[index + 1])
  }

  /// Indicates whether a word begins with a capital of Latin letters with or without a mark.
  private static func isCapital(_ bytes: [UInt8], _ index: Int) -> Bool {
    if (0x41...0x5A).contains(bytes[index]) { return true }
    return bytes[index] == 0xC3 && index + 1 < bytes.count
      && (0x80...0x9E).contains(bytes[index + 1])
  }

  /// Indicates whether a quotation mark is between two words.
  private static func endsSpeech(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count > 1 else { return false }
    return bytes.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") || $0 == 0xE2 }
  }

  /// The capitalized words that end a stretch of words; empty where they are not a name.
  private static func name(endingIn words: [Word], in bytes: [UInt8]) -> [Word] {
    var name: [Word] = []
    var at = words.count - 1
    while at >= 0, words[at].isCapitalized, name.count < mostWords {
      name.insert(words[at], at: 0)
      at -= 1
      guard words[at + 1].isNext else { return name }
    }
    // `the Guard nods`: a kind of person.
    if name.count == 1, at >= 0, !words[at].isCapitalized,
      articles.contains(String(decoding: bytes[words[at].bytes], as: UTF8.self))
    {
      return []
    }
    return name
  }

  /// - Parameter isOwner: The last word has the sign of possession, which is not of the name.
  private mutating func count(
    _ name: [Word], in bytes: [UInt8], _ entry: Int, isOwner: Bool = false
  ) {
    var words = name.map { String(decoding: bytes[$0.bytes], as: UTF8.self) }
    if isOwner, let last = words.popLast() { words.append(String(last.dropLast(2))) }
    // `As Mira nods`: the first word of a sentence.
    while let first = words.first, NarratedPeople.openers.contains(first.lowercased()) {
      words.removeFirst()
    }
    guard let last = words.last, last.utf8.count > 1, !last.hasSuffix("'s"),
      !words.contains(where: { NarratedPeople.openers.contains($0.lowercased()) })
    else { return }
    let name = words.joined(separator: " ")
    guard counts[name] != nil || counts.count < NarratedPeople.mostNames else { return }
    var count = counts[name, default: Count()]
    count.places += 1
    if count.last != entry {
      count.entries += 1
      count.last = entry
    }
    counts[name] = count
  }

  // MARK: Words

  /// Verbs of speech, in the present and the past.
  private static let sayings: Set<String> = [
    "says", "said", "asks", "asked", "replies", "replied", "answers", "answered", "whispers",
    "whispered", "murmurs", "murmured", "mutters", "muttered", "growls", "growled", "hisses",
    "hissed", "shouts", "shouted", "snaps", "snapped", "cries", "cried", "calls", "called", "barks",
    "barked", "adds", "added", "continues", "continued", "interrupts", "interrupted", "insists",
    "insisted", "warns", "warned", "explains", "explained",
  ]
  /// Verbs that only people are the subject of.
  private static let deeds: Set<String> = sayings.union([
    "nods", "nodded", "smiles", "smiled", "grins", "grinned", "laughs", "laughed", "chuckles",
    "chuckled", "sighs", "sighed", "shrugs", "shrugged", "frowns", "frowned", "bows", "bowed",
    "kneels", "knelt", "stares", "stared", "glances", "glanced", "gestures", "gestured",
    "hesitates", "hesitated", "swallows", "swallowed", "blinks", "blinked", "speaks", "spoke",
    "leans", "leaned", "smirks", "smirked", "scoffs", "scoffed", "winces", "winced", "gasps",
    "gasped", "watches", "watched", "listens", "listened", "steps", "stepped", "flinches",
    "flinched", "rasps", "rasped", "grunts", "grunted", "sneers", "sneered", "scowls", "scowled",
    "grimaces", "grimaced", "shivers", "shivered", "shudders", "shuddered", "exhales", "exhaled",
    "inhales", "inhaled", "salutes", "saluted", "stammers", "stammered", "sobs", "sobbed", "snorts",
    "snorted", "intones", "intoned", "chirps", "chirped", "rumbles", "rumbled", "coughs", "coughed",
    "beckons", "beckoned", "paces", "paced", "nudges", "nudged",
  ])
  /// Nouns of things that only people have.
  private static let parts: Set<String> = [
    "voice", "eyes", "gaze", "face", "lips", "jaw", "smile", "grin", "expression", "hand", "hands",
    "fingers", "knuckles", "shoulders", "brow", "breath", "breathing", "throat", "cheeks", "words",
    "tone", "grief", "anger",
  ]
  private static let pronouns: Set<String> = [
    "he", "she", "they", "you", "it", "we", "i", "who", "one", "voice", "someone", "somebody",
    "everyone", "nobody",
  ]
  /// Words that begin sentences, and are not part of a name.
  private static let openers: Set<String> = pronouns.union([
    "the", "a", "an", "as", "when", "while", "then", "and", "but", "if", "this", "that", "these",
    "those", "his", "her", "their", "your", "my", "our", "its", "there", "here", "now", "before",
    "after", "only", "even", "both", "each", "another", "some", "no", "yes", "so", "for", "in",
    "on", "at", "with", "from", "behind", "beside", "nearby", "suddenly", "finally", "still",
    "once", "again", "meanwhile", "all", "none", "nothing", "something", "what", "where", "how",
    "scene", "chapter", "level",
  ])
  private static let articles: Set<String> = [
    "the", "a", "an", "this", "that", "your", "his", "her",
  ]
  /// Titles and kinds of people, which alone are not names.
  private static let titles: Set<String> = [
    "captain", "lord", "lady", "king", "queen", "prince", "princess", "duke", "duchess", "baron",
    "baroness", "count", "countess", "emperor", "empress", "master", "mistress", "commander",
    "general", "sergeant", "lieutenant", "elder", "father", "mother", "brother", "sister",
    "guildmaster", "prefect", "knight", "squire", "priest", "priestess", "ser", "sir", "dame",
    "madam", "madame", "mister", "doctor", "professor", "guard", "soldier", "merchant", "innkeeper",
    "bandit", "stranger", "player", "narrator", "chancellor", "inquisitor", "magister", "god",
  ]
}
