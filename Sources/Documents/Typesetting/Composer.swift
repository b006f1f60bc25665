// SPDX-License-Identifier: MIT
// Part of Platen: sets blocks: styles found, paragraphs broken into lines, elements numbered.

internal import Diagnostics
internal import Documents
public import Drawing
public import Geometry

/// A picture and how large it is by itself.
public struct BookPicture: Sendable {
  /// In points.
  public var size: Size
  /// Drawn in a rectangle of `size` from the origin.
  public var node: Node
  public init(size: Size, node: Node) {
    self.size = size
    self.node = node
  }
}

/// Sets a document's blocks into a galley.
final class Composer {
  let galley = Galley()
  let styles: StyleTable
  let look: BookStyle
  let template: PageTemplate
  private(set) var log = DiagnosticLog()
  let formulas: FormulaShelf
  private let document: Document
  private let pictures: (String) -> BookPicture?
  private var itemizer: Itemizer
  private var breaker = LineBreaker()
  private var known: [String: BookPicture?] = [:]
  /// The level of the last heading among elements, which may not skip one.
  private var headingLevel = 0
  /// The height a picture may have; nil for that of a page.
  var figureRoom: Double?
  /// The last heading of the highest level met, for classes that share a page.
  private var lastHeading: (level: Int, classes: [String]) = (0, [])
  /// Whether code whose lines are a little too long is set smaller rather than broken: what is drawn
  /// with letters stays a drawing. Slides ask for the size of all their code together.
  var shrinksCode = false
  private static let leastCode = 0.66
  private var noteDepth = 0
  /// Asked before each block; what follows is then omitted.
  var isCancelled: () -> Bool = { false }
  /// Columns of the pages being set, and of those the part of the book that was begun last has.
  private var columns: Int
  private var partColumns: Int
  /// What page a place is on; filled in between passes.
  var pageLabels: [String: String] = [:]
  /// Index marks that the index leads to.
  var usedMarks: [Int] = []

  /// Where blocks are set.
  struct Room {
    var x: Double
    var width: Double
    var style: Int32
    var element: Int32
    var isRightToLeft: Bool
    var direction: Direction
    var depth = 0
    var listDepth = 0
    /// In a cell or a note: no pages end there, and no lists are generated.
    var isInner = false
    /// In a cell, where lines are too short to begin further in.
    var isCell = false
  }

  private static let depthLimit = 64

  /// Whether the document as a whole runs from right to left.
  var isRightToLeft: Bool { document.metadata.direction == .rightToLeft }

  init(
    document: Document, look: BookStyle, template: PageTemplate, words: WordCache,
    pictures: @escaping (String) -> BookPicture?
  ) {
    self.document = document
    self.look = look
    self.template = template
    self.pictures = pictures
    columns = template.columns
    partColumns = template.columns
    formulas = FormulaShelf(measuring: words.measuring)
    styles = StyleTable(style: look, words: words, language: document.metadata.language)
    itemizer = Itemizer(styles: styles)
  }

  func compose() {
    let root = galley.element(.document, in: -1)
    galley.structure.language = document.metadata.language
    let room = Room(
      x: 0, width: template.columnWidth(columns), style: styles.root, element: root,
      isRightToLeft: isRightToLeft,
      // A paragraph in another script than the document's runs in its own direction.
      direction: isRightToLeft ? .rightToLeft : .automatic)
    var chunks: [Chunk] = []
    compose(document.blocks, in: room, into: &chunks)
    galley.segments[galley.segments.count - 1] += chunks
    for diagnostic in formulas.log.diagnostics { log.record(diagnostic) }
    for target in galley.targets.sorted() where !galley.ids.contains(target) {
      log.record(
        .warning(.typesettingDangling, "a reference leads to \"\(target)\", which is nowhere"))
    }
  }

  /// Headings begin below this level, as those of a part of something larger do.
  func beginsBelow(_ level: Int) { headingLevel = max(0, min(5, level)) }

  /// Whether a line of code takes more than one line.
  var hasWrappedCode: Bool {
    galley.paragraphs.contains { paragraph in
      guard let extras = paragraph.extras, extras.marksWraps else { return false }
      return paragraph.lineCount > 1 + paragraph.inlines.count { $0 == .lineBreak }
    }
  }

  func record(_ diagnostic: Diagnostic) { log.record(diagnostic) }

  // MARK: Blocks

  func compose(_ blocks: [Block], in room: Room, into chunks: inout [Chunk]) {
    guard room.depth < Composer.depthLimit else {
      log.record(
        .warning(.typesettingDepth, "blocks nested deeper than 64 levels are left out"))
      return
    }
    var room = room
    var follows = false
    for block in blocks {
      if isCancelled() { return }
      turn(to: block, &room, &chunks)
      var isParagraph = false
      if case .paragraph = block { isParagraph = true }
      compose(block, follows: follows, in: room, into: &chunks)
      // What only names what follows is no paragraph to follow.
      follows = isParagraph && !(chunks.last?.keepsWithNext ?? false)
    }
  }

