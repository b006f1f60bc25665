// SPDX-License-Identifier: MIT
// Part of Platen: outlines and borders of regions made of cells.

/// The outline of all cells that carry one label.
public struct RegionOutline: Sendable, Equatable {
  public var label: Int32
  /// Vertex ids of each ring, holes included: fill them even-odd.
  ///
  /// Rings turn with the region on one side, so that holes turn the other way and the signed areas
  /// of all rings add up to the region's.
  public var rings: [[Int32]]
}

/// Merges the cells of a mesh into regions and follows the lines between them.
///
/// Three cells meet at a vertex, so a region's outline never crosses itself there: arriving with
/// the region on one side leaves one way to continue. Cells on the hull of a mesh without a
/// boundary ring are closed by a straight line from their last vertex to their first.
public struct RegionTracer: Sendable {
  private let vertices: [Point]
  private let vertexNeighbors: [Int32]
  private let vertexCells: [Int32]
  private let cellCount: Int
  /// The hull edge that leads up to each cell on the hull, empty where a boundary closes the mesh.
  private let hullEdges: [Int32: Int32]

  /// Ids in `mesh` that lead nowhere count as missing.
  public init(mesh: VoronoiMesh) {
    let count = min(
      mesh.vertices.count, mesh.vertexNeighbors.count / 3, mesh.vertexCells.count / 3)
    vertices = mesh.vertices
    cellCount = mesh.cellCount
    let limit = Int32(count)
    let isSound =
      mesh.vertexNeighbors.count == 3 * count
      && mesh.vertexNeighbors.allSatisfy { $0 >= -1 && $0 < limit }
    vertexNeighbors =
      isSound
      ? mesh.vertexNeighbors
      : mesh.vertexNeighbors[..<(3 * count)].map { $0 >= 0 && $0 < limit ? $0 : -1 }
    vertexCells = mesh.vertexCells
    var hullEdges: [Int32: Int32] = [:]
    for e in 0..<3 * count where vertexNeighbors[e] < 0 {
      let cell = mesh.vertexCells[VoronoiMesh.following(e)]
      if cell >= 0 && cell < mesh.cellCount { hullEdges[cell] = Int32(e) }
    }
    self.hullEdges = hullEdges
  }

  /// One outline for each nonzero label, ascending.
  ///
  /// `labels` has one label for each cell; 0 means no region. Rings come in the order of their
  /// lowest vertex.
  public func outlines(labels: [Int32]) -> [RegionOutline] {
    let edgeLabels = labelsRoundVertices(labels)
    var visited = [Bool](repeating: false, count: edgeLabels.count)
    var rings: [(label: Int32, ring: [Int32])] = []
    for e in edgeLabels.indices where !visited[e] {
      let label = edgeLabels[e]
      guard label != 0, label != edgeLabels[VoronoiMesh.following(e)] else { continue }
      let ring = trace(label, from: e, edgeLabels, &visited)
      if ring.count > 2 { rings.append((label, ring)) }
    }
    if let hull = hullOutline(edgeLabels) { rings.append(hull) }

    let order = rings.indices.sorted { (rings[$0].label, $0) < (rings[$1].label, $1) }
    var outlines: [RegionOutline] = []
    for index in order {
      let (label, ring) = rings[index]
      if outlines.last?.label == label {
        outlines[outlines.count - 1].rings.append(ring)
      } else {
        outlines.append(RegionOutline(label: label, rings: [ring]))
      }
    }
    return outlines
  }

  /// Polylines of vertex ids along the edges between neighboring cells of different labels that
  /// `between` accepts.
  ///
  /// `between` is called once for each such edge, with the lower cell id first. Edges are chained
  /// as far as they go, straight on where three meet; a closed line ends with its first vertex.
  public func borders(
    labels: [Int32], between accepts: (Int, Int) -> Bool = { _, _ in true }
  ) -> [[Int32]] {
    var isOpen = [Bool](repeating: false, count: vertexNeighbors.count)
    for e in isOpen.indices {
      let other = Int(vertexNeighbors[e])
      guard other > e / 3, let twin = twin(of: e) else { continue }
      let a = Int(vertexCells[e])
      let b = Int(vertexCells[VoronoiMesh.following(e)])
      guard a >= 0, b >= 0, a < labels.count, b < labels.count, a < cellCount, b < cellCount,
        labels[a] != labels[b], accepts(min(a, b), max(a, b))
      else { continue }
      isOpen[e] = true
      isOpen[twin] = true
    }

    var lines: [[Int32]] = []
    // A line can only end where an odd number of edges meet, so those come first; what is left
    // over are closed lines.
    for vertex in 0..<isOpen.count / 3 where openEdges(at: vertex, isOpen) % 2 == 1 {
      lines.append(follow(from: vertex, &isOpen))
    }
    for vertex in 0..<isOpen.count / 3 where openEdges(at: vertex, isOpen) > 0 {
      lines.append(follow(from: vertex, &isOpen))
    }
    return lines
  }

