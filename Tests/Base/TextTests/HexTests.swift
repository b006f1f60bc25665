// SPDX-License-Identifier: MIT
// Part of Platen: tests of hexadecimal digits.

import Testing
import Text

@Suite struct HexTests {
  @Test func `every byte comes back from either case`() {
    for byte in UInt8.min...UInt8.max {
      for uppercase in [false, true] {
        let values = Hex.encode([byte], uppercase: uppercase).utf8.map { Hex.value($0) ?? 0xFF }
        #expect(values == [byte >> 4, byte & 15])
      }
    }
    #expect(Hex.encode([0x00, 0x0A, 0xF9]) == "000af9")
    #expect(Hex.encode([0xAB], uppercase: true) == "AB")
  }

  @Test func `characters beside the digits have no value`() {
    for character in "/:@G`g".utf8 { #expect(Hex.value(character) == nil) }
  }
}
