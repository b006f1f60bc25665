// SPDX-License-Identifier: MIT
// Part of Platen: canonical digests of points, shapes and meshes.

public import Digests

extension Point: Digestible {
  @inlinable
  public func add(to digester: inout Digester) { digester.addFields(x, y) }

  /// Two doubles and nothing else: the memory is the stream.
  @inlinable
  public static func add(_ elements: UnsafeBufferPointer<Point>, to digester: inout Digester) {
    digester.addPacked(.record, elements, width: 16) { point, digester in
      digester.appendRaw(point.x.bitPattern)
      digester.appendRaw(point.y.bitPattern)
    }
  }
}

extension Rect: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(x, y, width, height) }
}

extension Size: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(width, height) }
}

extension AffineMap: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(a, b, c, d, tx, ty) }
}

extension Path: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(verbs, points) }
}

extension Path.Verb: Digestible {
  public static func add(_ elements: UnsafeBufferPointer<Self>, to digester: inout Digester) {
    // The compiler chooses an enumeration's memory layout; its raw values are fixed here.
    digester.addPacked(.unsigned, elements, isMemory: false) { $1.appendRaw($0.rawValue) }
  }
}

extension IndexLists: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(offsets, values) }
}

extension VoronoiMesh: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(
      sites, cellVertices, cellNeighbors, isBorder, vertices, vertexNeighbors, vertexCells)
  }
}
