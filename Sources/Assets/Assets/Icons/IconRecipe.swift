// SPDX-License-Identifier: MIT
// Part of Platen: icons described as shapes in YAML, written as SVG.

public import Tokens
public import Values

/// An icon as shapes: a background, a foreground, and optionally a variant in one color.
///
/// ```yaml
/// icon:
///   size: 108
///   background: { gradient: ["#17384A", "#0D1F2B"], angle: 180 }
///   foreground:
///     - { circle: [54, 54, 24], fill: "{color.sun}" }
///     - { path: "M30 66 Q54 50 78 66", stroke: "#F7F3EA", width: 4 }
/// ```
///
/// Colors may be names of tokens, in braces: an icon then has the colors of each mode.
public struct IconRecipe: Sendable {
  /// The layer whose shapes are drawn.
  public enum Layer: String, Hashable, Sendable, CaseIterable {
    case background, foreground, monochrome
  }

  /// A shape as SVG, its colors still to be put in.
  struct Shape: Sendable {
    /// Element and attributes but for fill and stroke, escaped.
    var element: String
    var fill: Fill?
    var stroke: Fill?
    var opacity: Double
  }

  /// A color by mode, or several in a row.
  struct Fill: Sendable {
    var colors: [[TokenMode: TokenColor]]
    /// The direction in which a gradient goes: 0 up, 90 right, 180 down.
    var angle: Double
  }

  /// Units a side.
  public let size: Double
  let layers: [Layer: [Shape]]
  /// The background where it is one color in each mode; nil where it is a picture.
  public let ground: [TokenMode: TokenColor]?

  /// Indicates whether the recipe has shapes of its own for what is shown in one color.
  public var hasMonochrome: Bool { layers[.monochrome] != nil }

  /// Indicates whether a file is a recipe.
  public static func recognizes(_ root: PlacedValue) -> Bool { root["icon"]?.isMapping == true }

  /// The layers as one SVG file, in the colors of a mode.
  ///
  /// - Parameter inWhite: whether every color is white, as what is shown in one color is drawn.
  public func svg(_ wanted: [Layer], in mode: TokenMode = .light, inWhite: Bool = false) -> String {
    var gradients = ""
    var body = ""
    var count = 0
    func paint(_ fill: Fill?) -> String {
      guard let fill else { return "none" }
      func color(_ values: [TokenMode: TokenColor]) -> TokenColor {
        let color =
          values[mode] ?? mode.fallbacks.lazy.compactMap { values[$0] }.first
          ?? TokenColor(0, 0, 0)
        return inWhite ? TokenColor(1, 1, 1, alpha: color.alpha) : color
      }
      guard fill.colors.count > 1 else {
        return fill.colors.first.map { color($0).hex } ?? "none"
      }
      count += 1
      gradients += "<linearGradient id=\"g\(count)\" \(IconRecipe.direction(fill.angle))>"
      for (index, stop) in fill.colors.enumerated() {
        let offset = number(Double(index) / Double(fill.colors.count - 1))
        gradients += "<stop offset=\"\(offset)\" stop-color=\"\(color(stop).hex)\"/>"
      }
      gradients += "</linearGradient>"
      return "url(#g\(count))"
    }
    for layer in Layer.allCases where wanted.contains(layer) {
      for shape in layers[layer] ?? [] {
        body += "  <\(shape.element) fill=\"\(paint(shape.fill))\""
        if let stroke = shape.stroke { body += " stroke=\"\(paint(stroke))\"" }
        if shape.opacity < 1 { body += " opacity=\"\(number(shape.opacity))\"" }
        body += "/>\n"
      }
    }
    let side = number(size)
    let defs = gradients.isEmpty ? "" : "  <defs>\(gradients)</defs>\n"
    return
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(side) \(side)\">\n\(defs)\(body)"
      + "</svg>\n"
  }

  /// The start and end of a gradient, as parts of the area it fills.
  private static func direction(_ angle: Double) -> String {
    let turn = angle.truncatingRemainder(dividingBy: 360) * .pi / 180
    let (x, y) = (sine(turn) / 2, -sine(turn + .pi / 2) / 2)
    return "x1=\"\(number(0.5 - x))\" y1=\"\(number(0.5 - y))\" x2=\"\(number(0.5 + x))\" "
      + "y2=\"\(number(0.5 + y))\""
  }
}

/// A number for SVG, at most four decimals.
func number(_ value: Double) -> String {
  let whole = Int64((max(-1e12, min(1e12, value)) * 10_000).rounded())
  let size = whole.magnitude
  var digits = String(size % 10_000)
  digits = String(repeating: "0", count: 4 - digits.count) + digits
  while digits.hasSuffix("0") { digits.removeLast() }
  return (whole < 0 ? "-" : "") + String(size / 10_000) + (digits.isEmpty ? "" : "." + digits)
}
