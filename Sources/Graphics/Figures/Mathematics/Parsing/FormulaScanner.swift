// SPDX-License-Identifier: MIT
// Part of Platen: the source of a formula as tokens.

/// Reads tokens by TeX's rules: letters after a backslash are a name, blanks mean nothing.
struct FormulaScanner {
  enum Token: Hashable {
    /// Without the backslash; `\\` is `\`.
    case command(String)
    case scalar(Unicode.Scalar)
    case open, close, superscript, `subscript`, column, tie, dollar, end
  }

  private let scalars: [Unicode.Scalar]
  private(set) var position = 0
  /// Behind it no option ends.
  private let lastBracket: Int

  init(_ source: String) {
    scalars = Array(source.unicodeScalars)
    lastBracket = scalars.lastIndex(of: "]") ?? -1
  }

  /// Lines before the place that is read.
  var line: Int { scalars[..<min(position, scalars.count)].count { $0 == "\n" } }

  func peek() -> Token {
    var copy = self
    return copy.next()
  }

  mutating func next() -> Token {
    skipWhitespace()
    guard position < scalars.count else { return .end }
    let scalar = scalars[position]
    position += 1
    switch scalar {
    case "\\": return command()
    case "{": return .open
    case "}": return .close
    case "^": return .superscript
    case "_": return .subscript
    case "&": return .column
    case "~": return .tie
    case "$": return .dollar
    default: return .scalar(scalar)
    }
  }

  private mutating func command() -> Token {
    guard position < scalars.count else { return .command("") }
    let start = position
    while position < scalars.count, scalars[position].isASCII,
      scalars[position].properties.isAlphabetic
    {
      position += 1
    }
    if position == start { position += 1 }
    var name = String(String.UnicodeScalarView(scalars[start..<position]))
    // `\operatorname*` and the like are names of their own.
    if position < scalars.count, scalars[position] == "*", FormulaParser.starred.contains(name) {
      position += 1
      name += "*"
    }
    return .command(name)
  }

  mutating func skipWhitespace() {
    while position < scalars.count {
      let scalar = scalars[position]
      if scalar == "%" {
        while position < scalars.count, scalars[position] != "\n" { position += 1 }
      } else if scalar.properties.isWhitespace {
        position += 1
      } else {
        return
      }
    }
  }

  /// The raw text between braces that have been opened, which is taken with its end; nil where it
  /// does not end. Formulas within it and escaped signs are left as they are.
  mutating func rawGroup() -> String? {
    var depth = 1
    let start = position
    while position < scalars.count {
      let scalar = scalars[position]
      position += 1
      switch scalar {
      case "\\": position = min(position + 1, scalars.count)
      case "{": depth += 1
      case "}":
        depth -= 1
        if depth == 0 {
          return String(String.UnicodeScalarView(scalars[start..<position - 1]))
        }
      default: break
      }
    }
    return nil
  }

  /// Reads the text between brackets right here; nil where there are none.
  mutating func rawOption() -> String? {
    var copy = self
    copy.skipWhitespace()
    guard copy.position < lastBracket, scalars[copy.position] == "[",
      let end = scalars[copy.position...].firstIndex(of: "]")
    else { return nil }
    let text = String(String.UnicodeScalarView(scalars[copy.position + 1..<end]))
    position = end + 1
    return text
  }

  /// A length right here without braces, such as `-3mu`, which is taken.
  mutating func rawLength() -> String {
    skipWhitespace()
    let start = position
    while position < scalars.count,
      scalars[position].isASCII,
      scalars[position].properties.numericType != nil
        || "+-.".unicodeScalars.contains(scalars[position])
    {
      position += 1
    }
    position = min(position + 2, scalars.count)
    return String(String.UnicodeScalarView(scalars[start..<position]))
  }
}
