// SPDX-License-Identifier: MIT
// Part of Platen: a runner without threads, for tests: which of the started stages ends next is
// written down beforehand.

import Foundation

@testable import Pipeline

/// Runs work on the calling thread, in an order the test decides.
final class ScriptedRunner: Runner {
  let width: Int
  /// The stages in the order they were started.
  private(set) var started: [Int] = []
  /// The most that were under way at once.
  private(set) var most = 0
  private var computing: Set<Int> = []
  private var pending: [(number: Int, work: @Sendable () -> Void)] = []
  private let choose: (Int) -> Int

  /// - Parameter choose: given how many are under way, which of them ends next; the oldest unless
  ///   given.
  init(width: Int = 1, choose: @escaping (Int) -> Int = { _ in 0 }) {
    self.width = width
    self.choose = choose
  }

  func start(_ number: Int, inSlot: Bool, _ work: @escaping @Sendable () -> Void) {
    pending.append((number, work))
    guard inSlot else { return }
    started.append(number)
    computing.insert(number)
    most = max(most, computing.count)
  }

  func wait(until timestamp: Double?) -> Int? {
    if pending.isEmpty {
      precondition(timestamp != nil, "the engine waits, and nothing is under way")
      while let timestamp, Clock.wall() < timestamp { usleep(1000) }
      return nil
    }
    let (number, work) = pending.remove(at: choose(pending.count))
    work()
    computing.remove(number)
    return number
  }

  var wake: @Sendable () -> Void { {} }
}

/// Pseudo-random numbers that are the same on every run (SplitMix64).
struct Numbers: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
