// SPDX-License-Identifier: MIT
// Part of Platen: what the story and the state of a campaign disagree on.

public import Diagnostics

/// Compares a campaign with itself: what it tells, and what it keeps books of.
///
/// All of it is guessed from prose and records that people and machines wrote, so all of it is a
/// warning: places to look at, with the numbers of their scenes.
public enum CampaignCheck {
  /// How many findings of one kind are told one by one.
  public static let limit = 20

  /// What does not agree, in the order of the checks, then of the scenes.
  public static func diagnostics(of campaign: Campaign) -> [Diagnostic] {
    var check = Checker(campaign: campaign)
    check.checkOrder()
    check.checkIDs()
    check.checkTheDead()
    check.checkItems()
    check.checkFigures()
    check.checkCombat()
    check.countOthers()
    return check.diagnostics
  }
}

private struct Checker {
  let campaign: Campaign
  var diagnostics: [Diagnostic] = []
  private var counts: [Diagnostic.Code: Int] = [:]

  init(campaign: Campaign) { self.campaign = campaign }

  private mutating func add(_ code: Diagnostic.Code, _ message: String, scene: Int?) {
    counts[code, default: 0] += 1
    guard counts[code, default: 0] <= CampaignCheck.limit else { return }
    diagnostics.append(
      .warning(code, message, at: scene.map { Place(field: "scene #\($0)") }))
  }

  /// Reports how many findings of each kind were not reported one by one.
  mutating func countOthers() {
    for (code, count) in counts.sorted(by: { $0.key.rawValue < $1.key.rawValue })
    where count > CampaignCheck.limit {
      diagnostics.append(.warning(code, "and \(count - CampaignCheck.limit) more of this kind"))
    }
  }

  /// The scene an entry stands in.
  private func scene(at index: Int) -> Int? {
    campaign.entries[...index].lazy.reversed().compactMap(\.scene).first
  }

  // MARK: Order and names

  mutating func checkOrder() {
    var last: (stated: Int, scene: Int)?
    for index in campaign.entries.indices {
      guard let scene = campaign.entries[index].scene,
        let stated = campaign.entries[index].statedScene
      else { continue }
      if let last, stated <= last.stated {
        add(
          .campaignCheckOrder,
          stated == last.stated
            ? "the source calls two scenes #\(stated): #\(last.scene) and #\(scene)"
            : "the source calls it #\(stated) after #\(last.stated)", scene: scene)
      }
      last = (stated, scene)
    }
  }

  mutating func checkIDs() {
    var entries: [String: Int] = [:]
    for index in campaign.entries.indices {
      let id = campaign.entries[index].sourceID
      // Ids are compared, not told: they belong to a person's data.
      if !id.isEmpty, entries.updateValue(index, forKey: id) != nil {
        add(.campaignCheckDouble, "the same entry stands twice", scene: scene(at: index))
      }
      var choices: Set<String> = []
      for choice in campaign.entries[index].planning?.choices ?? [] where !choice.id.isEmpty {
        if !choices.insert(choice.id).inserted {
          add(
            .campaignCheckChoice, "two choices are called \"\(choice.id)\"",
            scene: scene(at: index))
        }
      }
    }
    var doubled: Set<String> = []
    for name in campaign.state?.doubledNames ?? [] where doubled.insert(name).inserted {
      add(.campaignCheckPerson, "\(name) stands twice among the people of the state", scene: nil)
    }
    let missions = campaign.state?.missions ?? []
    var titles: [String: Bool] = [:]
    for mission in missions {
      let key = PersonName.folded(mission.title)
      if let other = titles.updateValue(mission.isCompleted, forKey: key),
        other != mission.isCompleted
      {
        add(
          .campaignCheckQuest, "the quest \"\(mission.title)\" is both active and completed",
          scene: nil)
      }
    }
  }

  // MARK: The dead

