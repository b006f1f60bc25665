// SPDX-License-Identifier: MIT
// Part of Platen: gathers running text, so that neighboring texts are one and blanks are single.

internal import Documents

/// Inlines as they are gathered: texts that follow each other become one, white space one blank.
struct InlineLine {
  /// Indicates whether a soft line end is a break.
  let breaksAtLineEnds: Bool
  private var inlines: [Inline] = []
  private var text: [UInt8] = []
  /// A text that came in one piece, while nothing was added to it; then `text` is empty.
  private var whole: String?

  init(breaksAtLineEnds: Bool) { self.breaksAtLineEnds = breaksAtLineEnds }

  mutating func append(_ inline: Inline) {
    if inlines.isEmpty, inlines.capacity == 0 { inlines.reserveCapacity(4) }
    flush()
    inlines.append(inline)
  }

  mutating func appendText(_ bytes: UnsafeBufferPointer<UInt8>) {
    if let whole {
      text.append(contentsOf: whole.utf8)
      self.whole = nil
    }
    // Nearly all texts are as they should be.
    if unsafe InlineLine.isClean(bytes, after: text.last ?? 0) {
      unsafe text.append(contentsOf: bytes)
      return
    }
    for index in bytes.indices {
      let byte = unsafe bytes[index]
      if byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D {
        if text.last != 0x20 { text.append(0x20) }
      } else {
        text.append(byte)
      }
    }
  }

  /// Indicates whether text has no whitespace but single spaces; may be false for a text that is
  /// clean.
  private static func isClean(_ bytes: UnsafeBufferPointer<UInt8>, after previous: UInt8) -> Bool {
    let raw = UnsafeRawBufferPointer(bytes)
    guard let first = unsafe raw.first else { return true }
    if first < 0x20 || (first == 0x20 && previous == 0x20) { return false }
    var at = 1
    while at + ByteBlock.count <= raw.count {
      let block = unsafe ByteBlock(raw, at: at)
      let doubled = unsafe block.equals(0x20) & ByteBlock(raw, at: at - 1).equals(0x20)
      guard (block.isWithin(0...0x1F) | doubled).isEmpty else { return false }
      at += ByteBlock.count
    }
    while at < raw.count {
      if unsafe raw[at] < 0x20 || (raw[at] == 0x20 && raw[at - 1] == 0x20) { return false }
      at += 1
    }
    return true
  }

  mutating func appendText(_ string: String) {
    var string = string
    string.withUTF8 { unsafe appendText($0) }
  }

  mutating func appendSoftBreak() {
    if breaksAtLineEnds { append(.lineBreak) } else { appendText(" ") }
  }

  /// Lines of text without markup, as the parser would read them: no blanks at their ends, two
  /// blanks before a line end make it a break.
  ///
  /// - Parameter hasEmphasis: Asterisks stand round words, as `MarkdownChunks` found them.
  static func inlines(
    ofPlainLines bytes: UnsafeBufferPointer<UInt8>, breaksAtLineEnds: Bool, hasEmphasis: Bool
  ) -> [Inline] {
    var line = InlineLine(breaksAtLineEnds: breaksAtLineEnds)
    unsafe line.appendPlainLines(bytes, hasEmphasis: hasEmphasis)
    return line.finished()
  }

  private mutating func appendPlainLines(
    _ bytes: UnsafeBufferPointer<UInt8>, hasEmphasis: Bool
  ) {
    var start = 0
    while start < bytes.count {
      let end = unsafe bytes.lineEnd(from: start)
      var first = start
      while first < end, unsafe bytes[first] == 0x20 || bytes[first] == 0x09 { first += 1 }
      var last = end
      while last > first, unsafe bytes[last - 1] == 0x20 || bytes[last - 1] == 0x09 { last -= 1 }
      let line = unsafe UnsafeBufferPointer(rebasing: bytes[first..<last])
      if hasEmphasis { unsafe appendEmphasized(line) } else { unsafe appendWhole(line) }
      start = end + 1
      if start < bytes.count {
        if end - last >= 2 { append(.lineBreak) } else { appendSoftBreak() }
      }
    }
  }

  private mutating func appendEmphasized(_ line: UnsafeBufferPointer<UInt8>) {
    func part(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
      unsafe UnsafeBufferPointer(rebasing: line[range])
    }
    let star = UInt8(ascii: "*")
    var start = 0
    var at = unsafe line.next(star, from: 0)
    // A sentence or two with a word set off in each.
    if at < line.count, inlines.isEmpty { inlines.reserveCapacity(8) }
    while at < line.count {
      unsafe appendWhole(part(start..<at))
      let count = unsafe at + 1 < line.count && line[at + 1] == star ? 2 : 1
      let first = min(at + count, line.count)
      let end = unsafe line.next(star, from: first)
      var words = InlineLine(breaksAtLineEnds: breaksAtLineEnds)
      unsafe words.appendWhole(part(first..<end))
      append(count == 2 ? .strong(words.finished()) : .emphasis(words.finished()))
      start = min(end + count, line.count)
      at = unsafe line.next(star, from: start)
    }
    unsafe appendWhole(part(start..<line.count))
  }

  /// Appends text to which seldom more is added: it is copied once, not gathered first.
  private mutating func appendWhole(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard text.isEmpty, whole == nil, unsafe InlineLine.isClean(bytes, after: 0) else {
      return unsafe appendText(bytes)
    }
    if !bytes.isEmpty { whole = unsafe String(decoding: bytes, as: UTF8.self) }
  }

  /// The text gathered, which is then none.
  private mutating func takeText() -> Inline? {
    if let whole {
      self.whole = nil
      return .text(whole)
    }
    guard !text.isEmpty else { return nil }
    defer { text.removeAll(keepingCapacity: true) }
    return .text(String(decoding: text, as: UTF8.self))
  }

  private mutating func flush() {
    if let gathered = takeText() { inlines.append(gathered) }
  }

  mutating func finished() -> [Inline] {
    // Most lines are one text, and most texts of a book are such lines: no room for more in them.
    if inlines.isEmpty { return takeText().map { [$0] } ?? [] }
    flush()
    return inlines
  }
}
