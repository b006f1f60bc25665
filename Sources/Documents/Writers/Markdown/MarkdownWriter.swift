// SPDX-License-Identifier: MIT
// Part of Platen: a document as Markdown that reads back as the same document.

public import Diagnostics
public import Documents
public import Text

/// Writes a document as CommonMark 0.31 with GitHub's tables, task lists, strikethrough, footnotes
/// and alerts.
///
/// Boxes are block quotes with a lead, and so are a speaker's words, under the speaker's name; keys
/// and values are a list, footnotes are at the end, images are referenced and not in the file.
/// Content that Markdown cannot express is counted in the warnings. HTML is written in three
/// places: superscripts and subscripts, breaks within cells, and targets of references that are not
/// headings.
public struct MarkdownWriter: Sendable {
  public var phrases: Phrasebook
  /// Indicates whether the metadata stand at the top as YAML. Otherwise the title does, as a
  /// heading.
  public var hasFrontMatter: Bool
  /// The prefix of the names of images, such as `pictures/`; nil where no images are beside the
  /// file, which has their descriptions instead.
  public var pictureFolder: String?
  /// The link to another file that references to a target, and images of a name, become; nil where a
  /// document is alone.
  package var fileLink: (@Sendable (String) -> MarkdownFileLink)?

  public init(
    phrases: Phrasebook = .english, hasFrontMatter: Bool = true, pictureFolder: String? = ""
  ) {
    self.phrases = phrases
    self.hasFrontMatter = hasFrontMatter
    self.pictureFolder = pictureFolder
  }

  /// Hands the file to a sink, piece by piece.
  ///
  /// - Returns: what cannot be shown as the document has it, in warnings named `markdown.*`.
  /// - Throws: what the sink throws.
  public func writeDocument(
    _ document: Document, to sink: ByteSink
  ) throws -> [Diagnostic] {
    try withoutActuallyEscaping(sink) { sink in
      let output = MarkupOutput(to: sink)
      let document = document.withHeadingIDs()
      let text = MarkdownText(writer: self, document: document, to: output)
      text.writeDocument(document)
      try output.finish()
      return text.warnings
    }
  }
}

/// A link from one file of Markdown to another.
package enum MarkdownFileLink: Hashable, Sendable {
  /// `[[name|text]]`, and `![[name]]` for an image.
  case wiki(String)
  /// `[text](address)`, the address encoded.
  case address(String)
  /// The text alone.
  case text
}

/// Links between notes as Obsidian and others have them.
package enum Wikilink {
  /// - Parameter isInTable: whether it is in a cell, where a bar would end it.
  package static func text(to name: String, showing text: String, isInTable: Bool = false) -> String
  {
    // The text in such a link knows no escapes.
    let others: [Character: Character] = [
      "[": "(", "]": ")", "|": "/", "<": "\u{2039}", ">": "\u{203A}",
    ]
    let shown = String(text.map { others[$0] ?? ($0.isNewline || $0 == "\t" ? " " : $0) })
    if shown.isEmpty || shown == name { return "[[\(name)]]" }
    return "[[\(name)\(isInTable ? "\\|" : "|")\(shown)]]"
  }
}

/// The content that Markdown cannot express, counted.
enum MarkdownLoss: CaseIterable {
  case smallCaps, direction, pageBreaks, numberStyles, spans, cellBlocks, heads, nesting
  case controlCharacters, pictures, widths, indexPlaces

  var message: String {
    switch self {
    case .smallCaps: "small capitals are plain text"
    case .direction: "another language or direction is not marked"
    case .pageBreaks: "a page break is not shown"
    case .numberStyles: "letters or Roman numerals of a list are digits"
    case .spans: "a cell over several columns or rows takes one, with empty ones beside or below"
    case .cellBlocks: "a cell of more than one paragraph is on one line"
    case .heads: "a table has an empty or a shortened head, since there must be one row of it"
    case .nesting: "emphasis within or right beside another is not shown"
    case .controlCharacters: "a control character is shown as U+FFFD"
    case .pictures: "images are referenced by the file and not contained in it"
    case .widths: "the width of an image or of columns is lost"
    case .indexPlaces: "an index entry leads nowhere, since no heading names its place"
    }
  }

