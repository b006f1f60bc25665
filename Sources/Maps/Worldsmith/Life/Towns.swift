// SPDX-License-Identifier: MIT
// Part of Platen: capitals, ports, towns and villages.

internal import Atlas
internal import Geometry

/// A settlement.
struct Town {
  var id: Int
  var cell: Int
  var position: Point
  var name = ""
  var people: Int
  var state = 0
  var isCapital = false
  /// The water it is a port on; 0 for none.
  var port = 0
  /// Points of population.
  var population = 0.0
  var group = "town"
  var arms: Arms
  var hasCitadel = false
  var hasPlaza = false
  var hasWalls = false
  var hasShanty = false
  var hasTemple = false
}

struct Towns {
  /// Ids count from 1.
  var towns: [Town] = []
  /// The town in each cell, 0 for none.
  var ofCell: [UInt16]

  init(on ground: Ground, peoples: Peoples) {
    ofCell = Array(repeating: 0, count: ground.count)
    var dice = RandomStream(seed: ground.seed, for: "towns")
    let populated = (0..<ground.count).filter { peoples.suitability[$0] > 0 }
    guard !populated.isEmpty else { return }
    let luck = (0..<ground.count).map { _ in dice.unit() }
    let byRank = { (spread: Double) in
      populated.sorted { a, b in
        let left = Double(peoples.suitability[a]) * (1 - spread * luck[a])
        let right = Double(peoples.suitability[b]) * (1 - spread * luck[b])
        return left == right ? a < b : left > right
      }
    }

    let capitals = min(18, max(3, populated.count / 45))
    found(
      capitals, from: byRank(0.5),
      apart: (ground.size.width + ground.size.height) / 2
        / Double(capitals) * 1.5, ground: ground, peoples: peoples, dice: &dice)
    for index in towns.indices { towns[index].isCapital = true }
    let wanted = min(
      6000, min(populated.count / 4, Int(280 * ground.coarseness.squareRoot())))
    let land = Double(populated.count) * ground.meanArea
    found(
      max(0, wanted - capitals), from: byRank(0.75),
      apart: (land / Double(max(1, wanted))).squareRoot() * 0.85, ground: ground,
      peoples: peoples, dice: &dice)
    nameThem(seed: ground.seed, peoples: peoples)
    openPorts(on: ground)
    peopleThem(peoples: peoples, dice: &dice)
  }

  /// Founds towns on the best free places; the distance shrinks until there are enough.
  private mutating func found(
    _ number: Int, from places: [Int], apart: Double, ground: Ground, peoples: Peoples,
    dice: inout RandomStream
  ) {
    var apart = apart
    var room = Elbowroom(size: ground.size, spacing: apart)
    for town in towns { room.addPoint(ground.mesh.sites[town.cell]) }
    let goal = towns.count + number
    while towns.count < goal, apart > ground.grid.spacing * 0.5 {
      for cell in places where ofCell[cell] == 0 && towns.count < goal {
        let site = ground.mesh.sites[cell]
        guard room.isFree(site, within: apart * dice.number(0.75...1.25)) else { continue }
        room.addPoint(site)
        let people = Int(peoples.ofCell[cell])
        let shield = people > 0 ? peoples.peoples[people - 1].shield : "heater"
        towns.append(
          Town(
            id: towns.count + 1, cell: cell, position: site, people: people,
            arms: Arms(shield: shield, dice: &dice)))
        ofCell[cell] = UInt16(towns.count)
      }
      apart *= 0.75
    }
  }

  private mutating func nameThem(seed: UInt64, peoples: Peoples) {
    var names = Namer(seed: seed, for: "towns")
    for index in towns.indices {
      let people = towns[index].people
      towns[index].name = names.place(people > 0 ? peoples.peoples[people - 1].tongue : 0)
    }
  }

  /// Moves towns with a harbour to the water's edge.
  private mutating func openPorts(on ground: Ground) {
    for index in towns.indices {
      let cell = towns[index].cell
      guard ground.marks.distance[cell] == 1, ground.temperature[cell] > -2 else { continue }
      let haven = Int(ground.marks.haven[cell])
      let water = ground.feature(of: haven)
      guard water.kind == .ocean || water.cellCount > 3,
        ground.marks.harbor[cell] == 1 || towns[index].isCapital
          || ground.waters.riverOfCell[cell] != 0
      else { continue }
      towns[index].port = water.id
      let shared = ground.mesh.cellVertices[cell].filter { vertex in
        ground.mesh.cellVertices[haven].contains(vertex)
      }
      guard let first = shared.first, let last = shared.last else { continue }
      let shore = ground.mesh.vertices[Int(first)].midpoint(to: ground.mesh.vertices[Int(last)])
      let site = ground.mesh.sites[cell]
      let place = site * 0.25 + shore * 0.75
      towns[index].position = Point(Grid.rounded(place.x, 2), Grid.rounded(place.y, 2))
    }
  }

  private mutating func peopleThem(peoples: Peoples, dice: inout RandomStream) {
    for index in towns.indices {
      let cell = towns[index].cell
      var points = Double(peoples.suitability[cell]) / 7 * dice.number(0.35...1.6)
      points += 0.15
      if towns[index].isCapital { points = points * 1.7 + 6 }
      if towns[index].port != 0 { points *= 1.35 }
      points = Grid.rounded(max(0.05, points), 3)
      towns[index].population = points
      let isCapital = towns[index].isCapital
      towns[index].hasCitadel = isCapital || dice.chance(points > 8 ? 0.6 : 0.08)
      towns[index].hasPlaza = dice.chance(points > 6 ? 0.8 : 0.3)
      towns[index].hasWalls = isCapital || dice.chance(points > 7 ? 0.85 : 0.15)
      towns[index].hasShanty = dice.chance(points > 12 ? 0.7 : 0.05)
      towns[index].hasTemple = dice.chance(points > 5 ? 0.5 : 0.12)
    }
    let sizes = towns.map(\.population).sorted()
    guard !sizes.isEmpty else { return }
    let (small, large) = (sizes[sizes.count / 3], sizes[sizes.count * 9 / 10])
    for index in towns.indices {
      let points = towns[index].population
      if towns[index].isCapital {
        towns[index].group = "capital"
      } else if points >= large {
        towns[index].group = "city"
      } else if points < small {
        towns[index].group =
          towns[index].hasCitadel && !towns[index].hasWalls && towns[index].port == 0
          ? "fort" : "village"
      }
    }
  }
}
