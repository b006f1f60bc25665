// SPDX-License-Identifier: MIT
// Part of Platen: puts what is set onto pages: columns, widows and orphans, notes, repeated heads.

internal import Documents
internal import Drawing
internal import Geometry

/// Something on a page.
struct Placement {
  enum Kind {
    /// Lines of a paragraph, the first and the one after the last.
    case lines(Int, Int, Int)
    /// A frame's piece: its beginning, its end.
    case frame(Int, isFirst: Bool, isLast: Bool)
    case box(Int)
    /// The grounds and lines of a block of rows.
    case row(Int, isWhole: Bool)
    case noteRule
  }
  var kind: Kind
  var x: Double
  var y: Double
  var width: Double
  var height: Double
  /// Shown again, and no content of its own.
  var isRepeat = false

  /// Under the text, and no content.
  var isGround: Bool {
    switch kind {
    case .frame, .row, .noteRule: true
    case .lines, .box: false
    }
  }
}

struct PageRecord {
  /// In `Paginator.placements`.
  var first: Int
  var count = 0
  var hasFurniture: Bool
  var opensChapter = false
  /// The last headings of levels 1 and 2 up to the end of the page's first part; -1 for none.
  var chapter: Int32
  var section: Int32
}

/// Breaks a galley into pages.
///
/// Pages are filled from the top; what must stay together goes to the next one. The sources of the
/// rules: no fewer lines of a paragraph at a page's foot or head than the look asks, headings with
/// what they head, notes on the page that calls them.
struct Paginator {
  private let galley: Galley
  private let styles: StyleTable
  private let template: PageTemplate
  private let look: BookStyle
  private let chunks: [Chunk]
  private let ahead: Lookahead

  private(set) var placements: [Placement] = []
  private(set) var pages: [PageRecord] = []
  private(set) var places: [String: (page: Int, point: Point)] = [:]
  /// The page of each index mark, from 0; -1 where it is on none.
  private(set) var markPages: [Int]
  private(set) var markPoints: [Point]
  /// The page of each heading.
  private(set) var headingPages: [Int]
  /// Where figures stand, by element.
  private(set) var figureBoxes: [(element: Int32, box: PageBox)] = []
  private(set) var overfullPages: [Int] = []

  private var area = Rect(x: 0, y: 0, width: 1, height: 1)
  private var columnCount: Int
  private var column = 0
  private var columnTop = 0.0
  private var y = 0.0
  private var space = 0.0
  private var columnHasContent = false
  /// Where the columns of this page began, in `placements`.
  private var columnsStart = 0
  /// Lines in columns that nothing leads to, by their places in `placements`: the room above them
  /// and how far in they begin.
  private var linesInColumns: [Int: (gap: Double, x: Double)] = [:]
  private var pageHasContent = false
  /// The page was begun on purpose: room above its first block is kept.
  private var isForcedTop = true
  private var hasFurniture = true
  private var open: [OpenFrame] = []
  private var table: Int?
  private var pendingIDs: [String] = []
  private var chapter: Int32 = -1
  private var section: Int32 = -1

  private var columnNotes: [NotePart] = []
  private var notesHeight = 0.0
  private var carriedNotes: [NotePart] = []

  private struct OpenFrame {
    var frame: Int
    var placement: Int
    var top: Double
    var isFirst: Bool
    var hasContent = false
  }

  private struct NotePart {
    var note: Int
    var cursor: InnerCursor
    var height: Double
  }

  /// How far chunks within a cell or a note have been placed.
  private struct InnerCursor {
    var index = 0
    var line = 0
  }

  private static let noteGap = 10.0
  private static let pageLimit = 200_000

  init(
    _ galley: Galley, chunks: [Chunk], styles: StyleTable, template: PageTemplate, look: BookStyle
  ) {
    self.galley = galley
    self.styles = styles
    self.template = template
    self.look = look
    self.chunks = chunks
    ahead = Lookahead(galley: galley, styles: styles, look: look, chunks: chunks)
    columnCount = max(1, min(4, template.columns))
    markPages = [Int](repeating: -1, count: galley.marks.count)
    markPoints = [Point](repeating: .zero, count: galley.marks.count)
    headingPages = [Int](repeating: -1, count: galley.headings.count)
  }

