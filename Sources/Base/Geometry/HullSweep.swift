// SPDX-License-Identifier: MIT
// Part of Platen: the sweep that triangulates points outward from a seed triangle.

/// Adds points in sequence, nearest the seed triangle first, to a triangulation, and maintains its
/// convex hull.
///
/// A point outside the hull sees a run of hull edges: each becomes a triangle with it, and edges
/// that fail the Delaunay condition are flipped. The hull is a ring linked by point ids, and a hash
/// of the angle round the seed finds an edge to begin the search from.
struct HullSweep {
  /// The first triangle and its circumcenter.
  struct Seed {
    var a, b, c: Int32
    var center: Point
  }

  /// A point's id beside what it is sorted by.
  struct Ranked {
    var key: Double
    var id: Int32
  }

  private let points: UnsafeBufferPointer<Point>
  private let triangles: UnsafeMutableBufferPointer<Int32>
  private let halfedges: UnsafeMutableBufferPointer<Int32>
  /// The hull as a ring of point ids; a point removed from it is its own successor.
  private let previous: UnsafeMutableBufferPointer<Int32>
  private let next: UnsafeMutableBufferPointer<Int32>
  /// The half-edge of each hull point's edge to its successor.
  private let hullEdge: UnsafeMutableBufferPointer<Int32>
  /// Hull points by the angle round the center, -1 where none was seen.
  private let hash: UnsafeMutableBufferPointer<Int32>
  /// Edges still to be checked.
  ///
  /// Past its end edges go unchecked, as in Delaunator: only extremely degenerate input gets there.
  private let pending: UnsafeMutableBufferPointer<Int32>
  private var used = 0
  private var hullStart: Int32 = 0
  private var center = Point.zero

  init(points: UnsafeBufferPointer<Point>) {
    self.points = points
    let count = points.count
    // n points make at most 2n - 5 triangles.
    let capacity = 2 * count * 3
    triangles = .allocate(capacity: capacity)
    halfedges = .allocate(capacity: capacity)
    previous = .allocate(capacity: count)
    next = .allocate(capacity: count)
    hullEdge = .allocate(capacity: count)
    hash = .allocate(capacity: Int(Double(count).squareRoot().rounded(.up)))
    pending = .allocate(capacity: 512)
    previous.initialize(repeating: 0)
    next.initialize(repeating: 0)
    hullEdge.initialize(repeating: 0)
    hash.initialize(repeating: -1)
  }

  func deallocate() {
    for buffer in [triangles, halfedges, previous, next, hullEdge, hash, pending] {
      buffer.deallocate()
    }
  }

  /// The triangulation of the points in `ids`: triangles, half-edges, hull.
  mutating func run(from seed: Seed, over ids: [Int32]) -> ([Int32], [Int32], [Int32]) {
    center = seed.center
    var order = ids.map { id in
      Ranked(key: points[Int(id)].squaredDistance(to: seed.center), id: id)
    }
    order.withUnsafeMutableBufferPointer(Self.sort)

    begin(with: seed)
    var hullSize = 3
    var last = Point.zero
    for (rank, entry) in order.enumerated() {
      let p = points[Int(entry.id)]
      if rank > 0, abs(p.x - last.x) <= Double.ulpOfOne, abs(p.y - last.y) <= Double.ulpOfOne {
        continue
      }
      last = p
      if entry.id == seed.a || entry.id == seed.b || entry.id == seed.c { continue }
      hullSize += insert(entry.id, p)
    }

    var hull: [Int32] = []
    hull.reserveCapacity(hullSize)
    var e = hullStart
    for _ in 0..<hullSize {
      hull.append(e)
      e = next[Int(e)]
    }
    return (Array(triangles[..<used]), Array(halfedges[..<used]), hull)
  }

