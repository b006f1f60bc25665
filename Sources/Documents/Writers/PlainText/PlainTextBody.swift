// SPDX-License-Identifier: MIT
// Part of Platen: the blocks of a document as lines of text.

internal import Diagnostics
internal import Documents
internal import Text

/// Walks a document once and gives its lines.
struct PlainTextBody {
  private var document: any DocumentStream
  /// All of it, where that is at hand: an index may then stand anywhere in it.
  private let whole: Document?
  private let options: PlainTextWriter.Options
  private var out: LineOutput
  /// Columns there are; nil for a line a paragraph.
  private var width: Int?
  /// Words longer than a line are cut: in cells.
  private var isCut = false
  private var log = DiagnosticLog()
  private var counts = Counts()
  private var notes: [(number: Int, blocks: [Block])] = []
  private var noteCount = 0
  private var depth = 0
  private var lists = 0
  private var isReprint = false
  /// Memory for the words of a paragraph.
  private var scratch: [UInt8] = []
  /// Gathers the index that ends the document while its blocks are written, when they are at hand.
  private var gatherer: IndexGatherer?
  /// Indicates whether blocks being written are passed to it: not those that it already has.
  private var isGathering = false
  /// Indicates whether that index is what is written now.
  private var isAtLast = false

  private struct Counts {
    var emphasis = 0
    var flattened = 0
    var replaced = 0
  }

  private static let depthLimit = 64
  private static let underlines = Array("=-~.'`".utf8)

  init(
    _ document: any DocumentStream, whole: Document? = nil, _ options: PlainTextWriter.Options,
    sink: @escaping ByteSink
  ) {
    self.document = document
    self.whole = whole
    self.options = options
    out = LineOutput(sink: sink)
    if case .wrapped(let columns) = options.lines { width = max(20, columns) }
  }

  mutating func writeDocument() throws -> [Diagnostic] {
    gatherer = document.lastIndex.map { IndexGatherer(named: $0.name) }
    isGathering = gatherer != nil
    var following = document.next()
    while let block = following {
      following = document.next()
      isAtLast = following == nil
      out.separate()
      writeBlock(block)
    }
    writeNotes()
    counts.replaced += out.replaced
    try out.finish(withNewline: options.endsWithNewline)
    return document.warnings + warnings()
  }

  private mutating func warnings() -> [Diagnostic] {
    if counts.replaced > 0 {
      log.record(
        .warning(
          .textForbiddenCharacters,
          "\(counts.replaced) control characters were replaced by U+FFFD",
          hints: ["check the source of the text"]))
    }
    if counts.flattened > 0 {
      log.record(
        .warning(
          .textDepth,
          "\(counts.flattened) blocks are nested deeper than \(PlainTextBody.depthLimit) levels and are"
            + " written one after another",
          hints: ["check the source: nothing written by people is nested so deeply"]))
    }
    if counts.emphasis > 0 {
      log.record(
        .note(
          .textEmphasis, "plain text shows no emphasis (\(counts.emphasis) places)",
          hints: ["enable marks to have it as *…* and **…**"]))
    }
    return log.diagnostics
  }

  // MARK: Blocks

  private mutating func writeBlocks(_ blocks: [Block], isTight: Bool = false) {
    for (position, block) in blocks.enumerated() {
      if !isTight || (position > 0 && !block.isList) { out.separate() }
      writeBlock(block)
    }
  }

  private mutating func writeBlock(_ block: Block) {
    guard isGathering else { return writeGathered(block) }
    if depth < PlainTextBody.depthLimit, block.isWrittenInOrder {
      gatherer?.begin(block)
      writeGathered(block)
    } else {
      gatherer?.visit(block)
      isGathering = false
      writeGathered(block)
      isGathering = true
    }
  }

