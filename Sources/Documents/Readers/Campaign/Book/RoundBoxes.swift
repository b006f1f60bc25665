// SPDX-License-Identifier: MIT
// Part of Platen: sets the rounds of a fight that narrators write into a story as boxes.

internal import Documents

/// Finds the order of a fight: a line such as `INITIATIVE ORDER:` and one for each fighter below it,
/// with the round above it and what is left to do behind it, between rules.
enum RoundBoxes {
  /// The blocks with such orders as boxes, whose rules are omitted.
  static func boxed(_ blocks: [Block]) -> [Block] {
    guard blocks.contains(where: isOrder) else { return blocks }
    var result: [Block] = []
    var at = 0
    while at < blocks.count {
      guard let label = label(of: blocks[at]), let (content, next) = order(at, in: blocks) else {
        result.append(blocks[at])
        at += 1
        continue
      }
      var title = shown(label)
      if let round = takeRound(from: &result) { title = round + ": " + title.lowercased() }
      var inner = content
      at = next
      if at < blocks.count, blocks[at].isRule { at += 1 }
      if at < blocks.count, let turn = turn(blocks[at]) {
        inner += turn
        at += 1
        if at < blocks.count, blocks[at].isRule { at += 1 }
      }
      result.append(
        .callout(Callout(kind: "combat", title: [.text(title)], inner, .classes("combat"))))
    }
    return result
  }

  private static func isOrder(_ block: Block) -> Bool { label(of: block) != nil }

  /// The label that a paragraph begins with, without its colon.
  private static func label(of block: Block) -> String? {
    guard case .paragraph(let paragraph) = block, let first = paragraph.inlines.first else {
      return nil
    }
    let line: String
    switch first {
    case .text(let text): line = text
    case .strong(let inner): line = inner.plainText
    default: return nil
    }
    guard line.utf8.count <= 60 else { return nil }
    guard paragraph.inlines.count == 1 || paragraph.inlines[1] == .lineBreak else { return nil }
    let name = line.trimmed.drop { !$0.isLetter }.prefix { $0 != ":" && $0 != "]" }.trimmed
    return ["INITIATIVE ORDER", "TURN ORDER", "INITIATIVE"].contains(name.uppercased())
      ? name : nil
  }

  /// The blocks under the label at a place, as the content of a box, and the place behind them.
  private static func order(_ at: Int, in blocks: [Block]) -> (blocks: [Block], next: Int)? {
    guard case .paragraph(let paragraph) = blocks[at] else { return nil }
    let lines = paragraph.inlines.split(separator: .lineBreak).dropFirst()
      .map { Array($0).plainText.trimmed }
    if lines.isEmpty {
      guard at + 1 < blocks.count, case .list(let list) = blocks[at + 1] else { return nil }
      return ([.list(list)], at + 2)
    }
    let fighters = lines.map { Fighter($0) }
    guard fighters.count > 1, fighters.allSatisfy({ $0.isCertain }) else { return nil }
    let columns = (0..<5).filter { column in fighters.contains { !$0.cells[column].isEmpty } }
    let table = Table(
      columns: columns.map { _ in Table.Column() }, head: [],
      body: fighters.map { fighter in
        Table.Row(columns.map { Table.Cell([.text(fighter.cells[$0])]) })
      }, .classes("combatants"))
    return ([.table(table)], at + 1)
  }

  /// Takes the round, with the rules around it, or a rule alone from the end of blocks.
  private static func takeRound(from blocks: inout [Block]) -> String? {
    var end = blocks.count
    if end > 0, blocks[end - 1].isRule { end -= 1 }
    guard end > 0, case .paragraph(let paragraph) = blocks[end - 1] else {
      blocks.removeSubrange(end...)
      return nil
    }
    let words = paragraph.inlines.plainText.trimmed
    let isRound =
      words.utf8.count <= 40 && words.uppercased().hasPrefix("ROUND ")
      && words.dropFirst(6).first?.isNumber == true
    guard isRound else {
      blocks.removeSubrange(end...)
      return nil
    }
    end -= 1
    if end > 0, blocks[end - 1].isRule { end -= 1 }
    blocks.removeSubrange(end...)
    return shown(words)
  }

