// SPDX-License-Identifier: MIT
// Part of Platen: text written as HTML.

/// Text within HTML.
enum HTMLText {
  /// A text as it is written between tags, or as the value of an attribute in double quotes.
  static func escaped(_ text: String) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "<"): result += "&lt;".utf8
      case UInt8(ascii: "&"): result += "&amp;".utf8
      case UInt8(ascii: "\""): result += "&quot;".utf8
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
