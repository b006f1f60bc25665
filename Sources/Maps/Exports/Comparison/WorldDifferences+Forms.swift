// SPDX-License-Identifier: MIT
// Part of Platen: the changes between two saves as text, CSV and JSON.

internal import CSV
internal import Diagnostics
internal import JSON

/// A format of the differences between two worlds.
package enum DifferenceForm: String, CaseIterable, Sendable {
  case text, csv, json
}

extension WorldDifferences {
  /// The differences in a format; an empty text for worlds that do not differ.
  package func text(in form: DifferenceForm) -> String {
    switch form {
    case .text: plainText
    case .csv: csv
    case .json: json
    }
  }

  private var plainText: String {
    var text = ""
    for table in DataTable.allCases {
      let own = changes.filter { $0.table == table }
      guard !own.isEmpty else { continue }
      text += "\(table.rawValue)\n"
      for change in own {
        let id = change.id.isEmpty ? "" : "[\(change.id)]"
        let parts = [change.kind.rawValue, printable(change.name, limit: 80), id]
        text += "  " + parts.filter { !$0.isEmpty }.joined(separator: " ")
        let fields = change.fields.map { "\($0.name) \(quoted($0.old)) → \(quoted($0.new))" }
        text += fields.isEmpty ? "\n" : ": " + fields.joined(separator: "; ") + "\n"
      }
    }
    if hasOtherCells { text += "cells\n  not compared: the worlds have other cells\n" }
    if !cells.isEmpty {
      text += "cells\n"
      for (column, count) in cells { text += "  \(column) differs in \(count)\n" }
    }
    return text
  }

  /// A value on a line of text: short, and visible if there is none.
  private func quoted(_ value: String) -> String {
    value.isEmpty ? "none" : printable(value, limit: 80)
  }

  private var csv: String {
    var table = CSVText()
    table.row(["table", "change", "id", "name", "field", "old", "new"])
    func row(_ cells: [String]) {
      for cell in cells { table.cell(cell) }
      table.endRow()
    }
    for change in changes {
      let start = [change.table.rawValue, change.kind.rawValue, change.id, change.name]
      if change.fields.isEmpty { row(start + ["", "", ""]) }
      for field in change.fields { row(start + [field.name, field.old, field.new]) }
    }
    for (column, count) in cells {
      row([DataTable.cells.rawValue, Kind.changed.rawValue, "", "", column, "", String(count)])
    }
    return String(decoding: table.bytes, as: UTF8.self)
  }

  private var json: String {
    var json = JSONWriter(indent: 1)
    json.object { json in
      json.member("old", names.old)
      json.member("new", names.new)
      json.member(
        "changes",
        array: { json in
          for change in changes {
            json.object { json in
              json.member("table", change.table.rawValue)
              json.member("change", change.kind.rawValue)
              json.member("id", change.id)
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
        })
      json.member("has-other-cells", hasOtherCells)
      json.member(
        "cells",
        object: { json in
          for (column, count) in cells { json.member(column, count) }
        })
    }
    return json.text + "\n"
  }
}
