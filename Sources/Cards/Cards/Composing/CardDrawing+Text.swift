// SPDX-License-Identifier: MIT
// Part of Platen: draws the texts and ornaments of a card.

internal import Diagnostics
internal import Drawing
internal import Geometry
internal import Rows
internal import Text

extension CardDrawing {
  mutating func draw(
    _ stack: CardStack, of row: Row, in rect: Rect, _ frame: CardFrame, at path: Int,
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
      if let text = item.text, item.set != nil { sizes.addSize(item.size, of: text) }
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

  mutating func draw(
    _ item: StackSetter.Placed, _ text: CardText, _ set: MeasuredText, of row: Row, top: Double,
    in rect: Rect, _ frame: CardFrame
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
    addNodes(drawn, as: text.role == .heading ? .heading1 : .paragraph, "", area)
  }

  /// Records whether glyphs extend beyond the card: some are higher than the font's ascent.
  mutating func recordClipping(_ drawn: [Node], _ size: Double, in area: Rect) {
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
  static let emblem = 0.055

  mutating func drawOrnament(
    _ size: Double, _ paint: CardPaint, top: Double, in rect: Rect, of row: Row, _ frame: CardFrame
  ) {
    let center = rect.x + rect.width / 2
    let star = Rect(x: center - size / 2, y: top, width: size, height: size)
    let thin = min(max(1.2 * frame.scale, size / 14), 2.4 * frame.scale)
    if size < CardDrawing.emblem * rect.width {
      fill(Path(starIn: star, points: 8, inner: 0.6, turn: 0), paint, in: star, of: row)
    } else {
      // A star in the outline of a lattice's star, as on the backs of cards.
      let inner = star.insetBy(0.2 * size)
      fill(Path(starIn: inner, points: 8, inner: 0.6, turn: 0), paint, in: star, of: row)
      if let outline = composer.paint(paint, in: star, of: row) {
        let path = Path(starIn: star, points: 8, inner: 0.7653668647, turn: 22.5)
        addNodes(
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
}
