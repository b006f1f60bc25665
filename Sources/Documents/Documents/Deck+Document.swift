// SPDX-License-Identifier: MIT
// Part of Platen: what is made of a deck beside its slides: outline, speaker's script, handout.

extension Deck {
  /// The purpose of a deck's document.
  public enum DocumentKind: String, Hashable, Sendable, CaseIterable {
    /// Titles and lists: the content at a glance.
    case outline
    /// Every slide's text with the speaker's words.
    case script
    /// Every slide's image with the speaker's words, for those who listened.
    case handout
  }

  /// The deck as a document: a heading for each part and for each slide.
  ///
  /// - Parameters:
  ///   - perPage: of a handout, about how many slides stand on a page: one or two over their notes,
  ///     three beside them, six in two columns.
  ///   - picture: of a handout, the name of the resource that shows a slide; nil for none.
  ///   - target: slides hidden there are omitted; nil shows all.
  public func document(
    _ kind: DocumentKind, target: Slide.Target? = nil, perPage: Int = 3,
    picture: (Int) -> String? = { _ in nil }
  ) -> Document {
    var blocks = titleBlocks
    let shown = slides(shownIn: target)
    let hasParts = shown.contains { slides[$0].kind == .part }
    var cells: [Table.Cell] = []
    for index in shown {
      let slide = slides[index]
      if kind == .handout, perPage == 6, slide.kind != .part {
        cells.append(.init(cell(picture(index), of: slide, level: hasParts ? 3 : 2)))
        continue
      }
      blocks += Deck.pairs(of: &cells)
      if slide.kind == .cover {
        // The title page has the text of the cover; its image and its notes remain.
        switch kind {
        case .outline: break
        case .script: blocks += slide.notes
        case .handout: blocks += row(picture(index), of: slide, slide.notes, perPage)
        }
        continue
      }
      // A handout continues on the same page where a part begins.
      let level = (slide.kind == .part || !hasParts ? 1 : 2) + (kind == .handout ? 1 : 0)
      blocks.append(
        .heading(
          Heading(level, slide.heading, .classes(slide.kind == .part ? "part" : "slide"))))
      let notes = slide.notes.loweringHeadings(below: level)
      switch kind {
      case .outline: blocks += slide.points
      case .script:
        blocks += slide.body.loweringHeadings(below: level)
        if !notes.isEmpty {
          blocks.append(.callout(Callout(kind: "notes", title: [.text(phrases[.notes])], notes)))
        }
      case .handout:
        if perPage == 1 { blocks.insert(.pageBreak, at: blocks.count - 1) }
        blocks += row(picture(index), of: slide, notes, perPage)
      }
    }
    blocks += Deck.pairs(of: &cells)
    return Document(metadata: metadata, blocks: blocks, resources: resources, phrases: phrases)
  }

  private var titleBlocks: [Block] {
    var page: [Block] = [
      .heading(
        Heading(1, [.text(metadata.title)], .classes("title"), isListed: false))
    ]
    let line = [metadata.authors.joined(separator: ", "), shownDate].filter { !$0.isEmpty }
    if !line.isEmpty { page.append(.text(line.joined(separator: " · "), .classes("author"))) }
    return page
  }

  private func figure(_ name: String, of slide: Slide, share: Double) -> Block {
    .figure(
      Figure(
        Image(name, alternative: slide.textAlternative, share: share), caption: [],
        .classes("slide")))
  }

  /// A slide's image with its notes beside it or below.
  private func row(
    _ name: String?, of slide: Slide, _ notes: [Block], _ perPage: Int
  ) -> [Block] {
    guard let name else { return notes }
    guard perPage == 3 else {
      return [figure(name, of: slide, share: perPage == 1 ? 1 : 0.62)] + notes
    }
    let figure = figure(name, of: slide, share: 1)
    // Slides without notes have room to write.
    return [
      .table(
        Table(
          columns: [.init(share: 0.5), .init(share: 0.5)],
          body: [.init([.init([figure]), .init(notes)])], .classes("slide")))
    ]
  }

  /// A slide with its title and notes, for a table of many.
  private func cell(_ name: String?, of slide: Slide, level: Int) -> [Block] {
    let notes = slide.notes.loweringHeadings(below: level)
    guard let name else { return notes }
    let title: [Block] =
      slide.kind == .cover ? [] : [.heading(Heading(level, slide.heading, .classes("slide")))]
    return title + [figure(name, of: slide, share: 1)] + notes
  }

  /// Cells in two columns; none are left.
  private static func pairs(of cells: inout [Table.Cell]) -> [Block] {
    defer { cells = [] }
    guard !cells.isEmpty else { return [] }
    if cells.count % 2 == 1 { cells.append(.init([])) }
    let rows = stride(from: 0, to: cells.count, by: 2).map {
      Table.Row([cells[$0], cells[$0 + 1]])
    }
    return [
      .table(
        Table(
          columns: [.init(share: 0.5), .init(share: 0.5)], body: rows, .classes("slides")))
    ]
  }
}

