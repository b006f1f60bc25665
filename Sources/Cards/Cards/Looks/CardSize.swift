// SPDX-License-Identifier: MIT
// Part of Platen: sizes of cards by name.

/// A size of cards.
public struct CardSize: Hashable, Sendable {
  public var name: String
  /// The width in units of its layouts, and the default width of its images in pixels.
  public var width: Double
  public var height: Double
  /// The printed width in millimeters.
  public var millimeters: Double
  /// The smallest legible text size, in its units: the limit for layouts made for other sizes.
  public var legible: Double
  /// The part of each side beyond the cut, in its units: files for printers are larger than cards.
  package private(set) var bleed = 0.0
  /// The name of the size after the cut.
  private var cutName = ""

  public init(
    _ name: String, _ width: Double, _ height: Double, millimeters: Double, legible: Double = 10
  ) {
    self.name = name
    self.legible = legible
    self.width = width
    self.height = height
    self.millimeters = millimeters
  }

  /// Creates the size of a printer's files at 300 pixels per inch.
  ///
  /// - Parameters:
  ///   - cut: the name of the card's size.
  ///   - inches: the size of the card.
  ///   - bleed: the pixels beyond each side of the card.
  private init(_ name: String, cut: String, inches: (Double, Double), bleed: Double) {
    self.init(
      name, inches.0 * 300 + 2 * bleed, inches.1 * 300 + 2 * bleed,
      millimeters: (inches.0 + bleed / 150) * 25.4, legible: 18)
    self.bleed = bleed
    cutName = cut
  }

  /// The size of the card in a file for a printer; itself without a bleed.
  package var cut: CardSize {
    guard bleed > 0 else { return self }
    let inner = width - 2 * bleed
    return CardSize(
      cutName, inner, height - 2 * bleed, millimeters: millimeters * inner / width,
      legible: legible)
  }

  /// The aspect ratio: width divided by height.
  public var ratio: Double { width / height }

  /// The printed size in points of 1/72 inch.
  public var inPoints: CardSize {
    let scale = millimeters * 72 / 25.4 / width
    var size = CardSize(
      name, width * scale, height * scale, millimeters: millimeters, legible: legible * scale)
    size.bleed = bleed * scale
    size.cutName = cutName
    return size
  }

  /// Indicates whether it is for widgets of phones, which have room for few words.
  public var isWidget: Bool { name.hasPrefix("widget-") }

  /// The named sizes: for social media, for widgets at three pixels per point, for print at 300
  /// pixels per inch.
  public static let all = [
    CardSize("square", 1080, 1080, millimeters: 90, legible: 14),
    CardSize("story", 1080, 1920, millimeters: 90, legible: 14),
    CardSize("og", 1200, 630, millimeters: 150, legible: 14),
    CardSize("portrait", 1080, 1350, millimeters: 120, legible: 14),
    CardSize("widget-small", 474, 474, millimeters: 40, legible: 18),
    CardSize("widget-medium", 1014, 474, millimeters: 85, legible: 18),
    CardSize("widget-circular", 216, 216, millimeters: 18, legible: 18),
    CardSize("widget-rectangular", 480, 216, millimeters: 40, legible: 18),
    CardSize("poker", 744, 1039, millimeters: 63, legible: 18),
    CardSize("tarot", 827, 1417, millimeters: 70, legible: 18),
    CardSize("a6", 1240, 1748, millimeters: 105, legible: 18),
  ]

  /// Files for The Game Crafter, with an eighth of an inch beyond the cut, and for MakePlayingCards.
  package static let printers = [
    CardSize("gamecrafter-poker", cut: "poker", inches: (2.5, 3.5), bleed: 37.5),
    CardSize("gamecrafter-bridge", cut: "bridge", inches: (2.25, 3.5), bleed: 37.5),
    CardSize("gamecrafter-tarot", cut: "tarot", inches: (2.75, 4.75), bleed: 37.5),
    CardSize("gamecrafter-mini", cut: "mini", inches: (1.75, 2.5), bleed: 37.5),
    CardSize("gamecrafter-square", cut: "square", inches: (3.5, 3.5), bleed: 37.5),
    CardSize("gamecrafter-jumbo", cut: "jumbo", inches: (3.5, 5.5), bleed: 37.5),
    CardSize("mpc-poker", cut: "poker", inches: (2.5, 3.5), bleed: 36),
    CardSize("mpc-bridge", cut: "bridge", inches: (2.25, 3.5), bleed: 36),
    CardSize("mpc-tarot", cut: "tarot", inches: (2.75, 4.75), bleed: 36),
  ]

  /// Creates a size from its name, or from pixels such as `1600x900`, 16 to 8192 per side.
  public init?(_ text: String) {
    if let known = (CardSize.all + CardSize.printers).first(where: { $0.name == text }) {
      self = known
      return
    }
    let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
      .map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      (16...8192).contains(width), (16...8192).contains(height)
    else { return nil }
    self.init("\(width)x\(height)", Double(width), Double(height), millimeters: Double(width) / 12)
  }

  /// Returns the size for a hint about an invalid size: lengths with a unit, such as `63x88mm`, or
  /// with other symbols, such as `1600 × 900`. Lengths that match a named size to the millimeter
  /// return that size, others pixels at 12 per millimeter.
  public static func suggestion(for text: String) -> CardSize? {
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
        abs(size.millimeters - width * unit) <= 1
          && abs(size.millimeters / size.ratio - height * unit) <= 1
      })
    {
      return known
    }
    let pixels = [width, height].map { ($0 * unit * 12).rounded() }
    guard pixels.allSatisfy({ (16...8192).contains($0) }) else { return nil }
    return CardSize("\(Int(pixels[0]))x\(Int(pixels[1]))")
  }
}
