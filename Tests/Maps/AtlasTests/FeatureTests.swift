// SPDX-License-Identifier: MIT
// Part of Platen: tests of islands, lakes and oceans found among cells.

import Atlas
import Geometry
import Testing

@Suite struct FeatureTests {
  private static let side = 16

  /// A square of land in a sea, with a lake of one ring of cells around an island of one.
  private static func ground(_ seed: String) -> (mesh: VoronoiMesh, height: [UInt8]) {
    var random = Alea(seed: seed)
    var sites: [Point] = []
    for y in 0..<side {
      for x in 0..<side {
        sites.append(
          Point(
            10 * Double(x) + (y.isMultiple(of: 2) ? 3 : 7) + (random.next() - 0.5) * 4,
            10 * Double(y) + 5 + (random.next() - 0.5) * 4))
      }
    }
    var boundary: [Point] = []
    for at in stride(from: -10.0, through: 170, by: 20) {
      boundary += [Point(at, -10), Point(at, 170), Point(-10, at + 10), Point(170, at + 10)]
    }
    let mesh = VoronoiMesh(sites: sites, boundary: boundary)
    let lake = Set(mesh.cellNeighbors[8 * side + 8].map { Int($0) })
    let height = (0..<side * side).map { cell -> UInt8 in
      let (x, y) = (cell % side, cell / side)
      guard (1..<side - 1).contains(x), (1..<side - 1).contains(y) else { return 5 }
      return lake.contains(cell) ? 10 : 40
    }
    return (mesh, height)
  }

  private func area(_ ring: some Sequence<Int32>, _ mesh: VoronoiMesh) -> Double {
    abs(Polygon.signedArea(ring.map { mesh.vertices[Int($0)] }))
  }

  /// The first cell of a lake may lie at its island's shore, which is not the lake's outline.
  @Test(arguments: (0..<24).map(String.init))
  func lakesWithIslandsAreOutlinedFromOutside(seed: String) throws {
    let (mesh, height) = FeatureTests.ground(seed)
    let marks = PackGraph.markFeatures(mesh: mesh, height: height)
    try #require(marks.features.map(\.kind) == [.ocean, .island, .lake, .island])
    for feature in marks.features where feature.kind != .ocean {
      let cells = marks.feature.indices.filter { Int(marks.feature[$0]) == feature.id }
      let own = cells.reduce(0.0) { $0 + area(mesh.cellVertices[$1], mesh) }
      #expect(area(feature.outline, mesh) >= own * (1 - 1e-9), "\(feature.id)")
    }
    // An island has an outline from outside, lakes and all.
    let island = marks.features[1]
    #expect(area(island.outline, mesh) > area(marks.features[2].outline, mesh))
    // Lakes turn the other way, and land is all round them.
    let lake = marks.features[2]
    #expect(Polygon.signedArea(lake.outline.map { mesh.vertices[Int($0)] }) < 0)
    #expect(lake.shoreline.contains { Int(marks.feature[Int($0)]) == 2 })
  }

  @Test func piecesBeyondSixteenBitsAreCounted() {
    let count = 65_540
    let none = IndexLists(offsets: Array(repeating: 0, count: count + 1), values: [])
    let mesh = VoronoiMesh(
      sites: (0..<count).map { Point(Double($0), 0) }, cellVertices: none, cellNeighbors: none,
      isBorder: Array(repeating: false, count: count), vertices: [], vertexNeighbors: [],
      vertexCells: [])
    let marks = PackGraph.markFeatures(mesh: mesh, height: Array(repeating: 30, count: count))
    #expect(marks.features.count == 65_535)
    #expect(marks.cellsLeftOut == 5)
  }
}
