// SPDX-License-Identifier: MIT
// Part of Platen: reads icons described as shapes.

internal import Diagnostics
internal import Libc
public import Tokens
public import Values

func sine(_ angle: Double) -> Double { sin(angle) }

extension IconRecipe {
  /// Shapes of an icon.
  private static let most = 10_000

  private static let keys = ["size", "background", "foreground", "monochrome"]
  private static let kinds = ["circle", "ellipse", "rect", "polygon", "line", "path", "star"]
  private static let looks = [
    "fill", "stroke", "width", "cap", "join", "opacity", "radius", "rule", "at", "points", "outer",
    "inner", "turn",
  ]

  /// Reads a recipe.
  ///
  /// - Parameter tokens: the tokens that colors in braces name.
  /// - Throws: `Failure` with all errors and their locations.
  public init(_ root: PlacedValue, tokens: TokenSet? = nil) throws {
    var reader = Reader(tokens: tokens)
    guard let icon = root["icon"], icon.isMapping else {
      throw Failure(
        .error(
          .iconRecipe, "a recipe for an icon begins with icon:", at: root.place,
          hints: ["icon: { size: 108, background: \"#204050\", foreground: [ … ] }"]))
    }
    for member in root.entries where member.key != "icon" {
      reader.unknown(member, among: ["icon"])
    }
    for member in icon.entries where !IconRecipe.keys.contains(member.key) {
      reader.unknown(member, among: IconRecipe.keys)
    }
    var size = 108.0
    if let written = icon["size"] {
      if let number = written.looseNumber, (1...100_000).contains(number) {
        size = number
      } else {
        reader.wrong(written, "size", "a number from 1 to 100000")
      }
    }
    var layers: [Layer: [Shape]] = [:]
    var ground: [TokenMode: TokenColor]? = [.light: TokenColor(1, 1, 1)]
    for layer in Layer.allCases {
      guard let source = icon[layer.rawValue] else { continue }
      if let elements = source.elements {
        if elements.count > IconRecipe.most {
          reader.wrong(source, layer.rawValue, "at most \(IconRecipe.most) shapes")
        } else {
          layers[layer] = elements.compactMap { reader.shape($0) }
        }
        if layer == .background { ground = nil }
      } else if layer == .background, let fill = reader.paint(source, "background") {
        let side = number(size)
        layers[layer] = [
          Shape(
            element: "rect width=\"\(side)\" height=\"\(side)\"", fill: fill, stroke: nil,
            opacity: 1)
        ]
        ground = fill.colors.count == 1 ? fill.colors[0] : nil
      } else if layer != .background {
        reader.wrong(source, layer.rawValue, "a list of shapes")
      }
    }
    if layers[.foreground] == nil, reader.log.diagnostics.isEmpty {
      reader.log.record(
        .error(.iconRecipe, "the icon has no foreground", at: icon.place))
    }
    try reader.log.throwIfErrors()
    self.init(size: size, layers: layers, ground: ground)
  }

  private struct Reader {
    let tokens: TokenSet?
    var log = DiagnosticLog()

    mutating func unknown(_ member: PlacedValue.Member, among known: [String]) {
      log.record(
        .error(
          .iconKey, "unknown key \"\(printable(member.key, limit: 60))\"", at: member.place,
          hints: [nearMissHint(member.key, among: known)]))
    }

    mutating func wrong(_ source: PlacedValue, _ name: String, _ wanted: String) {
      log.record(
        .error(
          .iconValue, "\(name): expected \(wanted), found \(source.shortDescription)",
          at: source.place, hints: source.emptyHints))
    }

