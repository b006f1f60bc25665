// SPDX-License-Identifier: MIT
// Part of Platen: how good each place is to live in, and the peoples that settled the world.

internal import Atlas
internal import Geometry

/// A people with its own tongue.
struct People {
  enum Way: String {
    case generic = "Generic"
    case river = "River"
    case lake = "Lake"
    case naval = "Naval"
    case nomadic = "Nomadic"
    case hunting = "Hunting"
    case highland = "Highland"
  }

  var id: Int
  var name: String
  var code: String
  var tongue: Int
  var way: Way
  var center: Int
  var shield: String
  var expansionism: Double
}

/// Suitability, population and peoples of the fine cells.
struct Peoples {
  var suitability: [Int16]
  /// Points of rural population.
  var population: [Float]
  /// Ids count from 1; the people of id 1 stands first.
  var peoples: [People]
  /// The people of each land cell, 0 for none.
  var ofCell: [UInt16]

  init(on ground: Ground) {
    suitability = Peoples.suitability(of: ground)
    population = ground.area.indices.map { [suitability] cell in
      let area = Double(ground.area[cell]) / ground.meanArea
      let points = suitability[cell] > 0 ? Double(suitability[cell]) * area : 0
      return Float((points * 10_000).rounded() / 10_000)
    }
    peoples = []
    ofCell = []
    settle(on: ground)
  }

  private static func suitability(of ground: Ground) -> [Int16] {
    let strongest = Double(ground.waters.flux.max() ?? 1)
    return (0..<ground.count).map { cell in
      guard ground.isLand(cell) else { return 0 }
      var score = Double(BiomeTable.rows[Int(ground.biome[cell])].habitability)
      guard score > 0 else { return 0 }
      if ground.waters.riverOfCell[cell] != 0 {
        let strength = (Double(ground.waters.flux[cell]) / max(1, strongest)).squareRoot()
        score += 18 + 60 * strength + (ground.waters.confluence[cell] > 0 ? 12 : 0)
      }
      score -= max(0, Double(ground.height[cell]) - 48) * 1.6
      if ground.marks.distance[cell] == 1 {
        let haven = Int(ground.marks.haven[cell])
        let isLake = ground.feature(of: haven).kind == .lake
        score += isLake ? 14 : ground.waters.riverOfCell[cell] != 0 ? 26 : 8
        // One side to the water is a sheltered harbor.
        if ground.marks.harbor[cell] == 1 { score += 14 }
      }
      return Int16(max(0, min(400, score / 5)))
    }
  }

  private mutating func settle(on ground: Ground) {
    var dice = RandomStream(seed: ground.seed, for: "peoples")
    var names = Namer(seed: ground.seed, for: "peoples")
    let wanted = min(11, max(4, ground.count / 450))
    var candidates = (0..<ground.count).filter { suitability[$0] > 3 }
    guard !candidates.isEmpty else {
      ofCell = Array(repeating: 0, count: ground.count)
      return
    }
    let luck = (0..<ground.count).map { _ in dice.number(0.35...1) }
    candidates.sort { a, b in
      let (left, right) = (Double(suitability[a]) * luck[a], Double(suitability[b]) * luck[b])
      return left == right ? a < b : left > right
    }
    var tongues = Array(Tongue.all.indices.dropFirst())
    dice.shuffle(&tongues)
    tongues.insert(0, at: 0)
    var distance = (ground.size.width + ground.size.height) / 2 / Double(wanted) * 1.7
    var room = Elbowroom(size: ground.size, spacing: distance)
    while peoples.count < wanted, distance > ground.grid.spacing {
      for cell in candidates where room.isFree(ground.mesh.sites[cell], within: distance) {
        room.addPoint(ground.mesh.sites[cell])
        let tongue = tongues[peoples.count % tongues.count]
        let name = names.word(tongue)
        peoples.append(
          People(
            id: peoples.count + 1, name: name, code: String(name.prefix(2)), tongue: tongue,
            way: Peoples.way(at: cell, on: ground, dice: &dice), center: cell,
            shield: dice.pick(Arms.shields), expansionism: dice.number(0.8...1.6)))
        if peoples.count == wanted { break }
      }
      distance *= 0.8
    }
    let all = peoples
    let perStep = 1 / (ground.grid.spacing * ground.coarseness.squareRoot())
    var owner = Territory.spread(
      from: all.map { ($0.center, $0.id) }, over: ground.mesh.cellNeighbors
    ) { from, to, id in
      let people = all[id - 1]
      let way = ground.mesh.sites[from].distance(to: ground.mesh.sites[to]) * perStep
      return way * Peoples.burden(of: to, for: people.way, on: ground) / people.expansionism
    }
    for cell in owner.indices where !ground.isLand(cell) { owner[cell] = 0 }
    Territory.smooth(&owner, neighbors: ground.mesh.cellNeighbors, keep: { _ in false })
    for people in peoples { owner[people.center] = UInt16(people.id) }
    ofCell = owner
  }

  private static func way(at cell: Int, on ground: Ground, dice: inout RandomStream) -> People.Way {
    let biome = Int(ground.biome[cell])
    if ground.height[cell] > 46 { return .highland }
    if [BiomeTable.hotDesert, BiomeTable.savanna, BiomeTable.grassland].contains(biome),
      ground.marks.distance[cell] > 1
    {
      return .nomadic
    }
    if ground.marks.distance[cell] == 1 {
      let water = ground.feature(of: Int(ground.marks.haven[cell]))
      if water.kind == .lake { return .lake }
      if dice.chance(0.6) { return .naval }
    }
    if ground.waters.riverOfCell[cell] != 0, ground.waters.flux[cell] > 150 { return .river }
    if biome == BiomeTable.taiga || biome == BiomeTable.tundra { return .hunting }
    return .generic
  }

  /// The difficulty of a cell for people of a way of life, 1 for open grassland.
  static func burden(of cell: Int, for way: People.Way, on ground: Ground) -> Double {
    guard ground.isLand(cell) else {
      switch way {
      case .naval: return 3.5
      case .lake where ground.feature(of: cell).kind == .lake: return 1.5
      case .nomadic: return 22
      default: return 11
      }
    }
    let biome = Int(ground.biome[cell])
    var burden = 0.5 + Double(BiomeTable.rows[biome].cost) / 100
    let height = Double(ground.height[cell])
    switch way {
    case .highland: burden += height < 36 ? 1.2 : 0
    default: burden += height > 62 ? 9 : height > 42 ? (height - 42) * 0.22 : 0
    }
    switch way {
    case .nomadic:
      let isOpen = biome <= BiomeTable.grassland
      burden *= isOpen ? 0.6 : 1.4
    case .hunting: burden *= biome == BiomeTable.taiga || biome == BiomeTable.tundra ? 0.4 : 1.3
    case .naval: burden += ground.marks.distance[cell] == 1 ? 0 : 0.9
    case .river: burden += ground.waters.riverOfCell[cell] != 0 ? -0.3 : 0.4
    default: break
    }
    if way != .river, ground.waters.riverOfCell[cell] != 0, ground.waters.flux[cell] > 120 {
      burden += 1.5
    }
    return max(0.15, burden)
  }
}