  mutating func run() {
    beginPage()
    for i in chunks.indices {
      place(i)
      if pages.count > Paginator.pageLimit { break }
    }
    while !carriedNotes.isEmpty, pages.count <= Paginator.pageLimit { nextColumn() }
    endPage()
    // A break at the end leaves nothing behind it.
    if pages.count > 1, pages[pages.count - 1].count == 0 { pages.removeLast() }
  }

  /// The page of the index mark that a link of an index leads to, as printed.
  func markPage(of place: String) -> String? {
    guard place.hasPrefix("platen.mark."), let mark = Int(place.dropFirst(12)),
      markPages.indices.contains(mark), markPages[mark] >= 0
    else { return nil }
    return String(markPages[mark] + 1)
  }

  // MARK: Pages and columns

  private var columnWidth: Double {
    (area.width - template.gutter * Double(columnCount - 1)) / Double(columnCount)
  }
  private var columnX: Double {
    area.x + Double(column) * (columnWidth + template.gutter)
  }
  private var bottom: Double { area.maxY }
  /// Where the column's text must end.
  private var limit: Double {
    let notes = notesHeight > 0 ? notesHeight + Paginator.noteGap : 0
    return bottom - notes
      - open.reduce(0) { $0 + styles.node(galley.frames[$1.frame].style).paddingBlock }
  }

  private mutating func beginPage() {
    area = template.area(page: pages.count)
    pages.append(
      PageRecord(
        first: placements.count, hasFurniture: hasFurniture, chapter: chapter, section: section))
    column = 0
    columnTop = area.y
    columnsStart = placements.count
    linesInColumns.removeAll(keepingCapacity: true)
    pageHasContent = false
    beginColumn()
  }

  private mutating func beginColumn() {
    y = columnTop
    space = 0
    columnHasContent = false
    columnNotes = []
    notesHeight = 0
    if !carriedNotes.isEmpty {
      let carried = carriedNotes
      carriedNotes = []
      for (i, part) in carried.enumerated() {
        // The first of them gets on, however small the page.
        take(
          part, available: (bottom - columnTop) * 0.7 - notesHeight, mustProgress: i == 0)
      }
    }
    for i in open.indices { reopen(i) }
  }

  private mutating func endPage() {
    endColumn()
    pages[pages.count - 1].count = placements.count - pages[pages.count - 1].first
  }

  private mutating func endColumn() {
    for i in open.indices { closePiece(i, isLast: false) }
    placeNotes()
  }

  private mutating func nextColumn() {
    endColumn()
    isForcedTop = false
    if column + 1 < columnCount {
      column += 1
      beginColumn()
    } else {
      pages[pages.count - 1].count = placements.count - pages[pages.count - 1].first
      beginPage()
    }
    repeatHead()
  }

  private mutating func nextPage() {
    endPage()
    beginPage()
  }

  /// Makes the columns of this page equally long where nothing but lines that nothing leads to stand
  /// in them, as in an index: only their places change.
  private mutating func balanceColumns() {
    let run = columnsStart..<placements.count
    let lines = run.compactMap { linesInColumns[$0] }
    guard lines.count == run.count, open.isEmpty,
      let spots = ColumnBalance.spread(
        zip(run, lines).map { .init(height: placements[$0].height, gap: $1.gap) },
        over: columnCount, height: bottom - columnTop)
    else { return }
    for (i, spot) in spots.enumerated() {
      let left = area.x + Double(spot.column) * (columnWidth + template.gutter)
      placements[columnsStart + i].x = left + lines[i].x
      placements[columnsStart + i].y = columnTop + spot.y
    }
  }

