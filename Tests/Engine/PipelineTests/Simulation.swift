// SPDX-License-Identifier: MIT
// Part of Platen: runs without threads under a random schedule, with everything that can go wrong.

@testable import Pipeline

/// A small graph, its sources, store and outputs, run several times by a driver that does
/// everything at random moments: stages end in any order, fail, pass, receive stops; the run is
/// paused, cancelled or killed; between runs sources are edited, outputs deleted and kept bytes
/// damaged. Stages compute with integers.
///
/// The invariants are checked at every step; the last two runs are undisturbed, then the outputs
/// must be what a plain evaluation of the graph gives, and nothing may run again.
struct Simulation {
  let seed: UInt64
  /// The invariants that did not hold.
  private(set) var violations: [String] = []
  /// The count of each event, to see that nothing is omitted.
  private(set) var tally: [String: Int] = [:]

  private var numbers: Numbers
  private let work: Scheduler.Work
  private let rules: Scheduler.Rules
  /// The source that each stage reads, if any.
  private let reads: [Int?]
  /// The number of different results of each stage: few make early cutoffs.
  private let variety: [Int]
  private var sources: [Int]

  // What outlives a run.
  private var deep: [Int: (trace: [Int: Int], result: Int)] = [:]
  private var shallow: [Shallow: (version: Int?, result: Int)] = [:]
  private var blobs: Set<Int> = []
  private var damaged: Set<Int> = []
  private var placed: [Int: Int] = [:]

  private struct Shallow: Hashable {
    var stage: Int
    var inputs: [Int]
  }

  init(seed: UInt64) {
    self.seed = seed
    var numbers = Numbers(seed: seed)
    let count = Int.random(in: 1...14, using: &numbers)
    let inputs = (0..<count).map { node in
      (max(0, node - 6)..<node).filter { _ in Int.random(in: 0..<3, using: &numbers) == 0 }
    }
    let ends = Set(inputs.indices).subtracting(inputs.joined())
    let isRemembering = Int.random(in: 0..<5, using: &numbers) > 0
    var sorts: [StageSort] = []
    var demands: [Scheduler.Demand] = []
    for node in inputs.indices {
      let draw = Int.random(in: 0..<8, using: &numbers)
      if ends.contains(node) {
        sorts.append(draw == 0 ? .digested : .kept)
        demands.append(draw == 0 ? .value : .file)
      } else {
        sorts.append(draw < 3 ? .transient : draw < 6 ? .digested : .kept)
        demands.append(draw == 7 ? .file : .none)
      }
    }
    let poolCount = Int.random(in: 0...2, using: &numbers)
    var work = Scheduler.Work(
      inputs: inputs, sorts: sorts, demands: demands,
      weights: inputs.map { _ in
        MemoryEstimate(
          running: Int.random(in: 0...120, using: &numbers),
          held: Int.random(in: 0...40, using: &numbers))
      },
      durations: inputs.map { _ in Double.random(in: 0...3, using: &numbers) })
    work.priorities = inputs.map { _ in Int.random(in: 0...2, using: &numbers) }
    work.pools = inputs.map { _ in
      (0..<poolCount).filter { _ in Int.random(in: 0..<3, using: &numbers) == 0 }
    }
    self.work = work
    rules = Scheduler.Rules(
      width: Int.random(in: 1...4, using: &numbers), budget: 100,
      failFast: Int.random(in: 0..<8, using: &numbers) == 0, remembers: isRemembering,
      pools: (0..<poolCount).map { _ in Int.random(in: 1...2, using: &numbers) },
      retries: Int.random(in: 0...2, using: &numbers), retryDelay: 0.5)
    reads = inputs.map { inputs in
      Int.random(in: 0..<(inputs.isEmpty ? 2 : 5), using: &numbers) == 0
        ? Int.random(in: 0..<3, using: &numbers) : nil
    }
    variety = inputs.map { _ in [2, 5, 1 << 40].randomElement(using: &numbers) ?? 2 }
    sources = [1, 1, 1]
    self.numbers = numbers
  }

  // MARK: What is right

