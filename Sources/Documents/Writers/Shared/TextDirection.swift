// SPDX-License-Identifier: MIT
// Part of Platen: which way text runs, as far as a writer has to say it.

internal import Documents

enum TextDirection {
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

  /// The direction of the first strong letter of some words; nil where there is none. Notes and
  /// pictures have a direction of their own.
  static func first(in inlines: [Inline], depth: Int = 0) -> Direction? {
    guard depth < 64 else { return nil }
    for inline in inlines {
      let found: Direction? =
        switch inline {
        case .text(let text), .code(let text): Direction.first(in: text)
        case .emphasis(let inner), .strong(let inner), .strikethrough(let inner),
          .smallCaps(let inner), .superscript(let inner), .subscript(let inner):
          first(in: inner, depth: depth + 1)
        case .link(let link): first(in: link.inlines, depth: depth + 1)
        case .reference(let reference): first(in: reference.inlines, depth: depth + 1)
        case .span(let span): span.direction ?? first(in: span.inlines, depth: depth + 1)
        case .lineBreak, .footnote, .image, .indexMark: nil
        }
      if let found, found != .automatic { return found }
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
      if let direction = Direction.strong(scalars[at]) {
        let isRight = direction == .rightToLeft
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
      } else if neutral == nil {
        neutral = at
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
