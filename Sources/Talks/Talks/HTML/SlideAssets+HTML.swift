// SPDX-License-Identifier: MIT
// Part of Platen: parses fragments of HTML into nodes; fragments with too many tags become text.

internal import Diagnostics

extension SlideAssets {
  /// The nodes of a piece of HTML; one text where it has too many tags.
  func nodes(of html: String) -> [HTMLNode] {
    if html.isEmpty { return [] }
    if let read = HTMLParser.read(html) {
      if read.cuts > 0 { countSkipped("depth") }
      return read.nodes
    }
    countSkipped("markup")
    return [.text(HTMLParser.stripped(html))]
  }

  /// The text of a file of the talk; invalid UTF-8 is an error.
  func text(of bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return withoutControls(text) }
    record(.error(.talkText, "this is not UTF-8 text"))
    return ""
  }

  /// Footnotes by their ids, from the list that Markdown's HTML has them in.
  func footnotes(of html: String) -> [String: [HTMLNode]] {
    var result: [String: [HTMLNode]] = [:]
    if html.isEmpty { return result }
    nodes(of: html).walk { element in
      guard element.name == "li", let id = element["id"] else { return }
      result[id] = element.children.compactMap(SlideAssets.withoutBackLinks)
    }
    return result
  }

  /// A footnote without the arrows that lead back to the text.
  private static func withoutBackLinks(_ node: HTMLNode) -> HTMLNode? {
    guard case .element(var element) = node else { return node }
    if element.has("footnote-backref") { return nil }
    element.children = element.children.compactMap(withoutBackLinks)
    return .element(element)
  }
}
