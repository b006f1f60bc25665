// SPDX-License-Identifier: MIT
// Part of Platen: values of TOML, JSON and YAML alike, each with the place it stands at.

internal import Diagnostics

/// A value as a file has it, and where.
struct SourceValue: Sendable {
  indirect enum Content: Sendable {
    case string(String)
    case integer(Int)
    case double(Double)
    case bool(Bool)
    /// A date or a time of day written without quotes, as TOML has them.
    case date(String)
    case null
    case array([SourceValue])
    case table([Member])
  }

  struct Member: Sendable {
    var key: String
    /// Where the key stands.
    var place: Place
    var value: SourceValue
  }

  var content: Content
  var place: Place

  init(_ content: Content, at place: Place) {
    self.content = content
    self.place = place
  }

  var string: String? { if case .string(let text) = content { text } else { nil } }
  var elements: [SourceValue]? { if case .array(let all) = content { all } else { nil } }
  var members: [Member]? { if case .table(let all) = content { all } else { nil } }
  var isNull: Bool { if case .null = content { true } else { false } }

  /// The value of that key; nil where there is none, or nothing in it.
  subscript(key: String) -> SourceValue? {
    guard let found = members?.last(where: { $0.key == key })?.value, !found.isNull else {
      return nil
    }
    return found
  }

  /// What it is, for a message: `a number`.
  var spoken: String {
    switch content {
    case .string: "a text"
    case .integer, .double: "a number"
    case .bool: "true or false"
    case .date: "a date without quotes"
    case .null: "nothing"
    case .array: "a list"
    case .table: "a table"
    }
  }
}
