// SPDX-License-Identifier: MIT
// Part of Platen: back, spine and front of a cover on the sheet that a printer wraps around a book.

package import Drawing
package import Geometry

/// The sheet of a cover: back, spine and front beside each other, and the bleed around them.
package struct CoverSheet: Hashable, Sendable {
  /// The size of a page of the book, in points.
  package var page: Size
  /// The width of the spine, in points.
  package var spine: Double
  /// The width that is cut off on each side, in points.
  package var bleed: Double
  /// Indicates whether the book is turned from right to left: its front is on the left then.
  package var isRightToLeft = false

  package init(page: Size, spine: Double, bleed: Double, isRightToLeft: Bool = false) {
    self.page = page
    self.spine = spine
    self.bleed = bleed
    self.isRightToLeft = isRightToLeft
  }

  /// The narrowest spine that bears words. Source: Kindle Direct Publishing prints them from 79
  /// pages on.
  static let leastLetteredSpine = 79 * 0.002252 * 72
  /// The free width on both sides of them, since folds are not exact.
  static let spineMargin = 4.5

  /// The width and height of the whole.
  package var size: Size {
    Size(width: 2 * (page.width + bleed) + spine, height: page.height + 2 * bleed)
  }

  private func board(atLeft: Bool) -> Rect {
    Rect(
      x: atLeft ? bleed : bleed + page.width + spine, y: bleed, width: page.width,
      height: page.height)
  }
  var front: Rect { board(atLeft: isRightToLeft) }
  var back: Rect { board(atLeft: !isRightToLeft) }
  var spineBoard: Rect {
    Rect(x: bleed + page.width, y: bleed, width: spine, height: page.height)
  }
}

extension BookCover {
  /// The cover as a page, and its structure: title, picture and words of the front, then the back.
  ///
  /// - Parameter language: BCP 47.
  package func page(
    on sheet: CoverSheet, text: some TextMeasuring, language: String
  ) -> (LaidOutPage, DocumentStructure) {
    let words = CoverText(families: families, measuring: text)
    let size = sheet.size
    var nodes = [ground(Rect(x: 0, y: 0, width: size.width, height: size.height))]
    var leaves: [ContentLeaf] = []
    var structure = DocumentStructure()
    structure.language = language
    structure.elements = [StructureElement(.document, in: nil)]
    func add(_ part: Part) {
      var element: StructureElement?
      switch part.kind {
      case .ornament: break
      case .title: element = StructureElement(.heading1, in: 0)
      case .words: element = StructureElement(.paragraph, in: 0)
      case .picture:
        element = StructureElement(.figure, in: 0)
        element?.alternative = picture?.alternative ?? ""
        element?.box = part.frame.map { PageBox(page: 0, frame: $0) }
      }
      guard !part.nodes.isEmpty else { return }
      leaves.append(
        ContentLeaf(
          nodes: nodes.count..<nodes.count + part.nodes.count,
          element: element == nil ? nil : structure.elements.count))
      if let element { structure.elements.append(element) }
      nodes += part.nodes
    }
    for part in frontParts(in: sheet.front, text: words) { add(part) }
    for part in backParts(in: sheet.back, text: words) { add(part) }
    add(spinePart(in: sheet.spineBoard, text: words))
    return (
      LaidOutPage(
        scene: Scene(size: size, background: color, nodes: nodes, title: title), leaves: leaves,
        label: "1",
        cuts: sheet.bleed > 0
          ? PageCuts(
            bleed: Rect(x: 0, y: 0, width: size.width, height: size.height),
            trim: Rect(x: 0, y: 0, width: size.width, height: size.height).insetBy(sheet.bleed))
          : nil), structure
    )
  }

  /// The frame and the excerpt, in the upper part: printers put a bar code into the lower one.
  private func backParts(in board: Rect, text: CoverText) -> [Part] {
    let unit = board.width / 120
    let largest = min(5.6 * unit, 17)
    let lines = text.fitted(
      excerpt, sizes: largest, least: min(3.6 * unit, 8), width: board.width - 36 * unit,
      lines: Int(board.height * 0.5 / (largest * 1.22)), isItalic: true)
    guard !lines.isEmpty else { return [frame(of: board)] }
    let top = board.minY + 22 * unit
    return [
      frame(of: board),
      Part(kind: .words, nodes: lines.nodes(centeredAt: board.center.x, top: top)),
      ornament(
        at: Point(board.center.x, top + lines.height + 9 * unit), width: 50 * unit),
    ]
  }

  /// The title and the authors along the spine, from top to bottom.
  private func spinePart(in board: Rect, text: CoverText) -> Part {
    guard board.width >= CoverSheet.leastLetteredSpine else {
      return Part(kind: .ornament, nodes: [])
    }
    let size = min(board.width - 2 * CoverSheet.spineMargin, board.width * 0.6, 24)
    func line(_ words: String, along share: Double, isItalic: Bool = false) -> CoverText.Lines {
      text.fitted(
        words, sizes: size, least: min(size, 5), width: board.height * share, lines: 1,
        isItalic: isItalic)
    }
    /// Turns lines so that their left end is at a distance from the top.
    func turned(_ lines: CoverText.Lines, from top: Double) -> [Node] {
      guard let line = lines.lines.first else { return [] }
      // The middle of small letters is in the middle of the spine.
      let baseline = board.center.x - lines.ascent * 0.26
      let map = AffineMap(a: 0, b: 1, c: -1, d: 0, tx: baseline, ty: board.minY + top)
      return [
        .group(
          Group(
            transform: map, children: line.nodes(at: .zero, paint: .color(BookCover.gold))))
      ]
    }
    let name = line(byline, along: 0.26, isItalic: true)
    let heading = line(title, along: name.isEmpty ? 0.8 : 0.58)
    let margin = board.height * 0.06
    let nameWidth = name.lines.first?.width ?? 0
    return Part(
      kind: .ornament,
      nodes: turned(heading, from: margin)
        + turned(name, from: board.height - margin - nameWidth))
  }
}
