// SPDX-License-Identifier: MIT
// Part of Platen: the layers a map may show, in the order they are painted.

/// One layer of a map, named as the generator names it. The order of the cases is the order of
/// painting.
public enum MapLayer: String, Hashable, Sendable, CaseIterable {
  case ocean
  case landmass
  case heightmap
  case lakes
  case biomes
  case religions
  case cultures
  case states
  case provinces
  case zones
  case cells
  case coordinates
  case rivers
  case borders
  case routes
  case temperature
  case coastline
  case ice
  case precipitation
  case population
  case burgIcons
  case labels
  case markers
  case vignette
  case frame
  case scaleBar
  case title

  /// Layers every map has, whatever else it shows.
  static let permanent: [MapLayer] = [.ocean, .landmass, .coastline]

  /// Layers of the generator that are not drawn yet, so that the message can say so.
  static let undrawn = [
    "compass", "emblems", "fogging", "goods", "grid", "legend", "markets", "military", "relief",
    "rulers", "texture", "trade",
  ]
}
