// SPDX-License-Identifier: MIT
// Part of Platen: gathers running text, so that neighbouring texts are one and blanks are single.

internal import Documents

/// Inlines as they are gathered: texts that follow each other become one, white space one blank.
struct InlineLine {
  /// Whether a soft line end is a break.
  let breaksAtLineEnds: Bool
  private var inlines: [Inline] = []
  private var text: [UInt8] = []

  init(breaksAtLineEnds: Bool) { self.breaksAtLineEnds = breaksAtLineEnds }

  mutating func append(_ inline: Inline) {
    flush()
    inlines.append(inline)
  }

  mutating func appendText(_ bytes: UnsafeBufferPointer<UInt8>) {
    // Nearly all texts are as they should be.
    var previous = text.last ?? 0
    let isClean = bytes.allSatisfy { byte in
      defer { previous = byte }
      return byte > 0x20 || (byte == 0x20 && previous != 0x20)
    }
    if isClean {
      text.append(contentsOf: bytes)
      return
    }
    for byte in bytes {
      if byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D {
        if text.last != 0x20 { text.append(0x20) }
      } else {
        text.append(byte)
      }
    }
  }

  mutating func appendText(_ string: String) {
    var string = string
    string.withUTF8 { appendText($0) }
  }

  mutating func appendSoftBreak() {
    if breaksAtLineEnds { append(.lineBreak) } else { appendText(" ") }
  }

  /// Lines of text without markup, as the parser would read them: no blanks at their ends, two
  /// blanks before a line end make it a break.
  mutating func appendPlainLines(_ bytes: UnsafeBufferPointer<UInt8>) {
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != 0x0A { end += 1 }
      var first = start
      while first < end, bytes[first] == 0x20 || bytes[first] == 0x09 { first += 1 }
      var last = end
      while last > first, bytes[last - 1] == 0x20 || bytes[last - 1] == 0x09 { last -= 1 }
      appendText(UnsafeBufferPointer(rebasing: bytes[first..<last]))
      start = end + 1
      if start < bytes.count {
        if end - last >= 2 { append(.lineBreak) } else { appendSoftBreak() }
      }
    }
  }

  private mutating func flush() {
    guard !text.isEmpty else { return }
    inlines.append(.text(String(decoding: text, as: UTF8.self)))
    text.removeAll(keepingCapacity: true)
  }

  mutating func finished() -> [Inline] {
    // Most lines are one text, and most texts of a book are such lines: no room for more in them.
    if inlines.isEmpty, !text.isEmpty { return [.text(String(decoding: text, as: UTF8.self))] }
    flush()
    return inlines
  }
}
