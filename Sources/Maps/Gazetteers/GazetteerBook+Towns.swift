// SPDX-License-Identifier: MIT
// Part of Platen: the entries of a gazetteer about towns.

internal import Atlas
internal import Documents
internal import Geometry

extension GazetteerBook {
  /// The towns of a state, the largest first; those of no state where it is nil.
  mutating func writeTowns(_ towns: [Burg], of state: State?) {
    guard !towns.isEmpty else { return }
    if state != nil { heading(2, phrases[.gazetteerTowns]) }
    let sorted = towns.sorted { a, b in
      (b.population, key(a.name, a.id)) < (a.population, key(b.name, b.id))
    }
    let people = (facts.states[state?.id ?? 0]?.towns ?? [])
      .compactMap { world.burgs[id: $0] }.map { world.people(of: $0) }.sorted(by: >)
    for town in sorted { writeTown(town, of: state, among: people) }
  }

  private mutating func writeTown(_ town: Burg, of state: State?, among people: [Double]) {
    let name = shown(town.name, town.id)
    let own = world.people(of: town)
    var prose = Prose(.town(town.id))
    if let state {
      let isCapital = state.capital == town.id
      prose.say(
        isCapital ? .gazetteerTownCapital : .gazetteerTownIn, name,
        place(of: town, in: state, isCapital),
        words.people(own), naming: province(of: town, in: state).map(mention) + [mention(state)])
      if people.count > 3, let rank = people.firstIndex(of: own), rank < 3 {
        prose.say(
          .gazetteerTownRank, String(rank + 1), words.count(.gazetteerTownCount, people.count))
      }
    } else {
      prose.say(.gazetteerTownHas, name, words.people(own))
    }
    let parts = phrases.names(.gazetteerTownParts)
    let flags = [
      town.hasCitadel, town.hasWalls, town.hasPlaza, town.hasTemple, town.hasShanty,
    ]
    let own5 = zip(parts, flags).filter { $0.1 }.map { $0.0 }
    if !own5.isEmpty { prose.say(.gazetteerTownPartsAre, words.list(own5)) }
    if let port = town.port {
      prose.say(.gazetteerPort, water(port), naming: mentions(ofWater: port))
    }
    if let cells = world.cells, cells.river.indices.contains(town.cell) {
      let river = world.rivers[id: Int(cells.river[town.cell])]
      if let river, cells.river[town.cell] != 0 {
        prose.say(.gazetteerOnRiver, oneLine(river.name), naming: [mention(river)])
      }
      let grid = Int(cells.gridCell[town.cell])
      if let degrees = world.terrain?.temperature, degrees.indices.contains(grid) {
        prose.say(
          .gazetteerHeight, words.height(Int(cells.height[town.cell])),
          words.temperature(Double(degrees[grid])))
      }
      let culture = town.culture.flatMap { $0 == 0 ? nil : world.cultures[id: $0] }.map(mention)
      let faith =
        cells.religion[town.cell] == 0
        ? nil : world.religions[id: Int(cells.religion[town.cell])].map(mention)
      if let faith {
        prose.say(
          .gazetteerPeopleOf, culture?.name, faith.name,
          naming: [culture, faith].compactMap { $0 })
      } else {
        prose.say(.gazetteerCultureOf, culture?.name, naming: [culture].compactMap { $0 })
      }
    }
    let near = network.nearest(to: town.position, count: 3, besides: town.id)
    if near.count > 1 {
      let items = near.compactMap { link -> String? in
        guard let other = world.burgs[id: link.town], link.distance > 0,
          let length = words.length(link.distance)
        else { return nil }
        return phrases(
          .gazetteerAway, shown(other.name, other.id), length,
          words.direction(TownNetwork.direction(from: town.position, to: other.position)))
      }
      if items.count == near.count {
        prose.say(.gazetteerNearest, words.list(items), naming: mentions(ofTowns: near))
      }
    }
    let (roads, sails) = (network.roads[town.id], network.sails[town.id])
    prose.say(.gazetteerRoads, links(roads), naming: mentions(ofTowns: roads))
    prose.say(.gazetteerSails, links(sails), naming: mentions(ofTowns: sails))
    blocks.append(
      entry(name, at: town.position, arms: arms(town.coatOfArms, "town", town.id), prose))
  }

  /// The state of a town, with its province where it has one.
  private func place(of town: Burg, in state: State, _ isCapital: Bool) -> String {
    let name = shown(state.name, state.id)
    guard !isCapital, let province = province(of: town, in: state).first else { return name }
    let part = shown(province.name, province.id)
    return part == name || part == oneLine(town.name)
      ? name : part + phrases[.comma] + name
  }

  /// The province of a town; none where it is not in one of its state.
  private func province(of town: Burg, in state: State) -> [Province] {
    guard let provinces = world.cells?.province, provinces.indices.contains(town.cell),
      provinces[town.cell] != 0, let province = world.provinces[id: Int(provinces[town.cell])],
      province.state == state.id
    else { return [] }
    return [province]
  }

  /// A sea without a name, or a lake by its name.
  func water(_ id: Int) -> String? {
    guard let feature = world.features[id: id] else { return nil }
    let name = oneLine(feature.name ?? "")
    if !name.isEmpty { return name }
    return feature.kind == .ocean ? phrases[.gazetteerSea] : nil
  }

  private func links(_ links: [TownNetwork.Link]?) -> String? {
    let items = (links ?? []).prefix(6).compactMap { link -> String? in
      guard let other = world.burgs[id: link.town] else { return nil }
      let name = shown(other.name, other.id)
      return words.length(link.distance).map { phrases(.gazetteerShare, name, $0) } ?? name
    }
    return items.isEmpty ? nil : words.list(items)
  }
}
