// SPDX-License-Identifier: MIT
// Part of Platen: the programs that send notifications at the end of a run.

import Diagnostics
import Libc
import Reports

extension FinishNotifier.Sender {
  /// Programs of this system, each in a process group of its own.
  static var system: FinishNotifier.Sender {
    .init(sendmail: Terminal.variable("PLATEN_SENDMAIL")) { launch in
      let child = try ChildProcess(
        launch.program, launch.arguments, variables: launch.variables, isFed: true,
        toStandardError: true, group: true)
      var rest = child.feed(Array(launch.input.utf8)[...])
      for _ in 0..<(launch.timeout * 50) {
        if let status = child.poll() { return status }
        if !rest.isEmpty { rest = child.feed(rest) }
        usleep(20_000)
      }
      // Together with all processes it started.
      kill(-child.number, SIGKILL)
      _ = child.wait()
      throw Failure(.error(.finishTime, "it took longer than \(launch.timeout) s"))
    }
  }
}
