// SPDX-License-Identifier: MIT
// Part of Platen: good campaigns made bad: values of other types, texts nobody expects.

import Diagnostics
import Documents
import JSON
import Testing

@testable import Readers

enum Hostile {
  private static let replacements = [
    "null", "true", "false", "0", "-1", "1e308", "1e-308", "9223372036854775807", "3.5", "\"\"",
    "\"\\u0000\\u0014\\ud800\"", "[]", "{}", "[null]", "[[[]]]", "{\"\":{\"\":[]}}",
    "\"__DELETE__\"", "\"[STATE_UPDATES_PROPOSED]{\"", "\"[DEBUG_START]\"",
    "[1,\"a\",{\"b\":null}]",
    "{\"name\":[],\"level\":\"x\",\"max\":{},\"used\":-9223372036854775808}",
    "\"<script>alert(1)</script>\"", "\"--- PLANNING BLOCK ---\\n[A_1]: b\"",
    "-9223372036854775808", "\"9999999999999999999999\"", "\"2026-99-99T99:99:99+99:99\"",
  ]

  /// The text of JSON with some of its values replaced by others of any type.
  static func damaged(_ text: String, _ dice: inout RandomNumbers, changes: Int) -> String {
    guard let document = try? JSONDocument(parsing: Array(text.utf8)) else { return text }
    let count = document.withView(valueCount)
    let chosen = Set((0..<changes).map { _ in dice.below(count) })
    var result = ""
    var index = 0
    document.withView { write($0, &result, &index, chosen, &dice) }
    return result
  }

  private static func valueCount(_ view: JSONView) -> Int {
    1 + view.elements.reduce(0) { $0 + valueCount($1) }
      + view.members.reduce(0) { $0 + valueCount($1.value) }
  }

  private static func write(
    _ view: JSONView, _ result: inout String, _ index: inout Int, _ chosen: Set<Int>,
    _ dice: inout RandomNumbers
  ) {
    index += 1
    if chosen.contains(index - 1) {
      result += replacements[dice.below(replacements.count)]
      return
    }
    switch view.kind {
    case .null: result += "null"
    case .bool: result += view.bool == true ? "true" : "false"
    case .number: result += String(decoding: view.scalarBytes, as: UTF8.self)
    case .string: result += "\"" + String(decoding: view.scalarBytes, as: UTF8.self) + "\""
    case .array:
      result += "["
      for (place, element) in view.elements.enumerated() {
        if place > 0 { result += "," }
        write(element, &result, &index, chosen, &dice)
      }
      result += "]"
    case .object:
      result += "{"
      for (place, member) in view.members.enumerated() {
        if place > 0 { result += "," }
        result += "\"" + String(decoding: member.name.scalarBytes, as: UTF8.self) + "\":"
        write(member.value, &result, &index, chosen, &dice)
      }
      result += "}"
    }
  }

  /// The JSON that a message of MCP carries as a text.
  static func inner(of name: String) throws -> String {
    let document = try JSONDocument(parsing: try Fixture.file(name).bytes)
    return document.root["result"]?["content"]?[0]?["text"]?.string ?? ""
  }

  /// Reads a text and writes it in every way; failures are fine, crashes are not.
  static func readAndWrite(_ text: String) {
    guard let read = try? Fixture.read(json: text) else { return }
    _ = CampaignCheck.diagnostics(of: read.value)
    for edition in [BookOptions.Edition.full, .summary, .prose, .last(2), .scenes(1...2)] {
      for audience in BookOptions.Audience.allCases {
        for kind in BookOptions.Kind.allCases {
          var options = BookOptions()
          options.edition = edition
          options.audience = audience
          options.kind = kind
          guard let book = try? CampaignBook.document(of: read.value, options: options) else {
            continue
          }
          let warnings = book.value.warnings()
          if !warnings.isEmpty { Failures.record(warnings, text) }
        }
      }
    }
  }
}

/// Reports of a hostile text that the tree of its document is invalid.
enum Failures {
  static func record(_ warnings: [Diagnostic], _ text: String) {
    Issue.record("\(warnings.map(\.line)) of \(text.prefix(2000))")
  }
}
