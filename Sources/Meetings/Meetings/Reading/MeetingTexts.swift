// SPDX-License-Identifier: MIT
// Part of Platen: trimming, single lines and direction controls of texts of meetings.

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
    return line.hasDirectionControls ? line.withoutDirectionControls : line
  }

  /// Indicates whether it has a character that sets the direction of what follows (UAX #9:
  /// embeddings, overrides and isolates, U+202A…202E and U+2066…2069).
  var hasDirectionControls: Bool {
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

  /// The text without direction controls, so that a name has the direction of its letters.
  var withoutDirectionControls: String {
    String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isDirectionControl }))
  }

  /// The line with its isolates closed, so that it does not change the direction of text after it.
  /// Embeddings and overrides, which change the direction of letters, are omitted.
  var withClosedIsolates: String {
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
  /// Indicates whether it begins or ends an embedding, an override or an isolate.
  fileprivate var isDirectionControl: Bool {
    (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
  }
}
