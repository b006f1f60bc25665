// SPDX-License-Identifier: MIT
// Part of Platen: the part of a narrator's text that is story.

internal import Documents

/// Reduces a narrator's text to its story: records, rolls, figures of the game and questions to the
/// player are omitted and counted.
enum ProseText {
  /// The story of a text, as Markdown with a blank line between its paragraphs.
  ///
  /// - Parameter dice: the rolls of the entry's own field; those that the text repeats count once.
  static func story(
    of text: String, besides dice: [DiceRoll] = [], _ counts: inout OmissionCounts
  ) -> String {
    let before = words(in: text)
    let (bare, rolls) = DiceTags.split(text)
    counts.count(.roll, DiceTags.new(rolls, besides: dice).count)
    var lines = proseLines(of: bare, &counts)
    if let first = lines.firstIndex(where: \.isProse) {
      lines[first].text = withoutHour(lines[first].text, &counts)
    }
    for index in lines.indices where lines[index].isProse {
      lines[index].text = sentences(of: lines[index].text, &counts)
    }
    lines.removeAll { $0.text.isEmpty && $0.isProse }
    dropFiller(&lines, &counts)
    let story = joined(lines)
    counts.count(words: before - words(in: story))
    return story
  }

  /// A line that is kept.
  private struct Line {
    var text: String
    var isProse = true
    /// A line of symbols, which parts the story.
    var isRule = false
    /// Indicates whether it continues the line above without a blank one between them.
    var isJoined = false
  }

  // MARK: Lines

  private static func proseLines(of text: String, _ counts: inout OmissionCounts) -> [Line] {
    var result: [Line] = []
    /// Indicates whether lines belong to a record that has begun.
    var isInRecord = false
    /// Indicates whether a list would belong to the record above.
    var isUnderLabel = false
    var isJoined = false
    let lines = text.lines
    let kinds = lines.map { StoryLine($0) }
    let lastProse = kinds.lastIndex { kind in if case .prose = kind { true } else { false } } ?? -1
    var index = 0
    func omit() {
      if !isInRecord, !isUnderLabel { counts.count(.record) }
      isUnderLabel = true
    }
    while index < lines.count {
      defer { index += 1 }
      switch kinds[index] {
      case .blank:
        isInRecord = false
        isJoined = false
        continue
      case .rule:
        result.append(Line(text: "", isProse: false, isRule: true))
        isInRecord = false
      case .label:
        omit()
        isInRecord = true
      case .record:
        omit()
        isInRecord = true
      case .item:
        let end = listEnd(index, kinds)
        let isRecord =
          isUnderLabel
          || (index..<end).contains {
            if case .item(isRecord: true) = kinds[$0] { true } else { false }
          }
        let items = lines[index..<end].filter { !$0.trimmed.isEmpty }
        let isOffered =
          end > lastProse && items.count > 1 && items.allSatisfy(StoryLine.isOffer)
        if isOffered {
          counts.count(.choices)
          if let last = result.last, last.isProse, isLead(last.text) { result.removeLast() }
          isUnderLabel = true
        } else if isRecord {
          omit()
          isInRecord = true
        } else {
          for line in index..<end where !lines[line].trimmed.isEmpty {
            result.append(Line(text: String(lines[line]), isProse: false, isJoined: line > index))
          }
          isJoined = false
        }
        index = end - 1
        continue
      case .row:
        if isUnderLabel {
          omit()
        } else {
          result.append(Line(text: String(lines[index]), isProse: false, isJoined: isJoined))
          isJoined = true
        }
        continue
      case .prose:
        let line = lines[index].trimmed
        // Short lines right under a label are a part of it; a paragraph is the story again.
        if isInRecord, line.utf8.count < 160, !endsSentence(line) { continue }
        isInRecord = false
        isUnderLabel = false
        result.append(Line(text: line, isJoined: isJoined))
      }
      isJoined = true
    }
    return result
  }

  /// Indicates whether a line leads to the choices under it: `Your options are:`.
  private static func isLead(_ line: String) -> Bool {
    let end = line.last { !"*_".contains($0) }
    return line.utf8.count < 120 && (end == ":" || FillerSentences.isFiller(line, isLast: true))
  }

  private static func endsSentence(_ line: String) -> Bool {
    line.last.map { ".!?\u{2026}\"\u{201D}'\u{2019}*".contains($0) } ?? false
  }

  /// The end of a list that begins at a line: behind its last item, over blank lines between them.
  private static func listEnd(_ start: Int, _ kinds: [StoryLine]) -> Int {
    var end = start
    var at = start
    while at < kinds.count {
      switch kinds[at] {
      case .item: end = at + 1
      case .blank: break
      case .prose, .rule, .label, .record, .row: return end
      }
      at += 1
    }
    return end
  }

  // MARK: Sentences

