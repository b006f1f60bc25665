// SPDX-License-Identifier: MIT
// Part of Platen: composes blocks: resolves styles, breaks paragraphs into lines, creates elements.

internal import Diagnostics
internal import Documents
public import Drawing
public import Geometry

/// An image with its natural size.
public struct BookImage: Sendable {
  /// The size in points.
  public var size: Size
  /// Drawn in a rectangle of `size` from the origin.
  public var node: Node
  public init(size: Size, node: Node) {
    self.size = size
    self.node = node
  }
}

/// Composes a document's blocks into a galley.
final class Composer {
  let galley = Galley()
  let styles: StyleTable
  let look: BookStyle
  let template: PageTemplate
  private(set) var log = DiagnosticLog()
  let formulas: FormulaCache
  private let document: Document
  private let images: (String) -> BookImage?
  private var known: [String: BookImage?] = [:]
  var itemizer: Itemizer
  var breaker = LineBreaker()
  /// The level of the last heading among elements, which may not skip one.
  var headingLevel = 0
  /// The height an image may have; nil for that of a page.
  var figureHeightLimit: Double?
  /// The last heading of the highest level met, for classes that share a page.
  var lastHeading: (level: Int, classes: [String]) = (0, [])
  /// Indicates whether code whose lines are a little too long is set smaller rather than broken:
  /// drawings made of letters stay intact. Slides set the size of all their code
  /// together.
  var shrinksCode = false
  var noteDepth = 0
  /// Called before each block; what follows is then omitted.
  var isCancelled: () -> Bool = { false }
  /// Columns of the pages being set, and of those the part of the book that was begun last has.
  private(set) var columns: Int
  private var partColumns: Int
  /// The page labels of places; filled in between passes.
  var pageLabels: [String: String] = [:]
  /// Index marks that the index leads to.
  var usedMarks: [Int] = []

  /// The space in which blocks are set.
  struct Room {
    var x: Double
    var width: Double
    var style: Int32
    var element: Int32
    var isRightToLeft: Bool
    var direction: Direction
    var depth = 0
    var listDepth = 0
    /// Indicates a cell or a note: no pages end there, and no lists are generated.
    var isInner = false
    /// Indicates a cell, where lines are too short to begin further in.
    var isCell = false
  }

  private static let depthLimit = 64

  /// Indicates whether the document as a whole runs from right to left.
  var isRightToLeft: Bool { document.metadata.direction == .rightToLeft }

