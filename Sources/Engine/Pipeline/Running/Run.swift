// SPDX-License-Identifier: MIT
// Part of Platen: one run under way: what each stage and each job has come to so far.

internal import Diagnostics
internal import Digests

/// One run under way: does what the scheduler says, and tells it what came of it.
struct Run {
  private let plan: Plan
  private let environment: any Environment
  private let outputs: Outputs?
  private let store: (any ResultStore)?
  private let options: Engine.Options
  private let control: RunControl
  private let width: Int
  private let onEvent: (Event) -> Void

  private let keys: ActionKeys
  private let verifier: TraceVerifier?
  /// What the store knew of kept stages, with all that is above them, when the run began.
  private var knownDeep: [Int: Action]
  private var scheduler: Scheduler
  /// Reports under way, by number: stages by their own, publications by theirs and the count of
  /// stages.
  private var slots: [Int: Slot] = [:]
  /// Files written and not yet published.
  private var written: [Int: WrittenFile] = [:]
  /// What lies where stages publish, while the run begins.
  private var lying: Lying?
  private var flags: [Int: Cancellation] = [:]
  private var values: [(any Sendable)?]
  private var stages: [StageState]
  private var jobs: [JobState]
  private var totals = RunTotals()
  private var forecast: Forecast
  private var failures: [RunStatus.Failed] = []
  /// What stages had to say, in the order it was told.
  private var told: [(stage: Event.StageEvent, diagnostic: Diagnostic)] = []
  private var wakeAt: Double?
  private let began: Double

  /// What a stage has come to.
  struct StageState: Sendable {
    var outcome: Outcome?
    var hasRun = false
    var failure: Failure?
    var warnings: [Diagnostic] = []
    var hasWarned = false
    var trace: [Trace.Access] = []
    var seconds = 0.0
    var cpuSeconds = 0.0
    /// What it is, for those that follow: known without a store to nobody.
    var identity: Digest?
    /// What the store says of it.
    var known: Action?
    /// Whether the store knows it with all that is above it.
    var isKnownDeep = false
  }

  /// What was seen to lie at the targets of stages.
  private struct Lying {
    /// For each target of the plan, stage by stage.
    var statuses: [FileStatus?]
    /// For each stage, where its own begin.
    var starts: [Int]
  }

  /// What a job has come to.
  struct JobState: Sendable {
    var openStages: Int
    var started: Double?
    var outputs: [OutputRecord]
    var errors: [Diagnostic] = []
    var outcome: Outcome?
  }

