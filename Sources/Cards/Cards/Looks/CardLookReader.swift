// SPDX-License-Identifier: MIT
// Part of Platen: reads and checks the parts of a look's file.

internal import Diagnostics
internal import Drawing
internal import Rows
internal import Tokens
internal import Values

/// Reads colors, fonts and elements, and collects their errors.
struct CardLookReader {
  var log = DiagnosticLog()
  var colorNames: [String] = []
  var fontNames: [String] = []
  private var count = 0

  init() {}

  /// The largest number of elements of a look, including nested ones.
  private static let most = 20_000

  mutating func unknown(_ member: PlacedValue.Member, among known: [String]) {
    log.record(
      .error(
        .lookField, "unknown key \"\(printable(member.key, limit: 60))\"", at: member.place,
        hints: [nearMissHint(member.key, among: known)]))
  }

  mutating func recordMismatch(_ source: PlacedValue, _ name: String, _ expected: String) {
    log.record(
      .error(
        .lookValue,
        "\(name): expected \(expected), found \(source.shortDescription)", at: source.place,
        hints: source.emptyHints))
  }

  // MARK: Colors and fonts

  mutating func colors(
    _ source: PlacedValue?, _ tokens: TokenSet?, _ own: [PlacedValue.Member]
  ) -> [CardLook.Named<CardLook.ModeColor>] {
    var written: [(name: String, value: PlacedValue)] = []
    for member in (source?.entries ?? []) + own {
      if let index = written.firstIndex(where: { $0.name == member.key }) {
        written[index].value = member.value
      } else {
        written.append((member.key, member.value))
      }
    }
    var known: [String: CardLook.ModeColor] = [:]
    for token in tokens?.tokens ?? [] {
      guard let light = token.color(in: .light), let dark = token.color(in: .dark) else { continue }
      let name = token.name.hasPrefix("color.") ? String(token.name.dropFirst(6)) : token.name
      known[name] = CardLook.ModeColor(light: Color(light), dark: Color(dark))
    }
    let replaced = Set(own.map(\.key))
    // A token replaces the look's color of the same name, and a color of the job replaces both.
    var pending = written.filter { known[$0.name] == nil || replaced.contains($0.name) }
    let fromTokens = known.keys.sorted()
    for entry in pending where replaced.contains(entry.name) { known[entry.name] = nil }
    func color(_ source: PlacedValue) -> CardLook.ModeColor? {
      func one(_ source: PlacedValue?) -> (Color, Color)? {
        guard let text = source?.text else { return nil }
        if let color = Color(hex: text) { return (color, color) }
        return known[text].map { ($0.light, $0.dark) }
      }
      if source.isMapping {
        guard let light = one(source["light"]), let dark = one(source["dark"] ?? source["light"]),
          source.entries.allSatisfy({ ["light", "dark"].contains($0.key) })
        else { return nil }
        return CardLook.ModeColor(light: light.0, dark: dark.1)
      }
      return one(source).map { CardLook.ModeColor(light: $0.0, dark: $0.1) }
    }
    // Names may refer to names: repeat while any is resolved.
    var isMoving = true
    while isMoving {
      isMoving = false
      for entry in pending {
        if let found = color(entry.value) {
          known[entry.name] = found
          pending.removeAll { $0.name == entry.name }
          isMoving = true
        }
      }
    }
    let unknown = Set(pending.map(\.name))
    // A reference to an invalid color is not an error itself, unless all references are circular.
    let invalid = pending.filter { !($0.value.text.map(unknown.contains) ?? false) }
    for entry in invalid.isEmpty ? pending : invalid {
      recordMismatch(
        entry.value, "colors.\(entry.name)",
        "\"#rrggbb\", another color's name, or { light, dark }")
    }
    var names = written.map(\.name)
    for name in fromTokens where !names.contains(name) { names.append(name) }
    // Names of invalid colors are known as well, so each error is reported once.
    colorNames = names
    return names.compactMap { name in known[name].map { CardLook.Named(name: name, value: $0) } }
  }

