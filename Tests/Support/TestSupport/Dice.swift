// SPDX-License-Identifier: MIT
// Part of Platen: numbers that look random and are the same in every run.

/// Gives numbers one after the other, by a linear congruence of Knuth's.
public struct Dice: Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  /// A number of at least 0 and below a limit.
  public mutating func callAsFunction(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }
}
