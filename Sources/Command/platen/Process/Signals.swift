// SPDX-License-Identifier: MIT
// Part of Platen: Ctrl-C and its like: once to stop in good order, twice to stop at once; Ctrl-Z
// to stop for a while.

import Diagnostics
import Dispatch
import Libc
import Pipeline

/// Turns SIGINT and SIGTERM into a raised flag; the second one ends the process.
///
/// Temporary files of a process that ended at once are swept by the next run.
final class Signals {
  private let caught = CaughtSignal()
  /// Listening ends when these go.
  private var sources: [any DispatchSourceSignal] = []

  /// Seconds after the first signal at which the process ends, even if something still runs: a run
  /// abandons stages that do not stop after ten.
  private static let patience = 15

  /// The status the process ends with because of a signal, or nil.
  var status: Int32? { caught.status }

  /// Notes that the run has ended: what follows comes to its end by itself.
  func runEnded() { caught.runEnded() }

  /// Begins to listen.
  func cancel(_ control: RunControl, saying say: @escaping @Sendable (String) -> Void) {
    for number in [SIGINT, SIGTERM] + (Signals.isIgnored(SIGHUP) ? [] : [SIGHUP]) {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(
        signal: number, queue: DispatchQueue(label: "signals"))
      source.setEventHandler { [caught] in
        // `_exit`: nothing of the C library's is to be flushed while other threads still write.
        guard caught.note(number) else {
          Jobserver.leave()
          _exit(CaughtSignal.status(of: number))
        }
        DispatchQueue(label: "signals.patience").asyncAfter(
          deadline: .now() + .seconds(Signals.patience)
        ) {
          guard !caught.hasRunEnded else { return }
          // Past every lock: who holds one may be what does not stop.
          let words = "platen: running stages did not stop and were ended\n"
          _ = words.utf8.withContiguousStorageIfAvailable { write(2, $0.baseAddress, $0.count) }
          Jobserver.leave()
          _exit(CaughtSignal.status(of: number))
        }
        guard !control.cancellation.isCancelled else { return }
        control.send(.stop(now: true))
        say("stopping; press Ctrl-C again to stop immediately")
      }
      source.resume()
      sources.append(source)
    }
  }

  /// Whatever else ends it at once, make gets its tokens back first.
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

  /// Has Ctrl-Z pause the run before the process stands still, so that its clock does not count
  /// the time until it continues.
  func suspend(_ control: RunControl) {
    signal(SIGTSTP, SIG_IGN)
    let source = DispatchSource.makeSignalSource(
      signal: SIGTSTP, queue: DispatchQueue(label: "suspension"))
    source.setEventHandler {
      // One that was paused from outside stays so.
      let isOurs = control.status.phase == .running
      if isOurs {
        control.send(.pause)
        // The loop takes note at once, unless it is asking the store for much; and Ctrl-Z is not to
        // be kept waiting for that.
        for _ in 0..<200 where control.status.phase == .running { usleep(1000) }
      }
      StandardError.show([])
      // To this thread, which stands still here until the process is let go on. What the shell
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

/// The first signal that came.
private final class CaughtSignal: Sendable {
  private struct First {
    var number: Int32
    var at: ContinuousClock.Instant
  }
  private let first = Guarded<First?>(nil)

  /// Signals nearer together than this are one: `timeout` and the like send it to the process and
  /// to its group.
  private static let bounce = Duration.milliseconds(150)

  /// Takes note of a signal; false when another had come before, and meant it.
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
