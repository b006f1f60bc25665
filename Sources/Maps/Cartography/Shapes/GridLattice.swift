// SPDX-License-Identifier: MIT
// Part of Platen: the patterns of a grid, the cells they divide the plane into, and their numbers.

public import Digests
internal import Geometry
internal import Libc

/// Shapes of a grid's cells, after FMG's.
public enum GridKind: String, Hashable, Sendable, CaseIterable {
  case pointyHex = "pointy-hex"
  case flatHex = "flat-hex"
  case square
  /// Squares that stand on a corner.
  case square45 = "square-45"
  /// Octagons with small squares between them.
  case squareTruncated = "square-truncated"
  /// Squares with both diagonals.
  case squareTetrakis = "square-tetrakis"
  case triangleHorizontal = "triangle-horizontal"
  case triangleVertical = "triangle-vertical"
  /// Hexagons with triangles between them.
  case trihexagonal
  /// Rhombs, three to a hexagon: cubes to the eye.
  case rhombille

  /// Indicates whether its cells stand in columns and rows that can be counted.
  var isCounted: Bool { [.pointyHex, .flatHex, .square].contains(self) }
}

/// The lines of a pattern with cells of one unit, repeated over the plane.
struct GridTile {
  var size: Size
  var lines: [[Point]]

  init(_ kind: GridKind) {
    /// Half the height of a triangle of one unit, and the side of a hexagon one unit across.
    let (root, side) = (3.0.squareRoot(), 1 / 3.0.squareRoot())
    switch kind {
    case .square:
      size = Size(width: 1, height: 1)
      lines = [[Point(0, 1), Point(0, 0), Point(1, 0)]]
    case .square45:
      let d = 2.0.squareRoot()
      size = Size(width: d, height: d)
      lines = [[Point(0, 0), Point(d, d)], [Point(d, 0), Point(0, d)]]
    case .squareTruncated:
      let c = 1 - 0.5.squareRoot()
      size = Size(width: 1, height: 1)
      lines = [
        [Point(0, 1 - c), Point(0, c), Point(c, 0), Point(1 - c, 0), Point(1, c)],
        [Point(1, 1 - c), Point(1 - c, 1)], [Point(c, 1), Point(0, 1 - c)],
      ]
    case .squareTetrakis:
      size = Size(width: 1, height: 1)
      lines = [
        [Point(0, 1), Point(0, 0), Point(1, 0)], [Point(0, 0), Point(1, 1)],
        [Point(1, 0), Point(0, 1)],
      ]
    case .triangleHorizontal, .triangleVertical:
      let h = root / 2
      size = Size(width: 1, height: root)
      lines = [
        [Point(0, 0), Point(1, 0)], [Point(0, h), Point(1, h)],
        [Point(0, 0), Point(0.5, h), Point(0, 2 * h)],
        [Point(1, 0), Point(0.5, h), Point(1, 2 * h)],
      ]
    case .trihexagonal:
      size = Size(width: 1, height: root)
      lines = [
        [Point(0, 0), Point(1, root)], [Point(1, 0), Point(0, root)],
        [Point(0, root / 4), Point(1, root / 4)], [Point(0, root * 3 / 4), Point(1, root * 3 / 4)],
      ]
    case .flatHex, .pointyHex, .rhombille:
      let a = side
      size = Size(width: 3 * a, height: 1)
      lines = [
        [
          Point(a / 2, 1), Point(0, 0.5), Point(a / 2, 0), Point(1.5 * a, 0), Point(2 * a, 0.5),
          Point(1.5 * a, 1),
        ],
        [Point(2 * a, 0.5), Point(3 * a, 0.5)],
      ]
      if kind == .rhombille {
        for (x, y) in [(a, 0.5), (2.5 * a, 1)] {
          lines.append([Point(x - a, y), Point(x, y), Point(x + a / 2, y - 0.5)])
          lines.append([Point(x, y), Point(x + a / 2, y + 0.5)])
        }
        // A rhomb is half as large as its hexagon.
        size = Size(width: size.width * 2, height: 2)
        lines = lines.map { $0.map { $0 * 2 } }
      }
    }
    if kind == .pointyHex || kind == .triangleVertical {
      size = Size(width: size.height, height: size.width)
      lines = lines.map { $0.map { Point($0.y, $0.x) } }
    }
  }
}

/// A grid laid over a sheet.
struct GridLattice {
  let kind: GridKind
  /// Width of a cell in map units.
  let size: Double
  let offset: Point
  let center: Point
  private let cosine: Double
  private let sine: Double

  /// Tiles and cells that are drawn at the most.
  static let limit = 250_000

