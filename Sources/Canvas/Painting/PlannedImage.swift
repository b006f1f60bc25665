// SPDX-License-Identifier: MIT
// Part of Platen: an image's pixels as Cairo has them, made once for all bands of a picture.

internal import CCairo
internal import Drawing
internal import Pixels

/// A picture's premultiplied pixels, which any number of workers may draw from.
///
/// Unchecked: they are written while it is made, and only read after.
final class PlannedImage: @unchecked Sendable {
  private let pixels: UnsafeMutablePointer<UInt32>
  private let width: Int
  private let height: Int

  init(_ image: RasterImage) {
    (width, height) = (image.width, image.height)
    pixels = .allocate(capacity: max(1, width * height))
    image.rgba.withUnsafeBufferPointer { bytes in
      for i in 0..<width * height {
        pixels[i] = premultiplied(
          bytes[4 * i], bytes[4 * i + 1], bytes[4 * i + 2], bytes[4 * i + 3])
      }
    }
  }

  deinit { pixels.deallocate() }

  /// A surface over the pixels, not to be drawn on; it must not outlive this.
  func surface() throws(DrawingError) -> Surface {
    try Surface(
      cairo_image_surface_create_for_data(
        UnsafeMutableRawPointer(pixels).assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32,
        Int32(clamping: width), Int32(clamping: height), Int32(clamping: width * 4)),
      "make a picture of \(width) × \(height)")
  }
}
