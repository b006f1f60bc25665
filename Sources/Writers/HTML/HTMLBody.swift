// SPDX-License-Identifier: MIT
// Part of Platen: the blocks of a document as elements of HTML, in the syntax of XML.

internal import Diagnostics
internal import Documents

/// Walks blocks and writes elements; for one page and for the files of an EPUB.
final class HTMLBody {
  enum Target: Equatable {
    /// One file: pictures within, notes at its end.
    case page
    /// A file of an EPUB: pictures beside it, notes at its end, links to other files.
    case publication
  }

  private let document: Document
  private let target: Target
  private let phrases: Phrasebook
  private var out: XMLOutput
  private let anchors: Bookmarks
  private let resources: [String: Resource]
  private var log = DiagnosticLog()
  private var counts: [(code: Diagnostic.Code, message: String, hint: String, count: Int)] = []
  private var notes: [(number: Int, blocks: [Block])] = []
  private var noteCount = 0
  private var labels = 0
  private var depth = 0
  private var isInLink = false
  private var isReprint = false
  private var written: Set<String> = []
  /// The headings of contents in their order, for ids of those that have none.
  private var headingPosition = 0
  private lazy var headings = document.headings(depth: .max)
  /// The file an id's node is in; none in one page.
  var files: [String: String] = [:]
  /// The files headings are in, by their position.
  var headingFiles: [String] = []
  /// The file being written.
  var file = ""
  /// Names of the pictures shown, in their order.
  private(set) var pictures: [String] = []
  private var isOutlined = true

  static let depthLimit = 64

  init(_ document: Document, to out: XMLOutput, phrases: Phrasebook, target: Target) {
    self.document = document
    self.out = out
    self.phrases = phrases
    self.target = target
    anchors = Bookmarks(document, keeping: "-_.", limit: 200)
    resources = Dictionary(document.resources.map { ($0.name, $0) }) { first, _ in first }
  }

  /// Goes on in another file.
  func begin(_ file: String, _ out: XMLOutput) {
    self.file = file
    self.out = out
  }

  func writeLanguage(of metadata: Metadata) {
    let language = LanguageTag(metadata.language) ?? .english
    if LanguageTag(metadata.language) == nil, !metadata.language.isEmpty {
      lose(
        "html.language", "languages are no tags and are left out",
        "write them as BCP 47 has it, such as en or ar-EG")
    }
    if target == .publication { attribute("xml:lang", language.text) }
    attribute("lang", language.text)
    switch metadata.direction {
    case .leftToRight: break
    case .rightToLeft: attribute("dir", "rtl")
    case .automatic: attribute("dir", "auto")
    }
  }

  // MARK: Warnings

  private func lose(_ code: Diagnostic.Code, _ message: String, _ hint: String) {
    if let at = counts.firstIndex(where: { $0.code == code && $0.message == message }) {
      counts[at].count += 1
    } else {
      counts.append((code, message, hint, 1))
    }
  }

  func warnings(replaced: Int) -> [Diagnostic] {
    for (code, message, hint, count) in counts {
      log.record(.warning(code, "\(count) \(message)", hints: [hint]))
    }
    counts = []
    if replaced > 0 {
      log.record(
        .warning(
          "html.forbidden-characters",
          "\(replaced) characters that XML does not allow were replaced by U+FFFD",
          hints: ["they are control characters; look at where the text came from"]))
    }
    return log.diagnostics
  }

  // MARK: Tags

  private func attribute(_ name: StaticString, _ value: String) {
    out.raw(" ")
    out.raw(name)
    out.raw("=\"")
    out.value(value)
    out.raw("\"")
  }

  /// The attributes of a node: id, classes, language and direction.
  private func attributes(_ node: Attributes, classes more: [String] = []) {
    id(node.id)
    let classes = more + node.classes
    if !classes.isEmpty { attribute("class", classes.joined(separator: " ")) }
    if let language = node.value("language") { self.language(language) }
    if let direction = node.value("direction").flatMap(Direction.init) { self.direction(direction) }
  }

