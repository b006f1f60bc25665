// SPDX-License-Identifier: MIT
// Part of Platen: tests of what scalars mean where numbers are wanted.

import Diagnostics
import TestSupport
import Testing

@testable import Recipes

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

  /// Keys are texts: what Yams takes for a number or a date is a word here, in quotes or not.
  @Test(arguments: ["1: a\n\"1\": b", "true: a\n'true': b", "2024-01-01: a\n\"2024-01-01\": b"])
  func keysAreTexts(text: String) throws {
    let fault = #expect(throws: Failure.self) {
      try YAMLValue(parsing: Array(text.utf8), file: "a.yaml")
    }
    #expect(fault?.diagnostics.map(\.code) == ["manifest.duplicate-key"])
    let own = String(text.prefix { $0 != "\n" })
    let value = try #require(try YAMLValue(parsing: Array(own.utf8), file: "a.yaml"))
    #expect(value[String(own.prefix { $0 != ":" })]?.text == "a")
  }

  @Test func mergedKeysGiveWayToOwnOnes() throws {
    let text = "base: &b { x: 1, y: 2 }\nit:\n  <<: *b\n  y: 3\n"
    let value = try #require(try YAMLValue(parsing: Array(text.utf8), file: "a.yaml"))
    #expect(value["it"]?["x"]?.text == "1")
    #expect(value["it"]?["y"]?.text == "3")
  }

  /// Each empty value of a line is looked behind for a comment.
  @Test func longLinesAreReadInTimeThatGrowsAsTheyDo() throws {
    let isLinear = try isLinear(4_000) { count in
      let line = "{" + (0..<count).map { "k\($0): " }.joined(separator: ",") + "}"
      let value = try YAMLValue(parsing: Array(line.utf8), file: "a.yaml")
      #expect(value?.members?.count == count)
    }
    #expect(isLinear)
  }

  /// So are the lines that hints are looked for in.
  @Test(arguments: [":", " ", ": "]) func longLinesOfFaults(unit: String) {
    func read(_ count: Int) {
      let text = "a: b: [" + String(repeating: unit, count: count) + "x"
      #expect(throws: Failure.self) { try YAMLValue(parsing: Array(text.utf8), file: "a.yaml") }
    }
    // What is made once is made before.
    read(1_000)
    let isLinear = isLinear(20_000, read)
    #expect(isLinear)
  }

  @Test func commentsInTheLinesOfEmptyValuesAreFound() throws {
    let text = "# one\r\na:\r\n  c: #ff0000\r\nb:   #00ff00\r\nd: # of the sea\r\n"
    let value = try #require(try YAMLValue(parsing: Array(text.utf8), file: "a.yaml"))
    #expect(
      value["a"]?["c"]?.hintWhenEmpty == "\"#\" begins a comment: write \"#ff0000\" in quotes")
    #expect(value["b"]?.hintWhenEmpty == "\"#\" begins a comment: write \"#00ff00\" in quotes")
    #expect(value["d"]?.isNull == true && value["d"]?.hintWhenEmpty == nil)
  }
}
