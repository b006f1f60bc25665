// SPDX-License-Identifier: MIT
// Part of Platen: tests of the caches of previews.

import Diagnostics
import Testing

@testable import JobKit

@Suite struct RecentValuesTests {
  @Test func whatWasUsedLongestAgoIsRemoved() {
    var recent = RecentValues<Int, String>(limit: 10)
    recent.addValue("a", of: 1, cost: 4)
    recent.addValue("b", of: 2, cost: 4)
    #expect(recent.value(of: 1) == "a")
    recent.addValue("c", of: 3, cost: 4)
    #expect(recent.value(of: 2) == nil)
    #expect(recent.value(of: 1) == "a" && recent.value(of: 3) == "c")
    recent.addValue("d", of: 4, cost: 11)
    #expect(recent.value(of: 4) == nil && recent.value(of: 1) == "a")
  }

  @Test func aSharedValueIsMadeOnceUnlessItFails() throws {
    struct Fault: Error {}
    let shared = SharedValues<Int, String>(limit: 2)
    #expect(throws: Fault.self) { try shared.value(of: 1) { throw Fault() } }
    #expect(shared.value(of: 1) { "made" } == "made")
    #expect(shared.value(of: 1) { "again" } == "made")
    _ = shared.value(of: 2) { "two" }
    _ = shared.value(of: 3) { "three" }
    #expect(shared.value(of: 1) { "again" } == "again")
  }
}
