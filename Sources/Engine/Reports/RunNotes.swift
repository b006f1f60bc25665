// SPDX-License-Identifier: MIT
// Part of Platen: the times of events in a run, which its record does not have, for reports.

internal import Diagnostics
package import Pipeline

/// Listens to the events of a run and notes when they came.
package final class RunNotes {
  /// A stage that ran.
  package struct Span: Hashable, Sendable {
    package var stage: Event.StageEvent
    package var outcome: Outcome
    /// Seconds since the run began.
    package var start: Double
    package var seconds: Double

    package init(stage: Event.StageEvent, outcome: Outcome, start: Double, seconds: Double) {
      self.stage = stage
      self.outcome = outcome
      self.start = start
      self.seconds = seconds
    }
  }

  /// An event with its time.
  package struct Instant: Hashable, Sendable {
    package var name: String
    /// Seconds since the run began.
    package var at: Double

    package init(name: String, at: Double) {
      self.name = name
      self.at = at
    }
  }

  /// The event that the run began with.
  package private(set) var begin: Event.Begin?
  /// The stages that ran, in the order they ended.
  package private(set) var spans: [Span] = []
  /// Failures, warnings, pauses.
  package private(set) var instants: [Instant] = []
  /// The time each job took, from its first stage to its end.
  package private(set) var jobSeconds: [String: Double] = [:]
  private let now: () -> Double

  /// - Parameter now: seconds since the run began.
  package init(now: @escaping () -> Double) { self.now = now }

  package func receive(_ event: Event) {
    switch event {
    case .begin(let begin): self.begin = begin
    case .stageFinished(let stage, let outcome, let seconds):
      // It began when it had a core, which may be later than its start event.
      spans.append(
        Span(stage: stage, outcome: outcome, start: max(0, now() - seconds), seconds: seconds))
    case .warning(let diagnostic, _):
      if diagnostic.severity == .warning { note("warning: \(diagnostic.message)") }
    case .jobFinished(let job, let outcome, let seconds, let diagnostics):
      jobSeconds[job] = seconds
      if outcome == .failed { note("\(job) failed: \(diagnostics.first?.message ?? "")") }
    case .retrying(let stage, _): note("\(stage.job): \(stage.name) is retried")
    case .paused: note("paused")
    case .resumed: note("resumed")
    case .preflight, .jobStarted, .stageStarted, .output, .summary: break
    }
  }

  private func note(_ name: String) { instants.append(Instant(name: name, at: now())) }
}
