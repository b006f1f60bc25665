// SPDX-License-Identifier: MIT
// Part of Platen: divides the width of a table among its columns so that the table is low.

/// Finds widths of columns for which the rows of a table are as low as possible.
///
/// Widths are in any one unit. Lines are broken between words where they are full, without hyphens.
package struct ColumnFit {
  package struct Word {
    package var width: Double
    /// The space behind it.
    package var gap: Double

    package init(width: Double, gap: Double) {
      self.width = width
      self.gap = gap
    }
  }

  /// A paragraph of a cell, unbroken.
  package struct Line {
    package var words: [Word]
    /// The width that its lines are set in.
    package var indent: Double

    package init(words: [Word], indent: Double = 0) {
      self.words = words
      self.indent = indent
    }
  }

  /// A cell in one column.
  package struct Cell {
    package var column: Int
    package var lines: [Line]

    package init(column: Int, lines: [Line]) {
      self.column = column
      self.lines = lines
    }
  }

  /// Rows that are looked at; evenly chosen from longer tables.
  private static let rowLimit = 60
  /// Words of a paragraph that are looked at.
  private static let wordLimit = 200
  /// Columns up to which widths are improved step by step.
  private static let columnLimit = 16
  private static let moveLimit = 100
  /// Columns that need no more of the width are not made narrower.
  private static let shortShare = 0.16

  private let least: [Double]
  private let most: [Double]
  /// The space beside a cell's lines.
  private let sides: Double
  /// By column, then by row.
  private let cells: [[[Line]]]
  /// The number of cells of each row.
  private let counts: [Double]

  /// - Parameters:
  ///   - least: The least width of each column, such as that of its longest word.
  ///   - most: The width in which no line of the column is broken.
  ///   - sides: The space beside a cell's lines.
  package init(least: [Double], most: [Double], sides: Double, rows: [[Cell]]) {
    self.least = least
    self.most = most
    self.sides = sides
    let step = max(1, (rows.count + ColumnFit.rowLimit - 1) / ColumnFit.rowLimit)
    let chosen = stride(from: 0, to: rows.count, by: step).map { rows[$0] }
    var cells = [[[Line]]](repeating: [], count: least.count)
    for column in cells.indices { cells[column] = chosen.map { _ in [] } }
    for (r, row) in chosen.enumerated() {
      for cell in row { cells[cell.column][r] += cell.lines }
    }
    self.cells = cells
    counts = chosen.map { Double(max(1, $0.count)) }
  }

  /// The widths of the columns, which fill the available width. The least widths fit into it.
  package func widths(filling available: Double) -> [Double] {
    let preferred = most.reduce(0, +)
    if preferred <= available, preferred > 0 { return most.map { $0 * available / preferred } }
    let floors = floors(in: available)
    let starts = [bySquareRoot(floors, available), proportional(floors, available)]
    guard (2...ColumnFit.columnLimit).contains(floors.count) else { return starts[0] }
    var best = starts[0]
    var lowest = Double.infinity
    for start in starts {
      let (widths, cost) = improved(start, floors, available)
      if cost < lowest { (best, lowest) = (widths, cost) }
    }
    return best
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
    let weights = cells.map { column in
      column.joined().reduce(0) { $0 + $1.length }.squareRoot()
    }
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

  /// Moves width from column to column as long as that lowers the table, in steps that become
  /// smaller.
  private func improved(
    _ start: [Double], _ floors: [Double], _ available: Double
  ) -> (widths: [Double], cost: Double) {
    var widths = start
    var heights = widths.indices.map { self.heights(of: $0, width: widths[$0]) }
    var lowest = cost(heights)
    var step = available / 8
    var moves = 0
    while step > available / 256, moves < ColumnFit.moveLimit {
      let less = widths.indices.map { self.heights(of: $0, width: widths[$0] - step) }
      let more = widths.indices.map { self.heights(of: $0, width: widths[$0] + step) }
      var move: (from: Int, to: Int)?
      for from in widths.indices where widths[from] - step >= floors[from] {
        for to in widths.indices where to != from {
          var moved = heights
          moved[from] = less[from]
          moved[to] = more[to]
          let cost = cost(moved)
          if cost < lowest - 1e-6 { (lowest, move) = (cost, (from, to)) }
        }
      }
      if let (from, to) = move {
        widths[from] -= step
        widths[to] += step
        heights[from] = less[from]
        heights[to] = more[to]
        moves += 1
        // What was too far before may not be now.
        step = min(available / 8, 4 * step)
      } else {
        step /= 2
      }
    }
    return (widths, lowest)
  }

  /// The height of all rows, in lines. Low cells in a high row count a little as well, so that they
  /// are not broken without need.
  private func cost(_ heights: [[Double]]) -> Double {
    var sum = 0.0
    for row in counts.indices {
      var (highest, all) = (0.0, 0.0)
      for column in heights.indices {
        highest = max(highest, heights[column][row])
        all += heights[column][row]
      }
      sum += highest + 0.2 * all / counts[row]
    }
    return sum
  }

  /// The height of each cell of a column.
  private func heights(of column: Int, width: Double) -> [Double] {
    let inner = max(1e-3, width - sides)
    return cells[column].map { lines in
      lines.reduce(0) { $0 + Double($1.count(in: inner)) + 0.01 * $1.length / inner }
    }
  }

  fileprivate static func looked(_ line: Line) -> ArraySlice<Word> {
    line.words.prefix(wordLimit)
  }
}

extension ColumnFit.Line {
  /// The width in which it is not broken.
  fileprivate var length: Double { words.reduce(indent) { $0 + $1.width + $1.gap } }

  /// The number of lines it takes.
  fileprivate func count(in inner: Double) -> Int {
    let room = max(1e-3, inner - indent)
    var count = 1
    var x = 0.0
    let looked = ColumnFit.looked(self)
    for word in looked {
      if x > 0, x + word.width > room {
        count += 1
        x = 0
      }
      if word.width > room { count += Int(min(100, word.width / room)) }
      x += word.width + word.gap
    }
    return looked.count < words.count ? count * words.count / looked.count : count
  }
}
