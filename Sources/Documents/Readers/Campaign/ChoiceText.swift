// SPDX-License-Identifier: MIT
// Part of Platen: choices that early campaigns wrote into the text of the story.

internal import Documents

/// Reads `--- PLANNING BLOCK ---` with its lines `1. **[Attack_1]:** Draw your sword.`
enum ChoiceText {
  /// The choices a text ends with and the text before them; nil where it holds none.
  static func find(in text: String) -> (block: PlanningBlock, story: String)? {
    guard mayHold(text) else { return nil }
    let lines = text.lines
    var first: Int
    var hasMarker = false
    if let marker = lines.firstIndex(where: isMarker) {
      first = marker + 1
      hasMarker = true
    } else if let choice = lines.firstIndex(where: { choice(in: $0) != nil }) {
      first = choice
    } else {
      return nil
    }
    var block = PlanningBlock()
    var context: [String] = []
    var rest: [Substring] = []
    var isClosed = false
    var written = hasMarker ? [lines[first - 1]] : []
    for line in lines[first...] {
      if rest.isEmpty { written.append(line) }
      if let found = choice(in: line) ?? (hasMarker ? titledChoice(in: line) : nil) {
        block.choices.append(found)
        isClosed = false
      } else if line.trimmed.isEmpty {
        if !block.choices.isEmpty { isClosed = true }
        if !rest.isEmpty { rest.append(line) }
      } else if block.choices.isEmpty {
        context.append(line.trimmed.replacing("**", with: ""))
      } else if isClosed || line.utf8.first != 0x20 {
        // Text continues after the choices.
        if rest.isEmpty { written.removeLast() }
        rest.append(line)
        isClosed = true
      } else {
        block.choices[block.choices.count - 1].text += " " + line.trimmed
      }
    }
    guard !block.choices.isEmpty else { return nil }
    // Without the marker a bracketed word is a choice only in company or with a number.
    if !hasMarker, block.choices.count < 2 { return nil }
    block.context = context.joined(separator: " ")
    block.written = written.joined(separator: "\n").trimmed
    var story = lines[..<(hasMarker ? first - 1 : first)]
    while let last = story.last, last.trimmed.isEmpty { story.removeLast() }
    var joined = story.joined(separator: "\n")
    if !rest.isEmpty { joined += "\n\n" + rest.joined(separator: "\n") }
    return (block, joined)
  }

  /// Indicates whether a text holds what only choices have, or a bracket.
  static func mayHold(_ text: String) -> Bool {
    text.holds(UInt8(ascii: "[")) || text.holds("_1:") || text.holds("LANNING B")
      || text.holds("lanning B") || text.holds("lanning b")
  }

  /// `--- PLANNING BLOCK ---`, perhaps in asterisks.
  private static func isMarker(_ line: Substring) -> Bool {
    guard line.utf8.contains(UInt8(ascii: "P")) || line.utf8.contains(UInt8(ascii: "p")) else {
      return false
    }
    let words = line.trimmed.filter { $0 != "*" && $0 != "-" && $0 != "#" && $0 != "_" }
    let name = words.trimmed.uppercased()
    return name == "PLANNING BLOCK" || name == "[PLANNING BLOCK]"
      || name.hasPrefix("PLANNING BLOCK (")
  }

  /// A line without the number or the bullet that it begins with.
  private static func withoutMarker(_ line: Substring) -> Substring {
    let digits = line.prefix { $0.isASCII && $0.isNumber }
    if !digits.isEmpty, digits.count < 4 {
      let after = line[digits.endIndex...]
      return after.hasPrefix(".") || after.hasPrefix(")") ? after.dropFirst() : line
    }
    let isBullet = line.hasPrefix("- ") || line.hasPrefix("* ") || line.hasPrefix("• ")
    return isBullet ? line.dropFirst(2) : line
  }

