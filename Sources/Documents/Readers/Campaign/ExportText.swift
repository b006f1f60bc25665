// SPDX-License-Identifier: MIT
// Part of Platen: the texts the game exports today, and those it exported in 2025.

/// Rebuilds entries from exported texts.
///
/// Today's exports head a scene with a rule of sixty `=`, `SCENE N` and another rule, then give the
/// session header in brackets, resources, dice, and `Game Master:`; players' lines stand under
/// `Player (freeform):`, `Player (choice: id):` or `God Mode:`. Those of 2025 have `Story:`, `Main
/// Character:` and `God:`, with the letters `\n` for line endings around them.
enum ExportText {
  static func recognizes(_ bytes: [UInt8]) -> Bool {
    let marks: [StaticString] = [
      "\nGame Master:\n", "\nPlayer (", "\\n\\nStory:\\n", "\\n\\nGod:\\n", "\n\nStory:\n",
    ]
    return unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe bytes.starts(with: "God Mode:\n".utf8)
        || marks.contains { unsafe bytes.offset(of: $0) != nil }
    }
  }

  /// The entries of a text; nil where it is none of the game's.
  static func read(
    _ bytes: [UInt8], _ defects: inout DefectCounts
  ) -> (entries: [Entry], title: String, source: Campaign.Source)? {
    var text = String(decoding: bytes, as: UTF8.self)
    if text.hasPrefix("\u{FEFF}") { text.removeFirst() }
    if text.utf8.contains(0x0D) { text = text.replacing("\r\n", with: "\n") }
    if let found = legacy(text), !found.entries.isEmpty {
      return (found.entries, TextCleaner.line(found.title, &defects), .legacyText)
    }
    let entries = current(text, &defects)
    return entries.isEmpty ? nil : (entries, "", .text)
  }

  // MARK: Today's

  private static func current(_ text: String, _ defects: inout DefectCounts) -> [Entry] {
    let lines = text.lines
    var entries: [Entry] = []
    var entry: Entry?
    var body: [Substring] = []
    func close() {
      guard var done = entry else { return }
      while let last = body.last, last.isEmpty { body.removeLast() }
      done.text = body.joined(separator: "\n")
      entries.append(done)
      body = []
      entry = nil
    }
    var at = 0
    while at < lines.count {
      let line = lines[at]
      let followsBlank = at == 0 || lines[at - 1].isEmpty
      if followsBlank, isRule(line), at + 2 < lines.count, isRule(lines[at + 2]),
        lines[at + 1].hasPrefix("SCENE ")
      {
        close()
        var scene = Entry(actor: .narrator)
        scene.statedScene = LenientReader.leadingNumber(lines[at + 1].dropFirst(6))
        at = readHead(lines, from: at + 3, into: &scene, &defects)
        entry = scene
        continue
      }
      if followsBlank, let label = label(of: line) {
        close()
        entry = label
        at += 1
        continue
      }
      // Text before the first label is not an entry of the game's.
      if entry != nil {
        body.append(line)
      } else if !line.trimmed.isEmpty {
        defects.count(.leadingText)
      }
      at += 1
    }
    close()
    return entries
  }

  private static func isRule(_ line: Substring) -> Bool {
    line.utf8.count == 60 && line.utf8.allSatisfy { $0 == UInt8(ascii: "=") }
  }

  private static func label(of line: Substring) -> Entry? {
    switch line {
    case "God Mode:": return Entry(actor: .player, mode: "god")
    case "Game Master:": return Entry(actor: .narrator)
    case "Player (freeform):": return Entry(actor: .player, mode: "character")
    default:
      guard line.hasPrefix("Player (choice: "), line.hasSuffix("):"), line.utf8.count < 200 else {
        return nil
      }
      var entry = Entry(actor: .player, mode: "character")
      entry.choiceID = String(line.dropFirst("Player (choice: ".count).dropLast(2))
      if entry.choiceID.hasPrefix("god:") { entry.mode = "god" }
      return entry
    }
  }

  private static let factionTag = "[FACTION STATUS]"

  /// The part between a scene's rule and the words `Game Master:`; where the text begins.
  private static func readHead(
    _ lines: [Substring], from start: Int, into entry: inout Entry, _ defects: inout DefectCounts
  ) -> Int {
    var at = start
    // The faction's lines stand before resources and dice, a debug print on the living world after.
    // Where neither resources nor dice separate the two, or no tag names the owner of these lines,
    // players see none of them.
    var faction: [Substring] = []
    var world: [Substring] = []
    var isPastFaction = false
    defer {
      if !isPastFaction || faction.first?.hasPrefix(factionTag) != true {
        (faction, world) = ([], faction + world)
      }
      entry.factionHeader =
        faction
        .map { TextCleaner.line(String($0), &defects) }.joined(separator: "\n")
      for line in world {
        entry.secrets.append(Note("export", TextCleaner.line(String(line), &defects)))
      }
    }
    while at < lines.count {
      let line = lines[at]
      if line == "Game Master:" { return at + 1 }
      // A label of a player here is that of a narrator the export took for one.
      if label(of: line) != nil { return at + 1 }
      if isRule(line) { return at }
      if line.hasPrefix("["), entry.header == nil, !line.hasPrefix(factionTag),
        let end = headerEnd(lines, from: at)
      {
        let text = lines[at...end].joined(separator: "\n")
        StoryText.readHeader(TextCleaner.cleaned(text, &defects), into: &entry, &defects)
        at = end + 1
        continue
      }
      if line.hasPrefix("Resources: ") {
        isPastFaction = true
        entry.resources = SessionHeader.balanced(
          TextCleaner.line(String(line.dropFirst(11)), &defects))
      } else if line == "Dice Rolls:" {
        isPastFaction = true
        while at + 1 < lines.count, lines[at + 1].hasPrefix("  - ") {
          at += 1
          let roll = TextCleaner.line(String(lines[at].dropFirst(4)), &defects)
          if !roll.isEmpty { entry.dice.append(DiceRoll(line: roll)) }
        }
      } else if !line.isEmpty {
        if isPastFaction { world.append(line) } else { faction.append(line) }
      }
      at += 1
    }
    return at
  }

  /// The last line of the header in brackets that begins at a line; nil where none does.
  ///
  /// The header's own lines may hold brackets, its resources among them, and blank lines follow a
  /// tag of the mode. A bracket that is never closed is a header by the names of its lines.
  private static func headerEnd(_ lines: [Substring], from start: Int) -> Int? {
    var end: Int?
    var lastLine = start
    var hasField = false
    var depth = 0
    for next in start..<min(lines.count, start + 24) {
      let line = lines[next]
      if isRule(line) || label(of: line) != nil || line == "Dice Rolls:"
        || line.hasPrefix(factionTag)
      {
        break
      }
      if line.isEmpty {
        guard depth > 0, !hasField, lines[start].hasSuffix("]") else { break }
        continue
      }
      let isResources = line.hasPrefix("Resources: ")
      if isResources, end != nil || depth <= 0 { break }
      depth += line.utf8.count { $0 == UInt8(ascii: "[") }
      depth -= line.utf8.count { $0 == UInt8(ascii: "]") }
      // Resources under a header whose bracket is open belong to it where they close it, or where
      // another of its lines follows.
      let continues = depth > 0 && next + 1 < lines.count && SessionHeader.isLine(lines[next + 1])
      if isResources, !line.hasSuffix("]") || depth > 0, !continues { break }
      lastLine = next
      hasField = hasField || SessionHeader.isLine(line)
      if line.hasSuffix("]"), depth <= 0 || hasField { end = next }
      if isResources, !continues { break }
    }
    return end ?? (hasField ? lastLine : nil)
  }

  // MARK: Those of 2025

  /// Labels as they stand between line ends, which may be letters or real.
  private static let labels: [(text: String, actor: Entry.Actor, mode: String)] = [
    ("God:", .player, "god"), ("Story:", .narrator, ""), ("Main Character:", .player, "character"),
    ("System:", .system, ""),
  ]

  private static func legacy(_ text: String) -> (entries: [Entry], title: String)? {
    var entries: [Entry] = []
    let bytes = Array(text.utf8)
    // Where a label's separator begins, where its text begins, and which it is.
    var marks: [(start: Int, end: Int, label: Int)] = []
    for (start, label) in labels.enumerated() {
      for (before, after) in [("\\n\\n", "\\n"), ("\n\n", "\n")] {
        let pattern = Array((before + label.text + after).utf8)
        for place in places(of: pattern, in: bytes) {
          marks.append((place, place + pattern.count, start))
        }
      }
    }
    marks.sort { $0.start < $1.start }
    guard marks.contains(where: { labels[$0.label].text == "Story:" }), let first = marks.first
    else { return nil }
    func decoded(_ range: Range<Int>) -> String {
      String(decoding: bytes[range], as: UTF8.self).replacing("\\n", with: "\n").trimmed
    }
    let title = decoded(0..<first.start)
    // A label that a story mentions does not cut it: the title is alone before the first one.
    guard title.utf8.count < 400 else { return nil }
    for (index, mark) in marks.enumerated() {
      let end = index + 1 < marks.count ? marks[index + 1].start : bytes.count
      guard mark.end <= end else { continue }
      let label = labels[mark.label]
      entries.append(
        Entry(actor: label.actor, mode: label.mode, text: decoded(mark.end..<end)))
    }
    return (entries, title)
  }

  private static func places(of pattern: [UInt8], in bytes: [UInt8]) -> [Int] {
    var result: [Int] = []
    var at = 0
    unsafe bytes.withUnsafeBufferPointer { bytes in
      while at + pattern.count <= bytes.count {
        guard let next = unsafe bytes[at...].firstIndex(of: pattern[0]),
          next + pattern.count <= bytes.count
        else { break }
        if unsafe bytes[next...].starts(with: pattern) {
          result.append(next)
          at = next + pattern.count
        } else {
          at = next + 1
        }
      }
    }
    return result
  }
}
