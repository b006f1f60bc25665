// SPDX-License-Identifier: MIT
// Part of Platen: tests of WebP read again.

import Diagnostics
import Pixels
import Rasters
import TestSupport
import Testing

@Suite struct WebPReaderTests {
  @Test func whatIsWrittenWithoutLossIsReadAgain() throws {
    var rgba: [UInt8] = []
    for index in 0..<30 * 20 {
      rgba += [UInt8(index % 256), UInt8(index * 7 % 256), 9, UInt8(255 - index % 200)]
    }
    let bitmap = Bitmap(width: 30, height: 20, rgba: rgba)
    let file = try WebPWriter.lossless(bitmap)
    #expect(WebPReader.recognizes(file))
    #expect(try WebPReader.decode(file) == bitmap)
  }

  @Test func lossyImagesAreNear() throws {
    let picture = RasterCase(50, 30)
    let image = try WebPReader.decode(WebPWriterTests.file(picture, .lossy(quality: 95)))
    let exact = try WebPReader.decode(WebPWriterTests.file(picture, .lossless))
    #expect(image.width == 50 && image.height == 30)
    let sum = zip(image.rgba, exact.rgba).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(Double(sum) / Double(image.rgba.count) < 12)
  }

  @Test func damagedFilesAreErrors() throws {
    let noise = (0..<16384).map { (index: Int) -> UInt8 in UInt8(index * 31 % 251) }
    let file = try WebPWriter.lossless(Bitmap(width: 64, height: 64, rgba: noise))
    for count in [0, 4, 15, 16, 20, 30, file.count / 2] {
      let error = #expect(throws: Failure.self) {
        try WebPReader.decode(Array(file.prefix(count)))
      }
      #expect(error?.diagnostics.first?.code == .webpDamaged, "\(count)")
    }
    #expect(!WebPReader.recognizes(Array("RIFF....WAVEfmt ".utf8)))
    // 16,384 pixels a side are more than are read.
    var large = file
    // The header of the lossless form holds both sides less one, 14 bits each.
    (large[21], large[22], large[23], large[24]) = (0xFF, 0xFF, 0xFF, 0x0F)
    let error = #expect(throws: Failure.self) { try WebPReader.decode(large) }
    #expect(error?.diagnostics.first?.code == .webpSize)
  }
}
