// SPDX-License-Identifier: MIT
// Part of Platen: where on the globe, or on the sheet, a place of a world lies.

package import Atlas
internal import Diagnostics
package import Geometry

/// The coordinates of shapes.
public enum DataFrame: String, Sendable, Hashable, CaseIterable {
  /// Degrees of longitude and latitude.
  case map = "lonlat"
  /// Map units from the sheet's top left corner, y down.
  case pixels = "map-units"
}

/// Places of the sheet as degrees: straight from edge to edge, as FMG reckons.
struct MapFrame {
  private let west, north, across, down: Double

  /// Nil where the world does not state its position, or states it in numbers that are not degrees.
  init?(_ world: World) {
    guard let bounds = world.coordinates, world.info.width > 0, world.info.height > 0,
      abs(bounds.north) <= 90, abs(bounds.south) <= 90, abs(bounds.west) <= 360,
      abs(bounds.east) <= 360,
      bounds.north > bounds.south, bounds.east > bounds.west
    else { return nil }
    west = bounds.west
    north = bounds.north
    across = (bounds.east - bounds.west) / world.info.width
    down = (bounds.north - bounds.south) / world.info.height
  }

  /// Longitude and latitude to six decimals, a tenth of a metre on a globe like the Earth.
  func place(_ point: Point) -> Point {
    Point(
      MapFrame.rounded(west + point.x * across, 1e6),
      MapFrame.rounded(north - point.y * down, 1e6))
  }

  /// The places of longitudes and latitudes on the sheet; all are moved by a turn of the globe if
  /// that brings them there.
  func sheetPoints(of places: [Point], width: Double) -> [Point] {
    let points = places.map { Point(($0.x - west) / across, (north - $0.y) / down) }
    let xs = points.map(\.x)
    guard let first = xs.min(), let last = xs.max() else { return [] }
    let turn = 360 / across
    let shift =
      last < 0 && last + turn >= 0 ? turn : first > width && first - turn <= width ? -turn : 0
    return shift == 0 ? points : points.map { Point($0.x + shift, $0.y) }
  }

  static func rounded(_ value: Double, _ factor: Double) -> Double {
    let rounded = (value * factor).rounded() / factor
    // No minus zero: it is written as 0 and must compare as it.
    return rounded == 0 ? 0 : rounded
  }
}

/// The way from the coordinates of a file to places of a world's sheet: what is exported and read again
/// is in its place.
package struct DataPlacement {
  private let frame: MapFrame?
  private let width: Double

  /// - Throws: `Failure` `export.frame` for degrees where the world does not state its position.
  package init(_ frame: DataFrame, of world: World) throws {
    width = world.info.width
    switch frame {
    case .pixels: self.frame = nil
    case .map:
      guard let map = MapFrame(world) else {
        throw Failure(
          .error(
            .exportFrame, "the world does not state its position on the globe",
            hints: ["use map units: coordinates: map-units"]))
      }
      self.frame = map
    }
  }

  /// The places of a line or a ring on the sheet, in map units.
  package func sheetPoints(of places: [Point]) -> [Point] {
    frame?.sheetPoints(of: places, width: width) ?? places
  }
}

/// Places as a file has them.
enum PlacedFrame {
  case map(MapFrame)
  case pixels

  /// - Throws: `Failure` `export.frame` where degrees are requested and the world has none.
  init(_ frame: DataFrame?, of world: World) throws {
    if frame != .pixels, let map = MapFrame(world) {
      self = .map(map)
    } else if frame == .map {
      throw Failure(
        .error(
          .exportFrame, "the world does not state its position on the globe",
          hints: ["set coordinates: map-units to export shapes in map units"]))
    } else {
      self = .pixels
    }
  }

  /// A place as it is written: six decimals of a degree, or four of a map unit.
  func place(_ point: Point) -> Point {
    switch self {
    case .map(let frame): frame.place(point)
    case .pixels: Point(MapFrame.rounded(point.x, 1e4), MapFrame.rounded(point.y, 1e4))
    }
  }
}
