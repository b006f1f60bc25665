// SPDX-License-Identifier: MIT
// Part of Platen: a measurer of text without fonts.

import Drawing
import Geometry

/// Letters half an em wide, one glyph for each scalar.
struct HalfEmText: TextMeasuring {
  func shape(_ text: String, font: FontRequest) -> ShapedText {
    let scalars = Array(text.unicodeScalars)
    let advance = font.size * (0.5 + font.letterSpacing)
    let run = ShapedText.Run(
      font: FontInstance(face: FontFace(name: font.families.first ?? ""), size: font.size),
      source: text,
      glyphs: scalars.indices.map {
        Glyph(id: scalars[$0].value, position: Point(Double($0) * advance, 0))
      },
      advances: Array(repeating: advance, count: scalars.count),
      clusters: scalars.map { Cluster(byteCount: String($0).utf8.count, glyphCount: 1) })
    return ShapedText(
      runs: [run], width: advance * Double(scalars.count), ascent: font.size * 0.8,
      descent: font.size * 0.2)
  }
}
