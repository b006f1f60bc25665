// SPDX-License-Identifier: MIT
// Part of Platen: the back of a campaign's book: sheets, cast, places, quests, battles, timeline.

internal import Documents

extension BookMaker {
  mutating func writeBackMatter() {
    if let state = campaign.state {
      if let player = state.player { writeSheet(player) }
      writeCast(state)
    }
    writePlaces()
    if let state = campaign.state {
      writeQuests(state)
      writeItems(state)
    }
    writeCombats()
    writeTimeline()
    if let state = campaign.state {
      writeMemories(state)
      if isForGameMaster { writeSecrets(state) }
    }
  }

  private mutating func open(_ phrase: Phrase, _ id: String) {
    blocks.append(
      .heading(
        Heading(1, [.text(phrases[phrase])], Attributes(id: id, classes: ["back-matter"]))))
  }

  /// A table with a head of one row and texts for cells.
  func table(_ head: [Phrase], _ rows: [[[Inline]]], _ attributes: Attributes) -> Block {
    // A column that is empty in all rows is omitted.
    let filled = head.indices.filter { column in rows.contains { !$0[column].isBlank } }
    return .table(
      Table(
        columns: filled.map { _ in Table.Column() },
        head: [Table.Row(filled.map { Table.Cell([.text(phrases[head[$0]])], isHeader: true) })],
        body: rows.map { row in Table.Row(filled.map { Table.Cell(row[$0]) }) }, attributes))
  }

  /// A link to a scene; a text alone where that scene is not in this book, and nothing in a book
  /// without scenes.
  func reference(toScene scene: Int?) -> [Inline] {
    guard let scene, let numbers else { return [] }
    guard numbers.contains(scene) else { return [.text(String(scene))] }
    return [.reference(Reference(to: "scene-\(scene)", [.text(phrases(.scene, String(scene)))]))]
  }

  /// A link to the first of scenes of this book.
  private func reference(toScenes scenes: ClosedRange<Int>) -> [Inline] {
    guard scenes.count > 1 else { return reference(toScene: scenes.lowerBound) }
    let words = phrases(.recapOf, String(scenes.lowerBound), String(scenes.upperBound))
    return [.reference(Reference(to: "scene-\(scenes.lowerBound)", [.text(words)]))]
  }

  // MARK: The hero

  private mutating func writeSheet(_ person: Person) {
    blocks.append(
      .heading(Heading(1, [.text(person.name)], Attributes(id: "sheet", classes: ["sheet"]))))
    writeFigures(of: person)
  }

  /// Appends figures, abilities, things, spells and features of a person.
  mutating func writeFigures(of person: Person) {
    blocks.append(.keyValues(figures(of: person)))
    if let table = abilities(of: person) { blocks.append(table) }
    func list(_ phrase: Phrase, _ items: [GameState.Item]) {
      guard !items.isEmpty else { return }
      blocks.append(.heading(Heading(2, [.text(phrases[phrase])])))
      blocks.append(
        .list(List(.bullet, items.map { List.Item([.paragraph(Paragraph(line($0)))]) })))
    }
    list(.equipment, person.equipment)
    list(.inventory, person.inventory)
    if !person.spells.isEmpty {
      blocks.append(.heading(Heading(2, [.text(phrases[.spells])])))
      let levels = Set(person.spells.map(\.level)).sorted()
      blocks.append(
        .keyValues(
          KeyValues(
            levels.map { level in
              KeyValues.Pair(
                level == 0 ? phrases[.cantrips] : capitalized(phrases(.spellLevel, String(level))),
                person.spells.filter { $0.level == level }.map(\.name).joined(
                  separator: phrases[.comma]))
            })))
    }
    list(.features, person.features)
  }

  /// A phrase capitalized for the beginning of a line.
  private func capitalized(_ phrase: String) -> String {
    phrase.prefix(1).uppercased() + phrase.dropFirst()
  }

