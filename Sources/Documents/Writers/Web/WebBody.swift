// SPDX-License-Identifier: MIT
// Part of Platen: blocks as HTML that is XML as well, for one page or for the chapters of an EPUB.

internal import Documents

/// Writes blocks as HTML in XML's syntax.
final class WebBody {
  /// The format that the blocks become part of.
  enum Format {
    /// One page that holds all: pictures are in it, notes stand at its end.
    case page
    /// A file a piece: pictures are files, links name files, notes stand at a file's end.
    case chapters
  }

  let format: Format
  let plan: WebPlan
  let phrases: Phrasebook
  let log: WebLog
  let resources: WebResources
  /// The output that the blocks go to.
  var output: MarkupOutput
  /// The number of the piece being written.
  var piece = 0
  /// The offset of the levels of headings: 1 where the title is the only heading of level 1.
  var headingShift = 0

  /// Notes whose marks are written and which are not written themselves.
  private var notes: [(number: Int, blocks: [Block])] = []
  private var noteCount = 0
  private var labelCount = 0
  private var written: Set<String> = []
  private var isInLink = false
  /// Marks of notes within a link, which cannot hold another.
  private var marksAfterLink: [Int] = []
  /// Indicates contents and the like, where a heading's text is repeated: without ids, links and
  /// notes.
  private var isQuoting = false
  /// Indicates cells that are headers, which may not hold headings.
  private var isWithoutHeadings = false

  init(
    _ format: Format, plan: WebPlan, phrases: Phrasebook, resources: WebResources, log: WebLog,
    to output: MarkupOutput
  ) {
    self.format = format
    self.plan = plan
    self.phrases = phrases
    self.resources = resources
    self.log = log
    self.output = output
  }

  /// Begins another file: ids are unique within one.
  func begin(_ piece: Int, to output: MarkupOutput) {
    self.piece = piece
    self.output = output
    written = []
  }

  /// The name of a piece's file.
  static func fileName(ofPiece number: Int) -> String {
    let digits = String(number + 1)
    return "c" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ".xhtml"
  }

  func address(of target: WebPlan.Target) -> String {
    format == .page || target.piece == piece
      ? "#" + target.anchor : WebBody.fileName(ofPiece: target.piece) + "#" + target.anchor
  }

  // MARK: Blocks

  func writeBlocks(_ blocks: [Block]) {
    for block in blocks { writeBlock(block) }
  }

  func writeBlock(_ block: Block) {
    switch block {
    case .paragraph(let node):
      open("<p", node.attributes, of: node.inlines)
      writeInlines(node.inlines)
      output.raw("</p>\n")
    case .heading(let node): writeHeading(node)
    case .list(let node): writeList(node)
    case .table(let node): writeTable(node)
    case .quote(let node): writeQuote(node)
    case .code(let node):
      open("<pre dir=\"ltr\"", node.attributes)
      if node.language.isEmpty {
        output.raw("<code>")
      } else {
        output.raw("<code class=\"language-").value(WebBody.token(node.language)).raw("\">")
      }
      output.text(node.text).raw("</code></pre>\n")
    case .figure(let node):
      open("<figure", node.attributes)
      writeImage(node.image, isFigure: true)
      if !node.caption.isBlank {
        open("<figcaption", .none, of: node.caption)
        writeInlines(node.caption)
        output.raw("</figcaption>")
      }
      output.raw("</figure>\n")
    case .callout(let node): writeCallout(node)
    case .keyValues(let node):
      if node.pairs.isEmpty { return anchorAlone(node.attributes) }
      open("<dl", node.attributes, own: "key-values")
      for pair in node.pairs {
        open("\n<div><dt", .none, of: pair.key)
        writeInlines(pair.key)
        open("</dt><dd", .none, of: pair.value)
        writeInlines(pair.value)
        output.raw("</dd></div>")
      }
      output.raw("\n</dl>\n")
    case .division(let node):
      if let role = WebRole.of(node.attributes.classes) {
        open("<section", node.attributes, role: role, format: format)
        output.raw("\n")
        writeBlocks(node.blocks)
        output.raw("</section>\n")
      } else {
        open("<div", node.attributes)
        output.raw("\n")
        writeBlocks(node.blocks)
        output.raw("</div>\n")
      }
    case .rule(let attributes):
      openEmpty("<hr", attributes)
      output.raw("\n")
    case .pageBreak: output.raw("<div class=\"page-break\"></div>\n")
    case .contents(let node): writeContents(node)
    case .index(let node): writeIndex(node)
    }
  }

