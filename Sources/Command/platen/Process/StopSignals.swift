// SPDX-License-Identifier: MIT
// Part of Platen: signals such as Ctrl-C for commands that run until the user ends them.

import Diagnostics
import Dispatch
import Libc

/// Records the signals that end the command.
final class StopSignals {
  private var sources: [any DispatchSourceSignal] = []

  init(_ signals: Guarded<[Int32]>) {
    for number in [SIGINT, SIGTERM] + (Signals.isIgnored(SIGHUP) ? [] : [SIGHUP]) {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(
        signal: number, queue: DispatchQueue(label: "signals"))
      source.setEventHandler { signals.withLock { $0.append(number) } }
      source.resume()
      sources.append(source)
    }
  }

  func end() {
    sources.forEach { $0.cancel() }
    sources = []
  }
}
