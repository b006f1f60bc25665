// SPDX-License-Identifier: MIT
// Part of Platen: a map job, from its settings to its stages: read → import → compose (MapScenes) →
// rasterize, print, draw or export (MapStages) → place.

internal import Atlas
internal import Canvas
internal import Cartography
internal import Diagnostics
internal import Exports
internal import JobKit
internal import Pipeline
internal import Values

/// Makes the stages of one map job. Jobs of one map share its reading, and outputs of one request
/// share its scene: equal stages have equal keys, and the plan runs each key once.
struct MapRecipe {
  private let job: ManifestJob
  /// The outputs, with the options of presets added.
  private let outputs: [(request: OutputRequest, product: Product)]
  /// The files its settings were read from.
  private let settingFiles: [InputRecord]
  private let stages: MapStages
  /// The parts of the page that shows tiles, if any.
  private let tileViewer: TileViewerParts?

  /// The default look.
  static let defaultLook = "parchment"

  /// The kind of an output.
  private enum Product {
    case data(DataRequest)
    case distances
    case tiles(TileRequest)
    case heights(RasterSettings)
    case image(RasterSettings)
    case vectors
    case tabletop(TabletopRequest)
    case poster(PosterRequest)
    case atlas(AtlasRequest)
    case page

    /// Reads the kind of an output.
    ///
    /// - Throws: `Failure` with the errors, each at its option.
    init(_ output: OutputRequest, language: String) throws {
      if DistanceFile.isMeant(by: output) {
        self = .distances
      } else if let request = try DataRequest(output) {
        self = .data(request)
      } else if let request = try TileRequest(output) {
        self = .tiles(request)
      } else if let request = try TabletopRequest(output) {
        self = .tabletop(request)
      } else if let raster = RasterSettings(output) {
        self = raster.isHeightmap ? .heights(raster) : .image(raster)
      } else {
        switch try MapPageFormat(of: output) {
        case .svg: self = .vectors
        case .pdf:
          self =
            try AtlasRequest(output.options, language: language).map { .atlas($0) }
            ?? PosterRequest(output.options).map { .poster($0) } ?? .page
        }
      }
    }

    /// Indicates whether the output comes with a page that shows it.
    var hasViewer: Bool {
      if case .tiles(let request) = self { request.container != .mbtiles } else { false }
    }
  }

  // MARK: Settings

  /// Errors of unknown layers in a list, each at the place of its name.
  private static func unknownLayers(in settings: Settings) -> [Diagnostic] {
    var errors = DiagnosticList()
    for layer in settings.placed(MapKeys.layers)?.elements ?? [] {
      do {
        _ = try LayerSelection(layer.text ?? "")
      } catch let failure as Failure {
        errors.record(failure, foundFrom: layer.place)
      } catch {
        errors.record(.error(.engine, "\(error)", at: layer.place))
      }
    }
    return errors.diagnostics
  }

