// SPDX-License-Identifier: MIT
// Part of Platen: addresses of links, made fit for where they are written.

internal import Text

/// Addresses as RFC 3986 has them.
package enum LinkAddress {
  /// The address with forbidden characters percent-encoded; nil for text that is not a whole
  /// address of `http`, `https` or `mailto`.
  package static func sound(_ url: String) -> String? {
    guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = url[..<colon].lowercased()
    let rest = url[url.utf8.index(after: colon)...]
    switch scheme {
    case "http", "https":
      guard rest.hasPrefix("//") else { return nil }
      let authority = rest.dropFirst(2).utf8.prefix { !"/?#".utf8.contains($0) }
      guard !authority.isEmpty, authority.allSatisfy(isHost) else { return nil }
    case "mailto": if rest.isEmpty { return nil }
    default: return nil
    }
    var text = ""
    text.reserveCapacity(url.utf8.count)
    let bytes = Array(rest.utf8)
    var hasFragment = false
    for (at, byte) in bytes.enumerated() {
      let isEscape =
        byte == UInt8(ascii: "%") && at + 2 < bytes.count && Hex.value(bytes[at + 1]) != nil
        && Hex.value(bytes[at + 2]) != nil
      let isSecondHash = byte == UInt8(ascii: "#") && hasFragment
      if byte == UInt8(ascii: "#") { hasFragment = true }
      if isEscape || isAllowed(byte) && !isSecondHash {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + Hex.encode([byte], uppercase: true)
      }
    }
    return scheme + ":" + text
  }

  /// The address of a file from where a page lies.
  static func relative(_ path: String) -> String {
    PercentEncoding.encode(path, keeping: "-._~/")
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isHost(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || "-._~:@%!$&'()*+,;=".utf8.contains(byte) || byte >= 0x80
  }

  /// RFC 3986, section 2, without brackets, which stand in addresses of IPv6 alone.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || "-._~:/?#@!$&'()*+,;=".utf8.contains(byte)
  }
}
