// SPDX-License-Identifier: MIT
// Part of Platen: what the JSON reader takes, what it says, and where.

import Diagnostics
import JSON
import TestSupport
import Testing

private func root(_ text: String) throws -> JSONValue {
  try JSONDocument(parsing: Array(text.utf8)).root
}

@Suite struct JSONDocumentTests {
  @Test func readsEveryKind() throws {
    let value = try root(
      #" { "a" : [1, -2.5, 1e3, true, false, null, "x"], "b": {}, "c": [], "d": {"e": [[]]} } "#)
    #expect(value.kind == .object)
    #expect(value.members.map(\.key) == ["a", "b", "c", "d"])
    let a = try #require(value["a"])
    #expect(a.count == 7)
    #expect(a.elements.map(\.kind) == [.number, .number, .number, .bool, .bool, .null, .string])
    #expect(a[0]?.int == 1)
    #expect(a[1]?.double == -2.5)
    #expect(a[2]?.int == 1000)
    #expect(a[3]?.bool == true)
    #expect(a[6]?.string == "x")
    #expect(a[7] == nil)
    #expect(value["b"]?.count == 0)
    #expect(value["d"]?["e"]?[0]?.kind == .array)
    #expect(value["nothing"] == nil)
  }

  @Test func emptyContainersInARowKeepTheirCounts() throws {
    let value = try root("[[],{},[[],[]],1]")
    #expect(value.count == 4)
    #expect(value[2]?.count == 2)
    #expect(value[3]?.int == 1)
  }

  @Test(arguments: ["true", "7", "\"s\"", "null", "[]", "{}", "\u{FEFF}[]"])
  func anyValueMayBeTheRoot(text: String) throws {
    _ = try root(text)
  }

  @Test func escapes() throws {
    let value = try root(#"["\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00","\ud83dx","\u0041"]"#)
    #expect(value[0]?.string == "\"\\/\u{8}\u{c}\n\r\té😀")
    #expect(value[1]?.string == "\u{FFFD}x")
    #expect(value[2]?.string == "A")
  }

  @Test func longStringsAreScannedInEveryAlignment() throws {
    for length in 0..<40 {
      for tail in ["", "é", "\\n", "😀", "\u{7f}"] {
        let text = String(repeating: "a", count: length) + tail + "b"
        let value = try root("[\"\(text)\"]")
        #expect(value[0]?.string == text.replacingOccurrences("\\n", "\n"))
      }
    }
  }

  @Test func doubledKeysTheLastWins() throws {
    let value = try root(#"{"a":1,"b":2,"a":3,"\u0061":4}"#)
    #expect(value["a"]?.int == 4)
    value.withView { #expect($0["a"]?.int == 4) }
    #expect(value.count == 4)
  }

  @Test func looseConversions() throws {
    let value = try root(#"["12", " 1.5 ", true, 0, "x", null, 3.9, "true", 1e300]"#)
    #expect(value.elements.map(\.looseInt) == [12, 1, 1, 0, nil, nil, 3, nil, nil])
    #expect(value.elements.map(\.looseDouble)[..<4] == [12, 1.5, 1, 0])
    #expect(
      value.elements.map(\.looseBool) == [true, true, true, false, nil, nil, true, true, true])
    #expect(value[6]?.looseString == "3.9")
    #expect(value[0]?.int == nil)
    #expect(value.doubles(missing: -1) == [12, 1.5, 1, 0, -1, -1, 3.9, -1, 1e300])
    value.withView {
      let bytes: [UInt8] = $0.integers(missing: 9)
      #expect(bytes == [12, 1, 1, 0, 9, 9, 3, 9, 9])
    }
  }

  @Test(arguments: [0, 1, -1, 9, 10, 99_999_999, -99_999_999, 100_000_000, 1_795_225_965_711])
  func integersKeepTheirValueAndTheirText(number: Int) throws {
    let value = try root("[\(number)]")
    #expect(value[0]?.int == number)
    #expect(value[0]?.looseString == "\(number)")
  }

  @Test func invalidUTF8IsRepairedAndReported() throws {
    let document = try JSONDocument(parsing: Array("[\"a".utf8) + [0xFF, 0xC3] + Array("\"]".utf8))
    #expect(document.root[0]?.string == "a\u{FFFD}\u{FFFD}")
    #expect(document.repairs.invalidUTF8 == 2)
    #expect(document.repairs.firstOffset == 3)
    #expect(try JSONDocument(parsing: Array("[\"é😀\"]".utf8)).repairs.isEmpty)
  }

  @Test func rawControlCharactersAreReadAndReported() throws {
    let document = try JSONDocument(parsing: Array("[\"a\nb\"]".utf8))
    #expect(document.root[0]?.string == "a\nb")
    #expect(document.repairs.controlCharacters == 1)
  }

  @Test(arguments: [
    ("", 0, "expected a value, found the end of the text"),
    ("[1,", 3, "expected a value, found the end of the text"),
    ("[1 2]", 3, "expected ',' or ']', found '2'"),
    ("{\"a\" 1}", 5, "expected ':', found '1'"),
    ("{\"a\":1", 6, "expected ',' or '}', found the end of the text"),
    ("{a:1}", 1, "expected a key in quotes, found 'a'"),
    ("[1,]", 3, "expected a value, found ']'"),
    ("{\"a\":1,}", 7, "expected a key in quotes, found '}'"),
    ("[\"abc", 1, "the string that begins here does not end"),
    ("[\"\\x\"]", 2, "unknown escape 'x' in a string"),
    ("[\"\\u12g4\"]", 6, "expected a hexadecimal digit, found 'g'"),
    ("[tru]", 1, "expected 'true'"),
    ("[-]", 2, "expected a digit, found ']'"),
    ("[1.]", 3, "expected a digit, found ']'"),
    ("[1e+]", 4, "expected a digit, found ']'"),
    ("[01]", 1, "a number does not begin with a zero"),
    ("[NaN]", 1, "expected a value, found 'N'"),
    ("[] x", 3, "expected the end of the text, found 'x'"),
    ("[\u{1}]", 1, "expected a value, found control character 1"),
    ("[é]", 1, "expected a value, found 'é'"),
    ("[1}", 2, "expected ',' or ']', found '}'"),
  ])
  func faults(text: String, offset: Int, message: String) throws {
    let error = try #require(throws: JSONError.self) {
      try JSONDocument(parsing: Array(text.utf8))
    }
    #expect(error.offset == offset)
    #expect(error.message == message)
  }

  @Test(arguments: [true, false], [true, false])
  func textInUTF16IsToldAsSuch(isBig: Bool, isMarked: Bool) throws {
    let bytes = ((isMarked ? "\u{FEFF}" : "") + "{\"a\": 1}").utf16.flatMap { unit in
      let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBig ? pair : pair.reversed()
    }
    let error = try #require(throws: JSONError.self) { try JSONDocument(parsing: bytes) }
    #expect(error.description == "1:1: expected UTF-8, found UTF-16")
  }

  @Test func linesAndColumnsCountScalars() throws {
    let error = try #require(throws: JSONError.self) {
      try JSONDocument(parsing: Array("[\n  \"é😀\",\n  \"ü\" x]".utf8))
    }
    #expect(error.line == 3)
    #expect(error.column == 7)
    let diagnostic = error.diagnostic("json.syntax")
    #expect(diagnostic.place == Diagnostics.SourceLocation(line: 3, column: 7))
    #expect(
      error.diagnostic("json.syntax", field: "section 14").place
        == Diagnostics.SourceLocation(field: "section 14"))
  }

  @Test func limits() throws {
    let deep = Array((String(repeating: "[", count: 600) + String(repeating: "]", count: 600)).utf8)
    let error = try #require(throws: JSONError.self) { try JSONDocument(parsing: deep) }
    #expect(error.offset == 512)
    #expect(error.message == "more than 512 containers inside one another")
    _ = try JSONDocument(parsing: deep, limits: .init(bytes: 2000, depth: 600))
    #expect(throws: JSONError.self) {
      try JSONDocument(parsing: deep, limits: .init(bytes: 100, depth: 600))
    }
  }

