// SPDX-License-Identifier: MIT
// Part of Platen: design tokens on a sheet: every color in every mode, contrasts, type, measures.

package import Drawing
internal import Geometry
package import Tokens

/// Draws the specimen of a file of tokens.
package struct TokenSpecimen {
  /// The width in the sheet's own units, which are pixels unless another width is requested.
  package static let width = 1600.0

  let set: TokenSet
  var sheet: SheetBuilder

  /// Units of a page of a specimen that takes several: as wide and high as A4.
  private static let pageHeight = (width * 2.0.squareRoot()).rounded()

  /// The specimen on one sheet, or on pages where a sheet would be higher than `limit`.
  package static func scenes(
    of set: TokenSet, titled title: String, text: any TextMeasuring, families: [String],
    limit: Double = .infinity
  ) -> [Scene] {
    func drawn(_ pageHeight: Double?) -> SheetBuilder {
      var specimen = TokenSpecimen(
        set: set,
        sheet: SheetBuilder(width: width, text: text, families: families, pageHeight: pageHeight))
      specimen.draw(title)
      return specimen.sheet
    }
    let scene = drawn(nil).scene(titled: title)
    guard scene.size.height > limit else { return [scene] }
    return drawn(pageHeight).scenes(titled: title)
  }

  private mutating func draw(_ title: String) {
    let modes = set.modes.map(\.rawValue).joined(separator: ", ")
    sheet.title(title, "\(set.tokens.count) tokens · \(modes)")
    colors()
    contrasts()
    pairs()
    gradients()
    typography()
    measures(of: "spacing", titled: "Spacing")
    measures(of: "radius", titled: "Radii")
    shadows()
  }

  /// Cells of one size next to each other, row by row.
  private mutating func grid<T>(
    _ items: [T], columns: Int, height: Double, _ body: (inout SheetBuilder, T, Rect) -> Void
  ) {
    let gap = 28.0
    let width = (sheet.contentWidth - gap * Double(columns - 1)) / Double(columns)
    for (index, item) in items.enumerated() {
      if index % columns == 0 { sheet.reserve(height) }
      let x = SheetBuilder.margin + Double(index % columns) * (width + gap)
      body(&sheet, item, Rect(x: x, y: sheet.y, width: width, height: height))
      if index % columns == columns - 1 || index == items.count - 1 { sheet.y += height + gap }
    }
  }

  // MARK: Colors

  private mutating func colors() {
    let tokens = set.tokens.filter { $0.type == .color }
    guard !tokens.isEmpty else { return }
    let most = tokens.map(\.modes.count).max() ?? 1
    let height = 128 + 24 * Double(most)
    sheet.heading("Colors", keeping: height)
    grid(tokens, columns: 4, height: height) { sheet, token, cell in
      let swatch = Rect(x: cell.x, y: cell.y, width: cell.width, height: 96)
      let outline = Path(rounded: swatch, radius: 14)
      let width = swatch.width / Double(token.modes.count)
      let parts = token.modes.enumerated().compactMap { index, mode -> Node? in
        guard let value = token.color(in: mode) else { return nil }
        let part = Rect(
          x: swatch.x + width * Double(index), y: swatch.y, width: width, height: swatch.height)
        // What is transparent is seen on white.
        return .group(
          Group(children: [
            .path(PathNode(Path(rect: part), fill: Fill(.white))),
            .path(PathNode(Path(rect: part), fill: Fill(drawn(value)))),
          ]))
      }
      sheet.addNode(.group(Group(clip: Clip(outline), children: parts)))
      sheet.addNode(.path(PathNode(outline, stroke: Stroke(SheetBuilder.line, width: 1.5))))
      sheet.addName(
        TokenNames.colorSet(token), at: Point(cell.x, cell.y + 124), size: 19, weight: 600,
        room: cell.width)
      for (index, mode) in token.modes.enumerated() {
        guard let value = token.color(in: mode) else { continue }
        let y = cell.y + 150 + 24 * Double(index)
        sheet.say(value.hex, at: Point(cell.x, y), size: 16, color: SheetBuilder.soft)
        sheet.say(
          mode.rawValue, at: Point(cell.maxX, y), size: 16, color: SheetBuilder.soft, isRight: true)
      }
    }
  }

  private mutating func contrasts() {
    guard !set.contrasts.isEmpty else { return }
    sheet.heading("Contrast, by WCAG 2.2")
    let set = set
    let cells = set.contrasts.flatMap { pair in set.modes.map { (pair, $0) } }
    grid(cells, columns: max(2, min(4, set.modes.count)), height: 132) { sheet, item, cell in
      let (pair, mode) = item
      guard let contrast = set.contrast(of: pair, in: mode),
        let text = set[pair.text]?.color(in: mode), let ground = set[pair.ground]?.color(in: mode)
      else { return }
      let box = Rect(x: cell.x, y: cell.y, width: cell.width, height: 78)
      sheet.fill(Path(rounded: box, radius: 14), .color(drawn(ground)), outlined: true)
      sheet.say(
        "Aa", at: Point(box.x + 20, box.y + 53), size: 40, weight: 600, color: drawn(text))
      sheet.say(
        "The quick brown fox", at: Point(box.x + 96, box.y + 48), size: 19, color: drawn(text),
        room: box.width - 116)
      let passes = contrast.passes(pair.level)
      let verdict = passes ? "passes \(pair.level.rawValue)" : "fails \(pair.level.rawValue)"
      let used = sheet.say(
        "\(contrast.text) : 1", at: Point(cell.x, cell.y + 104), size: 18, weight: 700)
      sheet.say(
        verdict, at: Point(cell.x + used + 14, cell.y + 104), size: 18, weight: 600,
        color: passes ? SheetBuilder.good : SheetBuilder.bad)
      sheet.say(
        mode.rawValue, at: Point(cell.maxX, cell.y + 104), size: 16, color: SheetBuilder.soft,
        isRight: true)
      sheet.addName(
        "\(pair.text) on \(pair.ground)", at: Point(cell.x, cell.y + 127), size: 16,
        color: SheetBuilder.soft, room: cell.width)
    }
  }

  private mutating func gradients() {
    let tokens = set.tokens.filter { $0.type == .gradient }
    guard !tokens.isEmpty else { return }
    sheet.heading("Gradients")
    let cells = tokens.flatMap { token in token.modes.map { (token, $0) } }
    grid(cells, columns: 4, height: 136) { sheet, item, cell in
      guard case .gradient(let stops)? = item.0.value(in: item.1) else { return }
      let box = Rect(x: cell.x, y: cell.y, width: cell.width, height: 96)
      sheet.fill(
        Path(rounded: box, radius: 14),
        .linearGradient(
          from: Point(box.minX, box.minY), to: Point(box.maxX, box.minY),
          stops: stops.map { GradientStop($0.position, drawn($0.color)) }), outlined: true)
      sheet.addName(
        item.0.name, at: Point(cell.x, cell.y + 124), size: 17, weight: 600,
        room: cell.width - 70)
      sheet.say(
        item.1.rawValue, at: Point(cell.maxX, cell.y + 124), size: 16, color: SheetBuilder.soft,
        isRight: true)
    }
  }

  // MARK: Type and measures

  private mutating func typography() {
    let tokens = set.tokens.filter { $0.type == .typography }
    guard !tokens.isEmpty else { return }
    sheet.heading("Type")
    for token in tokens {
      guard case .typography(let type)? = token.value(in: .light) else { continue }
      let size = max(6, min(96, type.size.points * 1.6))
      let line = max(48, size * 1.3)
      sheet.reserve(line * 1.1)
      sheet.y += line * 0.72
      sheet.addName(
        TokenNames.camel(Array(token.path.suffix(1))), at: Point(SheetBuilder.margin, sheet.y),
        size: 19, weight: 600, room: 200)
      sheet.say(
        "Harbour lights at dusk", at: Point(SheetBuilder.margin + 220, sheet.y), size: size,
        weight: Int(type.weight), families: type.families + sheet.families,
        room: sheet.contentWidth - 620)
      var words = "\(type.families.first ?? ""), \(twoDecimals(type.size.points))"
      if let height = type.lineHeight { words += " / \(twoDecimals(height))" }
      words += ", \(twoDecimals(type.weight))"
      sheet.say(
        words, at: Point(sheet.width - SheetBuilder.margin, sheet.y), size: 16,
        color: SheetBuilder.soft, room: 380, isRight: true)
      sheet.y += line * 0.38
    }
  }

  private mutating func measures(of group: String, titled title: String) {
    let tokens = set.tokens.filter {
      $0.type == .dimension && $0.path.first == group && !$0.isForStyleSheets
    }
    guard !tokens.isEmpty else { return }
    sheet.heading(title)
    grid(tokens, columns: 6, height: 124) { sheet, token, cell in
      guard case .dimension(let length)? = token.value(in: .light) else { return }
      let points = length.points
      let sand = Color(0.83, 0.72, 0.53)
      if group == "radius" {
        let box = Rect(x: cell.x, y: cell.y, width: 84, height: 84)
        sheet.fill(Path(rounded: box, radius: points), .color(sand))
      } else {
        let side = max(1, min(84, points))
        sheet.fill(
          Path(rect: Rect(x: cell.x, y: cell.y + 84 - side, width: side, height: side)),
          .color(sand))
      }
      sheet.addName(
        TokenNames.camel(Array(token.path.dropFirst())), at: Point(cell.x, cell.y + 112), size: 17,
        weight: 600, room: cell.width - 60)
      sheet.say(
        twoDecimals(points), at: Point(cell.maxX - 10, cell.y + 112), size: 16,
        color: SheetBuilder.soft, isRight: true)
    }
  }

  private mutating func shadows() {
    let tokens = set.tokens.filter { $0.type == .shadow }
    guard !tokens.isEmpty else { return }
    sheet.heading("Shadows")
    sheet.y += 12
    grid(tokens, columns: 4, height: 148) { sheet, token, cell in
      guard case .shadow(let layers)? = token.value(in: .light) else { return }
      let box = Rect(x: cell.x + 16, y: cell.y, width: cell.width - 32, height: 96)
      let card = PathNode(Path(rounded: box, radius: 16), fill: Fill(.white))
      for layer in layers where !layer.isInset {
        sheet.addNode(
          .group(
            Group(
              filter: .dropShadow(
                // A blur of CSS is twice the deviation.
                blur: layer.blur.points / 2,
                offset: Point(layer.offsetX.points, layer.offsetY.points),
                color: drawn(layer.color)), children: [.path(card)])))
      }
      if layers.allSatisfy(\.isInset) { sheet.addNode(.path(card)) }
      sheet.addName(
        token.name, at: Point(cell.x + 16, cell.y + 134), size: 17, weight: 600,
        room: cell.width - 16)
    }
  }
}

/// A token's color as it is drawn, in sRGB.
func drawn(_ color: TokenColor) -> Color {
  let plain = color.converted(to: .sRGB)
  func part(_ value: Double) -> Double { max(0, min(1, value)) }
  return Color(part(plain.red), part(plain.green), part(plain.blue), alpha: part(color.alpha))
}

private func twoDecimals(_ value: Double) -> String {
  let rounded = (value * 100).rounded() / 100
  return rounded == rounded.rounded() ? String(Int(rounded)) : "\(rounded)"
}
