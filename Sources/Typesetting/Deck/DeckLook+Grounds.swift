// SPDX-License-Identifier: MIT
// Part of Platen: the colours of a deck on the grounds of its covers and parts.

internal import Documents
internal import Drawing

extension DeckLook.Palette {
  /// The colours as they can be read on the ground of a kind of slide.
  ///
  /// Covers and parts have grounds of their own; panels, lines and what is set apart follow from
  /// these.
  func on(_ kind: Slide.Kind) -> DeckLook.Palette {
    var own = self
    switch kind {
    case .standard: return self
    case .cover: (own.ground, own.ink) = (coverGround, coverInk)
    case .part: (own.ground, own.ink) = (partGround, partInk)
    }
    own.panel = own.ground.mixed(with: own.ink, 0.1)
    own.line = own.ground.mixed(with: own.ink, 0.3)
    own.quiet = own.ground.mixed(with: own.ink, 0.75)
    // Code is written in both on the panel, which is nearer to them than the ground.
    own.accent = accent.readable(on: own.panel, towards: own.ink)
    own.accent2 = accent2.readable(on: own.panel, towards: own.ink)
    return own
  }

  /// Behind words that are marked: a tint that leaves the letters readable.
  var highlight: Color {
    let amber = Color(1.0, 0.80, 0.10)
    return isDark ? ground.mixed(with: amber, 0.32) : ground.mixed(with: amber, 0.55)
  }
}

extension Color {
  /// What light it gives, from 0 to 1 (WCAG 2.2, relative luminance).
  var luminance: Double {
    func linear(_ value: Double) -> Double {
      // sRGB's curve is near the 2.2th power, and nearer is not asked for.
      let base = max(0, value)
      return base * base * (0.8 + 0.2 * base)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// How much it stands out from another colour, from 1 to 21.
  func contrast(with other: Color) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// The colour, or the first between it and another one that can be read on a ground.
  fileprivate func readable(on ground: Color, towards other: Color) -> Color {
    for step in 0..<10 {
      let own = mixed(with: other, Double(step) / 10)
      if own.contrast(with: ground) >= 4.5 { return own }
    }
    return other
  }
}
