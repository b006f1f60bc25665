// SPDX-License-Identifier: MIT
// Part of Platen: where on the globe, or on the sheet, a place of a world lies.

internal import Atlas
internal import Diagnostics
internal import Geometry

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

  static func rounded(_ value: Double, _ factor: Double) -> Double {
    let rounded = (value * factor).rounded() / factor
    // No minus zero: it is written as 0 and must compare as it.
    return rounded == 0 ? 0 : rounded
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
