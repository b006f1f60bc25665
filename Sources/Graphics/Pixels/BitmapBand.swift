// SPDX-License-Identifier: MIT
// Part of Platen: some rows of an image on their way from the painter to the encoder.

/// Full-width rows of an image, as the painter has them in memory.
///
/// A pixel is a native-endian `UInt32`, alpha in the highest byte, then red, green, blue,
/// premultiplied by alpha (Cairo's ARGB32). A band borrows the painter's memory: it is only lent
/// for the time of a call, which is why it cannot be copied.
///
/// Safe as long as its memory is: the code that makes a band vouches for that, and rows are cut out
/// of it by numbers that are checked.
@safe public struct BitmapBand: ~Copyable {
  /// Number of the first row within the image.
  public let y: Int
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// Pixels from the start of a row to the start of the next.
  public let stride: Int
  private let pixels: UnsafePointer<UInt32>

  /// A band over memory of `stride * height` pixels that outlives it.
  public init(y: Int, width: Int, height: Int, stride: Int, pixels: UnsafePointer<UInt32>) {
    precondition(width > 0 && height > 0 && stride >= width)
    self.y = y
    self.width = width
    self.height = height
    self.stride = stride
    unsafe self.pixels = pixels
  }

  /// The pixels of one row, counted from the top of the band.
  public func row(_ index: Int) -> UnsafeBufferPointer<UInt32> {
    precondition(index >= 0 && index < height)
    return unsafe UnsafeBufferPointer(start: pixels + index * stride, count: width)
  }
}