  /// Who died in a scene, by record or in so many words, and speaks in a later one.
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
        add(
          .campaignCheckDead,
          "\(mortals.people[person].name) died in scene #\(death) and speaks again", scene: scene)
      }
      for name in campaign.entries[index].deaths {
        if let person = mortals.person(called: name), dead[person] == nil { dead[person] = scene }
      }
      // Those the state calls dead died where the story first says so.
      for person in named where mortals.people[person].isDeadInState && dead[person] == nil {
        let isTold = mortals.names(of: person).contains {
          Speech.dies($0, in: campaign.entries[index].text)
        }
        if isTold { dead[person] = scene }
      }
    }
  }

  // MARK: Things and figures

  /// Things a player uses that were known, yet are not owned and were never gained before.
  mutating func checkItems() {
    guard let state = campaign.state, let player = state.player else { return }
    let owned = Set(
      (player.equipment + player.inventory + state.cast.flatMap { $0.equipment + $0.inventory })
        .map { PersonName.folded($0.name) })
    // By first word, so that a line is looked at once for all of them.
    var known: [Substring: [(name: String, words: [Substring])]] = [:]
    for item in state.items where item.name.utf8.count > 3 {
      let folded = PersonName.folded(item.name)
      let words = folded.split(separator: " ")
      guard !owned.contains(folded), let first = words.first else { continue }
      known[first, default: []].append((item.name, words))
    }
    guard !known.isEmpty, !owned.isEmpty else { return }
    var gained: Set<String> = []
    for index in campaign.entries.indices {
      let entry = campaign.entries[index]
      for item in entry.rewards?.loot ?? [] { gained.insert(PersonName.folded(item)) }
      // What players paste at length is no deed.
      guard entry.actor == .player, entry.mode != "god", entry.text.utf8.count < 4000 else {
        continue
      }
      let words = PersonName.folded(entry.text).split(separator: " ")
      for start in words.indices.dropFirst() {
        for (name, parts) in known[words[start]] ?? []
        where words[start...].starts(with: parts) && Speech.uses(before: start, words) {
          guard gained.insert(PersonName.folded(name)).inserted else { continue }
          add(.campaignCheckItem, "\(name) is used and not owned", scene: scene(at: index))
        }
      }
    }
  }

  mutating func checkFigures() {
    // Most scenes say what the one before said.
    var last = (status: "", figures: SessionHeader.Figures(status: ""))
    for index in campaign.entries.indices {
      guard let status = campaign.entries[index].statedStatus, !status.isEmpty else { continue }
      if status != last.status { last = (status, SessionHeader.Figures(status: status)) }
      let figures = last.figures
      let scene = campaign.entries[index].scene
      if let points = figures.hitPoints, let maximum = figures.hitPointsMaximum {
        if points > maximum + (figures.temporaryHitPoints ?? 0) || points < 0 {
          add(
            .campaignCheckHitPoints, "\(points) hit points of \(maximum)", scene: scene)
        }
      }
      // Rules of one's own may go to any level; none begins below the first.
      if let level = figures.level, level < 1 {
        add(.campaignCheckLevel, "the hero's level is \(level)", scene: scene)
      }
    }
    for person in (campaign.state?.cast ?? []) + (campaign.state?.player.map { [$0] } ?? []) {
      guard let points = person.hitPoints, let maximum = person.hitPointsMaximum else { continue }
      let name = person.name.isEmpty ? "the hero" : person.name
      if points > maximum || points < 0 {
        add(
          .campaignCheckHitPoints,
          "\(name) has \(points) hit points of \(maximum) in the state", scene: nil)
      }
      if person.isDead, points > 0 {
        add(
          .campaignCheckDead,
          "\(name) is dead in the state and has \(points) hit points", scene: nil)
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
        add(
          .campaignCheckHitPoints,
          "\(combatant.name) has \(points) hit points of \(maximum) in the last fight", scene: nil)
      }
    }
    if combat.isOpen, let summary = combat.summary, !summary.outcome.isEmpty {
      add(
        .campaignCheckCombat,
        "the last fight goes on in the state and has an outcome: \(summary.outcome)", scene: nil)
    }
  }
}

/// Those who may have died, and what they are called.
private struct Mortals {
  struct Person {
    var name: String
    var isDeadInState: Bool
  }

  private(set) var people: [Person] = []
  private var byName: [String: Int] = [:]
  /// For each name that is looked for whose it is.
  private var owners: [Int] = []
  private let matcher: NameMatcher

  /// As many as are looked for.
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

  /// Who of them a text names, in order.
  func named(in text: String) -> [Int] {
    var found: Set<Int> = []
    var text = text
    text.withUTF8 { bytes in unsafe matcher.scan(bytes) { found.insert(owners[$0]) } }
    return found.sorted()
  }
}

/// What prose says of somebody, by the words beside the name.
private enum Speech {
  private static let saying = [
    "says", "said", "asks", "asked", "replies", "replied", "whispers", "whispered", "murmurs",
    "shouts", "shouted", "answers", "answered", "mutters", "laughs", "growls", "calls", "nods",
    "smiles", "speaks",
  ]
  /// Those that stand before the name, too: `"Fool!" says Old Bram`.
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

  static func speaks(_ name: String, in text: String) -> Bool {
    stands(name, in: text, before: saying, after: inverted)
  }

  static func dies(_ name: String, in text: String) -> Bool {
    stands(name, in: text, before: dying, after: [])
  }

  /// Whether one of the words follows the name, at most one word between, or comes right before it.
  private static func stands(
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

  /// Whether bytes begin with a word and end it there.
  private static func starts(_ bytes: ArraySlice<UInt8>, _ word: String) -> Bool {
    guard bytes.starts(with: word.utf8) else { return false }
    let rest = bytes.dropFirst(word.utf8.count)
    return rest.first.map { !isLetter($0) } ?? true
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
  }

  /// Whether the words before a thing say that it is used.
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
