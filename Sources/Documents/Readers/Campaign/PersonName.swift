// SPDX-License-Identifier: MIT
// Part of Platen: the names of people of a campaign, from ids, full names and first names.

/// Names of people, and what of them is used in a story.
enum PersonName {
  /// `npc_bone_collector_001` as `Bone Collector`; text that is not an id stays as it is.
  static func words(ofID id: String) -> String {
    guard id.utf8.contains(UInt8(ascii: "_")), !id.utf8.contains(0x20) else { return id }
    var parts = id.split(separator: "_").map(String.init)
    if let first = parts.first, kinds.contains(first.lowercased()), parts.count > 1 {
      parts.removeFirst()
    }
    if let last = parts.last, last.allSatisfy(\.isNumber), parts.count > 1 { parts.removeLast() }
    return parts.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
  }

  private static let kinds: Set<String> = [
    "npc", "pc", "loc", "location", "item", "enemy", "mission",
  ]

  /// Letters and digits in lower case with single blanks between words: what names are compared by.
  static func folded(_ name: String) -> String {
    if let folded = foldedASCII(name) { return folded }
    var result = ""
    var isBetween = false
    for scalar in name.lowercased().unicodeScalars {
      if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        if isBetween, !result.isEmpty { result.append(" ") }
        result.unicodeScalars.append(scalar)
        isBetween = false
      } else if scalar != "'", scalar != "\u{2019}" {
        isBetween = true
      }
    }
    return result
  }

  /// The same of a name in ASCII; nil of others.
  private static func foldedASCII(_ name: String) -> String? {
    var result: [UInt8] = []
    result.reserveCapacity(name.utf8.count)
    var isBetween = false
    for byte in name.utf8 {
      guard byte < 0x80 else { return nil }
      if (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) {
        if isBetween, !result.isEmpty { result.append(0x20) }
        result.append(byte >= 0x41 ? byte | 0x20 : byte)
        isBetween = false
      } else if byte != UInt8(ascii: "'") {
        isBetween = true
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The word of a full name that stories use alone: `Sylphina` of `Lady Sylphina von Silford`.
  static func given(_ name: String) -> String? {
    let parts = name.split(separator: " ").map(String.init)
    guard parts.count > 1 else { return nil }
    let given = parts.first { part in
      guard let first = part.first, first.isUppercase, part.utf8.count > 2 else { return false }
      return !titles.contains(part.lowercased().filter { $0 != "." })
    }
    return given
  }

  /// `Uchiha Itachi` of `Uchiha Itachi (Emperor of Stillness)`: a title won at last is not the
  /// person's name from the beginning.
  static func withoutTitle(_ name: String) -> String {
    guard name.hasSuffix(")"), let start = name.firstRange(of: " (")?.lowerBound else {
      return name
    }
    let bare = name[..<start].trimmed
    return bare.isEmpty ? name : bare
  }

  /// The last word of a full name, where it may be that of a family.
  static func family(_ name: String) -> String? {
    let parts = name.split(separator: " ")
    guard parts.count > 1, let last = parts.last, last.utf8.count > 3,
      last.first?.isUppercase ?? false, !parts.contains("the"), !parts.contains("The"),
      last.allSatisfy(\.isLetter), !titles.contains(last.lowercased())
    else { return nil }
    return String(last)
  }

  private static let titles: Set<String> = [
    "lady", "lord", "sir", "ser", "dame", "king", "queen", "prince", "princess", "duke", "duchess",
    "count", "countess", "baron", "baroness", "earl", "marquis", "margrave", "emperor", "empress",
    "guild", "master", "mistress", "captain", "commander", "general", "sergeant", "lieutenant",
    "private", "corporal", "colonel", "major", "admiral", "brother", "sister", "father", "mother",
    "saint", "saintess", "high", "grand", "great", "old", "young", "the", "prefect", "warden",
    "doctor", "dr", "professor", "mr", "mrs", "ms", "miss", "enforcer", "vanguard", "inquisitor",
    "priest", "priestess", "bishop", "abbot", "elder", "chief", "chieftain", "magister", "archmage",
    "mage", "wizard", "knight", "agent", "scout", "guard", "merchant", "mayor", "reeve", "steward",
    "chancellor", "marshal", "royal", "imperial", "black", "white", "red", "blue", "green", "grey",
    "gray", "iron", "shadow", "dark", "blind", "dread", "goblin", "orc", "bandit", "ancient",
  ]
}
