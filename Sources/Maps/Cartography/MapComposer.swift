// SPDX-License-Identifier: MIT
// Part of Platen: a world becomes a picture: one group for each layer, in the order of painting.

public import Atlas
public import Diagnostics
public import Drawing
internal import Geometry

/// Draws worlds as one request specifies.
///
/// The scene has the size of the world's sheet in map units and one group for each layer, named by
/// it. The same world and request give the same scene.
public struct MapComposer {
  public let request: MapRequest
  private let text: any TextMeasuring
  private let isCancelled: @Sendable () -> Bool

  /// A composer that has its lettering shaped by `text`.
  ///
  /// - Parameter isCancelled: checked before each layer.
  public init(
    request: MapRequest, text: any TextMeasuring,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.request = request.withAutomaticLegend
    self.text = text
    self.isCancelled = isCancelled
  }

  /// The picture of `world`.
  ///
  /// Throws `Failure`: `map.no-cells` for a world that has tables only, `map.sheet` for one whose
  /// sheet has no usable size.
  public func compose(_ world: World) throws -> Diagnosed<Scene> {
    let drawn = try draw(
      request.layers.layers, of: world, withSurroundings: true, withStrokes: true)
    return request.scene(of: world, from: [drawn])
  }

  /// A share of the layers, to be put together with the others by ``MapRequest/scene(of:from:)``.
  ///
  /// Shares may be drawn at once, each by a composer of its own.
  public func draw(_ share: LayerShare, of world: World) throws -> DrawnLayers {
    try draw(
      request.layers.layers.filter { $0.isLettered == (share == .lettered) }, of: world,
      withSurroundings: share == .plain, withStrokes: share == .lettered)
  }

  private func draw(
    _ layers: [MapLayer], of world: World, withSurroundings: Bool, withStrokes: Bool
  ) throws -> DrawnLayers {
    if world.cells == nil, let picture = world.picture {
      // All of it is one share.
      return withSurroundings
        ? SalvagedDrawingSetter(picture: picture, world: world, text: text).drawn : DrawnLayers()
    }
    let composition = try Composition(world: world, request: request, text: text)
    var drawn = DrawnLayers()
    for layer in layers {
      if isCancelled() { throw CancellationError() }
      drawn.groups[layer] = composition.styled(composition.draw(layer), as: layer)
    }
    if withSurroundings {
      drawn.mat = composition.matLayer()
    }
    if withStrokes {
      drawn.seaStrokes = composition.seaStrokes()
      drawn.overlays = (composition.overlays.shapes, composition.overlays.signs)
    }
    drawn.warnings = composition.log.diagnostics
    return drawn
  }
}

/// The two shares a map's layers fall into; drawing either takes about as long.
public enum LayerShare: Sendable {
  /// Layers with words in them, which keep away from each other.
  case lettered
  /// All others.
  case plain
}

/// Layers that were drawn, and their diagnostics.
public struct DrawnLayers: Sendable {
  fileprivate var groups: [MapLayer: Group] = [:]
  fileprivate var mat: Group?
  /// Parts of the ocean that keep clear of names.
  fileprivate var seaStrokes: [Node] = []
  /// Lines and areas of overlays, and their points and names.
  fileprivate var overlays: (shapes: [Group], signs: [Group]) = ([], [])
  /// The save's own drawing, in place of all layers.
  fileprivate var picture: [Node] = []
  fileprivate var warnings: [Diagnostic] = []

  fileprivate init() {}

  /// - Parameter picture: The nodes of the save's own drawing.
  init(picture: [Node], warnings: [Diagnostic]) {
    self.picture = picture
    self.warnings = warnings
  }
}

extension MapRequest {
  /// The same request with the legend that the look adds to its layers.
  var withAutomaticLegend: MapRequest {
    guard look.legend.isAutomatic else { return self }
    var copy = self
    copy.layers = layers.withAutomaticLegend(isNeeded: party != nil)
    return copy
  }

