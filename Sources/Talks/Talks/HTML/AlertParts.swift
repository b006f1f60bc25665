// SPDX-License-Identifier: MIT
// Part of Platen: the parts of a box written as a quote.

/// A quote that begins with `[!NOTE]`, as GitHub writes boxes.
struct AlertParts {
  /// One of ``BlockBuilder/alerts``.
  var kind: String
  /// The text after the symbol on its line; empty for the default title.
  var title: [HTMLNode]
  var rest: [HTMLNode]

  /// Nil for other quotes.
  init?(_ element: HTMLElement) {
    guard element.name == "blockquote",
      let first = element.children.firstIndex(where: { $0.name == "p" }),
      case .element(let paragraph) = element.children[first],
      case .text(let text)? = paragraph.children.first
    else { return nil }
    let start = text.drop(while: \.isWhitespace)
    guard start.hasPrefix("[!"), let end = start.firstIndex(of: "]") else { return nil }
    kind = start[start.index(start.startIndex, offsetBy: 2)..<end].lowercased()
    guard BlockBuilder.alerts.contains(kind) else { return nil }
    title = []
    var words = paragraph.children
    words[0] = .text(String(start[start.index(after: end)...]))
    while !words.isEmpty {
      let node = words.removeFirst()
      if case .text(let text) = node, let lineEnd = text.firstIndex(of: "\n") {
        title.append(.text(String(text[..<lineEnd])))
        words.insert(.text(String(text[lineEnd...])), at: 0)
        break
      }
      if node.name == "br" { break }
      title.append(node)
    }
    rest = [.element(HTMLElement("p", [], words))] + element.children[(first + 1)...]
  }
}
