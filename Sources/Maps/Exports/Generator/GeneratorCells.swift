// SPDX-License-Identifier: MIT
// Part of Platen: cells, vertices and the terrain grid as FMG's exports have them.

internal import Atlas
internal import Geometry
internal import JSON

extension GeneratorJSON {
  /// A record for each cell.
  func writeCells(_ cells: Cells, _ json: inout JSONWriter) throws {
    let links = RouteLinks(world.routes, cells: cells.count)
    for cell in 0..<cells.count {
      json.object { json in
        json.member("i", cell)
        json.member("v", cells.mesh.cellVertices[cell])
        json.member("c", cells.mesh.cellNeighbors[cell])
        json.member("p", point: cells.mesh.sites[cell])
        json.member("g", cells.gridCell[cell])
        json.member("h", cells.height[cell])
        json.member("area", cells.area[cell])
        json.member("f", cells.feature[cell])
        json.member("t", cells.distance[cell])
        json.member("haven", cells.haven[cell])
        json.member("harbor", cells.harbor[cell])
        json.member("fl", cells.flux[cell])
        json.member("r", cells.river[cell])
        json.member("conf", cells.confluence[cell])
        json.member("biome", cells.biome[cell])
        json.member("s", cells.suitability[cell])
        json.member("pop", Double(cells.population[cell]))
        json.member("culture", cells.culture[cell])
        json.member("burg", cells.burg[cell])
        links.writeCell(cell, &json)
        json.member("state", cells.state[cell])
        json.member("religion", cells.religion[cell])
        json.member("province", cells.province[cell])
      }
      try chunks.passOn(&json)
    }
  }

  /// A record for each vertex; one at infinity has nulls for its place.
  func writeVertices(_ mesh: VoronoiMesh, _ json: inout JSONWriter) throws {
    for vertex in mesh.vertices.indices {
      let three = 3 * vertex..<3 * vertex + 3
      json.object { json in
        json.member("i", vertex)
        json.member("p", point: mesh.vertices[vertex])
        json.member("v", mesh.vertexNeighbors[three])
        json.member("c", mesh.vertexCells[three])
      }
      try chunks.passOn(&json)
    }
  }

  /// The terrain grid.
  func writeGrid(_ json: inout JSONWriter) throws {
    guard let terrain = world.terrain else { return }
    let mesh = terrain.mesh
    func value<T: FixedWidthInteger>(_ values: [T], _ cell: Int) -> T {
      cell < values.count ? values[cell] : 0
    }
    try json.member(
      "cells",
      array: { json in
        for cell in 0..<mesh.cellCount {
          json.object { json in
            json.member("i", cell)
            json.member("v", mesh.cellVertices[cell])
            json.member("c", mesh.cellNeighbors[cell])
            json.member("b", mesh.isBorder[cell] ? 1 : 0)
            json.member("f", value(terrain.feature, cell))
            json.member("t", value(terrain.distance, cell))
            json.member("h", value(terrain.height, cell))
            json.member("temp", value(terrain.temperature, cell))
            json.member("prec", value(terrain.precipitation, cell))
          }
          try chunks.passOn(&json)
        }
      })
    try json.member("vertices", array: { try writeVertices(mesh, &$0) })
    json.member("cellsDesired", terrain.cellsDesired)
    json.member("spacing", terrain.spacing)
    json.member("cellsY", terrain.rows)
    json.member("cellsX", terrain.columns)
    try json.member("points", array: { try writePoints(mesh.sites, &$0) })
    try json.member("boundary", array: { try writePoints(terrain.boundary, &$0) })
    json.member("seed", world.info.seed)
    writeFeatures(of: terrain, &json)
  }

  private func writeFeatures(of terrain: Terrain, _ json: inout JSONWriter) {
    var atEdge: Set<Int> = []
    for (cell, feature) in terrain.feature.enumerated() where terrain.mesh.isBorder[cell] {
      atEdge.insert(Int(feature))
    }
    json.member(
      "features",
      array: { json in
        for (id, kind) in terrain.featureKinds.enumerated() {
          guard let kind else {
            json.int(0)
            continue
          }
          json.object { json in
            json.member("i", id)
            json.member("land", kind == .island)
            json.member("border", atEdge.contains(id))
            json.member("type", kind.rawValue)
          }
        }
      })
  }

  private func writePoints(_ points: [Point], _ json: inout JSONWriter) throws {
    for point in points {
      json.point(point)
      try chunks.passOn(&json)
    }
  }
}

/// The cells that routes lead to from each cell: FMG keeps that beside the routes.
private struct RouteLinks {
  private struct Link: Comparable {
    var from, to: Int32
    var route: Int

    static func < (a: Link, b: Link) -> Bool {
      (a.from, a.to, a.route) < (b.from, b.to, b.route)
    }
  }
  private var links: [Link] = []
  private var starts: [Int: Int] = [:]

  init(_ routes: EntityList<Route>, cells count: Int) {
    for route in routes {
      for (from, to) in zip(route.cells, route.cells.dropFirst())
      where from != to && from >= 0 && to >= 0 && Int(from) < count && Int(to) < count {
        links.append(Link(from: from, to: to, route: route.id))
        links.append(Link(from: to, to: from, route: route.id))
      }
    }
    links.sort()
    for index in links.indices.reversed() { starts[Int(links[index].from)] = index }
  }

  /// The member `routes` of a cell; nothing where no route passes.
  func writeCell(_ cell: Int, _ json: inout JSONWriter) {
    guard let start = starts[cell] else { return }
    json.member(
      "routes",
      object: { json in
        var last: Int32 = -1
        for link in links[start...].prefix(while: { $0.from == cell }) where link.to != last {
          json.member(String(link.to), link.route)
          last = link.to
        }
      })
  }
}
