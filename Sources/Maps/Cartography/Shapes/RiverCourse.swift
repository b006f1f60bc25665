// SPDX-License-Identifier: MIT
// Part of Platen: the winding course of a river between cell centers, and its width.

internal import Atlas
internal import Geometry
internal import Libc

/// The center line of a river with the water each point adds.
///
/// The winding and the widths are FMG's, so that a river runs where its users know it.
struct RiverCourse {
  private(set) var points: [Point] = []
  /// Flux at points that are cell centers, 0 at those put in between.
  private(set) var flux: [Double] = []
  private let widthFactor: Double
  private let sourceWidth: Double
  private let id: Int
  private let style: RiverStyle

  init(river: River, cells: Cells, sheet: Rect, style: RiverStyle = .slender) {
    id = river.id
    self.style = style
    widthFactor = river.widthFactor
    sourceWidth = river.sourceWidth
    let stops = RiverCourse.stops(of: river, cells: cells, sheet: sheet)
    guard stops.count > 1 else { return }
    wind(along: stops, cells: river.cells, of: cells)
  }

  /// One point for each of the river's cells.
  private static func stops(of river: River, cells: Cells, sheet: Rect) -> [Point] {
    if river.points.count == river.cells.count, !river.points.isEmpty {
      return river.points.allSatisfy(\.isFinite) ? river.points : []
    }
    var stops: [Point] = []
    for cell in river.cells {
      if cell >= 0, Int(cell) < cells.count {
        stops.append(cells.mesh.sites[Int(cell)])
      } else if let last = stops.last {
        stops.append(exit(from: last, sheet))
      } else {
        return []
      }
    }
    return stops
  }

  /// The place where a river leaves the sheet: straight over the nearest edge.
  private static func exit(from p: Point, _ sheet: Rect) -> Point {
    let least = min(p.y - sheet.minY, sheet.maxY - p.y, p.x - sheet.minX, sheet.maxX - p.x)
    if least == p.y - sheet.minY { return Point(p.x, sheet.minY) }
    if least == sheet.maxY - p.y { return Point(p.x, sheet.maxY) }
    if least == p.x - sheet.minX { return Point(sheet.minX, p.y) }
    return Point(sheet.maxX, p.y)
  }

  /// Puts one or two points aside of each stretch, less the farther down it lies.
  private mutating func wind(along stops: [Point], cells ids: [Int32], of cells: Cells) {
    let count = cells.count
    func known(_ i: Int) -> Int? {
      i < ids.count && ids[i] >= 0 && Int(ids[i]) < count ? Int(ids[i]) : nil
    }
    func isWater(_ i: Int) -> Bool { known(i).map { cells.height[$0] < 20 } ?? false }
    // Where a river ends in another, that one's water widened it only in later versions. The lake
    // it comes out of has the water that it begins with.
    func poured(_ i: Int, _ cell: Int) -> Double {
      let isOthers = style == .broad && Int(cells.river[cell]) != id
      return isOthers && !(i == 0 && isWater(0)) ? 0 : Double(cells.flux[cell])
    }
    let lastDoubleBend = style == .broad ? 10.0 : 20

    var step = isWater(0) ? 1.0 : 10.0
    let few = stops.count
    for i in 0..<stops.count {
      defer { step += 1 }
      let a = stops[i]
      let water = known(i).map { poured(i, $0) } ?? flux.last { $0 > 0 } ?? 0
      points.append(a)
      flux.append(water)
      guard i + 1 < stops.count else { break }
      let b = stops[i + 1]
      if i + 1 < ids.count, ids[i + 1] < 0 {
        points.append(b)
        flux.append(water)
        break
      }
      let squared = a.squaredDistance(to: b)
      if squared <= 25, few >= 6 { continue }
      var meander = 0.5 + 1 / step + max(0.5 - step / 100, 0)
      if isWater(i) || isWater(i + 1) { meander *= 0.25 }
      let length = squared.squareRoot()
      guard length > 0 else { continue }
      let side = Point(-(b.y - a.y) / length, (b.x - a.x) / length) * meander
      if step < lastDoubleBend, squared > 64 || (squared > 36 && few < 5) {
        points.append((a * 2 + b) / 3 + side)
        points.append((a + b * 2) / 3 - side / 2)
        flux += [0, 0]
      } else {
        points.append((a + b) / 2 + side)
        flux.append(0)
      }
    }
  }

  /// Half the width at a point: more the farther from the source and the more water has come in.
  private func offset(at index: Int, flux: Double) -> Double {
    // Broad rivers leave a lake as wide as its water makes them.
    if index == 0, style == .slender { return sourceWidth }
    let fluxWidth =
      switch style {
      case .broad: min(pow(flux, 0.9) / 500, 2)
      case .slender: min(pow(flux, 0.7) / 500, 1)
      }
    let progress = RiverCourse.progression[min(index, 8)]
    let lengthWidth = Double(index) / 200 + progress / 200
    return widthFactor * (lengthWidth + fluxWidth) + sourceWidth
  }

  /// Half the width where it is broadest.
  func halfWidth(widthFactor factor: Double = 1, minWidth: Double = 0) -> Double {
    guard points.count > 1 else { return minWidth / 2 }
    let water = flux.max() ?? 0
    return max(offset(at: points.count - 1, flux: water) * factor, minWidth / 2)
  }

  private static let progression = [1.0, 1, 2, 3, 5, 8, 13, 21, 34]

  /// The outline: down one bank's points and back along the other's.
  ///
  /// `factor` widens the river; it is at least `minWidth` wide at its mouth and tapers to its
  /// source from there.
  func ribbon(widthFactor factor: Double = 1, minWidth: Double = 0) -> Path {
    var left: [Point] = []
    var right: [Point] = []
    left.reserveCapacity(points.count)
    right.reserveCapacity(points.count)
    var water = 0.0
    let last = points.count - 1
    for i in 0...last {
      let before = points[max(i - 1, 0)]
      let after = points[min(i + 1, last)]
      water = max(water, flux[i])
      let taper = minWidth / 2 * (0.35 + 0.65 * Double(i) / Double(max(last, 1)))
      let half = max(offset(at: i, flux: water) * factor, minWidth > 0 ? taper : 0)
      let way = before - after
      let length = way.length
      let normal = length > 0 ? Point(way.y / length, way.x / length) : Point(0, 1)
      left.append(Point(points[i].x - normal.x * half, points[i].y + normal.y * half))
      right.append(Point(points[i].x + normal.x * half, points[i].y - normal.y * half))
    }
    var path = Curve.catmullRom(right.reversed(), alpha: 0.1)
    path.join(Curve.catmullRom(left, alpha: 0.1))
    path.close()
    return path
  }
}

extension Path {
  /// Appends an open path without its move: its first point is reached by a straight line.
  mutating func join(_ other: Path) {
    var next = 0
    for verb in other.verbs {
      switch verb {
      case .move:
        line(to: other.points[next])
        next += 1
      case .line:
        line(to: other.points[next])
        next += 1
      case .curve:
        curve(to: other.points[next + 2], other.points[next], other.points[next + 1])
        next += 3
      case .close: break
      }
    }
  }
}
