// SPDX-License-Identifier: MIT
// Part of Platen: a way through a world, leg by leg.

package import Geometry

/// A way from town to town, leg by leg.
package struct Itinerary: Sendable {
  /// A place where legs begin and end.
  package struct Stop: Hashable, Sendable {
    /// The name of the town there, or of the nearest one.
    package var name: String
    /// Indicates whether the place is the town and not a place near it.
    package var isTown: Bool
    package var position: Point
  }

  /// A part of the way over one kind of ground, from one stop to the next.
  package struct Leg: Sendable {
    package var from: Stop
    package var to: Stop
    package var kind: WayKind
    /// Measured in the world's unit of distance.
    package var distance: Double
    /// The days from the start to the beginning of this leg, and those that it takes.
    package var start: Double
    package var days: Double
    /// The line of the leg, in map units.
    package var points: [Point]
  }

  package var mode: TravelMode
  package var legs: [Leg]
  /// The positions of the towns that the way must pass, from its start to its end.
  package var passed: [Point]
  /// The world's unit of distance.
  package var unit: String

  /// The whole distance, in the world's unit.
  package var distance: Double { legs.reduce(0) { $0 + $1.distance } }
  /// The days from the start to the end.
  package var days: Double { legs.last.map { $0.start + $0.days } ?? 0 }

  /// The number of days from which their ends are not listed.
  private static let nightLimit = 1_000.0

  /// The places where days end, but for the last one; none for ways of more than a thousand days.
  package var nights: [Point] {
    guard days <= Itinerary.nightLimit else { return [] }
    var nights: [Point] = []
    var day = 1.0
    for leg in legs {
      let length = Polyline.length(leg.points)
      let end = leg.start + leg.days
      while day <= end, day < days {
        let share = leg.days > 0 ? (day - leg.start) / leg.days : 1
        if let place = Polyline.point(at: length * share, along: leg.points) {
          nights.append(place.point)
        }
        day += 1
      }
    }
    return nights
  }
}

/// A town and the quickest way to it.
package struct Reach: Hashable, Sendable {
  /// The name of the town.
  package var name: String
  /// The name of its state; nil for none.
  package var state: String?
  /// Measured along the way, in the world's unit of distance.
  package var distance: Double
  package var days: Double
}
