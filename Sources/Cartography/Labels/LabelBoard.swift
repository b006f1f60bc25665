// SPDX-License-Identifier: MIT
// Part of Platen: who stands where on the sheet, so that no name covers another.

internal import Geometry

/// Rectangles taken on a sheet, found by place.
///
/// Names and plates are firm: nothing may cover them. Marks are soft: covering one costs, and where
/// nothing better is free it is borne. A class, because all names of a map share one.
final class LabelBoard {
  private let bounds: Rect
  private let bucket: Double
  private let columns: Int
  private let rows: Int
  /// The last entry of each bucket, and for each entry the rectangle and the entry before it.
  private var heads: [Int32]
  private var entries: [(rect: Int32, previous: Int32)] = []
  private var taken: [Rect] = []
  private var costs: [Int] = []
  /// How many marks each bucket holds.
  private var crowds: [Int32]
  /// Marks of one bucket that count: more on a heap change nothing.
  private static let crowdLimit: Int32 = 500
  /// Who was to be named, and who is.
  var ledger = NameLedger()

  /// What the mark of a capital costs.
  static let capital = 70
  /// Costs at or above this forbid.
  static let firm = 1_000
  /// What plates and small names cost: these forbid lines too, which may run between or, if need be,
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

  func reserve(_ rect: Rect, cost: Int = LabelBoard.solid) {
    let index = Int32(taken.count)
    taken.append(rect)
    costs.append(cost)
    forEachBucket(of: rect) { slot in
      if cost < LabelBoard.firm {
        guard crowds[slot] < LabelBoard.crowdLimit else { return }
        crowds[slot] += 1
      }
      entries.append((index, heads[slot]))
      heads[slot] = Int32(entries.count - 1)
    }
  }

  func reserve(_ rects: [Rect]) { for rect in rects { reserve(rect) } }

  /// Takes the boxes of a name's letters.
  func place(_ rects: [Rect], as kind: NameKind) {
    let isSpread = kind == .regions || kind == .provinces || kind == .islands
    for rect in rects { reserve(rect, cost: isSpread ? LabelBoard.firm : LabelBoard.solid) }
    ledger.place(rects, as: kind)
  }

  /// What it would cost to stand on `rects`: the sum over all marks covered, or nil where a name
  /// is covered or the sheet left. What costs `limit` or more forbids.
  func cost(of rects: [Rect], limit: Int = LabelBoard.firm) -> Int? {
    var total = 0
    for rect in rects {
      guard rect.minX >= bounds.minX, rect.maxX <= bounds.maxX, rect.minY >= bounds.minY,
        rect.maxY <= bounds.maxY
      else { return nil }
      var sum = 0
      var isBlocked = false
      forEachBucket(of: rect) { slot in
        var entry = heads[slot]
        while entry >= 0 {
          let index = Int(entries[Int(entry)].rect)
          if taken[index].intersects(rect) {
            if costs[index] >= limit { isBlocked = true } else { sum += costs[index] }
          }
          entry = entries[Int(entry)].previous
        }
      }
      if isBlocked { return nil }
      total += sum
    }
    return total
  }

  private func forEachBucket(of rect: Rect, _ body: (Int) -> Void) {
    func slot(_ offset: Double, _ count: Int) -> Int {
      offset > 0 ? min(Int(min(offset / bucket, 1_000_000)), count - 1) : 0
    }
    let left = slot(rect.minX - bounds.minX, columns)
    let right = slot(rect.maxX - bounds.minX, columns)
    let top = slot(rect.minY - bounds.minY, rows)
    let bottom = slot(rect.maxY - bounds.minY, rows)
    guard left <= right, top <= bottom else { return }
    for row in top...bottom {
      for column in left...right { body(row * columns + column) }
    }
  }
}