  private func language(_ text: String) {
    guard let tag = LanguageTag(text) else {
      lose(
        "html.language", "languages are no tags and are left out",
        "write them as BCP 47 has it, such as en or ar-EG")
      return
    }
    if target == .publication { attribute("xml:lang", tag.text) }
    attribute("lang", tag.text)
  }

  private func direction(_ direction: Direction) {
    switch direction {
    case .leftToRight: attribute("dir", "ltr")
    case .rightToLeft: attribute("dir", "rtl")
    case .automatic: attribute("dir", "auto")
    }
  }

  private func id(_ id: String) {
    // An id that is given twice is the first one's.
    guard !id.isEmpty, !isReprint, let name = anchors.name(of: id), written.insert(name).inserted
    else { return }
    attribute("id", name)
  }

  // MARK: Blocks

  func write(_ blocks: [Block]) { for block in blocks { write(block) } }

  private func write(_ block: Block) {
    guard depth < HTMLBody.depthLimit else {
      lose(
        "html.depth", "blocks lie deeper than \(HTMLBody.depthLimit) levels and are plain words",
        "look at the source: nothing written by people is so deep")
      writeFlat(block)
      return
    }
    depth += 1
    defer { depth -= 1 }
    switch block {
    case .heading(let heading): write(heading)
    case .paragraph(let node):
      out.raw("<p")
      attributes(node.attributes)
      out.raw(">")
      inlines(node.inlines)
      out.raw("</p>\n")
    case .list(let list): write(list)
    case .table(let table): write(table)
    case .quote(let quote):
      out.raw("<blockquote")
      attributes(quote.attributes)
      out.raw(">\n")
      inside { write(quote.blocks) }
      if !quote.attribution.isEmpty {
        out.raw("<footer>\u{2014} ")
        inlines(quote.attribution)
        out.raw("</footer>\n")
      }
      out.raw("</blockquote>\n")
    case .code(let code):
      // Whoever uses the keyboard scrolls long lines.
      out.raw("<pre tabindex=\"0\"")
      attributes(code.attributes)
      out.raw("><code")
      let language = code.language.filter { $0.isLetter || $0.isNumber || "+-#._".contains($0) }
      if !language.isEmpty { attribute("class", "language-" + language) }
      out.raw(">")
      // A line feed right after the tag is no part of it.
      if code.text.hasPrefix("\n") { out.raw("\n") }
      out.text(code.text)
      out.raw("</code></pre>\n")
    case .figure(let figure):
      out.raw("<figure")
      attributes(figure.attributes)
      out.raw(">\n")
      picture(figure.image)
      if !figure.caption.isEmpty {
        out.raw("\n<figcaption>")
        inlines(figure.caption)
        out.raw("</figcaption>")
      }
      out.raw("\n</figure>\n")
    case .callout(let callout): write(callout)
    case .keyValues(let pairs):
      if pairs.pairs.isEmpty { return }
      out.raw("<dl")
      attributes(pairs.attributes)
      out.raw(">\n")
      for pair in pairs.pairs {
        out.raw("<dt>")
        inlines(pair.key)
        out.raw("</dt><dd>")
        inlines(pair.value)
        out.raw("</dd>\n")
      }
      out.raw("</dl>\n")
    case .division(let division): write(division)
    case .rule(let attributes):
      out.raw("<hr")
      self.attributes(attributes)
      out.raw("/>\n")
    case .pageBreak: out.raw("<div class=\"page-break\"></div>\n")
    case .contents(let contents): write(contents)
    case .index(let index): write(index)
    }
  }

  private func inside(_ body: () -> Void) {
    let saved = isOutlined
    isOutlined = false
    body()
    isOutlined = saved
  }

  private func writeFlat(_ block: Block) {
    if isOutlined { headingPosition += Document(blocks: [block]).headings(depth: .max).count }
    func paragraph(_ words: String) {
      guard !words.isEmpty else { return }
      out.raw("<p>")
      out.text(words)
      out.raw("</p>\n")
    }
    [block].walk(
      block: { block in
        switch block {
        case .paragraph(let node): paragraph(node.inlines.plainText)
        case .heading(let node): paragraph(node.inlines.plainText)
        case .code(let node): paragraph(node.text)
        case .figure(let node): paragraph(([.image(node.image)] + node.caption).plainText)
        case .callout(let node): paragraph(node.title.plainText)
        case .table(let node): paragraph(node.caption.plainText)
        case .quote(let node): paragraph(node.attribution.plainText)
        case .keyValues(let node):
          for pair in node.pairs { paragraph(pair.key.plainText + " " + pair.value.plainText) }
        default: break
        }
        return .descend
      }, inline: { _ in .skip })
  }

