// SPDX-License-Identifier: MIT
// Part of Platen: one run under way: what each stage and each job has come to so far.

internal import Diagnostics
internal import Glibc

/// What came of running one stage, made on its thread and read on the engine's.
private struct Report: Sendable {
  enum Ending: Sendable {
    case value(any Sendable)
    case file(Outputs.Made)
    case failed(Failure)
    case cancelled
  }
  var ending: Ending
  var warnings: [Diagnostic]
  var trace: Trace
  var seconds: Double
  var cpuSeconds: Double
}

/// Where a stage's report lies between its thread and the engine's.
private final class Slot: Sendable {
  private let report = Guarded<Report?>(nil)
  func put(_ value: Report) { report.withLock { $0 = value } }
  func take() -> Report? {
    report.withLock { held in
      defer { held = nil }
      return held
    }
  }
}

/// One run under way.
struct Run {
  private let plan: Plan
  private let environment: any Environment
  private let outputs: Outputs?
  private let options: Engine.Options
  private let cancellation: Cancellation
  private let width: Int
  private let onEvent: (Event) -> Void

  private var scheduler: Scheduler
  private var slots: [Int: Slot] = [:]
  private var values: [(any Sendable)?]
  private var stages: [StageState]
  private var jobs: [JobState]
  private var totals = RunTotals()
  private let began: Double

  /// What a stage has come to.
  private struct StageState {
    var outcome: Outcome?
    var hasRun = false
    var failure: Failure?
    var warnings: [Diagnostic] = []
    var trace: [Trace.Access] = []
    var seconds = 0.0
    var cpuSeconds = 0.0
  }

  /// What a job has come to.
  private struct JobState {
    var openStages: Int
    var started: Double?
    var outputs: [OutputRecord]
    var errors: [Diagnostic] = []
    var outcome: Outcome?
  }

  init(
    plan: Plan, environment: any Environment, outputs: Outputs?, options: Engine.Options,
    cancellation: Cancellation, width: Int, onEvent: @escaping (Event) -> Void
  ) {
    self.plan = plan
    self.environment = environment
    self.outputs = outputs
    self.options = options
    self.cancellation = cancellation
    self.width = width
    self.onEvent = onEvent
    let known = plan.nodes.compactMap { options.durations[$0.key] }
    // A stage that never ran is thought to take as long as the others do on average.
    let usual = known.isEmpty ? 1 : known.reduce(0, +) / Double(known.count)
    scheduler = Scheduler(
      Scheduler.Work(
        inputs: plan.inputs, weights: plan.nodes.map(\.memory),
        durations: plan.nodes.map { options.durations[$0.key] ?? usual },
        isWanted: plan.isWanted,
        isNeeded: plan.nodes.indices.map { plan.isWanted[$0] || !plan.targets[$0].isEmpty }),
      width: width, budget: options.memory.bytes, failFast: options.failFast)
    values = [(any Sendable)?](repeating: nil, count: plan.nodes.count)
    stages = [StageState](repeating: StageState(), count: plan.nodes.count)
    jobs = plan.jobs.enumerated().map { index, job in
      JobState(
        openStages: plan.needs[index].count,
        outputs: job.outputs.map {
          OutputRecord(path: $0.path, outcome: .skipped, facts: FileFacts())
        })
    }
    for target in plan.targets.joined() {
      jobs[target.job].outputs[target.output].path = target.path.text
    }
    began = Clock.wall()
  }

  // MARK: The loop

  mutating func drive(_ runner: any Runner) -> RunResult {
    onEvent(
      .begin(
        Event.Begin(
          tool: options.tool, jobs: plan.jobs.count, stages: plan.nodes.count, width: width,
          memory: options.memory.bytes)))
    for job in jobs.indices where jobs[job].openStages == 0 { finish(job) }
    if cancellation.isCancelled {
      perform(scheduler.apply(.stop), runner)
    } else {
      begin(runner)
    }
    while !scheduler.isDone {
      let node = runner.waitForOne()
      let event = take(node)
      close(node)
      // The flag first: what the ended stage made ready must not start.
      if cancellation.isCancelled, !scheduler.isStopping {
        perform(scheduler.apply(.stop), runner)
      }
      perform(scheduler.apply(event), runner)
    }
    return finishRun()
  }

