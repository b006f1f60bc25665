// SPDX-License-Identifier: MIT
// Part of Platen: a world's heights as a grid of numbers, for programs that build land from them.

public import Atlas
internal import Diagnostics
public import Geometry

/// The heights of a part of a world, a number of 16 bits for each pixel.
///
/// 0 is the deepest sea, 65,535 the highest peak a world can have; sea level, 20 of 100 in worlds,
/// is 13,107. Between cells heights run evenly, as the hillshade's do: the mean of the cells
/// around, then of a square round each knot of a grid finer than cells, then a curve through the
/// knots without corners (a uniform cubic B-spline). What is land on the map is never below sea
/// level, what is water always is.
///
/// All sums are of integers, so a row's numbers do not depend on which rows were requested with it.
public struct HeightRaster: Sendable {
  public let width: Int
  public let height: Int
  /// The window in map units, stretched over the grid.
  private let window: Rect
  private let sheet: Rect
  private let mesh: VoronoiMesh
  private let heights: [UInt8]
  /// Map units from knot to knot; knots stand at odd halves of it, from the sheet's corner on.
  private let pitch: Double
  private let sampler: KnotSampler

  /// The number that stands for sea level.
  public static let seaLevel: UInt16 = 13_107
  /// Parts of a cell's height that are reckoned with.
  private static let unit = 1 << 16
  private static let knotsPerCell = 12.0

  /// - Parameters:
  ///   - window: what is shown, in map units; beyond the sheet heights are those of its edge.
  /// - Throws: `Failure` `map.no-heights` where the world has no cells.
  public init(of world: World, window: Rect, width: Int, height: Int) throws {
    if let terrain = world.terrain, terrain.mesh.cellCount > 0,
      terrain.height.count == terrain.mesh.cellCount
    {
      mesh = terrain.mesh
      heights = terrain.height
    } else if let cells = world.cells, cells.count > 0, cells.height.count == cells.count {
      mesh = cells.mesh
      heights = cells.height
    } else {
      throw Failure(
        .error(
          .mapNoHeights, "the world has no cells, so it has no heights",
          hints: ["export the map in full, or use the .map file itself"]))
    }
    self.width = width
    self.height = height
    self.window = window
    sheet = Rect(x: 0, y: 0, width: world.info.width, height: world.info.height)
    sampler = KnotSampler(mesh)
    pitch = max(
      window.width / Double(width), window.height / Double(height),
      sampler.spacing / HeightRaster.knotsPerCell)
  }

  /// The numbers of some rows, from the top and from the left.
  public func rows(_ range: Range<Int>) -> [UInt16] {
    guard !range.isEmpty, width > 0 else { return [] }
    let across = (0..<width).map { place(window.minX, window.width, $0, of: width) }
    let down = range.map { place(window.minY, window.height, $0, of: height) }
    let columns = knots(of: across)
    let rows = knots(of: down)
    let locator = CellLocator(mesh: mesh)
    let grid = KnotGrid(
      columns: columns, rows: rows, radius: sampler.radius(pitch: pitch)
    ) { column, row in
      sample(column, row, locator)
    }
    var result: [UInt16] = []
    result.reserveCapacity(width * range.count)
    for y in down {
      for x in across {
        let isLand =
          grid.isLand(x, y)
          ?? (heights[locator.cell(at: onSheet(Point(x.value, y.value)))] >= 20)
        let number = HeightRaster.number(of: grid.value(x, y))
        result.append(
          isLand
            ? max(number, HeightRaster.seaLevel) : min(number, HeightRaster.seaLevel - 1))
      }
    }
    return result
  }

  private static func number(of height: Double) -> UInt16 {
    UInt16(max(0, min(65_535, (height / Double(100 * unit) * 65_535).rounded())))
  }

  /// The middle of a pixel, and where it lies between knots.
  private func place(_ start: Double, _ length: Double, _ index: Int, of count: Int) -> KnotPlace {
    KnotPlace(start + (Double(index) + 0.5) / Double(count) * length, pitch: pitch)
  }

  /// The knots that bear on some places: one before and two after those they lie between.
  private func knots(of places: [KnotPlace]) -> Range<Int> {
    guard let first = places.first, let last = places.last else { return 0..<0 }
    return first.knot - 1..<last.knot + 3
  }

  private func onSheet(_ p: Point) -> Point {
    Point(
      max(sheet.minX, min(sheet.maxX, p.x)), max(sheet.minY, min(sheet.maxY, p.y)))
  }

