// SPDX-License-Identifier: MIT
// Part of Platen: warmth and rain over the terrain cells.

internal import Atlas
internal import Geometry

/// Temperature and rain of the terrain cells.
///
/// Warmth falls from the equator to the pole and with height. Rain comes with two winds: westerlies
/// in the middle latitudes, easterlies near the equator and the pole. Each sweeps the sheet once,
/// takes up water at sea and leaves it on land, most of it where the land climbs.
struct Climate {
  static let equator = 27.0
  static let pole = -24.0

  /// Degrees Celsius.
  var temperature: [Int8]
  /// 0…255 in the format's unit, a hundred millimetres a year.
  var rain: [UInt8]

  init(grid: Grid, height: [Double], bounds: GeographicBounds, seed: UInt64) {
    var dice = RandomStream(seed: seed, for: "climate")
    let drift = Noise(&dice)
    let count = grid.mesh.cellCount
    let warmth = (0..<count).map { cell -> Double in
      let p = grid.mesh.sites[cell] / grid.size.unit
      let latitude = Climate.latitude(grid.mesh.sites[cell].y, grid: grid, bounds: bounds)
      let climb = max(0, height[cell] - 18)
      return Climate.seaLevel(latitude) - 0.0042 * climb * climb
        + 2.2 * drift.fractal(p.x * 2.5, p.y * 2.5, octaves: 3)
    }
    var wet = [Double](repeating: 0, count: count)
    for isFromWest in [true, false] {
      Climate.sweep(grid, height, warmth, isFromWest: isFromWest, bounds: bounds, into: &wet)
    }
    for _ in 0..<2 { wet = Climate.smoothed(wet, grid.mesh.cellNeighbors) }
    temperature = warmth.map { Int8(max(-99, min(60, $0.rounded()))) }
    rain = (0..<count).map { cell in
      let p = grid.mesh.sites[cell] / grid.size.unit
      let sinking = Climate.sinking(
        Climate.latitude(grid.mesh.sites[cell].y, grid: grid, bounds: bounds))
      let luck = 1 + 0.35 * drift.fractal(p.x * 4 + 9, p.y * 4, octaves: 3)
      return height[cell] < 20
        ? 0 : UInt8(max(0, min(120, (wet[cell] * luck * (1 - 0.6 * sinking)).rounded())))
    }
  }

  static func latitude(_ y: Double, grid: Grid, bounds: GeographicBounds) -> Double {
    bounds.north - y / grid.size.height * (bounds.north - bounds.south)
  }

  private static func seaLevel(_ latitude: Double) -> Double {
    let t = min(1, abs(latitude) / 90)
    // Flat in the tropics, steep in the middle latitudes.
    return equator - (equator - pole) * (0.72 * t * t + 0.28 * t)
  }

  /// The strength of sinking air, dry from the heights: the belts of deserts near 24 degrees.
  private static func sinking(_ latitude: Double) -> Double {
    let offset = (abs(latitude) - 24) / 13
    return max(0, 1 - offset * offset)
  }

  /// The share of the year in which the wind blows from the west.
  private static func westerlies(_ latitude: Double) -> Double {
    let l = abs(latitude)
    if l < 24 { return 0.15 }
    if l < 34 { return 0.15 + 0.7 * (l - 24) / 10 }
    if l < 58 { return 0.85 }
    if l < 68 { return 0.85 - 0.55 * (l - 58) / 10 }
    return 0.3
  }

  private static func sweep(
    _ grid: Grid, _ height: [Double], _ warmth: [Double], isFromWest: Bool,
    bounds: GeographicBounds, into wet: inout [Double]
  ) {
    // Amounts are for a way as long as the sheet's shorter side, whatever the number of cells.
    let step = grid.spacing / grid.size.unit
    var air = [Double](repeating: 10, count: grid.rows)
    for index in 0..<grid.columns {
      let column = isFromWest ? index : grid.columns - 1 - index
      for row in 0..<grid.rows {
        let cell = row * grid.columns + column
        let latitude = latitude(grid.mesh.sites[cell].y, grid: grid, bounds: bounds)
        let share = isFromWest ? westerlies(latitude) : 1 - westerlies(latitude)
        let capacity = 26 * max(0.12, min(1.25, 0.4 + (warmth[cell] + 6) / 34))
        if height[cell] < 20 {
          air[row] += max(0, capacity - air[row]) * min(1, 9 * step)
          continue
        }
        let behind = isFromWest ? column - 1 : column + 1
        let from = (0..<grid.columns).contains(behind) ? height[row * grid.columns + behind] : 20
        let climb = max(0, height[cell] - max(20, from)) * 0.012
        let excess = max(0, air[row] - capacity)
        let dropped = min(air[row], air[row] * min(0.6, 1.35 * step + climb) + excess * 0.4)
        air[row] -= dropped
        wet[cell] += share * dropped / step * 0.55
      }
      // Air mixes along the front.
      let before = air
      for row in 0..<grid.rows {
        let above = before[max(0, row - 1)]
        let below = before[min(grid.rows - 1, row + 1)]
        air[row] += 0.12 * (above + below - 2 * before[row])
      }
    }
  }

  private static func smoothed(_ values: [Double], _ neighbors: IndexLists) -> [Double] {
    values.indices.map { cell in
      var (sum, count) = (values[cell], 1.0)
      for neighbor in neighbors[cell] {
        sum += values[Int(neighbor)]
        count += 1
      }
      return sum / count
    }
  }
}
