// SPDX-License-Identifier: MIT
// Part of Platen: which letters a font's glyphs stand for.

internal import Canvas
internal import Text

/// A font's table of letters: a `ToUnicode` CMap (ISO 32000-1, 9.10.3).
enum LetterTable {
  /// The table with ligatures spelled as their letters, so that words with them are found and copied
  /// as they are written.
  static func spelled(_ table: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(table.count + 64)
    var i = 0
    while i < table.count {
      // Letters stand second in a pair; what stands first is a glyph.
      if table[i] == UInt8(ascii: "<"), isSecond(i, in: table), i + 6 <= table.count,
        table[i + 5] == UInt8(ascii: ">"),
        let letters = letters(String(decoding: table[i + 1..<i + 5], as: UTF8.self))
      {
        result.append(UInt8(ascii: "<"))
        for letter in letters.utf8 { result.put("00" + Hex.encode([letter])) }
        result.append(UInt8(ascii: ">"))
        i += 6
      } else {
        result.append(table[i])
        i += 1
      }
    }
    return result
  }

  private static func isSecond(_ index: Int, in table: [UInt8]) -> Bool {
    var before = index - 1
    while before >= 0, table[before] == 32 { before -= 1 }
    return before >= 0 && table[before] == UInt8(ascii: ">")
  }

  private static func letters(_ digits: String) -> String? {
    guard let value = UInt32(digits, radix: 16) else { return nil }
    return PDFBook.ligatures.first { $0.scalar.value == value }?.letters
  }
}
