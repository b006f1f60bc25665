// SPDX-License-Identifier: MIT
// Part of Platen: the occupied parts of the sheet, so that no name covers another.

internal import Geometry

/// The occupied rectangles of a sheet, found by position.
///
/// Names and plates are hard: nothing may cover them. Marks are soft: covering one has a cost,
/// which is accepted where nothing better is free. A class, because all names of a map share one.
final class LabelCollisionGrid {
  private let bounds: Rect
  private let bucket: Double
  private let columns: Int
  private let rows: Int
  /// The last box of each bucket.
  private var heads: [Int32]
  private var occupied: [OccupiedBox] = []
  /// A rectangle in one bucket, and the index of the box before it.
  private struct OccupiedBox {
    var rect: Rect
    var cost: Int32
    var previous: Int32
  }

  /// Boxes of places that are only kept until signs have settled.
  private var homes: [Int] = []
  /// The number of marks in each bucket.
  private var crowds: [Int32]
  /// Marks of one bucket that count: more on a heap change nothing.
  private static let crowdLimit: Int32 = 500
  /// The numbers of requested and placed names.
  var statistics = PlacementStatistics()

  /// The cost of a capital's mark.
  static let capital = 70
  /// The cost of each piece of a line that is drawn over the map.
  static let line = 12
  /// The cost of the place where an army belongs, which may stand beside it.
  static let army = 14
  /// The cost of a coat of arms.
  static let shield = 80
  /// The cost of a pin, which may stand on a line beside its place.
  static let sign = 12
  /// The cost of the space at the ends of a region's name, where another name would seem to be one
  /// with it.
  static let space = 40
  /// The cost of the same for names of burgs and for signs.
  static let burgSpace = 6
  /// The cost of touching a capital's mark, which is a hair from where it is covered.
  static let rim = 18
  /// Costs at or above this forbid.
  static let hard = 1_000
  /// The cost of plates and small names. They also forbid lines, which run between them or at worst
  /// over the letters of a region's name.
  static let solid = 10_000

  init(bounds: Rect, bucket: Double) {
    self.bounds = bounds
    let longest = max(bounds.width, bounds.height)
    self.bucket = max(bucket, longest / 512)
    columns = max(1, Int(bounds.width / self.bucket) + 1)
    rows = max(1, Int(bounds.height / self.bucket) + 1)
    heads = Array(repeating: -1, count: columns * rows)
    crowds = Array(repeating: 0, count: columns * rows)
  }

  func reserve(_ rect: Rect, cost: Int = LabelCollisionGrid.solid) {
    let across = columns(of: rect)
    for row in rows(of: rect) {
      for column in across {
        let slot = row * columns + column
        if cost < LabelCollisionGrid.hard {
          guard crowds[slot] < LabelCollisionGrid.crowdLimit else { continue }
          crowds[slot] += 1
        }
        occupied.append(OccupiedBox(rect: rect, cost: Int32(cost), previous: heads[slot]))
        heads[slot] = Int32(occupied.count - 1)
      }
    }
  }

  /// Takes a place until ``withdrawHomes()``.
  func reserveHome(_ rect: Rect, cost: Int) {
    let first = occupied.count
    reserve(rect, cost: cost)
    homes += first..<occupied.count
  }

  /// Frees the places taken by ``reserveHome(_:cost:)``.
  func withdrawHomes() {
    for index in homes { occupied[index].cost = 0 }
    homes = []
  }

  func reserve(_ rects: [Rect]) { for rect in rects { reserve(rect) } }

  /// Takes the boxes of a name's letters.
  func place(_ rects: [Rect], as kind: NameKind) {
    let isSpread = kind == .regions || kind == .provinces || kind == .islands
    for rect in rects {
      reserve(rect, cost: isSpread ? LabelCollisionGrid.hard : LabelCollisionGrid.solid)
    }
    statistics.place(rects, as: kind)
  }

  /// The cost of occupying `rects`: the sum over all marks covered, or nil where a name
  /// is covered or the sheet left, unless it may be. What costs `limit` or more forbids.
  func cost(
    of rects: [Rect], limit: Int = LabelCollisionGrid.hard, mayLeave: Bool = false
  ) -> Int? {
    var total = 0
    // Read as values: names are tried in thousands of places.
    let (heads, occupied) = (heads, occupied)
    for rect in rects {
      guard
        mayLeave
          || rect.minX >= bounds.minX && rect.maxX <= bounds.maxX
            && rect.minY >= bounds.minY && rect.maxY <= bounds.maxY
      else { return nil }
      let across = columns(of: rect)
      for row in rows(of: rect) {
        for column in across {
          var next = Int(heads[row * columns + column])
          while next >= 0 {
            if occupied[next].rect.intersects(rect) {
              let cost = Int(occupied[next].cost)
              guard cost < limit else { return nil }
              total += cost
            }
            next = Int(occupied[next].previous)
          }
        }
      }
    }
    return total
  }

  /// The highest cost of what `rect` covers of others than those around `own`; 0 where there are
  /// none.
  func dearest(in rect: Rect, but own: Point) -> Int {
    var highest = 0
    let across = columns(of: rect)
    for row in rows(of: rect) {
      for column in across {
        var next = Int(heads[row * columns + column])
        while next >= 0 {
          let box = occupied[next]
          if box.cost > highest, box.rect.intersects(rect), !box.rect.contains(own) {
            highest = Int(box.cost)
          }
          next = Int(box.previous)
        }
      }
    }
    return highest
  }

  /// The rows and columns of buckets that a rectangle touches.
  private func rows(of rect: Rect) -> ClosedRange<Int> {
    buckets(from: rect.minY - bounds.minY, to: rect.maxY - bounds.minY, of: rows)
  }

  private func columns(of rect: Rect) -> ClosedRange<Int> {
    buckets(from: rect.minX - bounds.minX, to: rect.maxX - bounds.minX, of: columns)
  }

  private func buckets(from first: Double, to last: Double, of count: Int) -> ClosedRange<Int> {
    func slot(_ offset: Double) -> Int {
      offset > 0 ? min(Int(min(offset / bucket, 1_000_000)), count - 1) : 0
    }
    return slot(first)...max(slot(first), slot(last))
  }
}