  private func write(_ heading: Heading) {
    let level = min(max(heading.level, 1), 6)
    if level != heading.level {
      lose("html.heading-level", "headings have a level other than 1 to 6", "use levels 1 to 6")
    }
    out.raw("<h")
    out.number(level)
    attributes(heading.attributes)
    if heading.isListed, isOutlined {
      if heading.attributes.id.isEmpty { attribute("id", HTMLBody.name(headingPosition)) }
      headingPosition += 1
    }
    out.raw(">")
    inlines(heading.inlines)
    out.raw("</h")
    out.number(level)
    out.raw(">\n")
  }

  /// The id of a listed heading that has none. Ids made here begin with a low line, which those of
  /// the document never do.
  static func name(_ position: Int) -> String { "_heading-\(position + 1)" }

  private func write(_ division: Division) {
    // A section is what has a heading to be called by.
    let isSection: Bool = if case .heading? = division.blocks.first { true } else { false }
    out.raw(isSection ? "<section" : "<div")
    attributes(division.attributes)
    out.raw(">\n")
    write(division.blocks)
    out.raw(isSection ? "</section>\n" : "</div>\n")
  }

  private func write(_ callout: Callout) {
    out.raw("<aside")
    let kind = callout.kind.map { $0.isWhitespace ? "-" : $0 }
    attributes(callout.attributes, classes: ["callout", String(kind)])
    attribute("role", "note")
    var label = ""
    if !callout.title.isEmpty {
      labels += 1
      label = "_box-\(labels)"
      attribute("aria-labelledby", label)
    }
    out.raw(">\n")
    if !callout.title.isEmpty {
      out.raw("<p class=\"callout-title\"")
      attribute("id", label)
      out.raw(">")
      inlines(callout.title)
      out.raw("</p>\n")
    }
    inside { write(callout.blocks) }
    out.raw("</aside>\n")
  }

  // MARK: Lists

  private func write(_ list: List) {
    if list.items.isEmpty { return }
    let tag: StaticString
    switch list.marker {
    case .bullet:
      tag = "ul"
      out.raw("<ul")
    case .ordered(let start, let style):
      tag = "ol"
      out.raw("<ol")
      switch style {
      case .decimal: break
      case .lowerLetter: attribute("type", "a")
      case .upperLetter: attribute("type", "A")
      case .lowerRoman: attribute("type", "i")
      case .upperRoman: attribute("type", "I")
      }
      if start != 1 { attribute("start", String(start)) }
    }
    attributes(list.attributes)
    out.raw(">\n")
    for item in list.items {
      out.raw("<li")
      attributes(item.attributes)
      out.raw(">")
      if let isDone = item.isDone { out.raw(isDone ? "\u{2612} " : "\u{2610} ") }
      inside { write(items: item.blocks, isTight: list.isTight) }
      out.raw("</li>\n")
    }
    out.raw("</")
    out.raw(tag)
    out.raw(">\n")
  }

  /// The blocks of an item or a cell; a single plain paragraph needs no tags of its own.
  private func write(items blocks: [Block], isTight: Bool) {
    for (position, block) in blocks.enumerated() {
      if isTight, position == 0, case .paragraph(let node) = block, node.attributes.isEmpty,
        blocks.dropFirst().allSatisfy({ if case .list = $0 { true } else { false } })
      {
        inlines(node.inlines)
      } else {
        if position == 0 { out.raw("\n") }
        write(block)
      }
    }
  }

  // MARK: Tables

