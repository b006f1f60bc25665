// SPDX-License-Identifier: MIT
// Part of Platen: a pattern's tile read again and again for the pixels of an image.

internal import Geometry

/// The pixels of a tile and where its copies lie.
///
/// Cairo samples a turned tile over the whole box around a shape; only what is covered is sampled
/// here, in a fraction of the time.
struct PatternTile {
  private let tile: PixelTarget
  /// The map from the image's pixels to the tile's.
  private let map: AffineMap
  /// Indicates whether a pixel of the tile is one of the image.
  private let isCopied: Bool

  /// The most pixels that are read at once.
  static let most = 256
  /// Pixels from the image's corner beyond which sums would lose their fractions.
  private static let reach = 1e8

  /// A tile whose copies lie turned or between pixels: they are resampled, each pixel from the four
  /// nearest. Nil where they are much smaller than its pixels, or far away.
  init?(_ tile: PixelTarget, from map: AffineMap) {
    guard max(abs(map.a), abs(map.b), abs(map.c), abs(map.d)) <= 2,
      max(abs(map.tx), abs(map.ty)) < PatternTile.reach
    else { return nil }
    self.tile = tile
    self.map = map
    isCopied = false
  }

  /// A tile whose copies lie upright, pixel on pixel, one of them with its corner at a place. Nil
  /// where that is far away.
  init?(_ tile: PixelTarget, cornerAt x: Double, _ y: Double) {
    guard max(abs(x), abs(y)) < PatternTile.reach else { return nil }
    self.tile = tile
    map = AffineMap.translation(-x, -y)
    isCopied = true
  }

  /// Reads the tile for `count` pixels of a row, at most ``most``, premultiplied.
  func read(x: Int, y: Int, count: Int, into pixels: UnsafeMutablePointer<UInt32>) {
    if isCopied {
      unsafe copy(x: x + Int(map.tx), y: y + Int(map.ty), count: count, into: pixels)
    } else {
      unsafe sample(x: x, y: y, count: count, into: pixels)
    }
  }

  private func copy(x: Int, y: Int, count: Int, into pixels: UnsafeMutablePointer<UInt32>) {
    let row = unsafe tile.pixels + PatternTile.modulo(y, tile.height) * tile.stride
    var column = PatternTile.modulo(x, tile.width)
    for i in 0..<count {
      unsafe pixels[i] = row[column]
      column += 1
      if column == tile.width { column = 0 }
    }
  }

  /// Samples in steps of a 256th of the tile's pixels. Bands and tiles of an image begin at
  /// different pixels, and their sums differ in the last bits: a little more keeps what lies just
  /// on a step there.
  private func sample(x: Int, y: Int, count: Int, into pixels: UnsafeMutablePointer<UInt32>) {
    let first = map.apply(Point(Double(x) + 0.5, Double(y) + 0.5))
    let width = tile.width << 8
    let height = tile.height << 8
    // What is taken off, so that the rest lies in the tile.
    var turnsX = (first.x / Double(tile.width)).rounded(.down) * Double(width)
    var turnsY = (first.y / Double(tile.height)).rounded(.down) * Double(height)
    let startX = first.x * 256 - 127.5 + 1.0 / 1024
    let startY = first.y * 256 - 127.5 + 1.0 / 1024
    let stepX = map.a * 256
    let stepY = map.b * 256
    for i in 0..<count {
      var u = Int(startX + Double(i) * stepX - turnsX + Double(2 * width)) - 2 * width
      var v = Int(startY + Double(i) * stepY - turnsY + Double(2 * height)) - 2 * height
      while u < 0 {
        u += width
        turnsX -= Double(width)
      }
      while u >= width {
        u -= width
        turnsX += Double(width)
      }
      while v < 0 {
        v += height
        turnsY -= Double(height)
      }
      while v >= height {
        v -= height
        turnsY += Double(height)
      }
      let left = u >> 8
      let top = v >> 8
      let right = left + 1 == tile.width ? 0 : left + 1
      let upper = unsafe tile.pixels + top * tile.stride
      let lower = unsafe tile.pixels + (top + 1 == tile.height ? 0 : top + 1) * tile.stride
      unsafe pixels[i] = PatternTile.mean(
        PatternTile.mean(upper[left], upper[right], part: UInt64(u & 255)),
        PatternTile.mean(lower[left], lower[right], part: UInt64(u & 255)), part: UInt64(v & 255))
    }
  }

  /// The color between two pixels, `part` of 256 of the way to the second.
  @inline(__always)
  private static func mean(_ a: UInt32, _ b: UInt32, part: UInt64) -> UInt32 {
    if a == b { return a }
    let lanes: UInt64 = 0x00FF_00FF_00FF_00FF
    let first = (UInt64(a) | UInt64(a) << 24) & lanes
    let second = (UInt64(b) | UInt64(b) << 24) & lanes
    let sum = first &* (256 - part) &+ second &* part &+ 0x0080_0080_0080_0080
    let whole = sum >> 8 & lanes
    return UInt32(truncatingIfNeeded: whole | whole >> 24)
  }

  private static func modulo(_ a: Int, _ b: Int) -> Int {
    let rest = a % b
    return rest < 0 ? rest + b : rest
  }
}
