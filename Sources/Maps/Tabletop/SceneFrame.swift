// SPDX-License-Identifier: MIT
// Part of Platen: the image of a scene: its part of the world, its pixels, the cells of its grid and
// how far they are across.

package import Atlas
package import Cartography
internal import Diagnostics
package import Digests
package import Geometry
internal import Libc

/// The grid of a scene.
package enum FoundryGrid: String, Hashable, Sendable, CaseIterable {
  case none, square
  case pointyHex = "pointy-hex"
  case flatHex = "flat-hex"

  /// Foundry's number for it: hexes have odd rows or columns pushed.
  package var type: Int {
    switch self {
    case .none: 0
    case .square: 1
    case .pointyHex: 2
    case .flatHex: 4
    }
  }
}

extension FoundryGrid: Digestible {}

/// The frame of a scene's image.
package struct SceneFrame: Hashable, Sendable {
  /// The part of the world's sheet that it shows: whole pixels.
  package let window: Rect
  package let width: Int
  package let height: Int
  /// Pixels from one side of a cell to the opposite one.
  package let cell: Int
  /// The same on the ground.
  package let distance: Double
  package let unit: String

  /// The least pixels of a cell in Foundry.
  static let leastCell = 20
  /// The most pixels of an image on a side: those of WebP.
  package static let sideLimit = 16_383
  /// Cells across a scene by default.
  private static let cells = 40.0

  /// Fits whole cells of pixels to a part of the world.
  ///
  /// - Parameters:
  ///   - pixels: the width of the image that is requested, which changes by less than a cell's share.
  ///   - cell: the width of a cell; nil for a round distance.
  /// - Throws: `Failure` `tabletop.cells` without a place.
  package init(
    showing part: Rect, of world: World, width pixels: Int, cell: GridRequest.Width?
  ) throws {
    // Of a small image fewer, so that rounding leaves none too small.
    let count = min(SceneFrame.cells, Double(pixels) / Double(2 * SceneFrame.leastCell))
    let size = try CellSize(cell, across: part.width, times: count, in: world)
    let exact = Double(pixels) * size.side / part.width
    let across = Int(min(exact.rounded(), Double(SceneFrame.sideLimit)))
    guard across >= SceneFrame.leastCell else {
      let wide = (Double(SceneFrame.leastCell) * part.width / size.side).rounded(.up)
      throw Failure(
        .error(
          .tabletopCells,
          "cells of \(size.text) take \(across) pixels of a map \(pixels) pixels wide; "
            + "a scene needs \(SceneFrame.leastCell)",
          hints: [
            wide <= Double(SceneFrame.sideLimit)
              ? "choose larger cells, or a width of \(Int(wide))" : "choose larger cells"
          ]))
    }
    let scale = Double(across) / size.side
    // Rounded down, the window stays within the part.
    let sides = [part.width, part.height].map { ($0 * scale + 1e-6).rounded(.down) }
    guard sides.allSatisfy({ 1...Double(SceneFrame.sideLimit) ~= $0 }) else {
      let larger = sides.contains { $0 > Double(SceneFrame.sideLimit) }
      throw Failure(
        .error(
          .tabletopCells,
          larger
            ? "a side of the scene takes more than \(SceneFrame.sideLimit) pixels"
            : "the scene is smaller than a pixel at cells of \(size.text)",
          hints: [larger ? "choose a smaller width" : "choose smaller cells"]))
    }
    width = Int(sides[0])
    height = Int(sides[1])
    self.cell = across
    distance = size.distance
    unit = size.unit
    window = Rect(
      x: part.x, y: part.y, width: Double(width) / scale, height: Double(height) / scale)
  }

  /// The pixel that shows a point.
  func pixel(_ point: Point) -> (x: Int, y: Int) {
    let scale = Double(width) / window.width
    func place(_ offset: Double, _ most: Int) -> Int {
      Int(max(0, min(Double(most - 1), (offset * scale).rounded())))
    }
    return (place(point.x - window.x, width), place(point.y - window.y, height))
  }
}

extension SceneFrame: Digestible {
  package func add(to digester: inout Digester) {
    digester.addFields(window, width, height, cell, distance, unit)
  }
}

/// The width of a cell or square in map units and on the ground.
package struct CellSize: Hashable, Sendable {
  /// The width in map units.
  package let side: Double
  package let distance: Double
  package let unit: String

  /// - Parameters:
  ///   - width: the requested width; nil for a round distance.
  ///   - length: the length in map units that cells of a round distance divide.
  ///   - count: about how many there are.
  /// - Throws: `Failure` `tabletop.cells` for a distance that the world cannot measure.
  package init(
    _ width: GridRequest.Width?, across length: Double, times count: Double, in world: World
  ) throws {
    guard length.isFinite, length > 0 else {
      throw Failure(.error(.tabletopCells, "the part of the map has no usable area"))
    }
    let units = world.units
    let scale = units.distanceScale
    let isScaled = scale.isFinite && scale > 0
    switch width {
    case .units(let side)?:
      self.side = side
      distance = isScaled ? CellSize.rounded(side * scale) : side
      unit = isScaled ? units.distance : ""
    case .distance(let distance, let unit)?:
      guard let side = world.mapUnits(distance, unit) else {
        throw Failure(
          .error(
            .tabletopCells,
            isScaled
              ? "the world is measured in \(units.distance), which \(unit) cannot be compared with"
              : "the world has no scale, so a distance of \(unit) is unknown",
            hints: ["write a distance in \(isScaled ? units.distance : "map units, such as 25")"]))
      }
      self.side = side
      self.distance = distance
      self.unit = unit
    case nil:
      guard isScaled else {
        side = length / count
        distance = 1
        unit = ""
        return
      }
      distance = CellSize.round(length * scale / count, of: units.distance)
      side = distance / scale
      unit = units.distance
    }
  }

  /// The width in messages.
  var text: String {
    let number =
      distance == distance.rounded() && abs(distance) < 1e15 ? "\(Int(distance))" : "\(distance)"
    return unit.isEmpty ? "\(number) map units" : "\(number) \(unit)"
  }

  private static func rounded(_ value: Double) -> Double {
    value < 1e9 ? (value * 1000).rounded() / 1000 : value
  }

  /// The nearest distance that games use: 6, 12 and 24 miles, 5, 10 and 20 kilometers.
  static func round(_ value: Double, of unit: String) -> Double {
    guard value.isFinite, value > 0 else { return 1 }
    let power = pow(10, log10(value).rounded(.down))
    let isMiles = ["mi", "mile", "miles"].contains(unit.lowercased()) && value >= 2.5
    let candidates =
      isMiles
      ? [3, 6, 12, 24, 60].flatMap { step in [step, step * power / 10, step * power] }
      : [power, 2 * power, 5 * power, 10 * power]
    let best = candidates.filter { !isMiles || $0 == $0.rounded() && $0 >= 3 }.min { a, b in
      (abs(log10(a / value)), a) < (abs(log10(b / value)), b)
    }
    return best ?? value
  }
}