  /// A line in capitals with a list below it: `YOUR TURN - ACTIONS REMAINING:`.
  private static func turn(_ block: Block) -> [Block]? {
    guard case .paragraph(let paragraph) = block else { return nil }
    let lines = paragraph.inlines.split(separator: .lineBreak).map { Array($0) }
    guard lines.count > 1, let label = lines.first?.plainText.trimmed, label.hasSuffix(":"),
      !label.contains(where: \.isLowercase)
    else { return nil }
    let items = lines.dropFirst().compactMap { line -> List.Item? in
      guard case .text(let text)? = line.first, text.trimmed.first == "\u{2022}" else { return nil }
      let rest = text.trimmed.dropFirst().trimmed
      return List.Item([.paragraph(Paragraph([.text(rest)] + line.dropFirst()))])
    }
    guard items.count == lines.count - 1 else { return nil }
    return [
      .paragraph(Paragraph([.strong([.text(shown(String(label.dropLast())))])])),
      .list(List(.bullet, items)),
    ]
  }

  /// Words in capitals as a label: `Initiative order`.
  fileprivate static func shown(_ words: String) -> String {
    words.contains(where: \.isLowercase)
      ? words : String(words.prefix(1)) + words.dropFirst().lowercased()
  }
}

/// A fighter: `⚔️ [22] Assassin 2 (CR 3) - HP: 45/45 | AC: 15 - [Surprised]`.
private struct Fighter {
  /// The initiative, the name, hit points, armor class and state; all words of the line, in order.
  var cells = [String](repeating: "", count: 5)
  /// Indicates whether the line is one of a fighter for certain.
  let isCertain: Bool

  init(_ line: String) {
    let signs = line.prefix { !$0.isLetter && !$0.isNumber && $0 != "[" }
    var rest = line.dropFirst(signs.count)
    var hasNumber = false
    if let (number, end) = Fighter.number(rest) {
      cells[0] = number
      rest = rest[end...].drop { $0 == " " || $0 == ":" || $0 == "-" || $0 == "." || $0 == ")" }
      hasNumber = true
    }
    let bars = rest.replacing(" - ", with: " | ").split(separator: " | ").map(\.trimmed)
      .filter { !$0.isEmpty }
    let sign = signs.filter { !"-*\u{2022} ".contains($0) }
    cells[1] = (sign.isEmpty ? "" : sign + " ") + (bars.first ?? "")
    var column = 1
    for part in bars.dropFirst() {
      let upper = part.uppercased()
      let own = upper.hasPrefix("HP") ? 2 : upper.hasPrefix("AC") && upper.contains(":") ? 3 : 4
      // What comes in another order stays in it.
      column = own > column ? own : max(column, 2)
      let bare =
        part.hasPrefix("[") && part.hasSuffix("]")
        ? RoundBoxes.shown(String(part.dropFirst().dropLast())) : part
      cells[column] += (cells[column].isEmpty ? "" : ", ") + bare
    }
    isCertain = !cells[1].isEmpty && cells[1].utf8.count <= 120 && (hasNumber || bars.count > 1)
  }

  /// The number at the start of a line, in brackets or not, and where it ends.
  private static func number(_ line: Substring) -> (String, Substring.Index)? {
    let bare = line.first == "[" ? line.dropFirst() : line
    let digits = bare.prefix { $0.isASCII && $0.isNumber }
    guard (1...3).contains(digits.count) else { return nil }
    var end = digits.endIndex
    if line.first == "[" {
      guard end < line.endIndex, line[end] == "]" else { return nil }
      end = line.index(after: end)
    }
    return (String(digits), end)
  }
}

extension Block {
  fileprivate var isRule: Bool { if case .rule = self { true } else { false } }
}
