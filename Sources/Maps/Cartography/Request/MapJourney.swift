// SPDX-License-Identifier: MIT
// Part of Platen: a way through the world that a map shows, with its days; the stops of a party.

package import Digests
package import Geometry

/// A way through the world that a map shows.
package struct MapJourney: Hashable, Sendable {
  /// A part of the way over one kind of ground.
  package struct Leg: Hashable, Sendable {
    /// The line, in map units.
    package var points: [Point]
    /// Indicates whether the line is dashed: over water, or where the way is not known.
    package var isDashed: Bool

    package init(points: [Point], isDashed: Bool) {
      (self.points, self.isDashed) = (points, isDashed)
    }
  }

  package var legs: [Leg]
  /// The places where the way begins and ends, and those between them that it must pass.
  package var stops: [Point]
  /// The places where days end, but for the last one.
  package var nights: [Point]
  /// The text of its label, such as its days and its distance.
  package var label: String
  /// Indicates whether the label is omitted where it would cover another one.
  package var isLabelOptional = false

  package init(legs: [Leg], stops: [Point], nights: [Point], label: String) {
    self.legs = legs
    self.stops = stops
    self.nights = nights
    self.label = label
  }
}

extension MapJourney: Digestible {
  package func add(to digester: inout Digester) {
    digester.addFields(legs, stops, nights, label, isLabelOptional)
  }
}

extension MapJourney.Leg: Digestible {
  package func add(to digester: inout Digester) { digester.addFields(points, isDashed) }
}

/// The stops of a party on its way, which a map numbers and its legend lists.
package struct PartyStops: Hashable, Sendable {
  package struct Stop: Hashable, Sendable {
    package var position: Point
    package var name: String
    /// The day or date when the party is first there; empty if it is not known.
    package var date: String

    package init(_ position: Point, name: String, date: String) {
      (self.position, self.name, self.date) = (position, name, date)
    }
  }

  /// The name in the legend.
  package var name: String
  package var stops: [Stop]

  package init(name: String, stops: [Stop]) { (self.name, self.stops) = (name, stops) }
}

extension PartyStops: Digestible {
  package func add(to digester: inout Digester) { digester.addFields(name, stops) }
}

extension PartyStops.Stop: Digestible {
  package func add(to digester: inout Digester) { digester.addFields(position, name, date) }
}

extension MapRequest {
  /// Shows the numbered stops of a party, and the legs between them.
  package mutating func show(_ party: PartyStops, along legs: [MapJourney]) {
    self.party = party
    journeys += legs
    // The towns at its stops are named first.
    overlay.signs += party.stops.map { MapOverlay.Sign(center: $0.position, radius: 0) }
  }
}
