// SPDX-License-Identifier: MIT
// Part of Platen: chance that comes out the same every time.

/// A stream of pseudo-random numbers named by a seed and a purpose.
///
/// Every step of the making has a stream of its own, so that a change in one step does not shift
/// the luck of the next. SplitMix64, after Steele, Lea and Flood, "Fast splittable pseudorandom
/// number generators" (2014).
struct RandomStream {
  private var state: UInt64

  init(seed: UInt64, for purpose: String) {
    // FNV-1a spreads the purpose over 64 bits.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in purpose.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    state = seed &* 0x9E37_79B9_7F4A_7C15 ^ hash
    _ = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return RandomStream.mix(state)
  }

  static func mix(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  /// 0 ≤ x < 1.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  mutating func number(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + unit() * (range.upperBound - range.lowerBound)
  }

  mutating func int(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(unit() * Double(range.upperBound - range.lowerBound + 1))
  }

  mutating func chance(_ probability: Double) -> Bool { unit() < probability }

  /// One of `choices`, which must not be empty.
  mutating func pick<T>(_ choices: [T]) -> T { choices[Int(unit() * Double(choices.count))] }

  /// One of `choices` by weight.
  mutating func pick<T>(weighted choices: [(T, Double)]) -> T {
    var left = unit() * choices.reduce(0) { $0 + $1.1 }
    for (choice, weight) in choices {
      left -= weight
      if left < 0 { return choice }
    }
    return choices[choices.count - 1].0
  }

  mutating func shuffle<T>(_ items: inout [T]) {
    guard items.count > 1 else { return }
    for index in stride(from: items.count - 1, to: 0, by: -1) {
      items.swapAt(index, int(0...index))
    }
  }
}
