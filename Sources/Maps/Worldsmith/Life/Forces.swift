// SPDX-License-Identifier: MIT
// Part of Platen: regiments of the states.

internal import Atlas
internal import Geometry

/// A kind of soldier, as the save's options list it.
struct Arm {
  var icon: String
  var name: String
  var rural: Double
  var urban: Double
  var crew: Int
  var power: Int
  var type: String
  var isSeparate: Bool

  static let all = [
    Arm("⚔️", "infantry", 0.25, 0.2, 1, 1, "melee"), Arm("🏹", "archers", 0.12, 0.2, 1, 1, "ranged"),
    Arm("🐴", "cavalry", 0.12, 0.03, 2, 2, "mounted"),
    Arm("💣", "artillery", 0, 0.03, 8, 12, "machinery"),
    Arm("🌊", "fleet", 0, 0.015, 100, 50, "naval", isSeparate: true),
  ]

  private init(
    _ icon: String, _ name: String, _ rural: Double, _ urban: Double, _ crew: Int, _ power: Int,
    _ type: String, isSeparate: Bool = false
  ) {
    self.icon = icon
    self.name = name
    self.rural = rural
    self.urban = urban
    self.crew = crew
    self.power = power
    self.type = type
    self.isSeparate = isSeparate
  }
}

/// A regiment or a fleet.
struct Company {
  var id: Int
  var state: Int
  var name: String
  var icon: String
  var cell: Int
  var position: Point
  var units: [(String, Int)]
  var isNaval: Bool
  var town: String
  var total: Int { units.reduce(0) { $0 + $1.1 } }
}

struct Forces {
  /// Regiments of each state, at its id.
  var byState: [[Company]]

  init(on ground: Ground, towns: Towns, realms: Realms) {
    var dice = RandomStream(seed: ground.seed, for: "forces")
    byState = Array(repeating: [], count: realms.realms.count + 1)
    for realm in realms.realms {
      let seats = towns.towns.filter { $0.state == realm.id }.sorted {
        ($0.isCapital ? 1 : 0, $0.population, $1.id) > ($1.isCapital ? 1 : 0, $1.population, $0.id)
      }
      let count = max(1, min(6, 1 + seats.count / 8))
      let men = realm.rural * 6 + realm.urban * 40 + 200
      for (index, town) in seats.prefix(count).enumerated() {
        let share = men / Double(count) * dice.number(0.7...1.3)
        let ordinal = ["1st", "2nd", "3rd", "4th", "5th", "6th"][index]
        byState[realm.id].append(
          Company(
            id: index, state: realm.id, name: "\(ordinal) (\(town.name)) Regiment",
            icon: realm.way == .nomadic ? "🐴" : realm.way == .hunting ? "🏹" : "⚔️",
            cell: town.cell,
            position: Point(
              Grid.rounded(town.position.x + 1.5, 2), Grid.rounded(town.position.y - 1, 2)),
            units: [
              ("infantry", Int(share * 0.5) + 1), ("archers", Int(share * 0.25)),
              ("cavalry", Int(share * (realm.way == .nomadic ? 0.6 : 0.2))),
              ("artillery", Int(share * 0.01)),
            ].filter { $0.1 > 0 }, isNaval: false, town: town.name))
      }
      if let port = seats.first(where: { $0.port != 0 }) {
        let haven = Int(ground.marks.haven[port.cell])
        byState[realm.id].append(
          Company(
            id: byState[realm.id].count, state: realm.id, name: "\(port.name) Fleet", icon: "🌊",
            cell: haven, position: ground.mesh.sites[haven],
            units: [("fleet", max(1, Int(men / 900)))], isNaval: true, town: port.name))
      }
    }
  }
}
