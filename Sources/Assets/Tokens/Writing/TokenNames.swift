// SPDX-License-Identifier: MIT
// Part of Platen: the names of tokens in the languages they are written for.

internal import Diagnostics

/// Makes names out of tokens' paths.
public enum TokenNames {
  /// The words of a path: cut at dots, dashes, underscores, spaces and before capitals.
  static func words(_ path: [String]) -> [String] {
    var words: [String] = []
    for part in path {
      var word = ""
      var previousIsLower = false
      for character in part {
        if character.isLetter || character.isNumber {
          if character.isUppercase, previousIsLower {
            words.append(word)
            word = ""
          }
          previousIsLower = character.isLowercase || character.isNumber
          word.append(character)
        } else {
          if !word.isEmpty { words.append(word) }
          word = ""
          previousIsLower = false
        }
      }
      if !word.isEmpty { words.append(word) }
    }
    return words.map { $0.lowercased() }
  }

  /// `badgeMorning`.
  public static func camel(_ path: [String]) -> String {
    let words = words(path)
    return (words.first ?? "") + words.dropFirst().map(capitalized).joined()
  }

  /// `BadgeMorning`.
  static func pascal(_ path: [String]) -> String { words(path).map(capitalized).joined() }

  /// `badge_morning`.
  static func snake(_ path: [String]) -> String { words(path).joined(separator: "_") }

  /// `badge-morning`.
  static func kebab(_ path: [String]) -> String { words(path).joined(separator: "-") }

  private static func capitalized(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  /// The path without a first group that only states the type of its tokens: the name of a color set
  /// for `color.background` is `background`.
  static func withoutType(_ token: Token) -> [String] {
    let kinds: [TokenType: Set<String>] = [
      .color: ["color", "colors", "colour", "colours"], .gradient: ["gradient", "gradients"],
    ]
    guard token.path.count > 1, let first = token.path.first?.lowercased(),
      kinds[token.type]?.contains(first) == true
    else { return token.path }
    return Array(token.path.dropFirst())
  }

  /// The words a token's color set is called by: without `color`, with `gradient`.
  public static func catalogName(_ token: Token) -> [String] {
    token.type == .color ? withoutType(token) : token.path
  }

  /// The name of a token's color set: a name that is one plain word keeps its case, others are
  /// joined, as `badgeMorning`.
  public static func colorSet(_ token: Token) -> String {
    let path = catalogName(token)
    let isPlain = path.count == 1 && path[0].allSatisfy { $0.isLetter || $0.isNumber }
    return isPlain ? path[0] : camel(path)
  }

  /// Refuses tokens that come to one name, or to none, in a language.
  ///
  /// - Throws: `Failure` `tokens.name` naming both.
  static func check(
    _ tokens: [Token], in language: String, isLatin: Bool = true, name: (Token) -> String
  ) throws {
    var known: [String: Token] = [:]
    var faults: [Diagnostic] = []
    for token in tokens {
      let name = name(token)
      let isWritable =
        !name.isEmpty
        && (!isLatin || name.utf8.allSatisfy { $0 < 128 })
      if !isWritable {
        faults.append(
          .error(
            .tokensName, "\(token.name) has no name in \(language): it needs Latin letters",
            at: token.place))
      } else if let other = known.updateValue(token, forKey: name) {
        faults.append(
          .error(
            .tokensName, "\(other.name) and \(token.name) are both \(name) in \(language)",
            at: token.place, hints: ["rename one of them"]))
      }
    }
    if !faults.isEmpty { throw Failure(faults) }
  }
}

/// A number as short as it can be written, at most four decimals.
func brief(_ value: Double) -> String {
  let scaled = (value * 10_000).rounded()
  guard scaled.isFinite, abs(scaled) < 1e15 else { return "0" }
  let whole = Int64(scaled)
  let size = whole.magnitude
  var digits = String(size % 10_000)
  digits = String(repeating: "0", count: 4 - digits.count) + digits
  while digits.hasSuffix("0") { digits.removeLast() }
  let sign = whole < 0 ? "-" : ""
  return sign + String(size / 10_000) + (digits.isEmpty ? "" : "." + digits)
}

/// A number that a file states, at most four decimals where these give it to a hundredth part; else
/// all of its digits, as in `1e+30` and `5e-07`.
func exact(_ value: Double) -> String {
  let text = brief(value)
  let written = Double(text) ?? 0
  return abs(written - value) <= abs(value) / 100 ? text : "\(value)"
}

/// A number as a literal of a Double in Swift and Kotlin, which has a point or an exponent.
func doubleLiteral(_ value: Double) -> String {
  let text = exact(value)
  return text.contains(where: { ".e".contains($0) }) ? text : text + ".0"
}

/// A text as a literal in Swift and Kotlin.
///
/// - Parameter special: the characters that have a backslash before them.
func stringLiteral(_ text: String, escaping special: Set<Character>) -> String {
  let escaped = printable(text).flatMap { character -> [Character] in
    special.contains(character) ? ["\\", character] : [character]
  }
  return "\"" + String(escaped) + "\""
}
