// SPDX-License-Identifier: MIT
// Part of Platen: a way through a world, leg by leg.

public import Geometry

/// A way from town to town, leg by leg.
public struct Itinerary: Sendable {
  /// A place where legs begin and end.
  public struct Stop: Hashable, Sendable {
    /// The name of the town there, or of the nearest one.
    public var name: String
    /// Indicates whether the place is the town and not a place near it.
    public var isTown: Bool
    public var position: Point
  }

  /// A part of the way over one kind of ground, from one stop to the next.
  public struct Leg: Sendable {
    public var from: Stop
    public var to: Stop
    public var kind: WayKind
    /// Measured in the world's unit of distance.
    public var distance: Double
    /// The days from the start to the beginning of this leg, and those that it takes.
    public var start: Double
    public var days: Double
    /// The line of the leg, in map units.
    public var points: [Point]
  }

  public var mode: TravelMode
  public var legs: [Leg]
  /// The world's unit of distance.
  public var unit: String

  /// The whole distance, in the world's unit.
  public var distance: Double { legs.reduce(0) { $0 + $1.distance } }
  /// The days from the start to the end.
  public var days: Double { legs.last.map { $0.start + $0.days } ?? 0 }
}

/// A town and the quickest way to it.
public struct Reach: Hashable, Sendable {
  /// The name of the town.
  public var name: String
  /// The name of its state; nil for none.
  public var state: String?
  /// Measured along the way, in the world's unit of distance.
  public var distance: Double
  public var days: Double
}
