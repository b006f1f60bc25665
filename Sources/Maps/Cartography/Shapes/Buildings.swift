// SPDX-License-Identifier: MIT
// Part of Platen: marks of burgs as little buildings.

internal import Geometry

/// Silhouettes of buildings, drawn on a grid of ten by ten that is as wide as the mark.
enum Buildings {
  /// Walls and roofs, and what is dark in them.
  static func mark(_ name: String, size: Double, at c: Point) -> (body: Path, core: Path) {
    var body = Path()
    var core = Path()
    func ring(_ points: [(Double, Double)]) -> [Point] {
      points.map { Point(c.x + ($0.0 - 5) * size / 10, c.y + ($0.1 - 5) * size / 10) }
    }
    switch name {
    case "castle":
      // Two towers with battlements, a wall and a keep.
      body.append(
        ring: ring([
          (0, 9), (0, 3), (0.8, 3), (0.8, 3.8), (1.6, 3.8), (1.6, 3), (2.4, 3), (2.4, 5.4),
          (3.2, 5.4), (3.2, 1), (4, 1), (4, 1.9), (4.6, 1.9), (4.6, 1), (5.4, 1), (5.4, 1.9),
          (6, 1.9), (6, 1), (6.8, 1), (6.8, 5.4), (7.6, 5.4), (7.6, 3), (8.4, 3), (8.4, 3.8),
          (9.2, 3.8), (9.2, 3), (10, 3), (10, 9),
        ]))
      core.append(ring: ring([(4.3, 9), (4.3, 7), (4.6, 6.3), (5.4, 6.3), (5.7, 7), (5.7, 9)]))
    case "houses":
      body.append(ring: ring([(0, 9), (0, 5.2), (2, 3.4), (4, 5.2), (4, 9)]))
      body.append(ring: ring([(6.4, 9), (6.4, 5.6), (8.2, 4), (10, 5.6), (10, 9)]))
      body.append(ring: ring([(3.2, 9), (3.2, 4), (5.1, 1.4), (7, 4), (7, 9)]))
      core.append(ring: ring([(4.5, 9), (4.5, 7), (5.7, 7), (5.7, 9)]))
    case "house":
      body.append(ring: ring([(1, 8.6), (1, 5), (5, 1.6), (9, 5), (9, 8.6)]))
      core.append(ring: ring([(4, 8.6), (4, 6), (6, 6), (6, 8.6)]))
    case "church":
      body.append(
        ring: ring([
          (0.8, 9), (0.8, 3.8), (2.4, 0.4), (4, 3.8), (4, 5), (7.2, 5), (9.4, 7), (9.4, 9),
        ]))
      core.append(ring: ring([(2, 9), (2, 7.2), (2.8, 7.2), (2.8, 9)]))
    default:
      // A tower.
      body.append(
        ring: ring([
          (2.6, 9), (3, 3.4), (2.2, 3.4), (2.2, 1), (3.4, 1), (3.4, 2), (4.4, 2), (4.4, 1),
          (5.6, 1), (5.6, 2), (6.6, 2), (6.6, 1), (7.8, 1), (7.8, 3.4), (7, 3.4), (7.4, 9),
        ]))
      core.append(ring: ring([(4.3, 9), (4.3, 7.2), (5.7, 7.2), (5.7, 9)]))
    }
    return (body, core)
  }
}
