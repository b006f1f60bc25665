// SPDX-License-Identifier: MIT
// Part of Platen: attributes in braces: `{#id .class key=value}`.

/// The attributes that a text has in braces.
struct BraceAttributes: Equatable {
  var id = ""
  var classes: [String] = []
  var pairs: [String: String] = [:]

  /// Letters between the braces.
  private static let longest = 400

  /// The attributes at the start of a text, and the text behind them; nil where it has none.
  static func leading(_ text: Substring) -> (attributes: BraceAttributes, rest: Substring)? {
    guard text.first == "{", let end = text.prefix(longest).firstIndex(of: "}"),
      let attributes = BraceAttributes(inside: text[text.index(after: text.startIndex)..<end])
    else { return nil }
    return (attributes, text[text.index(after: end)...])
  }

  /// The attributes at the end of a text, and the text before them; nil where it has none.
  static func trailing(_ text: Substring) -> (attributes: BraceAttributes, rest: Substring)? {
    var text = text
    while let last = text.last, last.isWhitespace { text.removeLast() }
    guard text.last == "}", let start = text.suffix(longest).lastIndex(of: "{"),
      let attributes = BraceAttributes(inside: text[text.index(after: start)...].dropLast())
    else { return nil }
    var rest = text[..<start]
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return (attributes, rest)
  }

  /// Nil for a text that is not of attributes alone.
  init?(inside text: Substring) {
    var rest = text.drop(while: \.isWhitespace)
    guard !rest.isEmpty else { return nil }
    func isName(_ sign: Character) -> Bool {
      sign.isLetter || sign.isNumber || "-_:.".contains(sign)
    }
    while let sign = rest.first {
      if sign == "#" || sign == "." {
        let name = rest.dropFirst().prefix(while: isName)
        guard !name.isEmpty else { return nil }
        if sign == "#" { id = String(name) } else { classes.append(String(name)) }
        rest = rest[name.endIndex...]
      } else {
        let key = rest.prefix(while: isName)
        rest = rest[key.endIndex...]
        guard !key.isEmpty, rest.first == "=" else { return nil }
        rest = rest.dropFirst()
        let value: Substring
        if rest.first == "\"" {
          value = rest.dropFirst().prefix { $0 != "\"" }
          guard value.endIndex < rest.endIndex else { return nil }
          rest = rest[value.endIndex...].dropFirst()
        } else {
          value = rest.prefix { !$0.isWhitespace }
          rest = rest[value.endIndex...]
        }
        pairs[String(key)] = String(value)
      }
      guard rest.first?.isWhitespace != false else { return nil }
      rest = rest.drop(while: \.isWhitespace)
    }
  }

  /// The part of the column's width that `width=60%` is; 0 for none.
  var share: Double {
    guard let width = pairs["width"], width.hasSuffix("%"), let percent = Double(width.dropLast()),
      percent.isFinite, percent > 0
    else { return 0 }
    return min(1, percent / 100)
  }
}
