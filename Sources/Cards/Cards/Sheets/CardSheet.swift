// SPDX-License-Identifier: MIT
// Part of Platen: cards next to each other on sheets of paper, with crop marks.

internal import Diagnostics
public import Drawing
public import Geometry

/// The arrangement of cards on a sheet of paper; lengths are in points of 1/72 inch.
public struct CardSheet: Hashable, Sendable {
  public let page: Size
  public let card: Size
  public let columns: Int
  public let rows: Int
  /// The space between two cards.
  public let gap: Double
  /// The distance that backgrounds extend beyond the cut.
  public let bleed: Double
  private let origin: Point

  /// The border that printers leave blank.
  public static let margin = 5 * 72 / 25.4
  private static let markLength = 3.5 * 72 / 25.4
  private static let shortestMark = 1.0 * 72 / 25.4
  private static let markOffset = 1.2 * 72 / 25.4
  /// The smallest space between a card and its marks.
  private static let leastOffset = 0.3 * 72 / 25.4

  /// Arranges as many cards as fit on a page of that size, rotated if more fit then.
  ///
  /// - Parameter hasMarks: whether there is room for marks outside of the blank border; without it
  ///   for any card, it has some cards and fewer marks.
  /// - Throws: `Failure` `cards.sheet` if no card fits.
  public init(page: Size, card: Size, gap: Double, bleed: Double = 0, hasMarks: Bool = true) throws
  {
    // Backgrounds of neighbors must not overlap.
    let gap = max(gap, 2 * bleed)
    let marks =
      CardSheet.margin + max(CardSheet.leastOffset, bleed > 0 ? bleed + 1 : 0)
      + CardSheet.shortestMark
    let fitsWithMarks =
      min(card.width, card.height) <= min(page.width, page.height) - 2 * marks + 0.01
      && max(card.width, card.height) <= max(page.width, page.height) - 2 * marks + 0.01
    let margin = hasMarks && fitsWithMarks ? marks : CardSheet.margin
    func count(_ room: Double, _ side: Double) -> Int {
      // Cards may fill a page exactly.
      Int(((room - 2 * margin + gap + 0.01) / (side + gap)).rounded(.down))
    }
    func counts(_ page: Size) -> (Int, Int) {
      (max(0, count(page.width, card.width)), max(0, count(page.height, card.height)))
    }
    let turned = Size(width: page.height, height: page.width)
    let (upright, across) = (counts(page), counts(turned))
    let isTurned = across.0 * across.1 > upright.0 * upright.1
    (columns, rows) = isTurned ? across : upright
    self.page = isTurned ? turned : page
    self.card = card
    self.gap = gap
    self.bleed = bleed
    let width = Double(columns) * card.width + Double(max(0, columns - 1)) * gap
    let height = Double(rows) * card.height + Double(max(0, rows - 1)) * gap
    origin = Point((self.page.width - width) / 2, (self.page.height - height) / 2)
    guard columns > 0, rows > 0 else {
      throw Failure(
        .error(
          .cardsSheet,
          "a card of \(CardSheet.millimeters(card)) does not fit a page of "
            + "\(CardSheet.millimeters(page))", hints: ["use larger paper or a smaller size"]))
    }
  }

  private static func millimeters(_ size: Size) -> String {
    func side(_ points: Double) -> String { "\(Int((points * 25.4 / 72).rounded()))" }
    return "\(side(size.width)) × \(side(size.height)) mm"
  }

  /// The number of cards on a sheet.
  public var count: Int { columns * rows }

  /// Returns the position of a card on its sheet by its number; the first is at the top left.
  public func place(of number: Int) -> Point {
    let (row, column) = (number % count / columns, number % columns)
    return Point(
      origin.x + Double(column) * (card.width + gap), origin.y + Double(row) * (card.height + gap))
  }

  /// Returns the position of a card's back on the other side of the sheet, which is turned about
  /// its vertical edge.
  public func place(ofBack number: Int) -> Point {
    let column = number % count % columns
    return place(of: number - column + columns - 1 - column)
  }

