// SPDX-License-Identifier: MIT
// Part of Platen: PNG of 16-bit grays and of palettes, taken apart and read again.

import CDeflate
import Diagnostics
import Pixels
import TestSupport
import Testing

@Suite struct GrayPNGTests {
  static func encode(_ grays: [UInt16], _ width: Int, rows: Int) throws -> [UInt8] {
    var file: [UInt8] = []
    let height = grays.count / width
    let encoder = try PNGEncoder(width: width, height: height, pixels: .gray16, dpi: 100) {
      file.append(contentsOf: $0)
    }
    for y in stride(from: 0, to: height, by: rows) {
      try encoder.write(
        y: y, grays: Array(grays[(y * width)..<(min(height, y + rows) * width)]))
    }
    try encoder.finish()
    return file
  }

  /// The numbers again: inflated, and each row's filter undone (PNG, section 9.2).
  static func decode(_ file: [UInt8], _ width: Int, _ height: Int) throws -> [UInt16] {
    let packed = try PNGChunk.walk(file).filter { $0.name == "IDAT" }.flatMap(\.bytes)
    let rowBytes = 1 + 2 * width
    var rows = [UInt8](repeating: 0, count: rowBytes * height)
    let decompressor = try #require(libdeflate_alloc_decompressor())
    defer { libdeflate_free_decompressor(decompressor) }
    var count = 0
    let status = rows.withUnsafeMutableBytes {
      libdeflate_zlib_decompress(
        decompressor, packed, packed.count, $0.baseAddress, $0.count, &count)
    }
    try #require(status == LIBDEFLATE_SUCCESS && count == rows.count)
    func expected(_ a: Int, _ b: Int, _ c: Int) -> Int {
      // The nearest of left, above and corner to their sum.
      [a, b, c].min { abs(a + b - c - $0) < abs(a + b - c - $1) } ?? 0
    }
    for y in 0..<height {
      try #require(rows[y * rowBytes] == 4)
      for i in 1..<rowBytes {
        let at = y * rowBytes + i
        let left = i > 2 ? Int(rows[at - 2]) : 0
        let above = y > 0 ? Int(rows[at - rowBytes]) : 0
        let corner = i > 2 && y > 0 ? Int(rows[at - rowBytes - 2]) : 0
        rows[at] = rows[at] &+ UInt8(expected(left, above, corner))
      }
    }
    return (0..<width * height).map { i in
      let at = i / width * rowBytes + 1 + i % width * 2
      return UInt16(rows[at]) << 8 | UInt16(rows[at + 1])
    }
  }

  @Test(arguments: [(1, 1), (1, 9), (7, 5), (300, 200)])
  func numbersComeBack(width: Int, height: Int) throws {
    let grays = (0..<width * height).map { i -> UInt16 in
      UInt16(truncatingIfNeeded: i % width * 211 + i / width * 977 + (i % 7 == 0 ? 60_000 : 0))
    }
    let file = try GrayPNGTests.encode(grays, width, rows: 3)
    #expect(try GrayPNGTests.decode(file, width, height) == grays)
    #expect(try GrayPNGTests.encode(grays, width, rows: height) == file)
    // It is a picture for libpng, too.
    let read = try PNGDecoder.decode(file)
    #expect(read.width == width && read.height == height)
  }

  @Test func theHeaderSaysWhatItIs() throws {
    let chunks = try PNGChunk.walk(try GrayPNGTests.encode([1, 2, 3, 4], 2, rows: 2))
    #expect(chunks.map(\.name) == ["IHDR", "pHYs", "IDAT", "IEND"])
    #expect(chunks[0].bytes == [0, 0, 0, 2, 0, 0, 0, 2, 16, 0, 0, 0, 0])
  }

  @Test func rowsMustFollow() throws {
    let encoder = try PNGEncoder(width: 2, height: 2, pixels: .gray16) { _ in }
    #expect(throws: Failure.self) { try encoder.write(y: 1, grays: [1, 2]) }
    try encoder.write(y: 0, grays: [1, 2])
    #expect(throws: Failure.self) { try encoder.finish() }
    #expect(throws: Failure.self) { try encoder.write(y: 1, grays: [1, 2, 3, 4]) }
  }

