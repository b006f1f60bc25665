// SPDX-License-Identifier: MIT
// Part of Platen: text as XML and HTML take it.

/// Text in XML and HTML.
public enum MarkupText {
  /// The text with references for what means something in elements and in quoted attributes.
  public static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
    return result
  }
}
