// SPDX-License-Identifier: MIT
// Part of Platen: the pseudo-random numbers FMG draws.

/// Johannes Baagøe's Alea generator in its 32-bit form, as the JavaScript package `alea` has it.
///
/// The same seed gives the same numbers as there, to the last bit.
public struct Alea: Sendable {
  private var s0: Double
  private var s1: Double
  private var s2: Double
  private var carry = 1.0

  public init(seed: String) {
    var mash = Mash()
    s0 = mash.next(" ")
    s1 = mash.next(" ")
    s2 = mash.next(" ")
    s0 = Self.wrapped(s0 - mash.next(seed))
    s1 = Self.wrapped(s1 - mash.next(seed))
    s2 = Self.wrapped(s2 - mash.next(seed))
  }

  private static func wrapped(_ value: Double) -> Double { value < 0 ? value + 1 : value }

  /// The next number, from 0 up to but not including 1.
  public mutating func next() -> Double {
    let t = 2_091_639 * s0 + carry * 0x1p-32
    carry = t.rounded(.towardZero)
    s0 = s1
    s1 = s2
    s2 = t - carry
    return s2
  }
}

/// Baagøe's hash of texts to numbers below 1, each depending on all that came before.
private struct Mash {
  private var n = Double(0xefc8_249d as UInt32)

  mutating func next(_ text: String) -> Double {
    for unit in text.utf16 {
      n += Double(unit)
      var h = 0.025_196_032_824_169_38 * n
      n = h.rounded(.towardZero)
      h -= n
      h *= n
      n = h.rounded(.towardZero)
      h -= n
      n += h * 0x1p32
    }
    return n.rounded(.towardZero).truncatingRemainder(dividingBy: 0x1p32) * 0x1p-32
  }
}
