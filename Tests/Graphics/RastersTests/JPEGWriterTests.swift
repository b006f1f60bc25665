// SPDX-License-Identifier: MIT
// Part of Platen: JPEG written row by row, and read again.

import Diagnostics
import Pixels
import Rasters
import TestSupport
import Testing

@Suite struct JPEGWriterTests {
  static func file(
    _ picture: RasterCase, quality: Int = 95, dpi: Double? = nil, rows: Int = 16
  ) throws -> [UInt8] {
    let tray = ByteTray()
    try picture.write(
      to: JPEGWriter(
        width: picture.width, height: picture.height, quality: quality, dpi: dpi, sink: tray.take),
      rows: rows)
    return tray.bytes
  }

  /// The bytes of the first segment of a kind, without its length.
  static func segment(_ marker: UInt8, of file: [UInt8]) -> [UInt8]? {
    var at = 2
    while at + 4 <= file.count, file[at] == 0xFF {
      let length = Int(file[at + 2]) << 8 | Int(file[at + 3])
      if file[at + 1] == marker { return Array(file[(at + 4)..<(at + 2 + length)]) }
      at += 2 + length
    }
    return nil
  }

  @Test(arguments: [(1, 1), (7, 5), (64, 48), (200, 133)])
  func comesBackNearlyAsItWas(width: Int, height: Int) throws {
    let picture = RasterCase(width, height)
    for (quality, mean) in [(100, 1.5), (90, 3.0), (60, 8.0)] {
      let file = try JPEGWriterTests.file(picture, quality: quality)
      let read = try file.withUnsafeBytes { try JPEGDecoder.decode($0, limits: .small) }.bitmap
      #expect(picture.bitmap.difference(to: read).mean < mean, "quality \(quality)")
    }
  }

  @Test func bandsDoNotChangeBytes() throws {
    let picture = RasterCase(60, 41)
    let whole = try JPEGWriterTests.file(picture, rows: 41)
    for rows in [1, 7, 40] {
      #expect(try JPEGWriterTests.file(picture, rows: rows) == whole)
    }
  }

  @Test func saysItsResolution() throws {
    let file = try JPEGWriterTests.file(RasterCase(8, 8), dpi: 300)
    let said = try #require(JPEGWriterTests.segment(0xE0, of: file))
    // JFIF, 1.1, pixels an inch, 300 both ways.
    #expect(Array(said[..<12]) == Array("JFIF\0".utf8) + [1, 1, 1, 1, 0x2C, 1, 0x2C])
    let open = try #require(
      JPEGWriterTests.segment(0xE0, of: try JPEGWriterTests.file(RasterCase(8, 8))))
    #expect(Array(open[7..<12]) == [0, 0, 1, 0, 1])
  }

  @Test(arguments: [(89, 0x22), (90, 0x11), (100, 0x11), (1, 0x22)] as [(Int, UInt8)])
  func colorIsHalvedBelowNinety(quality: Int, sampling: UInt8) throws {
    let file = try JPEGWriterTests.file(RasterCase(20, 20), quality: quality)
    let frame = try #require(JPEGWriterTests.segment(0xC0, of: file))
    // Three components, the first of them with its sampling.
    #expect(frame[5] == 3 && frame[7] == sampling)
  }

  @Test func sidesHaveALimit() throws {
    for (width, height) in [(JPEGWriter.sideLimit + 1, 4), (4, JPEGWriter.sideLimit + 1), (0, 4)] {
      #expect(
        codes {
          _ = try JPEGWriter(width: width, height: height, quality: 90) { _ in }
        } == ["jpeg.size"])
    }
    let tray = ByteTray()
    try RasterCase(JPEGWriter.sideLimit, 1).write(
      to: JPEGWriter(width: JPEGWriter.sideLimit, height: 1, quality: 50, sink: tray.take), rows: 1)
    #expect(tray.bytes.suffix(2) == [0xFF, 0xD9])
  }

  @Test func whatGoesWrongIsHeard() throws {
    let picture = RasterCase(300, 300)
    for limit in [0, 100, 2000] {
      let tray = ByteTray(limit: limit)
      #expect(
        codes {
          try picture.write(
            to: JPEGWriter(width: 300, height: 300, quality: 95, sink: tray.take), rows: 100)
        } == ["Full()"], "limit \(limit)")
    }
    let encoder = try JPEGWriter(width: 300, height: 300, quality: 95) { _ in }
    #expect(codes { try encoder.finish() } == ["image.rows"])
    #expect(
      codes { try RasterCase(299, 300).write(to: encoder, rows: 300) } == ["image.rows"])
  }
}