  private mutating func begin(with seed: Seed) {
    let ring = [seed.a, seed.b, seed.c]
    hullStart = seed.a
    for (index, id) in ring.enumerated() {
      next[Int(id)] = ring[(index + 1) % 3]
      previous[Int(id)] = ring[(index + 2) % 3]
      hullEdge[Int(id)] = Int32(index)
      hash[slot(of: points[Int(id)])] = id
    }
    _ = addTriangle(seed.a, seed.b, seed.c, -1, -1, -1)
  }

  /// Adds point `i` at `p`; returns how many points the hull gained.
  @inline(__always)
  private mutating func insert(_ i: Int32, _ p: Point) -> Int {
    guard let seen = visibleEdge(from: p) else { return 0 }  // likely a near-duplicate
    // The new point's neighbors on the hull: `before` and `after` move apart as edges between
    // them are covered. No point sees all edges, but with coordinates so small that products
    // underflow it might seem to, so they stop before they meet.
    var before = seen.edge
    var after = next[Int(before)]
    var gained = 1

    var t = addTriangle(before, i, after, -1, -1, hullEdge[Int(before)])
    hullEdge[Int(i)] = legalize(t + 2)
    hullEdge[Int(before)] = t

    while true {
      let q = next[Int(after)]
      guard q != before, Orientation.turn(p, points[Int(after)], points[Int(q)]) < 0 else { break }
      t = addTriangle(after, i, q, hullEdge[Int(i)], -1, hullEdge[Int(after)])
      hullEdge[Int(i)] = legalize(t + 2)
      next[Int(after)] = after
      gained -= 1
      after = q
    }

    // Edges before the first visible one can be visible only where the search began with it.
    if before == seen.start {
      while true {
        let q = previous[Int(before)]
        guard q != after, Orientation.turn(p, points[Int(q)], points[Int(before)]) < 0 else {
          break
        }
        t = addTriangle(q, i, before, -1, hullEdge[Int(before)], hullEdge[Int(q)])
        _ = legalize(t + 2)
        hullEdge[Int(q)] = t
        next[Int(before)] = before
        gained -= 1
        before = q
      }
    }

    hullStart = before
    previous[Int(i)] = before
    next[Int(before)] = i
    previous[Int(after)] = i
    next[Int(i)] = after
    hash[slot(of: p)] = i
    hash[slot(of: points[Int(before)])] = before
    return gained
  }

  /// The first hull edge `p` sees, and where the search began; nil when it sees none.
  @inline(__always)
  private func visibleEdge(from p: Point) -> (edge: Int32, start: Int32)? {
    var start: Int32 = 0
    var key = slot(of: p)
    for _ in 0..<hash.count {
      start = hash[key]
      if start != -1 && start != next[Int(start)] { break }
      key += 1
      if key == hash.count { key = 0 }
    }
    // The seed's points enter the hash and every later hull point does, so one was found.
    guard start >= 0 else { return nil }
    start = previous[Int(start)]
    var e = start
    while true {
      let q = next[Int(e)]
      if !(Orientation.turn(p, points[Int(e)], points[Int(q)]) >= 0) { return (e, start) }
      e = q
      if e == start { return nil }
    }
  }

  /// The slot in the hash of the direction from the center to `p`.
  @inline(__always)
  private func slot(of p: Point) -> Int {
    let d = p - center
    // Grows with the angle, without trigonometry, from 0 to 1.
    let share = d.x / (abs(d.x) + abs(d.y))
    let angle = (d.y > 0 ? 3 - share : 1 + share) / 4
    // A point on the center itself has no angle.
    guard angle >= 0 else { return 0 }
    return Int((angle * Double(hash.count)).rounded(.down)) % hash.count
  }

  @inline(__always)
  private func link(_ a: Int32, _ b: Int32) {
    halfedges[Int(a)] = b
    if b != -1 { halfedges[Int(b)] = a }
  }

  /// Adds a triangle of three points beside the half-edges `a`, `b`, `c`; returns its first.
  @inline(__always)
  private mutating func addTriangle(
    _ i0: Int32, _ i1: Int32, _ i2: Int32, _ a: Int32, _ b: Int32, _ c: Int32
  ) -> Int32 {
    let t = Int32(truncatingIfNeeded: used)
    triangles[used] = i0
    triangles[used + 1] = i1
    triangles[used + 2] = i2
    link(t, a)
    link(t + 1, b)
    link(t + 2, c)
    used += 3
    return t
  }

