// SPDX-License-Identifier: MIT
// Part of Platen: the changes between two saves as text, CSV and JSON.

package import Comparison
internal import JSON

extension WorldDifferences {
  /// The differences in a format; an empty text for worlds that do not differ.
  package func text(in format: DifferenceFormat) -> String {
    switch format {
    case .text: tables.plainText + cellLines
    case .csv:
      tables.csv(
        more: cells.map { column, count in
          [
            DataTable.cells.rawValue, Kind.changed.rawValue, "", "", column, "", String(count),
          ]
        })
    case .json:
      tables.json { json in
        json.member("has-other-cells", hasOtherCells)
        json.member(
          "cells",
          object: { json in
            for (column, count) in cells { json.member(column, count) }
          })
      }
    }
  }

  private var cellLines: String {
    var text = hasOtherCells ? "cells\n  not compared: the worlds have other cells\n" : ""
    if !cells.isEmpty {
      text += "cells\n"
      for (column, count) in cells { text += "  \(column) differs in \(count)\n" }
    }
    return text
  }
}
