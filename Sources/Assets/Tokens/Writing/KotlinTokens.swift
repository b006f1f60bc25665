// SPDX-License-Identifier: MIT
// Part of Platen: tokens as Kotlin source.

internal import Diagnostics
internal import Text

/// Writes tokens as one Kotlin file without imports: colors are ARGB as `Long`, what Compose's
/// `Color(…)` takes; lengths are dp, times milliseconds.
public enum KotlinTokens {
  /// - Parameters:
  ///   - package: the file's package; none where empty.
  ///   - name: what the object is called.
  /// - Throws: `Failure` `tokens.name` where two tokens come to one name.
  public static func source(
    _ set: TokenSet, package: String = "", name: String = "DesignTokens"
  ) throws -> String {
    try file(
      set, package: package, name: name, types: types,
      isConstant: {
        switch $0 {
        case .dimension, .fontWeight, .number, .duration: true
        default: false
        }
      }, expression: expression)
  }

  /// A file of Kotlin: an object with one for each group, and a constant for each token.
  ///
  /// - Parameters:
  ///   - types: the text above the object: imports and types of values.
  ///   - isConstant: whether a value is one of Kotlin's own types, known to the compiler.
  ///   - expression: the code of a value.
  /// - Throws: `Failure` `tokens.name` where two tokens come to one name.
  static func file(
    _ set: TokenSet, package: String, name: String, types: String,
    isConstant: (TokenValue) -> Bool, expression: (Token, TokenValue) -> String
  ) throws -> String {
    // Lengths of style sheets depend on their surroundings.
    let groups = TokenGroups(set.tokens.filter { !$0.isForStyleSheets })
    for group in groups.all {
      try TokenNames.check(group.tokens, in: "Kotlin") { TokenNames.camel(groups.rest($0)) }
    }
    var text = "// Made by Platen from design tokens. Changes to this file are lost.\n"
    if !package.isEmpty { text += "package \(package)\n" }
    text += "\n" + types + "\nobject \(name) {\n"
    for (index, group) in groups.all.enumerated() {
      if index > 0 { text += "\n" }
      text += "  object \(typeName(group.name)) {\n"
      for token in group.tokens {
        guard let value = token.value(in: .light) else { continue }
        text += comment(token)
        let constant = escaped(TokenNames.camel(groups.rest(token)))
        let modifier = isConstant(value) ? "const " : ""
        text += "    \(modifier)val \(constant) = \(expression(token, value))\n"
      }
      text += "  }\n"
    }
    return text + "}\n"
  }

  private static let types = """
    /** A color in each mode, as ARGB; where a mode has none, the nearest one's stands. */
    data class ModeColor(
      val light: Long,
      val dark: Long = light,
      val highContrast: Long = light,
      val darkHighContrast: Long = dark,
    )

    data class GradientStop(val color: ModeColor, val position: Double)

    data class ShadowStyle(
      val color: ModeColor, val x: Double, val y: Double, val blur: Double, val spread: Double,
      val isInset: Boolean = false)

    data class TextStyle(
      val families: List<String>, val size: Double, val weight: Int, val lineHeight: Double?,
      val letterSpacing: Double)

    /** A line; its style is one of CSS. */
    data class BorderStyle(val color: ModeColor, val width: Double, val style: String = "solid")

    """

  private static func expression(_ token: Token, _ value: TokenValue) -> String {
    switch value {
    case .color:
      return mode { if case .color(let color)? = token.values[$0] { color } else { nil } }
    case .dimension(let length): return doubleLiteral(length.points)
    case .fontFamily(let names): return list(names.map(quoted))
    case .fontWeight(let value): return brief(value.rounded())
    case .number(let value), .duration(let value): return doubleLiteral(value)
    case .cubicBezier(let points): return list(points.map(doubleLiteral))
    case .gradient(let stops):
      return list(
        stops.indices.map { index in
          let color = mode { token.values[$0]?.color(ofPart: index) }
          return "GradientStop(\(color), \(doubleLiteral(stops[index].position)))"
        })
    case .shadow(let layers):
      return list(
        layers.indices.map { index in
          let layer = layers[index]
          let color = mode { token.values[$0]?.color(ofPart: index) }
          let lengths = [layer.offsetX, layer.offsetY, layer.blur, layer.spread]
          return "ShadowStyle(\(color), "
            + lengths.map { doubleLiteral($0.points) }.joined(separator: ", ")
            + (layer.isInset ? ", isInset = true)" : ")")
        })
    case .typography(let type):
      return "TextStyle(\(list(type.families.map(quoted))), \(doubleLiteral(type.size.points)), "
        + "\(brief(type.weight.rounded())), \(type.lineHeight.map(doubleLiteral) ?? "null"), "
        + "\(doubleLiteral(type.letterSpacing?.points ?? 0)))"
    case .border(let border):
      let color = mode { if case .border(let own)? = token.values[$0] { own.color } else { nil } }
      let style = border.style == "solid" ? "" : ", style = " + quoted(border.style)
      return "BorderStyle(\(color), \(doubleLiteral(border.width.points))\(style))"
    case .css(let text): return quoted(text)
    }
  }

  private static func mode(_ color: (TokenMode) -> TokenColor?) -> String {
    let labels: [(TokenMode, String)] = [
      (.light, ""), (.dark, "dark = "), (.highContrast, "highContrast = "),
      (.darkHighContrast, "darkHighContrast = "),
    ]
    let parts = labels.compactMap { mode, label in
      color(mode).map { "\(label)0x\(argb($0))" }
    }
    return "ModeColor(" + parts.joined(separator: ", ") + ")"
  }

  /// The token's description as a comment; empty where it has none.
  static func comment(_ token: Token) -> String {
    guard !token.description.isEmpty else { return "" }
    let words = printable(token.description).split(separator: "*/").joined(separator: "* /")
    return "    /** \(words) */\n"
  }

  /// The name of a group's object; one that a file has already is put in the plural.
  static func typeName(_ group: String) -> String {
    let name = TokenNames.pascal([group])
    let taken = [
      "ModeColor", "GradientStop", "ShadowStyle", "TextStyle", "TypeStyle", "BorderStyle", "Dp",
    ]
    if taken.contains(name) { return name + "s" }
    return name.first?.isNumber == true ? "_" + name : name
  }

  static func list(_ parts: [String]) -> String {
    "listOf(" + parts.joined(separator: ", ") + ")"
  }

  static func quoted(_ text: String) -> String {
    stringLiteral(text, escaping: ["\"", "\\", "$"])
  }

  private static let reserved: Set<String> = [
    "as", "break", "class", "continue", "do", "else", "false", "for", "fun", "if", "in",
    "interface", "is", "null", "object", "package", "return", "super", "this", "throw", "true",
    "try", "typealias", "typeof", "val", "var", "when", "while",
  ]

  /// A name that is a word of the language is put in backticks, one that begins with a digit gets a line
  /// before it.
  static func escaped(_ name: String) -> String {
    if reserved.contains(name) { return "`\(name)`" }
    return name.first?.isNumber == true ? "_" + name : name
  }
}

/// `AARRGGBB`, as Android writes colors.
func argb(_ color: TokenColor) -> String {
  let (red, green, blue, alpha) = color.bytes
  return Hex.encode([alpha, red, green, blue], uppercase: true)
}
