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
    return NamedColors.rgb(name).map { value in
      TokenColor(
        Double(value >> 16) / 255, Double(value >> 8 & 255) / 255, Double(value & 255) / 255)
    }
  }
}
