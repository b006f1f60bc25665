// SPDX-License-Identifier: MIT
// Part of Platen: colors in the other spaces of CSS, which tokens may be written in.

internal import Libc

extension TokenColor {
  /// The spaces a token may be written in, by their names in the design-token format.
  public static let readableSpaces = [
    "srgb", "srgb-linear", "display-p3", "hsl", "hwb", "lab", "lch", "oklab", "oklch", "a98-rgb",
    "prophoto-rgb", "rec2020", "xyz-d65", "xyz-d50",
  ]

  /// A color from components in a space by its name; nil for a space that is not read.
  ///
  /// Hues are degrees, saturation, lightness, whiteness and blackness of `hsl` and `hwb` 0…100,
  /// lightness of `lab` and `lch` 0…100, of `oklab` and `oklch` 0…1 (CSS Color 4). What sRGB cannot
  /// hold becomes Display P3, clipped to it.
  public init?(space name: String, _ a: Double, _ b: Double, _ c: Double, alpha: Double) {
    func turned(_ chroma: Double, _ hue: Double) -> (Double, Double) {
      let angle = hue * .pi / 180
      return (chroma * cos(angle), chroma * sin(angle))
    }
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
      let (x, y) = turned(b, c)
      self.init(lightness: a, a: x, b: y, alpha: alpha)
    case "lab": self.init(xyz: TokenColor.adapted(TokenColor.fromLab([a, b, c])), alpha: alpha)
    case "lch":
      let (x, y) = turned(b, c)
      self.init(xyz: TokenColor.adapted(TokenColor.fromLab([a, x, y])), alpha: alpha)
    case "xyz", "xyz-d65": self.init(xyz: [a, b, c], alpha: alpha)
    case "xyz-d50": self.init(xyz: TokenColor.adapted([a, b, c]), alpha: alpha)
    case "a98-rgb":
      let light = [a, b, c].map { TokenColor.power($0, 563 / 256) }
      self.init(
        xyz: TokenColor.product(
          [
            [0.5766690429101305, 0.1855582379065463, 0.1882286462349947],
            [0.29734497525053605, 0.6273635662554661, 0.07529145849399788],
            [0.02703136138641234, 0.07068885253582723, 0.9913375368376388],
          ], light), alpha: alpha)
    case "prophoto-rgb":
      let light = [a, b, c].map { part in
        abs(part) <= 16 / 512 ? part / 16 : TokenColor.power(part, 1.8)
      }
      let xyz = TokenColor.product(
        [
          [0.79776664490064230, 0.13518129740053308, 0.03134773412839220],
          [0.28807482881940130, 0.71183523424187300, 0.00008993693872564],
          [0, 0, 0.82510460251046020],
        ], light)
      self.init(xyz: TokenColor.adapted(xyz), alpha: alpha)
    case "rec2020":
      let (alpha2020, beta) = (1.09929682680944, 0.018053968510807)
      let light = [a, b, c].map { part in
        abs(part) < beta * 4.5
          ? part / 4.5
          : TokenColor.power(
            (part + (part < 0 ? -1 : 1) * (alpha2020 - 1)) / alpha2020, 1 / 0.45)
      }
      self.init(
        xyz: TokenColor.product(
          [
            [0.6369580483012914, 0.14461690358620832, 0.1688809751641721],
            [0.2627002120112671, 0.6779980715188708, 0.05930171646986196],
            [0, 0.028072693049087428, 1.060985057710791],
          ], light), alpha: alpha)
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
    self.init(
      light: [
        4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
        -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
        -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s,
      ], alpha: alpha)
  }

  /// From light in sRGB's primaries, clipped to sRGB where it can hold it, else to Display P3.
  private init(light: [Double], alpha: Double) {
    let code = light.map(TokenColor.code)
    let plain = TokenColor(code[0], code[1], code[2], alpha: alpha)
    let color = plain.isInSRGB ? plain : plain.converted(to: .displayP3)
    func part(_ value: Double) -> Double { max(0, min(1, value)) }
    self.init(
      part(color.red), part(color.green), part(color.blue), alpha: alpha, space: color.space)
  }

  // MARK: CIE

