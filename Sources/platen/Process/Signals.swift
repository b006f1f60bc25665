// SPDX-License-Identifier: MIT
// Part of Platen: Ctrl-C and its like: once to stop in good order, twice to stop at once.

import Dispatch
import Pipeline
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Turns SIGINT and SIGTERM into a raised flag; the second one ends the process.
///
/// Temporary files of a process that ended at once are swept by the next run.
final class Signals: Sendable {
  private let caught = Atomic<Int32>(0)
  private let sources = Mutex<[any DispatchSourceSignal]>([])

  /// The status the process ends with because of a signal, or nil.
  var status: Int32? {
    switch caught.load(ordering: .acquiring) {
    case 0: nil
    case SIGTERM: ExitStatus.terminated
    default: ExitStatus.interrupted
    }
  }

  /// Begins to listen.
  func cancel(_ cancellation: Cancellation, saying say: @escaping @Sendable (String) -> Void) {
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(
        signal: number, queue: DispatchQueue(label: "signals"))
      source.setEventHandler { [caught] in
        let status = number == SIGTERM ? ExitStatus.terminated : ExitStatus.interrupted
        let (isFirst, _) = caught.compareExchange(
          expected: 0, desired: number, ordering: .acquiringAndReleasing)
        // `_exit`: nothing of the C library's is to be flushed while other threads still write.
        guard isFirst else { _exit(status) }
        cancellation.cancel()
        say("stopping; once more stops at once")
      }
      source.resume()
      sources.withLock { $0.append(source) }
    }
  }

  /// What every command wants: a closed pipe is an error of `write`, a file size limit as well.
  static func ignorePipeAndSize() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }
}
