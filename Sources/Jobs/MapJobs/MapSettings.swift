// SPDX-License-Identifier: MIT
// Part of Platen: the settings of a map job for the composer.

internal import Atlas
internal import Cartography
internal import Diagnostics
internal import Digests
internal import Geometry
internal import JobKit

/// The settings for the composer. The look is shared until something is drawn: it has a thousand
/// values, and most jobs of most runs draw nothing.
struct MapSettings: Sendable {
  let theme: RecipeContext.MapTheme
  /// Indicates whether the look saved with the world is laid over that one.
  let isSaved: Bool
  /// The layers for players.
  let layers: LayerSelection
  /// Indicates whether the job specifies layers.
  let isLayered: Bool
  let audience: Audience
  /// Indicates whether the job itself specifies the audience: defaults need not suit every map.
  let statesAudience: Bool
  let title: String?
  let subtitle: String?
  let coastline: MapRequest.Coastline?
  let labelDensity: Double?
  let grid: GridRequest?
  let words: MapWords
  let charges: ChargeFolder?
  let symbols: SymbolFolder?
  let routes: MapRoutes
  let overlays: [OverlayRequest]
  let journey: JourneyRequest?
  /// Diagnostics about the job's settings.
  let notes: [Diagnostic]

  /// The layers shown: without layers in the job, game masters see more than players.
  private var shown: LayerSelection {
    isLayered || audience == .player ? layers : layers.withSecrets
  }

  /// Indicates whether coats of arms with drawings of the user may be shown. The layers of a save
  /// are not known before it is read.
  var mayShowDrawings: Bool {
    charges != nil && (isSaved && !isLayered || layers.layers.contains(.emblems))
  }

  /// Indicates whether the map may have a frame. The layers of a save are not known before it is
  /// read.
  var mayHaveFrame: Bool { isSaved && !isLayered || shown.layers.contains(.frame) }

  /// Returns the request for a world, which may have its own look and layers, with diagnostics
  /// about these.
  func request(for world: World) -> Diagnosed<MapRequest> {
    var request = MapRequest(look: theme.look, layers: shown)
    var playersLayers = layers
    var diagnostics = notes
    if isSaved {
      let saved = SavedLook(of: world.presentation, over: theme.look)
      request.look = saved.look
      if !isLayered, var shown = saved.layers {
        // Elements that the job requests are shown, whatever the save shows.
        if grid != nil { shown = shown.showing(.grid) }
        if let title, !title.isEmpty { shown = shown.showing(.title) }
        (request.layers, playersLayers) = (shown, shown)
      }
      diagnostics += saved.diagnostics
    }
    if !routes.isEmpty || journey != nil {
      // Ways are drawn with the rulers; what the author measured is not asked for by that.
      request.showsMeasurers = request.layers.layers.contains(.rulers)
      request.layers = request.layers.showing(.rulers)
    }
    request.audience = audience
    request.title = title
    request.subtitle = subtitle
    request.coastline = coastline
    request.labelDensity = labelDensity
    request.grid = grid
    request.words = words
    if statesAudience, audience != .player, !request.showsSecrets(of: world, beside: playersLayers)
    {
      diagnostics.append(MapSettings.sameForPlayers)
    }
    return Diagnosed(request, warnings: diagnostics)
  }

  private static let sameForPlayers = Diagnostic.warning(
    .mapSameForPlayers, "the map for game masters shows nothing that players do not see",
    at: SourceLocation(field: "audience"),
    hints: ["remove layers to show zones, armies and markers, if the world has any"])

  /// Returns the layout of a poster's sheets.
  ///
  /// - Throws: the errors of `PosterLayout`.
  func layout(
    _ poster: PosterRequest, showing shown: Rect, in world: World
  ) throws -> PosterLayout {
    try PosterLayout(poster, showing: shown, in: world, request(for: world).value)
  }

}

extension MapSettings: Digestible {
  func add(to digester: inout Digester) {
    digester.addFields(
      theme.digest, isSaved, isLayered, shown.layers, shown.isWithoutLegend, audience,
      // It does not affect a player's map.
      statesAudience && audience != .player, title, subtitle, coastline, labelDensity, grid, words,
      routes, journey,
      notes.map(\.text), charges?.path, charges == nil ? nil : DrawingProcess.drawer)
  }
}
