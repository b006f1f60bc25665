// SPDX-License-Identifier: MIT
// Part of Platen: large pictures packed in pieces: what libdeflate reads back is what was put in.

import CDeflate
import Diagnostics
import TestSupport
import Testing

@testable import Pixels

@Suite struct RowPackerTests {
  /// A picture of few colors in runs, of which some rows repeat the one above with changes; with
  /// alpha every other color can be seen through.
  private func picture(
    _ width: Int, _ height: Int, colors: Int, seed: Int, hasAlpha: Bool = false
  ) -> [UInt32] {
    var roll = Dice(seed: UInt64(seed))
    let colors = min(colors, width * height)
    let palette = (0..<colors).map { number in
      let (color, alpha) = (roll(1 << 24), roll(256))
      return premultiplied(
        UInt8(color >> 16), UInt8(color >> 8 & 255), UInt8(color & 255),
        hasAlpha && number % 2 == 0 ? UInt8(alpha) : 255)
    }
    var pixels: [UInt32] = []
    for y in 0..<height {
      let repeats = y > 0 && roll(3) > 0
      var x = 0
      while x < width {
        let count = min(width - x, 1 + roll(colors < 3 ? 700 : 20))
        if repeats, roll(4) > 0 {
          // One by one: a slice of it would have the whole picture copied.
          for above in ((y - 1) * width + x)..<((y - 1) * width + x + count) {
            pixels.append(pixels[above])
          }
        } else {
          pixels += [UInt32](repeating: palette[roll(colors)], count: count)
        }
        x += count
      }
    }
    return pixels
  }

  /// Rows as a PNG has them, by the number each begins with (PNG, section 9.2).
  private func unfiltered(_ bytes: [UInt8], _ rowBytes: Int, _ rows: Int) throws -> [UInt8] {
    var bytes = bytes
    for row in 0..<rows {
      let filter = bytes[row * rowBytes]
      try #require(filter == 0 || filter == 2 && row > 0)
      guard filter == 2 else { continue }
      for i in 1..<rowBytes {
        bytes[row * rowBytes + i] &+= bytes[(row - 1) * rowBytes + i]
      }
    }
    return (0..<rows).flatMap { bytes[($0 * rowBytes + 1)..<(($0 + 1) * rowBytes)] }
  }

  private func check(_ pixels: [UInt32], _ width: Int, _ height: Int, hasAlpha: Bool) throws {
    let pixelBytes = hasAlpha ? 4 : 3
    let rowBytes = 1 + width * pixelBytes
    let (piece, sum) = try pixels.withUnsafeBufferPointer { buffer in
      var packer = RowPacker(
        try #require(buffer.baseAddress), width: width, stride: width, rows: height,
        hasAlpha: hasAlpha)
      return (packer.pack(), packer.sum)
    }
    // The piece is followed by others; an empty block ends it here.
    let stream = piece + [1, 0, 0, 0xFF, 0xFF]
    let decompressor = try #require(libdeflate_alloc_decompressor())
    defer { libdeflate_free_decompressor(decompressor) }
    var bytes = [UInt8](repeating: 0, count: rowBytes * height)
    var count = 0
    let status = libdeflate_deflate_decompress(
      decompressor, stream, stream.count, &bytes, bytes.count, &count)
    try #require(status == LIBDEFLATE_SUCCESS && count == bytes.count)
    #expect(sum.value == libdeflate_adler32(1, bytes, bytes.count))
    let shifts: [UInt32] = Array([16, 8, 0, 24].prefix(pixelBytes))
    let expected = pixels.flatMap { pixel -> [UInt8] in
      shifts.map { UInt8(truncatingIfNeeded: pixel >> $0) }
    }
    #expect(try unfiltered(bytes, rowBytes, height) == expected)
  }

  @Test(arguments: [1, 2, 3, 5, 64, 86, 87, 88, 1000], [1, 2, 40, 1 << 20])
  func anyPictureComesBack(width: Int, colors: Int) throws {
    for (seed, height) in [(1, 1), (2, 2), (3, 9), (4, 40)] {
      for hasAlpha in [true, false] {
        let pixels = picture(
          width, height, colors: colors, seed: seed * 31 + width, hasAlpha: hasAlpha)
        try check(pixels, width, height, hasAlpha: hasAlpha)
      }
    }
  }

