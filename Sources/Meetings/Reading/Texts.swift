// SPDX-License-Identifier: MIT
// Part of Platen: small things about text that rooms of a meeting share.

extension StringProtocol {
  /// Without white space at both ends.
  var trimmed: String {
    var text = self[...]
    while let first = text.first, first.isWhitespace { text = text.dropFirst() }
    while let last = text.last, last.isWhitespace { text = text.dropLast() }
    return String(text)
  }
}
