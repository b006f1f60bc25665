// SPDX-License-Identifier: MIT
// Part of Platen: the numbers of lists in letters and figures.

internal import Documents

extension List.NumberStyle {
  /// The number of the item `offset` behind the first, as this style writes it.
  func text(of start: Int, plus offset: Int) -> String {
    let sum = start.addingReportingOverflow(offset)
    return text(of: sum.overflow ? start : sum.partialValue)
  }

  /// A number as this style writes it; in figures where letters have none.
  func text(of number: Int) -> String {
    switch self {
    case .decimal: String(number)
    case .lowerLetter: List.NumberStyle.letters(number, first: 0x61)
    case .upperLetter: List.NumberStyle.letters(number, first: 0x41)
    case .lowerRoman: List.NumberStyle.roman(number)?.lowercased() ?? String(number)
    case .upperRoman: List.NumberStyle.roman(number) ?? String(number)
    }
  }

  /// a…z, then aa, bb…zz, as Word and HTML browsers differ on what follows z, and Word counts so.
  private static func letters(_ number: Int, first: UInt8) -> String {
    guard (1...26 * 8).contains(number) else { return String(number) }
    let letter = Character(Unicode.Scalar(first + UInt8((number - 1) % 26)))
    return String(repeating: letter, count: (number - 1) / 26 + 1)
  }

  private static func roman(_ number: Int) -> String? {
    guard (1...3999).contains(number) else { return nil }
    let steps = [
      (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
      (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
    ]
    var left = number
    var text = ""
    for (value, letters) in steps {
      while left >= value {
        text += letters
        left -= value
      }
    }
    return text
  }
}
