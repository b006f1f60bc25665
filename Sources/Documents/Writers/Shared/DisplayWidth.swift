// SPDX-License-Identifier: MIT
// Part of Platen: how many columns text takes where every letter has one or two.

internal import Documents

/// Columns on a terminal, by East Asian width (UAX #11) and emoji (UTS #51).
enum DisplayWidth {
  static func of(_ text: some StringProtocol) -> Int {
    // A column for each of what most text is.
    let plain = text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { $0 >= 0x20 && $0 < 0x80 } ? bytes.count : -1
    }
    if let plain, plain >= 0 { return plain }
    var meter = Meter()
    var width = 0
    for scalar in text.unicodeScalars { width += meter.width(of: scalar) }
    return width
  }

  /// The widest of the words between blanks.
  static func ofLongestWord(in text: String) -> Int {
    guard text.holds(0x20) else { return of(text) }
    return text.utf8.split(separator: 0x20).map { of(Substring($0)) }.max() ?? 0
  }

  /// Reads scalars one after another, since an emoji may be made of several.
  struct Meter {
    private var isJoined = false
    private var base = 0
    private var canWiden = false

    /// The width that this scalar adds to those before it.
    @inline(__always)
    mutating func width(of scalar: Unicode.Scalar) -> Int {
      if scalar.value < 0x300 {
        isJoined = false
        canWiden = scalar.value == 0xA9 || scalar.value == 0xAE
        base = scalar.value >= 0x20 && scalar.value != 0xAD ? 1 : 0
        return base
      }
      return slowWidth(of: scalar)
    }

    private mutating func slowWidth(of scalar: Unicode.Scalar) -> Int {
      switch scalar.value {
      case 0x200D:
        // Joins two pictures into one.
        isJoined = true
        return 0
      case 0xFE0F:
        // Requests the emoji form of a narrow symbol.
        let more = canWiden && base == 1 ? 1 : 0
        base += more
        return more
      case 0x1F3FB...0x1F3FF where base == 2: return 0
      case 0x1F1E6...0x1F1FF:
        // Two letters make a flag of two columns.
        base = 1
        isJoined = false
        canWiden = false
        return 1
      default: break
      }
      let properties = scalar.properties
      switch properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format, .control: return 0
      default: break
      }
      // Vowels and final consonants of Hangul stand in the syllable begun.
      if (0x1160...0x11FF).contains(scalar.value) { return 0 }
      if isJoined, properties.isEmoji {
        isJoined = false
        return 0
      }
      isJoined = false
      canWiden = properties.isEmoji
      base = properties.isEmojiPresentation || DisplayWidth.isWide(scalar.value) ? 2 : 1
      return base
    }
  }

  /// Wide and full-width characters; unassigned ones of the ideographic planes among them.
  static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
      0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
      0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF,
      0x1F200...0x1F265, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
