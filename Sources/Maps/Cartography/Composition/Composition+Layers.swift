// SPDX-License-Identifier: MIT
// Part of Platen: a layer's drawing becomes its group, as the look changes, cuts and shows the layer.

internal import Drawing
internal import Geometry

extension Composition {
  /// Nodes cut at the sheet's edge where the picture continues beyond it.
  func onSheet(_ nodes: [Node]) -> [Node] {
    guard isExtended, !nodes.isEmpty else { return nodes }
    return [.group(Group(clip: Clip(Path(rect: sheet)), children: nodes))]
  }

  /// The outline of all water, lakes among it.
  var waterClip: Clip {
    var water = Path(rect: ground.insetBy(-20))
    water.append(coasts.land)
    return Clip(water, rule: .evenOdd)
  }

  /// The layer's group in the look's style.
  func styled(_ drawing: LayerDrawing, as layer: MapLayer) -> Group {
    let style = look.layerStyles[layer]
    let filter = LayerFilter(rawValue: style.filter) ?? .none
    let mask = LayerMask(rawValue: style.mask) ?? .auto
    var group = Group(
      name: layer.rawValue, clip: drawing.clip, opacity: drawing.opacity * style.opacity,
      filter: filter.effect(scale: scale), children: drawing.nodes)
    if let tone = filter.tone { group.children = group.children.map(tone.node) }
    let cut: Clip? =
      switch mask {
      case .auto, .everywhere: nil
      case .land: landClip
      case .water: waterClip
      }
    if mask == .everywhere { group.clip = nil }
    if layer.endsAtSheet, group.clip == nil { group.children = onSheet(group.children) }
    if let cut, !group.children.isEmpty {
      if let own = group.clip {
        group.children = [.group(Group(clip: own, children: group.children))]
      }
      group.clip = cut
    }
    return group
  }
}

extension MapLayer {
  /// Indicates whether what it draws is cut off at the sheet's edge: there is none beyond it.
  var endsAtSheet: Bool {
    switch self {
    case .biomes, .religions, .cultures, .states, .provinces, .zones, .hillshade, .cells, .rivers,
      .borders, .routes, .precipitation:
      true
    // Shores go on beyond the edge, and mountains stand over it.
    case .ocean, .landmass, .lakes, .coastline, .relief, .ice, .texture, .heightmap, .grid,
      .coordinates, .compass, .temperature, .goods,
      .markets, .trade, .population, .emblems, .burgIcons, .labels, .military, .markers, .fogging,
      .rulers, .vignette, .frame, .scaleBar, .title, .legend, .inset:
      false
    }
  }
}
