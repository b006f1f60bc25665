// SPDX-License-Identifier: MIT
// Part of Platen: a campaign as a script to read aloud: speaker by speaker, with the voices it needs.

internal import Documents

extension BookMaker {
  /// Appends the script: title, voices, then chapter by chapter a paragraph for each speech.
  mutating func writeScript() {
    guard let prose else { return }
    writeMasthead(title, subtitle, "")
    var people = ScriptPeople(names.things, hero: playerName, phrases)
    var counts: [String: Int] = [:]
    var chapters: [Block] = []
    for chapter in prose.chapters {
      chapters.append(.heading(heading(of: chapter)))
      for speech in speeches(chapter, of: prose.story, &people) {
        counts[speech.speaker, default: 0] += words(in: speech.text)
        chapters.append(
          .paragraph(
            Paragraph([.strong([.text(speech.speaker + ":")]), .text(" " + speech.text)])))
      }
    }
    let voices = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    section(
      .voices, "voices",
      [
        table(
          [.name, .words],
          voices.map { [[.text($0.key)], [.text(grouped($0.value))]] }, .classes("voices"))
      ])
    blocks += chapters
  }

  private func speeches(
    _ chapter: ProseChapter, of story: ProseStory, _ people: inout ScriptPeople
  ) -> [ScriptSpeech] {
    var result: [ScriptSpeech] = []
    for scene in story.scenes[chapter.scenes] {
      people.beginScene()
      for passage in scene.passages {
        let text: String
        var voice: String?
        switch passage {
        case .narration(let narration): text = Speeches.told(narration)
        case .action(let action):
          text = action
          voice = playerName
        }
        for paragraph in text.lines.map(\.trimmed) where paragraph.hasVisibleText {
          for speech in people.speeches(of: plain(paragraph), otherwise: voice) {
            // What one voice says on is one speech.
            if let last = result.last, last.speaker == speech.speaker, !last.isWhole {
              result[result.count - 1].text += " " + speech.text
              result[result.count - 1].isWhole = speech.isWhole
            } else {
              result.append(speech)
            }
          }
          if !result.isEmpty { result[result.count - 1].isWhole = true }
        }
      }
    }
    return result
  }

  /// A line of Markdown as it is read aloud: without the marks of emphasis, headings and lists.
  private func plain(_ line: String) -> String {
    var text = Substring(line)
    if text.hasPrefix("#") { text = text.drop { $0 == "#" || $0 == " " } }
    if text.hasPrefix("- ") || text.hasPrefix("* ") { text = text.dropFirst(2) }
    if text.hasPrefix("> ") { text = text.dropFirst(2) }
    return text.replacing("**", with: "").filter { $0 != "*" && $0 != "`" }.trimmed
  }
}

/// The words of one voice.
struct ScriptSpeech {
  var speaker: String
  var text: String
  /// Indicates whether it ends a paragraph: what follows is a speech of its own.
  var isWhole = false
}

/// The people of a story, and who of them speaks.
struct ScriptPeople {
  /// People by the words that stand for them, in lower case.
  private var byName: [String: String] = [:]
  private let hero: String
  private let narrator: String
  private let unknown: String
  /// The person named last in the scene besides the hero.
  private var mentioned: String?

  init(_ things: [NamedThing], hero: String, _ phrases: Phrasebook) {
    self.hero = hero
    narrator = phrases[.narrator]
    unknown = phrases[.unknownVoice]
    // A word that may stand for several people stands for none.
    var several: Set<String> = []
    func add(_ word: String, _ name: String) {
      let key = word.lowercased()
      if let known = byName[key], known != name { several.insert(key) }
      byName[key] = name
    }
    for thing in things where thing.kind == .person && !thing.shown.isEmpty {
      let name = PersonName.withoutTitle(thing.shown)
      add(name, name)
      for part in [PersonName.given(name), PersonName.family(name)] {
        if let part { add(part, name) }
      }
    }
    if let given = PersonName.given(hero) { byName[given.lowercased()] = hero }
    byName[hero.lowercased()] = hero
    for word in several where byName[word] != hero { byName[word] = nil }
  }

