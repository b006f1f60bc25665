// SPDX-License-Identifier: MIT
// Part of Platen: what a map job asks of the composer, and of its world.

internal import Atlas
internal import Cartography
internal import Diagnostics
internal import Digests
internal import Geometry
internal import JobKit

/// What is asked of the composer. The look is shared until something is drawn: it is a thousand
/// values, and most jobs of most runs draw nothing.
struct MapWish: Sendable {
  let dress: RecipeContext.Dress
  /// Indicates whether the look saved with the world is laid over that.
  let isSaved: Bool
  /// What players see.
  let layers: LayerSelection
  /// Indicates whether the job says which layers.
  let isLayered: Bool
  let audience: Audience
  /// Indicates whether the job states its audience itself: defaults need not suit each map.
  let statesAudience: Bool
  let title: String?
  let subtitle: String?
  let coastline: MapRequest.Coastline?
  let labelDensity: Double?
  let grid: GridRequest?
  let words: MapWords
  let charges: ChargeFolder?
  /// What there is to say of the job's settings.
  let notes: [Diagnostic]

  /// What is shown: where the job does not say which layers, game masters see more than players.
  private var shown: LayerSelection {
    isLayered || audience == .player ? layers : layers.withSecrets
  }

  /// Indicates whether coats of arms may be shown that bear the user's own drawings. Which layers a
  /// save holds is not known before it is read.
  var mayShowDrawings: Bool {
    charges != nil && (isSaved && !isLayered || layers.layers.contains(.emblems))
  }

  /// What is asked for a world, which may have a look and layers of its own; and what there is to
  /// say of these.
  func request(for world: World) -> Warned<MapRequest> {
    var request = MapRequest(look: dress.look, layers: shown)
    var playersLayers = layers
    var said = notes
    if isSaved {
      let saved = SavedLook(of: world.presentation, over: dress.look)
      request.look = saved.look
      if !isLayered, var shown = saved.layers {
        // What the job asks for is seen, whatever was when the world was saved.
        if grid != nil { shown = shown.showing(.grid) }
        if let title, !title.isEmpty { shown = shown.showing(.title) }
        (request.layers, playersLayers) = (shown, shown)
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
    if statesAudience, audience != .player, !request.showsSecrets(of: world, beside: playersLayers)
    {
      said.append(MapWish.sameForPlayers)
    }
    return Warned(request, warnings: said)
  }

  private static let sameForPlayers = Diagnostic.warning(
    .mapSameForPlayers, "the map for game masters shows nothing that players do not see",
    at: Place(field: "audience"),
    hints: ["without layers it shows zones, armies and markers as well, where the world has any"])

  /// A poster's sheets.
  ///
  /// - Throws: what `PosterLayout` throws.
  func layout(
    _ poster: PosterRequest, showing shown: Rect, in world: World
  ) throws -> PosterLayout {
    try PosterLayout(poster, showing: shown, in: world, request(for: world).value)
  }

}

extension MapWish: Digestible {
  func add(to digester: inout Digester) {
    digester.addFields(
      dress.digest, isSaved, isLayered, shown.layers, audience,
      // To a player's map it makes no difference.
      statesAudience && audience != .player, title, subtitle, coastline, labelDensity, grid, words,
      notes.map(\.text), charges?.path, charges == nil ? nil : DrawingProcess.drawer)
  }
}
