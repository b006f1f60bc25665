// SPDX-License-Identifier: MIT
// Part of Platen: clocks, for durations.

internal import Libc

/// Durations for the record; no byte of an output depends on them.
enum Clock {
  /// Seconds on a monotonic clock.
  static func wall() -> Double { seconds(CLOCK_MONOTONIC) }
  /// Seconds this thread has computed.
  static func thread() -> Double { seconds(CLOCK_THREAD_CPUTIME_ID) }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
