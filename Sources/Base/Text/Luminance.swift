// SPDX-License-Identifier: MIT
// Part of Platen: the luminance of sRGB colors.

internal import Libc

/// Light of sRGB's codes (IEC 61966-2-1), and the contrast of two colors (WCAG 2.2).
public enum Luminance {
  /// The linear light of a component of 0…1.
  ///
  /// WCAG gives the limit of the straight part as 0.03928, an older value; no code of 8 bits lies
  /// between the two.
  public static func linear(_ code: Double) -> Double {
    code <= 0.04045 ? code / 12.92 : pow((code + 0.055) / 1.055, 2.4)
  }

  /// The component for linear light of 0…1; the inverse of ``linear(_:)``.
  public static func code(_ light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// The relative luminance, 0…1, of components of light of 0…1.
  public static func relative(red: Double, green: Double, blue: Double) -> Double {
    0.2126 * red + 0.7152 * green + 0.0722 * blue
  }

  /// The contrast ratio, 1…21, of two relative luminances.
  public static func contrast(_ a: Double, _ b: Double) -> Double {
    (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }
}
