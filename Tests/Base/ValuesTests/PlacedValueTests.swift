// SPDX-License-Identifier: MIT
// Part of Platen: tests of what scalars mean where flags and numbers are expected.

import Diagnostics
import TestSupport
import Testing
import Values

@Suite struct PlacedValueTests {
  private func plain(_ text: String) -> PlacedValue {
    PlacedValue(.text(text, isPlain: true), at: Diagnostics.SourceLocation())
  }

  private func quoted(_ text: String) -> PlacedValue {
    PlacedValue(.text(text), at: Diagnostics.SourceLocation())
  }

  @Test(arguments: [
    ("1", 1.0), ("-1.5", -1.5), ("+2", 2), (".5", 0.5), ("1.", 1), ("2e-3", 0.002), ("1.e2", 100),
    ("1E+2", 100), ("007", 7),
  ])
  func numbers(text: String, number: Double) {
    #expect(plain(text).number == number)
    // In quotes it is a text.
    #expect(quoted(text).number == nil)
  }

  @Test(arguments: [
    "", "-", ".", "+.", "e5", ".e5", "1e", "1e+", "12pt", "1 ", " 1", "1_000", "0x10", "inf", "nan",
    "1e999", "1.2.3", "--1", "\u{0661}", "1,5", ".inf", ".nan", "1:30", "2024-01-01",
  ])
  func textsThatAreNotNumbers(text: String) {
    #expect(plain(text).number == nil)
    #expect(plain(text).text == text)
  }

  @Test(
    arguments: [
      ("7", 7), ("+7", 7), ("-7", -7), ("007", 7), ("0o17", nil), ("0x1F", nil), ("7.0", nil),
      ("1_000", nil), ("9223372036854775807", 9_223_372_036_854_775_807),
      ("9223372036854775808", nil), ("", nil),
    ] as [(String, Int?)])
  func wholeNumbers(text: String, number: Int?) {
    #expect(plain(text).integer == number)
    #expect(quoted(text).integer == nil)
  }

  @Test(
    arguments: [
      ("true", true), ("True", true), ("TRUE", true), ("false", false), ("False", false),
      ("FALSE", false), ("yes", nil), ("no", nil), ("on", nil), ("off", nil), ("y", nil),
      ("n", nil),
      ("tRue", nil), ("1", nil),
    ] as [(String, Bool?)])
  func flags(text: String, flag: Bool?) {
    #expect(plain(text).flag == flag)
    #expect(quoted(text).flag == nil)
  }

  @Test(arguments: [
    ("", true), ("~", true), ("null", true), ("Null", true), ("NULL", true), ("nULL", false),
    ("none", false), ("nil", false),
  ])
  func nulls(text: String, isNull: Bool) {
    #expect(plain(text).isNull == isNull)
    #expect(!quoted(text).isNull)
    #expect(PlacedValue(typed: text, at: Diagnostics.SourceLocation()).isNull == false)
    #expect(PlacedValue(typed: text, at: Diagnostics.SourceLocation()).text == text)
  }

  @Test(
    arguments: [
      ("1", 1, 1.0), ("5.0", 5, 5), ("1e3", 1000, 1000), ("0x1F", 31, 31), ("0o17", 15, 15),
      ("0b101", 5, 5), ("1_000", 1000, 1000), ("1.5", nil, 1.5), ("-0.0", 0, -0.0),
      ("inf", nil, nil),
      ("nan", nil, nil), ("1e999", nil, nil),
      ("12345678901234567890", nil, 12_345_678_901_234_567_168),
    ] as [(String, Int?, Double?)])
  func numbersOfOtherFormatsAreKeptAsWritten(text: String, integer: Int?, number: Double?) {
    let value = PlacedValue(.number(text), at: Diagnostics.SourceLocation())
    #expect(value.integer == integer)
    #expect(value.number == number)
    #expect(value.content == .number(text))
  }

  @Test func looseAccessorsTakeTextsInQuotes() {
    #expect(quoted("1.5").looseNumber == 1.5)
    #expect(plain("1.5").looseNumber == 1.5)
    #expect(PlacedValue(.number("1.5"), at: Diagnostics.SourceLocation()).looseNumber == 1.5)
    #expect(quoted("inf").looseNumber == nil)
    #expect(quoted("").looseNumber == nil)
    #expect(quoted("true").looseFlag == true)
    #expect(PlacedValue(.bool(false), at: Diagnostics.SourceLocation()).looseFlag == false)
    #expect(quoted("yes").looseFlag == nil)
  }

  @Test func descriptionsAreWhatMessagesSay() {
    #expect(plain("").description == "nothing")
    #expect(quoted("").description == "\"\"")
    #expect(plain("a\u{1B}").description == "\"a\\u{1B}\"")
    #expect(quoted(String(repeating: "a", count: 61)).shortDescription.hasSuffix("aaa…\""))
    #expect(PlacedValue(.number("1.50"), at: Diagnostics.SourceLocation()).description == "1.5")
    #expect(PlacedValue(.bool(true), at: Diagnostics.SourceLocation()).description == "true")
    #expect(PlacedValue(.null, at: Diagnostics.SourceLocation()).description == "nothing")
    #expect(PlacedValue(.list([]), at: Diagnostics.SourceLocation()).description == "a list")
    #expect(PlacedValue(.mapping([]), at: Diagnostics.SourceLocation()).description == "a mapping")
  }
}