  /// Goes over to the columns a block of the document stands in: titles, the map before the story,
  /// contents and what stands behind the story take the whole width of a page.
  private func turn(to block: Block, _ room: inout Room, _ chunks: inout [Chunk]) {
    guard template.columns > 1, room.depth == 0, !room.isInner else { return }
    let attributes = block.attributes
    var wanted = partColumns
    switch block {
    case .heading(let heading) where heading.level == 1:
      let style = styles.resolve("heading.1", attributes.classes, in: room.style)
      guard styles.node(style).pageBreak != .none else { break }
      partColumns =
        attributes.has("back-matter") || attributes.has("sheet") ? 1 : template.columns
      wanted = partColumns
    case .contents: wanted = 1
    case .division where attributes.has("title-page") || attributes.has("masthead"): wanted = 1
    case .figure where attributes.has("journey"): wanted = 1
    default: break
    }
    guard wanted != columns else { return }
    columns = wanted
    chunks.append(Chunk(.columns(wanted)))
    room.width = template.columnWidth(wanted)
  }

  private func compose(
    _ block: Block, follows: Bool, in outer: Room, into chunks: inout [Chunk]
  ) {
    var room = outer
    let attributes = block.attributes
    let language = attributes.value("language") ?? ""
    if let value = attributes.value("direction"), let direction = Direction(rawValue: value) {
      room.direction = direction
      if direction != .automatic { room.isRightToLeft = direction == .rightToLeft }
    }
    if !attributes.id.isEmpty { galley.ids.insert(attributes.id) }
    let first = chunks.count
    let firstElement = galley.structure.elements.count
    switch block {
    case .heading(let heading): compose(heading, language, in: room, into: &chunks)
    case .paragraph(let paragraph):
      if paragraph.inlines.count == 1, case .image(let image) = paragraph.inlines[0] {
        compose(Figure(image, caption: [], paragraph.attributes), language, in: room, into: &chunks)
      } else {
        compose(paragraph, language, follows: follows, in: room, into: &chunks)
      }
    case .list(let list): compose(list, language, in: room, into: &chunks)
    case .table(let table): compose(table, language, in: room, into: &chunks)
    case .quote(let quote):
      let style = styles.resolve("quote", attributes.classes, in: room.style, language: language)
      let element = galley.element(.quote, in: room.element)
      framed(style, element, in: room, into: &chunks) { room, chunks in
        self.compose(quote.blocks, in: room, into: &chunks)
        guard !quote.attribution.isBlank else { return }
        let style = self.styles.resolve("quote.attribution", in: room.style)
        self.paragraph(
          quote.attribution, style: style,
          element: self.galley.element(.paragraph, in: room.element),
          in: room, into: &chunks)
      }
    case .code(let code):
      let isDrawn =
        switch code.language {
        case "math": composeFormula(code, in: room, into: &chunks)
        case "mermaid": composeDiagram(code, in: room, into: &chunks)
        default: false
        }
      if !isDrawn { compose(code, in: room, into: &chunks) }
    case .figure(let figure): compose(figure, language, in: room, into: &chunks)
    case .callout(let callout):
      let classes = [callout.kind] + attributes.classes.filter { $0 != callout.kind }
      let style = styles.resolve("callout", classes, in: room.style, language: language)
      let element = galley.element(.division, in: room.element)
      framed(style, element, in: room, into: &chunks) { room, chunks in
        if !callout.title.isBlank {
          let style = self.styles.resolve("callout.title", classes, in: room.style)
          self.paragraph(
            callout.title, style: style, element: self.galley.element(.paragraph, in: room.element),
            keepsWithNext: true, in: room, into: &chunks)
        }
        self.compose(callout.blocks, in: room, into: &chunks)
      }
    case .keyValues(let pairs): compose(pairs, language, in: room, into: &chunks)
    case .division(let division):
      compose(division, language, in: room, into: &chunks)
    case .rule: rule(attributes, in: room, into: &chunks)
    case .pageBreak:
      if !room.isInner { chunks.append(Chunk(.pageBreak(.page))) }
    case .contents(let contents):
      generate(
        .contents(contents), title: contents.title, kind: "contents", role: .contents,
        attributes, in: room, into: &chunks)
    case .index(let index):
      generate(
        .index(index), title: index.title, kind: "index", role: .index, attributes, in: room,
        into: &chunks)
    }
    // A block's own element is made before those within it.
    if !language.isEmpty, firstElement < galley.structure.elements.count {
      galley.structure.elements[firstElement].language = language
    }
    if !attributes.id.isEmpty {
      if first < chunks.count {
        chunks[first].ids.append(attributes.id)
      } else if !chunks.isEmpty {
        chunks[chunks.count - 1].ids.append(attributes.id)
      }
    }
  }

