// SPDX-License-Identifier: MIT
// Part of Platen: reads the state of a game from JSON of any known structure.

internal import JSON

extension LenientReader {
  /// Indicates whether an object looks like the state of a game.
  static func isState(_ view: JSONView) -> Bool {
    guard view.isObject else { return false }
    let keys: [StaticString] = [
      "player_character_data", "npc_data", "world_data", "custom_campaign_state",
      "game_state_version", "combat_state",
    ]
    return keys.count { view[$0] != nil } >= 2
      || (view["player_character_data"]?.isObject ?? false)
  }

  mutating func state(_ view: JSONView) -> GameState {
    var state = GameState()
    let custom = view["custom_campaign_state"]
    if let player = view["player_character_data"], player.isObject {
      var person = self.person(player, key: "", isPlayer: true)
      if person.name.isEmpty { person.name = PersonName.words(ofID: person.id) }
      state.player = person
    } else {
      stray(view["player_character_data"])
    }
    readWorld(view, into: &state)
    readCast(view["npc_data"], into: &state)
    if let custom, custom.isObject { readCustom(custom, into: &state) } else { stray(custom) }
    if state.memories.isEmpty, let player = state.player { state.memories = player.memories }
    for mission in missions(view["missions"] ?? view["quests"], isCompleted: false) {
      state.missions.append(mission)
    }
    readItems(view["item_registry"], into: &state)
    if let combat = view["combat_state"], combat.isObject {
      state.combat = combatState(combat, people: state)
      if state.combat?.isOpen ?? false { defects.count(.openCombat) }
    } else {
      stray(view["combat_state"])
    }
    state.turn = int(view["turn_number"])
    state.worldEvents = worldEvents(view["world_events"])
    for element in elements(view["rumors"], upTo: 200) {
      let text = line(element.isObject ? first(element, "content", "text", "rumor") : element)
      if !text.isEmpty {
        state.rumors.append(Rumor(text: text, accuracy: line(element["accuracy"])))
      }
    }
    for member in members(view["faction_updates"], upTo: 200) {
      var faction = Faction()
      faction.name = PersonName.words(ofID: TextCleaner.line(member.key, &defects))
      faction.objective = line(member.value["current_objective"])
      faction.progress = line(member.value["progress"])
      faction.standing = line(member.value["player_standing_change"])
      state.factions.append(faction)
    }
    if let block = view["planning_block"] { state.planning = planning(block) }
    if let box = view["rewards_box"] { state.rewards = rewards(box) }
    return state
  }

  // MARK: World and campaign

  private mutating func readWorld(_ view: JSONView, into state: inout GameState) {
    guard let world = view["world_data"], world.isObject else { return stray(view["world_data"]) }
    if let time = world["world_time"] { state.time = worldTime(time) }
    state.location = line(first(world, "current_location_name", "current_location"))
    if state.location.isEmpty { state.location = line(view["location"]) }
    let here = line(world["locations"]?.member(named: state.location)?["display_name"])
    state.location = here.isEmpty ? PersonName.words(ofID: state.location) : here
    state.weather = line(world["weather"])
    if let places = world["locations"], places.isArray {
      for element in elements(places, upTo: 1000) {
        var place = WorldPlace(
          PersonName.words(ofID: line(element)), description: line(element["description"]))
        place.secrets = secrets(of: element)
        place.isHidden = isHidden(element)
        if !place.name.isEmpty { state.places.append(place) }
      }
    } else {
      for member in members(world["locations"], upTo: 1000) {
        let named = line(first(member.value, "display_name", "name"))
        var place = WorldPlace(PersonName.words(ofID: named.isEmpty ? member.key : named))
        place.description =
          member.value.isObject
          ? line(first(member.value, "description", "summary")) : line(member.value)
        if place.description == place.name { place.description = "" }
        place.secrets = secrets(of: member.value)
        place.isHidden = isHidden(member.value)
        if !place.name.isEmpty { state.places.append(place) }
      }
    }
  }

