// SPDX-License-Identifier: MIT
// Part of Platen: a map job, from top to bottom: read → import → compose → rasterize, print or
// export → place.

internal import Atlas
internal import Canvas
internal import Cartography
internal import Diagnostics
internal import Digests
internal import Drawing
internal import Exports
internal import Geometry
internal import Pipeline
internal import Pixels

/// Makes the stages of one map job. Jobs of one map share its reading; outputs of one request share
/// its scene: equal stages have equal keys, and the plan runs each key once.
struct MapRecipe {
  private let job: ManifestJob
  private let wish: Wish
  private let importing: ImportOptions
  private let fonts: FontPool
  /// Stands for the fonts in keys.
  private let type: String
  /// What of the world's data its outputs ask for, by their paths.
  private let dataRequests: [String: DataRequest]
  /// What tiles they ask for, by their paths, and the parts of the page beside these.
  private let tileRequests: [String: TileRequest]
  private let tileViewer: TileViewerParts?
  /// The files its settings were read from.
  private let settingFiles: [InputRecord]
  /// What it makes, presets written out, and which of it are posters, by their paths.
  private let outputs: [OutputRequest]
  private let posters: [String: PosterRequest]
  private let telling: MapTelling
  /// Bytes of the input, for estimates of memory; 0 where it is missing, which fails its stage.
  private let inputSize: Int

  /// Settles everything that can be known before anything runs.
  ///
  /// - Throws: `Failure` with every fault of the job's settings.
  init(_ job: ManifestJob, in context: RecipeContext) throws {
    var faults = FaultList()
    func settle<T>(_ key: String, _ body: () throws -> T) rethrows -> T? {
      do {
        return try body()
      } catch let failure as Failure {
        faults.record(failure, foundFrom: job.settings[key]?.place)
        return nil
      }
    }
    self.job = job
    let settings = job.settings
    let lookName = settings.text("look") ?? MapRecipe.usualLook
    // Of a look that is in the world itself, this is what it is laid over.
    let isSaved = SavedLook.isMeant(by: lookName, in: context)
    let dress = try settle("look") {
      try context.dress(isSaved ? MapLook.generator.name : lookName)
    }
    let named = settings.texts("layers")
    let usual = dress?.look.usualLayers ?? []
    let layers = try settle(named == nil ? "look" : "layers") {
      try named.map { try LayerSelection($0) }
        ?? (usual.isEmpty ? .political : LayerSelection(usual))
    }
    let grid = try settle("grid") { try settings["grid"].map { try GridRequest($0) } } ?? nil
    let phrases = try settle("language") {
      try context.phrasebook(for: settings.text("language") ?? "en")
    }
    let mapped = try settle("import_mapping") {
      try MapRecipe.mapping(settings["import_mapping"], in: context.environment)
    }
    importing = ImportOptions(
      mapping: mapped?.mapping ?? ImportMapping(), salvages: settings.flag("salvage") ?? false)
    let files = settings.texts("fonts") ?? []
    let pool = try settle("fonts") { try context.fonts(files) }
    let type = try settle("fonts") {
      try dress.map { dress in
        // A save may name any font, those of the job among them; which are lacking is told when it is
        // read.
        let saved = isSaved ? SavedLook.families + (pool?.set.families.map(\.name) ?? []) : []
        return try context.type(
          of: dress.families + saved, from: files, tellsAbsences: !isSaved)
      }
    }
    let ownFonts = try settle("fonts") { pool == nil ? [] : try context.inputs(ofFonts: files) }
    var requests: [String: DataRequest] = [:]
    outputs = job.outputs.map(\.withPreset)
    var posters: [String: PosterRequest] = [:]
    for output in outputs {
      for fault in MapSize.contradictions(in: output.options) { faults.record(fault) }
      for fault in RasterForm.contradictions(in: output, of: settings) { faults.record(fault) }
      do { posters[output.path] = try PosterRequest(output.options) } catch let failure as Failure {
        faults.record(failure, foundFrom: nil)
      }
      do { requests[output.path] = try DataRequest(output) } catch let failure as Failure {
        faults.record(failure, foundFrom: nil)
      }
    }
    for output in job.outputs {
      for fault in output.presetFaults { faults.record(fault) }
    }
    if let poster = settings["poster"], !outputs.contains(where: { $0.options["poster"] != nil }) {
      faults.record(
        .error(
          "size.contradiction", "only a PDF goes over many sheets", at: poster.place,
          hints: ["name an output that ends in .pdf"]))
    }
    self.posters = posters
    dataRequests = requests
    var tiles: [String: TileRequest] = [:]
    for output in job.outputs {
      do { tiles[output.path] = try TileRequest(output) } catch let failure as Failure {
        faults.record(failure, foundFrom: nil)
      }
    }
    tileRequests = tiles
    let hasPage = tiles.values.contains { $0.form != .mbtiles }
    tileViewer = try settle("outputs") { hasPage ? try context.tileViewerParts() : nil } ?? nil
    inputSize = context.size(of: job.input)
    guard faults.isEmpty, let dress, let layers, let pool, let phrases, let type = type ?? nil
    else {
      throw Failure(faults.diagnostics)
    }
    fonts = pool
    telling = MapTelling(phrases.value, asked: settings.text("language") ?? "en")
    self.type = type
    settingFiles = dress.inputs + [mapped?.file].compactMap { $0 } + (ownFonts ?? [])
    wish = Wish(
      // Who asks for a grid wants to see it.
      dress: dress, isSaved: isSaved, layers: grid == nil ? layers : layers.showing(.grid),
      isLayered: named != nil,
      audience: settings.text("audience").flatMap(Audience.init) ?? .player,
      title: MapRecipe.words(settings["title"]),
      subtitle: MapRecipe.words(settings["subtitle"]),
      coastline: settings.text("coastline").flatMap(MapRequest.Coastline.init),
      labelDensity: settings.number("labels"), grid: grid, words: MapWords(phrases.value),
      charges: settings.text("charges").map {
        ChargeFolder(path: $0, place: settings["charges"]?.place)
      }, notes: phrases.warnings)
  }

