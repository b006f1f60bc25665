// SPDX-License-Identifier: MIT
// Part of Platen: a way through the world that a map shows, with its days.

internal import Digests
package import Geometry

/// A way through the world that a map shows.
package struct MapJourney: Hashable, Sendable {
  /// A part of the way over one kind of ground.
  package struct Leg: Hashable, Sendable {
    /// The line, in map units.
    package var points: [Point]
    package var isOverWater: Bool

    package init(points: [Point], isOverWater: Bool) {
      (self.points, self.isOverWater) = (points, isOverWater)
    }
  }

  package var legs: [Leg]
  /// The places where the way begins and ends, and those between them that it must pass.
  package var stops: [Point]
  /// The places where days end, but for the last one.
  package var nights: [Point]
  /// The text of its label, such as its days and its distance.
  package var label: String

  package init(legs: [Leg], stops: [Point], nights: [Point], label: String) {
    self.legs = legs
    self.stops = stops
    self.nights = nights
    self.label = label
  }
}
