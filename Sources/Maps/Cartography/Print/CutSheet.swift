// SPDX-License-Identifier: MIT
// Part of Platen: a map on a sheet that is cut: the ground out to the bleed's edge, marks beyond it.

package import Drawing
internal import Geometry

extension MapSize {
  /// A page with the ground under the map and the marks round it, both artefacts; the page itself where
  /// nothing is cut off.
  package func cut(_ page: LaidOutPage, ground: Color) -> LaidOutPage {
    let area = Rect(x: 0, y: 0, width: page.scene.size.width, height: page.scene.size.height)
    let millimetre = 72 / Paper.inch
    guard let rim, let cuts = cuts(of: area, millimetre: millimetre) else { return page }
    var page = page
    if let ground = MapSize.ground(ground, cuts.bleed) {
      page.scene.nodes.insert(ground, at: 0)
      for index in page.leaves.indices { page.leaves[index].nodes.shift(by: 1) }
      for index in page.layers.indices { page.layers[index].nodes.shift(by: 1) }
    }
    if let marks = rim.marks(at: cuts.trim, millimetre: millimetre) {
      page.scene.nodes.append(marks)
    }
    page.cuts = PageCuts(bleed: cuts.bleed, trim: cuts.trim)
    return page
  }

  /// The same of a scene that becomes a picture; nil where nothing is cut off.
  package func cut(_ scene: Scene) -> Scene? {
    guard let rim, let dpi else { return nil }
    let millimetre = dpi / Paper.inch / scale
    guard let cuts = cuts(of: window, millimetre: millimetre) else { return nil }
    var nodes = [
      Node.group(Group(name: "page", clip: Clip(Path(rect: content)), children: scene.nodes))
    ]
    if let ground = MapSize.ground(scene.background, cuts.bleed) { nodes.insert(ground, at: 0) }
    if let marks = rim.marks(at: cuts.trim, millimetre: millimetre) { nodes.append(marks) }
    return Scene(size: scene.size, background: .white, nodes: nodes, title: scene.title)
  }

  private static func ground(_ color: Color, _ area: Rect) -> Node? {
    color.alpha > 0 ? .path(PathNode(Path(rect: area), fill: Fill(color))) : nil
  }
}

extension Range<Int> {
  fileprivate mutating func shift(by count: Int) {
    self = lowerBound + count..<upperBound + count
  }
}
