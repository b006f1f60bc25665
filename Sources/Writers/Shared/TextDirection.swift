// SPDX-License-Identifier: MIT
// Part of Platen: which way text runs, as far as a writer has to say it.

internal import Documents

enum TextDirection {
  enum Strength { case left, right, neutral }

  /// Whether any letter here may run from right to left: a look at bytes alone, which says yes for
  /// some that do not.
  static func mayRunRightToLeft(_ bytes: UnsafeRawBufferPointer) -> Bool {
    // U+0590…07FF begin with D6…DF; U+0800…08FF with E0 A0…A3, presentation forms with EF AC…BB,
    // the old scripts past the first plane with F0 90 A… and F0 9E.
    var index = 0
    let count = bytes.count
    while index < count {
      let byte = bytes[index]
      if byte >= 0xD6 {
        if byte <= 0xDF { return true }
        let next = index + 1 < count ? bytes[index + 1] : 0
        if byte == 0xE0, next <= 0xA3 { return true }
        if byte == 0xEF, (0xAC...0xBB).contains(next) { return true }
        if byte == 0xF0, next == 0x90 || next == 0x9E { return true }
      }
      index += 1
    }
    return false
  }

  /// What the bidirectional algorithm sees in a scalar (UAX #9, table 4, without the weak sorts).
  static func strength(of scalar: Unicode.Scalar) -> Strength {
    switch scalar.value {
    case 0x200F, 0x061C: .right
    case 0x200E: .left
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      isLetter(scalar) ? .right : .neutral
    default: isLetter(scalar) ? .left : .neutral
    }
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x80 { return (0x61...0x7A).contains(scalar.value | 0x20) }
    return scalar.properties.isAlphabetic
  }

  /// The direction of the first strong letter (UAX #9, P2 and P3); nil where there is none.
  static func first(in text: String) -> Direction? {
    for scalar in text.unicodeScalars {
      switch strength(of: scalar) {
      case .left: return .leftToRight
      case .right: return .rightToLeft
      case .neutral: continue
      }
    }
    return nil
  }

  /// Cuts text into pieces of one direction. What has none goes with its neighbours where they
  /// agree, else with the paragraph.
  static func pieces(
    of text: String, inRightToLeft base: Bool, _ body: (Substring, _ isRightToLeft: Bool) -> Void
  ) {
    let scalars = text.unicodeScalars
    var start = scalars.startIndex
    // Where the neutral characters before `at` begin, when there are some.
    var neutral: String.Index?
    var current: Bool?
    var at = scalars.startIndex
    while at < scalars.endIndex {
      let strength = strength(of: scalars[at])
      if strength == .neutral {
        if neutral == nil { neutral = at }
      } else {
        let isRight = strength == .right
        if let run = current, run != isRight {
          // The neutral ones between two directions go with the paragraph's.
          let cut = run == base ? at : neutral ?? at
          body(text[start..<cut], run)
          start = cut
        } else if current == nil, let first = neutral, isRight != base {
          body(text[first..<at], base)
          start = at
        }
        current = isRight
        neutral = nil
      }
      at = scalars.index(after: at)
    }
    guard let run = current else {
      body(text[...], base)
      return
    }
    if let neutral, run != base {
      body(text[start..<neutral], run)
      body(text[neutral...], base)
    } else {
      body(text[start...], run)
    }
  }
}
