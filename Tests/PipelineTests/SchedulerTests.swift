// SPDX-License-Identifier: MIT
// Part of Platen: the scheduler's decisions, one at a time and over many small graphs.

import Testing

@testable import Pipeline

@Suite struct SchedulerTests {
  private func scheduler(
    _ inputs: [[Int]], weights: [MemoryWeight]? = nil, durations: [Double]? = nil, width: Int = 1,
    budget: Int = 100, failFast: Bool = false, wanted: Set<Int> = []
  ) -> Scheduler {
    let ends = Set(inputs.indices).subtracting(inputs.joined())
    return Scheduler(
      Scheduler.Work(
        inputs: inputs, weights: weights ?? inputs.map { _ in .light },
        durations: durations ?? inputs.map { _ in 1 },
        isWanted: inputs.indices.map { wanted.contains($0) },
        isNeeded: inputs.indices.map { wanted.contains($0) || ends.contains($0) }),
      width: width, budget: budget, failFast: failFast)
  }

  @Test func NothingToDoIsDone() {
    var empty = scheduler([])
    #expect(empty.apply(.begin(lost: [])) == [])
    #expect(empty.isDone)
  }

  @Test func DiamondWaitsForBothSides() {
    var diamond = scheduler([[], [0], [0], [1, 2]], width: 2)
    #expect(diamond.apply(.begin(lost: [])) == [.start(0)])
    #expect(diamond.apply(.made(0)) == [.start(1), .start(2)])
    #expect(diamond.apply(.made(2)) == [])
    #expect(diamond.apply(.made(1)) == [.release(0), .start(3)])
    #expect(diamond.apply(.made(3)) == [.release(3), .release(1), .release(2)])
    #expect(diamond.isDone)
  }

  @Test func LongestPathGoesFirstAndTiesGoByOrder() {
    var lone = scheduler([[], [], []], durations: [1, 5, 5])
    #expect(lone.apply(.begin(lost: [])) == [.start(1)])
    #expect(lone.apply(.made(1)).last == .start(2))
    #expect(lone.apply(.made(2)).last == .start(0))
  }

  @Test func WhatIsBegunGoesBeforeWhatIsNew() {
    // Three chains of two; the second half of the first goes before the second chain is opened.
    var chains = scheduler([[], [0], [], [2], [], [4]])
    #expect(chains.apply(.begin(lost: [])) == [.start(0)])
    #expect(chains.apply(.made(0)) == [.start(1)])
    #expect(chains.apply(.made(1)) == [.release(1), .release(0), .start(2)])
  }

  @Test func MemoryBudgetHoldsBackWhatDoesNotFit() {
    let weight = MemoryWeight(running: 60)
    var heavy = scheduler([[], [], []], weights: [weight, weight, .light], width: 3)
    #expect(heavy.apply(.begin(lost: [])) == [.start(0), .start(2)])
    #expect(heavy.apply(.made(2)) == [.release(2)])
    #expect(heavy.apply(.made(0)) == [.release(0), .start(1)])
  }

  @Test func AStageOverTheBudgetRunsAlone() {
    let giant = MemoryWeight(running: 1000)
    let small = MemoryWeight(running: 10)
    var mixed = scheduler(
      [[], [], []], weights: [small, giant, small], durations: [3, 2, 1], width: 2)
    #expect(mixed.apply(.begin(lost: [])) == [.start(0), .start(2)])
    #expect(mixed.apply(.made(0)) == [.release(0)])
    #expect(mixed.apply(.made(2)) == [.release(2), .start(1)])
    #expect(mixed.runningCount == 1)
    #expect(mixed.apply(.made(1)) == [.release(1)])
    #expect(mixed.isDone && mixed.used == 0)
  }

  @Test func AHeavyStageIsNotOvertakenForEver() {
    let heavy = MemoryWeight(running: 95)
    let small = MemoryWeight(running: 10)
    var line = scheduler(
      (0..<40).map { _ in [] }, weights: [heavy] + [MemoryWeight](repeating: small, count: 39),
      durations: [2] + [Double](repeating: 1, count: 39), width: 2)
    // One small stage is under way before the heavy one comes up, so that it does not fit.
    var started: [Int] = []
    var running: [Int] = []
    func take(_ effects: [Scheduler.Effect]) {
      for case .start(let node) in effects {
        started.append(node)
        running.append(node)
      }
    }
    take(line.apply(.begin(lost: [])))
    #expect(started.first == 0, "nothing runs yet, so the longest goes first whatever its weight")

    line = scheduler(
      (0..<40).map { _ in [] },
      weights: [small, heavy] + [MemoryWeight](repeating: small, count: 38),
      durations: [3, 2] + [Double](repeating: 1, count: 38), width: 2)
    started = []
    running = []
    take(line.apply(.begin(lost: [])))
    while !running.isEmpty { take(line.apply(.made(running.removeFirst()))) }
    let place = started.firstIndex(of: 1) ?? .max
    #expect(place > 1 && place <= 2 + line.patience)
    #expect(started.count == 40)
  }

