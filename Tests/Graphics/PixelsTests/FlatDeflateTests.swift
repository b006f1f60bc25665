// SPDX-License-Identifier: MIT
// Part of Platen: the compressor of plain grounds: what libdeflate reads back is what was put in.

import CDeflate
import TestSupport
import Testing

@testable import Pixels

@Suite struct FlatDeflateTests {
  /// The content of the stream, as another program reads it.
  private func inflated(_ bytes: [UInt8], row: Int, pixel: Int) -> [UInt8]? {
    let stream = bytes.withUnsafeBytes {
      FlatDeflate.zlib(of: $0, rowBytes: row, pixelBytes: pixel)
    }
    guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
    defer { libdeflate_free_decompressor(decompressor) }
    var result = [UInt8](repeating: 0, count: bytes.count)
    var read = 0
    let status = libdeflate_zlib_decompress_ex(
      decompressor, stream, stream.count, &result, result.count, &read, nil)
    return status == LIBDEFLATE_SUCCESS && read == stream.count ? result : nil
  }

  @Test(arguments: [1, 2, 3, 4, 5, 258, 259, 260, 261, 262, 1000, 70_000])
  func oneByteOverAndOver(count: Int) {
    let bytes = [UInt8](repeating: 7, count: count)
    for (row, pixel) in [(1, 1), (4, 3), (100, 3), (40_000, 4)] {
      #expect(inflated(bytes, row: row, pixel: pixel) == bytes)
    }
  }

  @Test(arguments: [1, 2, 3, 17, 256])
  func anyBytesComeBack(letters: Int) {
    var roll = Dice(seed: UInt64(letters))
    for count in [1, 2, 3, 4, 7, 64, 1001, 66_000] {
      let bytes = (0..<count).map { _ in UInt8(roll(letters)) }
      for (row, pixel) in [(1, 3), (31, 3), (1000, 4), (32_768, 3), (32_769, 3)] {
        #expect(inflated(bytes, row: row, pixel: pixel) == bytes)
      }
    }
  }

  /// Counts like Fibonacci's numbers need codes longer than allowed.
  @Test func codesAreNeverTooLong() {
    var bytes: [UInt8] = []
    var (count, next) = (1, 1)
    for letter in 0..<22 {
      bytes += [UInt8](repeating: UInt8(letter), count: count)
      (count, next) = (next, count + next)
    }
    var roll = Dice(seed: 5)
    for index in bytes.indices.reversed() { bytes.swapAt(index, roll(index + 1)) }
    #expect(inflated(bytes, row: 1 << 20, pixel: 4) == bytes)
  }

  @Test(arguments: [true, false])
  func aPageComesBackThroughLibpng(hasAlpha: Bool) throws {
    let (width, height) = (300, 200)
    var pixels = [UInt32](repeating: 0xFFF4_F5F7, count: width * height)
    var roll = Dice(seed: 3)
    for _ in 0..<40 {
      let (x, y) = (roll(width - 20), roll(height - 20))
      let color = 0xFF00_0000 | UInt32(roll(1 << 24))
      for row in y..<y + 15 { for column in x..<x + 12 { pixels[row * width + column] = color } }
    }
    func encode(isFlat: Bool) throws -> [UInt8] {
      try PNGTests.encode(
        pixels, width, height, hasAlpha ? .rgba : .rgb, rows: height, isFlat: isFlat)
    }
    let flat = try encode(isFlat: true)
    #expect(try PNGDecoder.decode(flat) == PNGDecoder.decode(encode(isFlat: false)))
    #expect(flat.count < width * height / 20)
  }
}
