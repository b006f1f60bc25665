// SPDX-License-Identifier: MIT
// Part of Platen: how many cells, how much land and how many people regions have.

internal import Atlas

/// The sums over the cells and burgs of one region.
struct RegionSum {
  var cells = 0
  /// Square map units.
  var area = 0
  /// People in the country, rounded cell by cell as FMG does.
  var rural = 0.0
  var urban = 0.0
  var burgs = 0
}

/// Sums by the id that each cell names.
struct RegionSums {
  private var sums: [Int: RegionSum] = [:]

  subscript(id: Int) -> RegionSum { sums[id] ?? RegionSum() }

  /// - Parameter ids: one for each cell.
  init(_ world: World, _ ids: some RandomAccessCollection<some BinaryInteger>) {
    guard let cells = world.cells, ids.count == cells.count else { return }
    // Dense first: there are as many ids as fit in sixteen bits, and perhaps a million cells.
    let labels = ids.map { Int($0) }
    var dense = [RegionSum](repeating: RegionSum(), count: (labels.max() ?? 0) + 1)
    let rate = world.units.populationRate
    for cell in 0..<cells.count {
      let id = labels[cell]
      dense[id].cells += 1
      dense[id].area += Int(cells.area[cell])
      dense[id].rural += (Double(cells.population[cell]) * rate).rounded()
    }
    for burg in world.burgs where labels.indices.contains(burg.cell) {
      dense[labels[burg.cell]].urban += world.people(of: burg)
      dense[labels[burg.cell]].burgs += 1
    }
    for (id, sum) in dense.enumerated() where sum.cells > 0 { sums[id] = sum }
  }
}

extension World {
  /// The number of people of a burg.
  func people(of burg: Burg) -> Double {
    (burg.population * units.populationRate * units.urbanization).rounded()
  }
}