  private mutating func writeGathered(_ block: Block) {
    guard depth < PlainTextBody.depthLimit else {
      counts.flattened += 1
      writeFlat(block)
      return
    }
    depth += 1
    defer { depth -= 1 }
    switch block {
    case .heading(let heading): writeHeading(heading)
    case .paragraph(let paragraph): writeInlines(paragraph.inlines)
    case .list(let list): writeList(list)
    case .table(let table): writeTable(table)
    case .quote(let quote):
      out.push("> ", "> ")
      writeBlocks(quote.blocks)
      if !quote.attribution.isEmpty { writeInlines([.text("\u{2014} ")] + quote.attribution) }
      out.pop()
    case .code(let code):
      out.push("    ", "    ")
      // Lines of code are not wrapped: their ends have a meaning.
      out.paragraph(code.text, width: nil)
      out.pop()
    case .figure(let figure):
      writeInlines([.image(figure.image)])
      if !figure.caption.isEmpty { writeInlines(figure.caption) }
    case .callout(let callout):
      out.push("| ", "| ")
      if !callout.title.isEmpty { writeInlines(callout.title) }
      writeBlocks(callout.blocks, isTight: !callout.title.isEmpty)
      out.pop()
    case .keyValues(let pairs): writeKeyValues(pairs)
    case .division(let division): writeDivision(division)
    case .rule: writeRule()
    case .pageBreak: break
    case .contents(let contents): writeContents(contents)
    case .index(let index): writeIndex(index)
    }
  }

  private mutating func writeFlat(_ block: Block) {
    var open = [block]
    while let next = open.popLast() {
      switch next {
      case .paragraph(let node): writeInlines(node.inlines)
      case .heading(let node): writeInlines(node.inlines)
      case .code(let node): out.paragraph(node.text, width: nil)
      case .figure(let node): writeInlines([.image(node.image)] + node.caption)
      case .list(let list): open.append(contentsOf: list.items.flatMap(\.blocks).reversed())
      case .table(let table):
        if !table.caption.isEmpty { writeInlines(table.caption) }
        let cells = (table.head + table.body).flatMap(\.cells)
        open.append(contentsOf: cells.flatMap(\.blocks).reversed())
      case .quote(let quote):
        if !quote.attribution.isEmpty { open.append(.paragraph(Paragraph(quote.attribution))) }
        open.append(contentsOf: quote.blocks.reversed())
      case .callout(let callout):
        if !callout.title.isEmpty { writeInlines(callout.title) }
        open.append(contentsOf: callout.blocks.reversed())
      case .keyValues(let pairs): writeKeyValues(pairs)
      case .division(let division): open.append(contentsOf: division.blocks.reversed())
      case .rule, .pageBreak, .contents, .index: break
      }
    }
  }

  /// Writes inlines as a paragraph; returns how wide its widest line is.
  @discardableResult
  private mutating func writeInlines(_ inlines: [Inline]) -> Int {
    if inlines.count == 1, case .text(let text) = inlines[0], !text.holds(0x0D) {
      return out.paragraph(text, width: width, isCut: isCut)
    }
    // The same memory for all paragraphs, but for those that stand in a note or cell of this one.
    var words: [UInt8] = []
    swap(&words, &scratch)
    append(inlines, to: &words, depth: 0)
    PlainTextBody.endLinesWithLineFeeds(&words)
    // A block that shows nothing, such as an ornament, has no line.
    let widest =
      words.isEmpty
      ? 0 : words.withUnsafeBytes { out.paragraph($0, width: width, isCut: isCut) }
    words.removeAll(keepingCapacity: true)
    swap(&words, &scratch)
    return widest
  }

  private mutating func writeHeading(_ heading: Heading) {
    if heading.level <= 1, heading.isListed, lists == 0, !notes.isEmpty {
      writeNotes()
      out.separate()
    }
    let level = min(max(heading.level, 1), 6)
    let words = text(of: heading.inlines)
    let widest = out.paragraph(words, width: width)
    guard !words.isEmpty else { return }
    // Without wrapping, the widest line is measured here.
    let measured =
      width == nil ? words.split(separator: "\n").map { DisplayWidth.of($0) }.max() ?? 0 : widest
    out.line(of: PlainTextBody.underlines[level - 1], width: min(measured, 200))
  }

  /// Writes a speaker's words as a quote under the speaker's name.
  private mutating func writeDivision(_ division: Division) {
    guard division.speaker != nil else { return writeBlocks(division.blocks) }
    out.push("> ", "> ")
    writeBlocks(division.blocks, isTight: true)
    out.pop()
  }

  private mutating func writeRule() {
    let room = max(3, (width ?? 60) - out.prefixWidth)
    let length = min(room, 20)
    let start = String(repeating: " ", count: (room - length) / 2)
    out.line(start + String(repeating: "-", count: length))
  }

