// SPDX-License-Identifier: MIT
// Part of Platen: outlines of islands and lakes, taken from saves.

import Atlas
import Azgaar
import Diagnostics
import Foundation
import Geometry
import JSON
import TestSupport
import Testing

@Suite struct IslandOutlineTests {
  private func area(_ ring: some Sequence<Int32>, _ mesh: VoronoiMesh) -> Double {
    abs(Polygon.signedArea(ring.map { mesh.vertices[Int($0)] }))
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
