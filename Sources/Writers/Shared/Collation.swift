// SPDX-License-Identifier: MIT
// Part of Platen: the order of words in an index.

/// Words in the order a reader looks for them: case and the marks on Latin letters do not count.
enum Collation {
  /// What words are compared by; where it is the same, the words themselves decide.
  static func key(_ word: String) -> String {
    var key = ""
    for scalar in word.lowercased().unicodeScalars {
      switch scalar.value {
      case 0xC0...0x17F: key += String(decoding: base[Int(scalar.value) - 0xC0], as: UTF8.self)
      // Combining marks.
      case 0x300...0x36F: break
      // What stands before a word without being of it.
      case 0x22, 0x27, 0x2018, 0x2019, 0x201C, 0x201D, 0xAB, 0xBB: break
      default: key.unicodeScalars.append(scalar)
      }
    }
    return key
  }

  /// The base letters of U+00C0 to U+017F, in lower case; two where a letter is two.
  private static let base: [[UInt8]] = {
    let letters =
      "a a a a a a ae c e e e e i i i i d n o o o o o x o u u u u y th ss "
      + "a a a a a a ae c e e e e i i i i d n o o o o o - o u u u u y th y "
      + "a a a a a a c c c c c c c c d d d d e e e e e e e e e e g g g g g g g g "
      + "h h h h i i i i i i i i i i ij ij j j k k k l l l l l l l l l l "
      + "n n n n n n n n n o o o o o o oe oe r r r r r r s s s s s s s s t t t t t t "
      + "u u u u u u u u u u u u w w y y y z z z z z z s"
    return letters.split(separator: " ").map { Array($0.utf8) }
  }()
}
