// SPDX-License-Identifier: MIT
// Part of Platen: values of tokens that have parts.

internal import Diagnostics
internal import Values

extension TokenParser {
  /// A key as it is compared: without case, dashes and a plural's ending.
  private static func plain(_ key: String) -> String {
    let plain = key.prefix(40).lowercased().filter { $0 != "-" && $0 != "_" }
    return plain == "fontfamilies"
      ? "fontfamily"
      : plain.hasSuffix("s") && plain != "radius"
        ? String(plain.dropLast()) : plain
  }

  /// The parts of a value by plain keys; records those that are not known.
  private mutating func parts(
    _ source: PlacedValue, _ name: String, known: Set<String>, of what: String
  ) -> [String: PlacedValue]? {
    guard source.isMapping else { return nil }
    var parts: [String: PlacedValue] = [:]
    for member in source.entries {
      let key = TokenParser.plain(member.key)
      guard known.contains(key) else {
        let printed = printable(member.key, limit: 60)
        lose(
          name, "\(printed) of \(what) is not carried over", at: member.place,
          message: "\(name): \(printed) is not carried over")
        continue
      }
      // An empty part is as good as none.
      if member.value.text != "" { parts[key] = member.value }
    }
    return parts
  }

  // MARK: Shadows

  mutating func shadows(_ source: PlacedValue, _ name: String) -> [TokenShadow]? {
    if let text = source.text {
      if text == "none" { return [TokenShadow(color: TokenColor(0, 0, 0, alpha: 0))] }
      return cssShadows(text, source, name)
    }
    var layers = source.elements ?? [source]
    // Layers by number.
    if layers.count == 1, layers[0]["0"]?.isMapping == true {
      layers = layers[0].entries.filter { $0.value.isMapping }.map(\.value)
    }
    // A reference in a list may lead to a list.
    layers = layers.flatMap { $0.elements ?? [$0] }
    guard !layers.isEmpty else { return wrong(source, name, "a shadow") }
    var shadows: [TokenShadow] = []
    for layer in layers {
      guard let shadow = shadow(layer, name) else { return nil }
      shadows.append(shadow)
    }
    return shadows
  }

  private mutating func shadow(_ source: PlacedValue, _ name: String) -> TokenShadow? {
    guard
      let parts = parts(
        source, name,
        known: [
          "color", "offsetx", "offsety", "x", "y", "blur", "blurradiu", "blurradius", "spread",
          "spreadradiu", "spreadradius", "inset", "type", "opacity", "radius",
        ], of: "shadows"), let colorSource = parts["color"]
    else { return wrong(source, name, "a shadow with a color") }
    guard var color = color(colorSource, "\(name).color") else { return nil }
    if let opacity = parts["opacity"] {
      guard let factor = number(opacity, "\(name).opacity"), (0...1).contains(factor) else {
        return nil
      }
      color.alpha *= factor
    }
    var shadow = TokenShadow(color: color)
    if let inset = parts["inset"] {
      guard let flag = inset.looseFlag else {
        return wrong(inset, "\(name).inset", "true or false")
      }
      shadow.isInset = flag
    }
    if let type = parts["type"]?.text { shadow.isInset = type == "innerShadow" || type == "inset" }
    let lengths: [(WritableKeyPath<TokenShadow, TokenLength>, [String])] = [
      (\.offsetX, ["offsetx", "x"]), (\.offsetY, ["offsety", "y"]),
      (\.blur, ["blur", "blurradius", "blurradiu", "radius"]),
      (\.spread, ["spread", "spreadradius", "spreadradiu"]),
    ]
    for (path, keys) in lengths {
      guard let key = keys.first(where: { parts[$0] != nil }), let part = parts[key] else {
        continue
      }
      guard let length = length(part, "\(name).\(key)", unit: .px) else { return nil }
      shadow[keyPath: path] = length
    }
    return shadow
  }

  /// The words of a text, parted by blanks or commas outside of parentheses.
  private static func words(_ text: Substring, at separator: Character) -> [Substring] {
    var words: [Substring] = []
    var depth = 0
    var start = text.startIndex
    for index in text.indices {
      switch text[index] {
      case "(": depth += 1
      case ")": depth -= 1
      case separator where depth == 0:
        if start < index { words.append(text[start..<index]) }
        start = text.index(after: index)
      default: break
      }
    }
    if start < text.endIndex { words.append(text[start...]) }
    return words
  }

