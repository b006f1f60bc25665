// SPDX-License-Identifier: MIT
// Part of Platen: heights and climate for drawing, from the terrain grid or, where a format has
// none, from the fine cells.

internal import Atlas
internal import Geometry

/// The mesh heights and climate are drawn from, with as much of them as the world has.
struct TerrainView {
  let mesh: VoronoiMesh
  let height: [UInt8]
  /// Steps from the coast, -1 in water beside land, -2 further out; land is not negative.
  let distance: [Int8]
  /// Empty where the world does not specify it.
  let temperature: [Int8]
  let precipitation: [UInt8]
  let cellsDesired: Int

  init(world: World, cells: Cells) {
    if let terrain = world.terrain, terrain.height.count == terrain.mesh.cellCount,
      terrain.mesh.cellCount > 0
    {
      var whole = terrain.mesh
      if world.drawsWholeVertices { whole.roundVerticesDown() }
      mesh = whole
      height = terrain.height
      distance =
        terrain.distance.count == mesh.cellCount
        ? terrain.distance : TerrainView.distances(mesh: mesh, height: height)
      temperature = terrain.temperature.count == mesh.cellCount ? terrain.temperature : []
      precipitation = terrain.precipitation.count == mesh.cellCount ? terrain.precipitation : []
      cellsDesired = terrain.cellsDesired
    } else {
      mesh = cells.mesh
      height = cells.height
      let given = cells.distance
      distance =
        given.contains { $0 < 0 } ? given : TerrainView.distances(mesh: mesh, height: height)
      temperature = []
      precipitation = []
      cellsDesired = mesh.cellCount
    }
  }

  /// Steps of water cells from land, to -10.
  private static func distances(mesh: VoronoiMesh, height: [UInt8]) -> [Int8] {
    var result = [Int8](repeating: 0, count: mesh.cellCount)
    var front: [Int32] = []
    for cell in 0..<mesh.cellCount where height[cell] >= 20 {
      result[cell] = 1
      front.append(Int32(cell))
    }
    for step in 1...10 {
      var next: [Int32] = []
      for cell in front {
        for neighbor in mesh.cellNeighbors[Int(cell)] where result[Int(neighbor)] == 0 {
          result[Int(neighbor)] = Int8(-step)
          next.append(neighbor)
        }
      }
      front = next
    }
    return result
  }
}
