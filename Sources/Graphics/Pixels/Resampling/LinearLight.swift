// SPDX-License-Identifier: MIT
// Part of Platen: sRGB's curve as tables, both ways.

internal import Text

/// Light of codes and codes of light (IEC 61966-2-1), for eight bits.
enum LinearLight {
  /// The light of each code, 0…1.
  static let light: [Float] = (0...255).map { Float(Luminance.linear(Double($0) / 255)) }

  /// The number of steps of light from 0 to 1, each with the code nearest to it.
  ///
  /// So fine that the darkest codes, which lie 1/3300 of the light apart, have steps of their own, and
  /// every code comes back as itself.
  static let codeSteps = 1 << 14
  static let code: [UInt8] = (0...codeSteps).map { step in
    let light = Double(step) / Double(codeSteps)
    let code = Luminance.code(light)
    return UInt8(max(0, min(255, (code * 255).rounded())))
  }

  /// Fills the first of `target` with a row of an image, premultiplied.
  static func read(
    _ bitmap: Bitmap, row: Int, into target: UnsafeMutableBufferPointer<SIMD4<Float>>
  ) {
    unsafe bitmap.rgba.withUnsafeBufferPointer { bytes in
      unsafe light.withUnsafeBufferPointer { light in
        var i = row * bitmap.width * 4
        for x in 0..<bitmap.width {
          let alpha = unsafe Float(bytes[i + 3]) / 255
          let color = unsafe SIMD4(
            light[Int(bytes[i])], light[Int(bytes[i + 1])], light[Int(bytes[i + 2])], 1)
          unsafe target.initializeElement(at: x, to: color * alpha)
          i += 4
        }
      }
    }
  }

  /// Turns a row into codes with straight alpha: four bytes a pixel, which are 0 so far. What a filter
  /// shot over or under is clipped.
  static func writeRow(
    _ row: UnsafeBufferPointer<SIMD4<Float>>, into bytes: UnsafeMutableBufferPointer<UInt8>
  ) {
    precondition(bytes.count == row.count * 4)
    unsafe code.withUnsafeBufferPointer { code in
      let steps = Float(codeSteps)
      // Converting and clipping vectors goes through generic code; single numbers do not.
      @inline(__always) func step(_ light: Float) -> Int {
        light > 0 ? (light < 1 ? Int(light * steps + 0.5) : codeSteps) : 0
      }
      for i in row.indices {
        let pixel = unsafe row[i]
        // Less than half a step of alpha is nothing; not a number is nothing either.
        guard pixel.w >= 1 / 510 else { continue }
        let alpha = pixel.w < 1 ? pixel.w : 1
        let scale = 1 / alpha
        unsafe bytes[i * 4] = code[step(pixel.x * scale)]
        unsafe bytes[i * 4 + 1] = code[step(pixel.y * scale)]
        unsafe bytes[i * 4 + 2] = code[step(pixel.z * scale)]
        unsafe bytes[i * 4 + 3] = UInt8(alpha * 255 + 0.5)
      }
    }
  }
}
