// SPDX-License-Identifier: MIT
// Part of Platen: which stage may start, decided without threads and without a clock.

/// Decides what runs when: a state and what happened give a new state and what is to be done.
///
/// It has no threads, no clock and no results; a driver does what it says and tells it what
/// happened. The same events in the same order give the same decisions.
///
/// - A stage is ready when all it follows was made. Among ready stages, those that follow
///   something go before those that open something new: what is begun is finished and let go
///   before more is taken into memory. Within each, the one with the longest remaining path goes
///   first, and then the one that comes first in the plan.
/// - A stage starts when fewer than `width` run and its weight fits the budget together with what
///   runs and what is held. When nothing runs, the first of the ready ones starts whatever its
///   weight: there is nothing to wait for.
/// - A lighter stage may overtake one that does not fit, but not for ever: after `patience` times
///   nothing starts before it.
/// - A stage that fails ends those that follow it, and nothing else.
struct Scheduler: Sendable {
  /// What there is to run.
  struct Work: Sendable {
    /// For each stage, those it follows; each has a smaller number.
    var inputs: [[Int]]
    /// For each stage, what it weighs.
    var weights: [MemoryWeight]
    /// For each stage, how long it is thought to take, in any unit.
    var durations: [Double]
    /// For each stage, whether its result is held until the end.
    var isWanted: [Bool]
    /// For each stage, whether it is needed even if none of those that follow it will run.
    var isNeeded: [Bool]
  }

  /// What happened.
  enum Event: Hashable, Sendable {
    /// The driver is ready; these stages are known to fail.
    case begin(lost: [Int])
    /// A stage gave its result.
    case made(Int)
    /// A stage threw.
    case failed(Int)
    /// A stage stopped because it was asked to.
    case cancelled(Int)
    /// Nothing new is to start.
    case stop
  }

  /// What is to be done.
  enum Effect: Hashable, Sendable {
    /// Start this stage.
    case start(Int)
    /// Nobody needs this stage's result any more.
    case release(Int)
    /// This stage ends without having run: it needs that one, which failed, or only that one
    /// and others that ended needed it.
    case skip(Int, because: Int)
    /// This stage ends without having run, because the run stops.
    case cancel(Int)
  }

  /// Where a stage stands.
  enum State: UInt8, Hashable, Sendable {
    case blocked, ready, running, made, failed, skipped, cancelled
  }

  let width: Int
  let budget: Int
  let failFast: Bool
  let patience: Int

  private(set) var states: [State]
  /// What runs and what is held, in bytes.
  private(set) var used = 0
  private(set) var runningCount = 0
  private(set) var isStopping = false

  private let work: Work
  private let followers: [[Int]]
  /// For each stage, the time from its start to the end of the longest chain behind it.
  private let remainingPath: [Double]
  /// For each stage, how many of those it follows are not made yet.
  private var missingInputs: [Int]
  /// For each stage, how many of those that follow it have not ended yet.
  private var openFollowers: [Int]
  private var isHeld: [Bool]
  private var continuing: Heap
  private var opening: Heap
  private var overtaken: (node: Int, times: Int)?
  private var unended: Int

  init(_ work: Work, width: Int, budget: Int, failFast: Bool = false) {
    let count = work.inputs.count
    var followers = [[Int]](repeating: [], count: count)
    for (node, inputs) in work.inputs.enumerated() {
      // A stage may follow another twice; it waits for it and lets go of it once.
      for (position, input) in inputs.enumerated() where !inputs[..<position].contains(input) {
        followers[input].append(node)
      }
    }
    var path = work.durations
    for node in work.inputs.indices.reversed() {
      let behind = followers[node].map { path[$0] }.max() ?? 0
      path[node] += behind
    }
    self.work = work
    self.width = max(1, width)
    self.budget = budget
    self.failFast = failFast
    self.followers = followers
    patience = 4 * max(1, width)
    remainingPath = path
    states = [State](repeating: .blocked, count: count)
    missingInputs = work.inputs.map { Set($0).count }
    openFollowers = followers.map(\.count)
    isHeld = [Bool](repeating: false, count: count)
    continuing = Heap(priorities: path)
    opening = Heap(priorities: path)
    unended = count
  }

  /// Whether every stage has ended.
  var isDone: Bool { unended == 0 }

  /// Takes in what happened and says what is to be done, in order.
  mutating func apply(_ event: Event) -> [Effect] {
    var effects: [Effect] = []
    switch event {
    case .begin(let lost):
      for node in states.indices where missingInputs[node] == 0 && states[node] == .blocked {
        makeReady(node)
      }
      for node in lost { fail(node, &effects) }
    case .made(let node):
      leave(node)
      end(node, as: .made)
      if openFollowers[node] > 0 || work.isWanted[node] {
        isHeld[node] = true
        used += work.weights[node].held
      } else {
        effects.append(.release(node))
      }
      letGoOfInputs(of: node, &effects)
      for follower in followers[node] {
        missingInputs[follower] -= 1
        if missingInputs[follower] == 0, states[follower] == .blocked { makeReady(follower) }
      }
    case .failed(let node):
      leave(node)
      fail(node, &effects)
    case .cancelled(let node):
      leave(node)
      isStopping = true
      end(node, as: .cancelled)
      letGoOfInputs(of: node, &effects)
    case .stop:
      isStopping = true
    }
    if isStopping {
      if runningCount == 0 { cancelRest(&effects) }
    } else {
      startWhatFits(&effects)
    }
    return effects
  }

