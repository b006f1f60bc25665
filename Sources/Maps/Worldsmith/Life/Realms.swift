// SPDX-License-Identifier: MIT
// Part of Platen: states with their borders, provinces, relations and wars.

internal import Geometry

/// A state.
struct Realm {
  var id: Int
  var name: String
  var form: String
  var formName: String
  var fullName: String
  var people: Int
  var way: People.Way
  var capital: Int
  var center: Int
  var expansionism: Double
  /// The number of its tint among those for states.
  var tint = 0
  var pole = Point.zero
  var neighbors: [Int] = []
  var provinces: [Int] = []
  /// Relations by state id; `x` with itself and with no state.
  var relations: [String] = []
  var wars: [War] = []
  var arms: Arms
  var cells = 0
  var area = 0.0
  var towns = 0
  var rural = 0.0
  var urban = 0.0
}

/// A campaign of a state's past.
struct War {
  var name: String
  var start: Int
  var end: Int
  var attacker: Int
  var defender: Int
}

/// A province.
struct SampleProvince {
  var id: Int
  var state: Int
  var center: Int
  var town: Int
  var name: String
  var formName: String
  var color: String
  var pole = Point.zero
  var arms: Arms
  var fullName: String { "\(name) \(formName)" }
}

struct Realms {
  /// Ids count from 1.
  var realms: [Realm] = []
  var provinces: [SampleProvince] = []
  var stateOfCell: [UInt16]
  var provinceOfCell: [UInt16]
  /// The chronicle of wars, one list of sentences a war.
  var chronicle: [[String]] = []

  init(on ground: Ground, peoples: Peoples, towns: inout Towns, year: Int) {
    stateOfCell = Array(repeating: 0, count: ground.count)
    provinceOfCell = stateOfCell
    var dice = RandomStream(seed: ground.seed, for: "states")
    var names = Namer(seed: ground.seed, for: "states")
    for town in towns.towns where town.isCapital {
      let people = town.people > 0 ? peoples.peoples[town.people - 1] : nil
      let name = names.land(people?.tongue ?? 0)
      realms.append(
        Realm(
          id: realms.count + 1, name: name, form: "Monarchy", formName: "Kingdom", fullName: name,
          people: town.people, way: people?.way ?? .generic, capital: town.id, center: town.cell,
          expansionism: dice.number(0.7...1.9),
          arms: Arms(shield: people?.shield ?? "heater", dice: &dice)))
    }
    grow(on: ground, peoples: peoples, towns: towns)
    for index in towns.towns.indices {
      towns.towns[index].state = Int(stateOfCell[towns.towns[index].cell])
    }
    count(on: ground, peoples: peoples, towns: towns)
    nameForms(dice: &dice)
    divide(on: ground, peoples: peoples, towns: towns)
    findPoles(on: ground)
    relate(dice: &dice)
    fight(year: year, dice: &dice)
  }

  private mutating func grow(on ground: Ground, peoples: Peoples, towns: Towns) {
    let realms = realms
    let perStep = 1 / (ground.grid.spacing * ground.coarseness.squareRoot())
    var owner = Territory.spread(
      from: realms.map { ($0.center, $0.id) }, over: ground.mesh.cellNeighbors, limit: 80
    ) { from, to, id in
      let realm = realms[id - 1]
      let way = ground.mesh.sites[from].distance(to: ground.mesh.sites[to]) * perStep
      var burden = Peoples.burden(of: to, for: realm.way, on: ground)
      if ground.isLand(to) {
        if Int(peoples.ofCell[to]) != realm.people { burden += 0.8 }
        // Crests and great rivers make borders.
        if ground.isLand(from), ground.height[to] > ground.height[from] + 6 { burden += 0.7 }
        if peoples.suitability[to] == 0 { burden += 1.6 }
      }
      return way * burden / realm.expansionism
    }
    for cell in owner.indices where !ground.isLand(cell) { owner[cell] = 0 }
    Territory.smooth(&owner, neighbors: ground.mesh.cellNeighbors) { towns.ofCell[$0] != 0 }
    for realm in realms { owner[realm.center] = UInt16(realm.id) }
    stateOfCell = owner
  }