  /// What is asked of the composer. The look is shared until something is drawn: it is a thousand
  /// values, and most jobs of most runs draw nothing.
  private struct Wish: Sendable {
    let dress: RecipeContext.Dress
    /// Whether the look saved with the world is laid over that.
    let isSaved: Bool
    let layers: LayerSelection
    /// Whether the job says which layers.
    let isLayered: Bool
    let audience: Audience
    let title: String?
    let subtitle: String?
    let coastline: MapRequest.Coastline?
    let labelDensity: Double?
    let grid: GridRequest?
    let words: MapWords
    let charges: ChargeFolder?
    /// What there is to say of the job's settings.
    let notes: [Diagnostic]

    func request(for world: World) -> Warned<MapRequest> {
      var request = MapRequest(look: dress.look, layers: layers)
      var said = notes
      if isSaved {
        let saved = SavedLook(of: world.presentation, over: dress.look)
        request.look = saved.look
        if !isLayered, var shown = saved.layers {
          // What the job asks for is seen, whatever was when the world was saved.
          if grid != nil { shown = shown.showing(.grid) }
          if let title, !title.isEmpty { shown = shown.showing(.title) }
          request.layers = shown
        }
        said += saved.diagnostics
      }
      request.audience = audience
      request.title = title
      request.subtitle = subtitle
      request.coastline = coastline
      request.labelDensity = labelDensity
      request.grid = grid
      request.words = words
      return Warned(request, warnings: said)
    }
  }

  /// What a map wears when nobody says.
  static let usualLook = "parchment"

  // MARK: The stages

