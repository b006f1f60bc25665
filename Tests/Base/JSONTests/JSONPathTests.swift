// SPDX-License-Identifier: MIT
// Part of Platen: what values within a JSON text are called.

import Testing

@testable import JSON

@Suite struct JSONPathTests {
  /// Every value under its own name.
  @Test func everyValueIsFound() throws {
    let document = try JSONDocument(
      parsing: Array(#" { "a": [1, {"b c": [[], "x"]}], "d": {"e": null, "a": true} } "#.utf8))
    var found: [String: String] = [:]
    document.withView { root in
      func visit(_ view: JSONView) {
        found[root.path(ofByte: view.offset)] = "\(view.kind)"
        for element in view.elements where view.isArray { visit(element) }
        for member in view.members where view.isObject { visit(member.value) }
      }
      visit(root)
    }
    #expect(
      found == [
        "": "object", "a": "array", "a[0]": "number", "a[1]": "object", "a[1].b c": "array",
        "a[1].b c[0]": "array", "a[1].b c[1]": "string", "d": "object", "d.e": "null",
        "d.a": "bool",
      ])
  }

  @Test func whereNothingBeginsThereIsNoName() throws {
    let document = try JSONDocument(parsing: Array(#"{"a": [10, 20]}"#.utf8))
    document.withView { root in
      for offset in [2, 4, 8, 13, 14, 99] { #expect(root.path(ofByte: offset).isEmpty) }
    }
  }
}
