// SPDX-License-Identifier: MIT
// Part of Platen: what a traveller finds: markers with their notes, and zones where something goes
// on.

internal import Atlas
internal import Geometry

/// A marker with the note that belongs to it.
struct Sight {
  var id: Int
  var type: String
  var icon: String
  var cell: Int
  var position: Point
  var name: String
  var legend: String
  /// Indicates whether players are not to see it.
  var isSecret: Bool
}

/// An area with an event.
struct Trouble {
  var id: Int
  var name: String
  var type: String
  var cells: [Int32]
  var color: String
}

struct Sights {
  var sights: [Sight] = []
  var troubles: [Trouble] = []

  init(on ground: Ground, peoples: Peoples, towns: Towns, realms: Realms) {
    var dice = RandomStream(seed: ground.seed, for: "sights")
    var names = Namer(seed: ground.seed, for: "sights")
    let land = (0..<ground.count).filter { ground.isLand($0) && towns.ofCell[$0] == 0 }
    func tongue(_ cell: Int) -> Int {
      let people = Int(peoples.ofCell[cell])
      return people == 0 ? 0 : peoples.peoples[people - 1].tongue
    }

    var room = Elbowroom(size: ground.size, spacing: ground.size.unit / 40)
    func place(
      _ type: String, _ icon: String, _ count: Int, _ cells: [Int],
      _ text: (inout Namer, inout RandomStream, Int) -> (String, String)
    ) {
      var left = cells
      var placed = 0
      while placed < count, !left.isEmpty {
        let at = dice.int(0...left.count - 1)
        let cell = left[at]
        left.swapAt(at, left.count - 1)
        left.removeLast()
        let site = ground.mesh.sites[cell]
        guard room.isFree(site, within: ground.size.unit / 40) else { continue }
        room.addPoint(site)
        let (name, legend) = text(&names, &dice, cell)
        sights.append(
          Sight(
            id: sights.count, type: type, icon: icon, cell: cell, position: site, name: name,
            legend: legend, isSecret: type == "dungeons" || type == "sea-monsters"))
        placed += 1
      }
    }

    place("volcanoes", "🌋", 1, land.filter { ground.height[$0] >= 70 }) { names, dice, cell in
      let name = names.word(tongue(cell))
      return ("Mount \(name)", "A volcano. It last broke out \(dice.int(4...90)) years ago.")
    }
    place("mines", "⛏️", 3, land.filter { (44..<66).contains(ground.height[$0]) }) {
      names, dice, cell in
      let ore = dice.pick(["Silver", "Iron", "Copper", "Salt", "Gold"])
      return ("\(names.place(tongue(cell))) \(ore) Mine", "\(ore) has been dug here for ages.")
    }
    let streams = land.filter {
      ground.waters.riverOfCell[$0] != 0 && ground.waters.flux[$0] > 150
    }
    place("bridges", "🌉", 3, streams) { names, _, cell in
      let river = ground.waters.rivers[Int(ground.waters.riverOfCell[cell]) - 1].name
      return (
        "\(names.place(tongue(cell))) Bridge", "An old stone bridge over the \(river)."
      )
    }
    place("waterfalls", "⟱", 2, streams.filter { ground.height[$0] >= 34 }) { names, dice, cell in
      ("\(names.word(tongue(cell))) Falls", "The water drops \(dice.int(12...120)) metres.")
    }
    let ports = towns.towns.filter { $0.port != 0 && $0.group != "village" }.map(\.cell)
    place("lighthouses", "🚨", 4, ports) { _, _, cell in
      let town = towns.towns[Int(towns.ofCell[cell]) - 1].name
      return ("\(town) Light", "A fire burns here every night to lead ships into \(town).")
    }
    place("inns", "🍻", 6, land.filter { peoples.suitability[$0] > 8 }) { names, dice, _ in
      let sign = dice.pick(["Otter", "Lantern", "Heron", "Barrel", "Hearth", "Stag", "Anchor"])
      let kind = dice.pick(["Merry", "Crooked", "Silver", "Old", "Laughing", "Red"])
      return ("The \(kind) \(sign)", "An inn known for its \(dice.pick(["ale", "pies", "songs"])).")
    }
    place("ruins", "🏺", 5, land.filter { ground.height[$0] < 50 }) { names, _, cell in
      ("Ruins of \(names.place(tongue(cell)))", "Walls without roofs, left long ago.")
    }
    place("dungeons", "🗝️", 3, land.filter { ground.height[$0] > 30 }) { names, dice, cell in
      (
        "\(names.word(tongue(cell))) Vault",
        "Sealed doors under the hill; \(dice.int(2...5)) companies went in, none came back."
      )
    }
    place("battlefields", "⚔️", 4, land.filter { peoples.suitability[$0] > 5 }) {
      names, dice, cell in
      let state = Int(realms.stateOfCell[cell])
      let whose = state == 0 ? "two bands" : "the host of \(realms.realms[state - 1].name)"
      return (
        "Field of \(names.word(tongue(cell)))",
        "\(whose.capitalizedFirst) fought here for \(dice.int(1...4)) days."
      )
    }
    place(
      "sacred-forests", "🌳", 2,
      land.filter { Int(ground.biome[$0]) == BiomeTable.deciduousForest }
    ) { names, _, cell in
      ("\(names.word(tongue(cell))) Grove", "Nobody has cut a tree here in living memory.")
    }
    place("caves", "🦇", 2, land.filter { ground.height[$0] > 40 }) { names, _, cell in
      ("\(names.word(tongue(cell))) Cave", "Its end has not been found.")
    }
    let sea = (0..<ground.count).filter {
      !ground.isLand($0) && ground.feature(of: $0).kind == .ocean
        && ground.marks.distance[$0] == -2
    }
    place("sea-monsters", "🦑", 2, sea) { names, _, _ in
      ("\(names.word(5)) the Many-Armed", "Ships keep away from these waters.")
    }
    findTroubles(on: ground, land: land, realms: realms, peoples: peoples, dice: &dice)
  }

