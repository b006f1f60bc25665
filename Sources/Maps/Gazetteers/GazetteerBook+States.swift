// SPDX-License-Identifier: MIT
// Part of Platen: the chapters of a gazetteer about states and their provinces.

internal import Atlas
internal import Cartography
internal import Documents
internal import Geometry

extension GazetteerBook {
  /// A chapter for each state, and one for towns without a state.
  mutating func writeStates() {
    let boxes = stateBoxes
    let ranks = StateRanks(of: world, facts)
    for state in states { writeState(state, boxes[state.id], ranks) }
    let free = (facts.states[0]?.towns ?? []).compactMap { world.burgs[id: $0] }.filter {
      isSeen($0)
    }
    if isFull, !free.isEmpty, !isOfOneState {
      heading(1, phrases[.gazetteerNoState])
      writeTowns(free, of: nil)
    }
  }

  /// The rectangle of the sheet that each state fills.
  private var stateBoxes: [Int: Rect] {
    guard let cells = world.cells else { return [:] }
    var boxes: [Int: Rect] = [:]
    for cell in 0..<cells.count where cells.state[cell] != 0 {
      let site = cells.mesh.sites[cell]
      let place = Rect(x: site.x, y: site.y, width: 0, height: 0)
      let id = Int(cells.state[cell])
      boxes[id] = boxes[id]?.union(place) ?? place
    }
    return boxes
  }

  /// Places of states in order of area and of population; 1 is the first.
  struct StateRanks {
    private(set) var area: [Int: Int] = [:]
    private(set) var people: [Int: Int] = [:]
    let count: Int

    init(of world: World, _ facts: WorldFacts) {
      let all = facts.states.filter { $0.key != 0 && world.states.contains(id: $0.key) }
      count = all.count
      func ranks(_ amount: (RegionFacts) -> Double) -> [Int: Int] {
        let amounts = all.mapValues(amount)
        let sorted = amounts.values.sorted(by: >)
        // Equals share the better place.
        return amounts.mapValues { value in (sorted.firstIndex(of: value) ?? 0) + 1 }
      }
      area = ranks { Double($0.area) }
      people = ranks { $0.people }
    }
  }

  private mutating func writeState(_ state: State, _ box: Rect?, _ ranks: StateRanks) {
    let name = shown(state.name, state.id)
    let full = oneLine(state.fullName)
    heading(1, full.isEmpty ? name : full)
    // The index has the short name, which texts use.
    addMark(name, at: state.pole)
    entitle(.state(state.id), name, at: state.pole)
    if let arms = state.coatOfArms, !arms.isCustom {
      figure(
        GazetteerFigure(
          content: .arms(arms), name: "arms-state-\(state.id).png", share: 0.16),
        alternative: phrases(.gazetteerArms, name), "arms")
    }
    if let box {
      let sheet = Rect(x: 0, y: 0, width: world.info.width, height: world.info.height)
      figure(
        GazetteerFigure(
          content: .map(BookMap.window(around: box, on: sheet), squares: false),
          name: "map-state-\(state.id).png", share: 1),
        alternative: phrases(.mapOf, name), "map")
    }
    writeProse(about: state, name, full, ranks)
    writeWars(of: state)
    if isForGameMaster { writeForces(of: state) }
    guard isFull else { return }
    writeProvinces(of: state)
    let towns = (facts.states[state.id]?.towns ?? []).compactMap { world.burgs[id: $0] }
    writeTowns(towns.filter { isSeen($0) }, of: state)
  }

  /// Puts an index mark into the last heading.
  private mutating func addMark(_ name: String, at point: Point?) {
    guard case .heading(var heading)? = blocks.last else { return }
    heading.inlines.append(mark(name, at: point))
    blocks[blocks.count - 1] = .heading(heading)
  }

  private static let governments = ["monarchy", "republic", "union", "theocracy", "anarchy"]