  /// The parts of a paragraph: the narrator's, and quotations with who speaks them.
  ///
  /// - Parameter voice: Who speaks quotations that are ascribed to no person.
  mutating func speeches(of paragraph: String, otherwise voice: String?) -> [ScriptSpeech] {
    // `Toriel: "Come, my child."`
    if let colon = paragraph.firstRange(of: ": "), paragraph[..<colon.lowerBound].count <= 40,
      paragraph[colon.upperBound...].first.map({ "\"\u{201C}\u{00AB}\u{201E}".contains($0) })
        ?? false
    {
      let name = String(paragraph[..<colon.lowerBound])
      let speaker = byName[name.lowercased()] ?? name
      if speaker != hero { mentioned = speaker }
      return [ScriptSpeech(speaker: speaker, text: String(paragraph[colon.upperBound...]))]
    }
    let quoted = QuotedText(paragraph)
    guard !quoted.quotations.isEmpty else {
      remember(paragraph)
      return [ScriptSpeech(speaker: narrator, text: paragraph)]
    }
    // Quotation marks belong to what they are around.
    var ranges: [(range: Range<Int>, isSpoken: Bool)] = []
    var start = 0
    while start < quoted.bytes.count {
      let isSpoken = quoted.isQuoted[start]
      let end = quoted.isQuoted[start...].firstIndex { $0 != isSpoken } ?? quoted.bytes.count
      ranges.append((start..<end, isSpoken))
      start = end
    }
    var result: [ScriptSpeech] = []
    var last: String?
    for (place, part) in ranges.enumerated() {
      let text = quoted.text(part.range).trimmed
      guard text.contains(where: { $0.isLetter || $0.isNumber }) else { continue }
      // A word in quotation marks within a sentence is no speech.
      let isTerm = part.isSpoken && isTerm(place, ranges.map(\.range), quoted)
      guard part.isSpoken, !isTerm else {
        remember(text)
        result.append(ScriptSpeech(speaker: narrator, text: text))
        continue
      }
      let behind = place + 1 < ranges.count ? quoted.text(ranges[place + 1].range) : ""
      let before = place > 0 ? quoted.text(ranges[place - 1].range) : ""
      let speaker = speaker(behind: behind, before: before) ?? last ?? voice ?? mentioned ?? unknown
      last = speaker
      result.append(ScriptSpeech(speaker: speaker, text: text))
    }
    return result.reduce(into: []) { joined, speech in
      if joined.last?.speaker == speech.speaker {
        joined[joined.count - 1].text += " " + speech.text
      } else {
        joined.append(speech)
      }
    }
  }

  /// Forgets the people of a scene.
  mutating func beginScene() { mentioned = nil }

  /// Indicates whether a quotation of few words continues the sentence around it: `the "laboratory" is`.
  private func isTerm(_ place: Int, _ ranges: [Range<Int>], _ quoted: QuotedText) -> Bool {
    let text = quoted.text(ranges[place])
    guard text.split(separator: " ").count <= 3, place > 0 else { return false }
    let before = quoted.text(ranges[place - 1]).trimmed
    let inner = text.filter { $0.isLetter || $0.isPunctuation }.dropLast()
    return before.last.map { $0.isLetter } ?? false
      && !(inner.last.map { ".!?,\u{2026}".contains($0) }
        ?? false)
  }

  /// The speaker of a quotation as named in the sentence behind it, or in the one before it.
  private func speaker(behind: String, before: String) -> String? {
    let first = behind.prefix(160).prefix { !".!?;:".contains($0) }
    if let found = subject(of: first) { return found }
    let sentence = before.suffix(200).trimmed
    let end = sentence.dropLast().lastIndex { ".!?".contains($0) }
    return subject(of: end.map { sentence[sentence.index(after: $0)...] } ?? sentence[...])
  }

  /// The person a sentence is about: the first one it names, the hero it begins with as you, or the
  /// one named last where it begins with a pronoun.
  private func subject(of text: Substring) -> String? {
    let words = ScriptPeople.words(of: text)
    for at in words.indices {
      if at < 2 {
        if ["you", "i"].contains(words[at]) { return hero }
        if ["he", "she", "it", "they"].contains(words[at]) { return mentioned }
      }
      if let name = name(at, in: words) { return name }
    }
    return nil
  }

  /// The person whose name begins at a word.
  private func name(_ at: Int, in words: [String]) -> String? {
    for length in stride(from: min(4, words.count - at), through: 1, by: -1) {
      let name = words[at..<at + length].joined(separator: " ")
      if let found = byName[ScriptPeople.bare(name)] { return found }
    }
    return nil
  }

  /// Remembers the last person that a narrator's text names.
  private mutating func remember(_ text: String) {
    let words = ScriptPeople.words(of: text[...])
    for at in words.indices.reversed() {
      guard let name = name(at, in: words), name != hero else { continue }
      mentioned = name
      return
    }
  }

  private static func words(of text: Substring) -> [String] {
    text.split { !$0.isLetter && $0 != "-" && $0 != "'" && $0 != "\u{2019}" }.map {
      $0.lowercased()
    }
  }

  /// A name without the ending of its owner: `Runa's`.
  private static func bare(_ name: String) -> String {
    name.hasSuffix("'s") || name.hasSuffix("\u{2019}s") ? String(name.dropLast(2)) : name
  }
}
