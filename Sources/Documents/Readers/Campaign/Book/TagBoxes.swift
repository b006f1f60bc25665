// SPDX-License-Identifier: MIT
// Part of Platen: sets what the game writes into a story as records apart: boxes, labels, rules.

internal import Documents

/// Finds paragraphs that begin with a line such as `[SOCIAL SKILL CHALLENGE: Millie]`.
enum TagBoxes {
  /// The blocks with such paragraphs as boxes.
  static func boxed(_ blocks: [Block]) -> [Block] {
    guard blocks.contains(where: isTagged) else { return blocks }
    return blocks.flatMap { block -> [Block] in
      guard case .paragraph(let paragraph) = block, let name = name(of: block) else {
        return [block]
      }
      let rest = Array(paragraph.inlines.dropFirst(2))
      // Such a record is the story of how the hero came to be.
      if name.name.hasPrefix("CHARACTER CREATION") {
        return [
          .heading(Heading(5, [.text(name.shown)], isListed: false)),
          .paragraph(Paragraph(rest, paragraph.attributes)),
        ]
      }
      let lines = rest.split(separator: .lineBreak).map { Array($0) }
      return [
        .callout(
          Callout(
            kind: name.kind, title: [.text(name.shown)], [content(of: lines)],
            .classes(name.kind)))
      ]
    }
  }

  private static func isTagged(_ block: Block) -> Bool { name(of: block) != nil }

  /// The name of the record that a paragraph is: in brackets, or in bold above a list of what was
  /// won.
  private static func name(of block: Block) -> TagName? {
    guard case .paragraph(let paragraph) = block, paragraph.inlines.count > 2,
      paragraph.inlines[1] == .lineBreak
    else { return nil }
    switch paragraph.inlines[0] {
    case .text(let first):
      return first.utf8.first == UInt8(ascii: "[") ? TagName(first) : nil
    case .strong(let inner):
      guard inner.count == 1, case .text(let text) = inner[0], text.utf8.first != 0x5B,
        let name = TagName("[" + text + "]"), name.kind == "rewards",
        case .text(let line) = paragraph.inlines[2], line.first == "\u{2022}"
      else { return nil }
      return name
    default: return nil
    }
  }

  /// Lines of a record: named values, a list, or else as they are.
  private static func content(of lines: [[Inline]]) -> Block {
    let pairs = lines.compactMap(pair)
    if pairs.count == lines.count { return .keyValues(KeyValues(pairs)) }
    let items = lines.compactMap(item)
    if items.count == lines.count { return .list(List(.bullet, items)) }
    return .paragraph(Paragraph(Array(lines.joined(separator: [.lineBreak]))))
  }

  /// `Objective: Investigate Millie's distress`.
  private static func pair(_ line: [Inline]) -> KeyValues.Pair? {
    guard case .text(let text)? = line.first, let end = text.firstRange(of: ": "),
      text.first?.isLetter ?? false, text[..<end.lowerBound].count <= 24
    else { return nil }
    let value: [Inline] = [.text(String(text[end.upperBound...]))]
    return KeyValues.Pair([.text(String(text[..<end.lowerBound]))], value + line.dropFirst())
  }

  /// `• Combat victory: 600 XP`.
  private static func item(_ line: [Inline]) -> List.Item? {
    guard case .text(let text)? = line.first, text.first == "\u{2022}" else { return nil }
    let rest = text.dropFirst().trimmed
    let first: [Inline] = rest.isEmpty ? [] : [.text(line.count > 1 ? rest + " " : rest)]
    return List.Item([.paragraph(Paragraph(first + line.dropFirst()))])
  }
}

/// Finds lines in bold that head what follows, such as `**--- BACKGROUND ---**` and `**STATS:**`.
enum LabelLines {
  /// The blocks with such lines as headings that no contents list.
  static func headed(_ blocks: [Block]) -> [Block] {
    guard blocks.contains(where: { boldLine($0) != nil }) else { return blocks }
    return blocks.enumerated().map { index, block in
      guard index + 1 < blocks.count, let line = boldLine(block),
        let label = label(line, before: blocks[index + 1])
      else { return block }
      return .heading(Heading(5, [.text(label)], isListed: false))
    }
  }

