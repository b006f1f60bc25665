// SPDX-License-Identifier: MIT
// Part of Platen: the grid a job sets in place of the look's, such as hexes of 24 miles.

public import Digests

/// A grid as one job specifies it; nil means as in the look.
public struct GridRequest: Hashable, Sendable {
  /// The width of a cell.
  public enum Width: Hashable, Sendable {
    /// A width in map units.
    case units(Double)
    /// On the ground; `unit` is a known unit's name or the world's own.
    case distance(Double, unit: String)
  }

  public var kind: GridKind?
  public var width: Width?
  public var isNumbered: Bool?
  /// Degrees clockwise.
  public var rotation: Double?
  /// The distance it is moved to the right and down, in map units.
  public var dx: Double?
  public var dy: Double?

  public init() {}
}

/// Units of distance, by what people call them.
public enum DistanceUnit {
  /// Metres to a unit; nil for one that is not known.
  ///
  /// The league is three miles, the nautical one three nautical miles; a versta is 1066.8 metres.
  public static func meters(_ name: String) -> Double? {
    switch name.lowercased() {
    case "m", "meter", "meters", "metre", "metres": 1
    case "km", "kilometer", "kilometers", "kilometre", "kilometres": 1000
    case "ft", "foot", "feet": 0.3048
    case "yd", "yard", "yards": 0.9144
    case "mi", "mile", "miles": 1609.344
    case "lg", "league", "leagues": 4828.032
    case "nmi", "nautical mile", "nautical miles": 1852
    case "nlg", "nautical league", "nautical leagues": 5556
    case "vr", "versta", "verst", "versts": 1066.8
    default: nil
    }
  }

  /// The symbol of a unit that maps write in their own language; nil for others.
  static func symbol(_ name: String) -> String? {
    switch name.lowercased() {
    case "m", "meter", "meters", "metre", "metres": "m"
    case "km", "kilometer", "kilometers", "kilometre", "kilometres": "km"
    case "ft", "foot", "feet": "ft"
    case "mi", "mile", "miles": "mi"
    default: nil
    }
  }

  /// `value` of one unit in another; nil where the two cannot be compared.
  public static func convert(_ value: Double, from: String, to: String) -> Double? {
    if from.lowercased() == to.lowercased() { return value }
    guard let one = meters(from), let other = meters(to) else { return nil }
    return value * one / other
  }
}

extension GridRequest: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(kind, width, isNumbered, rotation, dx, dy)
  }
}

extension GridRequest.Width: Digestible {
  public func add(to digester: inout Digester) {
    switch self {
    case .units(let length): digester.addCase(0, length)
    case .distance(let length, let unit): digester.addCase(1, length, unit)
    }
  }
}
