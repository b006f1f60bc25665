// SPDX-License-Identifier: MIT
// Part of Platen: islands, lakes and oceans found among the cells, with each cell's way to the
// coast.

package import Geometry

/// Land and water, derived from a map's cells.
package struct FeatureMarks: Sendable {
  /// Steps from the coast: land 1, 2, 3…; water -1, -2… to -9; 0 farther out.
  package var distance: [Int8]
  /// The feature each cell belongs to.
  ///
  /// Ids have 16 bits as in the saves: the pieces past the 65,535th stay 0.
  package var feature: [UInt16]
  /// The number of cells that belong to no feature for that reason.
  package var cellsLeftOut: Int { feature.count { $0 == 0 } }
  /// The nearest water cell of a coastal land cell, 0 elsewhere.
  package var haven: [Int32]
  /// The number of water neighbors of a coastal land cell.
  package var harbor: [UInt8]
  /// The features, whose ids count from 1.
  package var features: [Feature]
}

extension PackGraph {
  /// Finds the connected pieces of land and water, and how far every cell lies from the coast.
  ///
  /// Pieces are numbered in the order of their first cell. Their outlines begin and turn where the
  /// generator's do. Areas are of the part inside `sheet`, or of the whole outline without one.
  package static func markFeatures(
    mesh: VoronoiMesh, height: [UInt8], sheet: Rect? = nil
  ) -> FeatureMarks {
    precondition(height.count == mesh.cellCount, "one height for each cell")
    var marker = FeatureMarker(mesh: mesh, height: height, sheet: sheet)
    marker.run()
    return marker.marks
  }
}

/// The flood that marks features one after the other.
private struct FeatureMarker {
  let mesh: VoronoiMesh
  let height: [UInt8]
  let sheet: Rect?
  var marks: FeatureMarks
  /// Cells of the feature at hand, in the order they were reached.
  private var members: [Int32] = []

  init(mesh: VoronoiMesh, height: [UInt8], sheet: Rect?) {
    self.mesh = mesh
    self.height = height
    self.sheet = sheet
    let count = mesh.cellCount
    marks = FeatureMarks(
      distance: Array(repeating: 0, count: count), feature: Array(repeating: 0, count: count),
      haven: Array(repeating: 0, count: count), harbor: Array(repeating: 0, count: count),
      features: [])
  }

  func isLand(_ cell: Int) -> Bool { height[cell] >= PackGraph.seaLevel }

  mutating func run() {
    var firstUnmarked = 0
    while let cell = marks.feature[firstUnmarked...].firstIndex(of: 0) {
      guard let id = UInt16(exactly: marks.features.count + 1) else { break }
      firstUnmarked = cell
      let isBorder = flood(from: cell, as: id)
      marks.features.append(describe(id, from: cell, isBorder: isBorder))
    }
    spread(from: 2, by: 1, until: 127)
    spread(from: -1, by: -1, until: -10)
  }

  /// Marks the piece that contains `start`; returns whether it touches the map's edge.
  private mutating func flood(from start: Int, as id: UInt16) -> Bool {
    let land = isLand(start)
    var isBorder = false
    members.removeAll(keepingCapacity: true)
    members.append(Int32(start))
    marks.feature[start] = id
    var stack = [Int32(start)]
    while let top = stack.popLast() {
      let cell = Int(top)
      if mesh.isBorder[cell] { isBorder = true }
      for slot in mesh.cellNeighbors.range(of: cell) {
        let next = mesh.cellNeighbors.values[slot]
        let neighbor = Int(next)
        let neighborIsLand = isLand(neighbor)
        if land {
          markCoast(cell, neighbor, neighborIsLand)
        }
        if land == neighborIsLand && marks.feature[neighbor] == 0 {
          stack.append(next)
          members.append(next)
          marks.feature[neighbor] = id
        }
      }
    }
    return isBorder
  }

  /// Marks the distance from the coast of a land cell and its neighbor.
  private mutating func markCoast(_ cell: Int, _ neighbor: Int, _ neighborIsLand: Bool) {
    if !neighborIsLand {
      marks.distance[cell] = 1
      marks.distance[neighbor] = -1
      if marks.haven[cell] == 0 { findHaven(of: cell) }
    } else if marks.distance[neighbor] == 0 && marks.distance[cell] == 1 {
      marks.distance[neighbor] = 2
    } else if marks.distance[cell] == 0 && marks.distance[neighbor] == 1 {
      marks.distance[cell] = 2
    }
  }

  private mutating func findHaven(of cell: Int) {
    var nearest = Double.infinity
    var haven: Int32 = 0
    var count = 0
    for neighbor in mesh.cellNeighbors[cell] where !isLand(Int(neighbor)) {
      let distance = mesh.sites[cell].squaredDistance(to: mesh.sites[Int(neighbor)])
      if distance < nearest {
        nearest = distance
        haven = neighbor
      }
      count += 1
    }
    marks.haven[cell] = haven
    marks.harbor[cell] = UInt8(truncatingIfNeeded: count)
  }

  /// Marks unmarked cells step by step away from those at `start`, up to before `limit`.
  private mutating func spread(from start: Int8, by step: Int8, until limit: Int8) {
    var front = marks.distance.indices.filter { marks.distance[$0] == start }
    var distance = start + step
    while !front.isEmpty && distance != limit {
      var next: [Int] = []
      for cell in front {
        for neighbor in mesh.cellNeighbors[cell] where marks.distance[Int(neighbor)] == 0 {
          marks.distance[Int(neighbor)] = distance
          next.append(Int(neighbor))
        }
      }
      front = next
      distance += step
    }
  }

