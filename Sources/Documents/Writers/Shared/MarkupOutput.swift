// SPDX-License-Identifier: MIT
// Part of Platen: marked-up text written piece by piece into a sink, escaped on the way.

internal import Text

/// Writes HTML or XML to a sink through a buffer.
///
/// No method here throws, so that writers read like their output: the first error of the sink is
/// stored, what follows is discarded, and ``finish()`` throws it.
class MarkupOutput {
  /// The rules by which text becomes part of a document.
  struct Rules {
    let betweenTags: MarkupEscaping
    let inValues: MarkupEscaping

    /// Line feeds and tabs stay between tags; a carriage return is a line feed.
    static let html = Rules(
      betweenTags: MarkupEscaping(
        whitespace: .lineFeeds, escapesQuotes: false, repertoire: .html),
      inValues: MarkupEscaping(whitespace: .lineSpaces, repertoire: .html))

    /// White space but the blank is written as references in values: parsers do not fold these into
    /// blanks.
    static let xml = Rules(
      betweenTags: MarkupEscaping(escapesQuotes: false),
      inValues: MarkupEscaping(whitespace: .references))
  }

  /// The number of characters that XML 1.0 and HTML forbid, replaced by U+FFFD.
  final private(set) var replaced = 0
  private final let sink: ByteSink
  private final let rules: Rules
  private final let buffer: UnsafeMutablePointer<UInt8>
  private final var filled = 0
  private final var fault: (any Error)?

  private static let capacity = 1 << 16

  init(_ rules: Rules = .html, to sink: @escaping ByteSink) {
    self.rules = rules
    self.sink = sink
    buffer = .allocate(capacity: MarkupOutput.capacity)
  }

  deinit { buffer.deallocate() }

  /// Writes what is buffered and throws what went wrong.
  final func finish() throws {
    flush()
    try check()
  }

  /// Throws what went wrong so far.
  final func check() throws { if let fault { throw fault } }

  /// Indicates whether the sink takes no more: nothing that follows will be seen.
  final var hasFailed: Bool { fault != nil }

  private final func flush() {
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
  private final func append(_ source: UnsafePointer<UInt8>, _ count: Int) {
    if filled + count > MarkupOutput.capacity {
      appendSlowly(source, count)
      return
    }
    (buffer + filled).update(from: source, count: count)
    filled += count
  }

  private final func appendSlowly(_ source: UnsafePointer<UInt8>, _ count: Int) {
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
  @discardableResult
  final func raw(_ markup: StaticString) -> MarkupOutput {
    append(markup.utf8Start, markup.utf8CodeUnitCount)
    return self
  }

  /// Writes markup made before; native strings are not copied for it.
  @discardableResult
  final func raw(_ markup: String) -> MarkupOutput {
    var markup = markup
    markup.withUTF8 { append($0) }
    return self
  }

  /// Writes markup made before.
  final func raw(_ markup: [UInt8]) { markup.withUnsafeBufferPointer { append($0) } }

  private final func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    if let base = bytes.baseAddress { append(base, bytes.count) }
  }

  @discardableResult
  final func number(_ value: Int) -> MarkupOutput {
    if value >= 0, value < 10 {
      var digit = UInt8(ascii: "0") + UInt8(value)
      append(&digit, 1)
    } else {
      raw(String(value))
    }
    return self
  }

  // MARK: Escaped

  /// Writes characters between tags.
  @discardableResult
  final func text(_ text: String) -> MarkupOutput {
    var text = text
    text.withUTF8 { self.text(UnsafeRawBufferPointer($0)) }
    return self
  }

  /// Writes UTF-8 between tags.
  final func text(_ bytes: UnsafeRawBufferPointer) { writeBytes(bytes, by: rules.betweenTags) }

  /// Writes the characters of a value in double quotes.
  @discardableResult
  final func value(_ text: String) -> MarkupOutput {
    var text = text
    text.withUTF8 { writeBytes(UnsafeRawBufferPointer($0), by: rules.inValues) }
    return self
  }

  private final func writeBytes(_ bytes: UnsafeRawBufferPointer, by rules: MarkupEscaping) {
    replaced += rules.forEachPiece(of: bytes) { piece in
      piece.withMemoryRebound(to: UInt8.self) { append($0) }
    }
  }

  // MARK: Pictures

  /// Writes bytes as Base64, a piece at a time.
  final func base64(_ bytes: [UInt8]) {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: MarkupOutput.pieceSize) {
      text.removeAll(keepingCapacity: true)
      Base64.append(bytes[start..<min(bytes.count, start + MarkupOutput.pieceSize)], to: &text)
      raw(text)
    }
  }

  /// A multiple of three.
  private static let pieceSize = 3 << 13
}

/// Writes one XML part into temporary storage.
final class XMLOutput: MarkupOutput {
  let storage: any TemporaryStorage

  init(_ storage: any TemporaryStorage) {
    self.storage = storage
    var offset = 0
    super.init(.xml) { bytes in
      try storage.write(bytes, at: offset)
      offset += bytes.count
    }
  }
}
