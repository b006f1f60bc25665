// SPDX-License-Identifier: MIT
// Part of Platen: draws pages: their placements and their furniture.

internal import Documents
internal import Drawing
internal import Geometry

/// Draws the pages of a paginated galley, one after the other.
struct PageSetter {
  private let composer: Composer
  private let pagination: Pagination
  private let galley: Galley
  private let styles: StyleTable
  private let look: BookStyle
  private let template: PageTemplate
  private let title: String
  private let phrases: Phrasebook
  private var line: LineSetter
  /// Itemizers for short paragraphs, and for paragraphs over several pages, whose items must not be
  /// discarded for their notes.
  private var itemizers: [Itemizer]
  /// The paragraphs whose items they hold.
  private var current = [-1, -1]

  /// The boxes of images in lines.
  private(set) var figureBoxes: [(element: Int32, box: PageBox)] = []

  private let headStyle: Int32
  private let footStyle: Int32

  init(
    composer: Composer, pagination: Pagination, title: String, phrases: Phrasebook = .english
  ) {
    self.composer = composer
    self.pagination = pagination
    self.title = title
    self.phrases = phrases
    galley = composer.galley
    styles = composer.styles
    look = composer.look
    template = composer.template
    line = LineSetter(styles: styles)
    itemizers = [Itemizer(styles: styles), Itemizer(styles: styles)]
    headStyle = styles.resolve("head", in: styles.root)
    footStyle = styles.resolve("foot", in: styles.root)
  }

  mutating func page(_ index: Int) -> LaidOutPage {
    let record = pagination.pages[index]
    var page = PageBuilder()
    drawGround(on: &page)
    if record.hasFurniture {
      drawFurniture(index, record, on: &page)
    } else if record.count > 0, look.furniture == .chronicle {
      let margin = min(template.size.width, template.size.height) * 0.07
      Ornaments.border(
        Rect(x: 0, y: 0, width: template.size.width, height: template.size.height)
          .insetBy(margin), look.lineColor, on: &page)
    }
    // Backgrounds and lines first: they are below the text, and one artifact with the furniture.
    let placed = pagination.placements(on: record)
    for placement in placed where placement.isGround { draw(placement, on: &page) }
    for placement in placed where !placement.isGround { draw(placement, on: &page) }
    for (element, frame) in page.figures {
      figureBoxes.append((element, PageBox(page: index, frame: frame)))
    }
    return LaidOutPage(
      scene: Scene(size: template.size, nodes: page.nodes), leaves: page.leaves,
      links: described(page.links), label: String(index + 1))
  }

  /// Adds descriptions of their targets to links.
  private func described(_ links: [PageLink]) -> [PageLink] {
    links.map { link in
      var link = link
      if link.description.isEmpty {
        switch link.target {
        case .url(let url): link.description = url
        case .place(let place):
          let page =
            pagination.places[place].map { String($0.page + 1) } ?? pagination.markPage(of: place)
          link.description = page.map { phrases(.onPage, $0) } ?? place
        }
      }
      return link
    }
  }

  // MARK: Placements

  private mutating func draw(_ placement: Placement, on page: inout PageBuilder) {
    switch placement.kind {
    case .lines(let p, let from, let to): drawLines(p, from..<to, placement, on: &page)
    case .frame(let f, let isFirst, let isLast):
      guard placement.height > 0 else { return }
      drawFrame(
        styles.node(galley.frames[f].style),
        Rect(x: placement.x, y: placement.y, width: placement.width, height: placement.height),
        isFirst, isLast, isRightToLeft: galley.frames[f].isRightToLeft, on: &page)
    case .box(let b): drawBox(galley.boxes[b], placement, on: &page)
    case .row(let r, let isWhole): drawRow(galley.rows[r], placement, isWhole, on: &page)
    case .noteRule:
      page.line(
        Point(placement.x, placement.y), Point(placement.x + placement.width * 0.25, placement.y),
        look.lineColor, 0.5)
    }
  }

