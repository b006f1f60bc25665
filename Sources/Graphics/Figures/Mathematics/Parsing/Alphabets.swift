// SPDX-License-Identifier: MIT
// Part of Platen: letters of formulas in their alphabets, as Unicode has them.

/// The alphabets of formulas: ranges of the block of mathematical alphanumeric symbols, U+1D400 on.
enum Alphabet: Hashable, Sendable {
  /// Variables: Latin and small Greek letters italic, all else upright.
  case variable
  case roman, bold, italic, boldItalic, script, boldScript, fraktur, boldFraktur, doubleStruck
  case sans, boldSans, italicSans, typewriter

  /// The sign that shows a letter in this alphabet; the letter itself where it has none.
  func sign(for scalar: Unicode.Scalar) -> Unicode.Scalar {
    if let exception = exception(scalar) { return exception }
    let value = scalar.value
    switch value {
    case 0x41...0x5A: return moved(latin, by: value - 0x41) ?? scalar
    case 0x61...0x7A: return moved(latin, by: value - 0x61 + 26) ?? scalar
    case 0x30...0x39: return moved(digits, by: value - 0x30) ?? scalar
    case 0x391...0x3A9:
      if self == .variable { return scalar }
      return moved(greek, by: value - 0x391) ?? scalar
    case 0x3B1...0x3C9: return moved(greek, by: value - 0x3B1 + 26) ?? scalar
    default:
      guard let place = Alphabet.laterGreek.firstIndex(of: value) else { return scalar }
      return moved(greek, by: UInt32(place)) ?? scalar
    }
  }

  private func moved(_ start: UInt32?, by offset: UInt32) -> Unicode.Scalar? {
    start.flatMap { Unicode.Scalar($0 + offset) }
  }

  /// ∇ and ∂ with the forms of letters that Greek has twice, at their places in the block.
  private static let laterGreek: [UInt32] = {
    var places = [UInt32](repeating: 0, count: 58)
    places[25] = 0x2207
    for (i, value) in [0x2202, 0x3F5, 0x3D1, 0x3F0, 0x3D5, 0x3F1, 0x3D6].enumerated() {
      places[51 + i] = UInt32(value)
    }
    return places
  }()

  private var latin: UInt32? {
    switch self {
    case .roman: nil
    case .variable, .italic: 0x1D434
    case .bold: 0x1D400
    case .boldItalic: 0x1D468
    case .script: 0x1D49C
    case .boldScript: 0x1D4D0
    case .fraktur: 0x1D504
    case .boldFraktur: 0x1D56C
    case .doubleStruck: 0x1D538
    case .sans: 0x1D5A0
    case .boldSans: 0x1D5D4
    case .italicSans: 0x1D608
    case .typewriter: 0x1D670
    }
  }

  private var digits: UInt32? {
    switch self {
    case .bold, .boldItalic: 0x1D7CE
    case .doubleStruck: 0x1D7D8
    case .sans, .italicSans: 0x1D7E2
    case .boldSans: 0x1D7EC
    case .typewriter: 0x1D7F6
    default: nil
    }
  }

  private var greek: UInt32? {
    switch self {
    case .variable, .italic: 0x1D6E2
    case .bold: 0x1D6A8
    case .boldItalic: 0x1D71C
    case .boldSans: 0x1D756
    default: nil
    }
  }

  /// Letters that had a place of their own before the block was made.
  private func exception(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch (self, scalar) {
    case (.variable, "h"), (.italic, "h"): "ℎ"
    // In formulas a plain nabla is upright, a derivative's sign italic in neither.
    case (.variable, "∇"), (.variable, "∂"): scalar
    case (.script, "B"): "ℬ"
    case (.script, "E"): "ℰ"
    case (.script, "F"): "ℱ"
    case (.script, "H"): "ℋ"
    case (.script, "I"): "ℐ"
    case (.script, "L"): "ℒ"
    case (.script, "M"): "ℳ"
    case (.script, "R"): "ℛ"
    case (.script, "e"): "ℯ"
    case (.script, "g"): "ℊ"
    case (.script, "o"): "ℴ"
    case (.fraktur, "C"): "ℭ"
    case (.fraktur, "H"): "ℌ"
    case (.fraktur, "I"): "ℑ"
    case (.fraktur, "R"): "ℜ"
    case (.fraktur, "Z"): "ℨ"
    case (.doubleStruck, "C"): "ℂ"
    case (.doubleStruck, "H"): "ℍ"
    case (.doubleStruck, "N"): "ℕ"
    case (.doubleStruck, "P"): "ℙ"
    case (.doubleStruck, "Q"): "ℚ"
    case (.doubleStruck, "R"): "ℝ"
    case (.doubleStruck, "Z"): "ℤ"
    default: nil
    }
  }
}
