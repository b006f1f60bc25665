// SPDX-License-Identifier: MIT
// Part of Platen: a deck in one file of Markdown becomes a talk.

public import Diagnostics
internal import Documents
internal import Figures
public import Readers
internal import Values

extension TalkReader {
  /// Reads a deck that Marp, reveal.js, Slidev, presenterm, remark, Quarto or pandoc shows, or one of
  /// plain Markdown.
  ///
  /// - Parameters:
  ///   - asset: as in a `TalkFolder`: the files beside the deck.
  ///   - draw: as in a `TalkFolder`.
  /// - Throws: `Failure` with all errors.
  public static func read(
    deck file: NamedBytes, options: TalkOptions = TalkOptions(),
    asset: @escaping (String) -> [UInt8]? = { _ in nil },
    draw: @escaping ([UInt8]) -> RasterizedDrawing? = { _ in nil }
  ) throws -> Diagnosed<Talk> {
    guard var text = String(validating: file.bytes, as: UTF8.self) else {
      throw Failure(
        .error(.talkText, "this is not UTF-8 text", at: SourceLocation(file: file.name)))
    }
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    // Files that start at the root of a program's server are in its folder.
    let assets = SlideAssets(
      options: options, asset: { asset($0) ?? asset("public/" + $0) }, draw: draw)
    assets.file = file.name
    text = assets.withoutControls(text)
    assets.fileText = text
    var page: DeckHTML?
    if [".html", ".htm"].contains(where: file.name.lowercased().hasSuffix) {
      page = DeckHTML(text)
      guard page != nil else {
        throw Failure(
          .error(
            .talkEmpty, "no Markdown of slides found in this page of HTML",
            at: SourceLocation(file: file.name),
            hints: ["pages of reveal.js with data-markdown, and of remark, are read"]))
      }
    }
    var source = page.map { DeckSource($0.pieces[0]) } ?? DeckSource(text)
    for diagnostic in source.diagnostics { assets.record(diagnostic) }
    let format = page?.format ?? options.deckFormat ?? DeckFormat(source, named: file.name)
    let files = DeckFiles { path in
      assets.bytes(of: path).flatMap { String(validating: $0, as: UTF8.self) }.map {
        assets.withoutControls($0, at: SourceLocation(file: path))
      }
    }
    source.include(files, as: format)
    var maker = DeckMaker(
      assets: assets, options: options, format: format, name: file.name, source: source)
    maker.page = page
    let deck = maker.deck()
    assets.fileText = ""
    let all = assets.diagnostics + assets.skippedDiagnostics
    guard !all.contains(where: { $0.severity == .error }) else { throw Failure(all) }
    return Diagnosed(
      Talk(deck: deck, format: format, violations: assets.violations, lines: assets.ruleLines),
      warnings: all)
  }
}

/// Makes the slides of one deck.
private struct DeckMaker {
  let assets: SlideAssets
  let options: TalkOptions
  let format: DeckFormat
  let name: String
  let source: DeckSource
  private var losses = DeckLosses()
  private var definitions: [String: String] = [:]

  init(
    assets: SlideAssets, options: TalkOptions, format: DeckFormat, name: String, source: DeckSource
  ) {
    self.assets = assets
    self.options = options
    self.format = format
    self.name = name
    self.source = source
  }

  /// The page of HTML around; nil for a file of Markdown.
  var page: DeckHTML?

  private var rulesPages: DeckPages {
    if let page, format == .reveal { return page.revealPages() }
    return switch format {
    case .marp: MarpDeck.pages(of: source)
    case .reveal: RevealDeck.pages(of: source)
    case .slidev: SlidevDeck.pages(of: source)
    case .presenterm: PresentermDeck.pages(of: source)
    case .remark: RemarkDeck.pages(of: source)
    case .quarto: PandocDeck.pages(of: source, isQuarto: true)
    case .pandoc: PandocDeck.pages(of: source, isQuarto: false)
    case .markdown: MarkdownDeck.pages(of: source)
    }
  }

  /// Pixels of a slide, which lengths of images are parts of.
  private var size: (width: Double, height: Double) {
    switch format {
    case .marp, .presenterm, .markdown: (1280, 720)
    case .reveal, .pandoc: RevealDeck.size
    case .slidev: SlidevDeck.size
    case .remark: (908, 681)
    case .quarto: PandocDeck.size
    }
  }

