// SPDX-License-Identifier: MIT
// Part of Platen: composes a row and a look into a card, or as many as its text takes.

public import Diagnostics
public import Drawing
public import Geometry
internal import Text

/// A card as a scene, with the structure of its parts.
public struct ComposedCard: Hashable, Sendable {
  public var scene: Scene
  /// All of its nodes, in drawing order.
  public var parts: [CardPart]
}

/// Nodes of a card that are one element to screen readers.
public struct CardPart: Hashable, Sendable {
  /// The role; nil for decoration.
  public var role: StructureElement.Role?
  public var nodes: Range<Int>
  public var alternative = ""
  public var frame: Rect?
}

/// Fills views of a look with rows.
public struct CardComposer {
  /// Returns the image that a row names; nil with a warning recorded if it is missing.
  public typealias ImageProvider = (String) throws -> RasterImage?

  let look: CardLook
  private let layout: CardLook.Layout
  private let size: CardSize
  /// The size of the scene: that of the card with the part beyond its cut in a printer's file.
  private let sceneSize: Size
  /// The smallest legible text size, if the layout was made for a card of another size; 0 if the
  /// layout's own sizes apply.
  private let legible: Double
  let appearance: CardLook.Appearance
  private let measuring: any TextMeasuring
  private let images: ImageProvider
  /// The position of the card's corner, for cards on sheets.
  private let origin: Point
  /// The distance that backgrounds extend beyond the card's edges.
  private let bleed: Double
  /// Indicates whether the card is cut out of a page with other cards.
  private let isCut: Bool
  /// Indicates whether texts are Markdown.
  private let isMarkdown: Bool
  private let icons: CardIcons?
  /// Sizes that texts do not exceed.
  private let limits: TextSizes?

  /// - Parameters:
  ///   - size: the size of the card, in units of the scene.
  ///   - origin: the position of the card's corner in the scene.
  ///   - bleed: the distance that backgrounds extend beyond the edges of a card that is cut out of
  ///     a page; nothing is drawn beyond that. nil for a card with its own page.
  ///   - isMarkdown: whether texts other than headings and labels are Markdown.
  ///   - icons: the icons that texts name.
  /// - Throws: `Failure` `look.view` if the look does not have the view.
  public init(
    _ look: CardLook, view: String, size: CardSize, appearance: CardLook.Appearance,
    measuring: any TextMeasuring, origin: Point = Point(0, 0), bleed: Double? = nil,
    isMarkdown: Bool = true, icons: CardIcons? = nil,
    images: @escaping ImageProvider = { _ in nil }
  ) throws {
    try self.init(
      look, view: view, size: size, appearance: appearance, measuring: measuring, origin: origin,
      bleed: bleed, isMarkdown: isMarkdown, icons: icons, limits: nil, images: images)
  }

  /// - Parameter limits: sizes that texts do not exceed, see ``textSizes(of:mayContinue:)``.
  package init(
    _ look: CardLook, view: String, size: CardSize, appearance: CardLook.Appearance,
    measuring: any TextMeasuring, origin: Point = Point(0, 0), bleed: Double? = nil,
    isMarkdown: Bool = true, icons: CardIcons? = nil, limits: TextSizes?,
    images: @escaping ImageProvider = { _ in nil }
  ) throws {
    self.isMarkdown = isMarkdown
    self.icons = icons
    self.limits = limits
    sceneSize = Size(width: size.width, height: size.height)
    self.origin = origin + Point(size.bleed, size.bleed)
    self.bleed = bleed ?? size.bleed
    isCut = bleed != nil || size.bleed > 0
    let size = size.cut
    guard let layout = look.layout(of: view, for: size) else {
      throw Failure(
        .error(
          .lookView, "unknown view \"\(view)\" of the look \(look.name)",
          hints: [nearMissHint(view, among: look.views.map(\.name))]))
    }
    self.look = look
    self.layout = layout
    self.size = size
    legible = layout.size.name == size.name ? 0 : size.legible
    self.appearance = appearance
    self.measuring = measuring
    self.images = images
  }

