// SPDX-License-Identifier: MIT
// Part of Platen: the values of tokens, type by type, in the spellings files have.

internal import Diagnostics
internal import Values

/// Reads values whose references are resolved.
struct TokenParser {
  /// Something wrong with a value, or a part of it that is not carried over.
  struct Finding {
    var code: Diagnostic.Code
    /// The problem without the token's name.
    var reason: String
    var message: String
    var place: SourceLocation
    var hints: [String] = []
  }

  /// The unit of lengths without one.
  let unit: TokenLength.Unit
  /// The reasons for which a value is not read.
  private(set) var faults: [Finding] = []
  /// The parts of values that are not carried over.
  private(set) var losses: [Finding] = []

  init(unit: TokenLength.Unit) {
    self.unit = unit
  }

  /// - Returns: nil where it is invalid; ``faults`` has the reason then.
  mutating func value(
    of source: PlacedValue, _ type: TokenType, named name: String
  ) -> TokenValue? {
    switch type {
    case .color: color(source, name).map(TokenValue.color)
    case .dimension:
      styleLengths(source).map(TokenValue.css) ?? length(source, name).map(TokenValue.dimension)
    case .fontFamily: families(source, name).map(TokenValue.fontFamily)
    case .fontWeight: weight(source, name).map(TokenValue.fontWeight)
    case .duration: duration(source, name).map(TokenValue.duration)
    case .cubicBezier: bezier(source, name).map(TokenValue.cubicBezier)
    case .number: number(source, name).map(TokenValue.number)
    case .shadow: shadows(source, name).map(TokenValue.shadow)
    case .gradient: gradient(source, name).map(TokenValue.gradient)
    case .typography: typography(source, name).map(TokenValue.typography)
    case .border: border(source, name).map(TokenValue.border)
    }
  }

  mutating func wrong<T>(
    _ source: PlacedValue, _ name: String, _ wanted: String, hint: String? = nil
  ) -> T? {
    faults.append(
      Finding(
        code: .tokensValue, reason: "expected \(wanted)",
        message: "\(name): expected \(wanted), found \(source.shortDescription)",
        place: source.place, hints: [source.hintWhenEmpty ?? hint].compactMap(\.self)))
    return nil
  }

  mutating func lose(
    _ name: String, _ reason: String, at place: SourceLocation,
    code: Diagnostic.Code = .tokensKey, message: String? = nil
  ) {
    losses.append(
      Finding(code: code, reason: reason, message: message ?? "\(name): \(reason)", place: place))
  }

  // MARK: Simple values

  mutating func color(_ source: PlacedValue, _ name: String) -> TokenColor? {
    if let text = source.text {
      if let color = TokenColor(css: text) { return color }
      return wrong(
        source, name, "a color", hint: "write it as \"#rrggbb\" or \"#rrggbbaa\", in quotes")
    }
    func part(_ key: String, of full: Double) -> Double? {
      guard let value = source[key] else { return nil }
      guard
        let result = value.looseNumber
          ?? value.text.flatMap({ text in
            TokenMeasure(text).flatMap { $0.unit == "%" ? $0.value / 100 * full : nil }
          })
      else { return nil }
      return result
    }
    let alpha = (source["alpha"] ?? source["a"]).map { $0.looseNumber } ?? 1
    if let red = part("r", of: 255), let green = part("g", of: 255), let blue = part("b", of: 255),
      let alpha, (0...1).contains(alpha), [red, green, blue].allSatisfy({ (0...255) ~= $0 })
    {
      return TokenColor(red / 255, green / 255, blue / 255, alpha: alpha)
    }
    if let hue = part("h", of: 360), let saturation = part("s", of: 100),
      let lightness = part("l", of: 100), let alpha, (0...1).contains(alpha), abs(hue) <= 1e4,
      (0...100).contains(saturation), (0...100).contains(lightness)
    {
      // Parts of 1 are usual as well.
      let scale: Double = saturation <= 1 && lightness <= 1 ? 100 : 1
      return TokenColor(
        space: "hsl", hue, saturation * scale, lightness * scale, alpha: alpha)
    }
    guard source.isMapping, let space = source["colorSpace"]?.text,
      let parts = source["components"]?.elements, parts.count == 3
    else {
      return wrong(
        source, name, "a color",
        hint: "\"#rrggbb\", or a mapping with colorSpace and three components")
    }
    // A component may be "none", which counts as 0.
    let numbers = parts.map { $0.text == "none" ? 0 : $0.looseNumber }
    guard let a = numbers[0], let b = numbers[1], let c = numbers[2], let alpha,
      (0...1).contains(alpha)
    else { return wrong(source, name, "numbers as components, alpha from 0 to 1") }
    guard let color = TokenColor(space: space, a, b, c, alpha: alpha) else {
      if let hex = source["hex"]?.text, var color = TokenColor(hex: hex) {
        color.alpha *= alpha
        return color
      }
      faults.append(
        Finding(
          code: .tokensColorSpace, reason: "their color space is not read",
          message: "\(name): colors in \(printable(space, limit: 40)) are not read",
          place: source.place,
          hints: ["known: " + TokenColor.readableSpaces.joined(separator: ", ")]))
      return nil
    }
    let isSane = [color.red, color.green, color.blue].allSatisfy { (-1...2).contains($0) }
    return isSane ? color : wrong(source, name, "components its color space has")
  }