  @Test func numbersAndColorsAreNotMixed() throws {
    let numbers = try PNGEncoder(width: 1, height: 1, pixels: .gray16) { _ in }
    let color: [UInt32] = [0xFF00_0000]
    #expect(throws: Failure.self) {
      try color.withUnsafeBufferPointer {
        try numbers.writeBand(
          BitmapBand(
            y: 0, width: 1, height: 1, stride: 1, pixels: try #require($0.baseAddress)))
      }
    }
    let colors = try PNGEncoder(width: 1, height: 1, pixels: .rgb) { _ in }
    #expect(throws: Failure.self) { try colors.write(y: 0, grays: [1]) }
  }
}

@Suite struct PalettePNGTests {
  static func encode(_ pixels: [UInt32], _ width: Int, dpi: Double? = nil) throws -> [UInt8] {
    try PNGTests.encode(pixels, width, pixels.count / width, .palette, rows: 1, dpi: dpi)
  }

  @Test(arguments: [1, 2, 255, 256])
  func colorsComeBack(count: Int) throws {
    for isOpaque in [true, false] {
      let colors = (0..<count).map { i -> UInt32 in
        let alpha: UInt8 = isOpaque || i % 3 == 0 ? 255 : 100
        return premultiplied(
          UInt8(i), UInt8(255 - i), UInt8(truncatingIfNeeded: i * 7), alpha)
      }
      let pixels = (0..<32 * 40).map { colors[($0 * 31) % count] }
      let expected = try Bitmap(pixels, 32, 40)
      let file = try PalettePNGTests.encode(pixels, 32, dpi: 72)
      #expect(try PNGDecoder.decode(file) == expected)
      let names = try PNGChunk.walk(file).map(\.name)
      let hasClear = !isOpaque && count > 1
      #expect(
        names == ["IHDR", "sRGB", "PLTE"] + (hasClear ? ["tRNS"] : []) + ["pHYs", "IDAT", "IEND"])
    }
  }

  /// A ramp of 4,096 colors, each as often as it is bright, comes back with little changed, and the same
  /// colors give the same file in bands of any height.
  @Test func manyColorsAreReduced() throws {
    let pixels = (0..<64 * 64).map { (index: Int) -> UInt32 in
      let (x, y) = (index % 64, index / 64)
      return premultiplied(UInt8(x * 4), UInt8(y * 4), 90, 255)
    }
    let file = try PalettePNGTests.encode(pixels, 64)
    let back = try PNGDecoder.decode(file)
    #expect(try PNGTests.encode(pixels, 64, 64, .palette, rows: 17) == file)
    var colors: Set<[UInt8]> = []
    for y in 0..<64 {
      for x in 0..<64 {
        let (red, green, blue, alpha) = back[x, y]
        colors.insert([red, green, blue, alpha])
        #expect(abs(Int(red) - x * 4) <= 16 && abs(Int(green) - y * 4) <= 16)
        #expect(blue == 90 && alpha == 255)
      }
    }
    #expect(colors.count > 200 && colors.count <= 256)
  }

  /// Clear pixels stay clear where colors are reduced.
  @Test func clearPixelsStayClear() throws {
    var pixels = (0..<32 * 32).map { (index: Int) -> UInt32 in
      premultiplied(UInt8(index % 256), UInt8(index / 4), 7, 255)
    }
    pixels[5] = 0
    let back = try PNGDecoder.decode(try PalettePNGTests.encode(pixels, 32))
    #expect(back[5, 0] == (0, 0, 0, 0))
    #expect(back[6, 0].3 == 255)
  }

  @Test func oneTooManyIsAnErrorWhereTheImageIsLarge() throws {
    let width = 4096
    var band = [UInt32](repeating: 0xFF00_0000, count: width)
    for x in 0..<257 { band[x] = 0xFF00_0000 | UInt32(x) }
    let encoder = try PNGEncoder(width: width, height: 1025, pixels: .palette) { _ in }
    #expect {
      try band.withUnsafeBufferPointer {
        try encoder.writeBand(
          BitmapBand(
            y: 0, width: width, height: 1, stride: width, pixels: try #require($0.baseAddress)))
      }
    } throws: { error in
      (error as? Failure)?.diagnostics.map(\.code.rawValue) == ["png.colors"]
    }
  }
}
