// SPDX-License-Identifier: MIT
// Part of Platen: all slides of a deck on one sheet.

package import Drawing
internal import Geometry

/// Sheets of slides.
package enum DeckSheet {
  /// All slides on one sheet, row by row, each with its number below.
  package static func sheet(
    of scenes: [(label: String, scene: Scene)], format: SlideFormat, columns: Int,
    families: [String], text: any TextMeasuring
  ) -> Scene {
    let gap = 28.0
    let caption = 34.0
    let cell = Size(width: format.size.width + gap, height: format.size.height + gap + caption)
    let columns = max(1, min(columns, scenes.count))
    let rows = max(1, (scenes.count + columns - 1) / columns)
    let size = Size(
      width: Double(columns) * cell.width + gap, height: Double(rows) * cell.height + gap)
    let font = FontRequest(families: families, size: 26, weight: 600)
    var nodes: [Node] = []
    for (index, slide) in scenes.enumerated() {
      let origin = Point(
        gap + Double(index % columns) * cell.width, gap + Double(index / columns) * cell.height)
      let frame = Rect(
        x: 0, y: 0, width: format.size.width, height: format.size.height)
      nodes.append(
        .group(
          Group(
            transform: AffineMap(a: 1, b: 0, c: 0, d: 1, tx: origin.x, ty: origin.y),
            clip: Clip(Path(rect: frame)), children: slide.scene.nodes)))
      nodes.append(
        .path(
          PathNode(
            Path(
              rect: Rect(
                x: origin.x, y: origin.y, width: format.size.width, height: format.size.height)),
            stroke: Stroke(Color(0.72, 0.74, 0.77), width: 1.5))))
      let number = text.shape(slide.label, font: font)
      nodes += number.nodes(
        at: Point(origin.x, origin.y + format.size.height + 30),
        paint: .color(Color(0.35, 0.38, 0.42)))
    }
    return Scene(size: size, background: Color(0.93, 0.94, 0.95), nodes: nodes)
  }

  /// The pages of one slide as one image of a slide's shape, next to each other where there are
  /// several.
  package static func joined(_ pages: [Scene], format: SlideFormat) -> Scene {
    guard pages.count != 1, let first = pages.first else {
      return pages.first ?? Scene(size: format.size, background: .white, nodes: [])
    }
    let columns = Int(Double(pages.count).squareRoot().rounded(.up))
    let rows = (pages.count + columns - 1) / columns
    let scale = 1 / Double(columns)
    let frame = Rect(x: 0, y: 0, width: format.size.width, height: format.size.height)
    let top = (1 - Double(rows) * scale) / 2 * format.size.height
    let nodes = pages.enumerated().map { index, page in
      Node.group(
        Group(
          transform: AffineMap(
            a: scale, b: 0, c: 0, d: scale,
            tx: Double(index % columns) * scale * format.size.width,
            ty: top + Double(index / columns) * scale * format.size.height),
          clip: Clip(Path(rect: frame)), children: page.nodes))
    }
    return Scene(size: format.size, background: first.background, nodes: nodes)
  }

  /// The pages of one slide one below the other.
  package static func stacked(_ pages: [Scene], format: SlideFormat) -> Scene {
    guard pages.count != 1, let first = pages.first else {
      return pages.first ?? Scene(size: format.size, background: .white, nodes: [])
    }
    let gap = 16.0
    let step = format.size.height + gap
    let frame = Rect(x: 0, y: 0, width: format.size.width, height: format.size.height)
    let nodes = pages.enumerated().map { index, page in
      Node.group(
        Group(
          transform: .translation(0, Double(index) * step), clip: Clip(Path(rect: frame)),
          children: page.nodes))
    }
    return Scene(
      size: Size(width: format.size.width, height: Double(pages.count) * step - gap),
      background: first.background, nodes: nodes)
  }
}
