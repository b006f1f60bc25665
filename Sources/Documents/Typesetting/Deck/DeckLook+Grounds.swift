// SPDX-License-Identifier: MIT
// Part of Platen: the colors of a deck on the backgrounds of its covers and parts.

public import Documents
internal import Drawing
internal import Figures
internal import Text

extension DeckLook {
  /// The look with a slide's own colors: those of its declarations `background`, `background-color`
  /// and `color`. On an image and on a gradient titles have the color of text.
  ///
  /// Text with too little contrast on that background is black or white.
  public func themed(for slide: Slide) -> DeckLook {
    var (ground, ink): (Color?, Color?)
    for own in StyleDeclaration.list(slide.declarations) where own.isColor {
      guard let color = DiagramStyle.color(own.value), color.alpha > 0 else { continue }
      if own.name == "color" { ink = color } else { ground = color }
    }
    let gradient = slide.gradient.flatMap { CSSGradient($0) }
    guard ground != nil || ink != nil || slide.background != nil || gradient != nil else {
      return self
    }
    var own = palette.on(slide.kind)
    own.ground = ground ?? own.ground
    let colors = gradient?.colors(on: own.ground) ?? []
    if let gradient { own.ground = gradient.mean(on: own.ground) }
    if let ink {
      own.ink = ink
    } else if !colors.isEmpty {
      // The color of text that can be read on each of the gradient's colors.
      func least(_ ink: Color) -> Double { colors.map(ink.contrast).min() ?? 0 }
      if least(own.ink) < 4.5 {
        let inks = [own.ink, Color(0.07, 0.08, 0.10), Color.white]
        own.ink = inks.max { least($0) < least($1) } ?? own.ink
      }
    } else if own.ink.contrast(with: own.ground) < 4.5 {
      let (dark, light) = (Color(0.07, 0.08, 0.10), Color.white)
      own.ink =
        dark.contrast(with: own.ground) > light.contrast(with: own.ground) ? dark : light
    }
    own.follow(accent: palette.accent, palette.accent2)
    // On an image, only the color of text is sure to be readable.
    if slide.background != nil || gradient != nil { own.accent = own.ink }
    (own.coverGround, own.coverInk) = (own.ground, own.ink)
    (own.partGround, own.partInk) = (own.ground, own.ink)
    var look = self
    look.palette = own
    return look
  }
}

extension DeckLook.Palette {
  /// The colors as they can be read on the ground of a kind of slide.
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
    own.follow(accent: accent, accent2)
    return own
  }

  /// Derives the colors of panels, lines and highlights from background and text.
  fileprivate mutating func follow(accent: Color, _ accent2: Color) {
    panel = ground.mixed(with: ink, 0.1)
    line = ground.mixed(with: ink, 0.3)
    quiet = ground.mixed(with: ink, 0.75)
    // Code is written in both on the panel, which is nearer to them than the ground.
    self.accent = accent.readable(on: panel, towards: ink)
    self.accent2 = accent2.readable(on: panel, towards: ink)
  }

  /// Behind words that are marked: a tint that leaves the letters readable.
  var highlight: Color {
    let amber = Color(1.0, 0.80, 0.10)
    return isDark ? ground.mixed(with: amber, 0.32) : ground.mixed(with: amber, 0.55)
  }
}

extension Color {
  /// The relative luminance, from 0 to 1 (WCAG 2.2).
  var luminance: Double {
    func linear(_ value: Double) -> Double {
      // sRGB's curve is near the 2.2th power, which is close enough.
      let base = max(0, value)
      return base * base * (0.8 + 0.2 * base)
    }
    return Luminance.relative(red: linear(red), green: linear(green), blue: linear(blue))
  }

  /// The contrast with another color, from 1 to 21.
  func contrast(with other: Color) -> Double {
    Luminance.contrast(luminance, other.luminance)
  }

  /// The color, or the first between it and another one that can be read on a ground.
  fileprivate func readable(on ground: Color, towards other: Color) -> Color {
    for step in 0..<10 {
      let own = mixed(with: other, Double(step) / 10)
      if own.contrast(with: ground) >= 4.5 { return own }
    }
    return other
  }
}
