// SPDX-License-Identifier: MIT
// Part of Platen: pictures as text, for dumps and for forms that are one file.

/// Base64 with the standard alphabet and padding (RFC 4648, section 4).
public enum Base64Text {
  private static let alphabet = [UInt8](
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  public static func encode(_ bytes: [UInt8]) -> String {
    // Each of the groups of three, the last one begun or whole, gives four letters.
    unsafe String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { text in
      var at = 0
      for start in stride(from: 0, to: bytes.count, by: 3) {
        let left = min(3, bytes.count - start)
        var bits: UInt32 = 0
        for place in 0..<3 { bits = bits << 8 | (place < left ? UInt32(bytes[start + place]) : 0) }
        for place in 0..<4 {
          unsafe text[at] =
            place <= left
            ? alphabet[Int(bits >> UInt32(18 - 6 * place) & 63)] : UInt8(ascii: "=")
          at += 1
        }
      }
      return at
    }
  }

  /// The bytes that `text` encodes; nil where it is not base64 or its padding is missing.
  public static func decode(_ text: String) -> [UInt8]? {
    var text = text
    return text.withUTF8 { text in
      // Hence no group of four runs past the end.
      guard text.count.isMultiple(of: 4) else { return nil }
      let padding = unsafe text.suffix(2).filter { $0 == UInt8(ascii: "=") }.count
      var bytes: [UInt8] = []
      bytes.reserveCapacity(text.count / 4 * 3)
      for start in stride(from: 0, to: text.count, by: 4) {
        var bits: UInt32 = 0
        let isLast = start + 4 == text.count
        for place in 0..<4 {
          if isLast, place >= 4 - padding {
            guard unsafe text[start + place] == UInt8(ascii: "=") else { return nil }
            bits <<= 6
          } else {
            guard let value = unsafe value(of: text[start + place]) else { return nil }
            bits = bits << 6 | value
          }
        }
        for place in 0..<(isLast ? 3 - padding : 3) {
          bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(16 - 8 * place)))
        }
      }
      return bytes
    }
  }

  private static func value(of byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