  /// Returns the cards of a row: one, or several if its text does not fit and may continue.
  ///
  /// - Throws: `Failure` `cards.glyphs` with the code points that no font has, `cards.overflow` if
  ///   a text does not fit at half its smallest size, `qr.length`.
  public func cards(of row: Row, mayContinue: Bool) throws -> Diagnosed<[ComposedCard]> {
    try composed(row, mayContinue).cards
  }

  /// Returns the sizes of the texts of a row's cards, which other cards may have in common.
  ///
  /// - Throws: `Failure` as ``cards(of:mayContinue:)`` does.
  package func textSizes(of row: Row, mayContinue: Bool) throws -> TextSizes {
    try composed(row, mayContinue).sizes
  }

  /// The cards of a row with what is known once they are composed.
  private struct Composition {
    var cards = Diagnosed<[ComposedCard]>([])
    /// The fields that name missing images.
    var absent: Set<String> = []
    var sizes = TextSizes()
    /// Indicates whether a text that continues is smaller than requested.
    var isReduced = false
  }

  /// The number of steps in which the size of texts on several cards is found.
  private static let splitSteps = 5

  private func composed(_ row: Row, _ mayContinue: Bool) throws -> Composition {
    var row = row
    let setter = CardLineSetter(measuring, icons: icons)
    var made = try composed(row, mayContinue, count: nil, setter)
    let absent = made.absent.subtracting(layout.describedFields)
    if !absent.isEmpty {
      // A missing image leaves no gap: the card is drawn as if the row had none.
      for name in absent { row[name] = nil }
      made = try composed(row, mayContinue, count: nil, setter)
    }
    let count = made.cards.value.count
    guard count > 1 else { return made }
    // Some looks show the number of cards, which is known now, and all texts are as large as that
    // number of cards allows.
    made = try composed(row, mayContinue, count: count, setter)
    var (low, high) = (0.0, 1.0)
    for _ in 0..<CardComposer.splitSteps {
      let size = (low + high) / 2
      let larger = try composed(row, mayContinue, count: count, splitSize: size, setter)
      if larger.cards.value.count <= count, !larger.isReduced {
        (made, low) = (larger, size)
      } else {
        high = size
      }
    }
    return made
  }

  /// The largest number of cards of a row; more are an error.
  private static let cardLimit = 200

  /// Returns the cards of a row.
  ///
  /// - Parameter splitSize: the size of texts that continue on another card, from 0 to 1.
  private func composed(
    _ row: Row, _ mayContinue: Bool, count: Int?, splitSize: Double = 0, _ setter: CardLineSetter
  ) throws -> Composition {
    var made = Composition()
    var cards: [ComposedCard] = []
    var warnings: [Diagnostic] = []
    var rests: [Int: StackRest] = [:]
    var continues = false
    repeat {
      if splitSize > 0, let count, cards.count == count {
        // Larger texts take more cards.
        made.isReduced = true
        break
      }
      guard cards.count < CardComposer.cardLimit else {
        throw Failure(
          .error(
            .cardsOverflow, "\(describe(row)) takes more than \(CardComposer.cardLimit) cards",
            at: row.place))
      }
      var filled = row
      if let count, count > 1 {
        filled["part"] = .number(String(cards.count + 1))
        filled["parts"] = .number(String(count))
      }
      var drawing = Drawing(
        composer: self, rests: rests, isFirst: cards.isEmpty, mayContinue: mayContinue,
        splitSize: splitSize, setter: setter)
      try drawing.draw(layout.elements, of: filled, in: frame, path: 0)
      try drawing.checkGlyphs(filled)
      warnings += drawing.warnings + drawing.layoutWarnings(of: filled)
      made.absent.formUnion(drawing.absent)
      made.sizes.add(drawing.sizes)
      made.isReduced = made.isReduced || drawing.isReduced
      cards.append(
        ComposedCard(
          scene: Scene(
            size: sceneSize, background: .white,
            nodes: drawing.nodes, title: row.text("title", "title_en", "name") ?? ""),
          parts: drawing.parts))
      rests = drawing.left
      continues = drawing.continues
    } while continues
    if cards.count > 1, count != nil {
      warnings.append(
        .note(
          .cardsContinued, "\(describe(row)) continues on \(cards.count) cards", at: row.place))
    }
    made.cards = Diagnosed(cards, warnings: warnings)
    return made
  }