  /// `16 Mirtul 1492, 03:46`.
  private mutating func worldTime(_ view: JSONView) -> String {
    guard view.isObject else { return line(view) }
    let date = [line(view["day"]), line(view["month"]), line(view["year"])].filter { !$0.isEmpty }
    var text = date.joined(separator: " ")
    if let hour = int(view["hour"]), (0...24).contains(hour) {
      let minute = min(max(int(view["minute"]) ?? 0, 0), 59)
      let clock = "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
      text += (text.isEmpty ? "" : ", ") + clock
    } else if let name = view["time_of_day"] {
      text += (text.isEmpty ? "" : ", ") + line(name)
    }
    return text
  }

  private mutating func readCustom(_ view: JSONView, into state: inout GameState) {
    state.memories = lines(view["core_memories"])
    state.missions += missions(view["active_missions"], isCompleted: false)
    state.missions += missions(view["completed_missions"], isCompleted: true)
    state.tier = line(view["campaign_tier"])
    if let mode = view["god_mode"], mode.isObject {
      state.setting = text(mode["setting"]).trimmed
      state.description = text(mode["description"]).trimmed
    } else {
      stray(view["god_mode"])
    }
    if state.location.isEmpty {
      state.location = PersonName.words(ofID: line(view["last_location"]))
    }
    for key in ["arc_milestones", "companion_arcs"] {
      guard let arcs = view.member(named: key) else { continue }
      for member in members(arcs, upTo: 100) {
        let text = line(member.value)
        if !text.isEmpty { state.arcs.append(Note(LenientReader.words(member.key), text)) }
      }
    }
    for element in elements(view["god_mode_directives"], upTo: 200) {
      let rule = line(element["rule"] ?? element)
      if !rule.isEmpty { state.directives.append(rule) }
    }
  }

  private mutating func missions(_ view: JSONView?, isCompleted: Bool) -> [Mission] {
    guard let view else { return [] }
    var result: [Mission] = []
    func add(_ element: JSONView, key: String, _ reader: inout LenientReader) {
      var mission = Mission()
      if element.isObject {
        mission.title = PersonName.words(
          ofID: reader.line(reader.first(element, "title", "name")))
        mission.objective = reader.line(
          reader.first(element, "objective", "description", "goal", "summary"))
        mission.status = LenientReader.words(reader.line(element["status"])).lowercased()
        mission.secrets = reader.secrets(of: element, named: ["secret", "hidden", "notes", "gm_"])
        mission.isHidden = reader.isHidden(element)
        if mission.title.isEmpty {
          mission.title = PersonName.words(
            ofID: reader.line(reader.first(element, "mission_id", "id")))
        }
      } else if key.isEmpty {
        mission.title = PersonName.words(ofID: reader.line(element))
      } else if element.kind == .number {
        reader.stray(element)
      } else if element.kind != .bool {
        // The key is what the quest is called.
        let text = reader.line(element)
        let status = LenientReader.words(text).lowercased()
        if GameWords.states[status] != nil || LenientReader.hidingStates.contains(status) {
          mission.status = status
        } else {
          mission.objective = text
        }
      }
      if mission.title.isEmpty || element.isNull { mission.title = PersonName.words(ofID: key) }
      mission.isHidden = mission.isHidden || LenientReader.hidingStates.contains(mission.status)
      mission.isCompleted =
        isCompleted || ["complete", "completed", "done", "finished"].contains(mission.status)
      if !mission.title.isEmpty { result.append(mission) }
    }
    if view.isArray {
      for element in elements(view, upTo: 1000) where !element.isNull {
        if element.equals("__DELETE__") {
          defects.count(.deletedMarker)
          continue
        }
        add(element, key: "", &self)
      }
    } else if view.kind == .string {
      add(view, key: "", &self)
    } else {
      for member in members(view, upTo: 1000) { add(member.value, key: member.key, &self) }
    }
    return result
  }

  /// States of quests that players do not know of.
  private static let hidingStates: Set<String> = ["hidden", "secret", "undiscovered", "unrevealed"]

  private mutating func readItems(_ view: JSONView?, into state: inout GameState) {
    if let view, view.isArray {
      for element in elements(view, upTo: 2000) {
        var item = GameState.Item(line(element), detail: line(element["description"]))
        item.secrets = secrets(of: element)
        item.isHidden = isHidden(element)
        if !item.name.isEmpty { state.items.append(item) }
      }
      return
    }
    for member in members(view, upTo: 2000) {
      let name = line(first(member.value, "name", "display_name"))
      var item = GameState.Item(
        PersonName.words(ofID: name.isEmpty ? member.key : name),
        detail: line(first(member.value, "description", "effect")))
      item.secrets = secrets(of: member.value)
      item.isHidden = isHidden(member.value)
      state.items.append(item)
    }
  }

