// SPDX-License-Identifier: MIT
// Part of Platen: bytes as text, for dumps and single-file formats.

/// Base64 with the standard alphabet and padding (RFC 4648, section 4).
public enum Base64 {
  private static let alphabet = [UInt8](
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text of some bytes.
  public static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    append(bytes[...], to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the text of some bytes. Pieces of a multiple of three bytes make one text together.
  public static func append(_ bytes: ArraySlice<UInt8>, to text: inout [UInt8]) {
    for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 3) {
      let left = min(3, bytes.endIndex - start)
      var bits: UInt32 = 0
      for place in 0..<3 { bits = bits << 8 | (place < left ? UInt32(bytes[start + place]) : 0) }
      for place in 0..<4 {
        text.append(
          place <= left ? alphabet[Int(bits >> UInt32(18 - 6 * place) & 63)] : UInt8(ascii: "="))
      }
    }
  }

  /// The bytes that `text` encodes; nil where it is not Base64, its padding is missing, or it
  /// encodes more bytes than the limit.
  public static func decode(_ text: String, limit: Int = .max) -> [UInt8]? {
    var text = text
    return text.withUTF8 { text in
      // Hence no group of four runs past the end.
      guard text.count.isMultiple(of: 4) else { return nil }
      let padding = unsafe text.suffix(2).filter { $0 == UInt8(ascii: "=") }.count
      guard text.count / 4 * 3 - padding <= limit else { return nil }
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
            bits = bits << 6 | UInt32(value)
          }
        }
        for place in 0..<(isLast ? 3 - padding : 3) {
          bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(16 - 8 * place)))
        }
      }
      return bytes
    }
  }

  /// The six bits of a character; nil for one that is not in the alphabet.
  @inlinable
  public static func value(of character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