  @Test func FailureSkipsOnlyWhatFollows() {
    var graph = scheduler([[], [0], [1], [], [3]], width: 2)
    #expect(graph.apply(.begin(lost: [])) == [.start(0), .start(3)])
    // Both are lost for the sake of the one that failed.
    #expect(graph.apply(.failed(0)) == [.skip(1, because: 0), .skip(2, because: 0)])
    #expect(graph.apply(.made(3)) == [.start(4)])
    #expect(graph.apply(.made(4)) == [.release(4), .release(3)])
    #expect(graph.isDone)
  }

  @Test func WhatOnlyAFailureNeededIsNotRun() {
    // 2 needs 0 and 1; 1 is lost from the start, so 0 would be made for nothing.
    var graph = scheduler([[], [], [0, 1]])
    let effects = graph.apply(.begin(lost: [1]))
    #expect(effects == [.skip(2, because: 1), .skip(0, because: 2)])
    #expect(graph.isDone)
  }

  @Test func FailFastStartsNothingNew() {
    var graph = scheduler([[], [], []], width: 2, failFast: true)
    #expect(graph.apply(.begin(lost: [])) == [.start(0), .start(1)])
    #expect(graph.apply(.failed(0)) == [])
    #expect(graph.apply(.made(1)) == [.release(1), .cancel(2)])
    #expect(graph.isDone)
  }

  @Test func StopLetsRunningStagesEnd() {
    var graph = scheduler([[], [0], []], width: 1)
    #expect(graph.apply(.begin(lost: [])) == [.start(0)])
    #expect(graph.apply(.stop) == [])
    #expect(graph.apply(.cancelled(0)) == [.cancel(1), .cancel(2)])
    #expect(graph.isDone)
  }

  @Test func AChainLongerThanAnyStackIsLetGo() {
    let count = 200_000
    var chain = scheduler((0..<count).map { $0 == 0 ? [] : [$0 - 1] })
    #expect(chain.apply(.begin(lost: [count - 1])).count == count - 1)
    #expect(chain.isDone)
  }

  /// Random small graphs, weights, failures and orders; at each step the rules hold.
  @Test func RulesHoldOnRandomGraphs() {
    for seed in 0..<2_000 {
      var numbers = Numbers(seed: UInt64(seed))
      let count = Int.random(in: 1...12, using: &numbers)
      let inputs = (0..<count).map { node in
        (0..<node).filter { _ in Int.random(in: 0..<3, using: &numbers) == 0 }
      }
      let weights = (0..<count).map { _ in
        MemoryWeight(
          running: Int.random(in: 0...120, using: &numbers),
          held: Int.random(in: 0...40, using: &numbers))
      }
      let width = Int.random(in: 1...3, using: &numbers)
      let lost = (0..<count).filter { _ in Int.random(in: 0..<10, using: &numbers) == 0 }
      let stopAt = Int.random(in: 0..<60, using: &numbers)
      var machine = scheduler(
        inputs, weights: weights, width: width, failFast: seed % 7 == 0,
        wanted: Set((0..<count).filter { _ in Int.random(in: 0..<4, using: &numbers) == 0 }))
      var running: [Int] = []
      var made: Set<Int> = []
      var released: Set<Int> = []
      var startedOnce: Set<Int> = []
      var ended: Set<Int> = []
      func take(_ effects: [Scheduler.Effect]) {
        for effect in effects {
          switch effect {
          case .start(let node):
            #expect(inputs[node].allSatisfy { made.contains($0) && !released.contains($0) })
            #expect(startedOnce.insert(node).inserted, "seed \(seed): \(node) started twice")
            running.append(node)
          case .release(let node):
            #expect(made.contains(node) && released.insert(node).inserted)
          case .skip(let node, _), .cancel(let node):
            #expect(!startedOnce.contains(node) && ended.insert(node).inserted)
          }
        }
        #expect(running.count <= width && machine.runningCount == running.count)
        #expect(
          machine.used <= 100 || running.count <= 1
            || effects.allSatisfy { effect in
              if case .start = effect { false } else { true }
            }, "seed \(seed): over the budget and not alone")
      }
      take(machine.apply(.begin(lost: lost)))
      for node in lost where machine.states[node] == .failed { ended.insert(node) }
      var step = 0
      while !machine.isDone {
        step += 1
        guard !running.isEmpty else {
          Issue.record("seed \(seed): nothing runs and it is not done")
          break
        }
        if step == stopAt { take(machine.apply(.stop)) }
        let node = running.remove(at: Int.random(in: 0..<running.count, using: &numbers))
        ended.insert(node)
        if Int.random(in: 0..<6, using: &numbers) == 0 {
          take(machine.apply(.failed(node)))
        } else {
          made.insert(node)
          take(machine.apply(.made(node)))
        }
      }
      #expect(ended.count == count, "seed \(seed)")
      #expect(running.isEmpty)
      #expect(machine.states.allSatisfy { !$0.isOpen })
    }
  }
}