  // MARK: Combat

  private mutating func combatState(_ view: JSONView, people: GameState) -> CombatState {
    var combat = CombatState()
    combat.isOpen = view["in_combat"]?.looseBool ?? false
    combat.round = int(first(view, "round_number", "current_round", "round"))
    let names = people.namesByID
    for member in members(view["combatants"], upTo: 200) {
      let own = line(first(member.value, "display_name", "name"))
      combat.combatants.append(
        CombatState.Combatant(
          name: names[member.key] ?? (own.isEmpty ? PersonName.words(ofID: member.key) : own),
          side: line(member.value["type"]), hitPoints: int(member.value["hp_current"]),
          hitPointsMaximum: int(member.value["hp_max"]),
          status: lines(member.value["status"]).map(LenientReader.words(ofID:))))
    }
    if let summary = view["combat_summary"] {
      combat.summary = self.combat(summary)?.named(names)
    }
    return combat
  }

  // MARK: People

  private mutating func readCast(_ view: JSONView?, into state: inout GameState) {
    guard let view else { return }
    var cast: [Person] = []
    var byKey: [String: Int] = [:]
    for member in members(view, upTo: 5000) {
      guard member.value.isObject else {
        stray(member.value)
        continue
      }
      let person = self.person(member.value, key: member.key, isPlayer: false)
      guard !person.name.isEmpty else { continue }
      if let player = state.player, !person.id.isEmpty, person.id == player.id { continue }
      // One person may stand under an id and under a name.
      var keys = ["n" + PersonName.folded(person.name)]
      keys += person.aliases.map { "n" + PersonName.folded($0) }
      if !person.id.isEmpty { keys.append("i" + person.id) }
      if let known = keys.compactMap({ byKey[$0] }).first {
        state.doubledNames.append(person.name)
        cast[known].merge(person)
        for key in keys { byKey[key] = known }
      } else {
        for key in keys { byKey[key] = cast.count }
        cast.append(person)
      }
    }
    state.cast = cast
  }

  /// A line of text whose value may be an id.
  private mutating func words(_ view: JSONView?) -> String {
    LenientReader.words(ofID: line(view))
  }

  /// A person of any sort; `key` is what it stands under.
  mutating func person(_ view: JSONView, key: String, isPlayer: Bool) -> Person {
    var person = Person()
    let key = TextCleaner.line(key, &defects)
    person.id = line(first(view, "entity_id", "string_id", "id"))
    if person.id.isEmpty, key.utf8.contains(UInt8(ascii: "_")) { person.id = key }
    let name = line(view["name"])
    let display = line(view["display_name"])
    person.name = display.isEmpty ? name : display
    // Some are named by their id alone.
    person.name = PersonName.words(ofID: person.name.isEmpty ? key : person.name)
    for alias in [name, key.utf8.contains(UInt8(ascii: "_")) ? "" : key] {
      let alias = PersonName.words(ofID: alias)
      if !alias.isEmpty, alias != person.name, !person.aliases.contains(alias) {
        person.aliases.append(alias)
      }
    }
    person.role = words(view["role"])
    person.race = words(view["race"])
    person.characterClass = words(first(view, "class_name", "class"))
    person.level = int(view["level"]).flatMap { (0...1000).contains($0) ? $0 : nil }
    person.background = words(view["background"])
    person.age = line(view["age"])
    person.appearance = line(first(view, "appearance", "physical_description"))
    person.faction = PersonName.words(ofID: line(view["faction"]))
    person.status = lines(view["status"]).map(LenientReader.words(ofID:))
    let health = view["health"]
    person.conditions = lines(view["status_conditions"]).map(LenientReader.words(ofID:))
    if person.conditions.isEmpty {
      person.conditions = lines(health?["conditions"]).map(LenientReader.words(ofID:))
    }
    person.hitPoints = int(first(view, "hp_current", "hp") ?? health?["hp"])
    person.hitPointsMaximum = int(view["hp_max"] ?? health?["hp_max"])
    person.armorClass = int(first(view, "ac", "armor_class"))
    person.proficiencyBonus = int(view["proficiency_bonus"])
    let experience = view["experience"]
    person.experience = int(
      experience?["current"] ?? (experience?.isObject == true ? nil : experience))
    if person.experience == nil { person.experience = int(first(view, "xp", "xp_current")) }
    person.experienceForNextLevel = int(
      experience?["needed_for_next_level"] ?? experience?["to_next_level"])
    readAbilities(view, into: &person)
    person.skills = lines(first(view, "skills", "skill_proficiencies"))
      .map(LenientReader.words(ofID:))
    readSpells(view, into: &person)
    for feature in elements(view["features"], upTo: 200) {
      let item = self.item(feature)
      if !item.name.isEmpty { person.features.append(item) }
    }
    readResources(view["resources"], into: &person)
    readBelongings(view, into: &person)
    person.memories = lines(view["core_memories"])
    let relation = view["relationships"]?["player"]
    person.trust = int(relation?["trust_level"])
    person.disposition = words(relation?["disposition"] ?? view["attitude_to_party"])
    person.history = lines(relation?["history"])
    let alignment = words(view["alignment"])
    if isPlayer {
      person.alignment = alignment
    } else {
      readSecrets(view, alignment, into: &person)
    }
    return person
  }

