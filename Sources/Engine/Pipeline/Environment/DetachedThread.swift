// SPDX-License-Identifier: MIT
// Part of Platen: threads beside Dispatch's, for when its own are held by work that does not end, or
// that only waits.

internal import Libc

/// A thread of its own for one piece of work; to be joined or detached.
package struct DetachedThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private let thread: pthread_t

  /// Runs `body` on a new thread; nil where the system has none to give.
  package init?(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let work = unsafe Unmanaged.passRetained(Work(body))
    let refused = unsafe pthread_create(
      &thread, nil,
      { work in
        if let work = unsafe work {
          unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
        }
        return nil
      }, work.toOpaque())
    guard refused == 0 else {
      unsafe work.release()
      return nil
    }
    self.thread = thread
  }

  /// Waits until its work is done.
  package func join() { pthread_join(thread, nil) }

  /// Runs `body` on a new detached thread; false where the system has none to give.
  package static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
    guard let started = DetachedThread(body) else { return false }
    pthread_detach(started.thread)
    return true
  }
}
