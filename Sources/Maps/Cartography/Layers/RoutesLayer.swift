// SPDX-License-Identifier: MIT
// Part of Platen: roads, trails and sea routes.

internal import Atlas
internal import Drawing
internal import Geometry

extension Composition {
  /// Groups in the order they are painted; a group has one node, so that its dashes overlap alike.
  func routesLayer() -> LayerDrawing {
    let groups: [(line: MapLook.Line, alpha: Double, isMember: (String) -> Bool)] = [
      (look.routes.seaRoutes, 0.5, { $0 == "searoutes" }),
      (look.routes.others, 0.1, { !["roads", "trails", "searoutes"].contains($0) }),
      (look.routes.trails, 0.1, { $0 == "trails" }),
      (look.routes.roads, 0.1, { $0 == "roads" }),
    ]
    var nodes: [Node] = []
    for group in groups where group.line.isVisible {
      var path = Path()
      for route in world.routes where group.isMember(route.group) {
        guard route.points.count > 1, route.points.allSatisfy(\.isFinite) else { continue }
        path.append(Curve.catmullRom(route.points, alpha: group.alpha))
      }
      if !path.isEmpty { nodes.append(.path(PathNode(path, stroke: group.line.stroke))) }
    }
    return LayerDrawing(nodes)
  }
}