  init(
    plan: Plan, environment: any Environment, outputs: Outputs?, store: (any ResultStore)?,
    options: Engine.Options, control: RunControl, width: Int, onEvent: @escaping (Event) -> Void
  ) {
    self.plan = plan
    self.environment = environment
    self.outputs = outputs
    self.store = store
    self.options = options
    self.control = control
    self.width = width
    self.onEvent = onEvent
    totals.warnings = options.warnings.count { $0.severity == .warning }
    keys = ActionKeys(salt: options.salt, folder: environment.anchor)
    verifier = store.map { TraceVerifier(environment, digests: $0.digests) }
    // Everything is looked up before anything is scheduled: when all is known, nobody need know how
    // long it took.
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
    }
    // Nor is it asked for so few files that all of them begin at once: it only says which go first,
    // and of a plan of ten thousand jobs it takes longer to read than most of them to make.
    let due = plan.nodes.indices.count {
      plan.isWanted[$0] || !plan.targets[$0].isEmpty && known[$0] == nil
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
    // What was asked for while the plan was made.
    obey(runner)
    if !scheduler.isStopping { begin(runner) }
    while !scheduler.isDone {
      control.note(status)
      let number = runner.wait(until: wakeAt)
      // The reins first: what the ended stage made ready must not start.
      obey(runner)
      if let number {
        if let event = take(number) { tell(event, runner) }
      } else if let moment = wakeAt, Clock.wall() >= moment {
        wakeAt = nil
        tell(.tick, runner)
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
    status.made = totals.made
    status.unchanged = totals.unchanged
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
    tell(.begin(lost: lost.map(\.0)), runner) { run in
      for (node, _) in lost {
        // One that follows another lost one is skipped, and closed with the effects; its own
        // reason is told all the same.
        if run.scheduler.states[node] == .failed { run.close(node) }
      }
    }
    lying = nil
  }

  /// What is known before the first job; nil when there is nothing to make.
  private func preflight(lost: [Int]) -> Preflight? {
    let lost = Set(lost)
    let due = plan.nodes.indices.filter { node in
      guard !plan.targets[node].isEmpty else { return false }
      return knownDeep[node] == nil
    }
    guard !due.isEmpty else { return nil }
    var needed: Set<Int> = []
    var stack = due
    var missing: Set<Int> = []
    while let node = stack.popLast() {
      guard needed.insert(node).inserted else { continue }
      if lost.contains(node) { missing.formUnion(plan.users[node]) }
      stack += plan.inputs[node]
    }
    var rest = forecast
    for node in plan.nodes.indices where !needed.contains(node) { rest.end(node, after: nil) }
    let sizes = due.count <= width ? [:] : options.sizes()
    let known = due.flatMap { plan.targets[$0] }.compactMap { sizes[$0.path.text] }
    let bytes = known.isEmpty ? nil : known.reduce(0, +)
    let heaviest = needed.max {
      (plan.nodes[$0].memory.running, $1) < (plan.nodes[$1].memory.running, $0)
    }
    let memory = heaviest.map { plan.nodes[$0].memory.running } ?? 0
    let free = outputs?.freeBytes
    return Preflight(
      outputs: due.reduce(0) { $0 + plan.targets[$1].count }, missing: missing.count,
      seconds: rest.remaining(at: Clock.wall(), width: width), bytes: bytes, free: free,
      memory: memory,
      warnings: options.lacking
        + Preflight.warnings(
          bytes: bytes, free: free, root: outputs?.root ?? "", memory: memory,
          heaviest: heaviest.map { plan.nodes[$0].name } ?? "", budget: options.memory.bytes))
  }

  private mutating func obey(_ runner: any Runner) {
    for command in control.take() {
      switch command {
      case .pause where scheduler.phase == .running:
        tell(.pause, runner)
        onEvent(.paused)
      case .resume where scheduler.phase == .paused:
        tell(.resume, runner)
        onEvent(.resumed)
      case .stop(let now): tell(.stop(now: now), runner)
      default: continue
      }
    }
    // The flag may have been raised by somebody who holds no reins.
    if control.cancellation.isCancelled, !scheduler.isStopping {
      tell(.stop(now: true), runner)
    }
  }

  /// Tells the scheduler what happened, does what it says, and answers what it asks.
  private mutating func tell(
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
      stages[node].outcome = .unchanged
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
    case .wake(let moment): wakeAt = moment
    }
    return nil
  }

  /// Gives up a stage that was asked to stop and has not.
  private mutating func abandon(_ node: Int, _ runner: any Runner) {
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
            "\(plan.nodes[node].name) did not stop within \(grace) s and is left to itself until the run"
              + " ends")
        ])
    }
    stages[node].outcome = .cancelled
    close(node)
  }

  /// Lets go of a value nobody needs any more.
  private mutating func drop(_ node: Int) {
    if options.endsProcess, !scheduler.hasMoreToStart, let value = values[node] {
      _ = unsafe Unmanaged.passRetained(Abandoned(value))
    }
    values[node] = nil
  }

  // MARK: What the store knows

  /// Asks for a stage by all that it is made of.
  private mutating func look(_ node: Int) -> Scheduler.Answer {
    guard let store, stages[node].failure == nil, let action = knownDeep.removeValue(forKey: node)
    else { return .unknown }
    stages[node].isKnownDeep = true
    return accept(action, of: node, store)
  }

  /// Asks for a stage by what its inputs are.
  private mutating func find(_ node: Int) -> Scheduler.Answer {
    guard let store, stages[node].failure == nil, let key = shallowKey(of: node),
      let action = store.action(for: key), verifier?.holds(action.trace) == true
    else { return .unknown }
    stages[node].isKnownDeep = false
    return accept(action, of: node, store)
  }

  private mutating func accept(
    _ action: Action, of node: Int, _ store: any ResultStore
  ) -> Scheduler.Answer {
    switch action.result {
    case .value(let digest):
      stages[node].identity = digest
      stages[node].known = action
      replay(action, of: node)
      return .known
    case .file(let file):
      let isInPlace = plan.targets[node].indices.allSatisfy { index in
        outputs?.isInPlace(
          plan.targets[node][index].path, file, store.digests,
          seen: lying.flatMap { $0.statuses[$0.starts[node] + index] }) ?? false
      }
      guard isInPlace || store.contains(file.digest, size: file.size) else { return .unknown }
      stages[node].known = action
      stages[node].identity = file.digest
      values[node] = file
      replay(action, of: node)
      guard isInPlace else { return .known }
      stages[node].outcome = .unchanged
      for target in plan.targets[node] { note(file, at: target, .success(.unchanged)) }
      if !stages[node].isKnownDeep { record(deepAction(of: node, file)) }
      close(node)
      return .inPlace
    }
  }

  /// Says again what was said when the work was done.
  private mutating func replay(_ action: Action, of node: Int) {
    stages[node].trace = action.trace
    stages[node].seconds = action.seconds
    for said in action.warnings {
      warn(plan.number(of: said.stage) ?? node, said.diagnostics)
    }
  }

  private func shallowKey(of node: Int) -> ActionKey? {
    identities(above: node).map { keys.shallow(plan.nodes[node], inputs: $0) }
  }

  private func identities(above node: Int) -> [Digest]? {
    var identities: [Digest] = []
    for input in plan.inputs[node] {
      guard let identity = stages[input].identity else { return nil }
      identities.append(identity)
    }
    return identities
  }

  /// What the store is to know of a stage that ran.
  private func shallowAction(of node: Int, _ result: Action.Result) -> (ActionKey, Action)? {
    guard let key = shallowKey(of: node) else { return nil }
    let stage = stages[node]
    let said = Action.Said(stage: plan.nodes[node].key, diagnostics: stage.warnings)
    return (
      key,
      Action(
        result: result, trace: stage.trace, warnings: stage.warnings.isEmpty ? [] : [said],
        seconds: stage.seconds)
    )
  }

  /// What the store is to know of a file, with all that was seen on the way to it.
  private func deepAction(of node: Int, _ file: KeptFile) -> (ActionKey, Action) {
    var trace = Trace()
    var warnings: [Action.Said] = []
    var seen: Set<Int> = []
    var stack = [node]
    while let next = stack.popLast() {
      guard seen.insert(next).inserted else { continue }
      for access in stages[next].trace { trace.record(access) }
      let key = plan.nodes[next].key
      if let known = stages[next].known, !stages[next].hasRun {
        warnings += known.warnings
      } else if !stages[next].warnings.isEmpty {
        warnings.append(Action.Said(stage: key, diagnostics: stages[next].warnings))
      }
      // What the store knew by all that is above it has brought that along.
      if !stages[next].isKnownDeep { stack += plan.inputs[next].reversed() }
    }
    return (
      keys.deep(plan.nodes[node]),
      Action(
        result: .file(file), trace: trace.accesses, warnings: warnings,
        seconds: stages[node].seconds)
    )
  }

  private func record(_ note: (ActionKey, Action)?) {
    if let note { store?.record(note.1, for: note.0) }
  }

  // MARK: Starting

  private mutating func start(_ node: Int, _ runner: any Runner) {
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

  private mutating func publish(_ node: Int, _ runner: any Runner) {
    guard let outputs else { return }
    let source: Publication.Source
    var actions: [(ActionKey, Action)] = []
    if let file = written.removeValue(forKey: node) {
      source = .written(file)
      stages[node].identity = file.file.digest
      if store != nil {
        // The deep one last: it says that the work is done.
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
      source: source, targets: plan.targets[node].map(\.path), outputs: outputs, store: store,
      actions: actions)
    control.progress.stageStarted(of: plan.users[node])
    let slot = Slot()
    let number = node + plan.nodes.count
    slots[number] = slot
    runner.start(number, inSlot: false) { slot.put(publication.run()) }
  }

  // MARK: What came of it

  /// Takes a report in and says what the scheduler is to be told.
  private mutating func take(_ number: Int) -> Scheduler.Event? {
    let isPublication = number >= plan.nodes.count
    let node = isPublication ? number - plan.nodes.count : number
    guard let slot = slots.removeValue(forKey: number) else { return nil }
    // What was given up because it did not stop in time has been told of already.
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
      stages[node].outcome = .made
      identify(node, digest)
      close(node)
      return .made(node)
    case .written(let file):
      values[node] = file.file
      written[node] = file
      return .written(node)
    case .published(let results):
      guard let file = values[node] as? KeptFile else { return .unusable(node) }
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
      // A file that could not be published was made all the same: the fault is its job's.
      stages[node].outcome = outcomes == [.unchanged] ? .unchanged : .made
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

  private mutating func note(_ report: Report, of node: Int) {
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

  /// Tells what a stage has to say, once.
  private mutating func warn(_ node: Int, _ warnings: [Diagnostic]) {
    guard !stages[node].hasWarned || stages[node].warnings != warnings else { return }
    stages[node].hasWarned = true
    stages[node].warnings = warnings
    totals.warnings += warnings.count { $0.severity == .warning }
    for warning in warnings {
      told.append((event(node), warning))
      onEvent(.warning(warning, event(node)))
    }
    // What is only said again is in the log of the run that said it first.
    guard stages[node].hasRun else { return }
    for warning in warnings { log(node, "\(plan.nodes[node].name): \(warning.text)") }
  }

  /// Settles what a value is to those that follow.
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

  /// What kept a file from being published, if it may pass.
  private func passingFailure(among results: [Result<Outcome, Failure>]) -> Failure? {
    for case .failure(let failure) in results where failure.isPassing { return failure }
    return nil
  }

  private mutating func fail(_ node: Int, _ failure: Failure) -> Scheduler.Event {
    let willRetry = failure.isPassing && scheduler.willRetry(node)
    if willRetry {
      onEvent(.retrying(event(node), failure.diagnostics))
      let why = failure.diagnostics.map(\.text).joined(separator: "\n")
      log(node, "\(plan.nodes[node].name) will be tried again: \(why)")
    } else {
      stages[node].outcome = .failed
      stages[node].failure = failure
      close(node)
    }
    return .failed(node, passing: failure.isPassing)
  }

  private mutating func note(
    _ file: KeptFile, at target: Plan.Target, _ result: Result<Outcome, Failure>
  ) {
    var output = OutputRecord(
      path: target.path.text, outcome: .failed, facts: file.facts,
      isShared: plan.jobs[target.job].outputs[target.output].isShared)
    switch result {
    case .success(let outcome):
      output.outcome = outcome
      output.size = file.isSet ? file.members.reduce(0) { $0 + $1.size } : file.size
      output.digest = file.digest
      output.files = file.members.compactMap { member in
        // Each was filled in before it was published.
        guard let path = try? target.path.filled(with: member.name) else { return nil }
        return FileRecord(path: path.text, size: member.size, digest: member.digest)
      }
    case .failure(let failure):
      jobs[target.job].errors += failure.diagnostics
    }
    jobs[target.job].outputs[target.output] = output
    control.progress.note(output, at: target.output, of: target.job)
    onEvent(.output(job: plan.jobs[target.job].id, output))
  }

  private mutating func expire(_ limit: Int) {
    let job = plan.limitedJobs[limit]
    let seconds = plan.jobs[job].timeLimit ?? 0
    jobs[job].errors.append(
      .error(
        .jobTime, "the job \"\(plan.jobs[job].id)\" took longer than the \(seconds) s it may take",
        at: plan.jobs[job].place, hints: ["raise its time limit, or ask less of it"]))
  }

  // MARK: Ends

  /// Tells of a stage's end, and of the end of the jobs that waited for it alone.
  private mutating func close(_ node: Int) {
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
    for target in plan.targets[node] where outcome != .made && outcome != .unchanged {
      jobs[target.job].outputs[target.output].outcome = outcome
    }
    for job in plan.users[node] {
      // Several stages may fail for one reason.
      for error in state.failure?.diagnostics ?? [] {
        let error = plan.jobs[job].located(error)
        if !jobs[job].errors.contains(error) { jobs[job].errors.append(error) }
      }
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
      ? plan.needs[job].isEmpty || plan.jobs[job].onlySpeaks
      : outputs.allSatisfy({ $0.outcome == .unchanged })
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

  private mutating func finishRun() -> RunResult {
    totals.seconds = Clock.wall() - began
    totals.isCancelled = control.cancellation.isCancelled
    var wanted: [Key: any Sendable] = [:]
    for node in plan.nodes.indices where plan.isWanted[node] {
      if let value = values[node] { wanted[plan.nodes[node].key] = value }
    }
    onEvent(.summary(totals))
    let recorder = Recorder(plan: plan, stages: stages, jobs: jobs)
    let (tool, totals, told, verifier) = (options.tool, totals, told, verifier)
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
        basis.warnings = told
        basis.seen = { verifier?.seen($0) }
        return basis
      })
  }

  // MARK: Logs

  /// Adds a line to the log of every job that needs a stage.
  private func log(_ node: Int, _ text: @autoclosure () -> String) {
    guard let logs = options.logs else { return }
    let (text, now) = (text(), Clock.wall() - began)
    for job in plan.users[node] { logs.add(text, to: plan.jobs[job].id, at: now) }
  }

  private func logEnd(of job: Int, _ outcome: Outcome, _ seconds: Double) {
    let id = plan.jobs[job].id
    guard let logs = options.logs, outcome != .unchanged || logs.hasBegun(id) else { return }
    var lines = jobs[job].errors.map(\.text)
    for output in jobs[job].outputs {
      var size = output.size.map { ", \($0) bytes" } ?? ""
      if !output.files.isEmpty { size += " in \(output.files.count) files" }
      lines.append("\(output.path): \(output.outcome.rawValue)\(size)")
    }
    lines.append("\(id): \(outcome.rawValue) in \(JobLogs.thousandths(seconds)) s")
    let now = Clock.wall() - began
    for line in lines { logs.add(line, to: id, at: now, isEnd: true) }
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
    identities.reserveCapacity(plan.jobs.count)
    looked.reserveCapacity(plan.jobs.count)
    for node in plan.nodes {
      for path in node.files where looked.insert(path).inserted {
        do {
          // Where the store knew something, somebody looked a moment ago.
          if let status = try verifier?.seen(path) ?? environment.status(path),
            status.kind != .folder
          {
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
    let lying = Lying(
      statuses: outputs?.statuses(of: plan.targets.joined().map(\.path)) ?? [],
      starts: plan.targets.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) })
    if outputs != nil { self.lying = lying }
    for (index, node) in plan.nodes.enumerated() {
      var diagnostics: [Diagnostic] = []
      for path in node.files {
        guard let failure = failures[path] else { continue }
        diagnostics += failure.diagnostics
        if failure.diagnostics.contains(where: { $0.code == .fileMissing }) {
          stages[index].trace.append(.absent(path: path))
        }
      }
      if !identities.isEmpty, outputs != nil {
        for (offset, target) in plan.targets[index].enumerated() {
          guard let status = lying.statuses[lying.starts[index] + offset],
            let input = identities[status.identity]
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

/// A value that is never freed.
private final class Abandoned {
  private let value: any Sendable
  init(_ value: any Sendable) { self.value = value }
}
