// SPDX-License-Identifier: MIT
// Part of Platen: balances the columns of a page, such as the last columns of an index.

/// Distributes pieces over columns in order, without splitting them, so that the longest column is as
/// short as possible.
enum ColumnBalance {
  /// A piece of a column; lengths are in points.
  struct Piece {
    let height: Double
    /// The space above it, unless it is the first of its column.
    let gap: Double
  }

  /// The column and vertical position of each piece; nil if columns of `height` are too short.
  static func spread(_ pieces: [Piece], over columns: Int, height: Double)
    -> [(column: Int, y: Double)]?
  {
    let total = pieces.reduce(0) { $0 + $1.gap + $1.height }
    // Start at the height that the pieces need if they could be split; increase by less than half a
    // line.
    var limit = total / Double(max(1, columns))
    while limit < height {
      if let positions = filled(pieces, columns, limit) { return positions }
      limit += 4
    }
    return filled(pieces, columns, height)
  }

  private static func filled(_ pieces: [Piece], _ columns: Int, _ limit: Double)
    -> [(column: Int, y: Double)]?
  {
    var positions: [(column: Int, y: Double)] = []
    var column = 0
    var y = 0.0
    for piece in pieces {
      if y > 0, y + piece.gap + piece.height > limit + 0.01 {
        column += 1
        y = 0
      }
      if column == columns || piece.height > limit + 0.01 { return nil }
      if y > 0 { y += piece.gap }
      positions.append((column, y))
      y += piece.height
    }
    return positions
  }
}