  private mutating func drawLines(
    _ p: Int, _ rows: Range<Int>, _ placement: Placement, on page: inout PageBuilder
  ) {
    var paragraph = galley.paragraphs[p]
    if placement.isRepeat {
      paragraph.element = -1
      paragraph.extras = nil
    }
    let list = items(of: p)
    for row in rows {
      let top = placement.y + Double(row - rows.lowerBound) * paragraph.lineHeight
      draw(
        place(row, of: paragraph, list, x: placement.x, top: top),
        isFirst: row == 0, placement, on: &page)
    }
  }

  /// A paragraph's items, computed again if those of another paragraph replaced them.
  private mutating func items(of p: Int) -> ItemList {
    let paragraph = galley.paragraphs[p]
    let slot = paragraph.lineCount > 60 ? 1 : 0
    if current[slot] != p {
      itemizers[slot].itemize(
        paragraph.inlines, style: paragraph.style, measure: paragraph.shape.width,
        direction: paragraph.direction, context: composer.inlineContext(of: paragraph))
      current[slot] = p
    }
    return itemizers[slot].list
  }

  /// A line of a paragraph whose own edge is at `x`.
  private func place(
    _ row: Int, of paragraph: SetParagraph, _ list: ItemList, x: Double, top: Double
  ) -> LineSetter.Line {
    let before = row > 0 ? galley.lines[paragraph.firstLine + row - 1] : nil
    let size = styles.node(paragraph.style).size
    let indent = paragraph.shape.width - paragraph.shape.width(ofLine: row)
    return LineSetter.Line(
      list: list, paragraph: paragraph,
      start: before.map { LineBreaker.start(after: $0, list.items) } ?? 0,
      offset: before.map { Int($0.offset) } ?? 0, end: galley.lines[paragraph.firstLine + row],
      x: x + (list.isRightToLeft ? paragraph.extras?.tailWidth ?? 0 : indent),
      baseline: top + (paragraph.lineHeight - size) / 2 + size * 0.78,
      width: paragraph.shape.width - indent, isLast: row + 1 == paragraph.lineCount)
  }

  private mutating func draw(
    _ line: LineSetter.Line, isFirst: Bool, _ placement: Placement, on page: inout PageBuilder
  ) {
    let extras = line.paragraph.extras
    if isFirst, let label = extras?.label { draw(label, of: line, placement, on: &page) }
    let (left, right) = self.line.draw(
      line,
      images: { [composer] resource, frame in
        composer.image(resource).map { PageSetter.node($0.node, of: $0.size, in: frame) }
      }, on: &page)
    if line.isLast, let tail = extras?.tail {
      draw(tail, of: line, placement.x, from: left, to: right, on: &page)
    }
    if let extras, extras.marksWraps, !line.isLast, !line.endsInBreak {
      self.line.draw(
        "↩", style: line.paragraph.style, x: placement.x + line.paragraph.shape.width + 1,
        baseline: line.baseline, element: -1, on: &page)
    }
  }

  static func node(_ node: Node, of size: Size, in frame: Rect) -> Node {
    .group(
      Group(
        transform: AffineMap(
          a: frame.width / size.width, b: 0, c: 0, d: frame.height / size.height, tx: frame.x,
          ty: frame.y), children: [node]))
  }

  private mutating func draw(
    _ label: LineLabel, of drawn: LineSetter.Line, _ placement: Placement,
    on page: inout PageBuilder
  ) {
    let isRightToLeft = drawn.list.isRightToLeft
    let width = line.width(of: label.text, style: label.style)
    let offset = label.end - width
    let x =
      isRightToLeft
      ? placement.x + drawn.paragraph.shape.width - offset - width : placement.x + offset
    line.draw(
      label.text, style: label.style, x: x, baseline: drawn.baseline,
      element: placement.isRepeat ? -1 : label.element, isRightToLeft: isRightToLeft, on: &page)
  }

