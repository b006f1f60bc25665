// SPDX-License-Identifier: MIT
// Part of Platen: cells merged into polygons with holes, over vertices that neighbors share.

/// Merges cells into polygons: the lines between cells of one region vanish, what is left are
/// rings.
///
/// Topology is computed from vertices, not coordinates: an edge is within a region when the cell
/// beyond it is, so two regions meet in exactly the same vertices. Cells of one region that
/// meet only in a corner stay polygons of their own, and a ring never comes to one vertex twice:
/// the simple features of OGC and ISO 19107 require that. A hole belongs to the polygon whose
/// cells lie round it, whatever lies within the hole.
///
/// It keeps marks for every cell and edge from call to call, so a region costs what its own cells
/// cost.
public struct RegionDissolver: Sendable {
  /// Places of the vertices. Those of the mesh keep their numbers; where cells were cut at the
  /// sheet's edge there are more behind them.
  public private(set) var points: [Point]
  /// The vertices of all cells one after another; an edge is known by where it begins here.
  private var tails: [Int32] = []
  /// The beginning of each cell's vertices; one more than there are cells.
  private var starts: [Int32] = [0]
  /// The cell on the left of each edge.
  private var owners: [Int32] = []
  /// The edges that leave each vertex, one vertex after another, and where each one's begin.
  private var leaving: [Int32] = []
  private var leavingStarts: [Int32] = []

  // Marks: what belongs to the region that is being merged carries its number.
  private var region: Int32 = 0
  private var regionOfCell: [Int32]
  private var regionOfEdge: [Int32] = []
  private var partOfCell: [Int32]
  private var placeOnRing: [Int32] = []

  /// From cells as rings of vertices, in either sense of rotation; an empty ring is not a cell.
  public init(rings: some Sequence<some Collection<Int32>>, points: [Point]) {
    self.points = points
    regionOfCell = []
    partOfCell = []
    for ring in rings { append(ring: Array(ring)) }
    finish()
  }

  /// From the cells of a mesh, cut at the edge of `sheet`.
  ///
  /// Where an edge between two cells crosses the sheet's, both get the same vertex there.
  public init(mesh: VoronoiMesh, sheet: Rect) {
    points = mesh.vertices
    regionOfCell = []
    partOfCell = []
    tails.reserveCapacity(mesh.cellVertices.values.count)
    owners.reserveCapacity(mesh.cellVertices.values.count)
    starts.reserveCapacity(mesh.cellCount + 1)
    var cutter = SheetCutter(sheet: sheet)
    for cell in 0..<mesh.cellCount {
      let ring = mesh.cellVertices[cell]
      if ring.allSatisfy({ sheet.contains(points[Int($0)]) }) {
        append(ring: Array(ring))
      } else {
        append(ring: cutter.cut(Array(ring), &points))
      }
    }
    finish()
  }

  /// The number of cells.
  public var cellCount: Int { starts.count - 1 }

  /// The polygons that cells make together: of each the outer ring, then its holes.
  ///
  /// Outer rings turn one way (as a ring does of which the shoelace formula with y up gives a
  /// positive area), holes the other. Polygons come in the order of their lowest cells.
  ///
  /// - Parameter cells: their numbers; duplicates count once, and numbers that are not cells are
  ///   ignored.
  public mutating func polygons(of cells: some Sequence<Int32>) -> [[[Int32]]] {
    region += 1
    var members: [Int32] = []
    for cell in cells where cell >= 0 && Int(cell) < cellCount {
      if regionOfCell[Int(cell)] == region { continue }
      regionOfCell[Int(cell)] = region
      partOfCell[Int(cell)] = -1
      members.append(cell)
    }
    members.sort()
    var polygons = [(outer: [[Int32]], holes: [[Int32]])](
      repeating: ([], []), count: findParts(members))
    for cell in members {
      for edge in starts[Int(cell)]..<starts[Int(cell) + 1] {
        let edge = Int(edge)
        guard regionOfEdge[edge] != region, twinWithin(edge) == nil else { continue }
        for ring in simpleRings(trace(from: edge)) {
          let part = Int(partOfCell[Int(cell)])
          if area(ring) > 0 {
            polygons[part].outer.append(ring)
          } else {
            polygons[part].holes.append(ring)
          }
        }
      }
    }
    return polygons.flatMap { polygon -> [[[Int32]]] in
      guard let first = polygon.outer.first else { return [] }
      // Sound cells have one outer ring; what overlaps may have more.
      return [[first] + polygon.holes] + polygon.outer.dropFirst().map { [$0] }
    }
  }

  // MARK: Making

  private mutating func append(ring: [Int32]) {
    let cell = Int32(starts.count - 1)
    if ring.count > 2 {
      tails.append(contentsOf: area(ring) < 0 ? ring.reversed() : ring)
      for _ in ring { owners.append(cell) }
    }
    starts.append(Int32(tails.count))
  }

  private mutating func finish() {
    regionOfCell = Array(repeating: 0, count: cellCount)
    partOfCell = Array(repeating: 0, count: cellCount)
    regionOfEdge = Array(repeating: 0, count: tails.count)
    placeOnRing = Array(repeating: -1, count: points.count)
    leavingStarts = Array(repeating: 0, count: points.count + 1)
    for vertex in tails { leavingStarts[Int(vertex) + 1] += 1 }
    for vertex in points.indices { leavingStarts[vertex + 1] += leavingStarts[vertex] }
    var next = leavingStarts
    leaving = Array(repeating: 0, count: tails.count)
    for (edge, vertex) in tails.enumerated() {
      leaving[Int(next[Int(vertex)])] = Int32(edge)
      next[Int(vertex)] += 1
    }
  }

