// SPDX-License-Identifier: MIT
// Part of Platen: the beginning of a file, looked through for the words that tell what it is.

/// The first bytes of a file.
///
/// Every input without a telling name is asked by every kind of job whether it is theirs, so words
/// are looked for byte by byte: characters of a text are a hundred times slower.
struct FirstBytes {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether a word stands in them.
  func contains(_ word: String) -> Bool {
    let word = Array(word.utf8)
    guard let first = word.first, bytes.count >= word.count else { return word.isEmpty }
    return bytes.withUnsafeBufferPointer { bytes in
      (0...(bytes.count - word.count)).contains { start in
        bytes[start] == first && bytes[start..<(start + word.count)].elementsEqual(word)
      }
    }
  }

  /// Whether a JSON object in them has a member, or a text in quotes is in them.
  func names(_ key: String) -> Bool { contains("\"\(key)\"") }

  /// Whether JSON that stands in a text of theirs, as in an MCP message, has a member.
  func namesWithin(_ key: String) -> Bool { contains("\\\"\(key)\\\"") }

  /// Whether they begin with a word, or one of their lines does.
  func hasLine(beginning word: String) -> Bool {
    bytes.starts(with: word.utf8) || contains("\n" + word)
  }
}
