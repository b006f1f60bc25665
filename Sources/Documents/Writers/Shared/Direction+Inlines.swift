// SPDX-License-Identifier: MIT
// Part of Platen: the direction of text, as far as a writer must state it.

internal import Documents

extension Direction {
  /// The direction of the first strong letter of some words; nil where there is none. Notes and
  /// pictures have a direction of their own.
  static func first(in inlines: [Inline], depth: Int = 0) -> Direction? {
    guard depth < 64 else { return nil }
    for inline in inlines {
      let found: Direction? =
        switch inline {
        case .text(let text), .code(let text): first(in: text)
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

  /// Cuts text into pieces of one direction. What has none goes with its neighbors where they
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
      if let direction = strong(scalars[at]) {
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
