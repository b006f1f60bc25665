// SPDX-License-Identifier: MIT
// Part of Platen: the layers a map may show, in the order they are painted.

public import Digests

/// One layer of a map, with the name FMG gives it, in kebab case. The order of the cases is the
/// order of painting.
public enum MapLayer: String, Hashable, Sendable, CaseIterable {
  case ocean
  case landmass
  case texture
  case heightmap
  case lakes
  case biomes
  case religions
  case cultures
  case states
  case provinces
  case zones
  case hillshade
  case cells
  case grid
  case coordinates
  case compass
  case rivers
  case relief
  case borders
  case routes
  case temperature
  case coastline
  case ice
  case goods
  case markets
  case trade
  case precipitation
  case population
  case emblems
  case burgIcons = "burg-icons"
  case labels
  case military
  case markers
  case fogging
  case rulers
  case vignette
  case frame
  case scaleBar = "scale-bar"
  case title
  case legend
  /// The whole sheet, small in a corner of a map of a part of it.
  case inset

  /// The layer that a save names, with FMG's own name for it; nil for an unknown one.
  init?(savedName name: String) {
    switch name {
    case "burgIcons": self = .burgIcons
    case "scaleBar": self = .scaleBar
    default: self.init(rawValue: name)
    }
  }

  /// Indicates whether a map with this layer needs a legend.
  var isExplained: Bool {
    switch self {
    case .biomes, .heightmap, .religions, .cultures, .zones, .temperature, .precipitation: true
    case .ocean, .landmass, .texture, .lakes, .states, .provinces, .hillshade, .cells, .grid,
      .coordinates, .compass, .rivers, .relief, .borders, .routes, .coastline, .ice, .goods,
      .markets, .trade, .population, .emblems, .burgIcons, .labels, .military, .markers, .fogging,
      .rulers, .vignette, .frame, .scaleBar, .title, .legend, .inset:
      false
    }
  }

  /// Layers every map has, whatever else it shows.
  static let permanent: [MapLayer] = [.ocean, .landmass, .coastline]
}

extension MapLayer: Digestible {}
