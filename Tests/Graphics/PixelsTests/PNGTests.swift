// SPDX-License-Identifier: MIT
// Part of Platen: PNG written by us and read by libpng, and files that are no PNG.

import CDeflate
import Diagnostics
import Pixels
import TestSupport
import Testing

@Suite struct PNGTests {
  /// A picture in which every pixel differs from its neighbors, opaque or not.
  static func pattern(_ width: Int, _ height: Int, isOpaque: Bool) -> [UInt32] {
    (0..<width * height).map { i in
      let (x, y) = (i % width, i / width)
      let alpha = isOpaque ? 255 : UInt8(truncatingIfNeeded: (x * 7 + y * 13) | 1)
      return premultiplied(
        UInt8(truncatingIfNeeded: x * 5), UInt8(truncatingIfNeeded: y * 3),
        UInt8(truncatingIfNeeded: x ^ y), alpha)
    }
  }

  /// Encodes `pixels` in bands of `rows`.
  static func encode(
    _ pixels: [UInt32], _ width: Int, _ height: Int, hasAlpha: Bool, rows: Int, dpi: Double? = nil
  ) throws -> [UInt8] {
    try encode(pixels, width, height, hasAlpha ? .rgba : .rgb, rows: rows, dpi: dpi)
  }

  static func encode(
    _ pixels: [UInt32], _ width: Int, _ height: Int, _ form: PNGEncoder.Pixels, rows: Int,
    dpi: Double? = nil, isFlat: Bool = false
  ) throws -> [UInt8] {
    var file: [UInt8] = []
    let encoder = try PNGEncoder(
      width: width, height: height, pixels: form, dpi: dpi, isFlat: isFlat
    ) { file.append(contentsOf: $0) }
    try pixels.withUnsafeBufferPointer { buffer in
      let base = try #require(buffer.baseAddress)
      for y in stride(from: 0, to: height, by: rows) {
        try encoder.writeBand(
          BitmapBand(
            y: y, width: width, height: min(rows, height - y), stride: width,
            pixels: base + y * width))
      }
    }
    try encoder.finish()
    return file
  }

  @Test(arguments: [1, 2, 3, 4, 5, 7, 64], [1, 2, 5])
  func comesBackThroughLibpng(width: Int, height: Int) throws {
    for isOpaque in [true, false] {
      let pixels = PNGTests.pattern(width, height, isOpaque: isOpaque)
      let expected = try Bitmap(pixels, width, height)
      let file = try PNGTests.encode(pixels, width, height, hasAlpha: !isOpaque, rows: 2)
      #expect(try PNGDecoder.decode(file) == expected)
    }
  }

  @Test func bandsDoNotChangeBytes() throws {
    let pixels = PNGTests.pattern(50, 40, isOpaque: true)
    let whole = try PNGTests.encode(pixels, 50, 40, hasAlpha: false, rows: 40)
    for rows in [1, 7, 39] {
      #expect(try PNGTests.encode(pixels, 50, 40, hasAlpha: false, rows: rows) == whole)
    }
  }

  @Test func chunksAreInOrderAndChecked() throws {
    let file = try PNGTests.encode(
      PNGTests.pattern(9, 9, isOpaque: true), 9, 9, hasAlpha: false, rows: 9, dpi: 300)
    let chunks = try PNGChunk.walk(file)
    #expect(chunks.map(\.name) == ["IHDR", "sRGB", "pHYs", "IDAT", "IEND"])
    #expect(chunks[0].bytes == [0, 0, 0, 9, 0, 0, 0, 9, 8, 2, 0, 0, 0])
    #expect(chunks[1].bytes == [0])
    // 300 dots an inch are 11,811 a metre.
    #expect(chunks[2].bytes == [0, 0, 0x2E, 0x23, 0, 0, 0x2E, 0x23, 1])
  }

  @Test func largePicturesAreStreamed() throws {
    let (width, height) = (4096, PNGEncoder.wholeLimit / 4096 + 1)
    var pixels = [UInt32](repeating: 0xFF20_4060, count: width * height)
    for i in stride(from: 0, to: pixels.count, by: 977) {
      pixels[i] = 0xFF00_0000 | UInt32(truncatingIfNeeded: i &* 2_654_435_761) >> 8
    }
    let file = try PNGTests.encode(pixels, width, height, hasAlpha: false, rows: 256)
    #expect(try PNGChunk.walk(file).filter { $0.name == "IDAT" }.count > 1)
    let decoded = try PNGDecoder.decode(file)
    for i in [0, 977, 977 * 1000, pixels.count - 1] {
      let pixel = decoded[i % width, i / width]
      let packed =
        UInt32(pixel.alpha) << 24 | UInt32(pixel.red) << 16 | UInt32(pixel.green) << 8
        | UInt32(pixel.blue)
      #expect(packed == pixels[i])
    }
  }

