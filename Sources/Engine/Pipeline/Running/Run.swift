// SPDX-License-Identifier: MIT
// Part of Platen: one run under way: the state of each stage and each job.

internal import Diagnostics
internal import Digests

/// One run under way: executes the scheduler's effects, and reports their results to it.
struct Run {
  let plan: Plan
  let engine: Engine
  let width: Int

  let keys: ActionKeys
  let verifier: TraceVerifier?
  /// The store's entries of kept stages, with all that is above them, when the run began.
  var knownDeep: [Int: Action]
  var scheduler: Scheduler
  /// Reports under way, by number: stages by their own, publications by theirs and the count of
  /// stages.
  var slots: [Int: Slot] = [:]
  /// Files written and not yet published.
  var written: [Int: WrittenFile] = [:]
  /// The files that are where stages publish, while the run begins.
  var targetStatuses: TargetStatuses?
  var flags: [Int: Cancellation] = [:]
  var values: [(any Sendable)?]
  var stages: [StageState]
  var jobs: [JobState]
  var totals = RunTotals()
  var forecast: Forecast
  var failures: [RunStatus.Failed] = []
  /// The diagnostics of stages, in the order they were reported.
  var reportedWarnings: [(stage: Event.StageEvent, diagnostic: Diagnostic)] = []
  var wakeAt: Double?
  let began: Double

  var environment: any Environment { engine.environment }
  var outputs: Outputs? { engine.outputs }
  var store: (any ResultStore)? { engine.store }
  var options: Engine.Options { engine.options }
  var control: RunControl { engine.control }
  var onEvent: (Event) -> Void { engine.onEvent }

  /// The state of a stage.
  struct StageState: Sendable {
    var outcome: Outcome?
    var hasRun = false
    var failure: Failure?
    var warnings: [Diagnostic] = []
    var hasReportedWarnings = false
    var trace: [Trace.Access] = []
    var seconds = 0.0
    var cpuSeconds = 0.0
    /// Its identity for the stages that follow; without a store it is unknown.
    var identity: Digest?
    /// The store's entry of it.
    var known: Action?
    /// Indicates whether the store knows it with all that is above it.
    var isKnownDeep = false
  }

  /// The files that are at the targets of stages.
  struct TargetStatuses {
    /// The status of each target of the plan, stage by stage.
    var statuses: [FileStatus?]
    /// The start of each stage's own.
    var starts: [Int]
  }

  /// The state of a job.
  struct JobState: Sendable {
    var openStages: Int
    var started: Double?
    var outputs: [OutputRecord]
    private(set) var errors: [Diagnostic] = []
    var outcome: Outcome?
    /// The errors, for looking one up: a damaged input may have thousands.
    private var knownErrors: Set<Diagnostic> = []

    init(openStages: Int, outputs: [OutputRecord]) {
      self.openStages = openStages
      self.outputs = outputs
    }

    /// Adds an error, unless it is known.
    mutating func add(_ error: Diagnostic) {
      if knownErrors.insert(error).inserted { errors.append(error) }
    }
  }

  init(_ plan: Plan, by engine: Engine, width: Int) {
    self.plan = plan
    self.engine = engine
    self.width = width
    let (environment, store, options) = (engine.environment, engine.store, engine.options)
    totals.warnings = options.warnings.count { $0.severity == .warning }
    keys = ActionKeys(salt: options.salt, folder: environment.anchor)
    verifier = store.map { TraceVerifier(environment, digests: $0.digests) }
    // Everything is looked up before anything is scheduled: when all is known, no durations are
    // needed.
    let keys = keys
    let verifier = verifier
    var known: [Int: Action] = [:]
    if let store, !options.force {
      for node in plan.nodes.indices where plan.nodes[node].sort == .kept {
        guard let action = store.action(for: keys.deep(plan.nodes[node])),
          verifier?.holds(action.trace) == true
        else { continue }
        known[node] = action
      }
      if store.isShared, let verifier {
        Run.takeShared(for: plan, from: store, keys, verifier, into: &known)
      }
    }
    // Nor is it read for so few files that all of them begin at once: it only determines which go
    // first, and of a plan of ten thousand jobs it takes longer to read than most of them to make.
    let due = plan.nodes.indices.count {
      plan.isRequested[$0] || !plan.targets[$0].isEmpty && known[$0] == nil
    }
    knownDeep = known
    let durations = due <= width ? [:] : options.durations()
    forecast =
      due == 0
      ? Forecast(names: [], recorded: [])
      : Forecast(names: plan.nodes.map(\.name), recorded: plan.nodes.map { durations[$0.key] })
    scheduler = Scheduler(
      plan.work(durations: durations, pools: options.pools.keys.sorted()),
      rules: Scheduler.Rules(
        width: width, budget: options.memory.bytes, failFast: options.failFast,
        remembers: store != nil && !options.force,
        pools: options.pools.keys.sorted().map { max(1, options.pools[$0] ?? 1) },
        retries: options.retries, retryDelay: options.retryDelay, grace: options.grace))
    values = [(any Sendable)?](repeating: nil, count: plan.nodes.count)
    stages = [StageState](repeating: StageState(), count: plan.nodes.count)
    jobs = plan.jobs.enumerated().map { index, job in
      JobState(
        openStages: plan.needs[index].count,
        outputs: job.outputs.map {
          OutputRecord(
            path: $0.path, outcome: .skipped, facts: FileFacts(), isShared: $0.isShared)
        })
    }
    for target in plan.targets.joined() {
      jobs[target.job].outputs[target.output].path = target.path.text
    }
    began = Clock.wall()
  }

