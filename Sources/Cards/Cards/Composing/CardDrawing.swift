// SPDX-License-Identifier: MIT
// Part of Platen: draws the elements of a layout with a row's values.

internal import Diagnostics
internal import Drawing
internal import Geometry
internal import Rows
internal import Text

/// The mapping of a layout's units to the scene.
struct CardFrame {
  var scale: Double
  var x: Double
  var y: Double
  /// The size of the layout; nil in cells.
  var layout: Size?

  func rect(_ box: CardBox) -> Rect {
    Rect(
      x: x + box.x * scale, y: y + box.y * scale, width: box.width * scale,
      height: box.height * scale)
  }
}

/// The drawing of one card.
struct CardDrawing {
  let composer: CardComposer
  let rests: [Int: StackRest]
  let isFirst: Bool
  let mayContinue: Bool
  let splitSize: Double
  let setter: CardLineSetter
  var nodes: [Node] = []
  var parts: [CardPart] = []
  var warnings: [Diagnostic] = []
  /// The remainders of stacks that continue or ended on a card after their first.
  var left: [Int: StackRest] = [:]
  /// Indicates whether a stack continues on another card.
  var continues = false
  /// Fields that name missing images.
  var absent: Set<String> = []
  var sizes = TextSizes()
  /// Indicates whether a text that continues is smaller than requested.
  var isReduced = false
  /// Omitted texts without room, and the locations of their boxes.
  var omittedTexts: [(name: String, place: SourceLocation)] = []
  /// Indicates whether the edge of the card cuts text.
  var clipsText = false
  /// The smallest text size as a share of the legible one, if it is smaller than that.
  var tooSmall: Double?

  init(
    composer: CardComposer, rests: [Int: StackRest], isFirst: Bool, mayContinue: Bool,
    splitSize: Double, setter: CardLineSetter
  ) {
    self.splitSize = splitSize
    self.composer = composer
    self.rests = rests
    self.isFirst = isFirst
    self.mayContinue = mayContinue
    self.setter = setter
  }

  var whole: Rect {
    Rect(
      x: composer.origin.x, y: composer.origin.y, width: composer.size.width,
      height: composer.size.height)
  }

