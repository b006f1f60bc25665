// SPDX-License-Identifier: MIT
// Part of Platen: what is asked of a map: look, layers, for whose eyes, which title, which part.

public import Digests
public import Geometry
public import Heraldry

/// The audience of an image.
public enum Audience: String, Hashable, Sendable, CaseIterable {
  /// Nothing hidden is in the picture.
  case player
  /// Everything, with hidden markers and zones.
  case gm
  /// The audience of `gm`.
  case debug
}

/// A request for a map.
public struct MapRequest: Hashable, Sendable {
  /// The style of coasts, in place of what the world specifies.
  public enum Coastline: String, Hashable, Sendable, CaseIterable { case smooth, jagged }

  /// The look it is drawn in.
  public var look: MapLook
  /// The layers to show.
  public var layers: LayerSelection
  public var audience: Audience
  /// The title in place of the world's name; an empty one leaves the title away.
  public var title: String?
  /// The line under the title in place of the world's year; an empty one leaves it away.
  public var subtitle: String?
  /// Nil follows the program version that saved the world.
  public var coastline: Coastline?
  /// The grid in place of the look's.
  public var grid: GridRequest?
  /// Words the map bears beside the world's names.
  public var words: MapWords
  /// The density of names, in place of the look's `labels.density`.
  public var labelDensity: Double?
  /// The factor of the look's letters, where text keeps its size however large the picture
  /// is: smaller letters can be read there, and leave room for more names.
  public var textFactor: Double
  /// The part of the sheet the picture shows, in map units; nil is all of it. Frame, plates, names
  /// and the sizes of lines and letters are then made for this part.
  public var window: Rect?
  /// The rest that the image shows beyond that part; nil is nothing.
  package var surroundings: Surroundings?
  /// The minimum sizes of letters and lines, for sheets that are printed.
  public var least: LeastSizes?
  /// Em of letters, in map units, that can just be read where the picture is shown. Names that would
  /// be smaller are omitted and counted; those of states and capitals are as large as this. Nil
  /// sets no limit.
  public var leastName: Double?
  /// The share of `leastName` from which letters are enlarged to it instead of omitted.
  package var enlargedNames: Double
  /// Drawings of charges by their names in coats of arms, in place of our own.
  public var charges: [String: ChargeImage]
  /// Drawings in place of the symbols of towns, relief and markers.
  public var symbols: MapSymbols
  /// Symbols and lines that are drawn over the finished map.
  package var overlay: MapOverlay
  /// Points, lines and areas of the user's own files.
  package var overlays: [OverlaySet]
  /// Ways that are drawn with the rulers.
  package var journeys: [MapJourney]
  /// The numbered stops of a party.
  package var party: PartyStops?
  /// Indicates whether the rulers show what the world's author measured.
  package var showsMeasurers: Bool

  /// A map in `look` with `layers`, for players.
  public init(
    look: MapLook = .parchment, layers: LayerSelection = .political, audience: Audience = .player
  ) {
    self.look = look
    self.layers = layers
    self.audience = audience
    title = nil
    subtitle = nil
    coastline = nil
    grid = nil
    words = MapWords()
    labelDensity = nil
    textFactor = 1
    window = nil
    surroundings = nil
    least = nil
    leastName = nil
    enlargedNames = 1
    charges = [:]
    symbols = MapSymbols()
    overlay = MapOverlay()
    overlays = []
    journeys = []
    party = nil
    showsMeasurers = true
  }
}

extension Audience: Digestible {}

extension MapRequest.Coastline: Digestible {}
