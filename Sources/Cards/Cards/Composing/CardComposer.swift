// SPDX-License-Identifier: MIT
// Part of Platen: composes a row and a look into a card, or as many as its text takes.

public import Diagnostics
public import Drawing
public import Geometry
public import Rows
internal import Text

/// A card as a scene, with the structure of its parts.
public struct ComposedCard: Hashable, Sendable {
  public var scene: Scene
  /// All of its nodes, in drawing order.
  public var parts: [CardPart]
}

/// Nodes of a card that are one element to screen readers.
public struct CardPart: Hashable, Sendable {
  /// The role; nil for decoration.
  public var role: StructureElement.Role?
  public var nodes: Range<Int>
  public var alternative = ""
  public var frame: Rect?
}

/// Fills views of a look with rows.
public struct CardComposer {
  /// Returns the image that a row names; nil with a warning recorded if it is missing.
  public typealias ImageProvider = (String) throws -> RasterImage?

  let look: CardLook
  let layout: CardLook.Layout
  let size: CardSize
  /// The size of the scene: that of the card with the part beyond its cut in a printer's file.
  let sceneSize: Size
  /// The smallest legible text size, if the layout was made for a card of another size; 0 if the
  /// layout's own sizes apply.
  let legible: Double
  let appearance: CardLook.Appearance
  let measuring: any TextMeasuring
  let images: ImageProvider
  /// The position of the card's corner, for cards on sheets.
  let origin: Point
  /// The distance that backgrounds extend beyond the card's edges.
  let bleed: Double
  /// Indicates whether the card is cut out of a page with other cards.
  let isCut: Bool
  /// Indicates whether texts are Markdown.
  let isMarkdown: Bool
  let icons: CardIcons?
  /// Sizes that texts do not exceed.
  let limits: TextSizes?

  /// - Parameters:
  ///   - size: the size of the card, in units of the scene.
  ///   - origin: the position of the card's corner in the scene.
  ///   - bleed: the distance that backgrounds extend beyond the edges of a card that is cut out of
  ///     a page; nothing is drawn beyond that. nil for a card with its own page.
  ///   - isMarkdown: whether texts other than headings and labels are Markdown.
  ///   - icons: the icons that texts name.
  /// - Throws: `Failure` `look.view` if the look does not have the view.
  public init(
    _ look: CardLook, view: String, size: CardSize, appearance: CardLook.Appearance,
    measuring: any TextMeasuring, origin: Point = Point(0, 0), bleed: Double? = nil,
    isMarkdown: Bool = true, icons: CardIcons? = nil,
    images: @escaping ImageProvider = { _ in nil }
  ) throws {
    try self.init(
      look, view: view, size: size, appearance: appearance, measuring: measuring, origin: origin,
      bleed: bleed, isMarkdown: isMarkdown, icons: icons, limits: nil, images: images)
  }

  /// - Parameter limits: sizes that texts do not exceed, see ``textSizes(of:mayContinue:)``.
  package init(
    _ look: CardLook, view: String, size: CardSize, appearance: CardLook.Appearance,
    measuring: any TextMeasuring, origin: Point = Point(0, 0), bleed: Double? = nil,
    isMarkdown: Bool = true, icons: CardIcons? = nil, limits: TextSizes?,
    images: @escaping ImageProvider = { _ in nil }
  ) throws {
    self.isMarkdown = isMarkdown
    self.icons = icons
    self.limits = limits
    sceneSize = Size(width: size.width, height: size.height)
    self.origin = origin + Point(size.bleed, size.bleed)
    self.bleed = bleed ?? size.bleed
    isCut = bleed != nil || size.bleed > 0
    let size = size.cut
    guard let layout = look.layout(of: view, for: size) else {
      throw Failure(
        .error(
          .lookView, "unknown view \"\(view)\" of the look \(look.name)",
          hints: [nearMissHint(view, among: look.views.map(\.name))]))
    }
    self.look = look
    self.layout = layout
    self.size = size
    legible = layout.size.name == size.name ? 0 : size.legible
    self.appearance = appearance
    self.measuring = measuring
    self.images = images
  }

  /// Returns the cards of a row: one, or several if its text does not fit and may continue.
  ///
  /// - Throws: `Failure` `cards.glyphs` with the code points that no font has, `cards.overflow` if
  ///   a text does not fit at half its smallest size, `qr.length`.
  public func cards(of row: Row, mayContinue: Bool) throws -> Diagnosed<[ComposedCard]> {
    try composed(row, mayContinue).cards
  }

  /// Returns the sizes of the texts of a row's cards, which other cards may have in common.
  ///
  /// - Throws: `Failure` as ``cards(of:mayContinue:)`` does.
  package func textSizes(of row: Row, mayContinue: Bool) throws -> TextSizes {
    try composed(row, mayContinue).sizes
  }

