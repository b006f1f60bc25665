// SPDX-License-Identifier: MIT
// Part of Platen: a world's cells as counts and digests, to compare with FMG's own.

package import Atlas
internal import Digests
internal import Geometry
package import JSON

/// Writes the output of `inspect --geometry`: SHA-256 over little-endian bytes of every array.
///
/// Points are IEEE-754 doubles, x and y in turn, with what is not finite and minus zero as 0. Lists
/// are their length and their values, all Int32. Everything else is one Int32 for each cell.
package struct GeometryDigests {
  let world: World

  package init(world: World) { self.world = world }

  /// The object with `grid` and `pack`, or null for a world without cells.
  package func write(to json: inout JSONWriter) {
    guard world.terrain != nil || world.cells != nil else { return json.null() }
    json.object { json in
      json.key("grid")
      if let terrain = world.terrain { writeTerrain(terrain, to: &json) } else { json.null() }
      json.key("pack")
      if let cells = world.cells { writeCells(cells, to: &json) } else { json.null() }
    }
  }

  private func writeTerrain(_ terrain: Terrain, to json: inout JSONWriter) {
    json.object { json in
      json.member("cells", terrain.mesh.cellCount)
      json.member("boundary", terrain.boundary.count)
      json.member("vertices", terrain.mesh.vertices.count)
      writeMesh(exact(terrain.mesh), to: &json)
    }
  }

  private func writeCells(_ cells: Cells, to json: inout JSONWriter) {
    json.object { json in
      json.member("cells", cells.count)
      json.member("vertices", cells.mesh.vertices.count)
      json.member("points", digest(cells.mesh.sites))
      json.member("grid-cell", digest(cells.gridCell))
      writeMesh(exact(cells.mesh), to: &json)
      json.member("area", digest(cells.area.map(Int32.init)))
      json.member("distance", digest(cells.distance.map(Int32.init)))
      json.member("feature", digest(cells.feature.map(Int32.init)))
      json.member("haven", digest(cells.haven))
      json.member("harbor", digest(cells.harbor.map(Int32.init)))
      json.member("features", Int(cells.feature.max() ?? 0))
    }
  }

  private func writeMesh(_ mesh: VoronoiMesh, to json: inout JSONWriter) {
    json.member("cell-vertices", digest(mesh.cellVertices))
    json.member("cell-neighbors", digest(mesh.cellNeighbors))
    json.member("cell-border", digest(mesh.isBorder.map { $0 ? 1 : 0 }))
    json.member("vertex-points", digest(mesh.vertices))
    json.member(
      "vertex-points-floored",
      digest(mesh.vertices.map { Point($0.x.rounded(.down), $0.y.rounded(.down)) }))
    json.member("vertex-neighbors", digest(triples(mesh.vertexNeighbors)))
    json.member("vertex-cells", digest(triples(mesh.vertexCells)))
  }

  /// The mesh with vertices in full precision: a world has them as its version drew them, floored
  /// until 1.139.8.
  private func exact(_ mesh: VoronoiMesh) -> VoronoiMesh {
    let isFloored = mesh.vertices.allSatisfy { $0.x == $0.x.rounded() && $0.y == $0.y.rounded() }
    guard isFloored, let boundary = world.terrain?.boundary else { return mesh }
    return VoronoiMesh(sites: mesh.sites, boundary: boundary)
  }

  private func triples(_ values: [Int32]) -> IndexLists {
    IndexLists(offsets: (0...Int32(values.count / 3)).map { 3 * $0 }, values: values)
  }

  private func digest(_ points: [Point]) -> String {
    var hasher = SHA256()
    var chunk: [UInt64] = []
    func bits(_ value: Double) -> UInt64 {
      value.isFinite && value != 0 ? value.bitPattern.littleEndian : 0
    }
    for point in points {
      chunk.append(bits(point.x))
      chunk.append(bits(point.y))
      if chunk.count >= 8192 {
        unsafe chunk.withUnsafeBytes { unsafe hasher.update($0) }
        chunk.removeAll(keepingCapacity: true)
      }
    }
    unsafe chunk.withUnsafeBytes { unsafe hasher.update($0) }
    return hasher.finalize().description
  }

  private func digest(_ lists: IndexLists) -> String {
    var flat: [Int32] = []
    flat.reserveCapacity(lists.values.count + lists.count)
    for index in 0..<lists.count {
      flat.append(Int32(lists[index].count))
      flat.append(contentsOf: lists[index])
    }
    return digest(flat)
  }

  private func digest(_ values: [Int32]) -> String {
    unsafe values.map(\.littleEndian).withUnsafeBytes { unsafe Digest.of($0).description }
  }
}
