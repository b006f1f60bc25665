// SPDX-License-Identifier: MIT
// Part of Platen: finding the point nearest to a place, among many.

/// An index of points in square buckets.
public struct PointIndex: Sendable {
  private let points: [Point]
  private let origin: Point
  private let size: Double
  private let columns: Int
  private let rows: Int
  /// The points of each bucket, row by row.
  private let buckets: IndexLists

  /// Points with a coordinate that is not finite are never found.
  public init(_ points: [Point]) {
    self.points = points
    let finite = points.indices.filter { points[$0].isFinite }
    let bounds =
      Rect(enclosing: finite.lazy.map { points[$0] }) ?? Rect(x: 0, y: 0, width: 0, height: 0)
    origin = Point(bounds.minX, bounds.minY)
    // About two points to a bucket, but along a thin strip no more buckets than points.
    let perPoint = (bounds.width * bounds.height * 2 / Double(max(finite.count, 1))).squareRoot()
    let longest = max(bounds.width, bounds.height) / Double(max(finite.count, 1))
    let size = max(perPoint, longest)
    // Points in one place, or farther apart than numbers reach, share one bucket.
    self.size = size > 0 && size.isFinite ? size : .infinity
    columns = Self.slot(bounds.width, self.size, finite.count + 1) + 1
    rows = Self.slot(bounds.height, self.size, finite.count + 1) + 1

    let (origin, side, columns, rows) = (origin, self.size, columns, rows)
    let slots = finite.map { index in
      Self.slot(points[index].y - origin.y, side, rows) * columns
        + Self.slot(points[index].x - origin.x, side, columns)
    }
    var offsets = [Int32](repeating: 0, count: columns * rows + 1)
    for slot in slots { offsets[slot + 1] += 1 }
    for slot in 0..<columns * rows { offsets[slot + 1] += offsets[slot] }
    var ends = offsets
    var values = [Int32](repeating: 0, count: finite.count)
    for (index, slot) in zip(finite, slots) {
      values[Int(ends[slot])] = Int32(index)
      ends[slot] += 1
    }
    buckets = IndexLists(offsets: offsets, values: values)
  }

  /// The index of the point nearest to `place`, the lowest where several are; nil without points.
  public func nearest(to place: Point) -> Int? {
    guard place.isFinite, !buckets.values.isEmpty else { return nil }
    let column = Self.slot(place.x - origin.x, size, columns)
    let row = Self.slot(place.y - origin.y, size, rows)
    var best: (distance: Double, index: Int32) = (.infinity, .max)
    // Whatever lies outside the square of buckets up to `reach` away is at least so far off.
    for reach in 0...max(columns, rows) {
      let least = Double(reach - 1) * size
      if reach > 0 && least * least > best.distance { break }
      scan(place, column, row, reach, &best)
    }
    return best.index == .max ? nil : Int(best.index)
  }

  /// Looks at the buckets exactly `reach` columns or rows away.
  private func scan(
    _ place: Point, _ column: Int, _ row: Int, _ reach: Int,
    _ best: inout (distance: Double, index: Int32)
  ) {
    for y in max(row - reach, 0)...min(row + reach, rows - 1) {
      let step = abs(y - row) == reach ? 1 : max(2 * reach, 1)
      for x in stride(from: column - reach, through: column + reach, by: step)
      where x >= 0 && x < columns {
        for index in buckets[y * columns + x] {
          let distance = place.squaredDistance(to: points[Int(index)])
          if distance < best.distance || distance == best.distance && index < best.index {
            best = (distance, index)
          }
        }
      }
    }
  }

  /// The bucket `offset` falls into along one axis, below `count`.
  private static func slot(_ offset: Double, _ size: Double, _ count: Int) -> Int {
    let slot = (offset / size).rounded(.down)
    guard slot > 0 else { return 0 }
    return slot < Double(count - 1) ? Int(slot) : count - 1
  }
}
