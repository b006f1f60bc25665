// SPDX-License-Identifier: MIT
// Part of Platen: tests of colors and of a scene's dump.

import Drawing
import Testing

@Suite struct ColorTests {
  @Test(arguments: ["#000000", "#ffffff", "#466eab", "#12345678"])
  func hexReadsBackTheSame(_ hex: String) throws {
    #expect(try #require(Color(hex: hex)).hex == hex)
  }

  @Test func shortHexDoublesItsDigits() {
    #expect(Color(hex: "#fa0") == Color(hex: "#ffaa00"))
  }

  @Test(arguments: ["", "#", "#12", "#12345", "466eab", "#gggggg", "red", "#1234567", "#é12"])
  func anythingElseIsNoColor(_ text: String) {
    #expect(Color(hex: text) == nil)
  }

  @Test(arguments: [
    ("rebeccapurple", "#663399"), (" LightGoldenrodYellow ", "#fafad2"), ("#fa0", "#ffaa00"),
    ("rgb(16, 32, 48)", "#102030"), ("hsl(120 100% 50%)", "#00ff00"),
  ])
  func colorsOfStyleSheets(_ text: String, _ hex: String) {
    #expect(Color(css: text)?.hex == hex)
  }

  @Test func darkerTakesThreeTenthsAStep() {
    #expect(Color(1, 1, 1).darker(2).red == 0.7 * 0.7)
    #expect(Color(1, 1, 1).darker(0) == .white)
  }
}
