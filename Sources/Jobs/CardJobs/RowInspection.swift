// SPDX-License-Identifier: MIT
// Part of Platen: describes a file of rows, by table and field.

internal import Cards
package import Diagnostics
internal import JSON
internal import JobKit
package import Pipeline
internal import Rows
internal import Text

/// The description of a file of rows.
package struct RowInspection: FileInspection {
  /// The file as the user named it.
  package let path: String
  package let warnings: [Diagnostic]
  private let format: String
  private let tables: [Table]

  private struct Table {
    var name: String
    var rows: Int
    /// Fields in order of appearance, each with the number of rows with a value.
    var fields: [(name: String, rows: Int)]
  }

  /// Indicates whether a file holds rows, by its name and its first bytes.
  package static func recognizes(_ bytes: FileBytes, path: String) -> Bool {
    let name = path.lowercased()
    if [".csv", ".tsv", ".sql", ".xlsx"].contains(where: name.hasSuffix) { return true }
    guard name.hasSuffix(".json") || !(name.split(separator: "/").last ?? "").contains(".") else {
      return false
    }
    let prefix = Array(bytes.bytes.prefix(1 << 16))
    // A manifest may be JSON.
    return !FirstBytes(prefix).names("jobs") && CardKeys.seemsRows(prefix)
  }

  /// Reads every row.
  ///
  /// - Throws: `Failure` with locations in the file if it cannot be read as rows.
  package init(of bytes: FileBytes, path: String) throws {
    self.path = path
    let set = try RowSet(file: path, bytes: bytes.bytes)
    warnings = set.warnings + set.rowWarnings()
    let first = bytes.bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
    let isText = [".csv", ".tsv", ".txt"].contains { path.lowercased().hasSuffix($0) }
    let isJSON = !isText && (first == UInt8(ascii: "[") || first == UInt8(ascii: "{"))
    let isWorkbook = path.lowercased().hasSuffix(".xlsx")
    format =
      path.lowercased().hasSuffix(".sql") ? "SQL" : isWorkbook ? "XLSX" : isJSON ? "JSON" : "CSV"
    tables = set.tables.map { table in
      var places: [String: Int] = [:]
      var fields: [(name: String, rows: Int)] = []
      for row in table.rows {
        for field in row.fields {
          let place = places[field.name] ?? fields.count
          if place == fields.count {
            places[field.name] = place
            fields.append((field.name, 0))
          }
          if RowInspection.hasSomething(field.value) { fields[place].rows += 1 }
        }
      }
      return Table(name: table.name, rows: table.rows.count, fields: fields)
    }
  }

  private static func hasSomething(_ value: RowValue) -> Bool {
    switch value {
    case .list(let elements): !elements.isEmpty
    case .record: true
    default: value.shown != nil
    }
  }

  /// One line: the format, and the number of rows of each table.
  package var line: String {
    var parts = ["rows (\(format))"]
    parts += tables.prefix(12).map { "\(printable($0.name, limit: 60)) \($0.rows)" }
    if tables.count > 12 { parts.append("\(tables.count - 12) more tables") }
    if !warnings.isEmpty {
      parts.append(counted(warnings.count, "warning"))
    }
    return "\(printable(path)): " + parts.joined(separator: ", ")
  }

  /// Several lines that describe a single file: each table with its fields, and the number of rows
  /// with a value for fields that not all rows have.
  package var text: String {
    var rows: [(String, String)] = [
      ("file", printable(path)), ("format", "rows (\(format))"),
      ("tables", String(tables.count)), ("rows", String(tables.reduce(0) { $0 + $1.rows })),
      ("warnings", String(warnings.count)),
    ]
    for table in tables {
      let fields = table.fields.map { field in
        printable(field.name, limit: 60) + (field.rows < table.rows ? " (\(field.rows))" : "")
      }
      rows.append(
        (
          printable(table.name, limit: 60),
          counted(table.rows, "row") + ": " + fields.joined(separator: ", ")
        ))
    }
    let width = max(12, rows.map(\.0.count).max().map { min($0, 30) + 2 } ?? 12)
    return table(rows, width: width)
  }

  /// Returns one JSON object on one line. Keys are added, never removed.
  package func json(withGeometry: Bool) -> String {
    var json = JSONWriter(indent: nil)
    json.object { json in
      json.member("file", path)
      json.member("format", "rows")
      json.member("source", format)
      json.member(
        "tables",
        array: { json in
          for table in tables {
            json.object { json in
              json.member("name", table.name)
              json.member("rows", table.rows)
              json.member(
                "fields",
                array: { json in
                  for field in table.fields {
                    json.object { json in
                      json.member("name", field.name)
                      json.member("rows", field.rows)
                    }
                  }
                })
            }
          }
        })
      json.member("warnings", warnings)
    }
    return json.text + "\n"
  }
}