  private func compose(
    _ division: Division, _ language: String, in room: Room, into chunks: inout [Chunk]
  ) {
    let classes = division.attributes.classes
    let style = styles.resolve("division", classes, in: room.style, language: language)
    let element = galley.element(
      division.attributes.has("title-page") ? .part : .section, in: room.element)
    if !language.isEmpty { galley.structure.elements[Int(element)].language = language }
    guard division.attributes.has("title-page"), !room.isInner else {
      framed(style, element, in: room, into: &chunks) { room, chunks in
        self.compose(division.blocks, in: room, into: &chunks)
      }
      return
    }
    chunks.append(Chunk(.pageBreak(.page)))
    chunks.append(Chunk(.furniture(false)))
    chunks.append(Chunk(.sink(0.24)))
    var inner = room
    inner.style = style
    inner.element = element
    inner.depth += 1
    compose(division.blocks, in: inner, into: &chunks)
    chunks.append(Chunk(.pageBreak(.page)))
    chunks.append(Chunk(.furniture(true)))
  }

  /// Blocks in a frame, where the style has something to draw; else only with its margins.
  func framed(
    _ style: Int32, _ element: Int32, in room: Room, into chunks: inout [Chunk],
    _ body: (Room, inout [Chunk]) -> Void
  ) {
    let node = styles.node(style)
    var inner = room
    inner.style = style
    inner.element = element
    inner.depth += 1
    inner.x += room.isRightToLeft ? node.marginEnd : node.marginStart
    inner.width = max(20, room.width - node.marginStart - node.marginEnd)
    let isDrawn = node.ground != nil || node.border != nil || node.bar != nil
    if !room.isInner, node.pageBreak != .none { chunks.append(Chunk(.pageBreak(node.pageBreak))) }
    let first = chunks.count
    guard isDrawn else {
      body(inner, &chunks)
      if first < chunks.count {
        chunks[first].spaceBefore = max(chunks[first].spaceBefore, node.spaceBefore)
        let last = chunks.count - 1
        chunks[last].spaceAfter = max(chunks[last].spaceAfter, node.spaceAfter)
      }
      return
    }
    let frame = galley.frames.count
    galley.frames.append(
      Frame(x: inner.x, width: inner.width, style: style, isRightToLeft: room.isRightToLeft))
    var open = Chunk(.openFrame(frame), x: inner.x)
    open.spaceBefore = node.spaceBefore
    open.keepsTogether = node.keepsTogether
    open.keepsWithNext = node.keepsWithNext
    chunks.append(open)
    inner.x += node.padding
    inner.width = max(20, inner.width - 2 * node.padding)
    if node.bar != nil, node.ground == nil {
      if !room.isRightToLeft { inner.x += node.barWidth }
      inner.width = max(20, inner.width - node.barWidth)
    }
    body(inner, &chunks)
    var close = Chunk(.closeFrame(frame), x: inner.x)
    close.spaceAfter = node.spaceAfter
    close.keepsWithNext = node.keepsWithNext
    chunks.append(close)
  }

  // MARK: Paragraphs

  private func compose(
    _ heading: Heading, _ language: String, in room: Room, into chunks: inout [Chunk]
  ) {
    let level = max(1, min(6, heading.level))
    let style = styles.resolve(
      "heading.\(level)", heading.attributes.classes, in: room.style, language: language)
    let node = styles.node(style)
    let isFirst = lastHeading.level == 0 || heading.attributes.classes != lastHeading.classes
    let opensPage =
      !room.isInner && node.pageBreak != .none && (node.pageBreak != .first || isFirst)
    if level <= lastHeading.level || lastHeading.level == 0 {
      lastHeading = (level, heading.attributes.classes)
    }
    if opensPage {
      let right = template.startsChaptersRight && template.isFacing
      chunks.append(Chunk(.pageBreak(right || node.pageBreak == .right ? .right : .page)))
    }
    let roleLevel = min(level, headingLevel + 1)
    headingLevel = roleLevel
    let roles: [StructureElement.Role] = [
      .heading1, .heading2, .heading3, .heading4, .heading5, .heading6,
    ]
    let element = galley.element(roles[roleLevel - 1], in: room.element)
    let first = chunks.count
    paragraph(
      heading.inlines, style: style, element: element, language: language, keepsWithNext: true,
      in: room, into: &chunks)
    guard first < chunks.count, !room.isInner else { return }
    if opensPage {
      // Small pages have no room to sink a chapter's beginning far.
      let share = min(1, template.area(page: 0).height / 620)
      chunks[first].spaceBefore *= share * share
      chunks[chunks.count - 1].spaceAfter *= share
    }
    let place =
      heading.attributes.id.isEmpty
      ? "platen.heading.\(galley.headings.count + 1)" : heading.attributes.id
    if heading.attributes.id.isEmpty { chunks[first].ids.append(place) }
    chunks[first].heading = Int32(galley.headings.count)
    galley.headings.append(
      SetHeading(
        level: level, title: Composer.title(of: heading.inlines),
        inlines: heading.inlines, place: place, isListed: heading.isListed,
        isOutlined: heading.isListed))
  }