  private init(xyz: [Double], alpha: Double) {
    self.init(
      light: TokenColor.product(
        [
          [3.2409699419045226, -1.537383177570094, -0.4986107602930034],
          [-0.9692436362808796, 1.8759675015077202, 0.04155505740717559],
          [0.05563007969699366, -0.20397695888897652, 1.0569715142428786],
        ], xyz), alpha: alpha)
  }

  /// The color in XYZ for daylight (D65).
  private var xyz: [Double] {
    let color = converted(to: .sRGB)
    return TokenColor.product(
      [
        [0.41239079926595934, 0.357584339383878, 0.1804807884018343],
        [0.21263900587151027, 0.715168678767756, 0.07219231536073371],
        [0.01933081871559182, 0.11919477979462598, 0.9505321522496607],
      ], [color.red, color.green, color.blue].map(TokenColor.light))
  }

  private static func product(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
    matrix.map { row in zip(row, vector).reduce(0) { $0 + $1.0 * $1.1 } }
  }

  /// XYZ of D50 for D65 (Bradford).
  private static func adapted(_ xyz: [Double]) -> [Double] {
    product(
      [
        [0.9554734527042182, -0.023098536874261423, 0.0632593086610217],
        [-0.028369706963208136, 1.0099954580058226, 0.021041398966943008],
        [0.012314001688319899, -0.020507696433477912, 1.3303659366080753],
      ], xyz)
  }

  /// XYZ of D65 for D50 (Bradford).
  private static func unadapted(_ xyz: [Double]) -> [Double] {
    product(
      [
        [1.0479298208405488, 0.022946793341019088, -0.05019222954313557],
        [0.029627815688159344, 0.990434484573249, -0.01707382502938514],
        [-0.009243058152591178, 0.015055144896577895, 0.7518742899580008],
      ], xyz)
  }

  private static let white = [0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585]
  private static let kappa = 24389.0 / 27
  private static let epsilon = 216.0 / 24389

  private static func fromLab(_ lab: [Double]) -> [Double] {
    let y = (lab[0] + 16) / 116
    let (x, z) = (y + lab[1] / 500, y - lab[2] / 200)
    func part(_ f: Double) -> Double {
      f * f * f > epsilon ? f * f * f : (116 * f - 16) / kappa
    }
    let luminance = lab[0] > kappa * epsilon ? y * y * y : lab[0] / kappa
    return [part(x) * white[0], luminance * white[1], part(z) * white[2]]
  }

  /// Lightness 0…100, chroma and hue in degrees of CIE LCH (D50).
  var lch: (lightness: Double, chroma: Double, hue: Double) {
    let parts = zip(TokenColor.unadapted(xyz), TokenColor.white).map { part, white -> Double in
      let ratio = part / white
      return ratio > TokenColor.epsilon
        ? TokenColor.power(ratio, 1.0 / 3) : (TokenColor.kappa * ratio + 16) / 116
    }
    let a = 500 * (parts[0] - parts[1])
    let b = 200 * (parts[1] - parts[2])
    let hue = atan2(b, a) * 180 / .pi
    return (116 * parts[1] - 16, (a * a + b * b).squareRoot(), hue < 0 ? hue + 360 : hue)
  }

  /// Hue in degrees, saturation and lightness 0…100 of sRGB.
  var hsl: (hue: Double, saturation: Double, lightness: Double) {
    let color = converted(to: .sRGB)
    let (red, green, blue) = (color.red, color.green, color.blue)
    let (high, low) = (max(red, green, blue), min(red, green, blue))
    let lightness = (high + low) / 2
    let span = high - low
    guard span > 1e-9, lightness > 0, lightness < 1 else { return (0, 0, lightness * 100) }
    var hue =
      if high == red {
        (green - blue) / span
      } else if high == green { (blue - red) / span + 2 } else { (red - green) / span + 4 }
    if hue < 0 { hue += 6 }
    return (hue * 60, (high - lightness) / min(lightness, 1 - lightness) * 100, lightness * 100)
  }

  /// A power that keeps the sign.
  private static func power(_ value: Double, _ exponent: Double) -> Double {
    value < 0 ? -pow(-value, exponent) : pow(value, exponent)
  }
}
