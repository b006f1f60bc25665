// SPDX-License-Identifier: MIT
// Part of Platen: tables as comma-separated values (RFC 4180), in UTF-8 with a header row.

internal import CSV
internal import JSON
internal import Text

extension CSVText {
  /// Writes a sheet: flags are `true` and `false`, lists are joined by spaces, nothing is an empty
  /// field. Names and notes of a world are untrusted, so text that begins like a formula is guarded.
  static func writeSheet(_ sheet: Sheet, to sink: @escaping ByteSink) throws {
    var text = CSVText()
    text.row(sheet.columns)
    var values: [Value] = []
    for row in 0..<sheet.count {
      sheet.read(row, into: &values)
      for value in values { text.append(value) }
      text.endRow()
      if text.bytes.count >= 1 << 16 {
        try unsafe text.bytes.withUnsafeBytes(sink)
        text.removeAll()
      }
    }
    try unsafe text.bytes.withUnsafeBytes(sink)
  }

  private mutating func append(_ value: Value) {
    switch value {
    case .text, .words, .names: cell(value.text)
    case .none, .flag, .whole, .number, .wholes, .points: plainCell(value.text)
    }
  }
}

/// Numbers as they stand in tables.
enum ValueText {
  /// The shortest text that reads back as the same number.
  static func number(_ value: Double) -> String { JSONWriter.format(value) }
}
