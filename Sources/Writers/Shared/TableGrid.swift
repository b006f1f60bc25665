// SPDX-License-Identifier: MIT
// Part of Platen: a table as a grid: which cell covers which columns and rows.

internal import Documents

/// The rows of a table with every place of the grid accounted for.
struct TableGrid {
  /// What stands at a place of a row.
  enum Slot {
    case cell(Table.Cell, columns: Int, rows: Int)
    /// Covered by a cell above, over so many columns.
    case covered(columns: Int)
    /// Nothing: the row is short.
    case missing
  }

  let columns: Int
  /// Whether some row had more than `limit` columns.
  let isCut: Bool
  let head: [[Slot]]
  let body: [[Slot]]

  init(_ table: Table, limit: Int) {
    let needed = max(
      1, table.columns.count, TableGrid.width(table.head), TableGrid.width(table.body))
    columns = min(needed, limit)
    isCut = needed > limit
    head = TableGrid.place(table.head, columns)
    body = TableGrid.place(table.body, columns)
  }

  /// How many columns rows need.
  private static func width(_ rows: [Table.Row]) -> Int {
    rows.map { $0.cells.reduce(0) { $0 + min(max($1.columns, 1), 4096) } }.max() ?? 0
  }

  private static func place(_ rows: [Table.Row], _ columns: Int) -> [[Slot]] {
    // For each column, how many rows more it is covered, and by how wide a cell beginning there.
    var left = [Int](repeating: 0, count: columns)
    var spans = [Int](repeating: 1, count: columns)
    return rows.enumerated().map { number, row in
      var slots: [Slot] = []
      var column = 0
      var next = 0
      while column < columns {
        if left[column] > 0 {
          let span = spans[column]
          slots.append(.covered(columns: span))
          for place in column..<column + span { left[place] -= 1 }
          column += span
          continue
        }
        guard next < row.cells.count else {
          slots.append(.missing)
          column += 1
          continue
        }
        var cell = row.cells[next]
        next += 1
        var span = 0
        while span < max(cell.columns, 1), column + span < columns, left[column + span] == 0 {
          span += 1
        }
        // What finds no column of its own stands in the last.
        if column + span == columns, next < row.cells.count {
          for rest in row.cells[next...] { cell.blocks += rest.blocks }
          next = row.cells.count
        }
        let down = min(max(cell.rows, 1), rows.count - number)
        for place in column..<column + span { left[place] = down - 1 }
        spans[column] = span
        slots.append(.cell(cell, columns: span, rows: down))
        column += span
      }
      return slots
    }
  }
}
