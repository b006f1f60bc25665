// SPDX-License-Identifier: MIT
// Part of Platen: the heights of a world: coasts, ranges, valleys, lakes and sea floor.

internal import Geometry

/// Heights of the terrain cells, 0…100 with decimals; 20 is the shore.
///
/// Land is where a field falling off from the continents' spines, roughened by warped noise,
/// exceeds the level that leaves the requested share of land. Ranges follow the spines; then
/// running water cuts valleys and what it cannot drain becomes lakes.
struct Landform {
  var height: [Double]

  private let points: [Point]
  private let neighbors: IndexLists
  private let isBorder: [Bool]
  private let scale: Double
  private let spacing: Double

  /// - Parameters:
  ///   - isBorder: cells at the sheet's edge, which stay water.
  ///   - spacing: distance between cells in map units.
  init(
    points: [Point], neighbors: IndexLists, isBorder: [Bool], size: Size, spacing: Double,
    seed: UInt64, landShare: Double = 0.37
  ) {
    self.points = points
    self.neighbors = neighbors
    self.isBorder = isBorder
    scale = 1 / size.unit
    self.spacing = spacing
    height = []
    var dice = RandomStream(seed: seed, for: "land")
    let fields = HeightFields(points: points, size: size, dice: &dice)

    // The level that leaves the requested share of land.
    let wet = Int(Double(points.count) * (1 - landShare))
    let level = fields.level.sorted()[min(max(0, wet), points.count - 1)]
    var isLand = fields.level.map { $0 > level }
    for cell in points.indices where isBorder[cell] { isLand[cell] = false }
    dropSpecks(&isLand)

    let inland = distance(from: isLand, inside: true)
    let offshore = distance(from: isLand, inside: false)
    height = points.indices.map { cell in
      isLand[cell]
        ? fields.landHeight(cell, inland: inland[cell])
        : fields.seaHeight(cell, offshore: offshore[cell])
    }
    erode(isLand: isLand, rounds: 5)
    fillLakes(isLand: isLand)
  }

  /// Heights as the file keeps them; rounding never moves a cell over the shore.
  var rounded: [UInt8] {
    height.map { value in
      value >= 20 ? UInt8(min(100, value)) : UInt8(max(0, min(19, value)))
    }
  }

  // MARK: Shape

  /// Turns land and water over where a patch is too small to be seen.
  private func dropSpecks(_ isLand: inout [Bool]) {
    let smallest = max(2, points.count / 4000)
    var seen = [Bool](repeating: false, count: points.count)
    var patch: [Int] = []
    for start in points.indices where !seen[start] {
      seen[start] = true
      patch = [start]
      var next = 0
      var touchesBorder = false
      while next < patch.count {
        let cell = patch[next]
        next += 1
        if isBorder[cell] { touchesBorder = true }
        for neighbor in neighbors[cell]
        where !seen[Int(neighbor)] && isLand[Int(neighbor)] == isLand[start] {
          seen[Int(neighbor)] = true
          patch.append(Int(neighbor))
        }
      }
      // Water shut in by land stays only where it makes a real lake.
      let limit = isLand[start] ? smallest : smallest * 3
      if patch.count < limit, !touchesBorder {
        let turned = !isLand[start]
        for cell in patch { isLand[cell] = turned }
      }
    }
  }

  /// Distance in units of the sheet's shorter side from each cell to the nearest of the other kind;
  /// 0 outside.
  private func distance(from isLand: [Bool], inside: Bool) -> [Double] {
    var nearest = [Int32](repeating: -1, count: points.count)
    var queue: [Int32] = []
    for cell in points.indices where isLand[cell] == inside {
      if neighbors[cell].contains(where: { isLand[Int($0)] != inside }) {
        nearest[cell] = Int32(cell)
        queue.append(Int32(cell))
      }
    }
    var next = 0
    while next < queue.count {
      let cell = Int(queue[next])
      next += 1
      for neighbor in neighbors[cell]
      where isLand[Int(neighbor)] == inside && nearest[Int(neighbor)] < 0 {
        nearest[Int(neighbor)] = nearest[cell]
        queue.append(neighbor)
      }
    }
    return points.indices.map { cell in
      guard isLand[cell] == inside else { return 0 }
      guard nearest[cell] >= 0 else { return 1 }
      return (points[cell].distance(to: points[Int(nearest[cell])]) + spacing / 2) * scale
    }
  }

  // MARK: Water at work

  /// Lets streams cut down in proportion to the root of what they gather, slopes slide a little.
  private mutating func erode(isLand: [Bool], rounds: Int) {
    let outlets = isLand.map { !$0 }
    let area = [Double](repeating: spacing * spacing * scale * scale, count: points.count)
    let step = spacing * scale
    for _ in 0..<rounds {
      let drainage = Drainage(elevation: height, neighbors: neighbors, isOutlet: outlets)
      let gathered = drainage.accumulate(area)
      // Implicit in the downstream height, after Braun and Willett (2013): stable at any step.
      for index in drainage.order {
        let cell = Int(index)
        let target = Int(drainage.target[cell])
        guard isLand[cell], target >= 0 else { continue }
        let base = max(20, height[target])
        guard height[cell] > base else { continue }
        let power = 0.035 * gathered[cell].squareRoot() / step
        height[cell] = (height[cell] + power * base) / (1 + power)
      }
      let before = height
      for cell in points.indices where isLand[cell] {
        var (sum, count) = (0.0, 0.0)
        for neighbor in neighbors[cell] where isLand[Int(neighbor)] {
          sum += before[Int(neighbor)]
          count += 1
        }
        if count > 0 { height[cell] += 0.08 * (sum / count - before[cell]) }
      }
    }
    for cell in points.indices where isLand[cell] { height[cell] = min(98, max(20, height[cell])) }
  }

