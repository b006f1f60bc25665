// SPDX-License-Identifier: MIT
// Part of Platen: a map as a page of a document, with switchable layers and a description.

internal import Canvas
internal import Cartography
internal import Diagnostics
internal import Documents
internal import Drawing
internal import Geometry
internal import JobKit
internal import Pipeline

/// A map on paper or screen: one figure on one page, and pages with an index if requested.
struct MapPage {
  let scene: Scene
  let size: MapSize
  /// The visible part of the sheet, in map units.
  let shown: Rect
  let mapPhrases: MapPhrases
  let index: MapIndex?
  /// The font families of text outside the map.
  let families: [String]

  /// Writes the page as a tagged PDF.
  func write(
    to file: FileWriter, created: String, in context: StageContext, with fonts: FontPool
  ) throws -> [Diagnostic] {
    var metadata = Metadata()
    metadata.title = mapPhrases.title(of: scene)
    metadata.date = created
    return try fonts.writePDF(metadata, to: file, isCancelled: { context.isCancelled }) {
      library, emit in
      let page = PDFPage(size: size.points, margin: size.marginPoints)
      var structure = DocumentStructure(language: mapPhrases.language)
      let figure = structure.addFigure(
        mapPhrases.description(of: scene), in: PageBox(page: 0, frame: page.content))
      structure.addEntry(
        mapPhrases.title(of: scene), named: "map", page: 0,
        at: Point(page.content.minX, page.content.minY))
      let sheet = Rect(x: 0, y: 0, width: scene.size.width, height: scene.size.height)
      var laid = try page.showing(
        size.printed, of: scene, element: figure, layer: mapPhrases.title(ofLayer:))
      guard let index else {
        try emit(size.cut(laid, ground: scene.background))
        return (structure, [])
      }
      let surroundings = size.surroundings(of: sheet)
      let map = onPage(
        surroundings?.ground == .sea
          ? surroundings?.framed ?? shown : sheet.intersection(shown) ?? shown, page)
      let squares = MapSquares(map: map)
      let whole = Rect(x: 0, y: 0, width: page.size.width, height: page.size.height)
      let millimetre = 72 / Paper.inch
      let area = size.cuts(of: whole, millimetre: millimetre)?.trim ?? whole
      let letters = squares.nodes(in: area, families: families, text: library)
      laid.layers.append(
        PageLayer(
          title: mapPhrases.phrases[.index],
          nodes: laid.scene.nodes.count..<laid.scene.nodes.count + letters.count))
      laid.scene.nodes += letters
      laid.label = mapPhrases.phrases[.map]
      try emit(size.cut(laid, ground: scene.background))
      try IndexPages(
        index: index, size: Size(width: area.width, height: area.height),
        margin: size.marginPoints - area.minX, mapPhrases: mapPhrases,
        families: families, text: library
      ) { entry in
        let point = onPage(Rect(x: entry.point.x, y: entry.point.y, width: 0, height: 0), page)
        return IndexPlace(
          page: 0, frame: onPage(entry.bounds, page).widened(within: whole),
          square: squares.name(of: Point(point.x, point.y)))
      }.writePages(from: 1, into: &structure, emit: emit)
      return (structure, [])
    }
  }

  /// Returns a rectangle of the scene in coordinates of the page.
  private func onPage(_ rect: Rect, _ page: PDFPage) -> Rect {
    let scale = page.content.width / size.printed.width
    return Rect(
      x: page.content.minX + (rect.minX - size.printed.minX) * scale,
      y: page.content.minY + (rect.minY - size.printed.minY) * scale, width: rect.width * scale,
      height: rect.height * scale)
  }
}
