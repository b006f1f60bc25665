// SPDX-License-Identifier: MIT
// Part of Platen: goods that cells give, and the markets they come to.

internal import Atlas
internal import Geometry

/// Something to trade.
struct SampleGood {
  var id: Int
  var name: String
  var icon: String
  var color: String
  var value: Int
  var unit: String
  var tags: [String]

  static let all = [
    SampleGood(1, "Wood", "good-wood", "#8f6a3c", 1, "pile", ["construction", "fuel"]),
    SampleGood(2, "Stone", "good-stone", "#8f989b", 2, "pallet", ["construction"]),
    SampleGood(3, "Iron", "good-iron", "#5d686e", 3, "wagon", ["material"]),
    SampleGood(4, "Grain", "good-grain", "#e4c75a", 1, "wain", ["food"]),
    SampleGood(5, "Cattle", "good-cattle", "#a5673f", 2, "head", ["food"]),
    SampleGood(6, "Fish", "good-fish", "#6fc0ee", 1, "wain", ["food", "aquatic"]),
    SampleGood(7, "Wine", "good-wine", "#8d2f52", 3, "barrel", ["luxury"]),
    SampleGood(8, "Furs", "good-furs", "#9a5f2a", 4, "bundle", ["clothing"]),
    SampleGood(9, "Spices", "good-spices", "#d0722b", 12, "chest", ["luxury"]),
    SampleGood(10, "Salt", "good-salt", "#e8e4d8", 2, "bag", ["food"]),
    SampleGood(11, "Horses", "good-horses", "#b98a4d", 5, "head", ["transport"]),
    SampleGood(12, "Silver", "good-silver", "#c3cdd6", 8, "bullion", ["coin"]),
  ]

  private init(
    _ id: Int, _ name: String, _ icon: String, _ color: String, _ value: Int, _ unit: String,
    _ tags: [String]
  ) {
    self.id = id
    self.name = name
    self.icon = icon
    self.color = color
    self.value = value
    self.unit = unit
    self.tags = tags
  }
}

struct Trade {
  struct Market {
    var id: Int
    var town: Int
    var color: String
    /// Stock and price of each good, in the order of `SampleGood.all`.
    var goods: [(stock: Double, price: Double)]
  }

  struct Deal {
    var id: Int
    var market: Int
    var town: Int
    var good: Int
    var units: Double
    var price: Double
  }

  var goodOfCell: [UInt8]
  var marketOfCell: [UInt16]
  var markets: [Market] = []
  var deals: [Deal] = []

  init(on ground: Ground, towns: Towns) {
    var dice = RandomStream(seed: ground.seed, for: "trade")
    goodOfCell = (0..<ground.count).map { cell in
      let luck = dice.unit()
      guard ground.isLand(cell) else {
        return luck < 0.08 && ground.marks.distance[cell] == -1 ? 6 : 0
      }
      return luck < 0.14 ? UInt8(Trade.good(of: cell, on: ground, luck: luck / 0.14)) : 0
    }
    let seats = towns.towns.filter { $0.group == "capital" || $0.group == "city" }
      .sorted { ($0.population, $1.id) > ($1.population, $0.id) }
    var room = Elbowroom(size: ground.size, spacing: ground.size.unit / 8)
    for town in seats where markets.count < 40 {
      guard room.isFree(town.position, within: ground.size.unit / 8) else { continue }
      room.addPoint(town.position)
      markets.append(
        Market(
          id: markets.count + 1, town: town.id, color: Palette.color(markets.count, shift: 0.55),
          goods: SampleGood.all.map { good in
            (
              Grid.rounded(dice.number(0...60), 2),
              Grid.rounded(Double(good.value) * dice.number(0.6...1.8), 2)
            )
          }))
    }
    marketOfCell = Territory.spread(
      from: markets.map { (towns.towns[$0.town - 1].cell, $0.id) },
      over: ground.mesh.cellNeighbors
    ) { from, to, _ in
      let way = ground.mesh.sites[from].distance(to: ground.mesh.sites[to])
      return ground.isLand(to) ? way : way * 1.6
    }
    for cell in marketOfCell.indices where !ground.isLand(cell) { marketOfCell[cell] = 0 }
    for town in towns.towns.prefix(400) where marketOfCell[town.cell] != 0 {
      let market = Int(marketOfCell[town.cell])
      let good = dice.int(1...SampleGood.all.count)
      deals.append(
        Deal(
          id: deals.count, market: market, town: town.id, good: good,
          units: Grid.rounded(town.population * dice.number(0.02...0.2), 2) + 0.01,
          price: markets[market - 1].goods[good - 1].price))
    }
  }

  private static func good(of cell: Int, on ground: Ground, luck: Double) -> Int {
    let biome = Int(ground.biome[cell])
    if ground.height[cell] > 58 { return luck < 0.2 ? 12 : luck < 0.6 ? 3 : 2 }
    switch biome {
    case BiomeTable.taiga, BiomeTable.tundra: return luck < 0.6 ? 8 : 1
    case BiomeTable.glacier: return 8
    case BiomeTable.hotDesert, BiomeTable.coldDesert: return luck < 0.7 ? 10 : 2
    case BiomeTable.savanna: return luck < 0.5 ? 11 : 5
    case BiomeTable.grassland: return luck < 0.45 ? 4 : luck < 0.8 ? 5 : 11
    case BiomeTable.tropicalSeasonalForest, BiomeTable.tropicalRainforest:
      return luck < 0.5 ? 9 : 1
    case BiomeTable.wetland: return 6
    default: return luck < 0.4 ? 1 : luck < 0.7 ? 4 : luck < 0.9 ? 7 : 5
    }
  }
}