  private func writeHeading(_ node: Heading) {
    if node.inlines.isBlank { return anchorAlone(node.attributes) }
    if isWithoutHeadings {
      open("<p", node.attributes, own: "heading", of: node.inlines)
      writeInlines(node.inlines)
      output.raw("</p>\n")
      return
    }
    let level = min(max(node.level, 1), 6) + headingShift
    switch level {
    case 1: open("<h1", node.attributes, of: node.inlines)
    case 2: open("<h2", node.attributes, of: node.inlines)
    case 3: open("<h3", node.attributes, of: node.inlines)
    case 4: open("<h4", node.attributes, of: node.inlines)
    case 5: open("<h5", node.attributes, of: node.inlines)
    case 6: open("<h6", node.attributes, of: node.inlines)
    default: open("<h6 aria-level=\"7\"", node.attributes, of: node.inlines)
    }
    writeInlines(node.inlines)
    output.raw("</h").number(min(level, 6)).raw(">\n")
  }

  private func writeList(_ node: List) {
    if node.items.isEmpty { return anchorAlone(node.attributes) }
    let spacing = node.isTight ? "" : "loose"
    var isTasks = false
    switch node.marker {
    case .bullet:
      isTasks = node.items.contains { $0.isDone != nil }
      open("<ul", node.attributes, own: isTasks ? "tasks" : spacing)
    case .ordered(let start, let style):
      let type: StaticString =
        switch style {
        case .decimal: ""
        case .lowerLetter: " type=\"a\""
        case .upperLetter: " type=\"A\""
        case .lowerRoman: " type=\"i\""
        case .upperRoman: " type=\"I\""
        }
      output.raw("<ol").raw(type)
      if start != 1 {
        output.raw(" start=\"").number(start).raw("\"")
      }
      open("", node.attributes, own: spacing)
    }
    output.raw("\n")
    for item in node.items {
      // Among things to do, what is none has its bullet.
      open("<li", item.attributes, own: isTasks && item.isDone == nil ? "plain" : "")
      if let isDone = item.isDone {
        output.raw("<span class=\"task\" role=\"img\" aria-label=\"")
        output.value(phrases[isDone ? .done : .toDo])
        output.raw(isDone ? "\">\u{2611}</span> " : "\">\u{2610}</span> ")
      }
      flow(item.blocks, isTight: node.isTight)
      output.raw("</li>\n")
    }
    switch node.marker {
    case .bullet: output.raw("</ul>\n")
    case .ordered: output.raw("</ol>\n")
    }
  }

  /// Blocks of an item or a cell: a plain paragraph that stands alone, or first in a tight list, needs
  /// no element of its own.
  private func flow(_ blocks: [Block], isTight: Bool) {
    if isTight, case .paragraph(let first)? = blocks.first, first.attributes.isEmpty,
      !runsBackwards(first.inlines)
    {
      writeInlines(first.inlines)
      if blocks.count > 1 { output.raw("\n") }
      writeBlocks(Array(blocks.dropFirst()))
    } else {
      writeBlocks(blocks)
    }
  }

