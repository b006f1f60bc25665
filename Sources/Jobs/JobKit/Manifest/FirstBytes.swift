// SPDX-License-Identifier: MIT
// Part of Platen: the beginning of a file, searched for the words that identify its kind.

/// The first bytes of a file.
///
/// Every kind of job checks each input whose name does not identify it, so words are searched byte
/// by byte: characters of a text are a hundred times slower.
package struct FirstBytes {
  let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Indicates whether they contain a word.
  package func contains(_ word: String) -> Bool {
    let word = Array(word.utf8)
    guard let first = word.first, bytes.count >= word.count else { return word.isEmpty }
    return bytes.withUnsafeBufferPointer { bytes in
      (0...(bytes.count - word.count)).contains { start in
        bytes[start] == first && bytes[start..<(start + word.count)].elementsEqual(word)
      }
    }
  }

  /// Indicates whether a JSON object in them has a member, or a text in quotes is in them.
  package func names(_ key: String) -> Bool { contains("\"\(key)\"") }

  /// Indicates whether JSON inside a string, as in an MCP message, has a member.
  package func namesWithin(_ key: String) -> Bool { contains("\\\"\(key)\\\"") }

  /// Indicates whether they begin with a word, or one of their lines does.
  package func hasLine(beginning word: String) -> Bool {
    bytes.starts(with: word.utf8) || contains("\n" + word)
  }

  /// A member at the top of a JSON object.
  package struct Member: Hashable {
    package var key: String
    /// The value's first two bytes that are not whitespace, such as `[{`.
    package var start: String
  }

  /// The members of the JSON object they begin with, as far as they go; none where they begin
  /// otherwise.
  package var members: [Member] {
    var members: [Member] = []
    var depth = 0
    var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    /// The next byte that is not whitespace, and its offset.
    func next(from place: Int) -> (byte: UInt8, place: Int)? {
      bytes.indices[min(place, bytes.count)...].first { bytes[$0] > 0x20 }.map { (bytes[$0], $0) }
    }
    guard next(from: index)?.byte == UInt8(ascii: "{") else { return [] }
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""):
        var end = index + 1
        while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
          end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        if depth == 1, let colon = next(from: end + 1), colon.byte == UInt8(ascii: ":"),
          let first = next(from: colon.place + 1)
        {
          let second = next(from: first.place + 1).map { [$0.byte] } ?? []
          members.append(
            Member(
              key: String(decoding: bytes[(index + 1)..<end], as: UTF8.self),
              start: String(decoding: [first.byte] + second, as: UTF8.self)))
        }
        index = end
      default: break
      }
      index += 1
    }
    return members
  }
}