  private mutating func count(on ground: Ground, peoples: Peoples, towns: Towns) {
    var neighbors = [Set<Int>](repeating: [], count: realms.count + 1)
    for cell in stateOfCell.indices where stateOfCell[cell] != 0 {
      let id = Int(stateOfCell[cell])
      realms[id - 1].cells += 1
      realms[id - 1].area += Double(ground.area[cell])
      realms[id - 1].rural += Double(peoples.population[cell])
      for neighbor in ground.mesh.cellNeighbors[cell] {
        let other = Int(stateOfCell[Int(neighbor)])
        if other != 0, other != id { neighbors[id].insert(other) }
      }
    }
    for town in towns.towns where town.state != 0 {
      realms[town.state - 1].towns += 1
      realms[town.state - 1].urban += town.population
    }
    for index in realms.indices { realms[index].neighbors = neighbors[index + 1].sorted() }
    let tints = Palette.tints(of: realms.map { $0.neighbors.map { $0 - 1 } })
    for index in realms.indices { realms[index].tint = tints[index] }
  }

  private mutating func nameForms(dice: inout RandomStream) {
    let areas = realms.map(\.area).sorted()
    let large = areas.isEmpty ? 0 : areas[areas.count * 4 / 5]
    let small = areas.isEmpty ? 0 : areas[areas.count / 4]
    for index in realms.indices {
      let realm = realms[index]
      let (form, word): (String, String) =
        switch dice.unit() {
        case ..<0.6:
          (
            "Monarchy",
            realm.area >= large
              ? "Empire" : realm.area <= small ? dice.pick(["Duchy", "Principality"]) : "Kingdom"
          )
        case ..<0.75:
          ("Republic", realm.area <= small ? dice.pick(["Free City", "Republic"]) : "Republic")
        case ..<0.9: ("Union", dice.pick(["Confederation", "League", "Union"]))
        default: ("Theocracy", dice.pick(["Theocracy", "Diocese"]))
        }
      realms[index].form = form
      realms[index].formName = word
      realms[index].fullName =
        dice.chance(0.5) ? "\(word) of \(realm.name)" : "\(realm.name.adjective) \(word)"
    }
  }

  private mutating func divide(on ground: Ground, peoples: Peoples, towns: Towns) {
    var dice = RandomStream(seed: ground.seed, for: "provinces")
    var names = Namer(seed: ground.seed, for: "provinces")
    var byState = [[Town]](repeating: [], count: realms.count + 1)
    for town in towns.towns where town.state != 0 { byState[town.state].append(town) }
    var centers: [(cell: Int, id: Int)] = []
    for realm in realms {
      let own = byState[realm.id].sorted {
        ($0.isCapital ? 1 : 0, $0.population, $1.id) > ($1.isCapital ? 1 : 0, $1.population, $0.id)
      }
      let wanted = max(1, min(14, own.count / 4))
      var room = Elbowroom(size: ground.size, spacing: ground.grid.spacing)
      let apart = (realm.area / Double(wanted)).squareRoot() * 0.7
      let words =
        switch realm.form {
        case "Monarchy": ["County", "Barony", "Earldom", "Margravate"]
        case "Republic": ["Province", "Department", "District"]
        case "Theocracy": ["Parish", "Deanery"]
        default: ["Canton", "Region", "Province"]
        }
      let word = dice.pick(words)
      for town in own where realms[realm.id - 1].provinces.count < wanted {
        guard room.isFree(town.position, within: apart) else { continue }
        room.addPoint(town.position)
        let id = provinces.count + 1
        let tongue = town.people > 0 ? peoples.peoples[town.people - 1].tongue : 0
        let name = dice.chance(0.6) ? town.name : names.land(tongue)
        provinces.append(
          SampleProvince(
            id: id, state: realm.id, center: town.cell, town: town.id, name: name, formName: word,
            color: Palette.color(
              tint: realm.tint, step: realms[realm.id - 1].provinces.count + 1),
            arms: Arms(shield: realm.arms.shield, dice: &dice)))
        realms[realm.id - 1].provinces.append(id)
        centers.append((town.cell, id))
      }
    }
    let provinces = provinces
    let stateOfCell = stateOfCell
    // Water carries a province to the islands of its state.
    var owner = Territory.spread(from: centers, over: ground.mesh.cellNeighbors) { from, to, id in
      let way = ground.mesh.sites[from].distance(to: ground.mesh.sites[to])
      guard ground.isLand(to) else { return way * 6 }
      guard Int(stateOfCell[to]) == provinces[id - 1].state else { return nil }
      return way * (1 + max(0, Double(ground.height[to]) - 40) * 0.06)
    }
    for cell in owner.indices {
      let id = Int(owner[cell])
      if id == 0 || !ground.isLand(cell) || Int(stateOfCell[cell]) != provinces[id - 1].state {
        owner[cell] = 0
      }
    }
    // A piece of a state that its provinces could not reach belongs to the nearest of them.
    for cell in owner.indices where owner[cell] == 0 && stateOfCell[cell] != 0 {
      let site = ground.mesh.sites[cell]
      let own = realms[Int(stateOfCell[cell]) - 1].provinces
      let nearest = own.min {
        ground.mesh.sites[provinces[$0 - 1].center].squaredDistance(to: site)
          < ground.mesh.sites[provinces[$1 - 1].center].squaredDistance(to: site)
      }
      owner[cell] = UInt16(nearest ?? 0)
    }
    provinceOfCell = owner
  }

