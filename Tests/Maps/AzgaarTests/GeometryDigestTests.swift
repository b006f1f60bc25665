// SPDX-License-Identifier: MIT
// Part of Platen: cells rebuilt from real saves, compared with FMG's own, digest by digest.

import Atlas
import Diagnostics
import Digests
import Foundation
import Geometry
import TestSupport
import Testing

@Suite("Rebuilt cells against FMG's")
struct GeometryDigestTests {
  @Test(
    .enabled(if: Shared.isPresent), arguments: Shared.files(in: "maps/expected", suffix: ".json"))
  func digestsMatch(_ path: String) throws {
    let expected = try #require(
      try JSONSerialization.jsonObject(with: Data(Shared.bytes(path))) as? [String: Any])
    let stem = String(path.split(separator: "/")[2].dropLast(5))
    let world = try savedWorld(stem)
    let terrain = try #require(world.terrain)
    let cells = try #require(world.cells)

    let grid = try #require(expected["grid"] as? [String: Any])
    try compare(
      Self.digests(of: terrain.mesh), with: grid,
      beside: [
        "cells": "\(terrain.mesh.cellCount)", "boundary": "\(terrain.boundary.count)",
        "vertices": "\(terrain.mesh.vertices.count)",
      ])

    var found = Self.digests(of: cells.mesh)
    found["points"] = Self.digest(cells.mesh.sites)
    found["grid_cell"] = Self.digest(cells.gridCell)
    found["area"] = Self.digest(cells.area.map { Int32($0) })
    found["distance"] = Self.digest(cells.distance.map { Int32($0) })
    found["feature"] = Self.digest(cells.feature.map { Int32($0) })
    found["haven"] = Self.digest(cells.haven)
    found["harbor"] = Self.digest(cells.harbor.map { Int32($0) })
    let pack = try #require(expected["pack"] as? [String: Any])
    try compare(
      found, with: pack,
      beside: [
        "cells": "\(cells.count)", "vertices": "\(cells.mesh.vertices.count)",
        "features": "\(cells.feature.max() ?? 0)",
      ])
  }

  /// Every key expected is found, and equal.
  private func compare(
    _ digests: [String: String], with expected: [String: Any], beside counts: [String: String]
  ) throws {
    let found = digests.merging(counts) { digest, _ in digest }
    #expect(Set(found.keys) == Set(expected.keys))
    for (key, value) in expected.sorted(by: { $0.key < $1.key }) {
      #expect(found[key] == "\(value)", "\(key)")
    }
  }

  private static func digests(of mesh: VoronoiMesh) -> [String: String] {
    [
      "cell_vertices": digest(mesh.cellVertices),
      "cell_neighbors": digest(mesh.cellNeighbors),
      "cell_border": digest(mesh.isBorder.map { $0 ? 1 : 0 }),
      "vertex_points": digest(mesh.vertices),
      "vertex_points_floored": digest(
        mesh.vertices.map { Point($0.x.rounded(.down), $0.y.rounded(.down)) }),
      "vertex_neighbors": digest(triples(mesh.vertexNeighbors)),
      "vertex_cells": digest(triples(mesh.vertexCells)),
    ]
  }

  private static func triples(_ values: [Int32]) -> IndexLists {
    IndexLists(offsets: (0...Int32(values.count / 3)).map { 3 * $0 }, values: values)
  }

  private static func digest(_ points: [Point]) -> String {
    let values = points.flatMap { [$0.x, $0.y] }.map { $0.isFinite && $0 != 0 ? $0 : 0 }
    return values.withUnsafeBytes { Digest.of($0).description }
  }

  private static func digest(_ values: [Int32]) -> String {
    values.withUnsafeBytes { Digest.of($0).description }
  }

  private static func digest(_ lists: IndexLists) -> String {
    var flat: [Int32] = []
    for index in 0..<lists.count {
      flat.append(Int32(lists[index].count))
      flat.append(contentsOf: lists[index])
    }
    return digest(flat)
  }
}

/// FMG's own map of this name, or the published save.
func savedBytes(_ stem: String) throws -> [UInt8] {
  let generated = "maps/generator/\(stem)/\(stem).map"
  let isGenerated = FileManager.default.fileExists(
    atPath: Shared.root.appendingPathComponent(generated).path)
  return try Shared.bytes(isGenerated ? generated : "maps/saves/\(stem).map")
}

func savedWorld(_ stem: String) throws -> World {
  try read(savedBytes(stem)).value.world
}
