// SPDX-License-Identifier: MIT
// Part of Platen: the background, bars, number and progress around a slide's content.

public import Documents
internal import Drawing
internal import Figures
public import Geometry

struct SlideFurniture {
  private let deck: Deck
  private let look: DeckLook
  private let format: SlideFormat
  private var line: LineSetter
  private let foot: Int32
  /// Indicates whether the talk is right-to-left, so that everything is mirrored.
  private let isMirrored: Bool
  private let images: (String) -> BookImage?

  init(
    deck: Deck, look: DeckLook, format: SlideFormat, styles: StyleTable,
    images: @escaping (String) -> BookImage?
  ) {
    self.images = images
    self.deck = deck
    self.look = look
    self.format = format
    isMirrored = deck.metadata.direction == .rightToLeft
    line = LineSetter(styles: styles)
    foot = styles.resolve("foot", in: styles.root)
  }

  /// The artifacts of a slide, to lie under it.
  ///
  /// - Parameters:
  ///   - place: Which slide of how many is shown.
  ///   - sheet: Which of its pages, from 0, of how many.
  ///   - titleBottom: Where the title ends; nil where there is none to mark.
  ///   - left: How far from the slide's side text begins.
  mutating func draw(
    around slide: Slide, _ place: (number: Int, of: Int), page sheet: (index: Int, of: Int),
    titleBottom: Double?, left: Double
  ) -> [Node] {
    var page = PageBuilder()
    let size = format.size
    page.fill(
      Path(rect: Rect(x: 0, y: 0, width: size.width, height: size.height)),
      look.ground(of: slide.kind))
    if let gradient = slide.gradient.flatMap({ CSSGradient($0) }) {
      let sheet = Rect(x: 0, y: 0, width: size.width, height: size.height)
      page.addNode(
        .path(PathNode(Path(rect: sheet), fill: Fill(gradient.paint(in: sheet)))), element: -1)
    }
    drawBackground(slide, on: &page)
    switch slide.kind {
    case .cover:
      page.fill(
        Path(rect: placed(Rect(x: 0, y: 0, width: 16, height: size.height))), look.palette.accent)
      page.fill(
        Path(rect: placed(Rect(x: 16, y: 0, width: 5, height: size.height))), look.palette.accent2)
    case .part:
      page.fill(
        Path(rect: placed(Rect(x: 0, y: 0, width: 16, height: size.height))), look.palette.accent2)
    case .standard:
      if let titleBottom, !slide.classes.contains("center") {
        page.fill(
          Path(rounded: placed(Rect(x: left, y: titleBottom + 9, width: 64, height: 4)), radius: 2),
          look.palette.accent2)
      }
      drawFoot(place, left, on: &page)
      if sheet.index > 0 { drawHead(slide, sheet, left, on: &page) }
    }
    return page.nodes
  }

  /// Draws the slide's own image, under a veil of the ground's color that keeps words readable.
  private func drawBackground(_ slide: Slide, on page: inout PageBuilder) {
    guard let background = slide.background, let image = images(background.image),
      image.size.width > 0, image.size.height > 0
    else { return }
    let sheet = Rect(x: 0, y: 0, width: format.size.width, height: format.size.height)
    page.addNode(
      .group(
        Group(
          clip: Clip(Path(rect: sheet)),
          children: [
            PageSetter.node(
              image.node, of: image.size, in: background.frame(of: image.size, in: sheet))
          ])), element: -1)
    guard !slide.isBackgroundAlone else { return }
    var veil = look.ground(of: slide.kind)
    veil.alpha = SlideBackground.veil
    page.fill(Path(rect: sheet), veil)
  }

  /// The rectangle for the talk's direction, from one for left-to-right slides.
  private func placed(_ rect: Rect) -> Rect {
    guard isMirrored else { return rect }
    return Rect(
      x: format.size.width - rect.maxX, y: rect.y, width: rect.width, height: rect.height)
  }

  /// Draws a text at a distance from the side at which reading begins, or from the other side.
  private mutating func drawText(
    _ text: String, at inset: Double, isAtEnd: Bool = false, baseline: Double,
    on page: inout PageBuilder
  ) {
    let width = line.width(of: text, style: foot)
    let x = isAtEnd != isMirrored ? format.size.width - inset - width : inset
    line.draw(
      text, style: foot, x: x, baseline: baseline, element: -1,
      isRightToLeft: isMirrored ? true : nil, on: &page)
  }

  /// Draws the name of a slide that continues over several pages, and the number of this one.
  private mutating func drawHead(
    _ slide: Slide, _ sheet: (index: Int, of: Int), _ left: Double, on page: inout PageBuilder
  ) {
    let count = " · \(sheet.index + 1)/\(sheet.of)"
    let room = format.size.width - 2 * left - line.width(of: count, style: foot)
    let name = line.shortened(slide.name, style: foot, to: room)
    drawText(name + count, at: left, baseline: look.top * 0.66, on: &page)
  }

  private mutating func drawFoot(
    _ place: (number: Int, of: Int), _ left: Double, on page: inout PageBuilder
  ) {
    let size = format.size
    let baseline = size.height - 17
    let number = String(place.number)
    let width = line.width(of: number, style: foot)
    drawText(number, at: left, isAtEnd: true, baseline: baseline, on: &page)
    let text = line.shortened(deck.footText, style: foot, to: size.width - 2 * left - width - 24)
    drawText(text, at: left, baseline: baseline, on: &page)
    // The progress of the talk.
    let progress = Double(place.number) / Double(max(1, place.of))
    page.fill(
      Path(rect: placed(Rect(x: 0, y: size.height - 4, width: size.width * progress, height: 4))),
      look.palette.accent)
  }
}

extension SlideBackground {
  /// The alpha of the ground's color over an image.
  public static let veil = 0.6

  /// The frame in which an image is drawn to fill a sheet, or to be wholly within it.
  public func frame(of size: Size, in sheet: Rect) -> Rect {
    let (across, down) = (sheet.width / size.width, sheet.height / size.height)
    let scale = isContained ? min(across, down) : max(across, down)
    let (width, height) = (size.width * scale, size.height * scale)
    return Rect(
      x: sheet.x + (sheet.width - width) / 2, y: sheet.y + (sheet.height - height) / 2,
      width: width, height: height)
  }
}

extension LineSetter {
  /// The words of a text that fit, with an ellipsis if some do not.
  mutating func shortened(_ text: String, style: Int32, to room: Double) -> String {
    let words = text.split(whereSeparator: \.isWhitespace)
    let whole = words.joined(separator: " ")
    guard words.count > 1, width(of: whole, style: style) > room else { return whole }
    func start(_ count: Int) -> String { words.prefix(count).joined(separator: " ") + "…" }
    return start(
      max(1, greatestFit(upTo: words.count - 1) { width(of: start($0), style: style) <= room }))
  }
}