  private func describe(_ row: Row) -> String {
    row.name.map { "\"\(printable($0, limit: 60))\"" } ?? "a row"
  }

  /// Describes a box by its location in the look; only the file's name, since some are Platen's
  /// own.
  private func describe(_ box: SourceLocation) -> String {
    let file = box.file?.split(separator: "/").last.map(String.init) ?? look.name
    return "its box in \(printable(file, limit: 60)):\(box.line ?? 0)"
  }

  /// The frame of the layout, centered on the card and as large as possible.
  private var frame: Frame {
    let scale = min(size.width / layout.size.width, size.height / layout.size.height)
    return Frame(
      scale: scale, x: origin.x + (size.width - layout.size.width * scale) / 2,
      y: origin.y + (size.height - layout.size.height * scale) / 2,
      layout: Size(width: layout.size.width, height: layout.size.height))
  }

  /// The mapping of a layout's units to the scene.
  private struct Frame {
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
  private struct Drawing {
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
    private var omittedTexts: [(name: String, place: SourceLocation)] = []
    /// Indicates whether the edge of the card cuts text.
    private var clipsText = false
    /// The smallest text size as a share of the legible one, if it is smaller than that.
    private var tooSmall: Double?

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

    private var whole: Rect {
      Rect(
        x: composer.origin.x, y: composer.origin.y, width: composer.size.width,
        height: composer.size.height)
    }

