// SPDX-License-Identifier: MIT
// Part of Platen: how far two pictures are apart, as figures and as a picture to look at.

public import Pixels

/// The differences between two images.
public struct BitmapDifference: Hashable, Sendable {
  /// The largest difference of any channel, 0…255; 255 where the sizes differ.
  public let maximum: Int
  /// Mean difference over all channels, 0…255.
  public let mean: Double
  /// The number of pixels that differ at all.
  public let count: Int
  /// Expected, difference (brightened, on black) and actual image next to each other.
  public let picture: Bitmap
}

extension Bitmap {
  /// Compares this picture, taken as expected, with an actual one.
  public func difference(to actual: Bitmap) -> BitmapDifference {
    let tall = max(height, actual.height)
    let wide = max(width, actual.width)
    let (sheetWidth, sheetHeight) = (max(1, 3 * wide), max(1, tall))
    var sheet = [UInt8](repeating: 0, count: sheetWidth * sheetHeight * 4)
    func set(_ x: Int, _ y: Int, _ pixel: [UInt8]) {
      let i = (y * sheetWidth + x) * 4
      for (channel, byte) in pixel.enumerated() { sheet[i + channel] = byte }
    }
    var (maximum, count, total) = (0, 0, 0)
    for y in 0..<tall {
      for x in 0..<wide {
        let a = pixel(x, y)
        let b = actual.pixel(x, y)
        let deltas = zip(a, b).map { abs(Int($0) - Int($1)) }
        let most = deltas.max() ?? 0
        maximum = max(maximum, most)
        total += deltas.reduce(0, +)
        if most > 0 { count += 1 }
        set(x, y, a)
        set(x + wide, y, deltas.prefix(3).map { UInt8(min(255, $0 * 8)) } + [255])
        set(x + 2 * wide, y, b)
      }
    }
    let isSameSize = width == actual.width && height == actual.height
    return BitmapDifference(
      maximum: isSameSize ? maximum : 255,
      mean: Double(total) / Double(max(1, tall * wide * 4)), count: count,
      picture: Bitmap(width: sheetWidth, height: sheetHeight, rgba: sheet))
  }

  private func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    guard x < width, y < height else { return [0, 0, 0, 0] }
    let i = (y * width + x) * 4
    return Array(rgba[i..<i + 4])
  }

  /// Indicates whether every pixel is the same, as in a picture on which nothing was drawn.
  public var isBlank: Bool {
    rgba.withUnsafeBytes { bytes in
      let pixels = bytes.bindMemory(to: UInt32.self)
      guard let first = pixels.first else { return true }
      return pixels.allSatisfy { $0 == first }
    }
  }
}
