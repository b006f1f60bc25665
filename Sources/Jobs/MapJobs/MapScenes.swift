// SPDX-License-Identifier: MIT
// Part of Platen: the stages of a map job from its world to scenes: compose, and locate the visible
// part.

internal import Atlas
internal import Cartography
internal import Diagnostics
internal import Digests
internal import Drawing
internal import Geometry
internal import JobKit
internal import Pipeline
internal import Values

/// Makes the stages of scenes. One instance per job is used while planning, on one thread.
final class MapScenes {
  let mapSettings: MapSettings
  let fonts: FontPool
  /// The digest of the fonts in stage keys.
  let type: String
  /// The world's path, for diagnostics.
  let input: String
  /// The size of the world's file in bytes, for memory estimates; 0 if it is missing, which fails
  /// its stage.
  let inputSize: Int
  let world: Stage<World>

  /// The scene shared by outputs without options of their own. It is made on first use: a world
  /// that is only exported is not drawn.
  private lazy var shared = compose()

  init(
    _ mapSettings: MapSettings, fonts: FontPool, type: String, of world: Stage<World>,
    from input: String,
    size: Int
  ) {
    self.mapSettings = mapSettings
    self.fonts = fonts
    self.type = type
    self.world = world
    self.input = input
    inputSize = size
  }

  private var weight: MemoryEstimate {
    MapMemory.scene(inputSize, hasDrawings: mapSettings.mayShowDrawings)
  }

  /// Returns the stage that composes the scene of the whole world, independent of size.
  private func compose() -> Stage<Scene> {
    let (mapSettings, fonts, input) = (mapSettings, fonts, input)
    return composed(parameters: .of(mapSettings, type)) { context, world, added, _, _ in
      try MapScenes.compose(
        world, mapSettings.request(for: world), added, mapSettings, fonts, from: input,
        in: context)
    }
  }

  /// The user's own drawings and features that a map shows.
  struct Additions: Sendable {
    var symbols = MapSymbols()
    var overlays: [OverlaySet] = []
    var journey: PartyJourney?
  }

  /// The work of a stage that composes a scene: its world, the user's additions, the part it shows,
  /// and the sheets of a poster.
  private typealias Composing =
    @Sendable (StageContext, World, Additions, ShownPart?, PosterLayout?) throws -> Diagnosed<
      Scene
    >

  /// Returns a stage that composes a scene after what it needs.
  private func composed(
    parameters: StageParameters, showing part: Stage<ShownPart>? = nil,
    on layout: Stage<PosterLayout>? = nil, _ work: @escaping Composing
  ) -> Stage<Scene> {
    func stage<each Input>(
      after inputs: repeat Stage<each Input>,
      run: @escaping @Sendable (StageContext, repeat each Input) throws -> Diagnosed<Scene>
    ) -> Stage<Scene> {
      Stage(
        "compose", version: 10, parameters: parameters, memory: weight,
        after: repeat each inputs, digest: { Digest(canonicalOf: $0) }, run: run)
    }
    func stage<Added>(
      adding added: Stage<Added>, _ made: @escaping @Sendable (Added) -> Additions
    ) -> Stage<Scene> {
      switch (part, layout) {
      case (nil, _): stage(after: world, added) { try work($0, $1, made($2), nil, nil) }
      case (let part?, nil):
        stage(after: world, part, added) { try work($0, $1, made($3), $2, nil) }
      case (let part?, let layout?):
        stage(after: world, part, layout, added) { try work($0, $1, made($4), $2, $3) }
      }
    }
    if let overlays { return stage(adding: overlays) { $0 } }
    if let symbols { return stage(adding: symbols) { Additions(symbols: $0) } }
    return switch (part, layout) {
    case (nil, _): stage(after: world) { try work($0, $1, Additions(), nil, nil) }
    case (let part?, nil):
      stage(after: world, part) { try work($0, $1, Additions(), $2, nil) }
    case (let part?, let layout?):
      stage(after: world, part, layout) { try work($0, $1, Additions(), $2, $3) }
    }
  }