  /// Draws the tail of a paragraph whose edge is at `edge`, and the leader from its last line.
  private mutating func draw(
    _ tail: LineTail, of drawn: LineSetter.Line, _ edge: Double, from left: Double,
    to right: Double, on page: inout PageBuilder
  ) {
    let paragraph = drawn.paragraph
    let size = styles.node(paragraph.style).size
    // The tail is beyond the lines' measure, in the width reserved for it.
    let end = edge + paragraph.shape.width + (paragraph.extras?.tailWidth ?? 0)
    let width = line.width(of: tail.text, style: tail.style)
    let x = drawn.list.isRightToLeft ? edge : end - width
    if tail.hasLeader {
      let dot = line.width(of: ".", style: tail.style)
      // Dots of different lines are aligned.
      let (from, to) = drawn.list.isRightToLeft ? (x + width, left) : (right, x)
      var dots: [Node] = []
      for at in PageSetter.leaderDots(
        from: max(from, edge), to: min(to, end), dot: dot,
        step: dot + line.width(of: " ", style: tail.style), size: size)
      {
        var builder = PageBuilder()
        line.draw(
          ". ", style: tail.style, x: at, baseline: drawn.baseline, element: -1, on: &builder)
        dots += builder.nodes
      }
      if let joined = PageSetter.joined(dots) { page.addNode(joined, element: -1) }
    }
    // For screen readers, a space separates the number.
    let blank = line.width(of: " ", style: tail.style)
    line.draw(
      " " + tail.text, style: tail.style, x: x - blank, baseline: drawn.baseline,
      element: tail.element, on: &page)
    guard let link = page.links.indices.last, page.links[link].element == Int(tail.element) else {
      return
    }
    page.links[link].frame = page.links[link].frame.union(
      Rect(x: x, y: drawn.baseline - size * 0.8, width: width, height: size))
  }

  /// The positions of a leader's dots, at multiples of their step.
  ///
  /// - Parameters:
  ///   - dot, step: the font's widths of a dot, and of a dot and a space. A damaged font may have any:
  ///     a step is at least a tenth of the size.
  ///   - size: the text's, in points.
  static func leaderDots(
    from: Double, to: Double, dot: Double, step: Double, size: Double
  ) -> [Double] {
    let step = max(step, size / 10, 0.5)
    let dot = max(dot, 0)
    let end = to - step * 0.6
    var dots: [Double] = []
    guard (end - from) / step < 100_000 else { return dots }
    var at = ((from + step) / step).rounded(.up) * step
    while at + dot < end {
      dots.append(at)
      at += step
    }
    return dots
  }

  /// Text nodes of one font as one.
  private static func joined(_ nodes: [Node]) -> Node? {
    var all: TextNode?
    for node in nodes {
      guard case .text(let text) = node else { continue }
      if all == nil {
        all = text
      } else {
        all?.source += text.source
        all?.glyphs += text.glyphs
        all?.clusters += text.clusters
      }
    }
    return all.map { .text($0) }
  }

  // MARK: Frames, rows, boxes

  private func drawFrame(
    _ node: NodeStyle, _ rect: Rect, _ isFirst: Bool, _ isLast: Bool, isRightToLeft: Bool,
    on page: inout PageBuilder
  ) {
    let path = Path(rounded: rect, radius: isFirst && isLast ? node.radius : 0)
    if let ground = node.ground, ground.alpha > 0 { page.fill(path, ground) }
    if let border = node.border, border.alpha > 0, node.borderWidth > 0 {
      if isFirst, isLast {
        page.stroke(path, border, node.borderWidth)
      } else {
        // A piece is open where the frame continues.
        var open = Path()
        open.move(to: Point(rect.minX, rect.minY))
        open.line(to: Point(rect.minX, rect.maxY))
        open.move(to: Point(rect.maxX, rect.minY))
        open.line(to: Point(rect.maxX, rect.maxY))
        if isFirst {
          open.move(to: Point(rect.minX, rect.minY))
          open.line(to: Point(rect.maxX, rect.minY))
        }
        if isLast {
          open.move(to: Point(rect.minX, rect.maxY))
          open.line(to: Point(rect.maxX, rect.maxY))
        }
        page.stroke(open, border, node.borderWidth)
      }
    }
    if let bar = node.bar {
      page.fill(
        Path(
          rect: Rect(
            x: isRightToLeft ? rect.maxX - node.barWidth : rect.minX, y: rect.minY,
            width: node.barWidth, height: rect.height)), bar)
    }
    for (color, y) in [
      (isFirst ? node.overline : nil, rect.minY), (isLast ? node.underline : nil, rect.maxY),
    ] {
      guard let color, color.alpha > 0 else { continue }
      page.line(Point(rect.minX, y), Point(rect.maxX, y), color, node.borderWidth)
    }
  }