  private func writeTable(_ node: Table) {
    if node.head.isEmpty, node.body.isEmpty {
      if node.caption.isBlank { return anchorAlone(node.attributes) }
      open("<p", node.attributes, own: "caption", of: node.caption)
      writeInlines(node.caption)
      output.raw("</p>\n")
      return
    }
    // HTML knows no more than a thousand columns (4.9.11).
    let grid = TableGrid(node, limit: 1000)
    if grid.isCut {
      log.warn(format, .tableColumns, "a table of more than 1,000 columns ends at the thousandth")
    }
    // The frame scrolls where the table is wider than the column.
    output.raw("<div class=\"table\">")
    let hasShares = node.columns.contains { $0.share > 0 }
    open("<table", node.attributes, own: hasShares ? "wide" : "")
    if !node.caption.isBlank {
      open("<caption", .none, of: node.caption)
      writeInlines(node.caption)
      output.raw("</caption>")
    }
    if hasShares {
      output.raw("<colgroup>")
      for column in 0..<grid.columns {
        let share = column < node.columns.count ? node.columns[column].share : 0
        if let share = WebPlan.hundredths(share) {
          output.raw("<col class=\"w").number(share).raw("\"/>")
        } else {
          output.raw("<col/>")
        }
      }
      output.raw("</colgroup>")
    }
    if !node.head.isEmpty {
      output.raw("\n<thead>")
      writeRows(grid.head, of: node, isHead: true)
      output.raw("\n</thead>")
    }
    if !node.body.isEmpty {
      output.raw("\n<tbody>")
      writeRows(grid.body, of: node, isHead: false)
      output.raw("\n</tbody>")
    }
    output.raw("\n</table></div>\n")
  }

  private func writeRows(_ rows: [[TableGrid.Slot]], of table: Table, isHead: Bool) {
    for row in rows {
      output.raw("\n<tr>")
      var column = 0
      for slot in row {
        switch slot {
        case .covered(let columns): column += columns
        case .missing:
          output.raw("<td></td>")
          column += 1
        case .cell(let cell, let columns, let rows):
          writeCell(
            cell, columns: columns, rows: rows, isHead: isHead,
            alignment: column < table.columns.count ? table.columns[column].alignment : .start)
          column += columns
        }
      }
      output.raw("</tr>")
    }
  }

  private func writeCell(
    _ cell: Table.Cell, columns: Int, rows: Int, isHead: Bool, alignment: Table.Alignment
  ) {
    // An empty cell heads nothing.
    let isHeader = (isHead || cell.isHeader) && !cell.blocks.isEmpty
    output.raw(isHeader ? "<th" : "<td")
    if isHeader {
      output.raw(
        !isHead ? " scope=\"row\"" : columns > 1 ? " scope=\"colgroup\"" : " scope=\"col\"")
    }
    if columns > 1 {
      output.raw(" colspan=\"").number(columns).raw("\"")
    }
    if rows > 1 {
      output.raw(" rowspan=\"").number(rows).raw("\"")
    }
    switch alignment {
    case .start: break
    case .center: output.raw(" class=\"center\"")
    case .end: output.raw(" class=\"end\"")
    }
    output.raw(">")
    let before = isWithoutHeadings
    isWithoutHeadings = before || isHeader
    flow(cell.blocks, isTight: cell.blocks.count == 1)
    isWithoutHeadings = before
    output.raw(isHeader ? "</th>" : "</td>")
  }

  private func writeQuote(_ node: Quote) {
    let hasAttribution = !node.attribution.isBlank
    if hasAttribution {
      open("<figure", node.attributes, own: "quote")
      output.raw("<blockquote>\n")
    } else {
      open("<blockquote", node.attributes)
      output.raw("\n")
    }
    writeBlocks(node.blocks)
    output.raw("</blockquote>")
    if hasAttribution {
      output.raw("<figcaption>")
      writeInlines(node.attribution)
      output.raw("</figcaption></figure>")
    }
    output.raw("\n")
  }