  /// Resolves everything that is known before anything runs.
  ///
  /// - Throws: `Failure` with all errors of the job's settings.
  init(_ job: ManifestJob, in context: RecipeContext) throws {
    var errors = DiagnosticList()
    self.job = job
    let settings = job.settings
    let lookName = settings[MapKeys.look] ?? MapRecipe.defaultLook
    // A look saved in the world is laid over this one.
    let isSaved = SavedLook.isMeant(by: lookName, in: context)
    let theme = errors.attempt(MapKeys.look, of: job) {
      try context.theme(isSaved ? MapLook.azgaarBase.name : lookName)
    }
    let named = settings[MapKeys.layers]
    let standard = theme?.look.defaultLayers ?? []
    let layersKey: any DeclaredKey = named == nil ? MapKeys.look : MapKeys.layers
    let unknown = MapRecipe.unknownLayers(in: settings)
    for fault in unknown { errors.record(fault) }
    let layers =
      unknown.isEmpty
      ? errors.attempt(layersKey, of: job) {
        try named.map { try LayerSelection($0) }
          ?? (standard.isEmpty ? .political : LayerSelection(standard))
      } : nil
    let grid =
      errors.attempt(MapKeys.grid, of: job) {
        try settings[MapKeys.grid].map { try GridRequest($0) }
      } ?? nil
    let overlays = errors.attempt(MapKeys.overlays, of: job) {
      try OverlayRequest.all(in: settings)
    }
    let phrases = errors.readPhrases(of: job, in: context)
    let mapped = errors.attempt(MapKeys.importMapping, of: job) {
      try MapRecipe.mapping(settings[MapKeys.importMapping], in: context.environment)
    }
    let files = settings[ManifestKeys.fonts] ?? []
    let fonts = errors.attempt(ManifestKeys.fonts, of: job) { try context.fonts(files) }
    let type = errors.attempt(ManifestKeys.fonts, of: job) {
      try theme.map { theme in
        // A save may name any font, including those of the job; missing ones are reported when it
        // is read.
        let saved = isSaved ? SavedLook.families + (fonts?.set.families.map(\.name) ?? []) : []
        return try context.type(
          of: theme.families + saved, from: files, alternatives: isSaved ? [] : theme.fontGroups)
      }
    }
    let ownFonts = errors.attempt(ManifestKeys.fonts, of: job) {
      fonts == nil ? [] : try context.inputs(ofFonts: files)
    }
    var outputs: [(OutputRequest, Product)] = []
    for output in job.outputs {
      let whole = output.withPreset
      for fault in MapSize.contradictions(in: whole.options) { errors.record(fault) }
      for fault in RasterSettings.contradictions(in: whole, of: settings) { errors.record(fault) }
      let product = errors.attempt(ManifestKeys.outputs, of: job) {
        try Product(whole, language: settings[MapKeys.language] ?? "en")
      }
      if let product {
        outputs.append((whole, product))
      }
      for fault in output.presetErrors { errors.record(fault) }
    }
    let hasViewer = outputs.contains { $0.1.hasViewer }
    tileViewer =
      errors.attempt(ManifestKeys.outputs, of: job) {
        hasViewer ? try context.tileViewerParts() : nil
      } ?? nil
    guard errors.isEmpty, let theme, let layers, let fonts, let phrases, let type = type ?? nil
    else {
      throw Failure(errors.diagnostics)
    }
    self.outputs = outputs
    settingFiles =
      theme.inputs + [mapped?.file].compactMap { $0 } + (ownFonts ?? [])
      + context.phraseFiles(of: settings)
    let audience = settings[ManifestKeys.audience].flatMap(Audience.init) ?? .player
    let unexplored = WorldKeys.unexplored(in: settings)
    let journey = settings.placed(MapKeys.journey).flatMap {
      JourneyRequest($0, phrases: phrases.value, size: context.size)
    }
    let mapSettings = MapSettings(
      // A requested grid is shown.
      theme: theme, isSaved: isSaved, layers: grid == nil ? layers : layers.showing(.grid),
      isLayered: named != nil,
      audience: audience,
      // Unexplored land is a difference.
      statesAudience: !job.inherited.contains(ManifestKeys.audience.name) && unexplored.isEmpty,
      title: MapRecipe.words(settings[MapKeys.title]),
      subtitle: MapRecipe.words(settings[MapKeys.subtitle]),
      coastline: settings[MapKeys.coastline].flatMap(MapRequest.Coastline.init),
      labelDensity: settings[MapKeys.labels], grid: grid, words: MapWords(phrases.value),
      charges: settings[MapKeys.charges].map {
        ChargeFolder(path: $0, place: settings.place(of: MapKeys.charges))
      },
      symbols: settings[MapKeys.symbols].map {
        SymbolFolder(path: $0, place: settings.place(of: MapKeys.symbols))
      }, routes: MapRoutes(in: settings, phrases: phrases.value), overlays: overlays ?? [],
      journey: journey,
      notes: phrases.warnings)
    let size = context.size(of: job.input)
    let imported = WorldStages.imported(
      from: job.input,
      options: ImportOptions(
        mapping: mapped?.mapping ?? ImportMapping(), salvages: settings[MapKeys.salvage] ?? false),
      size: size, error: job.error)
    let world = WorldStages.corrected(imported, by: CorrectionFile(in: settings), size: size)
    let shown = WorldStages.explored(
      world, without: audience == .player ? unexplored : [], size: size)
    stages = MapStages(
      scenes: MapScenes(
        mapSettings, fonts: fonts, type: type, of: shown, from: job.input, size: size),
      mapPhrases: MapPhrases(phrases.value, language: settings[MapKeys.language] ?? "en"))
  }

