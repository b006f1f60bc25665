// SPDX-License-Identifier: MIT
// Part of Platen: which stage may start, decided without threads and without a clock.

/// Schedules a run: a state and an event give a new state and effects.
///
/// It has no threads, no clock and no results; a driver executes its effects and reports events
/// with their times. The same events at the same times give the same decisions, which the simulator
/// in the tests depends on.
///
/// **What has to run.** Only demanded stages are considered, from the ends of the graph upwards. A
/// kept stage is first looked up by all it is made of; only when the store does not know it, its
/// inputs are identified, and then it is looked up by them. A stage that is found needs no run; a
/// stage whose value is needed though only its identity is known runs then. A transient stage has
/// no record, so identifying it means running it.
///
/// **What goes first.** Among ready stages the more urgent, then those that follow something before
/// those that open something new: work in progress is finished and released before more is taken
/// into memory. Then the one with the longest remaining path, then the first of the plan.
///
/// **What fits.** A stage starts when fewer than `width` run, its pools have a place and its memory
/// estimate fits the budget together with running stages and held results. When nothing runs, the
/// first starts whatever its estimate. A lighter stage may overtake one that does not fit, but not
/// forever: after a limited number of times nothing starts before it. Publishing takes no place,
/// for it waits for the disk; but when many files wait to be published nothing starts either.
///
/// **What a failure ends.** The stages that need it, and nothing else.
struct Scheduler: Sendable {
  /// Files that are published at once.
  static let publishers = 8
  /// Files that may wait to be published, or be, before nothing new starts.
  static let publishLimit = 24

  let rules: Rules
  /// The number of times that a stage that does not fit may be overtaken.
  let maxOvertakes: Int

  private(set) var states: [State]
  private(set) var phase = Phase.running
  /// The memory of running stages and held results, in bytes.
  private(set) var used = 0
  private(set) var runningCount = 0
  /// Seconds the run has worked: pauses do not count.
  private(set) var workingTime = 0.0
  /// Stages whose result is held for those that follow.
  private(set) var hasValue: [Bool]
  /// The number of stages that run in each pool.
  private(set) var poolUse: [Int]

  private let work: Work
  /// The inputs as in the work, each once.
  private let inputs: [[Int]]
  private let followers: [[Int]]

  private var hasIdentity: [Bool]
  /// The number of inputs a stage waits for: identities while waiting, values while blocked.
  private var missing: [Int]
  /// The number of each stage's followers that have not ended yet.
  private var openFollowers: [Int]
  /// Stages looked up in the store that must run on any answer, unless the store has the file
  /// itself.
  private var valueRequested: Set<Int> = []
  private var unended: Int
  private var openQuestions = 0

  /// The place of each stage in the order of starting; made when the first stage is ready.
  private var ranks: [Int] = []
  private var order: [Int] = []
  private var line = PriorityQueue()
  /// The ready stages that wait for a place in each pool.
  private var parked: [[Int]]
  private var overtaken: (node: Int, times: Int)?

  private var toPublish: [Int] = []
  private var nextToPublish = 0
  private var publishingCount = 0

  private var attempts: [Int: Int] = [:]
  /// Stages that wait to be tried again, and the working time at which they are.
  private var retrying: [(node: Int, due: Double)] = []
  private var interrupted: Set<Int> = []
  /// Stages requested to stop, and the times at which they are given up.
  private var stopping: [(node: Int, end: Double)] = []
  /// The working time at which each limit is over, once its job has begun.
  private var expiries: [Double?]
  private var limitsOfStage: [Int: [Int]] = [:]
  /// Limits whose job has begun, has stages left and is not over its time: few, however many jobs
  /// there are.
  private var begunLimits: [Int] = []
  /// The number of stages of each limit's job that have not ended.
  private var openStagesOfLimit: [Int]
  private var users: [Int]
  private var lastTimestamp: Double?
  private var graceEnd: Double?
  private var nextWake: Double?

  private var effects: [Effect] = []
  private var agenda: [Need] = []

  /// The part of a stage that those after it require.
  private enum Need { case identity(Int), value(Int) }

