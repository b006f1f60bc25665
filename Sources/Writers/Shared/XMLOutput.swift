// SPDX-License-Identifier: MIT
// Part of Platen: XML written piece by piece into a spool, escaped on the way.

internal import Archive

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

  /// Writes characters between tags.
  func text(_ text: String) {
    var text = text
    text.withUTF8 { self.text(UnsafeRawBufferPointer($0)) }
  }

  /// Writes characters of an attribute's value: white space but the blank is written as references,
  /// which parsers do not fold into blanks.
  func value(_ text: String) {
    var text = text
    text.withUTF8 { bytes in escape(UnsafeRawBufferPointer(bytes), keepingLines: true) }
  }

  /// Writes UTF-8 between tags.
  @inline(__always)
  func text(_ bytes: UnsafeRawBufferPointer) { escape(bytes, keepingLines: false) }

  private func escape(_ bytes: UnsafeRawBufferPointer, keepingLines: Bool) {
    var start = 0
    var at = 0
    let count = bytes.count
    XMLOutput.special.withUnsafeBufferPointer { special in
      while at < count {
        let byte = bytes[at]
        guard special[Int(byte)] else {
          at += 1
          continue
        }
        if byte == 0xEF {
          // U+FFFE and U+FFFF are no characters to XML; all else that begins so is.
          guard at + 2 < count, bytes[at + 1] == 0xBF, bytes[at + 2] >= 0xBE else {
            at += 1
            continue
          }
          append(UnsafeRawBufferPointer(rebasing: bytes[start..<at]))
          raw("\u{FFFD}")
          replaced += 1
          at += 3
          start = at
          continue
        }
        append(UnsafeRawBufferPointer(rebasing: bytes[start..<at]))
        at += 1
        start = at
        switch byte {
        case UInt8(ascii: "&"): raw("&amp;")
        case UInt8(ascii: "<"): raw("&lt;")
        case UInt8(ascii: ">"): raw("&gt;")
        case UInt8(ascii: "\""): if keepingLines { raw("&quot;") } else { raw("\"") }
        case 0x09: if keepingLines { raw("&#9;") } else { raw("\t") }
        case 0x0A: if keepingLines { raw("&#10;") } else { raw("\n") }
        case 0x0D: raw("&#13;")
        default:
          raw("\u{FFFD}")
          replaced += 1
        }
      }
    }
    append(UnsafeRawBufferPointer(rebasing: bytes[start..<count]))
  }

  /// The bytes `escape` has to look at.
  private static let special: [Bool] = (0..<256).map {
    $0 < 0x20 || $0 == 0xEF || "&<>\"".utf8.contains(UInt8($0))
  }
}
