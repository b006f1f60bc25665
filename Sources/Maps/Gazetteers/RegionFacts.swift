// SPDX-License-Identifier: MIT
// Part of Platen: land, people, faiths, cultures and climate of each state, province and feature.

package import Atlas
internal import Geometry

/// The sums of the cells and towns of a region.
package struct RegionFacts: Sendable {
  /// Square map units.
  package var area = 0
  /// People in the country and in towns.
  package var rural = 0.0
  package var urban = 0.0
  /// Ids of its towns.
  package var towns: [Int] = []
  /// People by the ids of their faiths and cultures, without those who have none.
  package var faiths: [Int: Double] = [:]
  package var cultures: [Int: Double] = [:]
  /// Square map units by biome.
  package var biomes: [Int: Int] = [:]
  /// Cells by the good that is found there.
  package var goods: [Int: Int] = [:]
  /// Degrees Celsius, summed over cells.
  package var temperature = 0
  package var temperatures = 0
  package var coldest = Int.max
  package var warmest = Int.min
  /// The highest cell's height, 0…100.
  package var highest = 0
  /// Indicates whether one of its cells touches the sea.
  package var hasCoast = false
  /// Indicates whether one of its cells is in the part of the world that is described.
  package var isSeen = false

  package var people: Double { rural + urban }
}

/// The facts of all regions of a world, gathered in one pass over its cells.
package struct WorldFacts: Sendable {
  /// All land.
  package private(set) var land = RegionFacts()
  /// By id; those without cells are absent. State 0 is land without a state.
  package private(set) var states: [Int: RegionFacts] = [:]
  package private(set) var provinces: [Int: RegionFacts] = [:]
  package private(set) var features: [Int: RegionFacts] = [:]
  /// Ids of rivers, faiths and cultures with a cell in the part that is described.
  package private(set) var seenRivers: Set<Int> = []
  package private(set) var seenFaiths: Set<Int> = []
  package private(set) var seenCultures: Set<Int> = []

  /// - Parameter inside: whether each cell is in the part that is described; nil for all.
  package init(_ world: World, inside: [Bool]?) {
    guard let cells = world.cells else { return }
    var states = [RegionFacts](repeating: RegionFacts(), count: WorldFacts.count(cells.state))
    var provinces = [RegionFacts](repeating: RegionFacts(), count: WorldFacts.count(cells.province))
    var features = [RegionFacts](repeating: RegionFacts(), count: WorldFacts.count(cells.feature))
    let seas = Set(world.features.filter { $0.kind == .ocean }.map(\.id))
    let rate = world.units.populationRate
    var urban = [Double](repeating: 0, count: cells.count)
    var towns = [[Int]](repeating: [], count: cells.count)
    for burg in world.burgs where towns.indices.contains(burg.cell) {
      urban[burg.cell] += world.people(of: burg)
      towns[burg.cell].append(burg.id)
    }
    let temperature = world.terrain?.temperature ?? []
    for cell in 0..<cells.count {
      let isSeen = inside?[cell] ?? true
      let isLand = cells.isLand(cell)
      var one = RegionFacts()
      one.area = Int(cells.area[cell])
      one.isSeen = isSeen
      if isLand {
        let rural = (Double(cells.population[cell]) * rate).rounded()
        one.rural = rural.isFinite ? rural : 0
        one.urban = urban[cell]
        one.towns = towns[cell]
        one.highest = Int(cells.height[cell])
        let people = one.people
        if people > 0 {
          if cells.religion[cell] != 0 { one.faiths = [Int(cells.religion[cell]): people] }
          if cells.culture[cell] != 0 { one.cultures = [Int(cells.culture[cell]): people] }
        }
        one.biomes = [Int(cells.biome[cell]): one.area]
        if cells.good[cell] != 0 { one.goods = [Int(cells.good[cell]): 1] }
        let grid = Int(cells.gridCell[cell])
        if temperature.indices.contains(grid) {
          let degrees = Int(temperature[grid])
          (one.temperature, one.temperatures) = (degrees, 1)
          (one.coldest, one.warmest) = (degrees, degrees)
        }
        one.hasCoast = cells.mesh.cellNeighbors[cell].contains {
          seas.contains(Int(cells.feature[Int($0)]))
        }
        land.add(one)
        states[Int(cells.state[cell])].add(one)
        if cells.province[cell] != 0 { provinces[Int(cells.province[cell])].add(one) }
      }
      features[Int(cells.feature[cell])].add(one)
      guard isSeen else { continue }
      if cells.river[cell] != 0 { seenRivers.insert(Int(cells.river[cell])) }
      if cells.religion[cell] != 0 { seenFaiths.insert(Int(cells.religion[cell])) }
      if cells.culture[cell] != 0 { seenCultures.insert(Int(cells.culture[cell])) }
    }
    self.states = WorldFacts.found(states)
    self.provinces = WorldFacts.found(provinces)
    self.features = WorldFacts.found(features)
  }

  private static func count(_ ids: [UInt16]) -> Int { Int(ids.max() ?? 0) + 1 }

  private static func found(_ all: [RegionFacts]) -> [Int: RegionFacts] {
    var found: [Int: RegionFacts] = [:]
    for (id, facts) in all.enumerated() where facts.area > 0 || !facts.towns.isEmpty {
      found[id] = facts
    }
    return found
  }
}

extension RegionFacts {
  fileprivate mutating func add(_ one: RegionFacts) {
    area += one.area
    rural += one.rural
    urban += one.urban
    towns += one.towns
    for (id, people) in one.faiths { faiths[id, default: 0] += people }
    for (id, people) in one.cultures { cultures[id, default: 0] += people }
    for (id, area) in one.biomes { biomes[id, default: 0] += area }
    for (id, count) in one.goods { goods[id, default: 0] += count }
    temperature += one.temperature
    temperatures += one.temperatures
    coldest = min(coldest, one.coldest)
    warmest = max(warmest, one.warmest)
    highest = max(highest, one.highest)
    hasCoast = hasCoast || one.hasCoast
    isSeen = isSeen || one.isSeen
  }
}

extension World {
  /// The number of people of a town.
  package func people(of burg: Burg) -> Double {
    let people = (burg.population * units.populationRate * units.urbanization).rounded()
    return people.isFinite ? max(0, people) : 0
  }
}
