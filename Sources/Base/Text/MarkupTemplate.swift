// SPDX-License-Identifier: MIT
// Part of Platen: templates of pages, with names in double braces.

/// Markup with placeholders such as `{{title}}`.
public enum MarkupTemplate {
  /// The markup with each placeholder replaced once; replacements are not searched again.
  ///
  /// - Parameter value: the markup for a name, escaped; nil keeps the placeholder.
  public static func filled(_ markup: String, _ value: (String) -> String?) -> String {
    var out = ""
    var rest = markup[...]
    while let open = rest.firstRange(of: "{{") {
      out += rest[..<open.lowerBound]
      rest = rest[open.upperBound...]
      guard let close = rest.firstRange(of: "}}") else { return out + "{{" + rest }
      let name = String(rest[..<close.lowerBound])
      out += value(name) ?? "{{\(name)}}"
      rest = rest[close.upperBound...]
    }
    return out + rest
  }

  /// JSON as the content of a `script` element: without the one character that could end it.
  public static func embedded(json: String) -> String {
    json.replacing("<", with: "\\u003C")
  }
}