  private mutating func begin(_ runner: any Runner) {
    let lost = findLost()
    for (node, failure) in lost {
      stages[node].outcome = .failed
      stages[node].failure = failure
    }
    let effects = scheduler.apply(.begin(lost: lost.map(\.0)))
    for (node, _) in lost {
      // One that follows another lost one is skipped, and closed with the effects; its own reason
      // is told all the same.
      if scheduler.states[node] == .failed { close(node) }
    }
    perform(effects, runner)
  }

  private mutating func perform(_ effects: [Scheduler.Effect], _ runner: any Runner) {
    for effect in effects {
      switch effect {
      case .start(let node): start(node, runner)
      case .release(let node): values[node] = nil
      case .skip(let node, _):
        if stages[node].failure == nil { stages[node].outcome = .skipped }
        close(node)
      case .cancel(let node):
        stages[node].outcome = .cancelled
        close(node)
      }
    }
  }

  private mutating func start(_ node: Int, _ runner: any Runner) {
    let now = Clock.wall()
    for job in plan.users[node] where jobs[job].started == nil {
      jobs[job].started = now
      onEvent(.jobStarted(job: plan.jobs[job].id))
    }
    onEvent(.stageStarted(event(node)))
    let slot = Slot()
    slots[node] = slot
    let inputs = plan.inputs[node].compactMap { values[$0] }
    let errand = Errand(
      node: plan.nodes[node], inputs: inputs, targets: plan.targets[node].map(\.path),
      environment: environment, outputs: outputs, cancellation: cancellation,
      spareSlots: runner.spareSlots)
    runner.start(node) { slot.put(errand.run()) }
  }

  /// Takes a stage's report in and says what the scheduler is to be told.
  private mutating func take(_ node: Int) -> Scheduler.Event {
    guard let report = slots.removeValue(forKey: node)?.take() else {
      stages[node].outcome = .failed
      stages[node].failure = Failure(.error(.engine, "a stage ended without a report"))
      return .failed(node)
    }
    stages[node].hasRun = true
    stages[node].seconds = report.seconds
    stages[node].cpuSeconds = report.cpuSeconds
    stages[node].warnings = report.warnings
    stages[node].trace = report.trace.accesses
    totals.stages += 1
    totals.cpuSeconds += report.cpuSeconds
    totals.warnings += report.warnings.count { $0.severity == .warning }
    for warning in report.warnings { onEvent(.warning(warning, event(node))) }
    switch report.ending {
    case .value(let value):
      values[node] = value
      stages[node].outcome = .made
      return .made(node)
    case .file(let made):
      values[node] = made.file
      var outcomes: Set<Outcome> = []
      for (target, result) in zip(plan.targets[node], made.targets) {
        publish(made.file, at: target, result)
        if case .success(let outcome) = result { outcomes.insert(outcome) }
      }
      // A file that could not be published was made all the same: the fault is its job's.
      stages[node].outcome = outcomes == [.unchanged] ? .unchanged : .made
      return .made(node)
    case .failed(let failure):
      stages[node].outcome = .failed
      stages[node].failure = failure
      return .failed(node)
    case .cancelled:
      stages[node].outcome = .cancelled
      return .cancelled(node)
    }
  }

  private mutating func publish(
    _ file: KeptFile, at target: Plan.Target, _ result: Result<Outcome, Failure>
  ) {
    var output = OutputRecord(path: target.path.text, outcome: .failed, facts: file.facts)
    switch result {
    case .success(let outcome):
      output.outcome = outcome
      output.size = file.size
      output.digest = file.digest
    case .failure(let failure):
      jobs[target.job].errors += failure.diagnostics
    }
    jobs[target.job].outputs[target.output] = output
    onEvent(.output(job: plan.jobs[target.job].id, output))
  }

  // MARK: Ends