  mutating func deck() -> Deck {
    var deck = Deck()
    let matter = DeckMatter(source, format, assets)
    var pages = rulesPages
    losses = pages.losses
    for (key, place) in matter.unused { losses.record(.keys, key, line: place.line ?? 1) }
    definitions = DeckDefinitions.all(in: source)
    deck.metadata.title = options.title ?? matter.title
    deck.metadata.authors = matter.authors
    deck.metadata.language = options.language ?? matter.language ?? "en"
    deck.metadata.direction = Direction.of(language: deck.metadata.language)
    deck.metadata.date = date(matter)
    if let cover = cover(matter) { deck.slides.append(cover) }
    let isNumbered = options.isNumbered ?? matter.isNumbered
    var numbering = SlideNumbering()
    var guesses: [(slide: Int, line: Int)] = []
    if pages.pages.isEmpty { pages.close() }
    for page in pages.pages {
      if page.isHidden {
        losses.record(.hidden, line: page.line)
        continue
      }
      assets.slide = deck.slides.count
      guard var slide = slide(page) else { continue }
      if slide.isBlank {
        losses.record(.blank, line: page.line)
        continue
      }
      if deck.slides.isEmpty, slide.kind == .standard, page.kind == nil, slide.looksLikeCover {
        slide.kind = .cover
        slide.classes.removeAll { $0 == "center" }
      } else if slide.kind == .standard, page.mayOpenPart, slide.isHeadingAlone {
        slide.kind = .part
        slide.classes.removeAll { $0 == "center" }
        if page.isGuess { guesses.append((deck.slides.count, page.line)) }
      } else if slide.kind == .standard, slide.isTitleAlone, !slide.classes.contains("center") {
        // The programs have such slides in the middle.
        slide.classes.append("center")
      }
      // Covers and parts have dark grounds as they are.
      if slide.kind != .standard, page.ground.isInverse, page.ground.image.isEmpty {
        slide.declarations = ""
      }
      if isNumbered { slide.counter = numbering.next(slide.kind) }
      deck.slides.append(slide)
    }
    assets.slide = nil
    if let last = guesses.last, last.slide == deck.slides.count - 1 {
      // Nothing follows that it might open.
      guesses.removeLast()
      deck.slides[last.slide].kind = .standard
      deck.slides[last.slide].classes.append("center")
    }
    for guess in guesses { losses.record(.guessedParts, line: guess.line) }
    if deck.slides.isEmpty {
      assets.record(
        .error(
          .talkEmpty, "no slides found in this file",
          hints: ["slides are separated by lines of ---, or begin with headings"]))
    }
    if deck.metadata.title.isEmpty {
      deck.metadata.title =
        deck.slides.lazy.map(\.title.plainText).first { !$0.isEmpty } ?? "Unknown Talk"
    }
    if let footer = matter.footer {
      deck.footer = SlideMaker(assets: assets).blocks(of: nodes(of: footer))
    }
    for diagnostic in losses.diagnostics { assets.record(diagnostic) }
    deck.resources = assets.resources
    return deck
  }

  private func date(_ matter: DeckMatter) -> String {
    if let text = options.date {
      if let date = TalkDate.normal(text) { return date }
      assets.record(
        .error(.talkDate, "invalid date \"\(text)\"", hints: ["write YYYY-MM-DD"]))
      return ""
    }
    guard let (text, place) = matter.date else { return "" }
    if let date = TalkDate.normal(text) { return date }
    assets.record(
      .warning(
        .talkDate, "invalid date \"\(printable(text, limit: 40))\": the talk has no date",
        at: place, hints: ["write YYYY-MM-DD"]))
    return ""
  }

  /// The cover that a program makes of the front matter.
  private func cover(_ matter: DeckMatter) -> Slide? {
    guard [.presenterm, .quarto, .pandoc].contains(format), !matter.title.isEmpty else {
      return nil
    }
    var slide = Slide(.cover, title: [.text(matter.title)])
    let lines = matter.coverLines.map { Block.paragraph(Paragraph([.text($0)])) }
    slide.steps = [Slide.Step(lines)]
    slide.counts.words = matter.coverLines.joined(separator: " ").split(separator: " ").count
    return slide
  }

