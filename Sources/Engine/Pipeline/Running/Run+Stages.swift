// SPDX-License-Identifier: MIT
// Part of Platen: stages started, published and reported on.

internal import Diagnostics
internal import Digests

/// Stages on the threads of the runner, and their reports.
extension Run {
  mutating func start(_ node: Int, _ runner: any Runner) {
    let now = Clock.wall()
    for job in plan.users[node] where jobs[job].started == nil {
      jobs[job].started = now
      onEvent(.jobStarted(job: plan.jobs[job].id))
    }
    control.progress.stageStarted(of: plan.users[node])
    onEvent(.stageStarted(event(node)))
    forecast.start(node, at: now)
    log(node, "\(plan.nodes[node].name) started")
    let flag = Cancellation(parent: control.cancellation)
    flags[node] = flag
    let task = StageTask(
      node: plan.nodes[node], inputs: plan.inputs[node].compactMap { values[$0] },
      targets: plan.targets[node].map(\.path), environment: environment, outputs: outputs,
      cancellation: flag, spareSlots: runner.spareSlots, isDigested: store != nil)
    let slot = Slot()
    slots[node] = slot
    runner.start(node, inSlot: true) { slot.put(task.run()) }
  }

  mutating func publish(_ node: Int, _ runner: any Runner) {
    guard let outputs else { return }
    let source: Publication.Source
    var actions: [(ActionKey, Action)] = []
    if let file = written.removeValue(forKey: node) {
      source = .written(file)
      stages[node].identity = file.file.digest
      if store != nil {
        // The deep one last: it marks the work as done.
        actions = [shallowAction(of: node, .file(file.file))].compactMap(\.self)
        actions.append(deepAction(of: node, file.file))
      }
    } else if case .file(let file)? = stages[node].known?.result {
      source = .kept(file)
      if !stages[node].isKnownDeep { actions = [deepAction(of: node, file)] }
    } else {
      return
    }
    let publication = Publication(
      source: source, targets: plan.targets[node].map(\.path),
      places: plan.targets[node].map { plan.jobs[$0.job].outputs[$0.output].place },
      accesses: accesses(of: node), environment: environment, outputs: outputs, store: store,
      actions: actions)
    control.progress.stageStarted(of: plan.users[node])
    let slot = Slot()
    let number = node + plan.nodes.count
    slots[number] = slot
    runner.start(number, inSlot: false) { slot.put(publication.run()) }
  }

  /// Gives up a stage that did not stop on request.
  mutating func abandon(_ node: Int, _ runner: any Runner) {
    let wasUnderWay = runner.abandon(node)
    control.progress.stageEnded(of: plan.users[node])
    flags[node] = nil
    stages[node].hasRun = true
    stages[node].seconds =
      forecast.underWay.first { $0.node == node }.map { Clock.wall() - $0.since } ?? 0
    if wasUnderWay {
      let grace = JobLogs.thousandths(options.grace)
      warn(
        node,
        [
          .warning(
            .jobTime,
            "\(plan.nodes[node].name) did not stop within \(grace) s and continues until the run"
              + " ends")
        ])
    }
    stages[node].outcome = .cancelled
    close(node)
  }

  /// Releases a value that is no longer needed.
  mutating func drop(_ node: Int) {
    if options.endsProcess, !scheduler.hasMoreToStart, let value = values[node] {
      _ = unsafe Unmanaged.passRetained(Abandoned(value))
    }
    values[node] = nil
  }

  // MARK: What came of it

  /// Takes a report in and returns the event for the scheduler.
  mutating func take(_ number: Int) -> Scheduler.Event? {
    let isPublication = number >= plan.nodes.count
    let node = isPublication ? number - plan.nodes.count : number
    guard let slot = slots.removeValue(forKey: number) else { return nil }
    // A stage abandoned because it did not stop in time was already reported.
    guard scheduler.states[node].isOpen else { return nil }
    guard let report = slot.take() else {
      return fail(node, Failure(.error(.engine, "a stage ended without a report")))
    }
    flags[node] = nil
    forecast.pause(node)
    control.progress.stageEnded(of: plan.users[node])
    if !isPublication { note(report, of: node) }
    switch report.ending {
    case .value(let value, let digest):
      values[node] = value
      stages[node].outcome = .built
      identify(node, digest)
      close(node)
      return .made(node)
    case .written(let file):
      values[node] = file.file
      written[node] = file
      return .written(node)
    case .published(let results):
      guard let file = values[node] as? FileArtifact else { return .unusable(node) }
      if let failure = passingFailure(among: results), stages[node].hasRun,
        scheduler.willRetry(node)
      {
        return fail(node, failure)
      }
      stages[node].seconds += report.seconds
      stages[node].cpuSeconds += report.cpuSeconds
      totals.cpuSeconds += report.cpuSeconds
      var outcomes: Set<Outcome> = []
      for (target, result) in zip(plan.targets[node], results) {
        note(file, at: target, result)
        if case .success(let outcome) = result { outcomes.insert(outcome) }
      }
      // A file that could not be published was made all the same: the error is its job's.
      stages[node].outcome = outcomes == [.upToDate] ? .upToDate : .built
      close(node)
      return .made(node)
    case .unusable:
      stages[node].known = nil
      stages[node].identity = nil
      stages[node].isKnownDeep = false
      stages[node].trace = []
      values[node] = nil
      return .unusable(node)
    case .failed(let failure): return fail(node, failure)
    case .cancelled:
      stages[node].outcome = .cancelled
      close(node)
      return .cancelled(node)
    }
  }

