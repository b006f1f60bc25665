// SPDX-License-Identifier: MIT
// Part of Platen: the contrast of two colors, by WCAG.

internal import Text

/// Contrast of two colors (WCAG 2.2, definitions of contrast ratio and relative luminance).
public struct Contrast: Hashable, Sendable, Comparable {
  /// 1…21.
  public var ratio: Double

  /// The contrast of text on a ground; transparent text is laid over it, a transparent ground over
  /// white.
  public init(of text: TokenColor, on ground: TokenColor) {
    let below = ground.over(TokenColor(1, 1, 1))
    let a = Contrast.luminance(text.over(below))
    let b = Contrast.luminance(below)
    ratio = Luminance.contrast(a, b)
  }

  public static func < (a: Contrast, b: Contrast) -> Bool { a.ratio < b.ratio }

  /// The light of an opaque color as the eye weighs it, 0…1.
  public static func luminance(_ color: TokenColor) -> Double {
    let plain = color.converted(to: .sRGB)
    func light(_ part: Double) -> Double { TokenColor.light(max(0, min(1, part))) }
    return Luminance.relative(
      red: light(plain.red), green: light(plain.green), blue: light(plain.blue))
  }

  /// The contrast required of a pair of colors.
  public enum Level: String, Hashable, Sendable, CaseIterable {
    /// Large text (24 px, or 18.66 px bold) and parts of controls: 3 to 1.
    case large
    /// Text: 4.5 to 1.
    case AA
    /// Text, the stricter level: 7 to 1.
    case AAA

    public var ratio: Double {
      switch self {
      case .large: 3
      case .AA: 4.5
      case .AAA: 7
      }
    }
  }

  /// Ratios are compared as they are, never rounded up: 4.499 does not pass.
  public func passes(_ level: Level) -> Bool { ratio >= level.ratio }

  /// The strictest level that is met; nil where none is.
  public var level: Level? { Level.allCases.last { passes($0) } }

  /// Two decimals, cut and not rounded, so that what is printed as 4.50 passes 4.5.
  public var text: String {
    let hundredths = Int((ratio * 100 + 1e-9).rounded(.down))
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
