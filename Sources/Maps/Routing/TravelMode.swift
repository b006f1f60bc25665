// SPDX-License-Identifier: MIT
// Part of Platen: ways of traveling, their speeds, and what they run over.

/// A way of traveling.
///
/// Speeds and hours are those of the transports that FMG begins with: on foot,
/// horse, carriage, sailing ship.
package enum TravelMode: String, CaseIterable, Sendable {
  case foot, horse, road, ship

  /// A description for help.
  package var summary: String {
    switch self {
    case .foot: "on foot over roads, trails and open land"
    case .horse: "on a horse over roads, trails and open land"
    case .road: "by carriage, on roads and trails only"
    case .ship: "over water only, between ports"
    }
  }

  /// Kilometers a day on a good road, or over water.
  var pace: Double {
    switch self {
    case .foot: 5 * 8
    case .horse: 7 * 8
    case .road: 6 * 10
    case .ship: TravelMode.shipPace
    }
  }

  /// Kilometers a day of a sailing ship: 10 an hour, by night as well.
  static let shipPace = 10.0 * 24
  /// Days that a ship is waited for.
  static let boarding = 0.5
}

/// The ground of a part of a way.
package enum WayKind: String, CaseIterable, Sendable {
  case road, trail
  case openLand = "open land"
  case seaLane = "sea lane"
  case openWater = "open water"

  /// Indicates whether it is traveled by ship.
  package var isWater: Bool {
    switch self {
    case .road, .trail, .openLand: false
    case .seaLane, .openWater: true
    }
  }
}
