// SPDX-License-Identifier: MIT
// Part of Platen: pixels as Cairo has them, made once for all bands of an image.

internal import CCairo
internal import Drawing
internal import Pixels

/// An image's premultiplied pixels, which any number of workers may draw from.
///
/// Unchecked: they are written while they are made, by `init` or by who made them and has not handed
/// them on yet, and only read after.
///
/// Safe but for surfaces that outlive it: it owns its memory from `init` to `deinit`.
@safe final class SharedPixels: @unchecked Sendable {
  let width: Int
  let height: Int
  private let pixels: UnsafeMutablePointer<UInt32>

  /// Creates transparent pixels, to be drawn on before they are shared.
  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    unsafe pixels = .allocate(capacity: max(1, width * height))
    unsafe pixels.initialize(repeating: 0, count: width * height)
  }

  init(_ image: RasterImage) {
    precondition(image.rgba.count == image.width * image.height * 4)
    (width, height) = (image.width, image.height)
    unsafe pixels = .allocate(capacity: max(1, width * height))
    unsafe image.rgba.withUnsafeBufferPointer { bytes in
      for i in 0..<width * height {
        unsafe pixels[i] = premultiplied(
          bytes[4 * i], bytes[4 * i + 1], bytes[4 * i + 2], bytes[4 * i + 3])
      }
    }
  }

  deinit { unsafe pixels.deallocate() }

  /// A surface over the pixels; it must not outlive this.
  func surface() throws(DrawingError) -> Surface {
    try unsafe Surface(
      cairo_image_surface_create_for_data(
        UnsafeMutableRawPointer(pixels).assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32,
        Int32(clamping: width), Int32(clamping: height), Int32(clamping: width * 4)),
      "create an image of \(width) × \(height)")
  }
}
