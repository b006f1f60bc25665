// SPDX-License-Identifier: MIT
// Part of Platen: converts running text of HTML to inlines and collapses whitespace as browsers do.

internal import Documents

/// Collects a line. Whitespace collapses to one space, also across elements, and is removed at the
/// ends.
struct InlineBuilder {
  private var stack: [[Inline]] = [[]]
  private var text = ""
  /// Indicates whether the text so far ends with whitespace, or is empty.
  private var endsWithBlank = true

  mutating func append(text more: String) {
    for scalar in more.unicodeScalars {
      switch scalar {
      case " ", "\n", "\t", "\r", "\u{C}":
        if !endsWithBlank { text.unicodeScalars.append(" ") }
        endsWithBlank = true
      default:
        text.unicodeScalars.append(scalar)
        endsWithBlank = false
      }
    }
  }

  mutating func append(_ inline: Inline) {
    flush()
    stack[stack.count - 1].append(inline)
    if case .lineBreak = inline { endsWithBlank = true } else { endsWithBlank = false }
  }

  mutating func open() {
    flush()
    stack.append([])
  }

  mutating func close(_ wrap: ([Inline]) -> Inline) {
    flush()
    guard stack.count > 1, let inside = stack.popLast() else { return }
    if !inside.isEmpty { stack[stack.count - 1].append(wrap(inside)) }
  }

  private mutating func flush() {
    guard !text.isEmpty else { return }
    stack[stack.count - 1].append(.text(text))
    text = ""
  }

  /// The line, which is empty afterwards.
  mutating func finished() -> [Inline] {
    while stack.count > 1 { close { .span(Span($0)) } }
    flush()
    var result = stack[0]
    stack = [[]]
    endsWithBlank = true
    // Whitespace at the end is removed.
    while let last = result.last {
      if case .lineBreak = last {
        result.removeLast()
      } else if case .text(var text) = last, text.hasSuffix(" ") {
        text.removeLast()
        result.removeLast()
        if !text.isEmpty { result.append(.text(text)) }
      } else {
        break
      }
    }
    return result
  }
}