    /// Extends a background that reaches an edge of the card by the bleed.
    private func bled(_ rect: Rect, _ form: CardShape.Form = .rect(radius: 0)) -> Rect {
      guard composer.bleed > 0 else { return rect }
      switch form {
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
    private func reaching(
      _ rect: Rect, _ box: CardBox?, _ frame: Frame, _ form: CardShape.Form = .rect(radius: 0)
    ) -> Rect {
      guard let box, let layout = frame.layout else { return rect }
      switch form {
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

    private func isInside(_ rect: Rect, _ card: Rect) -> Bool {
      rect.minX >= card.minX && rect.maxX <= card.maxX && rect.minY >= card.minY
        && rect.maxY <= card.maxY
    }

    /// Clips nodes of a card that is cut out of a page at its bleed, beyond which is another card.
    private func clipped(_ nodes: [Node], within rect: Rect) -> [Node] {
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
      _ elements: [CardElement], of row: Row, in frame: Frame, path: Int
    ) throws {
      for (index, element) in elements.enumerated() where row.shows(element.when, element.unless) {
        let rect = element.box.map(frame.rect) ?? whole
        switch element.kind {
        case .shape(let shape):
          let ground = reaching(rect, element.box, frame, shape.form)
          draw(shape, of: row, in: bled(ground, shape.form), frame)
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
          add(nodes, as: words.isEmpty ? nil : .figure, words, rect)
        case .code(let text):
          guard let text = text.text(of: row) else { continue }
          add(try CardComposer.code(text, in: rect), as: .figure, text, rect)
        case .repeated(let repeated):
          try draw(
            repeated, of: row, in: rect, frame, path: path &* 1009 &+ index + 1,
            place: element.place)
        }
      }
    }

    private mutating func add(
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
    private static let mostCells = 1000

    private mutating func draw(
      _ repeated: CardRepeat, of row: Row, in rect: Rect, _ frame: Frame, path: Int,
      place: SourceLocation
    ) throws {
      /// Returns the number of cells that fit into a length, and at least one.
      func cellCount(_ length: Double, _ cell: Double, _ gap: Double) -> Int {
        let count = (length / frame.scale + gap + 0.5) / max(cell + gap, 0.001)
        return Int(max(1, min(Double(Drawing.mostCells), count)))
      }
      let columns = min(
        repeated.columns, cellCount(rect.width, repeated.cellWidth, repeated.gapX))
      let room = min(
        Drawing.mostCells, columns * cellCount(rect.height, repeated.cellHeight, repeated.gapY))
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

    // MARK: Text

    private mutating func draw(
      _ stack: CardStack, of row: Row, in rect: Rect, _ frame: Frame, at path: Int,
      place: SourceLocation
    ) throws {
      let room = Size(width: rect.width / frame.scale, height: rect.height / frame.scale)
      let fresh = StackSetter(
        stack, of: row, look: composer.look, in: room, at: path, rest: rests[path],
        legible: composer.legible / frame.scale, largest: composer.layout.largestText,
        splitSize: splitSize, limits: composer.limits, isMarkdown: composer.isMarkdown,
        setter: setter)
      // A text that ended on an earlier card is not repeated.
      if rests[path] != nil { left[path] = StackRest(item: stack.items.count) }
      guard !fresh.isEmpty else { return }
      guard let fitted = fresh.fitted(mayContinue: mayContinue) else {
        throw Failure(
          .error(
            .cardsOverflow,
            "\(composer.describe(row)) does not fit \(composer.describe(place)) of \(Int(room.width)) × "
              + "\(Int(room.height)), not even at half the smallest size", at: row.place,
            hints: [
              "add ${card} to the output's name to continue on another card",
              "or choose a larger size, or smaller text in the look",
            ]))
      }
      for text in fitted.omittedTexts {
        let field = text.text.fields.flatMap(\.names).first { row[$0]?.shown != nil }
        omittedTexts.append((field ?? text.text.source, place))
      }
      isReduced = isReduced || fitted.isReduced
      for item in fitted.items {
        if let text = item.text, item.set != nil { sizes.add(item.size, of: text) }
      }
      let smallest = fitted.items.filter { $0.set != nil }.map { $0.size * frame.scale }.min()
      if let smallest, smallest < composer.legible - 0.01 {
        tooSmall = min(tooSmall ?? 1, smallest / composer.legible)
      } else if fitted.shrink < 1 {
        let percent = Int((fitted.shrink * 100).rounded())
        warnings.append(
          .warning(
            .cardsSmall,
            "\(composer.describe(row)) is set at \(percent)% of the look's smallest size to make it fit",
            at: row.place,
            hints: ["add ${card} to the output's name to continue on another card"]))
      }
      if let rest = fitted.rest {
        left[path] = rest
        continues = true
      }
      let slack = room.height - fitted.height
      let offset =
        switch stack.vertical {
        case .top: 0.0
        case .middle: slack / 2
        case .bottom: slack
        }
      for item in fitted.items {
        let top = rect.y + (item.top + offset) * frame.scale
        switch item.item {
        case .space: break
        case .rule(let length, let width, let paint):
          let line = Rect(
            x: rect.x + (rect.width - length * frame.scale) / 2, y: top,
            width: length * frame.scale, height: width * frame.scale)
          fill(Path(rect: line), paint, in: line, of: row)
        case .ornament(_, let paint):
          drawOrnament(item.height * frame.scale, paint, top: top, in: rect, of: row, frame)
        case .text:
          if let text = item.text, let set = item.set {
            try draw(item, text, set, of: row, top: top, in: rect, frame)
          }
        }
      }
    }

    private mutating func draw(
      _ item: StackSetter.Placed, _ text: CardText, _ set: MeasuredText, of row: Row, top: Double,
      in rect: Rect, _ frame: Frame
    ) throws {
      let size = item.size * frame.scale
      let (padX, padY) = (text.paddingX * frame.scale, text.paddingY * frame.scale)
      let letters = (set.ascent + set.descent) * size
      let pitch = set.font.line * size
      let lead = (max(letters, pitch) - letters) / 2
      let area = Rect(x: rect.x, y: top, width: rect.width, height: item.height * frame.scale)
      let paint = composer.paint(text.color, in: area, of: row) ?? .color(.black)
      let widths = StackSetter.blockWidths(of: item.lines, in: set)
      var drawn: [Node] = []
      var lines = 0.0
      for (number, line) in item.lines.enumerated() {
        // Lists and tables are blocks whose lines begin at one place.
        let width = widths[number] * size
        let isRightToLeft = set.paragraphs[line.paragraph].isRightToLeft
        var x: Double
        switch (text.alignment, isRightToLeft) {
        case (.center, _): x = rect.x + (rect.width - width) / 2
        case (.left, _), (.start, false), (.end, true): x = rect.x + padX
        default: x = rect.x + rect.width - padX - width
        }
        if isRightToLeft { x += width - (line.width + line.indent) * size }
        let y = top + padY + lines * pitch
        lines += line.height
        if let under = text.fill {
          let pill = Rect(
            x: x - padX, y: y - padY, width: width + 2 * padX,
            height: max(letters, pitch) + 2 * padY)
          fill(Path(rounded: pill, radius: text.radius * frame.scale), under, in: pill, of: row)
        }
        let baseline = y + lead + set.ascent * size
        for part in setter.shaped(line, of: set) {
          switch part.kind {
          case .text(let run):
            drawn += run.scaled(by: size).nodes(
              at: Point(x + part.x * size, baseline), paint: paint)
          case .icon(let name, let width):
            let height = CardLineSetter.iconHeight * size
            let frame = Rect(
              x: x + part.x * size, y: baseline - CardLineSetter.iconAscent * size,
              width: width * size, height: height)
            drawn +=
              try composer.icons?.icon(name, composer.color(of: text, row))?.nodes(frame) ?? []
          }
        }
        if set.endsHead(of: line, before: item.lines.dropFirst(number + 1).first) {
          let rule = Rect(
            x: x, y: y + max(letters, pitch) - 0.04 * size, width: width,
            height: max(0.03 * size, 0.4 * frame.scale))
          drawn.append(.path(PathNode(Path(rect: rule), fill: Fill(paint))))
        }
        if item.continues, number == item.lines.count - 1 {
          let end =
            isRightToLeft
            ? x - CardLineSetter.markGap * size
            : x + (line.width + line.indent + CardLineSetter.markGap) * size
          drawn.append(
            CardComposer.continuation(
              at: Point(end, baseline), size, isRightToLeft: isRightToLeft, paint))
        }
      }
      recordClipping(drawn, size, in: area)
      add(drawn, as: text.role == .heading ? .heading1 : .paragraph, "", area)
    }

    /// Records whether glyphs extend beyond the card: some are higher than the font's ascent.
    private mutating func recordClipping(_ drawn: [Node], _ size: Double, in area: Rect) {
      let card = whole.insetBy(-0.001 * whole.width)
      // No ink is farther from its lines than that.
      guard !clipsText, !isInside(area.insetBy(-2 * size), card) else { return }
      for case .text(let node) in drawn {
        for glyph in node.glyphs {
          guard let ink = composer.measuring.ink(of: glyph.id, in: node.font.face) else { continue }
          let box = Rect(
            x: glyph.position.x + ink.x * node.font.size,
            y: glyph.position.y + ink.y * node.font.size, width: ink.width * node.font.size,
            height: ink.height * node.font.size)
          if !isInside(box, card) { clipsText = true }
        }
      }
    }

    /// The size of an ornament as a share of its box, from which it is an emblem.
    private static let emblem = 0.055

    private mutating func drawOrnament(
      _ size: Double, _ paint: CardPaint, top: Double, in rect: Rect, of row: Row, _ frame: Frame
    ) {
      let center = rect.x + rect.width / 2
      let star = Rect(x: center - size / 2, y: top, width: size, height: size)
      let thin = min(max(1.2 * frame.scale, size / 14), 2.4 * frame.scale)
      if size < Drawing.emblem * rect.width {
        fill(Path(starIn: star, points: 8, inner: 0.6, turn: 0), paint, in: star, of: row)
      } else {
        // A star in the outline of a lattice's star, as on the backs of cards.
        let inner = star.insetBy(0.2 * size)
        fill(Path(starIn: inner, points: 8, inner: 0.6, turn: 0), paint, in: star, of: row)
        if let outline = composer.paint(paint, in: star, of: row) {
          let path = Path(starIn: star, points: 8, inner: 0.7653668647, turn: 22.5)
          add(
            [.path(PathNode(path, stroke: Stroke(outline, width: thin, join: .round)))], as: nil)
        }
      }
      let gap = size / 2 + min(size / 2, 24 * frame.scale)
      let reach = min(size * 4, rect.width / 2, max(gap + size, 160 * frame.scale))
      for side in [-1.0, 1] where reach > gap {
        let start = side < 0 ? center - reach : center + gap
        let line = Rect(x: start, y: top + (size - thin) / 2, width: reach - gap, height: thin)
        fill(Path(rect: line), paint, in: line, of: row)
      }
    }

    // MARK: Shapes

    private mutating func fill(_ path: Path, _ paint: CardPaint, in rect: Rect, of row: Row) {
      guard let paint = composer.paint(paint, in: rect, of: row) else { return }
      add([.path(PathNode(path, fill: Fill(paint)))], as: nil)
    }

    private mutating func draw(
      _ shape: CardShape, of row: Row, in rect: Rect, _ frame: Frame
    ) {
      let fill = shape.fill.flatMap { composer.paint($0, in: rect, of: row) }.map { Fill($0) }
      let width = shape.strokeWidth * frame.scale
      func stroke(cap: Stroke.Cap = .butt) -> Stroke? {
        shape.stroke.flatMap { composer.paint($0, in: rect, of: row) }.map {
          Stroke(
            $0, width: width, dash: shape.dash.map { $0 * frame.scale }, cap: cap, join: .round)
        }
      }
      var node: Node?
      // The extent of the shape, without the outer half of its stroke.
      var extent = rect
      switch shape.form {
      case .rect(let radius):
        node = .path(
          PathNode(Path(rounded: rect, radius: radius * frame.scale), fill: fill, stroke: stroke()))
      case .frame(let inset, let radius):
        let inner = rect.insetBy(inset * frame.scale)
        node = .path(
          PathNode(Path(rounded: inner, radius: radius * frame.scale), fill: fill, stroke: stroke())
        )
      case .circle:
        node = .path(PathNode(Path(arcIn: rect, share: 1), fill: fill, stroke: stroke()))
      case .star(let points, let inner, let turn):
        node = .path(
          PathNode(
            Path(starIn: rect, points: points, inner: inner, turn: turn), fill: fill,
            stroke: stroke()))
      case .polygon(let points, let isClosed):
        var path = Path()
        let corners = points.map {
          Point(frame.x + $0.x * frame.scale, frame.y + $0.y * frame.scale)
        }
        for (index, corner) in corners.enumerated() {
          if index == 0 { path.move(to: corner) } else { path.line(to: corner) }
        }
        extent = Rect(enclosing: corners) ?? rect
        if isClosed { path.close() }
        node = .path(
          PathNode(
            path, fill: isClosed ? fill : nil, stroke: stroke(cap: isClosed ? .butt : .round)))
      case .ring(let value):
        let share = value.map { $0.number(of: row) ?? 0 } ?? 1
        guard share > 0.001 else { return }
        // A full ring has no ends to round.
        let cap: Stroke.Cap = share >= 1 ? .butt : .round
        node = .path(PathNode(Path(arcIn: rect, share: share), stroke: stroke(cap: cap)))
      case .bar(let value, let radius):
        let share = max(0, min(1, value.map { $0.number(of: row) ?? 0 } ?? 1))
        guard share > 0 else { return }
        // Any filled part is visible: it is at least as long as it is wide.
        var part = rect
        if rect.height > rect.width {
          part.height = max(rect.width, rect.height * share)
          part.y = rect.maxY - part.height
        } else {
          part.width = max(rect.height, rect.width * share)
        }
        node = .path(PathNode(Path(rounded: part, radius: radius * frame.scale), fill: fill))
      case .pattern(let pattern, let step):
        let figures = Path(pattern, in: rect, step: step * frame.scale)
        let inner = Node.path(PathNode(figures, fill: fill, stroke: stroke()))
        node = .group(Group(name: "pattern", clip: Clip(Path(rect: rect)), children: [inner]))
      }
      guard let node else { return }
      if shape.stroke != nil { extent = extent.insetBy(-width / 2) }
      add(clipped([node], within: extent), as: nil)
    }
  }
}
