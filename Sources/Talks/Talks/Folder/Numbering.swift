// SPDX-License-Identifier: MIT
// Part of Platen: parts are counted `2.`, slides in them `2.3`.

internal import Documents

/// Counts parts and the slides in them.
struct Numbering {
  private var part = 0
  private var slide = 0
  private var isInPart = false

  /// What stands before the title of the next slide; empty before the first part.
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

  /// A part that is left out: what follows belongs to none.
  mutating func skipPart() { isInPart = false }
}
