// SPDX-License-Identifier: MIT
// Part of Platen: what there is to say of a book's look that can be read: contrasts and fonts.

internal import Canvas
internal import Diagnostics
internal import Drawing
internal import Typesetting
internal import Writers

extension BookLook {
  /// Letters that are hard to read on their ground: under the contrast of 4.5 that WCAG 2.1 (1.4.3)
  /// asks for.
  var contrastWarnings: [Diagnostic] {
    var said: [Diagnostic] = []
    func warn(_ place: String, _ text: String, _ ground: String, _ ratio: Double) {
      said.append(.lowContrast(place, text, ground, ratio))
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
    return said
  }

  /// What there is to say about the fonts of the pages: which stand in for others (notes), and which
  /// kinds of text find none of their families (warnings naming the package to install).
  func fontNotes(_ fonts: FontSet) -> [Diagnostic] { pages.fontNotes(fonts) }
}

extension Diagnostic {
  /// - Parameter ratio: of WCAG 2.1; less than 4.5.
  fileprivate static func lowContrast(
    _ place: String, _ text: String, _ ground: String, _ ratio: Double
  ) -> Diagnostic {
    let rounded = (ratio * 10).rounded(.down) / 10
    return .warning(
      "look.contrast",
      "\(place): \(text) on \(ground) has a contrast of \(rounded), and readers need 4.5")
  }
}

extension DeckLook {
  /// Letters that are hard to read on what slides stand on.
  var contrastWarnings: [Diagnostic] {
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

extension BookStyle {
  /// The families of each kind of text.
  var fontGroups: [[String]] { patchedSelectors.compactMap { patches[$0]?.families } }

  /// What there is to say about its fonts, as looks say it.
  func fontNotes(_ fonts: FontSet) -> [Diagnostic] {
    var names: [String] = []
    for families in fontGroups {
      // The first that is here is used, as itself or by another; the rest does not matter.
      let used = families.first { fonts.match($0) != nil }.map { [$0] } ?? families
      for name in used where !names.contains(name) { names.append(name) }
    }
    return fonts.check(names)
  }
}
