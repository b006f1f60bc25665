// SPDX-License-Identifier: MIT
// Part of Platen: a table as a grid: which cell covers which columns and rows.

internal import Documents

/// The rows of a table with every place of the grid accounted for.
struct TableGrid {
  /// The content of a position in a row.
  enum Slot {
    case cell(Table.Cell, columns: Int, rows: Int)
    /// Covered by a cell above, over so many columns.
    case covered(columns: Int)
    /// Nothing: the row is short.
    case missing
  }

  let columns: Int
  /// Indicates whether some row had more than `limit` columns.
  let isCut: Bool
  let head: [[Slot]]
  let body: [[Slot]]

  init(_ table: Table, limit: Int) {
    let stated = table.columns.count
    let needed = max(
      1, stated, TableGrid.width(table.head, stated), TableGrid.width(table.body, stated))
    columns = min(needed, limit)
    isCut = needed > limit
    head = TableGrid.place(table.head, columns)
    body = TableGrid.place(table.body, columns)
  }

  /// The number of columns that rows need; a cell with a larger span than the table covers all.
  private static func width(_ rows: [Table.Row], _ stated: Int) -> Int {
    rows.map { row in
      row.cells.reduce(0) { $0 + min(max($1.columns, 1), max(stated, 1)) }
    }.max() ?? 0
  }

  private static func place(_ rows: [Table.Row], _ columns: Int) -> [[Slot]] {
    // Nearly every table has a cell for each place.
    let isSimple = rows.allSatisfy { row in
      row.cells.count == columns && row.cells.allSatisfy { $0.columns <= 1 && $0.rows <= 1 }
    }
    if isSimple { return rows.map { $0.cells.map { .cell($0, columns: 1, rows: 1) } } }
    // For each column, how many rows more it is covered, and by which cell.
    var left = [Int](repeating: 0, count: columns)
    var origins = [(row: Int, slot: Int, span: Int)](repeating: (0, 0, 1), count: columns)
    var placed: [[Slot]] = []
    for (number, row) in rows.enumerated() {
      var slots: [Slot] = []
      // A row whose every place is taken from above ends what takes it: its cells come first.
      if !row.cells.isEmpty, left.allSatisfy({ $0 > 0 }) {
        for origin in origins {
          if case .cell(let cell, let span, _) = placed[origin.row][origin.slot] {
            placed[origin.row][origin.slot] = .cell(
              cell, columns: span, rows: number - origin.row)
          }
        }
        left = [Int](repeating: 0, count: columns)
      }
      var column = 0
      var next = 0
      var last: Int?
      while column < columns {
        if left[column] > 0 {
          let span = origins[column].span
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
        let cell = row.cells[next]
        next += 1
        var span = 0
        while span < max(cell.columns, 1), column + span < columns, left[column + span] == 0 {
          span += 1
        }
        let down = min(max(cell.rows, 1), rows.count - number)
        for place in column..<column + span {
          left[place] = down - 1
          origins[place] = (number, slots.count, span)
        }
        last = slots.count
        slots.append(.cell(cell, columns: span, rows: down))
        column += span
      }
      // Content without a column of its own is in the last cell.
      if next < row.cells.count, let last, case .cell(var cell, let span, let down) = slots[last] {
        for rest in row.cells[next...] { cell.blocks += rest.blocks }
        slots[last] = .cell(cell, columns: span, rows: down)
      }
      placed.append(slots)
    }
    return placed
  }
}
