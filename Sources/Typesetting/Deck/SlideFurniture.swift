// SPDX-License-Identifier: MIT
// Part of Platen: what stands around a slide's content: its ground, bars, number and progress.

internal import Documents
internal import Drawing
internal import Geometry

struct SlideFurniture {
  private let deck: Deck
  private let look: DeckLook
  private let format: SlideFormat
  private var line: LineSetter
  private let foot: Int32
  /// What stands at the foot of slides: the talk's footer, in words, or else its title.
  private let footText: String

  init(deck: Deck, look: DeckLook, format: SlideFormat, styles: StyleTable) {
    self.deck = deck
    self.look = look
    self.format = format
    let footer = deck.footer.words.joined(separator: " · ")
    footText = footer.isEmpty ? deck.metadata.title : footer
    line = LineSetter(styles: styles, galley: Galley())
    foot = styles.resolve("foot", in: styles.root)
  }

  /// The artefacts of a slide, to lie under it.
  ///
  /// - Parameters:
  ///   - place: Which slide of how many is shown.
  ///   - titleBottom: Where the title ends; nil where there is none to mark.
  ///   - left: Where text begins.
  mutating func draw(
    around slide: Slide, _ place: (number: Int, of: Int), titleBottom: Double?, left: Double
  ) -> [Node] {
    var page = PageBuilder()
    let size = format.size
    page.fill(
      Path(rect: Rect(x: 0, y: 0, width: size.width, height: size.height)),
      look.ground(of: slide.kind))
    switch slide.kind {
    case .cover:
      page.fill(Path(rect: Rect(x: 0, y: 0, width: 16, height: size.height)), look.palette.accent)
      page.fill(Path(rect: Rect(x: 16, y: 0, width: 5, height: size.height)), look.palette.accent2)
    case .part:
      page.fill(Path(rect: Rect(x: 0, y: 0, width: 16, height: size.height)), look.palette.accent2)
    case .standard:
      if let titleBottom, !slide.classes.contains("center") {
        page.fill(
          Path(rounded: Rect(x: left, y: titleBottom + 9, width: 64, height: 4), radius: 2),
          look.palette.accent2)
      }
      drawFoot(place, left, on: &page)
    }
    return page.nodes
  }

  private mutating func drawFoot(
    _ place: (number: Int, of: Int), _ left: Double, on page: inout PageBuilder
  ) {
    let size = format.size
    let baseline = size.height - 17
    let number = String(place.number)
    let width = line.width(of: number, style: foot)
    line.draw(
      number, style: foot, x: size.width - left - width, baseline: baseline, element: -1, on: &page)
    let text = line.shortened(footText, style: foot, to: size.width - 2 * left - width - 24)
    line.draw(text, style: foot, x: left, baseline: baseline, element: -1, on: &page)
    // How much of the talk is told.
    let told = Double(place.number) / Double(max(1, place.of))
    page.fill(
      Path(rect: Rect(x: 0, y: size.height - 4, width: size.width * told, height: 4)),
      look.palette.accent)
  }
}

extension LineSetter {
  /// As many words of a text as have room, with an ellipsis where some have not.
  mutating func shortened(_ text: String, style: Int32, to room: Double) -> String {
    var words = text.split(whereSeparator: \.isWhitespace)
    var shown = words.joined(separator: " ")
    while words.count > 1, width(of: shown, style: style) > room {
      words.removeLast()
      shown = words.joined(separator: " ") + "…"
    }
    return shown
  }
}