  private func drawRow(
    _ row: RowBlock, _ placement: Placement, _ isWhole: Bool, on page: inout PageBuilder
  ) {
    for cell in row.cells {
      let ground = styles.node(cell.style).ground ?? (cell.isStriped ? look.stripe : .clear)
      guard ground.alpha > 0 else { continue }
      page.fill(
        Path(
          rect: Rect(
            x: placement.x + cell.x, y: placement.y + (isWhole ? cell.y : 0), width: cell.width,
            height: isWhole ? cell.height : placement.height)), ground)
    }
    let right = placement.x + row.width
    if let line = row.topLine {
      page.line(Point(placement.x, placement.y), Point(right, placement.y), line, row.lineWidth)
    }
    if let line = row.line {
      let y = placement.y + placement.height
      page.line(Point(placement.x, y), Point(right, y), line, row.lineWidth)
    }
  }

  private func drawBox(_ box: FixedBox, _ placement: Placement, on page: inout PageBuilder) {
    switch box.content {
    case .image(let node, let size, let element):
      page.addNode(
        PageSetter.node(
          node, of: size,
          in: Rect(x: placement.x, y: placement.y, width: placement.width, height: placement.height)
        ), element: placement.isRepeat ? -1 : element)
    case .line(let color, let width):
      let y = placement.y + placement.height - 0.5
      page.line(Point(placement.x, y), Point(placement.x + placement.width, y), color, width)
    case .ornament:
      Ornaments.draw(
        look.ornament,
        at: Point(placement.x + placement.width / 2, placement.y + placement.height / 2),
        width: placement.width, look.lineColor, on: &page)
    }
  }

  // MARK: Furniture

  private func drawGround(on page: inout PageBuilder) {
    guard look.ground.alpha > 0 else { return }
    let size = template.size
    let sheet = Path(
      rect: Rect(x: 0, y: 0, width: size.width, height: size.height).insetBy(-template.bleed))
    guard look.vignette > 0 else {
      page.fill(sheet, look.ground)
      return
    }
    let center = Point(size.width / 2, size.height / 2)
    let edge = look.ground.mixed(with: Color(0.45, 0.3, 0.12), look.vignette)
    page.addNode(
      .path(
        PathNode(
          sheet,
          fill: Fill(
            .radialGradient(
              center: center, radius: (center - .zero).length,
              stops: [
                GradientStop(0, look.ground), GradientStop(0.62, look.ground),
                GradientStop(1, edge),
              ])))), element: -1)
  }

