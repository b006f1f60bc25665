// SPDX-License-Identifier: MIT
// Part of Platen: breaks the galley into pages: columns, widows and orphans, notes, repeated heads.

internal import Documents
internal import Geometry

/// Breaks a galley into pages.
///
/// Pages are filled from the top; chunks that must stay together move to the next page. The rules: no
/// fewer lines of a paragraph at the bottom or top of a page than the look sets (orphans, widows),
/// headings with the text below, notes on the page of their references.
struct Paginator {
  private let galley: Galley
  private let styles: StyleTable
  private let template: PageTemplate
  private let look: BookStyle
  private let ahead: Lookahead

  private var result: Pagination
  private var page = Page()
  private var column = Column()
  private var columnCount: Int
  /// Indicates a page after a forced break: the space above its first block is kept.
  private var isForcedTop = true
  private var hasFurniture = true
  private var open: [OpenFrame] = []
  private var table: Int?
  private var pendingIDs: [String] = []
  /// The last headings of levels 1 and 2; -1 for none.
  private var chapter: Int32 = -1
  private var section: Int32 = -1
  private var carriedNotes: [NotePart] = []
  /// Floats that are waiting for the top of the next column.
  private var floats: [Range<Int>] = []
  /// Chunks before this one stay in their column, though what should stay with them may not.
  private var settledEnd = 0

  private struct Page {
    var area = Rect(x: 0, y: 0, width: 1, height: 1)
    var hasContent = false
    /// The start of its columns, in `placements`.
    var columnsStart = 0
    /// Lines in columns without ids, marks and notes, by their indices in `placements`: the space
    /// above them and their indent.
    var linesInColumns: [Int: (gap: Double, x: Double)] = [:]
  }

  private struct Column {
    var index = 0
    var top = 0.0
    var y = 0.0
    /// The minimum space above the next chunk.
    var space = 0.0
    var hasContent = false
    var notes: [NotePart] = []
    var notesHeight = 0.0
  }

  private struct OpenFrame {
    var frame: Int
    var placement: Int
    var top: Double
    var isFirst: Bool
    var hasContent = false
  }

  private struct NotePart {
    var note: Int
    var cursor = InnerFlow.Cursor()
    var height: Double
  }

  private static let noteGap = 10.0
  private static let pageLimit = 200_000

  private init(
    _ galley: Galley, chunks: [Chunk], styles: StyleTable, template: PageTemplate, look: BookStyle
  ) {
    self.galley = galley
    self.styles = styles
    self.template = template
    self.look = look
    ahead = Lookahead(galley: galley, styles: styles, look: look, chunks: chunks)
    columnCount = max(1, min(4, template.columns))
    result = Pagination(markCount: galley.marks.count)
  }

  static func paginate(
    _ galley: Galley, styles: StyleTable, template: PageTemplate, look: BookStyle
  ) -> Pagination {
    var paginator = Paginator(
      galley, chunks: galley.segments.flatMap { $0 }, styles: styles, template: template,
      look: look)
    paginator.run()
    return paginator.result
  }

  private mutating func run() {
    beginPage()
    var i = 0
    while i < ahead.chunks.count, !isTooLong {
      let chunk = ahead.chunks[i]
      let top = column.y + gap(before: chunk)
      if chunk.floats, !floats.isEmpty || !fits(i, below: top), mayFloat(i, room: limit - top) {
        let float = ahead.float(at: i)
        floats.append(float)
        i = float.upperBound
      } else {
        place(chunk, at: i)
        i += 1
      }
    }
    placeAllFloats()
    while !carriedNotes.isEmpty, !isTooLong { nextColumn() }
    endPage()
    // A break at the end does not add a page.
    if result.pages.count > 1, result.pages[result.lastPage].count == 0 {
      result.pages.removeLast()
    }
  }

  private var isTooLong: Bool { result.pages.count > Paginator.pageLimit }

  // MARK: Pages and columns

