// SPDX-License-Identifier: MIT
// Part of Platen: assigns the cells of a table to columns, and computes column widths.

internal import Documents

/// A table's cells with their columns.
struct PlacedTable {
  struct Placed {
    var cell: Table.Cell
    var column: Int
    var columns: Int
    var rows: Int
  }

  var rows: [[Placed]] = []
  var headCount: Int
  var columnCount = 0
  /// Cells beyond the last column.
  var leftOutCount = 0

  init(_ table: Table, limit: Int) {
    headCount = table.head.count
    columnCount = min(limit, table.columns.count)
    let all = table.head + table.body
    // Rows still covered from above, for each column.
    var covered = [Int](repeating: 0, count: limit)
    for (r, row) in all.enumerated() {
      var placed: [Placed] = []
      var column = 0
      for (i, cell) in row.cells.enumerated() {
        while column < limit, covered[column] > 0 { column += 1 }
        guard column < limit else {
          leftOutCount += row.cells.count - i
          break
        }
        var columns = 1
        while columns < max(1, cell.columns), column + columns < limit,
          covered[column + columns] == 0
        {
          columns += 1
        }
        // A head's cells stay within the head.
        let end = r < table.head.count ? table.head.count : all.count
        let rows = max(1, min(cell.rows, end - r))
        placed.append(Placed(cell: cell, column: column, columns: columns, rows: rows))
        for c in column..<column + columns { covered[c] = rows }
        column += columns
        columnCount = max(columnCount, column)
      }
      for c in covered.indices where covered[c] > 0 { covered[c] -= 1 }
      rows.append(placed)
    }
  }

  /// The number of rows from one on that are held together by cells over several.
  func blockCount(from row: Int) -> Int {
    var end = row + 1
    var r = row
    while r < end, r < rows.count {
      for cell in rows[r] { end = max(end, min(rows.count, r + cell.rows)) }
      r += 1
    }
    return end - row
  }
}

/// The extent of text: its longest word, its longest line, and its lines.
struct Extent {
  var min = 0.0
  var max = 0.0
  var lines: [ColumnFit.Line] = []

  /// Adds what stands below, set in by some width.
  mutating func addExtent(_ other: Extent, indent: Double = 0) {
    min = Swift.max(min, other.min + indent)
    max = Swift.max(max, other.max + indent)
    lines += other.lines.map {
      ColumnFit.Line(words: $0.words, indent: $0.indent + indent)
    }
  }

  /// Adds a line, or something else that stands by itself.
  mutating func add(min: Double, max: Double) {
    addExtent(
      Extent(min: min, max: max, lines: [ColumnFit.Line(words: [.init(width: max, gap: 0)])]))
  }
}

/// The least and the greatest widths that a table's columns can use.
struct ColumnWidths {
  private var least: [Double]
  private var most: [Double]
  private var rows: [[ColumnFit.Cell]] = []
  private let floor: Double
  /// The space beside a cell's lines.
  private let sides: Double
  /// The space of a column beyond its longest word.
  private static let slack = 0.5

  init(count: Int, floor: Double, sides: Double) {
    least = [Double](repeating: floor, count: count)
    most = least
    self.floor = floor
    self.sides = sides
  }

  /// Begins a row; its cells follow.
  mutating func addRow() { rows.append([]) }

  /// Divides the width of a cell that spans columns among them.
  mutating func addExtent(_ extent: Extent, of columns: Range<Int>) {
    let share = Double(columns.count)
    for column in columns {
      least[column] = max(least[column], (extent.min + sides) / share)
      most[column] = max(most[column], (extent.max + sides) / share)
    }
    if columns.count == 1, !rows.isEmpty {
      rows[rows.count - 1].append(
        ColumnFit.Cell(column: columns.lowerBound, lines: extent.lines))
    }
  }

  /// The factor by which all must shrink so that the longest words fit next to each other; 1 where
  /// they do.
  func scale(fitting available: Double) -> Double {
    let room = available - ColumnWidths.slack * Double(least.count)
    let need = least.reduce(0, +)
    return need < room ? 1 : (room - 0.01) / need
  }

  /// The widths of all columns: what their contents need if that fits, otherwise widths for which
  /// the table is low.
  ///
  /// - Parameter shares: Parts of the width that columns are given; 0 for none.
  func filling(_ available: Double, shares: [Double]) -> [Double] {
    if shares.contains(where: { $0 > 0 }) { return shared(available, shares) }
    // Some slack, so that columns do not touch and last letters do not wrap because of rounding.
    let most = most.map { $0 + 1 }
    let least = least.map { $0 + ColumnWidths.slack }
    let preferred = most.reduce(0, +)
    if preferred <= available {
      // A table that nearly fills the measure fills it.
      guard preferred > available * 0.55 else { return most }
      return most.map { $0 + (available - preferred) * $0 / preferred }
    }
    if least.reduce(0, +) >= available { return ColumnWidths.capped(least, to: available) }
    return ColumnFit(least: least, most: most, sides: sides + ColumnWidths.slack, rows: rows)
      .widths(filling: available)
  }

  private func shared(_ available: Double, _ shares: [Double]) -> [Double] {
    let given = shares.reduce(0, +)
    let rest = max(0, 1 - given) * available
    let free = zip(shares, most).filter { $0.0 <= 0 }.map(\.1).reduce(0, +)
    return zip(shares, most).map { share, most in
      let width =
        share > 0 ? share / max(1, given) * available : free > 0 ? most / free * rest : 0
      return max(width, floor)
    }
  }

  /// Widths if the longest words do not fit next to each other: the widest columns shrink first, down
  /// to a common width, so that short words and times are not broken.
  private static func capped(_ least: [Double], to available: Double) -> [Double] {
    var left = available
    var cap = 0.0
    let order = least.sorted()
    for (index, width) in order.enumerated() {
      cap = left / Double(order.count - index)
      if width > cap { break }
      left -= width
    }
    return least.map { min($0, cap) }
  }
}