  /// The cards of a row with what is known once they are composed.
  struct Composition {
    var cards = Diagnosed<[ComposedCard]>([])
    /// The fields that name missing images.
    var absent: Set<String> = []
    var sizes = TextSizes()
    /// Indicates whether a text that continues is smaller than requested.
    var isReduced = false
  }

  /// The number of steps in which the size of texts on several cards is found.
  private static let splitSteps = 5

  func composed(_ row: Row, _ mayContinue: Bool) throws -> Composition {
    var row = row
    let setter = CardLineSetter(measuring, icons: icons)
    var made = try composed(row, mayContinue, count: nil, setter)
    let absent = made.absent.subtracting(layout.describedFields)
    if !absent.isEmpty {
      // A missing image leaves no gap: the card is drawn as if the row had none.
      for name in absent { row[name] = nil }
      made = try composed(row, mayContinue, count: nil, setter)
    }
    let count = made.cards.value.count
    guard count > 1 else { return made }
    // Some looks show the number of cards, which is known now, and all texts are as large as that
    // number of cards allows.
    made = try composed(row, mayContinue, count: count, setter)
    var (low, high) = (0.0, 1.0)
    for _ in 0..<CardComposer.splitSteps {
      let size = (low + high) / 2
      let larger = try composed(row, mayContinue, count: count, splitSize: size, setter)
      if larger.cards.value.count <= count, !larger.isReduced {
        (made, low) = (larger, size)
      } else {
        high = size
      }
    }
    return made
  }

  /// The largest number of cards of a row; more are an error.
  private static let cardLimit = 200

  /// Returns the cards of a row.
  ///
  /// - Parameter splitSize: the size of texts that continue on another card, from 0 to 1.
  func composed(
    _ row: Row, _ mayContinue: Bool, count: Int?, splitSize: Double = 0, _ setter: CardLineSetter
  ) throws -> Composition {
    var made = Composition()
    var cards: [ComposedCard] = []
    var warnings: [Diagnostic] = []
    var rests: [Int: StackRest] = [:]
    var continues = false
    repeat {
      if splitSize > 0, let count, cards.count == count {
        // Larger texts take more cards.
        made.isReduced = true
        break
      }
      guard cards.count < CardComposer.cardLimit else {
        throw Failure(
          .error(
            .cardsOverflow, "\(describe(row)) takes more than \(CardComposer.cardLimit) cards",
            at: row.place))
      }
      var filled = row
      if let count, count > 1 {
        filled["part"] = .number(String(cards.count + 1))
        filled["parts"] = .number(String(count))
      }
      var drawing = CardDrawing(
        composer: self, rests: rests, isFirst: cards.isEmpty, mayContinue: mayContinue,
        splitSize: splitSize, setter: setter)
      try drawing.draw(layout.elements, of: filled, in: frame, path: 0)
      try drawing.checkGlyphs(filled)
      warnings += drawing.warnings + drawing.layoutWarnings(of: filled)
      made.absent.formUnion(drawing.absent)
      made.sizes.merge(drawing.sizes)
      made.isReduced = made.isReduced || drawing.isReduced
      cards.append(
        ComposedCard(
          scene: Scene(
            size: sceneSize, background: .white,
            nodes: drawing.nodes, title: row.text("title", "title_en", "name") ?? ""),
          parts: drawing.parts))
      rests = drawing.left
      continues = drawing.continues
    } while continues
    if cards.count > 1, count != nil {
      warnings.append(
        .note(
          .cardsContinued, "\(describe(row)) continues on \(cards.count) cards", at: row.place))
    }
    made.cards = Diagnosed(cards, warnings: warnings)
    return made
  }

  func describe(_ row: Row) -> String {
    row.name.map { "\"\(printable($0, limit: 60))\"" } ?? "a row"
  }

  /// Describes a box by its location in the look; only the file's name, since some are Platen's
  /// own.
  func describe(_ box: SourceLocation) -> String {
    let file = box.file?.split(separator: "/").last.map(String.init) ?? look.name
    return "its box in \(printable(file, limit: 60)):\(box.line ?? 0)"
  }

  /// The frame of the layout, centered on the card and as large as possible.
  var frame: CardFrame {
    let scale = min(size.width / layout.size.width, size.height / layout.size.height)
    return CardFrame(
      scale: scale, x: origin.x + (size.width - layout.size.width * scale) / 2,
      y: origin.y + (size.height - layout.size.height * scale) / 2,
      layout: Size(width: layout.size.width, height: layout.size.height))
  }
}