  private func compute(_ node: Int, _ inputs: [Int]) -> Int {
    var hash = UInt64(node + 1)
    for value in inputs + [reads[node].map { sources[$0] } ?? 0] {
      hash = (hash ^ UInt64(value)) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    return 1 + Int(hash % UInt64(variety[node]))
  }

  /// The result of a plain evaluation.
  private var expected: [Int] {
    var values: [Int] = []
    for node in work.inputs.indices {
      values.append(compute(node, work.inputs[node].map { values[$0] }))
    }
    return values
  }

  // MARK: Several runs

  mutating func play() {
    for _ in 0..<Int.random(in: 0...3, using: &numbers) {
      run(isCalm: false)
      disturb()
    }
    run(isCalm: true)
    let right = expected
    for node in work.inputs.indices where work.demands[node] == .file {
      check(placed[node] == right[node], "the output of \(node) is not what it should be")
    }
    let starts = run(isCalm: true)
    let wanted = work.demands.contains(.value)
    if rules.remembers, !wanted {
      check(starts == 0, "\(starts) stages ran though nothing had changed")
    }
  }

  private mutating func disturb() {
    for source in sources.indices where Int.random(in: 0..<4, using: &numbers) == 0 {
      sources[source] = Int.random(in: 1...3, using: &numbers)
    }
    for node in placed.keys.sorted() {
      switch Int.random(in: 0..<8, using: &numbers) {
      case 0: placed[node] = nil
      case 1: placed[node] = 0
      default: continue
      }
    }
    for blob in blobs.sorted() {
      switch Int.random(in: 0..<8, using: &numbers) {
      case 0: blobs.remove(blob)
      case 1: damaged.insert(blob)
      default: continue
      }
    }
  }

  private mutating func check(_ condition: Bool, _ message: String) {
    if !condition { violations.append("seed \(seed): \(message)") }
  }

  // MARK: One run

  /// The state of a run, as its driver sees it.
  private struct Live {
    var machine: Scheduler
    var running: [Int] = []
    var publishing: [Int] = []
    var interrupted: Set<Int> = []
    var values: [Int: Int] = [:]
    var identities: [Int: Int] = [:]
    var starts: [Int: Int] = [:]
    var failures: [Int: Int] = [:]
    var ended: [Int: Scheduler.State] = [:]
    /// Kept stages the store knows.
    var restorable: Set<Int> = []
    var wake: Double?
    var timestamp = 0.0
    var isStuck = false
  }

  /// Runs once and returns how many stages were started.
  @discardableResult private mutating func run(isCalm: Bool) -> Int {
    var work = work
    if !isCalm, Int.random(in: 0..<3, using: &numbers) == 0 {
      // A limit on one end and what only it needs.
      let end = work.inputs.indices.last ?? 0
      var needed: Set<Int> = [end]
      for node in work.inputs.indices.reversed() where needed.contains(node) {
        needed.formUnion(work.inputs[node])
      }
      var others: Set<Int> = []
      for node in work.inputs.indices.reversed() where node != end {
        if work.demands[node] != .none || others.contains(node) {
          others.insert(node)
          others.formUnion(work.inputs[node])
        }
      }
      work.limits = [Scheduler.TimeLimit(stages: needed.sorted(), seconds: 1.5)]
      work.users = work.inputs.indices.map {
        (needed.contains($0) ? 1 : 0) + (others.contains($0) ? 1 : 0)
      }
    }
    var rules = rules
    if isCalm { rules.failFast = false }
    var live = Live(machine: Scheduler(work, rules: rules))
    let lost =
      isCalm
      ? [] : work.inputs.indices.filter { _ in Int.random(in: 0..<14, using: &numbers) == 0 }
    let killAt = isCalm ? Int.max : Int.random(in: 0..<60, using: &numbers)
    let stopAt = isCalm ? Int.max : Int.random(in: 0..<60, using: &numbers)
    apply(.begin(lost: lost), &live)
    var step = 0
    while !live.machine.isDone {
      step += 1
      if step == killAt {
        note("kill")
        return live.starts.count
      }
      if step > 4000 {
        check(false, "it does not end: \(live.machine.states)")
        return 0
      }
      if step == stopAt {
        note("stop")
        apply(.stop(now: Bool.random(using: &numbers)), &live)
        continue
      }
      advance(&live, isCalm: isCalm)
      if live.isStuck { return 0 }
    }
    check(live.ended.count == work.inputs.count, "a stage did not end")
    check(live.running.isEmpty && live.publishing.isEmpty, "something runs though it is done")
    let held = live.machine.states.indices.filter { live.machine.hasValue[$0] }
    check(held.allSatisfy { work.demands[$0] == .value }, "a result is held without a need")
    return live.starts.count
  }

  /// One random thing happens.
  private mutating func advance(_ live: inout Live, isCalm: Bool) {
    let draw = Int.random(in: 0..<20, using: &numbers)
    if !isCalm, draw == 0, live.machine.phase == .running {
      note("pause")
      live.timestamp += 0.1
      apply(.pause, &live)
    } else if live.machine.phase == .paused, draw < 8 || live.running.isEmpty {
      live.timestamp += 5
      apply(.resume, &live)
    } else if !live.publishing.isEmpty, draw < 8 || live.running.isEmpty {
      let node = live.publishing.remove(
        at: Int.random(in: 0..<live.publishing.count, using: &numbers))
      live.timestamp += 0.1
      finishPublishing(node, &live, isCalm: isCalm)
    } else if !live.running.isEmpty, draw < 18 || live.wake == nil {
      let node = live.running.remove(at: Int.random(in: 0..<live.running.count, using: &numbers))
      live.timestamp += Double.random(in: 0...1, using: &numbers)
      finishRunning(node, &live, isCalm: isCalm)
    } else if let wake = live.wake {
      live.wake = nil
      live.timestamp = max(live.timestamp + 1e-6, wake)
      apply(.tick, &live)
    } else {
      check(false, "nothing runs, nothing wakes it, and it is not done: \(live.machine.states)")
      live.isStuck = true
    }
  }

  private mutating func finishRunning(_ node: Int, _ live: inout Live, isCalm: Bool) {
    if live.interrupted.contains(node), Bool.random(using: &numbers) {
      note("interrupted")
      return apply(.cancelled(node), &live)
    }
    if !isCalm || live.failures[node, default: 0] < rules.retries,
      Int.random(in: 0..<(isCalm ? 4 : 8), using: &numbers) == 0
    {
      let isPassing = isCalm || Bool.random(using: &numbers)
      live.failures[node, default: 0] += 1
      note(isPassing ? "passing failure" : "failure")
      return apply(.failed(node, passing: isPassing), &live)
    }
    let inputs = work.inputs[node].compactMap { live.values[$0] }
    guard inputs.count == work.inputs[node].count else {
      return check(false, "\(node) ended without its inputs")
    }
    let result = compute(node, inputs)
    live.values[node] = result
    if work.sorts[node] == .kept, work.demands[node] == .file {
      apply(.written(node), &live)
    } else {
      know(node, result, &live)
      if work.sorts[node] == .kept { record(node, result, &live) }
      apply(.made(node), &live)
    }
  }

  private mutating func finishPublishing(_ node: Int, _ live: inout Live, isCalm: Bool) {
    guard let result = live.values[node] else {
      return check(false, "\(node) is published without a result")
    }
    if live.starts[node] == nil {
      if !blobs.contains(result) || damaged.contains(result) {
        note("unusable")
        blobs.remove(result)
        damaged.remove(result)
        live.values[node] = nil
        live.restorable.remove(node)
        return apply(.unusable(node), &live)
      }
      note("restored")
    } else if !isCalm, Int.random(in: 0..<12, using: &numbers) == 0 {
      note("publishing failed")
      return apply(.failed(node, passing: false), &live)
    }
    placed[node] = result
    know(node, result, &live)
    record(node, result, &live)
    apply(.made(node), &live)
  }

  /// Notes what a stage is, for those that follow and for later runs.
  private mutating func know(_ node: Int, _ result: Int, _ live: inout Live) {
    live.identities[node] = identity(node, result, live)
    guard work.sorts[node] != .transient, let key = key(of: node, live) else { return }
    shallow[key] = (reads[node].map { sources[$0] }, result)
  }

  private mutating func record(_ node: Int, _ result: Int, _ live: inout Live) {
    blobs.insert(result)
    damaged.remove(result)
    deep[node] = (reach(node), result)
  }

  private func identity(_ node: Int, _ result: Int, _ live: Live) -> Int {
    guard work.sorts[node] == .transient else { return result }
    var hasher = UInt64(node + 77)
    for value in work.inputs[node].map({ live.identities[$0] ?? -1 }) {
      hasher = (hasher ^ UInt64(bitPattern: Int64(value))) &* 0x100_0000_01B3
    }
    return Int(hasher >> 2) ^ (reads[node].map { sources[$0] } ?? 0)
  }

  private func key(of node: Int, _ live: Live) -> Shallow? {
    let inputs = work.inputs[node].compactMap { live.identities[$0] }
    return inputs.count == work.inputs[node].count ? Shallow(stage: node, inputs: inputs) : nil
  }

  /// The sources read on the way to a stage, and what they held.
  private func reach(_ node: Int) -> [Int: Int] {
    var reach: [Int: Int] = [:]
    var stack = [node]
    while let node = stack.popLast() {
      if let source = reads[node] { reach[source] = sources[source] }
      stack += work.inputs[node]
    }
    return reach
  }

  private func isKnown(_ node: Int) -> Int? {
    guard let action = deep[node], action.trace.allSatisfy({ sources[$0.key] == $0.value }) else {
      return nil
    }
    return action.result
  }

  private mutating func note(_ what: String) { tally[what, default: 0] += 1 }

  // MARK: Doing what the scheduler says

  private mutating func apply(_ event: Scheduler.Event, _ live: inout Live) {
    var events = [event]
    while !events.isEmpty {
      let event = events.removeFirst()
      let before = live.machine.states
      let effects = live.machine.apply(event, at: live.timestamp)
      for effect in effects { perform(effect, &live, &events) }
      inspect(live, before: before, after: event, effects)
      for node in live.machine.states.indices where !live.machine.states[node].isOpen {
        live.ended[node] = live.machine.states[node]
      }
    }
  }

  private mutating func perform(
    _ effect: Scheduler.Effect, _ live: inout Live, _ events: inout [Scheduler.Event]
  ) {
    switch effect {
    case .look(let node):
      guard let result = isKnown(node), blobs.contains(result) || placed[node] == result else {
        return events.append(.answered(node, .unknown))
      }
      note("looked up")
      events.append(.answered(node, answer(node, result, &live)))
    case .find(let node):
      guard let key = key(of: node, live) else {
        return check(false, "\(node) is looked for before its inputs are known")
      }
      guard let action = shallow[key], action.version == reads[node].map({ sources[$0] }),
        work.sorts[node] == .digested || blobs.contains(action.result)
      else { return events.append(.answered(node, .unknown)) }
      note("found")
      live.identities[node] = action.result
      if work.sorts[node] == .kept { deep[node] = (reach(node), action.result) }
      events.append(
        .answered(
          node, work.sorts[node] == .kept ? answer(node, action.result, &live) : .known))
    case .start(let node):
      check(
        live.machine.phase == .running, "\(node) starts though the run is \(live.machine.phase)")
      check(
        work.inputs[node].allSatisfy { live.values[$0] != nil }, "\(node) starts before its inputs")
      live.starts[node, default: 0] += 1
      check(
        (live.starts[node] ?? 0) <= 1 + (live.failures[node] ?? 0), "\(node) starts a second time")
      check(!live.restorable.contains(node), "\(node) is made again though the store has it")
      check(!live.running.contains(node), "\(node) runs twice at once")
      live.running.append(node)
    case .publish(let node): live.publishing.append(node)
    case .release(let node):
      check(live.machine.states[node].isOpen == false, "\(node) is released and has not ended")
      live.values[node] = nil
    case .settle(let node):
      check(live.starts[node] == nil, "\(node) settles though it ran")
    case .skip(let node, _):
      check(!live.running.contains(node), "\(node) is skipped while it runs")
    case .cancel(let node):
      live.running.removeAll { $0 == node }
      live.publishing.removeAll { $0 == node }
    case .abandon(let node):
      check(live.interrupted.contains(node), "\(node) is given up without a request to stop")
      live.running.removeAll { $0 == node }
    case .interrupt(let node):
      check(live.running.contains(node), "\(node) is interrupted and does not run")
      live.interrupted.insert(node)
    case .expire: note("expired")
    case .wake(let timestamp): live.wake = timestamp
    }
  }

  private mutating func answer(_ node: Int, _ result: Int, _ live: inout Live) -> Scheduler.Answer {
    live.values[node] = result
    live.identities[node] = result
    live.restorable.insert(node)
    return work.demands[node] == .file && placed[node] != result ? .known : .inPlace
  }

  private mutating func inspect(
    _ live: Live, before: [Scheduler.State], after event: Scheduler.Event,
    _ effects: [Scheduler.Effect]
  ) {
    let machine = live.machine
    for (node, state) in machine.states.enumerated() {
      if node < before.count, !before[node].isOpen {
        check(before[node] == state, "\(node) ended as \(before[node]), then became \(state)")
      }
    }
    check(live.running.count <= rules.width, "more than \(rules.width) run")
    check(machine.runningCount == live.running.count, "who runs is miscounted")
    let used =
      live.running.reduce(0) { $0 + work.weights[$1].running }
      + machine.states.indices.reduce(0) {
        $0 + (machine.hasValue[$1] ? work.weights[$1].held : 0)
      }
    check(machine.used == used, "memory is miscounted: \(machine.used), not \(used)")
    let starts = effects.contains { if case .start = $0 { true } else { false } }
    if starts {
      check(used <= rules.budget || live.running.count == 1, "over the budget and not alone")
    }
    for (pool, size) in rules.pools.enumerated() {
      let use = live.running.count { work.pools[$0].contains(pool) }
      check(use <= size && machine.poolUse[pool] == use, "pool \(pool) overflows")
    }
  }
}