  /// The figures and words of a person's sheet.
  func figures(of person: Person) -> KeyValues {
    var pairs: [KeyValues.Pair] = []
    func add(_ phrase: Phrase, _ value: String?) {
      if let value, !value.isEmpty { pairs.append(KeyValues.Pair(phrases[phrase], value)) }
    }
    add(.race, person.race)
    add(.characterClass, person.characterClass)
    add(.level, person.level.map(String.init))
    add(.background, person.background)
    add(.alignment, person.alignment)
    if let points = person.hitPoints {
      let maximum = person.hitPointsMaximum
      add(.hitPoints, maximum.map { phrases(.upTo, String(points), String($0)) } ?? String(points))
    }
    add(.armorClass, person.armorClass.map(String.init))
    add(.proficiencyBonus, person.proficiencyBonus.map { "+\($0)" })
    add(.experience, person.experience.map(grouped))
    add(.gold, person.gold.map(grouped))
    add(.conditions, person.conditions.joined(separator: phrases[.comma]))
    add(.skills, person.skills.joined(separator: phrases[.comma]))
    for resource in person.resources.prefix(30) {
      let name =
        switch resource.kind {
        case .spellSlots(let level): phrases(.spellSlots, String(level))
        case .hitDice: phrases[.hitDice]
        case .other(let name): capitalized(name)
        }
      let share =
        switch resource.share {
        case .text(let text): text
        case .unlimited: "\u{221E}"
        case .flag(let flag): phrases[flag ? .yes : .no]
        }
      pairs.append(KeyValues.Pair(name, share))
    }
    return KeyValues(pairs)
  }

  private func abilities(of person: Person) -> Block? {
    let known = Ability.allCases.filter { person.abilities[$0] != nil }
    guard !known.isEmpty else { return nil }
    let names: [Ability: Phrase] = [
      .strength: .strength, .dexterity: .dexterity, .constitution: .constitution,
      .intelligence: .intelligence, .wisdom: .wisdom, .charisma: .charisma,
    ]
    let row = known.map { ability -> [Inline] in
      let score = person.abilities[ability] ?? 10
      // A score of 10 or 11 changes nothing, two points more or less change one.
      let modifier = score >= 10 ? (score - 10) / 2 : (score - 11) / 2
      return [.text("\(score) (\(modifier < 0 ? "\u{2212}" : "+")\(abs(modifier)))")]
    }
    return .table(
      Table(
        columns: known.map { _ in Table.Column(.center) },
        head: [
          Table.Row(
            known.map { Table.Cell([.text(phrases[names[$0] ?? .abilities])], isHeader: true) })
        ],
        body: [Table.Row(row.map { Table.Cell($0) })], .classes("abilities")))
  }

  private func line(_ item: GameState.Item) -> [Inline] {
    var rest = item.count > 1 ? " × \(item.count)" : ""
    if !item.slot.isEmpty { rest += " (" + item.slot + ")" }
    if !item.detail.isEmpty { rest += ": " + item.detail }
    // In a list of names only, none is emphasized.
    if item.detail.isEmpty { return [.text(item.name + rest)] }
    return [.strong([.text(item.name)]), .text(rest)]
  }

  // MARK: Cast

  /// A person a book may mention, under the name its readers know.
  struct Known {
    var name: String
    var person: Person
    var first: Int?
    var last: Int?
  }

  /// The people readers know: the most trusted first for the game master, those met first for
  /// players, so that the order does not reveal a person's secrets. A player knows the people that
  /// the story names.
  func knownCast(_ state: GameState) -> [Known] {
    var things: [Int: NamedThing] = [:]
    for thing in names.things where thing.kind == .person {
      if let person = thing.person { things[person] = thing }
    }
    var result: [Known] = []
    for (index, person) in state.cast.enumerated() {
      let thing = things[index]
      var name = thing?.shown ?? ""
      if isForGameMaster {
        name = person.name
      } else if campaign.entries.isEmpty, person.trust != nil || !person.history.isEmpty {
        name = person.name
      }
      guard !name.isEmpty else { continue }
      result.append(
        Known(name: name, person: person, first: thing?.firstScene, last: thing?.lastScene))
    }
    // A person who was to be persuaded exists, even without a record.
    for thing in names.things where thing.isPartner && thing.person == nil && thing.scenes > 0 {
      guard thing.name != state.player?.name else { continue }
      result.append(
        Known(
          name: thing.shown, person: Person(), first: thing.firstScene, last: thing.lastScene))
    }
    func rank(_ known: Known) -> Int {
      isForGameMaster ? -known.person.closeness : known.first ?? .max
    }
    return result.enumerated().sorted { a, b in
      (rank(a.element), a.offset) < (rank(b.element), b.offset)
    }.map(\.element)
  }

