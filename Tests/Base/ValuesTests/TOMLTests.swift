// SPDX-License-Identifier: MIT
// Part of Platen: tests of TOML as values with their places.

import Diagnostics
import TestSupport
import Testing
import Values

private func toml(_ text: String, firstLine: Int = 1) throws -> PlacedValue {
  try PlacedValue(toml: text.utf8, firstLine: firstLine, code: "test.toml")
}

/// A value as a line: mappings in braces, texts in quotes.
private func shown(_ value: PlacedValue) -> String {
  switch value.content {
  case .text(let text, _): "\"\(text)\""
  case .number(let text):
    value.integer.map { text.contains(".") ? text : "\($0)" } ?? value.number.map { "\($0)" }
      ?? text
  case .bool(let flag): "\(flag)"
  case .date(let text): "<\(text)>"
  case .null: "null"
  case .list(let all): "[" + all.map(shown).joined(separator: " ") + "]"
  case .mapping(let all):
    "{" + all.map { $0.key + "=" + shown($0.value) }.joined(separator: " ") + "}"
  }
}

@Suite struct TOMLTests {
  @Test(
    arguments: [
      ("", "{}"), ("# only\n\n", "{}"), ("a = 1", "{a=1}"), ("a=-0x1F", nil),
      ("a = 0x1F", "{a=31}"),
      ("a = 1_000\nb = +7\nc = 0b101\nd = 0o17", "{a=1000 b=7 c=5 d=15}"),
      ("a = 1.5e3\nb = inf\nc = -0.0", "{a=1.5e3 b=inf c=-0.0}"),
      ("a = true # c\nb = false", "{a=true b=false}"),
      ("a = \"x\\ty\\\"\\u00e9\\U0001F600\"", "{a=\"x\ty\"é😀\"}"),
      ("a = 'c:\\d'", "{a=\"c:\\d\"}"), ("a = \"\"\"\nx\n\\\n   y\"\"\"\"", "{a=\"x\ny\"\"}"),
      ("a = '''\nx\\n'''", "{a=\"x\\n\"}"), ("a = [1, 2,\n # c\n 3,]", "{a=[1 2 3]}"),
      ("a = {b = 1, c.d = [2]}", "{a={b=1 c={d=[2]}}}"),
      ("a.b.c = 1\na.d = 2", "{a={b={c=1} d=2}}"),
      ("\"a b\".'c' = 1", "{a b={c=1}}"),
      ("[a]\nx = 1\n[a.b]\ny = 2\n[c]", "{a={x=1 b={y=2}} c={}}"),
      ("[a.b]\nx = 1\n[a]\ny = 2", "{a={b={x=1} y=2}}"),
      ("[[a]]\nx = 1\n[a.b]\ny = 2\n[[a]]\n[[a.c]]\nz=1", "{a=[{x=1 b={y=2}} {c=[{z=1}]}]}"),
      (
        "a = 2026-01-02\nb = 2026-01-02 03:04:05Z\nc = 07:32:00",
        "{a=<2026-01-02> b=<2026-01-02 03:04:05Z> c=<07:32:00>}"
      ),
      ("a = 1\r\nb = 2\r\n", "{a=1 b=2}"), ("a", nil), ("a =", nil), ("= 1", nil),
      ("a = 1 b = 2", nil),
      ("a = \"x", nil), ("a = \"x\ny\"", nil), ("a = \"\\q\"", nil), ("a = \"\\ud800\"", nil),
      ("a = [1", nil), ("a = [1 2]", nil), ("a = {b = 1", nil), ("a = 1\na = 2", nil),
      ("[a]\n[a]", nil), ("a = 1\n[a]", nil), ("a.b = 1\n[a]", nil), ("[a]\n[[a]]", nil),
      ("[[a]]\n[a]", nil), ("a = word", nil), ("a = 1..2", nil), ("[a", nil),
      ("a = {b=1}\na.c=2", nil),
    ] as [(String, String?)]) func textsAreReadOrRefused(text: String, expected: String?)
  {
    let read = try? toml(text)
    #expect(read.map(shown) == expected)
  }

  @Test func aLongLineIsReadInLinearTime() throws {
    let linear =
      try isLinear(20_000) { count in
        let list = String(repeating: "1,", count: count)
        let table = (0..<count / 4).map { "k\($0)=1" }.joined(separator: ",")
        let read = try toml("a = [\(list)]\nb = {\(table)}")
        #expect(read.members?.count == 2)
      }
    #expect(linear)
  }

  @Test func placesAreLinesAndColumns() throws {
    let value = try toml("\"é\" = 1\n  [x]\n  \"é\" = 'a'", firstLine: 10)
    let members = value.members ?? []
    #expect(members[0].place.text == "line 10:1" || members.isEmpty)
    let inner = members.last?.value.members?.first
    #expect(inner?.place == Diagnostics.SourceLocation(line: 12, column: 3))
    #expect(inner?.value.place == Diagnostics.SourceLocation(line: 12, column: 9))
  }

  @Test func depthHasItsEnd() {
    for text in [
      "a = " + String(repeating: "[", count: 100_000),
      "a = " + String(repeating: "{a=", count: 100_000),
      String(repeating: "a.", count: 100_000) + "a = 1",
      "[" + String(repeating: "a.", count: 100_000) + "a]",
    ] {
      #expect(throws: Failure.self) { try toml(text) }
    }
  }
}