  private mutating func findTroubles(
    on ground: Ground, land: [Int], realms: Realms, peoples: Peoples, dice: inout RandomStream
  ) {
    guard !land.isEmpty else { return }
    var names = Namer(seed: ground.seed, for: "troubles")
    let kinds: [(String, String, Int, (Int) -> Bool)] = [
      ("Invasion", "Raid", 1, { realms.stateOfCell[$0] != 0 }),
      ("Rebels", "Rising", 3, { realms.stateOfCell[$0] != 0 && peoples.suitability[$0] > 4 }),
      ("Disease", "Fever", 5, { peoples.suitability[$0] > 9 }),
      ("Flood", "Flood", 13, { ground.waters.riverOfCell[$0] != 0 && ground.height[$0] < 30 }),
      ("Avalanche", "Avalanche", 7, { ground.height[$0] > 60 }),
    ]
    for (type, word, hatch, fits) in kinds {
      let places = land.filter(fits)
      let start = places.isEmpty ? land[dice.int(0...land.count - 1)] : dice.pick(places)
      let wanted = max(6, dice.int(12...30) * max(1, Int(ground.coarseness)))
      var cells = [Int32(start)]
      var seen: Set<Int32> = [Int32(start)]
      var next = 0
      while next < cells.count, cells.count < wanted {
        for neighbor in ground.mesh.cellNeighbors[Int(cells[next])]
        where ground.isLand(Int(neighbor)) && cells.count < wanted {
          if dice.chance(0.8), seen.insert(neighbor).inserted { cells.append(neighbor) }
        }
        next += 1
      }
      let people = Int(peoples.ofCell[start])
      let tongue = people == 0 ? 0 : peoples.peoples[people - 1].tongue
      troubles.append(
        Trouble(
          id: troubles.count, name: "\(names.place(tongue)) \(word)", type: type, cells: cells,
          color: "url(#hatch\(hatch))"))
    }
  }
}
