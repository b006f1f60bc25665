// SPDX-License-Identifier: MIT
// Part of Platen: a pattern's tile, drawn once for all bands of an image.

internal import Diagnostics

/// The tile of one pattern in the size of its first use, which any number of workers may read.
final class CachedTile: Sendable {
  /// Pixels of what is kept; a larger tile is drawn for each band.
  private static let most = 4 << 20

  private let first = Guarded<SharedPixels?>(nil)

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
  ) throws -> SharedPixels? {
    try first.withLock { first throws -> SharedPixels? in
      if first == nil, width * height <= CachedTile.most {
        let fresh = SharedPixels(width: width, height: height)
        try draw(try fresh.surface())
        first = fresh
      }
      return first
    }
  }
}
