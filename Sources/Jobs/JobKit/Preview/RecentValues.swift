// SPDX-License-Identifier: MIT
// Part of Platen: caches of a preview, which remove what was used longest ago.

internal import Diagnostics

/// Values by key up to a total cost; those used longest ago are removed first.
package struct RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let limit: Int
  private var values: [Key: (value: Value, cost: Int, used: Int)] = [:]
  private var total = 0
  private var clock = 0

  package init(limit: Int) { self.limit = limit }

  /// Returns the value of a key, which counts as used now.
  package mutating func value(of key: Key) -> Value? {
    clock += 1
    values[key]?.used = clock
    return values[key]?.value
  }

  /// Adds a value, unless its cost alone exceeds the limit.
  package mutating func addValue(_ value: Value, of key: Key, cost: Int) {
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

/// Values of which each is made once, by the thread that needs it first; the last few are kept.
/// Thread-safe.
package final class SharedValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let values: Guarded<RecentValues<Key, Guarded<Value?>>>

  /// - Parameter limit: the number of values kept.
  package init(limit: Int) { values = Guarded(RecentValues(limit: limit)) }

  /// Returns the value of a key; threads that need one that is being made wait for it.
  package func value<E: Error>(of key: Key, make: () throws(E) -> Value) throws(E) -> Value {
    let shared = values.withLock { values in
      if let known = values.value(of: key) { return known }
      let new = Guarded<Value?>(nil)
      values.addValue(new, of: key, cost: 1)
      return new
    }
    return try shared.withLock { value throws(E) in
      if let value { return value }
      let made = try make()
      value = made
      return made
    }
  }
}