  init(_ work: Work, rules: Rules = Rules()) {
    let count = work.inputs.count
    self.work = work
    var rules = rules
    rules.width = max(1, rules.width)
    self.rules = rules
    maxOvertakes = 4 * rules.width
    // A stage may follow another twice; it waits for it and lets go of it once.
    let inputs = work.inputs.map { inputs in
      inputs.enumerated().filter { !inputs[..<$0.offset].contains($0.element) }.map(\.element)
    }
    var followers = [[Int]](repeating: [], count: count)
    for (node, inputs) in inputs.enumerated() {
      for input in inputs { followers[input].append(node) }
    }
    self.inputs = inputs
    self.followers = followers
    states = [State](repeating: .idle, count: count)
    hasValue = [Bool](repeating: false, count: count)
    hasIdentity = hasValue
    missing = [Int](repeating: 0, count: count)
    openFollowers = followers.map(\.count)
    unended = count
    poolUse = rules.pools.map { _ in 0 }
    parked = rules.pools.map { _ in [] }
    expiries = work.limits.map { _ in nil }
    openStagesOfLimit = work.limits.map(\.stages.count)
    users = work.users
    for (limit, job) in work.limits.enumerated() {
      for node in job.stages { limitsOfStage[node, default: []].append(limit) }
    }
  }

  /// Indicates whether every stage has ended.
  var isDone: Bool { phase == .done }
  /// Indicates whether there are stages that do not yet run.
  var hasMoreToStart: Bool { unended > runningCount + waitingToPublish }
  /// Indicates whether nothing new starts any more.
  var isStopping: Bool { phase == .cancelling }

  /// Takes in an event and returns the effects, in order.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - timestamp: its time, in seconds of a monotonic clock.
  mutating func apply(_ event: Event, at timestamp: Double = 0) -> [Effect] {
    if phase == .running || phase == .cancelling {
      workingTime += max(0, timestamp - (lastTimestamp ?? timestamp))
    }
    lastTimestamp = max(timestamp, lastTimestamp ?? timestamp)
    take(event)
    serveDemands()
    if phase == .running {
      passTime()
      serveDemands()
    }
    if phase != .cancelling { abandonOverdue() }
    startPublishing()
    if phase == .running { startWhatFits() }
    if phase == .cancelling { endTheRun(at: timestamp) }
    if unended == 0 { phase = .done }
    requestWake()
    defer { effects = [] }
    return effects
  }

  /// Indicates whether a stage that fails for a passing reason now will be tried again.
  func willRetry(_ node: Int) -> Bool {
    attempts[node, default: 0] < rules.retries && phase != .cancelling
      && !interrupted.contains(node)
  }

  private mutating func take(_ event: Event) {
    switch event {
    case .begin(let lost):
      for node in lost { fail(node) }
      for node in states.indices where states[node].isOpen {
        switch work.demands[node] {
        case .none: continue
        case .file: agenda.append(.identity(node))
        case .value: agenda.append(.value(node))
        }
      }
      // The agenda is a stack; the first of the plan is to be looked up first.
      agenda.reverse()
    case .answered(let node, let answer): take(answer, of: node)
    case .written(let node):
      guard states[node] == .running else { return }
      leave(node)
      publish(node)
    case .made(let node):
      switch states[node] {
      case .running: leave(node)
      case .publishing: publishingCount -= 1
      default: return
      }
      end(node, as: .built)
      gainIdentity(node)
      gainValue(node)
      letGoOfInputs(of: node)
    case .unusable(let node):
      guard states[node] == .publishing else { return }
      publishingCount -= 1
      run(node)
    case .failed(let node, let isPassing):
      switch states[node] {
      case .running: leave(node)
      case .publishing: publishingCount -= 1
      default: return
      }
      if isPassing, willRetry(node) {
        let attempt = attempts[node, default: 0]
        attempts[node] = attempt + 1
        states[node] = .retrying
        let delay = rules.retryDelay * Double(1 << min(attempt, 20))
        retrying.append((node, workingTime + delay))
      } else {
        fail(node)
      }
    case .cancelled(let node):
      guard states[node] == .running || states[node] == .publishing else { return }
      if states[node] == .running { leave(node) } else { publishingCount -= 1 }
      if phase != .cancelling, interrupted.contains(node) {
        fail(node, as: .cancelled)
      } else {
        end(node, as: .cancelled)
        letGoOfInputs(of: node)
        if phase != .cancelling { stop(now: true) }
      }
    case .tick: nextWake = nil
    case .pause: if phase == .running { phase = .paused }
    case .resume: if phase == .paused { phase = .running }
    case .stop(let now): stop(now: now)
    }
  }

  // MARK: What has to run

