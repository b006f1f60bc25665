// SPDX-License-Identifier: MIT
// Part of Platen: the direction of text, by its letters.

/// Directions of text by its strong letters (UAX #9), and of languages.
public enum TextDirection {
  /// Indicates whether documents in a language run, and are turned, from right to left.
  ///
  /// - Parameter language: its tag (BCP 47), such as `fa` or `az-Arab`.
  public static func isRightToLeft(language: String) -> Bool {
    let parts = language.split(separator: "-").map { $0.lowercased() }
    // A script that is named decides: Azerbaijani is written in either direction.
    if let script = parts.dropFirst().first(where: { $0.utf8.count == 4 }) {
      return ["adlm", "arab", "hebr", "mand", "nkoo", "rohg", "syrc", "thaa"].contains(script)
    }
    return [
      "ar", "arz", "ckb", "dv", "fa", "he", "iw", "nqo", "ps", "sd", "syr", "ug", "ur", "yi",
    ].contains(parts.first)
  }

  /// Indicates whether a scalar is right-to-left (UAX #9, table 4, without the weak types);
  /// nil for one that takes the direction of its neighbors.
  public static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool? {
    switch scalar.value {
    case 0x200F, 0x061C: true
    case 0x200E: false
    // The blocks that Unicode reserves for right-to-left scripts.
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      isLetter(scalar) ? true : nil
    default: isLetter(scalar) ? false : nil
    }
  }

  /// Indicates whether the first strong letter is right-to-left (UAX #9, P2 and P3); nil where
  /// there is none.
  public static func firstIsRightToLeft(in text: some StringProtocol) -> Bool? {
    for scalar in text.unicodeScalars {
      if let direction = isRightToLeft(scalar) { return direction }
    }
    return nil
  }

  /// The same, of a string: most begin with letters of ASCII.
  public static func firstIsRightToLeft(in text: String) -> Bool? {
    for byte in text.utf8 {
      if byte >= 0x80 { return firstIsRightToLeft(in: Substring(text)) }
      if (0x61...0x7A).contains(byte | 0x20) { return false }
    }
    return nil
  }

  /// Indicates whether UTF-8 may contain right-to-left letters: it checks bytes alone, and is also
  /// true for some other letters.
  public static func mayRunRightToLeft(_ bytes: UnsafeRawBufferPointer) -> Bool {
    // U+0590…07FF begin with D6…DF; U+0800…08FF with E0 A0…A3, presentation forms with EF AC…BB,
    // the old scripts past the first plane with F0 90 A… and F0 9E.
    var index = 0
    let count = bytes.count
    while index < count {
      let byte = unsafe bytes[index]
      if byte >= 0xD6 {
        if byte <= 0xDF { return true }
        let next = unsafe index + 1 < count ? bytes[index + 1] : 0
        if byte == 0xE0, next <= 0xA3 { return true }
        if byte == 0xEF, (0xAC...0xBB).contains(next) { return true }
        if byte == 0xF0, next == 0x90 || next == 0x9E { return true }
      }
      index += 1
    }
    return false
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x80 { return (0x61...0x7A).contains(scalar.value | 0x20) }
    return scalar.properties.isAlphabetic
  }
}
