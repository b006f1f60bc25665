// SPDX-License-Identifier: MIT
// Part of Platen: things that wait for the network done side by side, however few cores there are.

internal import Diagnostics
internal import Glibc
internal import Pipeline

/// Calls `body` with every number below `count`, at most `width` of them at once, and returns when all
/// are done.
///
/// Each of them waits for a server, not for a core, so Dispatch, which counts cores, is no help.
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
  final class Box: Sendable {
    let work: @Sendable () -> Void
    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }
  var threads: [pthread_t] = []
  for _ in 1..<max(1, min(count, width)) {
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Box(work))
    let refused = pthread_create(
      &thread, nil,
      { box in
        if let box { Unmanaged<Box>.fromOpaque(box).takeRetainedValue().work() }
        return nil
      }, box.toOpaque())
    // With fewer threads it takes longer, and no more.
    if refused != 0 {
      box.release()
      break
    }
    threads.append(thread)
  }
  work()
  for thread in threads { pthread_join(thread, nil) }
}