  /// Flips edge `first` and the edges behind it until all are Delaunay; returns the half-edge that
  /// ends up beside the new point.
  ///
  /// Each flip joins one more triangle to that point, so it ends.
  private func legalize(_ first: Int32) -> Int32 {
    var a = first
    var waiting = 0
    while true {
      let b = halfedges[Int(a)]
      let a0 = a - a % 3
      let ar = a0 + (a + 2) % 3
      if b != -1 {
        let b0 = b - b % 3
        let al = a0 + (a + 1) % 3
        let bl = b0 + (b + 2) % 3
        let p0 = triangles[Int(ar)]
        let p1 = triangles[Int(bl)]
        if isInCircle(p0, triangles[Int(a)], triangles[Int(al)], p1) {
          triangles[Int(a)] = p1
          triangles[Int(b)] = p0
          let hbl = halfedges[Int(bl)]
          // Rare: the flipped edge lay on the far side of the hull.
          if hbl == -1 { moveHullEdge(from: bl, to: a) }
          link(a, hbl)
          link(b, halfedges[Int(ar)])
          link(ar, bl)
          if waiting < pending.count {
            pending[waiting] = b0 + (b + 1) % 3
            waiting += 1
          }
          continue
        }
      }
      if waiting == 0 { return ar }
      waiting -= 1
      a = pending[waiting]
    }
  }

  private func moveHullEdge(from old: Int32, to new: Int32) {
    var e = hullStart
    repeat {
      if hullEdge[Int(e)] == old {
        hullEdge[Int(e)] = new
        return
      }
      e = previous[Int(e)]
    } while e != hullStart
  }

  /// Indicates whether point `p` lies inside the circle through three others, in plain arithmetic.
  @inline(__always)
  private func isInCircle(_ a: Int32, _ b: Int32, _ c: Int32, _ p: Int32) -> Bool {
    let origin = points[Int(p)]
    let d = points[Int(a)] - origin
    let e = points[Int(b)] - origin
    let f = points[Int(c)] - origin
    let ap = d.squaredLength
    let bp = e.squaredLength
    let cp = f.squaredLength
    return d.x * (e.y * cp - bp * f.y) - d.y * (e.x * cp - bp * f.x)
      + ap * (e.x * f.y - e.y * f.x) < 0
  }

  /// Sorts by key; equal keys end up where Delaunator's quicksort leaves them.
  ///
  /// Median of three, insertion sort for runs of up to 21. The ranges still to do are kept in a
  /// list, the longer put off, so that no input can exhaust the stack.
  static func sort(_ items: inout UnsafeMutableBufferPointer<Ranked>) {
    var ranges = [(left: 0, right: items.count - 1)]
    while var (left, right) = ranges.popLast() {
      while right - left > 20 {
        let median = (left + right) >> 1
        var i = left + 1
        var j = right
        items.swapAt(median, i)
        if items[left].key > items[right].key { items.swapAt(left, right) }
        if items[i].key > items[right].key { items.swapAt(i, right) }
        if items[left].key > items[i].key { items.swapAt(left, i) }
        let pivot = items[i]
        while true {
          repeat { i += 1 } while items[i].key < pivot.key
          repeat { j -= 1 } while items[j].key > pivot.key
          if j < i { break }
          items.swapAt(i, j)
        }
        items[left + 1] = items[j]
        items[j] = pivot
        if right - i + 1 >= j - left {
          ranges.append((i, right))
          right = j - 1
        } else {
          ranges.append((left, j - 1))
          left = i
        }
      }
      guard left < right else { continue }
      for i in left + 1...right {
        let item = items[i]
        var j = i - 1
        while j >= left && items[j].key > item.key {
          items[j + 1] = items[j]
          j -= 1
        }
        items[j + 1] = item
      }
    }
  }
}
