// SPDX-License-Identifier: MIT
// Part of Platen: tests that any file of tokens is read within bounds.

import Diagnostics
import TestSupport
import Testing
import Tokens

@Suite struct HostileTokensTests {
  @Test func circlesThroughPartsOfValues() {
    let found = problems(
      """
      {"a": {"$type": "color", "$value": "{b}"}, "b": {"$type": "color", "$value": "{a}"},
       "s": {"$type": "shadow", "$value": [{"color": "{a}", "blur": "1px"}]},
       "g": {"$type": "gradient", "$value": ["{g}", "#000000"]},
       "m": {"value": 1, "$type": "number", "$value": "{m} * 2"}}
      """)
    #expect(found.contains { $0.code == "tokens.cycle" && $0.message.contains("a → b → a") })
    #expect(found.contains { $0.message.contains("m → m") })
    #expect(found.allSatisfy { $0.severity == .error })
  }

  @Test func chainsOfTenThousand() {
    for isBackward in [false, true] {
      var links = (0..<10_000).map { "\"c\($0)\": {\"$value\": \"{c\($0 + 1)}\"}" }
      links.append("\"c10000\": {\"$value\": \"#000\"}")
      if isBackward { links.reverse() }
      let json = "{\"$type\": \"color\", \(links.joined(separator: ","))}"
      let found = problems(json)
      #expect(found.contains { $0.code == "tokens.depth" })
      #expect((try? tokens(json).tokens.count) == 65)
    }
  }

  /// Each value has ten times the parts of the one before.
  @Test func valuesThatGrowByReferences() throws {
    var json = "{\"$type\": \"shadow\", \"s0\": {\"$value\": {\"color\": \"#000\"}}"
    for index in 1...40 {
      let list = [String](repeating: "\"{s\(index - 1)}\"", count: 10).joined(separator: ",")
      json += ", \"s\(index)\": {\"$value\": [\(list)]}"
    }
    let found = problems(json + "}")
    #expect(found.contains { $0.code == "tokens.depth" })
  }

  @Test func textsThatGrowByReferences() throws {
    var json = "{\"t0\": {\"value\": \"1\", \"type\": \"number\"}"
    for index in 1...40 {
      let sum = [String](repeating: "{t\(index - 1)}", count: 10).joined(separator: "+")
      json += ", \"t\(index)\": {\"value\": \"\(sum)\", \"type\": \"number\"}"
    }
    let set = try tokens(json + "}")
    #expect(set["t3"]?.value(in: .light) == .number(1000))
    #expect(set["t40"] == nil && set.warnings.contains { $0.message.contains("too long") })
  }

  @Test func groupsThatGrowByExtending() {
    var json = "{\"g0\": {\"$type\": \"number\", \"a\": {\"$value\": 1}, \"b\": {\"$value\": 2}}"
    for index in 1...40 {
      json +=
        ", \"g\(index)\": {\"a\": {\"$extends\": \"{g\(index - 1)}\"}, "
        + "\"b\": {\"$extends\": \"{g\(index - 1)}\"}}"
    }
    #expect(throws: Failure.self) { try tokens(json + "}") }
  }

  @Test(arguments: [
    String(repeating: "(", count: 50_000) + "1" + String(repeating: ")", count: 50_000),
    String(repeating: "-", count: 100_000) + "1", String(repeating: "1+", count: 50_000) + "1",
    String(repeating: "2^", count: 4000) + "1", String(repeating: "9", count: 9000),
    String(repeating: "roundTo(", count: 1000) + "1", "1/0", "sqrt(-1)", "roundTo(1, 1e9)", "{}",
    "{", "}", "}{", "{{a}}", "${a}", String(repeating: "{a}", count: 30_000),
  ]) func sumsAreBounded(_ sum: String) {
    let found = problems("{\"a\": {\"value\": \"\(sum)\", \"type\": \"dimension\"}}")
    #expect(!found.isEmpty)
  }

  @Test func deepNesting() {
    let deep =
      String(repeating: "{\"a\": ", count: 5000) + "1" + String(repeating: "}", count: 5000)
    #expect(throws: Failure.self) { try tokens(deep) }
    let path = [String](repeating: "a", count: 900).joined(separator: ".")
    #expect(
      problems("{\"b\": {\"value\": \"{\(path)}\", \"type\": \"color\"}}").map(\.code)
        == ["tokens.alias"])
    let pointer = [String](repeating: "a", count: 500).joined(separator: "/")
    #expect(
      problems("{\"b\": {\"$ref\": \"#/\(pointer)\", \"$type\": \"color\"}}").map(\.code)
        == ["tokens.alias"])
  }

  @Test func manyBadTokensMakeFewWarnings() throws {
    let bad = (0..<20_000).map {
      "\"t\($0)\": {\"$value\": \"{none.\($0)}\", \"$type\": \"color\"}"
    }
    let set = try tokens(
      "{\"ok\": {\"$type\": \"color\", \"$value\": \"#000\"}, \(bad.joined(separator: ","))}")
    #expect(set.tokens.count == 1 && set.warnings.count == 2)
    #expect(set.warnings.first?.message.hasPrefix("20000 tokens are skipped") == true)
    #expect(set.warnings.last?.message == "1 of 20001 tokens are read")
  }

  @Test func workGrowsWithTheFile() {
    #expect(
      isLinear(2000) { count in
        let list = (0..<count).map {
          "\"t\($0)\": {\"value\": \"{t\($0 - $0 % 40)} * 2\", \"type\": \"number\"}"
        }
        _ = try? tokens("{\"t0\": {\"value\": 1}, \(list.dropFirst().joined(separator: ","))}")
      })
  }
}