  mutating func fonts(_ source: PlacedValue?) -> [CardLook.Named<CardFont>] {
    let keys = ["families", "weight", "italic", "line", "tracking", "features", "rtl"]
    var fonts: [CardLook.Named<CardFont>] = []
    for member in source?.entries ?? [] {
      var font = CardFont(families: [])
      let families = member.value.isMapping ? member.value["families"] : member.value
      font.families = families.flatMap(texts) ?? []
      if font.families.isEmpty {
        recordMismatch(member.value, "fonts.\(member.key)", "families, in order of preference")
      }
      for inner in member.value.entries where !keys.contains(inner.key) {
        unknown(inner, among: keys)
      }
      font.weight = Int(number(member.value["weight"], 100...900, "weight") ?? 400)
      font.isItalic = flag(member.value["italic"], "italic") ?? false
      font.line = number(member.value["line"], 0.5...4, "line") ?? 1.3
      font.tracking = number(member.value["tracking"], -0.2...1, "tracking") ?? 0
      font.features = member.value["features"].flatMap(texts) ?? []
      font.rtl = member.value["rtl"]?.text
      fonts.append(CardLook.Named(name: member.key, value: font))
    }
    return fonts
  }

  private func texts(_ source: PlacedValue) -> [String]? {
    if let text = source.text { return [text] }
    return source.elements.map { $0.compactMap(\.text) }
  }

  // MARK: Values

  mutating func number(
    _ source: PlacedValue?, _ range: ClosedRange<Double>, _ name: String
  ) -> Double? {
    guard let source else { return nil }
    guard let number = source.looseNumber, range.contains(number) else {
      recordMismatch(
        source, name, "a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))")
      return nil
    }
    return number
  }

  /// Returns one length, or the smallest and the largest one.
  private mutating func range(_ source: PlacedValue?, _ name: String) -> ClosedRange<Double> {
    guard let source, source.looseNumber == nil else {
      let length = number(source, 0...10_000, name) ?? 0
      return length...length
    }
    guard let both = numbers(source, 2, name), both[0] >= 0, both[1] >= both[0] else {
      recordMismatch(source, name, "a length, or [smallest, largest]")
      return 0...0
    }
    return both[0]...both[1]
  }

  mutating func numbers(_ source: PlacedValue?, _ count: Int, _ name: String) -> [Double]? {
    guard let source else { return nil }
    let numbers = (source.elements ?? []).compactMap(\.looseNumber).filter { abs($0) <= 100_000 }
    guard numbers.count == count, source.elements?.count == count else {
      recordMismatch(source, name, "a list of \(count) numbers")
      return nil
    }
    return numbers
  }

  private mutating func flag(_ source: PlacedValue?, _ name: String) -> Bool? {
    guard let source else { return nil }
    guard let flag = source.looseFlag else {
      recordMismatch(source, name, "true or false")
      return nil
    }
    return flag
  }

  private mutating func word<Word: RawRepresentable & CaseIterable>(
    _ source: PlacedValue?, _ type: Word.Type, _ name: String
  ) -> Word? where Word.RawValue == String {
    guard let source else { return nil }
    guard let word = source.text.flatMap({ Word(rawValue: $0) }) else {
      recordMismatch(source, name, Word.allCases.map(\.rawValue).joined(separator: ", "))
      return nil
    }
    return word
  }

  private mutating func template(_ source: PlacedValue?, _ name: String) -> TemplateText? {
    guard let source else { return nil }
    let text = source.text ?? source.looseNumber.map { "\($0)" }
    guard let text, let template = TemplateText(text) else {
      recordMismatch(source, name, "text with a } for each {")
      return nil
    }
    return template
  }

  private mutating func templates(_ source: PlacedValue?, _ name: String) -> [TemplateText] {
    guard let source else { return [] }
    return (source.elements ?? [source]).compactMap { template($0, name) }
  }

