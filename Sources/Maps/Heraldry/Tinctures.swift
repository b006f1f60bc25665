// SPDX-License-Identifier: MIT
// Part of Platen: the colors of heraldry, and fields that are patterned with two of them.

public import Drawing

/// The colors that stand for the tinctures.
public struct Tinctures: Hashable, Sendable {
  /// Name → color.
  public var colors: [String: Color]
  /// The color of outlines and details.
  public var ink: Color

  public init(colors: [String: Color], ink: Color) {
    self.colors = colors
    self.ink = ink
  }

  /// Names of the tinctures, metals first, as FMG gives them.
  public static let names = table.map(\.name)

  /// FMG's own colors.
  public static let generator = Tinctures(
    colors: Dictionary(
      table.map { ($0.name, Color(hex: $0.color) ?? .black) }, uniquingKeysWith: { a, _ in a }),
    ink: Color(bytes: 0x22, 0x1c, 0x1c))

  private static let table: [(name: String, color: String)] = [
    ("argent", "#fafafa"), ("or", "#ffe066"), ("gules", "#d7374a"), ("sable", "#333333"),
    ("azure", "#377cd7"), ("vert", "#26c061"), ("purpure", "#522d5b"), ("murrey", "#85185b"),
    ("sanguine", "#b63a3a"), ("tenné", "#cc7f19"),
  ]

  /// The color of a tincture's name, or of a color written `#rrggbb`; nil for anything else.
  func color(_ name: String) -> Color? { colors[name] ?? Color(hex: name) }
}

/// The covering of a field, a part of it or an ordinary, as the format writes it: a tincture's
/// name, or `pattern-tincture-tincture[-size]`, where the pattern may be `semy_of_CHARGE`.
enum Covering: Hashable {
  case plain(Color)
  case pattern(FieldPattern, ground: Color, figure: Color, scale: Double)
  case semy(charge: String, ground: Color, figure: Color, scale: Double)

  /// Parses `text`; calls `unknown` with each name that is not known.
  init(_ text: String, _ tinctures: Tinctures, unknown: (String) -> Void) {
    let fallback = Color(bytes: 0xb8, 0xb4, 0xac)
    func color(_ name: String) -> Color {
      if let color = tinctures.color(name) { return color }
      if !name.isEmpty { unknown(name) }
      return fallback
    }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 3 else {
      self = .plain(color(text))
      return
    }
    let (ground, figure) = (color(parts[1]), color(parts[2]))
    let scale = parts.count > 3 ? Covering.scale(parts[3]) : 1
    let semy = "semy_of_"
    if parts[0].hasPrefix(semy) {
      self = .semy(
        charge: String(parts[0].dropFirst(semy.count)), ground: ground, figure: figure, scale: scale
      )
    } else if let pattern = FieldPattern(rawValue: parts[0]) {
      self = .pattern(pattern, ground: ground, figure: figure, scale: scale)
    } else {
      unknown(parts[0])
      self = .plain(ground)
    }
  }

  private static func scale(_ word: String) -> Double {
    switch word {
    case "big": 1.6
    case "small": 0.8
    case "smaller": 0.5
    case "smallest": 0.25
    default: 1
    }
  }

  /// One color in place of the covering, for what is too small to be patterned.
  var color: Color {
    switch self {
    case .plain(let color): color
    case .pattern(_, let ground, let figure, _): ground.mixed(with: figure, 0.5)
    case .semy(_, let ground, _, _): ground
    }
  }
}
