// SPDX-License-Identifier: MIT
// Part of Platen: vertices that a user moved by hand.

internal import Atlas
internal import Geometry

extension Cells {
  /// Moves a vertex and corrects the areas of the cells round it.
  mutating func moveVertex(_ vertex: Int, to place: Point) {
    mesh.vertices[vertex] = place
    for slot in 0..<3 {
      let cell = Int(mesh.vertexCells[3 * vertex + slot])
      guard cell < count else { continue }
      let rounded = Rounding.half(abs(Polygon.signedArea(mesh.ring(of: cell))))
      area[cell] = rounded < 65535 ? UInt16(rounded) : 65535
    }
  }
}
