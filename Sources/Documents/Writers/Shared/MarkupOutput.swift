// SPDX-License-Identifier: MIT
// Part of Platen: marked-up text written piece by piece into a sink, escaped on the way.

internal import Text

/// Writes HTML or XML to a sink through a buffer.
///
/// Nothing here throws, so that writers read as what they write: the first fault of the sink
/// sticks, what follows is discarded, and ``finish()`` throws it.
final class MarkupOutput {
  /// How many characters that XML 1.0 and HTML forbid were replaced by U+FFFD.
  private(set) var replaced = 0
  private let sink: ByteSink
  private let buffer: UnsafeMutablePointer<UInt8>
  private var filled = 0
  private var fault: (any Error)?

  private static let capacity = 1 << 16

  init(to sink: @escaping ByteSink) {
    self.sink = sink
    buffer = .allocate(capacity: MarkupOutput.capacity)
  }

  deinit { buffer.deallocate() }

  /// Writes what is buffered and throws what went wrong.
  func finish() throws {
    flush()
    if let fault { throw fault }
  }

  /// Whether the sink takes no more: nothing that follows will be seen.
  var hasFailed: Bool { fault != nil }

  private func flush() {
    defer { filled = 0 }
    guard filled > 0, fault == nil else { return }
    do {
      try sink(UnsafeRawBufferPointer(start: buffer, count: filled))
    } catch {
      fault = error
    }
  }

  // MARK: As it is

  @inline(__always)
  private func append(_ source: UnsafePointer<UInt8>, _ count: Int) {
    if filled + count > MarkupOutput.capacity {
      appendSlowly(source, count)
      return
    }
    (buffer + filled).update(from: source, count: count)
    filled += count
  }

  private func appendSlowly(_ source: UnsafePointer<UInt8>, _ count: Int) {
    var at = 0
    while at < count {
      if filled == MarkupOutput.capacity { flush() }
      let step = min(count - at, MarkupOutput.capacity - filled)
      (buffer + filled).update(from: source + at, count: step)
      filled += step
      at += step
    }
  }

  /// Writes markup.
  @inline(__always)
  func raw(_ markup: StaticString) { append(markup.utf8Start, markup.utf8CodeUnitCount) }

  /// Writes markup made before; native strings are not copied for it.
  func raw(_ markup: String) {
    var markup = markup
    markup.withUTF8 { bytes in
      if let base = bytes.baseAddress { append(base, bytes.count) }
    }
  }

  func number(_ value: Int) {
    if value >= 0, value < 10 {
      var digit = UInt8(ascii: "0") + UInt8(value)
      append(&digit, 1)
    } else {
      raw(String(value))
    }
  }

  // MARK: Escaped

  private static let betweenTags = MarkupEscaping(
    whitespace: .lineFeeds, escapesQuotes: false, repertoire: .html)
  private static let inValues = MarkupEscaping(whitespace: .lineSpaces, repertoire: .html)

  /// Writes characters between tags. Line feeds and tabs stay; a carriage return is a line feed.
  func text(_ text: String) { write(text, by: MarkupOutput.betweenTags) }

  /// Writes the characters of a value in double quotes.
  func value(_ text: String) { write(text, by: MarkupOutput.inValues) }

  private func write(_ text: String, by rules: MarkupEscaping) {
    var text = text
    text.withUTF8 { bytes in
      replaced += rules.forEachPiece(of: UnsafeRawBufferPointer(bytes)) { piece in
        // A piece has bytes, so there is a base.
        piece.withMemoryRebound(to: UInt8.self) { append($0.baseAddress!, $0.count) }
      }
    }
  }

  // MARK: Pictures

  /// Writes bytes as Base64, a piece at a time.
  func base64(_ bytes: [UInt8]) {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: MarkupOutput.pieceSize) {
      text.removeAll(keepingCapacity: true)
      Base64.append(bytes[start..<min(bytes.count, start + MarkupOutput.pieceSize)], to: &text)
      text.withUnsafeBufferPointer { append($0.baseAddress!, $0.count) }
    }
  }

  /// A multiple of three.
  private static let pieceSize = 3 << 13
}
