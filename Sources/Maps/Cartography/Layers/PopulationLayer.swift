// SPDX-License-Identifier: MIT
// Part of Platen: population as bars, one for each cell and each burg.

internal import Atlas
internal import Drawing
internal import Geometry

extension Composition {
  func populationLayer() -> LayerDrawing {
    var rural = Path()
    for cell in 0..<cells.count where cells.population[cell] > 0 {
      let height = Double(cells.population[cell]) / 5
      guard height.isFinite else { continue }
      let foot = cells.mesh.sites[cell]
      rural.append(line: [foot, Point(foot.x, foot.y - height)])
    }
    var urban = Path()
    for burg in world.burgs where burg.population > 0 {
      let height = burg.population / 5 * world.units.urbanization
      guard height.isFinite, burg.position.isFinite else { continue }
      urban.append(line: [burg.position, Point(burg.position.x, burg.position.y - height)])
    }
    var nodes: [Node] = []
    if !rural.isEmpty { nodes.append(.path(PathNode(rural, stroke: look.people.rural.stroke))) }
    if !urban.isEmpty { nodes.append(.path(PathNode(urban, stroke: look.people.urban.stroke))) }
    return LayerDrawing(nodes)
  }
}
