// SPDX-License-Identifier: MIT
// Part of Platen: cells rebuilt from real saves, compared with the generator's own, digest by digest.

import Atlas
import Azgaar
import Digests
import Foundation
import Geometry
import TestSupport
import Testing

@Suite("Rebuilt cells against the generator's")
struct GeometryDigestTests {
  @Test(
    .enabled(if: Shared.isPresent), arguments: Shared.files(in: "maps/expected", suffix: ".json"))
  func digestsMatch(_ path: String) throws {
    let expected = try #require(
      try JSONSerialization.jsonObject(with: Data(Shared.bytes(path))) as? [String: Any])
    let stem = String(path.split(separator: "/")[2].dropLast(5))
    let terrain = try SavedTerrain(stem: stem).terrain()

    let grid = try #require(expected["grid"] as? [String: Any])
    try compare(
      Self.digests(of: terrain.mesh), with: grid,
      beside: [
        "cells": "\(terrain.mesh.cellCount)", "boundary": "\(terrain.boundary.count)",
        "vertices": "\(terrain.mesh.vertices.count)",
      ])

    let (mesh, gridCell, height) = PackGraph.cells(of: terrain)
    let marks = PackGraph.markFeatures(mesh: mesh, height: height)
    var found = Self.digests(of: mesh)
    found["points"] = Self.digest(mesh.sites)
    found["grid_cell"] = Self.digest(gridCell)
    found["area"] = Self.digest(PackGraph.areas(of: mesh).map { Int32($0) })
    found["distance"] = Self.digest(marks.distance.map { Int32($0) })
    found["feature"] = Self.digest(marks.feature.map { Int32($0) })
    found["haven"] = Self.digest(marks.haven)
    found["harbor"] = Self.digest(marks.harbor.map { Int32($0) })
    let pack = try #require(expected["pack"] as? [String: Any])
    try compare(
      found, with: pack,
      beside: [
        "cells": "\(mesh.cellCount)", "vertices": "\(mesh.vertices.count)",
        "features": "\(marks.features.count)",
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

/// The few sections of a save that its cells are rebuilt from.
struct SavedTerrain {
  struct Unreadable: Error { var what: String }

  /// The fields of the first line.
  let header: [String]
  /// The grid's line and those after it: grid, h, prec, f, t, temperature, features and more.
  let sections: [ArraySlice<UInt8>]

  /// Reads the generator's own map of this name, or the published save.
  init(stem: String) throws {
    let generated = "maps/generator/\(stem)/\(stem).map"
    let path =
      FileManager.default.fileExists(atPath: Shared.root.appendingPathComponent(generated).path)
      ? generated : "maps/saves/\(stem).map"
    let bytes = try Shared.bytes(path)
    header = String(decoding: bytes.prefix { $0 != 10 && $0 != 13 }, as: UTF8.self)
      .split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    sections = try Self.split(bytes)
  }

  func terrain() throws -> Terrain {
    guard let json = try JSONSerialization.jsonObject(with: Data(sections[0])) as? [String: Any],
      let spacing = json["spacing"] as? Double, let columns = json["cellsX"] as? Int,
      let rows = json["cellsY"] as? Int, let points = json["points"] as? [[Double]],
      let boundary = json["boundary"] as? [[Double]], let features = json["features"] as? [Any]
    else { throw Unreadable(what: "grid") }
    let outside = boundary.map { Point($0[0], $0[1]) }
    let mesh = VoronoiMesh(sites: points.map { Point($0[0], $0[1]) }, boundary: outside)
    var terrain = Terrain(
      mesh: mesh, boundary: outside, spacing: spacing, columns: columns, rows: rows,
      cellsDesired: points.count)
    terrain.height = Self.numbers(sections[1]).map { UInt8($0) }
    terrain.feature = Self.numbers(sections[3]).map { UInt16($0) }
    terrain.distance = Self.numbers(sections[4]).map { Int8($0) }
    terrain.featureKinds = features.map { feature in
      ((feature as? [String: Any])?["type"] as? String).flatMap(Feature.Kind.init)
    }
    return terrain
  }

  private static func split(_ bytes: [UInt8]) throws -> [ArraySlice<UInt8>] {
    let mark = Array("{\"spacing\"".utf8)
    var start = bytes.startIndex
    while let quote = bytes[start...].firstIndex(of: mark[0]) {
      if bytes[quote...].starts(with: mark) {
        return bytes[quote...].split(separator: 10, omittingEmptySubsequences: false)
          .map { $0.last == 13 ? $0.dropLast() : $0 }
      }
      start = quote + 1
    }
    throw Unreadable(what: "no grid")
  }

  private static func numbers(_ line: ArraySlice<UInt8>) -> [Int] {
    line.split(separator: 44).map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
  }
}
