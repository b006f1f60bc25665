// SPDX-License-Identifier: MIT
// Part of Platen: whether work grows as its input does, on however busy a machine.

import Libc

/// Indicates whether four times as much input takes nearer four times as long than sixteen times.
///
/// The CPU time of this thread is counted, so that a busy machine makes little difference; what
/// other threads and processes do for the work is not measured. One good try of five will do: what
/// grows by the square has none.
public func isLinear(_ count: Int, _ work: (Int) throws -> Void) rethrows -> Bool {
  func seconds(_ count: Int) throws -> Double {
    let start = threadSeconds()
    try work(count)
    return threadSeconds() - start
  }
  // What is made once is made before.
  try work(count)
  for _ in 0..<5 {
    let small = try seconds(count)
    if try seconds(4 * count) < max(9 * small, 0.002) { return true }
  }
  return false
}

private func threadSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}
