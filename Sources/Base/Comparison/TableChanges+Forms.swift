// SPDX-License-Identifier: MIT
// Part of Platen: changes of tables as text, CSV and JSON.

internal import CSV
internal import Diagnostics
public import JSON

/// A format of changes.
package enum DifferenceFormat: String, CaseIterable, Hashable, Sendable {
  case text, csv, json
}

extension TableChanges {
  /// Lines for people, a table after its name; empty without changes.
  public var plainText: String {
    var text = ""
    for table in Table.allCases {
      let own = rows.filter { $0.table == table }
      guard !own.isEmpty else { continue }
      text += "\(table.rawValue)\n"
      for change in own {
        let id = change.id.isEmpty ? "" : "[\(change.id)]"
        let parts = [change.kind.rawValue, printable(change.name, limit: 80), id]
        text += "  " + parts.filter { !$0.isEmpty }.joined(separator: " ")
        let fields = change.fields.map { field in
          change.kind == .added
            ? "\(field.name) \(shown(field.new))"
            : "\(field.name) \(shown(field.old)) → \(shown(field.new))"
        }
        text += fields.isEmpty ? "\n" : ": " + fields.joined(separator: "; ") + "\n"
      }
    }
    return text
  }

  /// A value on a line of text: short, and visible if there is none.
  private func shown(_ value: String) -> String {
    value.isEmpty ? "none" : printable(value, limit: 80)
  }

  /// A row for each field that differs, and one for each change without fields.
  ///
  /// - Parameter more: Rows at the end, of as many cells as the others.
  public func csv(more: [[String]] = []) -> String {
    var table = CSVText()
    table.row(["table", "change"] + (hasIDs ? ["id"] : []) + ["name", "field", "old", "new"])
    func append(_ cells: [String]) {
      for cell in cells { table.cell(cell) }
      table.endRow()
    }
    for change in rows {
      let start =
        [change.table.rawValue, change.kind.rawValue] + (hasIDs ? [change.id] : []) + [change.name]
      if change.fields.isEmpty { append(start + ["", "", ""]) }
      for field in change.fields { append(start + [field.name, field.old, field.new]) }
    }
    for cells in more { append(cells) }
    return String(decoding: table.bytes, as: UTF8.self)
  }

  /// An object with the names of both versions and the list of changes.
  ///
  /// - Parameter more: Writes members at the end.
  public func json(more: (inout JSONWriter) -> Void = { _ in }) -> String {
    var json = JSONWriter(indent: 1)
    json.object { json in
      json.member("old", old)
      json.member("new", new)
      json.member(
        "changes",
        array: { json in
          for change in rows { json.object { writeChange(change, to: &$0) } }
        })
      more(&json)
    }
    return json.text + "\n"
  }

  private func writeChange(_ change: Change, to json: inout JSONWriter) {
    json.member("table", change.table.rawValue)
    json.member("change", change.kind.rawValue)
    if hasIDs { json.member("id", change.id) }
    json.member("name", change.name)
    json.member(
      "fields",
      array: { json in
        for field in change.fields {
          json.object { json in
            json.member("name", field.name)
            json.member("old", field.old)
            json.member("new", field.new)
          }
        }
      })
  }
}
