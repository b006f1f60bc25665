// SPDX-License-Identifier: MIT
// Part of Platen: which way a text runs, told by its letters.

extension Direction {
  /// The direction a scalar is strong in (UAX #9, table 4, without the weak sorts); nil for one that
  /// takes that of its neighbours.
  public static func strong(_ scalar: Unicode.Scalar) -> Direction? {
    switch scalar.value {
    case 0x200F, 0x061C: .rightToLeft
    case 0x200E: .leftToRight
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      isLetter(scalar) ? .rightToLeft : nil
    default: isLetter(scalar) ? .leftToRight : nil
    }
  }

  /// The direction of the first strong letter (UAX #9, P2 and P3); nil where there is none.
  public static func first(in text: some StringProtocol) -> Direction? {
    for scalar in text.unicodeScalars {
      if let direction = strong(scalar) { return direction }
    }
    return nil
  }

  /// The same, of a string: most begin with letters of ASCII.
  public static func first(in text: String) -> Direction? {
    for byte in text.utf8 {
      if byte >= 0x80 { return first(in: Substring(text)) }
      if (0x61...0x7A).contains(byte | 0x20) { return .leftToRight }
    }
    return nil
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x80 { return (0x61...0x7A).contains(scalar.value | 0x20) }
    return scalar.properties.isAlphabetic
  }
}

extension Direction {
  /// The direction documents in a language run in, by its tag (BCP 47).
  public static func of(language: String) -> Direction {
    let base = language.split(separator: "-").first.map { $0.lowercased() } ?? ""
    return ["ar", "he", "fa", "ur", "yi", "ps", "sd", "ug", "dv"].contains(base)
      ? .rightToLeft : .leftToRight
  }
}
