// SPDX-License-Identifier: MIT
// Part of Platen: how large the name of a region may be, by its share of the land.

/// Sizes of regions' names, in steps: the larger the region, the larger its name. The room in a
/// region only makes its name smaller.
struct RegionSizes {
  private let largest: Double
  private let least: Double
  private let most: Int
  /// Letters of the first class that found a place, and of each after it: nothing of a lower class
  /// is larger.
  private var placed: [Double] = Array(repeating: 0, count: RegionSizes.shares.count + 1)

  /// Parts of the largest region's area from which a region is in the first class, the second, and
  /// so on.
  private static let shares = [0.5, 0.25, 0.12, 0.06, 0.03]
  /// From one step to the next smaller one.
  private static let ratio = 0.85

  /// - Parameters:
  ///   - largest: em of the largest names, in map units.
  ///   - least: em of the smallest ones.
  ///   - most: cells of the largest region.
  init(largest: Double, least: Double, most: Int) {
    (self.largest, self.least, self.most) = (largest, least, most)
  }

  private func rank(_ cells: Int) -> Int {
    let share = Double(cells) / Double(max(most, 1))
    return RegionSizes.shares.firstIndex { share >= $0 } ?? RegionSizes.shares.count
  }

  /// The largest letters for a region of so many cells.
  func limit(cells: Int) -> Double {
    let rank = rank(cells)
    var size = largest
    for _ in 0..<rank { size *= RegionSizes.ratio }
    let above = placed[..<rank].max() ?? 0
    // Where no great region has room for great letters, small ones keep letters that are read well.
    if above > 0 { size = min(size, max(above, least * 1.3)) }
    return max(size, least)
  }

  /// The steps from the largest to the smallest letters.
  var steps: [Double] {
    var sizes: [Double] = []
    var size = largest
    while size > least * 1.04, sizes.count < 40 {
      sizes.append(size)
      size *= RegionSizes.ratio
    }
    return sizes + [least]
  }

  /// Notes the letters of a region's name once it is placed.
  mutating func place(cells: Int, size: Double) {
    let rank = rank(cells)
    placed[rank] = max(placed[rank], size)
  }
}
