// SPDX-License-Identifier: MIT
// Part of Platen: looks whose text is hard to read on its ground.

package import Diagnostics
internal import Drawing
package import Typesetting
internal import Writers

extension BookLook {
  /// Warnings for text below the contrast of 4.5 that WCAG 2.1 (1.4.3) requires.
  package var contrastWarnings: [Diagnostic] {
    var warnings: [Diagnostic] = []
    func warn(_ place: String, _ text: String, _ ground: String, _ ratio: Double) {
      warnings.append(.lowContrast(place, text, ground, ratio))
    }
    let paper = pages.ground.alpha < 1 ? Color.white : pages.ground
    if let ink = pages.patches["body"]?.color {
      let ratio = WebStyle.Palette.contrast(ink.rgb, paper.rgb)
      if ratio < 4.5 { warn("styles.body.color", ink.hex, paper.hex, ratio) }
    }
    for (name, palette) in [("screen.light", web.light), ("screen.dark", web.dark)] {
      for weak in palette.weakContrasts {
        warn(name, Color(rgb: weak.text).hex, Color(rgb: weak.ground).hex, weak.ratio)
      }
    }
    return warnings
  }
}

extension Diagnostic {
  /// - Parameter ratio: of WCAG 2.1; less than 4.5.
  fileprivate static func lowContrast(
    _ place: String, _ text: String, _ ground: String, _ ratio: Double
  ) -> Diagnostic {
    let rounded = (ratio * 10).rounded(.down) / 10
    return .warning(
      .lookContrast,
      "\(place): \(text) on \(ground) has a contrast of \(rounded), and readers need 4.5")
  }
}

extension DeckLook {
  /// Warnings for text of slides that is hard to read on its ground.
  package var contrastWarnings: [Diagnostic] {
    let pairs: [(String, Color, Color)] = [
      ("colors.ink", palette.ink, palette.ground),
      ("colors.ink on panels", palette.ink, palette.panel),
      ("colors.cover-ink", palette.coverInk, palette.coverGround),
      ("colors.part-ink", palette.partInk, palette.partGround),
    ]
    return pairs.compactMap { place, ink, ground in
      let ratio = WebStyle.Palette.contrast(ink.rgb, ground.rgb)
      return ratio < 4.5 ? .lowContrast(place, ink.hex, ground.hex, ratio) : nil
    }
  }
}