  /// What a heading is called in outlines and running heads: a line, however long it is.
  private static func title(of inlines: [Inline]) -> String {
    String(inlines.plainText.prefix(400)).replacing("\n", with: " ")
  }

  private func compose(
    _ paragraph: Paragraph, _ language: String, follows: Bool, in room: Room,
    into chunks: inout [Chunk]
  ) {
    let style =
      paragraph.attributes.classes.isEmpty && language.isEmpty
      ? styles.resolve(.paragraph, in: room.style)
      : styles.resolve(
        "paragraph", paragraph.attributes.classes, in: room.style, language: language)
    let node = styles.node(style)
    let indent = follows && !room.isCell ? node.indent * node.size : 0
    self.paragraph(
      paragraph.inlines, style: style, element: galley.element(.paragraph, in: room.element),
      language: language, indent: indent, in: room, into: &chunks)
  }

  /// Sets one paragraph below the chunks so far. Its index; nil where there is nothing to set.
  @discardableResult
  func paragraph(
    _ inlines: [Inline], style: Int32, element: Int32, language: String = "", indent: Double = 0,
    keepsWithNext: Bool = false, evenIfBlank: Bool = false, extras: ParagraphExtras? = nil,
    in room: Room, into chunks: inout [Chunk]
  ) -> Int? {
    let node = styles.node(style)
    // Not while a paragraph waits for its notes to be set: its items name words.
    if noteDepth == 0, styles.words.trim() { styles.refill() }
    // No narrower than a word or two, but where the room itself is: a table's column may be.
    let width = max(min(20, room.width), room.width - node.marginStart - node.marginEnd)
    var set = SetParagraph(
      inlines: inlines, style: style, direction: room.direction,
      shape: LineShape(
        width: width, indent: indent, alignment: node.alignment, hyphenates: node.hyphenates,
        size: node.size),
      lineHeight: node.lineHeight, element: element, firstNote: galley.notes.count + 1,
      extras: extras)
    set.shape.balances =
      node.alignment == .center || (keepsWithNext && node.alignment != .justified)
    if let tail = extras?.tail {
      let run = styles.runStyle(of: tail.style)
      let word = styles.words.word("0000", font: run.font)
      set.shape.width = max(20, width - styles.words.words[Int(word)].width * run.size - 12)
      extras?.tailRoom = width - set.shape.width
    }
    if !language.isEmpty, element >= 0 {
      galley.structure.elements[Int(element)].language = language
    }
    let index = galley.paragraphs.count
    itemize(set)
    let list = itemizer.list
    if !list.pictures.isEmpty { set.lineHeight = lineHeight(of: list, node) }
    guard !list.items.isEmpty || evenIfBlank else { return nil }
    galley.paragraphs.append(set)
    register(list, of: index, in: room)
    set = galley.paragraphs[index]
    let ends = breaker.lines(of: list.items, shape: set.shape, styles: styles)
    galley.paragraphs[index].firstLine = galley.lines.count
    galley.paragraphs[index].lineCount = ends.count
    galley.lines += ends
    galley.overfullCount = breaker.overfullCount
    var chunk = Chunk(
      .paragraph(index), x: room.x + (room.isRightToLeft ? node.marginEnd : node.marginStart))
    chunk.spaceBefore = node.spaceBefore
    chunk.spaceAfter = node.spaceAfter
    chunk.keepsWithNext = keepsWithNext || node.keepsWithNext
    chunk.keepsTogether = node.keepsTogether || keepsWithNext
    for anchor in list.anchors { galley.ids.insert(anchor.id) }
    chunks.append(chunk)
    if let line = node.underline {
      galley.boxes.append(
        FixedBox(
          content: .line(line, node.borderWidth), width: width, height: node.paddingBlock + 0.5,
          x: 0))
      var box = Chunk(.box(galley.boxes.count - 1), x: chunk.x)
      box.keepsWithNext = chunk.keepsWithNext
      box.spaceAfter = chunk.spaceAfter
      chunks[chunks.count - 1].spaceAfter = 0
      chunks[chunks.count - 1].keepsWithNext = true
      chunks.append(box)
    }
    return index
  }

  /// Which line of its source each line of a paragraph shows.
  func sourceLines(of index: Int) -> [Int] {
    let paragraph = galley.paragraphs[index]
    itemize(paragraph)
    let items = itemizer.list.items
    var source = 0
    return galley.lines[paragraph.firstLine..<paragraph.firstLine + paragraph.lineCount].map {
      end in
      defer {
        let item = Int(end.item)
        if item < items.count, items[item].kind == .hardBreak { source += 1 }
      }
      return source
    }
  }

