// SPDX-License-Identifier: MIT
// Part of Platen: a time of day after which a run starts no further jobs.

import ArgumentParser
import Diagnostics
import Dispatch
import Libc
import Pipeline

/// A local time of day such as `06:00`.
struct TimeOfDay: ExpressibleByArgument {
  let hour: Int
  let minute: Int

  init(hour: Int, minute: Int) {
    self.hour = hour
    self.minute = minute
  }

  init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ (1...2).contains($0.count) }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), (0..<24).contains(hour),
      (0..<60).contains(minute)
    else { return nil }
    self.hour = hour
    self.minute = minute
  }

  /// Seconds until the next occurrence of that time, at least one.
  var secondsFromNow: Int {
    var now = time(nil)
    var local = tm()
    localtime_r(&now, &local)
    let wanted = hour * 3600 + minute * 60
    let passed = Int(local.tm_hour) * 3600 + Int(local.tm_min) * 60 + Int(local.tm_sec)
    return wanted > passed ? wanted - passed : wanted - passed + 86_400
  }
}

/// Stops a run from starting further jobs once a time has passed.
final class Deadline {
  private let timer: any DispatchSourceTimer
  private let passed = Guarded(false)

  var hasPassed: Bool { passed.withLock { $0 } }

  init(
    _ time: TimeOfDay, _ control: RunControl, reporting report: @escaping @Sendable (String) -> Void
  ) {
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "deadline"))
    timer.schedule(deadline: .now() + .seconds(time.secondsFromNow))
    timer.setEventHandler { [passed] in
      passed.withLock { $0 = true }
      report("the time is up: no further jobs are started")
      control.send(.stop(now: false))
    }
    timer.resume()
  }

  deinit { timer.cancel() }
}
