// SPDX-License-Identifier: MIT
// Part of Platen: state behind a lock that the thread sanitizer can see.

internal import Libc

/// State that is only reached while its lock is held.
///
/// On Linux `Synchronization.Mutex` locks by a system call that the thread sanitizer does not know,
/// so that every use of it is reported as a race. The sanitizer knows POSIX mutexes, and threads
/// that wait for one sleep.
public final class Guarded<State: Sendable>: @unchecked Sendable {
  // Why unchecked: `state` is touched in `withLock` alone, between lock and unlock, and is itself
  // Sendable; `lock` is never changed and lives as long as the object.
  private var state: State
  private let lock: UnsafeMutablePointer<pthread_mutex_t>

  /// Begins with `state`.
  public init(_ state: State) {
    self.state = state
    lock = .allocate(capacity: 1)
    lock.initialize(to: pthread_mutex_t())
    // With default attributes this cannot fail on Linux.
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deinitialize(count: 1)
    lock.deallocate()
  }

  /// Calls `body` with exclusive access to the state; not to be nested.
  public func withLock<R, E: Error>(_ body: (inout State) throws(E) -> R) throws(E) -> R {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body(&state)
  }
}
