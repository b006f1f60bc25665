// SPDX-License-Identifier: MIT
// Part of Platen: what plates would hide, summed over a raster of the sheet.

internal import Atlas
internal import Geometry

/// Sums of all that a plate hides at any place: land and lakes by their area, and marks of burgs,
/// added names and points of overlays by their weight. A town weighs more than all land, a capital
/// more than all towns.
struct PlateGround {
  private let room: Rect
  private let step: Double
  private let columns: Int
  private let rows: Int
  /// The sums of everything above and to the left of each corner of the raster.
  private let sums: [Int]

  /// Points of the raster.
  private static let points = 60_000.0

  init(of map: Composition) {
    room = map.window
    step = (room.width * room.height / PlateGround.points).squareRoot()
    columns = max(1, Int((room.width / step).rounded(.up)))
    rows = max(1, Int((room.height / step).rounded(.up)))
    var costs = [Int](repeating: 0, count: columns * rows)
    let cells = map.cells
    let lakes = Set(map.world.features.lazy.filter { $0.kind == .lake }.map(\.id))
    for row in 0..<rows {
      for column in 0..<columns {
        // To and fro, so that each cell is near the last one.
        let column = row % 2 == 0 ? column : columns - 1 - column
        let point = Point(
          room.minX + (Double(column) + 0.5) * step, room.minY + (Double(row) + 0.5) * step)
        // Beyond the sheet is open sea, but for what the land at its edge goes on to.
        guard map.sheet.insetBy(-(map.continuation?.reach ?? 0)).contains(point),
          point.y < map.edge.maxY
        else { continue }
        let cell = map.locator.cell(at: point)
        let isLake =
          cells.feature.indices.contains(cell) && lakes.contains(Int(cells.feature[cell]))
        if cells.height[cell] >= 20 || isLake { costs[row * columns + column] = 1 }
      }
    }
    let (room, step, columns, rows) = (room, step, columns, rows)
    func add(_ weight: Int, at point: Point) {
      guard point.isFinite, room.contains(point) else { return }
      let column = min(Int((point.x - room.minX) / step), columns - 1)
      let row = min(Int((point.y - room.minY) / step), rows - 1)
      costs[row * columns + column] += weight
    }
    let layers = map.request.layers
    if layers.contains(.burgIcons) || layers.contains(.labels) {
      let named = map.look.burgs.marksUnnamed ? Int.max : Int(min(map.nameBudget, 1e9))
      for (place, burg) in map.rankedBurgs.enumerated() {
        let weight = place < named ? PlateGround.weight(of: burg.rank) : 5
        let style = map.look.burgs.style(burg.rank)
        let half = (style.size + style.strokeWidth) / 2
        add(weight, at: burg.position)
        for corner in [
          Point(-half, -half), Point(half, -half), Point(-half, half), Point(half, half),
        ] { add(weight, at: burg.position + corner) }
      }
    }
    if layers.contains(.labels) {
      for label in map.world.addedLabels where map.request.sees(label.label) {
        add(20, at: label.position + label.label.offset)
      }
    }
    for feature in map.request.overlays.lazy.flatMap(\.features) {
      if case .point(let place) = feature.shape { add(20, at: place) }
    }
    var sums = [Int](repeating: 0, count: (columns + 1) * (rows + 1))
    for row in 0..<rows {
      var line = 0
      for column in 0..<columns {
        line += costs[row * columns + column]
        sums[(row + 1) * (columns + 1) + column + 1] =
          sums[row * (columns + 1) + column + 1] + line
      }
    }
    self.sums = sums
  }

  private static func weight(of rank: BurgRank) -> Int {
    switch rank {
    case .capital: 1_000_000_000
    case .city: 300_000
    case .town, .fort: 100_000
    case .village, .hamlet: 5
    }
  }

  /// Returns the share of a rectangle that hides land, where a town counts as the land around it.
  func share(hiddenBy rect: Rect) -> Double {
    let area = rect.width * rect.height / (step * step)
    return area > 0 ? min(1, Double(hidden(by: rect)) / area) : 0
  }

  /// Returns the sum of all that a rectangle hides; 0 where it is outside the sheet.
  func hidden(by rect: Rect) -> Int {
    guard rect.maxX > room.minX, rect.minX < room.maxX, rect.maxY > room.minY,
      rect.minY < room.maxY
    else { return 0 }
    func slot(_ offset: Double, _ count: Int, _ rule: FloatingPointRoundingRule) -> Int {
      max(0, min(count, Int((offset / step).rounded(rule))))
    }
    let left = slot(rect.minX - room.minX, columns, .down)
    let right = slot(rect.maxX - room.minX, columns, .up)
    let top = slot(rect.minY - room.minY, rows, .down)
    let bottom = slot(rect.maxY - room.minY, rows, .up)
    func sum(_ row: Int, _ column: Int) -> Int { sums[row * (columns + 1) + column] }
    return sum(bottom, right) - sum(top, right) - sum(bottom, left) + sum(top, left)
  }
}
