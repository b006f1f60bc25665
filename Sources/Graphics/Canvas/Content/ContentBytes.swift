// SPDX-License-Identifier: MIT
// Part of Platen: numbers and strings as they stand in a PDF.

/// Writing of a PDF's tokens (ISO 32000-1, 7.3).
extension [UInt8] {
  package mutating func put(_ text: String) { append(contentsOf: text.utf8) }

  package mutating func put(_ value: Int) {
    // Hot: most of a structure tree are numbers.
    guard value >= 0 else {
      put(String(value))
      return
    }
    if value < 10 {
      append(UInt8(48 + value))
      return
    }
    var divisor = 10
    while value / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      append(UInt8(48 + value / divisor % 10))
      divisor /= 10
    }
  }

  /// At most three digits after the point, which is a thousandth of a point on paper.
  package mutating func put(_ value: Double) { put(value, digits: 3) }

  /// Writes at most `digits` digits after the point; `digits` is at most nine.
  package mutating func put(_ value: Double, digits: Int) {
    var unit = 1
    for _ in 0..<digits { unit *= 10 }
    let limit = 1e9 * 1000 / Double(unit)
    let scaled =
      value.isFinite
      ? Int((Swift.max(-limit, Swift.min(limit, value)) * Double(unit)).rounded()) : 0
    put(units: scaled, of: unit)
  }

  /// A number of parts of one, such as thousandths, which is what `unit` is then.
  package mutating func put(units: Int, of unit: Int) {
    if units < 0 { append(UInt8(ascii: "-")) }
    let size = abs(units)
    put(size / unit)
    var rest = size % unit
    guard rest > 0 else { return }
    append(UInt8(ascii: "."))
    var place = unit / 10
    while rest > 0 {
      append(UInt8(48 + rest / place))
      rest %= place
      place /= 10
    }
  }

  package mutating func put(reference number: Int) {
    put(number)
    put(" 0 R")
  }

  /// A string in parentheses.
  package mutating func put(literal text: some Sequence<UInt8>) {
    append(UInt8(ascii: "("))
    for byte in text { put(escaped: byte) }
    append(UInt8(ascii: ")"))
  }

  /// A byte of a string in parentheses.
  package mutating func put(escaped byte: UInt8) {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\\"):
      append(UInt8(ascii: "\\"))
      append(byte)
    // A bare return would be read as a line feed (7.3.4.2).
    case 13: put("\\r")
    default: append(byte)
    }
  }

  /// Text for people: ASCII as it is, all else as UTF-16 with its mark (7.9.2.2).
  package mutating func put(text: String) {
    if text.utf8.allSatisfy({ $0 < 0x7F && $0 >= 0x20 }) {
      put(literal: text.utf8)
      return
    }
    var units: [UInt8] = [0xFE, 0xFF]
    for unit in text.utf16 {
      units.append(UInt8(unit >> 8))
      units.append(UInt8(truncatingIfNeeded: unit))
    }
    put(literal: units)
  }

  /// Text as the digits of its UTF-16, without brackets.
  package mutating func put(hexUTF16 text: String) {
    for unit in text.utf16 { put(hex: unit) }
  }

  package mutating func put(hex value: UInt16) {
    for shift in [12, 8, 4, 0] {
      let digit = UInt8(value >> UInt16(shift) & 15)
      append(digit < 10 ? 48 + digit : 55 + digit)
    }
  }
}
