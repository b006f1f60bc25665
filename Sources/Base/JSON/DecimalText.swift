// SPDX-License-Identifier: MIT
// Part of Platen: decimal text to the nearest Double, without the C library and its locale.

/// Reading decimal numbers straight from bytes.
public enum DecimalText {
  /// The Double nearest to the number that the whole of `text` spells, or nil if it spells none.
  ///
  /// Takes what JavaScript writes and people type: a sign, digits, a point with digits on at least
  /// one side, an exponent. No white space, no `NaN`, no `Infinity`. Too large numbers are nil.
  @inlinable
  public static func double(_ text: UnsafeRawBufferPointer) -> Double? {
    guard let base = text.baseAddress else { return nil }
    var at = 0
    let value = unsafe scan(base.assumingMemoryBound(to: UInt8.self), &at, text.count)
    return at == text.count ? value : nil
  }

  /// Scans a number at `at` and moves `at` behind it; nil, and `at` unmoved, where none is found.
  ///
  /// Up to 19 digits times a power of ten from -19 to 22 are exact integer arithmetic here; the
  /// rest goes through the standard library.
  @inlinable
  public static func scan(
    _ base: UnsafePointer<UInt8>, _ at: inout Int, _ end: Int
  ) -> Double? {
    let start = at
    var cursor = at
    var negative = false
    if cursor < end, unsafe base[cursor] == UInt8(ascii: "-") || base[cursor] == UInt8(ascii: "+") {
      negative = unsafe base[cursor] == UInt8(ascii: "-")
      cursor += 1
    }
    var mantissa: UInt64 = 0
    var digits = 0
    var exponent = 0
    let wholeStart = cursor
    while cursor < end {
      let digit = unsafe base[cursor] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      mantissa = mantissa &* 10 &+ UInt64(digit)
      cursor += 1
    }
    digits = cursor - wholeStart
    if cursor < end, unsafe base[cursor] == UInt8(ascii: ".") {
      cursor += 1
      let fractionStart = cursor
      while cursor < end {
        let digit = unsafe base[cursor] &- UInt8(ascii: "0")
        guard digit < 10 else { break }
        mantissa = mantissa &* 10 &+ UInt64(digit)
        cursor += 1
      }
      exponent = fractionStart - cursor
      digits -= exponent
    }
    guard digits > 0 else { return nil }
    if cursor < end, unsafe base[cursor] | 0x20 == UInt8(ascii: "e") {
      guard let written = unsafe scanExponent(base, &cursor, end) else { return nil }
      exponent += written
    }
    // Zeros in front count as digits but carry nothing; "0.000…" is the common case of that.
    if digits > 19 {
      digits = unsafe significantDigits(base, wholeStart, cursor)
    }
    if digits <= 19, let value = exact(mantissa, exponent) {
      at = cursor
      return negative ? -value : value
    }
    guard let value = unsafe viaStandardLibrary(base, start, cursor) else { return nil }
    at = cursor
    return value
  }

  /// Reads `e±digits` at `cursor`; nil where no digit follows.
  @usableFromInline
  static func scanExponent(
    _ base: UnsafePointer<UInt8>, _ cursor: inout Int, _ end: Int
  ) -> Int? {
    cursor += 1
    var negative = false
    if cursor < end, unsafe base[cursor] == UInt8(ascii: "-") || base[cursor] == UInt8(ascii: "+") {
      negative = unsafe base[cursor] == UInt8(ascii: "-")
      cursor += 1
    }
    let start = cursor
    var value = 0
    while cursor < end {
      let digit = unsafe base[cursor] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      value = min(value * 10 + Int(digit), 1_000_000)
      cursor += 1
    }
    return cursor > start ? (negative ? -value : value) : nil
  }

  @usableFromInline
  static func significantDigits(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    var count = 0
    for index in start..<end {
      let byte = unsafe base[index]
      if byte == UInt8(ascii: ".") { continue }
      guard byte &- UInt8(ascii: "0") < 10 else { break }
      if count > 0 || byte != UInt8(ascii: "0") { count += 1 }
    }
    return count
  }

  /// `mantissa` × 10^`exponent`, correctly rounded, or nil where that takes more than 128 bits.
  ///
  /// Small cases are Clinger's: both factors are exact Doubles, so one operation rounds once.
  /// Otherwise, for a negative power, the quotient is taken to 64 bits in integers; what is left
  /// of the division decides ties.
  @inlinable
  static func exact(_ mantissa: UInt64, _ exponent: Int) -> Double? {
    if exponent == 0, mantissa < 1 << 53 { return Double(mantissa) }
    if mantissa == 0 { return 0 }
    if mantissa < 1 << 53 {
      if exponent < 0, exponent >= -22 { return Double(mantissa) / powerOfTen(-exponent) }
      if exponent >= 0, exponent <= 22 { return Double(mantissa) * powerOfTen(exponent) }
      return nil
    }
    guard exponent <= 0, exponent >= -19 else { return nil }
    return quotient(mantissa, integerPowerOfTen(-exponent))
  }

  /// `numerator` / `denominator`, correctly rounded; both are above 0.
  @usableFromInline
  static func quotient(_ numerator: UInt64, _ denominator: UInt64) -> Double {
    // Shift both so that their top bit is set: the quotient of (n·2^63) by d then has 63 or 64 bits.
    let shiftN = numerator.leadingZeroBitCount
    let shiftD = denominator.leadingZeroBitCount
    let n = numerator << UInt64(shiftN)
    let d = denominator << UInt64(shiftD)
    let (q, r) = d.dividingFullWidth((n >> 1, n << 63))
    // The value is q · 2^(shiftD - shiftN - 63); the remainder only breaks ties.
    let surplus = 64 - q.leadingZeroBitCount - 53
    let kept = q >> UInt64(surplus)
    let cut = q & ((1 << UInt64(surplus)) - 1)
    let half: UInt64 = 1 << UInt64(surplus - 1)
    let up = cut > half || (cut == half && (r != 0 || kept & 1 == 1))
    let significand = Double(kept + (up ? 1 : 0))
    return significand
      * Double(sign: .plus, exponent: shiftD - shiftN - 63 + surplus, significand: 1)
  }

  @inlinable
  static func powerOfTen(_ exponent: Int) -> Double {
    // 10^22 is the largest power that is an exact Double: 5^22 < 2^53.
    exponent <= 19
      ? Double(integerPowerOfTen(exponent))
      : exponent == 20 ? 1e20 : exponent == 21 ? 1e21 : 1e22
  }

  @inlinable
  static func integerPowerOfTen(_ exponent: Int) -> UInt64 {
    switch exponent {
    case 0: 1
    case 1: 10
    case 2: 100
    case 3: 1_000
    case 4: 10_000
    case 5: 100_000
    case 6: 1_000_000
    case 7: 10_000_000
    case 8: 100_000_000
    case 9: 1_000_000_000
    case 10: 10_000_000_000
    case 11: 100_000_000_000
    case 12: 1_000_000_000_000
    case 13: 10_000_000_000_000
    case 14: 100_000_000_000_000
    case 15: 1_000_000_000_000_000
    case 16: 10_000_000_000_000_000
    case 17: 100_000_000_000_000_000
    case 18: 1_000_000_000_000_000_000
    default: 10_000_000_000_000_000_000
    }
  }

  /// The standard library's own conversion: correctly rounded and independent of the locale.
  @usableFromInline
  static func viaStandardLibrary(
    _ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int
  ) -> Double? {
    let text = unsafe String(
      decoding: UnsafeBufferPointer(start: base + start, count: end - start), as: UTF8.self)
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }
}