  private func nodes(of markdown: String) -> [HTMLNode] {
    assets.nodes(of: MarkdownPieces(markdown).pieces.map(\.html).joined())
  }

  // MARK: One slide

  private mutating func slide(_ page: DeckPage) -> Slide? {
    guard page.body.text.utf8.count <= options.longestSlide else {
      assets.record(
        .error(
          .talkSlideSize,
          "this slide has \(page.body.text.utf8.count) bytes; the limit is \(options.longestSlide)",
          at: SourceLocation(line: page.line)))
      return nil
    }
    let pieces = MarkdownPieces(page.body.text + DeckDefinitions.used(in: page, definitions))
    for _ in 0..<pieces.literals { assets.countSkipped("literal") }
    var maker = SlideMaker(assets: assets)
    maker.footnotes(pieces.footnotes)
    var all = assets.nodes(of: pieces.pieces.map(\.html).joined())
    let asides = DeckSteps.takeNotes(&all)
    let heading = DeckHeading.take(from: &all)
    var slide = Slide(
      page.kind ?? .standard,
      title: [.text(page.title ?? heading.map { maker.words(of: $0) } ?? "")])
    slide.counts.addBody(all)
    var steps = DeckSteps(
      assets: assets, size: size, turnsInQuotes: format == .pandoc || format == .quarto,
      isIncremental: page.isIncremental, line: page.line, losses: losses)
    if format == .remark { all = DeckSteps.pairing(all) }
    steps.addNodes(all)
    losses = steps.losses
    var groups = steps.groups
    if let side = page.side { groups = beside(side, groups, page.line) }
    if let heading { groups[0].insert(.element(heading), at: 0) }
    slide.steps = groups.map { Slide.Step(maker.blocks(of: $0)) }
    // A step that shows nothing is none.
    let isFilled = page.side == nil && steps.innerSteps.isEmpty
    slide.steps = slide.steps.enumerated().filter {
      $0.offset == 0 || !isFilled || !$0.element.blocks.isEmpty
    }.map(\.element)
    slide.counts.steps += slide.steps.count - 1
    let notes =
      assets.nodes(of: MarkdownPieces(page.notes.text).pieces.map(\.html).joined()) + asides
    slide.notes = maker.blocks(of: notes)
    slide.counts.addNotes(notes)
    slide.classes = page.classes.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    slide.declarations = declarations(page.ground, page.line)
    slide.repeatsTitle = slide.beginsWithTitle
    assets.record(ruleLines: ruleLines(pieces, page))
    return slide
  }

  private func ruleLines(_ pieces: MarkdownPieces, _ page: DeckPage) -> [TalkRule: Int] {
    var lines: [TalkRule: Int] = [:]
    let parts: [(rule: TalkRule, text: String)] = [
      (.codeWithoutLanguage, "<pre><code>"), (.missingAlternative, "alt=\"\""),
      (.rawScript, "<script"),
    ]
    for piece in pieces.pieces {
      for part in parts where lines[part.rule] == nil && piece.html.contains(part.text) {
        lines[part.rule] = page.body.line(piece.line)
      }
    }
    return lines
  }

  /// Puts an image beside everything on a slide.
  private mutating func beside(
    _ side: DeckSide, _ groups: [[HTMLNode]], _ line: Int
  ) -> [[HTMLNode]] {
    losses.record(.besideImages, line: line)
    let image = HTMLNode.element(HTMLElement("img", [("src", side.image), ("alt", "")]))
    let text =
      groups[0]
      + groups.enumerated().dropFirst().filter { !$0.element.isEmpty }.map {
        DeckSteps.comingUp($0.element, with: $0.offset)
      }
    let hasText = text.contains { node in
      if case .text(let words) = node { return !words.allSatisfy(\.isWhitespace) }
      return true
    }
    guard hasText else { return [[image]] }
    let cells = [(text, 1 - side.share / 100), ([image], side.share / 100)].map {
      HTMLNode.element(HTMLElement("td", [("data-share", String($0.1))], $0.0))
    }
    let row = HTMLElement("tr", [], side.isFirst ? cells.reversed() : cells)
    let table = HTMLElement("table", [("class", Block.sideBySide)], [.element(row)])
    return [[.element(table)]] + groups.dropFirst().map { _ in [] }
  }