  /// Facts about a person that the player does not know.
  private mutating func readSecrets(
    _ view: JSONView, _ alignment: String, into person: inout Person
  ) {
    if !alignment.isEmpty { person.secrets.append(Note("alignment", alignment)) }
    person.secrets += secrets(of: view)
    person.isHidden = isHidden(view)
    let debts = lines(view["relationships"]?["player"]?["debts"])
    for debt in debts { person.secrets.append(Note("debt", debt)) }
  }

  /// Values of an object whose names mark them as for the game master.
  private mutating func secrets(
    of view: JSONView, named fragments: [String] = LenientReader.secretFragments
  ) -> [Note] {
    guard view.isObject else { return [] }
    var secrets: [Note] = []
    for member in members(view, upTo: 200) {
      let key = member.key.lowercased()
      guard fragments.contains(where: { key.contains($0) }) else { continue }
      let text = line(member.value)
      if !text.isEmpty { secrets.append(Note(LenientReader.words(member.key), text)) }
    }
    return secrets
  }

  /// Indicates whether an object is marked as unknown to players.
  private func isHidden(_ view: JSONView) -> Bool {
    guard view.isObject else { return false }
    // All members: a mark behind many others hides as well as the first.
    return view.members.contains { member in
      guard let mark = member.value.looseBool else { return false }
      let key = member.key.lowercased().filter(\.isLetter)
      return (mark ? LenientReader.hidingMarks : LenientReader.discoveries).contains(key)
    }
  }

  /// Names of marks that hide what bears them, without what parts their words.
  private static let hidingMarks: Set<String> = [
    "hidden", "ishidden", "secret", "issecret", "gmonly", "dmonly",
  ]
  /// Names of marks that hide it where they are false.
  private static let discoveries: Set<String> = [
    "discovered", "isdiscovered", "revealed", "isrevealed", "playeraware", "knowntoplayer",
  ]

  private static let secretFragments = [
    "knowledge", "secret", "hidden", "agenda", "motiv", "fear", "goal", "true_", "notes", "mbti",
    "personality", "plan", "weakness", "tier",
  ]

  private mutating func readAbilities(_ view: JSONView, into person: inout Person) {
    let names: [(Ability, StaticString, StaticString)] = [
      (.strength, "strength", "str"), (.dexterity, "dexterity", "dex"),
      (.constitution, "constitution", "con"), (.intelligence, "intelligence", "int"),
      (.wisdom, "wisdom", "wis"), (.charisma, "charisma", "cha"),
    ]
    let sources: [StaticString] = ["attributes", "base_attributes", "stats"]
    for source in sources.compactMap({ view[$0] }) + [view] {
      for (ability, long, short) in names where person.abilities[ability] == nil {
        if let score = int(source[long] ?? source[short]), (0...100).contains(score) {
          person.abilities[ability] = score
        }
      }
    }
  }