  private static func spaces(_ count: Int) -> String {
    (0..<shortRuns.count).contains(count)
      ? shortRuns[count] : String(repeating: " ", count: max(0, count))
  }

  private static let shortRuns = (0...32).map { String(repeating: " ", count: $0) }

  // MARK: Lists

  private mutating func writeList(_ list: List) {
    lists += 1
    defer { lists -= 1 }
    let markers: [String] =
      switch list.marker {
      case .bullet: []
      case .ordered(let start, let style):
        list.items.indices.map { style.text(of: start, plus: $0) + "." }
      }
    let width = (markers.map(\.utf8.count).max() ?? 1) + 1
    let indent = PlainTextBody.spaces(width)
    for (position, item) in list.items.enumerated() {
      if position > 0, !list.isTight { out.separate() }
      let marker = position < markers.count ? markers[position] : "-"
      out.push(marker + PlainTextBody.spaces(width - marker.utf8.count), indent)
      var blocks = item.blocks
      if let isDone = item.isDone {
        let box = Inline.text(isDone ? "\u{2612} " : "\u{2610} ")
        if case .paragraph(var first)? = blocks.first {
          first.inlines.insert(box, at: 0)
          blocks[0] = .paragraph(first)
        } else {
          blocks.insert(.paragraph(Paragraph([box])), at: 0)
        }
      }
      writeBlocks(blocks, isTight: true)
      if out.hasUnusedPrefix { out.line("") }
      out.pop()
    }
  }

  // MARK: Keys, tables

  private mutating func writeKeyValues(_ pairs: KeyValues) {
    let keys = pairs.pairs.map { text(of: $0.key) }
    guard let width else {
      for (position, pair) in pairs.pairs.enumerated() {
        out.paragraph(keys[position] + "\t" + text(of: pair.value), width: nil)
      }
      return
    }
    let room = max(8, width - out.prefixWidth)
    let widest = keys.map { DisplayWidth.of($0) }.max() ?? 0
    let column = min(widest, room * 2 / 5) + 2
    let indent = PlainTextBody.spaces(column)
    for (position, pair) in pairs.pairs.enumerated() {
      let key = keys[position]
      let taken = DisplayWidth.of(key)
      if taken + 2 > column || key.holds(0x0A) {
        // A key too long for its column stands above its value.
        out.paragraph(key, width: width)
        out.push(indent, indent)
      } else {
        out.push(key + PlainTextBody.spaces(column - taken), indent)
      }
      writeInlines(pair.value)
      if out.hasUnusedPrefix { out.line("") }
      out.pop()
    }
  }

  private mutating func writeTable(_ table: Table) {
    if !table.caption.isEmpty { writeInlines(table.caption) }
    let table = table.withoutWordlessColumns
    let grid = TableGrid(table, limit: 1000)
    let rows = grid.head + grid.body
    guard let width else {
      for row in rows { writeTabbed(row) }
      return
    }
    let room = max(8, width - out.prefixWidth)
    // A cell of fewer than four columns cannot be read: then each row is written cell by cell.
    guard grid.columns * 6 <= room + 2 else {
      for row in rows { writeTold(row) }
      return
    }
    let cells = rows.map { row in
      row.map { slot -> CellLines in
        if case .cell(let cell, _, _) = slot { lines(of: cell.blocks, width: nil) } else { [] }
      }
    }
    let widths = columnWidths(grid.columns, rows, cells, room)
    // Where cells have several paragraphs, an empty line marks the beginning of the next row.
    let isLoose =
      table.body.contains { row in row.cells.contains { $0.blocks.count > 1 } }
      && table.body.allSatisfy { row in row.cells.allSatisfy { $0.rows == 1 } }
    for (number, row) in rows.enumerated() {
      if isLoose, number > grid.head.count { out.line("") }
      writeRow(row, cells[number], widths, table)
      if number == grid.head.count - 1 {
        out.line(widths.map { String(repeating: "-", count: $0) }.joined(separator: "  "))
      }
    }
  }