  private mutating func add(
    _ kind: Placement.Kind, x: Double, y: Double, width: Double, height: Double,
    isRepeat: Bool = false
  ) {
    placements.append(
      Placement(kind: kind, x: x, y: y, width: width, height: height, isRepeat: isRepeat))
  }

  /// Something stands in the column now.
  private mutating func noteContent(at point: Point) {
    columnHasContent = true
    pageHasContent = true
    isForcedTop = false
    for i in open.indices { open[i].hasContent = true }
    for id in pendingIDs { remember(id, point) }
    pendingIDs.removeAll(keepingCapacity: true)
  }

  private mutating func remember(_ id: String, _ point: Point) {
    if places[id] == nil { places[id] = (pages.count - 1, point) }
  }

  // MARK: Chunks

  private func gap(before chunk: Chunk) -> Double {
    if columnHasContent { return max(space, chunk.spaceBefore) }
    return isForcedTop ? chunk.spaceBefore : 0
  }

  private mutating func place(_ i: Int) {
    let chunk = chunks[i]
    pendingIDs += chunk.ids
    switch chunk.kind {
    case .paragraph(let p): placeParagraph(p, chunk, at: i)
    case .row(let r): placeRow(r, chunk, at: i)
    case .box(let b): placeBox(b, chunk, at: i)
    case .openFrame(let f):
      keepTogether(i, chunk)
      // Within another frame's top there is no room above.
      let isInnerTop = open.last.map { !$0.hasContent } ?? false
      y += isInnerTop ? 0 : gap(before: chunk)
      openFrame(f)
    case .closeFrame(let f):
      if let last = open.indices.last {
        closePiece(last, isLast: true)
        y += styles.node(galley.frames[f].style).paddingBlock
        open.removeLast()
      }
      space = chunk.spaceAfter
    case .openTable(let t):
      keepTogether(i, chunk)
      if columnHasContent { space = max(space, chunk.spaceBefore) }
      table = t
    case .closeTable:
      table = nil
      space = max(space, chunk.spaceAfter)
    case .pageBreak(let rule):
      if pageHasContent { nextPage() }
      if rule == .right, template.isFacing, pages.count % 2 == 0 {
        // An empty page, so that what comes is on the right.
        let had = hasFurniture
        pages[pages.count - 1].hasFurniture = false
        pageHasContent = true
        nextPage()
        pages[pages.count - 1].hasFurniture = had
      }
      isForcedTop = true
    case .columns(let count):
      guard count != columnCount else { break }
      // Nothing stands on this page yet.
      if !pageHasContent, columnNotes.isEmpty {
        columnCount = count
        break
      }
      if count < columnCount || columnCount > 1 {
        balanceColumns()
        endPage()
        columnCount = count
        beginPage()
      } else {
        endColumn()
        columnTop = columnHasContent ? y + max(space, chunk.spaceBefore) : columnTop
        columnsStart = placements.count
        columnCount = count
        column = 0
        if bottom - columnTop < 80 {
          pages[pages.count - 1].count = placements.count - pages[pages.count - 1].first
          beginPage()
        } else {
          beginColumn()
        }
      }
    case .furniture(let has):
      hasFurniture = has
      pages[pages.count - 1].hasFurniture = has
    case .sink(let share):
      if !columnHasContent { y += area.height * share }
    }
  }

  /// Goes to the next column where what begins here would be parted from what it must stay with.
  private mutating func keepTogether(_ i: Int, _ chunk: Chunk) {
    guard columnHasContent else { return }
    if y + gap(before: chunk) + ahead.need(from: i, full: bottom - area.y) > limit + 0.01 {
      nextColumn()
    }
  }