extension Slide {
  /// Its counter and its title.
  var heading: [Inline] {
    let title = self.title.isEmpty ? [.text(source)] : self.title
    return counter.isEmpty ? title : [.text(counter + " ")] + title
  }

  /// The content of its steps, without a heading that repeats the title.
  var body: [Block] {
    let blocks = steps.flatMap(\.blocks).joiningLists
    return repeatsTitle ? Array(blocks.dropFirst()) : blocks
  }

  /// The content at a glance: its lists, and its headings as points between them.
  var points: [Block] {
    let title = self.title.plainText
    return body.flatMap(\.lists).compactMap { block in
      guard case .heading(let heading) = block else { return block }
      return heading.inlines.plainText == title
        ? nil : .list(List(.bullet, [List.Item([.paragraph(Paragraph(heading.inlines))])]))
    }
  }

  /// Its text as one sequence of blocks, without a heading that repeats the title and without its
  /// images, each of which is its description in words.
  public var text: [Block] { body.describingImages }

  /// The words that one of its steps adds, as an alternative to its picture; the title's are with
  /// the first.
  public func textAlternative(ofStep index: Int) -> String {
    var words = steps[index].blocks.words
    if index == 0 {
      if repeatsTitle { words = Array(steps[0].blocks.dropFirst()).words }
      words.insert(heading.plainText.replacing("\n", with: " "), at: 0)
    }
    return words.filter { !$0.isEmpty }.joined(separator: ". ")
  }

  /// The words on it, as an alternative to its picture.
  public var textAlternative: String {
    let title = heading.plainText.replacing("\n", with: " ")
    return ([title] + body.words).filter { !$0.isEmpty }.joined(separator: ". ")
  }
}

extension Block {
  /// The lists and headings in a block, for an outline.
  fileprivate var lists: [Block] {
    switch self {
    case .list, .heading: [self]
    case .division(let division): division.blocks.flatMap(\.lists)
    default: []
    }
  }
}

extension [Block] {
  /// Headings a level below that of what they lie in, and out of contents.
  public func loweringHeadings(below level: Int) -> [Block] {
    map { block in
      switch block {
      case .heading(var heading):
        heading.level = Swift.min(6, level + Swift.max(1, heading.level - 1))
        heading.isListed = false
        return .heading(heading)
      case .division(var division):
        division.blocks = division.blocks.loweringHeadings(below: level)
        return .division(division)
      default: return block
      }
    }
  }
}

extension Deck {
  /// Gives alerts without a title of their own the name of what they are; in a talk that runs to the
  /// left, folders of terminals run to the right all the same.
  public mutating func titleAlerts() {
    let isRightToLeft = metadata.direction == .rightToLeft
    for slide in slides.indices {
      for step in slides[slide].steps.indices {
        slides[slide].steps[step].blocks = slides[slide].steps[step].blocks.titlingAlerts(
          phrases, isRightToLeft)
      }
      slides[slide].notes = slides[slide].notes.titlingAlerts(phrases, isRightToLeft)
    }
  }
}

extension [Block] {
  fileprivate func titlingAlerts(_ phrases: Phrasebook, _ isRightToLeft: Bool) -> [Block] {
    map { block in
      switch block {
      case .callout(var callout):
        if callout.title.isEmpty, let name = callout.defaultTitle {
          callout.title = [.text(phrases[name])]
        }
        if callout.kind == "terminal", isRightToLeft, !callout.title.isEmpty {
          callout.title = [.span(Span(callout.title, direction: .leftToRight))]
        }
        callout.blocks = callout.blocks.titlingAlerts(phrases, isRightToLeft)
        return .callout(callout)
      case .division(var division):
        division.blocks = division.blocks.titlingAlerts(phrases, isRightToLeft)
        return .division(division)
      case .quote(var quote):
        quote.blocks = quote.blocks.titlingAlerts(phrases, isRightToLeft)
        return .quote(quote)
      default: return block
      }
    }
  }
}

extension [Block] {
  /// The words of each block by itself, in reading order.
  public var words: [String] {
    var words: [String] = []
    var open: [String] = []
    walk(
      block: { _ in
        if !open.isEmpty { words.append(open.joined()) }
        open = []
        return .descend
      },
      inline: { inline in
        switch inline {
        case .text(let text), .code(let text): open.append(text)
        case .lineBreak: open.append(" ")
        default: break
        }
        return .descend
      })
    if !open.isEmpty { words.append(open.joined()) }
    return words.filter { $0.contains { !$0.isWhitespace } }
  }
}