  /// The lines of a cell's blocks: as long as they come, or wrapped.
  private mutating func lines(of blocks: [Block], width: Int?) -> CellLines {
    if blocks.count == 1, case .paragraph(let node) = blocks[0], node.inlines.count == 1,
      case .text(let text) = node.inlines[0], width == nil, text.utf8.allSatisfy({ $0 >= 0x20 })
    {
      return CellLines(text)
    }
    let saved = (out, self.width, isCut, lists, noteCount, notes.count, counts)
    out = LineOutput(sink: nil)
    self.width = width ?? 100_000
    isCut = width != nil
    lists = 0
    writeBlocks(blocks, isTight: true)
    let made = CellLines(out.lines())
    let replaced = out.replaced
    (out, self.width, isCut, lists) = (saved.0, saved.1, saved.2, saved.3)
    if width == nil {
      // Only measured: what was counted is counted again when the cell is written.
      noteCount = saved.4
      notes.removeLast(notes.count - saved.5)
      counts = saved.6
    } else {
      counts.replaced += replaced
    }
    return made
  }

  private func columnWidths(
    _ columns: Int, _ rows: [[TableGrid.Slot]], _ cells: [[CellLines]], _ room: Int
  ) -> [Int] {
    /// The most that any cell of a column needs.
    func widest(_ need: (CellLines) -> Int, sharing: Bool) -> [Int] {
      var widths = [Int](repeating: 1, count: columns)
      for (number, row) in rows.enumerated() {
        var column = 0
        for (position, slot) in row.enumerated() {
          var span = 1
          switch slot {
          case .cell(_, let columns, _):
            span = columns
            if span == 1 {
              widths[column] = max(widths[column], need(cells[number][position]))
            } else if sharing {
              // A wide cell gets its longest line, spread over what it covers.
              let share = (need(cells[number][position]) - 2 * (span - 1) + span - 1) / span
              for covered in column..<column + span {
                widths[covered] = max(widths[covered], share)
              }
            }
          case .covered(let columns): span = columns
          case .missing: break
          }
          column += span
        }
      }
      return widths
    }
    let natural = widest(\.width, sharing: true)
    let room = room - 2 * (columns - 1)
    if natural.reduce(0, +) <= room { return natural }
    let least = widest(\.widthOfLongestWord, sharing: false)
    // The longest words where there is room for them, else an equal start.
    var widths = least.map { min($0, max(4, room / columns)) }
    while widths.reduce(0, +) > room, let widest = widths.max(), widest > 1,
      let place = widths.firstIndex(of: widest)
    {
      widths[place] -= 1
    }
    var left = room - widths.reduce(0, +)
    // One column at a time to the cell that lacks most, so that the table grows evenly.
    while left > 0 {
      guard
        let place = widths.indices.max(by: {
          (natural[$0] - widths[$0], $1) < (natural[$1] - widths[$1], $0)
        }), natural[place] > widths[place]
      else { break }
      widths[place] += 1
      left -= 1
    }
    return widths
  }

  private mutating func writeRow(
    _ row: [TableGrid.Slot], _ cells: [CellLines], _ widths: [Int], _ table: Table
  ) {
    var columns: [(lines: CellLines, width: Int, alignment: Table.Alignment)] = []
    columns.reserveCapacity(row.count)
    var column = 0
    for (position, slot) in row.enumerated() {
      let alignment = column < table.columns.count ? table.columns[column].alignment : .start
      switch slot {
      case .cell(let cell, let span, _):
        let width = widths[column..<column + span].reduce(0, +) + 2 * (span - 1)
        let isFitting = cells[position].width <= width
        // A cell with a note or the like is written once here, after it was measured.
        let lines =
          isFitting && cell.blocks.isPlain
          ? cells[position] : self.lines(of: cell.blocks, width: width)
        columns.append((lines, width, alignment))
        column += span
      case .covered(let span):
        let width = widths[column..<column + span].reduce(0, +) + 2 * (span - 1)
        columns.append(([], width, alignment))
        column += span
      case .missing:
        columns.append(([], widths[column], alignment))
        column += 1
      }
    }
    var line: [UInt8] = []
    for number in 0..<columns.reduce(1, { max($0, $1.lines.count) }) {
      line.removeAll(keepingCapacity: true)
      func pad(_ count: Int) { line.append(contentsOf: repeatElement(0x20, count: count)) }
      for (position, column) in columns.enumerated() {
        if position > 0 { pad(2) }
        let text = number < column.lines.count ? column.lines[number] : ""
        let free = max(0, column.width - DisplayWidth.of(text))
        let before =
          switch column.alignment {
          case .start: 0
          case .center: free / 2
          case .end: free
          }
        pad(before)
        line.append(contentsOf: text.utf8)
        pad(free - before)
      }
      out.line(line)
    }
  }