  /// Tells of a stage's end, and of the end of the jobs that waited for it alone.
  private mutating func close(_ node: Int) {
    let state = stages[node]
    guard let outcome = state.outcome else { return }
    if state.hasRun {
      onEvent(.stageFinished(event(node), outcome: outcome, seconds: state.seconds))
    }
    for target in plan.targets[node] where outcome != .made && outcome != .unchanged {
      jobs[target.job].outputs[target.output].outcome = outcome
    }
    for job in plan.users[node] {
      if let failure = state.failure { jobs[job].errors += failure.diagnostics }
      jobs[job].openStages -= 1
      if jobs[job].openStages == 0 { finish(job) }
    }
  }

  private mutating func finish(_ job: Int) {
    let outcomes = plan.needs[job].compactMap { stages[$0].outcome }
    let outputs = jobs[job].outputs
    let outcome: Outcome
    if !jobs[job].errors.isEmpty || outcomes.contains(.failed) {
      outcome = .failed
    } else if outcomes.contains(.cancelled) {
      outcome = .cancelled
    } else if outputs.isEmpty
      ? plan.needs[job].isEmpty : outputs.allSatisfy({ $0.outcome == .unchanged })
    {
      outcome = .unchanged
    } else {
      outcome = .made
    }
    jobs[job].outcome = outcome
    if jobs[job].started == nil {
      jobs[job].started = Clock.wall()
      onEvent(.jobStarted(job: plan.jobs[job].id))
    }
    switch outcome {
    case .made: totals.made += 1
    case .unchanged: totals.unchanged += 1
    case .failed, .skipped: totals.failed += 1
    case .cancelled: totals.cancelled += 1
    }
    let seconds = jobs[job].started.map { Clock.wall() - $0 } ?? 0
    onEvent(
      .jobFinished(
        job: plan.jobs[job].id, outcome: outcome, seconds: seconds,
        diagnostics: jobs[job].errors))
  }

  private mutating func finishRun() -> RunResult {
    totals.seconds = Clock.wall() - began
    totals.isCancelled = cancellation.isCancelled
    let record = RunRecord(
      tool: options.tool, jobs: jobs.indices.map { self.record(of: $0) }, totals: totals)
    var wanted: [Key: any Sendable] = [:]
    for node in plan.nodes.indices where plan.isWanted[node] {
      if let value = values[node] { wanted[plan.nodes[node].key] = value }
    }
    onEvent(.summary(totals))
    return RunResult(record: record, values: wanted)
  }

  private func record(of index: Int) -> JobRecord {
    let job = plan.jobs[index]
    var inputs: [InputRecord] = []
    var seen: Set<InputRecord> = []
    var warnings: [Diagnostic] = []
    for node in plan.needs[index] {
      warnings += stages[node].warnings
      for access in stages[node].trace {
        guard let input = InputRecord(access), seen.insert(input).inserted else { continue }
        inputs.append(input)
      }
    }
    return JobRecord(
      id: job.id, kind: job.kind, tags: job.tags, parameters: job.parameters,
      outcome: jobs[index].outcome ?? .cancelled, inputs: inputs,
      stages: plan.needs[index].map { node in
        StageRecord(
          name: plan.nodes[node].name, key: plan.nodes[node].key,
          outcome: stages[node].outcome ?? .cancelled, seconds: stages[node].seconds,
          cpuSeconds: stages[node].cpuSeconds, sharedBy: plan.users[node].count)
      },
      warnings: warnings, errors: jobs[index].errors, outputs: jobs[index].outputs)
  }

  private func event(_ node: Int) -> Event.StageEvent {
    let users = plan.users[node]
    return Event.StageEvent(
      name: plan.nodes[node].name, key: plan.nodes[node].key,
      job: users.first.map { plan.jobs[$0].id } ?? "", sharedBy: users.count)
  }

  // MARK: What is lost before it begins

