// SPDX-License-Identifier: MIT
// Part of Platen: description lists: a term, and paragraphs that begin with a colon.

internal import Documents

/// Description lists as Markdown has them: a paragraph, and one or more after it that begin with
/// `: `.
enum Descriptions {
  /// The blocks, with terms and what follows them made pairs.
  static func gathered(_ blocks: [Block]) -> [Block] {
    guard blocks.contains(where: { details(of: $0) != nil }) else { return blocks }
    var result: [Block] = []
    var pairs: [KeyValues.Pair] = []
    func endPairs() {
      if !pairs.isEmpty { result.append(.keyValues(KeyValues(pairs))) }
      pairs = []
    }
    var index = 0
    while index < blocks.count {
      let block = blocks[index]
      index += 1
      if case .paragraph(let term) = block, index < blocks.count,
        var value = details(of: blocks[index])
      {
        index += 1
        while index < blocks.count, let more = details(of: blocks[index]) {
          value += [.lineBreak] + more
          index += 1
        }
        pairs.append(KeyValues.Pair(term.inlines, value))
        continue
      }
      endPairs()
      result.append(block)
    }
    endPairs()
    return result
  }

  private static func details(of block: Block) -> [Inline]? {
    guard case .paragraph(let paragraph) = block, case .text(let text)? = paragraph.inlines.first,
      text.hasPrefix(": ")
    else { return nil }
    return [.text(String(text.dropFirst(2)))] + paragraph.inlines.dropFirst()
  }
}