  private mutating func writeProse(
    about state: State, _ name: String, _ full: String, _ ranks: StateRanks
  ) {
    guard let facts = facts.states[state.id] else { return }
    var prose = Prose(.state(state.id))
    let form = words.word(state.form, GazetteerBook.governments, .gazetteerGovernments)
    if !full.isEmpty, full != name {
      prose.say(.gazetteerFullForm, name, full, form)
    } else {
      prose.say(.gazetteerIs, name, form)
    }
    if let capital = state.capital.flatMap({ world.burgs[id: $0] }) {
      prose.say(
        .gazetteerCapitalIs, shown(capital.name, capital.id),
        words.people(world.people(of: capital)), naming: [mention(capital)])
    }
    prose.say(.gazetteerLand, words.area(facts.area), words.people(facts.people))
    sayTowns(of: facts, &prose)
    if ranks.count > 1, let area = ranks.area[state.id], let people = ranks.people[state.id] {
      prose.say(.gazetteerRank, String(ranks.count), String(area), String(people))
    }
    let provinces = world.provinces.count { $0.state == state.id }
    if provinces > 1 {
      prose.say(.gazetteerDivided, words.count(.gazetteerProvinceCount, provinces))
    }
    addProse(prose)
    prose = Prose(.state(state.id))
    sayGround(of: facts, &prose)
    sayClimate(of: facts, &prose)
    if !facts.hasCoast { prose.say(.gazetteerInland) }
    sayRiver(of: state.id, &prose)
    let ports = facts.towns.compactMap { world.burgs[id: $0] }.filter { $0.port != nil }
      .sorted { ($1.population, $0.id) < ($0.population, $1.id) }.prefix(8)
    if !ports.isEmpty {
      prose.say(
        .gazetteerPorts, words.list(ports.map { shown($0.name, $0.id) }),
        naming: ports.map(mention))
    }
    let goods = facts.goods.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .compactMap { world.goods[id: $0.key].map { oneLine($0.name) } }.filter { !$0.isEmpty }
    if !goods.isEmpty { prose.say(.gazetteerYields, words.list(Array(goods.prefix(10)))) }
    addProse(prose)
    prose = Prose(.state(state.id))
    sayPeoples(of: facts, &prose)
    addProse(prose)
    prose = Prose(.state(state.id))
    sayRelations(of: state, &prose)
    addProse(prose)
  }

  /// Its towns, and how many of the people live in them.
  private func sayTowns(of facts: RegionFacts, _ prose: inout Prose) {
    guard !facts.towns.isEmpty else { return }
    prose.say(
      .gazetteerTownShare, words.count(.gazetteerTownCount, facts.towns.count),
      words.share(facts.urban, of: facts.people))
  }

  private func sayGround(of facts: RegionFacts, _ prose: inout Prose) {
    prose.say(.gazetteerGround, shares(facts.biomes, 4) { biome($0) })
  }

  private static let biomes = [
    "marine", "hot desert", "cold desert", "savanna", "grassland", "tropical seasonal forest",
    "temperate deciduous forest", "tropical rainforest", "temperate rainforest", "taiga", "tundra",
    "glacier", "wetland",
  ]

  func biome(_ id: Int) -> String? {
    guard let biome = world.biomes[id: id] else { return nil }
    let name = oneLine(biome.name)
    return words.word(name, GazetteerBook.biomes, .gazetteerBiomes) ?? (name.isEmpty ? nil : name)
  }

  private func sayPeoples(of facts: RegionFacts, _ prose: inout Prose) {
    prose.say(
      .gazetteerCultures,
      shares(facts.cultures, 5) { world.cultures[id: $0].map { shown($0.name, $0.id) } },
      naming: facts.cultures.keys.sorted().compactMap { world.cultures[id: $0].map(mention) })
    prose.say(
      .gazetteerFaiths,
      shares(facts.faiths, 5) { world.religions[id: $0].map { shown($0.name, $0.id) } },
      naming: facts.faiths.keys.sorted().compactMap { world.religions[id: $0].map(mention) })
  }

  private func sayRiver(of state: Int, _ prose: inout Prose) {
    guard let cells = world.cells else { return }
    var best: River?
    for river in world.rivers where river.length > 0 && !oneLine(river.name).isEmpty {
      guard river.length > best?.length ?? 0 else { continue }
      let touches = river.cells.contains {
        cells.state.indices.contains(Int($0)) && Int(cells.state[Int($0)]) == state
      }
      if touches { best = river }
    }
    if let best {
      prose.say(
        .gazetteerLongestRiver, oneLine(best.name), words.length(best.length),
        naming: [mention(best)])
    }
  }

  // MARK: Neighbors and relations

  private static let relations: [(word: String, phrase: Phrase)] = [
    ("suzerain", .gazetteerSuzerain), ("vassal", .gazetteerVassal), ("ally", .gazetteerAlly),
    ("friendly", .gazetteerFriendly), ("neutral", .gazetteerNeutralTo),
    ("suspicion", .gazetteerSuspicion), ("rival", .gazetteerRival), ("enemy", .gazetteerEnemy),
    ("unknown", .gazetteerUnknownTo),
  ]

  private func sayRelations(of state: State, _ prose: inout Prose) {
    func named(_ ids: [Int]) -> [Mention] {
      ids.filter { $0 != state.id && $0 != 0 && facts.states[$0] != nil }
        .compactMap { world.states[id: $0] }
        .sorted { key($0.name, $0.id) < key($1.name, $1.id) }.map(mention)
    }
    let neighbors = named(Array(Set(state.neighbors)))
    if neighbors.isEmpty {
      prose.say(.gazetteerNoBorders)
    } else {
      prose.say(.gazetteerBorders, words.list(neighbors.map(\.name)), naming: neighbors)
    }
    for (word, phrase) in GazetteerBook.relations {
      // Most states are neutral to most others; a short book says what is more than that.
      if !isFull, word == "neutral" || word == "unknown" { continue }
      let others = named(state.diplomacy.filter { $0.value.lowercased() == word }.map(\.key))
      prose.say(phrase, words.list(others.map(\.name)), naming: others)
    }
  }

