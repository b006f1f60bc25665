// SPDX-License-Identifier: MIT
// Part of Platen: what a scalar means where a flag or a number is wanted.

extension YAMLValue {
  /// `true` or `false` written plainly, in YAML 1.2's spellings.
  public var flag: Bool? {
    guard case .scalar(let text, isPlain: true) = content else { return nil }
    return switch text {
    case "true", "True", "TRUE": true
    case "false", "False", "FALSE": false
    default: nil
    }
  }

  /// A whole number written plainly in decimal digits.
  public var integer: Int? {
    guard case .scalar(let text, isPlain: true) = content, text.utf8.count <= 20 else { return nil }
    return Int(text)
  }

  /// A finite number written plainly.
  public var number: Double? {
    guard case .scalar(let text, isPlain: true) = content, isDecimal(text.utf8),
      let number = Double(text.hasSuffix(".") ? text + "0" : text), number.isFinite
    else { return nil }
    return number
  }
}

/// Whether bytes are a number in decimal digits: `1`, `-1.5`, `.5`, `1.`, `2e-3`. A look has hundreds
/// of them, so they are looked at by hand.
private func isDecimal(_ bytes: String.UTF8View) -> Bool {
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