  private func writeCallout(_ node: Callout) {
    output.raw("<aside role=\"note\"")
    let kind = WebBody.token(node.kind)
    let isNamed = kind.isEmpty || node.attributes.classes.contains(kind)
    let name = isNamed ? "callout" : "callout " + kind
    if node.title.isBlank {
      if let phrase = Phrase.label(ofCallout: node.kind) {
        output.raw(" aria-label=\"").value(phrases[phrase]).raw("\"")
      }
      open("", node.attributes, own: name)
      output.raw("\n")
    } else {
      labelCount += 1
      output.raw(" aria-labelledby=\"label-").number(labelCount).raw("\"")
      open("", node.attributes, own: name)
      output.raw("\n<p class=\"callout-title\" id=\"label-").number(labelCount).raw("\"")
      open("", .none, of: node.title)
      writeInlines(node.title)
      output.raw("</p>\n")
    }
    writeBlocks(node.blocks)
    output.raw("</aside>\n")
  }

  /// Writes an anchor for a node that shows nothing but may be pointed at.
  private func anchorAlone(_ attributes: Attributes) {
    guard !attributes.id.isEmpty, !isQuoting else { return }
    open("<div", Attributes(id: attributes.id))
    output.raw("</div>\n")
  }

  // MARK: What the writer makes

  private func writeContents(_ node: Contents) {
    let entries = plan.headings.filter { $0.level <= node.depth }
    if entries.isEmpty {
      log.warn(format, .contents, "no headings for the contents")
      return anchorAlone(node.attributes)
    }
    output.raw("<nav role=\"doc-toc\"")
    if format == .chapters { output.raw(" epub:type=\"toc\"") }
    output.raw(" aria-label=\"")
    output.value(node.title.isBlank ? phrases[.contents] : node.title.plainText).raw("\"")
    open("", node.attributes, own: "contents")
    output.raw("\n")
    writeTitle(node.title)
    writeList(entries)
    output.raw("</nav>\n")
  }

  private func writeTitle(_ title: [Inline]) {
    if title.isBlank { return }
    output.raw("<h").number(1 + headingShift).raw(">")
    writeInlines(title)
    output.raw("</h").number(1 + headingShift).raw(">\n")
  }

  /// Headings as nested lists of links. One that skips a level stands below the nearest above it.
  func writeList(_ entries: [WebPlan.Entry]) {
    var open: [Int] = []
    for entry in entries {
      while open.count > 1, let last = open.last, last > entry.level,
        open[open.count - 2] >= entry.level
      {
        output.raw("</li>\n</ol>")
        open.removeLast()
      }
      if let last = open.last, last < entry.level {
        output.raw("\n<ol>\n")
        open.append(entry.level)
      } else if open.isEmpty {
        output.raw("<ol>\n")
        open.append(entry.level)
      } else {
        output.raw("</li>\n")
        open[open.count - 1] = entry.level
      }
      output.raw("<li><a href=\"").value(address(of: entry.target)).raw("\">")
      if entry.inlines.isBlank {
        output.raw("\u{2022}")
      } else {
        quote(entry.inlines)
      }
      output.raw("</a>")
    }
    for _ in open { output.raw("</li>\n</ol>") }
    output.raw("\n")
  }

  /// Writes a heading's text again, or another node's.
  func quote(_ inlines: [Inline]) {
    let before = isQuoting
    isQuoting = true
    writeInlines(inlines)
    isQuoting = before
  }