  // MARK: Outlines

  /// The label of the cell each edge leaves on its left.
  private func labelsRoundVertices(_ labels: [Int32]) -> [Int32] {
    precondition(labels.count == cellCount, "one label for each cell")
    return vertexCells[..<vertexNeighbors.count].map { cell in
      cell >= 0 && cell < cellCount ? labels[Int(cell)] : 0
    }
  }

  private func trace(
    _ label: Int32, from start: Int, _ edgeLabels: [Int32], _ visited: inout [Bool]
  ) -> [Int32] {
    var ring: [Int32] = []
    var e = start
    repeat {
      visited[e] = true
      ring.append(Int32(e / 3))
      var vertex = Int(vertexNeighbors[e])
      if vertex < 0 { vertex = goRoundHull(from: e, label, edgeLabels, &ring) ?? -1 }
      guard let next = leaving(vertex, label, edgeLabels) else { break }
      e = next
    } while !visited[e]
    return ring
  }

  /// The edge that leaves a vertex with `label` on its left and another label on its right.
  private func leaving(_ vertex: Int, _ label: Int32, _ edgeLabels: [Int32]) -> Int? {
    guard vertex >= 0 else { return nil }
    for e in 3 * vertex..<3 * vertex + 3
    where edgeLabels[e] == label && edgeLabels[VoronoiMesh.following(e)] != label { return e }
    return nil
  }

  /// Closes the hull cells from the one left of `edge` on, as long as they carry `label`; returns
  /// the vertex where the outline turns inward again.
  private func goRoundHull(
    from edge: Int, _ label: Int32, _ edgeLabels: [Int32], _ ring: inout [Int32]
  ) -> Int? {
    var cell = vertexCells[edge]
    for _ in 0...hullEdges.count {
      guard let edge = hullEdges[cell] else { return nil }
      if edgeLabels[Int(edge)] != label { return Int(edge) / 3 }
      ring.append(edge / 3)
      cell = vertexCells[Int(edge)]
    }
    return nil
  }

  /// The ring round the whole mesh, where every cell of its hull carries one label.
  private func hullOutline(_ edgeLabels: [Int32]) -> (label: Int32, ring: [Int32])? {
    guard let first = hullEdges.keys.min(), let start = hullEdges[first] else { return nil }
    let label = edgeLabels[Int(start)]
    guard label != 0 else { return nil }
    var ring: [Int32] = []
    var edge = start
    repeat {
      guard edgeLabels[Int(edge)] == label else { return nil }
      ring.append(edge / 3)
      guard let next = hullEdges[vertexCells[Int(edge)]], ring.count <= hullEdges.count else {
        return nil
      }
      edge = next
    } while edge != start
    return ring.count > 2 ? (label, ring) : nil
  }

  // MARK: Borders

  /// The same edge seen from its other vertex.
  private func twin(of e: Int) -> Int? {
    let other = Int(vertexNeighbors[e])
    let vertex = Int32(e / 3)
    let cell = vertexCells[e]
    for twin in 3 * other..<3 * other + 3
    where vertexNeighbors[twin] == vertex && vertexCells[VoronoiMesh.following(twin)] == cell {
      return twin
    }
    return nil
  }

  private func openEdges(at vertex: Int, _ isOpen: [Bool]) -> Int {
    (isOpen[3 * vertex] ? 1 : 0) + (isOpen[3 * vertex + 1] ? 1 : 0)
      + (isOpen[3 * vertex + 2] ? 1 : 0)
  }

  /// Uses up edges from `start` on until a vertex has none left.
  private func follow(from start: Int, _ isOpen: inout [Bool]) -> [Int32] {
    var line = [Int32(start)]
    var previous: Int?
    var vertex = start
    while let e = straightest(at: vertex, after: previous, isOpen) {
      isOpen[e] = false
      if let twin = twin(of: e) { isOpen[twin] = false }
      previous = vertex
      vertex = Int(vertexNeighbors[e])
      line.append(Int32(vertex))
    }
    return line
  }

  private func straightest(at vertex: Int, after previous: Int?, _ isOpen: [Bool]) -> Int? {
    var best: Int?
    var bestCosine = -Double.infinity
    for e in 3 * vertex..<3 * vertex + 3 where isOpen[e] {
      var cosine = 0.0
      if let previous {
        let forward = vertices[vertex] - vertices[previous]
        let onward = vertices[Int(vertexNeighbors[e])] - vertices[vertex]
        cosine = forward.dot(onward) / (forward.length * onward.length)
      }
      if best == nil || cosine > bestCosine {
        best = e
        bestCosine = cosine
      }
    }
    return best
  }
}