  /// Returns the scene of an output: the shared one; for a region, one composed for the visible
  /// part; with `text-size: fixed`, one with text made for the output's size.
  func scene(for output: OutputRequest, sizedBy sizing: SceneRequest.Sizing = .output)
    -> Stage<Scene>
  {
    let wanted = SceneRequest(output.options, sizedBy: sizing, mapSettings)
    guard !wanted.isShared else { return shared }
    let (mapSettings, fonts, input) = (mapSettings, fonts, input)
    // The number of sheets is known before anything is drawn.
    var sheets: Stage<PosterLayout>?
    if case .poster(let poster) = sizing { sheets = layout(poster, output) }
    return composed(
      parameters: .of(wanted, type),
      showing: sheets == nil ? part(output, sizedBy: sizing) : locate(output), on: sheets
    ) { context, world, added, part, layout in
      let whole = Rect(x: 0, y: 0, width: world.info.width, height: world.info.height)
      return try MapScenes.compose(
        world, wanted.request(for: world, showing: part ?? ShownPart(whole), layout), added,
        mapSettings, fonts, from: input, in: context)
    }
  }

  /// The stage that reads the drawings of symbols; nil without any.
  var symbols: Stage<MapSymbols>? {
    guard let folder = mapSettings.symbols else { return nil }
    let (mapSettings, size) = (mapSettings, SymbolFolder.mostBytes)
    return Stage(
      "symbols", version: 1,
      parameters: .of(
        folder.path, mapSettings.theme.digest, mapSettings.isSaved, DrawingProcess.drawer),
      memory: MemoryEstimate(running: size, held: size), after: world,
      digest: { Digest(canonicalOf: $0) }
    ) { context, world in
      // The look that a save has of its own is known by now.
      try folder.symbols(for: world, in: mapSettings.request(for: world).value.look, context)
    }
  }

  /// The stage that reads overlays and a journey, and the drawings of symbols with those of their
  /// icons; nil without overlays and a journey.
  var overlays: Stage<Additions>? {
    let (mapSettings, requests) = (mapSettings, mapSettings.overlays)
    let journey = mapSettings.journey
    guard !requests.isEmpty || journey != nil else { return nil }
    let size =
      (mapSettings.symbols == nil ? 0 : SymbolFolder.mostBytes) + (journey?.memory ?? 0)
    return Stage(
      "read overlays", version: 2,
      parameters: .of(
        requests, mapSettings.audience, mapSettings.symbols?.path, mapSettings.theme.digest,
        mapSettings.isSaved, mapSettings.symbols == nil ? nil : DrawingProcess.drawer, journey),
      files: requests.map(\.path) + [journey?.path].compactMap(\.self),
      memory: MemoryEstimate(running: size, held: size), after: world,
      digest: { Digest(canonicalOf: $0) }
    ) { context, world in try MapScenes.readOverlays(requests, of: world, mapSettings, in: context)
    }
  }

  private static func readOverlays(
    _ requests: [OverlayRequest], of world: World, _ mapSettings: MapSettings,
    in context: StageContext
  ) throws -> Diagnosed<Additions> {
    var reader = OverlayReader(of: world, for: mapSettings.audience)
    var errors: [Diagnostic] = []
    for request in requests {
      try context.checkCancellation()
      do {
        try reader.read(request, in: context)
      } catch let failure as Failure {
        errors += failure.inFile(request.path).diagnostics
      }
    }
    var journey: Diagnosed<PartyJourney?>?
    do {
      journey = try mapSettings.journey.map {
        try JourneyReader(of: world, for: mapSettings.audience).read($0, in: context)
      }
    } catch let failure as Failure {
      errors += failure.inFile(mapSettings.journey?.path ?? "").diagnostics
    }
    guard errors.isEmpty else { throw Failure(errors) }
    let sets = reader.result
    var added = Additions(overlays: sets.value, journey: journey?.value)
    var warnings = sets.warnings + (journey?.warnings ?? [])
    if let folder = mapSettings.symbols {
      let look = mapSettings.request(for: world).value.look
      let drawings = try folder.symbols(
        for: world, in: look, context, icons: OverlayIcons(of: sets.value))
      added.symbols = drawings.value
      warnings += drawings.warnings
    }
    let (symbols, path) = (added.symbols, mapSettings.symbols?.path)
    for icon in reader.icons where !symbols.hasDrawing(of: icon.name) {
      warnings.append(
        .warning(
          .overlaysIcon,
          "no drawing of the icon \"\(printable(icon.name, limit: 40))\""
            + (icon.count > 1 ? " of \(icon.count) points" : "") + ": a pin is drawn",
          at: icon.place,
          hints: [
            path.map { "add \(printable(icon.name, limit: 40)).svg to the folder \($0)" }
              ?? "name a folder of SVG files: symbols: FOLDER"
          ]))
    }
    return Diagnosed(added, warnings: warnings)
  }