  private func writeIndex(_ node: Index) {
    let terms = plan.index(named: node.name)
    if terms.isEmpty {
      log.warn(format, .index, "no marks for the index")
      return anchorAlone(node.attributes)
    }
    output.raw("<section role=\"doc-index\"")
    if format == .chapters { output.raw(" epub:type=\"index\"") }
    output.raw(" aria-label=\"").value(node.title.isBlank ? phrases[.index] : node.title.plainText)
    output.raw("\"")
    open("", node.attributes, own: "index")
    output.raw("\n")
    writeTitle(node.title)
    let hasLetters = terms.contains { $0.letter != nil }
    output.raw(hasLetters ? "<div class=\"terms\">\n" : "<ul>\n")
    for (number, term) in terms.enumerated() {
      if let letter = term.letter {
        if number > 0 { output.raw("</ul>\n") }
        output.raw("<p class=\"letter\">").text(letter).raw("</p>\n<ul>\n")
      }
      output.raw("<li><span class=\"term\">").text(term.term).raw("</span> ")
      for (number, place) in term.places.enumerated() {
        if number > 0 { output.text(node.separator) }
        guard let target = place.target else {
          output.text(place.title)
          continue
        }
        output.raw("<a href=\"").value(address(of: target)).raw("\">")
        if place.title.isEmpty { output.number(number + 1) } else { output.text(place.title) }
        output.raw("</a>")
      }
      output.raw("</li>\n")
    }
    output.raw(hasLetters ? "</ul>\n</div>\n</section>\n" : "</ul>\n</section>\n")
  }

  // MARK: Notes

  /// Writes the notes whose marks have been written since the last time, with ways back.
  func writeNotes() {
    guard !notes.isEmpty else { return }
    let isPage = format == .page
    output.raw("<section role=\"doc-endnotes\"")
    if !isPage { output.raw(" epub:type=\"footnotes\"") }
    output.raw(" class=\"notes\" aria-label=\"").value(phrases[.notes]).raw("\">\n<h2>")
    output.text(phrases[.notes]).raw("</h2>\n")
    if isPage { output.raw("<ol>\n") }
    var at = 0
    // Notes may have notes, which come to the end.
    while at < notes.count {
      let (number, blocks) = notes[at]
      at += 1
      output.raw(
        isPage
          ? "<li id=\"note-" : "<aside role=\"doc-footnote\" epub:type=\"footnote\" id=\"note-")
      output.number(number).raw("\">")
      if !isPage {
        output.raw("\n<p class=\"note-number\">")
        writeBacklink(number, isNumber: true)
        output.raw("</p>\n")
      }
      if isPage, blocks.count == 1, case .paragraph(let only) = blocks[0] {
        open("<p", only.attributes, of: only.inlines)
        writeInlines(only.inlines)
        output.raw(" ")
        writeBacklink(number, isNumber: false)
        output.raw("</p>")
      } else {
        output.raw("\n")
        writeBlocks(blocks)
        if isPage {
          output.raw("<p>")
          writeBacklink(number, isNumber: false)
          output.raw("</p>")
        }
      }
      output.raw(isPage ? "</li>\n" : "</aside>\n")
    }
    notes = []
    if isPage { output.raw("</ol>\n") }
    output.raw("</section>\n")
  }

  private func writeBacklink(_ number: Int, isNumber: Bool) {
    output.raw("<a role=\"doc-backlink\"")
    if format == .chapters { output.raw(" epub:type=\"backlink\"") }
    output.raw(" href=\"#ref-").number(number).raw("\" aria-label=\"")
    output.value(phrases(.backToText, String(number))).raw("\">")
    if isNumber { output.number(number) } else { output.raw("\u{21A9}\u{FE0E}") }
    output.raw("</a>")
  }

  private func writeNoteMark(_ number: Int) {
    output.raw("<a role=\"doc-noteref\"")
    if format == .chapters { output.raw(" epub:type=\"noteref\"") }
    output.raw(" class=\"note-mark\" id=\"ref-").number(number).raw("\" href=\"#note-")
    output.number(number).raw("\">").number(number).raw("</a>")
  }

  // MARK: Inlines

  func writeInlines(_ inlines: [Inline]) {
    for node in inlines { writeInline(node) }
  }

  private func writeInlines(_ inlines: [Inline], in element: StaticString) {
    output.raw("<").raw(element).raw(">")
    writeInlines(inlines)
    output.raw("</").raw(element).raw(">")
  }

