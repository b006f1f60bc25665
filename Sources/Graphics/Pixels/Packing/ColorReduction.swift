// SPDX-License-Identifier: MIT
// Part of Platen: the 256 colors that show an image of more colors best.

/// A palette for an image of many colors, and the number of each pixel's nearest entry.
///
/// Colors are counted in cells of 5 bits of red, green and blue and 3 of alpha. The cell with the
/// greatest spread is divided until there are enough (Heckbert's median cut, divided at the mean), and
/// each entry then moves to the mean of the colors that are nearest to it. All numbers are whole, so
/// the result is the same on every machine.
struct ColorReduction {
  /// Colors of one cell.
  private struct Cell {
    var number: Int
    var count: Int
    /// Sums of alpha, red, green, blue.
    var sums: SIMD4<Int>

    var mean: SIMD4<Int> { (sums &+ SIMD4(repeating: count / 2)) / SIMD4(repeating: count) }
  }

  /// Some cells of the list, with the sum of their squared distances to their mean.
  private struct Group {
    var range: Range<Int>
    var axis: Int
    var spread: Int
    var mean: SIMD4<Int>
  }

  /// Rounds of moving entries; more change an image that was drawn with lines and grounds no further.
  private static let rounds = 3

  /// The entries, premultiplied.
  private(set) var colors: [UInt32] = []
  /// The entry of each cell that has colors.
  private var entries = [UInt8](repeating: 0, count: 1 << 18)

  /// - Precondition: `pixels` is not empty, and `limit` is from 1 to 256.
  init(_ pixels: [UInt32], limit: Int = 256) {
    precondition(!pixels.isEmpty && (1...256).contains(limit))
    var cells = ColorReduction.cells(of: pixels)
    let groups = ColorReduction.groups(of: &cells, limit: limit)
    var means = groups.map(\.mean)
    let cellMeans = cells.map(\.mean)
    var nearest = [Int](repeating: 0, count: cells.count)
    for round in 0...ColorReduction.rounds {
      for index in cells.indices {
        nearest[index] = ColorReduction.nearest(to: cellMeans[index], in: means)
      }
      guard round < ColorReduction.rounds else { break }
      var sums = [SIMD4<Int>](repeating: .zero, count: means.count)
      var counts = [Int](repeating: 0, count: means.count)
      for (index, cell) in cells.enumerated() {
        sums[nearest[index]] &+= cell.sums
        counts[nearest[index]] += cell.count
      }
      for entry in means.indices where counts[entry] > 0 {
        let count = counts[entry]
        means[entry] = (sums[entry] &+ SIMD4(repeating: count / 2)) / SIMD4(repeating: count)
      }
    }
    colors = means.map { mean in
      UInt32(mean[0]) << 24 | UInt32(mean[1]) << 16 | UInt32(mean[2]) << 8 | UInt32(mean[3])
    }
    for (index, cell) in cells.enumerated() { entries[cell.number] = UInt8(nearest[index]) }
  }

  /// The number of a pixel's entry.
  @inline(__always) func number(of color: UInt32) -> UInt8 {
    entries[ColorReduction.cell(of: color)]
  }

  @inline(__always) private static func cell(of color: UInt32) -> Int {
    let alpha = (color >> 29) << 15
    let red = (color >> 19 & 31) << 10
    let green = (color >> 11 & 31) << 5
    return Int(alpha | red | green | (color >> 3 & 31))
  }

  @inline(__always) private static func components(of color: UInt32) -> SIMD4<Int> {
    SIMD4(
      Int(color >> 24), Int(color >> 16 & 255), Int(color >> 8 & 255), Int(color & 255))
  }

  /// The cells that have colors, by their numbers.
  private static func cells(of pixels: [UInt32]) -> [Cell] {
    var slots = [Int32](repeating: -1, count: 1 << 18)
    var cells: [Cell] = []
    for color in pixels {
      let number = cell(of: color)
      if slots[number] < 0 {
        slots[number] = Int32(cells.count)
        cells.append(Cell(number: number, count: 0, sums: .zero))
      }
      let slot = Int(slots[number])
      cells[slot].count += 1
      cells[slot].sums &+= components(of: color)
    }
    cells.sort { $0.number < $1.number }
    return cells
  }

  /// Groups of cells, at most `limit`, by dividing the one with the greatest spread again and again.
  private static func groups(of cells: inout [Cell], limit: Int) -> [Group] {
    var groups = [group(of: cells, in: 0..<cells.count)]
    while groups.count < limit {
      guard
        let widest = groups.indices.max(by: { groups[$0].spread < groups[$1].spread }),
        groups[widest].spread > 0
      else { break }
      let group = groups[widest]
      let (axis, middle) = (group.axis, group.mean[group.axis])
      let middleIndex = partition(&cells, in: group.range) { $0.mean[axis] <= middle }
      guard group.range.lowerBound < middleIndex, middleIndex < group.range.upperBound else {
        groups[widest].spread = 0
        continue
      }
      groups[widest] = self.group(of: cells, in: group.range.lowerBound..<middleIndex)
      groups.append(self.group(of: cells, in: middleIndex..<group.range.upperBound))
    }
    return groups
  }

  /// Moves the cells that fulfill a condition to the front and returns the index of the first other
  /// one; both parts stay in their order.
  private static func partition(
    _ cells: inout [Cell], in range: Range<Int>, by isFirst: (Cell) -> Bool
  ) -> Int {
    let first = cells[range].filter(isFirst)
    let others = cells[range].filter { !isFirst($0) }
    cells.replaceSubrange(range, with: first + others)
    return range.lowerBound + first.count
  }

  private static func group(of cells: [Cell], in range: Range<Int>) -> Group {
    var (count, sums) = (0, SIMD4<Int>.zero)
    for cell in cells[range] {
      count += cell.count
      sums &+= cell.sums
    }
    let mean = (sums &+ SIMD4(repeating: count / 2)) / SIMD4(repeating: count)
    var spread = SIMD4<Int>.zero
    for cell in cells[range] {
      let distance = cell.mean &- mean
      spread &+= distance &* distance &* SIMD4(repeating: cell.count)
    }
    let axis = [2, 1, 3, 0].max { spread[$0] < spread[$1] } ?? 2
    return Group(range: range, axis: axis, spread: spread.wrappedSum(), mean: mean)
  }

  private static func nearest(to color: SIMD4<Int>, in means: [SIMD4<Int>]) -> Int {
    var (best, least) = (0, Int.max)
    for (index, mean) in means.enumerated() {
      let distance = color &- mean
      let square = (distance &* distance).wrappedSum()
      if square < least { (best, least) = (index, square) }
    }
    return best
  }
}
