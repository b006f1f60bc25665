// SPDX-License-Identifier: MIT
// Part of Platen: a world with everything on it, before it is written down.

internal import Atlas
internal import Geometry

/// A made world: the land, and what people did with it, in the order it came about.
struct Draft {
  static let year = 1204

  let seed: UInt64
  let name: String
  let era: String
  let ground: Ground
  let peoples: Peoples
  let towns: Towns
  let realms: Realms
  let faiths: Faiths
  let ways: Ways
  let wayNames: [String?]
  let lakeNames: [Int: String]
  let seaNames: [(Point, String)]
  let sights: Sights
  let forces: Forces
  let trade: Trade
  let ice: [IcePiece]

  init(seed: UInt64, cells: Int, size: Size, name: String?) {
    self.seed = seed
    var ground = Ground(seed: seed, cells: cells, size: size)
    let peoples = Peoples(on: ground)
    var names = Namer(seed: seed, for: "waters")
    func tongue(_ cell: Int) -> Int {
      let people = Int(peoples.ofCell[cell])
      return people == 0 ? 0 : peoples.peoples[people - 1].tongue
    }
    for index in ground.waters.rivers.indices {
      let mouth = Int(ground.waters.rivers[index].mouth)
      ground.waters.rivers[index].name = names.word(tongue(mouth))
    }
    var lakes: [Int: String] = [:]
    for index in ground.marks.features.indices {
      let feature = ground.marks.features[index]
      guard feature.kind == .lake, let shore = feature.shoreline.first else { continue }
      lakes[feature.id] = names.word(tongue(Int(shore)))
    }
    lakeNames = lakes
    var towns = Towns(on: ground, peoples: peoples)
    let realms = Realms(on: ground, peoples: peoples, towns: &towns, year: Draft.year)
    let ways = Ways(on: ground, towns: towns)
    wayNames = ways.ways.map { way in
      let ends = (Int(way.cells[0]), Int(way.cells[way.cells.count - 1]))
      let town = [ends.1, ends.0].map { Int(towns.ofCell[$0]) }.first { $0 != 0 }
      guard let town else { return nil }
      let word = way.group == "roads" ? "road" : way.group == "trails" ? "trail" : "passage"
      return "\(towns.towns[town - 1].name) \(word)"
    }
    self.ground = ground
    self.peoples = peoples
    self.towns = towns
    self.realms = realms
    self.ways = ways
    faiths = Faiths(on: ground, peoples: peoples, towns: towns)
    sights = Sights(on: ground, peoples: peoples, towns: towns, realms: realms)
    forces = Forces(on: ground, towns: towns, realms: realms)
    trade = Trade(on: ground, towns: towns)
    ice = Ice.pieces(on: ground)
    seaNames = Draft.seas(of: ground, names: &names)
    var world = Namer(seed: seed, for: "world")
    self.name = name ?? world.place(0)
    era = "Era of \(world.word(0))"
  }

  /// Names for the two widest stretches of open sea, with the places to write them.
  private static func seas(of ground: Ground, names: inout Namer) -> [(Point, String)] {
    let terrain = ground.terrain
    let size = ground.size
    let room = 0.12 * size.unit
    // Depth in the format's steps ends at nine cells; count on from there by flooding.
    var steps = [Int32](repeating: -1, count: terrain.height.count)
    var queue: [Int32] = []
    for cell in steps.indices where terrain.height[cell] >= 20 {
      steps[cell] = 0
      queue.append(Int32(cell))
    }
    var next = 0
    while next < queue.count {
      let cell = Int(queue[next])
      next += 1
      for neighbor in terrain.mesh.cellNeighbors[cell] where steps[Int(neighbor)] < 0 {
        steps[Int(neighbor)] = steps[cell] + 1
        queue.append(neighbor)
      }
    }
    var seas: [(Point, String)] = []
    for cell in queue.reversed() {
      guard seas.count < 2 else { break }
      let site = terrain.mesh.sites[Int(cell)]
      guard site.x > 2 * room, site.x < size.width - 2 * room, site.y > room,
        site.y < size.height - room,
        seas.allSatisfy({ $0.0.distance(to: site) > 3 * room })
      else { continue }
      let word = names.word(seas.count * 3)
      seas.append((site, seas.isEmpty ? "The \(word) Ocean" : "Sea of \(word)"))
    }
    return seas
  }
}
