// SPDX-License-Identifier: MIT
// Part of Platen: lines of text with what stands before them, wrapped by the columns they take.

internal import Documents
internal import Text

/// Takes paragraphs and gives lines to a sink.
///
/// As with XML, no method here throws: the first error of the sink is stored, and ``finish()``
/// throws it.
struct LineOutput {
  /// The text at the beginning of lines: on the first line of a block, and on the others.
  struct Prefix {
    var first: String
    var rest: String
    var width: Int
  }

  private let sink: ByteSink?
  /// All lines; used without a sink.
  private(set) var bytes: [UInt8] = []
  private(set) var replaced = 0
  private var fault: (any Error)?
  private var hasLines = false
  /// The number of prefixes before the blank line that is due.
  private var blankDepth: Int?
  private var prefixes: [(prefix: Prefix, isUsed: Bool)] = []

  private static let flushSize = 1 << 16

  /// - Parameter sink: nil to keep the lines.
  init(sink: ByteSink?) {
    self.sink = sink
    if sink != nil { bytes.reserveCapacity(LineOutput.flushSize + 4096) }
  }

  // MARK: Lines

  mutating func push(_ first: String, _ rest: String) {
    prefixes.append((Prefix(first: first, rest: rest, width: DisplayWidth.of(first)), false))
  }

  mutating func pop() { prefixes.removeLast() }

  /// Columns that prefixes take.
  var prefixWidth: Int { prefixes.reduce(0) { $0 + $1.prefix.width } }

  /// A blank line before the next one, unless nothing was written yet.
  mutating func separate() {
    guard hasLines else { return }
    blankDepth = min(blankDepth ?? .max, prefixes.count)
  }

  private mutating func beginLine() {
    if let depth = blankDepth {
      blankDepth = nil
      let start = bytes.count
      for (prefix, _) in prefixes.prefix(depth) { bytes.append(contentsOf: prefix.rest.utf8) }
      trimEnd(from: start)
      bytes.append(0x0A)
    }
    hasLines = true
    if prefixes.isEmpty { return }
    for index in prefixes.indices {
      let prefix = prefixes[index].prefix
      bytes.append(contentsOf: (prefixes[index].isUsed ? prefix.rest : prefix.first).utf8)
      prefixes[index].isUsed = true
    }
  }

  private mutating func trimEnd(from start: Int) {
    while bytes.count > start, bytes[bytes.count - 1] == 0x20 { bytes.removeLast() }
  }

  private mutating func endLine(from start: Int) {
    trimEnd(from: start)
    bytes.append(0x0A)
    if bytes.count >= LineOutput.flushSize { flush() }
  }

  /// Writes one line as it is.
  mutating func line(_ text: String) { line(Array(text.utf8)) }

  /// Writes one line as it is, in UTF-8.
  mutating func line(_ text: [UInt8]) {
    let start = bytes.count
    beginLine()
    text.withUnsafeBytes { append($0) }
    endLine(from: start)
  }

  /// A line of one character of ASCII as often as it takes to reach `width`.
  mutating func line(of character: UInt8, width: Int) {
    line([UInt8](repeating: character, count: max(1, width)))
  }

  /// Indicates whether a first prefix waits for its line, as the number of an item with nothing in
  /// it.
  var hasUnusedPrefix: Bool { prefixes.last.map { !$0.isUsed } ?? false }

  /// Appends text, with U+FFFD in place of what XML forbids.
  private mutating func append(_ text: UnsafeRawBufferPointer) {
    replaced += ForbiddenCharacters.append(text, to: &bytes)
  }

  // MARK: Paragraphs

  /// Writes a paragraph; line feeds in it end lines.
  ///
  /// - Parameters:
  ///   - width: columns there are, prefixes included; nil for lines as long as they come.
  ///   - isCut: words longer than a line are cut.
  /// - Returns: the columns of the widest line, without prefixes.
  @discardableResult
  mutating func paragraph(_ text: String, width: Int?, isCut: Bool = false) -> Int {
    var text = text
    return text.withUTF8 { bytes in
      paragraph(UnsafeRawBufferPointer(bytes), width: width, isCut: isCut)
    }
  }

  /// The same, of UTF-8.
  @discardableResult
  mutating func paragraph(_ text: UnsafeRawBufferPointer, width: Int?, isCut: Bool = false) -> Int {
    var widest = 0
    var start = 0
    while start <= text.count {
      let end = text.offset(of: 0x0A, from: start) ?? text.count
      let line = UnsafeRawBufferPointer(rebasing: text[start..<end])
      if let width {
        widest = max(widest, wrap(line, max(8, width - prefixWidth), isCut: isCut))
      } else {
        let from = bytes.count
        beginLine()
        append(line)
        endLine(from: from)
      }
      start = end + 1
    }
    return widest
  }