  /// Shadows as style sheets write them: `0 1px 2px rgb(0 0 0 / 20%), inset …`.
  private mutating func cssShadows(
    _ text: String, _ source: PlacedValue, _ name: String
  ) -> [TokenShadow]? {
    var shadows: [TokenShadow] = []
    for layer in TokenParser.words(text.prefix(4000), at: ",") {
      var lengths: [TokenLength] = []
      var color: TokenColor?
      var isInset = false
      for word in TokenParser.words(layer, at: " ") {
        if word == "inset" {
          isInset = true
        } else if let measure = TokenMeasure(String(word)),
          let unit = TokenLength.Unit(rawValue: measure.unit.isEmpty ? "px" : measure.unit)
        {
          lengths.append(TokenLength(measure.value, unit))
        } else if color == nil, let own = TokenColor(css: String(word)) {
          color = own
        } else {
          return wrong(source, name, "a shadow with a color")
        }
      }
      guard let color, (2...4).contains(lengths.count) else {
        return wrong(source, name, "a shadow with a color")
      }
      lengths += [TokenLength](repeating: TokenLength(0), count: 4 - lengths.count)
      shadows.append(
        TokenShadow(
          color: color, offsetX: lengths[0], offsetY: lengths[1], blur: lengths[2],
          spread: lengths[3], isInset: isInset))
    }
    return shadows.isEmpty ? wrong(source, name, "a shadow with a color") : shadows
  }

  // MARK: Borders

  mutating func border(_ source: PlacedValue, _ name: String) -> TokenBorder? {
    if let text = source.text { return cssBorder(text, source, name) }
    guard
      let parts = parts(source, name, known: ["color", "width", "style"], of: "borders"),
      let colorSource = parts["color"], let widthSource = parts["width"]
    else { return wrong(source, name, "a border with color and width") }
    guard let color = color(colorSource, "\(name).color"),
      let width = length(widthSource, "\(name).width"),
      let style = lineStyle(parts["style"], name)
    else { return nil }
    return TokenBorder(color: color, width: width, style: style)
  }

  /// `1px solid #abc`.
  private mutating func cssBorder(
    _ text: String, _ source: PlacedValue, _ name: String
  ) -> TokenBorder? {
    var (width, style, color) = (TokenLength?.none, String?.none, TokenColor?.none)
    for word in TokenParser.words(text.prefix(1000), at: " ") {
      if width == nil, let measure = TokenMeasure(String(word)),
        let unit = TokenLength.Unit(rawValue: measure.unit.isEmpty ? "px" : measure.unit)
      {
        width = TokenLength(measure.value, unit)
      } else if style == nil, TokenParser.lineStyles.contains(String(word)) {
        style = String(word)
      } else if color == nil, let own = TokenColor(css: String(word)) {
        color = own
      } else {
        return wrong(source, name, "a border with color and width")
      }
    }
    guard let width, let color else { return wrong(source, name, "a border with color and width") }
    return TokenBorder(color: color, width: width, style: style ?? "solid")
  }

  private static let lineStyles = [
    "solid", "dashed", "dotted", "double", "groove", "ridge", "outset", "inset", "none",
  ]

  /// A line style as CSS calls it. A pattern of dashes, `{ dashArray, lineCap }`, has no name there.
  private mutating func lineStyle(_ source: PlacedValue?, _ name: String) -> String? {
    guard let source else { return "solid" }
    if let text = source.text, TokenParser.lineStyles.contains(text) { return text }
    guard source["dashArray"]?.elements != nil else {
      return wrong(
        source, name, "a line style",
        hint: "one of " + TokenParser.lineStyles.joined(separator: ", ")
          + ", or { dashArray, lineCap }")
    }
    lose(
      name, "patterns of dashes become dashed: their lengths are lost", at: source.place,
      code: .tokensDash,
      message: "the pattern of dashes of \(name) becomes dashed: its lengths are lost")
    return "dashed"
  }

  // MARK: Gradients

  /// A list of colors, evenly spread, or of `{ color, position }`.
  mutating func gradient(_ source: PlacedValue, _ name: String) -> [TokenStop]? {
    if let text = source.text { return cssGradient(text, source, name) }
    // A reference in a list may lead to a list.
    let elements = (source.elements ?? []).flatMap { $0.elements ?? [$0] }
    guard elements.count >= 2 else {
      return wrong(source, name, "a list of two colors or more")
    }
    var stops: [TokenStop] = []
    for (index, element) in elements.enumerated() {
      var position: Double? = Double(index) / Double(elements.count - 1)
      if element["color"] != nil, let written = element["position"] {
        position = written.looseNumber
      }
      guard let color = color(element["color"] ?? element, "\(name)[\(index)]") else {
        return nil
      }
      guard let position else { return wrong(element, name, "a position from 0 to 1") }
      stops.append(TokenStop(color, at: max(0, min(1, position))))
    }
    return stops
  }