  private var columnWidth: Double {
    (page.area.width - template.gutter * Double(columnCount - 1)) / Double(columnCount)
  }
  private var columnX: Double { x(ofColumn: column.index) }
  private var bottom: Double { page.area.maxY }
  /// The lowest end of the column's text.
  private var limit: Double {
    let notes = column.notesHeight > 0 ? column.notesHeight + Paginator.noteGap : 0
    return bottom - notes - padding(of: open[...])
  }

  private func x(ofColumn index: Int) -> Double {
    page.area.x + Double(index) * (columnWidth + template.gutter)
  }

  private func padding(of frame: Int) -> Double {
    styles.node(galley.frames[frame].style).paddingBlock
  }

  private func padding(of frames: ArraySlice<OpenFrame>) -> Double {
    frames.reduce(0) { $0 + padding(of: $1.frame) }
  }

  private mutating func beginPage() {
    result.pages.append(
      PageRecord(
        first: result.placements.count, hasFurniture: hasFurniture, chapter: chapter,
        section: section))
    page.area = template.area(page: result.lastPage)
    page.hasContent = false
    page.columnsStart = result.placements.count
    page.linesInColumns.removeAll(keepingCapacity: true)
    beginColumn(0, at: page.area.y)
  }

  private mutating func beginColumn(_ index: Int, at top: Double) {
    column = Column(index: index, top: top, y: top)
    let carried = carriedNotes
    carriedNotes = []
    for (i, part) in carried.enumerated() {
      // The first of them is always placed, however small the page.
      take(
        part, available: (bottom - top) * 0.7 - column.notesHeight, mustProgress: i == 0)
    }
    placeFloats()
    for i in open.indices { reopen(i) }
  }

  private mutating func endPage() {
    endColumn()
    result.endPage()
  }

  private mutating func endColumn() {
    for i in open.indices { closePiece(i, isLast: false) }
    placeNotes()
  }

  private mutating func nextColumn() {
    endColumn()
    isForcedTop = false
    if column.index + 1 < columnCount {
      beginColumn(column.index + 1, at: column.top)
    } else {
      result.endPage()
      beginPage()
    }
    repeatHead()
  }

  private mutating func nextPage() {
    endPage()
    beginPage()
  }

  private mutating func changeColumns(to count: Int, _ chunk: Chunk) {
    guard count != columnCount else { return }
    placeAllFloats()
    // This page is still empty.
    if !page.hasContent, column.notes.isEmpty {
      columnCount = count
    } else if count < columnCount || columnCount > 1 {
      balanceColumns()
      endPage()
      columnCount = count
      beginPage()
    } else {
      endColumn()
      let top =
        column.hasContent ? column.y + max(column.space, chunk.spaceBefore) : column.top
      page.columnsStart = result.placements.count
      columnCount = count
      if bottom - top < 80 {
        result.endPage()
        beginPage()
      } else {
        beginColumn(0, at: top)
      }
    }
  }

  /// Balances the columns of this page if they contain only lines without ids, marks and notes, as in
  /// an index. Only positions change.
  private mutating func balanceColumns() {
    let run = page.columnsStart..<result.placements.count
    let lines = run.compactMap { page.linesInColumns[$0] }
    guard lines.count == run.count, open.isEmpty,
      let positions = ColumnBalance.spread(
        zip(run, lines).map { .init(height: result.placements[$0].height, gap: $1.gap) },
        over: columnCount, height: bottom - column.top)
    else { return }
    for ((i, line), spot) in zip(zip(run, lines), positions) {
      result.placements[i].x = x(ofColumn: spot.column) + line.x
      result.placements[i].y = column.top + spot.y
    }
  }

  // MARK: Chunks