  /// The background of a slide as declarations.
  private func declarations(_ ground: DeckGround, _ line: Int) -> String {
    var all: [String] = []
    if !ground.color.isEmpty { all.append("background-color: \(plain(ground.color))") }
    if !ground.ink.isEmpty { all.append("color: \(plain(ground.ink))") }
    if !ground.gradient.isEmpty {
      if CSSGradient(ground.gradient) != nil {
        all.append("background-image: \(ground.gradient)")
      } else {
        assets.record(
          .warning(
            .talkBackground,
            "unsupported gradient \"\(printable(ground.gradient, limit: 80))\"",
            at: SourceLocation(file: assets.file.isEmpty ? nil : assets.file, line: line),
            hints: ["linear and radial gradients with positions in percent are drawn"]))
      }
    }
    if !ground.image.isEmpty {
      if let image = assets.image(ground.image) {
        all.append("background-image: url(\(image.name))")
        if ground.isContained { all.append("background-size: contain") }
      }
    }
    return all.joined(separator: "; ")
  }

  /// A value that is no more than one.
  private func plain(_ value: String) -> String {
    String(value.filter { $0 != ";" && $0 != "{" && $0 != "}" }.prefix(80))
  }
}

/// The heading that is a slide's title.
private enum DeckHeading {
  /// Takes the first heading, from the top of the slide or of its first column.
  static func take(from nodes: inout [HTMLNode]) -> HTMLElement? {
    for (index, node) in nodes.enumerated() {
      guard case .element(var element) = node else { continue }
      if isHeading(element) {
        nodes.remove(at: index)
        return withoutMarks(element)
      }
      guard element.has("columns"),
        case .element(var column)? = element.children.first(where: {
          $0.name == "div"
        }), let place = element.children.firstIndex(where: { $0.name == "div" }),
        let inner = column.children.firstIndex(where: { $0.name != nil }),
        case .element(let heading) = column.children[inner], isHeading(heading)
      else { continue }
      column.children.remove(at: inner)
      element.children[place] = .element(column)
      nodes[index] = .element(element)
      return withoutMarks(heading)
    }
    return nil
  }

  private static func isHeading(_ element: HTMLElement) -> Bool {
    ["h1", "h2", "h3", "h4", "h5", "h6"].contains(element.name)
      && !element.children.text.allSatisfy(\.isWhitespace)
  }

  /// A title is there from the beginning.
  private static func withoutMarks(_ element: HTMLElement) -> HTMLElement {
    var element = element
    element.children.removeAll {
      if case .element(let inner) = $0 { inner.has(DeckMark.elementClass) } else { false }
    }
    return element
  }
}

extension SlideMaker {
  /// The words of an element on one line.
  fileprivate func words(of element: HTMLElement) -> String {
    element.children.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension Slide {
  /// Indicates whether it is words and images, as covers are.
  fileprivate var looksLikeCover: Bool {
    steps.count == 1 && title.plainText.contains { !$0.isWhitespace }
      && steps[0].blocks.allSatisfy { block in
        switch block {
        case .heading, .paragraph, .figure, .rule: true
        case .list, .table, .quote, .code, .callout, .keyValues, .division, .pageBreak, .contents,
          .index:
          false
        }
      }
  }

  /// Indicates whether it is empty.
  fileprivate var isBlank: Bool {
    title.isBlank && notes.isEmpty && declarations.isEmpty && steps.allSatisfy(\.blocks.isEmpty)
  }

  /// Indicates whether it has a heading and nothing else.
  fileprivate var isTitleAlone: Bool {
    !title.isBlank && steps.count == 1 && steps[0].blocks.count == (repeatsTitle ? 1 : 0)
  }

  /// Indicates whether it has a heading and at most one paragraph.
  fileprivate var isHeadingAlone: Bool {
    guard steps.count == 1, title.plainText.contains(where: { !$0.isWhitespace }) else {
      return false
    }
    let rest = steps[0].blocks.filter { if case .heading = $0 { false } else { true } }
    guard rest.count <= 1 else { return false }
    return rest.allSatisfy { block in
      guard case .paragraph(let paragraph) = block else { return false }
      return !paragraph.inlines.contains { if case .image = $0 { true } else { false } }
    }
  }
}
