// SPDX-License-Identifier: MIT
// Part of Platen: finds discrepancies between the story and the state of a campaign.

public import Diagnostics

/// Compares a campaign with itself: its story and its records.
///
/// The findings are heuristic, since they are based on prose and on records of people and programs.
/// Each is a warning with the number of its scene.
public enum CampaignCheck {
  /// The maximum number of findings of one kind that are reported singly; of the others, the count.
  public static let limit = 20

  /// The discrepancies, in the order of the checks, then of the scenes.
  public static func diagnostics(of campaign: Campaign) -> [Diagnostic] {
    var check = Checker(campaign: campaign)
    check.checkOrder()
    check.checkIDs()
    check.checkTheDead()
    check.checkItems()
    check.checkTime()
    check.checkFigures()
    check.checkLevel()
    check.checkCombat()
    return check.diagnostics
  }
}

private struct Checker {
  let campaign: Campaign
  /// The reported findings of each kind, and their number in all.
  private var findings: [(code: Diagnostic.Code, reported: [Diagnostic], count: Int)] = []

  init(campaign: Campaign) { self.campaign = campaign }

  /// Findings by kind, each kind where its first one was found.
  var diagnostics: [Diagnostic] {
    findings.flatMap { code, reported, count in
      count > reported.count
        ? reported + [.warning(code, "\(count - reported.count) more findings of this kind")]
        : reported
    }
  }

  /// Adds a finding of an entry, or of the state.
  private mutating func addFinding(_ code: Diagnostic.Code, _ message: String, entry: Int? = nil) {
    let kind = findings.firstIndex { $0.code == code } ?? findings.count
    if kind == findings.count { findings.append((code, [], 0)) }
    findings[kind].count += 1
    guard findings[kind].count <= CampaignCheck.limit else { return }
    let place = entry.map { SourceLocation(field: self.place(of: $0)) }
    findings[kind].reported.append(.warning(code, message, at: place))
  }

  /// The scene of an entry.
  private func scene(at index: Int) -> Int? {
    campaign.entries[...index].lazy.reversed().compactMap(\.scene).first
  }

  /// The scene of an entry; the entry itself before the first scene.
  private func place(of index: Int) -> String {
    scene(at: index).map { "scene #\($0)" } ?? "entry \(index + 1)"
  }

  /// The campaigns that this one was merged from; facts of one do not apply to the others.
  private var stories: [Range<Int>] {
    let starts = [0] + campaign.beginnings + [campaign.entries.count]
    return zip(starts, starts.dropFirst()).map { $0..<$1 }
  }

  /// Indicates whether an entry is not part of the story: god mode, thoughts, and the narrator's
  /// responses to them.
  private func isAside(_ index: Int) -> Bool {
    func isBeside(_ entry: Entry) -> Bool { entry.mode == "god" || entry.mode == "think" }
    let entry = campaign.entries[index]
    if isBeside(entry) || !entry.godModeResponse.isEmpty { return true }
    guard index > 0, campaign.entries[index - 1].actor == .player else { return false }
    return isBeside(campaign.entries[index - 1])
  }

  // MARK: Order and names

  mutating func checkOrder() {
    var last: (stated: Int, scene: Int)?
    for index in campaign.entries.indices {
      guard let scene = campaign.entries[index].scene,
        let stated = campaign.entries[index].statedScene
      else { continue }
      if let last, stated <= last.stated {
        addFinding(
          .campaignCheckOrder,
          stated == last.stated
            ? "the source calls two scenes #\(stated): #\(last.scene) and #\(scene)"
            : "the source calls it #\(stated) after #\(last.stated)", entry: index)
      }
      last = (stated, scene)
    }
  }