  /// A paragraph without the hour that some narrators write in place of a header:
  /// `Morning (09:10:00). You follow.`
  private static func withoutHour(_ line: String, _ counts: inout OmissionCounts) -> String {
    guard let bracket = line.prefix(40).firstIndex(of: "("),
      let end = line[bracket...].prefix(12).firstIndex(of: ")")
    else { return line }
    let hour = line[bracket..<end].dropFirst()
    let rest = line[line.index(after: end)...]
    guard hour.contains(":"), hour.allSatisfy({ $0.isNumber || $0 == ":" }),
      rest.hasPrefix(". ") || rest == ".",
      !line[..<bracket].contains(where: { ".,;:\"'".contains($0) })
    else { return line }
    counts.count(.header)
    return rest.dropFirst().trimmed
  }

  /// A paragraph without figures in brackets and sentences about the game.
  private static func sentences(of line: String, _ counts: inout OmissionCounts) -> String {
    let bare = GameFigures.omitted(from: line, &counts)
    guard mayHoldTerms(bare) else { return bare }
    let text = QuotedText(bare)
    var result = ""
    var isChanged = false
    for sentence in text.sentences {
      guard let term = GameTerms.first(in: text, sentence) else {
        result += text.text(sentence)
        continue
      }
      counts.count(.sentence)
      isChanged = true
      if let end = clauseEnd(of: text, sentence, before: term) {
        result += text.text(sentence.lowerBound..<end) + ". "
      }
    }
    return isChanged ? result.trimmed : bare
  }

  /// Indicates whether there is a digit or a capital behind a capital, as terms have, or a term's own words.
  private static func mayHoldTerms(_ text: String) -> Bool {
    var isBehindCapital = false
    for byte in text.utf8 {
      let isCapital = (0x41...0x5A).contains(byte)
      if (0x30...0x39).contains(byte) || isCapital && isBehindCapital { return true }
      isBehindCapital = isCapital
    }
    let words: [StaticString] = [
      "check", "saving", "roll", "spell", "bonus", "hit ", "evel", "character", "game", "player",
      "modifier", "planning", "save", "dice", "experience", "dministrative",
    ]
    return words.contains { text.holds($0) }
  }

  /// The end of the part of a sentence before a term, up to the sign that parts them; nil where
  /// too little or no whole sentence would be left.
  private static func clauseEnd(
    of text: QuotedText, _ sentence: Range<Int>, before term: Int
  ) -> Int? {
    var at = term - 1
    while at > sentence.lowerBound {
      let byte = text.bytes[at]
      let isSign =
        ",;".utf8.contains(byte) && text.bytes[at + 1] == 0x20
        || byte == 0xE2 && text.bytes[at + 1] == 0x80 && text.bytes[at + 2] == 0x94
      if isSign, !text.isQuoted[at] {
        let words = text.words(in: sentence.lowerBound..<at)
        guard words.count >= 5, let first = words.first,
          !subordinating.contains(first.text.lowercased())
        else { return nil }
        // What begins in the middle of an emphasis or a bracket cannot end there.
        let head = text.bytes[sentence.lowerBound..<at]
        let stars = head.count { $0 == UInt8(ascii: "*") }
        let round = head.count { $0 == UInt8(ascii: "(") } - head.count { $0 == UInt8(ascii: ")") }
        return stars % 2 == 0 && round == 0 ? at : nil
      }
      at -= 1
    }
    return nil
  }

  private static let subordinating: Set<String> = [
    "as", "when", "while", "although", "though", "despite", "with", "if", "because", "since",
    "after", "before", "having", "using", "by", "given", "in", "at", "on", "for", "from", "to",
    "following", "combined", "due", "thanks", "without", "even", "once", "until", "where",
  ]

  // MARK: Closings

  private static func dropFiller(_ lines: inout [Line], _ counts: inout OmissionCounts) {
    for index in lines.indices where lines[index].isProse {
      let isEnd = !lines[(index + 1)...].contains { $0.isProse }
      // Only beginnings and ends of a scene speak to the player.
      guard isEnd || index == 0 || lines[index].text.utf8.count < 120 else { continue }
      let text = QuotedText(lines[index].text)
      var sentences = text.sentences[...]
      var count = 0
      while let last = sentences.last,
        FillerSentences.isFiller(text.text(last), isLast: isEnd)
      {
        sentences.removeLast()
        count += 1
      }
      while let first = sentences.first, FillerSentences.isFiller(text.text(first), isLast: false) {
        sentences.removeFirst()
        count += 1
      }
      guard count > 0 else { continue }
      counts.count(.filler, count)
      let range = (sentences.first?.lowerBound ?? 0)..<(sentences.last?.upperBound ?? 0)
      lines[index].text = sentences.isEmpty ? "" : text.text(range).trimmed
    }
    lines.removeAll { $0.isProse && $0.text.isEmpty }
  }

  // MARK: The text

  private static func joined(_ lines: [Line]) -> String {
    var result = ""
    var isParted = false
    for line in lines {
      if line.isRule {
        isParted = true
        continue
      }
      if !result.isEmpty {
        if isParted { result += "\n\n---" }
        result += line.isJoined && !isParted ? "\n" : "\n\n"
      }
      isParted = false
      result += line.text
    }
    return result
  }
}
