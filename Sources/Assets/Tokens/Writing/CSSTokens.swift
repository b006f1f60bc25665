// SPDX-License-Identifier: MIT
// Part of Platen: tokens as custom properties of CSS.

internal import Diagnostics

/// Writes tokens as custom properties: on `:root`, and again under the media queries of the modes
/// they differ in. `data-theme="dark"` or `"light"` on the root element goes before what the system
/// prefers, so that a page may have a switch.
public enum CSSTokens {
  /// - Parameter references: whether a token that takes over another one's value refers to it by
  ///   `var()`, so that who changes one changes both.
  /// - Returns: the style sheet.
  /// - Throws: `Failure` `tokens.name` where two tokens come to one name.
  public static func css(_ set: TokenSet, references: Bool = false) throws -> String {
    try TokenNames.check(set.tokens, in: "CSS", isLatin: false) { TokenNames.kebab($0.path) }
    let targets = TokenTargets(references ? set : TokenSet())
    func lines(_ token: Token, _ mode: TokenMode) -> [String] {
      let target = targets.target(of: token, in: mode).map { "--" + TokenNames.kebab($0.path) }
      return properties(token, mode).map { part, value in
        "--\(TokenNames.kebab(token.path))\(part): \(target.map { "var(\($0)\(part))" } ?? value)"
      }
    }
    var text = "/* Made by Platen from design tokens. */\n"
    text += rule(":root", set.tokens.flatMap { lines($0, .light) }, scheme: scheme(set))
    for mode in set.modes where mode != .light {
      let own = set.tokens.filter { $0.values[mode] != nil }
      // A reference that is the same in all modes leads to another value by itself.
      let body = own.flatMap { token in
        let own = lines(token, mode)
        let isSame =
          references
          && mode.fallbacks.allSatisfy {
            token.values[$0] == nil || lines(token, $0) == own
          }
        return isSame ? [] : own
      }
      if body.isEmpty { continue }
      let root = mode.isDark ? ":root:not([data-theme=\"light\"])" : ":root"
      text += "\n@media \(query(mode)) {\n"
      text += rule(root, body, indent: "  ") + "}\n"
      if mode == .dark { text += "\n" + rule(":root[data-theme=\"dark\"]", body) }
      if mode == .darkHighContrast {
        text += "\n@media (prefers-contrast: more) {\n"
        text += rule(":root[data-theme=\"dark\"]", body, indent: "  ") + "}\n"
      }
    }
    return text
  }

  private static func scheme(_ set: TokenSet) -> String {
    set.modes.contains { $0.isDark } ? "light dark" : "light"
  }

  private static func query(_ mode: TokenMode) -> String {
    var parts: [String] = []
    if mode.isDark { parts.append("(prefers-color-scheme: dark)") }
    if mode.isHighContrast { parts.append("(prefers-contrast: more)") }
    return parts.joined(separator: " and ")
  }

  private static func rule(
    _ selector: String, _ lines: [String], scheme: String? = nil, indent: String = ""
  ) -> String {
    var text = "\(indent)\(selector) {\n"
    if let scheme { text += "\(indent)  color-scheme: \(scheme);\n" }
    for line in lines { text += "\(indent)  \(line);\n" }
    return text + "\(indent)}\n"
  }

  /// The properties of one token, each with what follows the token's name in its own; typography has
  /// one for each of its parts.
  private static func properties(
    _ token: Token, _ mode: TokenMode
  ) -> [(part: String, value: String)] {
    guard let value = token.value(in: mode) else { return [] }
    guard case .typography(let type) = value else { return [("", css(value))] }
    let height = type.lineHeight.map { " / " + brief($0) } ?? ""
    let font = "\(brief(type.weight)) \(css(type.size))\(height) \(families(type.families))"
    return parts(of: type) + [("", font)]
  }

  /// The properties of a typography, by what follows its name.
  static func parts(of type: TokenTypography) -> [(part: String, value: String)] {
    var parts = [
      ("-family", families(type.families)), ("-size", css(type.size)),
      ("-weight", brief(type.weight)),
    ]
    if let height = type.lineHeight { parts.append(("-line-height", brief(height))) }
    if let spacing = type.letterSpacing { parts.append(("-letter-spacing", css(spacing))) }
    return parts
  }

  static func css(_ value: TokenValue) -> String {
    switch value {
    case .color(let color): return css(color)
    case .dimension(let length): return css(length)
    case .fontFamily(let names): return families(names)
    case .fontWeight(let number), .number(let number): return exact(number)
    case .duration(let time): return exact(time) + "ms"
    case .cubicBezier(let points):
      return "cubic-bezier(" + points.map(brief).joined(separator: ", ") + ")"
    case .shadow(let layers):
      return layers.map { layer in
        let lengths = [layer.offsetX, layer.offsetY, layer.blur, layer.spread].map(css)
        return (layer.isInset ? "inset " : "") + lengths.joined(separator: " ") + " "
          + css(layer.color)
      }.joined(separator: ", ")
    case .gradient(let stops):
      let parts = stops.map { "\(css($0.color)) \(brief($0.position * 100))%" }
      return "linear-gradient(180deg, " + parts.joined(separator: ", ") + ")"
    case .typography(let type): return families(type.families)
    case .border(let border):
      return "\(css(border.width)) \(border.style) \(css(border.color))"
    case .css(let text): return text
    }
  }

  static func css(_ color: TokenColor) -> String {
    guard color.space == .displayP3, !color.isInSRGB else { return color.hex }
    let parts = [color.red, color.green, color.blue].map(brief).joined(separator: " ")
    let alpha = color.alpha < 1 ? " / " + brief(color.alpha) : ""
    return "color(display-p3 \(parts)\(alpha))"
  }

  /// With its unit even for 0, which `calc()` requires.
  static func css(_ length: TokenLength) -> String {
    exact(length.value) + length.unit.rawValue
  }

  /// Families in quotes, unless they are CSS's own words.
  static func families(_ names: [String]) -> String {
    let own = [
      "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "ui-serif",
      "ui-sans-serif", "ui-monospace", "ui-rounded", "emoji", "math", "fangsong",
      // Browsers know these by their bare names alone.
      "-apple-system", "BlinkMacSystemFont",
    ]
    return names.map { name in
      guard !own.contains(name) else { return name }
      let escaped = name.flatMap { character in
        character == "\"" || character == "\\" ? ["\\", character] : [character]
      }
      return "\"" + printable(String(escaped)) + "\""
    }.joined(separator: ", ")
  }
}
