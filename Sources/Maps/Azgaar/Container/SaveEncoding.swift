// SPDX-License-Identifier: MIT
// Part of Platen: base64 with percent escapes inside, as early versions of FMG wrote it.

internal import Text

/// Base64 of either alphabet as saves have it: with line breaks and without padding.
enum SaveEncoding {
  /// Indicates whether the first bytes are of base64's alphabet alone and enough to decide.
  static func seemsEncoded(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let start = unsafe bytes.prefix(256)
    guard unsafe start.count >= 64 else { return false }
    return unsafe start.allSatisfy { value(of: $0) != nil || $0 == 0x0A || $0 == 0x0D }
  }

  /// The bytes that `text` encodes, percent escapes in them resolved; nil where it is not base64.
  static func decode(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(text.count / 4 * 3)
    var bits: UInt32 = 0
    var held = 0
    var ended = false
    for index in 0..<text.count {
      let byte = unsafe text[index]
      if byte.isSpace { continue }
      if byte == UInt8(ascii: "=") {
        ended = true
        continue
      }
      guard !ended, let value = value(of: byte) else { return nil }
      bits = bits << 6 | UInt32(value)
      held += 6
      if held >= 8 {
        held -= 8
        result.append(UInt8(truncatingIfNeeded: bits >> UInt32(held)))
      }
    }
    // A save begins `1.4|…`: with the bar escaped, everything is.
    let isEscaped = !result.prefix(256).contains { $0 == UInt8(ascii: "|") || $0 >= 0x80 }
    return isEscaped ? unescaped(result) : result
  }

  private static func unescaped(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var at = 0
    while at < text.count {
      if text[at] == UInt8(ascii: "%"), at + 2 < text.count,
        let high = Hex.value(text[at + 1]), let low = Hex.value(text[at + 2])
      {
        result.append(high << 4 | low)
        at += 3
      } else {
        result.append(text[at])
        at += 1
      }
    }
    return result
  }

  private static func value(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: Base64.value(of: byte)
    }
  }
}
