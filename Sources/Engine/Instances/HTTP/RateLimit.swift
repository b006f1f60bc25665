// SPDX-License-Identifier: MIT
// Part of Platen: the limit of requests to an instance in a minute.

internal import Diagnostics

/// Spaces requests evenly; shared by all callers of one instance.
final class RateLimit: Sendable {
  /// Seconds from one request to the next.
  let spacing: Double
  /// When the next one may go.
  private let next = Guarded(-Double.infinity)

  /// - Parameter perMinute: requests in a minute; nil for as many as one likes.
  init(perMinute: Int?) { spacing = perMinute.map { 60 / Double(max(1, $0)) } ?? 0 }

  /// Takes the next turn; the answer is how long to wait for it.
  func turn(at now: Double) -> Double {
    guard spacing > 0 else { return 0 }
    return next.withLock { next in
      let turn = max(now, next)
      next = turn + spacing
      return turn - now
    }
  }
}