  /// Rows wider than deflate's window.
  @Test(arguments: [10_922, 10_923, 30_000])
  func wideRowsComeBack(width: Int) throws {
    for colors in [1, 3, 5000] {
      for hasAlpha in [true, false] {
        let pixels = picture(width, 5, colors: colors, seed: width + colors, hasAlpha: hasAlpha)
        try check(pixels, width, 5, hasAlpha: hasAlpha)
      }
    }
  }

  @Test func sumsAreJoined() {
    var whole = Adler32()
    var (one, other) = (Adler32(), Adler32())
    for byte in 0..<1000 {
      whole.add(byte: UInt8(truncatingIfNeeded: byte * 7))
      if byte < 400 {
        one.add(byte: UInt8(truncatingIfNeeded: byte * 7))
      } else {
        other.add(byte: UInt8(truncatingIfNeeded: byte * 7))
      }
    }
    whole.reduce()
    one.reduce()
    other.reduce()
    #expect(one.followed(by: other, count: 600) == whole)
  }

  /// The file is the same however rows come, and whichever worker packs them.
  @Test func piecesDoNotChangeBytes() throws {
    let (width, height) = (4096, PNGEncoder.wholeLimit / 4096 + 1)
    for hasAlpha in [true, false] {
      let pixels = picture(width, height, colors: 7, seed: 5, hasAlpha: hasAlpha)
      let expected = try PNGTests.encode(pixels, width, height, hasAlpha: hasAlpha, rows: 128)
      #expect(
        try PNGTests.encode(pixels, width, height, hasAlpha: hasAlpha, rows: 300) == expected)
      #expect(
        try PNGTests.encode(pixels, width, height, hasAlpha: hasAlpha, rows: 1) == expected)
      var file: [UInt8] = []
      let encoder = try PNGEncoder(
        width: width, height: height, pixels: hasAlpha ? .rgba : .rgb
      ) { file.append(contentsOf: $0) }
      try pixels.withUnsafeBufferPointer { buffer in
        let base = try #require(buffer.baseAddress)
        for y in stride(from: 0, to: height, by: PNGEncoder.pieceRows) {
          let band = BitmapBand(
            y: y, width: width, height: min(PNGEncoder.pieceRows, height - y), stride: width,
            pixels: base + y * width)
          try encoder.writePackedRows(PackedRows(band, hasAlpha: hasAlpha))
        }
      }
      try encoder.finish()
      #expect(file == expected)
    }
  }

  /// Packed in pieces, colors are straightened as in small pictures.
  @Test func whatIsSeenThroughComesBackThroughLibpng() throws {
    let (width, height) = (4096, PNGEncoder.wholeLimit / 4096 + 1)
    let pixels = picture(width, height, colors: 200, seed: 8, hasAlpha: true)
    let file = try PNGTests.encode(pixels, width, height, hasAlpha: true, rows: 300)
    let isSame = try PNGDecoder.decode(file) == Bitmap(pixels, width, height)
    #expect(isSame)
  }

  @Test func aPieceMustBeTheNext() throws {
    let pixels = [UInt32](repeating: 0xFF12_3456, count: 4096 * 128)
    try pixels.withUnsafeBufferPointer { buffer in
      let base = try #require(buffer.baseAddress)
      let encoder = try PNGEncoder(width: 4096, height: 4096, pixels: .rgb) { _ in }
      for (y, rows, hasAlpha) in [(128, 128, false), (0, 64, false), (0, 128, true)] {
        let piece = PackedRows(
          BitmapBand(y: y, width: 4096, height: rows, stride: 4096, pixels: base),
          hasAlpha: hasAlpha)
        var isRefused = false
        do { try encoder.writePackedRows(piece) } catch is Failure { isRefused = true }
        #expect(isRefused)
      }
    }
  }
}
