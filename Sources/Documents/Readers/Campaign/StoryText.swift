// SPDX-License-Identifier: MIT
// Part of Platen: removes the game's internal tags and data from the text of a story.

internal import Documents
internal import JSON

/// Cleans the text of entries.
///
/// Tags are parsed without a grammar: some are never closed or never opened, or lack their first
/// letters, and a damaged tag must not remove the rest of a story.
enum StoryText {
  /// The entry with its text cleaned, and what the text held besides in the fields for it.
  static func clean(_ entry: inout Entry, _ defects: inout DefectCounts) {
    if entry.actor == .narrator { unwrap(&entry, &defects) }
    entry.text = cleaned(TextCleaner.cleaned(entry.text, &defects), into: &entry, &defects)
    if !entry.godModeResponse.isEmpty {
      entry.godModeResponse = cleaned(
        TextCleaner.cleaned(entry.godModeResponse, &defects), into: &entry, &defects)
      if entry.godModeResponse == entry.text { entry.godModeResponse = "" }
    }
    if entry.header == nil, entry.actor == .narrator {
      entry.header = SessionHeader(writtenIn: entry.text)
    }
  }

  /// Takes the story out of a text that is an answer of the model as it came: an object with the
  /// story, changes to the state and notes in it.
  private static func unwrap(_ entry: inout Entry, _ defects: inout DefectCounts) {
    guard entry.text.holds(UInt8(ascii: "{")), entry.text.holds("\"narrative\"") else { return }
    var text = entry.text.trimmed
    if text.hasPrefix("```"), text.hasSuffix("```"), let start = text.firstIndex(of: "\n") {
      text = text[start...].dropLast(3).trimmed
    }
    guard text.hasPrefix("{"), text.hasSuffix("}"),
      let document = try? JSONDocument(
        parsing: Array(text.utf8), limits: .init(bytes: 1 << 22, depth: 64)),
      let story = unsafe document.withView({ $0["narrative"]?.string }), !story.trimmed.isEmpty
    else { return }
    defects.count(.stateUpdates)
    entry.debug.append(Note("state_updates", TextCleaner.line(text, &defects)))
    entry.text = story
  }

  /// Reads a session header into an entry; a tag of the mode before it is for programmers.
  static func readHeader(_ text: String, into entry: inout Entry, _ defects: inout DefectCounts) {
    var text = text.trimmed
    if let end = tagEnd("SESSION_HEADER", "]", in: text[...]) { text = text[end...].trimmed }
    let bracket = text.hasPrefix("[[") ? "[" : ""
    let rest = text.dropFirst(bracket.count)
    if let start = tagEnd("MODE", ":", in: rest), let end = rest.prefix(240).firstIndex(of: "]"),
      start <= end
    {
      defects.count(.modeTag)
      entry.debug.append(Note("mode", rest[start..<end].trimmed))
      let header = rest[rest.index(after: end)...].trimmed
      // Fields in brackets of their own need none of those around them and the tag.
      let isApart = header.hasPrefix("[") && SessionHeader.isLine(header)
      let isDoubled = isApart && !bracket.isEmpty && header.hasSuffix("]]")
      text = isDoubled ? String(header.dropLast()) : isApart ? header : bracket + header
    }
    entry.header = SessionHeader(text: text)
  }

  /// The end of a tag that begins with a bracket, a name in any case and a mark after it.
  private static func tagEnd(
    _ name: String, _ mark: Character, in text: Substring
  ) -> Substring.Index? {
    guard text.first == "[" else { return nil }
    let start = text.dropFirst().drop { $0 == " " }
    guard start.prefix(name.count).uppercased() == name else { return nil }
    let rest = start.dropFirst(name.count).drop { $0 == " " }
    return rest.first == mark ? rest.index(after: rest.startIndex) : nil
  }