  private mutating func place(_ chunk: Chunk, at i: Int) {
    pendingIDs += chunk.ids
    switch chunk.kind {
    case .paragraph(let p): placeParagraph(p, chunk, at: i)
    case .row(let r): placeRow(r, chunk, at: i)
    case .box(let b): placeBox(b, chunk, at: i)
    case .openFrame(let f):
      keepTogether(i, chunk)
      column.y += room(above: chunk)
      openFrame(f)
    case .closeFrame(let f):
      if let last = open.indices.last {
        closePiece(last, isLast: true)
        column.y += padding(of: f)
        open.removeLast()
      }
      column.space = chunk.spaceAfter
    case .openTable(let t):
      keepTogether(i, chunk)
      if column.hasContent { column.space = max(column.space, chunk.spaceBefore) }
      table = t
    case .closeTable:
      table = nil
      column.space = max(column.space, chunk.spaceAfter)
    case .pageBreak(let rule): breakPage(rule)
    case .columns(let count): changeColumns(to: count, chunk)
    case .furniture(let has):
      hasFurniture = has
      result.pages[result.lastPage].hasFurniture = has
    case .sink(let share):
      if !column.hasContent { column.y += page.area.height * share }
    }
  }

  private mutating func breakPage(_ rule: StylePatch.PageBreak) {
    placeAllFloats()
    if page.hasContent { nextPage() }
    if rule == .right, template.isFacing, result.pages.count % 2 == 0 {
      // An empty page, so that the next one is a right-hand page.
      result.pages[result.lastPage].hasFurniture = false
      nextPage()
    }
    isForcedTop = true
  }

  private func gap(before chunk: Chunk) -> Double {
    if column.hasContent { return max(column.space, chunk.spaceBefore) }
    return isForcedTop ? chunk.spaceBefore : 0
  }

  /// The gap before a chunk; at the top within a frame there is none.
  private func room(above chunk: Chunk) -> Double {
    if let frame = open.last, !frame.hasContent { return 0 }
    return gap(before: chunk)
  }

  /// Moves to the next column if a chunk would be separated from one that it must stay with.
  private mutating func keepTogether(_ i: Int, _ chunk: Chunk) {
    // With a float at its top, the next column may be too short as well.
    while column.hasContent, i >= settledEnd, !isTooLong {
      let top = column.y + room(above: chunk)
      if fits(i, below: top) { return }
      if let float = floatBehind(i), mayFloat(float, room: limit - top),
        fits(i, below: top, isWithoutFloats: true)
      {
        return
      }
      let full = bottom - page.area.y
      if limit - column.y > full * Lookahead.emptyShare + 0.01,
        let last = ahead.lastOfFewer(from: i, room: limit - top, full: full)
      {
        settledEnd = last + 1
        return
      }
      nextColumn()
    }
  }

  /// Indicates whether a chunk and those that stay with it fit into this column.
  private func fits(_ i: Int, below top: Double, isWithoutFloats: Bool = false) -> Bool {
    let full = bottom - page.area.y
    return top + ahead.need(from: i, full: full, isWithoutFloats: isWithoutFloats) <= limit + 0.01
  }

  // MARK: Floats

  /// The index of the float directly after a heading; nil if there is none.
  private func floatBehind(_ i: Int) -> Int? {
    guard ahead.chunks[i].keepsWithNext, i + 1 < ahead.chunks.count, ahead.chunks[i + 1].floats
    else { return nil }
    return i + 1
  }

  /// Indicates whether a figure may float: the following chunks fill the rest of the column.
  private func mayFloat(_ i: Int, room: Double) -> Bool {
    open.isEmpty && table == nil && column.hasContent
      && ahead.isFilled(after: ahead.float(at: i), room: room)
  }

  /// Places waiting floats at the top of a column: as many as fit, but at least the first.
  private mutating func placeFloats() {
    guard !floats.isEmpty, open.isEmpty, table == nil else { return }
    // Pending ids belong to the chunk after the floats.
    let pending = pendingIDs
    pendingIDs = []
    while let float = floats.first {
      let i = float.lowerBound
      let top = column.y + gap(before: ahead.chunks[i])
      guard !column.hasContent || fits(i, below: top) else { break }
      floats.removeFirst()
      for i in float { place(ahead.chunks[i], at: i) }
      // What goes on below may be the rest of a paragraph, which asks for no room of its own.
      column.y += column.space
      column.space = 0
    }
    pendingIDs = pending
  }

  /// Places all waiting floats, in this column and the next ones.
  private mutating func placeAllFloats() {
    guard open.isEmpty, table == nil else { return }
    while !floats.isEmpty, !isTooLong {
      let count = floats.count
      placeFloats()
      if floats.count == count { nextColumn() }
    }
  }

