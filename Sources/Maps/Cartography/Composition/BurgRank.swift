// SPDX-License-Identifier: MIT
// Part of Platen: which of the look's kinds of burg a burg is.

internal import Atlas
internal import Geometry

/// Kinds of burg by importance; the order of the cases is the order of naming.
enum BurgRank: Int, CaseIterable, Comparable {
  case capital, city, town, fort, village, hamlet

  static func < (a: BurgRank, b: BurgRank) -> Bool { a.rawValue < b.rawValue }

  /// By the burg's group; by its people where the format knows no groups. `large` and `small` are
  /// the populations from which it is a city and below which it is a village.
  init(_ burg: Burg, large: Double, small: Double) {
    if burg.isCapital {
      self = .capital
      return
    }
    switch burg.group {
    case "capital": self = .capital
    case "city", "cities": self = .city
    case "town": self = .town
    case "village": self = .village
    case "hamlet": self = .hamlet
    case "fort", "monastery", "caravanserai", "trading_post": self = .fort
    // `towns` held everything that was no capital before groups came; users' own groups too are
    // told apart by their people.
    default:
      self = burg.population >= large ? .city : burg.population < small ? .village : .town
    }
  }
}

extension MapLook.Burgs {
  func style(_ rank: BurgRank) -> MapLook.Rank {
    switch rank {
    case .capital: capital
    case .city: city
    case .town: town
    case .fort: fort
    case .village: village
    case .hamlet: hamlet
    }
  }
}

/// A burg that is drawn, with its rank: what marks need, and where in the table the rest is.
struct RankedBurg {
  /// The place in the world's table.
  var index: Int
  var id: Int
  var rank: BurgRank
  var position: Point
  var population: Double
  var isPort: Bool

  /// Orders burgs of one rank: a port counts for a quarter more people.
  var weight: Double { isPort ? population * 1.25 : population }
}

extension Composition {
  /// Burgs that can be drawn, most important first: by rank, people and port, and id.
  func rankBurgs() -> [RankedBurg] {
    let peoples = world.burgs.map(\.population).sorted(by: >)
    let large = peoples.isEmpty ? 0 : max(peoples[peoples.count / 10], 5)
    let small = peoples.isEmpty ? 0 : peoples[min(peoples.count * 3 / 4, peoples.count - 1)]
    var ranked: [RankedBurg] = []
    for (index, burg) in world.burgs.enumerated()
    where burg.position.isFinite && window.contains(burg.position) {
      ranked.append(
        RankedBurg(
          index: index, id: burg.id, rank: BurgRank(burg, large: large, small: small),
          position: burg.position, population: burg.population, isPort: burg.port != nil))
    }
    return ranked.sorted { a, b in
      if a.rank != b.rank { return a.rank < b.rank }
      if a.weight != b.weight { return a.weight > b.weight }
      return a.id < b.id
    }
  }
}