    mutating func shape(_ source: PlacedValue) -> Shape? {
      let kinds = source.entries.filter { IconRecipe.kinds.contains($0.key) }
      for member in source.entries
      where !IconRecipe.kinds.contains(member.key) && !IconRecipe.looks.contains(member.key) {
        unknown(member, among: IconRecipe.kinds + IconRecipe.looks)
      }
      guard kinds.count == 1, let kind = kinds.first else {
        log.record(
          .error(
            .iconShape, "a shape is one of \(IconRecipe.kinds.joined(separator: ", "))",
            at: source.place, hints: ["{ circle: [54, 54, 20], fill: \"#FFB000\" }"]))
        return nil
      }
      guard var element = element(kind, of: source) else { return nil }
      let fill = source["fill"].flatMap { paint($0, "fill") }
      let stroke = source["stroke"].flatMap { paint($0, "stroke") }
      if stroke != nil {
        element += attribute("stroke-width", source["width"], 0...100_000, else: 1, "width")
        element += word("stroke-linecap", source["cap"], ["butt", "round", "square"], "cap")
        element += word("stroke-linejoin", source["join"], ["miter", "round", "bevel"], "join")
      }
      element += word("fill-rule", source["rule"], ["nonzero", "evenodd"], "rule")
      var opacity = 1.0
      if let written = source["opacity"] {
        if let number = written.looseNumber, (0...1).contains(number) {
          opacity = number
        } else {
          wrong(written, "opacity", "a number from 0 to 1")
        }
      }
      // A shape without fill and stroke is black, as in SVG.
      let usual = Fill(colors: [[.light: TokenColor(0, 0, 0)]], angle: 180)
      let isBare = source["fill"] == nil && source["stroke"] == nil
      return Shape(
        element: element, fill: isBare ? usual : fill, stroke: stroke, opacity: opacity)
    }

    private mutating func element(
      _ kind: PlacedValue.Member, of source: PlacedValue
    ) -> String? {
      func fail(_ wanted: String) -> String? {
        log.record(
          .error(
            .iconShape, "\(kind.key): expected \(wanted), found \(kind.value.shortDescription)",
            at: kind.value.place))
        return nil
      }
      let values = (kind.value.elements ?? []).map { $0.looseNumber }
      let numbers = values.compactMap { $0 }.filter { abs($0) <= 1e6 }
      let isSound = numbers.count == values.count
      switch kind.key {
      case "circle":
        guard isSound, numbers.count == 3, numbers[2] > 0 else {
          return fail("[x, y, radius]")
        }
        return "circle cx=\"\(number(numbers[0]))\" cy=\"\(number(numbers[1]))\" "
          + "r=\"\(number(numbers[2]))\""
      case "ellipse":
        guard isSound, numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else {
          return fail("[x, y, radius across, radius down]")
        }
        return "ellipse cx=\"\(number(numbers[0]))\" cy=\"\(number(numbers[1]))\" "
          + "rx=\"\(number(numbers[2]))\" ry=\"\(number(numbers[3]))\""
      case "rect":
        guard isSound, numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else {
          return fail("[x, y, width, height]")
        }
        return "rect x=\"\(number(numbers[0]))\" y=\"\(number(numbers[1]))\" "
          + "width=\"\(number(numbers[2]))\" height=\"\(number(numbers[3]))\""
          + attribute("rx", source["radius"], 0...100_000, else: nil, "radius")
      case "line", "polygon":
        let points = (kind.value.elements ?? []).compactMap { point -> (Double, Double)? in
          let pair = (point.elements ?? []).compactMap(\.looseNumber).filter { abs($0) <= 1e6 }
          return pair.count == 2 ? (pair[0], pair[1]) : nil
        }
        guard points.count >= 2, points.count == kind.value.elements?.count else {
          return fail("a list of [x, y]")
        }
        let text = points.map { "\(number($0.0)),\(number($0.1))" }.joined(separator: " ")
        return (kind.key == "line" ? "polyline" : "polygon") + " points=\"\(text)\""
      case "path":
        let allowed = Set("MmLlHhVvCcSsQqTtAaZz0123456789.,-+eE \n\t")
        guard let text = kind.value.text, text.utf8.count <= 1 << 20,
          text.allSatisfy({ allowed.contains($0) }), text.contains(where: { "Mm".contains($0) })
        else { return fail("SVG path data, such as \"M0 0 L10 10\"") }
        let joined = text.split(whereSeparator: { $0.isWhitespace }).joined(separator: " ")
        return "path d=\"\(joined)\""
      default: return star(kind, fail)
      }
    }

