// SPDX-License-Identifier: MIT
// Part of Platen: lines that mark an action item, taken apart into task, owner and day.

internal import Readers

/// A line of notes or of the chat that marks an action item: `TODO: Anna: send it by Friday`,
/// `- [ ] @anna send it (due 2026-05-03)`, `Action: send it (Anna, 3 May)`.
struct ActionLine: Hashable {
  /// The task without its owner and its day where these are set apart from it.
  var text: String
  var isDone: Bool
  /// The owners' names, with commas between them; empty where the line has none.
  var owner = ""
  /// The day as ISO 8601 has it; empty where the line has none, or it cannot be determined.
  var due = ""

  /// The words before a colon that mark an action item anywhere.
  static let marks = ["todo", "to do", "to-do", "action item"]
  /// Those that mark one in notes alone: players announce actions in the chat.
  static let marksOfNotes = [
    "action", "task", "aufgabe", "maßnahme", "اقدام", "کار", "إجراء", "مهمة",
  ]
  /// The words before a colon that mark a decision in notes.
  static let marksOfDecisions = [
    "decision", "decided", "resolved", "beschluss", "beschlossen", "تصمیم", "مصوبه", "قرار",
  ]
  /// The most characters of a line that is taken apart.
  private static let longest = 2000

  /// - Parameters:
  ///   - isOfNotes: whether the line is one of notes.
  ///   - people: the names of those who may own it.
  ///   - day: reads days.
  /// - Returns: nil for a line that marks nothing.
  init?(
    _ line: some StringProtocol, isOfNotes: Bool, among people: OwnerNames, days: DueDay.Reader
  ) {
    guard let (text, isDone) = ActionLine.marked(line, isOfNotes: isOfNotes), !text.isEmpty else {
      return nil
    }
    self.text = text
    self.isDone = isDone
    guard text.utf8.count <= ActionLine.longest else { return }
    var owners: [String] = []
    takeEnd(among: people, days: days, &owners)
    takeBeginning(among: people, &owners)
    if owners.isEmpty { takeMention(among: people, &owners) }
    if self.due.isEmpty { due = days.day(within: self.text) ?? "" }
    if self.text.isEmpty { self.text = text }
    owner = owners.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      .joined(separator: ", ")
  }

  /// The text behind the mark of an action item: `TODO:`, `TODO @name`, `TODO(name):`, `- [ ]`, `- [x]`,
  /// also in bold type and in lists; nil for a line without one.
  static func marked(
    _ line: some StringProtocol, isOfNotes: Bool
  ) -> (text: String, isDone: Bool)? {
    var rest = Substring(line.trimmed)
    var isListed = false
    while let first = rest.first, "-*+>".contains(first), rest.dropFirst().first == " " {
      isListed = isListed || first != ">"
      rest = rest.dropFirst(2).drop(while: \.isWhitespace)
    }
    // Boxes stand in bulleted lists alone.
    if !isListed {
      let behind = rest.drop(while: \.isNumber)
      if behind.startIndex > rest.startIndex, let end = behind.first, ".)".contains(end),
        behind.dropFirst().first == " "
      {
        rest = behind.dropFirst(2).drop(while: \.isWhitespace)
      }
    }
    var isDone: Bool?
    if isListed {
      for (mark, done) in [("[ ]", false), ("[x]", true), ("[X]", true)] where rest.hasPrefix(mark)
      {
        isDone = done
        rest = rest.dropFirst(3).drop(while: \.isWhitespace)
      }
    }
    if let text = behindWord(rest, of: marks + (isOfNotes ? marksOfNotes : [])) {
      return (text, isDone ?? false)
    }
    return isDone.map { (rest.trimmed, $0) }
  }

  /// The text behind `Decision:`, also in bold type and in lists; nil for a line without it.
  static func decision(_ line: some StringProtocol) -> String? {
    var rest = Substring(line.trimmed)
    while let first = rest.first, "-*+>".contains(first), rest.dropFirst().first == " " {
      rest = rest.dropFirst(2).drop(while: \.isWhitespace)
    }
    let text = behindWord(rest, of: marksOfDecisions) ?? ""
    return text.isEmpty ? nil : text
  }

