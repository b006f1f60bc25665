// SPDX-License-Identifier: MIT
// Part of Platen: a world becomes a picture: one group for each layer, in the order of painting.

public import Atlas
public import Diagnostics
public import Drawing
internal import Geometry

/// Draws worlds as one request asks.
///
/// The scene has the size of the world's sheet in map units and one group for each layer, named by
/// it. The same world and request give the same scene.
public struct MapComposer {
  public let request: MapRequest
  private let text: any TextMeasuring

  /// A composer that has its lettering shaped by `text`.
  public init(request: MapRequest, text: any TextMeasuring) {
    self.request = request
    self.text = text
  }

  /// The picture of `world`.
  ///
  /// Throws `Failure`: `map.no-cells` for a world that has tables only, `map.sheet` for one whose
  /// sheet has no usable size.
  public func compose(_ world: World) throws -> Warned<Scene> {
    let composition = try Composition(world: world, request: request, text: text)
    var nodes: [Node] = []
    for layer in request.layers.layers {
      let drawn = composition.draw(layer)
      nodes.append(
        .group(
          Group(
            name: layer.rawValue, clip: drawn.clip, opacity: drawn.opacity, blend: drawn.blend,
            children: drawn.nodes)))
    }
    let scene = Scene(
      size: Size(width: composition.sheet.width, height: composition.sheet.height),
      background: composition.look.sheet.background, nodes: nodes,
      title: request.title ?? world.info.name)
    return Warned(scene, warnings: composition.log.diagnostics)
  }
}

/// What a layer's function hands back: nodes, and how they go together.
struct LayerDrawing {
  var nodes: [Node]
  var clip: Clip?
  var opacity = 1.0
  var blend = BlendMode.normal

  init(_ nodes: [Node], clip: Clip? = nil, opacity: Double = 1, blend: BlendMode = .normal) {
    self.nodes = nodes
    self.clip = clip
    self.opacity = opacity
    self.blend = blend
  }
}

extension Composition {
  /// The table of layers: which function draws which.
  func draw(_ layer: MapLayer) -> LayerDrawing {
    switch layer {
    case .ocean: oceanLayer()
    case .landmass: landmassLayer()
    case .heightmap: heightmapLayer()
    case .lakes: lakesLayer()
    case .biomes: biomesLayer()
    case .religions: religionsLayer()
    case .cultures: culturesLayer()
    case .states: statesLayer()
    case .provinces: provincesLayer()
    case .zones: zonesLayer()
    case .cells: cellsLayer()
    case .coordinates: coordinatesLayer()
    case .rivers: riversLayer()
    case .borders: bordersLayer()
    case .routes: routesLayer()
    case .temperature: temperatureLayer()
    case .coastline: coastlineLayer()
    case .ice: iceLayer()
    case .precipitation: precipitationLayer()
    case .population: populationLayer()
    case .burgIcons: burgIconsLayer()
    case .labels: labelsLayer()
    case .markers: markersLayer()
    case .vignette: vignetteLayer()
    case .frame: frameLayer()
    case .scaleBar: scaleBarLayer()
    case .title: titleLayer()
    }
  }
}
