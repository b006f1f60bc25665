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
    guard case .scalar(let text, isPlain: true) = content,
      text.wholeMatch(of: /[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?/) != nil,
      let number = Double(text.hasSuffix(".") ? text + "0" : text), number.isFinite
    else { return nil }
    return number
  }
}
