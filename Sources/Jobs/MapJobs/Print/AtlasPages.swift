// SPDX-License-Identifier: MIT
// Part of Platen: an atlas as one PDF: a title, an overview, its sheets, an index.

internal import Atlas
internal import Canvas
internal import Cartography
internal import Diagnostics
internal import Documents
internal import Drawing
internal import Geometry
internal import JobKit
internal import Pipeline

/// Writes an atlas. Each map is composed for its own page, so that its names are whole; memory holds
/// two of them.
struct AtlasPages: Sendable {
  let plan: AtlasPlan
  let world: World
  let title: String
  /// Nil for the world's year.
  let subtitle: String?
  /// The request for the whole map.
  let request: MapRequest
  let mapPhrases: MapPhrases
  let index: MapIndex?
  /// Composes the map of a request.
  let compose: @Sendable (MapRequest) throws -> Diagnosed<Scene>

  /// Maps in the making at once.
  static let ahead = 2

  /// Writes the pages as a tagged PDF.
  ///
  /// - Throws: errors of drawing, and `Cancelled` between pages.
  func write(
    to file: FileWriter, created: String, in context: StageContext, with fonts: FontPool
  ) throws -> [Diagnostic] {
    var metadata = Metadata()
    metadata.title = title
    metadata.date = created
    return try fonts.writePDF(metadata, to: file, isCancelled: { context.isCancelled }) {
      library, emit in
      var structure = DocumentStructure(language: mapPhrases.language)
      let furniture = try AtlasFurniture(
        plan: plan, title: title, mapPhrases: mapPhrases, request: request, world: world,
        text: library)
      try emit(furniture.titlePage(subtitle: subtitle, into: &structure))
      var warnings: [Diagnostic] = []
      /// The scene of a map. Names that have no room on one of many maps are in the index.
      func scene(_ drawn: Diagnosed<Scene>) -> Scene {
        for warning in drawn.warnings
        where warning.severity != .note && !warnings.contains(warning) {
          warnings.append(warning)
        }
        return drawn.value
      }
      func page(_ scene: Scene, _ window: Rect, _ frame: Rect, _ figure: Int) throws
        -> LaidOutPage
      {
        try PDFPage(size: plan.page, content: frame).showing(
          window, of: scene, element: figure, layer: mapPhrases.title(ofLayer:))
      }
      let overview = scene(try compose(request.onOverview(of: plan, in: world)))
      try emit(
        try furniture.overview(
          alternative: mapPhrases.description(
            of: titled(overview), more: mapPhrases.phrases[.atlasOverview]), into: &structure
        ) { frame, figure in try page(overview, plan.shown, frame, figure) })
      var number = 0
      try context.inOrder(plan.sheets.count, ahead: AtlasPages.ahead) { index in
        try compose(request.onSheet(plan.sheets[index], of: plan, in: world))
      } take: { drawn in
        let scene = scene(drawn)
        let sheet = plan.sheets[number]
        try emit(
          try furniture.sheet(
            number, alternative: mapPhrases.description(of: titled(scene), more: sheet.title),
            into: &structure
          ) { frame, figure in try page(scene, sheet.window, frame, figure) })
        number += 1
      }
      if let index, !index.groups.isEmpty {
        var pages = IndexPages(
          index: index, size: plan.page, margin: plan.edgeMargin, mapPhrases: mapPhrases,
          families: request.look.smallPrintFamilies, text: library
        ) { entry in plan.place(of: entry.point, bounds: entry.bounds) }
        pages.edge = furniture.edge(of:)
        try pages.writePages(
          from: plan.page(of: plan.sheets.count), into: &structure, emit: emit)
      }
      return (structure, warnings)
    }
  }

  /// A scene with the title of the atlas, which its description names.
  private func titled(_ scene: Scene) -> Scene {
    var scene = scene
    scene.title = title
    return scene
  }
}
