// SPDX-License-Identifier: MIT
// Part of Platen: how wide the cells of the grid asked for are, and distances in map units.

public import Atlas

extension MapRequest {
  /// Width of a cell of the grid in map units, as job or look set it; nil where it only goes with
  /// the sheet's size, or cannot be reckoned in the world's unit.
  public func gridWidth(in world: World) -> Double? {
    switch grid?.width {
    case .units(let width): width
    case .distance(let distance, let unit): world.mapUnits(distance, unit)
    case nil:
      look.grid.distance > 0 ? world.mapUnits(look.grid.distance, world.units.distance) : nil
    }
  }
}

extension World {
  /// A distance on the ground in map units; nil where the world has no scale, or its unit and this one
  /// cannot be compared.
  public func mapUnits(_ distance: Double, _ unit: String) -> Double? {
    guard let own = DistanceUnit.convert(distance, from: unit, to: units.distance),
      units.distanceScale > 0
    else { return nil }
    let result = own / units.distanceScale
    return result.isFinite && result > 0 ? result : nil
  }
}
