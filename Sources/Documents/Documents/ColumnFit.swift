// SPDX-License-Identifier: MIT
// Part of Platen: divides the width of a table among its columns so that the table is low.

/// Finds widths of columns for which the rows of a table are as low as possible.
///
/// Widths are in any one unit. Lines of cells are known by their lengths only: how many lines one
/// takes in a column is estimated. That is enough to find widths, and independent of fonts.
package struct ColumnFit {
  /// A cell in one column.
  package struct Cell {
    package var column: Int
    /// The lengths of its paragraphs, each unbroken.
    package var lines: [Double]

    package init(column: Int, lines: [Double]) {
      self.column = column
      self.lines = lines
    }
  }

  /// Rows that are looked at; evenly chosen from longer tables.
  private static let rowLimit = 100
  /// Columns up to which widths are improved step by step.
  private static let columnLimit = 12
  /// Columns that need no more of the width are not made narrower.
  private static let shortShare = 0.16

  private let least: [Double]
  private let most: [Double]
  /// The space beside a cell's lines.
  private let sides: Double
  private let rows: [[Cell]]

  /// - Parameters:
  ///   - least: The least width of each column, such as that of its longest word.
  ///   - most: The width in which no line of the column is broken.
  ///   - sides: The space beside a cell's lines.
  package init(least: [Double], most: [Double], sides: Double, rows: [[Cell]]) {
    self.least = least
    self.most = most
    self.sides = sides
    let step = max(1, (rows.count + ColumnFit.rowLimit - 1) / ColumnFit.rowLimit)
    self.rows = stride(from: 0, to: rows.count, by: step).map { rows[$0] }
  }

  /// The widths of the columns, which fill the available width. The least widths fit into it.
  package func widths(filling available: Double) -> [Double] {
    let preferred = most.reduce(0, +)
    if preferred <= available, preferred > 0 { return most.map { $0 * available / preferred } }
    let floors = floors(in: available)
    var widths = bySquareRoot(floors, available)
    let proportional = proportional(floors, available)
    if cost(proportional) < cost(widths) { widths = proportional }
    guard (2...ColumnFit.columnLimit).contains(widths.count) else { return widths }
    var step = available / 8
    while step > available / 256 {
      if let better = improved(widths, floors, by: step) {
        widths = better
      } else {
        step /= 2
      }
    }
    return widths
  }

  /// The widths no column falls below: of short columns, such as times and numbers, all they need.
  private func floors(in available: Double) -> [Double] {
    let floors = zip(least, most).map { least, most in
      most <= ColumnFit.shortShare * available ? max(least, most) : least
    }
    return floors.reduce(0, +) <= 0.6 * available ? floors : least
  }

  /// Divides what is left of the width as the square roots of what columns hold: a column of four
  /// times the text is twice as wide.
  private func bySquareRoot(_ floors: [Double], _ available: Double) -> [Double] {
    var content = [Double](repeating: 0, count: floors.count)
    for cell in rows.joined() { content[cell.column] += cell.lines.reduce(0, +) }
    let weights = content.map { $0.squareRoot() }
    return shared(floors, weights, available)
  }

  /// Divides what is left of the width as columns' longest lines.
  private func proportional(_ floors: [Double], _ available: Double) -> [Double] {
    shared(floors, zip(floors, most).map { max(0, $1 - $0) }, available)
  }

  private func shared(_ floors: [Double], _ weights: [Double], _ available: Double) -> [Double] {
    let sum = weights.reduce(0, +)
    let left = available - floors.reduce(0, +)
    guard sum > 0 else { return floors.map { $0 + left / Double(floors.count) } }
    return zip(floors, weights).map { $0 + left * $1 / sum }
  }

  // MARK: Costs

  /// The widths with a step moved from one column to another where that lowers the table most; nil
  /// where no move does.
  private func improved(_ widths: [Double], _ floors: [Double], by step: Double) -> [Double]? {
    var best = cost(widths) - 1e-6
    var result: [Double]?
    for from in widths.indices where widths[from] - step >= floors[from] {
      for to in widths.indices where to != from {
        var moved = widths
        moved[from] -= step
        moved[to] += step
        let cost = cost(moved)
        if cost < best {
          best = cost
          result = moved
        }
      }
    }
    return result
  }

  /// The height of all rows, in lines. Low cells in a high row count a little as well, so that they
  /// are not broken without need.
  private func cost(_ widths: [Double]) -> Double {
    var sum = 0.0
    for row in rows {
      var (highest, all) = (0.0, 0.0)
      for cell in row {
        let height = height(of: cell, inner: widths[cell.column] - sides)
        highest = max(highest, height)
        all += height
      }
      sum += highest + 0.2 * all / Double(max(1, row.count))
    }
    return sum
  }

  private func height(of cell: Cell, inner: Double) -> Double {
    let inner = max(1e-3, inner)
    return cell.lines.reduce(0) { sum, length in
      // Words do not fill lines: a third of a line is lost.
      sum + (length <= inner ? 1 : max(2, length / inner + 0.35)) + 0.02 * length / inner
    }
  }
}
