// SPDX-License-Identifier: MIT
// Part of Platen: names that are valid as files on every system, in links and as tags.

internal import Text

/// Names of notes and folders.
package enum VaultNames {
  /// The most characters of a name.
  package static let limit = 80
  /// The most bytes of a name; file systems allow 255 with its extension.
  private static let byteLimit = 200

  /// The name of a file or folder for a text, without extension; empty where nothing of it is left.
  package static func file(_ text: String) -> String {
    var name = ""
    var isSpaced = false
    var count = 0
    for character in text {
      let kept = character.unicodeScalars.filter(isAllowed)
      guard !kept.isEmpty, !isSpace(character) else {
        // A slash or a line end between words separates them; a quotation mark does not.
        if character.unicodeScalars.contains(where: separates) { isSpaced = true }
        continue
      }
      // A mark without a letter before it would join the slash of the path.
      if name.isEmpty, kept.first.map(isMark) == true || kept.first == "." { continue }
      var piece = String(String.UnicodeScalarView(kept))
      if isSpaced, !name.isEmpty { piece = " " + piece }
      guard count + piece.count <= limit, name.utf8.count + piece.utf8.count <= byteLimit else {
        break
      }
      name += piece
      count += piece.count
      isSpaced = false
    }
    while let last = name.last, last == "." || last == " " { name.removeLast() }
    return isReserved(name) ? name + "_" : name
  }

  /// A name by which two files are compared: case-insensitive disks take them for one. Strings are
  /// equal whatever the composition of their characters.
  package static func folded(_ name: String) -> String { name.lowercased() }

  /// A tag for a text: letters, digits and hyphens; empty where it has no letter.
  package static func tag(_ text: String) -> String {
    let words = text.lowercased().split { !($0.isLetter || $0.isNumber) }
    let tag = words.joined(separator: "-")
    return tag.contains { $0.isLetter } ? tag : ""
  }

  /// A heading as the end of a wikilink.
  package static func heading(_ text: String) -> String {
    text.split { "#^|[]:%\\".contains($0) || $0.isWhitespace }.joined(separator: " ")
  }

  private static func separates(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || "/\\|:#".unicodeScalars.contains(scalar)
  }

  private static func isSpace(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy { $0.properties.isWhitespace }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: scalar == "\u{200C}" || scalar == "\u{200D}"
    }
  }

  private static let forbidden = Set("<>:\"/\\|?*#^[]%$".unicodeScalars)

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    if forbidden.contains(scalar) { return false }
    switch scalar.properties.generalCategory {
    case .control, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
      return false
    // Joiners belong to words and emoji; other invisible characters do not.
    case .format: return scalar == "\u{200C}" || scalar == "\u{200D}"
    default: return true
    }
  }

  /// Names of devices on Windows, with any extension.
  private static func isReserved(_ name: String) -> Bool {
    let stem = name.prefix { $0 != "." }.uppercased().trimmed
    if ["CON", "PRN", "AUX", "NUL"].contains(stem) { return true }
    guard stem.count == 4, stem.hasPrefix("COM") || stem.hasPrefix("LPT") else { return false }
    return stem.last.map { ("1"..."9").contains($0) || "¹²³".contains($0) } ?? false
  }
}

extension String {
  /// The text without spaces at its end.
  fileprivate var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
