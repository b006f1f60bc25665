// SPDX-License-Identifier: MIT
// Part of Platen: bytes as hexadecimal digits.

/// Bytes as pairs of hexadecimal digits (RFC 4648, section 8), and the values of digits.
public enum Hex {
  /// The digits of some bytes, two for each.
  public static func encode(_ bytes: [UInt8], uppercase: Bool = false) -> String {
    let ten = (uppercase ? UInt8(ascii: "A") : UInt8(ascii: "a")) - 10
    func digit(_ value: UInt8) -> UInt8 { value + (value < 10 ? UInt8(ascii: "0") : ten) }
    return String(decoding: bytes.flatMap { [digit($0 >> 4), digit($0 & 15)] }, as: UTF8.self)
  }

  /// A number in that many digits, or more where it needs them.
  public static func encode(
    number: some UnsignedInteger, digits count: Int, uppercase: Bool = false
  ) -> String {
    let digits = String(number, radix: 16, uppercase: uppercase)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }

  /// The value of a digit of either case; nil for another character.
  @inlinable
  public static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension Unicode.Scalar {
  /// The code point as Unicode's charts write it: `U+00E9`.
  public var codePoint: String { "U+" + Hex.encode(number: value, digits: 4, uppercase: true) }
}
