// SPDX-License-Identifier: MIT
// Part of Platen: the few words that maps bear beside the world's own names.

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

  public init() {}
}

extension MapWords: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(
      north, east, south, west, states, provinces, cultures, religions, biomes, zones)
  }
}
