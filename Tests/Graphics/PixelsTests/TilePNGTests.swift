// SPDX-License-Identifier: MIT
// Part of Platen: tests of tiles as PNG files: few colors, many, transparent, repeated.

import Pixels
import TestSupport
import Testing

@Suite struct TilePNGTests {
  /// A tile whose pixels a closure gives, cut out of bands of 128 rows.
  private func canvas(
    _ width: Int, _ height: Int, pixel: (Int, Int) -> UInt32
  ) throws -> TileCanvas {
    let canvas = TileCanvas(side: max(width, height))
    canvas.begin(width: width, height: height)
    for top in stride(from: 0, to: height, by: 128) {
      let rows = min(128, height - top)
      let pixels = (0..<rows * width).map { pixel($0 % width, top + $0 / width) }
      try pixels.withUnsafeBufferPointer {
        let band = BitmapBand(
          y: top, width: width, height: rows, stride: width, pixels: try #require($0.baseAddress))
        canvas.copy(band, from: 0, 0, columns: width, rows: height)
      }
    }
    return canvas
  }

  private func opaque(_ number: Int) -> UInt32 {
    0xFF00_0000 | UInt32(truncatingIfNeeded: number &* 0x1234_57) & 0xFF_FFFF
  }

  /// Depth and kind of color from a file's header.
  private func header(_ file: [UInt8]) -> [UInt8] { Array(file[24..<26]) }

  @Test(arguments: [
    (1, 1), (2, 1), (3, 2), (4, 2), (5, 4), (16, 4), (17, 8), (255, 8), (256, 8),
  ])
  func `a few colors are indices of as few bits as will do`(colors: Int, depth: UInt8) throws {
    for (width, height) in [(256, 256), (17, 130), (300, 1)] {
      guard width * height >= colors else { continue }
      let canvas = try canvas(width, height) { x, y in opaque((y * width + x) % colors) }
      let file = try TilePNG().encode(canvas)
      #expect(header(file) == [depth, 3])
      #expect(try PNGDecoder.decode(file) == canvas.bitmap)
    }
  }

  @Test(arguments: [true, false]) func `many colors are components`(isOpaque: Bool) throws {
    let canvas = try canvas(64, 200) { x, y in
      premultiplied(
        UInt8(x * 4), UInt8(y), UInt8((x ^ y) & 255), isOpaque || x > 3 ? 255 : UInt8(y))
    }
    let file = try TilePNG().encode(canvas)
    #expect(header(file) == [8, isOpaque ? 2 : 6])
    #expect(try PNGDecoder.decode(file) == canvas.bitmap)
  }

  @Test func `what the picture does not reach is transparent`() throws {
    let canvas = TileCanvas(side: 32)
    canvas.begin(width: 32, height: 32)
    let pixels = [UInt32](repeating: 0xFF10_2030, count: 100 * 40)
    try pixels.withUnsafeBufferPointer {
      let band = BitmapBand(
        y: 20, width: 100, height: 40, stride: 100, pixels: try #require($0.baseAddress))
      canvas.copy(band, from: 95, 50, columns: 5, rows: 10)
    }
    let picture = try PNGDecoder.decode(TilePNG().encode(canvas))
    for y in 0..<32 {
      for x in 0..<32 {
        let isThere = x < 5 && y < 10
        #expect(picture[x, y] == (isThere ? (0x10, 0x20, 0x30, 255) : (0, 0, 0, 0)))
      }
    }
  }

  /// One after another through the same encoder, as a worker makes them.
  @Test func `no tile depends on the one before it`() throws {
    let encoder = TilePNG()
    let tiles = try [3, 700, 3, 3, 1, 256, 2].map { count in
      try canvas(128, 128) { x, y in opaque((y * 128 + x) % count) }
    }
    for tile in tiles {
      let file = try encoder.encode(tile)
      #expect(try file == TilePNG().encode(tile))
      #expect(try PNGDecoder.decode(file) == tile.bitmap)
    }
  }
}
