// SPDX-License-Identifier: MIT
// Part of Platen: sums in values of tokens, as Tokens Studio writes them.

internal import Libc

/// Reads a number with a unit, or a sum of such: `16px`, `4 * 1.5`, `roundTo(10px / 3, 2)`.
///
/// Numbers without a unit take that of the others; two different units, or several values beside
/// each other, are none. Texts beyond 10,000 bytes and parentheses deeper than 64 are none either.
struct TokenMath {
  struct Result {
    var value: Double
    /// The unit in lower case; empty where there is none.
    var unit: String
  }

  static let limit = 10_000
  private static let deepest = 64

  static func result(of text: String) -> Result? {
    if let plain = TokenMeasure(text) { return Result(value: plain.value, unit: plain.unit) }
    guard text.utf8.count <= limit else { return nil }
    var math = TokenMath(text)
    guard let result = math.sum(0) else { return nil }
    math.skipBlanks()
    return math.index == math.bytes.count && result.value.isFinite ? result : nil
  }

  private let bytes: [UInt8]
  private var index = 0

  private init(_ text: String) {
    bytes = Array(text.utf8)
  }

  private mutating func skipBlanks() {
    while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
  }

  /// Takes the next character if it is one of these; `×` and `÷` count as `*` and `/`.
  private mutating func take(_ characters: String) -> UInt8? {
    skipBlanks()
    guard index < bytes.count else { return nil }
    var byte = bytes[index]
    var length = 1
    if byte == 0xC3, index + 1 < bytes.count {
      let second = bytes[index + 1]
      guard second == 0x97 || second == 0xB7 else { return nil }
      byte = second == 0x97 ? UInt8(ascii: "*") : UInt8(ascii: "/")
      length = 2
    }
    guard characters.utf8.contains(byte) else { return nil }
    index += length
    return byte
  }

  private mutating func sum(_ depth: Int) -> Result? {
    guard depth < TokenMath.deepest, var left = product(depth) else { return nil }
    while let sign = take("+-") {
      guard let right = product(depth), let unit = common(left, right) else { return nil }
      left = Result(
        value: sign == UInt8(ascii: "+") ? left.value + right.value : left.value - right.value,
        unit: unit)
    }
    return left
  }

  private mutating func product(_ depth: Int) -> Result? {
    guard var left = factor(depth) else { return nil }
    while let sign = take("*/") {
      guard let right = factor(depth), let unit = common(left, right) else { return nil }
      left = Result(
        value: sign == UInt8(ascii: "*") ? left.value * right.value : left.value / right.value,
        unit: unit)
    }
    return left
  }

  private mutating func factor(_ depth: Int) -> Result? {
    guard depth < TokenMath.deepest else { return nil }
    if let sign = take("+-") {
      guard var result = factor(depth + 1) else { return nil }
      if sign == UInt8(ascii: "-") { result.value = -result.value }
      return result
    }
    guard let base = primary(depth) else { return nil }
    guard take("^") != nil else { return base }
    guard let exponent = factor(depth + 1) else { return nil }
    return Result(value: pow(base.value, exponent.value), unit: base.unit)
  }

  private func common(_ a: Result, _ b: Result) -> String? {
    if a.unit == b.unit || b.unit.isEmpty { return a.unit }
    return a.unit.isEmpty ? b.unit : nil
  }

  private mutating func primary(_ depth: Int) -> Result? {
    if take("(") != nil {
      guard let inner = sum(depth + 1), take(")") != nil else { return nil }
      return inner
    }
    skipBlanks()
    let start = index
    while index < bytes.count,
      (0x30...0x39).contains(bytes[index]) || bytes[index] == UInt8(ascii: ".")
    {
      index += 1
    }
    if index > start {
      let digits = String(decoding: bytes[start..<index], as: UTF8.self)
      guard let value = Double(digits) else { return nil }
      return Result(value: value, unit: word())
    }
    let name = word()
    guard !name.isEmpty, take("(") != nil else { return nil }
    var arguments: [Result] = []
    repeat {
      guard arguments.count < 16, let next = sum(depth + 1) else { return nil }
      arguments.append(next)
    } while take(",") != nil
    guard take(")") != nil else { return nil }
    return function(name, arguments)
  }

  private mutating func word() -> String {
    let start = index
    while index < bytes.count,
      (0x61...0x7A).contains(bytes[index] | 0x20) || bytes[index] == UInt8(ascii: "%")
    {
      index += 1
    }
    return String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
  }

  private func function(_ name: String, _ arguments: [Result]) -> Result? {
    guard let first = arguments.first else { return nil }
    func made(_ value: Double) -> Result { Result(value: value, unit: first.unit) }
    switch (name, arguments.count) {
    case ("calc", 1): return first
    case ("round", 1), ("roundto", 1): return made(first.value.rounded())
    case ("roundto", 2):
      let digits = arguments[1].value
      guard (0...12).contains(digits) else { return nil }
      let scale = pow(10, digits.rounded())
      return made((first.value * scale).rounded() / scale)
    case ("floor", 1): return made(first.value.rounded(.down))
    case ("ceil", 1): return made(first.value.rounded(.up))
    case ("abs", 1): return made(abs(first.value))
    case ("sqrt", 1): return made(first.value.squareRoot())
    case ("min", _), ("max", _):
      var result = first
      for other in arguments.dropFirst() {
        guard let unit = common(result, other) else { return nil }
        result = Result(
          value: name == "min"
            ? min(result.value, other.value) : max(result.value, other.value), unit: unit)
      }
      return result
    default: return nil
    }
  }
}
