// SPDX-License-Identifier: MIT
// Part of Platen: colors in sRGB.

internal import Text

/// An sRGB color with straight (not premultiplied) alpha; components 0…1.
public struct Color: Hashable, Sendable {
  public var red, green, blue, alpha: Double

  public init(_ red: Double, _ green: Double, _ blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Creates a color from eight-bit components.
  public init(bytes red: UInt8, _ green: UInt8, _ blue: UInt8) {
    self.init(Double(red) / 255, Double(green) / 255, Double(blue) / 255)
  }

  /// Creates a color from `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`; nil for anything else.
  public init?(hex: String) {
    var digits = hex.utf8.dropFirst().map { byte -> UInt8? in
      switch byte {
      case 48...57: byte - 48
      case 65...70: byte - 55
      case 97...102: byte - 87
      default: nil
      }
    }
    guard hex.utf8.first == UInt8(ascii: "#"), !digits.contains(nil) else { return nil }
    if digits.count == 3 || digits.count == 4 { digits = digits.flatMap { [$0, $0] } }
    guard digits.count == 6 || digits.count == 8 else { return nil }
    func component(_ i: Int) -> Double {
      Double((digits[i] ?? 0) << 4 | (digits[i + 1] ?? 0)) / 255
    }
    self.init(
      component(0), component(2), component(4), alpha: digits.count == 8 ? component(6) : 1)
  }

  public static let black = Color(0, 0, 0)
  public static let white = Color(1, 1, 1)
  public static let clear = Color(0, 0, 0, alpha: 0)

  public func opacity(_ alpha: Double) -> Color {
    Color(red, green, blue, alpha: self.alpha * alpha)
  }

  /// This color mixed with another: 0 is this one, 1 the other.
  public func mixed(with other: Color, _ t: Double) -> Color {
    Color(
      red + (other.red - red) * t, green + (other.green - green) * t,
      blue + (other.blue - blue) * t,
      alpha: alpha + (other.alpha - alpha) * t)
  }

  /// Each component times 0.7 for every step, as d3's `darker`; parts of a step in a straight line.
  public func darker(_ steps: Double = 1) -> Color {
    var factor = 1.0
    var left = steps
    while left >= 1 {
      factor *= 0.7
      left -= 1
    }
    factor *= 1 - 0.3 * left
    return Color(red * factor, green * factor, blue * factor, alpha: alpha)
  }

  /// `#rrggbb`, with alpha as two more digits where it is not 1.
  public var hex: String {
    let parts = [red, green, blue] + (alpha < 1 ? [alpha] : [])
    return "#" + Hex.encode(parts.map { UInt8(max(0, min(255, ($0 * 255).rounded()))) })
  }
}
