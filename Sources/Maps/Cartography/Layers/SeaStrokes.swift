// SPDX-License-Identifier: MIT
// Part of Platen: short waves scattered over the open sea, clear of coasts, names, plates and tracks.

internal import Atlas
internal import Drawing
internal import Geometry

extension Composition {
  /// Waves as a pen draws them, two or three lines together. Nothing in looks with another pattern.
  ///
  /// To be called when names have their places.
  func seaStrokes() -> [Node] {
    let ocean = look.ocean
    // A lattice finer than this is a gray tint.
    let pitch = max(ocean.patternSize, (window.width * window.height).squareRoot() / 60)
    guard ocean.pattern == SeaPattern.strokes, ocean.patternColor.alpha > 0, pitch > 0 else {
      return []
    }
    let width = pitch * 0.3
    let tracks = request.layers.contains(.routes) ? SeaTracks(of: self, within: width) : nil
    let plates = furniture.plates
    var path = Path()
    let lines = window.height / (pitch * 0.6)
    for row in 0..<Int(lines.rounded(.up)) {
      for column in 0..<Int((window.width / pitch).rounded(.up)) + 1 {
        func dice(_ number: Int) -> Double { SeaPattern.dice(row, column, number) }
        // Every other row stands between the places of the one before it.
        let shift = row % 2 == 0 ? 0.5 : 0
        let center = Point(
          window.minX + (Double(column) + shift + (dice(0) - 0.5) * 0.55) * pitch,
          window.minY + (Double(row) + 0.5 + (dice(1) - 0.5) * 0.6) * pitch * 0.6)
        guard dice(2) < 0.42 else { continue }
        let own = width * (0.75 + 0.5 * dice(3))
        let box = Rect(
          x: center.x - own / 2, y: center.y - own * 0.35, width: own, height: own * 0.7)
        let clear = box.insetBy(-pitch * 0.2)
        guard inside.insetBy(pitch * 0.15).contains(Point(box.minX, box.minY)),
          inside.insetBy(pitch * 0.15).contains(Point(box.maxX, box.maxY)),
          plateGround.hidden(by: box.insetBy(-pitch * 0.55)) == 0,
          !plates.contains(where: clear.intersects), isFreeOfNames(clear),
          !(tracks?.pass(box.insetBy(-pitch * 0.08)) ?? false)
        else { continue }
        path.append(SeaPattern.stroke(in: box, lines: dice(4) < 0.35 ? 3 : 2, lean: dice(5) - 0.5))
      }
    }
    guard !path.isEmpty else { return [] }
    let pen = Stroke(ocean.patternColor, width: width / 26, cap: .round)
    return [.group(Group(name: "waves", children: [.path(PathNode(path, stroke: pen))]))]
  }
}

/// The squares of a raster that sea routes pass.
private struct SeaTracks {
  private struct Square: Hashable {
    let column: Int
    let row: Int
  }
  private let side: Double
  private var passed: Set<Square> = []

  init(of map: Composition, within side: Double) {
    self.side = side
    for route in map.world.routes where route.group == "searoutes" {
      guard route.points.count > 1, route.points.allSatisfy(\.isFinite) else { continue }
      for (from, to) in zip(route.points, route.points.dropFirst()) {
        let steps = max(1, min(400, Int(from.distance(to: to) / (side / 2))))
        for step in 0...steps {
          insert(from + (to - from) * (Double(step) / Double(steps)))
        }
      }
    }
  }

  private func square(_ x: Double, _ y: Double) -> Square {
    Square(column: Int((x / side).rounded(.down)), row: Int((y / side).rounded(.down)))
  }

  private mutating func insert(_ point: Point) {
    guard abs(point.x) < 1e9, abs(point.y) < 1e9 else { return }
    passed.insert(square(point.x, point.y))
  }

  /// Indicates whether a route passes a square that a rectangle touches.
  func pass(_ rect: Rect) -> Bool {
    let (first, last) = (square(rect.minX, rect.minY), square(rect.maxX, rect.maxY))
    return (first.row...last.row).contains { row in
      (first.column...last.column).contains { passed.contains(Square(column: $0, row: row)) }
    }
  }
}

extension SeaPattern {
  /// The name of the pattern that is scattered, not repeated.
  static let strokes = "strokes"

  /// The same number from 0 up to 1 for the same place.
  static func dice(_ row: Int, _ column: Int, _ number: Int) -> Double {
    let place = row &* 73_856_093 ^ column &* 19_349_663 ^ number &* 83_492_791
    var bits = UInt64(bitPattern: Int64(place))
    // SplitMix64.
    bits &+= 0x9e37_79b9_7f4a_7c15
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    bits ^= bits >> 31
    return Double(bits >> 11) / 9_007_199_254_740_992
  }

  /// Waves under each other, each shorter than the one above it and a little aside.
  static func stroke(in box: Rect, lines: Int, lean: Double) -> Path {
    var path = Path()
    for line in 0..<lines {
      let width = box.width * (1 - 0.28 * Double(line))
      let x = box.minX + (box.width - width) * (0.5 + lean * 0.8)
      let y = box.minY + box.height * (0.25 + 0.3 * Double(line))
      path.append(crest(at: Point(x, y), width: width))
    }
    return path
  }
}
