// SPDX-License-Identifier: MIT
// Part of Platen: a map drawn on request in any look, again whenever a file of the look is saved.

internal import Atlas
internal import Cartography
package import Diagnostics
internal import Documents
internal import Drawing
internal import Geometry
internal import JSON
package import JobKit
internal import Pipeline
internal import Tiles

/// A world for the page of `platen preview`: its tiles in every look, with every preset of layers, for
/// either audience. Thread-safe.
///
/// A map is composed when its first tile is requested. Tiles, scenes and the zoom are limited, so
/// that memory is.
package final class MapPreview: Sendable {
  /// The world, and what the page shows at first.
  package struct Request: Sendable {
    package var input: String
    package var look: String?
    package var layers: [String]
    /// Indicates whether it shows the map of game masters.
    package var seesSecrets: Bool
    /// The language and the phrase file.
    package var words: Settings

    package init(
      input: String, look: String? = nil, layers: [String] = [], seesSecrets: Bool = false,
      words: Settings = Settings()
    ) {
      self.input = input
      self.look = look
      self.layers = layers
      self.seesSecrets = seesSecrets
      self.words = words
    }
  }

  /// Scenes that are composed once, by the thread that needs them first.
  private typealias SharedScenes = Guarded<[Scene]?>

  private struct TileKey: Hashable {
    let scenes: Key
    let address: TileAddress
  }

  /// The files as they were read without errors.
  private struct Reading: @unchecked Sendable {
    // Why unchecked: the context is used under the lock of the state alone.
    let context: RecipeContext
    /// The status of the world's file before it was read.
    let worldStatus: FileStatus?
    let evaluator: StageEvaluator
    let world: World
    let shown: Rect
    let pyramid: TilePyramid
    /// The stages of the views that were requested.
    var stages: [PreviewView: TileStages]
    /// Another one for every change.
    var revision = 1
    /// Raised when the files change: what is composed then is outdated.
    let cancellation = Cancellation()
  }

  private struct State {
    var reading: Reading
    /// The status of the files when they were read last, also where that failed.
    var files: [String: FileStatus?]
    /// The status of changed files at the last check: they are read once it no longer changes.
    var changed: [String: FileStatus?]?
    /// Errors of the files as they are now, and of drawing.
    var errors: [Diagnostic] = []
    var scenes = RecentValues<Key, SharedScenes>(limit: 4)
    var tiles = RecentValues<TileKey, [UInt8]>(limit: 96 << 20)
  }

  /// The folder of tiles, seen from the page.
  package static let tileFolder = ".live/picture/"
  private static let (zooms, tileSize) = ("0-5", "512")
  private static let phrases: [Phrase] = [
    .previewLook, .previewLayers, .previewAudience, .previewDrawing, .previewErrors, .previewKeys,
    .reportConnectionLost,
  ]

  private let request: Request
  private let width: Int
  private let makeContext: @Sendable () throws -> RecipeContext
  private let report: @Sendable ([Diagnostic]) -> Void
  private let choices: PreviewChoices
  private let parts: TileViewerParts
  private let state: Guarded<State>
  /// Held by the thread that reads changed files.
  private let refreshing = Guarded(())

  /// Reads the world and the look.
  ///
  /// - Parameters:
  ///   - width: the number of cores to use.
  ///   - makeContext: makes a context of recipes, which reads looks again.
  ///   - report: receives warnings, and errors of changed files, on any thread.
  /// - Throws: `Failure` with errors of the world, the look, the layers or the phrases.
  package init(
    _ request: Request, width: Int, makeContext: @escaping @Sendable () throws -> RecipeContext,
    report: @escaping @Sendable ([Diagnostic]) -> Void
  ) throws {
    self.request = request
    self.width = width
    self.makeContext = makeContext
    self.report = report
    let context = try makeContext()
    choices = PreviewChoices(
      look: request.look ?? MapRecipe.defaultLook, layers: request.layers,
      audience: request.seesSecrets ? .gm : .player, in: context)
    let tiles = try context.tilePageFiles(below: "Tiles")
    let page = try context.tilePageFiles(below: "Preview")
    let before = MapPreview.status(of: [request.input] + choices.files)
    let read = try MapPreview.read(
      choices.first, choices, request, context, width, files: before)
    let phrases = try context.phrases(of: request.words)
    parts = TileViewerParts(
      parts: TileViewer.Parts(
        markup: choices.filled(page.text("preview.html"), phrases.value),
        style: tiles.text("tiles.css") + page.text("preview.css"),
        script: tiles.text("tiles.js") + page.text("preview.js")),
      digest: "")
    let files = before.merging(MapPreview.status(of: context.filesRead)) { before, _ in before }
    state = Guarded(State(reading: read.value, files: files))
    report(read.warnings)
  }

  // MARK: Reading

  /// Reads the look of a view, and the world unless it is that of the last reading.
  private static func read(
    _ view: PreviewView, _ choices: PreviewChoices, _ request: Request, _ context: RecipeContext,
    _ width: Int, files: [String: FileStatus?], last: Reading? = nil
  ) throws -> Diagnosed<Reading> {
    let stages = try plan(view, choices, request, context)
    let worldStatus = files[request.input] ?? nil
    let known = last.flatMap { $0.worldStatus == worldStatus ? $0.evaluator : nil }
    let evaluator = known ?? StageEvaluator(environment: DiskEnvironment(), width: width)
    let world = try evaluator.keep(stages.world)
    return Diagnosed(
      Reading(
        context: context, worldStatus: worldStatus, evaluator: evaluator, world: world.value,
        shown: try evaluator.keep(stages.shown).value,
        pyramid: try evaluator.keep(stages.pyramid).value, stages: [view: stages]),
      warnings: world.warnings)
  }

  /// Returns the stages of a view: those of a job for tiles with its settings.
  private static func plan(
    _ view: PreviewView, _ choices: PreviewChoices, _ request: Request, _ context: RecipeContext
  ) throws -> TileStages {
    var settings = request.words
    settings.set(MapKeys.look.name, to: choices.looks[view.look])
    settings.set(ManifestKeys.audience.name, to: view.audience.rawValue)
    let layers = choices.layers[view.layers]
    if !layers.isEmpty { settings.set(MapKeys.layers.name, to: layers) }
    var options = Settings()
    options.set(TileKeys.zooms.name, to: zooms)
    options.set(TileKeys.tileSize.name, to: tileSize)
    let kind = MapKind()
    try kind.grammar.check(settings)
    var job = ManifestJob(
      id: request.input, baseID: request.input, kind: kind, input: request.input,
      settings: settings,
      outputs: [
        OutputRequest(
          path: "tiles/", form: TileRequest.Form.folder.rawValue, options: options,
          place: SourceLocation())
      ], place: SourceLocation())
    // Either audience may be chosen for any layers.
    job.inherited = [ManifestKeys.audience.name]
    guard let stages = try MapRecipe(job, in: context).tileStages else {
      throw Failure(.error(.engine, "the preview has no tiles"))
    }
    return stages
  }

  private static func status(of files: some Sequence<String>) -> [String: FileStatus?] {
    let disk = DiskEnvironment()
    return Dictionary(files.map { ($0, try? disk.status($0)) }) { first, _ in first }
  }

  /// Reads changed files again; to be called every few moments.
  ///
  /// A file with errors changes nothing but ``status``.
  package func refresh() { refreshing.withLock { _ in readChanges() } }

  private func readChanges() {
    let (files, changed, last) = state.withLock { ($0.files, $0.changed, $0.reading) }
    let now = MapPreview.status(of: files.keys)
    guard now != files else { return }
    // Programs write files in pieces.
    guard now == changed else { return state.withLock { $0.changed = now } }
    do {
      let context = try makeContext()
      var read = try MapPreview.read(
        choices.first, choices, request, context, width, files: now, last: last)
      read.value.revision = last.revision + 1
      let reading = read.value
      let files = now.merging(MapPreview.status(of: context.filesRead)) { now, _ in now }
      last.cancellation.cancel()
      state.withLock { state in
        state.reading = reading
        state.files = files
        state.errors = []
        guard reading.evaluator !== last.evaluator else { return }
        // Keys of scenes name the world's file, and not its content.
        state.scenes = RecentValues(limit: 4)
        state.tiles = RecentValues(limit: 96 << 20)
      }
      report(read.warnings)
    } catch {
      let errors = MapPreview.diagnostics(of: error)
      state.withLock { state in
        state.files = now
        state.errors = errors
      }
      report(errors)
    }
  }

  private static func diagnostics(of error: any Error) -> [Diagnostic] {
    (error as? Failure)?.diagnostics ?? [.error(.engine, "\(error)")]
  }

  // MARK: The page

  /// The revision of the files and their errors, as JSON for the page.
  package var status: String {
    let (revision, errors) = state.withLock { ($0.reading.revision, $0.errors) }
    var json = JSONWriter()
    json.object { json in
      json.member("revision", revision)
      json.member("errors", array: { json in for error in errors { json.string(error.report) } })
    }
    return json.text
  }

  /// The page, which requests tiles.
  ///
  /// - Throws: `Failure` of planning what it shows at first.
  package func page() throws -> String {
    let (reading, stages) = try planned(choices.first)
    let folder = MapPreview.tileFolder + choices.first.folder(revision: reading.revision)
    return TileSubject(
      reading.pyramid, stages.request, folder, [], reading.shown, reading.world, stages.mapPhrases
    ).page(parts, with: MapPreview.phrases)
  }

  /// Returns a view as the files were read last, planned where it is new.
  private func planned(_ view: PreviewView) throws -> (reading: Reading, stages: TileStages) {
    try state.withLock { state in
      let stages =
        try state.reading.stages[view]
        ?? MapPreview.plan(view, choices, request, state.reading.context)
      state.reading.stages[view] = stages
      return (state.reading, stages)
    }
  }

  // MARK: Tiles

  /// Returns a tile as PNG; nil where the path names none, or it cannot be drawn, which the page
  /// learns from ``status``.
  ///
  /// - Parameter path: below ``tileFolder``, as the page requests it. Its revision distinguishes
  ///   addresses only.
  package func tile(at path: Substring) -> [UInt8]? {
    guard let (view, address) = choices.tile(at: path) else { return nil }
    do {
      let (reading, stages) = try planned(view)
      let level = reading.pyramid.levels.first { $0.number == address.level }
      guard let level, (0..<level.columns).contains(address.column),
        (0..<level.rows).contains(address.row)
      else { return nil }
      let key = TileKey(scenes: stages.scenes.key, address: address)
      if let known = state.withLock({ $0.tiles.value(of: key) }) { return known }
      let scenes = try scenes(of: stages, in: reading)
      let tile = try TileDrawing(
        pyramid: reading.pyramid, window: reading.shown, fonts: stages.fonts
      ).tile(address, in: level, of: scenes[0])
      state.withLock { state in
        guard state.reading.revision == reading.revision else { return }
        state.tiles.add(tile, of: key, cost: tile.count)
      }
      return tile
    } catch is Cancelled {
      return nil
    } catch {
      let errors = MapPreview.diagnostics(of: error)
      let isNew = state.withLock { state in
        defer { if state.errors.isEmpty { state.errors = errors } }
        return state.errors.isEmpty
      }
      if isNew { report(errors) }
      return nil
    }
  }

  private func scenes(of stages: TileStages, in reading: Reading) throws -> [Scene] {
    let key = stages.scenes.key
    let shared = state.withLock { state in
      if let known = state.scenes.value(of: key) { return known }
      let new = SharedScenes(nil)
      if state.reading.revision == reading.revision { state.scenes.add(new, of: key, cost: 1) }
      return new
    }
    return try shared.withLock { scenes in
      if let scenes { return scenes }
      let composed = try reading.evaluator.value(
        of: stages.scenes, cancellation: reading.cancellation)
      report(composed.warnings)
      scenes = composed.value
      return composed.value
    }
  }
}