  mutating func checkIDs() {
    var entries: [String: Int] = [:]
    for index in campaign.entries.indices {
      let id = campaign.entries[index].sourceID
      // Ids are compared, not reported: they belong to a person's data.
      if !id.isEmpty, let other = entries.updateValue(index, forKey: id) {
        addFinding(
          .campaignCheckDouble, "the entry occurs twice, first in \(place(of: other))",
          entry: index)
      }
      var choices: Set<String> = []
      for choice in campaign.entries[index].planning?.choices ?? [] where !choice.id.isEmpty {
        if !choices.insert(choice.id).inserted {
          addFinding(.campaignCheckChoice, "two choices have the id \"\(choice.id)\"", entry: index)
        }
      }
    }
    var doubled: Set<String> = []
    for name in campaign.state?.doubledNames ?? [] where doubled.insert(name).inserted {
      addFinding(.campaignCheckPerson, "\(name) is listed twice among the people of the state")
    }
    let missions = campaign.state?.missions ?? []
    var titles: [String: Bool] = [:]
    for mission in missions {
      let key = PersonName.folded(mission.title)
      if let other = titles.updateValue(mission.isCompleted, forKey: key),
        other != mission.isCompleted
      {
        addFinding(
          .campaignCheckQuest, "the quest \"\(mission.title)\" is both active and completed")
      }
    }
  }

  // MARK: The dead

  /// Reports people who died in a scene, by record or in so many words, and speak in a later one.
  mutating func checkTheDead() {
    let mortals = Mortals(campaign)
    guard !mortals.isEmpty else { return }
    // The scenes they died in.
    var dead: [Int: Int] = [:]
    var reported: Set<Int> = []
    for index in campaign.entries.indices {
      guard let scene = campaign.entries[index].scene, reported.count < CampaignCheck.limit else {
        continue
      }
      let named = mortals.named(in: campaign.entries[index].text)
      for person in named where !reported.contains(person) {
        guard let death = dead[person], death < scene,
          mortals.names(of: person).contains(where: {
            Speech.speaks($0, in: campaign.entries[index].text)
          })
        else { continue }
        reported.insert(person)
        addFinding(
          .campaignCheckDead,
          "\(mortals.people[person].name) died in scene #\(death) and speaks again", entry: index)
      }
      for name in campaign.entries[index].deaths {
        if let person = mortals.person(called: name), dead[person] == nil { dead[person] = scene }
      }
      // People who are dead in the state died where the story first mentions it.
      for person in named where mortals.people[person].isDeadInState && dead[person] == nil {
        let isDeathStated = mortals.names(of: person).contains {
          Speech.dies($0, in: campaign.entries[index].text)
        }
        if isDeathStated { dead[person] = scene }
      }
    }
  }

  // MARK: Things and figures

  /// Things a player uses although no record has them and no other entry names them, so that they
  /// were not found, lost or used up. They are things the state knows, and weapons the player calls
  /// their own.
  mutating func checkItems() {
    guard let state = campaign.state, let player = state.player else { return }
    let belongings = ([player] + state.cast).flatMap { $0.equipment + $0.inventory }
    guard !belongings.isEmpty else { return }
    let owned = Set(belongings.map { PersonName.folded($0.name) })
    // By first word, so that a line is looked at once for all of them.
    var known: [Substring: [(name: String, words: [Substring])]] = [:]
    for name in state.items.map(\.name) + Speech.weapons where name.utf8.count > 3 {
      let folded = PersonName.folded(name)
      let words = folded.split(separator: " ")
      guard !owned.contains(folded), let first = words.first else { continue }
      known[first, default: []].append((name, words))
    }
    /// The things that words name, by where.
    func named(in words: [Substring]) -> [(start: Int, name: String)] {
      words.indices.flatMap { start in
        (known[words[start]] ?? []).filter { words[start...].starts(with: $0.words) }
          .map { (start, $0.name) }
      }
    }
    var reported: Set<String> = []
    func read(_ text: String) {
      reported.formUnion(named(in: PersonName.folded(text).split(separator: " ")).map(\.name))
    }
    let premise = campaign.premise
    for text in [premise.setting, premise.character, premise.description, premise.prompt] {
      read(text)
    }
    for item in belongings + player.features {
      read(item.name)
      read(item.detail)
    }
    var used: [(name: String, entry: Int)] = []
    for index in campaign.entries.indices {
      let entry = campaign.entries[index]
      // Statements of players about the world and long pasted texts are not actions.
      guard entry.actor == .player, entry.mode != "god", entry.text.utf8.count < 4000 else {
        for text in [entry.text, entry.godModeResponse] + (entry.rewards?.loot ?? []) { read(text) }
        continue
      }
      let words = PersonName.folded(entry.text).split(separator: " ")
      for (start, name) in named(in: words)
      where start > 0 && Speech.uses(before: start, words)
        && (words[start - 1] == "my" || !Speech.weapons.contains(name))
      {
        used.append((name, index))
      }
    }
    for (name, index) in used where reported.insert(name).inserted {
      addFinding(.campaignCheckItem, "\(name) is used but not owned", entry: index)
    }
  }