  // MARK: Wars and forces

  private mutating func writeWars(of state: State) {
    let wars = state.campaigns.filter { !oneLine($0.name).isEmpty }
      .sorted { ($0.start ?? .min, $0.name) < ($1.start ?? .min, $1.name) }
    guard !wars.isEmpty else { return }
    heading(2, phrases[.gazetteerWars])
    describe(.state(state.id), .heading(Heading(2, [.text(phrases[.gazetteerWars])])))
    var linkedItems: [List.Item] = []
    let items = wars.map { war -> List.Item in
      let years: String? =
        switch (war.start, war.end) {
        case (let start?, let end?): start == end ? "\(start)" : "\(start)–\(end)"
        case (let start?, nil): phrases(.gazetteerSince, "\(start)")
        case (nil, let end?): "–\(end)"
        case (nil, nil): nil
        }
      let name = oneLine(war.name)
      let title = years.map { phrases(.gazetteerShare, name, $0) } ?? name
      guard let attacker = self.state(war.attacker), let defender = self.state(war.defender) else {
        linkedItems.append(List.Item([.text(title)]))
        return List.Item([.text(title)])
      }
      var prose = Prose(.state(state.id))
      prose.say(
        .gazetteerWarSides, title, shown(attacker.name, attacker.id),
        shown(defender.name, defender.id),
        naming: [attacker, defender].filter { $0.id != state.id }.map(mention))
      linkedItems.append(List.Item([.paragraph(Paragraph(linked(prose)))]))
      return List.Item([.paragraph(Paragraph(inlines(prose)))])
    }
    blocks.append(.list(List(.bullet, items)))
    describe(.state(state.id), .list(List(.bullet, linkedItems)))
  }

  private mutating func writeForces(of state: State) {
    let regiments = world.regiments.filter { $0.state == state.id && $0.total > 0 }
    guard !regiments.isEmpty else { return }
    heading(2, phrases[.gazetteerForces])
    describe(.state(state.id), .heading(Heading(2, [.text(phrases[.gazetteerForces])])))
    var prose = Prose(.state(state.id))
    let total = regiments.reduce(0) { $0 + min($1.total, 1 << 40) }
    prose.say(
      .gazetteerForcesAre, phrases.grouped(total),
      words.count(.gazetteerRegiments, regiments.count))
    addProse(prose)
    table(
      [
        (.gazetteerName, .start), (.gazetteerNumber, .end), (.gazetteerUnits, .start),
        (.gazetteerSquare, .start),
      ],
      regiments.map { regiment in
        [
          shown(regiment.name, regiment.id), phrases.grouped(regiment.total),
          regiment.units.filter { $0.count > 0 }
            .map { phrases(.gazetteerShare, oneLine($0.unit), phrases.grouped($0.count)) }
            .joined(separator: phrases[.comma]), square(regiment.position),
        ]
      }, about: .state(state.id))
  }

  // MARK: Provinces

  private mutating func writeProvinces(of state: State) {
    let provinces = world.provinces
      .filter { $0.state == state.id && facts.provinces[$0.id]?.isSeen == true }
      .sorted { key($0.name, $0.id) < key($1.name, $1.id) }
    guard !provinces.isEmpty else { return }
    heading(2, phrases[.mapProvinces])
    for province in provinces {
      guard let sum = facts.provinces[province.id] else { continue }
      let name = shown(province.name, province.id)
      let full = oneLine(province.fullName)
      var prose = Prose(.province(province.id))
      prose.say(
        .gazetteerProvinceOf, full.isEmpty ? name : full, shown(state.name, state.id),
        naming: [mention(state)])
      if let seat = province.burg.flatMap({ world.burgs[id: $0] }) {
        prose.say(.gazetteerSeatIs, shown(seat.name, seat.id), naming: [mention(seat)])
      }
      prose.say(.gazetteerLand, words.area(sum.area), words.people(sum.people))
      sayTowns(of: sum, &prose)
      sayGround(of: sum, &prose)
      blocks.append(
        entry(
          name, at: province.pole, arms: arms(province.coatOfArms, "province", province.id), prose))
    }
  }

  /// A small coat of arms at the head of an entry; nil where there is none to draw.
  mutating func arms(_ arms: CoatOfArms?, _ kind: String, _ id: Int) -> Inline? {
    guard hasPictures, let arms, !arms.isCustom, !arms.field.isEmpty else { return nil }
    let picture = GazetteerFigure(content: .arms(arms), name: "arms-\(kind)-\(id).png", share: 0)
    pictures.append(picture)
    // The name beside it says whose they are.
    return .image(Image(picture.name, alternative: ""))
  }
}