  /// The job as the engine runs it.
  func makeJob() -> Job {
    let imported = WorldStages.imported(
      from: job.input, options: importing, size: inputSize, fault: job.fault)
    // A world that is only written out is not drawn.
    lazy var composed = compose(imported)
    let outputs = outputs.flatMap { output -> [Job.Output] in
      if let request = tileRequests[output.path] {
        return tiles(request, output, composed, imported)
      }
      let stage =
        if let request = dataRequests[output.path] {
          export(imported, request)
        } else if let form = RasterForm(output) {
          if form.content == .heightmap {
            HeightStage.stage(
              output, as: form, of: imported, showing: locate(output, imported), from: job.input,
              memory: MapWeight.picture(output.options, as: form, sceneOf: inputSize))
          } else {
            rasterize(output, as: form, scene(for: output, composed, imported), imported)
          }
        } else if output.form == "svg" {
          draw(output, scene(for: output, composed, imported), imported)
        } else {
          print(output, scene(for: output, composed, imported), imported)
        }
      return [Job.Output(output.path, from: stage, at: output.place)]
    }
    return job.made(outputs, inputs: settingFiles)
  }

  private var sceneWeight: MemoryWeight {
    MapWeight.scene(
      inputSize, hasDrawings: wish.charges != nil && wish.layers.layers.contains(.emblems))
  }

  /// The world becomes a picture without a size.
  private func compose(_ imported: Stage<World>) -> Stage<Scene> {
    let wish = wish
    let fonts = fonts
    let input = job.input
    return Stage(
      "compose", version: 1, parameters: canonicalText, memory: sceneWeight,
      after: imported, digest: { Digest(canonicalOf: $0) }
    ) { context, world in
      try MapRecipe.compose(
        world, wish.request(for: world), wish.charges, fonts, from: input, in: context)
    }
  }

  /// The scene an output shows: the shared one; for a region, one composed for what is seen; with
  /// `text: fixed`, one whose letters are made for the output's size.
  ///
  /// - Parameter zoom: the zoom of a pyramid that it is for, where that is what it is to be sized by.
  private func scene(
    for output: OutputRequest, _ shared: Stage<Scene>, _ imported: Stage<World>,
    zoom: (number: Int, of: TileRequest)? = nil
  ) -> Stage<Scene> {
    let isFixed = output.options.text("text") == "fixed"
    let isPrinted = output.options.text("preset") == MapPreset.print.rawValue
    guard isFixed || isPrinted || output.options["region"] != nil else { return shared }
    let poster = posters[output.path]
    let wish = wish
    let fonts = fonts
    let input = job.input
    let options = output.options
    return Stage(
      "compose", version: 1,
      parameters: canonicalText + "\nshown " + options.canonicalText
        + (zoom.map { "\nzoom \($0.number) of \($0.of.canonicalText)" } ?? ""),
      memory: sceneWeight, after: imported, locate(output, imported),
      digest: { Digest(canonicalOf: $0) }
    ) { context, world, shown in
      let info = world.info
      let wished = wish.request(for: world)
      let size =
        try poster.map { poster in
          try ShownSize(
            PosterLayout(poster, showing: shown, in: world, wished.value))
        }
        ?? ShownSize(
          try zoom.map { try $0.of.size(ofZoom: $0.number, showing: shown) }
            ?? MapSize(options, showing: shown))
      let whole = Rect(x: 0, y: 0, width: info.width, height: info.height)
      let window = size.content.intersection(whole) ?? whole
      var request = wished.value
      request.window = window
      if isPrinted { request.least = size.least }
      // A state's map is called after the state, and says below of which world it is.
      let region = options.text("region").flatMap { try? RegionRequest($0) }
      if request.title == nil, let title = region?.title(in: world) {
        request.title = title
        request.subtitle = request.subtitle ?? world.info.name
      }
      if isFixed {
        let shrunk = (window.width * window.height / (whole.width * whole.height)).squareRoot()
        let factor = 72 / MapSize.screenDPI / (size.pointsPerUnit * shrunk)
        request.look = try request.look.scalingText(by: factor)
        request.textFactor = factor
      }
      return try MapRecipe.compose(
        world, Warned(request, warnings: wished.warnings), wish.charges, fonts, from: input,
        in: context)
    }
  }

