// SPDX-License-Identifier: MIT
// Part of Platen: rows as comma-separated values (RFC 4180), UTF-8 without a mark.

/// Writes rows of cells.
struct CSVText {
  private(set) var bytes: [UInt8] = []

  /// Appends a row: cells in quotes where they need them, the line ended as the standard says.
  mutating func row(_ cells: [String]) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      let needsQuotes =
        cell.utf8.contains { $0 == 0x2C || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D }
        || cell.utf8.first == 0x20 || cell.utf8.last == 0x20
      guard needsQuotes else {
        bytes.append(contentsOf: cell.utf8)
        continue
      }
      bytes.append(0x22)
      for byte in cell.utf8 {
        if byte == 0x22 { bytes.append(0x22) }
        bytes.append(byte)
      }
      bytes.append(0x22)
    }
    bytes.append(0x0D)
    bytes.append(0x0A)
  }
}
