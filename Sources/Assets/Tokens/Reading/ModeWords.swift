// SPDX-License-Identifier: MIT
// Part of Platen: modes by the words in names of files, themes and contexts.

/// Finds the mode that a name means: `theme-dark-hc` is the dark high contrast.
enum ModeWords {
  /// nil for a name without words of modes, or of both light and dark.
  static func mode(of name: String) -> TokenMode? {
    guard name.utf8.count <= 1000 else { return nil }
    let words = Set(TokenNames.words([name]))
    let isDark = !words.isDisjoint(with: ["dark", "night"])
    let isLight = !words.isDisjoint(with: ["light", "day"])
    let isContrast =
      !words.isDisjoint(with: ["hc", "highcontrast", "ax"])
      || words.isSuperset(of: ["high", "contrast"])
    guard !(isDark && isLight), isDark || isLight || isContrast else { return nil }
    return switch (isDark, isContrast) {
    case (false, false): .light
    case (true, false): .dark
    case (false, true): .highContrast
    case (true, true): .darkHighContrast
    }
  }
}
