// SPDX-License-Identifier: MIT
// Part of Platen: comma-separated values (RFC 4180) read record by record.

/// Reads the records of a table in UTF-8, with commas, semicolons or tabs as separators.
///
/// Apostrophes that keep spreadsheets from running a cell as a formula are removed, as
/// ``CSVText/unguarded(_:)`` does.
public struct CSVReader: Sendable {
  /// A record: its cells, and the line it begins in, counted from 1.
  public struct Record: Sendable {
    public var cells: [String]
    public var line: Int
  }

  /// The error of a table that cannot be read further.
  public enum SyntaxError: Error, Hashable, Sendable {
    /// A quotation mark in a record that begins in this line is never closed.
    case openQuotationMark(line: Int)
  }

  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private let separator: UInt8

  /// A reader at the first record. A byte order mark is skipped.
  ///
  /// - Parameter separator: the separator; nil for the most frequent one in the first record.
  public init(bytes: [UInt8], separator: Character? = nil) {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    self.bytes = start == 0 ? bytes : Array(bytes[start...])
    self.separator = separator?.asciiValue ?? CSVReader.separator(in: self.bytes)
  }

  /// The most frequent separator in the first line outside of quotes; a comma if there are none.
  private static func separator(in bytes: [UInt8]) -> UInt8 {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in bytes {
      if byte == 0x22 { isQuoted.toggle() }
      if byte == 0x0A, !isQuoted { break }
      if !isQuoted { counts[byte, default: 0] += 1 }
    }
    let marks: [UInt8] = [0x2C, 0x3B, 0x09]
    return marks.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? 0x2C
  }

  private static func text(_ cell: [UInt8]) -> String {
    CSVText.unguarded(String(decoding: cell, as: UTF8.self))
  }

  /// The next record; nil at the end. An empty line is a record with one empty cell.
  ///
  /// - Throws: `SyntaxError` for a quotation mark that is never closed.
  public mutating func record() throws(SyntaxError) -> Record? {
    guard index < bytes.count else { return nil }
    let first = line
    var cells: [String] = []
    var cell: [UInt8] = []
    var isQuoted = false
    var wasQuoted = false
    while true {
      guard index < bytes.count else {
        if isQuoted { throw .openQuotationMark(line: first) }
        cells.append(CSVReader.text(cell))
        return Record(cells: cells, line: first)
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
        cells.append(CSVReader.text(cell))
        cell = []
        wasQuoted = false
      case 0x0D where index < bytes.count && bytes[index] == 0x0A: break
      case 0x0A:
        cells.append(CSVReader.text(cell))
        return Record(cells: cells, line: first)
      default: cell.append(byte)
      }
    }
  }
}