  /// A grid whose first cell touches the sheet's upper left corner, moved by `offset` and turned
  /// clockwise by `degrees` about `center`.
  init(kind: GridKind, size: Double, offset: Point, degrees: Double, center: Point) {
    self.kind = kind
    self.size = size
    self.offset = offset
    self.center = center
    let angle = degrees * .pi / 180
    (cosine, sine) = degrees == 0 ? (1, 0) : (cos(angle), sin(angle))
  }

  /// A point of the pattern, in cells, as one of the sheet.
  func place(_ p: Point) -> Point {
    let q = p * size + offset - center
    return center + Point(q.x * cosine - q.y * sine, q.x * sine + q.y * cosine)
  }

  /// The rectangle of the pattern, in cells, that covers a rectangle of the sheet.
  private func cover(_ rect: Rect) -> Rect {
    let corners = [
      Point(rect.minX, rect.minY), Point(rect.maxX, rect.minY), Point(rect.maxX, rect.maxY),
      Point(rect.minX, rect.maxY),
    ].map { corner -> Point in
      let q = corner - center
      let turned = Point(q.x * cosine + q.y * sine, -q.x * sine + q.y * cosine)
      return (turned + center - offset) / size
    }
    return Rect(enclosing: corners) ?? rect
  }

  /// Whole steps of `step` that cover a range.
  private func steps(_ low: Double, _ high: Double, _ step: Double) -> ClosedRange<Int> {
    let first = Int((low / step).rounded(.down))
    return first...max(first, Int((high / step).rounded(.up)))
  }

  /// The grid's lines within `rect`; nil where there are too many.
  func lines(in rect: Rect) -> Path? {
    let tile = GridTile(kind)
    let cover = cover(rect)
    let columns = steps(cover.minX, cover.maxX, tile.size.width)
    let rows = steps(cover.minY, cover.maxY, tile.size.height)
    guard columns.count <= GridLattice.limit / rows.count else { return nil }
    var path = Path()
    func append(_ points: [Point]) {
      for part in Polyline.clip(points, to: rect) { path.append(line: part) }
    }
    if kind == .square {
      // In one stroke each, so that dashes run on.
      let (x0, x1) = (Double(columns.lowerBound), Double(columns.upperBound))
      let (y0, y1) = (Double(rows.lowerBound), Double(rows.upperBound))
      for x in columns { append([place(Point(Double(x), y0)), place(Point(Double(x), y1))]) }
      for y in rows { append([place(Point(x0, Double(y))), place(Point(x1, Double(y)))]) }
      return path
    }
    for row in rows {
      for column in columns {
        let corner = Point(Double(column) * tile.size.width, Double(row) * tile.size.height)
        for line in tile.lines { append(line.map { place($0 + corner) }) }
      }
    }
    return path
  }

  /// A cell with its column and row, counted from 0.
  struct Cell {
    var column: Int
    var row: Int
    var center: Point
  }

  /// The middle of a cell, in cells.
  private func middle(_ column: Int, _ row: Int) -> Point {
    let side = 1 / 3.0.squareRoot()
    switch kind {
    case .flatHex:
      return Point(
        side * (1 + 1.5 * Double(column)), Double(row) + (column & 1 == 0 ? 0.5 : 1))
    case .pointyHex:
      return Point(
        Double(column) + (row & 1 == 0 ? 0.5 : 1), side * (1 + 1.5 * Double(row)))
    default:
      return Point(Double(column) + 0.5, Double(row) + 0.5)
    }
  }

  /// Cells whose middles lie on `sheet`, counted from the first column and row that have one; nil
  /// where there are too many, none where such cells are not counted.
  func cells(on sheet: Rect) -> [Cell]? {
    guard kind.isCounted else { return [] }
    let cover = cover(sheet)
    let pitch = 1.5 / 3.0.squareRoot()
    let columns = steps(cover.minX - 1, cover.maxX, kind == .flatHex ? pitch : 1)
    let rows = steps(cover.minY - 1, cover.maxY, kind == .pointyHex ? pitch : 1)
    guard columns.count <= GridLattice.limit / rows.count else { return nil }
    var cells: [Cell] = []
    for row in rows {
      for column in columns {
        let center = place(middle(column, row))
        if sheet.contains(center) { cells.append(Cell(column: column, row: row, center: center)) }
      }
    }
    let first = (cells.map(\.column).min() ?? 0, cells.map(\.row).min() ?? 0)
    return cells.map {
      Cell(column: $0.column - first.0, row: $0.row - first.1, center: $0.center)
    }
  }

  /// Column and row as such maps write them: `0101` is the first cell of the first column.
  static func number(_ cell: Cell, digits: Int) -> String {
    func padded(_ value: Int) -> String {
      let text = String(value + 1)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    return padded(cell.column) + padded(cell.row)
  }
}

extension GridKind: Digestible {}
