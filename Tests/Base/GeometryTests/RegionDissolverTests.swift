// SPDX-License-Identifier: MIT
// Part of Platen: cells merged into polygons, on every small checkerboard there is.

import Geometry
import Testing

/// A grid of unit squares; the vertices of square (x, y) are those of the lattice.
private struct Board {
  let columns: Int
  let rows: Int

  var dissolver: RegionDissolver {
    let points = (0...rows).flatMap { y in (0...columns).map { Point(Double($0), Double(y)) } }
    let rings = (0..<columns * rows).map { cell -> [Int32] in
      let corner = Int32(cell / columns * (columns + 1) + cell % columns)
      let below = corner + Int32(columns) + 1
      // Every other square turns the other way: that must not matter.
      let ring = [corner, corner + 1, below + 1, below]
      return cell % 2 == 0 ? ring : ring.reversed()
    }
    return RegionDissolver(rings: rings, points: points)
  }

  func center(_ cell: Int) -> Point {
    Point(Double(cell % columns) + 0.5, Double(cell / columns) + 0.5)
  }
}

/// The shoelace formula with y up, twice the area.
private func area(_ ring: [Point]) -> Double {
  zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) { sum, edge in
    sum + edge.0.x * edge.1.y - edge.1.x * edge.0.y
  }
}

/// The errors in the polygons of some cells, in words; nil without any.
private func fault(
  _ polygons: [[[Int32]]], of cells: [Int32], on board: Board, points: [Point]
) -> String? {
  var sum = 0.0
  var edges: Set<[Int32]> = []
  let shapes = polygons.map { $0.map { ring in ring.map { points[Int($0)] } } }
  for (polygon, shape) in zip(polygons, shapes) {
    for (index, ring) in polygon.enumerated() {
      if Set(ring).count != ring.count { return "a ring comes to a vertex twice" }
      let turn = area(shape[index])
      if (turn > 0) != (index == 0) { return "ring \(index) turns the wrong way" }
      sum += turn / 2
      for edge in zip(ring, ring.dropFirst() + ring.prefix(1)) {
        if !edges.insert([edge.0, edge.1]).inserted { return "an edge is there twice" }
        if edges.contains([edge.1, edge.0]) { return "an edge lies within the region" }
      }
    }
  }
  if sum != Double(cells.count) { return "the area is \(sum)" }
  for cell in 0..<board.columns * board.rows {
    let inside = shapes.filter { Polygon.contains(board.center(cell), in: $0) }.count
    if inside != (cells.contains(Int32(cell)) ? 1 : 0) { return "cell \(cell) is in \(inside)" }
  }
  return nil
}

@Suite struct RegionDissolving {
  /// All 65,536 ways to choose squares of a board of four by four: diagonals that touch, rings with
  /// holes, squares within holes.
  @Test func everyRegionOfASmallBoard() {
    let board = Board(columns: 4, rows: 4)
    var dissolver = board.dissolver
    for bits in 0..<1 << 16 {
      let cells: [Int32] = (0..<Int32(16)).filter { (bits >> Int($0)) & 1 == 1 }
      let polygons = dissolver.polygons(of: cells)
      if let fault = fault(polygons, of: cells, on: board, points: dissolver.points) {
        Issue.record("cells \(cells): \(fault)")
        return
      }
    }
  }

  /// Rings within rings: each hole belongs to the ring of cells it is in.
  @Test func holesInHoles() {
    let board = Board(columns: 9, rows: 9)
    var dissolver = board.dissolver
    let rings: [Int32] = (Int32(0)..<81).filter { cell in
      let (x, y) = (cell % 9, cell / 9)
      let depth: Int32 = min(x, 8 - x, y, 8 - y)
      return depth % 2 == 0
    }
    let polygons = dissolver.polygons(of: rings)
    #expect(fault(polygons, of: rings, on: board, points: dissolver.points) == nil)
    #expect(polygons.map(\.count) == [2, 2, 1])
    #expect(polygons.map { $0[0].count } == [36, 20, 4])
  }

  @Test func cornersThatTouchStayApart() {
    let board = Board(columns: 8, rows: 8)
    var dissolver = board.dissolver
    let black: [Int32] = (Int32(0)..<64).filter { cell in (cell % 8 + cell / 8) % 2 == 0 }
    let polygons = dissolver.polygons(of: black)
    #expect(polygons.count == 32 && polygons.allSatisfy { $0.count == 1 && $0[0].count == 4 })
  }

  @Test func whatIsNoCellIsNothing() {
    var dissolver = Board(columns: 2, rows: 2).dissolver
    #expect(dissolver.polygons(of: [-1, 4, 99]).isEmpty)
    #expect(dissolver.polygons(of: [0, 0, 1, 0]).map(\.count) == [1])
    #expect(dissolver.polygons(of: []).isEmpty)
  }

  /// Neighbors share the vertices at which their common edge is cut, corners of the sheet belong to
  /// the cell that holds them, and everything together is the sheet.
  @Test func meshesAreCutAtTheSheet() {
    let sheet = Rect(x: 0, y: 0, width: 100, height: 60)
    var random = Alea(seed: "cut")
    let sites = (0..<60).map { _ in Point(random.next() * 100, random.next() * 60) }
    var ring: [Point] = []
    for x in stride(from: -20.0, through: 120, by: 10) { ring += [Point(x, -20), Point(x, 80)] }
    for y in stride(from: -10.0, through: 70, by: 10) { ring += [Point(-20, y), Point(120, y)] }
    let mesh = VoronoiMesh(sites: sites, boundary: ring)
    var dissolver = RegionDissolver(mesh: mesh, sheet: sheet)
    let whole = dissolver.polygons(of: (0..<60).map { Int32($0) })
    #expect(whole.count == 1 && whole[0].count == 1)
    let points = dissolver.points
    let outline = whole[0][0].map { points[Int($0)] }
    #expect(outline.allSatisfy { sheet.contains($0) })
    #expect(abs(area(outline) / 2 - 6000) < 1e-9)
    for corner in [Point(0, 0), Point(100, 0), Point(100, 60), Point(0, 60)] {
      #expect(outline.contains(corner))
    }
    var sum = 0.0
    for cell in 0..<60 {
      let polygon = dissolver.polygons(of: [Int32(cell)])
      #expect(polygon.count == 1)
      sum += area((polygon.first?.first ?? []).map { points[Int($0)] }) / 2
    }
    #expect(abs(sum - 6000) < 1e-9)
  }
}
