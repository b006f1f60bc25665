// SPDX-License-Identifier: MIT
// Part of Platen: colors as style sheets write them.

internal import Text

extension TokenColor {
  /// A color as CSS Color 4 writes it: `#rgb`, `#rrggbbaa`, `rgb()`, `hsl()`, `hwb()`, `lab()`,
  /// `lch()`, `oklab()`, `oklch()`, `color()`, a name or `transparent`; nil for anything else.
  ///
  /// A function may also have a color and its new alpha, `rgba(#102030, 0.5)`, as Tokens Studio
  /// writes it. Texts beyond 400 bytes are none.
  public init?(css text: String) {
    guard text.utf8.count <= 400 else { return nil }
    let word = TokenColor.trimmed(text.lowercased())
    guard let color = TokenColor.parsed(word[...], depth: 0) else { return nil }
    self = color
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let start = text.drop(while: \.isWhitespace)
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }

  private static func parsed(_ word: Substring, depth: Int) -> TokenColor? {
    if word.first == "#" { return TokenColor(hex: word) }
    guard let open = word.firstIndex(of: "(") else { return named(word) }
    guard word.last == ")", depth < 8 else { return nil }
    let parts = arguments(word[word.index(after: open)...].dropLast())
    return function(trimmed(word[..<open]), parts.values, alpha: parts.alpha, depth: depth)
  }

  /// The arguments of a function, and the alpha behind a slash or as the fourth one.
  private static func arguments(_ text: Substring) -> (values: [Substring], alpha: Substring?) {
    var values: [Substring] = []
    var alpha: Substring?
    var depth = 0
    var start: Substring.Index?
    var isAlpha = false
    func close(_ end: Substring.Index) {
      guard let begin = start else { return }
      if isAlpha { alpha = text[begin..<end] } else { values.append(text[begin..<end]) }
      start = nil
    }
    for index in text.indices {
      let character = text[index]
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      let isBreak =
        depth == 0 && (character == "," || character == "/" || character.isWhitespace)
      if isBreak {
        close(index)
        if character == "/" { isAlpha = true }
      } else if start == nil {
        start = index
      }
    }
    close(text.endIndex)
    return (values, alpha)
  }

  private static func function(
    _ name: String, _ parts: [Substring], alpha: Substring?, depth: Int
  ) -> TokenColor? {
    var parts = parts
    var space = name
    if name == "color" {
      guard !parts.isEmpty else { return nil }
      space = String(parts.removeFirst())
      guard spacesOfCSS.contains(space) else { return nil }
    }
    var alpha = alpha
    // A color with another alpha.
    if parts.count == 2 || parts.count == 1, name != "color", let first = parts.first,
      first.first?.isNumber == false, var color = parsed(first, depth: depth + 1)
    {
      if parts.count == 2 { alpha = parts[1] }
      guard let alpha else { return nil }
      guard let value = number(alpha, of: 1) else { return nil }
      color.alpha = clamped(value)
      return color
    }
    if parts.count == 4, alpha == nil, name != "color" { alpha = parts.removeLast() }
    guard parts.count == 3 else { return nil }
    let opacity = alpha.map { number($0, of: 1) } ?? 1
    guard let opacity else { return nil }
    func values(_ full: Double...) -> [Double]? {
      let numbers = zip(parts, full).map { $1 == 360 ? angle($0) : number($0, of: $1) }
      return numbers.contains { $0 == nil } ? nil : numbers.compactMap(\.self)
    }
    let all: [Double]?
    switch space {
    case "rgb", "rgba":
      all = values(255, 255, 255)?.map { clamped($0 / 255) }
      space = "srgb"
    case "hsl", "hsla":
      all = values(360, 100, 100)
      space = "hsl"
    case "hwb": all = values(360, 100, 100)
    case "lab": all = values(100, 125, 125)
    case "lch": all = values(100, 150, 360)
    case "oklab": all = values(1, 0.4, 0.4)
    case "oklch": all = values(1, 0.4, 360)
    case let other where name == "color" && spacesOfCSS.contains(other): all = values(1, 1, 1)
    default: return nil
    }
    guard let all, all.allSatisfy({ abs($0) <= 1e4 }) else { return nil }
    return TokenColor(space: space, all[0], all[1], all[2], alpha: clamped(opacity))
  }

