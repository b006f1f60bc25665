// SPDX-License-Identifier: MIT
// Part of Platen: things that wait for the network done side by side, however few cores there are.

internal import Diagnostics
internal import Pipeline

/// Calls `body` with every number below `count`, at most `width` of them at once, and returns when
/// all are done.
///
/// Each of them waits for a server, not for a core, so Dispatch, which counts cores, does not help.
func concurrently(_ count: Int, width: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let next = Guarded(0)
  let work: @Sendable () -> Void = {
    while true {
      let number = next.withLock { next in
        defer { next += 1 }
        return next
      }
      guard number < count else { return }
      body(number)
    }
  }
  var threads: [DetachedThread] = []
  for _ in 1..<max(1, min(count, width)) {
    // With fewer threads it takes longer, and no more.
    guard let thread = DetachedThread(work) else { break }
    threads.append(thread)
  }
  work()
  for thread in threads { thread.join() }
}
