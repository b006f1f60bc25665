// SPDX-License-Identifier: MIT
// Part of Platen: rows from CSV (RFC 4180) with commas, semicolons or tabs as separators.

internal import CSV
internal import Diagnostics

extension RowSet {
  /// Reads a table whose first line names its fields. The separator is detected from that line; an
  /// empty field has no value. Apostrophes that keep spreadsheets from running a cell as a formula
  /// are removed.
  ///
  /// - Throws: `Failure` `rows.csv` with the line.
  public init(csv bytes: [UInt8], file: String) throws {
    try RowSet.checkText(bytes, .rowsCsv, at: SourceLocation(file: file))
    var reader = CSVReader(bytes: bytes)
    func next() throws -> (cells: [String], place: SourceLocation)? {
      do {
        return try reader.record().map { ($0.cells, SourceLocation(file: file, line: $0.line)) }
      } catch .openQuotationMark(let line) {
        throw Failure(
          .error(.rowsCsv, "unclosed quotation mark", at: SourceLocation(file: file, line: line)))
      }
    }
    self.init()
    guard let head = try next() else { return }
    let names = head.cells.map { Row.plainName($0) }
    guard names.count <= RowSet.fieldLimit else {
      throw Failure(
        .error(.rowsCsv, "the row has more than \(RowSet.fieldLimit) fields", at: head.place))
    }
    for name in names { try RowSet.checkName(name, .rowsCsv, at: head.place) }
    if let twice = names.indices.first(where: {
      !names[$0].isEmpty && names[..<$0].contains(names[$0])
    }) {
      throw Failure(
        .error(.rowsCsv, "duplicate field name \"\(head.cells[twice])\"", at: head.place))
    }
    var nameless: (column: Int, count: Int, place: SourceLocation)?
    while let record = try next() {
      if record.cells == [""] { continue }
      guard record.cells.count <= names.count else {
        throw Failure(
          .error(
            .rowsCsv,
            "the row has \(record.cells.count) fields, but the first line names \(names.count)",
            at: record.place, hints: ["quote fields that contain the separator"]))
      }
      for (column, cell) in record.cells.enumerated()
      where names[column].isEmpty && cell.contains(where: { !$0.isWhitespace }) {
        nameless = (
          nameless?.column ?? column, (nameless?.count ?? 0) + 1, nameless?.place ?? record.place
        )
      }
      let fields = zip(names, record.cells).filter { !$0.0.isEmpty }
        .map { Row.Field($0, $1.isEmpty ? .null : .text($1)) }
      try append(Row(plain: fields, at: record.place), to: RowSet.onlyTable)
    }
    for index in tables.indices { tables[index].head = head.place }
    if let nameless {
      warnings.append(
        .warning(
          .rowsNameless,
          "column \(nameless.column + 1) has no name, so its values are omitted"
            + (nameless.count > 1 ? " (\(nameless.count) in all)" : ""),
          at: nameless.place, hints: ["name it in the first line"]))
    }
  }
}