  /// The closeness of a person to the player. In players' books it takes no account of mistrust
  /// that the disposition does not show.
  func closeness(of person: Person) -> Int {
    if isForGameMaster { return person.closeness }
    return person.apparentCloseness != 0
      ? person.apparentCloseness : min(max(person.trust ?? 0, 0), 1)
  }

  private mutating func writeCast(_ state: GameState) {
    let cast = knownCast(state)
    guard !cast.isEmpty else { return }
    open(.dramatisPersonae, "cast")
    blocks.append(table(of: cast))
  }

  /// A table of people, with the scenes in which they come first.
  func table(of cast: [Known]) -> Block {
    let rows = cast.map { known -> [[Inline]] in
      let person = known.person
      var role = person.role
      if let level = person.level {
        role += (role.isEmpty ? "" : phrases[.comma]) + phrases(.levelOf, String(level))
      }
      var disposition = phrases.state(person.disposition)
      // A normal condition is not worth a line.
      let usual = ["normal", "healthy", "alive", "conscious"]
      let status = person.status.filter { !usual.contains($0.lowercased()) }
      if !status.isEmpty {
        disposition +=
          (disposition.isEmpty ? "" : phrases[.semicolon])
          + status.map { phrases.state($0) }.joined(separator: phrases[.comma])
      }
      return [
        [.text(known.name)], [.text(role)], [.text(person.faction)],
        [.text(isForGameMaster ? person.trust.map(signed) ?? "" : "")], [.text(disposition)],
        reference(toScene: known.first.map { max($0, 1) }),
      ].map { $0.isBlank ? [] : $0 }
    }
    return table(
      [.name, .role, .faction, .trust, .disposition, .firstSeen], rows, .classes("cast"))
  }

  private func signed(_ number: Int) -> String {
    number > 0 ? "+\(number)" : number < 0 ? "\u{2212}\(-number)" : "0"
  }

  // MARK: Places, quests, things

  private mutating func writePlaces() {
    struct Visit {
      var name: String
      var first: Int
      var scenes: Int
    }
    var visits: [Visit] = []
    var byName: [String: Int] = [:]
    for unit in units {
      guard let number = unit.number else { continue }
      let name = PlaceName.head(Chapters.place(of: unit, campaign.entries))
      guard !name.isEmpty else { continue }
      let key = PersonName.folded(name)
      if let place = byName[key] {
        visits[place].scenes += 1
      } else {
        byName[key] = visits.count
        visits.append(Visit(name: name, first: number, scenes: 1))
      }
    }
    var descriptions: [String: String] = [:]
    for place in campaign.state?.places ?? [] {
      descriptions[PersonName.folded(place.name)] = place.description
    }
    func line(_ name: String) -> [Inline] {
      let description = descriptions[PersonName.folded(name)] ?? ""
      return [.text(name)] + (description.isEmpty ? [] : [.text(": " + description)])
    }
    var rows = visits.map { visit -> [[Inline]] in
      [line(visit.name), [.text(String(visit.scenes))], reference(toScene: visit.first)]
    }
    // Places without visitors yet are for the game master.
    if isForGameMaster {
      for place in campaign.state?.places ?? []
      where byName[PersonName.folded(place.name)] == nil
        && byName[PersonName.folded(PlaceName.head(place.name))] == nil
      {
        rows.append([line(place.name), [], []])
      }
    }
    guard !rows.isEmpty else { return }
    open(.places, "places")
    blocks.append(table([.name, .scenes, .firstSeen], rows, .classes("places")))
  }

  private mutating func writeQuests(_ state: GameState) {
    guard !state.missions.isEmpty else { return }
    open(.quests, "quests")
    let sorted = state.missions.filter { !$0.isCompleted } + state.missions.filter(\.isCompleted)
    let rows = sorted.map { mission -> [[Inline]] in
      let status =
        mission.status.isEmpty
        ? phrases[mission.isCompleted ? .completed : .active] : phrases.state(mission.status)
      return [
        [.text(mission.title)], mission.objective.isEmpty ? [] : [.text(mission.objective)],
        [.text(status)],
      ]
    }
    blocks.append(table([.quest, .objective, .state], rows, .classes("quests")))
  }

