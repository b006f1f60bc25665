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

  /// The options that mean something to Toboggan and nothing here.
  var withoutEffect: [String] {
    options.map(\.key).filter { ["aspectRatio", "fastText", "class"].contains($0) }
  }

  /// The options that diagrams have.
  private static let known = [
    "theme", "background", "width", "nodeSpacing", "rankSpacing", "aspectRatio", "maxLabelWidth",
    "fastText", "class", "alt",
  ]
  private static let themes = [
    "default", "base", "mermaid", "dark", "forest", "neutral", "modern",
  ]
  private static let units = ["%", "pt", "mm", "cm", "in", "em"]

  /// The errors in the options: a typo without an effect would be noticed on stage.
  var faults: [Diagnostic] {
    options.compactMap { option in
      func fault(_ message: String, _ hint: String) -> Diagnostic {
        .error(.talkDiagram, message, hints: [hint])
      }
      func isNumber(_ text: Substring) -> Bool {
        Double(text).map { $0.isFinite && $0 >= 0 } == true
      }
      let value = option.value
      switch option.key {
      case "theme" where !FenceInfo.themes.contains(value):
        return fault(
          "unknown theme \"\(value)\" of a diagram", nearMissHint(value, among: FenceInfo.themes))
      case "width":
        let unit = FenceInfo.units.first { value.hasSuffix($0) }
        if let unit, isNumber(value.dropLast(unit.count)) { return nil }
        return fault(
          "invalid width \"\(value)\" of a diagram",
          "write a number with one of " + FenceInfo.units.joined(separator: ", "))
      case "nodeSpacing", "rankSpacing", "aspectRatio", "maxLabelWidth":
        if isNumber(value[...]) { return nil }
        return fault("\"\(option.key)\": expected a number, found \"\(value)\"", "write a number")
      case "background"
      where value != "transparent" && value != "theme" && DiagramStyle.color(value) == nil:
        return fault(
          "invalid background \"\(value)\" of a diagram",
          "write transparent, theme, #rrggbb or a color of CSS")
      case "fastText" where value != "true" && value != "false":
        return fault(
          "\"fastText\": expected true or false, found \"\(value)\"", "write true or false")
      case let key where !FenceInfo.known.contains(key):
        return fault(
          "unknown option \"\(key)\" of a diagram", nearMissHint(key, among: FenceInfo.known))
      default: return nil
      }
    }
  }
}
