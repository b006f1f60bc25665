// SPDX-License-Identifier: MIT
// Part of Platen: a map over several sheets as one PDF: a plan, then each sheet as a page.

internal import Canvas
internal import Cartography
internal import Diagnostics
internal import Documents
internal import Drawing
internal import Geometry
internal import JobKit
internal import Pipeline
internal import Pixels

/// Writes a poster. Each page is written once it is made; memory holds the scene and one page.
struct PosterPages {
  let scene: Scene
  let layout: PosterLayout
  let poster: PosterRequest
  let mapPhrases: MapPhrases
  let index: MapIndex?
  /// The font families of text outside the map.
  let families: [String]

  /// The name of the destination of the outline's first entry.
  private static let start = "map"

  /// Writes the pages as a tagged PDF.
  ///
  /// - Throws: errors of drawing, and `Cancelled` between pages.
  func write(
    to file: FileWriter, created: String, in context: StageContext, with fonts: FontPool
  ) throws -> [Diagnostic] {
    var metadata = Metadata()
    metadata.title = mapPhrases.title(of: scene)
    metadata.date = created
    return try fonts.writePDF(metadata, to: file, isCancelled: { context.isCancelled }) {
      library, emit in
      var structure = DocumentStructure(language: mapPhrases.language)
      let title = mapPhrases.title(of: scene)
      structure.addEntry(title, named: PosterPages.start, page: 0)
      var number = 0
      if poster.hasPlan {
        let plan = try SheetPlan(
          scene: scene, layout: layout, poster: poster, mapPhrases: mapPhrases, families: families
        ).page(0, firstElement: structure.elements.count, fonts: library)
        structure.elements += plan.elements
        try emit(plan.page)
        number = 1
      }
      let furniture = SheetFurniture(layout: layout, families: families, text: library)
      for sheet in layout.sheets {
        try context.checkCancellation()
        let place = mapPhrases.phrases(
          .sheetPlace, "\(sheet.row + 1)", "\(layout.rows)", "\(sheet.column + 1)",
          "\(layout.columns)")
        let name = mapPhrases.phrases(.sheetNamed, sheet.name)
        let figure = structure.addFigure(
          mapPhrases.description(of: scene, more: name + mapPhrases.phrases[.comma] + place),
          in: PageBox(page: number, frame: sheet.image))
        structure.addEntry(
          name, level: 2, named: sheet.name, page: number,
          at: Point(sheet.image.minX, sheet.image.minY))
        try emit(
          try page(
            of: sheet, element: figure,
            furniture.nodes(of: sheet, caption: "\(title) · \(place)", hasMarks: poster.hasMarks)))
        number += 1
      }
      if let index {
        let first = poster.hasPlan ? 1 : 0
        let numbers = Dictionary(
          uniqueKeysWithValues: layout.sheets.enumerated().map { ($1.name, $0) })
        let whole = Rect(x: 0, y: 0, width: layout.page.width, height: layout.page.height)
        try IndexPages(
          index: index, size: layout.page, margin: layout.margin, mapPhrases: mapPhrases,
          families: families, text: library
        ) { entry in
          let sheet = layout.sheet(showing: entry.point)
          return IndexPlace(
            page: first + (numbers[sheet.name] ?? 0),
            frame: layout.frame(of: entry.bounds, on: sheet).widened(within: whole),
            square: sheet.name)
        }.writePages(from: number, into: &structure, emit: emit)
      }
      return (structure, [])
    }
  }

  /// Returns a sheet as a page: its part of the map is the figure, all else an artifact.
  private func page(
    of sheet: PosterLayout.Sheet, element: Int, _ furniture: [Node]
  ) throws -> LaidOutPage {
    var page = try PDFPage(size: layout.page, content: sheet.image).showing(
      sheet.window, of: scene, element: element, layer: mapPhrases.title(ofLayer:))
    page.scene.nodes += furniture
    page.label = sheet.name
    return page
  }
}

extension SheetPlan {
  /// Returns the page with its small map painted.
  func page(_ number: Int, firstElement: Int, fonts: FontLibrary) throws -> Page {
    try page(number, firstElement: firstElement, text: fonts) { scene, window, width, height in
      let bitmap = try ImageCanvas.bitmap(
        of: scene, window: window, width: width, height: height, fonts: fonts)
      return RasterImage(width: bitmap.width, height: bitmap.height, rgba: bitmap.rgba)
    }
  }
}
