// SPDX-License-Identifier: MIT
// Part of Platen: addresses of links, made fit for where they are written.

/// Addresses as RFC 3986 has them.
enum WebAddress {
  /// The address with every character that may not stand in one percent-encoded, or nil for a scheme
  /// that links of documents do not have.
  static func sound(_ url: String) -> String? {
    let bytes = Array(url.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
    guard ["http", "https", "mailto"].contains(scheme), bytes.count > colon + 1,
      bytes.count <= limit
    else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for (at, byte) in bytes.enumerated() {
      let isEscape =
        byte == UInt8(ascii: "%") && at + 2 < bytes.count && isHex(bytes[at + 1])
        && isHex(bytes[at + 2])
      if isEscape || allowed[Int(byte)] {
        result.append(byte)
      } else {
        result.append(UInt8(ascii: "%"))
        result.append(hex(byte >> 4))
        result.append(hex(byte & 15))
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Word opens no address longer than 2,083 characters.
  private static let limit = 2083

  private static let allowed: [Bool] = {
    var table = [Bool](repeating: false, count: 256)
    let characters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#[]@!$&'()*+,;="
    for byte in characters.utf8 { table[Int(byte)] = true }
    return table
  }()

  private static func isHex(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
  }

  private static func hex(_ digit: UInt8) -> UInt8 { digit < 10 ? 0x30 + digit : 0x37 + digit }
}
