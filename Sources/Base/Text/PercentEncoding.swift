// SPDX-License-Identifier: MIT
// Part of Platen: percent-encoding of text in URLs.

/// Bytes of UTF-8 as `%` and two hexadecimal digits (RFC 3986, section 2.1).
public enum PercentEncoding {
  /// The text with everything encoded except ASCII letters, digits and some ASCII symbols.
  public static func encode(_ text: String, keeping signs: String = "-._~") -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if isAlphanumeric(byte) || signs.utf8.contains(byte) {
        bytes.append(byte)
      } else {
        bytes.append(UInt8(ascii: "%"))
        bytes += Hex.encode([byte], uppercase: true).utf8
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The bytes that a text represents; a `%` without two digits behind it is kept.
  public static func decode(_ text: some StringProtocol) -> [UInt8] { read(text).bytes }

  /// The bytes that a text represents; nil where a `%` has no two digits behind it.
  public static func decode(validating text: some StringProtocol) -> [UInt8]? {
    let (bytes, isValid) = read(text)
    return isValid ? bytes : nil
  }

  private static func read(_ text: some StringProtocol) -> (bytes: [UInt8], isValid: Bool) {
    let bytes = Array(text.utf8)
    var isValid = true
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var at = 0
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "%") {
        if at + 2 < bytes.count, let high = Hex.value(bytes[at + 1]),
          let low = Hex.value(bytes[at + 2])
        {
          result.append(high << 4 | low)
          at += 3
          continue
        }
        isValid = false
      }
      result.append(bytes[at])
      at += 1
    }
    return (result, isValid)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
