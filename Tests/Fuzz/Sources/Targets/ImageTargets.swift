// SPDX-License-Identifier: MIT
// Part of Platen: fuzz targets of pictures: what is packed comes back; what is foreign is read or refused.

import CDeflate
import Diagnostics
import Foundation

@testable import Pixels

/// A picture out of an input: its width, its way of being made, then pixels of few colors.
private func picture(_ bytes: UnsafeRawBufferPointer) -> (width: Int, height: Int, pixels: [UInt32])
{
  let width = 1 + Int(bytes[0])
  let mask: UInt32 = bytes[1] & 1 == 1 ? 0x00FF_FFFF : 0xFFFF_FFFF
  let colors = 1 + Int(bytes[1] >> 1)
  var pixels: [UInt32] = []
  var before: UInt32 = 0
  for (index, byte) in bytes.dropFirst(2).enumerated() {
    // Colors of a small palette, runs of them, and what stood above.
    let count = byte & 0x80 != 0 ? Int(byte & 0x3F) * 9 : 1
    let color = UInt32(truncatingIfNeeded: (Int(byte) % colors) &* 0x0305_0B11 &+ index % 2)
    let above = byte & 0x40 != 0 && pixels.count >= width ? pixels[pixels.count - width] : nil
    before = above ?? (color | ~mask)
    pixels.append(contentsOf: repeatElement(before, count: max(1, count)))
    if pixels.count > 1 << 15 { break }
  }
  let height = max(1, pixels.count / width)
  while pixels.count < width * height { pixels.append(before | ~mask) }
  return (width, height, Array(pixels[..<(width * height)]))
}

/// Straight components as premultiplied words.
private func premultipliedWords(_ bitmap: Bitmap) -> [UInt32] {
  stride(from: 0, to: bitmap.rgba.count, by: 4).map {
    premultiplied(bitmap.rgba[$0], bitmap.rgba[$0 + 1], bitmap.rgba[$0 + 2], bitmap.rgba[$0 + 3])
  }
}

private func decoded(_ file: [UInt8]) throws -> Bitmap {
  do {
    return try PNGDecoder.decode(file, limits: PNGDecoder.Limits(side: 1 << 16, pixels: 1 << 22))
  } catch let failure as Failure {
    fatalError("libpng refuses what was written: \(failure.diagnostics.map(\.message))")
  }
}

extension FuzzTarget {
  /// Every packer's pixels come back as libpng reads them.
  static let png = FuzzTarget(
    name: "png", longest: 1 << 11, timePerByte: 1500, time: 200,
    seeds: { seeds in
      for width in [0, 1, 2, 7, 15, 63, 254, 255] as [UInt8] {
        for kind in [0, 1, 2, 3, 8, 60, 255] as [UInt8] {
          seeds.add([width, kind] + (0..<200).map { UInt8(truncatingIfNeeded: $0 * 37 / 5) })
          seeds.add([width, kind, 0xFF, 0xBF, 0x40, 0x40, 1, 0x7F, 0xC3, 9])
        }
      }
    },
    read: { bytes in
      guard bytes.count > 2 else { return }
      let (width, height, pixels) = picture(bytes)
      var straight = Bitmap(width: width, height: height)
      pixels.withUnsafeBufferPointer {
        guard let base = $0.baseAddress else { return }
        straight.draw(BitmapBand(y: 0, width: width, height: height, stride: width, pixels: base))
      }
      checkDeflate(straight.rgba, row: width * 4, pixel: 4)
      expectEqual(
        try decoded(CompactPNG.encode(straight, .withAlpha)), straight,
        "\(width) by \(height), compact")
      let shown = premultipliedWords(straight)
      try checkBands(shown, width, height, bytes[1])
      try checkPieces(shown, width, height)
      try checkTile(shown, width, height)
      try checkGray(shown, width, height)
    })

  private static func checkDeflate(_ bytes: [UInt8], row: Int, pixel: Int) {
    let stream = bytes.withUnsafeBytes {
      FlatDeflate.zlib(of: $0, rowBytes: row, pixelBytes: pixel)
    }
    guard let decompressor = libdeflate_alloc_decompressor() else { return }
    defer { libdeflate_free_decompressor(decompressor) }
    var result = [UInt8](repeating: 0, count: bytes.count)
    var read = 0
    let status = libdeflate_zlib_decompress_ex(
      decompressor, stream, stream.count, &result, result.count, &read, nil)
    guard status == LIBDEFLATE_SUCCESS, read == stream.count, result == bytes else {
      fatalError("\(bytes.count) bytes in rows of \(row) do not come back")
    }
  }

