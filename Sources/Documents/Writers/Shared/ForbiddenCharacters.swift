// SPDX-License-Identifier: MIT
// Part of Platen: the characters XML has none of, which no form of a document shows.

/// Characters that XML 1.0 documents cannot hold: most C0 controls, U+FFFE and U+FFFF (production
/// 2, Char). Other formats omit them as well, so that the words are the same in all.
enum ForbiddenCharacters {
  /// Indicates whether text can hold none. Eight bytes are tested together: subtracting from each
  /// the least allowed value sets the highest bit of one that is less (Mycroft's test for zero
  /// bytes).
  private static func isClean(_ text: UnsafeRawBufferPointer) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var at = 0
    while at + 8 <= text.count {
      let bytes = text.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      let controls = (bytes &- ones &* 0x20) & ~bytes
      let others = bytes ^ (ones &* 0xEF)
      if (controls | ((others &- ones) & ~others)) & (ones &* 0x80) != 0 { return false }
      at += 8
    }
    while at < text.count {
      if text[at] < 0x20 || text[at] == 0xEF { return false }
      at += 1
    }
    return true
  }

  /// Appends UTF-8 with U+FFFD in place of each; returns how many there were.
  static func append(_ text: UnsafeRawBufferPointer, to bytes: inout [UInt8]) -> Int {
    if isClean(text) {
      bytes.append(contentsOf: text)
      return 0
    }
    var start = 0
    var at = 0
    var replaced = 0
    while at < text.count {
      let byte = text[at]
      if byte >= 0x20, byte != 0xEF {
        at += 1
        continue
      }
      let length: Int
      if byte == 0xEF {
        let isForbidden = at + 2 < text.count && text[at + 1] == 0xBF && text[at + 2] >= 0xBE
        length = isForbidden ? 3 : 0
      } else {
        length = byte == 0x09 || byte == 0x0A || byte == 0x0D ? 0 : 1
      }
      if length == 0 {
        at += 1
        continue
      }
      bytes.append(contentsOf: text[start..<at])
      bytes.append(contentsOf: [0xEF, 0xBF, 0xBD])
      replaced += 1
      at += length
      start = at
    }
    bytes.append(contentsOf: text[start...])
    return replaced
  }
}
