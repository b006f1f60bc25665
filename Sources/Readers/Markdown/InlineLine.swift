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
    if inlines.isEmpty { inlines.reserveCapacity(4) }
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
  ///
  /// - Parameter hasEmphasis: Asterisks stand round words, as `MarkdownChunks` found them.
  mutating func appendPlainLines(_ bytes: UnsafeBufferPointer<UInt8>, hasEmphasis: Bool = false) {
    var start = 0
    while start < bytes.count {
      let end = bytes.lineEnd(from: start)
      var first = start
      while first < end, bytes[first] == 0x20 || bytes[first] == 0x09 { first += 1 }
      var last = end
      while last > first, bytes[last - 1] == 0x20 || bytes[last - 1] == 0x09 { last -= 1 }
      let line = UnsafeBufferPointer(rebasing: bytes[first..<last])
      if hasEmphasis { appendEmphasized(line) } else { appendText(line) }
      start = end + 1
      if start < bytes.count {
        if end - last >= 2 { append(.lineBreak) } else { appendSoftBreak() }
      }
    }
  }

  private mutating func appendEmphasized(_ line: UnsafeBufferPointer<UInt8>) {
    func part(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
      UnsafeBufferPointer(rebasing: line[range])
    }
    let star = UInt8(ascii: "*")
    var start = 0
    var at = line.next(star, from: 0)
    while at < line.count {
      appendText(part(start..<at))
      let count = at + 1 < line.count && line[at + 1] == star ? 2 : 1
      let first = min(at + count, line.count)
      let end = line.next(star, from: first)
      var words = InlineLine(breaksAtLineEnds: breaksAtLineEnds)
      words.appendText(part(first..<end))
      append(count == 2 ? .strong(words.finished()) : .emphasis(words.finished()))
      start = min(end + count, line.count)
      at = line.next(star, from: start)
    }
    appendText(part(start..<line.count))
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
