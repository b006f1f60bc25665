// SPDX-License-Identifier: MIT
// Part of Platen: the canonical digest of a world: all that is in it.

public import Digests
internal import Geometry

extension World: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(
      info, units, coordinates, coast, drawsWholeVertices, riverStyle, terrain, cells, features,
      biomes,
      cultures, states, provinces, religions, burgs, rivers, routes, markers, zones, ice, goods,
      markets, deals, regiments, notes, nameBases, addedLabels, relief, chronicle, militaryUnits,
      measurers, fogHoles, presentation, picture, unmodeled)
  }
}

extension WorldInfo: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(name, width, height, seed, mapID, version, year, era, eraShort, description)
  }
}

extension Units: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(
      distance, distanceScale, area, height, heightExponent, temperature, populationRate,
      urbanization, urbanDensity)
  }
}

extension GeographicBounds: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(north, south, west, east) }
}

extension JaggedCoast: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(
      maxDepth, baseAmplitude, amplitudeDecay, minEdge, smoothThreshold, roughnessContrast,
      profileHarmonics, lakeSmoothThresholdFactor)
  }
}

extension Terrain: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(
      mesh, boundary, spacing, columns, rows, cellsDesired, height, precipitation, feature,
      featureKinds, distance, temperature)
  }
}

extension Cells: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(
      mesh, gridCell, height, area, feature, distance, haven, harbor, biome, burg, culture, state,
      province, religion, river, confluence, flux, suitability, population, good, market)
  }
}

extension RiverStyle: Digestible {
  public func add(to digester: inout Digester) {
    switch self {
    case .broad: digester.addCase(0)
    case .slender: digester.addCase(1)
    }
  }
}

extension CoastStyle: Digestible {
  public func add(to digester: inout Digester) {
    switch self {
    case .smooth: digester.addCase(0)
    case .jagged(let parameters): digester.addCase(1, parameters)
    }
  }
}

extension EntityList: Digestible where Row: Digestible {
  /// The rows in their order; where each id stands follows from them.
  public func add(to digester: inout Digester) { digester.addElements(of: self) }
}
