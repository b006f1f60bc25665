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
    var scanner = CSVScanner(bytes: bytes)
    self.init()
    guard let head = try scanner.record(in: file) else { return }
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
    while let record = try scanner.record(in: file) {
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

/// A scanner of the bytes of a CSV file.
private struct CSVScanner {
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private let separator: UInt8

  struct Record {
    var cells: [String]
    var place: SourceLocation
  }

  init(bytes: [UInt8]) {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    self.bytes = Array(bytes[start...])
    // The most frequent separator in the first line outside of quotes; a comma if there are none.
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in self.bytes {
      if byte == 0x22 { isQuoted.toggle() }
      if byte == 0x0A, !isQuoted { break }
      if !isQuoted { counts[byte, default: 0] += 1 }
    }
    let marks: [UInt8] = [0x2C, 0x3B, 0x09]
    separator = marks.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? 0x2C
  }

  private static func text(_ cell: [UInt8]) -> String {
    CSVText.unguarded(String(decoding: cell, as: UTF8.self))
  }

  /// Returns the next record, or nil at the end.
  mutating func record(in file: String) throws -> Record? {
    guard index < bytes.count else { return nil }
    let place = SourceLocation(file: file, line: line)
    var cells: [String] = []
    var cell: [UInt8] = []
    var isQuoted = false
    var wasQuoted = false
    while true {
      guard index < bytes.count else {
        if isQuoted {
          throw Failure(.error(.rowsCsv, "unclosed quotation mark", at: place))
        }
        cells.append(CSVScanner.text(cell))
        return Record(cells: cells, place: place)
      }
      let byte = bytes[index]
      index += 1
      if byte == 0x0A { line += 1 }
      if isQuoted {
        if byte != 0x22 {
          cell.append(byte)
        } else if index < bytes.count, bytes[index] == 0x22 {
          cell.append(0x22)
          index += 1
        } else {
          isQuoted = false
        }
        continue
      }
      switch byte {
      case 0x22 where cell.isEmpty && !wasQuoted:
        isQuoted = true
        wasQuoted = true
      case separator:
        cells.append(CSVScanner.text(cell))
        cell = []
        wasQuoted = false
      case 0x0D where index < bytes.count && bytes[index] == 0x0A: break
      case 0x0A:
        cells.append(CSVScanner.text(cell))
        return Record(cells: cells, place: place)
      default: cell.append(byte)
      }
    }
  }
}