  private mutating func take(_ answer: Answer, of node: Int) {
    guard states[node] == .looking || states[node] == .finding else { return }
    let wasLooking = states[node] == .looking
    openQuestions -= 1
    states[node] = .waiting
    switch answer {
    case .unknown: if wasLooking { wait(node) } else { run(node) }
    case .inPlace:
      end(node, as: .upToDate)
      gainIdentity(node)
      gainValue(node)
      letGoOfInputs(of: node)
    case .known where work.sorts[node] == .kept: publish(node)
    case .known:
      gainIdentity(node)
      if valueRequested.remove(node) != nil {
        run(node)
      } else {
        states[node] = .known
        closeIfUnneeded(node)
      }
    }
  }

  /// Turns demands into states, without recursion: a chain may be longer than a stack.
  private mutating func serveDemands() {
    while let need = agenda.popLast() {
      switch need {
      case .identity(let node):
        guard states[node] == .idle else { continue }
        if !rules.remembers || work.sorts[node] == .transient {
          run(node)
        } else if work.sorts[node] == .kept {
          query(node, as: .looking)
        } else {
          wait(node)
        }
      case .value(let node):
        switch (states[node], work.sorts[node]) {
        case (.idle, .kept) where rules.remembers: query(node, as: .looking)
        case (.idle, _), (.known, _): run(node)
        case (.waiting, .digested): run(node)
        case (.finding, .digested): valueRequested.insert(node)
        default: continue
        }
      }
    }
  }

  private mutating func query(_ node: Int, as state: State) {
    states[node] = state
    openQuestions += 1
    effects.append(state == .looking ? .look(node) : .find(node))
  }

  /// Has a stage wait until its inputs are identified.
  private mutating func wait(_ node: Int) {
    if hold(node, as: .waiting, until: hasIdentity, Need.identity) { query(node, as: .finding) }
  }

  /// Has a stage run as soon as its inputs are there.
  private mutating func run(_ node: Int) {
    if hold(node, as: .blocked, until: hasValue, Need.value) { makeReady(node) }
  }

  /// Demands the missing identities or values of a stage's inputs; true when none is missing. A
  /// stage whose input is lost is skipped.
  private mutating func hold(
    _ node: Int, as state: State, until have: [Bool], _ need: (Int) -> Need
  ) -> Bool {
    if let lost = inputs[node].first(where: { states[$0].isLost }) {
      skip(node, because: lost)
      return false
    }
    states[node] = state
    missing[node] = 0
    for input in inputs[node].reversed() where !have[input] {
      missing[node] += 1
      agenda.append(need(input))
    }
    return missing[node] == 0
  }

  private mutating func gainIdentity(_ node: Int) {
    guard !hasIdentity[node] else { return }
    hasIdentity[node] = true
    for follower in followers[node] where states[follower] == .waiting {
      missing[follower] -= 1
      if missing[follower] == 0 { query(follower, as: .finding) }
    }
  }

  private mutating func gainValue(_ node: Int) {
    guard openFollowers[node] > 0 || work.demands[node] == .value else {
      effects.append(.release(node))
      return
    }
    hasValue[node] = true
    used += work.weights[node].held
    for follower in followers[node] where states[follower] == .blocked {
      missing[follower] -= 1
      if missing[follower] == 0 { makeReady(follower) }
    }
  }

  // MARK: Starting

  private mutating func makeReady(_ node: Int) {
    states[node] = .ready
    if ranks.isEmpty { rank() }
    line.push(ranks[node])
  }

  /// Settles the order in which ready stages start.
  private mutating func rank() {
    var path = work.durations
    for node in inputs.indices.reversed() {
      path[node] += followers[node].map { path[$0] }.max() ?? 0
    }
    let priorities = work.priorities
    order = inputs.indices.sorted { a, b in
      if !priorities.isEmpty, priorities[a] != priorities[b] {
        return priorities[a] > priorities[b]
      }
      if inputs[a].isEmpty != inputs[b].isEmpty { return inputs[b].isEmpty }
      return path[a] != path[b] ? path[a] > path[b] : a < b
    }
    ranks = [Int](repeating: 0, count: order.count)
    for (rank, node) in order.enumerated() { ranks[node] = rank }
  }

  private mutating func startWhatFits() {
    // Until the store has answered, the first in line is not known either.
    guard openQuestions == 0 else { return }
    while runningCount < rules.width, waitingToPublish < Scheduler.publishLimit,
      let node = takeNext()
    {
      states[node] = .running
      runningCount += 1
      used += work.weights[node].running
      for pool in pools(of: node) { poolUse[pool] += 1 }
      for limit in limitsOfStage[node] ?? [] where expiries[limit] == nil {
        expiries[limit] = workingTime + work.limits[limit].seconds
        begunLimits.append(limit)
      }
      effects.append(.start(node))
    }
  }

