// SPDX-License-Identifier: MIT
// Part of Platen: the colors of design tokens: their color spaces, and conversions between them.

internal import Text

/// A color with straight alpha, in one of the two spaces screens and catalogs know.
///
/// Both have the same white and the same curve from code to light (IEC 61966-2-1); Display P3 has
/// redder reds and greener greens. Components are 0…1 in code values, not in light.
public struct TokenColor: Hashable, Sendable {
  /// The color space of the components.
  public enum Space: String, Hashable, Sendable {
    case sRGB = "srgb"
    case displayP3 = "display-p3"
  }

  public var space: Space
  public var red, green, blue, alpha: Double

  public init(
    _ red: Double, _ green: Double, _ blue: Double, alpha: Double = 1, space: Space = .sRGB
  ) {
    self.space = space
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// From `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`; nil for anything else.
  public init?(hex: some StringProtocol) {
    var digits: [UInt8] = []
    for byte in hex.utf8.dropFirst() {
      switch byte {
      case 48...57: digits.append(byte - 48)
      case 65...70: digits.append(byte - 55)
      case 97...102: digits.append(byte - 87)
      default: return nil
      }
    }
    guard hex.utf8.first == UInt8(ascii: "#") else { return nil }
    if digits.count == 3 || digits.count == 4 { digits = digits.flatMap { [$0, $0] } }
    guard digits.count == 6 || digits.count == 8 else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    func part(_ index: Int) -> Double { Double(bytes[index]) / 255 }
    self.init(part(0), part(1), part(2), alpha: bytes.count == 4 ? part(3) : 1)
  }

  /// `#rrggbb`, with alpha as two more digits where it is not 1; colors beyond sRGB are clipped.
  public var hex: String {
    let (red, green, blue, alpha) = bytes
    return "#" + Hex.encode([red, green, blue] + (alpha < 255 ? [alpha] : []))
  }

  /// Eight bits each, in sRGB; values beyond it are clipped.
  public var bytes: (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
    let color = converted(to: .sRGB)
    return (byte(color.red), byte(color.green), byte(color.blue), byte(color.alpha))
  }

  /// Indicates whether sRGB can show it, but for differences that eight bits cannot represent.
  public var isInSRGB: Bool {
    let color = converted(to: .sRGB)
    return [color.red, color.green, color.blue].allSatisfy { (-0.002...1.002).contains($0) }
  }

  /// The same color in another space, by way of light. Components may leave 0…1.
  public func converted(to other: Space) -> TokenColor {
    guard other != space else { return self }
    let light = [red, green, blue].map(TokenColor.light)
    // Both matrices are products of the spaces' own, RGB to XYZ (D65) and back, as CSS Color 4 has
    // them.
    let matrix: [[Double]] =
      other == .sRGB
      ? [
        [1.2249401762805598, -0.22494017628055996, 0],
        [-0.04205695470968816, 1.0420569547096881, 0],
        [-0.01963755459033443, -0.07863604555063188, 1.0982736001409663],
      ]
      : [
        [0.8224619687143623, 0.17753803128563775, 0],
        [0.03319419885096161, 0.9668058011490384, 0],
        [0.01708263072112003, 0.07239744066396346, 0.9105199286149165],
      ]
    let result = matrix.map { row in
      TokenColor.code(zip(row, light).reduce(0) { $0 + $1.0 * $1.1 })
    }
    return TokenColor(result[0], result[1], result[2], alpha: alpha, space: other)
  }

  /// This color laid over an opaque one, mixed in code values as screens and browsers do.
  public func over(_ ground: TokenColor) -> TokenColor {
    let top = converted(to: .sRGB)
    let below = ground.converted(to: .sRGB)
    func mix(_ a: Double, _ b: Double) -> Double { b + (a - b) * alpha }
    return TokenColor(
      mix(top.red, below.red), mix(top.green, below.green), mix(top.blue, below.blue))
  }

  /// The light that a component of 0…1 encodes. Mirrored below zero.
  public static func light(_ code: Double) -> Double {
    let size = abs(code)
    let light = Luminance.linear(size)
    return code < 0 ? -light : light
  }

  /// The component that encodes a light; the inverse of ``light(_:)``.
  public static func code(_ light: Double) -> Double {
    let size = abs(light)
    let code = Luminance.code(size)
    return light < 0 ? -code : code
  }
}

private func byte(_ part: Double) -> UInt8 { UInt8(max(0, min(255, (part * 255).rounded()))) }
