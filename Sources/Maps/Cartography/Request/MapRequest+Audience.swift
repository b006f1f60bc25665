// SPDX-License-Identifier: MIT
// Part of Platen: what of a world only game masters see on a map.

public import Atlas
internal import Geometry

extension MapRequest {
  /// Indicates whether a label is shown: players do not see hidden ones.
  func sees(_ label: LabelOverride?) -> Bool { audience != .player || label?.isHidden != true }

  /// Indicates whether this map shows anything of `world` that a map for players with the layers
  /// `others` lacks.
  public func showsSecrets(of world: World, beside others: LayerSelection) -> Bool {
    guard audience != .player else { return false }
    let sheet = Rect(x: 0, y: 0, width: world.info.width, height: world.info.height)
    let window = window ?? sheet
    /// Indicates whether the layer is drawn here, and players would see none of it.
    func isOwn(_ layer: MapLayer) -> Bool {
      layers.contains(layer) && (layer == .military || !others.contains(layer))
    }
    func isShown(_ layer: MapLayer, _ hidden: Bool) -> Bool {
      isOwn(layer) || hidden && layers.contains(layer)
    }
    if look.markers.size > 0,
      world.markers.contains(where: {
        isShown(.markers, $0.isHidden) && window.contains($0.position)
      })
    {
      return true
    }
    if isOwn(.military), look.military.size > 0,
      world.regiments.contains(where: { window.contains($0.position) })
    {
      return true
    }
    let sites = world.cells?.mesh.sites ?? []
    if world.zones.contains(where: { zone in
      isShown(.zones, zone.isHidden)
        && zone.cells.contains {
          sites.indices.contains(Int($0)) && window.contains(sites[Int($0)])
        }
    }) {
      return true
    }
    guard layers.contains(.labels) else { return false }
    return world.addedLabels.contains { $0.label.isHidden && window.contains($0.position) }
      || world.burgs.contains { $0.label?.isHidden == true && window.contains($0.position) }
      || world.states.contains { $0.label?.isHidden == true }
  }
}
