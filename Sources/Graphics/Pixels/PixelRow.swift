// SPDX-License-Identifier: MIT
// Part of Platen: rows of premultiplied pixels turned into the bytes a file holds.

/// Conversions of one row of premultiplied ARGB32; the hot loops between painting and compressing.
public enum PixelRow {
  /// Writes red, green, blue, straight alpha, four bytes a pixel.
  public static func straighten(
    _ row: UnsafeBufferPointer<UInt32>, into bytes: UnsafeMutableRawBufferPointer
  ) {
    precondition(bytes.count >= row.count * 4)
    for i in row.indices {
      let pixel = unsafe row[i]
      let alpha = pixel >> 24
      var red = pixel >> 16 & 255
      var green = pixel >> 8 & 255
      var blue = pixel & 255
      if alpha != 255, alpha != 0 {
        // Premultiplied components never exceed alpha, so the quotient fits in a byte.
        red = min(255, (red * 255 + alpha / 2) / alpha)
        green = min(255, (green * 255 + alpha / 2) / alpha)
        blue = min(255, (blue * 255 + alpha / 2) / alpha)
      } else if alpha == 0 {
        (red, green, blue) = (0, 0, 0)
      }
      let straight = (red | green << 8 | blue << 16 | alpha << 24).littleEndian
      unsafe bytes.storeBytes(of: straight, toByteOffset: i * 4, as: UInt32.self)
    }
  }

  /// Writes filter 0 (PNG, section 9.2) and the row's pixels.
  static func fill(
    _ target: UnsafeMutableRawBufferPointer, from row: UnsafeBufferPointer<UInt32>, hasAlpha: Bool
  ) {
    unsafe target[0] = 0
    let pixels = unsafe UnsafeMutableRawBufferPointer(rebasing: target[1...])
    if hasAlpha {
      unsafe straighten(row, into: pixels)
    } else {
      unsafe dropAlpha(row, into: pixels)
    }
  }

  /// Gives words of straight alpha, red, green, blue, alpha in the highest byte.
  public static func straighten(
    _ row: UnsafeBufferPointer<UInt32>, as words: UnsafeMutableBufferPointer<UInt32>
  ) {
    unsafe straighten(row, into: UnsafeMutableRawBufferPointer(words))
    for i in row.indices {
      // Red, green, blue, alpha from the lowest byte so far.
      let word = unsafe UInt32(littleEndian: words[i])
      unsafe words[i] = word & 0xFF00_FF00 | word >> 16 & 0xFF | (word & 0xFF) << 16
    }
  }

  /// Writes red, green, blue, three bytes a pixel, of pixels taken to be opaque.
  public static func dropAlpha(
    _ row: UnsafeBufferPointer<UInt32>, into bytes: UnsafeMutableRawBufferPointer
  ) {
    precondition(bytes.count >= row.count * 3)
    var i = 0
    var offset = 0
    // Four pixels make three whole words: a third of the stores of the obvious loop.
    while i + 4 <= row.count {
      let (a, b, c, d) = unsafe (
        swapped(row[i]), swapped(row[i + 1]), swapped(row[i + 2]), swapped(row[i + 3])
      )
      unsafe bytes.storeBytes(of: (a | b << 24).littleEndian, toByteOffset: offset, as: UInt32.self)
      unsafe bytes.storeBytes(
        of: (b >> 8 | c << 16).littleEndian, toByteOffset: offset + 4, as: UInt32.self)
      unsafe bytes.storeBytes(
        of: (c >> 16 | d << 8).littleEndian, toByteOffset: offset + 8, as: UInt32.self)
      i += 4
      offset += 12
    }
    while i < row.count {
      let pixel = unsafe swapped(row[i])
      unsafe bytes[offset] = UInt8(truncatingIfNeeded: pixel)
      unsafe bytes[offset + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
      unsafe bytes[offset + 2] = UInt8(truncatingIfNeeded: pixel >> 16)
      i += 1
      offset += 3
    }
  }

  /// Blue, green, red in the order of the file from the lowest byte: red, green, blue.
  @inline(__always)
  private static func swapped(_ pixel: UInt32) -> UInt32 {
    (pixel >> 16 & 0xFF) | (pixel & 0xFF00) | (pixel & 0xFF) << 16
  }
}
