// SPDX-License-Identifier: MIT
// Part of Platen: how large a picture is on each level of a pyramid, and which tiles it is cut into.

public import Diagnostics
public import Geometry

/// An image on several levels, each cut into tiles.
///
/// In `xyz` and `tms` the image is at the top left of a square of 2^zoom tiles a side, its longer
/// side filling it; rows and columns of the square that it does not reach are not there. In `dzi`
/// the last level is the image itself, and each one before it is half as large, rounded up, as
/// viewers of the format count.
public struct TilePyramid: Hashable, Sendable {
  /// The picture at one size.
  public struct Level: Hashable, Sendable {
    /// The zoom or level, as names of tiles have it.
    public let number: Int
    /// Pixels of the picture, without what fills up its last tiles.
    public let width: Int
    public let height: Int
    /// Tiles across and down.
    public let columns: Int
    public let rows: Int

    init(_ number: Int, width: Int, height: Int, tileSize: Int) {
      self.number = number
      self.width = width
      self.height = height
      columns = (width + tileSize - 1) / tileSize
      rows = (height + tileSize - 1) / tileSize
    }
  }

  public let scheme: TileScheme
  /// Pixels of a tile's side, without overlap.
  public let tileSize: Int
  /// Pixels a tile shows of each neighbor.
  public let overlap: Int
  /// The smallest first.
  public let levels: [Level]

  /// The most tiles of a pyramid.
  public static let mostTiles = 1_000_000
  /// The longest side of a level, in pixels.
  public static let sideLimit = 262_144
  /// The highest zoom of tiles of a size.
  public static func highestZoom(tileSize: Int) -> Int {
    (0...20).last { tileSize << $0 <= sideLimit } ?? 0
  }

  /// The number of tiles.
  public var count: Int { levels.reduce(0) { $0 + $1.columns * $1.rows } }

  /// The largest level.
  public var top: Level { levels[levels.count - 1] }

  /// A pyramid of zooms, for `xyz` and `tms`.
  ///
  /// - Parameters:
  ///   - shape: the picture's sides in any unit, above 0.
  ///   - zooms: 0 is the picture on one tile; each further one is twice as large.
  /// - Throws: `Failure` `tiles.too-many`.
  public init(
    _ scheme: TileScheme, of shape: Size, zooms: ClosedRange<Int>, tileSize: Int
  ) throws(Failure) {
    precondition(scheme != .dzi && shape.width > 0 && shape.height > 0 && tileSize > 0)
    let highest = TilePyramid.highestZoom(tileSize: tileSize)
    guard zooms.lowerBound >= 0, zooms.upperBound <= highest else {
      throw Failure(
        .error(
          .tilesTooMany,
          "zoom \(zooms.upperBound) of tiles of \(tileSize) pixels is more than can be drawn",
          hints: ["the highest zoom of such tiles is \(highest)"]))
    }
    self.scheme = scheme
    self.tileSize = tileSize
    overlap = 0
    let aspect = shape.height / shape.width
    levels = zooms.map { zoom in
      let side = tileSize << zoom
      let (width, height) =
        aspect <= 1
        ? (side, TilePyramid.pixels(Double(side) * aspect, most: side))
        : (TilePyramid.pixels(Double(side) / aspect, most: side), side)
      return Level(zoom, width: width, height: height, tileSize: tileSize)
    }
    try checkCount()
  }

  /// The levels of a Deep Zoom picture.
  ///
  /// - Parameters:
  ///   - width: pixels of the largest level.
  ///   - height: pixels of the largest level.
  /// - Throws: `Failure` `tiles.too-many`.
  public init(deepZoom width: Int, _ height: Int, tileSize: Int, overlap: Int) throws(Failure) {
    precondition(width > 0 && height > 0 && tileSize > 0 && overlap >= 0)
    guard max(width, height) <= TilePyramid.sideLimit else {
      throw Failure(
        .error(
          .tilesTooMany, "\(width) × \(height) pixels are more than can be drawn",
          hints: ["a side may have \(TilePyramid.sideLimit)"]))
    }
    scheme = .dzi
    self.tileSize = tileSize
    self.overlap = overlap
    // As often as the longer side can be halved until one pixel is left.
    var last = 0
    while 1 << last < max(width, height) { last += 1 }
    levels = (0...last).map { level in
      let halvings = last - level
      return Level(
        level, width: (width + (1 << halvings) - 1) >> halvings,
        height: (height + (1 << halvings) - 1) >> halvings, tileSize: tileSize)
    }
    try checkCount()
  }

  /// The zooms a picture needs that is to be at least so many pixels across, all from 0 on.
  public static func zooms(
    reaching width: Int, of shape: Size, tileSize: Int
  ) -> ClosedRange<Int> {
    let side =
      shape.height > shape.width
      ? Double(width) * shape.height / shape.width : Double(width)
    var zoom = 0
    while zoom < 40, Double(tileSize << zoom) < side { zoom += 1 }
    return 0...zoom
  }

  /// The part of a level that a tile shows, in the level's pixels.
  public func frame(of address: TileAddress, in level: Level) -> TileFrame {
    let left = max(0, address.column * tileSize - overlap)
    let top = max(0, address.row * tileSize - overlap)
    return TileFrame(
      x: left, y: top,
      width: min(level.width, (address.column + 1) * tileSize + overlap) - left,
      height: min(level.height, (address.row + 1) * tileSize + overlap) - top)
  }

  /// The size of a tile's picture: all are whole squares in `xyz` and `tms`, what is left at the
  /// edge in `dzi`.
  public func size(of frame: TileFrame) -> (width: Int, height: Int) {
    scheme == .dzi ? (frame.width, frame.height) : (tileSize, tileSize)
  }

  private static func pixels(_ value: Double, most: Int) -> Int {
    max(1, min(most, Int(value.rounded())))
  }

  private func checkCount() throws(Failure) {
    guard count > TilePyramid.mostTiles else { return }
    throw Failure(
      .error(
        .tilesTooMany,
        "these would be \(count) tiles; a pyramid may have "
          + "\(TilePyramid.mostTiles)",
        hints: [scheme == .dzi ? "choose a smaller width" : "choose lower zooms or larger tiles"]))
  }
}

/// A part of a level, in its pixels from the top left; it ends where the picture does.
public struct TileFrame: Hashable, Sendable {
  public var x: Int
  public var y: Int
  public var width: Int
  public var height: Int

  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}
