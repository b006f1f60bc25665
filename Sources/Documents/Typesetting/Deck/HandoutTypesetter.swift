// SPDX-License-Identifier: MIT
// Part of Platen: sets a deck into a handout: slides on paper, each with its notes.

internal import Diagnostics
public import Documents
public import Drawing
internal import Geometry

/// Typesets decks into handouts: several slides on each page, drawn small, with their notes or, if a
/// slide has none, lines to write on.
///
/// Notes that do not fit are made smaller, and the rest continues in the place of the next slide.
/// Nothing is cut. Handouts without notes have slides alone.
public struct HandoutTypesetter {
  private let look: DeckLook
  private let slides: SlideFormat
  private let format: HandoutFormat
  private let measuring: any TextMeasuring
  private let images: (String) -> BookImage?

  /// - Parameters:
  ///   - look: the look of the slides; the paper around them is white.
  ///   - slides: How large a slide is.
  ///   - measuring: Shapes text; the library that will also draw it.
  ///   - images: The image of a resource's name; nil where there is none.
  public init(
    look: DeckLook, slides: SlideFormat = .wide, format: HandoutFormat,
    measuring: any TextMeasuring, images: @escaping (String) -> BookImage? = { _ in nil }
  ) {
    self.look = look
    self.slides = slides
    self.format = format
    self.measuring = measuring
    self.images = images
  }

  /// Sets the handout and hands on its pages in order.
  ///
  /// - Parameters:
  ///   - target: Slides hidden there are omitted; nil shows all.
  ///   - isCancelled: Called before each slide.
  ///   - page: Takes a page.
  /// - Throws: `CancellationError`; what `page` throws.
  public func pages(
    of deck: Deck, target: Slide.Target? = .pdf, isCancelled: () -> Bool = { false },
    page: (LaidOutPage) throws -> Void
  ) throws -> DeckTypesetter.Result {
    var format = format
    format.isMirrored = deck.metadata.direction == .rightToLeft
    var handout = Handout(
      deck: deck, style: look.onPaper(textSize: format.textSize), format: format, slides: slides,
      words: WordCache(measuring: measuring, hyphenation: nil), images: images)
    var number = 0
    var slide = 0
    var scenes: [Scene] = []
    func add() throws {
      if !scenes.isEmpty { try handout.addSlide(deck.slides[slide], number, scenes, page) }
      scenes = []
    }
    let result = try DeckTypesetter(
      look: look, format: slides, measuring: measuring, images: images
    ).pages(of: deck, target: target, isCancelled: isCancelled) { laid, place in
      if place.number != number { try add() }
      (number, slide) = (place.number, place.slide)
      scenes.append(laid.scene)
    }
    try add()
    try handout.finish(page)
    return DeckTypesetter.Result(
      structure: handout.pages.structure, pageCount: handout.pages.count,
      diagnostics: result.diagnostics + handout.log.diagnostics)
  }
}

/// A handout being set.
private struct Handout {
  let deck: Deck
  let format: HandoutFormat
  let frames: [Rect]
  let ratio: Double
  let setter: BoxSetter
  private(set) var pages: HandoutPages
  private(set) var log = DiagnosticLog()
  private var line: LineSetter
  private let foot: Int32
  /// The number of used frames of the page.
  private var filled = 0
  private var isInPart = false

  private static let rule = Color(0.74, 0.76, 0.79)
  /// The sizes that notes may have, from the full size down.
  private static let scales = [1, 0.94, 0.88, 0.82]

  init(
    deck: Deck, style: BookStyle, format: HandoutFormat, slides: SlideFormat, words: WordCache,
    images: @escaping (String) -> BookImage?
  ) {
    self.deck = deck
    self.format = format
    frames = format.frames
    ratio = slides.size.width / slides.size.height
    setter = BoxSetter(deck: deck, style: style, words: words, images: images)
    pages = HandoutPages(deck.metadata, size: format.page)
    let styles = StyleTable(style: style, words: words, language: deck.metadata.language)
    line = LineSetter(styles: styles)
    foot = styles.resolve("foot", in: styles.root)
  }

  mutating func addSlide(
    _ slide: Slide, _ number: Int, _ scenes: [Scene], _ emit: (LaidOutPage) throws -> Void
  ) throws {
    let frame = try nextFrame(emit)
    if slide.kind == .part { isInPart = true }
    if slide.kind == .cover { isInPart = false }
    let base = deck.slides.first?.kind == .cover ? 1 : 0
    let level = slide.kind == .cover ? 1 : base + (isInPart && slide.kind == .standard ? 2 : 1)
    pages.begin(slide, level: level, at: frame.origin)
    let title = slide.name.isEmpty ? "" : " · " + slide.name
    let heading = setter.set(
      [
        .heading(
          Heading(level, [.strong([.text(String(number))]), .text(title)], .classes("handout")))
      ], in: Size(width: frame.width, height: frame.height * 0.3), scales: [1, 0.85, 0.7],
      level: level)
    if heading.pages.count > 1 {
      log.record(
        .warning(
          .deckHandoutTitle, "the title of slide \(number) is too long for a handout and is cut")
      )
    }
    if !heading.pages.isEmpty {
      let text = pages.begin(heading)
      pages.place(0, of: text, at: frame.origin)
    }
    let cell = format.cell(
      in: frame, ratio: ratio, heading: max(heading.height, format.textSize * 1.4))
    pages.place(scenes[0], in: cell.image, alternative: slide.textAlternative)
    guard format.hasNotes, !slide.notes.isEmpty else {
      ruleLines(cell.notes)
      for scene in scenes.dropFirst() { ruleLines(try place(scene, number, emit).notes) }
      return
    }
    let notes = setter.set(
      slide.notes.loweringHeadings(below: level), in: cell.notes.size, scales: Handout.scales,
      level: level + 1)
    for diagnostic in notes.diagnostics { log.record(diagnostic) }
    let section = pages.begin(notes)
    var origin = cell.notes.origin
    for index in notes.pages.indices {
      if index > 0, index < scenes.count {
        // Beside a further page of the slide.
        let notes = try place(scenes[index], number, emit).notes
        origin = Point(notes.minX, notes.minY)
      } else if index > 0 {
        let next = try nextFrame(emit)
        drawText("\(number) · \(deck.phrases[.continued])", over: next)
        origin = Point(
          next.minX + cell.notes.minX - frame.minX, next.minY + format.textSize * 1.4 + 5)
      }
      pages.place(index, of: section, at: origin)
    }
    for scene in scenes.dropFirst(max(1, notes.pages.count)) {
      ruleLines(try place(scene, number, emit).notes)
    }
  }

