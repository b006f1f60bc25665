// SPDX-License-Identifier: MIT
// Part of Platen: the places at which a word that is too long for its line may be divided.

/// Divides words that are wider than their lines, without a dictionary.
enum LongWords {
  /// A place in a word: the offset of the code point after it, and whether a hyphen is added.
  struct Point: Hashable {
    var offset: Int
    var isHyphenated: Bool
  }

  /// The number of letters that stay together at either end of a word.
  private static let (before, after) = (3, 3)
  /// The largest number of code points without a place.
  private static let farthest = 8
  private static let vowels = Set(
    "aeiouyäöüåæøáàâãéèêëíìîïóòôõúùûýÿœаеёиоуыэюяіїєαεηιουωάέήίόύώ".unicodeScalars)

  /// Returns the places in a word of Latin, Greek or Cyrillic letters, numbers and symbols: before a
  /// consonant that a vowel follows, after signs, and in long rows without either; none in a word of
  /// other scripts.
  static func points(in word: ArraySlice<Unicode.Scalar>) -> [Point] {
    guard word.count >= before + after, word.allSatisfy({ $0.value < 0x530 }) else { return [] }
    func isLetter(_ index: Int) -> Bool { word[index].properties.isAlphabetic }
    func isVowel(_ index: Int) -> Bool {
      vowels.contains(word[index].properties.lowercaseMapping.unicodeScalars.first ?? word[index])
    }
    func isMark(_ index: Int) -> Bool {
      word[index].properties.canonicalCombiningClass != .notReordered
    }
    var points: [Point] = []
    var last = word.startIndex
    for index in word.startIndex + before..<word.endIndex - after + 1 where !isMark(index) {
      let isWithin = isLetter(index) && isLetter(index - 1)
      let isSyllable =
        isWithin && !isVowel(index) && index + 1 < word.endIndex && isVowel(index + 1)
      let isAfterSign = isLetter(index) && !isLetter(index - 1)
      guard isSyllable || isAfterSign || index - last >= farthest else { continue }
      points.append(Point(offset: index, isHyphenated: isWithin))
      last = index
    }
    return points
  }
}
