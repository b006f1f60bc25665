// SPDX-License-Identifier: MIT
// Part of Platen: the front of a book's cover.

internal import Digests
package import Drawing
package import Geometry

/// The cover of a book: a colored board with a frame, the title, and a picture where there is one.
///
/// The same title has the same board each time. Lengths are in points, and grow with the page.
package struct BookCover: Sendable {
  package var title: String
  package var subtitle = ""
  /// Below the frame's middle: the authors, or the hero.
  package var byline = ""
  /// Families of the letters, the first that is installed.
  package var families: [String]
  package var picture: CoverImage?
  /// The words on the back; empty for none.
  package var excerpt = ""

  /// A picture on the front.
  package struct CoverImage: Sendable {
    /// Drawn in a rectangle of `size` from the origin.
    package var node: Node
    package var size: Size
    /// The description for readers who do not see it.
    package var alternative: String

    package init(node: Node, size: Size, alternative: String) {
      self.node = node
      self.size = size
      self.alternative = alternative
    }
  }

  package init(title: String, families: [String]) {
    self.title = title
    self.families = families
  }

  /// The size of a cover in a list of books.
  package static let small = Size(width: 120, height: 168)

  /// The front alone.
  package func front(_ size: Size, text: some TextMeasuring) -> Scene {
    let board = Rect(x: 0, y: 0, width: size.width, height: size.height)
    var nodes = [ground(board)]
    for part in frontParts(in: board, text: CoverText(families: families, measuring: text)) {
      nodes += part.nodes
    }
    return Scene(size: size, background: color, nodes: nodes, title: title)
  }

  // MARK: Parts

  /// A part of the cover, and its role for readers who hear it.
  struct Part {
    enum Kind { case ornament, title, words, picture }
    var kind: Kind
    var nodes: [Node]
    /// The frame of a picture.
    var frame: Rect?
  }

  /// Boards of books, dark enough for light letters.
  private static let boards = [
    "#1c3f5c", "#5a1f24", "#2f4a2c", "#4a3566", "#6a4419", "#1f4d4a", "#5c2a4b", "#3a3f47",
  ].map { Color(hex: $0) ?? .black }
  static let gold = Color(hex: "#e6cf9a") ?? .white

  /// The color of the board.
  var color: Color {
    let bytes = Digest.of(title).description.utf8.prefix(4)
    return BookCover.boards[bytes.reduce(0) { $0 &* 31 &+ Int($1) } % BookCover.boards.count]
  }

  func ground(_ rect: Rect) -> Node { .path(PathNode(Path(rect: rect), fill: Fill(color))) }

  /// Two lines around a board, with a lozenge in each corner.
  func frame(of board: Rect) -> Part {
    let unit = board.width / 120
    var nodes = [(6.0, 1.1), (9.0, 0.4)].map { inset, width in
      Node.path(
        PathNode(
          Path(rect: board.insetBy(inset * unit)),
          stroke: Stroke(BookCover.gold, width: width * unit)))
    }
    let inner = board.insetBy(13 * unit)
    for corner in [
      Point(inner.minX, inner.minY), Point(inner.maxX, inner.minY), Point(inner.maxX, inner.maxY),
      Point(inner.minX, inner.maxY),
    ] { nodes.append(BookCover.lozenge(at: corner, radius: 1.3 * unit)) }
    return Part(kind: .ornament, nodes: nodes)
  }

  /// A line with a lozenge in its middle.
  func ornament(at center: Point, width: Double) -> Part {
    let unit = width / 60
    let halves = [-1.0, 1.0].map { side in
      Node.path(
        PathNode(
          Path(ring: [
            Point(center.x + side * 4 * unit, center.y - 0.35 * unit),
            Point(center.x + side * 30 * unit, center.y),
            Point(center.x + side * 4 * unit, center.y + 0.35 * unit),
          ]), fill: Fill(BookCover.gold)))
    }
    return Part(
      kind: .ornament, nodes: halves + [BookCover.lozenge(at: center, radius: 1.8 * unit)])
  }

  private static func lozenge(at center: Point, radius: Double) -> Node {
    .path(
      PathNode(
        Path(ring: [
          Point(center.x, center.y - radius), Point(center.x + radius, center.y),
          Point(center.x, center.y + radius), Point(center.x - radius, center.y),
        ]), fill: Fill(gold)))
  }

  /// The frame, the title, the picture and the byline, in the order they are read.
  func frontParts(in board: Rect, text: CoverText) -> [Part] {
    let unit = board.width / 120
    let room = board.width - 30 * unit
    let heading = text.fitted(
      title, sizes: picture == nil ? 17 * unit : 14 * unit, least: 6 * unit, width: room,
      lines: picture == nil ? 5 : 3)
    let under = text.fitted(
      subtitle, sizes: 7.5 * unit, least: 4.5 * unit, width: room, lines: 3, isItalic: true)
    let name = text.fitted(
      byline, sizes: 8 * unit, least: 4 * unit, width: room, lines: 1, isItalic: true)

    // The words at the top, and below them the picture; without one, a little above the middle.
    let gap = under.isEmpty ? 0 : 5 * unit
    let height = heading.height + gap + under.height
    let bottom = board.maxY - (name.isEmpty ? 17 : 30) * unit
    let top = board.minY + 17 * unit
    var start = top
    if picture == nil {
      start = max(top + 6 * unit, board.minY + board.height * 0.42 - height / 2)
    }
    var parts = [frame(of: board)]
    parts.append(
      Part(kind: .title, nodes: heading.nodes(centeredAt: board.center.x, top: start)))
    if !under.isEmpty {
      parts.append(
        Part(
          kind: .words,
          nodes: under.nodes(centeredAt: board.center.x, top: start + heading.height + gap)))
    }
    if let picture {
      let window = Rect(
        x: board.minX + 15 * unit, y: start + height + 6 * unit, width: room,
        height: bottom - start - height - 6 * unit)
      if window.height > 20 * unit { parts.append(shown(picture, in: window, unit)) }
    } else {
      let below = Point(board.center.x, start + height + 12 * unit)
      if below.y < bottom - 8 * unit { parts.append(ornament(at: below, width: 60 * unit)) }
    }
    if !name.isEmpty {
      parts.append(
        Part(
          kind: .words,
          nodes: name.nodes(centeredAt: board.center.x, top: board.maxY - 27 * unit)))
    }
    return parts
  }

  /// A picture that fills a window from its middle.
  private func shown(_ picture: CoverImage, in window: Rect, _ unit: Double) -> Part {
    let scale = max(window.width / picture.size.width, window.height / picture.size.height)
    let map = AffineMap(
      a: scale, b: 0, c: 0, d: scale, tx: window.center.x - picture.size.width * scale / 2,
      ty: window.center.y - picture.size.height * scale / 2)
    return Part(
      kind: .picture,
      nodes: [
        .group(
          Group(
            clip: Clip(Path(rect: window)),
            children: [.group(Group(transform: map, children: [picture.node]))])),
        .path(PathNode(Path(rect: window), stroke: Stroke(BookCover.gold, width: 0.8 * unit))),
      ], frame: window)
  }
}
