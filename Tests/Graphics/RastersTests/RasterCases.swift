// SPDX-License-Identifier: MIT
// Part of Platen: a picture to write in every form, and storage in memory.

import Diagnostics
import Pixels
import Rasters
import Text

/// A picture whose every row is another, soft enough for JPEG.
struct RasterCase {
  let width: Int
  let height: Int
  let pixels: [UInt32]

  init(_ width: Int, _ height: Int, isOpaque: Bool = true) {
    self.width = width
    self.height = height
    pixels = (0..<width * height).map { i in
      let (x, y) = (i % width, i / width)
      return premultiplied(
        UInt8(255 * x / max(1, width - 1)), UInt8(255 * y / max(1, height - 1)),
        UInt8(truncatingIfNeeded: 40 + x / 3 + y / 2),
        isOpaque ? 255 : UInt8(truncatingIfNeeded: 17 + 3 * x + y))
    }
  }

  /// The same as a bitmap.
  var bitmap: Bitmap {
    var bitmap = Bitmap(width: width, height: height)
    withBands(of: height) { bitmap.draw($0) }
    return bitmap
  }

  func withBands(of rows: Int, _ body: (borrowing BitmapBand) throws -> Void) rethrows {
    try pixels.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      for y in stride(from: 0, to: height, by: rows) {
        try body(
          BitmapBand(
            y: y, width: width, height: min(rows, height - y), stride: width,
            pixels: base + y * width))
      }
    }
  }

  func write(to encoder: any BandEncoder, rows: Int) throws {
    try withBands(of: rows) { try encoder.writeBand($0) }
    try encoder.finish()
  }
}

/// Takes bytes, up to a limit after which it fails.
final class ByteTray {
  struct Full: Error {}
  private(set) var bytes: [UInt8] = []
  let limit: Int

  init(limit: Int = .max) { self.limit = limit }

  func take(_ more: UnsafeRawBufferPointer) throws {
    guard bytes.count + more.count <= limit else { throw Full() }
    bytes.append(contentsOf: more)
  }
}

/// A storage that fails once it is as long as `limit`.
final class LimitedStorage: TemporaryStorage {
  struct Full: Error {}
  private var bytes: [UInt8] = []
  let limit: Int

  init(limit: Int = .max) { self.limit = limit }

  var count: Int { bytes.count }

  func write(_ more: UnsafeRawBufferPointer, at offset: Int) throws {
    guard offset + more.count <= limit else { throw Full() }
    let kept = min(bytes.count - offset, more.count)
    if kept > 0 { bytes.replaceSubrange(offset..<offset + kept, with: more[..<kept]) }
    bytes.append(contentsOf: more[max(0, kept)...])
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    let count = max(0, min(buffer.count, bytes.count - offset))
    bytes.withUnsafeBytes { bytes in
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]))
    }
    return count
  }
}
