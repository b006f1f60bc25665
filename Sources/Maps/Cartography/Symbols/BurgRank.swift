// SPDX-License-Identifier: MIT
// Part of Platen: which of the look's kinds of burg a burg is.

internal import Atlas

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