  /// Places the continuation of a slide in the next free place.
  private mutating func place(
    _ scene: Scene, _ number: Int, _ emit: (LaidOutPage) throws -> Void
  ) throws -> HandoutFormat.Cell {
    let frame = try nextFrame(emit)
    drawText("\(number) · \(deck.phrases[.continued])", over: frame)
    let cell = format.cell(in: frame, ratio: ratio, heading: format.textSize * 1.4)
    pages.place(scene, in: cell.image, alternative: "")
    return cell
  }

  mutating func finish(_ emit: (LaidOutPage) throws -> Void) throws {
    if filled > 0 { try endPage(emit) }
  }

  /// The next free place, on the next page where this one is full.
  private mutating func nextFrame(_ emit: (LaidOutPage) throws -> Void) throws -> Rect {
    if filled == frames.count { try endPage(emit) }
    if filled == 0 { drawFurniture() }
    filled += 1
    return frames[filled - 1]
  }

  private mutating func endPage(_ emit: (LaidOutPage) throws -> Void) throws {
    try emit(pages.finishPage())
    filled = 0
  }

  // MARK: Artifacts

  private mutating func drawFurniture() {
    let (area, side) = (format.area, format.side)
    let head = area.minY * 0.56
    let right = format.page.width - side
    let date = deck.shownDate
    let dateWidth = line.width(of: date, style: foot)
    let title = line.shortened(
      deck.metadata.title, style: foot,
      to: right - side - (date.isEmpty ? 0 : dateWidth + 18))
    let number = String(pages.count + 1)
    let numberWidth = line.width(of: number, style: foot)
    let bottom = format.page.height - (format.page.height - area.maxY) * 0.42
    var line = line
    let isMirrored = format.isMirrored
    let titleX = isMirrored ? right - line.width(of: title, style: foot) : side
    let dateX = isMirrored ? side : right - dateWidth
    let numberX = isMirrored ? side : right - numberWidth
    pages.draw { page in
      line.draw(
        title, style: foot, x: titleX, baseline: head, element: -1,
        isRightToLeft: isMirrored ? true : nil, on: &page)
      line.draw(date, style: foot, x: dateX, baseline: head, element: -1, on: &page)
      page.line(Point(side, head + 7), Point(right, head + 7), Handout.rule, 0.6)
      line.draw(number, style: foot, x: numberX, baseline: bottom, element: -1, on: &page)
    }
    self.line = line
  }

  /// Draws text that is not content, such as a slide's number.
  private mutating func drawText(_ text: String, over frame: Rect) {
    var line = line
    let (foot, size) = (foot, format.textSize)
    let isMirrored = format.isMirrored
    let x = isMirrored ? frame.maxX - line.width(of: text, style: foot) : frame.minX
    pages.draw { page in
      line.draw(
        text, style: foot, x: x, baseline: frame.minY + size, element: -1,
        isRightToLeft: isMirrored ? true : nil, on: &page)
    }
    self.line = line
  }

  /// Lines to write on.
  private mutating func ruleLines(_ frame: Rect) {
    guard frame.height >= 40 || format.hasNotes else { return }
    pages.draw { page in
      var y = frame.minY + 16
      while y <= frame.maxY {
        page.line(Point(frame.minX, y), Point(frame.maxX, y), Handout.rule, 0.5)
        y += 20
      }
    }
  }
}

extension DeckLook {
  /// The style of its text in dark colors on white paper.
  func onPaper(textSize: Double) -> BookStyle {
    var palette = palette
    let light = DeckLook.daylight.palette
    palette.ground = .white
    palette.ink = Color(0.10, 0.12, 0.15)
    palette.accent = light.accent
    palette.accent2 = light.accent2
    palette.panel = light.panel
    palette.line = light.line
    palette.quiet = Color(0.40, 0.43, 0.47)
    let slideTextSize = 23.0
    var style = DeckLook(name: name, palette).style.scaled(by: textSize / slideTextSize)
    for level in 1...6 {
      style.set("heading.\(level)") { $0.size = textSize * 1.05 }
      style.set("heading.\(level).handout") {
        $0.size = textSize * 1.05
        $0.weight = 600
        $0.color = palette.ink
        $0.spaceBefore = 0
        $0.spaceAfter = 0
      }
    }
    style.set("foot") { $0.size = 8.5 }
    return style
  }
}

extension Rect {
  fileprivate var origin: Point { Point(minX, minY) }
  fileprivate var size: Size { Size(width: width, height: height) }
}
