// SPDX-License-Identifier: MIT
// Part of Platen: a picture as light, the form in which pictures can be added and averaged.

/// A picture in linear light, premultiplied by alpha: red, green, blue and alpha, 0…1.
///
/// Averaging codes makes what is fine and bright too dark, averaging straight colours bleeds what lies
/// under transparent pixels into edges; here neither happens.
public struct LightPicture: Sendable {
  public let width: Int
  public let height: Int
  /// Rows from the top.
  public internal(set) var pixels: [SIMD4<Float>]

  init(width: Int, height: Int, pixels: [SIMD4<Float>]) {
    precondition(pixels.count == width * height)
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// A picture of codes as light.
  public init(_ bitmap: Bitmap) {
    let count = bitmap.width * bitmap.height
    let pixels = [SIMD4<Float>](unsafeUninitializedCapacity: count) { target, filled in
      bitmap.rgba.withUnsafeBufferPointer { bytes in
        LinearLight.light.withUnsafeBufferPointer { light in
          for i in 0..<count {
            let alpha = Float(bytes[i * 4 + 3]) / 255
            let color = SIMD4(
              light[Int(bytes[i * 4])], light[Int(bytes[i * 4 + 1])],
              light[Int(bytes[i * 4 + 2])], 1)
            target.initializeElement(at: i, to: color * alpha)
          }
        }
      }
      filled = count
    }
    self.init(width: bitmap.width, height: bitmap.height, pixels: pixels)
  }

  /// The picture in codes again, with straight alpha. What a filter shot over or under is clipped.
  public var bitmap: Bitmap {
    var bitmap = Bitmap(width: width, height: height)
    bitmap.rgba.withUnsafeMutableBufferPointer { bytes in
      LinearLight.code.withUnsafeBufferPointer { code in
        pixels.withUnsafeBufferPointer { pixels in
          let zero = SIMD4<Float>(repeating: 0)
          let one = SIMD4<Float>(repeating: 1)
          let steps = Float(LinearLight.codeSteps)
          for i in pixels.indices {
            let alpha = min(max(pixels[i].w, 0), 1)
            // Less than half a step of alpha is nothing.
            guard alpha >= 1 / 510 else { continue }
            let straight = (pixels[i] / alpha).clamped(lowerBound: zero, upperBound: one)
            let index = SIMD4<Int32>(straight * steps + 0.5)
            bytes[i * 4] = code[Int(index.x)]
            bytes[i * 4 + 1] = code[Int(index.y)]
            bytes[i * 4 + 2] = code[Int(index.z)]
            bytes[i * 4 + 3] = UInt8(alpha * 255 + 0.5)
          }
        }
      }
    }
    return bitmap
  }

  /// Each two by two pixels as their mean; both sides must be even.
  func halved() -> LightPicture {
    let (newWidth, newHeight) = (width / 2, height / 2)
    let width = width
    let half = [SIMD4<Float>](unsafeUninitializedCapacity: newWidth * newHeight) { target, filled in
      pixels.withUnsafeBufferPointer { source in
        for y in 0..<newHeight {
          let upper = y * 2 * width
          let lower = upper + width
          for x in 0..<newWidth {
            let top = source[upper + x * 2] + source[upper + x * 2 + 1]
            let bottom = source[lower + x * 2] + source[lower + x * 2 + 1]
            target.initializeElement(at: y * newWidth + x, to: (top + bottom) * 0.25)
          }
        }
      }
      filled = newWidth * newHeight
    }
    return LightPicture(width: newWidth, height: newHeight, pixels: half)
  }
}