  /// The picture of a world from all the shares of its layers.
  public func scene(of world: World, from shares: [DrawnLayers]) -> Diagnosed<Scene> {
    var warnings: [Diagnostic] = []
    // Data that several layers need is computed by each of them, with the same warnings.
    for warning in shares.flatMap(\.warnings) where !warnings.contains(warning) {
      warnings.append(warning)
    }
    var scene = Scene(
      size: Size(width: world.info.width, height: world.info.height),
      background: look.sheet.background,
      nodes: (groups(from: shares) + shares.compactMap(\.mat)).map(Node.group),
      title: title ?? world.info.name)
    let picture = shares.flatMap(\.picture)
    if !picture.isEmpty {
      // The look is of layers, which it does not have.
      scene.nodes = picture
      return Diagnosed(scene, warnings: warnings)
    }
    Tone(look.sheet.tone)?.apply(to: &scene)
    return Diagnosed(scene, warnings: warnings)
  }

  /// The groups of layers in the look's order.
  private func groups(from shares: [DrawnLayers]) -> [Group] {
    let order = look.layerStyles.ordered(withAutomaticLegend.layers.layers)
    var groups = order.compactMap { layer in
      var group = shares.lazy.compactMap { $0.groups[layer] }.first
      if layer == .ocean { group?.children += shares.flatMap(\.seaStrokes) }
      return group
    }
    let shapes = shares.flatMap(\.overlays.shapes)
    let signs = shares.flatMap(\.overlays.signs)
    // Lines and areas lie under what stands on the map, points and names over it.
    let standing = Set<MapLayer>([
      .emblems, .burgIcons, .labels, .military, .markers, .rulers,
    ]).map(\.rawValue)
    let plates = Set<MapLayer>([
      .fogging, .vignette, .frame, .scaleBar, .title, .legend, .inset,
    ]).map(\.rawValue)
    let end = groups.firstIndex { plates.contains($0.name) } ?? groups.count
    let above = groups.lastIndex { standing.contains($0.name) }.map { $0 + 1 } ?? end
    let below = groups.firstIndex { standing.contains($0.name) } ?? end
    groups.insert(contentsOf: signs, at: above)
    groups.insert(contentsOf: shapes, at: below)
    return groups
  }
}

extension MapLayer {
  /// Indicates whether words are set in it, or what keeps away from words stands in it.
  var isLettered: Bool {
    switch self {
    case .grid, .coordinates, .compass, .temperature, .goods, .markets, .emblems, .labels,
      .military, .markers, .rulers, .scaleBar, .title, .legend, .inset:
      true
    default: false
    }
  }
}

extension Composition {
  /// The table of layers: which function draws which.
  func draw(_ layer: MapLayer) -> LayerDrawing {
    switch layer {
    case .ocean: oceanLayer()
    case .landmass: landmassLayer()
    case .texture: textureLayer()
    case .heightmap: heightmapLayer()
    case .lakes: lakesLayer()
    case .biomes: biomesLayer()
    case .religions: religionsLayer()
    case .cultures: culturesLayer()
    case .states: statesLayer()
    case .provinces: provincesLayer()
    case .zones: zonesLayer()
    case .hillshade: hillshadeLayer()
    case .cells: cellsLayer()
    case .grid: gridLayer()
    case .coordinates: coordinatesLayer()
    case .compass: compassLayer()
    case .rivers: riversLayer()
    case .relief: reliefLayer()
    case .borders: bordersLayer()
    case .routes: routesLayer()
    case .temperature: temperatureLayer()
    case .coastline: coastlineLayer()
    case .ice: iceLayer()
    case .goods: goodsLayer()
    case .markets: marketsLayer()
    case .trade: tradeLayer()
    case .precipitation: precipitationLayer()
    case .population: populationLayer()
    case .emblems: emblemsLayer()
    case .burgIcons: burgIconsLayer()
    case .labels: labelsLayer()
    case .military: militaryLayer()
    case .markers: markersLayer()
    case .fogging: foggingLayer()
    case .rulers: rulersLayer()
    case .vignette: vignetteLayer()
    case .frame: frameLayer()
    case .scaleBar: scaleBarLayer()
    case .title: titleLayer()
    case .legend: legendLayer()
    case .inset: insetLayer()
    }
  }
}
