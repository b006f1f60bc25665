// SPDX-License-Identifier: MIT
// Part of Platen: colors in the other spaces of CSS, which tokens may be written in.

internal import Libc

extension TokenColor {
  /// The spaces a token may be written in, by their names in the design-token format.
  public static let readableSpaces = [
    "srgb", "srgb-linear", "display-p3", "hsl", "hwb", "oklab", "oklch",
  ]

  /// A color from components in a space by its name; nil for a space that is not read.
  ///
  /// Hues are degrees, saturation, lightness, whiteness and blackness of `hsl` and `hwb` 0…100,
  /// lightness of `oklab` and `oklch` 0…1 (CSS Color 4). What sRGB cannot hold becomes Display P3,
  /// clipped to it.
  public init?(space name: String, _ a: Double, _ b: Double, _ c: Double, alpha: Double) {
    switch name {
    case "srgb": self.init(a, b, c, alpha: alpha)
    case "display-p3": self.init(a, b, c, alpha: alpha, space: .displayP3)
    case "srgb-linear":
      self.init(TokenColor.code(a), TokenColor.code(b), TokenColor.code(c), alpha: alpha)
    case "hsl":
      let (red, green, blue) = TokenColor.fromHSL(a, b / 100, c / 100)
      self.init(red, green, blue, alpha: alpha)
    case "hwb":
      let (white, black) = (b / 100, c / 100)
      guard white + black < 1 else {
        let gray = white / (white + black)
        self.init(gray, gray, gray, alpha: alpha)
        return
      }
      let (red, green, blue) = TokenColor.fromHSL(a, 1, 0.5)
      func shade(_ part: Double) -> Double { part * (1 - white - black) + white }
      self.init(shade(red), shade(green), shade(blue), alpha: alpha)
    case "oklab": self.init(lightness: a, a: b, b: c, alpha: alpha)
    case "oklch":
      let angle = c * .pi / 180
      self.init(lightness: a, a: b * cos(angle), b: b * sin(angle), alpha: alpha)
    default: return nil
    }
  }

  private static func fromHSL(
    _ hue: Double, _ saturation: Double, _ lightness: Double
  ) -> (Double, Double, Double) {
    var turn = hue.truncatingRemainder(dividingBy: 360)
    if turn < 0 { turn += 360 }
    func part(_ n: Double) -> Double {
      let k = (n + turn / 30).truncatingRemainder(dividingBy: 12)
      return lightness - saturation * min(lightness, 1 - lightness)
        * max(-1, min(k - 3, 9 - k, 1))
    }
    return (part(0), part(8), part(4))
  }

  /// Oklab (Björn Ottosson, 2020).
  private init(lightness: Double, a: Double, b: Double, alpha: Double) {
    func cubed(_ value: Double) -> Double { value * value * value }
    let l = cubed(lightness + 0.3963377774 * a + 0.2158037573 * b)
    let m = cubed(lightness - 0.1055613458 * a - 0.0638541728 * b)
    let s = cubed(lightness - 0.0894841775 * a - 1.2914855480 * b)
    let plain = TokenColor(
      TokenColor.code(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
      TokenColor.code(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
      TokenColor.code(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s), alpha: alpha)
    func clipped(_ color: TokenColor) -> TokenColor {
      func part(_ value: Double) -> Double { max(0, min(1, value)) }
      return TokenColor(
        part(color.red), part(color.green), part(color.blue), alpha: alpha, space: color.space)
    }
    self = clipped(plain.isInSRGB ? plain : plain.converted(to: .displayP3))
  }
}
