// SPDX-License-Identifier: MIT
// Part of Platen: marked-up text written piece by piece into a sink, escaped on the way.

/// Writes HTML or XML to a sink through a buffer.
///
/// Nothing here throws, so that writers read as what they write: the first fault of the sink
/// sticks, what follows is discarded, and ``finish()`` throws it.
final class MarkupOutput {
  /// How many characters that XML 1.0 and HTML forbid were replaced by U+FFFD.
  private(set) var replaced = 0
  private let sink: (UnsafeRawBufferPointer) throws -> Void
  private let buffer: UnsafeMutablePointer<UInt8>
  private var filled = 0
  private var fault: (any Error)?

  private static let capacity = 1 << 16

  init(to sink: @escaping (UnsafeRawBufferPointer) throws -> Void) {
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

  /// Writes characters between tags. Line feeds and tabs stay; a carriage return is a line feed.
  @inline(__always)
  func text(_ text: String) {
    var text = text
    text.withUTF8 { escape($0, isValue: false) }
  }

  /// Writes the characters of a value in double quotes.
  func value(_ text: String) {
    var text = text
    text.withUTF8 { escape($0, isValue: true) }
  }

  private func escape(_ bytes: UnsafeBufferPointer<UInt8>, isValue: Bool) {
    guard let base = bytes.baseAddress else { return }
    let count = bytes.count
    var start = 0
    var at = 0
    MarkupOutput.special.withUnsafeBufferPointer { special in
      while at < count {
        let byte = base[at]
        guard special[Int(byte)] else {
          at += 1
          continue
        }
        let length = MarkupOutput.length(of: byte, base + at, count - at)
        if length == 0 {
          at += 1
          continue
        }
        if start < at { append(base + start, at - start) }
        at += length
        start = at
        switch byte {
        case UInt8(ascii: "&"): raw("&amp;")
        case UInt8(ascii: "<"): raw("&lt;")
        case UInt8(ascii: ">"): raw("&gt;")
        case UInt8(ascii: "\""): if isValue { raw("&quot;") } else { raw("\"") }
        case 0x09: if isValue { raw(" ") } else { raw("\t") }
        case 0x0A: if isValue { raw(" ") } else { raw("\n") }
        case 0x0D:
          if at < count, base[at] == 0x0A { continue }
          if isValue { raw(" ") } else { raw("\n") }
        default:
          raw("\u{FFFD}")
          replaced += 1
        }
      }
      if start < count { append(base + start, count - start) }
    }
  }

  /// How many bytes the special character at `bytes` has; 0 where it is none after all.
  private static func length(
    of byte: UInt8, _ bytes: UnsafePointer<UInt8>, _ count: Int
  ) -> Int {
    switch byte {
    case 0xC2:
      // U+0080 to U+009F: control characters that HTML forbids.
      return count > 1 && bytes[1] < 0xA0 ? 2 : 0
    case 0xEF:
      // U+FFFE and U+FFFF are no characters; nor are U+FDD0 to U+FDEF to HTML.
      guard count > 2 else { return 0 }
      let isLast = bytes[1] == 0xBF && bytes[2] >= 0xBE
      return isLast || bytes[1] == 0xB7 && bytes[2] >= 0x90 && bytes[2] <= 0xAF ? 3 : 0
    case 0xF0...0xF4:
      // The last two of each plane.
      guard count > 3 else { return 0 }
      return bytes[1] & 0x0F == 0x0F && bytes[2] == 0xBF && bytes[3] >= 0xBE ? 4 : 0
    default: return 1
    }
  }

  /// The bytes `escape` has to look at.
  private static let special: [Bool] = (0..<256).map {
    let byte = UInt8($0)
    if byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xEF { return true }
    return (0xF0...0xF4).contains(byte) || "&<>\"".utf8.contains(byte)
  }

  // MARK: Pictures

  /// Writes bytes as base64 (RFC 4648, section 4), a piece at a time.
  func base64(_ bytes: [UInt8]) {
    let alphabet = MarkupOutput.alphabet
    var at = 0
    while at < bytes.count {
      if filled + 4 > MarkupOutput.capacity { flush() }
      let left = min(3, bytes.count - at)
      var bits: UInt32 = 0
      for place in 0..<3 {
        bits <<= 8
        if place < left { bits |= UInt32(bytes[at + place]) }
      }
      for place in 0..<4 {
        let sextet = Int(truncatingIfNeeded: bits >> 18) & 63
        buffer[filled + place] = place <= left ? alphabet[sextet] : UInt8(ascii: "=")
        bits <<= 6
      }
      filled += 4
      at += 3
    }
  }

  private static let alphabet = [UInt8](
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
