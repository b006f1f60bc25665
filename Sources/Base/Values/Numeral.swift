// SPDX-License-Identifier: MIT
// Part of Platen: numbers as JSON, TOML and YAML write them.

/// Numbers in their written forms.
enum Numeral {
  /// The whole number that a number of JSON or TOML is, `0x1F`, `1_000` and `5.0` included.
  static func integer(_ text: String) -> Int? {
    if let number = Int(text) { return number }
    let plain = text.contains("_") ? text.filter { $0 != "_" } : text
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where plain.hasPrefix(prefix) {
      return Int(plain.dropFirst(2), radix: radix)
    }
    return Int(plain) ?? Double(plain).flatMap { Int(exactly: $0) }
  }

  /// The number that a number of JSON or TOML is, `inf` and `nan` included.
  static func double(_ text: String) -> Double? {
    let plain = text.contains("_") ? text.filter { $0 != "_" } : text
    if ["0x", "0o", "0b"].contains(plain.prefix(2)) { return integer(plain).map(Double.init) }
    return Double(plain)
  }

  /// The finite number in decimal digits that a text is: `1`, `-1.5`, `.5`, `1.`, `2e-3`.
  static func decimal(_ text: String) -> Double? {
    guard isDecimal(text.utf8), let number = Double(text.hasSuffix(".") ? text + "0" : text),
      number.isFinite
    else { return nil }
    return number
  }

  /// Indicates whether bytes are a number in decimal digits. A look has hundreds of them, so no
  /// pattern is tried on each.
  private static func isDecimal(_ bytes: String.UTF8View) -> Bool {
    var rest = bytes[...]
    func isSign(_ byte: UInt8?) -> Bool { byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") }
    func skipDigits() -> Int {
      let digits = rest.prefix { (0x30...0x39).contains($0) }.count
      rest = rest.dropFirst(digits)
      return digits
    }
    if isSign(rest.first) { rest.removeFirst() }
    var digits = skipDigits()
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      digits += skipDigits()
    }
    guard digits > 0 else { return false }
    if let byte = rest.first, byte | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      if isSign(rest.first) { rest.removeFirst() }
      guard skipDigits() > 0 else { return false }
    }
    return rest.isEmpty
  }
}
