// SPDX-License-Identifier: MIT
// Part of Platen: what grows where, by warmth and moisture.

internal import Geometry

/// The format's thirteen biomes, and our rule for which of them a cell has.
enum BiomeTable {
  static let marine = 0
  static let hotDesert = 1
  static let coldDesert = 2
  static let savanna = 3
  static let grassland = 4
  static let tropicalSeasonalForest = 5
  static let deciduousForest = 6
  static let tropicalRainforest = 7
  static let temperateRainforest = 8
  static let taiga = 9
  static let tundra = 10
  static let glacier = 11
  static let wetland = 12

  struct Row {
    var name: String
    var color: String
    var habitability: Int
    var iconDensity: Int
    var icons: [(String, Int)]
    var cost: Int
  }

  static let rows: [Row] = [
    Row("Marine", "#466eab", 0, 0, [], 10),
    Row("Hot desert", "#fbe79f", 5, 4, [("dune", 3), ("cactus", 5), ("deadTree", 1)], 190),
    Row("Cold desert", "#b5b887", 10, 3, [("dune", 8), ("deadTree", 1)], 150),
    Row("Savanna", "#d2d082", 24, 110, [("acacia", 1), ("grass", 8)], 60),
    Row("Grassland", "#c8d68f", 34, 110, [("grass", 1)], 50),
    Row("Tropical seasonal forest", "#b6d95d", 52, 120, [("acacia", 4), ("palm", 1)], 70),
    Row("Temperate deciduous forest", "#29bc56", 100, 120, [("deciduous", 1)], 70),
    Row("Tropical rainforest", "#7dcb35", 72, 150, [("acacia", 4), ("palm", 4), ("swamp", 1)], 85),
    Row("Temperate rainforest", "#409c43", 86, 150, [("deciduous", 6), ("swamp", 1)], 90),
    Row("Taiga", "#4b6b32", 14, 100, [("conifer", 1)], 180),
    Row("Tundra", "#96784b", 4, 5, [("grass", 1)], 800),
    Row("Glacier", "#d5e7eb", 0, 0, [], 4500),
    Row("Wetland", "#0b9131", 14, 220, [("swamp", 1)], 150),
  ]

  /// The biome of every fine cell.
  static func assign(
    height: [UInt8], temperature: [Int8], rain: [UInt8], flux: [UInt16], river: [UInt16],
    distance: [Int8], neighbors: IndexLists
  ) -> [UInt8] {
    // Rivers water their valleys: a fifth of the way to a jungle at most.
    let own = height.indices.map { cell -> Double in
      guard height[cell] >= 20 else { return 0 }
      let stream = river[cell] == 0 ? 0 : min(9, 2 + Double(flux[cell]).squareRoot() / 4)
      return Double(rain[cell]) + stream
    }
    return height.indices.map { cell in
      guard height[cell] >= 20 else { return UInt8(marine) }
      var (sum, count) = (2 * own[cell], 2.0)
      for neighbor in neighbors[cell] where height[Int(neighbor)] >= 20 {
        sum += own[Int(neighbor)]
        count += 1
      }
      return UInt8(
        biome(
          warmth: Int(temperature[cell]), moisture: 2 + sum / count, height: Int(height[cell]),
          isCoast: distance[cell] == 1))
    }
  }

  private static func biome(warmth: Int, moisture: Double, height: Int, isCoast: Bool) -> Int {
    if warmth < -6 { return glacier }
    let isLow = height < 25 || (isCoast && height < 27)
    if warmth >= 0, isLow, moisture > 34 { return wetland }
    if warmth < 0 { return tundra }
    switch warmth {
    case 21...:
      return moisture < 7
        ? hotDesert
        : moisture < 14 ? savanna : moisture < 25 ? tropicalSeasonalForest : tropicalRainforest
    case 15...:
      return moisture < 6
        ? hotDesert
        : moisture < 9
          ? savanna
          : moisture < 13 ? grassland : moisture < 29 ? deciduousForest : temperateRainforest
    case 6...:
      return moisture < 5
        ? coldDesert
        : moisture < 10 ? grassland : moisture < 27 ? deciduousForest : temperateRainforest
    default:
      return moisture < 4.5 ? coldDesert : moisture < 7 ? grassland : taiga
    }
  }
}

extension BiomeTable.Row {
  fileprivate init(
    _ name: String, _ color: String, _ habitability: Int, _ iconDensity: Int,
    _ icons: [(String, Int)], _ cost: Int
  ) {
    self.init(
      name: name, color: color, habitability: habitability, iconDensity: iconDensity,
      icons: icons, cost: cost)
  }
}