  @Test func rowsMustFollow() throws {
    let pixels = PNGTests.pattern(4, 4, isOpaque: true)
    let encoder = try PNGEncoder(width: 4, height: 4, pixels: .rgb) { _ in }
    #expect(throws: Failure.self) {
      try pixels.withUnsafeBufferPointer {
        try encoder.writeBand(
          BitmapBand(
            y: 1, width: 4, height: 1, stride: 4, pixels: try #require($0.baseAddress)))
      }
    }
    var missedRows = false
    do { try encoder.finish() } catch is Failure { missedRows = true }
    #expect(missedRows)
    #expect(throws: Failure.self) {
      _ = try PNGEncoder(width: 0, height: 4, pixels: .rgb) { _ in }
    }
  }

  @Test func aFailingSinkIsHeard() throws {
    struct Full: Error {}
    let pixels = PNGTests.pattern(4, 4, isOpaque: true)
    var sent = 0
    let encoder = try PNGEncoder(width: 4, height: 4, pixels: .rgb) {
      sent += $0.count
      if sent > 60 { throw Full() }
    }
    try pixels.withUnsafeBufferPointer {
      try encoder.writeBand(
        BitmapBand(y: 0, width: 4, height: 4, stride: 4, pixels: try #require($0.baseAddress)))
    }
    var isHeard = false
    do { try encoder.finish() } catch is Full { isHeard = true }
    #expect(isHeard)
  }
}

@Suite struct PNGDecoderTests {
  static let good: [UInt8] = (try? PNGEncoder.encode(Bitmap(width: 8, height: 8))) ?? []

  @Test func everyTruncationIsAnError() throws {
    #expect(PNGDecoderTests.good.count > 60)
    // Without its last chunk a picture is whole; libpng reads it, and so do we.
    for count in 0..<PNGDecoderTests.good.count - 16 {
      #expect(throws: Failure.self) {
        try PNGDecoder.decode(Array(PNGDecoderTests.good[..<count]))
      }
    }
  }

  /// Only bytes without a meaning for the image, such as the name of a chunk that may be skipped,
  /// may change unnoticed.
  @Test func everyFlippedByteIsReadOrRefused() throws {
    let expected = try PNGDecoder.decode(PNGDecoderTests.good)
    for i in PNGDecoderTests.good.indices {
      var file = PNGDecoderTests.good
      file[i] ^= 0xFF
      if let bitmap = try? PNGDecoder.decode(file) { #expect(bitmap == expected, "byte \(i)") }
    }
  }

  @Test func hugePicturesAreRefusedBeforeMemoryIsTaken() {
    var file = PNGDecoderTests.good
    file.replaceSubrange(16..<24, with: [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF])
    #expect {
      try PNGDecoder.decode(file)
    } throws: {
      ($0 as? Failure)?.diagnostics.first?.code == "png.too-large"
    }
  }

  @Test func otherFilesAreNamed() {
    #expect {
      try PNGDecoder.decode(Array("GIF89a, which is another format".utf8))
    } throws: {
      ($0 as? Failure)?.diagnostics.first?.code == "png.not-png"
    }
  }
}

@Suite struct BitmapTests {
  @Test func differenceIsMeasured() {
    let a = Bitmap(width: 2, height: 1, rgba: [10, 20, 30, 255, 0, 0, 0, 255])
    let b = Bitmap(width: 2, height: 1, rgba: [10, 25, 30, 255, 0, 0, 0, 255])
    let difference = a.difference(to: b)
    #expect(difference.maximum == 5)
    #expect(difference.count == 1)
    #expect(difference.mean == 5.0 / 8)
    #expect(difference.picture.width == 6)
    #expect(a.difference(to: a).maximum == 0)
    #expect(a.difference(to: Bitmap(width: 1, height: 1)).maximum == 255)
  }

  @Test func blankIsOneColor() {
    var bitmap = [UInt8](repeating: 7, count: 3 * 3 * 4)
    #expect(Bitmap(width: 3, height: 3, rgba: bitmap).isBlank)
    bitmap[17] = 8
    #expect(!Bitmap(width: 3, height: 3, rgba: bitmap).isBlank)
    #expect(Bitmap(width: 0, height: 0).isBlank)
  }
}

/// A chunk of a PNG, its checksum verified.
struct PNGChunk {
  var name: String
  var bytes: [UInt8]

  static func walk(_ file: [UInt8]) throws -> [PNGChunk] {
    var chunks: [PNGChunk] = []
    var at = 8
    func number(_ offset: Int) -> Int { file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    while at < file.count {
      try #require(at + 12 <= file.count)
      let length = number(at)
      try #require(at + 12 + length <= file.count)
      let named = Array(file[at + 4..<at + 8 + length])
      #expect(Int(libdeflate_crc32(0, named, named.count)) == number(at + 8 + length))
      chunks.append(
        PNGChunk(name: String(decoding: named[..<4], as: UTF8.self), bytes: Array(named[4...])))
      at += 12 + length
    }
    return chunks
  }
}

extension Bitmap {
  init(_ pixels: [UInt32], _ width: Int, _ height: Int) throws {
    self.init(width: width, height: height)
    try pixels.withUnsafeBufferPointer {
      draw(
        BitmapBand(
          y: 0, width: width, height: height, stride: width, pixels: try #require($0.baseAddress)))
    }
  }
}
