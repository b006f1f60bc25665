// SPDX-License-Identifier: MIT
// Part of Platen: a whole image in memory, for reading, comparing and small things.

/// An image of eight-bit sRGB pixels with straight alpha.
///
/// Rows from the top, four bytes a pixel: red, green, blue, alpha. Large images are never held
/// like this on their way to a file; they travel as `BitmapBand`s.
public struct Bitmap: Hashable, Sendable {
  public let width: Int
  public let height: Int
  /// `width * height * 4` bytes.
  public internal(set) var rgba: [UInt8]

  /// An image from its bytes.
  ///
  /// - Precondition: `rgba` has `width * height * 4` bytes.
  public init(width: Int, height: Int, rgba: [UInt8]) {
    precondition(width >= 0 && height >= 0 && rgba.count == width * height * 4)
    self.width = width
    self.height = height
    self.rgba = rgba
  }

  /// A transparent image, to be filled band by band.
  public init(width: Int, height: Int) {
    self.init(
      width: width, height: height, rgba: [UInt8](repeating: 0, count: width * height * 4))
  }

  /// An image drawn by code that has premultiplied pixels: words with alpha, red, green and blue
  /// from the highest byte, rows one behind the other, transparent to begin with.
  public init(
    width: Int, height: Int, drawing: (UnsafeMutableBufferPointer<UInt8>) throws -> Void
  ) rethrows {
    self.init(width: width, height: height)
    try unsafe rgba.withUnsafeMutableBufferPointer { bytes in
      try unsafe drawing(bytes)
      unsafe bytes.withMemoryRebound(to: UInt32.self) { pixels in
        unsafe PixelRow.straighten(
          UnsafeBufferPointer(pixels), into: UnsafeMutableRawBufferPointer(pixels))
      }
    }
  }

  /// Red, green, blue and alpha of one pixel.
  ///
  /// - Precondition: `x` and `y` lie in the image.
  public subscript(x: Int, y: Int) -> (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
    precondition(x >= 0 && x < width && y >= 0 && y < height)
    let i = (y * width + x) * 4
    return (rgba[i], rgba[i + 1], rgba[i + 2], rgba[i + 3])
  }

  /// Copies a band into its rows; parts outside the image are skipped.
  public mutating func draw(_ band: borrowing BitmapBand) {
    let columns = min(width, band.width)
    for row in 0..<band.height where band.y + row >= 0 && band.y + row < height {
      let source = unsafe band.row(row)
      let start = (band.y + row) * width * 4
      unsafe rgba.withUnsafeMutableBytes { bytes in
        let target = unsafe UnsafeMutableRawBufferPointer(
          rebasing: bytes[start..<start + columns * 4])
        unsafe PixelRow.straighten(UnsafeBufferPointer(rebasing: source[..<columns]), into: target)
      }
    }
  }
}
