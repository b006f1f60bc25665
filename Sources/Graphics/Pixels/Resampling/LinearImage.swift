// SPDX-License-Identifier: MIT
// Part of Platen: an image as light, the form in which images can be added and averaged.

/// An image in linear light, premultiplied by alpha: red, green, blue and alpha, 0…1.
///
/// Averaging codes makes what is fine and bright too dark, averaging straight colors bleeds what lies
/// under transparent pixels into edges; here neither happens.
struct LinearImage: Sendable {
  let width: Int
  let height: Int
  /// Rows from the top.
  private let pixels: [SIMD4<Float>]

  /// Each two by two pixels of an image of codes as their mean; both sides must be even.
  init(halving bitmap: Bitmap) {
    let width = bitmap.width
    unsafe self.init(width: width / 2, height: bitmap.height / 2) { y, target in
      unsafe withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: width * 2) { pair in
        unsafe LinearLight.read(bitmap, row: y * 2, into: pair)
        unsafe LinearLight.read(
          bitmap, row: y * 2 + 1, into: UnsafeMutableBufferPointer(rebasing: pair[width...]))
        unsafe LinearImage.halve(UnsafeBufferPointer(pair), into: target)
      }
    }
  }

  /// Each two by two pixels as their mean; both sides must be even.
  func halved() -> LinearImage {
    unsafe LinearImage(width: width / 2, height: height / 2) { y, target in
      unsafe pixels.withUnsafeBufferPointer {
        unsafe LinearImage.halve(
          UnsafeBufferPointer(rebasing: $0[y * 2 * width..<(y * 2 + 2) * width]), into: target)
      }
    }
  }

  func withRow<Result>(_ y: Int, _ body: (UnsafeBufferPointer<SIMD4<Float>>) -> Result) -> Result {
    unsafe pixels.withUnsafeBufferPointer {
      unsafe body(UnsafeBufferPointer(rebasing: $0[y * width..<(y + 1) * width]))
    }
  }

  private init(
    width: Int, height: Int, _ row: (Int, UnsafeMutableBufferPointer<SIMD4<Float>>) -> Void
  ) {
    self.width = width
    self.height = height
    pixels = unsafe [SIMD4<Float>](unsafeUninitializedCapacity: width * height) { target, filled in
      for y in 0..<height {
        unsafe row(y, UnsafeMutableBufferPointer(rebasing: target[y * width..<(y + 1) * width]))
      }
      filled = width * height
    }
  }

  /// Two rows, one behind the other, as one of half their length; fills all of `target`.
  private static func halve(
    _ pair: UnsafeBufferPointer<SIMD4<Float>>, into target: UnsafeMutableBufferPointer<SIMD4<Float>>
  ) {
    let width = target.count * 2
    for x in 0..<target.count {
      let top = unsafe pair[x * 2] + pair[x * 2 + 1]
      let bottom = unsafe pair[width + x * 2] + pair[width + x * 2 + 1]
      unsafe target.initializeElement(at: x, to: (top + bottom) * 0.25)
    }
  }
}