  /// The scene becomes a pyramid of tiles, and what belongs beside them.
  private func tiles(
    _ request: TileRequest, _ output: OutputRequest, _ shared: Stage<Scene>,
    _ imported: Stage<World>
  ) -> [Job.Output] {
    let zooms = request.hasOwnText ? request.zooms.map(Array.init) ?? [] : []
    let scenes =
      zooms.isEmpty
      ? [scene(for: output, shared, imported)]
      : zooms.map { scene(for: output, shared, imported, zoom: ($0, request)) }
    return TileStages(
      request: request, output: output, fonts: fonts, type: type, viewer: tileViewer,
      telling: telling, inputSize: inputSize, scenes: .gather(scenes),
      shown: locate(output, imported),
      world: imported
    ).outputs()
  }

  /// The rectangle of the sheet an output shows.
  private func locate(
    _ output: OutputRequest, _ imported: Stage<World>
  ) -> Stage<Rect> {
    let options = output.options
    return Stage(
      "locate", version: 1,
      parameters: (options.text("region") ?? "")
        + (options.number("padding").map { "\npadding \($0)" } ?? ""), after: imported,
      digest: { Digest(canonicalOf: $0) }
    ) { _, world in
      let sheet = Size(width: world.info.width, height: world.info.height)
      return Warned(try MapRecipe.shown(options, of: sheet, in: world))
    }
  }

  /// The scene becomes pixels, band by band, straight into the encoder.
  private func rasterize(
    _ output: OutputRequest, as form: RasterForm, _ scene: Stage<Scene>, _ imported: Stage<World>
  ) -> Stage<KeptFile> {
    let options = output.options
    let fonts = fonts
    return .file(
      "rasterize", version: 2,
      parameters: options.canonicalText + form.canonicalText + "\nfonts \(type)",
      memory: MapWeight.picture(options, as: form, sceneOf: inputSize),
      after: scene, locate(output, imported),
      check: { file in
        try Verification.picture(
          file, as: form, width: options.integer("width"), height: options.integer("height"))
      }
    ) { context, file, scene, shown in
      let size = try MapSize(options, showing: shown)
      let (framed, notes) = form.ground(MapRecipe.framed(scene, showing: size.content, size))
      let isOpaque = framed.background.alpha >= 1
      var blankness = Blankness()
      let encoder = try form.encoder(
        width: size.width, height: size.height, dpi: size.dpi,
        isOpaque: isOpaque, to: file, in: context)
      let painting = try fonts.withLibrary {
        try Painting(
          framed, window: size.window, width: size.width, height: size.height, fonts: $0)
      }
      let packs = form.packsPieces(width: size.width, height: size.height)
      try context.inOrder(
        painting.bandCount, ahead: MapWeight.bandsAhead(width: size.width, height: size.height)
      ) { index in
        let pixels = BandPixels(painting)
        try fonts.withLibrary { try painting.paint(index, into: pixels, fonts: $0) }
        return PaintedBand(pixels, packed: packs ? form.hasAlpha(isOpaque: isOpaque) : nil)
      } take: { band in
        try band.write(to: encoder, &blankness)
      }
      try encoder.finish()
      try blankness.refuse()
      return notes + size.faults(of: scene)
    }
  }

  /// The scene becomes a page of vectors.
  private func print(
    _ output: OutputRequest, _ scene: Stage<Scene>, _ imported: Stage<World>
  ) -> Stage<KeptFile> {
    let options = output.options
    let fonts = fonts
    let telling = telling
    let families = PosterPages.families(of: wish.dress.look)
    if let poster = posters[output.path] { return printed(poster, output, scene, imported) }
    let parameters = options.canonicalText + "\nfonts \(type)\nwords \(telling.canonicalText)"
    let weight = MapWeight.page(inputSize)
    let check: FileCheck = { file in try Verification.pdf(file) }
    @Sendable func write(
      _ context: StageContext, _ file: FileWriter, _ scene: Scene, _ shown: Rect, _ index: MapIndex?
    ) throws -> [Diagnostic] {
      try MapPage(
        scene: scene, size: MapSize(options, showing: shown), shown: shown, telling: telling,
        index: index, families: families
      ).write(to: file, created: try context.environment.now().map(iso8601) ?? "", with: fonts)
    }
    guard let tables = MapIndex.tables(options) else {
      return .file(
        "print", version: 4, parameters: parameters, memory: weight,
        after: scene, locate(output, imported), check: check
      ) { try write($0, $1, $2, $3, nil) }
    }
    return .file(
      "print", version: 4, parameters: parameters, memory: weight,
      after: scene, locate(output, imported), imported, check: check
    ) { try write($0, $1, $2, $3, MapIndex(of: $4, showing: $3, tables)) }
  }

