// SPDX-License-Identifier: MIT
// Part of Platen: how far letters reach, script by script.

/// Parts of an em that letters reach above and below their baseline.
struct LetterBox: Hashable {
  var above = LetterBox.above
  var below = LetterBox.below
  /// From the baseline up to the middle of a line of letters.
  var middle = LetterBox.middle
  /// Indicates whether letters hold on to each other, so that they can neither be spread nor bent
  /// apart.
  var isJoined = false

  static let above = 0.72
  static let below = 0.24
  static let middle = 0.25
  /// The middle of capitals.
  static let capitalMiddle = 0.33

  /// The extent of the letters of `text`. Descenders are not distinguished from other letters.
  init(of text: String) {
    for scalar in text.unicodeScalars where scalar.value >= 0xC0 {
      switch scalar.value {
      // Capitals with something on top.
      case 0xC0...0xDE, 0x100...0x17F, 0x1E00...0x1EFF: above = max(above, 0.9)
      // Arabic, Syriac, N'Ko and their later forms.
      case 0x600...0x7FF, 0x8A0...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF:
        isJoined = true
        above = max(above, 0.82)
        below = max(below, 0.38)
      // From Devanagari to Burmese, and Tibetan: signs above and below, many under one line.
      case 0x900...0x109F, 0x1780...0x17FF:
        isJoined = isJoined || scalar.value <= 0xA7F
        above = max(above, 0.92)
        below = max(below, 0.42)
      case 0x1800...0x18AF: isJoined = true
      // Han, kana, hangul: squares that hang a little below the line.
      case 0x1100...0x11FF, 0x2E80...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF,
        0x20000...0x3FFFF:
        above = max(above, 0.9)
        middle = 0.36
      default: break
      }
    }
  }

  /// The same, less the room for descenders where the name has none.
  init(tightlyOf text: String) {
    self.init(of: text)
    let hangs = text.unicodeScalars.contains {
      $0.value > 0x17F || "gjpqyQJ,;()".unicodeScalars.contains($0)
    }
    if !hangs { below = 0.05 }
  }

  /// The distance of a line below the middle of `count` lines.
  static func shift(ofLine index: Int, of count: Int, size: Double) -> Double {
    (Double(index) - Double(count - 1) / 2) * size * 1.05
  }
}
