// SPDX-License-Identifier: MIT
// Part of Platen: tokens as constants of TypeScript.

internal import Diagnostics

/// Writes tokens as an object for each mode, with all tokens in each: texts as CSS has them, numbers,
/// and typography as properties of a style.
public enum TypeScriptTokens {
  /// - Parameter name: the name of the objects' type.
  /// - Returns: the source.
  /// - Throws: `Failure` `tokens.name` where two tokens come to one name.
  public static func source(_ set: TokenSet, name: String) throws -> String {
    try TokenNames.check(set.tokens, in: "TypeScript") { TokenNames.camel($0.path) }
    var text = "// Made by Platen from design tokens.\n"
    for mode in set.modes {
      let type = mode == .light ? "" : ": \(name)"
      text += "\nexport const \(TokenNames.camel([mode.rawValue]))\(type) = {\n"
      for token in set.tokens {
        guard let value = token.value(in: mode) else { continue }
        if mode == .light, !token.description.isEmpty {
          let words = printable(token.description).replacing("*/", with: "* /")
          text += "  /** \(words) */\n"
        }
        text += "  \(key(TokenNames.camel(token.path))): \(literal(value)),\n"
      }
      text += "};\n"
      if mode == .light { text += "\nexport type \(name) = typeof light;\n" }
    }
    return text
  }

  private static func key(_ name: String) -> String {
    name.first?.isNumber == true ? text(name) : name
  }

  private static func literal(_ value: TokenValue) -> String {
    switch value {
    case .fontWeight(let number), .number(let number): return exact(number)
    case .cubicBezier(let points): return "[" + points.map(brief).joined(separator: ", ") + "]"
    case .typography(let type):
      var parts = [
        "fontFamily: " + text(CSSTokens.families(type.families)),
        "fontSize: " + text(CSSTokens.css(type.size)), "fontWeight: " + brief(type.weight),
      ]
      // Modes are of one type.
      parts.append("lineHeight: " + text(type.lineHeight.map(brief) ?? "normal"))
      parts.append("letterSpacing: " + text(type.letterSpacing.map(CSSTokens.css) ?? "normal"))
      return "{ " + parts.joined(separator: ", ") + " }"
    case .color, .dimension, .fontFamily, .duration, .shadow, .gradient, .border, .css:
      return text(CSSTokens.css(value))
    }
  }

  private static func text(_ value: String) -> String {
    stringLiteral(value, escaping: ["\"", "\\"])
  }
}