  private static func boldLine(_ block: Block) -> String? {
    guard case .paragraph(let paragraph) = block, paragraph.inlines.count == 1,
      case .strong(let inner) = paragraph.inlines[0], inner.count == 1,
      case .text(let text) = inner[0], text.utf8.count <= 80
    else { return nil }
    return text
  }

  /// The words of a line that is a label: one between dashes, a record's name, or one with a colon,
  /// which in small letters may be a speaker where no list follows.
  private static func label(_ line: String, before next: Block) -> String? {
    if next.isHeading { return nil }
    if let name = TagName(line) { return name.shown }
    func isDash(_ character: Character) -> Bool { "-\u{2013}\u{2014}= ".contains(character) }
    let bare = line.drop(while: isDash)
    var label = String(bare.reversed().drop(while: isDash).reversed())
    let isFramed = bare.count < line.count && label.count < bare.count
    let hasColon = label.last == ":"
    if hasColon { label.removeLast() }
    guard label.contains(where: \.isLetter) else { return nil }
    return isFramed || hasColon && (next.isList || !label.contains(where: \.isLowercase))
      ? label : nil
  }
}

/// A name in brackets and capitals: `[COMBAT START: Abyssal Bone Collector]`.
private struct TagName {
  /// The words in capitals.
  let name: String
  let rest: String

  init?(_ text: String) {
    guard text.first == "[", text.last == "]", text.utf8.count <= 120 else { return nil }
    let inner = text.dropFirst().dropLast()
    guard !inner.contains("["), !inner.contains("]") else { return nil }
    let parts = inner.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let dash = inner.firstRange(of: " - ")
    if parts.count == 1, let dash, inner[dash.upperBound...].contains(where: \.isLowercase) {
      name = inner[..<dash.lowerBound].trimmed
      rest = inner[dash.upperBound...].trimmed
    } else {
      name = parts[0].trimmed
      rest = parts.count > 1 ? parts[1].trimmed : ""
    }
    guard name.count > 3, name.allSatisfy({ $0.isUppercase || " -&/'".contains($0) }) else {
      return nil
    }
  }

  /// `Combat start: Abyssal Bone Collector`.
  var shown: String {
    let words = String(name.prefix(1)) + name.dropFirst().lowercased()
    return rest.isEmpty ? words : words + ": " + rest
  }

  var kind: String {
    if name.hasPrefix("COMBAT") { return "combat" }
    let isWon = ["MILESTONE", "VICTORY", "REWARD", "LOOT", "LEVEL"].contains(where: name.contains)
    return isWon ? "rewards" : "challenge"
  }
}

/// Keeps lines of dashes under a paragraph from making it a heading: narrators draw rules with them.
enum DashLines {
  /// The text with a blank line between its paragraphs and such lines.
  static func apart(_ text: String) -> String {
    guard text.holds("\n---"), !text.holds("```") else { return text }
    var result: [Substring] = []
    for line in text.lines {
      let dashes = line.trimmed
      if dashes.utf8.count >= 3, dashes.utf8.allSatisfy({ $0 == UInt8(ascii: "-") }),
        let above = result.last?.trimmed, isProse(above, in: result)
      {
        result.append("")
      }
      result.append(line)
    }
    return result.joined(separator: "\n")
  }

  /// Indicates whether a line is the end of a paragraph and not the words of a heading: one among
  /// others, or one with a mark at its end.
  private static func isProse(_ line: String, in lines: [Substring]) -> Bool {
    guard let last = line.last, !line.contains("|") else { return false }
    let isAlone = lines.count < 2 || lines[lines.count - 2].trimmed.isEmpty
    return !isAlone || ".!?\u{2026}:)*_\"'\u{201D}\u{2019}".contains(last)
  }
}

extension Block {
  fileprivate var isHeading: Bool { if case .heading = self { true } else { false } }
  fileprivate var isList: Bool { if case .list = self { true } else { false } }
}