  /// The scene becomes many sheets.
  private func printed(
    _ poster: PosterRequest, _ output: OutputRequest, _ scene: Stage<Scene>,
    _ imported: Stage<World>
  ) -> Stage<KeptFile> {
    let fonts = fonts
    let telling = telling
    let wish = wish
    let families = PosterPages.families(of: wish.dress.look)
    let tables = MapIndex.tables(output.options)
    return .file(
      "poster", version: 1,
      parameters: [
        output.options.canonicalText, "fonts \(type)", "words \(telling.canonicalText)",
        // A scale may be one of the grid's cells.
        "grid \(wish.grid?.canonicalText ?? "") \(wish.dress.digest)",
      ].joined(separator: "\n"),
      memory: MapWeight.page(inputSize), after: scene, locate(output, imported), imported,
      check: { file in try Verification.pdf(file) }
    ) { context, file, scene, shown, world in
      let layout = try PosterLayout(
        poster, showing: shown, in: world, wish.request(for: world).value)
      return try PosterPages(
        scene: scene, layout: layout, poster: poster, telling: telling,
        index: tables.map { MapIndex(of: world, showing: shown, $0) }, families: families
      ).write(
        to: file, created: try context.environment.now().map(iso8601) ?? "", in: context,
        with: fonts)
    }
  }

  /// The scene becomes elements of an SVG file.
  private func draw(
    _ output: OutputRequest, _ scene: Stage<Scene>, _ imported: Stage<World>
  ) -> Stage<KeptFile> {
    let options = output.options
    let fonts = fonts
    let telling = telling
    return .file(
      "draw", version: 1,
      parameters: options.canonicalText + "\nfonts \(type)\nwords \(telling.canonicalText)",
      memory: MapWeight.page(inputSize), after: scene, locate(output, imported),
      check: { file in
        try Verification.svg(
          file, width: options.integer("width"), height: options.integer("height"))
      }
    ) { _, file, scene, shown in
      let size = try MapSize(options, showing: shown)
      return try MapVectors(scene, size, options, telling: telling).write(to: file, with: fonts)
    }
  }

  /// The world's data written in one of their forms.
  private func export(_ imported: Stage<World>, _ request: DataRequest) -> Stage<KeptFile> {
    let audience = wish.audience
    let input = job.input
    return .file(
      "export", version: 3, parameters: "\(request.canonicalText) \(audience)",
      memory: MapWeight.page(inputSize), after: imported,
      check: { try Verification.data($0, of: request.form) }
    ) { _, file, world in
      let (seen, said) = MapRecipe.world(world, for: audience, in: request.form)
      do {
        return said
          + (try WorldExporter.write(
            seen, request, spool: { try ScratchSpool() }, to: file.write))
      } catch let failure as Failure {
        // Whoever writes does not know what the world was read from.
        throw failure.inFile(input)
      }
    }
  }

  // MARK: What the stages do

  /// The world as its readers may have it, and a note of what they do not get.
  private static func world(
    _ world: World, for audience: Audience, in form: DataForm
  ) -> (World, [Diagnostic]) {
    // World Foundry's forms have no armies and no labels, so nothing is to be said of these.
    if form != .worldFoundry, form != .wfmap {
      return audience == .player ? world.dataForPlayers() : (world, [])
    }
    let secrets = world.secrets
    guard audience == .player, !secrets.isEmpty else { return (world, []) }
    let note = Diagnostic.note(
      "export.secrets",
      "left out, as this is for players: hidden markers (\(secrets.markers)), hidden zones "
        + "(\(secrets.zones)), notes (\(secrets.notes))",
      hints: ["audience gm keeps them"])
    return (world.withoutSecrets(), [note])
  }