  mutating func note(_ report: Report, of node: Int) {
    stages[node].hasRun = true
    stages[node].known = nil
    stages[node].isKnownDeep = false
    stages[node].seconds = report.seconds
    stages[node].cpuSeconds = report.cpuSeconds
    stages[node].trace = report.trace
    totals.stages += 1
    totals.cpuSeconds += report.cpuSeconds
    warn(node, report.warnings)
  }

  /// Reports a stage's warnings, once.
  mutating func warn(_ node: Int, _ warnings: [Diagnostic]) {
    guard !stages[node].hasReportedWarnings || stages[node].warnings != warnings else { return }
    stages[node].hasReportedWarnings = true
    stages[node].warnings = warnings
    totals.warnings += warnings.count { $0.severity == .warning }
    for warning in warnings {
      reportedWarnings.append((event(node), warning))
      onEvent(.warning(warning, event(node)))
    }
    // A repeated message is in the log of the run that reported it first.
    guard stages[node].hasRun else { return }
    for warning in warnings { log(node, "\(plan.nodes[node].name): \(warning.text)") }
  }

  /// Determines the identity of a value for the stages that follow.
  private mutating func identify(_ node: Int, _ digest: Digest?) {
    guard store != nil else { return }
    if let digest {
      stages[node].identity = digest
      record(shallowAction(of: node, .value(digest)))
    } else if let inputs = identities(above: node) {
      stages[node].identity = keys.transient(
        plan.nodes[node], inputs: inputs, trace: stages[node].trace)
    }
  }

  /// The error that kept a file from being published, if it may pass.
  private func passingFailure(among results: [Result<Outcome, Failure>]) -> Failure? {
    for case .failure(let failure) in results where failure.isPassing { return failure }
    return nil
  }

  private mutating func fail(_ node: Int, _ failure: Failure) -> Scheduler.Event {
    let willRetry = failure.isPassing && scheduler.willRetry(node)
    if willRetry {
      onEvent(.retrying(event(node), failure.diagnostics))
      let why = failure.diagnostics.map(\.text).joined(separator: "\n")
      log(node, "\(plan.nodes[node].name) is retried: \(why)")
    } else {
      stages[node].outcome = .failed
      stages[node].failure = failure
      close(node)
    }
    return .failed(node, passing: failure.isPassing)
  }

  mutating func note(
    _ file: FileArtifact, at target: Plan.Target, _ result: Result<Outcome, Failure>
  ) {
    var output = OutputRecord(
      path: target.path.text, outcome: .failed, facts: file.facts,
      isShared: plan.jobs[target.job].outputs[target.output].isShared)
    switch result {
    case .success(let outcome):
      output.outcome = outcome
      totals.files += file.isSet ? file.members.count : 1
      output.size = file.isSet ? file.members.reduce(0) { $0 + $1.size } : file.size
      output.digest = file.digest
      output.files = file.members.compactMap { member in
        // Each was filled in before it was published.
        guard let path = try? target.path.filled(with: member.name) else { return nil }
        return FileRecord(path: path.text, size: member.size, digest: member.digest)
      }
    case .failure(let failure):
      for error in failure.diagnostics { jobs[target.job].add(error) }
    }
    jobs[target.job].outputs[target.output] = output
    control.progress.note(output, at: target.output, of: target.job)
    onEvent(.output(job: plan.jobs[target.job].id, output))
  }

  mutating func expire(_ limit: Int) {
    let job = plan.limitedJobs[limit]
    let seconds = plan.jobs[job].timeLimit ?? 0
    jobs[job].add(
      .error(
        .jobTime, "the job \"\(plan.jobs[job].id)\" took longer than the \(seconds) s it may take",
        at: plan.jobs[job].place, hints: ["raise its time limit, or make its output smaller"]))
  }
}

/// A value that is never freed.
private final class Abandoned {
  private let value: any Sendable
  init(_ value: any Sendable) { self.value = value }
}
