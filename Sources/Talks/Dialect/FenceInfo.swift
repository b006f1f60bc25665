// SPDX-License-Identifier: MIT
// Part of Platen: what stands behind the backticks of a fence: a language, and options.

internal import Documents

/// The info of a fenced block: `rust`, or `mermaid:width=38%,alt=How it goes`.
struct FenceInfo: Hashable {
  var language: String
  var options: [Attributes.Pair] = []

  init(_ info: String) {
    let words = info.split(separator: " ", maxSplits: 1)
    language = words.first.map(String.init) ?? ""
    guard language == "mermaid" || language.hasPrefix("mermaid:") else { return }
    var rest = info.dropFirst("mermaid".count)
    language = "mermaid"
    guard rest.first == ":" else { return }
    rest = rest.dropFirst()
    while !rest.isEmpty {
      let sides = rest.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let key = sides[0].filter { !$0.isWhitespace }
      guard sides.count == 2 else {
        if !key.isEmpty { options.append(.init(key, "")) }
        break
      }
      if key == "alt" {
        // It runs to the end, so that it may have commas.
        options.append(.init("alt", String(sides[1])))
        break
      }
      let end = sides[1].firstIndex(of: ",") ?? sides[1].endIndex
      options.append(.init(key, sides[1][..<end].filter { !$0.isWhitespace }))
      rest = end < sides[1].endIndex ? sides[1][sides[1].index(after: end)...] : ""
    }
  }

  /// A block of that text; a diagram's options are its attributes.
  func block(_ text: String) -> CodeBlock {
    CodeBlock(text, language: language, Attributes(pairs: options))
  }

  /// The options that diagrams have.
  static let diagramOptions = [
    "theme", "background", "width", "nodeSpacing", "rankSpacing", "aspectRatio", "maxLabelWidth",
    "fastText", "class", "alt",
  ]
}