  private mutating func writeTabbed(_ row: [TableGrid.Slot]) {
    let cells = row.map { slot -> String in
      guard case .cell(let cell, _, _) = slot else { return "" }
      return lines(of: cell.blocks, width: 1_000_000).all.filter { !$0.isEmpty }
        .joined(separator: " ")
    }
    out.paragraph(cells.joined(separator: "\t"), width: nil)
  }

  private mutating func writeTold(_ row: [TableGrid.Slot]) {
    var isFirst = true
    for slot in row {
      guard case .cell(let cell, _, _) = slot else { continue }
      out.push(isFirst ? "- " : "  ", "  ")
      isFirst = false
      writeBlocks(cell.blocks, isTight: true)
      out.pop()
    }
  }

  // MARK: Contents, index, notes

  private mutating func writeContents(_ contents: Contents) {
    if !contents.title.isEmpty { writeHeading(Heading(2, contents.title, isListed: false)) }
    isReprint = true
    for heading in document.headings(depth: min(max(contents.depth, 1), 6)) {
      let indent = String(repeating: "  ", count: min(max(heading.level, 1), 6) - 1)
      out.push(indent, indent + "  ")
      writeInlines(heading.inlines)
      out.pop()
    }
    isReprint = false
  }

  private mutating func writeIndex(_ index: Index) {
    if !index.title.isEmpty { writeHeading(Heading(2, index.title, isListed: false)) }
    var line: [UInt8] = []
    let entries = entries(of: index)
    let letters = IndexLetters.above(entries.map(\.term), language: document.metadata.language)
    for (entry, letter) in zip(entries, letters) {
      if let letter {
        out.separate()
        out.line(letter)
      }
      line.removeAll(keepingCapacity: true)
      line += entry.term.utf8
      for place in entry.shortPlaces where !place.title.isEmpty {
        line += index.separator.utf8
        line += place.title.utf8
      }
      out.push("", "    ")
      _ = line.withUnsafeBytes { out.paragraph($0, width: width) }
      out.pop()
    }
  }

  private func entries(of index: Index) -> [IndexEntry] {
    guard isAtLast, let gatherer, gatherer.name == index.name else {
      return whole?.indexEntries(named: index.name) ?? []
    }
    return gatherer.entries(language: document.metadata.language)
  }

  private mutating func writeNotes() {
    // The marks in them were gathered where they are called.
    let wasGathering = isGathering
    isGathering = false
    defer { isGathering = wasGathering }
    // A note may have notes of its own, which come behind it.
    var next = 0
    while next < notes.count {
      let note = notes[next]
      next += 1
      out.separate()
      let mark = "[\(note.number)] "
      out.push(mark, String(repeating: " ", count: mark.utf8.count))
      writeBlocks(note.blocks, isTight: true)
      if out.hasUnusedPrefix { out.line("") }
      out.pop()
    }
    notes.removeAll()
  }

  // MARK: Inlines

  private mutating func text(of inlines: [Inline]) -> String {
    if inlines.count == 1, case .text(let text) = inlines[0], !text.holds(0x0D) { return text }
    var words: [UInt8] = []
    append(inlines, to: &words, depth: 0)
    PlainTextBody.endLinesWithLineFeeds(&words)
    return String(decoding: words, as: UTF8.self)
  }

  private static func endLinesWithLineFeeds(_ words: inout [UInt8]) {
    guard words.withUnsafeBytes({ $0.offset(of: 0x0D, from: 0) }) != nil else { return }
    var kept: [UInt8] = []
    for (index, byte) in words.enumerated() {
      if byte == 0x0A, index > 0, words[index - 1] == 0x0D { continue }
      kept.append(byte == 0x0D ? 0x0A : byte)
    }
    words = kept
  }