  /// The stages that cannot work out: a file they read is missing, or one they would write is one
  /// that is read.
  private mutating func findLost() -> [(Int, Failure)] {
    var failures: [String: Failure] = [:]
    var looked: Set<String> = []
    var identities: [FileIdentity: String] = [:]
    var lost: [(Int, Failure)] = []
    for node in plan.nodes {
      for path in node.files where looked.insert(path).inserted {
        do {
          if let status = try environment.status(path), status.kind != .folder {
            identities[status.identity] = path
          } else {
            // Reading says best why it cannot be read.
            _ = try environment.read(path, limit: 0)
          }
        } catch let failure as Failure {
          failures[path] = failure
        } catch {
          failures[path] = Failure(.error(.stage, "\(error)", at: Place(file: path)))
        }
      }
    }
    for path in options.sources {
      // What has gone since it was read cannot be overwritten.
      guard let status = try? environment.status(path), status.kind == .file else { continue }
      if identities[status.identity] == nil { identities[status.identity] = path }
    }
    for (index, node) in plan.nodes.enumerated() {
      var diagnostics: [Diagnostic] = []
      for path in node.files {
        guard let failure = failures[path] else { continue }
        diagnostics += failure.diagnostics
        if failure.diagnostics.contains(where: { $0.code == .fileMissing }) {
          stages[index].trace.append(.absent(path: path))
        }
      }
      if !identities.isEmpty, let outputs {
        for target in plan.targets[index] {
          guard let identity = outputs.identity(of: target.path),
            let input = identities[identity]
          else { continue }
          diagnostics.append(
            .error(
              .outputIsInput, "\(target.path) is the input \(input) itself",
              at: plan.jobs[target.job].outputs[target.output].place,
              hints: ["choose another name or another output root"]))
        }
      }
      if !diagnostics.isEmpty { lost.append((index, Failure(diagnostics))) }
    }
    return lost
  }
}

extension InputRecord {
  /// What an access says of an input file, if anything.
  fileprivate init?(_ access: Trace.Access) {
    switch access {
    case .file(let path, let digest, let size): self.init(path: path, size: size, digest: digest)
    case .absent(let path): self.init(path: path, size: nil, digest: nil)
    case .present, .folder, .variable: return nil
    }
  }
}

/// All a stage needs to run on another thread.
private struct Errand: Sendable {
  let node: Node
  let inputs: [any Sendable]
  let targets: [OutputPath]
  let environment: any Environment
  let outputs: Outputs?
  let cancellation: Cancellation
  let spareSlots: SpareSlots?

  func run() -> Report {
    let began = Clock.wall()
    let beganComputing = Clock.thread()
    let tracing = TracingEnvironment(environment)
    let context = StageContext(
      environment: tracing, cancellation: cancellation, spareSlots: spareSlots)
    var warnings: [Diagnostic] = []
    let ending = work(context, &warnings)
    return Report(
      ending: ending, warnings: warnings.map(placed), trace: tracing.trace,
      seconds: Clock.wall() - began,
      cpuSeconds: Clock.thread() - beganComputing + context.helpersSeconds.withLock { $0 })
  }

  private func work(_ context: StageContext, _ warnings: inout [Diagnostic]) -> Report.Ending {
    do {
      try cancellation.check()
      switch node.work {
      case .value(let run):
        let result = try run(context, inputs)
        warnings = result.warnings
        return .value(result.value)
      case .file(let work):
        guard let outputs else {
          throw Failure(.error(.engine, "a file stage ran without an output root"))
        }
        let made = try outputs.make(targets, check: work.check, cancellation: cancellation) {
          try work.write(context, $0, inputs)
        }
        warnings = made.warnings
        return .file(made)
      }
    } catch is Cancelled {
      return cancellation.isCancelled
        ? .cancelled
        : .failed(Failure(.error(.stage, "\(node.name) stopped though nobody asked it to")))
    } catch let failure as Failure {
      return .failed(Failure(failure.diagnostics.map(placed)))
    } catch let error as SystemError {
      return .failed(Failure.writing(targets.first?.text ?? "a temporary file", error))
    } catch {
      return .failed(Failure(.error(.stage, "\(node.name) failed: \(error)")))
    }
  }

  /// Readers see bytes and do not know their file's name; a stage with one file knows it.
  private func placed(_ diagnostic: Diagnostic) -> Diagnostic {
    guard node.files.count == 1, let file = node.files.first else { return diagnostic }
    return diagnostic.inFile(file)
  }
}

/// Durations for the record; no byte of an output depends on them.
enum Clock {
  /// Seconds on a clock that only goes forward.
  static func wall() -> Double { seconds(CLOCK_MONOTONIC) }
  /// Seconds this thread has computed.
  static func thread() -> Double { seconds(CLOCK_THREAD_CPUTIME_ID) }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