  private mutating func placeParagraph(_ p: Int, _ chunk: Chunk, at i: Int) {
    let set = galley.paragraphs[p]
    if chunk.keepsWithNext || chunk.keepsTogether { keepTogether(i, chunk) }
    var from = 0
    while from < set.lineCount {
      let isInnerTop = open.last.map { !$0.hasContent } ?? false
      let gap = from > 0 || isInnerTop ? 0 : gap(before: chunk)
      let remaining = set.lineCount - from
      var fit = max(0, Int((limit - y - gap + 0.01) / set.lineHeight))
      if let notes = set.extras?.notes, !notes.isEmpty {
        fit = linesThatFit(set, notes, from: from, gap: gap, atMost: min(fit, remaining))
      }
      var take = remaining
      if fit >= remaining, open.isEmpty, let end = ahead.shortEnd(after: i),
        y + gap + Double(remaining) * set.lineHeight + end > limit + 0.01
      {
        // The end of a chapter takes some lines along: alone it would have a page to itself.
        let kept = remaining - max(look.widows, Lookahead.company)
        if kept >= look.orphans, !chunk.keepsTogether {
          take = kept
        } else if remaining <= 2 * Lookahead.company, from == 0, columnHasContent {
          nextColumn()
          continue
        }
      }
      if fit < remaining {
        take = fit
        if remaining - take < look.widows { take = remaining - look.widows }
        if from == 0, take < look.orphans { take = 0 }
        if chunk.keepsTogether, from == 0, columnHasContent { take = 0 }
        if take <= 0 {
          if columnHasContent {
            nextColumn()
            continue
          }
          // An empty column that cannot hold two lines must hold one.
          take = max(1, min(fit, remaining))
        }
      }
      y += gap
      if from == 0, chunk.heading >= 0 { note(heading: Int(chunk.heading)) }
      noteContent(at: Point(columnX + chunk.x, y))
      if let extras = set.extras { note(extras, of: set, lines: from..<from + take, x: chunk.x) }
      let height = Double(take) * set.lineHeight
      add(
        .lines(p, from, from + take), x: columnX + chunk.x, y: y, width: set.shape.width,
        height: height)
      if columnCount > 1, chunk.ids.isEmpty, set.extras?.isPlain ?? true {
        linesInColumns[placements.count - 1] = (from > 0 ? 0 : chunk.spaceBefore, chunk.x)
      }
      y += height
      if y > bottom + 1 { overfullPages.append(pages.count - 1) }
      from += take
      space = chunk.spaceAfter
      if from < set.lineCount { nextColumn() }
    }
  }

  private mutating func note(heading index: Int) {
    headingPages[index] = pages.count - 1
    let heading = galley.headings[index]
    if heading.level == 1, !pageHasContent { pages[pages.count - 1].opensChapter = true }
    guard heading.isOutlined else { return }
    if heading.level == 1 {
      chapter = Int32(index)
      section = -1
    } else if heading.level == 2 {
      section = Int32(index)
    }
    // The page is named by its first chapter, or the one it begins in.
    if !pageHasContent || pages[pages.count - 1].chapter < 0 {
      pages[pages.count - 1].chapter = chapter
    }
    if !pageHasContent || pages[pages.count - 1].section < 0 {
      pages[pages.count - 1].section = section
    }
  }

  /// Remembers what stands on lines: ids, index marks, notes.
  private mutating func note(
    _ extras: ParagraphExtras, of set: SetParagraph, lines: Range<Int>, x: Double
  ) {
    let items = items(on: lines, of: set)
    for i in Paginator.range(of: items, count: extras.marks.count, at: { extras.marks[$0].item }) {
      let (item, mark) = extras.marks[i]
      guard markPages[mark] < 0 else { continue }
      markPages[mark] = pages.count - 1
      let row = Double(line(of: item, in: set) - lines.lowerBound)
      markPoints[mark] = Point(columnX + x, y + row * set.lineHeight)
    }
    for i in Paginator.range(
      of: items, count: extras.anchors.count, at: { extras.anchors[$0].item })
    {
      let (item, id) = extras.anchors[i]
      let row = Double(line(of: item, in: set) - lines.lowerBound)
      remember(id, Point(columnX + x, y + row * set.lineHeight))
    }
    for i in Paginator.range(of: items, count: extras.notes.count, at: { extras.notes[$0].item }) {
      let note = extras.notes[i].note
      let below = y + Double(lines.count) * set.lineHeight
      take(
        NotePart(note: note, cursor: InnerCursor(), height: galley.notes[note].height),
        available: bottom - below - Paginator.noteGap - notesHeight)
    }
  }