  /// Twice the area within a ring, positive where it turns as outer rings do.
  private func area(_ ring: [Int32]) -> Double {
    guard var previous = ring.last.map({ points[Int($0)] }) else { return 0 }
    var sum = 0.0
    for vertex in ring {
      let point = points[Int(vertex)]
      sum += previous.x * point.y - previous.y * point.x
      previous = point
    }
    return sum
  }

  // MARK: Walking

  private func following(_ edge: Int) -> Int {
    let cell = Int(owners[edge])
    return edge + 1 < Int(starts[cell + 1]) ? edge + 1 : Int(starts[cell])
  }

  /// Edges at one vertex that are looked at: a mesh has three, a file may claim any number.
  private static let edgeLimit: Int32 = 64

  /// The edge that runs the other way, where its cell is of the region.
  private func twinWithin(_ edge: Int) -> Int? {
    let (tail, head) = (tails[edge], Int(tails[following(edge)]))
    let first = leavingStarts[head]
    for at in first..<min(leavingStarts[head + 1], first + RegionDissolver.edgeLimit) {
      let other = Int(leaving[Int(at)])
      if tails[following(other)] == tail, regionOfCell[Int(owners[other])] == region {
        return other
      }
    }
    return nil
  }

  /// Numbers the parts of the region that hang together by edges; returns how many there are.
  private mutating func findParts(_ members: [Int32]) -> Int {
    var count: Int32 = 0
    var waiting: [Int32] = []
    for first in members where partOfCell[Int(first)] < 0 {
      partOfCell[Int(first)] = count
      waiting.append(first)
      while let cell = waiting.popLast() {
        for edge in starts[Int(cell)]..<starts[Int(cell) + 1] {
          guard let twin = twinWithin(Int(edge)) else { continue }
          let other = owners[twin]
          if partOfCell[Int(other)] < 0 {
            partOfCell[Int(other)] = count
            waiting.append(other)
          }
        }
      }
      count += 1
    }
    return Int(count)
  }

  /// The ring along the region's edge that begins with `start`, the region on the left.
  private mutating func trace(from start: Int) -> [Int32] {
    var ring: [Int32] = []
    var edge = start
    repeat {
      regionOfEdge[edge] = region
      ring.append(tails[edge])
      // Round the vertex through the region's cells until there is its edge again: so the ring
      // keeps to what hangs together and never jumps over a corner.
      var next = following(edge)
      var turns: Int32 = 0
      while turns < RegionDissolver.edgeLimit, let twin = twinWithin(next) {
        next = following(twin)
        turns += 1
      }
      edge = next
    } while edge != start && regionOfEdge[edge] != region
    return ring
  }

  /// A ring that comes to vertices more than once as several that do not.
  private mutating func simpleRings(_ ring: [Int32]) -> [[Int32]] {
    var rings: [[Int32]] = []
    var open: [Int32] = []
    for vertex in ring {
      let place = Int(placeOnRing[Int(vertex)])
      if place >= 0 {
        let loop = Array(open[place...])
        for passed in loop { placeOnRing[Int(passed)] = -1 }
        open.removeSubrange(place...)
        if loop.count > 2 { rings.append(loop) }
      }
      placeOnRing[Int(vertex)] = Int32(open.count)
      open.append(vertex)
    }
    for vertex in open { placeOnRing[Int(vertex)] = -1 }
    if open.count > 2 { rings.append(open) }
    return rings
  }
}

/// Cuts rings of vertices at a rectangle's sides, so that rings that share an edge share its cut.
private struct SheetCutter {
  private struct Crossing: Hashable {
    var low, high: Int32
    var side: Int
  }
  let sheet: Rect
  private var crossings: [Crossing: Int32] = [:]

  init(sheet: Rect) { self.sheet = sheet }

  /// The part of a convex ring inside the sheet (Sutherland and Hodgman); vertices that are not
  /// finite, as flat triangles have for circumcenters, are omitted.
  mutating func cut(_ ring: [Int32], _ points: inout [Point]) -> [Int32] {
    var ring = ring.filter { points[Int($0)].isFinite }
    for (number, side) in ClipSide.allCases.enumerated() {
      guard var previous = ring.last else { break }
      var kept: [Int32] = []
      var wasInside = side.isInside(points[Int(previous)], sheet)
      for vertex in ring {
        let isInside = side.isInside(points[Int(vertex)], sheet)
        if isInside != wasInside {
          let key = Crossing(
            low: min(previous, vertex), high: max(previous, vertex), side: number)
          let crossing: Int32
          if let known = crossings[key] {
            crossing = known
          } else {
            crossing = Int32(points.count)
            points.append(side.crossing(points[Int(key.low)], points[Int(key.high)], sheet))
            crossings[key] = crossing
          }
          if kept.last != crossing { kept.append(crossing) }
        }
        if isInside { kept.append(vertex) }
        previous = vertex
        wasInside = isInside
      }
      ring = kept
    }
    return ring
  }
}
