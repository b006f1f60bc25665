// SPDX-License-Identifier: MIT
// Part of Platen: a layer's drawing becomes its group, as the look changes, cuts and shows the layer.

internal import Drawing
internal import Geometry

extension Composition {
  /// The outline of all water, lakes among it.
  var waterClip: Clip {
    var water = Path(rect: sheet.insetBy(-20))
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
    if let cut, !group.children.isEmpty {
      if let own = group.clip {
        group.children = [.group(Group(clip: own, children: group.children))]
      }
      group.clip = cut
    }
    return group
  }
}
