// SPDX-License-Identifier: MIT
// Part of Platen: declarations of CSS as slides and elements have them in place.

/// A declaration such as `color: red`.
public struct StyleDeclaration: Hashable, Sendable {
  /// The name in lower case.
  public var name: String
  public var value: String

  /// Indicates whether it sets a color of text or background.
  public var isColor: Bool { ["color", "background", "background-color"].contains(name) }

  /// The declarations of a `style`, in order: `color: red; width: 40%`.
  public static func list(_ text: String) -> [StyleDeclaration] {
    text.split(separator: ";").compactMap { part in
      let sides = part.split(separator: ":", maxSplits: 1)
      guard sides.count == 2 else { return nil }
      let name = sides[0].filter { !$0.isWhitespace }.lowercased()
      let words = sides[1].split(whereSeparator: \.isWhitespace).filter { $0 != "!important" }
      guard !name.isEmpty, !words.isEmpty else { return nil }
      return StyleDeclaration(name: name, value: words.joined(separator: " "))
    }
  }
}