  private func writeInline(_ node: Inline) {
    switch node {
    case .text(let text): output.text(text)
    case .emphasis(let inlines): writeInlines(inlines, in: "em")
    case .strong(let inlines): writeInlines(inlines, in: "strong")
    case .strikethrough(let inlines): writeInlines(inlines, in: "s")
    case .smallCaps(let inlines):
      output.raw("<span class=\"small-caps\">")
      writeInlines(inlines)
      output.raw("</span>")
    case .superscript(let inlines): writeInlines(inlines, in: "sup")
    case .subscript(let inlines): writeInlines(inlines, in: "sub")
    case .code(let text):
      output.raw("<code>").text(text).raw("</code>")
    case .lineBreak: output.raw(isQuoting ? " " : "<br/>")
    case .link(let link): writeLink(link)
    case .reference(let reference): writeReference(reference)
    case .footnote(let blocks):
      if isQuoting { return }
      noteCount += 1
      notes.append((noteCount, blocks))
      if isInLink { marksAfterLink.append(noteCount) } else { writeNoteMark(noteCount) }
    case .image(let image):
      if isQuoting { output.text(image.alternative) } else { writeImage(image, isFigure: false) }
    case .span(let span):
      if isQuoting, span.language.isEmpty, span.direction == nil {
        return writeInlines(span.inlines)
      }
      output.raw("<span")
      if !span.language.isEmpty { writeLanguage(span.language) }
      if let direction = span.direction { writeDirection(direction) }
      open("", span.attributes)
      writeInlines(span.inlines)
      output.raw("</span>")
    case .indexMark: break
    }
  }

  private func writeLink(_ link: Link) {
    if isQuoting { return writeInlines(link.inlines) }
    guard !isInLink else {
      log.warn(format, .nestedLink, "a link within a link: only the outer one works")
      return writeInlines(link.inlines)
    }
    guard let address = LinkAddress.sound(link.url) else {
      log.warn(
        format, .link, "the link to \"\(WebLog.short(link.url))\" is written as text",
        hint: "use a complete address with http, https or mailto")
      return writeInlines(link.inlines)
    }
    output.raw("<a href=\"").value(address).raw("\">")
    writeInLink {
      if link.inlines.isBlank { output.text(link.url) } else { writeInlines(link.inlines) }
    }
  }

  private func writeReference(_ reference: Reference) {
    if isQuoting { return writeInlines(reference.inlines) }
    guard let target = plan.targets[reference.target], !isInLink else {
      if !isInLink {
        log.warn(
          format, .reference,
          "no such id: \"\(WebLog.short(reference.target))\"; the reference is written as text")
      }
      return writeInlines(reference.inlines)
    }
    output.raw("<a href=\"").value(address(of: target)).raw("\">")
    writeInLink {
      guard reference.inlines.isBlank else { return writeInlines(reference.inlines) }
      let title = plan.title(of: target)
      if title.isBlank { output.text(reference.target) } else { quote(title) }
    }
  }

  private func writeInLink(_ body: () -> Void) {
    isInLink = true
    body()
    isInLink = false
    output.raw("</a>")
    for mark in marksAfterLink { writeNoteMark(mark) }
    marksAfterLink = []
  }

  private func writeImage(_ image: Image, isFigure: Bool) {
    guard let resource = resources.shown(image.resource, format: format, log: log) else {
      // Its description replaces the image.
      output.raw(isFigure ? "<p class=\"missing\">" : "<span class=\"missing\">")
      output.text(image.alternative.isEmpty ? image.resource : image.alternative)
      output.raw(isFigure ? "</p>" : "</span>")
      return
    }
    output.raw("<img src=\"")
    switch format {
    case .page:
      output.raw("data:").raw(resource.mediaType).raw(";base64,")
      output.base64(resource.bytes)
    case .chapters: output.value(resource.path)
    }
    output.raw("\" alt=\"").value(image.alternative).raw("\"")
    if resource.width > 0, resource.height > 0 {
      output.raw(" width=\"").number(resource.width).raw("\" height=\"").number(resource.height)
      output.raw("\"")
    }
    if let share = WebPlan.hundredths(image.share) {
      output.raw(" class=\"w").number(share).raw("\"")
    }
    if format == .page, isFigure { output.raw(" loading=\"lazy\" decoding=\"async\"") }
    output.raw("/>")
  }

