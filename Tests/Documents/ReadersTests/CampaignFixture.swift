// SPDX-License-Identifier: MIT
// Part of Platen: campaigns of our own, one of each generation, for tests.

import Diagnostics
import Documents
import Foundation
import TestSupport

@testable import Readers

enum Fixture {
  static let all = [
    "first-generation.json", "second-generation.json", "third-generation-mcp.json",
    "fourth-generation.jsonl", "export.txt", "legacy-export.txt",
  ]

  static func file(_ name: String) throws -> NamedBytes {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Campaigns")
    return NamedBytes(name, [UInt8](try Data(contentsOf: folder.appendingPathComponent(name))))
  }

  static func read(_ names: String...) throws -> Diagnosed<Campaign> {
    try CampaignReader.read(files: try names.map(file))
  }

  static func book(
    _ name: String, _ change: (inout BookOptions) -> Void = { _ in }
  ) throws -> Document {
    var options = BookOptions()
    change(&options)
    return try CampaignBook.document(of: try read(name).value, options: options).value
  }

  static func read(json: String, name: String = "a.json") throws -> Diagnosed<Campaign> {
    try CampaignReader.read(files: [NamedBytes(name, Array(json.utf8))])
  }
}

extension Document {
  /// Every byte of the tree, as far as a writer could show it.
  var everything: String { dump(indent: nil) }

  /// The words block by block.
  var words: [String] {
    var result: [String] = []
    walk(
      block: { block in
        switch block {
        case .heading(let heading): result.append(heading.inlines.plainText)
        case .paragraph(let paragraph): result.append(paragraph.inlines.plainText)
        case .keyValues(let table):
          result += table.pairs.map { $0.key.plainText + ": " + $0.value.plainText }
        default: break
        }
        return .descend
      })
    return result
  }

  func blocks(where test: (Block) -> Bool) -> [Block] {
    var result: [Block] = []
    walk(
      block: { block in
        if test(block) { result.append(block) }
        return .descend
      })
    return result
  }
}

extension Failure {
  var codes: [String] { diagnostics.map(\.code.rawValue) }
}
