// SPDX-License-Identifier: MIT
// Part of Platen: BCP 47 tags as far as writers look into them.

internal import Text

/// A language tag (BCP 47), checked for its characters.
struct LanguageTag: Hashable {
  let text: String

  /// nil where the text is not a tag: empty, too long, or with other characters than RFC 5646
  /// allows.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard text.utf8.count <= 35, (2...8).contains(parts[0].utf8.count),
      parts[0].utf8.allSatisfy({ LanguageTag.isLetter($0) }),
      parts.dropFirst().allSatisfy({ part in
        (1...8).contains(part.utf8.count)
          && part.utf8.allSatisfy { LanguageTag.isLetter($0) || (0x30...0x39).contains($0) }
      })
    else { return nil }
    self.text = text
  }

  /// A tag that is known to be one.
  init(checked text: String) { self.text = text }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private var language: String {
    (text.split(separator: "-").first.map(String.init) ?? "").lowercased()
  }

  var isEastAsian: Bool { ["zh", "ja", "ko", "yue", "wuu", "cmn"].contains(language) }

  var isRightToLeft: Bool { TextDirection.isRightToLeft(language: text) }
}