  private mutating func findPoles(on ground: Ground) {
    let neighbors = ground.mesh.cellNeighbors
    let states = Territory.poles(of: stateOfCell, ids: realms.count, neighbors: neighbors)
    for index in realms.indices {
      realms[index].pole = ground.mesh.sites[states[index + 1] ?? realms[index].center]
    }
    let parts = Territory.poles(of: provinceOfCell, ids: provinces.count, neighbors: neighbors)
    for index in provinces.indices {
      provinces[index].pole = ground.mesh.sites[parts[index + 1] ?? provinces[index].center]
    }
  }

  private mutating func relate(dice: inout RandomStream) {
    for index in realms.indices {
      realms[index].relations = Array(repeating: "x", count: realms.count + 1)
    }
    for a in realms.indices {
      for b in realms.indices where b > a {
        let isNear = realms[a].neighbors.contains(b + 1)
        let isKin = realms[a].people == realms[b].people
        let relation =
          isNear
          ? dice.pick(weighted: [
            ("Ally", isKin ? 3 : 1), ("Friendly", 3), ("Neutral", 2), ("Suspicion", 3),
            ("Rival", 2), ("Enemy", 0.5),
          ])
          : dice.pick(weighted: [
            ("Friendly", isKin ? 2 : 0.5), ("Neutral", 4), ("Suspicion", 1), ("Unknown", 3),
          ])
        realms[a].relations[b + 1] = relation
        realms[b].relations[a + 1] = relation
      }
    }
  }

  private mutating func fight(year: Int, dice: inout RandomStream) {
    let words = ["War", "Conflict", "Campaign", "Invasion", "Rebellion", "Conquest"]
    for a in realms.indices {
      for other in realms[a].neighbors.prefix(3) {
        let b = other - 1
        let start = dice.int(1...max(2, year - 2))
        let name = "\(realms[b].name.adjective) \(dice.pick(words))"
        let end = min(year, start + dice.int(1...9))
        realms[a].wars.append(
          War(name: name, start: start, end: end, attacker: a + 1, defender: b + 1))
      }
      realms[a].wars.sort { ($0.start, $0.defender) < ($1.start, $1.defender) }
      for b in realms.indices where b > a && realms[a].relations[b + 1] == "Enemy" {
        chronicle.append([
          "\(realms[a].name)-\(realms[b].name) War",
          "\(realms[a].name) declared war on its rival \(realms[b].name)",
        ])
      }
    }
  }
}
