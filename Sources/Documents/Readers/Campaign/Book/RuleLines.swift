// SPDX-License-Identifier: MIT
// Part of Platen: converts lines of symbols that narrators draw across the page into rules.

internal import Documents

/// Finds lines of symbols, such as `═════` around the rounds of a fight, which do not fit columns of
/// another width.
enum RuleLines {
  /// The blocks with their paragraphs split at such lines.
  static func parted(_ blocks: [Block]) -> [Block] {
    guard blocks.contains(where: isRuleLine) else { return blocks }
    var result: [Block] = []
    for block in blocks {
      guard case .paragraph(let paragraph) = block, isRuleLine(block) else {
        result.append(block)
        continue
      }
      var rest: [Inline] = []
      func close() {
        if !rest.isBlank { result.append(.paragraph(Paragraph(rest, paragraph.attributes))) }
        rest = []
      }
      for line in paragraph.inlines.split(separator: .lineBreak, omittingEmptySubsequences: false) {
        if line.count == 1, line.allSatisfy(isRule) {
          close()
          if result.last != .rule(.none) { result.append(.rule(.none)) }
        } else {
          if !rest.isEmpty { rest.append(.lineBreak) }
          rest += line
        }
      }
      close()
    }
    return result
  }

  private static func isRuleLine(_ block: Block) -> Bool {
    guard case .paragraph(let paragraph) = block else { return false }
    let inlines = paragraph.inlines
    return inlines.indices.contains { index in
      isRule(inlines[index]) && (index == 0 || inlines[index - 1] == .lineBreak)
        && (index + 1 == inlines.count || inlines[index + 1] == .lineBreak)
    }
  }

  /// Indicates whether an inline consists of symbols only, with or without emphasis.
  private static func isRule(_ inline: Inline) -> Bool {
    switch inline {
    case .text(let text):
      // Most of a story begins with a letter.
      guard let first = text.utf8.first(where: { $0 != 0x20 }),
        first >= 0x80 || signs.contains(Unicode.Scalar(first))
      else { return false }
      let row = text.trimmed.unicodeScalars
      return row.count >= 5 && row.allSatisfy(signs.contains)
    case .strong(let inlines), .emphasis(let inlines):
      return inlines.count == 1 && inlines.allSatisfy(isRule)
    default: return false
    }
  }

  private static let signs: Set<Unicode.Scalar> = [
    "=", "-", "_", "~", "\u{2013}", "\u{2014}", "\u{2015}", "\u{2500}", "\u{2501}", "\u{2504}",
    "\u{2505}", "\u{2508}", "\u{2509}", "\u{2550}", "\u{2580}", "\u{2581}", "\u{2584}", "\u{25AC}",
  ]
}
