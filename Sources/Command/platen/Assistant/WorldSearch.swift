// SPDX-License-Identifier: MIT
// Part of Platen: rows of a world's tables that contain some words.

import CSV
import JSON

/// A search in the tables of a world.
struct WorldSearch {
  /// The words, folded; a row contains all of them.
  private let words: [String]
  let table: String?
  private let state: String?

  init(words: String, table: String?, state: String?) {
    self.words = words.split(whereSeparator: \.isWhitespace).map { WorldSearch.folded(String($0)) }
    self.table = table
    self.state = state.map(WorldSearch.folded)
  }

  /// The columns that only programs read.
  private static let omitted: Set<String> = [
    "member_cells", "course_cells", "points_px", "icon_dx_percent", "icon_dy_percent",
    "icon_size_px", "size_px",
  ]

  /// The rows of a table that match, each as a JSON object with the table's name and the columns
  /// that are filled.
  ///
  /// - Throws: `CSVReader.SyntaxError` where the table is damaged.
  func rows(of bytes: [UInt8], table: String) throws(CSVReader.SyntaxError) -> [String] {
    var reader = CSVReader(bytes: bytes, separator: ",")
    guard let head = try reader.record()?.cells else { return [] }
    let stateColumns = head.indices.filter {
      head[$0] == "state_name" || (table == "states" && ["name", "full_name"].contains(head[$0]))
    }
    let shown = head.indices.filter { !WorldSearch.omitted.contains(head[$0]) }
    var found: [String] = []
    while let cells = try reader.record()?.cells {
      if let state {
        let isOfState = stateColumns.contains { column in
          column < cells.count && WorldSearch.folded(cells[column]) == state
        }
        guard isOfState else { continue }
      }
      if !words.isEmpty {
        let text = WorldSearch.folded(
          shown.lazy.filter { $0 < cells.count }.map { cells[$0] }.joined(separator: "\n"))
        guard words.allSatisfy({ text.contains($0) }) else { continue }
      }
      var json = JSONWriter()
      json.object { json in
        json.member("table", table)
        for column in shown where column < cells.count && !cells[column].isEmpty {
          json.member(head[column], CSVText.unguarded(cells[column]))
        }
      }
      found.append(json.text)
    }
    return found
  }

  /// A text in lowercase and without accents: `Ålesund` as `alesund`.
  static func folded(_ text: String) -> String {
    let text = text.lowercased()
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      // Characters are named such as LATIN SMALL LETTER A WITH RING ABOVE.
      let name = scalar.properties.name ?? ""
      let prefix = "LATIN SMALL LETTER "
      if scalar.properties.generalCategory == .nonspacingMark { continue }
      if name.hasPrefix(prefix), let letter = name.dropFirst(prefix.count).first,
        name.dropFirst(prefix.count + 1).hasPrefix(" WITH ")
      {
        result += letter.lowercased()
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
