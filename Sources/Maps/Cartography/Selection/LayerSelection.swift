// SPDX-License-Identifier: MIT
// Part of Platen: which layers a map shows: a preset's name, or a list of names.

internal import Diagnostics

/// The layers of one map, from a preset or a list.
///
/// A list may hold presets, layers, and either with a minus before it to remove it again:
/// `[political, -ice, markers]`. Ocean, land and coast belong to every map and cannot be removed.
public struct LayerSelection: Hashable, Sendable {
  /// The preset's name, or the list as it was written, joined by `+`.
  public let name: String
  /// The layers to draw, in the order they are painted, the permanent ones among them.
  public private(set) var layers: [MapLayer]
  /// The layers the list names, in presets or by themselves.
  private(set) var named: Set<MapLayer> = []
  /// Indicates whether the list removes the legend.
  public private(set) var isWithoutLegend = false
  /// Indicates whether the legend is there because of the layers, not because it was requested.
  private(set) var isLegendAutomatic = false

  /// The preset or layer called `name`.
  ///
  /// Throws `Failure` with code `layers.unknown` when there is none.
  public init(_ name: String) throws { try self.init([name]) }

  /// Everything `names` lists.
  ///
  /// Throws `Failure` with code `layers.unknown` for each name that is neither a preset nor a
  /// layer.
  public init(_ names: [String]) throws {
    var chosen: Set<MapLayer> = []
    var errors: [Diagnostic] = []
    for name in names {
      let isRemoval = name.hasPrefix("-")
      let bare = isRemoval ? String(name.dropFirst()) : name
      guard let found = LayerSelection.layers(named: bare) else {
        errors.append(LayerSelection.unknownLayer(bare))
        continue
      }
      isRemoval ? chosen.subtract(found) : chosen.formUnion(found)
    }
    if !errors.isEmpty { throw Failure(errors) }
    named = chosen
    isWithoutLegend = names.contains("-" + MapLayer.legend.rawValue)
    chosen.formUnion(MapLayer.permanent)
    self.name = names.joined(separator: "+")
    layers = MapLayer.allCases.filter(chosen.contains)
  }

  private init(preset: Preset) {
    name = preset.name
    let chosen = Set(preset.layers + MapLayer.permanent)
    layers = MapLayer.allCases.filter(chosen.contains)
  }

  /// The same layers and this one, which changes nothing where it is among them.
  public func showing(_ layer: MapLayer) -> LayerSelection {
    var copy = self
    copy.layers = MapLayer.allCases.filter { $0 == layer || layers.contains($0) }
    return copy
  }

  /// The same layers without some.
  package func without(_ removed: Set<MapLayer>) -> LayerSelection {
    var copy = self
    copy.layers = layers.filter { !removed.contains($0) }
    return copy
  }

  /// The same layers, and a legend where one of them has colors that mean something and no names.
  var withAutomaticLegend: LayerSelection { withAutomaticLegend(isNeeded: false) }

  /// - Parameter isNeeded: whether there is more to explain than layers.
  func withAutomaticLegend(isNeeded: Bool) -> LayerSelection {
    guard !isWithoutLegend, !contains(.legend),
      isNeeded || layers.contains(where: \.isExplained)
    else {
      return self
    }
    var copy = showing(.legend)
    copy.isLegendAutomatic = true
    return copy
  }

  /// The same layers, to which no look adds a legend: for maps too small to read one.
  public var withoutAutomaticLegend: LayerSelection {
    var copy = self
    copy.isWithoutLegend = true
    return copy
  }

  /// The same layers and those of which game masters see more than players: zones, armies and
  /// markers.
  public var withSecrets: LayerSelection {
    LayerSelection.secretLayers.reduce(self) { $0.showing($1) }
  }

  private static let secretLayers: [MapLayer] = [.zones, .military, .markers]

  /// The default layers of maps.
  public static let political = LayerSelection(preset: presets[0])

  /// Names of the presets, in the order of messages.
  public static var presetNames: [String] { presets.map(\.name) }

