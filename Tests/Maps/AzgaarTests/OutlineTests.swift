// SPDX-License-Identifier: MIT
// Part of Platen: outlines of lakes with islands, found and taken from saves.

import Atlas
import Azgaar
import Diagnostics
import Foundation
import Geometry
import JSON
import TestSupport
import Testing

@Suite struct OutlineTests {
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
    let (mesh, height) = OutlineTests.ground(seed)
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

  /// The outline of the small save's island, begun elsewhere, is used as it was saved; a ring that
  /// does not go round the island, or leaps, is not.
  @Test func savedOutlinesAreUsedWhereTheyFit() throws {
    var save = SmallSave()
    func outline(_ vertices: [Int32]) throws -> [Int32] {
      let text = "[" + vertices.map(String.init).joined(separator: ",") + "]"
      save.sections[12] =
        #"[0,{"i":1,"type":"ocean","land":false,"border":true,"cells":50,"firstCell":0,"vertices":[]},{"i":2,"type":"island","land":true,"border":false,"cells":30,"firstCell":20,"vertices":\#(text)}]"#
      return try #require(read(save.bytes()).value.world.features[id: 2]).outline
    }
    let found = try outline([])
    try #require(found.count > 20)
    let turned = Array(found[5...] + found[..<5])
    #expect(try outline(turned) == turned)
    #expect(try outline(turned.reversed()) == turned.reversed())
    #expect(try outline(Array(turned.dropFirst(3))) == found)
    #expect(try outline(turned.map { $0 + 1 }) == found)
    #expect(try outline([1, 2, 3]) == found)
    #expect(try outline([-1, 2_000_000, 3]) == found)
  }

  /// Every lake of every save encloses at least the area of its cells.
  @Test(
    .enabled(if: Shared.isPresent),
    arguments: Shared.files(in: "maps/generator", suffix: ".map")
      + Shared.files(in: "maps/saves", suffix: ".map"))
  func lakesOfSavesEncloseTheirCells(file: String) throws {
    let bytes = try Shared.bytes(file)
    if errorCode(bytes) == "map.ancient" { return }
    let world = try read(bytes).value.world
    let cells = try #require(world.cells)
    var own: [Int: Double] = [:]
    for cell in 0..<cells.count {
      own[Int(cells.feature[cell]), default: 0] += area(cells.mesh.cellVertices[cell], cells.mesh)
    }
    for lake in world.features where lake.kind == .lake {
      #expect(
        area(lake.outline, cells.mesh) >= (own[lake.id] ?? 0) * (1 - 1e-6), "\(file): \(lake.id)")
    }
  }
}