  // MARK: Attributes

  /// Ends an opening tag with a node's attributes.
  ///
  /// - Parameter own: classes that are the writer's own.
  @inline(__always)
  private func open(_ tag: StaticString, _ attributes: Attributes, own: String = "") {
    output.raw(tag)
    if !attributes.isEmpty || !own.isEmpty { writeAttributes(attributes, own: own) }
    output.raw(">")
  }

  /// The same for words that may run against the document's direction: as on pages, those of a
  /// document that runs to the right go their own way, so that their full stops end them.
  private func open(
    _ tag: StaticString, _ attributes: Attributes, own: String = "", of inlines: [Inline]
  ) {
    output.raw(tag)
    if !attributes.isEmpty || !own.isEmpty { writeAttributes(attributes, own: own) }
    if attributes.value("direction") == nil, runsBackwards(inlines) {
      output.raw(" dir=\"rtl\"")
    }
    output.raw(">")
  }

  private func runsBackwards(_ inlines: [Inline]) -> Bool {
    !plan.isRightToLeft && Direction.first(in: inlines) == .rightToLeft
  }

  private func openEmpty(_ tag: StaticString, _ attributes: Attributes) {
    output.raw(tag)
    if !attributes.isEmpty { writeAttributes(attributes, own: "") }
    output.raw("/>")
  }

  private func open(
    _ tag: StaticString, _ attributes: Attributes, role: WebRole, format: Format
  ) {
    output.raw(tag).raw(" role=\"").raw(role.role).raw("\"")
    if format == .chapters {
      output.raw(" epub:type=\"").raw(role.type).raw("\"")
    }
    writeAttributes(attributes, own: "")
    output.raw(">")
  }

  private func writeAttributes(_ attributes: Attributes, own: String) {
    if !attributes.id.isEmpty, !isQuoting {
      let anchor = WebPlan.anchor(attributes.id)
      // The plan has reported duplicate ids.
      if written.insert(anchor).inserted {
        output.raw(" id=\"").value(anchor).raw("\"")
      }
    }
    if !own.isEmpty || !attributes.classes.isEmpty {
      output.raw(" class=\"").value(own)
      var needsBlank = !own.isEmpty
      for name in attributes.classes {
        let token = WebBody.token(name)
        if token.isEmpty { continue }
        if needsBlank { output.raw(" ") }
        output.value(token)
        needsBlank = true
      }
      output.raw("\"")
    }
    if let language = attributes.value("language") { writeLanguage(language) }
    if let value = attributes.value("direction"), let direction = Direction(rawValue: value) {
      writeDirection(direction)
    }
  }

  private func writeLanguage(_ language: String) {
    guard let language = LanguageTag(language)?.text else {
      log.warn(format, .language, "\"\(WebLog.short(language))\" is not a language tag")
      return
    }
    output.raw(" lang=\"").raw(language)
    if format == .chapters {
      output.raw("\" xml:lang=\"").raw(language)
    }
    output.raw("\"")
  }

  private func writeDirection(_ direction: Direction) {
    switch direction {
    case .automatic: output.raw(" dir=\"auto\"")
    case .leftToRight: output.raw(" dir=\"ltr\"")
    case .rightToLeft: output.raw(" dir=\"rtl\"")
    }
  }

  /// A class as HTML takes it: without white space, which separates classes.
  static func token(_ name: String) -> String {
    if name.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) { return name }
    return String(name.map { $0.isWhitespace || $0.isASCII && $0 < " " ? "-" : $0 })
  }
}