  /// The text behind one of the words and a colon; nil where there is none.
  private static func behindWord(_ text: Substring, of words: [String]) -> String? {
    let sign = text.prefix { $0 == "*" || $0 == "_" }
    let plain = text.dropFirst(sign.count)
    let start = plain.prefix(16).lowercased()
    guard let word = words.first(where: start.hasPrefix) else { return nil }
    var rest = plain.dropFirst(word.count)
    var closes = sign.isEmpty
    func dropSign() {
      guard !closes, rest.hasPrefix(sign) else { return }
      rest = rest.dropFirst(sign.count)
      closes = true
    }
    dropSign()
    rest = rest.drop(while: \.isWhitespace)
    var owner = ""
    if rest.first == "(", let close = rest.firstIndex(of: ")") {
      let inner = rest[rest.index(after: rest.startIndex)..<close].trimmed
      owner = inner.isEmpty ? "" : inner + ": "
      rest = rest[rest.index(after: close)...]
    }
    if let colon = rest.first, colon == ":" || colon == "\u{FF1A}" {
      rest = rest.dropFirst()
      dropSign()
    } else if !owner.isEmpty || rest.first != "@" || word.first != "t" {
      return nil
    }
    var task = rest.trimmed
    if !closes, task.hasSuffix(sign) { task = task.dropLast(sign.count).trimmed }
    return task.isEmpty ? "" : owner + task
  }

  // MARK: Owner and day

  /// Takes brackets, days and mentions from the end of the text.
  private mutating func takeEnd(
    among people: OwnerNames, days: DueDay.Reader, _ owners: inout [String]
  ) {
    for _ in 0..<4 {
      if let (rest, facts) = ActionLine.bracketed(text),
        let (found, day) = ActionLine.facts(facts, among: people, days: days)
      {
        text = rest
        owners += found
        if due.isEmpty { due = day ?? "" }
      } else if due.isEmpty, let (rest, day) = days.day(atEndOf: text) {
        text = rest
        due = day
      } else if let space = text.lastIndex(where: \.isWhitespace),
        let owner = people.mention(text[text.index(after: space)...])
      {
        text = text[..<space].trimmed
        owners.append(owner)
      } else {
        return
      }
    }
  }

  /// The text before brackets at the end, and what is in them; nil without any, or nothing before them.
  private static func bracketed(_ text: String) -> (rest: String, inner: String)? {
    let text = text.last == "." ? text.dropLast() : text[...]
    guard text.last == ")" || text.last == "]" || text.last == "）" else { return nil }
    let sign: Character = text.last == "]" ? "[" : text.last == ")" ? "(" : "（"
    guard let open = text.lastIndex(of: sign) else { return nil }
    let rest = text[..<open].trimmed
    return rest.isEmpty ? nil : (rest, text[text.index(after: open)...].dropLast().trimmed)
  }

  /// The owners and the day in brackets; nil where they have anything else.
  private static func facts(
    _ text: String, among people: OwnerNames, days: DueDay.Reader
  ) -> (owners: [String], day: String?)? {
    var owners: [String] = []
    var day: String?
    var rest = text
    if let (before, found) = days.day(atEndOf: text) {
      (rest, day) = (before, found)
    } else if let found = days.day(of: text) {
      return ([], found)
    }
    for part in rest.split(whereSeparator: { ",;،".contains($0) }) {
      let part = part.trimmed
      if let owner = people.mention(part[...]) ?? people.known(part) {
        owners.append(owner)
      } else if day == nil, let found = days.day(of: part) {
        day = found
      } else if !part.isEmpty {
        return nil
      }
    }
    return owners.isEmpty && day == nil ? nil : (owners, day)
  }

