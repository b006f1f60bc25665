// SPDX-License-Identifier: MIT
// Part of Platen: the chapter of a gazetteer about the world as a whole.

internal import Atlas
internal import Documents
internal import Geometry

extension GazetteerBook {
  mutating func writeWorld() {
    let name = shown(world.info.name, 0)
    heading(1, phrases[.gazetteerWorld])
    figure(
      GazetteerFigure(content: .map(part, squares: true), name: "map-world.png", share: 1),
      alternative: phrases(.mapOf, title), "map")
    var prose = Prose(.world)
    var counts: [String] = []
    let states = world.states.count { $0.id != 0 && facts.states[$0.id] != nil }
    if states > 0 { counts.append(words.count(.stateCount, states)) }
    if !world.provinces.isEmpty {
      counts.append(words.count(.gazetteerProvinceCount, world.provinces.count))
    }
    if !world.burgs.isEmpty {
      counts.append(words.count(.gazetteerTownCount, world.burgs.count))
    }
    if !counts.isEmpty { prose.say(.gazetteerContains, name, words.list(counts)) }
    let land = facts.land
    if land.people > 0 {
      prose.say(
        .gazetteerWorldPeople, words.about(land.people), words.share(land.urban, of: land.people))
    }
    prose.say(.gazetteerWorldLand, words.area(land.area), words.height(land.highest))
    sayClimate(of: land, &prose)
    if let year { prose.say(.gazetteerYear, year) }
    if states > 3 {
      func first(_ amount: (RegionFacts) -> Double) -> [Mention] {
        facts.states.filter { $0.key != 0 && world.states.contains(id: $0.key) }
          .sorted { (amount($1.value), $0.key) < (amount($0.value), $1.key) }
          .prefix(3).compactMap { world.states[id: $0.key].map(mention) }
      }
      let largest = first { Double($0.area) }
      let mostPeopled = first { $0.people }
      prose.say(.gazetteerLargest, words.list(largest.map(\.name)), naming: largest)
      prose.say(.gazetteerMostPeopled, words.list(mostPeopled.map(\.name)), naming: mostPeopled)
    }
    addProse(prose)
    writeStateTable()
  }

  private mutating func writeStateTable() {
    let states = self.states
    guard states.count > 1 else { return }
    table(
      [
        (.gazetteerName, .start), (.gazetteerCapital, .start), (.gazetteerArea, .end),
        (.gazetteerPopulation, .end), (.gazetteerTowns, .end),
      ],
      states.map { state in
        let sum = facts.states[state.id] ?? RegionFacts()
        return [
          shown(state.name, state.id),
          state.capital.flatMap { world.burgs[id: $0] }.map { shown($0.name, $0.id) } ?? "",
          words.area(sum.area) ?? "", words.number(sum.people.rounded()),
          phrases.grouped(sum.towns.count),
        ]
      }, about: .world, naming: states.map(mention))
  }

  /// The mean temperature, and the lowest and highest.
  func sayClimate(of facts: RegionFacts, _ prose: inout Prose) {
    guard facts.temperatures > 0, facts.coldest < facts.warmest else { return }
    prose.say(
      .gazetteerClimate,
      words.temperature(Double(facts.temperature) / Double(facts.temperatures)),
      words.temperature(Double(facts.coldest)), words.temperature(Double(facts.warmest)))
  }
}
