// SPDX-License-Identifier: MIT
// Part of Platen: what is asserted of pieces of one stage's work done side by side.

import Diagnostics
import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import Pipeline

@Suite struct InOrderTests {
  private static func context(_ slots: SpareSlots?, _ flag: Cancellation = Cancellation())
    -> StageContext
  {
    StageContext(environment: SealedEnvironment(files: [:]), cancellation: flag, spareSlots: slots)
  }

  /// Work that takes about as long as a small band, longer for some numbers than for others.
  private static func compute(_ number: Int) -> Int {
    var sum = number
    for step in 0..<(number % 3 + 1) * 20_000 { sum = (sum &* 31 &+ step) % 1_000_003 }
    return sum
  }

  @Test(arguments: [(0, 1), (1, 1), (1, 4), (7, 1), (7, 2), (40, 3), (40, 100)])
  func thingsComeInOrderWhoeverMakesThem(count: Int, ahead: Int) throws {
    let expected = (0..<count).map(InOrderTests.compute)
    for slots in [nil, SpareSlots(width: 0), SpareSlots(width: 1), SpareSlots(width: 4)] {
      var taken: [Int] = []
      try InOrderTests.context(slots).inOrder(count, ahead: ahead) {
        InOrderTests.compute($0)
      } take: {
        taken.append($0)
      }
      #expect(taken == expected)
    }
  }

  @Test func noMoreThingsThanAskedAreAlive() throws {
    let alive = Atomic<Int>(0)
    let most = Atomic<Int>(0)
    try InOrderTests.context(SpareSlots(width: 8)).inOrder(60, ahead: 3) { number in
      let now = alive.add(1, ordering: .sequentiallyConsistent).newValue
      most.max(now, ordering: .sequentiallyConsistent)
      return InOrderTests.compute(number)
    } take: { _ in
      alive.subtract(1, ordering: .sequentiallyConsistent)
    }
    #expect(most.load(ordering: .sequentiallyConsistent) <= 3)
  }

  @Test func idleSlotsAreUsed() throws {
    // Each of the two pieces waits for the other: one thread alone would wait for ever.
    let arrived = Atomic<Int>(0)
    let slots = SpareSlots(width: 1)
    try InOrderTests.context(slots).inOrder(2, ahead: 2) { _ in
      arrived.add(1, ordering: .sequentiallyConsistent)
      while arrived.load(ordering: .sequentiallyConsistent) < 2 {}
    } take: { _ in
    }
    // The slot has been given back.
    let isLent = slots.lend {
    } afterwards: {
    }
    #expect(isLent)
  }

  @Test func theFirstErrorByNumberIsThrown() throws {
    for slots in [nil, SpareSlots(width: 4)] {
      var taken: [Int] = []
      #expect(throws: Failure(.error("test.fault", "3"))) {
        try InOrderTests.context(slots).inOrder(20, ahead: 8) { number in
          _ = InOrderTests.compute(number)
          if number >= 3 { throw Failure(.error("test.fault", "\(number)")) }
          return number
        } take: {
          taken.append($0)
        }
      }
      #expect(taken == [0, 1, 2])
    }
  }

  @Test func whatTheTakerThrowsEndsItAndNothingRunsOn() throws {
    let working = Atomic<Int>(0)
    #expect(throws: Failure.self) {
      try InOrderTests.context(SpareSlots(width: 4)).inOrder(50, ahead: 10) { number in
        working.add(1, ordering: .sequentiallyConsistent)
        defer { working.subtract(1, ordering: .sequentiallyConsistent) }
        return InOrderTests.compute(number)
      } take: { _ in
        throw Failure(.error("test.fault", "full"))
      }
    }
    #expect(working.load(ordering: .sequentiallyConsistent) == 0)
  }

  @Test func aRaisedFlagStopsIt() throws {
    let flag = Cancellation()
    var taken = 0
    #expect(throws: Cancelled.self) {
      try InOrderTests.context(SpareSlots(width: 2), flag).inOrder(10, ahead: 2) {
        $0
      } take: { _ in
        taken += 1
        flag.cancel()
      }
    }
    #expect(taken < 4)
  }

  @Test func helpersAndStagesAreNeverMoreThanTheSlots() throws {
    let live = Atomic<Int>(0)
    let most = Atomic<Int>(0)
    @Sendable func busy(_ number: Int) -> Int {
      let now = live.add(1, ordering: .sequentiallyConsistent).newValue
      most.max(now, ordering: .sequentiallyConsistent)
      defer { live.subtract(1, ordering: .sequentiallyConsistent) }
      return InOrderTests.compute(number)
    }
    let jobs = (0..<30).map { index in
      job(
        "j\(index)",
        wants: Stage("busy", version: 1, parameters: .of(index)) { context in
          var sum = 0
          try context.inOrder(6, ahead: 3) {
            busy($0)
          } take: {
            sum += $0
          }
          return Diagnosed(sum)
        })
    }
    let (result, _) = try run(jobs, on: DispatchRunner(width: 3))
    #expect(result.totals.built == 30)
    #expect(most.load(ordering: .sequentiallyConsistent) <= 3)
  }

  // MARK: Two unlike pieces

  @Test func bothAreDoneWhoeverDoesThem() throws {
    for slots in [nil, SpareSlots(width: 0), SpareSlots(width: 1), SpareSlots(width: 4)] {
      let (number, text) = try InOrderTests.context(slots).both(
        { InOrderTests.compute(2) }, { "\(InOrderTests.compute(1))" })
      #expect(number == InOrderTests.compute(2))
      #expect(text == "\(InOrderTests.compute(1))")
    }
  }

  @Test func theErrorOfTheFirstComesFirst() {
    @Sendable func fault(_ code: Diagnostic.Code) -> Failure { Failure(.error(code, "broken")) }
    for slots in [nil, SpareSlots(width: 2)] {
      let context = InOrderTests.context(slots)
      #expect(throws: fault("test.first")) {
        _ =
          try context.both({ throw fault("test.first") }, { throw fault("test.second") })
          as (Int, Int)
      }
      #expect(throws: fault("test.second")) {
        _ = try context.both({ 1 }, { throw fault("test.second") }) as (Int, Int)
      }
    }
  }

  @Test(.timeLimit(.minutes(30))) func helpComesWhenASlotIsGivenBack() throws {
    // The only slot is taken as the pieces begin, and given back while the first waits for the
    // second.
    let slots = SpareSlots(width: 1)
    let first = DispatchSemaphore(value: 0)
    let second = DispatchSemaphore(value: 0)
    slots.occupy(0) {
      first.wait()
    } afterwards: {
    }
    _ = try InOrderTests.context(slots).both(
      {
        first.signal()
        second.wait()
      }, { second.signal() })
  }

  @Test(.timeLimit(.minutes(30))) func stagesThatWaitForASlotHoldNoThread() {
    // More stages than Dispatch has threads wait for one that waits for what takes no slot.
    let count = 600
    let runner = DispatchRunner(width: 1)
    let go = DispatchSemaphore(value: 0)
    runner.start(0, inSlot: true) { go.wait() }
    for number in 1..<count { runner.start(number, inSlot: true) {} }
    runner.start(count, inSlot: false) { go.signal() }
    var ended: Set<Int> = []
    while ended.count <= count, let number = runner.wait(until: nil) { ended.insert(number) }
    #expect(ended == Set(0...count))
  }
}
