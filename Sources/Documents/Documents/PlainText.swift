// SPDX-License-Identifier: MIT
// Part of Platen: the words of a node without what they look like.

extension [Inline] {
  /// The words in reading order: a break is a line feed, an image its alternative text; footnotes
  /// and index marks are omitted.
  public var plainText: String {
    if count == 1, case .text(let text) = self[0] { return text }
    var result = ""
    append(to: &result)
    return result
  }

  private func append(to result: inout String) {
    for node in self {
      switch node {
      case .text(let text), .code(let text): result += text
      case .lineBreak: result += "\n"
      case .emphasis(let inlines), .strong(let inlines), .strikethrough(let inlines),
        .smallCaps(let inlines), .superscript(let inlines), .subscript(let inlines):
        inlines.append(to: &result)
      case .link(let link): link.inlines.append(to: &result)
      case .reference(let reference): reference.inlines.append(to: &result)
      case .span(let span): span.inlines.append(to: &result)
      case .image(let image): result += image.alternative
      case .footnote, .indexMark: break
      }
    }
  }

  /// No node that shows anything.
  public var isBlank: Bool {
    allSatisfy {
      switch $0 {
      case .text(let text), .code(let text): text.isEmpty
      case .indexMark: true
      case .emphasis(let inlines), .strong(let inlines), .strikethrough(let inlines),
        .smallCaps(let inlines), .superscript(let inlines), .subscript(let inlines):
        inlines.isBlank
      case .span(let span): span.inlines.isBlank
      case .link(let link): link.inlines.isBlank
      case .reference, .lineBreak, .footnote, .image: false
      }
    }
  }
}