  /// Returns strokes outside of the cards, in line with every cut edge; none without a card. They end
  /// at the blank border of the page.
  ///
  /// - Parameter cards: the number of cards on the sheet (default: as many as it holds).
  public func marks(for cards: Int? = nil) -> [Node] {
    let cards = min(max(cards ?? count, 0), count)
    guard cards > 0 else { return [] }
    var path = Path()
    /// Returns the distances from a card at which a mark begins and ends, in a space beside it; nil
    /// without room.
    func reach(_ space: Double) -> (start: Double, end: Double)? {
      let room = space - CardSheet.margin
      let least = max(CardSheet.leastOffset, bleed > 0 ? bleed + 1 : 0)
      let start = min(
        max(CardSheet.markOffset, bleed + 1), max(least, room - CardSheet.markLength))
      let end = min(start + CardSheet.markLength, room)
      return end - start < 1 ? nil : (start, end)
    }
    func mark(_ a: Point, _ b: Point) {
      path.move(to: a)
      path.line(to: b)
    }
    // The number of cards in each column and row; the last row may be incomplete.
    let down = (0..<min(columns, cards)).map { (cards - $0 - 1) / columns + 1 }
    let across = (0..<(cards + columns - 1) / columns).map { min(columns, cards - $0 * columns) }
    func ends(_ cards: [Int], _ index: Int, _ isEnd: Bool) -> Int {
      // Without a gap, two cards share an edge, and the longer side determines its end.
      let other = isEnd ? index + 1 : index - 1
      return max(cards[index], gap == 0 && cards.indices.contains(other) ? cards[other] : 0)
    }
    for column in down.indices {
      let x = place(of: column).x
      for isEnd in [false, true] where gap > 0 || !isEnd || column == down.count - 1 {
        let edge = isEnd ? x + card.width : x
        let last = place(of: (ends(down, column, isEnd) - 1) * columns)
        if let reach = reach(origin.y) {
          mark(Point(edge, origin.y - reach.start), Point(edge, origin.y - reach.end))
        }
        let bottom = last.y + card.height
        if let reach = reach(page.height - bottom) {
          mark(Point(edge, bottom + reach.start), Point(edge, bottom + reach.end))
        }
      }
    }
    for row in across.indices {
      let y = place(of: row * columns).y
      for isEnd in [false, true] where gap > 0 || !isEnd || row == across.count - 1 {
        let edge = isEnd ? y + card.height : y
        let last = place(of: ends(across, row, isEnd) - 1)
        if let reach = reach(origin.x) {
          mark(Point(origin.x - reach.start, edge), Point(origin.x - reach.end, edge))
        }
        let right = last.x + card.width
        if let reach = reach(page.width - right) {
          mark(Point(right + reach.start, edge), Point(right + reach.end, edge))
        }
      }
    }
    return [.path(PathNode(path, stroke: Stroke(.black, width: 0.35)))]
  }
}

/// Pages of cards, and their document structure.
public struct CardPages {
  public private(set) var structure = DocumentStructure()
  private var pageNumber = 0

  public init(language: String) {
    structure.language = language
    structure.elements = [StructureElement(.document, in: nil)]
  }

  /// Returns a page with these cards.
  ///
  /// - Parameters:
  ///   - furniture: decoration over the cards.
  public mutating func page(
    _ size: Size, background: Color = .white, cards: [ComposedCard], furniture: [Node] = []
  ) -> LaidOutPage {
    var nodes: [Node] = []
    var leaves: [ContentLeaf] = []
    for card in cards {
      let start = nodes.count
      nodes += card.scene.nodes
      // A card without text, such as a back, is not an element to screen readers.
      let isSection = cards.count > 1 && card.parts.contains { $0.role != nil }
      let section = isSection ? structure.elements.count : 0
      if isSection { structure.elements.append(StructureElement(.section, in: 0)) }
      for part in card.parts {
        var leaf = ContentLeaf(
          nodes: start + part.nodes.lowerBound..<start + part.nodes.upperBound, element: nil)
        if let role = part.role {
          var element = StructureElement(role, in: section)
          element.alternative = part.alternative
          if role == .figure {
            element.box = part.frame.map { PageBox(page: pageNumber, frame: $0) }
          }
          leaf.element = structure.elements.count
          structure.elements.append(element)
        }
        leaves.append(leaf)
      }
    }
    if !furniture.isEmpty {
      leaves.append(
        ContentLeaf(nodes: nodes.count..<nodes.count + furniture.count, element: nil))
      nodes += furniture
    }
    pageNumber += 1
    return LaidOutPage(
      scene: Scene(size: size, background: background, nodes: nodes, title: ""), leaves: leaves)
  }
}

extension ComposedCard {
  /// Returns the card moved by an offset.
  public func moved(by offset: Point) -> ComposedCard {
    guard offset != Point(0, 0) else { return self }
    var card = self
    let map = AffineMap.translation(offset.x, offset.y)
    card.scene.nodes = scene.nodes.map { .group(Group(transform: map, children: [$0])) }
    for index in parts.indices {
      card.parts[index].frame?.x += offset.x
      card.parts[index].frame?.y += offset.y
    }
    return card
  }
}
