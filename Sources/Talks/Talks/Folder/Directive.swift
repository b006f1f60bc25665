// SPDX-License-Identifier: MIT
// Part of Platen: directives in HTML comments: the beginnings of steps and notes, code, terminals.

/// A comment of HTML on its own that controls the talk.
enum Directive: Hashable {
  /// A new step, with classes a look may know it by.
  case pause(classes: [String])
  /// The rest of the slide is for the speaker.
  case notes
  /// A file of the deck as a block of code.
  case code(info: String, path: String)
  case terminal(folder: String, theme: String, command: String)
  case disable(rules: [String])

  /// The directive that a block of raw HTML is; nil for all other HTML, comments among it.
  init?(_ html: String) {
    let text = Directive.trimmed(html[...])
    guard text.hasPrefix("<!--"), text.hasSuffix("-->"), text.utf8.count >= 7 else { return nil }
    let inside = text.dropFirst(4).dropLast(3)
    guard !inside.contains("-->") else { return nil }
    let words = Directive.trimmed(inside)
    if words.hasPrefix("pause") {
      let classes = words.split(separator: ":", maxSplits: 1).dropFirst().first ?? ""
      self = .pause(classes: classes.split(whereSeparator: \.isWhitespace).map(String.init))
    } else if words.prefix(5).lowercased() == "notes" {
      self = .notes
    } else if words.hasPrefix("code:") {
      let parts = words.dropFirst(5).split(
        separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      self = .code(
        info: String(Directive.trimmed(parts[0])), path: String(Directive.trimmed(parts[1])))
    } else if words.hasPrefix("term:") {
      let sides = words.dropFirst(5).split(
        separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
      var folder = Directive.trimmed(sides[0])
      var theme = ""
      // A word after the last colon is a theme's name, known or not.
      if let colon = folder.lastIndex(of: ":") {
        let word = folder[folder.index(after: colon)...]
        if !word.isEmpty, word.allSatisfy({ $0.isASCII && $0.isLetter }) {
          theme = String(word)
          folder = Directive.trimmed(folder[..<colon])
        }
      }
      self = .terminal(
        folder: folder.isEmpty ? "." : String(folder), theme: theme,
        command: sides.count == 2 ? String(Directive.trimmed(sides[1])) : "")
    } else if words.hasPrefix("lint-disable") {
      self = .disable(
        rules: words.dropFirst("lint-disable".count)
          .split { $0.isWhitespace || $0 == "," }.map(String.init))
    } else {
      return nil
    }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop(while: \.isWhitespace)
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return text
  }
}