  /// Takes `Anna:`, `Anna, Bo:` and `@anna` from the beginning of the text.
  private mutating func takeBeginning(among people: OwnerNames, _ owners: inout [String]) {
    while text.first == "@" {
      let word = text.prefix { !$0.isWhitespace }
      guard let owner = people.mention(word) else { return }
      owners.append(owner)
      text = text[word.endIndex...].trimmed
    }
    guard let label = SpeakerLabel(of: text), !label.text.isEmpty else { return }
    var found: [String] = []
    for part in label.name.replacing(" & ", with: ",").split(whereSeparator: { ",،".contains($0) })
    {
      guard let owner = people.known(part.trimmed) ?? OwnerNames.seemsName(part.trimmed) else {
        return
      }
      found.append(owner)
    }
    owners += found
    text = label.text
  }

  /// Takes the people who are mentioned within the text, which stays as it is.
  private func takeMention(among people: OwnerNames, _ owners: inout [String]) {
    guard text.contains("@") else { return }
    for word in text.split(whereSeparator: \.isWhitespace).prefix(60) {
      if let owner = people.mention(word), people.isKnown(owner) { owners.append(owner) }
    }
  }
}

/// The names of the people who may own an action item.
struct OwnerNames {
  /// Full names by what they are called: the whole, its words, without differences of case; nil for a word
  /// of several people.
  private var names: [String: String?] = [:]
  private var full: Set<String> = []

  /// The most people, so that a crowd costs no more than its names.
  private static let most = 20_000

  init(_ meeting: Meeting, _ attendance: Attendance) {
    let side = meeting.side
    let people =
      attendance.attendees.map(\.name)
      + (side.present + side.apologies).map(\.name) + [side.chair]
      + side.numberedAgenda.map(\.item.who) + side.actions.map(\.who)
    var known: Set<String> = []
    let listed = people.prefix(OwnerNames.most).filter { !$0.isEmpty && known.insert($0).inserted }
    full = Set(listed)
    for name in listed { names[OwnerNames.key(name)] = name }
    for name in listed {
      for word in name.split(whereSeparator: { $0.isWhitespace || $0 == "(" || $0 == ")" }) {
        let key = OwnerNames.key(word)
        guard key.count > 1, !full.contains(String(word)) else { continue }
        if let other = names[key], other != name {
          names[key] = .some(nil)
        } else {
          names[key] = name
        }
      }
    }
  }

  private static func key(_ text: some StringProtocol) -> String {
    String(text.lowercased().filter { $0.isLetter || $0.isNumber })
  }

  func isKnown(_ name: String) -> Bool { full.contains(name) }

  /// The full name of a person who is known by these words; nil for others.
  func known(_ words: String) -> String? {
    guard words.utf8.count <= 200 else { return nil }
    return names[OwnerNames.key(words)] ?? nil
  }

  /// The person of `@name`, by the full name where they are known; nil for other words.
  func mention(_ word: Substring) -> String? {
    guard word.first == "@", word.utf8.count <= 100 else { return nil }
    let name = String(word.dropFirst().prefix { $0.isLetter || $0.isNumber || "._-".contains($0) })
    let rest = word.dropFirst(name.count + 1)
    guard let first = name.first, first.isLetter, rest.allSatisfy({ ",:;.)،".contains($0) }) else {
      return nil
    }
    let plain = String(name.reversed().drop { "._-".contains($0) }.reversed())
    return known(plain) ?? plain
  }

  /// A name of people who are not known: at most three words, each with a capital letter or of a script
  /// without any; nil for other words.
  static func seemsName(_ text: String) -> String? {
    let words = text.split(whereSeparator: \.isWhitespace)
    let isName = words.allSatisfy { word in
      guard let first = word.first, first.isLetter, !first.isLowercase else { return false }
      let others = word.dropFirst()
      return others.allSatisfy { $0.isLetter || "-'’.\u{200C}".contains($0) }
        && (others.isEmpty || !others.allSatisfy(\.isUppercase))
    }
    return isName && (1...3).contains(words.count) ? text : nil
  }
}