  private func write(_ table: Table) {
    let grid = TableGrid(table, limit: 1000)
    if grid.isCut {
      lose(
        "html.table-columns", "tables have more than 1,000 columns; the rest stands in the last",
        "split the table")
    }
    guard !grid.head.isEmpty || !grid.body.isEmpty else { return }
    out.raw("<div class=\"table\" role=\"group\" tabindex=\"0\"><table")
    attributes(table.attributes)
    out.raw(">\n")
    if !table.caption.isEmpty {
      out.raw("<caption>")
      inlines(table.caption)
      out.raw("</caption>\n")
    }
    let shares = table.columns.map { $0.share.isFinite ? min(max($0.share, 0), 1) : 0 }
    if shares.contains(where: { $0 > 0 }) {
      out.raw("<colgroup>")
      for share in shares {
        out.raw("<col")
        if share > 0 { attribute("style", "width:\(Int(share * 100 + 0.5))%") }
        out.raw("/>")
      }
      out.raw("</colgroup>\n")
    }
    if !grid.head.isEmpty {
      out.raw("<thead>\n")
      for row in grid.head { write(row, table, isHead: true) }
      out.raw("</thead>\n")
    }
    if !grid.body.isEmpty {
      out.raw("<tbody>\n")
      for row in grid.body { write(row, table, isHead: false) }
      out.raw("</tbody>\n")
    }
    out.raw("</table></div>\n")
  }

  private func write(_ row: [TableGrid.Slot], _ table: Table, isHead: Bool) {
    out.raw("<tr>")
    var column = 0
    for slot in row {
      let alignment = column < table.columns.count ? table.columns[column].alignment : .start
      switch slot {
      case .cell(let cell, let columns, let rows):
        let isHeader = isHead || cell.isHeader
        out.raw(isHeader ? "<th" : "<td")
        if isHeader {
          let scope = isHead ? (columns > 1 ? "colgroup" : "col") : rows > 1 ? "rowgroup" : "row"
          attribute("scope", scope)
        }
        if columns > 1 { attribute("colspan", String(columns)) }
        if rows > 1 { attribute("rowspan", String(rows)) }
        if alignment != .start { attribute("class", alignment.rawValue) }
        out.raw(">")
        inside { write(items: cell.blocks, isTight: true) }
        out.raw(isHeader ? "</th>" : "</td>")
        column += columns
      case .covered(let columns): column += columns
      case .missing:
        out.raw("<td></td>")
        column += 1
      }
    }
    out.raw("</tr>\n")
  }

  // MARK: Contents and index

  private func write(_ contents: Contents) {
    out.raw("<nav")
    attributes(contents.attributes, classes: ["contents"])
    if contents.title.isEmpty {
      attribute("aria-label", phrases[.contents])
      out.raw(">\n")
    } else {
      labels += 1
      attribute("aria-labelledby", "_box-\(labels)")
      out.raw("><p class=\"contents-title\"")
      attribute("id", "_box-\(labels)")
      out.raw(">")
      inlines(contents.title)
      out.raw("</p>\n")
    }
    writeOutline(depth: min(max(contents.depth, 1), 6))
    out.raw("</nav>\n")
  }

  /// The listed headings as lists in one another, linked.
  func writeOutline(depth: Int) {
    isReprint = true
    // Levels of the items that are open.
    var open: [Int] = []
    for (position, heading) in headings.enumerated() where heading.level <= depth {
      let level = min(max(heading.level, 1), 6)
      while let last = open.last, last > level {
        out.raw("</li></ol>")
        open.removeLast()
      }
      if let last = open.last, last == level {
        out.raw("</li>\n")
      } else {
        out.raw("<ol>\n")
        open.append(level)
      }
      out.raw("<li><a href=\"")
      if !headingFiles.isEmpty, position < headingFiles.count {
        let there = headingFiles[position]
        if there != file { out.value(there) }
      }
      out.raw("#")
      out.value(anchors.name(of: heading.attributes.id) ?? HTMLBody.name(position))
      out.raw("\">")
      isInLink = true
      inlines(heading.inlines)
      isInLink = false
      out.raw("</a>")
    }
    for _ in open { out.raw("</li></ol>") }
    if !open.isEmpty { out.raw("\n") }
    isReprint = false
  }

