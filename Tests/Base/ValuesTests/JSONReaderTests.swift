// SPDX-License-Identifier: MIT
// Part of Platen: tests of JSON as values with their places.

import Diagnostics
import JSON
import TestSupport
import Testing
import Values

@Suite struct JSONReaderTests {
  private func json(
    _ text: String, places: PlacedValue.JSONPlaces = .lines
  ) throws -> PlacedValue {
    try PlacedValue(
      json: Array(text.utf8), file: "a.json", code: "test.json", places: places,
      limits: JSONDocument.Limits(bytes: 1 << 20, depth: 64))
  }

  @Test func valuesKeepWhatIsWritten() throws {
    let value = try json(#"{"a": 1.50, "b": [null, true], "c": "x\u00e9", "a": -0}"#)
    #expect(value.members?.map(\.key) == ["a", "b", "c", "a"])
    #expect(value.members?.first?.value.content == .number("1.50"))
    #expect(value["a"]?.content == .number("-0"))
    #expect(value["b"]?.elements?.map(\.content) == [.null, .bool(true)])
    #expect(value["c"]?.content == .text("xé"))
    #expect(value["c"]?.flag == nil)
  }

  @Test func placesAreLinesOrFields() throws {
    let text = "{\"é\": 1,\n \"b\": [2, {\"c\": 3}]}"
    let lines = try json(text)
    #expect(lines["é"]?.place == Diagnostics.SourceLocation(file: "a.json", line: 1, column: 7))
    #expect(
      lines.members?.last?.place == Diagnostics.SourceLocation(file: "a.json", line: 2, column: 2))
    #expect(
      lines["b"]?.elements?[1]["c"]?.place
        == Diagnostics.SourceLocation(file: "a.json", line: 2, column: 17))
    let fields = try json(text, places: .fields)
    #expect(
      fields["b"]?.elements?[1]["c"]?.place
        == Diagnostics.SourceLocation(file: "a.json", field: "b[1].c"))
    #expect(fields.place == Diagnostics.SourceLocation(file: "a.json"))
  }

  @Test func errorsHaveTheirPlaces() {
    let failure = #expect(throws: Failure.self) { try json("{\"a\": [}") }
    #expect(failure?.diagnostics.first?.code == "test.json")
    #expect(
      failure?.diagnostics.first?.place
        == Diagnostics.SourceLocation(file: "a.json", line: 1, column: 8))
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: Failure.self) { try json(deep) }
  }
}