  /// Times that go back, and years that are counted in several eras.
  mutating func checkTime() {
    for story in stories {
      /// Each era, with whose months its dates have.
      struct Clock: Hashable {
        var era: Int
        var calendar: StoryDate.Calendar
      }
      var last: [Clock: (date: StoryDate, text: String, scene: Int)] = [:]
      var eras: [(name: String, scene: Int)] = []
      var now: (era: Int, year: Int)?
      var mixed: Int?
      var read = ""
      for index in story {
        guard let scene = campaign.entries[index].scene,
          let text = campaign.entries[index].statedTime, text != read, !isAside(index),
          let date = StoryDate(text)
        else { continue }
        read = text
        var era = -1
        if !date.era.isEmpty {
          let known = eras.firstIndex { StoryDate.isSameEra($0.name, date.era) }
          era = known ?? eras.count
          if known == nil { eras.append((date.era, scene)) }
          // A story may begin a new era, with a year of its own, and does not return.
          if let now, now.era != era, known != nil || now.year == date.year {
            mixed = mixed ?? index
          }
          now = (era, date.year)
        }
        let clock = Clock(era: era, calendar: date.calendar)
        if let last = last[clock], date.isBefore(last.date) {
          addFinding(
            .campaignCheckTime,
            "the time goes back from \(printable(last.text, limit: 60)) (scene #\(last.scene)) to "
              + printable(text, limit: 60), entry: index)
        }
        last[clock] = (date, text, scene)
      }
      if let mixed {
        let named = eras.prefix(6).map { era in
          "\"\(printable(era.name, limit: 40))\" (scene #\(era.scene))"
        }
        let more = eras.count > 6 ? " and \(eras.count - 6) more" : ""
        addFinding(
          .campaignCheckEra,
          "years are counted in several eras by turns: \(named.joined(separator: ", "))\(more)",
          entry: mixed)
      }
    }
  }

  mutating func checkFigures() {
    // Most scenes repeat the status of the one before, and an error in it is reported once.
    var status = ""
    var known = SessionHeader.Figures(status: "")
    for index in campaign.entries.indices {
      guard let stated = campaign.entries[index].statedStatus, !stated.isEmpty, stated != status
      else { continue }
      status = stated
      let figures = SessionHeader.Figures(status: status)
      if let points = figures.hitPoints, let maximum = figures.hitPointsMaximum,
        points > maximum + (figures.temporaryHitPoints ?? 0) || points < 0,
        points != known.hitPoints || maximum != known.hitPointsMaximum
      {
        addFinding(
          .campaignCheckHitPoints, "the hero has \(points) hit points of \(maximum)", entry: index)
      }
      // House rules may have any maximum level, but the minimum is 1.
      if let level = figures.level, level < 1, level != known.level {
        addFinding(.campaignCheckLevel, "the hero's level is \(level)", entry: index)
      }
      if let gold = figures.gold, gold < 0, gold != known.gold {
        addFinding(.campaignCheckGold, "the hero has \(gold) gold", entry: index)
      }
      known = figures
    }
    for person in (campaign.state?.cast ?? []) + (campaign.state?.player.map { [$0] } ?? []) {
      let name = person.name.isEmpty ? "the hero" : person.name
      if let gold = person.gold, gold < 0 {
        addFinding(.campaignCheckGold, "\(name) has \(gold) gold in the state")
      }
      guard let points = person.hitPoints, let maximum = person.hitPointsMaximum else { continue }
      if points > maximum || points < 0 {
        addFinding(
          .campaignCheckHitPoints,
          "\(name) has \(points) hit points of \(maximum) in the state")
      }
      if person.isDead, points > 0 {
        addFinding(.campaignCheckDead, "\(name) is dead in the state and has \(points) hit points")
      }
    }
  }