  private func write(_ index: Index) {
    if !index.title.isEmpty {
      out.raw("<p class=\"index-title\">")
      inlines(index.title)
      out.raw("</p>\n")
    }
    let entries = document.indexEntries(named: index.name)
    guard !entries.isEmpty else {
      lose("html.index", "indexes are empty: no mark is for them", "leave them out")
      return
    }
    out.raw("<ul")
    attributes(index.attributes, classes: ["index"])
    out.raw(">\n")
    for entry in entries {
      out.raw("<li>")
      out.text(entry.term)
      for place in entry.places where !place.title.isEmpty {
        out.raw(", ")
        if let name = anchors.name(of: place.id) {
          out.raw("<a href=\"")
          out.value(address(of: place.id, name))
          out.raw("\">")
          out.text(place.title)
          out.raw("</a>")
        } else {
          out.text(place.title)
        }
      }
      out.raw("</li>\n")
    }
    out.raw("</ul>\n")
  }

  private func address(of id: String, _ name: String) -> String {
    let there = files[id] ?? file
    return (there == file ? "" : there) + "#" + name
  }

  // MARK: Notes

  /// The notes since the last time, as a list at the end of the file.
  func writeNotes() {
    guard !notes.isEmpty else { return }
    out.raw("<section class=\"notes\" role=\"doc-endnotes\"")
    attribute("aria-label", phrases[.notes])
    out.raw("><ol")
    if notes[0].number != 1 { attribute("start", String(notes[0].number)) }
    out.raw(">\n")
    var next = 0
    while next < notes.count {
      let note = notes[next]
      next += 1
      out.raw("<li")
      attribute("id", "_note-\(note.number)")
      out.raw(">")
      inside { write(items: note.blocks, isTight: true) }
      out.raw(" <a role=\"doc-backlink\"")
      attribute("href", "#_mark-\(note.number)")
      attribute("aria-label", "\(phrases[.note]) \(note.number)")
      out.raw(">\u{21A9}\u{FE0E}</a></li>\n")
    }
    out.raw("</ol></section>\n")
    notes.removeAll()
  }

  // MARK: Inlines

  private func inlines(_ nodes: [Inline], depth: Int = 0) {
    if depth > HTMLBody.depthLimit {
      lose(
        "html.depth", "blocks lie deeper than \(HTMLBody.depthLimit) levels and are plain words",
        "look at the source: nothing written by people is so deep")
      out.text(nodes.plainText)
      return
    }
    func element(_ open: StaticString, _ close: StaticString, _ inner: [Inline]) {
      out.raw(open)
      inlines(inner, depth: depth + 1)
      out.raw(close)
    }
    for node in nodes {
      switch node {
      case .text(let text): out.text(text)
      case .emphasis(let inner): element("<em>", "</em>", inner)
      case .strong(let inner): element("<strong>", "</strong>", inner)
      case .strikethrough(let inner): element("<s>", "</s>", inner)
      case .smallCaps(let inner): element("<span class=\"small-caps\">", "</span>", inner)
      case .superscript(let inner): element("<sup>", "</sup>", inner)
      case .subscript(let inner): element("<sub>", "</sub>", inner)
      case .code(let text):
        out.raw("<code>")
        out.text(text)
        out.raw("</code>")
      case .lineBreak: out.raw(isReprint ? " " : "<br/>")
      case .link(let link):
        guard !isInLink else {
          inlines(link.inlines, depth: depth + 1)
          continue
        }
        guard let address = WebAddress.sound(link.url) else {
          lose(
            "html.link", "links have an address that is not followed; only their text is written",
            "link to http, https or mailto")
          inlines(link.inlines, depth: depth + 1)
          continue
        }
        anchor(address, link.inlines, depth)
      case .reference(let reference):
        guard !isInLink, let name = anchors.name(of: reference.target) else {
          if !isInLink {
            lose(
              "html.reference",
              "references point at ids that no node has; only their text is written",
              "name the id of a node of this document")
          }
          inlines(reference.inlines, depth: depth + 1)
          continue
        }
        anchor(address(of: reference.target, name), reference.inlines, depth)
      case .footnote(let blocks): if !isReprint { note(blocks) }
      case .image(let image):
        if isReprint { out.text(image.alternative) } else { picture(image) }
      case .span(let span):
        out.raw("<span")
        attributes(span.attributes)
        if !span.language.isEmpty { language(span.language) }
        if let direction = span.direction { self.direction(direction) }
        out.raw(">")
        inlines(span.inlines, depth: depth + 1)
        out.raw("</span>")
      case .indexMark: break
      }
    }
  }