  /// The height at a knot, in parts, and whether its cell is land.
  private func sample(_ column: Int, _ row: Int, _ locator: CellLocator) -> (Int, Bool) {
    let p = onSheet(Point((Double(column) + 0.5) * pitch, (Double(row) + 0.5) * pitch))
    let cell = locator.cell(at: p)
    let mean = sampler.mean(at: p, in: cell) { Double(heights[$0]) }
    return (Int((mean * Double(HeightRaster.unit)).rounded()), heights[cell] >= 20)
  }
}

/// A coordinate between two knots.
struct KnotPlace {
  let value: Double
  /// The knot before it.
  let knot: Int
  /// The weights of the knot before that one, it, and the next two.
  let weights: (Double, Double, Double, Double)

  init(_ value: Double, pitch: Double) {
    self.value = value
    let position = value / pitch - 0.5
    let below = position.rounded(.down)
    knot = Int(below)
    let t = position - below
    let s = 1 - t
    weights = (
      s * s * s / 6, (3 * t * t * t - 6 * t * t + 4) / 6, (3 * s * s * s - 6 * s * s + 4) / 6,
      t * t * t / 6
    )
  }
}

/// Heights at some knots of an endless grid, smoothed.
struct KnotGrid {
  private let columns: Range<Int>
  private let rows: Range<Int>
  private var values: [Int]
  private var land: [Bool]

  /// - Parameters:
  ///   - radius: how many knots to each side heights are the mean of, twice.
  ///   - sample: the height at a knot and whether it is land.
  init(
    columns: Range<Int>, rows: Range<Int>, radius: Int, sample: (Int, Int) -> (Int, Bool)
  ) {
    // The knots that smoothing needs beyond the requested ones.
    let margin = 2 * radius
    let wide = columns.lowerBound - margin..<columns.upperBound + margin
    let tall = rows.lowerBound - margin..<rows.upperBound + margin
    var values = [Int](repeating: 0, count: wide.count * tall.count)
    var land = [Bool](repeating: false, count: values.count)
    for row in tall {
      let start = (row - tall.lowerBound) * wide.count
      for step in 0..<wide.count {
        // There and back again, so that the next knot is never far.
        let index = row & 1 == 0 ? step : wide.count - 1 - step
        (values[start + index], land[start + index]) = sample(wide.lowerBound + index, row)
      }
    }
    for _ in 0..<2 {
      KnotGrid.blur(&values, radius, lanes: tall.count, length: wide.count, 1, wide.count)
      KnotGrid.blur(&values, radius, lanes: wide.count, length: tall.count, wide.count, 1)
    }
    self.columns = wide
    self.rows = tall
    self.values = values
    self.land = land
  }

  /// The mean of so many knots to both sides along each lane. Ends are wrong, as knots are missing
  /// there: each time by the radius, which the margin makes up for.
  private static func blur(
    _ values: inout [Int], _ radius: Int, lanes: Int, length: Int, _ step: Int, _ next: Int
  ) {
    let count = 2 * radius + 1
    precondition(length >= count)
    var lane = [Int](repeating: 0, count: length)
    for number in 0..<lanes {
      for i in 0..<length { lane[i] = values[number * next + i * step] }
      var sum = lane[0..<count].reduce(0, +)
      for i in radius..<length - radius {
        values[number * next + i * step] = (sum + count / 2) / count
        if i + radius + 1 < length { sum += lane[i + radius + 1] - lane[i - radius] }
      }
    }
  }

  /// The height at a place.
  func value(_ x: KnotPlace, _ y: KnotPlace) -> Double {
    let column = x.knot - 1 - columns.lowerBound
    func along(_ row: Int) -> Double {
      let i = (row - rows.lowerBound) * columns.count + column
      return Double(values[i]) * x.weights.0 + Double(values[i + 1]) * x.weights.1
        + Double(values[i + 2]) * x.weights.2 + Double(values[i + 3]) * x.weights.3
    }
    return along(y.knot - 1) * y.weights.0 + along(y.knot) * y.weights.1
      + along(y.knot + 1) * y.weights.2 + along(y.knot + 2) * y.weights.3
  }

  /// Indicates whether a place is land, where all knots around it are of one kind; nil by a coast.
  func isLand(_ x: KnotPlace, _ y: KnotPlace) -> Bool? {
    let column = x.knot - 1 - columns.lowerBound
    let first = land[(y.knot - 1 - rows.lowerBound) * columns.count + column]
    for row in y.knot - 1...y.knot + 2 {
      let start = (row - rows.lowerBound) * columns.count + column
      for i in start...start + 3 where land[i] != first { return nil }
    }
    return first
  }
}