  private mutating func readSpells(_ view: JSONView, into person: inout Person) {
    var known: Set<String> = []
    func add(_ element: JSONView, level: Int?, _ reader: inout LenientReader) {
      let name = PersonName.words(ofID: reader.line(element["name"] ?? element))
      guard !name.isEmpty, known.insert(PersonName.folded(name)).inserted else { return }
      let level = reader.int(element["level"]) ?? level ?? 1
      person.spells.append(Spell(name, level: min(max(level, 0), 20)))
    }
    for element in elements(view["cantrips"], upTo: 200) {
      add(element, level: 0, &self)
    }
    for key in ["spells_known", "spells_prepared", "spells"] {
      guard let spells = view.member(named: key) else { continue }
      if spells.isArray {
        for element in elements(spells, upTo: 500) { add(element, level: nil, &self) }
        continue
      }
      for member in members(spells, upTo: 50) {
        let level = LenientReader.leadingNumber(member.key.drop { !$0.isNumber })
        for element in elements(member.value, upTo: 200) { add(element, level: level, &self) }
      }
    }
  }

  private mutating func readResources(_ view: JSONView?, into person: inout Person) {
    func add(_ kind: Person.Resource.Kind, _ value: JSONView, _ reader: inout LenientReader) {
      // `{"used": true}` has no number.
      if case .other(let name) = kind, value.isObject, value.count == 1,
        let used = value["used"], used.kind == .bool, let flag = used.bool
      {
        person.resources.append(Person.Resource(.other(name + " used"), .flag(flag)))
        return
      }
      let share = reader.share(value)
      if share != .text("") { person.resources.append(Person.Resource(kind, share)) }
    }
    for member in members(view, upTo: 100) {
      switch member.key {
      case "gold": person.gold = int(member.value)
      case "backpack", "inventory": break
      case "spell_slots", "class_features":
        for inner in members(member.value, upTo: 100) {
          let isSlots = member.key == "spell_slots"
          let level =
            isSlots ? LenientReader.leadingNumber(inner.key.drop { !$0.isNumber }) : nil
          let name = LenientReader.words(isSlots ? "spell_slots_" + inner.key : inner.key)
          add(level.map { .spellSlots(level: $0) } ?? .other(name), inner.value, &self)
        }
      default:
        let isDice = member.key == "hit_dice"
        add(isDice ? .hitDice : .other(LenientReader.words(member.key)), member.value, &self)
      }
    }
    person.resources.sortSpellSlots()
  }

  /// The remaining part of the maximum; empty text if missing.
  private mutating func share(_ view: JSONView) -> Person.Resource.Share {
    if view.kind == .bool, let flag = view.bool { return .flag(flag) }
    let limit = view.isObject ? view["max"] ?? view["total"] : view
    if let limit, limit.kind == .string,
      LenientReader.unlimited.contains((limit.string ?? "").trimmed.lowercased())
    {
      return .unlimited
    }
    guard view.isObject, let maximum = int(limit) else { return .text(line(view)) }
    if let used = int(view["used"]) { return .text("\(max(0, maximum - used))/\(maximum)") }
    if let current = int(first(view, "current", "remaining")) {
      return .text("\(current)/\(maximum)")
    }
    return .text("\(maximum)")
  }

  /// Values that games use for an unlimited maximum.
  private static let unlimited: Set<String> = [
    "infinite", "infinity", "unlimited", "inf", "\u{221E}",
  ]

