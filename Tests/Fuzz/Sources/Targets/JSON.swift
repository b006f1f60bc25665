// SPDX-License-Identifier: MIT
// Part of Platen: the fuzz target of JSON, against Foundation's reader.

import Diagnostics
import Foundation

@testable import JSON

extension FuzzTarget {
  /// Values that both read are equal; values that only one reads are known to be read by one only.
  static let json = FuzzTarget(
    name: "json", longest: 1 << 14,
    words: [
      "{\"a\":", "[", "]", "}", ",", "true", "false", "null", "\"\\u", "\\ud83d\\ude00", "\\ud800",
      "1e400", "-0", "0.1", "1E-5", "9007199254740993", "123456789012345678901", "\u{FEFF}", "\\/",
    ],
    seeds: { seeds in
      seeds.addLiterals(in: [
        "Tests/Base/JSONTests", "Tests/Base/RowsTests", "Tests/Cards/CardsTests",
        "Tests/Assets/TokensTests",
      ]) {
        $0.contains { "{[\"".contains($0) }
      }
      seeds.addFiles(in: ["Samples", "Tests", "Templates"], ["json"])
      // Foundation drops a byte order mark at the beginning of a string, and after an escape.
      seeds.add("{\"a\": \"\u{FEFF}b\", \"\u{FEFF}c\": \"d\u{FEFF}\"}")
      seeds.add("{\"a\": \"bd\\/\u{FEFF}\"}")
      // Its double of a long whole number is not the nearest one.
      seeds.add("[-9233792337407370\(String(repeating: "9", count: 69))450968]")
      for number in ["0", "-0.0", "1e22", "1e23", "0.1e-6", "5e-324", "1.7976931348623159e308"] {
        seeds.add("[\(number)]")
      }
    },
    read: { bytes in
      let ours = Result { () throws(JSONError) in try JSONDocument(parsing: bytes) }
      switch ours {
      case .success(let document):
        document.withView { visit($0, in: document) }
        checkAgainstFoundation(document, bytes)
        checkWriting(document)
      case .failure(let error):
        guard (0...bytes.count).contains(error.offset), error.line >= 1, error.column >= 1 else {
          fatalError("an error at \(error.offset) of \(bytes.count)")
        }
        // Foundation guesses UTF-16 and UTF-32 as well, stops at another depth, and reads a comma
        // behind the last element.
        let isTrailingComma =
          error.message.hasSuffix("found ']'") || error.message.hasSuffix("found '}'")
        if !bytes.contains(0), !error.message.contains("containers"), !isTrailingComma,
          !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]),
          (try? foundation(bytes)) != nil
        {
          fatalError("refused (\(error)), and read by Foundation")
        }
      }
    })

  private static func foundation(_ bytes: UnsafeRawBufferPointer) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
  }

  /// Looks at a value in every way there is.
  private static func visit(_ view: JSONView, in document: JSONDocument) {
    _ = (view.looseInt, view.looseDouble, view.looseBool, view.looseString, view.int, view.bool)
    // A position is counted from the beginning: that of every value would take quadratic time.
    if view.offset < 1 << 10 {
      let place = document.position(ofByte: view.offset)
      if place.line < 1 || place.column < 1 { fatalError("a value at \(place)") }
    }
    if view.kind == .number {
      let text = String(decoding: view.scalarBytes, as: UTF8.self)
      let expected = Double(text).flatMap { $0.isFinite ? $0 : nil }
      expectEqual(view.double?.bitPattern, expected?.bitPattern, "the number \(text)")
    }
    for (index, element) in view.elements.enumerated() {
      if index < 3 { expectEqual(view[index]?.offset, element.offset, "an element") }
      visit(element, in: document)
    }
    var last: [String: Int] = [:]
    for member in view.members {
      last[member.key] = member.value.offset
      visit(member.value, in: document)
    }
    for (key, offset) in last.prefix(8) {
      expectEqual(view.member(named: key)?.offset, offset, "the member \(key)")
    }
    if view.isObject {
      var reader = JSONRecordReader(fields: ["a", "i", "name"])
      var values: [JSONView?] = [nil, nil, nil]
      reader.read(view, into: &values)
      for (value, key) in zip(values, ["a", "i", "name"]) {
        expectEqual(value?.offset, view.member(named: key)?.offset, "the field \(key)")
      }
    }
  }

  private static func checkAgainstFoundation(
    _ document: JSONDocument, _ bytes: UnsafeRawBufferPointer
  ) {
    guard document.repairs.isEmpty else { return }
    guard let other = try? foundation(bytes) else {
      // Known: halves of surrogate pairs, numbers beyond Double, a first byte that stands for UTF-16.
      let text = String(decoding: bytes, as: UTF8.self).lowercased()
      if text.contains("\\ud") || hasHugeNumber(document.root) || bytes.contains(0) { return }
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return }
      fatalError("read, and refused by Foundation")
    }
    compare(document.root, other)
  }

  private static func hasHugeNumber(_ value: JSONValue) -> Bool {
    switch value.kind {
    case .number: value.double == nil
    case .array: value.elements.contains(where: hasHugeNumber)
    case .object: value.members.contains { hasHugeNumber($0.value) }
    default: false
    }
  }

  private static func compare(_ value: JSONValue, _ other: Any) {
    switch value.kind {
    case .null: if !(other is NSNull) { fatalError("null, and \(other)") }
    case .bool: expectEqual(other as? Bool, value.bool, "a boolean")
    case .number:
      guard let number = other as? NSNumber else { fatalError("a number, and \(other)") }
      // Foundation keeps long whole numbers as decimals, and its doubles of these are not the nearest
      // ones; that ours are was compared with Swift's own reader.
      if let own = value.double, number.doubleValue != own,
        abs(number.doubleValue - own) > abs(own) * 1e-13
      {
        fatalError("the number \(own), and \(number)")
      }
    case .string:
      guard let text = value.string, let theirs = other as? String else {
        fatalError("a string, and \(other)")
      }
      guard withoutMarks(text) == withoutMarks(theirs) else {
        fatalError("the string \(text), and \(theirs)")
      }
    case .array:
      guard let array = other as? [Any] else { fatalError("an array, and \(other)") }
      expectEqual(array.count, value.count, "elements")
      for (own, theirs) in zip(value.elements, array) { compare(own, theirs) }
    case .object:
      guard let object = other as? [String: Any] else { fatalError("an object, and \(other)") }
      let members = value.members
      let keys = Set(members.map { Array($0.key.utf8) })
      // Which of two members of one name holds is open; so are names that only Unicode takes for one.
      guard keys.count == members.count, object.count == members.count else { return }
      for member in members {
        let key = withoutMarks(member.key)
        guard
          let theirs = object[member.key]
            ?? object.first(where: { withoutMarks($0.key) == key })?.value
        else {
          fatalError("the key \(member.key) is missing")
        }
        compare(member.value, theirs)
      }
    }
  }

  /// A string's code points without byte order marks: Foundation drops one at the beginning and one
  /// after each escape.
  private static func withoutMarks(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { $0 != "\u{FEFF}" }
  }

  /// Written values are read as they were.
  private static func checkWriting(_ document: JSONDocument) {
    for indent in [nil, 2] {
      var writer = JSONWriter(indent: indent)
      write(document.root, to: &writer)
      guard let again = try? JSONDocument(parsing: writer.utf8) else {
        fatalError("what was written cannot be read: \(writer.text)")
      }
      guard again.repairs.isEmpty else { fatalError("what was written had to be repaired") }
      var second = JSONWriter(indent: indent)
      write(again.root, to: &second)
      expectEqual(second.text, writer.text, "written again")
    }
  }

  private static func write(_ value: JSONValue, to writer: inout JSONWriter) {
    switch value.kind {
    case .null: writer.null()
    case .bool: writer.bool(value.bool ?? false)
    case .number: if let number = value.double { writer.double(number) } else { writer.null() }
    case .string: writer.string(value.string ?? "")
    case .array:
      writer.array { json in for element in value.elements { write(element, to: &json) } }
    case .object:
      writer.object { json in
        for member in value.members {
          json.key(member.key)
          write(member.value, to: &json)
        }
      }
    }
  }
}

