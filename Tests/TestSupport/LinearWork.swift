// SPDX-License-Identifier: MIT
// Part of Platen: whether work grows as its input does, on however busy a machine.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whether four times as much input takes nearer four times as long than sixteen times.
///
/// The thread's own CPU time is counted, so that a busy machine makes no difference.
public func isLinear(_ count: Int, _ work: (Int) throws -> Void) rethrows -> Bool {
  func seconds(_ count: Int) throws -> Double {
    let start = threadSeconds()
    try work(count)
    return threadSeconds() - start
  }
  return try seconds(4 * count) < 9 * seconds(count)
}

private func threadSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}