  /// Levels that fall without a change in god mode.
  mutating func checkLevel() {
    for story in stories {
      var last: (level: Int, status: String, scene: Int)?
      for index in story {
        let entry = campaign.entries[index]
        if entry.mode == "god" || !entry.godModeResponse.isEmpty { last = nil }
        guard let scene = entry.scene, let status = entry.statedStatus, status != last?.status,
          !isAside(index), let level = SessionHeader.Figures(status: status).level,
          // A higher number is not a level.
          (1...100).contains(level)
        else { continue }
        if let last, level < last.level, Heroes.areOne(last.status, status) {
          addFinding(
            .campaignCheckLevel,
            "the hero's level falls from \(last.level) (scene #\(last.scene)) to \(level)",
            entry: index)
        }
        last = (level, status, scene)
      }
    }
  }

  mutating func checkCombat() {
    guard let combat = campaign.state?.combat else { return }
    for combatant in combat.combatants {
      guard let points = combatant.hitPoints, let maximum = combatant.hitPointsMaximum else {
        continue
      }
      if points > maximum || points < 0 {
        addFinding(
          .campaignCheckHitPoints,
          "\(combatant.name) has \(points) hit points of \(maximum) in the last fight")
      }
    }
    if combat.isOpen, let summary = combat.summary, !summary.outcome.isEmpty {
      addFinding(
        .campaignCheckCombat,
        "the last fight is still in progress in the state and has an outcome: \(summary.outcome)")
    }
  }
}

/// The people whose status is in the headers.
private enum Heroes {
  /// Indicates whether two statuses may be of one hero: their names for it have a word in common,
  /// or one of them has no name.
  static func areOne(_ a: String, _ b: String) -> Bool {
    let (a, b) = (words(of: a), words(of: b))
    return a.isEmpty || b.isEmpty || !a.isDisjoint(with: b)
  }

  /// `paladin` and `warlock` of `Lvl 11 Paladin 2/Warlock 9 | HP: 81/81`.
  private static func words(of status: String) -> Set<String> {
    let parts = status.split(whereSeparator: { $0 == "|" || $0 == "," }).map {
      $0.lowercased().trimmed
    }
    guard let part = parts.first(where: { $0.hasPrefix("lvl") || $0.hasPrefix("level") }) else {
      return []
    }
    return Set(part.split(whereSeparator: { !$0.isLetter }).dropFirst().map(String.init))
  }
}

/// The people who may have died, with their names.
private struct Mortals {
  struct Person {
    var name: String
    var isDeadInState: Bool
  }

  private(set) var people: [Person] = []
  private var byName: [String: Int] = [:]
  /// The owner of each name that is looked for.
  private var owners: [Int] = []
  private let matcher: NameMatcher

  /// The number of names that are looked for.
  private static let limit = 300

  init(_ campaign: Campaign) {
    for person in (campaign.state?.cast ?? []).lazy.filter(\.isDead).prefix(100)
    where byName[person.name] == nil {
      byName[person.name] = people.count
      people.append(Person(name: person.name, isDeadInState: true))
    }
    for index in campaign.entries.indices {
      for name in campaign.entries[index].deaths
      where byName[name] == nil && people.count < Mortals.limit {
        byName[name] = people.count
        people.append(Person(name: name, isDeadInState: false))
      }
    }
    var names: [[UInt8]] = []
    var taken: Set<String> = []
    for (index, person) in people.enumerated() {
      for name in [person.name, PersonName.given(person.name) ?? person.name]
      where taken.insert(name).inserted {
        guard let first = name.utf8.first, NameMatcher.isWordByte(first) else { continue }
        names.append(Array(name.utf8))
        owners.append(index)
      }
    }
    matcher = NameMatcher(names)
  }

  var isEmpty: Bool { people.isEmpty }

