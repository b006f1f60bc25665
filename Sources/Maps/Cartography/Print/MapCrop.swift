// SPDX-License-Identifier: MIT
// Part of Platen: the largest part of a world that has the shape of a sheet, with most of its land.

package import Atlas
package import Diagnostics
package import Geometry

/// A part of a world's sheet that has a requested shape.
package struct MapCrop: Hashable, Sendable {
  package var rect: Rect
  /// The share of the land that was to be seen and is not, 0 to 1.
  package var lost: Double

  /// Finds the part.
  ///
  /// It shows all of `shown` where a part of that shape can; else the largest of that shape,
  /// moved to where it keeps most of the land, with as much room on either side of that.
  ///
  /// - Parameters:
  ///   - shown: The part of the sheet that is to be seen, in map units.
  ///   - aspect: Width to height.
  package init(_ shown: Rect, aspect: Double, in world: World) {
    self.init(
      shown, aspect: aspect,
      on: Rect(x: 0, y: 0, width: world.info.width, height: world.info.height),
      land: MapCrop.land(of: world).filter(shown.contains))
  }

  /// - Parameter land: Points of land, each for as much of it.
  package init(_ shown: Rect, aspect: Double, on sheet: Rect, land: [Point]) {
    let whole = MapSize.content(shown, width: aspect, height: 1)
    // The longest side of the shape that the sheet has room for.
    let factor = min(1, sheet.width / whole.width, sheet.height / whole.height)
    self.init(
      shown, size: Size(width: whole.width * factor, height: whole.height * factor), on: sheet,
      land: land)
  }

  /// A part of a size of its own, which may be larger than the sheet.
  package init(_ shown: Rect, size: Size, on sheet: Rect, land: [Point]) {
    let x = MapCrop.start(
      of: size.width, from: shown.minX, to: shown.maxX, within: (sheet.minX, sheet.maxX),
      land.map(\.x))
    let y = MapCrop.start(
      of: size.height, from: shown.minY, to: shown.maxY, within: (sheet.minY, sheet.maxY),
      land.map(\.y))
    rect = Rect(x: x, y: y, width: size.width, height: size.height)
    let seen = rect.insetBy(-1e-9 * sheet.width)
    let missing = land.count { !seen.contains($0) }
    lost = land.isEmpty ? 0 : Double(missing) / Double(land.count)
  }

  /// The beginning of a stretch along one axis.
  private static func start(
    of length: Double, from low: Double, to high: Double, within limits: (Double, Double),
    _ land: [Double]
  ) -> Double {
    func within(_ start: Double) -> Double {
      length > limits.1 - limits.0
        ? (limits.0 + limits.1 - length) / 2 : max(limits.0, min(limits.1 - length, start))
    }
    let middle = (low + high) / 2 - length / 2
    guard length < (high - low) * (1 - 1e-9), let first = land.min(), let last = land.max() else {
      return within(middle)
    }
    let sorted = land.sorted()
    func kept(_ start: Double) -> Int {
      func count(below value: Double) -> Int {
        var (a, b) = (0, sorted.count)
        while a < b {
          let m = (a + b) / 2
          if sorted[m] < value { a = m + 1 } else { b = m }
        }
        return a
      }
      return count(below: start + length) - count(below: start)
    }
    let middleOfLand = (first + last) / 2 - length / 2
    let steps = 512
    let places = (0...steps).map { low + (high - low - length) * Double($0) / Double(steps) }
    let best = places.map { (start: $0, kept: kept($0)) }
    let most = best.map(\.kept).max() ?? 0
    // Most land, and of these the place with the most even borders.
    let found = best.filter { $0.kept == most }.map(\.start)
      .min { abs($0 - middleOfLand) < abs($1 - middleOfLand) }
    return within(found ?? middle)
  }

  /// Sites of land, of the grid whose cells are of one size where the world has it.
  package static func land(of world: World) -> [Point] {
    if let terrain = world.terrain, terrain.height.count == terrain.mesh.sites.count,
      !terrain.height.isEmpty
    {
      return terrain.height.indices.filter { terrain.height[$0] >= 20 }
        .map { terrain.mesh.sites[$0] }
    }
    guard let cells = world.cells else { return [] }
    return cells.height.indices.filter { cells.height[$0] >= 20 }.map { cells.mesh.sites[$0] }
  }

  /// A note on the land that is cut off; none where all of it is seen.
  package var notes: [Diagnostic] { MapCrop.notes(lost: lost) }

  /// - Parameter lost: The share that is cut off.
  static func notes(lost: Double) -> [Diagnostic] {
    guard lost > 0 else { return [] }
    let share = percentage(lost)
    return [
      .note(
        .mapCropped, "the map is cropped to the shape of its sheet, without \(share) of the land",
        hints: ["fit: extend shows all of it"])
    ]
  }

  /// A share in words.
  static func percentage(_ share: Double) -> String {
    share < 0.01 ? "less than 1%" : "\(Int((share * 100).rounded()))%"
  }
}
