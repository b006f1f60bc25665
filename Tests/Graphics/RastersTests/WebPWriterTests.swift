// SPDX-License-Identifier: MIT
// Part of Platen: WebP written from bands and read by libwebp.

import Diagnostics
import Libraries
import Pixels
import Rasters
import TestSupport
import Testing

@Suite struct WebPWriterTests {
  static func file(
    _ picture: RasterCase, _ packing: WebPWriter.Packing, hasAlpha: Bool = false, rows: Int = 16
  ) throws -> [UInt8] {
    let tray = ByteTray()
    try picture.write(
      to: WebPWriter(
        width: picture.width, height: picture.height, hasAlpha: hasAlpha, packing: packing,
        sink: tray.take), rows: rows)
    return tray.bytes
  }

  @Test func formsAreTold() throws {
    let picture = RasterCase(50, 30)
    func kind(_ file: [UInt8]) -> String { String(decoding: file[8..<16], as: UTF8.self) }
    #expect(try kind(WebPWriterTests.file(picture, .lossless)) == "WEBPVP8L")
    #expect(try kind(WebPWriterTests.file(picture, .lossy(quality: 90))) == "WEBPVP8 ")
    // Alpha has a chunk of its own, and a header that says so.
    let clear = RasterCase(50, 30, isOpaque: false)
    #expect(
      try kind(WebPWriterTests.file(clear, .lossy(quality: 90), hasAlpha: true)) == "WEBPVP8X")
  }

  @Test func aBitmapIsPackedAsItIs() throws {
    let bitmap = Bitmap(
      width: 30, height: 20, rgba: (0..<30 * 20 * 4).map { UInt8(truncatingIfNeeded: $0 * 7) })
    let file = try WebPWriter.lossless(bitmap)
    #expect(Array(file[..<4]) == Array("RIFF".utf8))
    #expect(Array(file[8..<16]) == Array("WEBPVP8L".utf8))
    #expect(try WebPWriter.lossless(bitmap) == file)
    expectSame(try WebPWriterTests.decoded(file), bitmap)
    #expect(throws: Failure.self) { try WebPWriter.lossless(Bitmap(width: 0, height: 1)) }
  }

  @Test(arguments: [true, false])
  func bandsArePackedAsTheyAre(isOpaque: Bool) throws {
    let picture = RasterCase(60, 41, isOpaque: isOpaque)
    let file = try WebPWriterTests.file(picture, .lossless, hasAlpha: !isOpaque)
    expectSame(try WebPWriterTests.decoded(file), picture.bitmap)
  }

  /// Equal alpha everywhere, and equal colors where there is any.
  private func expectSame(
    _ actual: Bitmap, _ expected: Bitmap, _ location: Testing.SourceLocation = #_sourceLocation
  ) {
    guard actual.width == expected.width, actual.height == expected.height else {
      Issue.record("\(actual.width) × \(actual.height)", sourceLocation: location)
      return
    }
    var wrong = 0
    for y in 0..<expected.height {
      for x in 0..<expected.width {
        let (a, b) = (actual[x, y], expected[x, y])
        if a.alpha != b.alpha || a.alpha > 0 && a != b { wrong += 1 }
      }
    }
    #expect(wrong == 0, sourceLocation: location)
  }

  /// The picture in a file, by libwebp's own reader.
  private static func decoded(_ file: [UInt8]) throws -> Bitmap {
    typealias Decode =
      @convention(c) (
        UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?
      ) -> UnsafeMutablePointer<UInt8>?
    typealias Free = @convention(c) (UnsafeMutableRawPointer?) -> Void
    let library = try LoadedLibrary("libwebp.so.7", package: "libwebp7")
    let decode = try library.symbol("WebPDecodeRGBA", as: Decode.self)
    let free = try library.symbol("WebPFree", as: Free.self)
    var (width, height): (Int32, Int32) = (0, 0)
    let pixels = try #require(decode(file, file.count, &width, &height))
    defer { free(pixels) }
    let (columns, rows) = (Int(width), Int(height))
    return Bitmap(
      width: columns, height: rows,
      rgba: Array(UnsafeBufferPointer(start: pixels, count: columns * rows * 4)))
  }

  @Test func qualityCosts() throws {
    let picture = RasterCase(300, 200)
    let sizes = try [30, 70, 95].map {
      try WebPWriterTests.file(picture, .lossy(quality: $0)).count
    }
    #expect(sizes == sizes.sorted() && Set(sizes).count == 3)
  }

  @Test func bandsDoNotChangeBytes() throws {
    let picture = RasterCase(60, 41, isOpaque: false)
    for packing in [WebPWriter.Packing.lossless, .lossy(quality: 90)] {
      let whole = try WebPWriterTests.file(picture, packing, hasAlpha: true, rows: 41)
      #expect(try WebPWriterTests.file(picture, packing, hasAlpha: true, rows: 7) == whole)
    }
  }

  @Test func sizesHaveLimits() {
    let side = WebPWriter.sideLimit
    for (width, height) in [(side + 1, 4), (4, side + 1), (0, 4), (side, side)] {
      #expect(
        codes {
          _ = try WebPWriter(
            width: width, height: height, hasAlpha: false, packing: .lossless
          ) { _ in }
        } == ["webp.size"])
    }
  }

  @Test func whatGoesWrongIsHeard() throws {
    let picture = RasterCase(300, 300)
    let tray = ByteTray(limit: 50)
    #expect(
      codes {
        try picture.write(
          to: WebPWriter(
            width: 300, height: 300, hasAlpha: false, packing: .lossy(quality: 90),
            sink: tray.take), rows: 100)
      } == ["Full()"])
    #expect(
      codes {
        try picture.write(
          to: WebPWriter(
            width: 300, height: 300, hasAlpha: false, packing: .lossless,
            isCancelled: { true }
          ) { _ in }, rows: 100)
      } == ["CancellationError()"])
    let encoder = try WebPWriter(
      width: 300, height: 300, hasAlpha: false, packing: .lossless
    ) { _ in }
    #expect(codes { try encoder.finish() } == ["image.rows"])
  }
}
