// SPDX-License-Identifier: MIT
// Part of Platen: tokens as variables of SCSS.

internal import Diagnostics

/// Writes tokens as variables of Sass's SCSS: those for light, and a map of the values that differ for
/// each other mode, by the variables' names: `map-get($dark, "color-background")`.
public enum SCSSTokens {
  /// - Parameter references: whether a token that takes over another one's value is set to its
  ///   variable, where that stands before it.
  /// - Returns: the source.
  /// - Throws: `Failure` `tokens.name` where two tokens come to one name.
  public static func scss(_ set: TokenSet, references: Bool = false) throws -> String {
    try TokenNames.check(set.tokens, in: "SCSS", isLatin: false) { name($0.path) }
    let targets = TokenTargets(references ? set : TokenSet())
    var text = "// Made by Platen from design tokens.\n"
    for token in targets.ordered(set.tokens) {
      let target = targets.target(of: token, in: .light).map { "$" + name($0.path) }
      for (part, value) in properties(token, .light) {
        text += "$\(name(token.path))\(part): \(target.map { $0 + part } ?? value);\n"
      }
    }
    for mode in set.modes where mode != .light {
      let own = set.tokens.filter { $0.values[mode] != nil }
      text += "\n$\(mode.rawValue): (\n"
      for token in own {
        for (part, value) in properties(token, mode) {
          // A comma would end the value.
          let isList = value.contains(",") && !value.hasSuffix(")")
          text += "  \"\(name(token.path))\(part)\": \(isList ? "(\(value))" : value),\n"
        }
      }
      text += ");\n"
    }
    return text
  }

  /// The name of a variable, which no digit may begin.
  private static func name(_ path: [String]) -> String {
    let name = TokenNames.kebab(path)
    return name.first?.isNumber == true ? "_" + name : name
  }

  private static func properties(
    _ token: Token, _ mode: TokenMode
  ) -> [(part: String, value: String)] {
    switch token.value(in: mode) {
    case .typography(let type)?: return CSSTokens.parts(of: type)
    case .color(let color)?: return [("", plain(CSSTokens.css(color)))]
    case let value?: return [("", plain(CSSTokens.css(value)))]
    case nil: return []
    }
  }

  /// A value as Sass keeps it: it would divide at slashes, and reckon in functions.
  private static func plain(_ value: String) -> String {
    guard value.contains("/") || value.hasPrefix("color(") || value.hasPrefix("calc(") else {
      return value
    }
    return "#{" + stringLiteral(value, escaping: ["\"", "\\"]) + "}"
  }
}

extension TokenTargets {
  /// The tokens in their order, but none before one that it refers to in light.
  fileprivate func ordered(_ tokens: [Token]) -> [Token] {
    var done: Set<[String]> = []
    var result: [Token] = []
    for token in tokens {
      var chain: [Token] = []
      var next: Token? = token
      while let one = next, !done.contains(one.path) {
        done.insert(one.path)
        chain.append(one)
        next = target(of: one, in: .light)
      }
      result += chain.reversed()
    }
    return result
  }
}