  /// The first ready stage that fits, taken from the line.
  private mutating func takeNext() -> Int? {
    // How far down the line a stage that fits is looked for.
    let reach = 64
    var passed: [Int] = []
    defer { for node in passed { line.push(ranks[node]) } }
    while passed.count < reach, let rank = line.pop() {
      let node = order[rank]
      // Stages that ended meanwhile stay in the line until they come up.
      guard states[node] == .ready else { continue }
      if let full = pools(of: node).first(where: { poolUse[$0] >= rules.pools[$0] }) {
        parked[full].append(node)
        continue
      }
      let weight = work.weights[node].running
      if runningCount == 0 || (used <= rules.budget && weight <= rules.budget - used) {
        if overtaken?.node == node {
          overtaken = nil
        } else if let first = passed.first {
          overtaken = (first, (overtaken?.node == first ? overtaken?.times ?? 0 : 0) + 1)
        }
        return node
      }
      passed.append(node)
      if passed.count == 1, let overtaken, overtaken.node == node, overtaken.times >= maxOvertakes {
        return nil
      }
    }
    return nil
  }

  private func pools(of node: Int) -> [Int] { work.pools.isEmpty ? [] : work.pools[node] }

  private mutating func leave(_ node: Int) {
    runningCount -= 1
    used -= work.weights[node].running
    for pool in pools(of: node) {
      poolUse[pool] -= 1
      for node in parked[pool] { line.push(ranks[node]) }
      parked[pool] = []
    }
  }

  // MARK: Publishing

  private var waitingToPublish: Int { publishingCount + toPublish.count - nextToPublish }

  private mutating func publish(_ node: Int) {
    states[node] = .publishing
    toPublish.append(node)
  }

  private mutating func startPublishing() {
    while publishingCount < Scheduler.publishers, nextToPublish < toPublish.count {
      let node = toPublish[nextToPublish]
      nextToPublish += 1
      publishingCount += 1
      effects.append(.publish(node))
    }
    if nextToPublish == toPublish.count, nextToPublish > 0 {
      toPublish.removeAll(keepingCapacity: true)
      nextToPublish = 0
    }
  }

  // MARK: Time

  /// Ends the limits that are over, and retries the work that has waited long enough.
  private mutating func passTime() {
    for limit in begunLimits {
      guard let expiry = expiries[limit], expiry <= workingTime else { continue }
      begunLimits.removeAll { $0 == limit }
      expire(limit)
    }
    guard !retrying.isEmpty else { return }
    let due = retrying.filter { $0.due <= workingTime }
    retrying.removeAll { $0.due <= workingTime }
    for (node, _) in due where states[node] == .retrying { makeReady(node) }
  }

  private mutating func expire(_ limit: Int) {
    let open = work.limits[limit].stages.filter { states[$0].isOpen }
    guard !open.isEmpty else { return }
    effects.append(.expire(limit))
    for node in work.limits[limit].stages {
      users[node] -= 1
      // Stages that other jobs need continue.
      guard users[node] <= 0, states[node].isOpen else { continue }
      interruptOrCancel(node)
    }
  }

  private mutating func interruptOrCancel(_ node: Int) {
    switch states[node] {
    case .running: interrupt(node)
    case .publishing: break
    default:
      end(node, as: .cancelled)
      effects.append(.cancel(node))
      letGoOfInputs(of: node)
    }
  }

  /// Requests a running stage to stop, once.
  private mutating func interrupt(_ node: Int) {
    guard interrupted.insert(node).inserted else { return }
    effects.append(.interrupt(node))
    stopping.append((node, workingTime + rules.grace))
  }

  /// Abandons stages that did not stop on request in time.
  private mutating func abandonOverdue() {
    guard !stopping.isEmpty else { return }
    stopping.removeAll { states[$0.node] != .running }
    let overdue = stopping.filter { $0.end <= workingTime }
    stopping.removeAll { $0.end <= workingTime }
    for (node, _) in overdue {
      leave(node)
      effects.append(.abandon(node))
      fail(node, as: .cancelled)
    }
  }

