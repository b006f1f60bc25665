// SPDX-License-Identifier: MIT
// Part of Platen: settings as text, for keys and for the record.

internal import Values

extension Settings {
  /// The same text for the same settings, wherever they stand and in whatever order.
  package var canonicalText: String {
    all.map { "\($0.key)=\($0.value.plainText)" }.sorted().joined(separator: "\n")
  }
}

extension PlacedValue {
  /// The value in one line, as flow YAML would have it.
  package var plainText: String {
    switch content {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .text(let text, _), .number(let text), .date(let text): text
    case .list(let elements): "[" + elements.map(\.plainText).joined(separator: ", ") + "]"
    case .mapping(let members):
      "{" + members.map { "\($0.key): \($0.value.plainText)" }.joined(separator: ", ") + "}"
    }
  }
}