  /// `* **Attack the guard:** Draw your sword.` of a list that a marker begins; nil where nothing
  /// is stressed.
  private static func titledChoice(in line: Substring) -> Choice? {
    let line = line.trimmed[...]
    var rest = withoutMarker(line)
    guard rest.startIndex > line.startIndex else { return nil }
    rest = rest.drop { $0 == " " }
    guard rest.hasPrefix("**") else { return nil }
    rest = withoutMarker(rest.dropFirst(2)).drop { $0 == " " }
    guard let end = rest.firstRange(of: "**"), rest[..<end.lowerBound].utf8.count <= 120 else {
      return nil
    }
    var title = rest[..<end.lowerBound].trimmed
    while let last = title.last, last == ":" || last == "." { title.removeLast() }
    var choice = Choice()
    if isID(title[...]), !title.contains(" ") { choice.id = title }
    choice.title = choice.id.isEmpty ? title : ChoiceText.title(ofID: title)
    choice.text = rest[end.upperBound...].drop { " :-\u{2013}\u{2014}".contains($0) }.trimmed
    return choice.title.isEmpty ? nil : choice
  }

  /// `1. **[Attack_1]:** Draw your sword.` and its plainer forms.
  private static func choice(in line: Substring) -> Choice? {
    let line = line.trimmed[...]
    guard line.utf8.count > 4 else { return nil }
    var rest = withoutMarker(line).drop { $0 == " " || $0 == "*" }
    // The number may be stressed with the id.
    rest = withoutMarker(rest).drop { $0 == " " || $0 == "*" }
    let id: Substring
    if rest.hasPrefix("[") {
      rest = rest.dropFirst()
      id = rest.prefix { $0 != "]" }
      guard id.utf8.count <= 60, id.endIndex < rest.endIndex, isID(id) else { return nil }
      rest = rest[id.endIndex...].dropFirst()
    } else {
      // Without brackets only a name with a number behind a low line is one.
      id = rest.prefix { $0 != ":" && $0 != "*" && $0 != " " }
      guard rest.startIndex > line.startIndex, id.utf8.count <= 60, id.endIndex < rest.endIndex,
        id.contains("_"), isID(id)
      else { return nil }
      rest = rest[id.endIndex...]
    }
    // A colon before or after the asterisks makes it a choice; `[DICE: …]` has none.
    let lead = rest.prefix { $0 == " " || $0 == "*" || $0 == ":" || $0 == "-" }
    guard lead.contains(":") else { return nil }
    var choice = Choice()
    choice.id = String(id)
    choice.title = title(ofID: choice.id)
    // Asterisks behind a blank are the text's own.
    let stars = lead.reversed().prefix { $0 == "*" }.count
    let isOwn = lead.dropLast(stars).last == " "
    choice.text = rest[lead.endIndex...].trimmed
    if isOwn { choice.text = String(repeating: "*", count: stars) + choice.text }
    return choice
  }

  /// A name with a number, as `Attack_1`: what the first narrators called choices.
  private static func isID(_ id: Substring) -> Bool {
    guard let last = id.utf8.last, (0x30...0x39).contains(last), let first = id.utf8.first,
      (first | 0x20) >= UInt8(ascii: "a"), (first | 0x20) <= UInt8(ascii: "z")
    else { return false }
    return id.utf8.allSatisfy {
      $0 >= 0x80 || (0x30...0x39).contains($0)
        || ($0 | 0x20) >= UInt8(ascii: "a")
          && ($0 | 0x20) <= UInt8(ascii: "z")
        || $0 == UInt8(ascii: "_") || $0 == 0x20
        || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "'")
    }
  }

  /// `ProceedToGrandHall_1` as `Proceed To Grand Hall`, `draw_sword` as `Draw sword`.
  static func title(ofID id: String) -> String {
    var result = ""
    var previous: Character = " "
    for character in id {
      if character == "_" || character == "-" {
        if previous != " " { result.append(" ") }
        previous = " "
        continue
      }
      if character.isUppercase, previous.isLowercase { result.append(" ") }
      result.append(result.isEmpty ? Character(character.uppercased()) : character)
      previous = character
    }
    while let last = result.last, last.isNumber || last == " " { result.removeLast() }
    return result
  }
}
