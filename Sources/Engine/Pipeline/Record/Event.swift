// SPDX-License-Identifier: MIT
// Part of Platen: the events of a run, in order, as values and as JSON.

public import Diagnostics
public import JSON

/// Something that happened in a run.
///
/// Events are delivered in one order, one at a time, on the thread that called
/// ``Engine/run(_:on:)``: first `begin`, last `summary`.
public enum Event: Sendable {
  /// The run begins.
  case begin(Begin)
  /// There is something to make, and nothing of it has begun.
  case preflight(Preflight)
  /// The first stage of a job starts, or the job ends without any; `jobFinished` follows.
  case jobStarted(job: String)
  /// A stage starts.
  case stageStarted(StageEvent)
  /// A stage ended, after so many seconds.
  case stageFinished(StageEvent, outcome: Outcome, seconds: Double)
  /// A stage reported a diagnostic.
  case warning(Diagnostic, StageEvent)
  /// A file was published, or found to be the same already.
  case output(job: String, OutputRecord)
  /// A job ended; `diagnostics` have the reasons of a failure.
  case jobFinished(job: String, outcome: Outcome, seconds: Double, diagnostics: [Diagnostic])
  /// A stage failed for a passing reason, and will be tried again.
  case retrying(StageEvent, [Diagnostic])
  /// Nothing new starts until it is resumed.
  case paused
  /// The run continues.
  case resumed
  /// The run ended.
  case summary(RunTotals)

  /// The start of a run.
  public struct Begin: Hashable, Sendable {
    /// Name and version of the program.
    public var tool: String
    /// The number of jobs.
    public var jobs: Int
    /// The number of different stages they need.
    public var stages: Int
    /// The number of stages that may run at once.
    public var width: Int
    /// The memory budget in bytes.
    public var memory: Int

    public init(tool: String, jobs: Int, stages: Int, width: Int, memory: Int) {
      self.tool = tool
      self.jobs = jobs
      self.stages = stages
      self.width = width
      self.memory = memory
    }
  }

  /// The stage an event is about.
  public struct StageEvent: Hashable, Sendable {
    /// The name of the stage.
    public var name: String
    /// The key of the work.
    public var key: Key
    /// The first of the jobs that need it.
    public var job: String
    /// The number of jobs that need it.
    public var sharedBy: Int

    public init(name: String, key: Key, job: String, sharedBy: Int) {
      self.name = name
      self.key = key
      self.job = job
      self.sharedBy = sharedBy
    }
  }

  /// The version of the form of events and record; fields are added without raising it.
  public static let format = 1

  /// The event as a line of JSON, without the newline.
  public var jsonLine: String {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.text
  }

  /// Writes the event as a JSON object; every key is always there, null without a value.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      switch self {
      case .begin(let begin):
        writer.member("event", "begin")
        writer.member("tool", begin.tool)
        writer.member("format", Event.format)
        writer.member("jobs", begin.jobs)
        writer.member("stages", begin.stages)
        writer.member("width", begin.width)
        writer.member("memory", begin.memory)
      case .preflight(let preflight):
        writer.member("event", "preflight")
        preflight.writeMembers(to: &writer)
      case .jobStarted(let job):
        writer.member("event", "job-started")
        writer.member("job", job)
      case .stageStarted(let stage):
        writer.member("event", "stage-started")
        stage.write(to: &writer)
      case .stageFinished(let stage, let outcome, let seconds):
        writer.member("event", "stage-finished")
        stage.write(to: &writer)
        writer.member("outcome", outcome.rawValue)
        writer.member("seconds", seconds.roundedToMicroseconds)
      case .warning(let diagnostic, let stage):
        writer.member("event", "warning")
        stage.write(to: &writer)
        writer.key("diagnostic")
        diagnostic.write(to: &writer)
      case .output(let job, let output):
        writer.member("event", "output")
        writer.member("job", job)
        output.writeMembers(to: &writer)
      case .jobFinished(let job, let outcome, let seconds, let diagnostics):
        writer.member("event", "job-finished")
        writer.member("job", job)
        writer.member("outcome", outcome.rawValue)
        writer.member("seconds", seconds.roundedToMicroseconds)
        writer.member("diagnostics", diagnostics)
      case .retrying(let stage, let diagnostics):
        writer.member("event", "retrying")
        stage.write(to: &writer)
        writer.member("diagnostics", diagnostics)
      case .paused: writer.member("event", "paused")
      case .resumed: writer.member("event", "resumed")
      case .summary(let totals):
        writer.member("event", "summary")
        totals.writeMembers(to: &writer)
      }
    }
  }
}

/// The end of a stage, an output, a job or a run.
public enum Outcome: String, Hashable, Sendable, CaseIterable {
  /// A result that was built.
  case built
  /// A result that was there already, byte for byte.
  case upToDate = "up-to-date"
  /// A result that failed.
  case failed
  /// Something it needs failed.
  case skipped
  /// The run was cancelled, or stopped at the first failure, before it was done.
  case cancelled
}

extension Event.StageEvent {
  func write(to writer: inout JSONWriter) {
    writer.member("stage", name)
    writer.member("key", key.description)
    writer.member("job", job)
    writer.member("shared-by", sharedBy)
  }
}

extension Diagnostic {
  /// Writes the diagnostic as a JSON object with severity, code, message, file, line, column, field
  /// and hints; null without a value.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("severity", severity.rawValue)
      writer.member("code", code.rawValue)
      writer.member("message", message)
      writer.member("file", place?.file)
      writer.member("line", optional: place?.line)
      writer.member("column", optional: place?.column)
      writer.member("field", place?.field)
      writer.member("hints", hints)
    }
  }
}

extension JSONWriter {
  mutating func member(_ name: String, optional value: Int?) {
    key(name)
    if let value { int(value) } else { null() }
  }

  /// Writes a member with an array of diagnostics.
  public mutating func member(_ name: String, _ diagnostics: [Diagnostic]) {
    member(name, array: { writer in for each in diagnostics { each.write(to: &writer) } })
  }
}

extension Double {
  /// Enough for a duration, and short in the record.
  var roundedToMicroseconds: Double { (self * 1e6).rounded() / 1e6 }
}