  // MARK: The loop

  mutating func drive(_ runner: any Runner) -> RunResult {
    control.onSend(runner.wake)
    defer { control.onSend(nil) }
    control.progress.begin(plan.jobs, outputs: jobs.map(\.outputs))
    onEvent(
      .begin(
        Event.Begin(
          tool: options.tool, jobs: plan.jobs.count, stages: plan.nodes.count, width: width,
          memory: options.memory.bytes)))
    for job in jobs.indices where jobs[job].openStages == 0 { finish(job) }
    // The requests from the time of planning.
    obey(runner)
    if !scheduler.isStopping { begin(runner) }
    while !scheduler.isDone {
      control.note(status)
      let number = runner.wait(until: wakeAt)
      // Requests first: stages that became ready must not start after a cancellation.
      obey(runner)
      if let number {
        if let event = take(number) { handle(event, runner) }
      } else if let timestamp = wakeAt, Clock.wall() >= timestamp {
        wakeAt = nil
        handle(.tick, runner)
      }
    }
    control.note(status)
    return finishRun()
  }

  private var status: RunStatus {
    var status = RunStatus()
    status.phase =
      switch scheduler.phase {
      case .running: .running
      case .paused: .paused
      case .cancelling: .stopping
      case .done: .done
      }
    status.jobs = plan.jobs.count
    status.built = totals.built
    status.upToDate = totals.upToDate
    status.failed = totals.failed
    status.cancelled = totals.cancelled
    status.workingSeconds = scheduler.workingTime
    let now = Clock.wall()
    status.remainingSeconds = forecast.remaining(at: now, width: width)
    status.running = forecast.underWay.map { node, since in
      let job = plan.users[node].first.map { plan.jobs[$0].id } ?? ""
      return RunStatus.Running(stage: plan.nodes[node].name, job: job, seconds: now - since)
    }
    status.failures = failures
    return status
  }

  private mutating func begin(_ runner: any Runner) {
    let lost = findLost()
    for (node, failure) in lost {
      stages[node].outcome = .failed
      stages[node].failure = failure
    }
    if let preflight = preflight(lost: lost.map(\.0)) { onEvent(.preflight(preflight)) }
    handle(.begin(lost: lost.map(\.0)), runner) { run in
      for (node, _) in lost {
        // One that follows another lost one is skipped, and closed with the effects; its own reason
        // is reported all the same.
        if run.scheduler.states[node] == .failed { run.close(node) }
      }
    }
    targetStatuses = nil
  }

  private mutating func obey(_ runner: any Runner) {
    for command in control.take() {
      switch command {
      case .pause where scheduler.phase == .running:
        handle(.pause, runner)
        onEvent(.paused)
      case .resume where scheduler.phase == .paused:
        handle(.resume, runner)
        onEvent(.resumed)
      case .stop(let now): handle(.stop(now: now), runner)
      default: continue
      }
    }
    // The flag may have been raised outside of the run control.
    if control.cancellation.isCancelled, !scheduler.isStopping {
      handle(.stop(now: true), runner)
    }
  }

  /// Passes the scheduler an event, executes its effects, and answers its queries.
  private mutating func handle(
    _ event: Scheduler.Event, _ runner: any Runner, before: (inout Run) -> Void = { _ in }
  ) {
    var effects = scheduler.apply(event, at: Clock.wall())
    before(&self)
    var next = 0
    while next < effects.count {
      let effect = effects[next]
      next += 1
      if let answer = perform(effect, runner) {
        effects += scheduler.apply(answer, at: Clock.wall())
      }
    }
  }

  private mutating func perform(
    _ effect: Scheduler.Effect, _ runner: any Runner
  ) -> Scheduler.Event? {
    switch effect {
    case .look(let node): return .answered(node, look(node))
    case .find(let node): return .answered(node, find(node))
    case .start(let node): start(node, runner)
    case .publish(let node): publish(node, runner)
    case .release(let node): drop(node)
    case .settle(let node):
      stages[node].outcome = .upToDate
      close(node)
    case .skip(let node, _):
      if stages[node].failure == nil { stages[node].outcome = .skipped }
      close(node)
    case .cancel(let node):
      stages[node].outcome = .cancelled
      close(node)
    case .interrupt(let node): flags[node]?.cancel()
    case .abandon(let node): abandon(node, runner)
    case .expire(let limit): expire(limit)
    case .wake(let timestamp): wakeAt = timestamp
    }
    return nil
  }
}
