// SPDX-License-Identifier: MIT
// Part of Platen: the fills: states, provinces, cultures, religions, biomes.

internal import Atlas
internal import Diagnostics
internal import Drawing
internal import Geometry

extension Composition {
  func statesLayer() -> LayerDrawing { regions(stateRegions) }
  func provincesLayer() -> LayerDrawing { regions(provinceRegions) }
  func culturesLayer() -> LayerDrawing { regions(cultureRegions) }
  func religionsLayer() -> LayerDrawing { regions(religionRegions) }
  func biomesLayer() -> LayerDrawing { regions(biomeRegions) }

  var stateRegions: RegionLayer {
    RegionLayer(
      labels: cells.state.map(Int32.init), style: look.regions.states,
      color: { self.world.states[id: $0]?.color },
      hasBorders: request.layers.contains(.borders) && look.borders.states.width >= 0.5,
      table: "states")
  }

  var provinceRegions: RegionLayer {
    RegionLayer(
      labels: cells.province.map(Int32.init), style: look.regions.provinces,
      color: { self.world.provinces[id: $0]?.color }, table: "provinces")
  }

  var cultureRegions: RegionLayer {
    RegionLayer(
      labels: cells.culture.map(Int32.init), style: look.regions.cultures,
      color: { self.world.cultures[id: $0]?.color }, table: "cultures")
  }

  var religionRegions: RegionLayer {
    RegionLayer(
      labels: cells.religion.map(Int32.init), style: look.regions.religions,
      color: { self.world.religions[id: $0]?.color }, table: "religions")
  }

  /// Biome 0 is the sea, in the format's numbering as in ours. The color of a biome
  /// identifies it, whatever its neighbors are.
  var biomeRegions: RegionLayer {
    RegionLayer(
      labels: cells.biome.map(Int32.init), style: look.regions.biomes,
      color: { self.world.biomes[id: $0]?.color }, isIndependent: true, table: "biomes")
  }

  func cellsLayer() -> LayerDrawing {
    var path = Path()
    let mesh = cells.mesh
    for vertex in 0..<mesh.vertices.count {
      for k in 3 * vertex..<3 * vertex + 3 {
        let other = Int(mesh.vertexNeighbors[k])
        guard other > vertex else { continue }
        for part in Polyline.clip([mesh.vertices[vertex], mesh.vertices[other]], to: sheet) {
          path.append(line: part)
        }
      }
    }
    return LayerDrawing([.path(PathNode(path, stroke: look.cells.line.stroke))])
  }
}
