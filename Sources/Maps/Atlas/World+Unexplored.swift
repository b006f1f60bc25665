// SPDX-License-Identifier: MIT
// Part of Platen: a world without the parts that players have not explored.

package import Diagnostics
internal import Geometry
internal import Text

extension World {
  /// The world with the land of unexplored states and provinces blank, and without everything on it;
  /// unexplored burgs and markers are removed as well.
  ///
  /// Blank land keeps its coast. It has no relief, biome, river, lake, road or name. Ways that lead
  /// there end at its border, and texts that contain a removed name are removed.
  ///
  /// - Returns: the world, with a note that counts what is omitted.
  /// - Throws: `Failure` with code `unexplored.unknown` for each name that nothing has, at the place
  ///   next to it.
  package func withoutUnexplored(
    _ subjects: [(subject: UnexploredSubject, place: SourceLocation?)]
  ) throws -> Diagnosed<World> {
    var removed = UnexploredIDs()
    var errors: [Diagnostic] = []
    for (subject, place) in subjects {
      do {
        let ids = try subject.ids(in: self)
        switch subject.kind {
        case .state: removed.states.formUnion(ids)
        case .province: removed.provinces.formUnion(ids)
        case .burg: removed.burgs.formUnion(ids)
        case .marker: removed.markers.formUnion(ids)
        }
      } catch let failure as Failure {
        errors += failure.at(place).diagnostics
      }
    }
    guard errors.isEmpty else { throw Failure(errors) }
    guard !subjects.isEmpty else { return Diagnosed(self) }
    var world = self
    // Which land a shape of it shows is unknown.
    world.picture = nil
    let land = UnexploredLand(&removed, of: self)
    land.clear(&world, removed)
    world.remove(removed, on: land)
    let counts = [
      (removed.states.count, "state", "states"),
      (provinces.count - world.provinces.count, "province", "provinces"),
      (burgs.count - world.burgs.count, "burg", "burgs"),
      (markers.count - world.markers.count, "marker", "markers"),
    ].filter { $0.0 > 0 }.map { counted($0.0, $0.1, $0.2) }
    return Diagnosed(
      world,
      warnings: [
        .note(
          .mapUnexplored,
          "omitted as unexplored, since this is for players: " + counts.joined(separator: ", "),
          hints: ["audience: gm shows them"])
      ])
  }

  /// Removes entities and every reference to them.
  private mutating func remove(_ removed: UnexploredIDs, on land: UnexploredLand) {
    let names = RemovedNames(removed, in: self)
    states.removeAll { removed.states.contains($0.id) }
    provinces.removeAll { removed.provinces.contains($0.id) }
    burgs.removeAll { removed.burgs.contains($0.id) }
    markers.removeAll { removed.markers.contains($0.id) }
    regiments.removeAll { removed.states.contains($0.state) || land.covers($0.position, $0.cell) }
    addedLabels.removeAll { land.covers($0.position) || names.occur(in: $0.text) }
    measurers.removeAll { $0.points.contains { land.covers($0) } }
    relief.removeAll { land.covers($0.position + Point($0.size / 2, $0.size / 2)) }
    ice = EntityList(explored(ice, land))
    zones.mutateAll { zone in zone.cells.removeAll { land.covers(cell: Int($0)) } }
    zones.removeAll { $0.cells.isEmpty || names.occur(in: $0.name) }
    // Peoples and faiths of which nothing is left.
    if let cells, land.hasLand {
      let (cultures, religions) = (Set(cells.culture), Set(cells.religion))
      self.cultures.removeAll {
        $0.id != 0 && land.cultures.contains($0.id) && !cultures.contains(UInt16($0.id))
      }
      self.religions.removeAll {
        $0.id != 0 && land.religions.contains($0.id) && !religions.contains(UInt16($0.id))
      }
    }
    removeReferences(to: removed, on: land, names)
    markets.removeAll { $0.burg.map(removed.burgs.contains) ?? false }
    if var cells {
      let markets = markets
      self.cells = nil
      for index in cells.market.indices where cells.market[index] != 0 {
        if !markets.contains(id: Int(cells.market[index])) { cells.market[index] = 0 }
      }
      self.cells = cells
    }
    let (burgs, markets) = (burgs, markets)
    deals.removeAll { deal in
      [deal.seller, deal.buyer].contains {
        $0.isMarket ? !markets.contains(id: $0.id) : !burgs.contains(id: $0.id)
      }
    }
    let rest = self
    let troops = Set(regiments.map { "regiment\($0.state)-\($0.id)" })
    notes.removeAll { note in
      !rest.isKnown(subjectOf: note, troops) || names.occur(in: note.name)
        || names.occur(in: note.legend)
    }
    chronicle.removeAll { $0.contains(where: names.occur) }
    presentation.legend?.rows.removeAll { names.occur(in: $0.name) }
    removeUnmodeled()
  }