/// A JSON text of which single values are replaced: small inputs that reach deep into large files.
struct PatchedJSON: Sendable {
  private let text: [UInt8]
  /// Values in the order in which they begin.
  private let values: [Range<Int>]

  init(_ text: [UInt8]) throws {
    self.text = text
    var found: [Range<Int>] = []
    let document = try JSONDocument(parsing: text)
    document.withView { _ = PatchedJSON.collect($0, text, &found) }
    values = found
  }

  /// Adds a value and those within; returns where it ends.
  private static func collect(
    _ view: JSONView, _ text: [UInt8], _ found: inout [Range<Int>]
  ) -> Int {
    let start = view.offset
    let index = found.count
    found.append(start..<start)
    var end = start + 1
    for element in view.elements { end = collect(element, text, &found) }
    for member in view.members { end = collect(member.value, text, &found) }
    switch view.kind {
    case .string: end = start + view.scalarBytes.count + 2
    case .array, .object:
      let bracket = UInt8(ascii: view.isArray ? "]" : "}")
      while end < text.count, text[end] != bracket { end += 1 }
      end += 1
    default:
      while end < text.count, !",]} \n\r\t".utf8.contains(text[end]) { end += 1 }
    }
    found[index] = start..<end
    return end
  }

  /// The text with the replacements that an input holds: two bytes for which value, then its text up
  /// to a zero byte.
  func patched(by input: UnsafeRawBufferPointer) -> [UInt8] {
    var patches: [Int: ArraySlice<UInt8>] = [:]
    for patch in Array(input).split(separator: 0) where patch.count > 2 {
      let number = Int(patch[patch.startIndex]) | Int(patch[patch.startIndex + 1]) << 8
      patches[number % values.count] = patch.dropFirst(2)
    }
    var result: [UInt8] = []
    result.reserveCapacity(text.count + input.count)
    var at = 0
    for number in patches.keys.sorted() where values[number].lowerBound >= at {
      result += text[at..<values[number].lowerBound]
      result += patches[number] ?? []
      at = values[number].upperBound
    }
    return result + text[at...]
  }

  /// Texts that stand for values in patches.
  static let words = [
    "null", "true", "-1", "0", "1e9", "1e308", "-1e308", "9223372036854775807", "0.5", "\"\"", "[]",
    "{}",
    "\"x\"", "[0]", "[[0,0]]", "65535", "-2147483648", "4294967296",
  ]
}