  /// The items of a paragraph that stand on lines of it.
  private func items(on lines: Range<Int>, of set: SetParagraph) -> Range<Int> {
    func end(of line: Int) -> Int {
      let end = galley.lines[set.firstLine + line]
      return Int(end.item) + (end.offset > 0 ? 1 : 0)
    }
    let first = lines.lowerBound == 0 ? 0 : end(of: lines.lowerBound - 1)
    let last = lines.upperBound >= set.lineCount ? Int.max : end(of: lines.upperBound - 1)
    return first..<max(first, last)
  }

  /// Which of so many things, in the order of their items, are of items of a range.
  private static func range(
    of items: Range<Int>, count: Int, at item: (Int) -> Int
  ) -> Range<Int> {
    func first(notBefore limit: Int) -> Int {
      var (low, high) = (0, count)
      while low < high {
        let middle = (low + high) / 2
        if item(middle) < limit { low = middle + 1 } else { high = middle }
      }
      return low
    }
    guard count > 0 else { return 0..<0 }
    let low = first(notBefore: items.lowerBound)
    return low..<max(low, first(notBefore: items.upperBound))
  }

  /// The line of a paragraph an item is on.
  private func line(of item: Int, in set: SetParagraph) -> Int {
    var (low, high) = (0, set.lineCount - 1)
    while low < high {
      let middle = (low + high) / 2
      let end = galley.lines[set.firstLine + middle]
      if item < Int(end.item) || (item == Int(end.item) && end.offset > 0) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }

  // MARK: Notes

  /// How many lines fit with the notes they call. A line that calls one too long for the page is
  /// taken where the column has nothing else.
  private func linesThatFit(
    _ set: SetParagraph, _ notes: [(item: Int, note: Int)], from: Int, gap: Double, atMost: Int
  ) -> Int {
    var reserved = notesHeight
    let frames = open.reduce(0.0) {
      $0 + styles.node(galley.frames[$1.frame].style).paddingBlock
    }
    var fit = 0
    while fit < atMost {
      let called = Paginator.range(
        of: items(on: from + fit..<from + fit + 1, of: set), count: notes.count,
        at: { notes[$0].item })
      let height = called.reduce(0.0) { $0 + galley.notes[notes[$1].note].height }
      let total = reserved + height
      let room = bottom - frames - (total > 0 ? total + Paginator.noteGap : 0)
      if y + gap + Double(fit + 1) * set.lineHeight > room + 0.01 {
        // A long note is split: its line stays if a few lines of the note do.
        let least = min(height, 3 * 12)
        let tight = bottom - frames - (reserved + least + Paginator.noteGap)
        guard height > (bottom - area.y) * 0.25,
          y + gap + Double(fit + 1) * set.lineHeight <= tight
        else { break }
      }
      reserved = total
      fit += 1
    }
    return fit
  }

  /// Takes a note into the column, or as much of it as there is room for.
  private mutating func take(_ part: NotePart, available: Double, mustProgress: Bool = false) {
    if part.height <= available + 0.01 {
      columnNotes.append(part)
      notesHeight += part.height
      return
    }
    // What does not fit goes on at the foot of the next column.
    var rest = part
    let chunks = galley.notes[part.note].chunks
    let used = measure(
      chunks, &rest.cursor, limit: max(0, available), mustProgress: mustProgress)
    if used > 0 {
      var here = part
      here.height = used
      columnNotes.append(here)
      notesHeight += used
    }
    guard rest.cursor.index < chunks.count else { return }
    rest.height = max(0, part.height - used)
    carriedNotes.append(rest)
  }

  private mutating func placeNotes() {
    guard !columnNotes.isEmpty else { return }
    var top = bottom - notesHeight
    add(
      .noteRule, x: columnX, y: top - Paginator.noteGap * 0.45, width: columnWidth, height: 0)
    for part in columnNotes {
      var cursor = part.cursor
      let used = placeInner(
        galley.notes[part.note].chunks, &cursor, x: columnX, y: top, limit: part.height,
        mustProgress: true)
      top += max(used, part.height)
    }
    columnNotes = []
    notesHeight = 0
    columnHasContent = true
    pageHasContent = true
  }

  // MARK: Frames

  private mutating func openFrame(_ f: Int) {
    open.append(OpenFrame(frame: f, placement: placements.count, top: y, isFirst: true))
    reserve(open.count - 1)
    y += styles.node(galley.frames[f].style).paddingBlock
  }

  private mutating func reopen(_ i: Int) {
    open[i].placement = placements.count
    open[i].top = y
    open[i].hasContent = false
    reserve(i)
    y += styles.node(galley.frames[open[i].frame].style).paddingBlock
  }

  /// A frame is drawn before what stands in it, and its height is known after.
  private mutating func reserve(_ i: Int) {
    let frame = galley.frames[open[i].frame]
    add(
      .frame(open[i].frame, isFirst: open[i].isFirst, isLast: false), x: columnX + frame.x,
      y: open[i].top, width: frame.width, height: 0)
  }

  private mutating func closePiece(_ i: Int, isLast: Bool) {
    guard open[i].hasContent || isLast else { return }
    let frame = open[i].frame
    let padding = styles.node(galley.frames[frame].style).paddingBlock
    // Inner frames end within outer ones.
    let inner = open[(i + 1)...].reduce(0.0) {
      $0 + styles.node(galley.frames[$1.frame].style).paddingBlock
    }
    placements[open[i].placement].height = y + padding + (isLast ? 0 : inner) - open[i].top
    placements[open[i].placement].kind = .frame(frame, isFirst: open[i].isFirst, isLast: isLast)
    open[i].isFirst = false
  }

  // MARK: Boxes

  private mutating func placeBox(_ b: Int, _ chunk: Chunk, at i: Int) {
    let box = galley.boxes[b]
    keepTogether(i, chunk)
    let isInnerTop = open.last.map { !$0.hasContent } ?? false
    var gap = isInnerTop ? 0 : gap(before: chunk)
    if y + gap + box.height > limit + 0.01, columnHasContent {
      nextColumn()
      gap = 0
    }
    if case .ornament = box.content, !columnHasContent, !isForcedTop {
      // A change of scene needs no sign where a page's end makes one visible.
      columnHasContent = false
    }
    y += gap
    noteContent(at: Point(columnX + chunk.x, y))
    add(
      .box(b), x: columnX + chunk.x + box.x, y: y, width: box.width, height: box.height)
    note(figure: box, x: columnX + chunk.x + box.x, y: y)
    y += box.height
    space = chunk.spaceAfter
  }

  private mutating func note(figure box: FixedBox, x: Double, y: Double) {
    guard case .picture(_, _, let element) = box.content, element >= 0 else { return }
    figureBoxes.append(
      (
        element,
        PageBox(
          page: pages.count - 1, frame: Rect(x: x, y: y, width: box.width, height: box.height))
      ))
  }

  // MARK: Tables

  private mutating func repeatHead() {
    guard let table, !galley.tables[table].head.isEmpty,
      galley.tables[table].headHeight < (bottom - columnTop) * 0.4
    else { return }
    for r in galley.tables[table].head {
      placeRowWhole(r, x: columnX + galley.tables[table].x, isRepeat: true)
    }
  }

  private mutating func placeRowWhole(_ r: Int, x: Double, isRepeat: Bool) {
    let row = galley.rows[r]
    add(
      .row(r, isWhole: true), x: x, y: y, width: row.width, height: row.height,
      isRepeat: isRepeat)
    for cell in row.cells {
      var cursor = InnerCursor()
      let free = cell.height - cell.content - 2 * cell.paddingY
      let top = y + cell.y + cell.paddingY + (cell.isHead ? max(0, free) : 0)
      _ = placeInner(
        cell.chunks, &cursor, x: x + cell.x + cell.paddingX, y: top, limit: .infinity,
        isRepeat: isRepeat)
    }
    y += row.height
  }

  private mutating func placeRow(_ r: Int, _ chunk: Chunk, at i: Int) {
    let row = galley.rows[r]
    if chunk.keepsWithNext { keepTogether(i, chunk) }
    let notes = notes(in: row)
    let noteHeight = notes.reduce(0.0) { $0 + galley.notes[$1].height }
    let isInnerTop = open.last.map { !$0.hasContent } ?? false
    var gap = isInnerTop ? 0 : gap(before: chunk)
    let headHeight = table.map { galley.tables[$0].headHeight } ?? 0
    let full = bottom - area.y - headHeight
    if y + gap + row.height + (noteHeight > 0 ? noteHeight + Paginator.noteGap : 0) > limit + 0.01,
      columnHasContent, row.height <= full || y + gap + 60 > limit
    {
      nextColumn()
      gap = 0
    }
    y += gap
    noteContent(at: Point(columnX + chunk.x, y))
    if y + row.height <= limit + 0.01 || row.cells.isEmpty {
      placeRowWhole(r, x: columnX + chunk.x, isRepeat: false)
    } else {
      split(r, chunk)
    }
    for note in notes {
      take(
        NotePart(note: note, cursor: InnerCursor(), height: galley.notes[note].height),
        available: bottom - y - Paginator.noteGap - notesHeight)
    }
    space = chunk.spaceAfter
  }

  private func notes(in row: RowBlock) -> [Int] {
    var found: [Int] = []
    for cell in row.cells {
      for chunk in cell.chunks {
        guard case .paragraph(let p) = chunk.kind, let extras = galley.paragraphs[p].extras
        else { continue }
        found += extras.notes.map(\.note)
      }
    }
    return found
  }

  /// A row higher than a page: every cell goes on where it was cut.
  private mutating func split(_ r: Int, _ chunk: Chunk) {
    let row = galley.rows[r]
    var cursors = [InnerCursor](repeating: InnerCursor(), count: row.cells.count)
    var isFresh = !columnHasContent
    while true {
      let available = limit - y
      let marker = placements.count
      add(
        .row(r, isWhole: false), x: columnX + chunk.x, y: y, width: row.width, height: 0)
      var used = 0.0
      var isDone = true
      for (c, cell) in row.cells.enumerated() {
        let height = placeInner(
          cell.chunks, &cursors[c], x: columnX + chunk.x + cell.x + cell.paddingX,
          y: y + cell.paddingY, limit: available - 2 * cell.paddingY, mustProgress: isFresh)
        used = max(used, height + 2 * cell.paddingY)
        if cursors[c].index < cell.chunks.count { isDone = false }
      }
      placements[marker].height = used
      y += used
      if isDone || pages.count > Paginator.pageLimit { return }
      nextColumn()
      isFresh = true
      noteContent(at: Point(columnX + chunk.x, y))
    }
  }

  // MARK: Within cells and notes

  private func measure(
    _ chunks: [Chunk], _ cursor: inout InnerCursor, limit: Double, mustProgress: Bool
  ) -> Double {
    var copy = self
    copy.placements = []
    return copy.placeInner(
      chunks, &cursor, x: 0, y: 0, limit: limit, isDry: true, mustProgress: mustProgress)
  }

  /// Places chunks below each other until the limit, from where the cursor stands. The height used.
  private mutating func placeInner(
    _ chunks: [Chunk], _ cursor: inout InnerCursor, x: Double, y top: Double, limit: Double,
    isRepeat: Bool = false, isDry: Bool = false, mustProgress: Bool = false
  ) -> Double {
    var y = top
    var space = 0.0
    var isTop = true
    let end = top + limit
    var frames: [(frame: Int, placement: Int, top: Double)] = []
    func finish(_ y: Double) -> Double { y - top }
    while cursor.index < chunks.count {
      let chunk = chunks[cursor.index]
      let gap = isTop ? 0 : max(space, chunk.spaceBefore)
      switch chunk.kind {
      case .paragraph(let p):
        let set = galley.paragraphs[p]
        let remaining = set.lineCount - cursor.line
        let start = y + (cursor.line == 0 ? gap : 0)
        var take = remaining
        if limit.isFinite {
          take = max(0, min(remaining, Int((end - start + 0.01) / set.lineHeight)))
          // Where not even a line fits in an empty column, one is set all the same.
          if take == 0, isTop, mustProgress { take = 1 }
        }
        if take > 0 {
          if !isDry {
            let part = cursor.line..<cursor.line + take
            add(
              .lines(p, part.lowerBound, part.upperBound), x: x + chunk.x, y: start,
              width: set.shape.width, height: Double(take) * set.lineHeight, isRepeat: isRepeat)
            if !isRepeat {
              let point = Point(x + chunk.x, start)
              for id in chunk.ids where cursor.line == 0 { remember(id, point) }
              if let extras = set.extras {
                let items = items(on: part, of: set)
                for i in Paginator.range(
                  of: items, count: extras.marks.count, at: { extras.marks[$0].item })
                where markPages[extras.marks[i].mark] < 0 {
                  markPages[extras.marks[i].mark] = pages.count - 1
                  markPoints[extras.marks[i].mark] = point
                }
                for i in Paginator.range(
                  of: items, count: extras.anchors.count, at: { extras.anchors[$0].item })
                {
                  remember(extras.anchors[i].id, point)
                }
              }
            }
          }
          y = start + Double(take) * set.lineHeight
        }
        if take < remaining {
          cursor.line += take
          closeInner(frames, y, isLast: false, isDry)
          return finish(y)
        }
        cursor.line = 0
      case .row(let r):
        let row = galley.rows[r]
        if y + gap + row.height > end + 0.01, !isTop {
          closeInner(frames, y, isLast: false, isDry)
          return finish(y)
        }
        y += gap
        if !isDry {
          let outer = self.y
          self.y = y
          placeRowWhole(r, x: x + chunk.x, isRepeat: isRepeat)
          self.y = outer
        }
        y += row.height
      case .box(let b):
        let box = galley.boxes[b]
        if y + gap + box.height > end + 0.01, !isTop {
          closeInner(frames, y, isLast: false, isDry)
          return finish(y)
        }
        y += gap
        if !isDry {
          add(
            .box(b), x: x + chunk.x + box.x, y: y, width: box.width, height: box.height,
            isRepeat: isRepeat)
          if !isRepeat { note(figure: box, x: x + chunk.x + box.x, y: y) }
        }
        y += box.height
      case .openFrame(let f):
        y += gap
        if !isDry {
          frames.append((f, placements.count, y))
          add(
            .frame(f, isFirst: true, isLast: true), x: x + galley.frames[f].x, y: y,
            width: galley.frames[f].width, height: 0, isRepeat: isRepeat)
        }
        y += styles.node(galley.frames[f].style).paddingBlock
        space = 0
        isTop = true
        cursor.index += 1
        continue
      case .closeFrame(let f):
        y += styles.node(galley.frames[f].style).paddingBlock
        if let last = frames.popLast(), !isDry {
          placements[last.placement].height = y - last.top
        }
      case .openTable, .closeTable, .pageBreak, .columns, .furniture, .sink:
        cursor.index += 1
        continue
      }
      space = chunk.spaceAfter
      isTop = false
      cursor.index += 1
    }
    return finish(y)
  }

  private mutating func closeInner(
    _ frames: [(frame: Int, placement: Int, top: Double)], _ y: Double, isLast: Bool,
    _ isDry: Bool
  ) {
    guard !isDry else { return }
    for frame in frames { placements[frame.placement].height = max(0, y - frame.top) }
  }
}
