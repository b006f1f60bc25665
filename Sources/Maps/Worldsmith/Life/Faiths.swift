// SPDX-License-Identifier: MIT
// Part of Platen: what people believe, from folk beliefs to churches, cults and heresies.

internal import Geometry

/// A religion.
struct Faith {
  var id: Int
  var name: String
  var type: String
  var form: String
  var deity: String?
  var color: String
  var code: String
  var people: Int
  var center: Int
  var expansion: String
  var expansionism: Double
  var origins: [Int]
}

struct Faiths {
  /// Ids count from 1.
  var faiths: [Faith] = []
  var ofCell: [UInt16]

  init(on ground: Ground, peoples: Peoples, towns: Towns) {
    // Every people begins with beliefs of its own, numbered as the peoples are.
    ofCell = peoples.ofCell
    var dice = RandomStream(seed: ground.seed, for: "faiths")
    var names = Namer(seed: ground.seed, for: "faiths")
    let domains = [
      "the Sea", "the Harvest", "Storms", "the Hearth", "the Moon", "the Deep", "Dawn", "the Hunt",
      "Stone", "the Crossroads", "Embers", "the Tides",
    ]
    let forms = ["Shamanism", "Animism", "Polytheism", "Ancestor Worship", "Nature Worship"]
    let nouns = ["Beliefs", "Spirits", "Ways", "Gods", "Ancestors"]
    for people in peoples.peoples {
      let form = dice.int(0...forms.count - 1)
      addReligion(
        "\(people.name) \(nouns[form])", "Folk", forms[form],
        deity: "\(names.word(people.tongue)) of \(dice.pick(domains))", people: people.id,
        center: people.center, expansion: "culture", strength: 0, origins: [0])
    }
    guard !towns.towns.isEmpty else { return }

    let capitals = towns.towns.filter { $0.isCapital && $0.people > 0 }
    let churches = min(capitals.count, max(1, peoples.peoples.count / 2))
    let perStep = 1 / (ground.grid.spacing * ground.coarseness.squareRoot())
    for index in 0..<churches {
      let town = capitals[index * capitals.count / churches]
      let people = peoples.peoples[town.people - 1]
      let word = names.word(people.tongue)
      let kind = dice.pick([
        ("Church", "Monotheism"), ("Pantheon", "Polytheism"), ("Faith", "Dualism"),
        ("Temple", "Monotheism"),
      ])
      addReligion(
        "\(word.adjective) \(kind.0)", "Organized", kind.1,
        deity: "\(word), Keeper of \(dice.pick(domains))", people: people.id, center: town.cell,
        expansion: "global", strength: dice.number(0.8...1.8), origins: [people.id])
    }
    spread(
      faiths.filter { $0.type == "Organized" }, limit: 34, on: ground, peoples: peoples,
      perStep: perStep)

    let places = towns.towns.filter { !$0.isCapital && $0.people > 0 }
    for (number, type) in ["Cult", "Cult", "Heresy"].enumerated() where !places.isEmpty {
      let town = places[dice.int(0...places.count - 1)]
      let people = peoples.peoples[town.people - 1]
      let parent = Int(ofCell[town.cell])
      let word = names.word(people.tongue)
      addReligion(
        type == "Cult" ? "Cult of \(word)" : "\(word) Heresy", type,
        type == "Cult" ? dice.pick(["Cult", "Dark Cult"]) : "Monotheism",
        deity: "\(word) of \(domains[(number * 5 + 3) % domains.count])", people: people.id,
        center: town.cell, expansion: "global", strength: dice.number(0.5...1),
        origins: [parent])
    }
    spread(
      faiths.filter { $0.type == "Cult" || $0.type == "Heresy" }, limit: 8, on: ground,
      peoples: peoples, perStep: perStep)
  }

  private mutating func addReligion(
    _ name: String, _ type: String, _ form: String, deity: String?, people: Int, center: Int,
    expansion: String, strength: Double, origins: [Int]
  ) {
    let code = name.split(separator: " ").map { $0.prefix(1) }.joined()
    faiths.append(
      Faith(
        id: faiths.count + 1, name: name, type: type, form: form, deity: deity,
        color: Palette.color(faiths.count, shift: 0.31), code: code, people: people,
        center: center, expansion: expansion, expansionism: Grid.rounded(strength, 1),
        origins: origins))
  }

  private mutating func spread(
    _ some: [Faith], limit: Double, on ground: Ground, peoples: Peoples, perStep: Double
  ) {
    let faiths = faiths
    var owner = Territory.spread(
      from: some.map { ($0.center, $0.id) }, over: ground.mesh.cellNeighbors, limit: limit
    ) { from, to, id in
      let faith = faiths[id - 1]
      let way = ground.mesh.sites[from].distance(to: ground.mesh.sites[to]) * perStep
      guard ground.isLand(to) else { return way * 3 / max(0.1, faith.expansionism) }
      let isOwn = Int(peoples.ofCell[to]) == faith.people
      let burden = 0.6 + (isOwn ? 0 : 1) + max(0, Double(ground.height[to]) - 45) * 0.1
      return way * burden / max(0.1, faith.expansionism)
    }
    Territory.smooth(&owner, neighbors: ground.mesh.cellNeighbors, keep: { _ in false }, rounds: 1)
    for cell in owner.indices where owner[cell] != 0 && peoples.ofCell[cell] != 0 {
      ofCell[cell] = owner[cell]
    }
    for faith in some { ofCell[faith.center] = UInt16(faith.id) }
  }
}
