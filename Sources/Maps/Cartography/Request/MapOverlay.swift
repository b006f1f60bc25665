// SPDX-License-Identifier: MIT
// Part of Platen: what is drawn over a map when it is done, for its names to keep clear of.

package import Geometry

/// Signs and lines that are drawn over a map when it is done.
package struct MapOverlay: Hashable, Sendable {
  /// Something round over a place: no name stands on it, and the place it marks is named first.
  package struct Sign: Hashable, Sendable {
    package var center: Point
    package var radius: Double

    package init(center: Point, radius: Double) { (self.center, self.radius) = (center, radius) }

    /// Boxes that cover it and leave the corners of its square to others.
    var boxes: [Rect] {
      [(1, 0.5), (0.5, 1), (0.8, 0.8)].map { x, y in
        Rect(
          x: center.x - x * radius, y: center.y - y * radius, width: 2 * x * radius,
          height: 2 * y * radius)
      }
    }
  }

  package var signs: [Sign] = []
  /// Lines that names cross only where they have to.
  package var lines: [[Point]] = []
  package var lineWidth = 0.0

  package init() {}

  /// Indicates whether a sign marks that very place.
  func marks(_ place: Point) -> Bool { signs.contains { $0.center == place } }

  /// The distance from `place` at which all signs end that cover it; 0 where none does.
  func reach(from place: Point) -> Double {
    signs.reduce(0) { reach, sign in
      let distance = sign.center.distance(to: place)
      return distance < sign.radius ? max(reach, sign.radius + distance) : reach
    }
  }
}
