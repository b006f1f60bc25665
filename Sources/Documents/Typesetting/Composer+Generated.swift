// SPDX-License-Identifier: MIT
// Part of Platen: composes contents and indexes with the page numbers that are known.

internal import Diagnostics
internal import Documents
internal import Drawing

extension Composer {
  /// The length of the galley before any list is generated.
  struct Mark {
    var paragraphs: Int
    var lines: Int
    var elements: Int
    var boxes: Int
  }

  var mark: Mark {
    Mark(
      paragraphs: galley.paragraphs.count, lines: galley.lines.count,
      elements: galley.structure.elements.count, boxes: galley.boxes.count)
  }

  /// Adds a placeholder for a list that is composed when page numbers are known, with its title.
  func generate(
    _ kind: GeneratedList.Kind, _ attributes: Attributes, in room: Room,
    into chunks: inout [Chunk]
  ) {
    let (name, title, role): (String, [Inline], StructureElement.Role) =
      switch kind {
      case .contents(let contents): ("contents", contents.title, .contents)
      case .index(let index): ("index", index.title, .index)
      }
    let isIndex = role == .index
    guard !room.isInner else {
      record(.warning(.typesettingGenerated, "\(name) within a cell or a note is omitted"))
      return
    }
    let style = styles.resolve(name, attributes.classes, in: room.style)
    let pageBreak = styles.node(style).pageBreak
    if pageBreak != .none { chunks.append(Chunk(.pageBreak(pageBreak))) }
    if !title.isBlank {
      let titleElement = galley.element(.heading1, in: room.element)
      headingLevel = max(headingLevel, 1)
      let first = chunks.count
      let style = styles.resolve("heading.1", attributes.classes, in: room.style)
      setParagraph(
        ParagraphText(
          inlines: title, style: styles.withoutPageBreak(style), element: titleElement,
          keepsWithNext: true), in: room, into: &chunks)
      if first < chunks.count {
        let place = "platen.heading.\(galley.headings.count + 1)"
        chunks[first].ids.append(place)
        chunks[first].heading = Int32(galley.headings.count)
        galley.headings.append(
          SetHeading(
            level: 1, title: Composer.title(of: title), inlines: title,
            place: place, isListed: isIndex, isOutlined: true))
      }
    }
    let element = galley.element(role, in: room.element)
    var inner = room
    if isIndex, look.indexColumns > 1, columns == 1 {
      chunks.append(Chunk(.columns(look.indexColumns)))
      inner.x = 0
      inner.width = template.columnWidth(look.indexColumns)
    }
    // Chunks composed so far precede the list, later ones follow it.
    galley.segments[galley.segments.count - 1] += chunks
    chunks.removeAll()
    galley.generated.append(
      GeneratedList(
        kind: kind, segment: galley.segments.count, x: inner.x, width: inner.width, style: style,
        element: element))
    galley.segments.append([])
    galley.segments.append([])
    if isIndex, look.indexColumns > 1, columns == 1 {
      chunks.append(Chunk(.columns(columns)))
    }
  }

  /// Composes the parts that depend on page numbers again.
  func fill(from mark: Mark, after pagination: Pagination?) {
    galley.paragraphs.removeSubrange(mark.paragraphs...)
    galley.lines.removeSubrange(mark.lines...)
    galley.structure.elements.removeSubrange(mark.elements...)
    galley.boxes.removeSubrange(mark.boxes...)
    for index in galley.dynamic where index < mark.paragraphs { reset(index) }
    usedMarks.removeAll(keepingCapacity: true)
    for list in galley.generated {
      switch list.kind {
      case .contents(let contents):
        galley.segments[list.segment] = self.contents(contents, list)
      case .index(let index):
        galley.segments[list.segment] = self.index(index, list, after: pagination)
      }
    }
  }

  /// - Parameter direction: That of entries in a document that runs to the right.
  private func room(of list: GeneratedList, _ direction: Direction = .automatic) -> Room {
    Room(
      x: list.x, width: list.width, style: list.style, element: list.element,
      isRightToLeft: isRightToLeft, direction: isRightToLeft ? .rightToLeft : direction)
  }

  private func contents(_ contents: Contents, _ list: GeneratedList) -> [Chunk] {
    var chunks: [Chunk] = []
    let listed = galley.headings.filter { $0.isListed && $0.level <= contents.depth }
    let isFlat = listed.allSatisfy { $0.level == listed[0].level }
    for (i, heading) in listed.enumerated() {
      let first = chunks.count
      let style = styles.resolve("contents.\(heading.level)", in: list.style)
      let item = galley.element(.contentsItem, in: list.element)
      let reference = galley.element(.reference, in: item)
      let extras = ParagraphExtras()
      extras.isGenerated = true
      let label = pageLabels[heading.place] ?? "00"
      extras.tail = LineTail(
        text: label, style: style, element: reference, hasLeader: heading.level > 1)
      let entry = Reference(to: heading.place, Composer.plainEntry(heading.inlines), shown: .text)
      setParagraph(
        ParagraphText(
          inlines: [.reference(entry)], style: style, element: reference, extras: extras),
        // Page numbers are on one side, regardless of the directions of headings.
        in: room(of: list, .leftToRight), into: &chunks)
      // The number belongs to the link.
      if let link = extras.spanElements.first, link >= 0 { extras.tail?.element = link }
      guard first < chunks.count else { continue }
      // A chapter's entry stays with the first one below it; without any, entries are set close.
      chunks[first].keepsWithNext = i + 1 < listed.count && listed[i + 1].level > heading.level
      if isFlat { chunks[first].spaceBefore = min(chunks[first].spaceBefore, 2) }
    }
    return chunks
  }