  /// A number with its unit, which is empty where there is none.
  static func measure(_ source: PlacedValue) -> TokenMath.Result? {
    if source.isMapping {
      guard var inner = source["value"].flatMap(measure), inner.unit.isEmpty else { return nil }
      inner.unit = source["unit"]?.text ?? ""
      return inner
    }
    if let number = source.looseNumber { return TokenMath.Result(value: number, unit: "") }
    return source.text.flatMap { TokenMath.result(of: $0) }
  }

  mutating func length(
    _ source: PlacedValue, _ name: String, unit: TokenLength.Unit? = nil
  ) -> TokenLength? {
    if let measure = TokenParser.measure(source), abs(measure.value) <= 1e6 {
      if measure.value == 0, TokenMeasure.lengths.contains(measure.unit) { return TokenLength(0) }
      if measure.unit.isEmpty { return TokenLength(measure.value, unit ?? self.unit) }
      if let unit = TokenLength.Unit(rawValue: measure.unit) {
        return TokenLength(measure.value, unit)
      }
    }
    if let measure = TokenParser.measure(source), TokenMeasure.lengths.contains(measure.unit),
      !measure.unit.isEmpty
    {
      let found = printable(exact(measure.value) + measure.unit, limit: 60)
      faults.append(
        Finding(
          code: .tokensUnit, reason: "their lengths are neither in px nor in rem",
          message: "\(name): expected a length in px or rem, found \(found)", place: source.place))
      return nil
    }
    let isList = source.text?.contains(" ") == true && TokenParser.measure(source) == nil
    return wrong(
      source, name, isList ? "one length in px or rem" : "a length in px or rem",
      hint: "write 8, 8px, 0.5rem or { value: 8, unit: px }")
  }

  private static let keywords: Set<String> = [
    "auto", "none", "normal", "fit-content", "max-content", "min-content",
  ]

  /// Lengths that only style sheets have: in units that depend on the surroundings, words, sums of
  /// such, or several in a row; nil for a length in px or rem.
  private func styleLengths(_ source: PlacedValue) -> String? {
    func word(_ measure: TokenMath.Result) -> String? {
      let unit = measure.unit.isEmpty && measure.value != 0 ? unit.rawValue : measure.unit
      guard TokenMeasure.lengths.contains(unit) || unit == "rem" else { return nil }
      return exact(measure.value) + (measure.value == 0 && unit.isEmpty ? "px" : unit)
    }
    if let measure = TokenParser.measure(source) {
      let isPlain = measure.unit.isEmpty || TokenLength.Unit(rawValue: measure.unit) != nil
      return isPlain || abs(measure.value) > 1e6 || measure.value == 0 ? nil : word(measure)
    }
    guard let text = source.text, text.utf8.count <= 200 else { return nil }
    if ["calc(", "min(", "max(", "clamp("].contains(where: text.hasPrefix) {
      return TokenParser.isSum(text) ? text : nil
    }
    let parts = text.split(separator: " ")
    guard !parts.isEmpty, parts.count <= 4, parts.count > 1 || TokenParser.keywords.contains(text)
    else { return nil }
    let words = parts.map { part in
      TokenParser.keywords.contains(String(part))
        ? String(part)
        : TokenMeasure(String(part)).flatMap { word(.init(value: $0.value, unit: $0.unit)) }
    }
    return words.contains(nil) ? nil : words.compactMap(\.self).joined(separator: " ")
  }