  private static func cleaned(
    _ text: String, into entry: inout Entry, _ defects: inout DefectCounts
  ) -> String {
    guard
      ChoiceText.mayHold(text) || text.holds("__DELETE__")
        || ["Q_ID", "q_id", "q_ID", "quence ID", "quence id", "quence Id", "QUENCE ID"]
          .contains(where: text.holds)
        || text.holds("\"state_updates\"") || text.holds("\"debug_info\"")
    else { return text.trimmed }
    // A header that a player quotes is a part of the player's words.
    var tags = TagReader(bytes: Array(text.utf8), takesHeaders: entry.actor != .player)
    tags.run()
    defects.count(.debugTag, tags.unbalanced)
    defects.count(.modeTag, tags.modes)
    defects.count(.stateUpdates, tags.updates)
    for note in tags.debug {
      entry.debug.append(
        Note(note.name, TextCleaner.line(String(decoding: note.bytes, as: UTF8.self), &defects)))
    }
    if entry.header == nil, !tags.header.isEmpty {
      readHeader(String(decoding: tags.header, as: UTF8.self), into: &entry, &defects)
    }
    if entry.header == nil, !tags.sequenceLine.isEmpty {
      entry.header = SessionHeader(
        sequenceLine: TextCleaner.line(
          String(decoding: tags.sequenceLine, as: UTF8.self), &defects))
    }
    if entry.choiceID.isEmpty { entry.choiceID = tags.choiceID }
    var result = String(decoding: tags.result, as: UTF8.self)
    if result.holds("__DELETE__") {
      defects.count(.deletedMarker)
      result = result.replacing(LenientReader.deleted, with: "")
    }
    if entry.actor != .player, let found = ChoiceText.find(in: result) {
      defects.count(.planningText)
      result = found.story
      // Choices in a field of their own have the same content, and more.
      if entry.planning?.choices.isEmpty ?? true {
        var block = found.block
        block.thinking = entry.planning?.thinking ?? ""
        entry.planning = block
      } else {
        entry.planning?.written = found.block.written
      }
    }
    return result.trimmed
  }
}

/// Scans a text once, byte by byte, and removes known tags.
///
/// Tags in code are mentions of them, as are those amid a sentence that nothing of theirs follows.
/// Their letters may be of any case, and blanks may be around their names.
private struct TagReader {
  let bytes: [UInt8]
  /// The same with capitals for all letters of ASCII, for what is looked for in any case.
  private let capitals: [UInt8]
  /// Indicates whether session headers in the text are those of its scene.
  let takesHeaders: Bool
  var result: [UInt8] = []
  var debug: [(name: String, bytes: ArraySlice<UInt8>)] = []
  var header: ArraySlice<UInt8> = []
  /// The first line that heads a scene with its sequence id, time and place.
  var sequenceLine: ArraySlice<UInt8> = []
  var choiceID = ""
  var unbalanced = 0
  /// The number of beginnings of state updates that were mentions of them.
  var mentions = 0
  var modes = 0
  var updates = 0
  /// Up to where no object is a record, as one around it is none.
  private var recordless = 0

