// SPDX-License-Identifier: MIT
// Part of Platen: colors made lighter, darker, mixed or transparent.

/// A change of a color, as Tokens Studio has it.
struct ColorChange {
  enum Kind: String, CaseIterable { case lighten, darken, mix, alpha }
  enum Space: String, CaseIterable { case lch, srgb, hsl, p3 }

  var kind: Kind
  var space: Space
  /// 0…1.
  var amount: Double
  /// The color to mix with.
  var other: TokenColor?

  /// The changed color.
  func applied(to color: TokenColor) -> TokenColor {
    switch kind {
    case .alpha:
      var color = color
      color.alpha = max(0, min(1, amount))
      return color
    case .lighten: return moved(color) { part, full in part + (full - part) * amount }
    case .darken: return moved(color) { part, _ in part - part * amount }
    case .mix: return other.map { mixed(color, $0) } ?? color
    }
  }

  /// The color with its lightness moved; in RGB with each component moved.
  private func moved(
    _ color: TokenColor, _ move: (_ part: Double, _ full: Double) -> Double
  ) -> TokenColor {
    switch space {
    case .lch:
      let parts = color.lch
      let lightness = max(0, min(100, move(parts.lightness, 100)))
      return TokenColor(
        space: "lch", lightness, max(0, parts.chroma - amount * parts.chroma), parts.hue,
        alpha: color.alpha) ?? color
    case .hsl:
      let parts = color.hsl
      return TokenColor(
        space: "hsl", parts.hue, parts.saturation, max(0, min(100, move(parts.lightness, 100))),
        alpha: color.alpha) ?? color
    case .srgb, .p3:
      let color = color.converted(to: space == .p3 ? .displayP3 : .sRGB)
      func part(_ value: Double) -> Double { max(0, min(1, move(value, 1))) }
      return TokenColor(
        part(color.red), part(color.green), part(color.blue), alpha: color.alpha,
        space: color.space)
    }
  }

  private func mixed(_ a: TokenColor, _ b: TokenColor) -> TokenColor {
    let amount = max(0, min(1, amount))
    func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * amount }
    /// The shorter way round.
    func hue(_ a: Double, _ b: Double) -> Double {
      let way = (b - a).truncatingRemainder(dividingBy: 360)
      let short = way > 180 ? way - 360 : way < -180 ? way + 360 : way
      return a + short * amount
    }
    let alpha = between(a.alpha, b.alpha)
    switch space {
    case .lch:
      let (x, y) = (a.lch, b.lch)
      // A gray has no hue of its own.
      let angle =
        x.chroma < 0.02 ? y.hue : y.chroma < 0.02 ? x.hue : hue(x.hue, y.hue)
      return TokenColor(
        space: "lch", between(x.lightness, y.lightness), between(x.chroma, y.chroma), angle,
        alpha: alpha) ?? a
    case .hsl:
      let (x, y) = (a.hsl, b.hsl)
      let angle =
        x.saturation < 0.01 ? y.hue : y.saturation < 0.01 ? x.hue : hue(x.hue, y.hue)
      return TokenColor(
        space: "hsl", angle, between(x.saturation, y.saturation),
        between(x.lightness, y.lightness), alpha: alpha) ?? a
    case .srgb, .p3:
      let target: TokenColor.Space = space == .p3 ? .displayP3 : .sRGB
      let (x, y) = (a.converted(to: target), b.converted(to: target))
      return TokenColor(
        between(x.red, y.red), between(x.green, y.green), between(x.blue, y.blue), alpha: alpha,
        space: target)
    }
  }
}