  /// Records that the column has content.
  private mutating func noteContent(_ chunk: Chunk) {
    column.hasContent = true
    page.hasContent = true
    isForcedTop = false
    for i in open.indices { open[i].hasContent = true }
    for id in pendingIDs { result.remember(id, Point(columnX + chunk.x, column.y)) }
    pendingIDs.removeAll(keepingCapacity: true)
  }

  // MARK: Paragraphs

  private mutating func placeParagraph(_ p: Int, _ chunk: Chunk, at i: Int) {
    let set = galley.paragraphs[p]
    if chunk.keepsWithNext || chunk.keepsTogether { keepTogether(i, chunk) }
    var from = 0
    while from < set.lineCount {
      let gap = from > 0 ? 0 : room(above: chunk)
      guard let count = lineCount(of: set, chunk, at: i, from: from, gap: gap) else {
        nextColumn()
        continue
      }
      column.y += gap
      if from == 0, chunk.heading >= 0 { noteHeading(Int(chunk.heading)) }
      noteContent(chunk)
      placeLines(from..<from + count, of: p, chunk)
      if column.y > bottom + 1 { result.overfullPages.append(result.lastPage) }
      from += count
      column.space = chunk.spaceAfter
      if from < set.lineCount { nextColumn() }
    }
  }

  private mutating func placeLines(_ lines: Range<Int>, of p: Int, _ chunk: Chunk) {
    let set = galley.paragraphs[p]
    let point = Point(columnX + chunk.x, column.y)
    let height = Double(lines.count) * set.lineHeight
    if let extras = set.extras {
      let items = galley.items(on: lines, of: set)
      remember(extras, on: items) { [galley] item in
        let row = Double(galley.line(of: item, in: set) - lines.lowerBound)
        return Point(point.x, point.y + row * set.lineHeight)
      }
      for (_, note) in extras.notes.belonging(to: items, at: \.item) {
        take(note, below: column.y + height)
      }
    }
    if columnCount > 1, chunk.ids.isEmpty, set.extras?.isPlain ?? true {
      page.linesInColumns[result.placements.count] = (
        lines.lowerBound > 0 ? 0 : chunk.spaceBefore, chunk.x
      )
    }
    result.addPlacement(
      .lines(p, lines.lowerBound, lines.upperBound), x: point.x, y: point.y,
      width: set.shape.width, height: height)
    column.y += height
  }

  /// The number of lines of a paragraph this column takes; nil where the next column takes them.
  private func lineCount(
    of set: SetParagraph, _ chunk: Chunk, at i: Int, from: Int, gap: Double
  ) -> Int? {
    let remaining = set.lineCount - from
    let y = column.y + gap
    var fit = max(0, Int((limit - column.y - gap + 0.01) / set.lineHeight))
    if let notes = set.extras?.notes, !notes.isEmpty {
      fit = linesThatFit(set, notes, from: from, y: y, atMost: min(fit, remaining))
    }
    guard fit < remaining else {
      if chunk.keepsLastLinesWithNext, remaining >= look.orphans + look.widows,
        leavesNext(i, below: y + Double(remaining) * set.lineHeight, of: set)
      {
        return remaining - look.widows
      }
      guard open.isEmpty, let end = ahead.shortEnd(after: i),
        y + Double(remaining) * set.lineHeight + end > limit + 0.01
      else { return remaining }
      // The short end of a chapter moves with some lines, so that it is not alone on a page.
      let kept = remaining - max(look.widows, Lookahead.shortEndLines)
      if kept >= look.orphans, !chunk.keepsTogether { return kept }
      let isShort = remaining <= 2 * Lookahead.shortEndLines && from == 0 && column.hasContent
      return isShort ? nil : remaining
    }
    var count = min(fit, remaining - look.widows)
    if from == 0 {
      if count < look.orphans { count = 0 }
      if chunk.keepsTogether, column.hasContent { count = 0 }
    }
    if count > 0 { return count }
    // An empty column that cannot hold two lines must hold one.
    return column.hasContent ? nil : max(1, min(fit, remaining))
  }

