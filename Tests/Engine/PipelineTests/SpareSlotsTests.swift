// SPDX-License-Identifier: MIT
// Part of Platen: tests of who has a slot when a stage is given up.

import Diagnostics
import Dispatch
import Testing

@testable import Pipeline

@Suite(.timeLimit(.minutes(5))) struct SpareSlotsTests {
  let slots = SpareSlots(width: 1)

  /// Begins a stage that keeps its slot until what is returned is called.
  private func hold(_ number: Int) -> () -> Void {
    let (began, release, ended) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    slots.occupy(number) {
      began.signal()
      release.wait()
    } afterwards: {
      ended.signal()
    }
    began.wait()
    return {
      release.signal()
      ended.wait()
    }
  }

  private var isIdle: Bool { slots.lend({}, afterwards: {}) }

  @Test func AStageThatDoesNotStopGivesItsSlotAway() {
    let letFirstGo = hold(1)
    #expect(!isIdle)
    #expect(slots.abandon(1))
    #expect(!slots.abandon(1), "it has none any more")
    let letSecondGo = hold(2)
    #expect(!isIdle)
    letFirstGo()
    #expect(!isIdle, "the end of one without a slot frees none")
    letSecondGo()
  }

  @Test func AStageThatHasEndedHasNoSlotToGive() {
    hold(1)()
    #expect(!slots.abandon(1))
    let letGo = hold(2)
    #expect(!isIdle)
    letGo()
  }

  @Test func AStageThatWaitsDoesNotBegin() {
    let hasBegun = Guarded(false)
    let letGo = hold(1)
    slots.occupy(2) {
      hasBegun.withLock { $0 = true }
    } afterwards: {
    }
    #expect(!slots.abandon(2))
    #expect(!isIdle)
    letGo()
    hold(3)()
    #expect(!hasBegun.withLock { $0 })
  }
}