  /// Returns the ice outside the land. Glaciers end at its border.
  private func explored(_ ice: EntityList<IceSheet>, _ land: UnexploredLand) -> [IceSheet] {
    let whole = Array(ice)
    guard land.hasLand else { return whole }
    let cut = whole.map { sheet -> IceSheet in
      var sheet = sheet
      let offset = sheet.offset
      sheet.outline.removeAll { land.covers($0 + offset) }
      return sheet
    }
    let isCut = cut.indices.map { cut[$0].outline.count < whole[$0].outline.count }
    return cut.indices.filter { index in
      guard cut[index].outline.count > 2 else { return false }
      // The hole of a glacier would be ice without the glacier around it.
      let point = cut[index].outline[0] + cut[index].offset
      func isAround(_ sheet: IceSheet) -> Bool {
        Polygon.contains(point - sheet.offset, in: [sheet.outline])
      }
      return !isCut.indices.contains { other in
        other != index && isCut[other] && isAround(whole[other]) && !isAround(cut[other])
      }
    }.map { cut[$0] }
  }

  /// Drops references to rows that are gone.
  private mutating func removeReferences(
    to removed: UnexploredIDs, on land: UnexploredLand, _ names: RemovedNames
  ) {
    let (states, provinces, burgs) = (states, provinces, burgs)
    let (cultures, religions, rivers) = (cultures, religions, rivers)
    self.states.mutateAll { state in
      state.neighbors.removeAll { !states.contains(id: $0) }
      state.provinces.removeAll { !provinces.contains(id: $0) }
      state.diplomacy = state.diplomacy.filter { states.contains(id: $0.key) }
      state.campaigns.removeAll { campaign in
        [campaign.attacker, campaign.defender].contains { $0.map(removed.states.contains) ?? false }
          || names.occur(in: campaign.name)
      }
      if let burg = state.capital, !burgs.contains(id: burg) { state.capital = nil }
      if let id = state.culture, !cultures.contains(id: id) { state.culture = nil }
      if land.covers(cell: state.center) { state.center = nil }
      if let pole = state.pole, land.covers(pole) { state.pole = nil }
      if state.drawnLabel?.path.contains(where: { land.covers($0) }) == true {
        state.drawnLabel = nil
      }
    }
    self.provinces.mutateAll { province in
      if let burg = province.burg, !burgs.contains(id: burg) { province.burg = nil }
      if land.covers(cell: province.center) { province.center = nil }
      if let pole = province.pole, land.covers(pole) { province.pole = nil }
    }
    self.burgs.mutateAll { burg in
      if let id = burg.culture, !cultures.contains(id: id) { burg.culture = nil }
      // Old saves name features that burgs are not on.
      if land.removes(feature: burg.feature) { burg.feature = nil }
      if land.removes(feature: burg.port) { burg.port = nil }
    }
    self.cultures.mutateAll { culture in
      culture.origins.removeAll { !cultures.contains(id: $0) }
      if land.covers(cell: culture.center) { culture.center = nil }
    }
    self.religions.mutateAll { religion in
      religion.origins.removeAll { !religions.contains(id: $0) }
      if let id = religion.culture, !cultures.contains(id: id) { religion.culture = nil }
      if land.covers(cell: religion.center) { religion.center = nil }
    }
    self.rivers.mutateAll { river in
      if let id = river.parent, !rivers.contains(id: id) { river.parent = nil }
      if let id = river.basin, !rivers.contains(id: id) { river.basin = nil }
    }
    self.routes.mutateAll { route in
      if let name = route.name, names.occur(in: name) { route.name = nil }
    }
  }

