// SPDX-License-Identifier: MIT
// Part of Platen: the stages of a map job that write files: rasterize, print, draw or export.

internal import Atlas
internal import Canvas
internal import Cartography
internal import Diagnostics
internal import Digests
internal import Documents
internal import Drawing
internal import Exports
internal import Geometry
internal import JobKit
internal import Pipeline
internal import Pixels
internal import Text

/// Makes the stages from a scene, or a world, to a file.
struct MapStages {
  let scenes: MapScenes
  let mapPhrases: MapPhrases

  private var fonts: FontPool { scenes.fonts }

  // MARK: Images

  /// Returns the stage that paints the scene band by band into the encoder.
  func image(_ output: OutputRequest, as raster: RasterSettings) -> Stage<FileArtifact> {
    let options = output.options
    let fonts = fonts
    return .file(
      "rasterize", version: 6,
      parameters: .of(options, raster.packerVersion, scenes.type),
      memory: MapMemory.image(options, as: raster, sceneOf: scenes.inputSize),
      after: scenes.scene(for: output, sizedBy: .image), scenes.part(output, sizedBy: .image),
      check: { file in
        try Verification.image(
          file, as: raster, width: options[MapKeys.width], height: options[MapKeys.height])
      }
    ) { context, file, scene, shown in
      let size = try MapSize(options, showing: shown)
      let (framed, notes) = raster.ground(MapStages.framed(scene, size))
      let isOpaque = framed.background.alpha >= 1
      let encoder = try raster.encoder(
        width: size.width, height: size.height, dpi: size.dpi,
        isOpaque: isOpaque, to: file, in: context)
      let packs = raster.packsPieces(width: size.width, height: size.height)
      try MapStages.paint(
        framed, size, packed: packs ? raster.hasAlpha(isOpaque: isOpaque) : nil, to: encoder,
        with: fonts, in: context)
      return notes
    }
  }

  /// Paints a scene band by band into an encoder, and ends its file.
  ///
  /// - Parameter hasAlpha: whether bands that their workers pack keep alpha; nil packs none.
  static func paint(
    _ scene: Scene, _ size: MapSize, packed hasAlpha: Bool?, to encoder: any BandEncoder,
    with fonts: FontPool, in context: StageContext
  ) throws {
    var blankness = Blankness()
    let painting = try fonts.withLibrary {
      try Painting(scene, window: size.window, width: size.width, height: size.height, fonts: $0)
    }
    try context.inOrder(
      painting.bandCount, ahead: MapMemory.bandsAhead(width: size.width, height: size.height)
    ) { index in
      let pixels = BandPixels(painting)
      try fonts.withLibrary { try painting.paint(index, into: pixels, fonts: $0) }
      return PaintedBand(pixels, packed: hasAlpha)
    } take: { band in
      try band.write(to: encoder, &blankness)
    }
    try encoder.finish()
    try blankness.refuse()
  }

  /// Returns the scene on its paper: white in the margins.
  private static func framed(_ scene: Scene, _ size: MapSize) -> Scene {
    guard size.isPaper else { return scene }
    if let cut = size.cut(scene) { return cut }
    let printed = Path(rect: size.content)
    let ground = Node.path(PathNode(printed, fill: Fill(scene.background)))
    return Scene(
      size: scene.size, background: .white,
      nodes: [.group(Group(name: "page", clip: Clip(printed), children: [ground] + scene.nodes))],
      title: scene.title)
  }

  /// Returns the stage that writes the world's heights as gray pixels.
  func heights(_ output: OutputRequest, as raster: RasterSettings) -> Stage<FileArtifact> {
    HeightStage.stage(
      output, as: raster, of: scenes.world, showing: scenes.locate(output), from: scenes.input,
      memory: MapMemory.image(output.options, as: raster, sceneOf: scenes.inputSize))
  }

  // MARK: Vectors

