// SPDX-License-Identifier: MIT
// Part of Platen: the last columns of a run made equally long, as an index ends on its page.

/// Spreads pieces over columns so that the longest is as short as can be, in their order and whole.
enum ColumnBalance {
  /// Something that stands in a column, in points.
  struct Piece {
    let height: Double
    /// Room above it where it is not the first of its column.
    let gap: Double
  }

  /// The place of each piece: its column and its depth; nil where no columns of `height` hold them.
  static func spread(_ pieces: [Piece], over columns: Int, height: Double)
    -> [(column: Int, y: Double)]?
  {
    let total = pieces.reduce(0) { $0 + $1.gap + $1.height }
    // From what they would take if they could be cut, by less than half a line.
    var limit = total / Double(max(1, columns))
    while limit < height {
      if let spots = filled(pieces, columns, limit) { return spots }
      limit += 4
    }
    return filled(pieces, columns, height)
  }

  private static func filled(_ pieces: [Piece], _ columns: Int, _ limit: Double)
    -> [(column: Int, y: Double)]?
  {
    var spots: [(column: Int, y: Double)] = []
    var column = 0
    var y = 0.0
    for piece in pieces {
      if y > 0, y + piece.gap + piece.height > limit + 0.01 {
        column += 1
        y = 0
      }
      if column == columns || piece.height > limit + 0.01 { return nil }
      if y > 0 { y += piece.gap }
      spots.append((column, y))
      y += piece.height
    }
    return spots
  }
}
