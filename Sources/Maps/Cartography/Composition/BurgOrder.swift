// SPDX-License-Identifier: MIT
// Part of Platen: the order of burgs by importance, in which they are drawn and named.

internal import Atlas
internal import Geometry

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
