// SPDX-License-Identifier: MIT
// Part of Platen: converts long lines of a text without blank lines into paragraphs.

internal import Documents

/// Finds paragraphs that end with their line, as in texts pasted from other programs. Short lines, as
/// of verses and lists of values, stay together.
enum LongLines {
  /// The letters of a line that is a paragraph by itself: about two lines of a book.
  private static let long = 120

  /// The blocks with their paragraphs split before and after long lines.
  static func parted(_ blocks: [Block]) -> [Block] {
    guard blocks.contains(where: isParted) else { return blocks }
    return blocks.flatMap { block -> [Block] in
      switch block {
      case .paragraph(let paragraph): return parted(paragraph)
      case .quote(var quote):
        quote.blocks = parted(quote.blocks)
        return [.quote(quote)]
      default: return [block]
      }
    }
  }

  private static func isParted(_ block: Block) -> Bool {
    switch block {
    case .paragraph(let paragraph): paragraph.inlines.contains(.lineBreak)
    case .quote(let quote): quote.blocks.contains(where: isParted)
    default: false
    }
  }

  private static func parted(_ paragraph: Paragraph) -> [Block] {
    let lines = paragraph.inlines.split(
      separator: .lineBreak, omittingEmptySubsequences: false
    ).map { Array($0) }
    guard lines.count > 1 else { return [.paragraph(paragraph)] }
    var result: [Block] = []
    var rest: [Inline] = []
    func close() {
      if !rest.isBlank { result.append(.paragraph(Paragraph(rest, paragraph.attributes))) }
      rest = []
    }
    for line in lines {
      if line.plainText.count > long {
        close()
        rest = line
        close()
      } else {
        if !rest.isEmpty { rest.append(.lineBreak) }
        rest += line
      }
    }
    close()
    return result
  }
}
