// SPDX-License-Identifier: MIT
// Part of Platen: converts texts in UTF-16, as some shells save them, to UTF-8.

/// Reads UTF-16 by its byte order mark.
public enum UTF16Text {
  /// The text in UTF-8; nil where the bytes do not begin with the mark of UTF-16. Halves of pairs
  /// become U+FFFD.
  public static func decoded(_ bytes: some Collection<UInt8>) -> [UInt8]? {
    let isLittle = bytes.starts(with: [0xFF, 0xFE])
    guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return nil }
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var first: UInt8?
    for byte in bytes.dropFirst(2) {
      guard let high = first else {
        first = byte
        continue
      }
      units.append(isLittle ? UInt16(byte) << 8 | UInt16(high) : UInt16(high) << 8 | UInt16(byte))
      first = nil
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
