// SPDX-License-Identifier: MIT
// Part of Platen: pages after a map that list its names, each with its square and a link to it.

internal import Documents
package import Drawing
package import Geometry

/// The page of something of a map, and the place there.
package struct IndexPlace {
  /// From 0.
  var page: Int
  /// The frame in points on that page, from its upper left corner.
  var frame: Rect
  /// Its square, or the poster's sheet.
  var square: String

  package init(page: Int, frame: Rect, square: String) {
    (self.page, self.frame, self.square) = (page, frame, square)
  }
}

extension Rect {
  /// Room round a place, so that a reader who is led there sees where it is; within a page.
  package func widened(within page: Rect) -> Rect {
    let least = Size(width: 160, height: 110)
    let wide = Rect(
      x: min(minX - 20, center.x - least.width / 2), y: min(minY - 20, center.y - least.height / 2),
      width: max(width + 40, least.width), height: max(height + 40, least.height))
    return wide.intersection(page) ?? page
  }
}

/// Sets an index in columns, small, and adds it to a document that is being written.
package struct IndexPages {
  let index: MapIndex
  /// A page, in points.
  let size: Size
  let margin: Double
  let mapPhrases: MapPhrases
  let families: [String]
  let text: any TextMeasuring
  /// The place of an entry.
  let place: (MapIndex.Entry) -> IndexPlace
  /// The label of a page, from 0, and what stands at its edges; nil counts the pages of the index.
  package var edge: ((Int) -> (label: String, nodes: [Node]))?

  package init(
    index: MapIndex, size: Size, margin: Double, mapPhrases: MapPhrases, families: [String],
    text: any TextMeasuring, place: @escaping (MapIndex.Entry) -> IndexPlace
  ) {
    self.index = index
    self.size = size
    self.margin = margin
    self.mapPhrases = mapPhrases
    self.families = families
    self.text = text
    self.place = place
  }

  private static let letters = 7.5
  private static let leading = 9.6
  private static let columnWidth = 120.0
  private static let gap = 16.0

  /// The page that is being filled.
  private struct Sheet {
    var nodes: [Node] = []
    var leaves: [ContentLeaf] = []
    var links: [PageLink] = []
    var column = 0
    var y: Double

    mutating func add(_ new: [Node], element: Int) {
      leaves.append(ContentLeaf(nodes: nodes.count..<nodes.count + new.count, element: element))
      nodes += new
    }
  }

  /// Writes the pages.
  ///
  /// - Parameters:
  ///   - first: number of the first page, from 0.
  ///   - structure: gets their elements, places and an entry of the outline.
  package func writePages(
    from first: Int, into structure: inout DocumentStructure,
    emit: (LaidOutPage) throws -> Void
  ) throws {
    let room = Rect(x: 0, y: 0, width: size.width, height: size.height)
      .insetBy(min(max(margin, 30), min(size.width, size.height) / 6))
    let columns = max(
      1, Int((room.width + IndexPages.gap) / (IndexPages.columnWidth + IndexPages.gap)))
    let width = (room.width - Double(columns - 1) * IndexPages.gap) / Double(columns)
    let title = mapPhrases.phrases[.index]
    var top = room.minY
    var sheet = Sheet(y: top)
    var count = 0

    func finish() throws {
      guard !sheet.nodes.isEmpty else { return }
      count += 1
      let edge = self.edge?(first + count - 1)
      try emit(
        LaidOutPage(
          scene: Scene(
            size: size, background: .white, nodes: sheet.nodes + (edge?.nodes ?? [])),
          leaves: sheet.leaves, links: sheet.links, label: edge?.label ?? "\(title) \(count)"))
      top = room.minY
      sheet = Sheet(y: top)
    }
    /// Continues in the next column, or on the next page, where a height does not fit.
    func make(room height: Double) throws {
      guard sheet.y + height > room.maxY else { return }
      sheet.column += 1
      sheet.y = top
      if sheet.column == columns { try finish() }
    }
    func x() -> Double { room.minX + Double(sheet.column) * (width + IndexPages.gap) }
    func shaped(_ string: String, _ size: Double, weight: Int, within width: Double) -> ShapedText {
      let line = text.shape(
        String(string.prefix(400)),
        font: FontRequest(small: families, size: size, weight: weight))
      return line.width > width && width > 0 ? line.scaled(by: width / line.width) : line
    }
    func element(_ role: StructureElement.Role, in parent: Int) -> Int {
      structure.elements.append(StructureElement(role, in: parent))
      return structure.elements.count - 1
    }

    let heading = shaped(title, 16, weight: 700, within: room.width)
    sheet.add(
      heading.nodes(at: Point(room.minX, room.minY + 14), paint: .color(.black)),
      element: element(.heading1, in: 0))
    top = room.minY + 26
    sheet.y = top
    structure.addEntry(title, named: "index", page: first)

    var number = 0
    for group in index.groups {
      try make(room: 3 * IndexPages.leading + 8)
      if sheet.y > top { sheet.y += 8 }
      let name = shaped(mapPhrases.phrases[group.table.title], 9.5, weight: 700, within: width)
      sheet.add(
        name.nodes(at: Point(x(), sheet.y + 9), paint: .color(.black)),
        element: element(.heading2, in: 0))
      sheet.y += 14
      let list = element(.list, in: 0)
      for entry in group.entries {
        try make(room: IndexPages.leading)
        let place = place(entry)
        number += 1
        let target = "n\(number)"
        structure.places.append(
          DocumentStructure.NamedPlace(
            name: target, page: place.page, point: Point(place.frame.minX, place.frame.minY),
            frame: place.frame))
        let body = element(.listBody, in: element(.listItem, in: list))
        let link = element(.link, in: body)
        let square = shaped(place.square, IndexPages.letters, weight: 400, within: width / 2)
        let words = shaped(
          entry.name, IndexPages.letters, weight: 400, within: width - square.width - 6)
        let baseline = sheet.y + IndexPages.letters
        sheet.add(
          words.nodes(at: Point(x(), baseline), paint: .color(.black))
            + square.nodes(
              at: Point(x() + width - square.width, baseline),
              paint: .color(Color(0.35, 0.35, 0.35))),
          element: link)
        sheet.links.append(
          PageLink(
            frame: Rect(x: x(), y: sheet.y, width: width, height: IndexPages.leading),
            target: .place(target), element: link,
            description: entry.name + mapPhrases.phrases[.comma] + place.square))
        sheet.y += IndexPages.leading
      }
    }
    try finish()
  }
}