  private static let spacesOfCSS: Set<String> = [
    "srgb", "srgb-linear", "display-p3", "a98-rgb", "prophoto-rgb", "rec2020", "xyz", "xyz-d50",
    "xyz-d65",
  ]

  private static func clamped(_ value: Double) -> Double { max(0, min(1, value)) }

  /// A number, or a percentage of `full`; `none` counts as 0.
  private static func number(_ text: Substring, of full: Double) -> Double? {
    if text == "none" { return 0 }
    let isPercentage = text.last == "%"
    guard let value = Double(isPercentage ? text.dropLast() : text), value.isFinite else {
      return nil
    }
    return isPercentage ? value / 100 * full : value
  }

  /// An angle in degrees.
  private static func angle(_ text: Substring) -> Double? {
    if text == "none" { return 0 }
    // The longer name first: "grad" ends with "rad".
    let units: [(String, Double)] = [
      ("deg", 1), ("grad", 0.9), ("rad", 180 / .pi), ("turn", 360),
    ]
    let unit = units.first { text.hasSuffix($0.0) }
    guard let value = Double(text.dropLast(unit?.0.count ?? 0)), value.isFinite else { return nil }
    return value * (unit?.1 ?? 1)
  }

  private static func named(_ name: Substring) -> TokenColor? {
    if name == "transparent" { return TokenColor(0, 0, 0, alpha: 0) }
    return names[String(name)].map { value in
      TokenColor(
        Double(value >> 16) / 255, Double(value >> 8 & 255) / 255, Double(value & 255) / 255)
    }
  }

