// SPDX-License-Identifier: MIT
// Part of Platen: tests written as documents: a block, and the block that is expected of it.

import Foundation
import TestSupport
import Testing

/// One case of a document: a heading, what goes in, what is expected.
struct DocumentCase: CustomTestStringConvertible, Sendable {
  var title: String
  var input: String
  var expected: String
  var testDescription: String { title }
}

/// Reads and, when recording, rewrites a document of cases.
struct CaseDocument: Sendable {
  let url: URL

  init(_ path: String) {
    url = Shared.repository.appendingPathComponent("Tests/Jobs/JobKitTests/" + path)
  }

  static var isRecording: Bool { ProcessInfo.processInfo.environment["PLATEN_RECORD"] != nil }

  /// Every `## heading` with two fenced blocks.
  func cases() throws -> [DocumentCase] {
    try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n## ").dropFirst().map {
      let parts = $0.components(separatedBy: "\n```")
      // heading, yaml block, "" between, expected block, ""
      try #require(parts.count == 5, "two blocks in: \(parts[0])")
      func body(_ part: String) -> String {
        part.contains("\n") ? String(part[part.index(after: part.firstIndex(of: "\n")!)...]) : ""
      }
      let title = String($0.prefix { $0 != "\n" })
      return DocumentCase(title: title, input: body(parts[1]) + "\n", expected: body(parts[3]))
    }
  }

  /// Checks every case against its result; when recording, writes that down instead.
  func check(_ said: (String) -> String) throws {
    if CaseDocument.isRecording {
      let before = try String(contentsOf: url, encoding: .utf8)
      var text = before
      for each in try cases() {
        let expected = each.expected.isEmpty ? "" : each.expected + "\n"
        let actual = said(each.input)
        text = text.replacingOccurrences(
          of: "```yaml\n" + each.input + "```\n```\n" + expected + "```",
          with: "```yaml\n" + each.input + "```\n```\n" + (actual.isEmpty ? "" : actual + "\n")
            + "```")
      }
      try text.write(to: url, atomically: true, encoding: .utf8)
      if text != before {
        Issue.record("\(url.lastPathComponent): recorded; run again without recording")
      }
    }
    let all = try cases()
    #expect(!all.isEmpty)
    for each in all {
      #expect(said(each.input) == each.expected, "\(each.title)")
    }
  }
}
