// SPDX-License-Identifier: MIT
// Part of Platen: a picture as light, the form in which pictures can be added and averaged.

/// A picture in linear light, premultiplied by alpha: red, green, blue and alpha, 0…1.
///
/// Averaging codes makes what is fine and bright too dark, averaging straight colours bleeds what lies
/// under transparent pixels into edges; here neither happens.
struct LightPicture: Sendable {
  let width: Int
  let height: Int
  /// Rows from the top.
  let pixels: [SIMD4<Float>]

  init(width: Int, height: Int, pixels: [SIMD4<Float>]) {
    precondition(pixels.count == width * height)
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// A picture of codes as light.
  init(_ bitmap: Bitmap) {
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
  var bitmap: Bitmap {
    var bitmap = Bitmap(width: width, height: height)
    bitmap.rgba.withUnsafeMutableBufferPointer { bytes in
      LinearLight.code.withUnsafeBufferPointer { code in
        pixels.withUnsafeBufferPointer { pixels in
          let steps = Float(LinearLight.codeSteps)
          // Converting and clipping vectors goes through generic code; single numbers do not.
          @inline(__always) func step(_ light: Float) -> Int {
            light > 0 ? (light < 1 ? Int(light * steps + 0.5) : LinearLight.codeSteps) : 0
          }
          for i in pixels.indices {
            let pixel = pixels[i]
            // Less than half a step of alpha is nothing; not a number is nothing either.
            guard pixel.w >= 1 / 510 else { continue }
            let alpha = pixel.w < 1 ? pixel.w : 1
            let scale = 1 / alpha
            bytes[i * 4] = code[step(pixel.x * scale)]
            bytes[i * 4 + 1] = code[step(pixel.y * scale)]
            bytes[i * 4 + 2] = code[step(pixel.z * scale)]
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