  /// The width a text is wrapped to.
  private struct Wrapping {
    let text: UnsafeRawBufferPointer
    let room: Int
    let isCut: Bool
    var widest = 0
    /// The beginning of the line, its end, and the columns it takes up to there.
    var start = 0
    var at = 0
    var width = 0
    /// The last place to break: where the line would end, where the next would begin, and the
    /// widths up to there.
    var lastBreak: (end: Int, next: Int, endWidth: Int, nextWidth: Int)?
    /// The scalar before `at`.
    var last: UInt32 = 0
    var meter = DisplayWidth.Meter()
    var isMeterStale = false
  }

  /// Breaks a line at the last blank or between the last ideographs that fit.
  private mutating func wrap(_ text: UnsafeRawBufferPointer, _ room: Int, isCut: Bool) -> Int {
    var line = Wrapping(text: text, room: room, isCut: isCut)
    while line.at < text.count {
      if line.at == line.start, !isCut {
        switch LineOutput.plainLine(of: text, from: line.start, room) {
        case .last:
          emitPlain(text[line.start...])
          return max(line.widest, text.count - line.start)
        case .broken(let end, let next):
          line.widest = max(line.widest, end - line.start)
          emitPlain(text[line.start..<end])
          (line.start, line.at) = (next, next)
          (line.width, line.lastBreak, line.last, line.isMeterStale) = (0, nil, 0x20, true)
          continue
        case .notPlain: break
        }
      }
      if text[line.at] == 0x20 {
        LineOutput.takeSpaces(&line)
      } else if !takeWord(&line) {
        takeScalar(&line)
      }
    }
    let end = line.lastBreak.flatMap { $0.next == text.count ? $0.endWidth : nil }
    emit(line, to: text.count)
    return max(line.widest, end ?? line.width)
  }

  private static func takeSpaces(_ line: inout Wrapping) {
    // Blanks at a line's beginning indent it; those at its end are let go.
    let isIndent = line.at == line.start && line.start == 0
    let (first, firstWidth) = (line.at, line.width)
    while line.at < line.text.count, line.text[line.at] == 0x20 {
      line.at += 1
      line.width += 1
    }
    if !isIndent { line.lastBreak = (first, line.at, firstWidth, line.width) }
    line.last = 0x20
    line.isMeterStale = true
  }

  /// Takes a word of ASCII: it fits, or goes to the next line, as a whole. False for what is none.
  private mutating func takeWord(_ line: inout Wrapping) -> Bool {
    guard LineOutput.isLetter(line.text[line.at]), line.last < 0x2000 else { return false }
    var after = line.at + 1
    while after < line.text.count, LineOutput.isLetter(line.text[after]) { after += 1 }
    let isOver = line.width + after - line.at > line.room
    guard !isOver || !line.isCut else { return false }
    if isOver, breakLine(&line), line.at == line.start {
      // The line that begins with this word may be a plain one.
      return true
    }
    line.width += after - line.at
    line.last = UInt32(line.text[after - 1])
    line.isMeterStale = true
    line.at = after
    return true
  }

  private mutating func takeScalar(_ line: inout Wrapping) {
    let (value, length) = LineOutput.scalar(line.text, line.at)
    let columns: Int
    if value < 0x80 {
      columns = value < 0x20 || value == 0x7F ? 0 : 1
      line.isMeterStale = true
    } else {
      if line.isMeterStale { line.meter = DisplayWidth.Meter() }
      line.isMeterStale = false
      columns = Unicode.Scalar(value).map { line.meter.width(of: $0) } ?? 1
    }
    if line.at > line.start, LineOutput.mayBreak(between: line.last, and: value) {
      line.lastBreak = (line.at, line.at, line.width, line.width)
    }
    if line.width + columns > line.room {
      breakLine(&line)
      if line.isCut, line.width + columns > line.room, line.at > line.start, columns > 0 {
        line.widest = max(line.widest, line.width)
        emit(line, to: line.at)
        line.start = line.at
        line.width = 0
      }
    }
    line.width += columns
    line.last = value
    line.at += length
  }

  /// Ends a line at the last place to break; false where there is none.
  @discardableResult
  private mutating func breakLine(_ line: inout Wrapping) -> Bool {
    guard let place = line.lastBreak else { return false }
    line.widest = max(line.widest, place.endWidth)
    emit(line, to: place.end)
    line.start = place.next
    line.width -= place.nextWidth
    line.lastBreak = nil
    return true
  }

  private mutating func emit(_ line: Wrapping, to end: Int) {
    let from = bytes.count
    beginLine()
    append(UnsafeRawBufferPointer(rebasing: line.text[line.start..<end]))
    endLine(from: from)
  }

