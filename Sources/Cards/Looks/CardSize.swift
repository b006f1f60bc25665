// SPDX-License-Identifier: MIT
// Part of Platen: sizes of cards by their names.

/// A size cards are made in.
public struct CardSize: Hashable, Sendable {
  public var name: String
  /// Units of its layouts, and pixels of its pictures when nobody says.
  public var width: Double
  public var height: Double
  /// Millimetres across where it is printed.
  public var millimetres: Double

  public init(_ name: String, _ width: Double, _ height: Double, millimetres: Double) {
    self.name = name
    self.width = width
    self.height = height
    self.millimetres = millimetres
  }

  /// How wide it is for each unit of height.
  public var ratio: Double { width / height }

  /// Points of 1/72 inch across and down where it is printed.
  public var points: (width: Double, height: Double) {
    let width = millimetres * 72 / 25.4
    return (width, width / ratio)
  }

  /// Those that have names: for social media, for widgets at three pixels a point, for print at 300
  /// pixels an inch.
  public static let all = [
    CardSize("square", 1080, 1080, millimetres: 90),
    CardSize("story", 1080, 1920, millimetres: 90),
    CardSize("og", 1200, 630, millimetres: 150),
    CardSize("portrait", 1080, 1350, millimetres: 120),
    CardSize("widget-small", 474, 474, millimetres: 40),
    CardSize("widget-medium", 1014, 474, millimetres: 85),
    CardSize("widget-circular", 216, 216, millimetres: 18),
    CardSize("widget-rectangular", 480, 216, millimetres: 40),
    CardSize("poker", 744, 1039, millimetres: 63),
    CardSize("tarot", 827, 1417, millimetres: 70),
    CardSize("a6", 1240, 1748, millimetres: 105),
  ]

  /// The size of a name, or of pixels written as `1600x900`, 16 to 8192 a side.
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
}