  /// Indicates whether a text is one function of style sheets with numbers and units.
  private static func isSum(_ text: String) -> Bool {
    // A comment would hide what comes behind it.
    guard !text.contains("/*"), !text.contains("*/") else { return false }
    var depth = 0
    for (index, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        guard depth >= 0, depth > 0 || index == text.utf8.count - 1 else { return false }
      case 0x61...0x7A, 0x30...0x39: break
      default:
        guard " .,%+-*/".utf8.contains(byte) else { return false }
      }
    }
    return depth == 0
  }

  mutating func number(_ source: PlacedValue, _ name: String) -> Double? {
    guard let measure = TokenParser.measure(source), ["", "%"].contains(measure.unit) else {
      return wrong(source, name, "a number")
    }
    return measure.unit == "%" ? measure.value / 100 : measure.value
  }

  mutating func families(_ source: PlacedValue, _ name: String) -> [String]? {
    let names = (source.elements ?? [source]).flatMap { TokenParser.split($0.text ?? "") }
    guard !names.isEmpty, !names.contains("") else {
      return wrong(source, name, "a font family or a list of them")
    }
    return names
  }

  /// The families of a list as CSS writes it, `'IBM Plex Mono', Menlo, monospace`, without quotes.
  private static func split(_ text: String) -> [String] {
    var names: [String] = []
    var name = ""
    var quote: Character?
    func close() {
      let start = name.drop(while: \.isWhitespace)
      let end = start.lastIndex { !$0.isWhitespace }
      names.append(end.map { String(start[...$0]) } ?? "")
      name = ""
    }
    for character in text {
      if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'",
        name.allSatisfy(\.isWhitespace)
      {
        quote = character
      } else if quote == nil, character == "," {
        close()
      } else {
        name.append(character)
      }
    }
    close()
    return names
  }

  private static let weights: [String: Double] = [
    "thin": 100, "hairline": 100, "extralight": 200, "ultralight": 200, "light": 300,
    "normal": 400, "regular": 400, "book": 400, "medium": 500, "semibold": 600, "demibold": 600,
    "bold": 700, "extrabold": 800, "ultrabold": 800, "black": 900, "heavy": 900,
    "extrablack": 950, "ultrablack": 950,
  ]

  mutating func weight(_ source: PlacedValue, _ name: String) -> Double? {
    if let text = source.text, text.utf8.count <= 60 {
      var word = text.lowercased().filter { $0 != " " && $0 != "-" && $0 != "_" }
      for style in ["italic", "oblique"] where word.hasSuffix(style) {
        word.removeLast(style.count)
        if word.isEmpty { word = "regular" }
        if TokenParser.weights[word] != nil {
          lose(
            name, "the style of a font is not carried over, only its weight", at: source.place)
        }
      }
      if let known = TokenParser.weights[word] { return known }
    }
    guard let measure = TokenParser.measure(source), measure.unit.isEmpty,
      (1...1000).contains(measure.value)
    else {
      return wrong(
        source, name, "a weight from 1 to 1000", hint: "or a word such as regular or bold")
    }
    return measure.value
  }

  mutating func duration(_ source: PlacedValue, _ name: String) -> Double? {
    guard let measure = TokenParser.measure(source), (0...1e9).contains(measure.value),
      ["", "ms", "s"].contains(measure.unit)
    else { return wrong(source, name, "a time such as 200ms or 1.5s") }
    return measure.unit == "s" ? measure.value * 1000 : measure.value
  }

  private static let curves: [String: [Double]] = [
    "linear": [0, 0, 1, 1], "ease": [0.25, 0.1, 0.25, 1], "ease-in": [0.42, 0, 1, 1],
    "ease-out": [0, 0, 0.58, 1], "ease-in-out": [0.42, 0, 0.58, 1],
  ]

  mutating func bezier(_ source: PlacedValue, _ name: String) -> [Double]? {
    var numbers = source.elements?.compactMap(\.looseNumber) ?? []
    if let text = source.text, text.utf8.count <= 200 {
      if let known = TokenParser.curves[text] { return known }
      if text.hasPrefix("cubic-bezier("), text.hasSuffix(")") {
        let parts = text.dropFirst("cubic-bezier(".count).dropLast().split(separator: ",")
        numbers = parts.compactMap { Double($0.filter { $0 != " " }) }
        if numbers.count != parts.count { numbers = [] }
      }
    }
    guard numbers.count == 4, source.elements.map({ $0.count == 4 }) ?? true,
      (0...1).contains(numbers[0]), (0...1).contains(numbers[2]),
      numbers.allSatisfy({ abs($0) <= 100 })
    else {
      return wrong(source, name, "four numbers, the first and third from 0 to 1")
    }
    return numbers
  }
}
