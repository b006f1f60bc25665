// SPDX-License-Identifier: MIT
// Part of Platen: parts are counted `2.`, slides in them `2.3`.

internal import Documents

/// Counts parts and the slides in them.
struct SlideNumbering {
  private var part = 0
  private var slide = 0
  private var isInPart = false

  /// The number before the title of the next slide; empty before the first part.
  mutating func next(_ kind: Slide.Kind) -> String {
    switch kind {
    case .cover: return ""
    case .part:
      part += 1
      slide = 0
      isInPart = true
      return "\(part)."
    case .standard:
      guard isInPart else { return "" }
      slide += 1
      return "\(part).\(slide)"
    }
  }

  /// Skips a part: the slides after it belong to no part.
  mutating func skipPart() { isInPart = false }
}
