// SPDX-License-Identifier: MIT
// Part of Platen: the best place for a label in a polygon.

extension Polygon {
  /// The point inside the polygon of `rings` farthest from its outline, to within `precision`.
  ///
  /// The first ring is the one whose bounds are searched; the others are holes or further parts
  /// inside those bounds. The method is Mapbox's polylabel: squares are split as long as one may
  /// hold a better point, but after 10,000 squares, which only slivers need, the best point so far
  /// has to do. A polygon without extent gives a point of its first ring.
  public static func poleOfInaccessibility(_ rings: [[Point]], precision: Double = 1) -> Point {
    guard let outer = rings.first, let bounds = Rect(enclosing: outer),
      let center = centroid(outer)
    else { return .zero }
    let extent = max(bounds.width, bounds.height)
    // Very thin polygons are searched in fewer, larger squares, so that their number is bounded.
    let size = max(min(bounds.width, bounds.height), extent / 256)
    guard size > 0, size.isFinite, center.isFinite else { return outer[0] }
    var search = PoleSearch(
      rings: rings, precision: max(precision, extent * 1e-6), best: outer[0])
    search.consider(center)
    search.consider(bounds.center)
    let half = size / 2
    for x in stride(from: bounds.minX, to: bounds.maxX, by: size) {
      for y in stride(from: bounds.minY, to: bounds.maxY, by: size) {
        search.probe(Point(x + half, y + half), half)
      }
    }
    return search.run()
  }
}

/// A search for the pole, most promising square first.
private struct PoleSearch {
  struct Square {
    var center: Point
    var half: Double
    /// No point of the square is farther from the outline than this.
    var potential: Double
  }

  /// An edge as its start, its vector and the reciprocal of its squared length, 0 for a point.
  struct Edge {
    var start: Point
    var vector: Point
    var reciprocal: Double
  }

  private let edges: [Edge]
  private let precision: Double
  private var best: Point
  private var distance = -Double.infinity
  private var probesLeft = 10_000
  /// A binary heap, greatest potential first.
  private var queue: [Square] = []

  init(rings: [[Point]], precision: Double, best: Point) {
    self.precision = precision
    self.best = best
    edges = rings.flatMap { ring in
      zip(ring, ring.dropFirst() + ring.prefix(1)).map { a, b in
        let square = (b - a).squaredLength
        return Edge(start: a, vector: b - a, reciprocal: square > 0 ? 1 / square : 0)
      }
    }
  }

  mutating func run() -> Point {
    while probesLeft > 0, let square = pop(), square.potential - distance > precision {
      let half = square.half / 2
      let c = square.center
      probe(Point(c.x - half, c.y - half), half)
      probe(Point(c.x + half, c.y - half), half)
      probe(Point(c.x - half, c.y + half), half)
      probe(Point(c.x + half, c.y + half), half)
    }
    return best
  }

  mutating func consider(_ p: Point) { probe(p, 0) }

  mutating func probe(_ center: Point, _ half: Double) {
    probesLeft -= 1
    let d = signedDistance(from: center)
    let potential = d + half * 2.0.squareRoot()
    if half > 0 && potential > distance + precision {
      push(Square(center: center, half: half, potential: potential))
    }
    if d > distance {
      distance = d
      best = center
    }
  }

  /// The distance from `p` to the nearest edge, negative outside.
  private func signedDistance(from p: Point) -> Double {
    var least = Double.infinity
    var isInside = false
    for edge in edges {
      let offset = p - edge.start
      let along = edge.vector
      // The half-open span in y makes a ray through a vertex cross once.
      if (offset.y < 0) != (offset.y < along.y) {
        let turn = along.x * offset.y - along.y * offset.x
        if along.y > 0 ? turn > 0 : turn < 0 { isInside.toggle() }
      }
      let share = min(max(offset.dot(along) * edge.reciprocal, 0), 1)
      least = min(least, (offset - along * share).squaredLength)
    }
    return (isInside ? 1 : -1) * least.squareRoot()
  }

  private mutating func push(_ square: Square) {
    queue.append(square)
    var child = queue.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard queue[child].potential > queue[parent].potential else { break }
      queue.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func pop() -> Square? {
    guard let top = queue.first, let last = queue.popLast() else { return nil }
    guard !queue.isEmpty else { return top }
    queue[0] = last
    var parent = 0
    while true {
      let left = 2 * parent + 1
      var greatest = parent
      for child in [left, left + 1]
      where child < queue.count && queue[child].potential > queue[greatest].potential {
        greatest = child
      }
      if greatest == parent { return top }
      queue.swapAt(parent, greatest)
      parent = greatest
    }
  }
}