  private func anchor(_ address: String, _ inner: [Inline], _ depth: Int) {
    out.raw("<a")
    attribute("href", address)
    out.raw(">")
    isInLink = true
    inlines(inner, depth: depth + 1)
    isInLink = false
    out.raw("</a>")
  }

  private func note(_ blocks: [Block]) {
    noteCount += 1
    notes.append((noteCount, blocks))
    if isInLink {
      // A link holds no other: the number alone stands here.
      out.raw("<sup>")
      out.number(noteCount)
      out.raw("</sup>")
      return
    }
    out.raw("<sup><a role=\"doc-noteref\"")
    if target == .publication { attribute("epub:type", "noteref") }
    attribute("id", "_mark-\(noteCount)")
    attribute("href", "#_note-\(noteCount)")
    attribute("aria-label", "\(phrases[.note]) \(noteCount)")
    out.raw(">")
    out.number(noteCount)
    out.raw("</a></sup>")
  }

  // MARK: Pictures

  private func picture(_ image: Image) {
    guard let resource = resources[image.resource],
      ["image/png", "image/jpeg", "image/svg+xml"].contains(resource.mediaType)
    else {
      lose(
        "html.image", "images are shown by their description: the document does not carry them",
        "add a PNG, JPEG or SVG of that name")
      if !image.alternative.isEmpty {
        out.raw("[")
        out.text(image.alternative)
        out.raw("]")
      }
      return
    }
    out.raw("<img")
    attribute("alt", image.alternative)
    if image.share > 0, image.share.isFinite {
      attribute("style", "width:\(Int(min(image.share, 1) * 100 + 0.5))%")
    } else if resource.width > 0, resource.height > 0 {
      attribute("width", String(resource.width))
      attribute("height", String(resource.height))
    }
    out.raw(" src=\"")
    if target == .publication {
      out.value(pictureName(resource))
    } else {
      out.raw("data:")
      out.raw(resource.mediaType)
      out.raw(";base64,")
      Base64.write(resource.bytes, to: out)
    }
    out.raw("\"/>")
  }

  /// What a picture is called in a publication.
  private func pictureName(_ resource: Resource) -> String {
    let position: Int
    if let known = pictures.firstIndex(of: resource.name) {
      position = known
    } else {
      position = pictures.count
      pictures.append(resource.name)
    }
    return HTMLBody.pictureName(position, resource.mediaType)
  }

  static func pictureName(_ position: Int, _ mediaType: String) -> String {
    let ending =
      switch mediaType {
      case "image/png": "png"
      case "image/jpeg": "jpg"
      default: "svg"
      }
    return "picture\(position + 1).\(ending)"
  }
}

/// RFC 4648, section 4.
enum Base64 {
  static func write(_ bytes: [UInt8], to out: XMLOutput) {
    let letters = Array(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var line: [UInt8] = []
    line.reserveCapacity(4096)
    var at = 0
    while at < bytes.count {
      let left = bytes.count - at
      let a = bytes[at]
      let b = left > 1 ? bytes[at + 1] : 0
      let c = left > 2 ? bytes[at + 2] : 0
      line.append(letters[Int(a >> 2)])
      line.append(letters[Int((a & 3) << 4 | b >> 4)])
      line.append(left > 1 ? letters[Int((b & 15) << 2 | c >> 6)] : UInt8(ascii: "="))
      line.append(left > 2 ? letters[Int(c & 63)] : UInt8(ascii: "="))
      at += 3
      if line.count >= 4092 {
        out.raw(line)
        line.removeAll(keepingCapacity: true)
      }
    }
    out.raw(line)
  }
}