    private func star(_ kind: PlacedValue.Member, _ fail: (String) -> String?) -> String? {
      let at = (kind.value["at"]?.elements ?? []).compactMap(\.looseNumber)
      guard at.count == 2, let outer = kind.value["outer"]?.looseNumber, outer > 0, outer <= 1e6,
        let count = kind.value["points"]?.looseNumber, (3...200).contains(count)
      else { return fail("{ at: [x, y], points: 8, outer: 20, inner: 8 }") }
      let inner = kind.value["inner"]?.looseNumber ?? outer * 0.4
      let turn = (kind.value["turn"]?.looseNumber ?? 0) * .pi / 180
      let total = Int(count) * 2
      let points = (0..<total).map { index in
        let radius = index % 2 == 0 ? outer : max(0, min(outer, inner))
        let angle = Double(index) / Double(total) * 2 * .pi + turn
        return "\(number(at[0] + sin(angle) * radius)),\(number(at[1] - cos(angle) * radius))"
      }
      return "polygon points=\"\(points.joined(separator: " "))\""
    }

    private mutating func attribute(
      _ name: String, _ source: PlacedValue?, _ range: ClosedRange<Double>, else usual: Double?,
      _ key: String
    ) -> String {
      guard let source else { return usual.map { " \(name)=\"\(number($0))\"" } ?? "" }
      guard let value = source.looseNumber, range.contains(value) else {
        wrong(source, key, "a number")
        return ""
      }
      return " \(name)=\"\(number(value))\""
    }

    private mutating func word(
      _ name: String, _ source: PlacedValue?, _ words: [String], _ key: String
    ) -> String {
      guard let source else { return "" }
      guard let word = source.text, words.contains(word) else {
        wrong(source, key, "one of " + words.joined(separator: ", "))
        return ""
      }
      return " \(name)=\"\(word)\""
    }

    /// A color, or `{ gradient: [ … ], angle: 180 }`.
    mutating func paint(_ source: PlacedValue, _ name: String) -> Fill? {
      if source.text == "none" { return nil }
      guard let stops = source["gradient"] else {
        return color(source, name).map { Fill(colors: [$0], angle: 180) }
      }
      for member in source.entries where !["gradient", "angle"].contains(member.key) {
        unknown(member, among: ["gradient", "angle"])
      }
      let colors = (stops.elements ?? []).compactMap { color($0, name) }
      guard colors.count >= 2, colors.count == stops.elements?.count else {
        if stops.elements?.count ?? 0 < 2 { wrong(stops, name, "two colors or more") }
        return nil
      }
      let angle = source["angle"].map { $0.looseNumber } ?? 180
      guard let angle, abs(angle) <= 3600 else {
        wrong(source, "angle", "degrees")
        return nil
      }
      return Fill(colors: colors, angle: angle)
    }

    private mutating func color(_ source: PlacedValue, _ name: String) -> [TokenMode: TokenColor]? {
      guard let text = source.text else {
        wrong(source, name, "a color")
        return nil
      }
      if let color = TokenColor(hex: text) { return [.light: color] }
      guard text.hasPrefix("{"), text.hasSuffix("}") else {
        wrong(source, name, "a color such as \"#FFB000\" or \"{color.sun}\"")
        return nil
      }
      let target = String(text.dropFirst().dropLast())
      let named = tokens?.colorToken(target)
      guard let named else {
        let known = tokens?.tokens.filter { $0.type == .color }.map(\.name) ?? []
        log.record(
          .error(
            .iconToken, "unknown color \"\(printable(target, limit: 60))\"", at: source.place,
            hints: [
              tokens == nil
                ? "name a file of tokens with tokens:" : nearMissHint(target, among: known)
            ]))
        return nil
      }
      var colors: [TokenMode: TokenColor] = [:]
      for mode in named.modes { colors[mode] = named.color(in: mode) }
      return colors
    }
  }
}
