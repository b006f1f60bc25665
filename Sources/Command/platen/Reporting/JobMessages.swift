// SPDX-License-Identifier: MIT
// Part of Platen: the messages of a run about its jobs, collected until it ends so that each is
// printed once, with its jobs.

import Diagnostics
import Pipeline

/// The warnings and errors of a run's jobs.
struct JobMessages {
  /// A message with the jobs it is about.
  struct Message {
    var diagnostic: Diagnostic
    /// The known names, each once.
    var jobs: [String]
    /// The number of jobs.
    var count: Int
  }

  private struct Warning {
    var diagnostic: Diagnostic
    var stage: Event.StageEvent
    /// Indicates whether its stage ran, so that it was not reported before.
    var isNew: Bool
  }

  private var started: Set<Key> = []
  private var warnings: [Warning] = []
  private var failures: [(diagnostic: Diagnostic, job: String)] = []
  /// The jobs that were not up to date.
  private var changed: Set<String> = []

  /// Records that a stage runs.
  mutating func start(_ stage: Event.StageEvent) { started.insert(stage.key) }

  /// Adds a warning of a stage.
  mutating func add(_ diagnostic: Diagnostic, of stage: Event.StageEvent) {
    warnings.append(
      Warning(diagnostic: diagnostic, stage: stage, isNew: started.contains(stage.key)))
  }

  /// Adds the errors of a failed job.
  mutating func finish(_ job: String, _ outcome: Outcome, _ diagnostics: [Diagnostic]) {
    if outcome != .upToDate { changed.insert(job) }
    failures += diagnostics.map { ($0, job) }
  }

  /// The messages to print, and the number of warnings omitted.
  ///
  /// - Parameter isWhole: whether warnings of up-to-date jobs are included.
  func summary(isWhole: Bool) -> (warnings: [Message], old: Int, failures: [Message]) {
    let shown = warnings.filter { isWhole || $0.isNew || changed.contains($0.stage.job) }
    let old =
      warnings.count { $0.diagnostic.severity == .warning }
      - shown.count { $0.diagnostic.severity == .warning }
    return (
      JobMessages.grouped(shown.map { ($0.diagnostic, $0.stage.job, $0.stage.sharedBy) }), old,
      JobMessages.grouped(failures.map { ($0.diagnostic, $0.job, 1) })
    )
  }

  /// Each message once, in the order of files and lines, so that it does not depend on which job
  /// was ready first.
  private static func grouped(
    _ messages: [(diagnostic: Diagnostic, job: String, count: Int)]
  ) -> [Message] {
    var indices: [Diagnostic: Int] = [:]
    var groups: [Message] = []
    for (diagnostic, job, count) in messages {
      if let index = indices[diagnostic] {
        groups[index].jobs.append(job)
        groups[index].count += count
      } else {
        indices[diagnostic] = groups.count
        groups.append(Message(diagnostic: diagnostic, jobs: [job], count: count))
      }
    }
    return groups.map { group in
      var group = group
      // A stage names the first of its jobs, which may be that of another stage.
      let known = Set(group.jobs)
      if known.count < group.jobs.count, group.count == group.jobs.count {
        group.count = known.count
      }
      group.jobs = known.sorted()
      return group
    }.sorted { a, b in precedes(a.diagnostic, b.diagnostic) }
  }

  private static func precedes(_ a: Diagnostic, _ b: Diagnostic) -> Bool {
    func key(_ diagnostic: Diagnostic) -> (String, Int, Int) {
      let place = diagnostic.place
      return (place?.file ?? "", place?.line ?? 0, place?.column ?? 0)
    }
    let (first, second) = (key(a), key(b))
    return first != second ? first < second : a.message < b.message
  }
}
