// SPDX-License-Identifier: MIT
// Part of Platen: reads the grid of a map job, and the words of its language.

package import Cartography
internal import Diagnostics
package import Documents
internal import JobKit
internal import Values

extension GridRequest {
  /// Reads the value of the key `grid`: a kind alone, or a mapping.
  ///
  /// - Throws: `Failure` `manifest.value` for an invalid cell width.
  init(_ value: PlacedValue) throws {
    self.init()
    if let word = value.text {
      kind = GridKind(rawValue: word)
      return
    }
    kind = value["kind"]?.text.flatMap(GridKind.init)
    isNumbered = value["numbered"]?.flag
    rotation = value["rotation"]?.text.flatMap(Double.init)
    dx = value["dx"]?.text.flatMap(Double.init)
    dy = value["dy"]?.text.flatMap(Double.init)
    if let size = value["size"] { width = try GridRequest.width(size) }
  }

  /// Reads `24 mi`, `24mi`, or `25` for map units.
  static func width(_ value: PlacedValue) throws -> Width {
    let text = value.text ?? ""
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = text[digits.endIndex...].drop(while: { $0 == " " })
    guard let number = Double(digits), number > 0, number <= 1e9, unit.count <= 40 else {
      throw Failure(
        .error(
          .manifestValue, "invalid cell width of a grid: \(value.description)",
          at: value.place,
          hints: ["write a number of map units (25), or a distance (24 mi, 40 km)"]))
    }
    return unit.isEmpty ? .units(number) : .distance(number, unit: String(unit))
  }
}

extension MapWords {
  package init(_ phrases: Phrasebook) {
    self.init()
    north = phrases[.windNorth]
    east = phrases[.windEast]
    south = phrases[.windSouth]
    west = phrases[.windWest]
    states = phrases[.mapStates]
    provinces = phrases[.mapProvinces]
    cultures = phrases[.mapCultures]
    religions = phrases[.mapReligions]
    biomes = phrases[.mapBiomes]
    zones = phrases[.mapZones]
    places = phrases[.places]
    heights = phrases[.layerHeightmap]
    temperature = phrases[.layerTemperature]
    precipitation = phrases[.layerPrecipitation]
    more = phrases[.mapMore]
    miles = phrases[.mapMiles]
    kilometers = phrases[.mapKilometers]
    feet = phrases[.mapFeet]
    meters = phrases[.mapMeters]
  }
}
