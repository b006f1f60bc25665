// SPDX-License-Identifier: MIT
// Part of Platen: pages of a document placed on the sheets they are printed on.

internal import Drawing
internal import Geometry

/// The place of a page on a sheet.
struct SheetPlacement: Hashable {
  /// The index of the sheet's side, from 0.
  var side: Int
  /// The page's upper left corner, in points.
  var corner: Point
}

extension LaidOutPage {
  /// A side of a sheet with pages on it, whose content keeps its elements and links.
  ///
  /// - Parameters:
  ///   - size: the sheet's, in points.
  ///   - isClipped: whether nothing of a page is drawn beyond its edges.
  init(
    sheet size: Size, showing pages: [(page: LaidOutPage, corner: Point)], isClipped: Bool,
    label: String, cuts: PageCuts? = nil
  ) {
    var nodes: [Node] = []
    var leaves: [ContentLeaf] = []
    var links: [PageLink] = []
    var layers: [PageLayer] = []
    for (page, corner) in pages {
      let first = nodes.count
      let own = page.scene.size
      let clip =
        isClipped
        ? Clip(Path(rect: Rect(x: 0, y: 0, width: own.width, height: own.height))) : nil
      let map = AffineMap(a: 1, b: 0, c: 0, d: 1, tx: corner.x, ty: corner.y)
      nodes += page.scene.nodes.map { node in
        .group(Group(transform: map, clip: clip, children: [node]))
      }
      func onSheet(_ range: Range<Int>) -> Range<Int> {
        range.lowerBound + first..<range.upperBound + first
      }
      leaves += page.leaves.map { ContentLeaf(nodes: onSheet($0.nodes), element: $0.element) }
      layers += page.layers.map { PageLayer(title: $0.title, nodes: onSheet($0.nodes)) }
      links += page.links.map { link in
        var link = link
        link.frame = link.frame.moved(by: corner)
        return link
      }
    }
    self.init(
      scene: Scene(size: size, nodes: nodes, title: pages.first?.page.scene.title ?? ""),
      leaves: leaves, links: links, layers: layers, label: label, cuts: cuts)
  }

  /// The page on a sheet that is larger by what is cut off on all sides.
  ///
  /// - Parameter bleed: in points; 0 leaves the page as it is.
  func withBleed(_ bleed: Double) -> LaidOutPage {
    guard bleed > 0 else { return self }
    let size = scene.size
    let sheet = Size(width: size.width + 2 * bleed, height: size.height + 2 * bleed)
    return LaidOutPage(
      sheet: sheet, showing: [(self, Point(bleed, bleed))], isClipped: false, label: label,
      cuts: PageCuts(
        bleed: Rect(x: 0, y: 0, width: sheet.width, height: sheet.height),
        trim: Rect(x: bleed, y: bleed, width: size.width, height: size.height)))
  }
}

extension DocumentStructure {
  /// The structure of the same content on sheets.
  ///
  /// - Parameter placement: that of the page of an index; nil for a page that is on no sheet.
  func placed(_ placement: (Int) -> SheetPlacement?) -> DocumentStructure {
    var result = self
    for index in result.elements.indices {
      guard let box = result.elements[index].box else { continue }
      result.elements[index].box = placement(box.page).map {
        PageBox(page: $0.side, frame: box.frame.moved(by: $0.corner))
      }
    }
    result.places = places.compactMap { place in
      placement(place.page).map {
        NamedPlace(
          name: place.name, page: $0.side,
          point: Point(place.point.x + $0.corner.x, place.point.y + $0.corner.y),
          frame: place.frame?.moved(by: $0.corner))
      }
    }
    return result
  }
}

extension Rect {
  fileprivate func moved(by offset: Point) -> Rect {
    Rect(x: x + offset.x, y: y + offset.y, width: width, height: height)
  }
}
