// SPDX-License-Identifier: MIT
// Part of Platen: what lies over a map to measure and to explain: rulers, the legend, signs of winds.

public import Digests
public import Geometry

/// A distance or an area that the user measured.
public struct Measurer: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A line from point to point.
    case ruler
    /// A curve through points.
    case opisometer
    /// A curve along routes.
    case routeOpisometer
    /// An area within a closed curve.
    case planimeter
  }
  public var kind: Kind
  public var points: [Point]

  public init(_ kind: Kind, _ points: [Point]) {
    self.kind = kind
    self.points = points
  }
}

/// The saved box that explains the colors.
public struct SavedLegend: Sendable, Hashable {
  /// A color with its words.
  public struct Row: Sendable, Hashable {
    public var id: Int?
    public var color: EntityColor
    public var name: String
    public init(id: Int?, color: EntityColor, name: String) {
      self.id = id
      self.color = color
      self.name = name
    }
  }
  public var title: String
  public var rows: [Row]

  public init(title: String, rows: [Row]) {
    self.title = title
    self.rows = rows
  }
}

/// A sign of the wind that blows over a part of the map, as it was saved.
public struct SavedWind: Sendable, Hashable {
  /// The direction it blows to.
  public enum Direction: String, Sendable, Hashable, CaseIterable {
    case east, west, south, north
  }
  public var direction: Direction
  /// The place where the sign begins on its line, at the sheet's edge.
  public var position: Point

  public init(_ direction: Direction, _ position: Point) {
    self.direction = direction
    self.position = position
  }
}

extension SavedWind.Direction: Digestible {}

extension SavedWind: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(direction, position) }
}

extension Measurer.Kind: Digestible {}

extension Measurer: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(kind, points) }
}

extension SavedLegend: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(title, rows) }
}

extension SavedLegend.Row: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(id, color, name) }
}
