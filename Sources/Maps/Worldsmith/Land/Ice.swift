// SPDX-License-Identifier: MIT
// Part of Platen: the frozen sea in the north, and what broke off from it.

internal import Atlas
internal import Geometry

/// A glacier or an iceberg.
struct IcePiece {
  var id: Int
  var isGlacier: Bool
  var outline: [Point]
  /// The terrain cell an iceberg floats in, and how large it is of that cell.
  var cell = 0
  var size = 0.0
}

enum Ice {
  /// Glaciers over land and sea where it is coldest, icebergs in the waters beside them.
  static func pieces(on ground: Ground) -> [IcePiece] {
    var dice = RandomStream(seed: ground.seed, for: "ice")
    let terrain = ground.terrain
    let mesh = terrain.mesh
    let isFrozen = terrain.height.indices.map { cell -> Bool in
      terrain.height[cell] < 20 ? terrain.temperature[cell] <= -13 : terrain.temperature[cell] <= -9
    }
    // Ice is marked as land would be: its outlines come out the same way.
    let marks = PackGraph.markFeatures(mesh: mesh, height: isFrozen.map { $0 ? 30 : 0 })
    let sheet = Rect(x: 0, y: 0, width: ground.size.width, height: ground.size.height)
    var pieces: [IcePiece] = []
    for index in marks.features.indices where marks.features[index].kind == .island {
      let feature = marks.features[index]
      guard feature.cellCount >= 3 else { continue }
      let ring = Polygon.clip(feature.outline.map { mesh.vertices[Int($0)] }, to: sheet)
      guard ring.count > 2 else { continue }
      pieces.append(
        IcePiece(
          id: pieces.count, isGlacier: true,
          outline: ring.map { Point(Grid.rounded($0.x, 2), Grid.rounded($0.y, 2)) }))
    }
    // The same number of icebergs however fine the grid is.
    let rate = min(0.5, 0.12 / ground.coarseness)
    for cell in terrain.height.indices {
      guard terrain.height[cell] < 20, !isFrozen[cell], terrain.temperature[cell] <= -6,
        !mesh.isBorder[cell], dice.chance(rate)
      else { continue }
      let size = dice.number(0.3...0.8)
      let site = mesh.sites[cell]
      let ring = mesh.cellVertices[cell].map { vertex -> Point in
        let corner = site + (mesh.vertices[Int(vertex)] - site) * size
        return Point(Grid.rounded(corner.x, 2), Grid.rounded(corner.y, 2))
      }
      guard ring.count > 2 else { continue }
      pieces.append(
        IcePiece(
          id: pieces.count, isGlacier: false, outline: ring, cell: cell,
          size: Grid.rounded(size, 2)))
    }
    return pieces
  }
}