  private mutating func readBelongings(_ view: JSONView, into person: inout Person) {
    var known: [String: Int] = [:]
    func carry(_ item: GameState.Item) {
      guard !item.name.isEmpty else { return }
      let key = PersonName.folded(item.name)
      if let place = known[key] {
        if person.inventory[place].detail.isEmpty { person.inventory[place].detail = item.detail }
        defects.count(.doubledItem)
      } else {
        known[key] = person.inventory.count
        person.inventory.append(item)
      }
    }
    if let equipment = view["equipment"], equipment.isArray {
      for element in elements(equipment, upTo: 500) { carry(item(element)) }
    } else if let equipment = view["equipment"], equipment.kind == .string {
      carry(item(equipment))
    } else {
      for member in members(view["equipment"], upTo: 100) {
        if member.value.isArray {
          for element in elements(member.value, upTo: 500) { carry(item(element)) }
          continue
        }
        var item = self.item(member.value)
        item.slot = LenientReader.words(member.key)
        if !item.name.isEmpty { person.equipment.append(item) }
      }
    }
    for list in [view["inventory"], view["resources"]?["backpack"], view["backpack"]] {
      guard let list else { continue }
      if list.isArray {
        for element in elements(list, upTo: 500) { carry(item(element)) }
        continue
      }
      if list.kind == .string {
        carry(item(list))
        continue
      }
      for member in members(list, upTo: 500) {
        var item = self.item(member.value)
        if item.name.isEmpty || member.value.kind == .number || member.value.kind == .bool {
          item = GameState.Item(
            PersonName.words(ofID: member.key), count: max(1, member.value.looseInt ?? 1))
        }
        carry(item)
      }
    }
    // Worn things are not listed as carried.
    let worn = Set(person.equipment.map { PersonName.folded($0.name) })
    person.inventory.removeAll { worn.contains(PersonName.folded($0.name)) }
  }

  private mutating func item(_ view: JSONView) -> GameState.Item {
    guard view.isObject else { return GameState.Item(PersonName.words(ofID: line(view))) }
    var item = GameState.Item(
      PersonName.words(ofID: line(first(view, "name", "display_name", "item"))))
    var details: [String] = []
    for key in ["damage", "stats", "description", "effect"] {
      let text = line(view.member(named: key))
      if !text.isEmpty, text != "null" { details.append(text) }
    }
    if let armor = int(view["armor_class"]) { details.append("AC \(armor)") }
    item.detail = details.joined(separator: "; ")
    item.count = max(1, int(first(view, "quantity", "count")) ?? 1)
    return item
  }
}

extension [Person.Resource] {
  /// Puts spell slots in the order of their levels, at the places that spell slots have.
  fileprivate mutating func sortSpellSlots() {
    func level(_ resource: Person.Resource) -> Int? {
      if case .spellSlots(let level) = resource.kind { level } else { nil }
    }
    let places = indices.filter { level(self[$0]) != nil }
    let sorted = places.map { self[$0] }.sorted { level($0) ?? 0 < level($1) ?? 0 }
    for (place, resource) in zip(places, sorted) { self[place] = resource }
  }
}

extension GameState {
  /// The names of people by id.
  var namesByID: [String: String] {
    var names: [String: String] = [:]
    for person in cast + (player.map { [$0] } ?? []) where !person.id.isEmpty {
      names[person.id] = person.name
    }
    return names
  }
}

extension CombatSummary {
  /// With names for ids.
  func named(_ names: [String: String]) -> CombatSummary {
    var copy = self
    copy.enemies = enemies.map { names[$0] ?? PersonName.words(ofID: $0) }
    return copy
  }
}

extension Person {
  /// Takes from another record of the same person the fields missing here.
  mutating func merge(_ other: Person) {
    func take<T>(_ path: WritableKeyPath<Person, T>, _ isEmpty: (T) -> Bool) {
      if isEmpty(self[keyPath: path]) { self[keyPath: path] = other[keyPath: path] }
    }
    for path in [
      \Person.id, \.role, \.race, \.characterClass, \.background, \.alignment, \.age, \.appearance,
      \.faction, \.disposition,
    ] { take(path) { $0.isEmpty } }
    for path in [
      \Person.level, \.hitPoints, \.hitPointsMaximum, \.armorClass, \.proficiencyBonus,
      \.experience,
      \.experienceForNextLevel, \.gold, \.trust,
    ] { take(path) { $0 == nil } }
    for path in [
      \Person.status, \.conditions, \.skills, \.memories, \.history,
    ] { take(path) { $0.isEmpty } }
    for path in [\Person.features, \.equipment, \.inventory] { take(path) { $0.isEmpty } }
    take(\.spells) { $0.isEmpty }
    take(\.resources) { $0.isEmpty }
    take(\.abilities) { $0.isEmpty }
    for alias in [other.name] + other.aliases where alias != name && !aliases.contains(alias) {
      aliases.append(alias)
    }
    for secret in other.secrets where !secrets.contains(secret) { secrets.append(secret) }
    isHidden = isHidden || other.isHidden
  }
}