  /// The paragraph's items, in `itemizer.list`.
  private func itemize(_ paragraph: SetParagraph) {
    itemizer.itemize(
      paragraph.inlines, style: paragraph.style, measure: paragraph.shape.width,
      direction: paragraph.direction, context: inlineContext(of: paragraph))
  }

  func inlineContext(of paragraph: SetParagraph) -> InlineContext {
    var context = inlineContext(firstNote: paragraph.firstNote)
    context.linksArePlain = paragraph.extras?.isGenerated ?? false
    let width = paragraph.shape.width
    context.formula = { [unowned self] in lineFormula($0, style: $1, width: width) }
    return context
  }

  private func inlineContext(firstNote: Int) -> InlineContext {
    InlineContext(
      pageLabel: { [unowned self] in pageLabels[$0] }, firstNote: firstNote,
      pictureSize: { [unowned self] image, size in
        guard let picture = picture(image.resource) else { return Size(width: 0, height: 0) }
        // A picture in a line is as high as the line's letters.
        let height = min(picture.size.height, size * 1.15)
        return Size(
          width: picture.size.width * height / max(0.001, picture.size.height), height: height)
      })
  }

  /// Numbers what a paragraph holds beside its words.
  private func register(_ list: ItemList, of index: Int, in room: Room) {
    guard
      !list.spans.isEmpty || !list.notes.isEmpty || !list.marks.isEmpty || !list.anchors.isEmpty
        || list.hasPageReferences
    else { return }
    let extras = galley.paragraphs[index].extras ?? ParagraphExtras()
    galley.paragraphs[index].extras = extras
    let owner = galley.paragraphs[index].element
    for span in list.spans {
      let parent = span.parent >= 0 ? extras.spanElements[Int(span.parent)] : owner
      // What is no element itself lies in what is around it.
      let around = parent >= 0 ? parent : owner
      guard around >= 0 else {
        extras.spanElements.append(-1)
        continue
      }
      switch span.kind {
      case .link: extras.spanElements.append(galley.element(.link, in: around))
      case .reference(let target):
        galley.targets.insert(target)
        extras.spanElements.append(galley.element(.link, in: around))
      case .note: extras.spanElements.append(galley.element(.reference, in: around))
      case .emphasis: extras.spanElements.append(galley.element(.emphasis, in: around))
      case .strong: extras.spanElements.append(galley.element(.strong, in: around))
      case .code: extras.spanElements.append(galley.element(.code, in: around))
      case .formula(let source):
        let element = galley.element(.formula, in: around)
        galley.structure.elements[Int(element)].alternative = source
        extras.spanElements.append(element)
      case .picture(let alternative):
        guard !alternative.isEmpty else {
          extras.spanElements.append(ParagraphExtras.artefact)
          continue
        }
        let element = galley.element(.figure, in: around)
        galley.structure.elements[Int(element)].alternative = alternative
        extras.spanElements.append(element)
      case .language(let language):
        let element = galley.element(.span, in: around)
        galley.structure.elements[Int(element)].language = language
        extras.spanElements.append(element)
      }
    }
    for (item, mark) in list.marks {
      extras.marks.append((item, galley.marks.count))
      galley.marks.append(mark)
    }
    extras.anchors = list.anchors
    if list.hasPageReferences {
      galley.dynamic.append(index)
    }
    guard !list.notes.isEmpty else { return }
    let items = list.items
    let spans = list.spans
    let first = galley.notes.count
    var callers = [Int](repeating: items.count - 1, count: list.notes.count)
    for (i, item) in items.enumerated() where item.span >= 0 {
      if case .note(let ordinal) = spans[Int(item.span)].kind { callers[ordinal] = i }
    }
    // Notes are set after the paragraph, which is the one itemizer's; numbers are taken first.
    let blocks = list.notes
    for ordinal in blocks.indices {
      extras.notes.append((callers[ordinal], first + ordinal))
      galley.notes.append(SetNote(chunks: [], height: 0))
    }
    for (ordinal, blocks) in blocks.enumerated() {
      setNote(first + ordinal, blocks, element: owner, in: room)
    }
  }

  private func setNote(_ number: Int, _ blocks: [Block], element: Int32, in room: Room) {
    noteDepth += 1
    defer { noteDepth -= 1 }
    let style = styles.resolve("footnote", in: styles.root)
    let node = styles.node(style)
    let hang = node.size * 1.2
    var inner = room
    inner.x = hang
    inner.width = max(20, template.columnWidth(columns) - hang)
    inner.style = style
    inner.element = galley.element(.note, in: max(0, element))
    inner.isInner = true
    inner.depth += 1
    var chunks: [Chunk] = []
    let label = LineLabel(
      text: String(number + 1), style: styles.resolve("mark", in: style),
      element: galley.element(.label, in: inner.element), end: -2)
    compose(blocks, in: inner, into: &chunks)
    attach(label, to: &chunks, in: inner, style: style)
    galley.notes[number] = SetNote(
      chunks: chunks, height: galley.height(of: chunks, styles: styles))
  }