  /// Returns the stage that writes the scene as a page of vectors.
  func page(_ output: OutputRequest) -> Stage<FileArtifact> {
    let options = output.options
    let (fonts, mapPhrases) = (fonts, mapPhrases)
    let families = scenes.mapSettings.theme.look.smallPrintFamilies
    let (scene, located) = (scenes.scene(for: output), scenes.part(output, sizedBy: .output))
    let weight = MapMemory.page(scenes.inputSize)
    let check: FileCheck = { file in try Verification.pdf(file) }
    @Sendable func write(
      _ context: StageContext, _ file: FileWriter, _ scene: Scene, _ shown: ShownPart,
      _ index: MapIndex?
    ) throws -> [Diagnostic] {
      try MapPage(
        scene: scene, size: MapSize(options, showing: shown), shown: shown.rect,
        mapPhrases: mapPhrases,
        index: index, families: families
      ).write(
        to: file, created: try context.environment.now().map(iso8601) ?? "", in: context,
        with: fonts)
    }
    let parameters = StageParameters.of(options, scenes.type, mapPhrases)
    guard let index = index(output) else {
      return .file(
        "print", version: 8, parameters: parameters, memory: weight, after: scene, located,
        check: check
      ) { try write($0, $1, $2, $3, nil) }
    }
    // The fonts of the square labels.
    return .file(
      "print", version: 8, parameters: .of(parameters, families), memory: weight,
      after: scene, located, index, check: check
    ) { try write($0, $1, $2, $3, $4) }
  }

  /// Returns the stage of the index after a page; nil if none is requested.
  private func index(_ output: OutputRequest) -> Stage<MapIndex>? {
    guard let tables = MapIndex.tables(output.options) else { return nil }
    return Stage(
      "index", version: 1, parameters: .of(tables),
      after: scenes.world, scenes.part(output, sizedBy: .output),
      digest: { Digest(canonicalOf: $0) }
    ) { _, world, shown in Diagnosed(MapIndex(of: world, showing: shown.rect, tables)) }
  }

  /// Returns the stage that writes the scene on several sheets.
  func sheets(_ poster: PosterRequest, _ output: OutputRequest) -> Stage<FileArtifact> {
    let (fonts, mapPhrases) = (fonts, mapPhrases)
    let mapSettings = scenes.mapSettings
    let families = mapSettings.theme.look.smallPrintFamilies
    let tables = MapIndex.tables(output.options)
    return .file(
      "poster", version: 6,
      // A scale may refer to cells of the grid.
      parameters: .of(
        output.options, scenes.type, mapPhrases, mapSettings.grid, mapSettings.theme.digest),
      memory: MapMemory.poster(scenes.inputSize, hasPlan: poster.hasPlan),
      after: scenes.layout(poster, output), scenes.scene(for: output, sizedBy: .poster(poster)),
      scenes.locate(output), scenes.world, check: { file in try Verification.pdf(file) }
    ) { context, file, layout, scene, shown, world in
      try PosterPages(
        scene: scene, layout: layout, poster: poster, mapPhrases: mapPhrases,
        index: tables.map {
          MapIndex(of: world, showing: layout.shown.intersection(shown.rect) ?? shown.rect, $0)
        }, families: families
      ).write(
        to: file, created: try context.environment.now().map(iso8601) ?? "", in: context,
        with: fonts)
    }
  }