  private mutating func append(_ inlines: [Inline], to result: inout [UInt8], depth: Int) {
    if depth > PlainTextBody.depthLimit {
      counts.flattened += 1
      result += inlines.plainText.utf8
      if isGathering { gatherer?.visit([.paragraph(Paragraph(inlines))]) }
      return
    }
    func marked(_ mark: String, _ inner: [Inline]) {
      counts.emphasis += options.hasMarks || isReprint ? 0 : 1
      if options.hasMarks { result += mark.utf8 }
      append(inner, to: &result, depth: depth + 1)
      if options.hasMarks { result += mark.utf8 }
    }
    for node in inlines {
      switch node {
      case .text(let text): result += text.utf8
      case .emphasis(let inner): marked("*", inner)
      case .strong(let inner): marked("**", inner)
      case .strikethrough(let inner): marked("~~", inner)
      case .smallCaps(let inner), .superscript(let inner), .subscript(let inner):
        append(inner, to: &result, depth: depth + 1)
      case .code(let text): result += (options.hasMarks ? "`\(text)`" : text).utf8
      case .lineBreak: result.append(isReprint ? 0x20 : 0x0A)
      case .link(let link):
        let start = result.endIndex
        append(link.inlines, to: &result, depth: depth + 1)
        let shown = String(decoding: result[start...], as: UTF8.self)
        if link.url == shown || link.url == "mailto:" + shown || isReprint { continue }
        if !link.url.isEmpty { result += " <\(link.url)>".utf8 }
      case .reference(let reference): append(reference.inlines, to: &result, depth: depth + 1)
      case .footnote(let blocks):
        if isReprint { continue }
        noteCount += 1
        notes.append((noteCount, blocks))
        if isGathering { gatherer?.visit(blocks) }
        result += "[\(noteCount)]".utf8
      case .image(let image):
        if !image.alternative.isEmpty { result += "[\(image.alternative)]".utf8 }
      case .span(let span): append(span.inlines, to: &result, depth: depth + 1)
      case .indexMark(let mark): if isGathering { gatherer?.take(mark) }
      }
    }
  }
}

extension Block {
  fileprivate var isList: Bool { if case .list = self { true } else { false } }

  /// Indicates whether what lies inside is written once and in reading order.
  fileprivate var isWrittenInOrder: Bool {
    switch self {
    case .heading, .paragraph, .list, .quote, .callout, .division, .rule, .pageBreak: true
    // Keys are measured before the first is written.
    case .keyValues(let pairs): pairs.pairs.allSatisfy { $0.key.isText }
    case .table, .code, .figure, .contents, .index: false
    }
  }
}

extension [Block] {
  /// Paragraphs of text and of links to places alone: their lines are the same however often they
  /// are written, and nothing in them is counted.
  fileprivate var isPlain: Bool {
    allSatisfy { block in
      guard case .paragraph(let node) = block else { return false }
      return node.inlines.allSatisfy { inline in
        switch inline {
        case .text: true
        case .reference(let reference): reference.inlines.isText
        default: false
        }
      }
    }
  }
}

extension [Inline] {
  fileprivate var isText: Bool {
    allSatisfy { if case .text = $0 { true } else { false } }
  }
}

extension Table {
  /// The table without the columns of images that have no description, which plain text cannot
  /// show; itself where cells span columns or rows.
  fileprivate var withoutWordlessColumns: Table {
    guard let first = body.first, first.cells.contains(where: { $0.blocks.isWordless }) else {
      return self
    }
    let rows = head + body
    let isRegular = rows.allSatisfy { row in
      row.cells.count == first.cells.count
        && row.cells.allSatisfy { $0.columns == 1 && $0.rows == 1 }
    }
    guard isRegular else { return self }
    let kept = first.cells.indices.filter { column in
      !body.allSatisfy { $0.cells[column].blocks.isEmpty || $0.cells[column].blocks.isWordless }
    }
    func keeping(_ row: Row) -> Row {
      var row = row
      row.cells = kept.map { row.cells[$0] }
      return row
    }
    var table = self
    table.columns = kept.filter { $0 < columns.count }.map { columns[$0] }
    table.head = head.map(keeping)
    table.body = body.map(keeping)
    return table
  }
}

extension [Block] {
  /// Indicates whether all there is are pictures without a word.
  fileprivate var isWordless: Bool {
    !isEmpty
      && allSatisfy { block in
        switch block {
        case .figure(let figure): figure.image.alternative.isEmpty && figure.caption.isEmpty
        case .paragraph(let paragraph):
          !paragraph.inlines.isEmpty
            && paragraph.inlines.allSatisfy { inline in
              if case .image(let image) = inline { image.alternative.isEmpty } else { false }
            }
        default: false
        }
      }
  }
}