  /// Puts a label beside the first line of chunks; on a line of its own where they have none.
  func attach(_ label: LineLabel, to chunks: inout [Chunk], in room: Room, style: Int32) {
    if let first = chunks.first, case .paragraph(let index) = first.kind {
      let extras = galley.paragraphs[index].extras ?? ParagraphExtras()
      if extras.label == nil {
        galley.paragraphs[index].extras = extras
        extras.label = label
        return
      }
    }
    let extras = ParagraphExtras()
    extras.label = label
    var before: [Chunk] = []
    paragraph(
      [], style: style, element: -1, evenIfBlank: true, extras: extras, in: room, into: &before)
    chunks = before + chunks
  }

  // MARK: Lists

  private func compose(
    _ list: List, _ language: String, in room: Room, into chunks: inout [Chunk]
  ) {
    let style = styles.resolve("list", list.attributes.classes, in: room.style, language: language)
    let node = styles.node(style)
    let element = galley.element(.list, in: room.element)
    galley.structure.elements[Int(element)].numbering = Composer.numbering(of: list)
    var inner = room
    inner.depth += 1
    inner.listDepth += 1
    inner.isInner = true
    inner.style = style
    let labels = list.items.indices.map {
      self.label(of: list, item: $0, depth: room.listDepth, node)
    }
    let run = styles.runStyle(of: style)
    let widest = labels.map { label in
      styles.words.width(of: label, font: run.font) * run.size
    }.max()
    let hang = min(room.width / 3, max(node.size * 1.4, (widest ?? 0) + node.size * 0.5))
    inner.width = max(20, room.width - hang - node.marginStart)
    let firstOfList = chunks.count
    for (i, item) in list.items.enumerated() {
      let itemElement = galley.element(.listItem, in: element)
      let labelElement = galley.element(.label, in: itemElement)
      inner.element = galley.element(.listBody, in: itemElement)
      inner.style =
        item.attributes.classes.isEmpty
        ? styles.resolve(.item, in: style)
        : styles.resolve("item", item.attributes.classes, in: style)
      // An item's mark stands where its words begin.
      inner.isRightToLeft =
        room.isRightToLeft || (room.direction == .automatic && Composer.beginsRightToLeft(item))
      inner.x = room.x + (inner.isRightToLeft ? 0 : hang + node.marginStart)
      var set: [Chunk] = []
      compose(item.blocks, in: inner, into: &set)
      attach(
        LineLabel(
          text: labels[i], style: style, element: labelElement, end: -node.size * 0.45),
        to: &set, in: inner, style: inner.style)
      let itemNode = styles.node(inner.style)
      if !set.isEmpty {
        if list.isTight {
          set[0].spaceBefore = i == 0 ? set[0].spaceBefore : itemNode.spaceBefore
          set[set.count - 1].spaceAfter = itemNode.spaceAfter
        }
        if !item.attributes.id.isEmpty {
          galley.ids.insert(item.attributes.id)
          set[0].ids.append(item.attributes.id)
        }
      }
      chunks += set
    }
    if firstOfList < chunks.count {
      chunks[firstOfList].spaceBefore = max(chunks[firstOfList].spaceBefore, node.spaceBefore)
      chunks[chunks.count - 1].spaceAfter = max(
        chunks[chunks.count - 1].spaceAfter, node.spaceAfter)
    }
  }

  private static func beginsRightToLeft(_ item: List.Item) -> Bool {
    guard case .paragraph(let first)? = item.blocks.first else { return false }
    if let own = first.attributes.value("direction").flatMap(Direction.init), own != .automatic {
      return own == .rightToLeft
    }
    guard BidiScan.needsLevels(first.inlines) else { return false }
    var text = ""
    BidiScan.collect(first.inlines, into: &text)
    return BidiScan.firstStrongIsRightToLeft(text)
  }

  private static func numbering(of list: List) -> StructureElement.Numbering {
    guard case .ordered(_, let style) = list.marker else { return .disc }
    return switch style {
    case .decimal: .decimal
    case .lowerLetter: .lowerLetter
    case .upperLetter: .upperLetter
    case .lowerRoman: .lowerRoman
    case .upperRoman: .upperRoman
    }
  }

  private func label(of list: List, item: Int, depth: Int, _ node: NodeStyle) -> String {
    if let isDone = list.items[item].isDone { return isDone ? "☑" : "☐" }
    switch list.marker {
    case .bullet:
      let markers = node.marker.map { [$0] } ?? ["•", "–", "◦"]
      return markers[depth % markers.count]
    case .ordered(let start, let style):
      return Numerals.text(start.addingReportingOverflow(item).partialValue, style) + "."
    }
  }

  // MARK: Code, rules, figures

