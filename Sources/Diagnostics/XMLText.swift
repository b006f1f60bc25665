// SPDX-License-Identifier: MIT
// Part of Platen: text as XML holds it.

/// Text in XML 1.0, in elements and in quoted attributes.
public enum XMLText {
  /// What stands for tabs and line endings.
  public enum Whitespace: Sendable {
    /// They stay, and attributes read them as spaces.
    case plain
    /// References, which keep them in attributes as well.
    case references
    /// Each is a space.
    case spaces
  }

  /// Whether XML has a place for a character, as section 2.2 of XML 1.0 lists them.
  public static func holds(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD: true
    case 0..<0x20, 0xFFFE, 0xFFFF: false
    default: true
    }
  }

  /// The text with references for what means something to XML; U+FFFD takes the place of characters
  /// that XML cannot hold.
  public static func escaped(_ text: String, whitespace: Whitespace = .plain) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t" where whitespace == .spaces, "\n" where whitespace == .spaces,
        "\r" where whitespace == .spaces:
        result += " "
      case "\r": result += "&#13;"
      case "\t" where whitespace == .references: result += "&#9;"
      case "\n" where whitespace == .references: result += "&#10;"
      default: result.unicodeScalars.append(holds(scalar) ? scalar : "\u{FFFD}")
      }
    }
    return result
  }
}