  init(
    document: Document, look: BookStyle, template: PageTemplate, words: WordCache,
    images: @escaping (String) -> BookImage?
  ) {
    self.document = document
    self.look = look
    self.template = template
    self.images = images
    columns = template.columns
    partColumns = template.columns
    formulas = FormulaCache(measuring: words.measuring)
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
        .warning(.typesettingDangling, "no such id for a reference: \"\(target)\""))
    }
  }

  /// Headings begin below this level, as those of a part of something larger do.
  func beginsBelow(_ level: Int) { headingLevel = max(0, min(5, level)) }

  /// Indicates whether a line of code takes more than one line.
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
        .warning(.typesettingDepth, "blocks nested deeper than 64 levels are omitted"))
      return
    }
    var room = room
    var follows = false
    for (i, block) in blocks.enumerated() {
      if isCancelled() { return }
      changeColumns(for: block, &room, &chunks)
      var isParagraph = false
      if case .paragraph = block { isParagraph = true }
      compose(block, follows: follows, in: room, into: &chunks)
      // A heading or a label does not count as a preceding paragraph.
      follows = isParagraph && !(chunks.last?.keepsWithNext ?? false)
      if i + 1 < blocks.count, block.endsInColon { keepLastLinesWithNext(&chunks) }
    }
  }

  /// Keeps the last lines of a paragraph with the next block: all lines, if there are too few to
  /// split.
  private func keepLastLinesWithNext(_ chunks: inout [Chunk]) {
    guard let last = chunks.indices.last, case .paragraph(let p) = chunks[last].kind else { return }
    let isShort = galley.paragraphs[p].lineCount < look.orphans + look.widows
    if isShort || chunks[last].keepsTogether {
      chunks[last].keepsWithNext = true
    } else {
      chunks[last].keepsLastLinesWithNext = true
    }
  }

  /// Changes to the number of columns of a block of the document: titles, the map before the story,
  /// contents and the back matter take the whole width of a page.
  private func changeColumns(for block: Block, _ room: inout Room, _ chunks: inout [Chunk]) {
    guard template.columns > 1, room.depth == 0, !room.isInner else { return }
    let attributes = block.attributes
    var requested = partColumns
    switch block {
    case .heading(let heading) where heading.level == 1:
      let style = styles.resolve("heading.1", attributes.classes, in: room.style)
      guard styles.node(style).pageBreak != .none else { break }
      partColumns =
        attributes.has("back-matter") || attributes.has("sheet") ? 1 : template.columns
      requested = partColumns
    case .contents: requested = 1
    case .division where attributes.has("title-page") || attributes.has("masthead"): requested = 1
    case .figure where attributes.has("journey"): requested = 1
    default: break
    }
    guard requested != columns else { return }
    columns = requested
    chunks.append(Chunk(.columns(requested)))
    room.width = template.columnWidth(requested)
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
    case .quote(let quote): compose(quote, language, in: room, into: &chunks)
    case .code(let code): compose(code, in: room, into: &chunks)
    case .figure(let figure): compose(figure, language, in: room, into: &chunks)
    case .callout(let callout): compose(callout, language, in: room, into: &chunks)
    case .keyValues(let pairs): compose(pairs, language, in: room, into: &chunks)
    case .division(let division): compose(division, language, in: room, into: &chunks)
    case .rule: rule(attributes, in: room, into: &chunks)
    case .pageBreak:
      if !room.isInner { chunks.append(Chunk(.pageBreak(.page))) }
    case .contents(let contents):
      generate(.contents(contents), attributes, in: room, into: &chunks)
    case .index(let index): generate(.index(index), attributes, in: room, into: &chunks)
    }
    // A block's own element is made before those within it.
    if !language.isEmpty, firstElement < galley.structure.elements.count {
      galley.structure.elements[firstElement].language = language
    }
    if !attributes.id.isEmpty, !chunks.isEmpty {
      chunks[min(first, chunks.count - 1)].ids.append(attributes.id)
    }
  }

  private func compose(
    _ quote: Quote, _ language: String, in room: Room, into chunks: inout [Chunk]
  ) {
    let style = styles.resolve(
      "quote", quote.attributes.classes, in: room.style, language: language)
    let element = galley.element(.quote, in: room.element)
    framed(style, element, in: room, into: &chunks) { room, chunks in
      compose(quote.blocks, in: room, into: &chunks)
      guard !quote.attribution.isBlank else { return }
      let style = styles.resolve("quote.attribution", in: room.style)
      let element = galley.element(.paragraph, in: room.element)
      setParagraph(
        ParagraphText(inlines: quote.attribution, style: style, element: element), in: room,
        into: &chunks)
    }
  }

  private func compose(
    _ callout: Callout, _ language: String, in room: Room, into chunks: inout [Chunk]
  ) {
    let classes = [callout.kind] + callout.attributes.classes.filter { $0 != callout.kind }
    let style = styles.resolve("callout", classes, in: room.style, language: language)
    let element = galley.element(.division, in: room.element)
    framed(style, element, in: room, into: &chunks) { room, chunks in
      if !callout.title.isBlank {
        let style = styles.resolve("callout.title", classes, in: room.style)
        let element = galley.element(.paragraph, in: room.element)
        setParagraph(
          ParagraphText(
            inlines: callout.title, style: style, element: element, keepsWithNext: true),
          in: room, into: &chunks)
      }
      compose(callout.blocks, in: room, into: &chunks)
    }
  }

  private func compose(
    _ division: Division, _ language: String, in room: Room, into chunks: inout [Chunk]
  ) {
    let classes = division.attributes.classes
    let style = styles.resolve("division", classes, in: room.style, language: language)
    let element = galley.element(
      division.attributes.has("title-page") ? .part : .section, in: room.element)
    guard division.attributes.has("title-page"), !room.isInner else {
      framed(style, element, in: room, into: &chunks) { room, chunks in
        compose(division.blocks, in: room, into: &chunks)
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

  /// Composes blocks in a frame if the style draws one, otherwise only with its margins.
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
      Composer.addMargins(of: node, to: &chunks, from: first)
      return
    }
    let frame = galley.frames.count
    galley.frames.append(
      Frame(x: inner.x, width: inner.width, style: style, isRightToLeft: room.isRightToLeft))
    chunks.append(
      Chunk(
        .openFrame(frame), x: inner.x, spaceBefore: node.spaceBefore,
        keepsWithNext: node.keepsWithNext, keepsTogether: node.keepsTogether))
    inner.x += node.padding
    inner.width = max(20, inner.width - 2 * node.padding)
    if node.bar != nil, node.ground == nil {
      if !room.isRightToLeft { inner.x += node.barWidth }
      inner.width = max(20, inner.width - node.barWidth)
    }
    body(inner, &chunks)
    chunks.append(
      Chunk(
        .closeFrame(frame), x: inner.x, spaceAfter: node.spaceAfter,
        keepsWithNext: node.keepsWithNext))
  }

  /// Ensures at least the space of a style's margins above and below chunks.
  static func addMargins(of node: NodeStyle, to chunks: inout [Chunk], from first: Int) {
    guard first < chunks.count else { return }
    chunks[first].spaceBefore = max(chunks[first].spaceBefore, node.spaceBefore)
    let last = chunks.count - 1
    chunks[last].spaceAfter = max(chunks[last].spaceAfter, node.spaceAfter)
  }

  /// Adds a box of fixed size, centered in the available width.
  func addBox(
    _ content: FixedBox.Content, _ size: Size, spaceBefore: Double, spaceAfter: Double,
    keepsWithNext: Bool = false, floats: Bool = false, in room: Room, into chunks: inout [Chunk]
  ) {
    galley.boxes.append(
      FixedBox(
        content: content, width: size.width, height: size.height,
        x: (room.width - size.width) / 2))
    chunks.append(
      Chunk(
        .box(galley.boxes.count - 1), x: room.x, spaceBefore: spaceBefore,
        spaceAfter: spaceAfter, keepsWithNext: keepsWithNext))
    chunks[chunks.count - 1].floats = floats
  }

  func image(_ name: String) -> BookImage? {
    if let known = known[name] { return known }
    let found = images(name).flatMap { image in
      image.size.width > 0 && image.size.height > 0 && image.size.width.isFinite
        && image.size.height.isFinite ? image : nil
    }
    if found == nil {
      log.record(
        .warning(.typesettingImage, "the image \"\(name)\" is missing or cannot be shown"))
    }
    known[name] = .some(found)
    return found
  }
}

extension Block {
  /// Indicates whether it is a paragraph that introduces the next block.
  fileprivate var endsInColon: Bool {
    guard case .paragraph(let paragraph) = self, let last = paragraph.inlines.last else {
      return false
    }
    let end = [last].plainText.last { !$0.isWhitespace }
    return end == ":" || end == "："
  }
}
