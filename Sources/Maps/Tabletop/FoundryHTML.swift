// SPDX-License-Identifier: MIT
// Part of Platen: texts of journals as the HTML that Foundry's pages have.

internal import Documents
internal import Text

/// HTML of pages.
enum FoundryHTML {
  private static let escaping = MarkupEscaping(whitespace: .spaces, repertoire: .html)

  /// Text as Foundry shows it: neither markup nor one of its own commands, such as `[[/roll 1d6]]`.
  static func escaped(_ text: String) -> String {
    var text = escaping.escaped(text)
    // A word joiner, which takes no space, keeps commands in texts of users from running.
    if text.contains("[") {
      text = text.replacing("[[", with: "[\u{2060}[").replacing("@", with: "@\u{2060}")
    }
    return text
  }

  /// The text of inlines. Gazetteers have texts, strong ones and spans.
  static func text(_ inlines: [Inline]) -> String {
    inlines.map { inline in
      switch inline {
      case .text(let text), .code(let text): escaped(text)
      case .emphasis(let inner): "<em>\(text(inner))</em>"
      case .strong(let inner): "<strong>\(text(inner))</strong>"
      case .strikethrough(let inner), .smallCaps(let inner), .superscript(let inner),
        .subscript(let inner):
        text(inner)
      case .lineBreak: "<br>"
      case .link(let link): text(link.inlines)
      case .reference(let reference): text(reference.inlines)
      case .span(let span):
        span.direction == .automatic ? "<bdi>\(text(span.inlines))</bdi>" : text(span.inlines)
      case .footnote, .image, .indexMark: ""
      }
    }.joined()
  }

  static func paragraph(_ html: String) -> String { html.isEmpty ? "" : "<p>\(html)</p>" }

  /// A link to a document, or to a page of a journal.
  static func link(_ target: String, _ name: String) -> String {
    let name = name.replacing("{", with: "(").replacing("}", with: ")")
    return "@UUID[\(target)]{\(escaped(name))}"
  }

  /// The text with links in place of the first whole words that are names.
  ///
  /// - Parameters:
  ///   - links: escaped names, with their links.
  ///   - others: escaped values of sentences that stay as they are, with names in them.
  static func linked(
    _ html: String, _ links: [(name: String, link: String)], keeping others: [String] = []
  ) -> String {
    // Pieces that are done are not searched again.
    var pieces: [(text: String, isDone: Bool)] = [(html, false)]
    func replace(_ name: String, with text: String) {
      for index in pieces.indices where !pieces[index].isDone {
        let piece = pieces[index].text
        for range in piece.ranges(of: name) where isWord(range, in: piece) {
          pieces.replaceSubrange(
            index...index,
            with: [
              (String(piece[..<range.lowerBound]), false), (text, true),
              (String(piece[range.upperBound...]), false),
            ])
          return
        }
      }
    }
    for other in others where !other.isEmpty { replace(other, with: other) }
    for (name, link) in links where !name.isEmpty { replace(name, with: link) }
    return pieces.map(\.text).joined()
  }

  /// Indicates whether no letter is before or after a part of HTML, which is not in a tag.
  private static func isWord(_ range: Range<String.Index>, in html: String) -> Bool {
    let before = html[..<range.lowerBound]
    let after = html[range.upperBound...]
    func isPart(_ character: Character?) -> Bool {
      character.map { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "&" } ?? false
    }
    return !isPart(before.last) && !isPart(after.first) && before.last != "<" && before.last != "/"
  }
}
