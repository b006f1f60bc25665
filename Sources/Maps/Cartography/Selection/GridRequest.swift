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