  /// Indicates whether the chunk after a paragraph that ends at `end` moves to the next column, with
  /// room above it for the last lines of the paragraph.
  private func leavesNext(_ i: Int, below end: Double, of set: SetParagraph) -> Bool {
    guard i + 1 < ahead.chunks.count else { return false }
    let full = bottom - page.area.y
    let gap = max(ahead.chunks[i].spaceAfter, ahead.chunks[i + 1].spaceBefore)
    let next = gap + ahead.need(from: i + 1, full: full)
    return end + next > limit + 0.01 && Double(look.widows) * set.lineHeight + next <= full
  }

  private mutating func noteHeading(_ index: Int) {
    let heading = galley.headings[index]
    let last = result.lastPage
    if heading.level == 1, !page.hasContent { result.pages[last].opensChapter = true }
    guard heading.isOutlined else { return }
    if heading.level == 1 {
      chapter = Int32(index)
      section = -1
    } else if heading.level == 2 {
      section = Int32(index)
    }
    // The running head has the page's first chapter, or the one in which it begins.
    if !page.hasContent || result.pages[last].chapter < 0 { result.pages[last].chapter = chapter }
    if !page.hasContent || result.pages[last].section < 0 { result.pages[last].section = section }
  }

  /// Records the positions of the index marks and ids of items.
  private mutating func remember(
    _ extras: ParagraphExtras, on items: Range<Int>, point: (Int) -> Point
  ) {
    for (item, mark) in extras.marks.belonging(to: items, at: \.item) {
      result.remember(mark: mark, point(item))
    }
    for (item, id) in extras.anchors.belonging(to: items, at: \.item) {
      result.remember(id, point(item))
    }
  }

  // MARK: Notes

  /// The number of lines that fit with the notes they call. A line that calls one too long for the
  /// page is taken where the column has nothing else.
  private func linesThatFit(
    _ set: SetParagraph, _ notes: [(item: Int, note: Int)], from: Int, y: Double, atMost: Int
  ) -> Int {
    var reserved = column.notesHeight
    let frames = padding(of: open[...])
    var fit = 0
    while fit < atMost {
      let items = galley.items(on: from + fit..<from + fit + 1, of: set)
      let height = notes.belonging(to: items, at: \.item).reduce(0.0) {
        $0 + galley.notes[$1.note].height
      }
      let total = reserved + height
      let room = bottom - frames - (total > 0 ? total + Paginator.noteGap : 0)
      let end = y + Double(fit + 1) * set.lineHeight
      if end > room + 0.01 {
        // A long note is split: its line stays if a few lines of the note do.
        let least = min(height, 3 * 12)
        let tight = bottom - frames - (reserved + least + Paginator.noteGap)
        guard height > (bottom - page.area.y) * 0.25, end <= tight else { break }
      }
      reserved = total
      fit += 1
    }
    return fit
  }

  private mutating func take(_ note: Int, below y: Double) {
    take(
      NotePart(note: note, height: galley.notes[note].height),
      available: bottom - y - Paginator.noteGap - column.notesHeight)
  }

  /// Adds a note to the column, or as much of it as fits.
  private mutating func take(_ part: NotePart, available: Double, mustProgress: Bool = false) {
    if part.height <= available + 0.01 {
      column.notes.append(part)
      column.notesHeight += part.height
      return
    }
    // The rest continues at the bottom of the next column.
    var flow = InnerFlow(
      galley.notes[part.note].chunks, from: part.cursor, of: galley, styles, y: 0,
      limit: max(0, available), mustProgress: mustProgress)
    while flow.next() != nil {}
    if flow.height > 0 {
      column.notes.append(NotePart(note: part.note, cursor: part.cursor, height: flow.height))
      column.notesHeight += flow.height
    }
    guard !flow.isDone else { return }
    carriedNotes.append(
      NotePart(note: part.note, cursor: flow.cursor, height: max(0, part.height - flow.height)))
  }