  func person(called name: String) -> Int? { byName[name] }

  func names(of person: Int) -> [String] {
    let name = people[person].name
    return PersonName.given(name).map { [name, $0] } ?? [name]
  }

  /// The people of them that a text names, in order.
  func named(in text: String) -> [Int] {
    var found: Set<Int> = []
    var text = text
    text.withUTF8 { bytes in unsafe matcher.scan(bytes) { found.insert(owners[$0]) } }
    return found.sorted()
  }
}

/// The statements of prose about a person, by the words beside the name.
private enum Speech {
  private static let speechVerbs = [
    "says", "said", "asks", "asked", "replies", "replied", "whispers", "whispered", "murmurs",
    "shouts", "shouted", "answers", "answered", "mutters", "laughs", "growls", "calls", "nods",
    "smiles", "speaks",
  ]
  /// Verbs that also appear before the name: `"Fool!" says Old Bram`.
  private static let inverted = [
    "says", "said", "asks", "asked", "replies", "replied", "whispers", "whispered", "murmurs",
    "shouts", "shouted", "answers", "answered", "mutters", "growls",
  ]
  private static let dying = [
    "dies", "died", "is dead", "lies dead", "falls dead", "is killed", "was killed", "is slain",
    "was slain", "breathes his last", "breathes her last", "has fallen", "dead body",
  ]
  private static let using = [
    "use", "using", "drink", "draw", "wield", "equip", "throw", "read", "light", "don", "wear",
    "activate", "consume", "apply", "unsheathe", "raise", "swing",
  ]
  private static let articles = ["my", "the", "a", "an", "our"]
  /// Weapons that have no synonyms.
  static let weapons = [
    "dagger", "rapier", "scimitar", "longsword", "shortsword", "greatsword", "longbow", "shortbow",
    "crossbow", "warhammer", "battleaxe", "greataxe", "handaxe", "halberd", "glaive", "trident",
    "quarterstaff",
  ]

  static func speaks(_ name: String, in text: String) -> Bool {
    isAdjacent(name, in: text, before: speechVerbs, after: inverted)
  }

  static func dies(_ name: String, in text: String) -> Bool {
    isAdjacent(name, in: text, before: dying, after: [])
  }

  /// Indicates whether one of the words follows the name with at most one word between them, or
  /// directly precedes it.
  private static func isAdjacent(
    _ name: String, in text: String, before words: [String], after leading: [String]
  ) -> Bool {
    let bytes = Array(text.utf8)
    let name = Array(name.utf8)
    guard !name.isEmpty else { return false }
    var at = 0
    while let next = bytes[at...].firstIndex(of: name[0]) {
      at = next + 1
      guard bytes[next...].starts(with: name) else { continue }
      let end = next + name.count
      if end == bytes.count || !isLetter(bytes[end]),
        leading.contains(where: { bytes[..<next].ends(with: " " + $0 + " ") })
      {
        return true
      }
      guard end < bytes.count, bytes[end] == 0x20 else { continue }
      let tail = bytes[(end + 1)..<min(bytes.count, end + 40)]
      let after = tail.firstIndex(of: 0x20).map { tail[($0 + 1)...] } ?? []
      for word in words where starts(tail, word) || starts(after, word) { return true }
    }
    return false
  }

  /// Indicates whether bytes begin with a word and end it there.
  private static func starts(_ bytes: ArraySlice<UInt8>, _ word: String) -> Bool {
    guard bytes.starts(with: word.utf8) else { return false }
    let rest = bytes.dropFirst(word.utf8.count)
    return rest.first.map { !isLetter($0) } ?? true
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
  }

  /// Indicates whether the words before a thing show that it is used.
  static func uses(before start: Int, _ words: [Substring]) -> Bool {
    var before = start - 1
    if articles.contains(String(words[before])), before > 0 { before -= 1 }
    return using.contains(String(words[before]))
  }
}

extension ArraySlice<UInt8> {
  fileprivate func ends(with text: String) -> Bool {
    count >= text.utf8.count && suffix(text.utf8.count).elementsEqual(text.utf8)
  }
}
