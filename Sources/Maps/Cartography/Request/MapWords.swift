// SPDX-License-Identifier: MIT
// Part of Platen: the few words that maps bear beside the world's own names.

internal import Atlas
public import Digests

/// Words of a language; as it begins, English.
public struct MapWords: Hashable, Sendable {
  public var north = "N"
  public var east = "E"
  public var south = "S"
  public var west = "W"
  public var states = "States"
  public var provinces = "Provinces"
  public var cultures = "Cultures"
  public var religions = "Religions"
  public var biomes = "Biomes"
  public var zones = "Zones"
  /// The title of the list of numbered names.
  public var places = "Places"
  public var heights = "Elevation"
  public var temperature = "Temperature"
  public var precipitation = "Precipitation"
  /// The end of a legend that is cut; `{1}` is the number of omitted rows.
  public var more = "and {1} more"
  public var miles = "mi"
  public var kilometers = "km"
  public var feet = "ft"
  public var meters = "m"

  public init() {}

  /// The name of a unit of distance in the map's language; an unknown one as the world writes it.
  func distance(_ unit: String) -> String {
    switch DistanceUnit.symbol(unit) {
    case "mi"?: miles
    case "km"?: kilometers
    case "ft"?: feet
    case "m"?: meters
    case .some, nil: unit
    }
  }
}

extension MapWords: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(
      north, east, south, west, states, provinces, cultures, religions, biomes, zones, places,
      heights, temperature, precipitation, more, miles, kilometers, feet, meters)
  }
}
