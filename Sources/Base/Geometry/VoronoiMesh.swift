// SPDX-License-Identifier: MIT
// Part of Platen: the mesh of Voronoi cells that every map is based on.

/// Voronoi cells with their vertices and neighbors.
///
/// Cell `i` surrounds `sites[i]`. Vertex `t` is the circumcenter of Delaunay triangle `t`, so
/// vertex ids are triangle ids. Points of the boundary ring outside the canvas have no cell: ids at
/// or above `cellCount` in `vertexCells` name them.
public struct VoronoiMesh: Sendable, Equatable {
  public var sites: [Point]
  /// The vertices round each cell, in order of the walk.
  public var cellVertices: IndexLists
  /// The neighboring cells of each cell; boundary points are omitted.
  public var cellNeighbors: IndexLists
  /// Indicates whether a cell touches a boundary point, and with it the edge of the map.
  public var isBorder: [Bool]
  public var vertices: [Point]
  /// Three neighboring vertices for each vertex, -1 where there is none.
  public var vertexNeighbors: [Int32]
  /// The three sites round each vertex.
  public var vertexCells: [Int32]

  public init(
    sites: [Point], cellVertices: IndexLists, cellNeighbors: IndexLists, isBorder: [Bool],
    vertices: [Point], vertexNeighbors: [Int32], vertexCells: [Int32]
  ) {
    self.sites = sites
    self.cellVertices = cellVertices
    self.cellNeighbors = cellNeighbors
    self.isBorder = isBorder
    self.vertices = vertices
    self.vertexNeighbors = vertexNeighbors
    self.vertexCells = vertexCells
  }

  @inlinable public var cellCount: Int { sites.count }

  /// The outline of a cell.
  @inlinable public func ring(of cell: Int) -> some BidirectionalCollection<Point> {
    cellVertices[cell].lazy.map { vertices[Int($0)] }
  }
}