  private mutating func placeNotes() {
    guard !column.notes.isEmpty else { return }
    var top = bottom - column.notesHeight
    result.addPlacement(
      .noteRule, x: columnX, y: top - Paginator.noteGap * 0.45, width: columnWidth, height: 0)
    for part in column.notes {
      var flow = InnerFlow(
        galley.notes[part.note].chunks, from: part.cursor, of: galley, styles, y: top,
        limit: part.height, mustProgress: true)
      placeInner(&flow, x: columnX)
      top += max(flow.height, part.height)
    }
    column.notes = []
    column.notesHeight = 0
    column.hasContent = true
    page.hasContent = true
  }

  // MARK: Frames

  private mutating func openFrame(_ f: Int) {
    open.append(OpenFrame(frame: f, placement: 0, top: 0, isFirst: true))
    reopen(open.count - 1)
  }

  /// A frame is drawn before its content, and its height is known afterwards.
  private mutating func reopen(_ i: Int) {
    open[i].placement = result.placements.count
    open[i].top = column.y
    open[i].hasContent = false
    let index = open[i].frame
    let frame = galley.frames[index]
    result.addPlacement(
      .frame(index, isFirst: open[i].isFirst, isLast: false), x: columnX + frame.x, y: column.y,
      width: frame.width, height: 0)
    column.y += padding(of: index)
  }

  private mutating func closePiece(_ i: Int, isLast: Bool) {
    guard open[i].hasContent || isLast else { return }
    let frame = open[i].frame
    // Inner frames end within outer ones.
    let inner = isLast ? 0 : padding(of: open[(i + 1)...])
    let end = column.y + padding(of: frame) + inner
    result.placements[open[i].placement].height = end - open[i].top
    result.placements[open[i].placement].kind =
      .frame(frame, isFirst: open[i].isFirst, isLast: isLast)
    open[i].isFirst = false
  }

  // MARK: Boxes

  private mutating func placeBox(_ b: Int, _ chunk: Chunk, at i: Int) {
    let box = galley.boxes[b]
    keepTogether(i, chunk)
    var gap = room(above: chunk)
    while column.y + gap + box.height > limit + 0.01, column.hasContent, !isTooLong {
      nextColumn()
      gap = 0
    }
    column.y += gap
    noteContent(chunk)
    result.addBox(b, of: galley, x: columnX + chunk.x, y: column.y)
    column.y += box.height
    column.space = chunk.spaceAfter
  }

  // MARK: Tables

  private mutating func repeatHead() {
    guard let table, !galley.tables[table].head.isEmpty,
      galley.tables[table].headHeight < (bottom - column.top) * 0.4
    else { return }
    for r in galley.tables[table].head {
      placeWholeRow(r, x: columnX + galley.tables[table].x, y: column.y, isRepeat: true)
      column.y += galley.rows[r].height
    }
  }

  private mutating func placeWholeRow(_ r: Int, x: Double, y: Double, isRepeat: Bool) {
    let row = galley.rows[r]
    result.addPlacement(
      .row(r, isWhole: true), x: x, y: y, width: row.width, height: row.height,
      isRepeat: isRepeat)
    for cell in row.cells {
      let free = cell.height - cell.content - 2 * cell.paddingY
      let top = y + cell.y + cell.paddingY + (cell.isHead ? max(0, free) : 0)
      var flow = InnerFlow(cell.chunks, of: galley, styles, y: top)
      placeInner(&flow, x: x + cell.x + cell.paddingX, isRepeat: isRepeat)
    }
  }

  private mutating func placeRow(_ r: Int, _ chunk: Chunk, at i: Int) {
    let row = galley.rows[r]
    if chunk.keepsWithNext { keepTogether(i, chunk) }
    let notes = notes(in: row)
    let noteHeight = notes.reduce(0.0) { $0 + galley.notes[$1].height }
    var gap = room(above: chunk)
    let headHeight = table.map { galley.tables[$0].headHeight } ?? 0
    let full = bottom - page.area.y - headHeight
    let notesHeight = noteHeight > 0 ? noteHeight + Paginator.noteGap : 0
    if column.y + gap + row.height + notesHeight > limit + 0.01, column.hasContent,
      row.height <= full || column.y + gap + 60 > limit
    {
      nextColumn()
      gap = 0
    }
    column.y += gap
    noteContent(chunk)
    if column.y + row.height <= limit + 0.01 || row.cells.isEmpty {
      placeWholeRow(r, x: columnX + chunk.x, y: column.y, isRepeat: false)
      column.y += row.height
    } else {
      splitRow(r, chunk)
    }
    for note in notes { take(note, below: column.y) }
    column.space = chunk.spaceAfter
  }

