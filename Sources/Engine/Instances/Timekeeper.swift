// SPDX-License-Identifier: MIT
// Part of Platen: time and random numbers as parameters, so that tests need not wait.

internal import Libc

/// A source of time, waits and random numbers.
public protocol Timekeeper: Sendable {
  /// Seconds on a monotonic clock.
  var now: Double { get }
  /// Seconds since 1970.
  var date: Double { get }
  /// A number from 0 to below 1.
  var chance: Double { get }
  /// Waits; returns early once `isCancelled` is true.
  func wait(_ seconds: Double, isCancelled: () -> Bool)
}

/// The system's clocks.
public struct SystemTimekeeper: Timekeeper {
  public init() {}
  public var now: Double { Stopwatch.now() }
  public var date: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
  public var chance: Double { Double.random(in: 0..<1) }
  public func wait(_ seconds: Double, isCancelled: () -> Bool) {
    let end = now + seconds
    while !isCancelled() {
      let left = end - now
      guard left > 0 else { return }
      usleep(UInt32(min(left, 0.1) * 1e6) + 1)
    }
  }
}

enum Stopwatch {
  /// Seconds on a monotonic clock.
  static func now() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
