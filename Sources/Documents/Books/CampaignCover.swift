// SPDX-License-Identifier: MIT
// Part of Platen: a cover for each campaign of a library: its map, or its title in colors of its own.

internal import Digests
package import Drawing
package import Geometry

/// A typographic cover: the title on a colored board with a frame, the same for the same title.
package struct CampaignCover {
  package var title: String
  /// The character of the player.
  package var hero: String
  package var families: [String]

  package init(title: String, hero: String, families: [String]) {
    self.title = title
    self.hero = hero
    self.families = families
  }

  /// The size of a paperback, in points.
  package static let size = Size(width: 120, height: 168)

  /// Boards of books, dark enough for light letters.
  private static let boards = [
    "#1c3f5c", "#5a1f24", "#2f4a2c", "#4a3566", "#6a4419", "#1f4d4a", "#5c2a4b", "#3a3f47",
  ].map { Color(hex: $0) ?? .black }
  private static let gold = Color(hex: "#e6cf9a") ?? .white

  /// Drawn in a rectangle of `size`.
  package func scene(text: some TextMeasuring) -> Scene {
    let size = CampaignCover.size
    let bytes = Digest.of(title).description.utf8.prefix(4)
    let board = CampaignCover.boards[
      bytes.reduce(0) { $0 &* 31 &+ Int($1) } % CampaignCover.boards.count]
    let gold = CampaignCover.gold
    var nodes: [Node] = [
      .path(
        PathNode(
          Path(rect: Rect(x: 0, y: 0, width: size.width, height: size.height)), fill: Fill(board)))
    ]
    for (inset, width) in [(6.0, 1.1), (9.0, 0.4)] {
      nodes.append(
        .path(
          PathNode(
            Path(
              rect: Rect(
                x: inset, y: inset, width: size.width - 2 * inset,
                height: size.height - 2 * inset)), stroke: Stroke(gold, width: width))))
    }
    let room = size.width - 30
    var lines: [ShapedText] = []
    var em = 17.0
    while em > 6 {
      lines = broken(title, em, room, text)
      if lines.count <= 5, lines.allSatisfy({ $0.width <= room }) { break }
      em -= 1
    }
    lines = Array(lines.prefix(7))
    var y = max(30, size.height * 0.4 - Double(lines.count - 1) * em * 0.6)
    for line in lines {
      nodes += line.nodes(at: Point((size.width - line.width) / 2, y), paint: .color(gold))
      y += em * 1.2
    }
    let name = hero.split(separator: ",").first.map(String.init) ?? ""
    if !name.isEmpty {
      var small = 8.0
      var line = shaped(name, small, text, isItalic: true)
      while line.width > room, small > 4 {
        small -= 0.5
        line = shaped(name, small, text, isItalic: true)
      }
      nodes += line.nodes(
        at: Point((size.width - line.width) / 2, size.height - 22), paint: .color(gold))
    }
    return Scene(size: size, background: board, nodes: nodes, title: title)
  }

  /// The words of the title in lines.
  private func broken(
    _ title: String, _ em: Double, _ room: Double, _ text: some TextMeasuring
  ) -> [ShapedText] {
    var lines: [ShapedText] = []
    var line = ""
    // Titles are short; a whole prompt does not fit on a cover.
    for word in title.prefix(120).split(whereSeparator: \.isWhitespace) {
      let longer = line.isEmpty ? String(word) : line + " " + word
      if line.isEmpty || shaped(longer, em, text).width <= room {
        line = longer
      } else {
        lines.append(shaped(line, em, text))
        line = String(word)
      }
    }
    if !line.isEmpty { lines.append(shaped(line, em, text)) }
    return lines
  }

  private func shaped(
    _ string: String, _ em: Double, _ text: some TextMeasuring, isItalic: Bool = false
  ) -> ShapedText {
    text.shape(
      string,
      font: FontRequest(families: families, size: em, weight: 400, isItalic: isItalic))
  }
}
