// SPDX-License-Identifier: MIT
// Part of Platen: what the JSON reader says where there is no memory.

import Foundation
import Testing

@testable import JSON

@Suite struct JSONMemoryTests {
  /// More words than any machine has addresses for.
  private static let impossible = Int.max / MemoryLayout<UInt64>.stride

  @Test func noMemoryForTheTapeIsAnError() {
    #expect(throws: JSONError.outOfMemory(words: Self.impossible)) {
      try JSONParser.reallocate(nil, to: Self.impossible)
    }
  }

  @Test func aTapeThatCannotGrowStandsAsItWas() throws {
    let tape = try JSONParser.reallocate(nil, to: 2)
    tape[0] = 7
    tape[1] = 11
    #expect(throws: JSONError.self) { try JSONParser.reallocate(tape, to: Self.impossible) }
    #expect(tape[0] == 7 && tape[1] == 11)
    let smaller = try JSONParser.reallocate(tape, to: 1)
    #expect(smaller[0] == 7)
    free(smaller)
  }
}
