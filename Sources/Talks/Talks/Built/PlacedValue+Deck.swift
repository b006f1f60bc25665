// SPDX-License-Identifier: MIT
// Part of Platen: values of built decks and of settings of talks.

internal import Diagnostics
internal import JSON
internal import Values

extension PlacedValue {
  /// Reads a deck in JSON, with fields as places.
  init(builtJSON bytes: [UInt8]) throws {
    try self.init(
      json: bytes, code: .talkJson, places: .fields,
      limits: JSONDocument.Limits(bytes: 256 << 20, depth: 64))
  }

  /// Reads a deck in YAML, which distinguishes whole numbers, booleans and nulls from texts.
  init(builtYAML bytes: [UInt8]) throws {
    var options = YAMLOptions(codes: YAMLCodes(all: .talkYaml)) { text in
      if PlacedValue.isNull(plain: text) { return .null }
      if let flag = PlacedValue.flag(plain: text) { return .bool(flag) }
      return Int(text) == nil ? nil : .number(text)
    }
    // The parser keeps ten times as much.
    options.limits.bytes = 32 << 20
    options.anchorRefusal = "anchors are not read in a deck"
    guard let value = try PlacedValue(yaml: bytes, options: options) else {
      throw Failure(.error(.talkYaml, "this file is empty"))
    }
    self = value
  }

  /// The kind of the value as messages call it: `a number`.
  var kindDescription: String {
    switch content {
    case .text: "a text"
    case .number: "a number"
    case .bool: "true or false"
    case .date: "a date without quotes"
    case .null: "nothing"
    case .list: "a list"
    case .mapping: "a table"
    }
  }
}
