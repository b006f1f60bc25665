// SPDX-License-Identifier: MIT
// Part of Platen: signals such as Ctrl-C: the first stops cleanly, the second immediately; Ctrl-Z
// suspends.

import Diagnostics
import Dispatch
import Libc
import Pipeline

/// Turns SIGINT and SIGTERM into a flag; the second one ends the process.
///
/// The next run deletes temporary files of a process that ended immediately.
final class Signals {
  private let caught = CaughtSignal()
  /// The sources of signals; handling ends when they are released.
  private var sources: [any DispatchSourceSignal] = []

  /// Seconds after the first signal at which the process ends, even if something still runs: a run
  /// abandons stages that do not stop after ten.
  private static let gracePeriod = 15

  /// The status the process ends with because of a signal, or nil.
  var status: Int32? { caught.status }

  /// Records that the run has ended; the remaining work finishes by itself.
  func runEnded() { caught.runEnded() }

  /// Begins to handle signals.
  func cancel(_ control: RunControl, reporting report: @escaping @Sendable (String) -> Void) {
    for number in [SIGINT, SIGTERM] + (Signals.isIgnored(SIGHUP) ? [] : [SIGHUP]) {
      let isPending = Signals.isPending(number)
      signal(number, SIG_IGN)
      let queue = DispatchQueue(label: "signals")
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      let receive = { @Sendable [caught] in
        // `_exit`: the C library must not flush its buffers while other threads still write.
        guard caught.note(number) else {
          Jobserver.leave()
          _exit(CaughtSignal.status(of: number))
        }
        DispatchQueue(label: "signals.patience").asyncAfter(
          deadline: .now() + .seconds(Signals.gracePeriod)
        ) {
          guard !caught.hasRunEnded else { return }
          // Without any lock: the thread that does not stop may hold one.
          let words = "platen: running stages did not stop and were ended\n"
          _ = words.utf8.withContiguousStorageIfAvailable { write(2, $0.baseAddress, $0.count) }
          Jobserver.leave()
          _exit(CaughtSignal.status(of: number))
        }
        guard !control.cancellation.isCancelled else { return }
        control.send(.stop(now: true))
        report("stopping; press Ctrl-C again to stop immediately")
      }
      source.setEventHandler(handler: receive)
      source.resume()
      sources.append(source)
      if isPending { queue.async(execute: receive) }
    }
  }

  /// Returns tokens to make before any other signal ends the process.
  func giveBackTokens() {
    signal(SIGQUIT, SIG_IGN)
    let source = DispatchSource.makeSignalSource(
      signal: SIGQUIT, queue: DispatchQueue(label: "quitting"))
    source.setEventHandler {
      Jobserver.leave()
      signal(SIGQUIT, SIG_DFL)
      raise(SIGQUIT)
    }
    source.resume()
    sources.append(source)
  }

  /// Indicates whether the parent process had this one ignore a signal, as `nohup` does.
  static func isIgnored(_ number: Int32) -> Bool {
    let before = signal(number, SIG_IGN)
    let handler = unsafeBitCast(before, to: Int.self)
    guard handler != unsafeBitCast(SIG_IGN, to: Int.self) else { return true }
    signal(number, before)
    return false
  }

  /// Indicates whether a signal arrived while the parent process had it blocked here: ignoring it
  /// would discard it.
  private static func isPending(_ number: Int32) -> Bool {
    var pending = sigset_t()
    return sigpending(&pending) == 0 && sigismember(&pending, number) == 1
  }

  /// Has Ctrl-Z pause the run before the process is suspended, so that its clock does not count
  /// the time until it continues.
  func suspend(_ control: RunControl) {
    signal(SIGTSTP, SIG_IGN)
    let source = DispatchSource.makeSignalSource(
      signal: SIGTSTP, queue: DispatchQueue(label: "suspension"))
    source.setEventHandler {
      // A run that was paused by another process stays paused.
      let isOurs = control.status.phase == .running
      if isOurs {
        control.send(.pause)
        // The loop reacts immediately, unless it is reading much from the store; and Ctrl-Z must
        // not wait for that.
        for _ in 0..<200 where control.status.phase == .running { usleep(1000) }
      }
      StandardError.show([])
      // To this thread, which is suspended here until the process continues. What the shell
      // sees is what it would see of any program.
      raise(SIGSTOP)
      if isOurs { control.send(.resume) }
    }
    source.resume()
    sources.append(source)
  }

  /// Ignores SIGPIPE and SIGXFSZ: a closed pipe is an error of `write`, a file size limit as well.
  static func ignorePipeAndSize() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }
}

/// The first signal received.
private final class CaughtSignal: Sendable {
  private struct First {
    var number: Int32
    var at: ContinuousClock.Instant
  }
  private let first = Guarded<First?>(nil)

  /// Signals closer together than this are one: programs such as `timeout` send it to the process
  /// and to its group.
  private static let bounce = Duration.milliseconds(150)

  /// Records a signal; false when another one, not a duplicate, was received before.
  func note(_ signal: Int32) -> Bool {
    let now = ContinuousClock.now
    return first.withLock { first in
      guard let known = first else {
        first = First(number: signal, at: now)
        return true
      }
      return now - known.at < CaughtSignal.bounce
    }
  }

  var status: Int32? { first.withLock { $0.map { CaughtSignal.status(of: $0.number) } } }

  private let isOver = Guarded(false)
  var hasRunEnded: Bool { isOver.withLock { $0 } }
  func runEnded() { isOver.withLock { $0 = true } }

  static func status(of signal: Int32) -> Int32 {
    switch signal {
    case SIGTERM: ExitStatus.terminated
    case SIGHUP: ExitStatus.hungUp
    default: ExitStatus.interrupted
    }
  }
}
