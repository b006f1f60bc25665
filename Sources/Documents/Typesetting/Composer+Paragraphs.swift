// SPDX-License-Identifier: MIT
// Part of Platen: composes headings and paragraphs with their footnotes, marks and anchors.

internal import Documents
internal import Drawing
internal import Geometry

/// The content of one paragraph.
struct ParagraphText {
  var inlines: [Inline]
  var style: Int32
  /// The index in `DocumentStructure.elements`; -1 for an artifact.
  var element: Int32
  var indent = 0.0
  var keepsWithNext = false
  var isSetWhenBlank = false
  var extras: ParagraphExtras?
}

extension Composer {
  func compose(
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
    setParagraph(
      ParagraphText(
        inlines: heading.inlines, style: style, element: element, keepsWithNext: true),
      in: room, into: &chunks)
    guard first < chunks.count, !room.isInner else { return }
    if opensPage {
      // On small pages, the sinkage of a chapter's beginning is smaller.
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

  /// The text of a heading in outlines and running heads: a single line of any length.
  static func title(of inlines: [Inline]) -> String {
    String(inlines.plainText.prefix(400)).replacing("\n", with: " ")
  }

  func compose(
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
    setParagraph(
      ParagraphText(
        inlines: paragraph.inlines, style: style,
        element: galley.element(.paragraph, in: room.element), indent: indent),
      in: room, into: &chunks)
  }

  /// Composes one paragraph after the chunks so far. Returns its index; nil for an empty paragraph.
  @discardableResult
  func setParagraph(_ text: ParagraphText, in room: Room, into chunks: inout [Chunk]) -> Int? {
    let node = styles.node(text.style)
    // The itemizer's list is in use while a paragraph's notes are composed.
    if noteDepth == 0, styles.words.trim() { styles.refill() }
    var set = unbroken(text, node, in: room)
    let index = galley.paragraphs.count
    itemize(set)
    let list = itemizer.list
    if !list.images.isEmpty { set.lineHeight = lineHeight(of: list, node) }
    guard !list.items.isEmpty || text.isSetWhenBlank else { return nil }
    galley.paragraphs.append(set)
    register(list, of: index, in: room)
    breakLines(of: index, list.items)
    galley.overfullCount = breaker.overfullCount
    for anchor in list.anchors { galley.ids.insert(anchor.id) }
    var chunk = Chunk(
      .paragraph(index), x: room.x + (room.isRightToLeft ? node.marginEnd : node.marginStart),
      spaceBefore: node.spaceBefore, spaceAfter: node.spaceAfter,
      keepsWithNext: text.keepsWithNext || node.keepsWithNext,
      keepsTogether: text.keepsWithNext || node.keepsTogether)
    guard let line = node.underline else {
      chunks.append(chunk)
      return index
    }
    galley.boxes.append(
      FixedBox(
        content: .line(line, node.borderWidth), width: Composer.width(node, in: room),
        height: node.paddingBlock + 0.5, x: 0))
    let box = Chunk(
      .box(galley.boxes.count - 1), x: chunk.x, spaceAfter: chunk.spaceAfter,
      keepsWithNext: chunk.keepsWithNext)
    chunk.spaceAfter = 0
    chunk.keepsWithNext = true
    chunks += [chunk, box]
    return index
  }

  /// The width of lines: at least a word or two, unless the available width is smaller, as in a
  /// table's column.
  private static func width(_ node: NodeStyle, in room: Room) -> Double {
    max(min(20, room.width), room.width - node.marginStart - node.marginEnd)
  }

  /// A paragraph that is not broken into lines yet.
  private func unbroken(_ text: ParagraphText, _ node: NodeStyle, in room: Room) -> SetParagraph {
    let width = Composer.width(node, in: room)
    var shape = LineShape(
      width: width, indent: text.indent, alignment: node.alignment, hyphenates: node.hyphenates,
      size: node.size)
    shape.balances =
      node.alignment == .center || (text.keepsWithNext && node.alignment != .justified)
    if let tail = text.extras?.tail {
      let run = styles.runStyle(of: tail.style)
      let word = styles.words.word("0000", font: run.font)
      shape.width = max(20, width - styles.words.words[Int(word)].width * run.size - 12)
      text.extras?.tailWidth = width - shape.width
    }
    return SetParagraph(
      inlines: text.inlines, style: text.style, direction: room.direction, shape: shape,
      lineHeight: node.lineHeight, element: text.element, firstNote: galley.notes.count + 1,
      extras: text.extras)
  }

  private func breakLines(of index: Int, _ items: [Item]) {
    let ends = breaker.lines(of: items, shape: galley.paragraphs[index].shape, styles: styles)
    galley.paragraphs[index].firstLine = galley.lines.count
    galley.paragraphs[index].lineCount = ends.count
    galley.lines += ends
  }

  /// Breaks a paragraph again whose text has changed.
  func reset(_ index: Int) {
    itemize(galley.paragraphs[index])
    breakLines(of: index, itemizer.list.items)
  }

  /// The line of its source that each line of a paragraph shows.
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
      imageSize: { [unowned self] reference, size in
        guard let image = image(reference.resource) else { return Size(width: 0, height: 0) }
        // An inline image is as high as the line's letters.
        let height = min(image.size.height, size * 1.15)
        return Size(
          width: image.size.width * height / max(0.001, image.size.height), height: height)
      })
  }

