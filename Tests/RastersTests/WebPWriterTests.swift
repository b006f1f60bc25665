// SPDX-License-Identifier: MIT
// Part of Platen: WebP written from bands. That pixels come back is seen in the command's tests,
// where other programs read them.

import Diagnostics
import Pixels
import Rasters
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
    #expect(throws: Failure.self) { try WebPWriter.lossless(Bitmap(width: 0, height: 1)) }
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
      } == ["Full"])
    #expect(
      codes {
        try picture.write(
          to: WebPWriter(
            width: 300, height: 300, hasAlpha: false, packing: .lossless,
            isCancelled: { true }
          ) { _ in }, rows: 100)
      } == ["CancellationError"])
    let encoder = try WebPWriter(
      width: 300, height: 300, hasAlpha: false, packing: .lossless
    ) { _ in }
    #expect(codes { try encoder.finish() } == ["picture.rows"])
  }
}