  init(bytes: [UInt8], takesHeaders: Bool) {
    self.bytes = bytes
    capitals = bytes.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }
    self.takesHeaders = takesHeaders
  }

  mutating func run() {
    result.reserveCapacity(bytes.count)
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "`"), isLineStart(at),
        let next = record(at)
      {
        at = lineSkipped(next)
        continue
      }
      if byte == UInt8(ascii: "`") {
        let end = codeEnd(at)
        result += bytes[at..<end]
        at = end
        continue
      }
      // A tag, or one whose bracket and first letters were lost.
      if byte == UInt8(ascii: "[") || (isLineStart(at) && byte != 0x20), let next = tag(at) {
        at = lineSkipped(next)
        continue
      }
      result.append(byte)
      at += 1
    }
  }

  /// The place where the text continues after a tag that ends at `at`: a line that held the tag
  /// alone goes with it.
  private func lineSkipped(_ at: Int) -> Int {
    guard result.isEmpty || result.last == 0x0A else { return at }
    var at = at
    while at < bytes.count, bytes[at] == 0x20 { at += 1 }
    if at < bytes.count, bytes[at] == 0x0A { at += 1 }
    while at < bytes.count, bytes[at] == 0x0A,
      result.count < 2 || result[result.count - 2] == 0x0A
    {
      at += 1
    }
    return at
  }

  /// The end of the code that begins with backticks; the end of these, if they begin none or a
  /// block of it, whose lines are read as others are.
  private func codeEnd(_ at: Int) -> Int {
    let tick = UInt8(ascii: "`")
    func runEnd(_ at: Int) -> Int { bytes[at...].firstIndex { $0 != tick } ?? bytes.count }
    let start = runEnd(at)
    if start - at >= 3, isLineStart(at) { return start }
    var index = start
    let reach = min(bytes.count, start + 2000)
    while index < reach {
      if bytes[index] == tick {
        let end = runEnd(index)
        if end - index == start - at { return end }
        index = end
      } else {
        // Beyond its line a lone backtick would hide what is for programmers.
        if bytes[index] == 0x0A { break }
        index += 1
      }
    }
    return start
  }

  private func isLineStart(_ at: Int) -> Bool { at == 0 || bytes[at - 1] == 0x0A }

  private func isBlank(_ range: Range<Int>) -> Bool { bytes[range].allSatisfy { $0 <= 0x20 } }

  /// Indicates whether there are words of the same line both before a tag and after it.
  private func isAmidSentence(_ at: Int, _ end: Int) -> Bool {
    func isWord(_ byte: UInt8) -> Bool { byte > 0x20 }
    let before = bytes[max(0, at - 200)..<at].reversed().prefix { $0 != 0x0A }
    let after = bytes[end..<min(bytes.count, end + 200)].prefix { $0 != 0x0A }
    return before.contains(where: isWord) && after.contains(where: isWord)
  }

  /// The place where the text continues after the tag at `at`; nil if no tag is there.
  private mutating func tag(_ at: Int) -> Int? {
    if let end = stateUpdates(at) { return end }
    if let end = sequence(at) { return end }
    guard bytes[at] == UInt8(ascii: "[") else { return nil }
    if let colon = nameEnd("MODE", at), has(":", colon) {
      // It may run over lines, never far.
      guard let end = find(0x5D, from: at, within: 240), !isAmidSentence(at, end + 1) else {
        return nil
      }
      modes += 1
      debug.append(("mode", bytes[(colon + 1)..<end]))
      return end + 1
    }
    if nameEnd("DEBUG", at) != nil { return debugTag(at) }
    if takesHeaders, header.isEmpty, let end = doubledHeader(at) {
      header = bytes[at..<end]
      return end
    }
    if takesHeaders, let start = tagEnd("SESSION_HEADER", at) {
      let end = headerEnd(start)
      if header.isEmpty { header = bytes[start..<end] }
      return end
    }
    for (tag, name) in [("SEQ_ID", "sequence"), ("HASH", "hash"), ("CHOICE_ID", "choice")] {
      guard let value = nameEnd(tag, at), name != "hash" || has(":", value) else { continue }
      guard let end = find(0x5D, from: at, within: 120) else { return nil }
      debug.append((name, bytes[(at + 1)..<end]))
      if name == "choice", choiceID.isEmpty {
        choiceID =
          String(decoding: bytes[min(value, end)..<end], as: UTF8.self)
          .drop { $0 == ":" || $0 == " " }.trimmed
      }
      return end + 1
    }
    return nil
  }

  /// The end of a header: at the blank line, after six lines at most.
  private func headerEnd(_ start: Int) -> Int {
    var end = start
    var count = 0
    while end < bytes.count, count < 6 {
      let next = lineEnd(end)
      if count > 0, isBlank(end..<next) { break }
      end = next
      count += 1
    }
    return end
  }

  /// The end of a header in brackets together with the tag of the mode.
  private func doubledHeader(_ at: Int) -> Int? {
    guard isLineStart(at), let colon = nameEnd("MODE", at + 1), has(":", colon) else { return nil }
    let end = headerEnd(at)
    let lines = bytes[at..<end].split(separator: 0x0A)
    let hasField = lines.contains {
      SessionHeader.isLine(String(decoding: $0.prefix(16), as: UTF8.self))
    }
    return hasField && lines.last?.reversed().first { $0 > 0x20 } == 0x5D ? end : nil
  }

  /// `SEQ_ID: 12` and `Sequence ID: 12 | Timestamp: …` at the beginning of a line, with the line, also
  /// in brackets or with emphasis.
  private mutating func sequence(_ at: Int) -> Int? {
    guard isLineStart(at) else { return nil }
    var index = at
    func skip(_ marks: String, to end: Int) {
      while index < end, marks.utf8.contains(bytes[index]) { index += 1 }
    }
    skip("*_#>[ ", to: min(bytes.count, at + 12))
    guard let name = ["SEQ_ID", "SEQUENCE ID"].first(where: { has($0, index) }) else { return nil }
    let isInBrackets = bytes[at..<index].contains(UInt8(ascii: "["))
    var end = contentEnd(at)
    let line = bytes[at..<end]
    index += name.utf8.count
    skip(" :*_", to: end)
    let number = index
    while index < end, (0x30...0x39).contains(bytes[index]) { index += 1 }
    guard index > number else { return nil }
    if isInBrackets {
      guard let last = bytes[..<end].lastIndex(where: { !" *_".utf8.contains($0) }),
        bytes[last] == UInt8(ascii: "]"), last >= index
      else { return nil }
      end = last
    }
    skip(" *_", to: end)
    // A line with words right after its number is a sentence.
    guard index == end || bytes[index] == UInt8(ascii: "|") else { return nil }
    debug.append(("sequence", line))
    if sequenceLine.isEmpty { sequenceLine = bytes[index..<end] }
    return lineEnd(at)
  }

  /// An object of changes to the state that stands in a text without its tags, also in a block of
  /// code.
  private mutating func record(_ at: Int) -> Int? {
    guard at >= recordless, let start = objectStart(at) else { return nil }
    guard var end = jsonEnd(at) else {
      mentions += 1
      return nil
    }
    let object = bytes[start..<end]
    guard
      ["\"state_updates\"", "\"debug_info\""].contains(where: { object.contains($0.utf8) })
    else {
      recordless = end
      return nil
    }
    if bytes[at] == UInt8(ascii: "`") {
      // The block of code goes with what it holds, where it holds nothing else.
      let closing = bytes[end...].firstIndex { $0 > 0x20 } ?? bytes.count
      guard has("```", closing), isLineStart(closing) else { return nil }
      end = contentEnd(closing)
    }
    updates += 1
    debug.append(("state_updates", object))
    return end
  }

  /// `[STATE_UPDATES_PROPOSED]` with the JSON after it, also without its first letters or its end.
  private mutating func stateUpdates(_ at: Int) -> Int? {
    let name = "STATE_UPDATES_PROPOSED]"
    guard "[STAE_".utf8.contains(capitals[at]) else { return nil }
    let start: Int
    if let end = tagEnd("END_STATE_UPDATES_PROPOSED", at) {
      if isAmidSentence(at, end) { return nil }
      unbalanced += 1
      return end
    } else if let end = tagEnd("STATE_UPDATES_PROPOSED", at) {
      start = end
    } else if let lost = (0..<6).first(where: { has(String(name.dropFirst($0)), at) }),
      isLineStart(at)
    {
      start = at + name.utf8.count - lost
    } else {
      return nil
    }
    let hasObject = objectStart(start) != nil || hasMember(start)
    let end = find("END_STATE_UPDATES_PROPOSED", or: "STATE_UPDATES_PROPOSED", from: start)
    // A record whose first brace was lost has an end of its own.
    let isClosed = end.map { endsRecord($0.lowerBound, $0.upperBound) } ?? false
    guard hasObject || isClosed || isLineStart(at) && isBlank(start..<lineEnd(start)) else {
      mentions += 1
      return nil
    }
    if bytes[at] != UInt8(ascii: "[") { unbalanced += 1 }
    updates += 1
    if let end {
      debug.append(("state_updates", bytes[start..<max(start, end.lowerBound)]))
      return end.upperBound
    }
    unbalanced += 1
    // Without an end, the JSON up to its matching bracket is removed, or the text up to a blank line.
    guard hasObject else { return start }
    let record = start..<(jsonEnd(start) ?? blankLine(start))
    debug.append(("state_updates", bytes[record]))
    return record.upperBound
  }

  /// Indicates whether the end of state updates in a range ends a record and is not a mention
  /// within a sentence.
  private func endsRecord(_ at: Int, _ end: Int) -> Bool {
    !isAmidSentence(at, end)
      || bytes[max(0, at - 200)..<at].last { $0 > 0x20 } == UInt8(ascii: "}")
  }

  /// `[DEBUG_START]…[DEBUG_END]`, `[DEBUG_ROLL_START]…[DEBUG_ROLL_END]` and their like.
  private mutating func debugTag(_ at: Int) -> Int? {
    guard let (name, mark) = debugName(at) else { return nil }
    // `[DEBUG_ROLL: Stealth: 17 + 3 = 20]` is whole in itself; one without an end takes its line.
    if bytes[mark] == UInt8(ascii: ":") {
      guard let end = closingBracket(at) else {
        unbalanced += 1
        let end = contentEnd(at)
        debug.append(("debug", bytes[(at + 1)..<end]))
        return end
      }
      debug.append(("debug", bytes[(at + 1)..<end]))
      return end + 1
    }
    guard bytes[mark] == UInt8(ascii: "]") else { return nil }
    let start = mark + 1
    guard name.hasSuffix("_START") else {
      // An end without a beginning.
      if name.hasSuffix("_END") { unbalanced += 1 }
      return name.hasSuffix("_END") ? start : nil
    }
    if let end = find(name.dropLast(5) + "END", or: name, from: start) {
      debug.append(("debug", bytes[start..<end.lowerBound]))
      return end.upperBound
    }
    unbalanced += 1
    let end = blankLine(start)
    debug.append(("debug", bytes[start..<end]))
    return end
  }

  /// The name of such a tag, in capitals with `_` between its words, and where the name ends: at a
  /// colon or a bracket, or at something else. Separate words name a tag where they are known in
  /// one.
  private func debugName(_ at: Int) -> (name: String, end: Int)? {
    let start = skipped(at + 1)
    var name: [UInt8] = []
    var index = start
    var isApart = false
    while name.count < 60 {
      let end = capitals[index...].firstIndex { $0 != 0x5F && !(0x41...0x5A).contains($0) }
      name += capitals[index..<(end ?? bytes.count)]
      guard let end else { return nil }
      // A blank or a hyphen and another word.
      let word = bytes[end] == UInt8(ascii: "-") ? end + 1 : skipped(end)
      index = end
      guard word > end, word < bytes.count, (0x41...0x5A).contains(capitals[word]) else { break }
      name.append(0x5F)
      index = word
      isApart = true
    }
    let end = skipped(index)
    guard end < bytes.count else { return nil }
    let text = String(decoding: name, as: UTF8.self)
    let words = text.split(separator: "_")
    let isWritten = bytes[start..<min(start + 5, bytes.count)].elementsEqual("DEBUG".utf8)
    guard words.first == "DEBUG" || isWritten else { return nil }
    if isApart, !words.dropFirst().allSatisfy(TagReader.debugWords.contains) { return nil }
    return (text, end)
  }

  private static let debugWords: Set<Substring> = [
    "ROLL", "ROLLS", "INFO", "LOG", "NOTE", "NOTES", "STATE", "DATA", "OUTPUT", "MODE", "START",
    "END",
  ]

  // MARK: Looking ahead

  /// The place where the text continues after whitespace.
  private func skipped(_ at: Int) -> Int {
    var at = at
    while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x09 { at += 1 }
    return at
  }

  /// The place where the text continues after a tag's name and the whitespace around it; nil where
  /// the bracket at `at` does not begin a tag of that name.
  private func nameEnd(_ name: String, _ at: Int) -> Int? {
    let start = skipped(at + 1)
    return has("[", at) && has(name, start) ? skipped(start + name.utf8.count) : nil
  }

  /// The place where the text continues after a tag that holds its name alone.
  private func tagEnd(_ name: String, _ at: Int) -> Int? {
    nameEnd(name, at).flatMap { has("]", $0) ? $0 + 1 : nil }
  }

  /// Indicates whether a text in capitals stands there, in any case and with any mark for `_`.
  private func has(_ text: String, _ at: Int) -> Bool {
    var index = at
    for byte in text.utf8 {
      guard index < bytes.count else { return false }
      let isMark = byte == 0x5F && (bytes[index] == 0x20 || bytes[index] == UInt8(ascii: "-"))
      guard capitals[index] == byte || isMark else { return false }
      index += 1
    }
    return true
  }

  private func find(_ byte: UInt8, from at: Int, within count: Int) -> Int? {
    bytes[at..<min(bytes.count, at + count)].firstIndex(of: byte)
  }

  /// The bracket on its line that closes the one at `at`.
  private func closingBracket(_ at: Int) -> Int? {
    var depth = 0
    for index in at..<min(bytes.count, at + 2000) {
      if bytes[index] == 0x0A { return nil }
      if bytes[index] == 0x5B { depth += 1 }
      if bytes[index] == 0x5D { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// The next tag called `closing`, unless one called `opening` stands before it: an end that
  /// belongs to a later beginning is none of this one. The end may have lost its bracket.
  private func find(_ closing: String, or opening: String, from at: Int) -> Range<Int>? {
    let bare = Array((closing + "]").utf8)
    let isEnd = bare[0] == UInt8(ascii: "E")
    var index = at
    let end = reach(from: at)
    while let next = capitals[index..<end].firstIndex(where: { byte in
      byte == 0x5B || isEnd && byte == bare[0]
    }) {
      if bytes[next] == 0x5B {
        if let end = tagEnd(closing, next) { return next..<end }
        if tagEnd(opening, next) != nil { return nil }
      } else if capitals[next...].starts(with: bare) {
        return max(at, next - 1)..<next + bare.count
      }
      index = next + 1
    }
    return nil
  }

  /// The end of the search for a tag's partner: the text's, but not again and again in a text that
  /// is made of beginnings.
  private func reach(from at: Int) -> Int {
    unbalanced + mentions < 64 ? bytes.count : min(bytes.count, at + 4096)
  }

  private func lineEnd(_ at: Int) -> Int {
    bytes[at...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
  }

  /// The end of a line without its line feed.
  private func contentEnd(_ at: Int) -> Int {
    bytes[at...].firstIndex(of: 0x0A) ?? bytes.count
  }

  private func blankLine(_ at: Int) -> Int {
    var end = at
    while end < bytes.count {
      let next = lineEnd(end)
      if next - end <= 1, end > at { return end }
      end = next
    }
    return end
  }

  /// The start of an object after white space and the mark of a block of code; nil where none
  /// begins.
  private func objectStart(_ at: Int) -> Int? {
    var index = at
    func skipWhitespace() { while index < bytes.count, bytes[index] <= 0x20 { index += 1 } }
    skipWhitespace()
    if has("```", index) {
      // The mark has a short line of its own.
      guard let end = find(0x0A, from: index, within: 64) else { return nil }
      index = end + 1
      skipWhitespace()
    }
    return index < bytes.count && bytes[index] == UInt8(ascii: "{") ? index : nil
  }

  /// Indicates whether a line after white space begins as a member of an object does: `"key":`.
  private func hasMember(_ at: Int) -> Bool {
    guard let start = bytes[at...].firstIndex(where: { $0 > 0x20 }),
      bytes[start] == UInt8(ascii: "\""),
      let end = find(UInt8(ascii: "\""), from: start + 1, within: 120)
    else { return false }
    return bytes[(end + 1)...].first { $0 != 0x20 } == UInt8(ascii: ":")
  }

  /// The end of an object that begins after white space; nil where none begins or its brackets
  /// never agree.
  private func jsonEnd(_ at: Int) -> Int? {
    guard var index = objectStart(at) else { return nil }
    var depth = 0
    var isString = false
    let end = reach(from: at)
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "\\") where isString: index += 1
      case UInt8(ascii: "\""): isString.toggle()
      case UInt8(ascii: "{") where !isString: depth += 1
      case UInt8(ascii: "}") where !isString:
        depth -= 1
        if depth == 0 { return index + 1 }
      default: break
      }
      index += 1
    }
    return nil
  }
}

extension SessionHeader {
  /// Reads `| Timestamp: … | Location: … | Key Game Stats: …`, as narrators of 2025 head scenes;
  /// nil where none of these is found.
  fileprivate init?(sequenceLine line: String) {
    self.init()
    for part in line.replacing("**", with: "").split(separator: "|") {
      guard let colon = part.firstIndex(of: ":") else { continue }
      let value = part[part.index(after: colon)...].trimmed
      switch part[..<colon].trimmed.lowercased() {
      case "timestamp": timestamp = value
      case "location": location = value
      case "key game stats": status = value
      default: break
      }
    }
    if isEmpty { return nil }
  }
}