  /// `linear-gradient(180deg, #000 0%, #fff 100%)`, as style sheets write it.
  private mutating func cssGradient(
    _ text: String, _ source: PlacedValue, _ name: String
  ) -> [TokenStop]? {
    let start = "linear-gradient("
    guard text.hasPrefix(start), text.hasSuffix(")"), text.utf8.count <= 4000 else {
      return wrong(source, name, "a list of two colors or more")
    }
    var parts = TokenParser.words(text.dropFirst(start.count).dropLast(), at: ",").map { part in
      TokenParser.words(part, at: " ")
    }
    if let first = parts.first, let word = first.first, TokenColor(css: String(word)) == nil {
      parts.removeFirst()
      let direction = first.joined(separator: " ")
      if direction != "180deg", direction != "to bottom" {
        lose(name, "the direction of a gradient is not carried over", at: source.place)
      }
    }
    var stops: [TokenStop] = []
    for (index, words) in parts.enumerated() {
      var position = parts.count > 1 ? Double(index) / Double(parts.count - 1) : 0
      guard let color = words.first.flatMap({ TokenColor(css: String($0)) }), words.count <= 2
      else {
        return wrong(source, name, "a gradient of colors and positions")
      }
      if words.count == 2 {
        guard let measure = TokenMeasure(String(words[1])), measure.unit == "%" else {
          return wrong(source, name, "a gradient of colors and positions")
        }
        position = measure.value / 100
      }
      stops.append(TokenStop(color, at: max(0, min(1, position))))
    }
    return stops.count < 2 ? wrong(source, name, "a gradient of two colors or more") : stops
  }

  // MARK: Typography

  mutating func typography(_ source: PlacedValue, _ name: String) -> TokenTypography? {
    guard
      let parts = parts(
        source, name,
        known: [
          "fontfamily", "family", "fontsize", "size", "fontweight", "weight", "lineheight",
          "letterspacing",
        ], of: "typography values")
    else { return wrong(source, name, "a mapping with family and size") }
    guard let sizeSource = parts["fontsize"] ?? parts["size"],
      let familySource = parts["fontfamily"] ?? parts["family"]
    else { return wrong(source, name, "a family and a size") }
    guard let size = length(sizeSource, "\(name).fontSize"),
      let families = families(familySource, "\(name).fontFamily")
    else { return nil }
    var made = TokenTypography(families: families, size: size)
    if let part = parts["fontweight"] ?? parts["weight"] {
      guard let weight = weight(part, "\(name).fontWeight") else { return nil }
      made.weight = weight
    }
    if let part = parts["lineheight"], !TokenParser.isAutomatic(part) {
      guard let height = lineHeight(part, of: size, "\(name).lineHeight") else { return nil }
      made.lineHeight = height
    }
    if let part = parts["letterspacing"], !TokenParser.isAutomatic(part) {
      guard let spacing = letterSpacing(part, of: size, "\(name).letterSpacing") else {
        return nil
      }
      made.letterSpacing = spacing
    }
    return made
  }

  private static func isAutomatic(_ part: PlacedValue) -> Bool {
    ["auto", "normal"].contains(part.text?.lowercased())
  }

  /// Multiples of the size of letters, or a length.
  private mutating func lineHeight(
    _ source: PlacedValue, of size: TokenLength, _ name: String
  ) -> Double? {
    guard let measure = TokenParser.measure(source), measure.value.isFinite else {
      return wrong(source, name, "a number or a length in px or rem")
    }
    switch measure.unit {
    case "", "em": return measure.value
    case "%": return measure.value / 100
    case let unit:
      guard let unit = TokenLength.Unit(rawValue: unit), size.points > 0 else {
        return wrong(source, name, "a number or a length in px or rem")
      }
      return TokenLength(measure.value, unit).points / size.points
    }
  }

  /// A length, or a part of the size of letters.
  private mutating func letterSpacing(
    _ source: PlacedValue, of size: TokenLength, _ name: String
  ) -> TokenLength? {
    if let measure = TokenParser.measure(source), ["em", "%"].contains(measure.unit) {
      let factor = measure.unit == "%" ? measure.value / 100 : measure.value
      return TokenLength(size.value * factor, size.unit)
    }
    return length(source, name)
  }
}
