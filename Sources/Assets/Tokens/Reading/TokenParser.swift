// SPDX-License-Identifier: MIT
// Part of Platen: the values of tokens, type by type, in the spellings files have.

internal import Diagnostics
internal import Values

/// Reads one value. Parts of composite values may also be aliases.
enum TokenParser {
  /// Returns the value of the token of that name if it is of the expected type.
  typealias Alias = (_ name: String, _ wanted: TokenType, _ place: SourceLocation) -> TokenValue?
  typealias Fault = (Diagnostic) -> Void

  /// - Returns: nil where it is invalid, which was reported to `fault` or `alias` then.
  static func value(
    of source: PlacedValue, _ type: TokenType, named name: String, alias: Alias, fault: Fault
  ) -> TokenValue? {
    if let target = TokenResolver.alias(source) { return alias(target, type, source.place) }
    switch type {
    case .color: return color(source, name, fault).map(TokenValue.color)
    case .dimension: return length(source, name, fault).map(TokenValue.dimension)
    case .fontFamily: return families(source, name, fault).map(TokenValue.fontFamily)
    case .fontWeight: return weight(source, name, fault).map(TokenValue.fontWeight)
    case .duration: return duration(source, name, fault).map(TokenValue.duration)
    case .cubicBezier: return bezier(source, name, fault).map(TokenValue.cubicBezier)
    case .number:
      guard let number = source.looseNumber else {
        return wrong(source, name, "a number", fault)
      }
      return .number(number)
    case .shadow:
      let layers = source.elements ?? [source]
      let shadows = layers.compactMap { shadow($0, name, alias, fault) }
      guard shadows.count == layers.count, !layers.isEmpty else {
        return layers.isEmpty ? wrong(source, name, "a shadow", fault) : nil
      }
      return .shadow(shadows)
    case .gradient: return gradient(source, name, alias, fault).map(TokenValue.gradient)
    case .typography: return typography(source, name, alias, fault).map(TokenValue.typography)
    case .border: return border(source, name, alias, fault).map(TokenValue.border)
    }
  }

  private static func wrong<T>(
    _ source: PlacedValue, _ name: String, _ wanted: String, _ fault: Fault, hint: String? = nil
  ) -> T? {
    fault(
      .error(
        .tokensValue, "\(name): expected \(wanted), found \(source.shortDescription)",
        at: source.place, hints: [source.hintWhenEmpty ?? hint].compactMap(\.self)))
    return nil
  }

  // MARK: Simple values

  static func color(_ source: PlacedValue, _ name: String, _ fault: Fault) -> TokenColor? {
    if let text = source.text {
      if let color = TokenColor(hex: text) { return color }
      return wrong(
        source, name, "a color", fault, hint: "write it as \"#rrggbb\" or \"#rrggbbaa\", in quotes"
      )
    }
    guard source.isMapping, let space = source["colorSpace"]?.text,
      let parts = source["components"]?.elements, parts.count == 3
    else {
      return wrong(
        source, name, "a color", fault,
        hint: "\"#rrggbb\", or a mapping with colorSpace and three components")
    }
    // A component may be "none", which counts as 0.
    let numbers = parts.map { $0.text == "none" ? 0 : $0.looseNumber }
    let alpha = source["alpha"].map { $0.looseNumber } ?? 1
    guard let a = numbers[0], let b = numbers[1], let c = numbers[2], let alpha,
      (0...1).contains(alpha)
    else { return wrong(source, name, "numbers as components, alpha from 0 to 1", fault) }
    guard let color = TokenColor(space: space, a, b, c, alpha: alpha) else {
      fault(
        .error(
          .tokensColorSpace, "colors in \(printable(space, limit: 40)) are not read",
          at: source.place,
          hints: ["known: " + TokenColor.readableSpaces.joined(separator: ", ")]))
      return nil
    }
    let isSane = [color.red, color.green, color.blue].allSatisfy { (-1...2).contains($0) }
    return isSane ? color : wrong(source, name, "components its color space has", fault)
  }