  /// Indicates whether a note is about something that is still there; notes on subjects of other
  /// kinds are.
  private func isKnown(subjectOf note: MapNote, _ troops: Set<String>) -> Bool {
    let word = note.subject.prefix { !$0.isNumber }
    guard let id = Int(note.subject.dropFirst(word.count).prefix { $0.isNumber }) else {
      return true
    }
    return switch word {
    case "burg", "burgLabel": burgs.contains(id: id)
    case "marker": markers.contains(id: id)
    case "state", "stateLabel": states.contains(id: id)
    case "province", "provinceLabel": provinces.contains(id: id)
    case "regiment": troops.contains(note.subject)
    case "river": rivers.contains(id: id)
    case "route": routes.contains(id: id)
    case "zone": zones.contains(id: id)
    case "label", "addedLabel": addedLabels.contains { $0.id == id }
    case "lake", "lake_", "feature", "feature_": features.contains(id: id)
    case "culture": cultures.contains(id: id)
    case "religion": religions.contains(id: id)
    default: true
    }
  }

  /// Drops the further fields of rows that are gone.
  private mutating func removeUnmodeled() {
    func keep<Row>(_ name: String, _ table: EntityList<Row>) {
      unmodeled.tables[name]?.removeAll { !table.contains(id: $0.id) && $0.id != 0 }
    }
    keep("states", states)
    keep("provinces", provinces)
    keep("burgs", burgs)
    keep("markers", markers)
    keep("cultures", cultures)
    keep("religions", religions)
    keep("rivers", rivers)
    keep("routes", routes)
    keep("zones", zones)
    keep("features", features)
    keep("markets", markets)
    unmodeled.tables["deals"] = nil
  }
}

/// The ids of entities that players have not explored.
struct UnexploredIDs {
  var states: Set<Int> = []
  var provinces: Set<Int> = []
  var burgs: Set<Int> = []
  var markers: Set<Int> = []
}

/// The names of removed states, provinces and burgs, which other texts may contain.
private struct RemovedNames {
  /// A place in the tree of names, one character after the other.
  private struct Node {
    var next: [Character: Int] = [:]
    var isEnd = false
  }

  /// The tree of the beginnings of the names, in lower case; its root is first.
  private var nodes = [Node()]

  init(_ removed: UnexploredIDs, in world: World) {
    let names =
      world.states.filter { removed.states.contains($0.id) }.flatMap { [$0.name, $0.fullName] }
      + world.provinces.filter { removed.provinces.contains($0.id) }.map(\.name)
      + world.burgs.filter { removed.burgs.contains($0.id) }.map(\.name)
    for name in names {
      // Adjectives drop a vowel: the wars of Ulmo are Ulmian.
      var stem = Array(name.lowercased())
      while stem.count > 4, let last = stem.last, "aeiouy".contains(last) { stem.removeLast() }
      if stem.count > 2 { insert(stem) }
    }
  }

  private mutating func insert(_ stem: [Character]) {
    var node = 0
    for character in stem {
      if let next = nodes[node].next[character] {
        node = next
      } else {
        nodes.append(Node())
        nodes[node].next[character] = nodes.count - 1
        node = nodes.count - 1
      }
    }
    nodes[node].isEnd = true
  }

  /// Indicates whether a word of the text begins with one of the names. The time this takes does not
  /// depend on the number of names.
  func occur(in text: String) -> Bool {
    guard nodes.count > 1 else { return false }
    let text = Array(text.lowercased())
    return text.indices.contains { start in
      guard start == 0 || !text[start - 1].isLetter else { return false }
      var node = 0
      for character in text[start...] {
        guard let next = nodes[node].next[character] else { return false }
        if nodes[next].isEnd { return true }
        node = next
      }
      return false
    }
  }
}