  var code: Diagnostic.Code {
    switch self {
    case .smallCaps: .markdownSmallCaps
    case .direction: .markdownDirection
    case .pageBreaks: .markdownPageBreaks
    case .numberStyles: .markdownNumberStyles
    case .spans: .markdownSpans
    case .cellBlocks: .markdownCellBlocks
    case .heads: .markdownHeads
    case .nesting: .markdownNesting
    case .controlCharacters: .markdownControlCharacters
    case .pictures: .markdownImages
    case .widths: .markdownWidths
    case .indexPlaces: .markdownIndexPlaces
    }
  }
}

/// One text being written.
private final class MarkdownText {
  let writer: MarkdownWriter
  let plan: MarkdownPlan
  let output: MarkupOutput
  private let resources: Set<String>
  private var log = DiagnosticLog()
  private var losses: [MarkdownLoss: Int] = [:]
  /// The names of images in the file, each once and in order.
  private var pictures: [String] = []
  private var knownPictures: Set<String> = []

  /// The prefix of every line.
  private var prefix: [UInt8] = []
  /// The prefix of the next line instead: the marker of an item.
  private var firstPrefix: [UInt8]?
  private var notes: [[Block]] = []
  private var isInLink = false
  private var marksAfterLink: [Int] = []
  /// The characters of emphases that are open.
  private var openDelimiters: [UInt8] = []

  init(writer: MarkdownWriter, document: Document, to output: MarkupOutput) {
    self.writer = writer
    plan = MarkdownPlan(document)
    self.output = output
    resources = Set(document.resources.map(\.name))
  }

  var warnings: [Diagnostic] {
    for loss in MarkdownLoss.allCases {
      if loss == .pictures, !pictures.isEmpty {
        let names = pictures.prefix(8).map { WebLog.short($0) }.joined(separator: ", ")
        let more = pictures.count > 8 ? " and \(pictures.count - 8) more" : ""
        let message =
          writer.pictureFolder == nil ? "images are shown as their descriptions" : loss.message
        log.record(
          .warning(
            loss.code, "\(message): \(names)\(more)",
            hints: ["HTML, EPUB, DOCX and PDF contain their images"]))
      } else if let count = losses[loss] {
        log.record(
          .warning(loss.code, loss.message + (count > 1 ? " (\(count) times)" : "")))
      }
    }
    return log.diagnostics
  }

  private func lose(_ loss: MarkdownLoss, _ count: Int = 1) {
    if count > 0 { losses[loss, default: 0] += count }
  }

  private func warn(_ code: Diagnostic.Code, _ message: String, hint: String? = nil) {
    log.record(.warning(code, message, hints: hint.map { [$0] } ?? []))
  }

  func writeDocument(_ document: Document) {
    if writer.hasFrontMatter {
      MarkdownFrontMatter(metadata: document.metadata).write(to: output)
    } else {
      writeTitle(document)
    }
    writeBlocks(document.blocks, isTight: false)
    writeNotes()
  }

  private func writeTitle(_ document: Document) {
    let metadata = document.metadata
    if case .division(let division)? = document.blocks.first, division.isTitlePage {
      return
    }
    if metadata.title.isEmpty { return }
    var blocks: [Block] = [.heading(Heading(1, [.text(metadata.title)]))]
    if !metadata.subtitle.isEmpty {
      blocks.append(.paragraph(Paragraph([.emphasis([.text(metadata.subtitle)])])))
    }
    let authors = metadata.authors.joined(separator: writer.phrases[.comma])
    if !authors.isEmpty { blocks.append(.text(authors)) }
    if !metadata.date.isEmpty { blocks.append(.text(writer.phrases.date(metadata.date))) }
    writeBlocks(blocks, isTight: false)
    blank()
  }

  // MARK: Lines

  private func raw(_ bytes: [UInt8]) { output.raw(String(decoding: bytes, as: UTF8.self)) }

  /// Writes a line behind what lines begin with here.
  private func line(_ bytes: ArraySlice<UInt8>) {
    if bytes.isEmpty, firstPrefix == nil { return blank() }
    raw(firstPrefix ?? prefix)
    firstPrefix = nil
    output.raw(String(decoding: bytes, as: UTF8.self)).raw("\n")
  }

