// SPDX-License-Identifier: MIT
// Part of Platen: the squares an index finds places by, and their letters along a map's edges.

package import Drawing
package import Geometry

/// A map on one page divided into squares: `A1` at the upper left.
package struct MapSquares {
  /// The map on the page, in points.
  let map: Rect
  let columns: Int
  let rows: Int

  /// Squares along the longer side.
  private static let along = 8.0
  private static let letters = 7.0

  package init(map: Rect) {
    self.map = map
    let side = max(map.width, map.height) / MapSquares.along
    columns = max(1, Int((map.width / side).rounded()))
    rows = max(1, Int((map.height / side).rounded()))
  }

  /// The square of a point of the page.
  package func name(of point: Point) -> String {
    func step(_ value: Double, _ start: Double, _ length: Double, _ count: Int) -> Int {
      max(0, min(count - 1, Int((value - start) / length * Double(count))))
    }
    return PosterLayout.name(
      column: step(point.x, map.minX, map.width, columns),
      row: step(point.y, map.minY, map.height, rows))
  }

  /// Letters above and below the map, numbers at its sides; inside of it where space is short.
  ///
  /// - Parameter area: What of the page may be written on.
  package func nodes(in area: Rect, families: [String], text: any TextMeasuring) -> [Node] {
    let size = MapSquares.letters
    let font = FontRequest(small: families, size: size)
    let halo = Stroke(.white, width: 2, join: .round)
    func center(_ index: Int, _ count: Int, _ start: Double, _ length: Double) -> Double {
      start + (Double(index) + 0.5) * length / Double(count)
    }
    var nodes: [Node] = []
    func put(_ name: String, at point: Point) {
      let shaped = text.shape(name, font: font)
      nodes += shaped.nodes(
        at: Point(point.x - shaped.width / 2, point.y + size * 0.35), paint: .color(.black),
        halo: halo)
    }
    /// The place of marks at an edge: outside where the paper has room for them.
    func line(_ edge: Double, _ out: Double, room: Double) -> Double {
      edge + out * (room >= size * 1.7 ? size : -size)
    }
    for column in 0..<columns {
      let name = String(PosterLayout.name(column: column, row: 0).dropLast())
      let x = center(column, columns, map.minX, map.width)
      put(name, at: Point(x, line(map.minY, -1, room: map.minY - area.minY)))
      put(name, at: Point(x, line(map.maxY, 1, room: area.maxY - map.maxY)))
    }
    for row in 0..<rows {
      let y = center(row, rows, map.minY, map.height)
      put("\(row + 1)", at: Point(line(map.minX, -1, room: map.minX - area.minX), y))
      put("\(row + 1)", at: Point(line(map.maxX, 1, room: area.maxX - map.maxX), y))
    }
    return nodes
  }
}