  /// The end of a line that is printable ASCII and as long as may be.
  private enum PlainLine {
    /// With the text.
    case last
    /// Before a blank; and where the next line begins.
    case broken(end: Int, next: Int)
    /// Text that holds something else, or has no blank to break at: it is to be measured.
    case notPlain
  }

  /// Finds the end of a line of characters that take one column each, without going through them.
  private static func plainLine(
    of text: UnsafeRawBufferPointer, from start: Int, _ room: Int
  ) -> PlainLine {
    // The line, and what comes behind it and decides whether its last word is whole.
    let limit = min(text.count, start + room + 1)
    var at = start
    while at + ByteBlock.count <= limit {
      guard (!ByteBlock(text, at: at).isWithin(0x20...0x7E)).isEmpty else { return .notPlain }
      at += ByteBlock.count
    }
    while at < limit {
      guard (0x20...0x7E).contains(text[at]) else { return .notPlain }
      at += 1
    }
    if text.count - start <= room { return text[text.count - 1] == 0x20 ? .notPlain : .last }
    var end = start + room
    while end > start, text[end] != 0x20 { end -= 1 }
    var next = end
    while next < text.count, text[next] == 0x20 { next += 1 }
    while end > start, text[end - 1] == 0x20 { end -= 1 }
    // Texts with spaces at either end, or that continue in another script, take the other path.
    guard end > start, next < text.count, text[next] < 0x7F else { return .notPlain }
    return .broken(end: end, next: next)
  }

  /// Writes a line of printable ASCII.
  private mutating func emitPlain(_ text: Slice<UnsafeRawBufferPointer>) {
    let from = bytes.count
    beginLine()
    bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text))
    endLine(from: from)
  }

  /// Indicates whether a character takes one column and does not allow a break.
  private static func isLetter(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F }

  /// Decodes one scalar; the text is a string's, so it is sound.
  private static func scalar(_ text: UnsafeRawBufferPointer, _ at: Int) -> (UInt32, Int) {
    let first = text[at]
    if first < 0x80 { return (UInt32(first), 1) }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard at + length <= text.count else { return (0xFFFD, text.count - at) }
    var value = UInt32(first) & (0xFF >> UInt32(length + 1))
    for next in 1..<length { value = value << 6 | UInt32(text[at + next] & 0x3F) }
    return (value, length)
  }

  /// Indicates whether a line may break here without a space: beside ideographs and kana, not
  /// before a closing nor after an opening character (after UAX #14 and JIS X 4051, their main
  /// rules).
  private static func mayBreak(between a: UInt32, and b: UInt32) -> Bool {
    if a == 0x200B { return true }
    guard isIdeographic(a) || isIdeographic(b), a != 0, b != 0x200D, a != 0x200D else {
      return false
    }
    return !closes(b) && !opens(a)
  }

  private static func isIdeographic(_ value: UInt32) -> Bool {
    switch value {
    case 0x2E80...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFF01...0xFF60, 0x20000...0x3FFFD:
      true
    default: false
    }
  }

  private static func closes(_ value: UInt32) -> Bool {
    switch value {
    case 0x21, 0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F, 0x5D, 0x7D, 0x2019, 0x201D, 0x2026, 0x3001,
      0x3002, 0x3005, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x3017, 0x3041, 0x3043,
      0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x309D, 0x309E, 0x30A1, 0x30A3,
      0x30A5, 0x30A7, 0x30A9, 0x30C3, 0x30E3, 0x30E5, 0x30E7, 0x30FB...0x30FE, 0xFF01, 0xFF09,
      0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0xFF1F, 0xFF3D, 0xFF5D, 0x300...0x36F, 0xFE00...0xFE0F:
      true
    default: false
    }
  }

  private static func opens(_ value: UInt32) -> Bool {
    switch value {
    case 0x28, 0x5B, 0x7B, 0x2018, 0x201C, 0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0x3016,
      0xFF08, 0xFF3B, 0xFF5B:
      true
    default: false
    }
  }

  // MARK: The end

  /// Passes on the text so far, but for the last line feed, which may have to be omitted.
  private mutating func flush(isLast: Bool = false) {
    guard let sink else { return }
    let count = isLast ? bytes.count : bytes.count - 1
    guard count > 0 else { return }
    if fault == nil {
      do {
        try bytes.withUnsafeBytes { try sink(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      } catch {
        fault = error
      }
    }
    bytes.removeFirst(count)
  }

  /// Writes what is left and throws what went wrong.
  mutating func finish(withNewline: Bool) throws {
    if !withNewline, bytes.last == 0x0A { bytes.removeLast() }
    flush(isLast: true)
    if let fault { throw fault }
  }

  /// The lines kept.
  func lines() -> [String] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
