// SPDX-License-Identifier: MIT
// Part of Platen: sizes of cards by name.

/// A size of cards.
public struct CardSize: Hashable, Sendable {
  public var name: String
  /// The width in units of its layouts, and the default width of its images in pixels.
  public var width: Double
  public var height: Double
  /// The printed width in millimeters.
  public var millimetres: Double
  /// The smallest legible text size, in its units: the limit for layouts made for other sizes.
  public var legible: Double

  public init(
    _ name: String, _ width: Double, _ height: Double, millimetres: Double, legible: Double = 10
  ) {
    self.name = name
    self.legible = legible
    self.width = width
    self.height = height
    self.millimetres = millimetres
  }

  /// The aspect ratio: width divided by height.
  public var ratio: Double { width / height }

  /// The printed size in points of 1/72 inch.
  public var inPoints: CardSize {
    let scale = millimetres * 72 / 25.4 / width
    return CardSize(
      name, width * scale, height * scale, millimetres: millimetres, legible: legible * scale)
  }

  /// Indicates whether it is for widgets of phones, which have room for few words.
  public var isWidget: Bool { name.hasPrefix("widget-") }

  /// The named sizes: for social media, for widgets at three pixels per point, for print at 300
  /// pixels per inch.
  public static let all = [
    CardSize("square", 1080, 1080, millimetres: 90, legible: 14),
    CardSize("story", 1080, 1920, millimetres: 90, legible: 14),
    CardSize("og", 1200, 630, millimetres: 150, legible: 14),
    CardSize("portrait", 1080, 1350, millimetres: 120, legible: 14),
    CardSize("widget-small", 474, 474, millimetres: 40, legible: 18),
    CardSize("widget-medium", 1014, 474, millimetres: 85, legible: 18),
    CardSize("widget-circular", 216, 216, millimetres: 18, legible: 18),
    CardSize("widget-rectangular", 480, 216, millimetres: 40, legible: 18),
    CardSize("poker", 744, 1039, millimetres: 63, legible: 18),
    CardSize("tarot", 827, 1417, millimetres: 70, legible: 18),
    CardSize("a6", 1240, 1748, millimetres: 105, legible: 18),
  ]

  /// Creates a size from its name, or from pixels such as `1600x900`, 16 to 8192 per side.
  public init?(_ text: String) {
    if let known = CardSize.all.first(where: { $0.name == text }) {
      self = known
      return
    }
    let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
      .map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      (16...8192).contains(width), (16...8192).contains(height)
    else { return nil }
    self.init("\(width)x\(height)", Double(width), Double(height), millimetres: Double(width) / 12)
  }

  /// Returns the size that a text means which is spelled differently: lengths with a unit, such as
  /// `63x88mm`, or with other signs, such as `1600 × 900`. Lengths are those of a named size to the
  /// millimeter, else pixels at 12 per millimeter.
  public static func meant(by text: String) -> CardSize? {
    let plain = text.lowercased().filter { !$0.isWhitespace }.replacing("px", with: "")
    let sides = plain.split(omittingEmptySubsequences: false) { "x×*".contains($0) }
      .map { side in
        let number = side.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        return (length: Double(number), unit: String(side.dropFirst(number.count)))
      }
    guard sides.count == 2, let width = sides[0].length, let height = sides[1].length,
      [sides[1].unit, ""].contains(sides[0].unit)
    else { return nil }
    let units = ["": 1 / 12.0, "mm": 1, "cm": 10, "in": 25.4, "\"": 25.4]
    guard let unit = units[sides[1].unit] else { return nil }
    if unit >= 1,
      let known = all.first(where: { size in
        abs(size.millimetres - width * unit) <= 1
          && abs(size.millimetres / size.ratio - height * unit) <= 1
      })
    {
      return known
    }
    let pixels = [width, height].map { ($0 * unit * 12).rounded() }
    guard pixels.allSatisfy({ (16...8192).contains($0) }) else { return nil }
    return CardSize("\(Int(pixels[0]))x\(Int(pixels[1]))")
  }
}