  private mutating func requestWake() {
    guard let lastTimestamp, phase == .running || phase == .cancelling else {
      nextWake = nil
      return
    }
    var next = graceEnd ?? .infinity
    if phase == .running {
      for (node, end) in stopping where states[node] == .running {
        next = min(next, lastTimestamp + end - workingTime)
      }
      for limit in begunLimits {
        next = min(next, lastTimestamp + (expiries[limit] ?? .infinity) - workingTime)
      }
      for (_, due) in retrying { next = min(next, lastTimestamp + due - workingTime) }
    }
    guard next < .infinity, next != nextWake else { return }
    nextWake = next
    effects.append(.wake(at: next))
  }

  // MARK: Ending

  private mutating func end(_ node: Int, as state: State) {
    if states[node] == .looking || states[node] == .finding { openQuestions -= 1 }
    states[node] = state
    unended -= 1
    guard !work.limits.isEmpty else { return }
    for limit in limitsOfStage[node] ?? [] {
      openStagesOfLimit[limit] -= 1
      if openStagesOfLimit[limit] == 0 { begunLimits.removeAll { $0 == limit } }
    }
  }

  /// Ends a stage that gives no result, and those that need it.
  private mutating func fail(_ node: Int, as state: State = .failed) {
    guard states[node].isOpen else { return }
    end(node, as: state)
    letGoOfInputs(of: node)
    skipFollowers(of: node)
    if rules.failFast, state == .failed { stop(now: false) }
  }

  private mutating func skip(_ node: Int, because lost: Int) {
    end(node, as: .skipped)
    effects.append(.skip(node, because: lost))
    letGoOfInputs(of: node)
    skipFollowers(of: node)
  }

  private mutating func skipFollowers(of lost: Int) {
    var stack = followers[lost]
    while let follower = stack.popLast() {
      // Those that wait for it; one that is known, or was never demanded, may never need it.
      let needsIt: Bool =
        switch states[follower] {
        case .blocked: true
        case .waiting: inputs[follower].contains { states[$0].isLost && !hasIdentity[$0] }
        default: false
        }
      guard needsIt else { continue }
      end(follower, as: .skipped)
      effects.append(.skip(follower, because: lost))
      letGoOfInputs(of: follower)
      stack.append(contentsOf: followers[follower])
    }
  }

  /// Notes that a stage needs its inputs no more; inputs without other users are released, or never
  /// run.
  private mutating func letGoOfInputs(of node: Int) {
    var stack = [node]
    while let node = stack.popLast() {
      for input in inputs[node] {
        openFollowers[input] -= 1
        guard openFollowers[input] == 0 else { continue }
        if hasValue[input], work.demands[input] != .value {
          hasValue[input] = false
          used -= work.weights[input].held
          effects.append(.release(input))
        }
        if drop(input, because: node) { stack.append(input) }
      }
    }
  }

  private mutating func closeIfUnneeded(_ node: Int) {
    guard openFollowers[node] == 0, drop(node, because: node) else { return }
    letGoOfInputs(of: node)
  }

  /// Ends a stage that is no longer needed; returns whether its inputs are to be released.
  private mutating func drop(_ node: Int, because follower: Int) -> Bool {
    guard work.demands[node] == .none, states[node].isOpen else { return false }
    switch states[node] {
    case .known,
      .idle where !states[follower].isLost:
      end(node, as: .upToDate)
      effects.append(.settle(node))
      return true
    case .running:
      interrupt(node)
      return false
    case .publishing: return false
    default:
      end(node, as: .skipped)
      effects.append(.skip(node, because: follower))
      return true
    }
  }

  // MARK: Stopping

  private mutating func stop(now: Bool) {
    guard phase != .done else { return }
    phase = .cancelling
    guard now, graceEnd == nil else { return }
    graceEnd = (lastTimestamp ?? 0) + rules.grace
    for node in states.indices where states[node] == .running { interrupt(node) }
  }

  private mutating func endTheRun(at timestamp: Double) {
    if let graceEnd, timestamp >= graceEnd {
      for node in states.indices where states[node] == .running || states[node] == .publishing {
        if states[node] == .running { leave(node) }
        end(node, as: .cancelled)
        effects.append(.cancel(node))
        letGoOfInputs(of: node)
      }
      publishingCount = 0
      nextToPublish = toPublish.count
    }
    guard runningCount == 0, waitingToPublish == 0 else { return }
    for node in states.indices where states[node].isOpen {
      end(node, as: .cancelled)
      effects.append(.cancel(node))
      letGoOfInputs(of: node)
    }
  }
}
