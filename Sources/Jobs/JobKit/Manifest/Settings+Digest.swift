// SPDX-License-Identifier: MIT
// Part of Platen: settings as digests for keys, and their values as text for the record.

package import Digests
internal import Values

/// The same digest for the same values, regardless of their positions and order.
extension Settings: Digestible {
  package func add(to digester: inout Digester) {
    all.sorted { $0.key.precedes($1.key) }.add(to: &digester)
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