  /// Bands of any height, with alpha and without, flat or not, and with a palette.
  private static func checkBands(
    _ pixels: [UInt32], _ width: Int, _ height: Int, _ choice: UInt8
  ) throws {
    let step = 1 + Int(choice % 5)
    let isOpaque = pixels.allSatisfy { $0 >> 24 == 0xFF }
    for (hasAlpha, isFlat) in [(true, choice & 1 == 1), (!isOpaque, choice & 1 == 0)] {
      var file: [UInt8] = []
      let encoder = try PNGEncoder(
        width: width, height: height, pixels: hasAlpha ? .rgba : .rgb, isFlat: isFlat,
        sink: { file += $0 })
      for y in stride(from: 0, to: height, by: step) {
        try pixels.withUnsafeBufferPointer { buffer in
          guard let base = buffer.baseAddress else { return }
          try encoder.writeBand(
            BitmapBand(
              y: y, width: width, height: min(step, height - y), stride: width,
              pixels: base + y * width))
        }
      }
      try encoder.finish()
      expectEqual(premultipliedWords(try decoded(file)), pixels, "\(width) by \(height) in bands")
    }
    var file: [UInt8] = []
    let encoder = try PNGEncoder(width: width, height: height, pixels: .palette) { file += $0 }
    try pixels.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      try encoder.writeBand(
        BitmapBand(y: 0, width: width, height: height, stride: width, pixels: base))
    }
    try encoder.finish()
    let words = premultipliedWords(try decoded(file))
    if Set(pixels).count <= 256 {
      expectEqual(words, pixels, "\(width) by \(height) with a palette")
    } else if Set(words).count > 256 || words.count != pixels.count {
      fatalError("\(width) by \(height) with \(Set(words).count) of \(Set(pixels).count) colors")
    }
  }

  /// Pieces as large pictures are packed in.
  private static func checkPieces(_ pixels: [UInt32], _ width: Int, _ height: Int) throws {
    guard pixels.allSatisfy({ $0 >> 24 == 0xFF }) else { return }
    let (piece, sum) = pixels.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return ([UInt8](), UInt32(0)) }
      var packer = RowPacker(
        base, width: width, stride: width, rows: height, hasAlpha: false)
      return (packer.pack(), packer.sum.value)
    }
    let stream = piece + [1, 0, 0, 0xFF, 0xFF]
    guard let decompressor = libdeflate_alloc_decompressor() else { return }
    defer { libdeflate_free_decompressor(decompressor) }
    var rows = [UInt8](repeating: 0, count: (1 + width * 3) * height)
    var count = 0
    let status = libdeflate_deflate_decompress(
      decompressor, stream, stream.count, &rows, rows.count, &count)
    guard status == LIBDEFLATE_SUCCESS, count == rows.count,
      sum == libdeflate_adler32(1, rows, rows.count)
    else { fatalError("\(width) by \(height) in a piece does not come back") }
  }

  private static func checkTile(_ pixels: [UInt32], _ width: Int, _ height: Int) throws {
    let height = min(height, 256)
    let canvas = TileCanvas(side: 256)
    canvas.begin(width: width, height: height)
    pixels.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      canvas.copy(
        BitmapBand(y: 0, width: width, height: height, stride: width, pixels: base), from: 0, 0,
        columns: width, rows: height)
    }
    let encoder = TilePNG()
    let first = try encoder.encode(canvas)
    expectEqual(try encoder.encode(canvas), first, "the same tile again")
    expectEqual(
      premultipliedWords(try decoded(first)), Array(pixels[..<(width * height)]), "a tile")
  }

  private static func checkGray(_ pixels: [UInt32], _ width: Int, _ height: Int) throws {
    let grays = pixels.map { UInt16(truncatingIfNeeded: $0) }
    var file: [UInt8] = []
    let encoder = try PNGEncoder(width: width, height: height, pixels: .gray16) { file += $0 }
    try encoder.write(y: 0, grays: grays)
    try encoder.finish()
    let bitmap = try decoded(file)
    expectEqual(bitmap.width * bitmap.height, grays.count, "gray pixels")
  }

  /// PNG and JPEG files from outside.
  static let images = FuzzTarget(
    name: "images", longest: 1 << 12, timePerByte: 200, time: 200, memory: 512,
    words: [
      "IHDR", "IDAT", "IEND", "PLTE", "tRNS", "gAMA", "iCCP", "sRGB", "\u{FF}\u{D8}",
      "\u{FF}\u{E1}", "Exif\u{0}\u{0}II*\u{0}",
    ],
    seeds: { seeds in
      for side in [1, 3, 8] {
        let bitmap = Bitmap(
          width: side, height: side,
          rgba: (0..<(side * side * 4)).map { UInt8(truncatingIfNeeded: $0 * 31) })
        seeds.add(try PNGEncoder.encode(bitmap))
        seeds.add(try CompactPNG.encode(bitmap, .opaque))
        seeds.add(try JPEGEncoder.encode(bitmap, quality: 80))
      }
      seeds.addFiles(in: ["Tests", "Samples"], ["png", "jpg", "jpeg"])
    },
    read: { bytes in
      let limits = PNGDecoder.Limits(side: 512, pixels: 1 << 17)
      _ = PNGDecoder.size(of: bytes)
      if bytes.first == 0xFF {
        _ = try JPEGDecoder.decode(bytes, limits: limits)
      } else {
        _ = try PNGDecoder.decode(bytes, limits: limits)
      }
    })
}
