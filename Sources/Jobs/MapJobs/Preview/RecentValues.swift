// SPDX-License-Identifier: MIT
// Part of Platen: a cache that removes what was used longest ago.

/// Values by key up to a total cost; those used longest ago are removed first.
struct RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let limit: Int
  private var values: [Key: (value: Value, cost: Int, used: Int)] = [:]
  private var total = 0
  private var clock = 0

  init(limit: Int) { self.limit = limit }

  /// Returns the value of a key, which counts as used now.
  mutating func value(of key: Key) -> Value? {
    clock += 1
    values[key]?.used = clock
    return values[key]?.value
  }

  /// Adds a value, unless its cost alone exceeds the limit.
  mutating func add(_ value: Value, of key: Key, cost: Int) {
    guard cost <= limit, values[key] == nil else { return }
    clock += 1
    values[key] = (value, cost, clock)
    total += cost
    while total > limit, let oldest = values.min(by: { $0.value.used < $1.value.used }) {
      values[oldest.key] = nil
      total -= oldest.value.cost
    }
  }
}