  private mutating func writeItems(_ state: GameState) {
    let found = names.things.filter { $0.kind == .item && $0.firstScene != nil }
    var details: [String: String] = [:]
    let carried = state.player.map { $0.equipment + $0.inventory } ?? []
    for item in state.items + carried where !item.detail.isEmpty {
      details[item.name] = item.detail
    }
    func row(_ name: String, _ detail: String, first: Int?) -> [[Inline]] {
      [
        [.text(name)], detail.isEmpty ? [] : [.text(detail)],
        reference(toScene: first.map { max($0, 1) }),
      ]
    }
    var rows = found.map { row($0.shown, details[$0.name] ?? "", first: $0.firstScene) }
    // Things not yet found are for the game master; the hero's things are on the sheet.
    if isForGameMaster {
      var listed = Set(found.map(\.name)).union(carried.map(\.name))
      for item in state.items where listed.insert(item.name).inserted {
        rows.append(row(item.name, item.detail, first: nil))
      }
    }
    guard !rows.isEmpty else { return }
    open(.items, "items")
    blocks.append(table([.name, .note, .firstSeen], rows, .classes("items")))
  }

  // MARK: Battles and time

  private mutating func writeCombats() {
    var combatBlocks: [Block] = []
    for unit in units {
      for index in unit.entries {
        guard let combat = campaign.entries[index].combat, let number = unit.number else {
          continue
        }
        combatBlocks.append(.heading(Heading(2, reference(toScene: number), isListed: false)))
        combatBlocks.append(.keyValues(pairs(combat)))
      }
    }
    if let combat = campaign.state?.combat {
      if combatBlocks.isEmpty, let summary = combat.summary {
        combatBlocks.append(.keyValues(pairs(summary)))
      }
      if combat.isOpen {
        // The current fight is first; after the others it would be under the last one's heading.
        var open: [Block] = [.text(phrases[.combatContinues], .classes("open"))]
        if let table = combatants(combat) { open.append(table) }
        combatBlocks = open + combatBlocks
      }
    }
    guard !combatBlocks.isEmpty else { return }
    open(.combats, "combats")
    blocks += combatBlocks
  }

  /// The fighters; the extent of their injuries is for the game master.
  private func combatants(_ combat: CombatState) -> Block? {
    let isKnown = Set(names.things.map(\.shown))
    let listed = combat.combatants.filter { isForGameMaster || isKnown.contains($0.name) }
    guard !listed.isEmpty else { return nil }
    if !isForGameMaster {
      return .list(List(.bullet, listed.map { List.Item([.text($0.name)]) }))
    }
    return table(
      [.name, .role, .hitPoints, .status],
      listed.map { combatant in
        let points = combatant.hitPoints.map {
          phrases(.upTo, String($0), combatant.hitPointsMaximum.map(String.init) ?? "?")
        }
        return [
          [.text(combatant.name)], [.text(combatant.side)], points.map { [.text($0)] } ?? [],
          combatant.status.isEmpty
            ? [] : [.text(combatant.status.joined(separator: phrases[.comma]))],
        ]
      }, .classes("combatants"))
  }

  /// Days of the world and where they were spent, in the order of scenes: dates of several eras and
  /// calendars have no other.
  private mutating func writeTimeline() {
    var rows: [(time: String, place: String, first: Int, last: Int)] = []
    for unit in units {
      guard let number = unit.number else { continue }
      let first = unit.narrated
      guard let time = campaign.entries[first].statedTime, !time.isEmpty else { continue }
      let day = BookMaker.day(of: time)
      let place = PlaceName.head(campaign.entries[first].place)
      if let last = rows.last, last.place == place,
        StoryDate.isSameDay(last.time, day, ignoresEra: true)
      {
        rows[rows.count - 1].last = number
        // The hour or the name of the day's part is that of one scene alone.
        if day.utf8.count < last.time.utf8.count { rows[rows.count - 1].time = day }
      } else {
        rows.append((day, place, number, number))
      }
    }
    guard rows.count > 1 else { return }
    open(.timeline, "timeline")
    var previous = ""
    blocks.append(
      table(
        [.time, .location, .scenes],
        rows.map { row in
          defer { previous = row.time }
          return [
            StoryDate.isSameDay(row.time, previous) ? [] : [.text(row.time)],
            row.place.isEmpty ? [] : [.text(row.place)],
            reference(toScenes: row.first...max(row.first, row.last)),
          ]
        }, .classes("timeline")))
  }