  private mutating func box(_ source: PlacedValue?) -> CardBox? {
    guard let source, source.text != "all" else { return nil }
    guard let numbers = numbers(source, 4, "box") else { return nil }
    guard numbers[2] > 0, numbers[3] > 0 else {
      recordMismatch(source, "box", "[x, y, width, height]")
      return nil
    }
    return CardBox(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  private mutating func paint(_ source: PlacedValue?, _ name: String) -> CardPaint? {
    guard let source else { return nil }
    if source.isMapping {
      let opacity = number(source["opacity"], 0...1, "opacity") ?? 1
      if let color = source["color"] { return self.color(color, name, opacity: opacity) }
      guard let from = paint(source["from"], name), let to = paint(source["to"], name) else {
        recordMismatch(source, name, "{ color, opacity } or { from, to, angle }")
        return nil
      }
      if source["radial"]?.looseFlag == true { return .radial(from, to) }
      return .linear(from, to, angle: number(source["angle"], -360...360, "angle") ?? 180)
    }
    return color(source, name, opacity: 1)
  }

  private mutating func color(
    _ source: PlacedValue, _ name: String, opacity: Double
  ) -> CardPaint? {
    let choices = (source.elements ?? [source]).compactMap { template($0, name) }
    guard !choices.isEmpty else {
      recordMismatch(source, name, "a color")
      return nil
    }
    // Text without fields is resolved now.
    for choice in choices where choice.text(of: Row()) == choice.source {
      if Color(hex: choice.source) == nil, !colorNames.contains(choice.source) {
        log.record(
          .error(
            .lookValue,
            "invalid \(name) \"\(printable(choice.source, limit: 40))\": expected a color",
            at: source.place, hints: [nearMissHint(choice.source, among: colorNames)]))
      }
    }
    return .color(choices, opacity: opacity)
  }

  // MARK: Elements

  private static let common = ["box", "when", "unless"]
  private static let textKeys = [
    "font", "size", "color", "align", "role", "lines", "caps", "optional", "fill", "pad", "radius",
    "language",
  ]
  private static let drawing = ["fill", "stroke", "width", "dash"]
  /// The kinds of elements, and the keys of each.
  private static let kinds: [(name: String, keys: [String])] = [
    ("text", textKeys + ["valign"]), ("stack", ["gap", "valign"]),
    ("rect", drawing + ["radius"]), ("frame", drawing + ["radius"]), ("circle", drawing),
    ("line", drawing), ("polygon", drawing), ("star", drawing + ["points", "inner", "turn"]),
    ("ring", drawing + ["value"]), ("bar", drawing + ["value", "radius"]),
    ("pattern", drawing + ["step"]), ("image", ["fit", "radius", "alt"]), ("qr", []),
    ("repeat", ["columns", "cell", "gap", "each"]),
  ]

  mutating func elements(_ source: PlacedValue, _ name: String) -> [CardElement] {
    guard let elements = source.elements else {
      recordMismatch(source, name, "a list of elements")
      return []
    }
    count += elements.count
    guard count <= CardLookReader.most else {
      recordMismatch(source, name, "at most \(CardLookReader.most) elements")
      return []
    }
    return elements.compactMap { element($0) }
  }

  private mutating func element(_ source: PlacedValue) -> CardElement? {
    let names = CardLookReader.kinds.map(\.name)
    let found = CardLookReader.kinds.filter { source[$0.name] != nil }
    guard found.count == 1, let kind = found.first, let value = source[kind.name] else {
      log.record(
        .error(
          .lookElement,
          "expected an element: one of \(names.joined(separator: ", "))", at: source.place,
          hints: ["{ text: \"{title}\", box: [80, 80, 920, 200], font: title, size: [40, 90] }"]))
      return nil
    }
    let keys = [kind.name] + kind.keys + CardLookReader.common
    for member in source.entries where !keys.contains(member.key) { unknown(member, among: keys) }
    var box = box(source["box"])
    let made: CardElement.Kind?
    switch kind.name {
    case "text":
      made = text(source).map {
        .stack(
          CardStack(
            items: [.text($0)], gap: 0,
            vertical: word(source["valign"], CardStack.Vertical.self, "valign") ?? .top))
      }
    case "stack": made = .stack(stack(value, source))
    case "image":
      made = template(value, "image").map {
        .image(
          $0, fit: word(source["fit"], CardElement.Fit.self, "fit") ?? .cover,
          radius: number(source["radius"], 0...10_000, "radius") ?? 0,
          alternative: template(source["alt"], "alt"))
      }
    case "qr": made = template(value, "qr").map { .code($0) }
    case "repeat": made = repeated(value, source)
    default:
      let (shape, own) = shape(kind.name, value, source)
      if let own { box = own }
      made = shape.map { .shape($0) }
    }
    guard let made else { return nil }
    return CardElement(
      kind: made, box: box, when: templates(source["when"], "when"),
      unless: templates(source["unless"], "unless"), place: source.place)
  }

  private mutating func text(_ source: PlacedValue) -> CardText? {
    guard let text = template(source["text"], "text") else { return nil }
    var sizes = (28.0, 28.0)
    if let size = source["size"] {
      if let one = size.looseNumber {
        sizes = (one, one)
      } else if let both = numbers(size, 2, "size") {
        sizes = (both[0], both[1])
      }
      if !(sizes.0 > 0 && sizes.1 >= sizes.0) {
        recordMismatch(size, "size", "a size, or [smallest, largest]")
        sizes = (28, 28)
      }
    }
    let font = source["font"]?.text ?? fontNames.first ?? ""
    if !fontNames.contains(font) {
      log.record(
        .error(
          .lookValue, "unknown font \"\(printable(font, limit: 40))\"",
          at: source["font"]?.place ?? source.place, hints: [nearMissHint(font, among: fontNames)]))
    }
    let padding = source["pad"] == nil ? [0, 0] : numbers(source["pad"], 2, "pad") ?? [0, 0]
    return CardText(
      text: text, font: font, smallest: sizes.0, largest: sizes.1,
      color: paint(source["color"], "color")
        ?? .color([TemplateText("#000000")].compactMap { $0 }, opacity: 1),
      alignment: word(source["align"], CardText.Alignment.self, "align") ?? .start,
      role: word(source["role"], CardText.Role.self, "role") ?? .text,
      lineLimit: number(source["lines"], 1...1000, "lines").map { Int($0) },
      isUppercase: flag(source["caps"], "caps") ?? false,
      isOptional: flag(source["optional"], "optional") ?? false,
      fill: paint(source["fill"], "fill"),
      paddingX: padding[0], paddingY: padding[1],
      radius: number(source["radius"], 0...10_000, "radius") ?? 0,
      language: source["language"]?.text,
      when: templates(source["when"], "when"), unless: templates(source["unless"], "unless"))
  }

  private mutating func stack(_ list: PlacedValue, _ source: PlacedValue) -> CardStack {
    var items: [CardStack.Item] = []
    if list.elements == nil { recordMismatch(list, "stack", "a list of items") }
    for item in list.elements ?? [] {
      let kinds = ["text", "space", "rule", "ornament"]
      guard let kind = kinds.first(where: { item[$0] != nil }) else {
        log.record(
          .error(
            .lookElement, "expected an item of a stack: one of \(kinds.joined(separator: ", "))",
            at: item.place))
        continue
      }
      let keys: [String] =
        switch kind {
        case "text": CardLookReader.textKeys + ["when", "unless"]
        case "rule": ["width", "color"]
        case "ornament": ["color"]
        default: []
        }
      for member in item.entries where member.key != kind && !keys.contains(member.key) {
        unknown(member, among: keys)
      }
      let value = number(kind == "rule" ? item[kind] : nil, 0...10_000, kind) ?? 0
      let color = paint(item["color"], "color")
      let black = CardPaint.color([TemplateText("#000000")].compactMap { $0 }, opacity: 1)
      switch kind {
      case "text": if let text = text(item) { items.append(.text(text)) }
      case "space": items.append(.space(range(item[kind], kind)))
      case "rule":
        items.append(
          .rule(length: value, width: number(item["width"], 0...1000, "width") ?? 2, color ?? black)
        )
      default: items.append(.ornament(size: range(item[kind], kind), color ?? black))
      }
    }
    return CardStack(
      items: items, gap: number(source["gap"], 0...10_000, "gap") ?? 0,
      vertical: word(source["valign"], CardStack.Vertical.self, "valign") ?? .top)
  }

  private mutating func repeated(_ value: PlacedValue, _ source: PlacedValue) -> CardElement.Kind? {
    guard let list = template(value, "repeat") else { return nil }
    guard let each = source["each"], let cell = numbers(source["cell"], 2, "cell") else {
      recordMismatch(source, "repeat", "cell: [width, height] and each: [ … ]")
      return nil
    }
    let gap = source["gap"] == nil ? [0, 0] : numbers(source["gap"], 2, "gap") ?? [0, 0]
    return .repeated(
      CardRepeat(
        list: list, columns: Int(number(source["columns"], 1...1000, "columns") ?? 1),
        cellWidth: cell[0], cellHeight: cell[1], gapX: gap[0], gapY: gap[1],
        each: elements(each, "each")))
  }

  /// Returns a shape, and its box if the shape defines it.
  private mutating func shape(
    _ kind: String, _ value: PlacedValue, _ source: PlacedValue
  ) -> (CardShape?, CardBox?) {
    var box: CardBox?
    let geometry: CardShape.Geometry
    let radius = number(source["radius"], 0...10_000, "radius") ?? 0
    switch kind {
    case "rect":
      box = self.box(value)
      geometry = .rect(radius: radius)
    case "frame": geometry = .frame(inset: number(value, 0...10_000, kind) ?? 0, radius: radius)
    case "circle", "ring", "star":
      guard let numbers = numbers(value, 3, kind), numbers[2] > 0 else { return (nil, nil) }
      box = CardBox(
        x: numbers[0] - numbers[2], y: numbers[1] - numbers[2], width: 2 * numbers[2],
        height: 2 * numbers[2])
      switch kind {
      case "circle": geometry = .circle
      case "ring": geometry = .ring(template(source["value"], "value"))
      default:
        geometry = .star(
          points: Int(number(source["points"], 3...64, "points") ?? 8),
          inner: number(source["inner"], 0...1, "inner") ?? 0.54,
          turn: number(source["turn"], -360...360, "turn") ?? 0)
      }
    case "bar":
      box = self.box(value)
      geometry = .bar(template(source["value"], "value"), radius: radius)
    case "pattern":
      geometry = .pattern(
        word(value, CardPattern.self, "pattern") ?? .dots,
        step: number(source["step"], 4...2000, "step") ?? 80)
    default:
      let points = (value.elements ?? []).compactMap { point -> CardPoint? in
        let pair = (point.elements ?? []).compactMap(\.looseNumber).filter { abs($0) <= 100_000 }
        return pair.count == 2 ? CardPoint(x: pair[0], y: pair[1]) : nil
      }
      guard points.count >= 2, points.count == value.elements?.count else {
        recordMismatch(value, kind, "a list of [x, y]")
        return (nil, nil)
      }
      geometry = .polygon(points, isClosed: kind == "polygon")
    }
    let shape = CardShape(
      geometry: geometry, fill: paint(source["fill"], "fill"),
      stroke: paint(source["stroke"], "stroke"),
      strokeWidth: number(source["width"], 0...1000, "width") ?? 2,
      dash: (source["dash"]?.elements ?? []).compactMap(\.looseNumber).filter {
        $0 > 0 && $0 < 10_000
      })
    return (shape, box)
  }
}

extension Color {
  /// Converts the color of a token to sRGB.
  init(_ token: TokenColor) { self = Color(hex: token.hex) ?? .black }
}
