// SPDX-License-Identifier: MIT
// Part of Platen: what reports want to know of a run that its record does not say: when things were.

internal import Diagnostics
public import Pipeline

/// Listens to the events of a run and notes when they came.
public final class RunNotes {
  /// A stage that ran.
  public struct Span: Hashable, Sendable {
    public var stage: Event.StageEvent
    public var outcome: Outcome
    /// Seconds since the run began.
    public var start: Double
    public var seconds: Double

    public init(stage: Event.StageEvent, outcome: Outcome, start: Double, seconds: Double) {
      self.stage = stage
      self.outcome = outcome
      self.start = start
      self.seconds = seconds
    }
  }

  /// Something that happened at a moment.
  public struct Moment: Hashable, Sendable {
    public var name: String
    /// Seconds since the run began.
    public var at: Double

    public init(name: String, at: Double) {
      self.name = name
      self.at = at
    }
  }

  /// What the run began with.
  public private(set) var begin: Event.Begin?
  /// The stages that ran, in the order they ended.
  public private(set) var spans: [Span] = []
  /// Failures, warnings, pauses.
  public private(set) var moments: [Moment] = []
  /// How long each job took, from its first stage to its end.
  public private(set) var jobSeconds: [String: Double] = [:]
  private let now: () -> Double

  /// - Parameter now: seconds since the run began.
  public init(now: @escaping () -> Double) { self.now = now }

  public func hear(_ event: Event) {
    switch event {
    case .begin(let begin): self.begin = begin
    case .stageFinished(let stage, let outcome, let seconds):
      // It began when it had a core, which may be later than it was told to.
      spans.append(
        Span(stage: stage, outcome: outcome, start: max(0, now() - seconds), seconds: seconds))
    case .warning(let diagnostic, _):
      if diagnostic.severity == .warning { note("warning: \(diagnostic.message)") }
    case .jobFinished(let job, let outcome, let seconds, let diagnostics):
      jobSeconds[job] = seconds
      if outcome == .failed { note("\(job) failed: \(diagnostics.first?.message ?? "")") }
    case .retrying(let stage, _): note("\(stage.job): \(stage.name) will be tried again")
    case .paused: note("paused")
    case .resumed: note("resumed")
    case .preflight, .jobStarted, .stageStarted, .output, .summary: break
    }
  }

  private func note(_ name: String) { moments.append(Moment(name: name, at: now())) }
}