  /// The named colors of CSS.
  private static let names: [String: UInt32] = [
    "aliceblue": 0xF0F8FF, "antiquewhite": 0xFAEBD7, "aqua": 0x00FFFF, "aquamarine": 0x7FFFD4,
    "azure": 0xF0FFFF, "beige": 0xF5F5DC, "bisque": 0xFFE4C4, "black": 0x000000,
    "blanchedalmond": 0xFFEBCD, "blue": 0x0000FF, "blueviolet": 0x8A2BE2, "brown": 0xA52A2A,
    "burlywood": 0xDEB887, "cadetblue": 0x5F9EA0, "chartreuse": 0x7FFF00, "chocolate": 0xD2691E,
    "coral": 0xFF7F50, "cornflowerblue": 0x6495ED, "cornsilk": 0xFFF8DC, "crimson": 0xDC143C,
    "cyan": 0x00FFFF, "darkblue": 0x00008B, "darkcyan": 0x008B8B, "darkgoldenrod": 0xB8860B,
    "darkgray": 0xA9A9A9, "darkgreen": 0x006400, "darkgrey": 0xA9A9A9, "darkkhaki": 0xBDB76B,
    "darkmagenta": 0x8B008B, "darkolivegreen": 0x556B2F, "darkorange": 0xFF8C00,
    "darkorchid": 0x9932CC, "darkred": 0x8B0000, "darksalmon": 0xE9967A, "darkseagreen": 0x8FBC8F,
    "darkslateblue": 0x483D8B, "darkslategray": 0x2F4F4F, "darkslategrey": 0x2F4F4F,
    "darkturquoise": 0x00CED1, "darkviolet": 0x9400D3, "deeppink": 0xFF1493,
    "deepskyblue": 0x00BFFF, "dimgray": 0x696969, "dimgrey": 0x696969, "dodgerblue": 0x1E90FF,
    "firebrick": 0xB22222, "floralwhite": 0xFFFAF0, "forestgreen": 0x228B22, "fuchsia": 0xFF00FF,
    "gainsboro": 0xDCDCDC, "ghostwhite": 0xF8F8FF, "gold": 0xFFD700, "goldenrod": 0xDAA520,
    "gray": 0x808080, "green": 0x008000, "greenyellow": 0xADFF2F, "grey": 0x808080,
    "honeydew": 0xF0FFF0, "hotpink": 0xFF69B4, "indianred": 0xCD5C5C, "indigo": 0x4B0082,
    "ivory": 0xFFFFF0, "khaki": 0xF0E68C, "lavender": 0xE6E6FA, "lavenderblush": 0xFFF0F5,
    "lawngreen": 0x7CFC00, "lemonchiffon": 0xFFFACD, "lightblue": 0xADD8E6, "lightcoral": 0xF08080,
    "lightcyan": 0xE0FFFF, "lightgoldenrodyellow": 0xFAFAD2, "lightgray": 0xD3D3D3,
    "lightgreen": 0x90EE90, "lightgrey": 0xD3D3D3, "lightpink": 0xFFB6C1, "lightsalmon": 0xFFA07A,
    "lightseagreen": 0x20B2AA, "lightskyblue": 0x87CEFA, "lightslategray": 0x778899,
    "lightslategrey": 0x778899, "lightsteelblue": 0xB0C4DE, "lightyellow": 0xFFFFE0,
    "lime": 0x00FF00, "limegreen": 0x32CD32, "linen": 0xFAF0E6, "magenta": 0xFF00FF,
    "maroon": 0x800000, "mediumaquamarine": 0x66CDAA, "mediumblue": 0x0000CD,
    "mediumorchid": 0xBA55D3, "mediumpurple": 0x9370DB, "mediumseagreen": 0x3CB371,
    "mediumslateblue": 0x7B68EE, "mediumspringgreen": 0x00FA9A, "mediumturquoise": 0x48D1CC,
    "mediumvioletred": 0xC71585, "midnightblue": 0x191970, "mintcream": 0xF5FFFA,
    "mistyrose": 0xFFE4E1, "moccasin": 0xFFE4B5, "navajowhite": 0xFFDEAD, "navy": 0x000080,
    "oldlace": 0xFDF5E6, "olive": 0x808000, "olivedrab": 0x6B8E23, "orange": 0xFFA500,
    "orangered": 0xFF4500, "orchid": 0xDA70D6, "palegoldenrod": 0xEEE8AA, "palegreen": 0x98FB98,
    "paleturquoise": 0xAFEEEE, "palevioletred": 0xDB7093, "papayawhip": 0xFFEFD5,
    "peachpuff": 0xFFDAB9, "peru": 0xCD853F, "pink": 0xFFC0CB, "plum": 0xDDA0DD,
    "powderblue": 0xB0E0E6, "purple": 0x800080, "rebeccapurple": 0x663399, "red": 0xFF0000,
    "rosybrown": 0xBC8F8F, "royalblue": 0x4169E1, "saddlebrown": 0x8B4513, "salmon": 0xFA8072,
    "sandybrown": 0xF4A460, "seagreen": 0x2E8B57, "seashell": 0xFFF5EE, "sienna": 0xA0522D,
    "silver": 0xC0C0C0, "skyblue": 0x87CEEB, "slateblue": 0x6A5ACD, "slategray": 0x708090,
    "slategrey": 0x708090, "snow": 0xFFFAFA, "springgreen": 0x00FF7F, "steelblue": 0x4682B4,
    "tan": 0xD2B48C, "teal": 0x008080, "thistle": 0xD8BFD8, "tomato": 0xFF6347,
    "turquoise": 0x40E0D0, "violet": 0xEE82EE, "wheat": 0xF5DEB3, "white": 0xFFFFFF,
    "whitesmoke": 0xF5F5F5, "yellow": 0xFFFF00, "yellowgreen": 0x9ACD32,
  ]
}