  /// Reads the mapping in a value, or in the file that it names, and returns that file as well.
  static func mapping(
    _ value: PlacedValue?, in environment: any Environment
  ) throws -> (mapping: ImportMapping, file: InputRecord?) {
    guard let value else { return (ImportMapping(), nil) }
    guard let path = value.text else { return (try ImportMapping(value), nil) }
    let file = try environment.read(path, limit: 1 << 20)
    let mapping = try PlacedValue(yaml: file.bytes, file: path).map { try ImportMapping($0) }
    return (
      mapping ?? ImportMapping(), InputRecord(path: path, size: file.count, digest: file.digest)
    )
  }

  /// Returns an empty text for `false`, nil (the world's own) for `true`, and any other text as is.
  static func words(_ value: PlacedValue?) -> String? {
    switch value?.flag {
    case true?: nil
    case false?: ""
    case nil: value?.text
    }
  }

  // MARK: The job

  /// Returns the job for the engine.
  func makeJob() -> Job {
    let made = outputs.flatMap { output, product -> [Job.Output] in
      func file(_ stage: Stage<FileArtifact>, sheets: Job.Output.Sheets? = nil) -> [Job.Output] {
        var file = Job.Output(output.path, from: stage, at: output.place)
        file.sheets = sheets
        return [file]
      }
      let sheet = output.paper.map {
        Job.Output.Sheets.known(PaperSheets(oneSheetOf: $0, at: output.options.groundScale?.text))
      }
      return switch product {
      case .data(let request): file(stages.data(request))
      case .distances: file(DistanceFile.stage(of: stages.scenes))
      case .tiles(let request): tiles(request, output)
      case .heights(let raster): file(stages.heights(output, as: raster), sheets: sheet)
      case .image(let raster): file(stages.image(output, as: raster), sheets: sheet)
      case .vectors: file(stages.vectors(output))
      case .tabletop(let request): file(stages.tabletop(output, request))
      case .poster(let poster):
        file(
          stages.sheets(poster, output),
          sheets: .found(by: stages.scenes.layout(poster, output).erased))
      case .atlas(let atlas):
        file(
          stages.atlas(atlas, output),
          sheets: .found(by: stages.scenes.plan(atlas, output).erased))
      case .page: file(stages.page(output), sheets: sheet)
      }
    }
    return job.made(
      made, inputs: settingFiles,
      checks: checks + ManifestJob.checks(reporting: stages.scenes.mapSettings.notes))
  }

  /// Stages that read the world and drawings of symbols, and find routes, regions and posters that are
  /// invalid for it.
  private var checks: [AnyStage] {
    var checks = [stages.scenes.world.erased]
    if let added = stages.scenes.overlays?.erased ?? stages.scenes.symbols?.erased {
      checks.append(added)
    }
    if let routes = stages.scenes.routes { checks.append(routes.erased) }
    for (output, product) in outputs {
      if case .poster(let poster) = product {
        checks.append(stages.scenes.layout(poster, output).erased)
      } else if case .atlas(let atlas) = product {
        checks.append(stages.scenes.plan(atlas, output).erased)
      } else if output.options.placed(MapKeys.region) != nil || output.options.groundScale != nil
        || TabletopFormat(rawValue: output.format) != nil
      {
        checks.append(stages.scenes.locate(output).erased)
      }
    }
    return checks
  }

  /// Returns the outputs of a pyramid of tiles, including its page and description.
  private func tiles(_ request: TileRequest, _ output: OutputRequest) -> [Job.Output] {
    tileStages(request, output).outputs()
  }

  /// The stages of the first pyramid of tiles among the outputs; nil if there is none.
  var tileStages: TileStages? {
    for (output, product) in outputs {
      if case .tiles(let request) = product { return tileStages(request, output) }
    }
    return nil
  }

  private func tileStages(_ request: TileRequest, _ output: OutputRequest) -> TileStages {
    let scenes = stages.scenes
    let zooms = request.hasOwnText ? request.zooms.map(Array.init) ?? [] : []
    let drawn =
      zooms.isEmpty
      ? [scenes.scene(for: output)]
      : zooms.map { scenes.scene(for: output, sizedBy: .zoom($0, of: request)) }
    return TileStages(
      request: request, output: output, fonts: scenes.fonts, type: scenes.type,
      viewer: tileViewer, mapPhrases: stages.mapPhrases, inputSize: scenes.inputSize,
      scenes: .gather(drawn),
      shown: scenes.locate(output), world: scenes.world)
  }
}
