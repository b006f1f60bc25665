// SPDX-License-Identifier: MIT
// Part of Platen: a small image cut out of the bands of a larger one.

/// Memory for one tile at a time, filled from bands.
///
/// Used by one worker; the next tile takes the place of the last. Safe: it owns its memory from
/// `init` to `deinit`, no tile is larger, and what is copied is checked to lie in the tile and the band.
@safe public final class TileCanvas {
  public private(set) var width = 0
  public private(set) var height = 0
  let pixels: UnsafeMutablePointer<UInt32>
  private let capacity: Int

  /// - Parameter side: the longest side a tile may have.
  public init(side: Int) {
    capacity = side * side
    unsafe pixels = .allocate(capacity: capacity)
    unsafe pixels.initialize(repeating: 0, count: capacity)
  }

  deinit { unsafe pixels.deallocate() }

  /// Begins a tile: transparent all over.
  ///
  /// - Precondition: its sides are at least 1 and at most what the canvas was made for.
  public func begin(width: Int, height: Int) {
    precondition(width > 0 && height > 0 && width * height <= capacity)
    self.width = width
    self.height = height
    unsafe pixels.update(repeating: 0, count: width * height)
  }

  /// Takes what a band shows of the tile.
  ///
  /// - Parameters:
  ///   - x: the tile's left edge in the image; the band begins at 0.
  ///   - y: its upper edge.
  ///   - columns: how many of the tile's columns the image has, at most.
  ///   - rows: how many of its rows.
  public func copy(
    _ band: borrowing BitmapBand, from x: Int, _ y: Int, columns: Int, rows: Int
  ) {
    precondition(
      x >= 0 && columns >= 0 && columns <= width && rows <= height && x + columns <= band.width)
    let first = max(y, band.y)
    let last = min(y + rows, band.y + band.height)
    guard first < last else { return }
    for row in first..<last {
      guard let source = unsafe band.row(row - band.y).baseAddress else { continue }
      unsafe (pixels + (row - y) * width).update(from: source + x, count: columns)
    }
  }

  /// The tile's rows, until the next is begun.
  var band: BitmapBand {
    unsafe BitmapBand(y: 0, width: width, height: height, stride: width, pixels: pixels)
  }

  /// The tile as an image of its own.
  public var bitmap: Bitmap {
    var bitmap = Bitmap(width: width, height: height)
    bitmap.draw(band)
    return bitmap
  }
}
