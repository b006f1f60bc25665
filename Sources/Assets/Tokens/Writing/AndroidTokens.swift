// SPDX-License-Identifier: MIT
// Part of Platen: tokens as Android's resources.

internal import Text

/// Writes the parts of tokens Android has resources for: colors, lengths and times, and those of the
/// night, words.
public enum AndroidTokens {
  /// A file of the resources' tree.
  public struct File: Hashable, Sendable {
    /// Below `res`, such as `values-night/colors.xml`.
    public var path: String
    public var text: String
  }

  /// The files, in order. High contrast is omitted: Android has no resources for it.
  ///
  /// - Throws: `Failure` `tokens.name` where two tokens come to one name.
  public static func files(_ set: TokenSet) throws -> [File] {
    let colors = set.tokens.filter { $0.type == .color }
    let lengths = set.tokens.filter { $0.type == .dimension && !$0.isForStyleSheets }
    let times = set.tokens.filter { $0.type == .duration }
    try TokenNames.check(colors + lengths + times, in: "Android's resources", name: name)
    var files: [File] = []
    func addFile(_ path: String, _ lines: [String]) {
      guard !lines.isEmpty else { return }
      let body = lines.map { "    \($0)\n" }.joined()
      files.append(
        File(
          path: path,
          text: "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
            + "<!-- Made by Platen from design tokens. -->\n<resources>\n\(body)</resources>\n"))
    }
    func color(_ token: Token, _ mode: TokenMode) -> String? {
      token.color(in: mode).map { "<color name=\"\(name(token))\">#\(argb($0))</color>" }
    }
    addFile("values/colors.xml", colors.compactMap { color($0, .light) })
    addFile(
      "values-night/colors.xml",
      colors.filter { $0.values[.dark] != nil }.compactMap { color($0, .dark) })
    func length(_ token: Token, _ mode: TokenMode) -> String? {
      guard case .dimension(let length)? = token.value(in: mode) else { return nil }
      return "<dimen name=\"\(name(token))\">\(exact(length.points))dp</dimen>"
    }
    addFile("values/dimens.xml", lengths.compactMap { length($0, .light) })
    addFile(
      "values-night/dimens.xml",
      lengths.filter { $0.values[.dark] != nil }.compactMap { length($0, .dark) })
    func time(_ token: Token, _ mode: TokenMode) -> String? {
      guard case .duration(let time)? = token.value(in: mode) else { return nil }
      return "<integer name=\"\(name(token))\">\(brief(time.rounded()))</integer>"
    }
    addFile("values/integers.xml", times.compactMap { time($0, .light) })
    addFile(
      "values-night/integers.xml",
      times.filter { $0.values[.dark] != nil }.compactMap { time($0, .dark) })
    for (index, strings) in set.strings.enumerated() {
      let folder = index == 0 ? "values" : "values-" + qualifier(strings.language)
      addFile(
        "\(folder)/strings.xml",
        strings.entries.map { entry in
          let key = entry.key.map { $0.isLetter || $0.isNumber ? $0 : "_" }
          return "<string name=\"\(resource(String(key)))\">\(escaped(entry.text))</string>"
        })
    }
    return files
  }

  /// The name of a token among resources.
  static func name(_ token: Token) -> String {
    resource(TokenNames.snake(TokenNames.withoutType(token)))
  }

  /// A name as Android takes it: resources become fields of Java.
  public static func resource(_ name: String) -> String {
    name.first?.isNumber == true || keywords.contains(name) ? "_" + name : name
  }

  private static let keywords: Set<String> = [
    "abstract", "assert", "boolean", "break", "byte", "case", "catch", "char", "class", "const",
    "continue", "default", "do", "double", "else", "enum", "extends", "false", "final", "finally",
    "float", "for", "goto", "if", "implements", "import", "instanceof", "int", "interface", "long",
    "native", "new", "null", "package", "private", "protected", "public", "return", "short",
    "static", "strictfp", "super", "switch", "synchronized", "this", "throw", "throws", "transient",
    "true", "try", "void", "volatile", "while",
  ]

  /// The tokens Android has no resources for, which are omitted.
  public static func leftOut(of set: TokenSet) -> [Token] {
    set.tokens.filter { ![.color, .dimension, .duration].contains($0.type) || $0.isForStyleSheets }
  }

  /// `pt-BR` is `pt-rBR`; what has a script is `b+sr+Latn`.
  public static func qualifier(_ language: String) -> String {
    let parts = language.split(separator: "-")
    if parts.count == 2, parts[1].count == 2 { return "\(parts[0])-r\(parts[1].uppercased())" }
    return parts.count == 1 ? language : "b+" + parts.joined(separator: "+")
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "'", "\"", "\\": result += "\\" + String(character)
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case "@" where result.isEmpty, "?" where result.isEmpty: result += "\\" + String(character)
      default: result.unicodeScalars.append(character)
      }
    }
    result = MarkupEscaping.escaped(result)
    // Blanks at the ends and several in a row are kept in quotes alone.
    let isKept = text.hasPrefix(" ") || text.hasSuffix(" ") || text.contains("  ")
    return isKept ? "\"" + result + "\"" : result
  }
}
