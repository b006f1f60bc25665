// SPDX-License-Identifier: MIT
// Part of Platen: XML written piece by piece into a spool, escaped on the way.

internal import Text

/// Writes one XML part into a spool.
///
/// Nothing here throws, so that writers read as what they write: the first fault of the spool
/// sticks, what follows is discarded, and ``finish()`` throws it.
final class XMLOutput {
  let spool: any Spool
  /// How many characters XML 1.0 forbids were replaced by U+FFFD.
  private(set) var replaced = 0
  private let buffer: UnsafeMutableRawBufferPointer
  private var filled = 0
  private var offset = 0
  private var fault: (any Error)?

  private static let capacity = 1 << 16

  init(_ spool: any Spool) {
    self.spool = spool
    buffer = .allocate(byteCount: XMLOutput.capacity, alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// Writes what is buffered and throws what went wrong.
  func finish() throws {
    flush()
    if let fault { throw fault }
  }

  /// Throws what went wrong so far.
  func check() throws { if let fault { throw fault } }

  private func flush() {
    defer { filled = 0 }
    guard filled > 0, fault == nil else { return }
    do {
      try spool.write(UnsafeRawBufferPointer(rebasing: buffer[..<filled]), at: offset)
      offset += filled
    } catch {
      fault = error
    }
  }

  // MARK: As it is

  @inline(__always)
  private func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
    if filled + bytes.count > XMLOutput.capacity {
      appendSlowly(bytes)
      return
    }
    // The base is there: the capacity is not zero.
    buffer.baseAddress!.advanced(by: filled).copyMemory(from: source, byteCount: bytes.count)
    filled += bytes.count
  }

  private func appendSlowly(_ bytes: UnsafeRawBufferPointer) {
    flush()
    var rest = bytes
    while rest.count > XMLOutput.capacity {
      append(UnsafeRawBufferPointer(rebasing: rest[..<XMLOutput.capacity]))
      flush()
      rest = UnsafeRawBufferPointer(rebasing: rest[XMLOutput.capacity...])
    }
    append(rest)
  }

  /// Writes markup.
  @inline(__always)
  func raw(_ markup: StaticString) {
    append(UnsafeRawBufferPointer(start: markup.utf8Start, count: markup.utf8CodeUnitCount))
  }

  /// Writes markup made before.
  func raw(_ markup: [UInt8]) { markup.withUnsafeBytes { append($0) } }

  /// Writes markup made before.
  func raw(_ markup: String) {
    var markup = markup
    markup.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  func number(_ value: Int) {
    if value >= 0, value < 10 {
      withUnsafeBytes(of: UInt8(ascii: "0") + UInt8(value)) { append($0) }
    } else {
      raw(String(value))
    }
  }

  // MARK: Escaped

  private static let betweenTags = MarkupEscaping(escapesQuotes: false)
  private static let inValues = MarkupEscaping(whitespace: .references)

  /// Writes characters between tags.
  func text(_ text: String) {
    var text = text
    text.withUTF8 { self.text(UnsafeRawBufferPointer($0)) }
  }

  /// Writes characters of an attribute's value: white space but the blank is written as references,
  /// which parsers do not fold into blanks.
  func value(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      replaced += XMLOutput.inValues.forEachPiece(of: UnsafeRawBufferPointer(bytes)) { append($0) }
    }
  }

  /// Writes UTF-8 between tags.
  func text(_ bytes: UnsafeRawBufferPointer) {
    replaced += XMLOutput.betweenTags.forEachPiece(of: bytes) { append($0) }
  }
}