  /// Drowns the deepest hollows; the others are left for the rivers to fill and cross.
  private mutating func fillLakes(isLand: [Bool]) {
    let outlets = isLand.map { !$0 }
    let drainage = Drainage(elevation: height, neighbors: neighbors, isOutlet: outlets)
    let smallest = max(2, points.count / 4000)
    let largest = max(12, points.count / 250)
    var hollows: [(depth: Double, cells: [Int])] = []
    var seen = [Bool](repeating: false, count: points.count)
    for start in points.indices where isLand[start] && !seen[start] {
      guard drainage.filled[start] > height[start] else { continue }
      var cells = [start]
      seen[start] = true
      var next = 0
      var depth = 0.0
      while next < cells.count {
        let cell = cells[next]
        next += 1
        depth = max(depth, drainage.filled[cell] - height[cell])
        for neighbor in neighbors[cell] {
          let other = Int(neighbor)
          guard isLand[other], !seen[other], drainage.filled[other] > height[other] else {
            continue
          }
          seen[other] = true
          cells.append(other)
        }
      }
      if cells.count >= smallest, cells.count <= largest { hollows.append((depth, cells)) }
    }
    hollows.sort { ($0.depth, $1.cells[0]) > ($1.depth, $0.cells[0]) }
    for hollow in hollows.prefix(14) {
      // A lake does not break through to the sea: cells beside it stay land.
      for cell in hollow.cells
      where !neighbors[cell].contains(where: { outlets[Int($0)] }) {
        height[cell] = 19
      }
    }
  }
}

/// The fields that a world's heights are mixed from, one number for each cell.
private struct HeightFields {
  /// The level of the ground: high where land is.
  var level: [Double]
  private var crest: [Double]
  private var ridge: [Double]
  private var hills: [Double]

  init(points: [Point], size: Size, dice: inout RandomStream) {
    let extent = Size(width: size.width / size.unit, height: size.height / size.unit)
    let plan = Continents(extent: extent, dice: &dice)
    let (bendX, bendY, rough, fine) = (
      Noise(&dice), Noise(&dice), Noise(&dice), Noise(&dice)
    )
    let (ranges, rolling, islets) = (Noise(&dice), Noise(&dice), Noise(&dice))
    level = []
    crest = []
    ridge = []
    hills = []
    level.reserveCapacity(points.count)
    for point in points {
      let p = point / size.unit
      // Land bends with a slow noise, so that no coast shows the spine's straight pieces.
      let warped = Point(
        p.x + 0.19 * bendX.fractal(p.x * 2.9, p.y * 2.9, octaves: 5),
        p.y + 0.19 * bendY.fractal(p.x * 2.9, p.y * 2.9, octaves: 5))
      let (land, mountains) = HeightFields.spines(plan.segments, at: warped)
      let detail = rough.fractal(warped.x * 5, warped.y * 5, octaves: 7, gain: 0.55)
      let raggedness = 0.5 + 0.9 * max(0, fine.fractal(p.x * 2.3, p.y * 2.3, octaves: 2))
      let edge = min(p.x, extent.width - p.x, p.y, extent.height - p.y)
      let rim = edge < 0.13 ? (0.13 - edge) / 0.13 : 0
      // Fjords and islets, more of them on ragged coasts.
      let broken = islets.fractal(p.x * 17, p.y * 17, octaves: 5, gain: 0.6)
      level.append(land + raggedness * (detail * 2 + broken * 1.5) - 2.2 * rim * rim)
      crest.append(mountains)
      ridge.append(ranges.ridges(warped.x * 7, warped.y * 7, octaves: 5))
      hills.append(rolling.fractal(p.x * 9, p.y * 9, octaves: 5))
    }
  }

  /// The strength with which a place belongs to land (1 on a spine, 0 at its reach) and to a range.
  private static func spines(_ segments: [Continents.Segment], at p: Point) -> (Double, Double) {
    var land = -1.0
    var mountains = 0.0
    for segment in segments {
      let along = segment.to - segment.from
      let t = min(1, max(0, (p - segment.from).dot(along) / max(1e-12, along.squaredLength)))
      let distance = p.distance(to: segment.from + along * t)
      let reach = segment.reach.0 + (segment.reach.1 - segment.reach.0) * t
      land = max(land, 1 - distance / reach)
      if distance < 3 * segment.breadth {
        let crest = segment.crest.0 + (segment.crest.1 - segment.crest.0) * t
        let slope = distance / segment.breadth
        // A bell without the exponential function: (1 - x²/9)⁴.
        let bell = 1 - slope * slope / 9
        mountains = max(mountains, crest * bell * bell * bell * bell)
      }
    }
    return (land, mountains)
  }

  func landHeight(_ cell: Int, inland: Double) -> Double {
    let rise = min(1, inland / 0.11)
    let shore = min(1, inland / 0.022)
    let lowland = 1 + 11 * rise * (2 - rise) + 7 * hills[cell] * shore
    let range = crest[cell] * (0.05 + 1.3 * ridge[cell]) * (0.3 + 0.7 * shore)
    return max(20, 20 + max(0.4, lowland) + 58 * range)
  }

  func seaHeight(_ cell: Int, offshore: Double) -> Double {
    // A shelf, a slope, and a floor that swells a little.
    let depth = offshore < 0.03 ? offshore / 0.03 * 5 : 5 + min(1, (offshore - 0.03) / 0.12) * 10
    return max(0, 19 - depth + 2.5 * hills[cell])
  }
}
