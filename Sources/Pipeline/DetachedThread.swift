// SPDX-License-Identifier: MIT
// Part of Platen: threads beside Dispatch's, for when its own are held by work that does not end.

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A thread of its own for one piece of work.
enum DetachedThread {
  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a new thread; false where the system has none to give.
  static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
    let work = Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
      var thread: pthread_t?
      let refused = pthread_create(&thread, nil, { DetachedThread.start($0) }, work.toOpaque())
    #else
      var thread = pthread_t()
      let refused = pthread_create(
        &thread, nil, { $0.flatMap { DetachedThread.start($0) } }, work.toOpaque())
    #endif
    guard refused == 0 else {
      work.release()
      return false
    }
    #if canImport(Darwin)
      if let thread { pthread_detach(thread) }
    #else
      pthread_detach(thread)
    #endif
    return true
  }

  private static func start(_ work: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
    return nil
  }
}