  // MARK: Starting

  private mutating func startWhatFits(_ effects: inout [Effect]) {
    while runningCount < width, let node = takeNext() {
      states[node] = .running
      runningCount += 1
      used += work.weights[node].running
      effects.append(.start(node))
    }
  }

  /// The first ready stage that fits, taken from its heap.
  private mutating func takeNext() -> Int? {
    // How far down the line a stage that fits is looked for.
    let reach = 64
    var passed: [Int] = []
    defer { for node in passed { makeReady(node) } }
    while passed.count < reach, let node = continuing.pop() ?? opening.pop() {
      // Stages that were skipped stay in the heaps until they come up.
      guard states[node] == .ready else { continue }
      let weight = work.weights[node].running
      if runningCount == 0 || (used <= budget && weight <= budget - used) {
        if overtaken?.node == node {
          overtaken = nil
        } else if let first = passed.first {
          overtaken = (first, (overtaken?.node == first ? overtaken?.times ?? 0 : 0) + 1)
        }
        return node
      }
      passed.append(node)
      if passed.count == 1, let overtaken, overtaken.node == node, overtaken.times >= patience {
        return nil
      }
    }
    return nil
  }

  private mutating func makeReady(_ node: Int) {
    states[node] = .ready
    if work.inputs[node].isEmpty { opening.push(node) } else { continuing.push(node) }
  }

  // MARK: Ending

  private mutating func leave(_ node: Int) {
    runningCount -= 1
    used -= work.weights[node].running
  }

  private mutating func end(_ node: Int, as state: State) {
    states[node] = state
    unended -= 1
  }

  private mutating func fail(_ node: Int, _ effects: inout [Effect]) {
    guard states[node].isOpen else { return }
    end(node, as: .failed)
    letGoOfInputs(of: node, &effects)
    var stack = followers[node]
    while let follower = stack.popLast() {
      guard states[follower].isOpen else { continue }
      end(follower, as: .skipped)
      effects.append(.skip(follower, because: node))
      letGoOfInputs(of: follower, &effects)
      stack.append(contentsOf: followers[follower])
    }
    if failFast { isStopping = true }
  }

  /// Notes that a stage needs its inputs no more; those nobody needs are released, or never run.
  private mutating func letGoOfInputs(of node: Int, _ effects: inout [Effect]) {
    var stack = [node]
    while let node = stack.popLast() {
      let inputs = work.inputs[node]
      for (position, input) in inputs.enumerated() where !inputs[..<position].contains(input) {
        openFollowers[input] -= 1
        guard openFollowers[input] == 0 else { continue }
        if isHeld[input], !work.isWanted[input] {
          isHeld[input] = false
          used -= work.weights[input].held
          effects.append(.release(input))
        } else if states[input] == .blocked || states[input] == .ready, !work.isNeeded[input] {
          end(input, as: .skipped)
          effects.append(.skip(input, because: node))
          stack.append(input)
        }
      }
    }
  }

  private mutating func cancelRest(_ effects: inout [Effect]) {
    for node in states.indices where states[node].isOpen {
      end(node, as: .cancelled)
      effects.append(.cancel(node))
      letGoOfInputs(of: node, &effects)
    }
  }
}

extension Scheduler.State {
  /// Whether the stage has not ended.
  var isOpen: Bool { self == .blocked || self == .ready || self == .running }
}

/// Numbers in order of falling priority, and rising number where that is equal.
struct Heap: Sendable {
  private let priorities: [Double]
  private var items: [Int] = []

  init(priorities: [Double]) { self.priorities = priorities }

  private func comesFirst(_ a: Int, _ b: Int) -> Bool {
    priorities[a] != priorities[b] ? priorities[a] > priorities[b] : a < b
  }

  mutating func push(_ item: Int) {
    items.append(item)
    var child = items.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard comesFirst(items[child], items[parent]) else { break }
      items.swapAt(child, parent)
      child = parent
    }
  }

  mutating func pop() -> Int? {
    guard let first = items.first else { return nil }
    let last = items.removeLast()
    guard !items.isEmpty else { return first }
    items[0] = last
    var parent = 0
    while true {
      var best = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < items.count {
        if comesFirst(items[child], items[best]) { best = child }
      }
      guard best != parent else { return first }
      items.swapAt(best, parent)
      parent = best
    }
  }
}
