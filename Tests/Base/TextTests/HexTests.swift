// SPDX-License-Identifier: MIT
// Part of Platen: tests of hexadecimal digits.

import Testing
import Text

@Suite struct HexTests {
  @Test func `every byte comes back from either case`() {
    let bytes = [UInt8](0...255)
    for uppercase in [false, true] {
      let text = Hex.encode(bytes, uppercase: uppercase)
      #expect(text.utf8.count == 512)
      #expect(Hex.decode(text) == bytes)
    }
    #expect(Hex.encode([0x00, 0x0A, 0xF9]) == "000af9")
    #expect(Hex.encode([0xAB], uppercase: true) == "AB")
  }

  @Test(arguments: ["0", "0g", "+1", " 1", "é"])
  func `what is not pairs of digits is refused`(_ text: String) {
    #expect(Hex.decode(text) == nil)
  }

  @Test func `characters beside the digits have no value`() {
    for character in "/:@G`g".utf8 { #expect(Hex.value(character) == nil) }
  }
}
