// SPDX-License-Identifier: MIT
// Part of Platen: tests of numbers with their nouns.

import Testing
import Text

@Suite struct CountedTests {
  @Test func `one is one, all others are many`() {
    #expect(counted(1, "file") == "1 file")
    #expect(counted(0, "file") == "0 files")
    #expect(counted(2, "person", "people") == "2 people")
    #expect(counted(1, "row has", "rows have") == "1 row has")
  }
}
