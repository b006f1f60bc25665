// SPDX-License-Identifier: MIT
// Part of Platen: the text after the backticks of a fence: a language, and options.

internal import Diagnostics
internal import Documents
internal import Figures

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
        // The alternative text extends to the end, since it may contain commas.
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

  /// The options of Toboggan that have no effect here.
  var withoutEffect: [String] {
    options.map(\.key).filter { ["aspectRatio", "fastText", "class"].contains($0) }
  }

  /// The known options of diagrams.
  private static let known = [
    "theme", "background", "width", "nodeSpacing", "rankSpacing", "aspectRatio", "maxLabelWidth",
    "fastText", "class", "alt",
  ]
  private static let themes = [
    "default", "base", "mermaid", "dark", "forest", "neutral", "modern",
  ]
  private static let units = ["%", "pt", "mm", "cm", "in", "em"]

  /// The errors in the options.
  var diagnostics: [Diagnostic] {
    options.compactMap { option in
      func makeError(_ message: String, _ hint: String) -> Diagnostic {
        .error(.talkDiagram, message, hints: [hint])
      }
      func isNumber(_ text: Substring) -> Bool {
        Double(text).map { $0.isFinite && $0 >= 0 } == true
      }
      let value = option.value
      switch option.key {
      case "theme" where !FenceInfo.themes.contains(value):
        return makeError(
          "unknown theme \"\(value)\" of a diagram", nearMissHint(value, among: FenceInfo.themes))
      case "width":
        let unit = FenceInfo.units.first { value.hasSuffix($0) }
        if let unit, isNumber(value.dropLast(unit.count)) { return nil }
        return makeError(
          "invalid width \"\(value)\" of a diagram",
          "write a number with one of " + FenceInfo.units.joined(separator: ", "))
      case "nodeSpacing", "rankSpacing", "aspectRatio", "maxLabelWidth":
        if isNumber(value[...]) { return nil }
        return makeError(
          "\"\(option.key)\": expected a number, found \"\(value)\"", "write a number")
      case "background"
      where value != "transparent" && value != "theme" && DiagramStyle.color(value) == nil:
        return makeError(
          "invalid background \"\(value)\" of a diagram",
          "write transparent, theme, #rrggbb or a color of CSS")
      case "fastText" where value != "true" && value != "false":
        return makeError(
          "\"fastText\": expected true or false, found \"\(value)\"", "write true or false")
      case let key where !FenceInfo.known.contains(key):
        return makeError(
          "unknown option \"\(key)\" of a diagram", nearMissHint(key, among: FenceInfo.known))
      default: return nil
      }
    }
  }
}