  private func compose(_ code: CodeBlock, in room: Room, into chunks: inout [Chunk]) {
    let style = styles.resolve("code", code.attributes.classes, in: room.style)
    let element = galley.element(.code, in: room.element)
    framed(style, element, in: room, into: &chunks) { room, chunks in
      var inlines: [Inline] = []
      var colours = self.look.coloursCode ? CodeColours(language: code.language) : nil
      for (i, line) in code.text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        if i > 0 { inlines.append(.lineBreak) }
        let words = Composer.verbatim(line)
        inlines += colours?.inlines(of: words) ?? [.text(words)]
      }
      let extras = ParagraphExtras()
      extras.marksWraps = true
      var room = room
      room.direction = .leftToRight
      // The frame's margins are not the paragraph's own.
      var inner = self.styles.resolve("code.text", in: style)
      if self.shrinksCode {
        let share = room.width / (self.extent(of: inlines, style: inner, room).max + 0.01)
        if share < 1, share >= Composer.leastCode { inner = self.styles.scaled(inner, by: share) }
      }
      self.paragraph(
        inlines, style: inner, element: self.galley.element(.paragraph, in: element),
        extras: extras, in: room, into: &chunks)
    }
  }

  /// Blanks that are kept: those that lead a line or follow another; tabs as four.
  private static func verbatim(_ line: Substring) -> String {
    var text = ""
    var wasBlank = true
    for scalar in line.unicodeScalars {
      switch scalar {
      case "\t":
        text += "\u{A0}\u{A0}\u{A0}\u{A0}"
        wasBlank = true
      case " ":
        text += wasBlank ? "\u{A0}" : " "
        wasBlank = true
      case "\r": break
      default:
        text.unicodeScalars.append(scalar)
        wasBlank = false
      }
    }
    // Nothing at all is still a line.
    return text.isEmpty ? "\u{A0}" : text
  }

  private func rule(_ attributes: Attributes, in room: Room, into chunks: inout [Chunk]) {
    let style = styles.resolve("rule", attributes.classes, in: room.style)
    let node = styles.node(style)
    galley.boxes.append(
      FixedBox(content: .ornament, width: room.width, height: node.lineHeight, x: 0))
    var chunk = Chunk(.box(galley.boxes.count - 1), x: room.x)
    chunk.spaceBefore = node.spaceBefore
    chunk.spaceAfter = node.spaceAfter
    chunks.append(chunk)
  }

  func picture(_ name: String) -> BookPicture? {
    if let known = known[name] { return known }
    let found = pictures(name).flatMap { picture in
      picture.size.width > 0 && picture.size.height > 0 && picture.size.width.isFinite
        && picture.size.height.isFinite ? picture : nil
    }
    if found == nil {
      log.record(
        .warning(.typesettingPicture, "the picture \"\(name)\" is not there or cannot be shown"))
    }
    known[name] = .some(found)
    return found
  }

  private func compose(
    _ figure: Figure, _ language: String, in room: Room, into chunks: inout [Chunk]
  ) {
    let style = styles.resolve(
      "figure", figure.attributes.classes, in: room.style, language: language)
    let node = styles.node(style)
    let captionStyle = styles.resolve("figure.caption", in: style)
    guard let picture = picture(figure.image.resource) else {
      // What cannot be shown is told.
      let words = figure.image.alternative
      paragraph(
        [.text("[\(words.isEmpty ? figure.image.resource : words)]")] + figure.caption,
        style: captionStyle, element: galley.element(.paragraph, in: room.element), in: room,
        into: &chunks)
      return
    }
    let isOrnament = figure.image.alternative.isEmpty && figure.caption.isBlank
    let element: Int32 = isOrnament ? -1 : galley.element(.figure, in: room.element)
    var caption: [Chunk] = []
    if element >= 0 {
      galley.structure.elements[Int(element)].alternative =
        figure.image.alternative.isEmpty
        ? figure.caption.plainText.replacing("\n", with: " ") : figure.image.alternative
      if !figure.caption.isBlank {
        paragraph(
          figure.caption, style: captionStyle, element: galley.element(.caption, in: element),
          in: room, into: &caption)
      }
    }
    let area = template.area(page: 0)
    let captionHeight = galley.height(of: caption, styles: styles) + node.size
    var width =
      figure.image.share > 0
      ? room.width * min(1, figure.image.share) : min(picture.size.width, room.width)
    let limit = room.isInner ? area.height * 0.6 : (figureRoom ?? area.height) - captionHeight - 2
    width = min(width, limit * picture.size.width / picture.size.height)
    let height = width * picture.size.height / picture.size.width
    galley.boxes.append(
      FixedBox(
        content: .picture(
          picture.node, size: picture.size, element: element), width: width,
        height: height, x: (room.width - width) / 2))
    var chunk = Chunk(.box(galley.boxes.count - 1), x: room.x)
    chunk.spaceBefore = node.spaceBefore
    chunk.spaceAfter = caption.isEmpty ? node.spaceAfter : 0
    chunk.keepsWithNext = !caption.isEmpty
    chunks.append(chunk)
    if !caption.isEmpty {
      caption[caption.count - 1].spaceAfter = node.spaceAfter
      chunks += caption
    }
  }

  // MARK: Contents and index

  private func generate(
    _ kind: GeneratedList.Kind, title: [Inline], kind name: String,
    role: StructureElement.Role, _ attributes: Attributes, in room: Room,
    into chunks: inout [Chunk]
  ) {
    guard !room.isInner else {
      log.record(
        .warning(.typesettingGenerated, "\(name) within a cell or a note is left out"))
      return
    }
    let style = styles.resolve(name, attributes.classes, in: room.style)
    let pageBreak = styles.node(style).pageBreak
    if pageBreak != .none { chunks.append(Chunk(.pageBreak(pageBreak))) }
    if !title.isBlank {
      let titleElement = galley.element(.heading1, in: room.element)
      headingLevel = max(headingLevel, 1)
      let first = chunks.count
      paragraph(
        title,
        style: styles.withoutPageBreak(
          styles.resolve("heading.1", attributes.classes, in: room.style)),
        element: titleElement, keepsWithNext: true, in: room, into: &chunks)
      if first < chunks.count {
        let place = "platen.heading.\(galley.headings.count + 1)"
        chunks[first].ids.append(place)
        chunks[first].heading = Int32(galley.headings.count)
        var isIndex = false
        if case .index = kind { isIndex = true }
        galley.headings.append(
          SetHeading(
            level: 1, title: Composer.title(of: title), inlines: title,
            place: place, isListed: isIndex, isOutlined: true))
      }
    }
    let element = galley.element(role, in: room.element)
    var inner = room
    if case .index = kind, look.indexColumns > 1, columns == 1 {
      chunks.append(Chunk(.columns(look.indexColumns)))
      inner.x = 0
      inner.width = template.columnWidth(look.indexColumns)
    }
    // What has been composed goes before it, what comes goes after it.
    galley.segments[galley.segments.count - 1] += chunks
    chunks.removeAll()
    galley.generated.append(
      GeneratedList(
        kind: kind, segment: galley.segments.count, x: inner.x, width: inner.width, style: style,
        element: element))
    galley.segments.append([])
    galley.segments.append([])
    if case .index = kind, look.indexColumns > 1, columns == 1 {
      chunks.append(Chunk(.columns(columns)))
    }
  }

  // MARK: Measuring

  /// The least and the greatest width inlines can use: their longest word, and all in one line.
  func extent(of inlines: [Inline], style: Int32, _ room: Room) -> (min: Double, max: Double) {
    var context = inlineContext(firstNote: galley.notes.count + 1)
    context.formula = { [unowned self] in lineFormula($0, style: $1, width: .infinity) }
    itemizer.itemize(
      inlines, style: style, measure: .infinity, direction: room.direction, context: context)
    var (least, most, word, line) = (0.0, 0.0, 0.0, 0.0)
    for item in itemizer.list.items {
      switch item.kind {
      case .word, .fixedSpace, .picture:
        word += item.width
        line += item.width
      case .space, .opportunity, .softHyphen:
        least = max(least, word)
        word = 0
        line += item.width
      case .hardBreak:
        least = max(least, word)
        most = max(most, line)
        (word, line) = (0, 0)
      }
    }
    return (max(least, word), max(most, line))
  }

  /// Breaks a paragraph again whose text has changed. True when its number of lines did.
  func reset(_ index: Int) -> Bool {
    let paragraph = galley.paragraphs[index]
    itemize(paragraph)
    let ends = breaker.lines(of: itemizer.list.items, shape: paragraph.shape, styles: styles)
    let hasChanged = ends.count != paragraph.lineCount
    galley.paragraphs[index].firstLine = galley.lines.count
    galley.paragraphs[index].lineCount = ends.count
    galley.lines += ends
    return hasChanged
  }
}

/// Numbers as lists print them.
enum Numerals {
  static func text(_ number: Int, _ style: List.NumberStyle) -> String {
    switch style {
    case .decimal: String(number)
    case .lowerLetter: letters(number)
    case .upperLetter: letters(number).uppercased()
    case .lowerRoman: roman(number)
    case .upperRoman: roman(number).uppercased()
    }
  }

  private static func letters(_ number: Int) -> String {
    guard number > 0 else { return String(number) }
    var left = number
    var text = ""
    while left > 0 {
      let digit = (left - 1) % 26
      text = String(UnicodeScalar(UInt8(97 + digit))) + text
      left = (left - 1) / 26
    }
    return text
  }

  private static func roman(_ number: Int) -> String {
    guard (1..<4000).contains(number) else { return String(number) }
    var left = number
    var text = ""
    for (value, sign) in [
      (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
      (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
    ] {
      while left >= value {
        text += sign
        left -= value
      }
    }
    return text
  }
}