  /// A heading's inlines without notes, marks, ids and links, which must not be repeated.
  private static func plainEntry(_ inlines: [Inline], depth: Int = 0) -> [Inline] {
    guard depth < 64 else { return [] }
    return inlines.flatMap { inline -> [Inline] in
      switch inline {
      case .text, .code: [inline]
      case .lineBreak: [.text(" ")]
      case .emphasis(let inner): [.emphasis(plainEntry(inner, depth: depth + 1))]
      case .strong(let inner): [.strong(plainEntry(inner, depth: depth + 1))]
      case .smallCaps(let inner): [.smallCaps(plainEntry(inner, depth: depth + 1))]
      case .superscript(let inner): [.superscript(plainEntry(inner, depth: depth + 1))]
      case .subscript(let inner): [.subscript(plainEntry(inner, depth: depth + 1))]
      case .strikethrough(let inner): [.strikethrough(plainEntry(inner, depth: depth + 1))]
      case .link(let link): plainEntry(link.inlines, depth: depth + 1)
      case .reference(let reference): plainEntry(reference.inlines, depth: depth + 1)
      case .span(let span):
        [
          .span(
            Span(
              plainEntry(span.inlines, depth: depth + 1), language: span.language,
              direction: span.direction))
        ]
      case .footnote, .image, .indexMark: []
      }
    }
  }

  // MARK: Index

  private func index(
    _ index: Documents.Index, _ list: GeneratedList, after pagination: Pagination?
  ) -> [Chunk] {
    var marks: [String: [Int]] = [:]
    for (i, mark) in galley.marks.enumerated() where mark.name == index.name {
      marks[mark.term, default: []].append(i)
    }
    let language = galley.structure.language
    let terms = marks.keys.map { (key: IndexEntry.sortKey($0, language: language), term: $0) }
      .sorted { ($0.key, $0.term) < ($1.key, $1.term) }
    let style = styles.resolve("index.entry", in: list.style)
    // A term stays with its first page.
    let lead = index.separator.replacing(" ", with: "\u{A0}")
    var chunks: [Chunk] = []
    var initial = ""
    let letters = IndexLetters.above(terms.map(\.term), language: language)
    for ((key, term), letter) in zip(terms, letters) {
      if let letter {
        let extras = ParagraphExtras()
        extras.isGenerated = true
        setParagraph(
          ParagraphText(
            inlines: [.strong([.text(letter)])],
            style: styles.resolve("index.letter", in: list.style),
            element: galley.element(.paragraph, in: list.element), keepsWithNext: true,
            extras: extras),
          in: room(of: list), into: &chunks)
        initial = ""
      }
      let element = galley.element(.paragraph, in: list.element)
      var inlines: [Inline] = [.text(term + lead)]
      for (i, range) in IndexOrder.ranges(of: marks[term] ?? [], pages: pagination?.markPages)
        .enumerated()
      {
        if i > 0 { inlines.append(.text(index.separator)) }
        // Further pages are printed without links.
        guard i < IndexOrder.linkLimit else {
          inlines.append(.text(range.text))
          continue
        }
        usedMarks.append(range.mark)
        inlines.append(
          .reference(
            Reference(to: "platen.mark.\(range.mark)", [.text(range.text)], shown: .text)))
      }
      let first = key.first.map(String.init) ?? ""
      let isNew = first != initial && !initial.isEmpty
      initial = first
      var hanging = room(of: list)
      let node = styles.node(style)
      if !isRightToLeft { hanging.x += node.size }
      hanging.width -= node.size
      let extras = ParagraphExtras()
      extras.isGenerated = true
      if let p = setParagraph(
        ParagraphText(inlines: inlines, style: style, element: element, extras: extras),
        in: hanging, into: &chunks)
      {
        // A hanging indent.
        galley.paragraphs[p].shape.indent = -node.size
        reset(p)
      }
      if isNew, let last = chunks.indices.last {
        chunks[last].spaceBefore = max(chunks[last].spaceBefore, node.size * 0.9)
      }
    }
    return chunks
  }
}

/// The form of the pages of an index.
enum IndexOrder {
  /// Pages of an entry that are links; further ones are only printed.
  static let linkLimit = 40

  /// The pages of marks as printed: `3`, `5–7`, each with the mark that leads there.
  static func ranges(of marks: [Int], pages: [Int]?) -> [(mark: Int, text: String)] {
    guard let pages else { return marks.first.map { [($0, "00")] } ?? [] }
    var found: [(mark: Int, first: Int, last: Int)] = []
    for (page, mark) in marks.map({ (pages[$0], $0) }).sorted(by: <) where page >= 0 {
      if let last = found.last, page <= last.last + 1 {
        found[found.count - 1].last = max(last.last, page)
      } else {
        found.append((mark, page, page))
      }
    }
    return found.map { mark, first, last in
      let text =
        first == last
        ? String(first + 1)
        // Consecutive pages are a range, even if they are only two.
        : "\(first + 1)–\(last + 1)"
      return (mark, text)
    }
  }
}