  static func length(_ source: PlacedValue, _ name: String, _ fault: Fault) -> TokenLength? {
    func checked(_ value: Double?, _ unit: String?) -> TokenLength? {
      guard let value, value.isFinite, abs(value) <= 1e6,
        let unit = TokenLength.Unit(rawValue: unit ?? "px")
      else {
        return wrong(
          source, name, "a length in px or rem", fault,
          hint: "write 8, 8px, 0.5rem or "
            + "{ value: 8, unit: px }")
      }
      return TokenLength(value, unit)
    }
    if source.isMapping { return checked(source["value"]?.looseNumber, source["unit"]?.text) }
    if let number = source.looseNumber { return checked(number, nil) }
    guard let text = source.text else { return checked(nil, nil) }
    let digits = text.prefix { "+-.0123456789".contains($0) }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }
    return checked(Double(digits), String(unit))
  }

  static func families(_ source: PlacedValue, _ name: String, _ fault: Fault) -> [String]? {
    let names = (source.elements ?? [source]).flatMap { split($0.text ?? "") }
    guard !names.isEmpty, !names.contains("") else {
      return wrong(source, name, "a font family or a list of them", fault)
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
    "thin": 100, "hairline": 100, "extra-light": 200, "ultra-light": 200, "light": 300,
    "normal": 400, "regular": 400, "book": 400, "medium": 500, "semi-bold": 600,
    "demi-bold": 600, "bold": 700, "extra-bold": 800, "ultra-bold": 800, "black": 900,
    "heavy": 900, "extra-black": 950, "ultra-black": 950,
  ]

  static func weight(_ source: PlacedValue, _ name: String, _ fault: Fault) -> Double? {
    if let known = source.text.flatMap({ weights[$0] }) { return known }
    guard let number = source.looseNumber, (1...1000).contains(number) else {
      return wrong(
        source, name, "a weight from 1 to 1000", fault, hint: "or a word such as regular or bold")
    }
    return number
  }

  static func duration(_ source: PlacedValue, _ name: String, _ fault: Fault) -> Double? {
    var number = source.looseNumber
    var unit = "ms"
    if source.isMapping {
      number = source["value"]?.looseNumber
      unit = source["unit"]?.text ?? "ms"
    } else if number == nil, let text = source.text {
      let digits = text.prefix { ".0123456789".contains($0) }
      number = Double(digits)
      unit = String(text.dropFirst(digits.count))
    }
    guard let number, (0...1e9).contains(number), unit == "ms" || unit == "s" else {
      return wrong(source, name, "a time such as 200ms or 1.5s", fault)
    }
    return unit == "s" ? number * 1000 : number
  }

  static func bezier(_ source: PlacedValue, _ name: String, _ fault: Fault) -> [Double]? {
    let numbers = source.elements?.compactMap(\.looseNumber) ?? []
    guard numbers.count == 4, source.elements?.count == 4, (0...1).contains(numbers[0]),
      (0...1).contains(numbers[2]), numbers.allSatisfy({ abs($0) <= 100 })
    else {
      return wrong(source, name, "four numbers, the first and third from 0 to 1", fault)
    }
    return numbers
  }

  // MARK: Composite values

  /// A table whose parts may be aliases.
  private struct Fields {
    let source: PlacedValue
    let name: String
    let fault: Fault

    init?(
      _ source: PlacedValue, _ name: String, _ known: [String], _ fault: @escaping Fault
    ) {
      guard source.isMapping else { return nil }
      self.source = source
      self.name = name
      self.fault = fault
      for member in source.entries where !known.contains(member.key) {
        fault(
          .error(
            .tokensKey, "\(name): unknown key \"\(printable(member.key, limit: 60))\"",
            at: member.place, hints: [nearMissHint(member.key, among: known)]))
      }
    }

    func color(_ key: String, _ alias: Alias) -> TokenColor? {
      guard let part = source[key],
        case .color(let color)? = TokenParser.value(
          of: part, .color, named: "\(name).\(key)", alias: alias, fault: fault)
      else { return nil }
      return color
    }

    func length(_ keys: String..., alias: Alias) -> TokenLength? {
      guard let key = keys.first(where: { source[$0] != nil }), let part = source[key],
        case .dimension(let length)? = TokenParser.value(
          of: part, .dimension, named: "\(name).\(key)", alias: alias, fault: fault)
      else { return nil }
      return length
    }

    func length(_ key: String, _ alias: Alias) -> TokenLength? { length(key, alias: alias) }
  }

  private static func shadow(
    _ source: PlacedValue, _ name: String, _ alias: Alias, _ fault: Fault
  ) -> TokenShadow? {
    withoutActuallyEscaping(fault) { fault in
      let known = ["color", "offsetX", "offsetY", "x", "y", "blur", "spread", "inset"]
      guard let fields = Fields(source, name, known, fault),
        let color = fields.color("color", alias)
      else { return wrong(source, name, "a shadow with a color", fault) }
      if let inset = source["inset"], inset.looseFlag == nil {
        return wrong(inset, "\(name).inset", "true or false", fault)
      }
      return TokenShadow(
        color: color, offsetX: fields.length("offsetX", "x", alias: alias) ?? TokenLength(0),
        offsetY: fields.length("offsetY", "y", alias: alias) ?? TokenLength(0),
        blur: fields.length("blur", alias) ?? TokenLength(0),
        spread: fields.length("spread", alias) ?? TokenLength(0),
        isInset: source["inset"]?.looseFlag ?? false)
    }
  }

  private static func border(
    _ source: PlacedValue, _ name: String, _ alias: Alias, _ fault: Fault
  ) -> TokenBorder? {
    withoutActuallyEscaping(fault) { fault in
      guard let fields = Fields(source, name, ["color", "width", "style"], fault),
        let color = fields.color("color", alias), let width = fields.length("width", alias)
      else { return wrong(source, name, "a border with color and width", fault) }
      guard let style = lineStyle(source["style"], name, fault) else { return nil }
      return TokenBorder(color: color, width: width, style: style)
    }
  }

  private static let lineStyles = [
    "solid", "dashed", "dotted", "double", "groove", "ridge", "outset", "inset", "none",
  ]

  /// A line style as CSS calls it. A pattern of dashes, `{ dashArray, lineCap }`, has no name there.
  private static func lineStyle(
    _ source: PlacedValue?, _ name: String, _ fault: Fault
  ) -> String? {
    guard let source else { return "solid" }
    if let text = source.text, lineStyles.contains(text) { return text }
    guard source["dashArray"]?.elements != nil else {
      return wrong(
        source, name, "a line style", fault,
        hint: "one of " + lineStyles.joined(separator: ", ") + ", or { dashArray, lineCap }")
    }
    fault(
      .warning(
        .tokensDash, "the pattern of dashes of \(name) becomes dashed: its lengths are lost",
        at: source.place))
    return "dashed"
  }

  /// A list of colors, evenly spread, or of `{ color, position }`.
  private static func gradient(
    _ source: PlacedValue, _ name: String, _ alias: Alias, _ fault: Fault
  ) -> [TokenStop]? {
    guard let elements = source.elements, elements.count >= 2 else {
      return wrong(source, name, "a list of two colors or more", fault)
    }
    var stops: [TokenStop] = []
    for (index, element) in elements.enumerated() {
      var position: Double? = Double(index) / Double(elements.count - 1)
      if element["color"] != nil, let written = element["position"] {
        position = written.looseNumber
      }
      guard
        case .color(let color)? = value(
          of: element["color"] ?? element, .color, named: "\(name)[\(index)]", alias: alias,
          fault: fault)
      else { return nil }
      guard let position else {
        return wrong(element, name, "a position from 0 to 1", fault)
      }
      stops.append(TokenStop(color, at: max(0, min(1, position))))
    }
    return stops
  }

  private static func typography(
    _ source: PlacedValue, _ name: String, _ alias: Alias, _ fault: Fault
  ) -> TokenTypography? {
    withoutActuallyEscaping(fault) { fault in
      let known = [
        "fontFamily", "family", "fontSize", "size", "fontWeight", "weight", "lineHeight",
        "line-height", "letterSpacing", "letter-spacing",
      ]
      guard let fields = Fields(source, name, known, fault) else {
        return wrong(source, name, "a mapping with family and size", fault)
      }
      func part(_ keys: [String], _ type: TokenType) -> TokenValue? {
        guard let key = keys.first(where: { source[$0] != nil }), let part = source[key] else {
          return nil
        }
        return value(of: part, type, named: "\(name).\(key)", alias: alias, fault: fault)
      }
      guard let size = fields.length("fontSize", "size", alias: alias),
        case .fontFamily(let families)? = part(["fontFamily", "family"], .fontFamily)
      else { return wrong(source, name, "a family and a size", fault) }
      var made = TokenTypography(families: families, size: size)
      if case .fontWeight(let weight)? = part(["fontWeight", "weight"], .fontWeight) {
        made.weight = weight
      }
      if case .number(let height)? = part(["lineHeight", "line-height"], .number) {
        made.lineHeight = height
      }
      made.letterSpacing = fields.length("letterSpacing", "letter-spacing", alias: alias)
      return made
    }
  }
}
