// SPDX-License-Identifier: MIT
// Part of Platen: the status of a run in progress.

internal import JSON

/// The status of a run at a point in time.
public struct RunStatus: Hashable, Sendable {
  /// The phase of the run.
  public enum Phase: String, Hashable, Sendable {
    /// Its plan is being made.
    case preparing
    case running
    /// Nothing new starts until it is resumed.
    case paused
    /// Nothing new starts any more.
    case stopping
    /// Every stage has ended.
    case done
  }

  /// A stage that is under way.
  public struct Running: Hashable, Sendable {
    /// The name of the stage.
    public var stage: String
    /// The first of the jobs that need it.
    public var job: String
    /// The time since its start.
    public var seconds: Double

    public init(stage: String, job: String, seconds: Double) {
      self.stage = stage
      self.job = job
      self.seconds = seconds
    }
  }

  /// A job that failed.
  public struct Failed: Hashable, Sendable {
    public var job: String
    /// The reason, in one line.
    public var message: String

    public init(job: String, message: String) {
      self.job = job
      self.message = message
    }
  }

  public var phase = Phase.preparing
  /// The number of jobs.
  public var jobs = 0
  /// The numbers of jobs that ended, by outcome.
  public var built = 0
  public var upToDate = 0
  public var failed = 0
  public var cancelled = 0
  /// Seconds worked so far; pauses do not count.
  public var workingSeconds = 0.0
  /// Seconds the rest may take, from how long stages took before; nil when unknown.
  public var remainingSeconds: Double?
  /// The running stages, longest first.
  public var running: [Running] = []
  /// The jobs that failed last, newest last, at most ``mostFailures``.
  public var failures: [Failed] = []

  /// The most failures reported individually.
  public static let mostFailures = 10

  public init() {}

  /// The number of jobs that ended.
  public var ended: Int { built + upToDate + failed + cancelled }

  /// The share of the run that is done, from 0 to 1: of its time where that is foreseen, else of
  /// its jobs.
  public var share: Double {
    if phase == .done { return 1 }
    if let remainingSeconds, workingSeconds + remainingSeconds > 0 {
      return workingSeconds / (workingSeconds + remainingSeconds)
    }
    return jobs > 0 ? Double(ended) / Double(jobs) : 0
  }

  /// The same run some seconds later in which nothing began or ended.
  func after(_ seconds: Double) -> RunStatus {
    var later = self
    for index in later.running.indices { later.running[index].seconds += seconds }
    guard phase == .running else { return later }
    later.workingSeconds += seconds
    later.remainingSeconds = remainingSeconds.map { max(0, $0 - seconds) }
    return later
  }

  /// The status as a line of JSON, without the newline.
  public var jsonLine: String {
    var json = JSONWriter()
    json.object { json in
      json.member("phase", phase.rawValue)
      json.member("jobs", jobs)
      json.member("built", built)
      json.member("up-to-date", upToDate)
      json.member("failed", failed)
      json.member("cancelled", cancelled)
      json.member("working-seconds", workingSeconds.roundedToMicroseconds)
      json.key("remaining-seconds")
      if let remainingSeconds {
        json.double(remainingSeconds.roundedToMicroseconds)
      } else {
        json.null()
      }
      json.member("share", share.roundedToMicroseconds)
      json.member(
        "running",
        array: { json in
          for stage in running {
            json.object { json in
              json.member("stage", stage.stage)
              json.member("job", stage.job)
              json.member("seconds", stage.seconds.roundedToMicroseconds)
            }
          }
        })
      json.member(
        "failures",
        array: { json in
          for failure in failures {
            json.object { json in
              json.member("job", failure.job)
              json.member("message", failure.message)
            }
          }
        })
    }
    return json.text
  }
}