  private static func compose(
    _ world: World, _ wished: Warned<MapRequest>, _ charges: ChargeFolder?, _ fonts: FontPool,
    from input: String, in context: StageContext
  ) throws -> Warned<Scene> {
    var request = wished.value
    var notes = wished.warnings
    if let charges, request.layers.layers.contains(.emblems) {
      let drawings = try charges.pictures(for: world, in: context)
      request.charges = drawings.value
      notes += drawings.warnings
    }
    let wanted = request
    @Sendable func draw(_ share: LayerShare) throws -> DrawnLayers {
      try fonts.withLibrary { try MapComposer(request: wanted, text: $0).draw(share, of: world) }
    }
    do {
      // The words first: they are drawn with the library that is handed out first from then on.
      let (lettered, plain) = try context.both(
        { try draw(.lettered) }, { try draw(.plain) })
      var result = request.scene(of: world, from: [plain, lettered])
      result.warnings = request.look.fontNotes(fonts.set) + notes + result.warnings
      return result
    } catch let failure as Failure {
      // Whoever draws does not know what the world was read from.
      throw failure.inFile(input)
    }
  }

  private static func shown(_ options: Settings, of sheet: Size, in world: World) throws -> Rect {
    guard let value = options["region"], let text = value.text else {
      return Rect(x: 0, y: 0, width: sheet.width, height: sheet.height)
    }
    do {
      return try RegionRequest(text).rectangle(in: world, padding: options.number("padding"))
    } catch let failure as Failure {
      throw Failure(
        failure.diagnostics.map { fault in
          var fault = fault
          fault.place = fault.place ?? value.place
          return fault
        })
    } catch let fault as RegionFault {
      throw Failure(.error("manifest.value", fault.description, at: value.place))
    }
  }

  /// The scene on its paper: white in the margins and wherever the map does not reach.
  private static func framed(
    _ scene: Scene, showing content: Rect, _ size: MapSize
  ) -> Scene {
    guard size.isPaper else { return scene }
    if let cut = size.cut(scene, showing: content) { return cut }
    let sheet = Rect(x: 0, y: 0, width: scene.size.width, height: scene.size.height)
    let printed = Path(rect: content.intersection(sheet) ?? content)
    let ground = Node.path(PathNode(printed, fill: Fill(scene.background)))
    return Scene(
      size: scene.size, background: .white,
      nodes: [.group(Group(name: "page", clip: Clip(printed), children: [ground] + scene.nodes))],
      title: scene.title)
  }

  /// The mapping a value says or names the file of, and that file.
  static func mapping(
    _ value: YAMLValue?, in environment: any Environment
  ) throws -> (mapping: ImportMapping, file: InputRecord?) {
    guard let value else { return (ImportMapping(), nil) }
    guard let path = value.text else { return (try ImportMapping(value), nil) }
    let file = try environment.read(path, limit: 1 << 20)
    let mapping = try YAMLValue(parsing: file.bytes, file: path).map { try ImportMapping($0) }
    return (
      mapping ?? ImportMapping(), InputRecord(path: path, size: file.count, digest: file.digest)
    )
  }

  /// `false` is no words at all, `true` the world's own, anything else is itself.
  static func words(_ value: YAMLValue?) -> String? {
    switch value?.flag {
    case true?: nil
    case false?: ""
    case nil: value?.text
    }
  }

  // MARK: Keys and the record

  /// The same text for the same request, for keys.
  private var canonicalText: String {
    [
      "look \(wish.dress.digest)\(wish.isSaved ? " saved" : "")",
      wish.isSaved && !wish.isLayered
        ? "layers as saved"
        : "layers \(wish.layers.layers.map(\.rawValue).joined(separator: "+"))",
      "audience \(wish.audience)", "title \(wish.title.debugDescription)",
      "subtitle \(wish.subtitle.debugDescription)",
      "coastline \(wish.coastline?.rawValue ?? "auto")",
      "labels \(wish.labelDensity.debugDescription)",
      "grid \(wish.grid?.canonicalText ?? "")",
      "words \(wish.words)", wish.notes.map(\.text).joined(separator: "\n"),
      wish.charges.map { "charges \($0.path.debugDescription)" + AssetStages.drawer } ?? "",
      "fonts \(type)",
    ].joined(separator: "\n")
  }
}