  /// The stage that finds the ways of the job; nil without any.
  var routes: Stage<Int>? {
    let routes = mapSettings.routes
    guard !routes.isEmpty else { return nil }
    return Stage(
      "find routes", version: 1, parameters: .of(routes), after: world,
      digest: { Digest(canonicalOf: $0) }
    ) { _, world in try routes.journeys(in: world).map(\.count) }
  }

  /// Returns the part of the sheet that an output shows, with the band of plates below it where these
  /// would cover land.
  func part(_ output: OutputRequest, sizedBy sizing: SceneRequest.Sizing) -> Stage<ShownPart> {
    let wanted = SceneRequest(output.options, sizedBy: sizing, mapSettings)
    guard wanted.mayHaveBand, TabletopFormat(rawValue: output.format) == nil else {
      return locate(output)
    }
    let (fonts, input) = (fonts, input)
    return Stage(
      "plates", version: 2, parameters: .of(wanted, type), after: world, locate(output),
      digest: { Digest(canonicalOf: $0) }
    ) { _, world, part in
      do {
        return Diagnosed(
          try fonts.withLibrary { try wanted.withBand(part, of: world, text: $0) })
      } catch let failure as Failure {
        throw failure.inFile(input)
      }
    }
  }

  /// Returns the part of the sheet that an output shows, without a band of plates.
  func locate(_ output: OutputRequest) -> Stage<ShownPart> {
    let options = output.options
    if TabletopFormat(rawValue: output.format) != nil { return squares(output) }
    let size = SizeRequest(options)
    let isSheeted = options[PrintKeys.poster] != nil || options[PrintKeys.atlas] != nil
    if let scale = options.groundScale, !isSheeted {
      return locate(options, at: scale)
    }
    guard size.fit == .crop, size.hasShape, !isSheeted else {
      return Stage(
        "locate", version: 2,
        parameters: .of(
          options[MapKeys.region],
          options[MapKeys.region] == nil ? nil : options[MapKeys.padding]),
        after: world,
        digest: { Digest(canonicalOf: $0) }
      ) { _, world in try MapScenes.rectangle(of: options, in: world).map { ShownPart($0) } }
    }
    return Stage(
      "crop", version: 2, parameters: .of(options), after: world,
      digest: { Digest(canonicalOf: $0) }
    ) { _, world in
      let shown = try MapScenes.rectangle(of: options, in: world)
      let printed = try MapSize(options, showing: shown.value).printed
      let crop = MapCrop(shown.value, aspect: printed.width / printed.height, in: world)
      return Diagnosed(ShownPart(crop.rect), warnings: shown.warnings + crop.notes)
    }
  }

  /// Returns the part of the sheet that whole squares of a tabletop cover.
  private func squares(_ output: OutputRequest) -> Stage<ShownPart> {
    Stage(
      "squares", version: 1, parameters: .of(output.options), after: world,
      digest: { Digest(canonicalOf: $0) }
    ) { _, world in
      let shown = try MapScenes.rectangle(of: output.options, in: world)
      guard let request = try TabletopRequest(output) else {
        return Diagnosed(ShownPart(shown.value), warnings: shown.warnings)
      }
      let part = try request.part(over: shown.value, of: world)
      return Diagnosed(part.value, warnings: shown.warnings + part.warnings)
    }
  }

  /// Returns the part of the sheet that one sheet of paper shows at a scale.
  private func locate(_ options: Settings, at scale: PosterScale) -> Stage<ShownPart> {
    let mapSettings = mapSettings
    return Stage(
      "scale", version: 1,
      parameters: .of(options, mapSettings.grid, mapSettings.theme.digest), after: world,
      digest: { Digest(canonicalOf: $0) }
    ) { _, world in
      let isWhole = options.placed(MapKeys.region) == nil
      // The room around a region is what the sheet has.
      let shown = try MapScenes.rectangle(of: options, in: world, padding: 0)
      do {
        let part = try ScaledPart(
          SizeRequest(options), showing: shown.value, isWhole: isWhole, scale,
          pointsPerUnit: scale.pointsPerUnit(in: world, mapSettings.request(for: world).value),
          on: Rect(x: 0, y: 0, width: world.info.width, height: world.info.height),
          land: isWhole ? MapCrop.land(of: world) : [])
        return Diagnosed(ShownPart(part.rect), warnings: shown.warnings + part.notes)
      } catch let failure as Failure {
        throw failure.at(options.place(of: MapKeys.scale))
      }
    }
  }