  /// Returns the stage that draws and writes the pages of an atlas.
  func atlas(_ atlas: AtlasRequest, _ output: OutputRequest) -> Stage<FileArtifact> {
    let (fonts, mapPhrases, scenes) = (fonts, mapPhrases, scenes)
    let parameters = StageParameters.of(
      output.options, scenes.type, mapPhrases, scenes.mapSettings)
    let (plan, world) = (scenes.plan(atlas, output), scenes.world)
    let scene = MapMemory.scene(
      scenes.inputSize, hasDrawings: scenes.mapSettings.mayShowDrawings)
    var memory = MapMemory.page(scenes.inputSize)
    memory.running += AtlasPages.ahead * scene.running
    let (settings, input) = (scenes.mapSettings, scenes.input)
    let region = output.options[MapKeys.region].flatMap { try? RegionRequest($0) }
    let tables =
      output.options.placed(PrintKeys.index) == nil
      ? MapIndex.Table.allCases : MapIndex.tables(output.options)
    @Sendable func write(
      _ context: StageContext, _ file: FileWriter, _ plan: AtlasPlan, _ whole: World,
      _ added: MapScenes.Additions
    ) throws -> [Diagnostic] {
      // Names that players do not know are in no page and no index.
      let world = settings.audience == .player ? whole.dataForPlayers().world : whole
      let request = settings.request(for: world)
      let own = request.value.title ?? ""
      let named = own.isEmpty ? region?.title(in: world) : nil
      let title = own.isEmpty ? named ?? world.info.name : own
      return try request.warnings
        + AtlasPages(
          plan: plan, world: world, title: title.isEmpty ? mapPhrases.phrases[.map] : title,
          subtitle: request.value.subtitle ?? named.map { _ in world.info.name },
          request: request.value, mapPhrases: mapPhrases,
          index: tables.map { MapIndex(of: world, showing: plan.shown, $0) }
        ) { page in
          try MapScenes.compose(
            world, Diagnosed(page), added, settings, fonts, from: input, in: context)
        }.write(
          to: file, created: try context.environment.now().map(iso8601) ?? "", in: context,
          with: fonts)
    }
    let check: FileCheck = { file in try Verification.pdf(file) }
    if let overlays = scenes.overlays {
      return .file(
        "atlas", version: 1, parameters: parameters, memory: memory, after: plan, world, overlays,
        check: check
      ) { try write($0, $1, $2, $3, $4) }
    }
    if let symbols = scenes.symbols {
      return .file(
        "atlas", version: 1, parameters: parameters, memory: memory, after: plan, world, symbols,
        check: check
      ) { try write($0, $1, $2, $3, MapScenes.Additions(symbols: $4)) }
    }
    return .file(
      "atlas", version: 1, parameters: parameters, memory: memory, after: plan, world,
      check: check
    ) { try write($0, $1, $2, $3, MapScenes.Additions()) }
  }

  /// Returns the stage that writes the scene as an SVG file.
  func vectors(_ output: OutputRequest) -> Stage<FileArtifact> {
    let options = output.options
    let (fonts, mapPhrases) = (fonts, mapPhrases)
    return .file(
      "draw", version: 4, parameters: .of(options, scenes.type, mapPhrases),
      memory: MapMemory.page(scenes.inputSize), after: scenes.scene(for: output),
      scenes.part(output, sizedBy: .output),
      check: { file in
        try Verification.svg(
          file, width: options[MapKeys.width], height: options[MapKeys.height])
      }
    ) { context, file, scene, shown in
      let size = try MapSize(options, showing: shown)
      return try MapVectors(scene, size, options, mapPhrases: mapPhrases).write(
        to: file, with: fonts, isCancelled: { context.isCancelled })
    }
  }

  // MARK: Data

  /// Returns the stage that writes the world's data in one of its formats.
  func data(_ request: DataRequest) -> Stage<FileArtifact> {
    let (audience, input) = (scenes.mapSettings.audience, scenes.input)
    return .file(
      "export", version: 6, parameters: .of(request, audience),
      memory: MapMemory.page(scenes.inputSize), after: scenes.world,
      check: { try Verification.data($0, of: request.format) }
    ) { _, file, world in
      let (seen, notes) = MapStages.world(world, for: audience, in: request.format)
      do {
        return notes
          + (try WorldExporter.writeWorld(
            seen, request, storage: { try ScratchStorage() }, to: file.write))
      } catch let failure as Failure {
        // The exporter does not know the world's file.
        throw failure.inFile(input)
      }
    }
  }

  /// Returns the world as its audience may see it, and a note on what is omitted.
  private static func world(
    _ world: World, for audience: Audience, in format: DataFormat
  ) -> (World, [Diagnostic]) {
    // World Foundry's formats have no armies and no labels, so the note does not mention them.
    if format != .worldFoundry, format != .wfmap {
      return audience == .player ? world.dataForPlayers() : (world, [])
    }
    let secrets = world.secrets
    guard audience == .player, !secrets.isEmpty else { return (world, []) }
    let note = Diagnostic.note(
      .exportSecrets,
      "omitted for players: hidden markers (\(secrets.markers)), hidden zones "
        + "(\(secrets.zones)), notes (\(secrets.notes))",
      hints: ["audience: gm keeps them"])
    return (world.withoutSecrets(), [note])
  }
}
