// SPDX-License-Identifier: MIT
// Part of Platen: small things about text that rooms of a meeting share.

extension StringProtocol {
  /// Without white space at both ends.
  var trimmed: String {
    var text = Substring(self)
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}

extension String {
  /// The text on one line, without characters that change the direction of the text beside it.
  var line: String {
    let line = split(whereSeparator: { $0.isWhitespace || $0.isNewline }).joined(separator: " ")
    return line.hasTurns ? line.withoutTurns : line
  }

  /// Indicates whether it has a character that sets the direction of what follows (UAX #9:
  /// embeddings, overrides and isolates, U+202A…202E and U+2066…2069).
  var hasTurns: Bool {
    var bytes = utf8.makeIterator()
    while let byte = bytes.next() {
      guard byte == 0xE2 else { continue }
      switch (bytes.next(), bytes.next()) {
      case (0x80?, (0xAA...0xAE)?), (0x81?, (0xA6...0xA9)?): return true
      default: continue
      }
    }
    return false
  }

  /// Without such characters: a name runs as its letters do.
  var withoutTurns: String {
    String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isTurn }))
  }

  /// A line that does not change the direction of text outside of it: isolates in it are closed.
  /// Embeddings and overrides, which would make letters run against their direction, are omitted.
  var withTurnsClosed: String {
    var kept = String.UnicodeScalarView()
    var open = 0
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x202A...0x202E: continue
      case 0x2066...0x2068: open += 1
      case 0x2069:
        guard open > 0 else { continue }
        open -= 1
      default: break
      }
      kept.append(scalar)
    }
    kept.append(contentsOf: repeatElement("\u{2069}", count: open))
    return String(kept)
  }
}

extension Unicode.Scalar {
  /// Indicates whether it sets the direction of what follows, or ends that.
  fileprivate var isTurn: Bool {
    (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
  }
}
