// SPDX-License-Identifier: MIT
// Part of Platen: a map drawn on request in any look, again whenever a file of the look is saved.

internal import Atlas
internal import Cartography
package import Diagnostics
internal import Documents
internal import Drawing
internal import Geometry
package import JobKit
internal import Pipeline
internal import Tiles

/// A world for the page of `platen preview`: its tiles in every look, with every preset of layers, for
/// either audience. Thread-safe.
///
/// A map is composed when its first tile is requested. Tiles, scenes and the zoom are limited, so
/// that memory is.
package final class MapPreview: Preview {
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

  private struct TileKey: Hashable {
    let scenes: Key
    let address: TileAddress
  }

  /// The drawings of one content of the world's file, which keys of scenes name and no more.
  private final class Drawn: Sendable {
    let scenes = SharedValues<Key, [Scene]>(limit: 4)
    let tiles = Guarded(RecentValues<TileKey, [UInt8]>(limit: 96 << 20))
  }

  /// The files as they were read without errors.
  private struct Reading: @unchecked Sendable {
    // Why unchecked: the context is used under the lock of the reading alone.
    let context: RecipeContext
    let followed: FollowedStages
    let world: World
    let shown: Rect
    let pyramid: TilePyramid
    /// The stages of the views that were requested.
    var stages: [PreviewView: TileStages]
    let drawn: Drawn
  }

  private static let (zooms, tileSize) = ("0-5", "512")
  private static let phrases: [Phrase] = [
    .previewLook, .previewLayers, .previewAudience, .previewDrawing, .previewErrors, .previewKeys,
    .reportConnectionLost,
  ]

  private let request: Request
  private let report: @Sendable ([Diagnostic]) -> Void
  private let choices: PreviewChoices
  private let parts: TileViewerParts
  private let followed: FollowedReading<Reading>

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
    self.report = report
    let context = try makeContext()
    let choices = PreviewChoices(
      look: request.look ?? MapRecipe.defaultLook, layers: request.layers,
      audience: request.seesSecrets ? .gm : .player, in: context)
    self.choices = choices
    let tiles = try context.pageFiles(below: "Tiles", of: "tiles")
    let page = try context.pageFiles(below: "Preview", of: "a preview")
    followed = try FollowedReading(report: report) { last, changed, sources in
      let context = try makeContext()
      defer { sources.follow(context) }
      let stages = try MapPreview.plan(choices.first, choices, request, context)
      let (followed, isNew) = FollowedStages.current(
        last?.followed, changed: changed, width: width, sources: sources)
      let evaluator = followed.evaluator
      let world = try evaluator.keep(stages.world)
      return Diagnosed(
        Reading(
          context: context, followed: followed, world: world.value,
          shown: try evaluator.keep(stages.shown).value.rect,
          pyramid: try evaluator.keep(stages.pyramid).value, stages: [choices.first: stages],
          drawn: isNew ? Drawn() : last?.drawn ?? Drawn()),
        warnings: world.warnings)
    }
    let phrases = try context.phrases(of: request.words)
    parts = TileViewerParts(
      parts: TileViewer.Parts(
        markup: choices.filled(page.text("preview.html"), phrases.value),
        style: tiles.text("tiles.css") + page.text("preview.css"),
        script: tiles.text("tiles.js") + page.text("preview.js")),
      digest: "")
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
          path: "tiles/", format: TileRequest.Container.folder.rawValue, options: options,
          place: SourceLocation())
      ], place: SourceLocation())
    // Either audience may be chosen for any layers.
    job.inherited = [ManifestKeys.audience.name]
    guard let stages = try MapRecipe(job, in: context).tileStages else {
      throw Failure(.error(.engine, "the preview has no tiles"))
    }
    return stages
  }

  package func refresh() { followed.refresh() }

  package var status: String { followed.status }

  // MARK: The page

  /// The page, which requests tiles.
  ///
  /// - Throws: `Failure` of planning what it shows at first.
  package func page() throws -> String {
    let (version, stages) = try planned(choices.first)
    let reading = version.reading
    let folder = PreviewFolder.path + choices.first.folder(revision: version.revision)
    return TileSubject(
      reading.pyramid, stages.request, folder, [], reading.shown, reading.world, stages.mapPhrases
    ).page(parts, with: MapPreview.phrases)
  }

  /// Returns a view as the files were read last, planned where it is new.
  private func planned(
    _ view: PreviewView
  ) throws -> (version: FollowedReading<Reading>.Version, stages: TileStages) {
    try followed.update { version in
      let stages =
        try version.reading.stages[view]
        ?? MapPreview.plan(view, choices, request, version.reading.context)
      version.reading.stages[view] = stages
      return (version, stages)
    }
  }

  // MARK: Tiles

  /// Returns a tile as PNG.
  ///
  /// - Parameter path: as the page requests it. Its revision distinguishes addresses only.
  package func file(at path: Substring) -> [UInt8]? {
    guard let (view, address) = choices.tile(at: path) else { return nil }
    do {
      let (version, stages) = try planned(view)
      let reading = version.reading
      let level = reading.pyramid.levels.first { $0.number == address.level }
      guard let level, (0..<level.columns).contains(address.column),
        (0..<level.rows).contains(address.row)
      else { return nil }
      let key = TileKey(scenes: stages.scenes.key, address: address)
      if let known = reading.drawn.tiles.withLock({ $0.value(of: key) }) { return known }
      let scenes = try reading.drawn.scenes.value(of: stages.scenes.key) {
        let composed = try reading.followed.evaluator.value(
          of: stages.scenes, cancellation: version.cancellation)
        report(composed.warnings)
        return composed.value
      }
      let tile = try TileDrawing(
        pyramid: reading.pyramid, window: reading.shown, fonts: stages.fonts
      ).tile(address, in: level, of: scenes[0])
      reading.drawn.tiles.withLock { $0.addValue(tile, of: key, cost: tile.count) }
      return tile
    } catch is Cancelled {
      return nil
    } catch {
      followed.fail(error)
      return nil
    }
  }
}