  @Test func offsetsLeadBackIntoTheText() throws {
    let text = #"{"a": [10, "x", {"b": -1.5}]}"#
    let value = try root(text)
    let a = try #require(value["a"])
    let starts = ([a] + a.elements + [a[2]?["b"]].compactMap { $0 }).map(\.offset)
    #expect(starts.map { Array(text.utf8)[$0] } == Array("[1\"{-".utf8))
  }

  @Test func recordsOfChangingShape() throws {
    let value = try root(
      #"[{"i":1,"x":2},{"i":3,"x":4},{"x":6,"i":5},{"i":7},{"i":1,"i":8,"y":0,"x":9},{}]"#)
    value.withView { rows in
      var reader = JSONRecordReader(fields: ["x", "i"])
      var fields: [JSONView?] = []
      let read = rows.elements.map { row in
        reader.read(row, into: &fields)
        return fields.map { $0?.int }
      }
      #expect(read == [[2, 1], [4, 3], [6, 5], [nil, 7], [9, 8], [nil, nil]])
    }
  }

  @Test func everyTruncationIsAnErrorAndEveryFlipAnAnswer() {
    let text = Array(#"{"a":[1,-2.5e3,"x\u0041é",null,true],"b":{"c":[[],{}]},"d":false}"#.utf8)
    for length in 0..<text.count {
      #expect(throws: JSONError.self) { try JSONDocument(parsing: Array(text[..<length])) }
    }
    for position in text.indices {
      for byte in stride(from: UInt8(0), through: 250, by: 5) {
        var changed = text
        changed[position] = byte
        // Either is right; that it neither traps nor hangs is the point.
        if let document = try? JSONDocument(parsing: changed) { walk(document.root) }
      }
    }
  }

  private func walk(_ value: JSONValue) {
    _ = (value.looseDouble, value.looseString, value.looseInt, value.offset)
    for element in value.elements { walk(element) }
    for member in value.members { walk(member.value) }
  }
}

extension String {
  fileprivate func replacingOccurrences(_ old: String, _ new: String) -> String {
    split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
  }
}