  /// Extends a background that reaches an edge of the card by the bleed.
  func bled(_ rect: Rect, _ geometry: CardShape.Geometry = .rect(radius: 0)) -> Rect {
    guard composer.bleed > 0 else { return rect }
    switch geometry {
    case .rect, .pattern: break
    default: return rect
    }
    let card = whole
    let reach = 0.01 * card.width
    let left = rect.minX <= card.minX + reach ? card.minX - composer.bleed : rect.minX
    let right = rect.maxX >= card.maxX - reach ? card.maxX + composer.bleed : rect.maxX
    let top = rect.minY <= card.minY + reach ? card.minY - composer.bleed : rect.minY
    let bottom = rect.maxY >= card.maxY - reach ? card.maxY + composer.bleed : rect.maxY
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Extends a background that reaches an edge of its layout to that edge of the card, whose
  /// aspect ratio may differ.
  func reaching(
    _ rect: Rect, _ box: CardBox?, _ frame: CardFrame,
    _ geometry: CardShape.Geometry = .rect(radius: 0)
  ) -> Rect {
    guard let box, let layout = frame.layout else { return rect }
    switch geometry {
    case .rect, .pattern: break
    default: return rect
    }
    let card = whole
    let left = box.x <= 0 ? min(rect.minX, card.minX) : rect.minX
    let right = box.x + box.width >= layout.width ? max(rect.maxX, card.maxX) : rect.maxX
    let top = box.y <= 0 ? min(rect.minY, card.minY) : rect.minY
    let bottom = box.y + box.height >= layout.height ? max(rect.maxY, card.maxY) : rect.maxY
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  func isInside(_ rect: Rect, _ card: Rect) -> Bool {
    rect.minX >= card.minX && rect.maxX <= card.maxX && rect.minY >= card.minY
      && rect.maxY <= card.maxY
  }

  /// Clips nodes of a card that is cut out of a page at its bleed, beyond which is another card.
  func clipped(_ nodes: [Node], within rect: Rect) -> [Node] {
    guard composer.isCut, !nodes.isEmpty else { return nodes }
    let card = whole.insetBy(-composer.bleed)
    if isInside(rect, card.insetBy(-0.01)) { return nodes }
    return [.group(Group(name: "card", clip: Clip(Path(rect: card)), children: nodes))]
  }

  /// Returns warnings about texts that are omitted, too small or cut.
  func layoutWarnings(of row: Row) -> [Diagnostic] {
    var found: [Diagnostic] = []
    let hints = [
      "choose a larger size, or add a layout of this size to the look",
      "add ${card} to the output's name to continue on another card",
    ]
    if let first = omittedTexts.first {
      var seen: Set<String> = []
      let names = omittedTexts.map(\.name).filter { seen.insert($0).inserted }
      let what =
        "\(composer.describe(row)) has no room on \(composer.size.name) for "
        + names.map { printable($0, limit: 60) }.joined(separator: ", ")
        + ", omitted from \(composer.describe(first.place))"
      found.append(
        // Widgets have little room, so it is expected.
        composer.legible > 0 || !composer.size.isWidget
          ? .warning(.cardsOmitted, what, at: row.place, hints: hints)
          : .note(.cardsOmitted, what, at: row.place))
    }
    if let tooSmall {
      let percent = Int((tooSmall * 100).rounded())
      found.append(
        .warning(
          .cardsSmall,
          "\(composer.describe(row)) is set at \(percent)% of the smallest legible size on "
            + "\(composer.size.name) to make it fit", at: row.place, hints: hints))
    }
    if clipsText {
      found.append(
        .warning(
          .cardsCut,
          "the edge of the card cuts text of \(composer.describe(row)) on "
            + composer.size.name, at: row.place,
          hints: ["move the boxes of the look inward", "increase the line of the font"]))
    }
    return found
  }

  func checkGlyphs(_ row: Row) throws {
    guard !setter.missing.isEmpty else { return }
    let names = setter.missing.prefix(12).map(\.codePoint)
    let more = setter.missing.count > 12 ? " and \(setter.missing.count - 12) more" : ""
    throw Failure(
      .error(
        .cardsGlyphs,
        "no font has a glyph for \(names.joined(separator: ", "))\(more), found in "
          + composer.describe(row), at: row.place,
        hints: ["add a font that has it under fonts: and to the look's families"]))
  }

  /// Draws elements.
  ///
  /// - Parameter path: identifies stacks of one card.
  mutating func draw(
    _ elements: [CardElement], of row: Row, in frame: CardFrame, path: Int
  ) throws {
    for (index, element) in elements.enumerated() where row.shows(element.when, element.unless) {
      let rect = element.box.map(frame.rect) ?? whole
      switch element.kind {
      case .shape(let shape):
        let ground = reaching(rect, element.box, frame, shape.geometry)
        draw(shape, of: row, in: bled(ground, shape.geometry), frame)
      case .stack(let stack):
        try draw(
          stack, of: row, in: rect, frame, at: path &* 1009 &+ index + 1, place: element.place)
      case .image(let name, let fit, let radius, let alternative):
        guard let file = name.text(of: row) else { continue }
        guard let image = try composer.images(file) else {
          absent.formUnion(
            name.fields.compactMap { $0.names.first { row[$0]?.shown != nil } })
          continue
        }
        let area =
          fit == .cover && radius == 0 ? bled(reaching(rect, element.box, frame)) : rect
        let nodes = clipped(
          CardComposer.nodes(of: image, in: area, fit, radius: radius * frame.scale), within: area
        )
        let words = alternative?.text(of: row) ?? ""
        addNodes(nodes, as: words.isEmpty ? nil : .figure, words, rect)
      case .code(let text):
        guard let text = text.text(of: row) else { continue }
        addNodes(try CardComposer.code(text, in: rect), as: .figure, text, rect)
      case .repeated(let repeated):
        try draw(
          repeated, of: row, in: rect, frame, path: path &* 1009 &+ index + 1,
          place: element.place)
      }
    }
  }

  mutating func addNodes(
    _ added: [Node], as role: StructureElement.Role?, _ alternative: String = "",
    _ frame: Rect? = nil
  ) {
    guard !added.isEmpty else { return }
    let start = nodes.count
    nodes += added
    if role == nil, let last = parts.last, last.role == nil {
      parts[parts.count - 1].nodes = last.nodes.lowerBound..<nodes.count
    } else {
      parts.append(
        CardPart(role: role, nodes: start..<nodes.count, alternative: alternative, frame: frame))
    }
  }

  /// The largest number of cells; more cannot be distinguished.
  static let mostCells = 1000

  mutating func draw(
    _ repeated: CardRepeat, of row: Row, in rect: Rect, _ frame: CardFrame, path: Int,
    place: SourceLocation
  ) throws {
    /// Returns the number of cells that fit into a length, and at least one.
    func cellCount(_ length: Double, _ cell: Double, _ gap: Double) -> Int {
      let count = (length / frame.scale + gap + 0.5) / max(cell + gap, 0.001)
      return Int(max(1, min(Double(CardDrawing.mostCells), count)))
    }
    let columns = min(
      repeated.columns, cellCount(rect.width, repeated.cellWidth, repeated.gapX))
    let room = min(
      CardDrawing.mostCells, columns * cellCount(rect.height, repeated.cellHeight, repeated.gapY))
    var entries: [Row] = []
    var count = 0
    if let elements = repeated.list.value(of: row)?.elements {
      count = elements.count
      entries = elements.prefix(room).map { element in
        if case .record(let inner) = element { inner } else { Row([Row.Field("value", element)]) }
      }
    } else if let number = repeated.list.number(of: row) {
      count = Int(max(0, min(1e12, number)))
      entries = Array(repeating: Row(), count: min(count, room))
    }
    if count > room, isFirst {
      let field = repeated.list.fields.flatMap(\.names).first {
        row[$0].map { $0 != .null } ?? false
      }
      warnings.append(
        .warning(
          .cardsOmitted,
          "\(composer.describe(row)) has \(count) of \(printable(field ?? repeated.list.source, limit: 60)), "
            + "but \(composer.describe(place)) has room for \(room)", at: row.place,
          hints: ["use a larger box or smaller cells in the look"]))
    }
    for (index, entry) in entries.enumerated() {
      var filled = row
      for field in entry.fields { filled[field.name] = field.value }
      filled["index"] = .number(String(index + 1))
      let (line, column) = (index / columns, index % columns)
      var cell = frame
      cell.layout = nil
      cell.x = rect.x + Double(column) * (repeated.cellWidth + repeated.gapX) * frame.scale
      cell.y = rect.y + Double(line) * (repeated.cellHeight + repeated.gapY) * frame.scale
      let all = repeated.each.map { element in
        var element = element
        if element.box == nil {
          element.box = CardBox(
            x: 0, y: 0, width: repeated.cellWidth, height: repeated.cellHeight)
        }
        return element
      }
      try draw(all, of: filled, in: cell, path: path &* 1009 &+ index + 1)
    }
  }
}
