// SPDX-License-Identifier: MIT
// Part of Platen: the blocks of a document as paragraphs of Word.

internal import Diagnostics
internal import Documents

/// Where a block stands, handed down the tree.
struct BlockPlace {
  enum Container { case body, cell, note }

  var container = Container.body
  /// What is there for text, in twentieths of a point.
  var width: Int
  /// How far in text begins.
  var indent = 0
  /// The style of paragraphs that name none.
  var style: String?
  /// Whether `style` is that of a box or a note, which all that stands in it wears.
  var isBoxed = false
  /// How far in that style begins.
  var boxIndent = 0
  /// How far in from the right the box stands, where that is not its style's.
  var boxEnd: Int?
  var isRightToLeft = false
  var direction = Direction.leftToRight
  var language = ""
  /// Lists around it.
  var lists = 0
  var tables = 0
  var quotes = 0
  /// Blocks around it.
  var depth = 0
  /// Whether headings here are in the outline: at the top and in divisions.
  var isOutlined = true
  /// How paragraphs are set where they do not say; nil for the style's way.
  var alignment: Table.Alignment?
  /// Last in the list or box that stands here.
  var endsGroup = false
  var isTitlePage = false
}

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

  /// How deep blocks and inlines may lie in one another; below it they are written one after
  /// another.
  static let depthLimit = 64
  static let tableDepthLimit = 8

  private(set) var document: any DocumentStream
  /// All of it, where that is at hand: an index may then stand anywhere in it.
  private let whole: Document?
  let notes: NotesPart
  let numbering: Numbering
  let styles: StyleSheet
  let page: PageTwips
  let section: SectionWriter
  private let options: DOCXWriter.Options

  /// Where runs go: the main part, or the notes while one is written.
  var out: XMLOutput
  var relationships: Relationships
  var bookmarks: Bookmarks
  var pictures: Pictures
  var log = DiagnosticLog()
  var counts = Counts()
  var runs: RunFormats

  /// Bookmarks of ids whose paragraph is yet to come.
  var pendingBookmarks: [String] = []
  private var pendingPageBreak = false
  private var pendingNumber: (id: Int, level: Int)?
  var pendingLead: Lead?
  private var followsTable = false
  private var hasParagraphs = false
  private var chapterBreaks = ChapterBreaks()
  /// Blocks that were looked at before their turn.
  private var ahead: ArraySlice<Block> = []
  /// Gathers the index that ends the document while its blocks are written.
  private var gatherer: IndexGatherer?
  /// Listed headings of the first level so far.
  private var chapter = 0
  /// By class, what style it names.
  private var stylesOfClasses: [String: String?] = [:]
  /// By style, what `StyleSheet.mirroredBorders` gave.
  private var mirrored: [String: String?] = [:]
  /// Boxes that follow one another without anything between.
  private var boxesWritten = 0
  /// Columns of the section being written.
  private var columns = 1
  /// Whether that section goes on where the one before ended, on the same page.
  private var isContinuous = false
  private var bookmarkID = 0
  /// What the contents list, in reading order.
  private var contentsEntries: [ContentsEntry] = []
  /// How many of them are written.
  private var entryPosition = 0
  let indexNames: Set<String>
  let direction: Direction
  var isInNote = false
  var isInLink = false
  var isReprint = false

  enum Lead {
    case noteMark
    case box(isDone: Bool)
  }

  /// What happens too often to say each time.
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

  init(
    _ document: any DocumentStream, whole: Document?, to output: XMLOutput,
    relationships: Relationships, notes: NotesPart, numbering: Numbering, styles: StyleSheet,
    section: SectionWriter, page: PageTwips, options: DOCXWriter.Options
  ) {
    self.document = document
    self.whole = whole
    out = output
    self.relationships = relationships
    self.notes = notes
    self.numbering = numbering
    self.styles = styles
    self.section = section
    self.page = page
    self.options = options
    direction = BlockPlace.direction(of: document.metadata)
    gatherer = document.lastIndex.map { IndexGatherer(named: $0.name) }
    bookmarks =
      whole.map { Bookmarks($0) }
      ?? Bookmarks(indexes: Set(document.lastIndex.map { [$0.name] } ?? []))
    pictures = Pictures(document.resources)
    runs = RunFormats(styles)
    indexNames = bookmarks.indexes
  }

  var media: [Pictures.Medium] { pictures.media }

  // MARK: The document

  func writeDocument() throws {
    if case .division(let division)? = peek() {
      section.hasTitlePage = BodyWriter.isTitlePage(division)
    }
    out.raw(BodyWriter.prologue).raw("<w:document ").raw(BodyWriter.namespaces).raw("><w:body>")
    contentsEntries = ContentsEntry.all(
      of: document.headings(depth: .max), bookmarks: &bookmarks)
    var place = BlockPlace(width: page.textWidth)
    place.direction = direction
    place.isRightToLeft = place.direction == .rightToLeft
    while let block = next() {
      gatherer?.visit(block)
      write(block, place)
    }
    flushPending(place)
    section.write(to: out, columns: columns, isContinuous: isContinuous)
    out.raw("</w:body></w:document>")
    try out.check()
  }

  /// The next block of the document.
  private func next() -> Block? { ahead.popFirst() ?? take() }

  /// The same, and it stays the next.
  private func peek() -> Block? {
    if ahead.isEmpty, let block = take() { ahead.append(block) }
    return ahead.first
  }

  private func take() -> Block? {
    guard let block = document.next() else { return nil }
    if options.beginsChaptersOnNewPage { chapterBreaks.count([block]) }
    return block
  }

  /// Whether that chapter begins a page: the document is looked at until that is known.
  private func breaksPage(chapter: Int) -> Bool {
    while true {
      if let isKnown = chapterBreaks[chapter] { return isKnown }
      guard let block = take() else { return chapterBreaks.last(chapter) }
      ahead.append(block)
    }
  }

  static func isTitlePage(_ division: Division) -> Bool {
    division.attributes.classes.contains { ["title-page", "titlepage", "cover"].contains($0) }
  }

  /// Whatever waits for a paragraph that never comes gets an empty one.
  private func flushPending(_ place: BlockPlace) {
    if pendingPageBreak || !pendingBookmarks.isEmpty || followsTable {
      paragraph(styles.normal, place) {}
    }
  }

  // MARK: Blocks

  func write(_ blocks: [Block], _ place: BlockPlace) {
    for (position, block) in blocks.enumerated() {
      var here = place
      here.endsGroup = place.endsGroup && position == blocks.count - 1
      write(block, here)
    }
  }

  private func write(_ block: Block, _ place: BlockPlace) {
    if columns > 1, place.container == .body { endColumns(place) }
    guard place.depth < BodyWriter.depthLimit else {
      counts.flattened += 1
      if place.isOutlined {
        for _ in Document(blocks: [block]).headings(depth: .max) { markEntry() }
      }
      writeFlat(block, place)
      return
    }
    var here = place.wearing(block.attributes)
    here.depth += 1
    mark(block.attributes.id)
    switch block {
    case .heading(let heading): write(heading, here)
    case .paragraph(let node):
      paragraph(style(of: node.attributes, here), here.reading(node.inlines)) {
        inlines(node.inlines)
      }
    case .list(let list): write(list, here)
    case .table(let table): write(table, here)
    case .quote(let quote): write(quote, here)
    case .code(let code): write(code, here)
    case .figure(let figure): write(figure, here)
    case .callout(let callout): write(callout, here)
    case .keyValues(let pairs): write(pairs, here)
    case .division(let division):
      here.isTitlePage = here.isTitlePage || BodyWriter.isTitlePage(division)
      if let named = classStyle(division.attributes) { here.style = named }
      if division.attributes.has("masthead") { here.alignment = .center }
      if BodyWriter.isTitlePage(division) {
        here.alignment = .center
        write(division.blocks, here)
        pendingPageBreak = pendingPageBreak || place.container == .body
        return
      }
      write(division.blocks, here)
    case .rule:
      paragraph(styles.id("Horizontal Rule"), here) {}
    case .pageBreak:
      if place.container == .body { pendingPageBreak = true } else { counts.pageBreaks += 1 }
    case .contents(let contents): write(contents, here)
    case .index(let index): write(index, here)
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
      case .code(let node): write(node, place)
      case .figure(let node): write(node, place)
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
      case .keyValues(let table): write(table, place)
      case .division(let division): open.append(contentsOf: division.blocks.reversed())
      case .rule, .pageBreak, .contents, .index: break
      }
    }
  }

  // MARK: Styles

  /// The style that a node's first class names, where there is one.
  func classStyle(_ attributes: Attributes) -> String? {
    guard let name = attributes.classes.first else { return nil }
    if let known = stylesOfClasses[name] { return known }
    let found = styles.id(name) ?? styles.id(name.replacing("-", with: " "))
    stylesOfClasses.updateValue(found, forKey: name)
    return found
  }

  private func style(of attributes: Attributes, _ place: BlockPlace) -> String? {
    if place.isBoxed { return place.style }
    if let named = classStyle(attributes) { return named }
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
    var shape = shape
    hasParagraphs = true
    runs.enter(isRightToLeft: place.isRightToLeft, language: place.language)
    out.raw("<w:p>").raw("<w:pPr>")
    if let style, style != styles.normal {
      out.raw("<w:pStyle w:val=\"").value(style).raw("\"/>")
    }
    if shape.keepsWithNext { out.raw("<w:keepNext/>") }
    if pendingPageBreak, place.container == .body {
      out.raw("<w:pageBreakBefore/>")
      pendingPageBreak = false
    }
    let number = pendingNumber
    if let number {
      out.raw("<w:numPr><w:ilvl w:val=\"").number(number.level).raw("\"/><w:numId w:val=\"")
      out.number(number.id).raw("\"/></w:numPr>")
      pendingNumber = nil
      shape.hanging = Numbering.indent
    }
    if place.isRightToLeft, let style, let borders = mirroredBorders(of: style) { out.raw(borders) }
    if let tab = shape.tab {
      out.raw("<w:tabs><w:tab w:val=\"left\" w:pos=\"").number(tab).raw("\"/></w:tabs>")
    }
    if place.isRightToLeft { out.raw("<w:bidi/>") }
    let before = shape.before ?? (followsTable && place.container == .body ? 160 : nil)
    followsTable = false
    let after = place.endsGroup && !shape.keepsWithNext ? 160 : nil
    boxesWritten = place.isBoxed ? boxesWritten : 0
    if before != nil || after != nil {
      out.raw("<w:spacing")
      if let before {
        out.raw(" w:before=\"").number(before).raw("\"")
      }
      if let after {
        out.raw(" w:after=\"").number(after).raw("\"")
      }
      out.raw("/>")
    }
    if let indent = shape.indent ?? place.ownIndent(isNumbered: number != nil) {
      out.raw("<w:ind w:left=\"").number(indent)
      if let end = place.boxEnd {
        out.raw("\" w:right=\"").number(end)
      }
      if shape.hanging > 0 {
        out.raw("\" w:hanging=\"").number(shape.hanging)
      } else {
        out.raw("\" w:firstLine=\"0")
      }
      out.raw("\"/>")
    }
    if let alignment = shape.alignment ?? place.alignment {
      switch alignment {
      case .start: out.raw("<w:jc w:val=\"left\"/>")
      case .center: out.raw("<w:jc w:val=\"center\"/>")
      case .end: out.raw("<w:jc w:val=\"right\"/>")
      }
    }
    if let level = shape.outlineLevel {
      out.raw("<w:outlineLvl w:val=\"").number(level).raw("\"/>")
    }
    if let columns = shape.sectionColumns {
      section.write(to: out, columns: columns, isContinuous: isContinuous)
    }
    out.raw("</w:pPr>")
    for name in pendingBookmarks { bookmark(name) }
    pendingBookmarks.removeAll()
    if let lead = pendingLead {
      pendingLead = nil
      switch lead {
      case .noteMark: runs.noteMark(to: out)
      case .box(let isDone): runs.text(isDone ? "\u{2612} " : "\u{2610} ", to: out)
      }
    }
    contents()
    out.raw("</w:p>")
  }

  private func mirroredBorders(of style: String) -> String? {
    if let known = mirrored[style] { return known }
    let made = styles.mirroredBorders(of: style)
    mirrored.updateValue(made, forKey: style)
    return made
  }

  /// The next paragraph gets a bookmark for an id.
  func mark(_ id: String) {
    guard !isReprint, let name = bookmarks.mark(id), !pendingBookmarks.contains(name)
    else { return }
    pendingBookmarks.append(name)
  }

  func bookmark(_ name: String) {
    bookmarkID += 1
    out.raw("<w:bookmarkStart w:id=\"").number(bookmarkID).raw("\" w:name=\"").value(name)
    out.raw("\"/><w:bookmarkEnd w:id=\"").number(bookmarkID).raw("\"/>")
  }

  /// Two tables that follow one another are one to Word; a number needs a paragraph to stand in.
  func beginTable(_ place: BlockPlace) {
    if pendingNumber != nil || pendingLead != nil || pendingPageBreak {
      paragraph(style(of: .none, place), place) {}
    } else if followsTable {
      paragraph(styles.normal, place) {}
    }
  }

  func endTable() { followsTable = true }

  /// Runs a body in which nothing waits, as at the beginning of a cell or a note.
  func separately(_ body: () -> Void) {
    let saved = (pendingPageBreak, pendingNumber, pendingLead, followsTable)
    pendingPageBreak = false
    pendingNumber = nil
    followsTable = false
    body()
    (pendingPageBreak, pendingNumber, pendingLead, followsTable) = saved
  }

  /// A table that ended what holds it is followed by a paragraph: Word wants one.
  func endCell(_ place: BlockPlace, hasParagraph: Bool) {
    if followsTable || !hasParagraph || pendingNumber != nil || pendingLead != nil {
      paragraph(place.style, place) {}
    }
  }

  // MARK: Single blocks

  private func write(_ heading: Heading, _ place: BlockPlace) {
    let level = min(max(heading.level, 1), 6)
    if level != heading.level { counts.levels += 1 }
    var here = place.reading(heading.inlines)
    if !place.isTitlePage { here.alignment = nil }
    if options.beginsChaptersOnNewPage, level == 1, place.isOutlined, heading.isListed {
      if hasParagraphs, breaksPage(chapter: chapter) { pendingPageBreak = true }
      chapter += 1
    }
    let isOutlined = heading.isListed && place.isOutlined
    var style = styles.id(isOutlined ? "heading \(level)" : "heading \(level) unlisted")
    if let named = classStyle(heading.attributes), !isOutlined { style = named }
    if isOutlined { markEntry() }
    // A title that has no page of its own stands at the top of one.
    let isMasthead = style == styles.id("Title") && !place.isTitlePage
    paragraph(style, here, Shape(before: isMasthead ? 0 : nil)) { inlines(heading.inlines) }
  }

  /// The next paragraph is what the next entry of the contents leads to.
  private func markEntry() {
    guard entryPosition < contentsEntries.count else { return }
    let name = contentsEntries[entryPosition].bookmark
    entryPosition += 1
    if !pendingBookmarks.contains(name) { pendingBookmarks.append(name) }
  }

  private func write(_ list: List, _ place: BlockPlace) {
    if pendingNumber != nil || pendingLead != nil {
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
    let id = numbering.instance(for: list.marker, level: level)
    let name = list.marker == .bullet ? "List Bullet" : "List Number"
    let itemStyle = place.isBoxed ? place.style : styles.id(here.listName(name))
    // A box around the list wears the box's style all through.
    if !place.isBoxed { here.style = nil }
    for (position, item) in list.items.enumerated() {
      mark(item.attributes.id)
      pendingNumber = (id, level)
      if let isDone = item.isDone {
        pendingLead = .box(isDone: isDone)
        if list.marker == .bullet { pendingNumber = (numbering.taskInstance(), level) }
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
          let worn = inner.wearing(node.attributes)
          paragraph(itemStyle, worn.reading(node.inlines)) { inlines(node.inlines) }
        } else {
          write(block, inner)
        }
      }
      if pendingNumber != nil || pendingLead != nil { paragraph(itemStyle, here) {} }
    }
  }

  private func write(_ quote: Quote, _ place: BlockPlace) {
    var here = place
    here.isOutlined = false
    if !place.isBoxed { here.style = classStyle(quote.attributes) ?? styles.id("Quote") }
    here.quotes += 1
    here.indent += BlockPlace.quoteIndent
    here.width = max(720, here.width - 960)
    here.endsGroup = quote.attribution.isEmpty && place.endsGroup
    write(quote.blocks, here)
    guard !quote.attribution.isEmpty else { return }
    here.endsGroup = place.endsGroup
    let style = place.isBoxed ? place.style : styles.id("Quote Attribution")
    paragraph(style, here.reading(quote.attribution)) {
      runs.text("\u{2014} ", to: out)
      inlines(quote.attribution)
    }
  }

  private func write(_ code: CodeBlock, _ place: BlockPlace) {
    var here = place
    here.isRightToLeft = false
    here.alignment = nil
    paragraph(classStyle(code.attributes) ?? styles.id("Source Code"), here) {
      runs.code(code.text, to: out)
    }
  }

  private func write(_ figure: Figure, _ place: BlockPlace) {
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

  private func write(_ callout: Callout, _ place: BlockPlace) {
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
    write(callout.blocks, here)
  }

  /// Word makes one box of paragraphs whose borders and indents are the same: of boxes that follow
  /// one another, every other one ends a point earlier.
  private func boxEnd() -> Int? {
    boxesWritten += 1
    return boxesWritten.isMultiple(of: 2) ? 140 : nil
  }

  private func write(_ table: KeyValues, _ place: BlockPlace) {
    var place = place
    if !place.isBoxed, let named = classStyle(table.attributes) {
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

  // MARK: Contents and index

  private func write(_ contents: Contents, _ place: BlockPlace) {
    let depth = min(max(contents.depth, 1), 6)
    let entries = contentsEntries.filter { $0.level <= depth }
    if !contents.title.isEmpty {
      paragraph(
        styles.id("TOC Heading"), place.reading(contents.title), Shape(keepsWithNext: true)
      ) { inlines(contents.title) }
    }
    guard !entries.isEmpty else {
      log.record(
        .warning(
          .docxContents, "the contents are empty: no heading down to level \(depth) is listed",
          hints: ["give the document headings, or leave the contents out"]))
      return
    }
    beginTable(place)
    out.raw(
      """
      <w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/>\
      <w:docPartUnique/></w:docPartObj></w:sdtPr><w:sdtContent>
      """)
    var here = place
    here.alignment = nil
    isReprint = true
    for (position, entry) in entries.enumerated() {
      // Entries begin at one side, whatever the headings' own directions, as on pages.
      paragraph(styles.id("toc \(entry.level)"), here) {
        // `\u`: paragraphs with a level of the outline as well, which titles of indexes have.
        if position == 0 { fieldBegin("TOC \\o \"1-\(depth)\" \\h \\z \\u") }
        out.raw("<w:hyperlink w:anchor=\"").value(entry.bookmark).raw("\" w:history=\"1\">")
        isInLink = true
        runs.plain { inlines(entry.inlines) }
        isInLink = false
        out.raw("</w:hyperlink>")
        if position == entries.count - 1 { fieldEnd() }
      }
    }
    isReprint = false
    out.raw("</w:sdtContent></w:sdt>")
  }

  private func write(_ index: Index, _ place: BlockPlace) {
    let entries = self.entries(of: index)
    // An index at the top of the document is set in two columns, in a section of its own.
    let hasColumns = place.container == .body && place.lists == 0 && !entries.isEmpty
    var shape = Shape(keepsWithNext: !hasColumns)
    if hasColumns { shape.sectionColumns = 1 }
    if place.isOutlined, index.heading != nil {
      markEntry()
      shape.outlineLevel = 0
    }
    if !index.title.isEmpty || hasColumns {
      paragraph(
        index.title.isEmpty ? styles.normal : styles.id("index heading"),
        place.reading(index.title), shape
      ) { inlines(index.title) }
    }
    guard let last = entries.last else {
      log.record(
        .warning(
          .docxIndex, "the index \"\(index.name)\" is empty: no mark is for it",
          hints: ["leave it out, or give it the name that the marks have"]))
      return
    }
    let type = BodyWriter.indexType(index.name)
    for entry in entries {
      paragraph(styles.id("index 1"), place) {
        if entry == entries[0] {
          // The columns are the section's; LibreOffice goes by the field's.
          let columns = hasColumns ? " \\c \"2\"" : ""
          fieldBegin("INDEX" + columns + (type.isEmpty ? "" : " \\f \"\(type)\""))
        }
        runs.text(entry.term, to: out)
        for spot in entry.shortPlaces where !spot.title.isEmpty {
          runs.text(", ", to: out)
          if let name = bookmarks.name(of: spot.id) {
            out.raw("<w:hyperlink w:anchor=\"").value(name).raw("\" w:history=\"1\">")
            runs.text(spot.title, to: out)
            out.raw("</w:hyperlink>")
          } else {
            runs.text(spot.title, to: out)
          }
        }
        if entry == last { fieldEnd() }
      }
    }
    if hasColumns {
      columns = 2
      isContinuous = true
    }
  }

  private func entries(of index: Index) -> [IndexEntry] {
    guard let gatherer, gatherer.name == index.name, peek() == nil else {
      return whole?.indexEntries(named: index.name) ?? []
    }
    return gatherer.entries(language: document.metadata.language)
  }

  /// Ends a section in columns: whatever follows runs across the page again, on the same page where
  /// the section began on one.
  private func endColumns(_ place: BlockPlace) {
    let count = columns
    columns = 1
    let breaksPage = pendingPageBreak
    pendingPageBreak = false
    paragraph(styles.normal, place, Shape(sectionColumns: count)) {}
    pendingPageBreak = isContinuous && breaksPage
  }

  /// The name of an index as the `\f` switch takes it.
  static func indexType(_ name: String) -> String {
    String(name.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(20))
  }

  func fieldBegin(_ instruction: String) {
    out.raw("<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r>")
    out.raw("<w:instrText xml:space=\"preserve\"> ").text(instruction)
    out.raw(" </w:instrText></w:r><w:r><w:fldChar w:fldCharType=\"separate\"/></w:r>")
  }

  func fieldEnd() { out.raw("<w:r><w:fldChar w:fldCharType=\"end\"/></w:r>") }

  // MARK: What there is to say

  var warnings: [Diagnostic] {
    var log = log
    log.record(pictures.warnings)
    func say(_ count: Int, _ code: Diagnostic.Code, _ message: String, _ hint: String) {
      if count > 0 { log.record(.warning(code, "\(count) " + message, hints: [hint])) }
    }
    say(
      counts.flattened, .docxDepth,
      "blocks lie deeper than \(BodyWriter.depthLimit) levels, or tables deeper than"
        + " \(BodyWriter.tableDepthLimit); they are written one after another",
      "look at the source: nothing written by people is so deep")
    say(
      counts.lostLinks, .docxLink,
      "links have an address Word does not follow; only their text"
        + " is written", "link to http, https or mailto, in at most 2,083 characters")
    say(
      counts.danglingReferences, .docxReference,
      "references point at ids that no node has; only their text is written",
      "name the id of a node of this document")
    say(
      bookmarks.awaited.count, .docxReference,
      "ids that references lead to are no node's; their links lead nowhere",
      "name the id of a node of this document")
    say(
      counts.pageBreaks, .docxPageBreak, "page breaks in tables or notes are left out",
      "break the page between blocks")
    say(
      counts.noteNesting, .docxFootnote,
      "footnotes of footnotes stand in brackets: Word has none",
      "say it in the first note")
    say(
      counts.levels, .docxHeadingLevel, "headings have a level other than 1 to 6",
      "use levels 1 to 6")
    say(
      counts.listLevels, .docxListLevel,
      "lists lie deeper than \(Numbering.levels) levels and count as of the last",
      "Word's lists have nine levels")
    say(
      counts.wideTables, .docxTableColumns,
      "tables have more than 63 columns, which Word does not; the rest stands in the last",
      "split the table")
    return log.diagnostics
  }
}

extension BlockPlace {
  /// How far in the text of a box stands, by the skeleton's styles.
  static let boxIndent = 280
  static let quoteIndent = 480

  /// This place as the attributes of a block change it.
  func wearing(_ attributes: Attributes) -> BlockPlace {
    guard !attributes.pairs.isEmpty else { return self }
    var copy = self
    if let language = attributes.value("language") { copy.language = language }
    if let direction = attributes.value("direction").flatMap(Direction.init) {
      copy.direction = direction
      copy.isRightToLeft = direction == .rightToLeft
    }
    return copy
  }

  /// That of a document's blocks: in one that runs to the right, a paragraph whose words begin in the
  /// other direction runs with them, as it does on pages.
  static func direction(of metadata: Metadata) -> Direction {
    metadata.direction == .rightToLeft ? .rightToLeft : .automatic
  }

  /// This place with the direction of these words, where it follows them.
  func reading(_ inlines: [Inline]) -> BlockPlace {
    guard direction == .automatic else { return self }
    var copy = self
    copy.isRightToLeft = Direction.first(in: inlines) == .rightToLeft
    return copy
  }

  /// A list style of this depth: Word has five.
  func listName(_ name: String) -> String { lists < 2 ? name : "\(name) \(min(lists, 5))" }

  /// The indent to write where the style or the list's level does not give it.
  func ownIndent(isNumbered: Bool) -> Int? {
    if isBoxed { return indent > 0 || boxEnd != nil ? boxIndent + indent : nil }
    if indent == 0 || (quotes == 1 && indent == BlockPlace.quoteIndent) { return nil }
    if lists > 0, style == nil, indent == lists * Numbering.indent,
      lists <= (isNumbered ? Numbering.levels : 5)
    {
      return nil
    }
    return indent
  }
}
