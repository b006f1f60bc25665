// SPDX-License-Identifier: MIT
// Part of Platen: sRGB's curve as tables, both ways.

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Light of codes and codes of light (IEC 61966-2-1), for eight bits.
enum LinearLight {
  /// The light of each code, 0…1.
  static let light: [Float] = (0...255).map { Float(linear(Double($0) / 255)) }

  /// For each of these steps of light from 0 to 1, the code nearest to it.
  ///
  /// So fine that the darkest codes, which lie 1/3300 of the light apart, have steps of their own, and
  /// every code comes back as itself.
  static let codeSteps = 1 << 14
  static let code: [UInt8] = (0...codeSteps).map { step in
    let light = Double(step) / Double(codeSteps)
    let code = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    return UInt8(max(0, min(255, (code * 255).rounded())))
  }

  private static func linear(_ code: Double) -> Double {
    code <= 0.04045 ? code / 12.92 : pow((code + 0.055) / 1.055, 2.4)
  }
}
