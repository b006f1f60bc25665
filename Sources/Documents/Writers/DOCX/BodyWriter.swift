// SPDX-License-Identifier: MIT
// Part of Platen: the blocks of a document as paragraphs of Word.

internal import Diagnostics
internal import Documents

/// Takes a document block by block and writes the main part, with its notes beside it.
final class BodyWriter {
  static let prologue: StaticString = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>

    """
  static let namespaces: StaticString = """
    xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" \
    xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" \
    xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" \
    xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" \
    xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"
    """

  /// The depth of blocks and inlines within one another; below it they are written one after
  /// another.
  static let depthLimit = 64
  static let tableDepthLimit = 8

  var source: BlockSource
  let main: MainPart

  /// The part that runs go to: the main one, or the notes while one is written.
  var out: XMLOutput
  var relationships: Relationships
  var bookmarks: Bookmarks
  var pictures: ImageParts
  var log = DiagnosticLog()
  var counts = Counts()
  var runs: RunFormats
  var pending = Pending()

  private var hasParagraphs = false
  /// Boxes that follow one another without anything between.
  private var boxesWritten = 0
  /// Columns of the section being written.
  var columns = 1
  /// Indicates whether that section continues on the same page where the one before ended.
  var isContinuous = false
  var contents = ContentsList()
  let direction: Direction
  var isInNote = false
  var isInLink = false
  var isReprint = false

  var styles: StyleSheet { main.styles }

  /// The content that waits for the next paragraph.
  struct Pending {
    /// Of ids whose paragraph is yet to come.
    var bookmarks: [String] = []
    var pageBreak = false
    var number: (id: Int, level: Int)?
    var lead: Lead?
    var followsTable = false

    mutating func addBookmark(_ bookmark: String) {
      if !bookmarks.contains(bookmark) { bookmarks.append(bookmark) }
    }

    var beginsItem: Bool { number != nil || lead != nil }
  }

  enum Lead {
    case noteMark
    case box(isDone: Bool)
  }

  /// The counts of warnings that are too frequent to report each time.
  struct Counts {
    var flattened = 0
    var lostLinks = 0
    var danglingReferences = 0
    var pageBreaks = 0
    var noteNesting = 0
    var levels = 0
    var listLevels = 0
    var wideTables = 0
  }

  init(_ source: BlockSource, bookmarks: Bookmarks, to main: MainPart) {
    self.source = source
    self.bookmarks = bookmarks
    self.main = main
    out = main.output
    relationships = main.relationships
    direction = BlockPlace.direction(of: source.document.metadata)
    pictures = ImageParts(source.document.resources)
    runs = RunFormats(main.styles)
  }

  var media: [ImageParts.Medium] { pictures.media }

  // MARK: The document

  func writeDocument() throws {
    if case .division(let division)? = source.peek() {
      main.section.hasTitlePage = BodyWriter.isTitlePage(division)
    }
    out.raw(BodyWriter.prologue).raw("<w:document ").raw(BodyWriter.namespaces).raw("><w:body>")
    contents = ContentsList(source.headings(), bookmarks: &bookmarks)
    var place = BlockPlace(width: main.page.textWidth)
    place.direction = direction
    place.isRightToLeft = place.direction == .rightToLeft
    while let block = source.next() { writeBlock(block, place) }
    // Whatever waits for a paragraph that never comes gets an empty one.
    if pending.pageBreak || !pending.bookmarks.isEmpty || pending.followsTable {
      paragraph(styles.normal, place) {}
    }
    main.section.write(to: out, columns: columns, isContinuous: isContinuous)
    out.raw("</w:body></w:document>")
    try out.check()
  }

  static func isTitlePage(_ division: Division) -> Bool {
    division.attributes.classes.contains { ["title-page", "titlepage", "cover"].contains($0) }
  }

  // MARK: Blocks

  func writeBlocks(_ blocks: [Block], _ place: BlockPlace) {
    for (position, block) in blocks.enumerated() {
      var here = place
      here.endsGroup = place.endsGroup && position == blocks.count - 1
      writeBlock(block, here)
    }
  }

  private func writeBlock(_ block: Block, _ place: BlockPlace) {
    if columns > 1, place.container == .body { endColumns(place) }
    guard place.depth < BodyWriter.depthLimit else {
      counts.flattened += 1
      if place.isOutlined {
        for _ in Document(blocks: [block]).headings(depth: .max) { markEntry() }
      }
      writeFlat(block, place)
      return
    }
    var here = place.applying(block.attributes)
    here.depth += 1
    mark(block.attributes.id)
    switch block {
    case .heading(let heading): writeHeading(heading, here)
    case .paragraph(let node):
      paragraph(style(of: node.attributes, here), here.reading(node.inlines)) {
        inlines(node.inlines)
      }
    case .list(let list): writeList(list, here)
    case .table(let table): writeTable(table, here)
    case .quote(let quote): writeQuote(quote, here)
    case .code(let code): writeCodeBlock(code, here)
    case .figure(let figure): writeFigure(figure, here)
    case .callout(let callout): writeCallout(callout, here)
    case .keyValues(let pairs): writeKeyValues(pairs, here)
    case .division(let division):
      here.isTitlePage = here.isTitlePage || BodyWriter.isTitlePage(division)
      if let named = styles.id(of: division.attributes) { here.style = named }
      if division.attributes.has("masthead") { here.alignment = .center }
      if BodyWriter.isTitlePage(division) {
        here.alignment = .center
        writeBlocks(division.blocks, here)
        pending.pageBreak = pending.pageBreak || place.container == .body
        return
      }
      writeBlocks(division.blocks, here)
    case .rule:
      paragraph(styles.id("Horizontal Rule"), here) {}
    case .pageBreak:
      if place.container == .body { pending.pageBreak = true } else { counts.pageBreaks += 1 }
    case .contents(let contents): writeContents(contents, here)
    case .index(let index): writeIndex(index, here)
    }
  }

  /// The leaves of what lies too deep, one after another.
  private func writeFlat(_ block: Block, _ place: BlockPlace) {
    var open = [block]
    while let next = open.popLast() {
      mark(next.attributes.id)
      switch next {
      case .paragraph(let node): paragraph(place.style, place) { inlines(node.inlines) }
      case .heading(let node): paragraph(place.style, place) { inlines(node.inlines) }
      case .code(let node): writeCodeBlock(node, place)
      case .figure(let node): writeFigure(node, place)
      case .list(let list): open.append(contentsOf: list.items.flatMap(\.blocks).reversed())
      case .table(let table):
        if !table.caption.isEmpty { open.append(.paragraph(Paragraph(table.caption))) }
        let cells = (table.head + table.body).flatMap(\.cells)
        open.append(contentsOf: cells.flatMap(\.blocks).reversed())
      case .quote(let quote):
        if !quote.attribution.isEmpty { open.append(.paragraph(Paragraph(quote.attribution))) }
        open.append(contentsOf: quote.blocks.reversed())
      case .callout(let callout):
        open.append(contentsOf: callout.blocks.reversed())
        if !callout.title.isEmpty { open.append(.paragraph(Paragraph(callout.title))) }
      case .keyValues(let table): writeKeyValues(table, place)
      case .division(let division): open.append(contentsOf: division.blocks.reversed())
      case .rule, .pageBreak, .contents, .index: break
      }
    }
  }

  // MARK: Styles

  private func style(of attributes: Attributes, _ place: BlockPlace) -> String? {
    if place.isBoxed { return place.style }
    if let named = styles.id(of: attributes) { return named }
    if let style = place.style { return style }
    if place.lists > 0 { return styles.id(place.listName("List Continue")) }
    return styles.id("Body Text")
  }

  // MARK: Paragraphs

  struct Shape {
    var keepsWithNext = false
    var indent: Int?
    var hanging = 0
    var alignment: Table.Alignment?
    var tab: Int?
    /// Space above, in place of the style's.
    var before: Int?
    var outlineLevel: Int?
    /// Written at the end of the paragraph's properties.
    var sectionColumns: Int?
  }

  /// Writes a paragraph: its properties, what waited for one, its contents.
  func paragraph(
    _ style: String?, _ place: BlockPlace, _ shape: Shape = Shape(), contents: () -> Void
  ) {
    hasParagraphs = true
    runs.enter(
      isRightToLeft: place.isRightToLeft, language: place.language,
      isItalic: styles.isItalic(style ?? styles.normal))
    out.raw("<w:p><w:pPr>")
    writeProperties(style, place, shape)
    out.raw("</w:pPr>")
    for name in pending.bookmarks { bookmark(name) }
    pending.bookmarks.removeAll()
    if let lead = pending.lead {
      pending.lead = nil
      switch lead {
      case .noteMark: runs.noteMark(to: out)
      case .box(let isDone): runs.text(isDone ? "\u{2612} " : "\u{2610} ", to: out)
      }
    }
    contents()
    out.raw("</w:p>")
  }

  private func writeProperties(_ style: String?, _ place: BlockPlace, _ shape: Shape) {
    if let style, style != styles.normal {
      out.raw("<w:pStyle w:val=\"").value(style).raw("\"/>")
    }
    if shape.keepsWithNext { out.raw("<w:keepNext/>") }
    if pending.pageBreak, place.container == .body {
      out.raw("<w:pageBreakBefore/>")
      pending.pageBreak = false
    }
    let number = pending.number
    pending.number = nil
    if let number {
      out.raw("<w:numPr><w:ilvl w:val=\"").number(number.level)
      out.raw("\"/><w:numId w:val=\"").number(number.id).raw("\"/></w:numPr>")
    }
    if place.isRightToLeft, let style, let borders = styles.mirroredBorders(of: style) {
      out.raw(borders)
    }
    if let tab = shape.tab {
      out.raw("<w:tabs><w:tab w:val=\"left\" w:pos=\"").number(tab).raw("\"/></w:tabs>")
    }
    if place.isRightToLeft { out.raw("<w:bidi/>") }
    writeSpacing(place, shape)
    if let indent = shape.indent ?? place.ownIndent(isNumbered: number != nil) {
      out.raw("<w:ind w:left=\"").number(indent)
      if let end = place.boxEnd { out.raw("\" w:right=\"").number(end) }
      let hanging = number == nil ? shape.hanging : Numbering.indent
      if hanging > 0 {
        out.raw("\" w:hanging=\"").number(hanging)
      } else {
        out.raw("\" w:firstLine=\"0")
      }
      out.raw("\"/>")
    }
    switch shape.alignment ?? place.alignment {
    case .start: out.raw("<w:jc w:val=\"left\"/>")
    case .center: out.raw("<w:jc w:val=\"center\"/>")
    case .end: out.raw("<w:jc w:val=\"right\"/>")
    case nil: break
    }
    if let level = shape.outlineLevel {
      out.raw("<w:outlineLvl w:val=\"").number(level).raw("\"/>")
    }
    if let columns = shape.sectionColumns {
      main.section.write(to: out, columns: columns, isContinuous: isContinuous)
    }
  }

  private func writeSpacing(_ place: BlockPlace, _ shape: Shape) {
    let before = shape.before ?? (pending.followsTable && place.container == .body ? 160 : nil)
    pending.followsTable = false
    let after = place.endsGroup && !shape.keepsWithNext ? 160 : nil
    boxesWritten = place.isBoxed ? boxesWritten : 0
    guard before != nil || after != nil else { return }
    out.raw("<w:spacing")
    if let before { out.raw(" w:before=\"").number(before).raw("\"") }
    if let after { out.raw(" w:after=\"").number(after).raw("\"") }
    out.raw("/>")
  }

  /// The next paragraph gets a bookmark for an id.
  func mark(_ id: String) {
    if !isReprint, let name = bookmarks.mark(id) { pending.addBookmark(name) }
  }

  func bookmark(_ name: String) {
    let number = bookmarks.nextNumber()
    out.raw("<w:bookmarkStart w:id=\"").number(number).raw("\" w:name=\"").value(name)
    out.raw("\"/><w:bookmarkEnd w:id=\"").number(number).raw("\"/>")
  }

  /// Two tables that follow one another are one to Word; a number needs a paragraph to stand in.
  func beginTable(_ place: BlockPlace) {
    if pending.beginsItem || pending.pageBreak {
      paragraph(style(of: .none, place), place) {}
    } else if pending.followsTable {
      paragraph(styles.normal, place) {}
    }
  }

  func endTable() { pending.followsTable = true }

  /// Runs a body in which nothing waits, as at the beginning of a cell or a note.
  func separately(_ body: () -> Void) {
    var saved = pending
    pending = Pending(bookmarks: pending.bookmarks, lead: pending.lead)
    body()
    saved.bookmarks = pending.bookmarks
    pending = saved
  }

  /// Adds a paragraph after a table at the end of a cell: Word requires one.
  func endCell(_ place: BlockPlace, hasParagraph: Bool) {
    if pending.followsTable || !hasParagraph || pending.beginsItem {
      paragraph(place.style, place) {}
    }
  }

  // MARK: Single blocks

  private func writeHeading(_ heading: Heading, _ place: BlockPlace) {
    let level = min(max(heading.level, 1), 6)
    if level != heading.level { counts.levels += 1 }
    var here = place.reading(heading.inlines)
    if !place.isTitlePage { here.alignment = nil }
    if source.beginsChaptersOnNewPage, level == 1, place.isOutlined, heading.isListed,
      source.beginChapter(isFirst: !hasParagraphs)
    {
      pending.pageBreak = true
    }
    let isOutlined = heading.isListed && place.isOutlined
    var style = styles.id(isOutlined ? "heading \(level)" : "heading \(level) unlisted")
    if let named = styles.id(of: heading.attributes), !isOutlined { style = named }
    if isOutlined { markEntry() }
    // A title that has no page of its own stands at the top of one.
    let isMasthead = style == styles.id("Title") && !place.isTitlePage
    paragraph(style, here, Shape(before: isMasthead ? 0 : nil)) { inlines(heading.inlines) }
  }

  /// The next paragraph is what the next entry of the contents leads to.
  func markEntry() {
    if let name = contents.nextBookmark() { pending.addBookmark(name) }
  }

  private func writeList(_ list: List, _ place: BlockPlace) {
    if pending.beginsItem {
      paragraph(style(of: .none, place), place) {}
    }
    var here = place
    here.lists += 1
    here.indent += Numbering.indent
    here.width = max(720, here.width - Numbering.indent)
    here.isOutlined = false
    here.alignment = here.alignment == nil ? nil : .start
    let level = min(place.lists, Numbering.levels - 1)
    if place.lists >= Numbering.levels { counts.listLevels += 1 }
    let id = main.numbering.instance(for: list.marker, level: level)
    let name = list.marker == .bullet ? "List Bullet" : "List Number"
    let itemStyle = place.isBoxed ? place.style : styles.id(here.listName(name))
    // A box around the list has the style of the box throughout.
    if !place.isBoxed { here.style = nil }
    for (position, item) in list.items.enumerated() {
      mark(item.attributes.id)
      pending.number = (id, level)
      if let isDone = item.isDone {
        pending.lead = .box(isDone: isDone)
        if list.marker == .bullet { pending.number = (main.numbering.taskInstance(), level) }
      }
      let isLast = position == list.items.count - 1
      for (order, block) in item.blocks.enumerated() {
        var inner = here
        inner.depth += 1
        inner.endsGroup =
          isLast && order == item.blocks.count - 1
          && (place.endsGroup || (place.lists == 0 && !place.isBoxed))
        if !list.isTight, order == item.blocks.count - 1 { inner.endsGroup = true }
        if order == 0, case .paragraph(let node) = block, node.attributes.classes.isEmpty {
          mark(node.attributes.id)
          let worn = inner.applying(node.attributes)
          paragraph(itemStyle, worn.reading(node.inlines)) { inlines(node.inlines) }
        } else {
          writeBlock(block, inner)
        }
      }
      if pending.beginsItem { paragraph(itemStyle, here) {} }
    }
  }

  private func writeQuote(_ quote: Quote, _ place: BlockPlace) {
    var here = place
    here.isOutlined = false
    if !place.isBoxed { here.style = styles.id(of: quote.attributes) ?? styles.id("Quote") }
    here.quotes += 1
    here.indent += BlockPlace.quoteIndent
    here.width = max(720, here.width - 960)
    here.endsGroup = quote.attribution.isEmpty && place.endsGroup
    writeBlocks(quote.blocks, here)
    guard !quote.attribution.isEmpty else { return }
    here.endsGroup = place.endsGroup
    let style = place.isBoxed ? place.style : styles.id("Quote Attribution")
    paragraph(style, here.reading(quote.attribution)) {
      runs.text("\u{2014} ", to: out)
      inlines(quote.attribution)
    }
  }

  private func writeCodeBlock(_ code: CodeBlock, _ place: BlockPlace) {
    var here = place
    here.isRightToLeft = false
    here.alignment = nil
    paragraph(styles.id(of: code.attributes) ?? styles.id("Source Code"), here) {
      runs.code(code.text, to: out)
    }
  }

  private func writeFigure(_ figure: Figure, _ place: BlockPlace) {
    let hasCaption = !figure.caption.isEmpty
    var here = place
    here.endsGroup = false
    let shape = Shape(keepsWithNext: hasCaption)
    paragraph(place.isBoxed ? place.style : styles.id("Figure"), here, shape) {
      picture(figure.image, in: place)
    }
    if hasCaption {
      here.endsGroup = place.endsGroup
      paragraph(
        place.isBoxed ? place.style : styles.id("Caption"), here.reading(figure.caption)
      ) { inlines(figure.caption) }
    }
  }

  private func writeCallout(_ callout: Callout, _ place: BlockPlace) {
    var here = place
    here.isOutlined = false
    here.style =
      styles.id("callout " + callout.kind) ?? styles.id(callout.kind)
      ?? styles.id(callout.kind.replacing("-", with: " ")) ?? styles.id("Callout")
    here.isBoxed = true
    here.boxIndent = BlockPlace.boxIndent
    here.boxEnd = boxEnd()
    here.width = max(720, here.width - 400)
    here.endsGroup = false
    if !callout.title.isEmpty {
      var title = here.reading(callout.title)
      title.endsGroup = callout.blocks.isEmpty
      paragraph(here.style, title, Shape(keepsWithNext: !callout.blocks.isEmpty)) {
        runs.calloutTitle { inlines(callout.title) }
      }
    } else if callout.blocks.isEmpty {
      paragraph(here.style, here) {}
    }
    here.endsGroup = true
    writeBlocks(callout.blocks, here)
  }

  /// Word makes one box of paragraphs whose borders and indents are the same: of boxes that follow
  /// one another, every other one ends a point earlier.
  private func boxEnd() -> Int? {
    boxesWritten += 1
    return boxesWritten.isMultiple(of: 2) ? 140 : nil
  }

  private func writeKeyValues(_ table: KeyValues, _ place: BlockPlace) {
    var place = place
    if !place.isBoxed, let named = styles.id(of: table.attributes) {
      place.style = named
      place.isBoxed = true
      place.boxIndent = BlockPlace.boxIndent
      place.boxEnd = boxEnd()
    }
    let style = place.isBoxed ? place.style : styles.id("Key Values")
    // The values stand where the longest key ends, and nearer where there is little room.
    let longest = table.pairs.map { DisplayWidth.of($0.key.plainText.prefix(200)) }.max() ?? 0
    let column = min(max(longest * 120 + 320, 1200), 3000, place.width * 2 / 5)
    for (position, pair) in table.pairs.enumerated() {
      var here = place
      here.endsGroup = position == table.pairs.count - 1
      here.alignment = nil
      var shape = Shape()
      let base = place.boxIndent
      shape.indent = base + place.indent + column
      shape.hanging = column
      shape.tab = base + place.indent + column
      paragraph(style, here.reading(pair.key), shape) {
        runs.key { inlines(pair.key) }
        runs.tab(to: out)
        inlines(pair.value)
      }
    }
  }
}