  private mutating func drawFurniture(
    _ index: Int, _ record: PageRecord, on page: inout PageBuilder
  ) {
    guard look.furniture != .none else { return }
    let area = template.area(page: index)
    let isRight = !template.isFacing || index % 2 == 0
    let chapter = record.chapter >= 0 ? galley.headings[Int(record.chapter)].title : ""
    let section = record.section >= 0 ? galley.headings[Int(record.section)].title : ""
    let headY = area.minY - max(18, template.top * 0.36)
    let footY = area.maxY + max(24, template.bottom * 0.42)
    let isCentered = look.furniture == .chronicle
    let ofBook = title.isEmpty ? chapter : title
    let ofPart = section.isEmpty ? chapter : section
    func x(_ width: Double) -> Double {
      isCentered ? area.center.x - width / 2 : isRight ? area.maxX - width : area.minX
    }
    if !record.opensChapter {
      let text =
        isCentered
        ? (isRight && !chapter.isEmpty ? chapter : ofBook)
        : template.isFacing ? (isRight ? ofPart : ofBook) : (chapter.isEmpty ? title : chapter)
      let fitted = fitted(
        text, style: headStyle, width: isCentered ? area.width * 0.9 : area.width)
      line.draw(
        fitted, style: headStyle, x: x(line.width(of: fitted, style: headStyle)),
        baseline: headY, element: -1, on: &page)
      let head = styles.node(headStyle)
      if isCentered {
        Ornaments.swelledRule(
          from: Point(area.minX, headY + 7), to: Point(area.maxX, headY + 7), look.lineColor,
          on: &page)
      } else if let color = head.underline {
        page.line(
          Point(area.minX, headY + 6), Point(area.maxX, headY + 6), color, head.borderWidth)
      }
    }
    let folio = String(index + 1)
    let width = line.width(of: folio, style: footStyle)
    line.draw(
      folio, style: footStyle, x: x(width), baseline: footY, element: -1, on: &page)
    guard isCentered else { return }
    let size = styles.node(footStyle).size
    for side in [-1.0, 1.0] {
      let center = Point(area.center.x + side * (width / 2 + size * 0.9), footY - size * 0.28)
      page.fill(Path(diamondAt: center, radius: size * 0.16), look.lineColor)
    }
  }

  /// The text, or as many of its words as fit.
  private func fitted(_ text: String, style: Int32, width: Double) -> String {
    let text = String(text.prefix(200))
    guard line.width(of: text, style: style) > width else { return text }
    var words = text.split(separator: " ")
    while words.count > 1 {
      words.removeLast()
      let shorter = words.joined(separator: " ") + " …"
      if line.width(of: shorter, style: style) <= width { return shorter }
    }
    return String(text.prefix(24)) + "…"
  }
}

/// Small drawings between parts of the text.
enum Ornaments {
  static func draw(
    _ ornament: BookStyle.Ornament, at c: Point, width: Double, _ color: Color,
    on page: inout PageBuilder
  ) {
    switch ornament {
    case .line:
      let half = min(36, width / 6)
      page.line(Point(c.x - half, c.y), Point(c.x + half, c.y), color, 0.6)
    case .asterism:
      for dx in [-14.0, 0, 14] {
        page.fill(Path(circleAt: Point(c.x + dx, c.y), radius: 1.3), color)
      }
    case .fleuron:
      page.fill(Path(diamondAt: c, radius: 3.4), color)
      for side in [-1.0, 1.0] {
        page.fill(Path(diamondAt: Point(c.x + side * 9, c.y), radius: 1.7), color)
        var stem = Path()
        stem.move(to: Point(c.x + side * 14, c.y))
        stem.curve(
          to: Point(c.x + side * 52, c.y), Point(c.x + side * 24, c.y - 4.5),
          Point(c.x + side * 38, c.y + 4.5))
        page.stroke(stem, color, 0.7)
        page.fill(Path(circleAt: Point(c.x + side * 54, c.y), radius: 1.1), color)
      }
    }
  }

  /// Two lines around a title page, with a diamond at each corner and side.
  static func border(_ rect: Rect, _ color: Color, on page: inout PageBuilder) {
    page.stroke(Path(rect: rect), color, 1.1)
    let inner = rect.insetBy(4.5)
    page.stroke(Path(rect: inner), color, 0.4)
    for x in [inner.minX, inner.center.x, inner.maxX] {
      for y in [inner.minY, inner.center.y, inner.maxY]
      where x != inner.center.x || y != inner.center.y {
        let isCorner = x != inner.center.x && y != inner.center.y
        page.fill(Path(diamondAt: Point(x, y), radius: isCorner ? 6 : 4), color)
      }
    }
  }

  /// A rule that is thickest in the middle.
  static func swelledRule(
    from: Point, to: Point, _ color: Color, on page: inout PageBuilder
  ) {
    let middle = from.midpoint(to: to)
    page.fill(
      Path(ring: [
        from, Point(middle.x, middle.y - 0.55), to, Point(middle.x, middle.y + 0.55),
      ]), color)
  }
}