  private func notes(in row: RowBlock) -> [Int] {
    row.cells.flatMap(\.chunks).flatMap { chunk -> [Int] in
      guard case .paragraph(let p) = chunk.kind else { return [] }
      return galley.paragraphs[p].extras?.notes.map(\.note) ?? []
    }
  }

  /// Splits a row that is higher than a page: every cell continues in the next column.
  private mutating func splitRow(_ r: Int, _ chunk: Chunk) {
    let row = galley.rows[r]
    var cursors = [InnerFlow.Cursor](repeating: .init(), count: row.cells.count)
    var isFresh = !column.hasContent
    while true {
      let available = limit - column.y
      let marker = result.placements.count
      result.addPlacement(
        .row(r, isWhole: false), x: columnX + chunk.x, y: column.y, width: row.width, height: 0)
      var used = 0.0
      var isDone = true
      for (c, cell) in row.cells.enumerated() {
        var flow = InnerFlow(
          cell.chunks, from: cursors[c], of: galley, styles, y: column.y + cell.paddingY,
          limit: available - 2 * cell.paddingY, mustProgress: isFresh)
        placeInner(&flow, x: columnX + chunk.x + cell.x + cell.paddingX)
        used = max(used, flow.height + 2 * cell.paddingY)
        cursors[c] = flow.cursor
        if !flow.isDone { isDone = false }
      }
      result.placements[marker].height = used
      column.y += used
      if isDone || isTooLong { return }
      nextColumn()
      isFresh = true
      noteContent(chunk)
    }
  }

  // MARK: Within cells and notes

  /// Places the pieces of a cell or a note that fit.
  private mutating func placeInner(_ flow: inout InnerFlow, x: Double, isRepeat: Bool = false) {
    var frames: [(placement: Int, top: Double)] = []
    while let piece = flow.next() {
      switch piece.kind {
      case .lines(let p, let lines):
        placeInnerLines(
          lines, of: p, piece.chunk, at: Point(x + piece.chunk.x, piece.y), isRepeat)
      case .row(let r): placeWholeRow(r, x: x + piece.chunk.x, y: piece.y, isRepeat: isRepeat)
      case .box(let b):
        result.addBox(b, of: galley, x: x + piece.chunk.x, y: piece.y, isRepeat: isRepeat)
      case .openFrame(let f):
        frames.append((result.placements.count, piece.y))
        result.addPlacement(
          .frame(f, isFirst: true, isLast: true), x: x + galley.frames[f].x, y: piece.y,
          width: galley.frames[f].width, height: 0, isRepeat: isRepeat)
      case .closeFrame:
        if let last = frames.popLast() {
          result.placements[last.placement].height = piece.y - last.top
        }
      }
    }
    for frame in frames {
      result.placements[frame.placement].height = max(0, flow.y - frame.top)
    }
  }

  private mutating func placeInnerLines(
    _ lines: Range<Int>, of p: Int, _ chunk: Chunk, at point: Point, _ isRepeat: Bool
  ) {
    let set = galley.paragraphs[p]
    result.addPlacement(
      .lines(p, lines.lowerBound, lines.upperBound), x: point.x, y: point.y,
      width: set.shape.width, height: Double(lines.count) * set.lineHeight, isRepeat: isRepeat)
    guard !isRepeat else { return }
    if lines.lowerBound == 0 { for id in chunk.ids { result.remember(id, point) } }
    if let extras = set.extras {
      remember(extras, on: galley.items(on: lines, of: set)) { _ in point }
    }
  }
}
