// SPDX-License-Identifier: MIT
// Part of Platen: tests of pictures in other sizes, against answers known beforehand.

import Foundation
import Pixels
import TestSupport
import Testing

private func flat(
  _ width: Int, _ height: Int, _ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8
) -> Bitmap {
  Bitmap(
    width: width, height: height,
    rgba: (0..<width * height).flatMap { _ in [red, green, blue, alpha] })
}

private func drawn(
  _ width: Int, _ height: Int, _ pixel: (Int, Int) -> [UInt8]
) -> Bitmap {
  Bitmap(
    width: width, height: height,
    rgba: (0..<height).flatMap { y in (0..<width).flatMap { x in pixel(x, y) } })
}

@Suite struct ResamplerTests {
  @Test func everyColorStaysAsItIs() {
    for value in UInt8.min...UInt8.max {
      let picture = flat(24, 24, value, 255 - value, value / 2, 255)
      for side in [1, 5, 11, 24, 31] {
        let result = Resampler(picture).resized(width: side, height: side)
        #expect(result == flat(side, side, value, 255 - value, value / 2, 255))
      }
    }
  }

  @Test func transparencyStaysAsItIs() {
    for alpha in UInt8.min...UInt8.max {
      let result = Resampler(flat(16, 16, 200, 10, 0, alpha)).resized(width: 7, height: 9)
      #expect(result[3, 4].alpha == alpha)
      if alpha > 0 { #expect(result[3, 4].red == 200 && result[3, 4].green == 10) }
    }
  }

  @Test func sameSizeIsTheSamePicture() {
    let picture = drawn(37, 21) { x, y in
      [UInt8(x * 6), UInt8(y * 12), UInt8((x + y) * 4), 255]
    }
    #expect(Resampler(picture).resized(width: 37, height: 21) == picture)
  }

  /// Half black, half white is half the light, which is 188 and not 128.
  @Test(arguments: [2, 4, 16]) func finePatternsKeepTheirLight(_ times: Int) {
    let board = drawn(64, 64) { x, y in
      (x + y) % 2 == 0 ? [255, 255, 255, 255] : [0, 0, 0, 255]
    }
    let side = 64 / times
    let result = Resampler(board).resized(width: side, height: side)
    // At the edges the pattern ends, and the filter sees it end.
    let edge = side > 8 ? 4 : 0
    for y in edge..<side - edge {
      for x in edge..<side - edge {
        #expect(abs(Int(result[x, y].red) - 188) <= (edge == 0 ? 3 : 1), "\(x) \(y)")
      }
    }
  }

  @Test func whatIsTransparentLendsNoColor() {
    let picture = drawn(64, 64) { x, _ in x < 32 ? [255, 0, 0, 255] : [0, 255, 0, 0] }
    let result = Resampler(picture).resized(width: 9, height: 9)
    for x in 0..<9 where result[x, 4].alpha > 0 {
      #expect(result[x, 4].red == 255 && result[x, 4].green == 0)
    }
  }

  @Test func mirrorsAreMirrored() {
    let picture = drawn(48, 48) { x, y in [UInt8(x * 5), UInt8(y * 5), UInt8(x * y % 256), 255] }
    let mirror = drawn(48, 48) { x, y in
      let (red, green, blue, alpha) = picture[47 - x, y]
      return [red, green, blue, alpha]
    }
    let a = Resampler(picture).resized(width: 17, height: 17)
    let b = Resampler(mirror).resized(width: 17, height: 17)
    for y in 0..<17 {
      for x in 0..<17 {
        #expect(abs(Int(a[x, y].red) - Int(b[16 - x, y].red)) <= 1)
        #expect(abs(Int(a[x, y].blue) - Int(b[16 - x, y].blue)) <= 1)
      }
    }
  }

  /// The filter written down once more, straight from its definition and without halves.
  @Test func agreesWithTheDefinition() {
    let picture = drawn(33, 33) { x, y in
      let inside = (x - 16) * (x - 16) + (y - 16) * (y - 16) < 144
      return inside ? [230, 120, UInt8(x * 7), 255] : [20, 40, 90, 255]
    }
    let result = Resampler(picture).resized(width: 20, height: 20)
    for (x, y) in [(0, 0), (10, 10), (4, 9), (19, 19), (3, 15)] {
      let exact = definition(picture, 20, x, y)
      #expect(abs(Int(result[x, y].red) - exact) <= 1, "\(x) \(y)")
    }
  }

  private func definition(_ picture: Bitmap, _ side: Int, _ x: Int, _ y: Int) -> Int {
    let scale = Double(picture.width) / Double(side)
    func weights(_ index: Int) -> [Double] {
      var weights = [Double](repeating: 0, count: picture.width)
      for pixel in -10..<picture.width + 10 {
        let t = (Double(pixel) + 0.5 - (Double(index) + 0.5) * scale) / scale
        guard abs(t) < 3 else { continue }
        let p = Double.pi * t
        let weight = t == 0 ? 1 : 3 * sin(p) * sin(p / 3) / (p * p)
        weights[min(max(pixel, 0), picture.width - 1)] += weight
      }
      let sum = weights.reduce(0, +)
      return weights.map { $0 / sum }
    }
    let (across, down) = (weights(x), weights(y))
    var light = 0.0
    for row in 0..<picture.height where down[row] != 0 {
      for column in 0..<picture.width where across[column] != 0 {
        let code = Double(picture[column, row].red) / 255
        let linear = code <= 0.04045 ? code / 12.92 : pow((code + 0.055) / 1.055, 2.4)
        light += linear * across[column] * down[row]
      }
    }
    light = max(0, min(1, light))
    let code = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    return Int((code * 255).rounded())
  }

  @Test func hugeReductionsAreMeans() {
    let picture = drawn(512, 512) { x, _ in x < 256 ? [255, 255, 255, 255] : [0, 0, 0, 255] }
    let result = Resampler(picture).resized(width: 1, height: 1)
    #expect(abs(Int(result[0, 0].red) - 188) <= 1)
  }
}

@Suite struct CompactPNGTests {
  @Test func picturesComeBack() throws {
    let picture = drawn(61, 43) { x, y in
      [UInt8(x * 4), UInt8(y * 5), UInt8((x ^ y) & 255), UInt8((x * y) % 256)]
    }
    #expect(try PNGDecoder.decode(CompactPNG.encode(picture, .withAlpha)) == picture)
    let opaque = drawn(61, 43) { x, y in [UInt8(x * 4), UInt8(y * 5), 7, 255] }
    let file = try CompactPNG.encode(opaque, .opaque)
    #expect(try PNGDecoder.decode(file) == opaque)
    #expect(file[25] == 2)
  }

  @Test func grayTakesOneChannel() throws {
    let gray = drawn(9, 5) { x, y in [UInt8(x * 20), UInt8(x * 20), UInt8(x * 20), 255] }
    let plain = try CompactPNG.encode(gray, .opaque)
    let clear = try CompactPNG.encode(gray, .withAlpha)
    #expect(plain[25] == 0 && clear[25] == 4)
    #expect(try PNGDecoder.decode(plain) == gray)
    #expect(try PNGDecoder.decode(clear) == gray)
  }

  @Test func onePixel() throws {
    let dot = Bitmap(width: 1, height: 1, rgba: [1, 2, 3, 4])
    #expect(try PNGDecoder.decode(CompactPNG.encode(dot, .withAlpha)) == dot)
    #expect(throws: (any Error).self) {
      try CompactPNG.encode(Bitmap(width: 0, height: 0), .opaque)
    }
  }

  @Test func gradientsPackFarBetterThanWithoutFilters() throws {
    let picture = drawn(256, 256) { x, y in [UInt8(x), UInt8(y), UInt8((x + y) / 2), 255] }
    let compact = try CompactPNG.encode(picture, .opaque).count
    #expect(compact * 4 < (try PNGEncoder.encode(picture).count))
  }
}