  /// `1492 DR, Mirtul 15` of `1492 DR, Mirtul 15, 09:00:00`: all but the hour, whatever the
  /// calendar.
  static func day(of time: String) -> String {
    let comma = UInt8(ascii: ",")
    guard time.holds(comma) else { return time.trimmed }
    var parts = time.utf8.split(separator: comma)
    if parts.count > 1, let last = parts.last, last.contains(UInt8(ascii: ":")),
      Substring(last).trimmed.first?.isNumber ?? false
    {
      parts.removeLast()
    }
    return parts.map { Substring($0).trimmed }.joined(separator: ", ")
  }

  private mutating func writeMemories(_ state: GameState) {
    let memories = state.memories(forGameMaster: isForGameMaster)
    guard !memories.isEmpty else { return }
    open(.memories, "memories")
    blocks.append(.list(List(.bullet, memories.map { List.Item([.text($0)]) })))
  }

  // MARK: Secrets

  private mutating func writeSecrets(_ state: GameState) {
    var secretBlocks: [Block] = []
    func open(_ phrase: Phrase) {
      secretBlocks.append(.heading(Heading(2, [.text(phrases[phrase])])))
    }
    func list(_ phrase: Phrase, _ lines: [String]) {
      guard !lines.isEmpty else { return }
      open(phrase)
      secretBlocks.append(.list(List(.bullet, lines.map { List.Item([.text($0)]) })))
    }
    list(.worldEvents, state.worldEvents.map(line))
    list(
      .rumors,
      state.rumors.map { $0.text + ($0.accuracy.isEmpty ? "" : " (" + $0.accuracy + ")") })
    list(
      .factions,
      state.factions.map { faction in
        faction.name + ": "
          + [faction.objective, faction.progress, faction.standing].filter { !$0.isEmpty }
          .joined(separator: phrases[.semicolon])
      })
    list(.arcs, state.arcs.map { $0.name + ": " + $0.text })
    list(.rules, state.directives)
    func list(_ phrase: Phrase, _ secrets: [(name: String, notes: [Note])]) {
      let pairs = secrets.filter { !$0.notes.isEmpty }.map { secret in
        KeyValues.Pair(
          secret.name,
          secret.notes.map { phrases.name(of: $0) + ": " + $0.text }.joined(
            separator: phrases[.semicolon]))
      }
      guard !pairs.isEmpty else { return }
      open(phrase)
      secretBlocks.append(.keyValues(KeyValues(pairs)))
    }
    list(.quests, state.missions.map { ($0.title, $0.secrets) })
    list(.places, state.places.map { ($0.name, $0.secrets) })
    list(.items, state.items.map { ($0.name, $0.secrets) })
    let knowing = state.cast.filter { !$0.secrets.isEmpty }
    if !knowing.isEmpty {
      open(.cast)
      for person in knowing {
        secretBlocks.append(.heading(Heading(3, [.text(person.name)], isListed: false)))
        var pairs = person.secrets.map { KeyValues.Pair(phrases.name(of: $0), $0.text) }
        if !person.history.isEmpty {
          pairs.append(
            KeyValues.Pair(phrases[.notes], person.history.joined(separator: phrases[.semicolon])))
        }
        secretBlocks.append(.keyValues(KeyValues(pairs)))
      }
    }
    guard !secretBlocks.isEmpty else { return }
    self.open(.gameMasterNotes, "game-master")
    blocks += secretBlocks
  }
}

extension Person {
  /// The closeness of a person to the player, -10…10: trust if present, otherwise the value of the
  /// game's words for a disposition.
  var closeness: Int { trust ?? apparentCloseness }

  /// The apparent closeness of a person to the player: by the disposition alone, which everybody
  /// sees.
  var apparentCloseness: Int {
    switch disposition.lowercased() {
    case "bonded": return 9
    case "devoted": return 8
    case "trusted": return 6
    case "allied": return 5
    case "friendly": return 3
    case "cold": return -2
    case "antagonistic": return -5
    case "hostile": return -8
    default: return 0
    }
  }
}