  private func describe(_ id: UInt16, from first: Int, isBorder: Bool) -> Feature {
    let land = isLand(first)
    var feature = Feature(id: Int(id), kind: land ? .island : isBorder ? .ocean : .lake)
    feature.isBorder = isBorder
    feature.cellCount = members.count
    feature.firstCell = first
    guard feature.kind != .ocean else { return feature }

    if !isOnEdge(Int32(first), of: id), let cell = members.filter({ isOnEdge($0, of: id) }).min() {
      feature.firstCell = Int(cell)
    }
    feature.outline = outline(of: id, from: feature.firstCell)
    var ring = points(of: feature.outline)
    // The first cell may lie at an enclave, such as an island in a lake, whose shore is a hole.
    if let start = leftmostVertex(of: id), !feature.outline.contains(start) {
      let outer = outline(of: id, along: start)
      let outerRing = points(of: outer)
      if abs(Polygon.signedArea(outerRing)) > abs(Polygon.signedArea(ring)) {
        (feature.outline, ring) = (outer, outerRing)
      }
    }
    if let sheet, ring.count > 1 { ring = Polygon.clip(ring, to: sheet) }
    let area = Polygon.signedArea(ring)
    feature.area = abs(Rounding.half(area))
    if feature.kind == .lake {
      if area > 0 { feature.outline.reverse() }
      feature.shoreline = shoreline(along: feature.outline)
      let lowest = feature.shoreline.lazy.map { height[Int($0)] }.min() ?? PackGraph.seaLevel
      feature.height = Rounding.half(Double(lowest) - 0.1, decimals: 2)
    }
    return feature
  }

  /// Indicates whether a cell touches the map's edge or another feature.
  private func isOnEdge(_ cell: Int32, of id: UInt16) -> Bool {
    mesh.isBorder[Int(cell)]
      || mesh.cellNeighbors[Int(cell)].contains { marks.feature[Int($0)] != id }
  }

  /// Vertices round a feature, beginning at the first outer vertex of `cell`.
  private func outline(of id: UInt16, from cell: Int) -> [Int32] {
    let start = mesh.cellVertices[cell].first { isOuter($0, of: id) }
    return start.map { outline(of: id, along: $0) } ?? []
  }

  /// Indicates whether one of the cells round a vertex of a feature belongs to another.
  private func isOuter(_ vertex: Int32, of id: UInt16) -> Bool {
    (0..<3).contains { !belongs(mesh.vertexCells[3 * Int(vertex) + $0], to: id) }
  }

  private func points(of outline: [Int32]) -> [Point] { outline.map { mesh.vertices[Int($0)] } }

  /// The outer vertex of the feature at hand that lies farthest to the left: no hole has it.
  private func leftmostVertex(of id: UInt16) -> Int32? {
    var best: (x: Double, vertex: Int32)?
    for cell in members {
      for vertex in mesh.cellVertices[Int(cell)] {
        let point = mesh.vertices[Int(vertex)]
        guard point.isFinite, point.x < best?.x ?? .infinity, isOuter(vertex, of: id) else {
          continue
        }
        best = (point.x, vertex)
      }
    }
    return best?.vertex
  }

  /// Vertices round a feature along the ring on which the outer vertex `start` lies.
  private func outline(of id: UInt16, along start: Int32) -> [Int32] {
    var chain: [Int32] = []
    // -1 is a neighbor a vertex may lack, so the first step needs another value.
    var previous: Int32 = -2
    var current = start
    repeat {
      chain.append(current)
      let base = 3 * Int(current)
      let c1 = belongs(mesh.vertexCells[base], to: id)
      let c2 = belongs(mesh.vertexCells[base + 1], to: id)
      let c3 = belongs(mesh.vertexCells[base + 2], to: id)
      let v1 = mesh.vertexNeighbors[base]
      let v2 = mesh.vertexNeighbors[base + 1]
      let v3 = mesh.vertexNeighbors[base + 2]
      var next = current
      if v1 != previous && c1 != c2 {
        next = v1
      } else if v2 != previous && c2 != c3 {
        next = v2
      } else if v3 != previous && c1 != c3 {
        next = v3
      }
      if next < 0 || next == current { break }
      previous = current
      current = next
    } while current != start && chain.count <= mesh.vertices.count
    return chain
  }

  /// Indicates whether a cell is of a feature; points of the boundary are of none.
  private func belongs(_ cell: Int32, to id: UInt16) -> Bool {
    Int(cell) < mesh.cellCount && marks.feature[Int(cell)] == id
  }

  /// Land cells round the vertices of a lake, each once, in the order they come.
  private func shoreline(along outline: [Int32]) -> [Int32] {
    var seen: Set<Int32> = []
    var cells: [Int32] = []
    for vertex in outline {
      for slot in 0..<3 {
        let cell = mesh.vertexCells[3 * Int(vertex) + slot]
        guard Int(cell) < mesh.cellCount, isLand(Int(cell)) else { continue }
        if seen.insert(cell).inserted { cells.append(cell) }
      }
    }
    return cells
  }
}