  /// Returns the stage that lays out the sheets of a poster without drawing them.
  func layout(_ poster: PosterRequest, _ output: OutputRequest) -> Stage<PosterLayout> {
    let mapSettings = mapSettings
    return Stage(
      "check poster", version: 5,
      parameters: .of(output.options, mapSettings.grid, mapSettings.theme.digest),
      after: locate(output), world, digest: { Digest(canonicalOf: $0) }
    ) { _, shown, world in
      let layout = try mapSettings.layout(poster, showing: shown.rect, in: world)
      return Diagnosed(layout, warnings: layout.diagnostics(for: poster))
    }
  }

  /// Returns the stage that plans the pages of an atlas without drawing them.
  func plan(_ atlas: AtlasRequest, _ output: OutputRequest) -> Stage<AtlasPlan> {
    let mapSettings = mapSettings
    return Stage(
      "plan atlas", version: 2,
      parameters: .of(
        output.options, atlas.isRightToLeft, mapSettings.grid, mapSettings.theme.digest),
      after: locate(output), world, digest: { Digest(canonicalOf: $0) }
    ) { _, shown, world in
      let plan = try AtlasPlan(
        atlas, showing: shown.rect, in: world, mapSettings.request(for: world).value)
      return Diagnosed(
        plan, warnings: [.note(.mapAtlasPages, plan.description, at: atlas.place)])
    }
  }

  // MARK: The work of the stages

  static func compose(
    _ world: World, _ diagnosed: Diagnosed<MapRequest>, _ added: Additions,
    _ settings: MapSettings, _ fonts: FontPool, from input: String, in context: StageContext
  ) throws -> Diagnosed<Scene> {
    var request = diagnosed.value
    var notes = diagnosed.warnings
    (request.symbols, request.overlays) = (added.symbols, added.overlays)
    let journeys = try settings.routes.journeys(in: world)
    request.journeys = journeys.value
    request.overlay.signs += journeys.value.flatMap(\.stops).map {
      MapOverlay.Sign(center: $0, radius: 0)
    }
    notes += journeys.warnings
    if let journey = added.journey { request.show(journey.stops, along: journey.legs) }
    try settings.charges?.check(in: context)
    if let charges = settings.charges, request.layers.layers.contains(.emblems) {
      let drawings = try charges.images(for: world, in: context)
      request.charges = drawings.value
      notes += drawings.warnings
    }
    let wanted = request
    @Sendable func draw(_ share: LayerShare) throws -> DrawnLayers {
      try fonts.withLibrary {
        try MapComposer(request: wanted, text: $0, isCancelled: { context.isCancelled })
          .draw(share, of: world)
      }
    }
    do {
      // Text first: it is drawn with the library that the pool hands out first from then on.
      let (lettered, plain) = try context.both(
        { try draw(.lettered) }, { try draw(.plain) })
      var result = request.scene(of: world, from: [plain, lettered])
      result.warnings = fonts.set.notes(on: request.look.fontGroups) + notes + result.warnings
      return result
    } catch let failure as Failure {
      // The composer does not know the world's file.
      throw failure.inFile(input)
    }
  }

  /// Returns the part of the sheet that options request; all of it without a region.
  ///
  /// - Parameter padding: in % of a region's longer side, where the options have none.
  private static func rectangle(
    of options: Settings, in world: World, padding: Double? = nil
  ) throws -> Diagnosed<Rect> {
    guard let value = options.placed(MapKeys.region), let text = value.text else {
      return Diagnosed(Rect(x: 0, y: 0, width: world.info.width, height: world.info.height))
    }
    do {
      return try RegionRequest(text).rectangle(
        in: world, padding: options[MapKeys.padding] ?? padding)
    } catch let failure as Failure {
      throw failure.at(value.place)
    } catch let fault as RegionError {
      throw Failure(.error(.manifestValue, fault.description, at: value.place))
    }
  }
}

extension MapScenes.Additions: Digestible {
  func add(to digester: inout Digester) { digester.addFields(symbols, overlays, journey) }
}