  /// Every name a list may hold, each once: presets first, then layers.
  public static var knownNames: [String] {
    presetNames + MapLayer.allCases.map(\.rawValue).filter { !presetNames.contains($0) }
  }

  /// Names of other programs for presets and layers, which a list may hold as well.
  public static var synonyms: [String] {
    presets.flatMap(\.aliases) + layerAliases.keys.sorted()
  }

  func contains(_ layer: MapLayer) -> Bool { layers.contains(layer) }

  private struct Preset {
    var name: String
    /// Other words for it: World Foundry's.
    var aliases: [String] = []
    var layers: [MapLayer]
  }

  private static let furniture: [MapLayer] = [.hillshade, .vignette, .frame, .scaleBar, .title]

  /// FMG's presets, layer by layer as it has them, and some for what World Foundry calls
  /// styles; shading, title and frame belong to all, and looks that have none draw none.
  private static let presets: [Preset] = [
    Preset(
      name: "political",
      layers: [.borders, .burgIcons, .ice, .labels, .lakes, .rivers, .routes, .states] + furniture),
    Preset(
      name: "cultural", aliases: ["culture"],
      layers: [.borders, .burgIcons, .cultures, .labels, .lakes, .rivers, .routes] + furniture),
    Preset(
      name: "religions", aliases: ["religious"],
      layers: [.borders, .burgIcons, .religions, .labels, .lakes, .rivers, .routes] + furniture),
    Preset(
      name: "provinces",
      layers: [.borders, .burgIcons, .labels, .lakes, .provinces, .rivers] + furniture),
    Preset(
      name: "biomes", aliases: ["biome"], layers: [.biomes, .ice, .lakes, .rivers] + furniture),
    Preset(
      name: "heightmap", aliases: ["height"],
      layers: [.heightmap, .hillshade, .lakes, .rivers, .vignette, .frame, .title]),
    Preset(
      name: "physical",
      layers: [.coordinates, .heightmap, .ice, .lakes, .rivers] + furniture),
    Preset(
      name: "poi",
      layers: [.borders, .burgIcons, .heightmap, .ice, .lakes, .markers, .rivers, .routes]
        + furniture),
    Preset(
      name: "goods",
      layers: [.borders, .burgIcons, .cells, .goods, .lakes, .markets, .rivers, .routes, .trade]
        + furniture),
    Preset(
      name: "trade",
      layers: [.borders, .burgIcons, .lakes, .rivers, .routes, .states, .trade] + furniture),
    Preset(
      name: "military",
      layers: [.borders, .burgIcons, .labels, .lakes, .military, .rivers, .routes, .states]
        + furniture),
    Preset(
      name: "emblems",
      layers: [.borders, .burgIcons, .emblems, .ice, .lakes, .rivers, .routes, .states]
        + furniture),
    Preset(name: "landmass", layers: [.hillshade, .scaleBar, .frame]),
    Preset(
      name: "temperature", layers: [.temperature, .coordinates, .lakes, .rivers] + furniture),
    Preset(name: "precipitation", layers: [.precipitation, .lakes, .rivers] + furniture),
    Preset(
      name: "population", layers: [.population, .borders, .lakes, .rivers] + furniture),
  ]

  /// Other words for layers: FMG's own file names for them, and World Foundry's.
  private static let layerAliases: [String: MapLayer] = [
    "burgs": .burgIcons, "settlements": .burgIcons, "water": .lakes, "prec": .precipitation,
    "armies": .military, "ruler": .rulers, "fog": .fogging,
  ]

  private static func layers(named name: String) -> [MapLayer]? {
    if let preset = presets.first(where: { $0.name == name || $0.aliases.contains(name) }) {
      return preset.layers
    }
    if let layer = MapLayer(rawValue: name) ?? layerAliases[name] { return [layer] }
    return nil
  }

  private static func unknownLayer(_ name: String) -> Diagnostic {
    return .error(
      .layersUnknown, "unknown preset or layer \"\(name)\"",
      hints: [nearMissHint(name, among: knownNames, listedBy: "looks --layers")])
  }
}
