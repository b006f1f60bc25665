// SPDX-License-Identifier: MIT
// Part of Platen: a pattern's tile, drawn once for all bands of a picture.

internal import CCairo
internal import Diagnostics

/// The tile of one pattern in the size it was wanted in first, which any number of workers may read.
final class KeptTile: Sendable {
  /// Pixels of what is kept; a larger tile is drawn for each band.
  private static let most = 4 << 20

  private let first = Guarded<TilePixels?>(nil)

  /// The tile in a size, drawn by `draw` where that is not what is kept. It is not to be drawn on, and
  /// must not outlive this.
  func surface(
    width: Int, height: Int, _ draw: (Surface) throws -> Void
  ) throws -> Surface {
    let kept = try kept(width: width, height: height, draw)
    if let kept, kept.width == width, kept.height == height { return try kept.surface() }
    let surface = try Surface(width: width, height: height)
    try draw(surface)
    return surface
  }

  private func kept(
    width: Int, height: Int, _ draw: (Surface) throws -> Void
  ) throws -> TilePixels? {
    try first.withLock { first throws -> TilePixels? in
      if first == nil, width * height <= KeptTile.most {
        let fresh = TilePixels(width: width, height: height)
        try draw(try fresh.surface())
        first = fresh
      }
      return first
    }
  }
}

/// Unchecked: they are written while the tile is drawn, under the lock, and only read after.
private final class TilePixels: @unchecked Sendable {
  let width: Int
  let height: Int
  private let pixels: UnsafeMutablePointer<UInt32>

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    pixels = .allocate(capacity: width * height)
    pixels.initialize(repeating: 0, count: width * height)
  }

  deinit { pixels.deallocate() }

  func surface() throws(DrawingError) -> Surface {
    try Surface(
      cairo_image_surface_create_for_data(
        UnsafeMutableRawPointer(pixels).assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32,
        Int32(width), Int32(height), Int32(width * 4)),
      "make a tile of \(width) × \(height)")
  }
}
