// SPDX-License-Identifier: MIT
// Part of Platen: tests of the colors that have names.

import Testing
import Text

@Suite struct NamedColorsTests {
  @Test(
    arguments: [
      ("aliceblue", 0xF0F8FF), ("rebeccapurple", 0x663399), ("yellowgreen", 0x9ACD32),
    ] as [(String, UInt32)])
  func namesOfCSS(_ name: String, _ rgb: UInt32) {
    #expect(NamedColors.rgb(name) == rgb)
  }

  @Test func bothSpellingsOfGray() {
    for name in ["gray", "darkgray", "dimgray", "lightslategray"] {
      let british = name.replacing("gray", with: "grey")
      #expect(NamedColors.rgb(name) == NamedColors.rgb(british))
      #expect(NamedColors.rgb(name) != nil)
    }
  }

  @Test(arguments: ["", "Red", "transparent", "bluish"])
  func otherWordsAreNone(_ word: String) {
    #expect(NamedColors.rgb(word) == nil)
  }
}
