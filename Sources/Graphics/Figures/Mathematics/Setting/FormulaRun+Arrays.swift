// SPDX-License-Identifier: MIT
// Part of Platen: matrices, cases and aligned lines.

internal import Drawing

extension FormulaRun {
  mutating func array(_ array: MathArray, _ outer: MathStyle) -> MathBox {
    let style = MathStyle(
      level: outer.isScript && array.level.rawValue < outer.level.rawValue
        ? outer.level : array.level)
    let em = em(MathStyle(level: outer.level))
    var cells: [[MathBox]] = []
    for row in array.rows {
      cells.append(
        row.enumerated().map { column, items in
          // What stands before an aligned relation is in the column before.
          let leads: [MathItem] =
            array.continues && column % 2 == 1 ? [.atom(Atom(.ordinary, .group([])))] : []
          return list(leads + items, style)
        })
    }
    let columns = cells.map(\.count).max() ?? 0
    guard columns > 0 else { return MathBox() }
    var widths = [Double](repeating: 0, count: columns)
    for row in cells {
      for (column, cell) in row.enumerated() { widths[column] = max(widths[column], cell.width) }
    }
    let edges = edges(of: array, widths, em)
    let rows = rows(of: array, cells, em)
    let top = rows[0].height
    let bottom = rows.last.map { $0.baseline + $0.depth } ?? 0
    // The middle of all of it lies on the axis.
    let rise = axis(outer) - (top - bottom) / 2
    var box = MathBox.room(width: edges.width)
    for (row, boxes) in cells.enumerated() {
      for (column, cell) in boxes.enumerated() {
        let room = widths[column] - cell.width
        let alignment = array.alignments[min(column, array.alignments.count - 1)]
        let shift =
          switch alignment {
          case .left: 0.0
          case .center: room / 2
          case .right: room
          }
        box.lay(cell, x: edges.starts[column] + shift, rise: rise - rows[row].baseline)
      }
    }
    box.height = top + rise
    box.depth = bottom - rise
    let line = constant(.fractionRuleThickness, style)
    for column in array.lines {
      let x = column < columns ? edges.starts[column] - edges.half : edges.width - line
      box.rule(
        x: max(0, x - line / 2), rise: -box.depth, width: line, thickness: box.total)
    }
    for row in array.rules {
      var y = row == 0 ? -top : bottom
      if row > 0, row < rows.count {
        let (above, below) = (rows[row - 1], rows[row])
        y = (above.baseline + above.depth + below.baseline - below.height) / 2
      }
      box.rule(x: 0, rise: rise - y - line / 2, width: edges.width, thickness: line)
    }
    return box.measured
  }

  /// The baselines of rows, from the first one down, and the extents above and below each.
  private func rows(
    of array: MathArray, _ cells: [[MathBox]], _ em: Double
  ) -> [(baseline: Double, height: Double, depth: Double)] {
    let leading = array.leading * em
    var rows: [(baseline: Double, height: Double, depth: Double)] = []
    for (index, row) in cells.enumerated() {
      // As TeX's strut: 0.7 and 0.3 of the leading.
      let height = max(leading * 0.62, row.map(\.height).max() ?? 0)
      let depth = max(leading * 0.26, row.map(\.depth).max() ?? 0)
      var baseline = 0.0
      if let last = rows.last {
        let extra = index - 1 < array.extra.count ? array.extra[index - 1] * em : 0
        baseline = last.baseline + max(leading, last.depth + height + em * 0.16) + extra
      }
      rows.append((baseline, height, depth))
    }
    return rows
  }

  /// The start of each column, the width of all of it, and half of a gap.
  private func edges(
    of array: MathArray, _ widths: [Double], _ em: Double
  ) -> (starts: [Double], width: Double, half: Double) {
    let gap = (array.gaps.first ?? 1) * em
    // Lines at the sides need room of their own.
    var x = array.lines.contains(0) ? gap / 2 : 0
    var starts: [Double] = []
    for (column, width) in widths.enumerated() {
      starts.append(x)
      x += width
      if column + 1 < widths.count {
        x += array.gaps[min(column, array.gaps.count - 1)] * em
      }
    }
    if array.lines.contains(widths.count) { x += gap / 2 }
    return (starts, x, gap / 2)
  }
}