  private func line(_ text: String) { line(Array(text.utf8)[...]) }

  private func lines(_ bytes: [UInt8]) {
    for part in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      line(part)
    }
  }

  /// An empty line; within quotes it has their marks.
  private func blank() {
    var bytes = prefix[...]
    while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    output.raw(String(decoding: bytes, as: UTF8.self)).raw("\n")
  }

  /// Writes blocks whose lines begin with `more` behind what they begin with already, the first
  /// line with `first` instead.
  private func nested(first: String, more: String, _ body: () -> Void) {
    let before = prefix
    firstPrefix = (firstPrefix ?? prefix) + Array(first.utf8)
    prefix += Array(more.utf8)
    body()
    if firstPrefix != nil {
      // Nothing was written: the marker stands alone.
      var bytes = (firstPrefix ?? [])[...]
      while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
      output.raw(String(decoding: bytes, as: UTF8.self)).raw("\n")
      firstPrefix = nil
    }
    prefix = before
  }

  // MARK: Blocks

  /// - Parameter isTight: whether empty lines between blocks are omitted where that changes
  ///   nothing.
  private func writeBlocks(_ blocks: [Block], isTight: Bool) {
    var previous: Block?
    var alternates = false
    for block in MarkdownText.flattened(blocks) {
      if isNothing(block) { continue }
      if let previous {
        if !(isTight && MarkdownText.mayFollow(block, previous)) { blank() }
        alternates = MarkdownText.wouldJoin(previous, block) ? !alternates : false
      } else if let firstPrefix, firstPrefix.suffix(2).elementsEqual("- ".utf8) {
        // Three hyphens on a line are a rule, whatever they were meant to be.
        alternates = MarkdownText.sort(block) == 1
      }
      writeBlock(block, alternates: alternates)
      previous = block
    }
  }

  /// Divisions are their blocks, but for those with a place to point at or a speaker.
  private static func flattened(_ blocks: [Block]) -> [Block] {
    func isOpen(_ node: Division) -> Bool {
      node.attributes.id.isEmpty && node.speaker == nil
    }
    guard
      blocks.contains(where: { if case .division(let node) = $0 { isOpen(node) } else { false } })
    else { return blocks }
    return blocks.flatMap { block -> [Block] in
      if case .division(let division) = block, isOpen(division) {
        flattened(division.blocks)
      } else {
        [block]
      }
    }
  }

  /// Counts content that is not shown, and returns whether that is all.
  private func isNothing(_ block: Block) -> Bool {
    if !block.attributes.isEmpty,
      block.attributes.value("language") != nil || block.attributes.value("direction") != nil
    {
      lose(.direction)
    }
    let hasAnchor = plan.needsAnchor(block.attributes.id)
    switch block {
    case .pageBreak:
      lose(.pageBreaks)
      return true
    case .paragraph(let node): return node.inlines.isBlank && !hasAnchor
    case .heading(let node): return node.inlines.isBlank && !hasAnchor
    case .list(let node): return node.items.isEmpty && !hasAnchor
    case .keyValues(let node): return node.pairs.isEmpty && !hasAnchor
    case .quote(let node): return node.blocks.isEmpty && node.attribution.isBlank && !hasAnchor
    case .table(let node):
      return node.head.isEmpty && node.body.isEmpty && node.caption.isBlank && !hasAnchor
    case .division(let node):
      return node.blocks.allSatisfy { isNothing($0) } && !hasAnchor
    case .contents(let node):
      if plan.headings.contains(where: { $0.level <= node.depth }) { return false }
      warn(.markdownContents, "no headings for the contents")
      return !hasAnchor
    case .figure(let node):
      return isOmitted(node.image) && node.caption.isBlank && !hasAnchor
    case .index(let node):
      if plan.indexes[node.name] != nil { return false }
      warn(.markdownIndex, "no marks for the index")
      return !hasAnchor
    default: return false
    }
  }

  /// Indicates whether `next` needs no empty line behind `previous`.
  private static func mayFollow(_ next: Block, _ previous: Block) -> Bool {
    switch previous {
    case .heading, .code, .rule: return true
    case .paragraph:
      switch next {
      case .code, .heading, .quote: return true
      case .list(let list):
        // Only what begins with 1 and is not empty can end a paragraph.
        if list.items.first?.blocks.isEmpty != false { return false }
        if case .ordered(let start, _) = list.marker { return start == 1 }
        return true
      default: return false
      }
    default: return false
    }
  }

  /// Lists of one sort would become one.
  private static func wouldJoin(_ first: Block, _ second: Block) -> Bool {
    sort(first) > 0 && sort(first) == sort(second)
  }

  /// 1 for bullets, 2 for numbers, 0 for a block that is not a list.
  private static func sort(_ block: Block) -> Int {
    switch block {
    case .list(let list): if case .bullet = list.marker { 1 } else { 2 }
    case .keyValues, .contents, .index: 1
    default: 0
    }
  }

  private func writeBlock(_ block: Block, alternates: Bool) {
    let attributes = block.attributes
    var anchor = ""
    if plan.needsAnchor(attributes.id) {
      anchor = "<a id=\"\(WebPlan.anchor(attributes.id))\"></a>"
    }
    switch block {
    case .heading, .paragraph: break
    default:
      if !anchor.isEmpty {
        line(anchor)
        blank()
      }
    }
    switch block {
    case .paragraph(let node): paragraph(node.inlines, lead: anchor)
    case .heading(let node): writeHeading(node, anchor)
    case .list(let node): writeList(node, alternates: alternates)
    case .table(let node): writeTable(node)
    case .quote(let node): writeQuote(node)
    case .code(let node): writeCodeBlock(node)
    case .figure(let node):
      if !isOmitted(node.image) { paragraph([.image(node.image)]) }
      if !node.caption.isBlank {
        if !isOmitted(node.image) { blank() }
        paragraph(node.caption)
      }
    case .callout(let node): writeCallout(node)
    case .keyValues(let node):
      let bullet = alternates ? "+ " : "- "
      for pair in node.pairs {
        nested(first: bullet, more: "  ") {
          paragraph(pair.key.isBlank ? pair.value : [.strong(pair.key), .text(": ")] + pair.value)
        }
      }
    case .division(let node): writeDivision(node)
    case .rule: line("***")
    case .pageBreak: break
    case .contents(let node): writeContents(node, bullet: alternates ? "+ " : "- ")
    case .index(let node): writeIndex(node, bullet: alternates ? "+ " : "- ")
    }
  }

  private func writeHeading(_ node: Heading, _ anchor: String = "") {
    let level = min(max(node.level, 1), 6)
    var text = MarkdownLine(.heading)
    if !anchor.isEmpty { text.syntax(anchor) }
    writeInlines(node.inlines, to: &text)
    line(
      (Array(repeating: UInt8(ascii: "#"), count: level) + [UInt8(ascii: " ")] + finish(&text))[
        ...])
  }

  private func paragraph(_ inlines: [Inline], lead: String = "") {
    var text = MarkdownLine(.paragraph)
    if !lead.isEmpty { text.syntax(lead) }
    writeInlines(inlines, to: &text)
    lines(finish(&text))
  }

  private func finish(_ text: inout MarkdownLine) -> [UInt8] {
    let bytes = text.finished()
    lose(.controlCharacters, text.replaced)
    return bytes
  }

  private func writeList(_ node: List, alternates: Bool) {
    var number = 0
    if case .ordered(let start, let style) = node.marker {
      number = min(max(start, 0), 999_999_999 - node.items.count)
      if style != .decimal { lose(.numberStyles) }
    }
    for (position, item) in node.items.enumerated() {
      if position > 0, !node.isTight { blank() }
      let marker: String
      switch node.marker {
      case .bullet: marker = alternates ? "+ " : "- "
      case .ordered:
        marker = "\(number)" + (alternates ? ") " : ". ")
        number += 1
      }
      let task = item.isDone.map { $0 ? "[x] " : "[ ] " } ?? ""
      let indent = String(repeating: " ", count: marker.utf8.count)
      let anchor =
        plan.needsAnchor(item.attributes.id)
        ? "<a id=\"\(WebPlan.anchor(item.attributes.id))\"></a>" : ""
      nested(first: marker + task + anchor, more: indent) {
        writeBlocks(item.blocks, isTight: node.isTight)
      }
    }
  }

  private func writeQuote(_ node: Quote) {
    nested(first: "> ", more: "> ") {
      writeBlocks(node.blocks, isTight: false)
      if !node.attribution.isBlank {
        if !node.blocks.isEmpty { blank() }
        paragraph([.text("\u{2014} ")] + node.attribution)
      }
    }
  }

  /// Writes a speaker's words as a quote under the speaker's name.
  private func writeDivision(_ node: Division) {
    guard let speaker = node.speaker else {
      return writeBlocks(node.blocks, isTight: false)
    }
    nested(first: "> ", more: "> ") {
      paragraph([.strong(speaker.inlines)])
      if node.blocks.count > 1 {
        blank()
        writeBlocks(Array(node.blocks.dropFirst()), isTight: false)
      }
    }
  }

  private func writeCodeBlock(_ node: CodeBlock) {
    var longest = 2
    var run = 0
    for byte in node.text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = [UInt8](repeating: UInt8(ascii: "`"), count: longest + 1)
    let language = node.language.utf8.filter {
      $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "`") && $0 != UInt8(ascii: "\\")
        && $0 != UInt8(ascii: "&")
    }
    line((fence + language)[...])
    var replaced = 0
    // A carriage return also ends a line.
    var text: [UInt8] = []
    text.reserveCapacity(node.text.utf8.count)
    for byte in node.text.replacing("\r\n", with: "\n").utf8 {
      switch byte {
      case 0x0D: text.append(0x0A)
      case 0..<0x09, 0x0B..<0x20, 0x7F:
        text.append(contentsOf: "\u{FFFD}".utf8)
        replaced += 1
      default: text.append(byte)
      }
    }
    lose(.controlCharacters, replaced)
    if !text.isEmpty { lines(text) }
    line(fence[...])
  }

  private func writeCallout(_ node: Callout) {
    let alerts = ["note", "tip", "important", "warning", "caution"]
    nested(first: "> ", more: "> ") {
      var isFirst = true
      if alerts.contains(node.kind.lowercased()) {
        line("[!\(node.kind.uppercased())]")
        isFirst = false
        let startsWithText =
          if node.title.isBlank, case .paragraph? = node.blocks.first { true } else { false }
        if !startsWithText { blank() }
      }
      var lead = node.title
      if lead.isBlank, isFirst, let phrase = Phrase.label(ofCallout: node.kind) {
        lead = [.text(writer.phrases[phrase])]
      }
      if !lead.isBlank {
        paragraph([.strong(lead)])
        if !node.blocks.isEmpty { blank() }
      }
      writeBlocks(node.blocks, isTight: false)
    }
  }

  private func writeContents(_ node: Contents, bullet: String) {
    if !node.title.isBlank {
      paragraph([.strong(node.title)])
      blank()
    }
    var open: [Int] = []
    for entry in plan.headings where entry.level <= node.depth {
      while let last = open.last, last >= entry.level { open.removeLast() }
      let indent = String(repeating: "  ", count: open.count)
      open.append(entry.level)
      var text = MarkdownLine(.paragraph)
      text.syntax("[")
      isInLink = true
      writeInlines(MarkdownText.quoted(entry.inlines), to: &text)
      isInLink = false
      text.syntax("](#\(entry.slug))")
      line((Array((indent + bullet).utf8) + finish(&text))[...])
    }
  }

  private func writeIndex(_ node: Index, bullet: String) {
    if let heading = node.heading {
      writeHeading(heading)
      blank()
    }
    let entries = plan.indexes[node.name] ?? []
    let letters = plan.indexLetters[node.name] ?? []
    for (number, (entry, letter)) in zip(entries, letters).enumerated() {
      if let letter {
        if number > 0 { blank() }
        paragraph([.strong([.text(letter)])])
        blank()
      }
      var text = MarkdownLine(.paragraph)
      text.text(entry.term)
      for (number, place) in entry.places.enumerated() {
        text.text(number == 0 ? ": " : node.separator)
        let title = place.title.isEmpty ? "\(number + 1)" : place.title
        guard case .heading(let heading)? = plan.targets[place.id] else {
          lose(.indexPlaces)
          text.text(title)
          continue
        }
        text.syntax("[")
        text.text(title)
        text.syntax("](#\(plan.headings[heading].slug))")
      }
      line((Array(bullet.utf8) + finish(&text))[...])
    }
  }

  /// A heading's text repeated: one line, without notes.
  private static func quoted(_ inlines: [Inline]) -> [Inline] {
    [.text(inlines.plainText.replacing("\n", with: " "))]
  }

  // MARK: Tables

  private func writeTable(_ node: Table) {
    if !node.caption.isBlank {
      paragraph(node.caption)
      if node.head.isEmpty, node.body.isEmpty { return }
      blank()
    }
    if node.columns.contains(where: { $0.share > 0 }) { lose(.widths) }
    // Wider ones have no reader.
    let grid = TableGrid(node, limit: 1000)
    if grid.isCut {
      warn(.markdownTableColumns, "a table of more than 1,000 columns ends at the thousandth")
    }
    if node.head.count != 1 { lose(.heads) }
    var rows = grid.head + grid.body
    if node.head.isEmpty { rows.insert([], at: 0) }
    for (number, row) in rows.enumerated() {
      // Cells of the head are bold by themselves.
      let cells = row.flatMap { texts(of: $0, isHead: number == 0) }
      let empty = Array(repeating: [UInt8](), count: grid.columns - cells.count)
      line(
        (Array("| ".utf8) + Array((cells + empty).joined(separator: " | ".utf8)) + Array(" |".utf8))[
          ...])
      if number == 0 {
        var rule = "|"
        for column in 0..<grid.columns {
          switch column < node.columns.count ? node.columns[column].alignment : .start {
          case .start: rule += " --- |"
          case .center: rule += " :-: |"
          case .end: rule += " --: |"
          }
        }
        line(rule)
      }
    }
  }

  /// The text at a position of the grid, with empty texts for the further columns it covers.
  private func texts(of slot: TableGrid.Slot, isHead: Bool) -> [[UInt8]] {
    switch slot {
    case .missing: return [[]]
    case .covered(let columns): return Array(repeating: [], count: columns)
    case .cell(let cell, let columns, let rows):
      if columns > 1 || rows > 1 { lose(.spans) }
      let text = text(of: cell, isBold: cell.isHeader && !isHead)
      return [text] + Array(repeating: [], count: columns - 1)
    }
  }

  private func text(of cell: Table.Cell, isBold: Bool) -> [UInt8] {
    var text = MarkdownLine(.cell)
    if cell.blocks.count == 1, case .paragraph(let only) = cell.blocks[0] {
      writeInlines(
        isBold && !only.inlines.isBlank ? [.strong(only.inlines)] : only.inlines, to: &text)
    } else if !cell.blocks.isEmpty {
      lose(.cellBlocks)
      var isFirst = true
      for inlines in MarkdownText.texts(of: cell.blocks) where !inlines.isBlank {
        if !isFirst { text.lineBreak() }
        isFirst = false
        writeInlines(isBold ? [.strong(inlines)] : inlines, to: &text)
      }
    }
    return finish(&text)
  }

  /// The running texts of blocks, one after another.
  private static func texts(of blocks: [Block]) -> [[Inline]] {
    blocks.flatMap { block -> [[Inline]] in
      switch block {
      case .paragraph(let node): [node.inlines]
      case .heading(let node): [node.inlines]
      case .list(let node):
        node.items.flatMap { item in
          texts(of: item.blocks).enumerated().map { number, inlines in
            number == 0 ? [.text("\u{2022} ")] + inlines : inlines
          }
        }
      case .quote(let node): texts(of: node.blocks) + [node.attribution]
      case .code(let node): node.text.split(separator: "\n").map { [.code(String($0))] }
      case .figure(let node): [[.image(node.image)], node.caption]
      case .callout(let node): [node.title] + texts(of: node.blocks)
      case .keyValues(let node): node.pairs.map { $0.key + [.text(": ")] + $0.value }
      case .division(let node): texts(of: node.blocks)
      case .table(let node):
        [node.caption]
          + (node.head + node.body).map { row in
            row.cells.flatMap { texts(of: $0.blocks).flatMap { $0 + [.text(" ")] } }
          }
      case .rule, .pageBreak, .contents, .index: []
      }
    }
  }

  // MARK: Notes

  private func writeNotes() {
    var at = 0
    // Notes may have notes, which come to the end.
    while at < notes.count {
      let blocks = notes[at]
      at += 1
      blank()
      nested(first: "[^\(at)]: ", more: "    ") { writeBlocks(blocks, isTight: false) }
    }
  }

  // MARK: Inlines

  private func writeInlines(_ inlines: [Inline], to text: inout MarkdownLine) {
    for node in inlines { writeInline(node, to: &text) }
  }

  private func writeInline(_ node: Inline, to text: inout MarkdownLine) {
    switch node {
    case .text(let string): text.text(string)
    case .emphasis(let inlines): emphasize(inlines, 1, to: &text)
    case .strong(let inlines): emphasize(inlines, 2, to: &text)
    case .strikethrough(let inlines):
      let tilde = UInt8(ascii: "~")
      if inlines.isBlank || openDelimiters.contains(tilde) || text.lastDelimiter == tilde {
        if !inlines.isBlank { lose(.nesting) }
        return writeInlines(inlines, to: &text)
      }
      surround(inlines, tilde, 2, to: &text)
    case .smallCaps(let inlines):
      lose(.smallCaps)
      writeInlines(inlines, to: &text)
    case .superscript(let inlines):
      text.syntax("<sup>")
      writeInlines(inlines, to: &text)
      text.syntax("</sup>")
    case .subscript(let inlines):
      text.syntax("<sub>")
      writeInlines(inlines, to: &text)
      text.syntax("</sub>")
    case .code(let string): text.code(string)
    case .lineBreak: text.lineBreak()
    case .link(let link): writeLink(link, to: &text)
    case .reference(let reference): writeReference(reference, to: &text)
    case .footnote(let blocks):
      notes.append(blocks)
      if isInLink { marksAfterLink.append(notes.count) } else { text.syntax("[^\(notes.count)]") }
    case .image(let image): writeImage(image, to: &text)
    case .span(let span):
      // Text in the direction of its own letters needs no mark.
      if !span.language.isEmpty || (span.direction ?? .automatic) != .automatic {
        lose(.direction)
      }
      if plan.needsAnchor(span.attributes.id) {
        text.syntax("<a id=\"\(WebPlan.anchor(span.attributes.id))\"></a>")
      }
      writeInlines(span.inlines, to: &text)
    case .indexMark: break
    }
  }

  /// Emphasis in stars or underscores: never those it stands within, nor those it stands beside,
  /// with which they would be read as one.
  private func emphasize(_ inlines: [Inline], _ count: Int, to text: inout MarkdownLine) {
    if inlines.isBlank { return writeInlines(inlines, to: &text) }
    let characters = [UInt8(ascii: "*"), UInt8(ascii: "_")]
    let free = characters.first { !openDelimiters.contains($0) && text.lastDelimiter != $0 }
    guard let character = free else {
      lose(.nesting)
      return writeInlines(inlines, to: &text)
    }
    surround(inlines, character, count, to: &text)
  }

  private func surround(
    _ inlines: [Inline], _ character: UInt8, _ count: Int, to text: inout MarkdownLine
  ) {
    text.open(character, count)
    openDelimiters.append(character)
    writeInlines(inlines, to: &text)
    openDelimiters.removeLast()
    text.close(character, count)
  }

  private func writeLink(_ link: Link, to text: inout MarkdownLine) {
    guard !isInLink else {
      warn(.markdownNestedLink, "a link within a link: only the outer one works")
      return writeInlines(link.inlines, to: &text)
    }
    guard let address = LinkAddress.sound(link.url) else {
      warn(
        .markdownLink, "the link to \"\(WebLog.short(link.url))\" is written as text",
        hint: "use a complete address with http, https or mailto")
      return writeInlines(link.inlines, to: &text)
    }
    if link.inlines == [.text(link.url)], address == link.url, !address.hasPrefix("mailto:") {
      text.syntax("<\(address)>")
      return
    }
    text.syntax("[")
    writeInLink {
      if link.inlines.isBlank { text.text(link.url) } else { writeInlines(link.inlines, to: &text) }
    }
    text.syntax("](\(MarkdownText.destination(address)))")
    writeMarks(to: &text)
  }

  private func writeInLink(_ body: () -> Void) {
    isInLink = true
    // Links bind closer than emphasis: what is open outside is closed outside.
    body()
    isInLink = false
  }

  private func writeMarks(to text: inout MarkdownLine) {
    for mark in marksAfterLink { text.syntax("[^\(mark)]") }
    marksAfterLink = []
  }

  /// Writes a reference to another file.
  private func writeReference(
    _ reference: Reference, as link: MarkdownFileLink, to text: inout MarkdownLine
  ) {
    switch link {
    case .wiki(let name):
      text.syntax(
        Wikilink.text(
          to: name, showing: reference.inlines.plainText, isInTable: text.place == .cell))
    case .address(let address):
      text.syntax("[")
      writeInLink { writeInlines(reference.inlines, to: &text) }
      text.syntax("](\(address))")
      writeMarks(to: &text)
    case .text: writeInlines(reference.inlines, to: &text)
    }
  }

  private func writeReference(_ reference: Reference, to text: inout MarkdownLine) {
    if let fileLink = writer.fileLink, !isInLink {
      return writeReference(reference, as: fileLink(reference.target), to: &text)
    }
    guard let target = plan.targets[reference.target], !isInLink else {
      if !isInLink {
        warn(
          .markdownReference,
          "no such id: \"\(WebLog.short(reference.target))\"; the reference is written as text")
      }
      return writeInlines(reference.inlines, to: &text)
    }
    text.syntax("[")
    writeInLink {
      if !reference.inlines.isBlank {
        writeInlines(reference.inlines, to: &text)
      } else if case .heading(let place) = target {
        writeInlines(MarkdownText.quoted(plan.headings[place].inlines), to: &text)
      } else {
        text.text(reference.target)
      }
    }
    switch target {
    case .heading(let place): text.syntax("](#\(plan.headings[place].slug))")
    case .other: text.syntax("](#\(WebPlan.anchor(reference.target)))")
    }
    writeMarks(to: &text)
  }

  /// Indicates whether nothing of an image is shown: an ornament that is not beside the file.
  private func isOmitted(_ image: Image) -> Bool {
    writer.pictureFolder == nil && image.alternative.isEmpty
      && resources.contains(image.resource)
  }

  private func writeImage(_ image: Image, to text: inout MarkdownLine) {
    switch writer.fileLink?(image.resource) {
    case .wiki(let name): return text.syntax("![[\(name)]]")
    case .address(let address):
      text.syntax("![")
      text.text(image.alternative)
      return text.syntax("](\(address))")
    case .text, nil: break
    }
    guard resources.contains(image.resource) else {
      warn(
        .markdownImageFile,
        "no such image: \"\(WebLog.short(image.resource))\"; its description is shown")
      return text.text(image.alternative.isEmpty ? image.resource : image.alternative)
    }
    if isOmitted(image) { return }
    if knownPictures.insert(image.resource).inserted { pictures.append(image.resource) }
    guard let folder = writer.pictureFolder else { return text.text("[\(image.alternative)]") }
    if image.share > 0 { lose(.widths) }
    text.syntax("![")
    text.text(image.alternative)
    let address = MarkdownText.path(folder + image.resource)
    text.syntax("](\(MarkdownText.destination(address)))")
  }

  /// An address as a destination: brackets may not stand in it by themselves.
  private static func destination(_ address: String) -> String {
    let hasReference = address.contains("&") && address.contains(";")
    var text = ""
    for scalar in address.unicodeScalars {
      if scalar == "(" || scalar == ")" || scalar == "&" && hasReference { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return text
  }

  /// A file's name as an address beside the file.
  private static func path(_ name: String) -> String {
    PercentEncoding.encode(name, keeping: "-_./")
  }
}