  /// Registers the spans, notes, marks and anchors of a paragraph.
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
      // A span without an element belongs to the element around it.
      let around = parent >= 0 ? parent : owner
      guard around >= 0 else {
        extras.spanElements.append(-1)
        continue
      }
      extras.spanElements.append(element(of: span.kind, in: around))
    }
    for (item, mark) in list.marks {
      extras.marks.append((item, galley.marks.count))
      galley.marks.append(mark)
    }
    extras.anchors = list.anchors
    if list.hasPageReferences { galley.dynamic.append(index) }
    if !list.notes.isEmpty { setNotes(of: list, extras, element: owner, in: room) }
  }

  private func element(of kind: SpanInfo.Kind, in parent: Int32) -> Int32 {
    switch kind {
    case .link: return galley.element(.link, in: parent)
    case .reference(let target):
      galley.targets.insert(target)
      return galley.element(.link, in: parent)
    case .note: return galley.element(.reference, in: parent)
    case .emphasis: return galley.element(.emphasis, in: parent)
    case .strong: return galley.element(.strong, in: parent)
    case .code: return galley.element(.code, in: parent)
    case .formula(let source): return galley.element(.formula, in: parent, alternative: source)
    case .image(let words):
      return words.isEmpty
        ? ParagraphExtras.artifact : galley.element(.figure, in: parent, alternative: words)
    case .language(let language):
      let element = galley.element(.span, in: parent)
      galley.structure.elements[Int(element)].language = language
      return element
    }
  }

  /// Composes the notes of a paragraph. Numbers are assigned first, since notes are composed after
  /// the paragraph with the same itemizer.
  private func setNotes(
    of list: ItemList, _ extras: ParagraphExtras, element: Int32, in room: Room
  ) {
    let first = galley.notes.count
    var callers = [Int](repeating: list.items.count - 1, count: list.notes.count)
    for (i, item) in list.items.enumerated() where item.span >= 0 {
      if case .note(let ordinal) = list.spans[Int(item.span)].kind { callers[ordinal] = i }
    }
    for ordinal in list.notes.indices {
      extras.notes.append((callers[ordinal], first + ordinal))
      galley.notes.append(SetNote(chunks: [], height: 0))
    }
    for (ordinal, blocks) in list.notes.enumerated() {
      setNote(first + ordinal, blocks, element: element, in: room)
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

  /// Puts a label next to the first line of chunks, or on a line of its own if they have no line.
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
    setParagraph(
      ParagraphText(
        inlines: [], style: style, element: -1, isSetWhenBlank: true, extras: extras),
      in: room, into: &before)
    chunks = before + chunks
  }

  /// The extent of inlines: their longest word, and all in one line.
  func extent(of inlines: [Inline], style: Int32, _ room: Room) -> Extent {
    var context = inlineContext(firstNote: galley.notes.count + 1)
    context.formula = { [unowned self] in lineFormula($0, style: $1, width: .infinity) }
    itemizer.itemize(
      inlines, style: style, measure: .infinity, direction: room.direction, context: context)
    var extent = Extent()
    var words: [ColumnFit.Word] = []
    var (word, line) = (0.0, 0.0)
    func endWord(gap: Double) {
      extent.min = max(extent.min, word)
      if word > 0 { words.append(ColumnFit.Word(width: word, gap: gap)) }
      word = 0
      line += gap
    }
    func endLine() {
      endWord(gap: 0)
      extent.max = max(extent.max, line)
      extent.lines.append(ColumnFit.Line(words: words))
      words = []
      line = 0
    }
    for item in itemizer.list.items {
      switch item.kind {
      case .word, .fixedSpace, .image:
        word += item.width
        line += item.width
      case .space, .opportunity, .softHyphen: endWord(gap: item.width)
      case .hardBreak: endLine()
      }
    }
    if word > 0 || !words.isEmpty { endLine() }
    return extent
  }
}
