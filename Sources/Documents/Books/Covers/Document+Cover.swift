// SPDX-License-Identifier: MIT
// Part of Platen: what of a document its cover shows.

package import Documents

extension Document {
  /// The fewest and the most characters of the story on the back of a cover.
  private static let excerpt = 130...420

  /// The first sentences of the story, for the back of a cover: those of its first plain paragraph of
  /// some length; empty where there is none.
  package var excerpt: String {
    let (least, most) = (Document.excerpt.lowerBound, Document.excerpt.upperBound)
    guard let text = blocks.firstParagraph(ofAtLeast: least) else { return "" }
    if text.count <= most { return text }
    let shown = text.prefix(most)
    var end: String.Index?
    for index in shown.indices.dropFirst(least) where ".!?…".contains(shown[index]) {
      let next = shown.index(after: index)
      if next < shown.endIndex, shown[next].isWhitespace { end = index }
    }
    if let end { return String(shown[...end]) }
    return shown.split(separator: " ").dropLast().joined(separator: " ") + "…"
  }

  /// The first figure between the parts of a document, such as the map of a journey.
  package var firstFigure: Figure? {
    for case .figure(let figure) in blocks { return figure }
    return nil
  }
}

extension [Block] {
  /// The words of the first plain paragraph of that length, in the order of reading.
  fileprivate func firstParagraph(ofAtLeast length: Int) -> String? {
    for block in self {
      switch block {
      case .paragraph(let paragraph) where paragraph.attributes.classes.isEmpty:
        let text = paragraph.inlines.plainText.replacing("\n", with: " ")
        if text.count >= length { return text }
      case .division(let division) where !division.attributes.has("title-page"):
        if let text = division.blocks.firstParagraph(ofAtLeast: length) { return text }
      case .paragraph, .division, .heading, .list, .table, .quote, .code, .figure, .callout,
        .keyValues, .rule, .contents, .index, .pageBreak:
        continue
      }
    }
    return nil
  }
}
