// SPDX-License-Identifier: MIT
// Part of Platen: sheets of tokens and icons as images and pages.

internal import Assets
internal import Canvas
internal import Diagnostics
internal import Digests
internal import Drawing
internal import Geometry
internal import JobKit
internal import PDF
internal import Pipeline
internal import Pixels
internal import Tokens

/// Makes the stages that draw sheets.
struct AssetSheets {
  let context: RecipeContext
  let fonts: [String]

  /// The font families of text on sheets.
  private static let families = ["Inter", "Lato", "DejaVu Sans"]

  /// Returns the stage that draws the tokens on a sheet, as an image or a page.
  func specimen(
    of tokens: TokenSet, titled title: String, as request: OutputRequest
  ) throws -> Stage<FileArtifact> {
    let pool = try context.fonts(fonts)
    let types = tokens.tokens.compactMap { token -> (name: String, families: [String])? in
      guard case .typography(let type)? = token.value(in: .light) else { return nil }
      return (token.name, type.families)
    }
    let families = types.flatMap(\.families).filter { !FontSet.isGeneric($0) }
    let letters = types.map { ($0.name, $0.families + AssetSheets.families) }
    // Missing fonts and their substitutes are reported below.
    let type = try context.type(of: families + AssetSheets.families, from: fonts)
    let digest = Digest.of(TokensJSON.json(tokens))
    // The height of an image is unlimited; that of a page is not.
    let limit = request.format == "pdf" ? PDFBook.sideLimit / AssetSheets.pointsPerUnit : .infinity
    return sheet(request, pool, parameters: .of(title, type, digest)) { library in
      TokenSpecimen.scenes(
        of: tokens, titled: title, text: library, families: AssetSheets.families, limit: limit)
    }.withWarnings(pool.set.standIns(for: letters, of: "the design", at: request.place))
  }

  private func sheet(
    _ request: OutputRequest, _ pool: FontPool, parameters: StageParameters,
    _ scenes: @escaping @Sendable (FontLibrary) throws -> [Scene]
  ) -> Stage<FileArtifact> {
    let wanted = request.options[AssetKeys.width] ?? Int(TokenSpecimen.width)
    let isPDF = request.format == "pdf"
    return .file(
      "draw sheet", version: 2, parameters: .of(parameters, wanted, isPDF),
      memory: MemoryEstimate(running: 96 << 20),
      check: { try isPDF ? Verification.pdf($0) : Verification.png($0, width: wanted) }
    ) { context, file in
      try pool.withLibrary { library in
        try AssetSheets.writeScenes(
          try scenes(library), to: file, width: wanted, isPDF: isPDF, library, context)
      }
    }
  }

  private static let pointsPerUnit = 0.6

  /// Writes scenes as pages, or the first of them as an image.
  fileprivate static func writeScenes(
    _ scenes: [Scene], to file: FileWriter, width: Int, isPDF: Bool, _ library: FontLibrary,
    _ context: StageContext
  ) throws -> [Diagnostic] {
    guard let first = scenes.first else { return [] }
    guard isPDF else {
      try first.writePNG(
        width: width, fonts: library, isCancelled: { context.isCancelled }, to: file.write)
      return []
    }
    file.thumbnail = try PageImage.make(
      of: first, fonts: library, isCancelled: { context.isCancelled })
    return try TaggedPDF.write(
      metadata: PDFMetadata(title: first.title), fonts: library, sink: file.write
    ) { emit in
      var structure = DocumentStructure(language: "en")
      for (number, scene) in scenes.enumerated() {
        try context.checkCancellation()
        let size = Size(
          width: scene.size.width * pointsPerUnit, height: scene.size.height * pointsPerUnit)
        let page = Rect(x: 0, y: 0, width: size.width, height: size.height)
        let window = Rect(x: 0, y: 0, width: scene.size.width, height: scene.size.height)
        let words =
          scenes.count == 1 ? scene.title : "\(scene.title), \(number + 1) of \(scenes.count)"
        let figure = structure.addFigure(words, in: PageBox(page: number, frame: page))
        try emit(try PDFPage(size: size).showing(window, of: scene, element: figure))
      }
      return structure
    }
  }

  // MARK: Icons

  /// Returns the stage that draws all shapes of an icon, also in small sizes.
  func contacts(
    of icon: IconStages, titled title: String, as request: OutputRequest
  ) throws -> Stage<FileArtifact> {
    let pool = try context.fonts(fonts)
    let type = try context.type(
      of: AssetSheets.families, from: fonts, alternatives: [AssetSheets.families])
    let shapes = ContactSheet.shapes
    let icons = Stage<[ShapedIcon]>.gather(
      shapes.map { icon.shaped(IconImage($0.art, $0.shape, pixels: 1024)) })
    let wanted = request.options[AssetKeys.width] ?? Int(ContactSheet.width)
    let isPDF = request.format == "pdf"
    return .file(
      "draw sheet", version: 3, parameters: .of(title, type, wanted, isPDF),
      memory: MemoryEstimate(running: 160 << 20), after: icons,
      check: { try isPDF ? Verification.pdf($0) : Verification.png($0, width: wanted) }
    ) { context, file, icons in
      try pool.withLibrary { library in
        let scene = try ContactSheet.scene(
          of: zip(shapes, icons).map { ($0, $1) }, titled: title, text: library,
          families: AssetSheets.families, isCancelled: { context.isCancelled })
        return try AssetSheets.writeScenes(
          [scene], to: file, width: wanted, isPDF: isPDF, library, context)
      }
    }
  }
}
