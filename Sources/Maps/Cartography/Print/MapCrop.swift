// SPDX-License-Identifier: MIT
// Part of Platen: the largest part of a world that has the shape of a sheet, with most of its land.

package import Atlas
package import Diagnostics
package import Geometry
internal import Text

/// A part of a world's sheet that has a requested shape.
package struct MapCrop: Hashable, Sendable {
  package var rect: Rect
  /// The share of the land that was to be seen and is not, 0 to 1.
  package var lost: Double
  /// The states and towns that are not seen.
  package var losses = CropLosses()

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
    losses = CropLosses(of: world, from: shown, to: rect)
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

  /// A note on what is cut off; none where all land is seen.
  package var notes: [Diagnostic] { MapCrop.notes(lost: lost, losses) }

  /// - Parameter lost: The share of the land that is cut off.
  static func notes(lost: Double, _ losses: CropLosses) -> [Diagnostic] {
    guard lost > 0 else { return [] }
    let share = percentage(lost)
    return [
      .note(
        .mapCropped,
        "the map is cropped to the shape of its sheet, without \(share) of the land"
          + losses.words, hints: ["fit: extend shows all of it"])
    ]
  }

  /// A share in words.
  static func percentage(_ share: Double) -> String {
    share < 0.01 ? "less than 1%" : "\(Int((share * 100).rounded()))%"
  }
}

/// The states and towns that a crop cuts off.
package struct CropLosses: Hashable, Sendable {
  /// Names of the states that lose more than half of their land, those that lose most first.
  package var states: [String] = []
  /// The number of burgs.
  package var burgs = 0

  package init() {}

  /// - Parameters:
  ///   - shown: What was to be seen, in map units.
  ///   - kept: What is seen.
  package init(of world: World, from shown: Rect, to kept: Rect) {
    let kept = kept.insetBy(-1e-9 * max(world.info.width, 1))
    burgs = world.burgs.count {
      $0.position.isFinite && shown.contains($0.position) && !kept.contains($0.position)
    }
    guard let cells = world.cells else { return }
    var counts: [Int: (all: Int, lost: Int)] = [:]
    for cell in cells.state.indices where cells.state[cell] != 0 && cells.height[cell] >= 20 {
      let site = cells.mesh.sites[cell]
      guard shown.contains(site) else { continue }
      counts[Int(cells.state[cell]), default: (0, 0)].all += 1
      if !kept.contains(site) { counts[Int(cells.state[cell]), default: (0, 0)].lost += 1 }
    }
    states = world.states.compactMap { state -> (name: String, id: Int, lost: Int)? in
      guard let count = counts[state.id], 2 * count.lost > count.all else { return nil }
      return (state.name, state.id, count.lost)
    }
    .sorted { ($0.lost, $1.id) > ($1.lost, $0.id) }.map(\.name)
  }

  /// The end of a sentence about what is cut off.
  fileprivate var words: String {
    var text = ""
    if burgs > 0 { text += " and \(counted(burgs, "town"))" }
    guard !states.isEmpty else { return text }
    let most = 6
    var named = states.prefix(most).joined(separator: ", ")
    if states.count > most { named += " and \(states.count - most) more" }
    return text + "; more than half of these states is cut off: " + named
  }
}
