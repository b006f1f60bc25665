// SPDX-License-Identifier: MIT
// Part of Platen: how stages, jobs and the run itself end.

internal import Diagnostics

/// Ends of stages, jobs and the run, each with its events and its log.
extension Run {
  /// Reports a stage's end, and the end of the jobs that waited for it alone.
  mutating func close(_ node: Int) {
    let state = stages[node]
    guard let outcome = state.outcome else { return }
    forecast.end(node, after: state.hasRun && outcome != .cancelled ? state.seconds : nil)
    if state.hasRun {
      onEvent(.stageFinished(event(node), outcome: outcome, seconds: state.seconds))
      let took = JobLogs.thousandths(state.seconds)
      let computed = JobLogs.thousandths(state.cpuSeconds)
      log(
        node,
        "\(plan.nodes[node].name) \(outcome.rawValue) in \(took) s, \(computed) s of them computing"
      )
    }
    for target in plan.targets[node] where outcome != .built && outcome != .upToDate {
      jobs[target.job].outputs[target.output].outcome = outcome
    }
    for job in plan.users[node] {
      // Several stages may fail for one reason.
      for error in state.failure?.diagnostics ?? [] {
        jobs[job].add(plan.jobs[job].located(error))
      }
      jobs[job].openStages -= 1
      if jobs[job].openStages == 0 { finish(job) }
    }
  }

  mutating func finish(_ job: Int) {
    let outcomes = plan.needs[job].compactMap { stages[$0].outcome }
    let outputs = jobs[job].outputs
    let outcome: Outcome
    if !jobs[job].errors.isEmpty || outcomes.contains(.failed) {
      outcome = .failed
    } else if outcomes.contains(.cancelled) {
      outcome = .cancelled
    } else if outputs.isEmpty
      ? plan.needs[job].isEmpty || plan.jobs[job].onlyReports
      : outputs.allSatisfy({ $0.outcome == .upToDate })
    {
      outcome = .upToDate
    } else {
      outcome = .built
    }
    jobs[job].outcome = outcome
    if jobs[job].started == nil {
      jobs[job].started = Clock.wall()
      onEvent(.jobStarted(job: plan.jobs[job].id))
    }
    switch outcome {
    case .built: totals.built += 1
    case .upToDate: totals.upToDate += 1
    case .failed, .skipped:
      totals.failed += 1
      failures.append(
        RunStatus.Failed(
          job: plan.jobs[job].id, message: jobs[job].errors.first?.line ?? "it failed"))
      if failures.count > RunStatus.mostFailures { failures.removeFirst() }
    case .cancelled: totals.cancelled += 1
    }
    let seconds = jobs[job].started.map { Clock.wall() - $0 } ?? 0
    logEnd(of: job, outcome, seconds)
    control.progress.end(
      job, outcome, seconds: seconds, outputs: jobs[job].outputs, errors: jobs[job].errors)
    onEvent(
      .jobFinished(
        job: plan.jobs[job].id, outcome: outcome, seconds: seconds,
        diagnostics: jobs[job].errors))
  }

  mutating func finishRun() -> RunResult {
    totals.seconds = Clock.wall() - began
    totals.isCancelled = control.cancellation.isCancelled
    var wanted: [Key: any Sendable] = [:]
    for node in plan.nodes.indices where plan.isRequested[node] {
      if let value = values[node] { wanted[plan.nodes[node].key] = value }
    }
    onEvent(.summary(totals))
    let recorder = Recorder(plan: plan, stages: stages, jobs: jobs)
    let (tool, totals, reportedWarnings, verifier) = (
      options.tool, totals, reportedWarnings, verifier
    )
    let warnings = options.warnings
    let hasMadeSets = jobs.contains { job in
      job.outputs.contains { $0.isPublished && !$0.files.isEmpty }
    }
    return RunResult(
      totals: totals, hasMadeSets: hasMadeSets,
      unknown: Set(plan.jobs.filter(\.hasUnknownOutputs).map(\.id)), values: wanted,
      record: {
        var record = RunRecord(tool: tool, jobs: recorder.jobs, totals: totals)
        record.warnings = warnings
        return record
      },
      basis: {
        var basis = recorder.basis
        basis.warnings = reportedWarnings
        basis.seen = { verifier?.seen($0) }
        return basis
      })
  }

  // MARK: Logs

  /// Adds a line to the log of every job that needs a stage.
  func log(_ node: Int, _ text: @autoclosure () -> String) {
    guard let logs = options.logs else { return }
    let (text, now) = (text(), Clock.wall() - began)
    for job in plan.users[node] { logs.addLine(text, to: plan.jobs[job].id, at: now) }
  }

  private func logEnd(of job: Int, _ outcome: Outcome, _ seconds: Double) {
    let id = plan.jobs[job].id
    guard let logs = options.logs, outcome != .upToDate || logs.hasBegun(id) else { return }
    var lines = jobs[job].errors.map(\.report)
    for output in jobs[job].outputs {
      var size = output.size.map { ", \($0) bytes" } ?? ""
      if !output.files.isEmpty { size += " in \(output.files.count) files" }
      lines.append("\(output.path): \(output.outcome.rawValue)\(size)")
    }
    lines.append("\(id): \(outcome.rawValue) in \(JobLogs.thousandths(seconds)) s")
    let now = Clock.wall() - began
    for line in lines { logs.addLine(line, to: id, at: now, isEnd: true) }
  }

  func event(_ node: Int) -> Event.StageEvent {
    let users = plan.users[node]
    return Event.StageEvent(
      name: plan.nodes[node].name, key: plan.nodes[node].key,
      job: users.first.map { plan.jobs[$0].id } ?? "", sharedBy: users.count)
  }
}
