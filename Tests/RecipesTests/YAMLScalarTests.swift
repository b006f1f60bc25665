// SPDX-License-Identifier: MIT
// Part of Platen: tests of what scalars mean where numbers are wanted.

import Diagnostics
import Recipes
import Testing

@Suite struct YAMLScalarTests {
  @Test(arguments: [
    ("1", 1.0), ("-1.5", -1.5), ("+2", 2), (".5", 0.5), ("1.", 1), ("2e-3", 0.002), ("1.e2", 100),
    ("1E+2", 100), ("007", 7),
  ])
  func numbers(text: String, number: Double) {
    #expect(YAMLValue(.scalar(text, isPlain: true), at: Place()).number == number)
    // In quotes it is a text.
    #expect(YAMLValue(.scalar(text, isPlain: false), at: Place()).number == nil)
  }

  @Test(arguments: [
    "", "-", ".", "+.", "e5", ".e5", "1e", "1e+", "12pt", "1 ", " 1", "1_000", "0x10", "inf", "nan",
    "1e999", "1.2.3", "--1", "\u{0661}", "1,5",
  ])
  func noNumbers(text: String) {
    #expect(YAMLValue(.scalar(text, isPlain: true), at: Place()).number == nil)
  }
}
