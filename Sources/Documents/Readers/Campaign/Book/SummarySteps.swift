// SPDX-License-Identifier: MIT
// Part of Platen: what was done in a story that has no memories, for its summary.

internal import Documents

/// The decisions of a story, each with its scene and its weight in a summary.
struct StoryDeeds {
  struct Deed {
    var scene: Int
    /// A sentence, or the title of a choice.
    var text: String
    var isSentence: Bool
    /// More for scenes in which something changed: the place, the people, the level, a fight.
    var weight: Int
  }

  private(set) var deeds: [Deed] = []
  /// Levels that the hero reached, by scene.
  private(set) var levels: [Int: Int] = [:]
  private(set) var deaths: [Int: [String]] = [:]
  private(set) var loot: [Int: [String]] = [:]

  private let isSecondPerson: Bool
  private var place = ""
  private var level: Int?
  private var experience: Int?

  /// - Parameter firstScenes: The scenes in which people are named first.
  init(_ campaign: Campaign, _ units: [SceneUnit], firstScenes: Set<Int>) {
    isSecondPerson = ProseStory.isSecondPerson(campaign)
    var offered: PlanningBlock?
    var pending: [Int] = []
    for unit in units {
      for index in unit.entries {
        guard campaign.entries[index].actor == .narrator else {
          pending.append(index)
          continue
        }
        let entry = campaign.entries[index]
        if let scene = entry.scene {
          let weight = weight(of: entry, scene) + (firstScenes.contains(scene) ? 2 : 0)
          for index in pending {
            addWords(PlayerWords(campaign.entries[index], offered: offered), scene, weight)
          }
        }
        pending = []
        if let planning = entry.planning, !planning.choices.isEmpty { offered = planning }
      }
    }
  }

  /// The changes in a scene, as a number; notes levels, deaths and loot.
  private mutating func weight(of entry: Entry, _ scene: Int) -> Int {
    var weight = 0
    let own = PersonName.folded(PlaceName.head(entry.place))
    if !own.isEmpty, own != place {
      if !place.isEmpty { weight += 2 }
      place = own
    }
    if let status = entry.statedStatus, !status.isEmpty {
      let figures = SessionHeader.Figures(status: status)
      if let reached = figures.level, (1...100).contains(reached) {
        if let level, reached > level {
          levels[scene] = reached
          weight += 2
        }
        level = max(level ?? reached, reached)
      }
      if let points = figures.experience {
        if let experience, points > experience { weight += 2 }
        experience = points
      }
    }
    if let rewards = entry.rewards {
      weight += 2
      if !rewards.loot.isEmpty { loot[scene] = rewards.loot }
    }
    if entry.combat != nil { weight += 2 }
    if !entry.deaths.isEmpty {
      deaths[scene] = entry.deaths
      weight += 3
    }
    return weight
  }

  private mutating func addWords(_ words: PlayerWords, _ scene: Int, _ weight: Int) {
    switch words {
    case .omitted: return
    case .choice(let title, let text):
      let first = StoryDeeds.firstSentence(of: text)
      if isSecondPerson, PlayerWords.isCommand(first), !StoryDeeds.isOfRules(first) {
        let told = PlayerWords.told(title: "", text: first, isSecondPerson: true)
        deeds.append(
          Deed(
            scene: scene, text: told, isSentence: true,
            weight: weight + 1 + StoryDeeds.weight(of: first)))
      } else if !GameTerms.occur(in: title), !title.contains(where: StoryDeeds.isSignOfRules) {
        deeds.append(
          Deed(
            scene: scene, text: title, isSentence: false,
            weight: weight + StoryDeeds.weight(of: title)))
      }
    case .free(let text):
      // What players jot down is no sentence of a summary.
      let first = StoryDeeds.firstSentence(of: text)
      guard isSecondPerson, first.first?.isUppercase ?? false, first.last == ".",
        PlayerWords.isCommand(first), !StoryDeeds.isOfRules(first)
      else { return }
      let told = PlayerWords.told(first, isSecondPerson: true)
      deeds.append(
        Deed(
          scene: scene, text: told, isSentence: true,
          weight: weight + StoryDeeds.weight(of: first)))
    }
  }

  /// The deeds of some scenes that matter most, in their order, from all parts of the stretch; none
  /// is there twice.
  func chosen(of scenes: ClosedRange<Int>, most: Int) -> [Deed] {
    var seen: Set<String> = []
    let own = deeds.filter { scenes.contains($0.scene) && seen.insert($0.text).inserted }
    guard own.count > most else { return own }
    return (0..<most).compactMap { part in
      let range = own.count * part / most..<own.count * (part + 1) / most
      return own[range].enumerated().max { a, b in
        (a.element.weight, -a.offset) < (b.element.weight, -b.offset)
      }?.element
    }
  }

  /// Powers of heroes that rules have a name for.
  private static let powers = [
    "action surge", "divine sense", "lay on hands", " smite", "bardic inspiration", "wild shape",
    "sneak attack", "second wind",
  ]

  private static func firstSentence(of text: String) -> String {
    let quoted = QuotedText(String(decoding: text.utf8.prefix(1000), as: UTF8.self))
    return quoted.sentences.first.map { quoted.text($0).trimmed } ?? ""
  }

  /// The weight of what is done: more for what cannot be undone, less for looks and questions.
  private static func weight(of command: String) -> Int {
    let words = command.split(separator: " ").prefix(2).map { $0.lowercased() }
    if words.contains(where: lasting.contains) { return 2 }
    return words.first.map { looking.contains($0) } ?? false ? -1 : 0
  }

  private static let lasting: Set<String> = [
    "abandon", "accept", "ambush", "attack", "betray", "break", "burn", "buy", "capture", "cast",
    "claim", "collapse", "confess", "conquer", "defeat", "destroy", "drive", "escape", "execute",
    "finish", "flee", "free", "join", "kill", "leave", "marry", "persuade", "pledge", "present",
    "recruit", "release", "rescue", "reveal", "save", "seal", "seize", "sell", "shatter", "slay",
    "spare", "steal", "strike", "surrender", "swear", "terminate", "throw", "unleash", "unmask",
    "vow", "withdraw", "yield",
  ]

  private static let looking: Set<String> = [
    "ask", "check", "consider", "examine", "inquire", "inspect", "listen", "look", "observe",
    "search", "stand", "stay", "study", "take", "wait", "watch",
  ]

  private static func isSignOfRules(_ character: Character) -> Bool {
    character.isNumber || "()[]+%".contains(character)
  }

  /// Indicates whether a sentence speaks of rules: `Use your Persuasion`, `a DC of 15`.
  private static func isOfRules(_ text: String) -> Bool {
    if GameTerms.occur(in: text) || text.contains(where: isSignOfRules) { return true }
    let lower = text.lowercased()
    if powers.contains(where: { lower.contains($0) }) { return true }
    let quoted = QuotedText(text)
    return quoted.words(in: quoted.bytes.indices).dropFirst().contains { word in
      word.text.first?.isUppercase ?? false && GameTerms.skills.contains(word.text.lowercased())
    }
  }
}

extension BookMaker {
  /// A stretch of the story in a summary: a place, or a part of a long stay.
  struct SummaryStep {
    var title: String
    var text: String
    /// The index of its first unit.
    var start: Int
  }

  /// The places of a story in order, with their scenes, how each begins and what was done there.
  ///
  /// - Parameters:
  ///   - premise: What the summary has before; a step does not begin with it again.
  ///   - bySession: The story is divided at sessions in place of places.
  func summarySteps(
    behind premise: [String], bySession: Bool = false, excerpt: (SceneUnit) -> String?
  ) -> [SummaryStep] {
    let byPlace = Chapters.chapters(of: units, campaign.entries, by: .place)
    let chapters =
      bySession
      ? Chapters.chapters(of: units, campaign.entries, by: .session)
      : byPlace.count > 1
        ? byPlace : Chapters.chapters(of: units, campaign.entries, by: .automatic)
    let steps = chapters.flatMap { chapter -> [Chapter] in
      // A long stay is shown in steps of about twenty scenes.
      let count = max(1, (chapter.units.count + 10) / 20)
      return (0..<count).map { index in
        var step = chapter
        let length = chapter.units.count
        let start = chapter.units.lowerBound + length * index / count
        step.units = start..<(chapter.units.lowerBound + length * (index + 1) / count)
        return step
      }
    }
    // Of a story without end, steps evenly apart.
    let most = 60
    let sampled = Array(
      stride(from: 0, to: steps.count, by: max(1, (steps.count + most - 1) / most)))
    let met = peopleByFirstScene
    let deeds = StoryDeeds(campaign, units, firstScenes: Set(met.keys))
    var seen: Set<String> = []
    return sampled.map { steps[$0] }.compactMap { chapter in
      let numbers = units[chapter.units].compactMap(\.number)
      guard let first = numbers.first, let last = numbers.last, first <= last else { return nil }
      let range =
        first == last
        ? phrases(.scene, String(first)) : phrases(.recapOf, String(first), String(last))
      let place = chapter.place.isEmpty ? "" : chapter.place + phrases[.comma]
      let most = min(5, max(2, (chapter.units.count + 3) / 4), max(2, 38 / sampled.count))
      let chosen = deeds.chosen(of: first...last, most: most)
      var parts = [told(chosen)].filter { !$0.isEmpty }
      // Where nothing was done, the first words set the scene.
      if !chosen.contains(where: \.isSentence) {
        let excerpts = units[chapter.units].lazy.compactMap(excerpt)
        let excerpt =
          excerpts.first { text in !premise.contains { $0.contains(text) } } ?? excerpts.first
        if let excerpt, seen.insert(excerpt).inserted { parts.insert(excerpt, at: 0) }
      }
      guard !parts.isEmpty else { return nil }
      parts += [facts(of: first...last, deeds, met)].filter { !$0.isEmpty }
      return SummaryStep(
        title: place + (place.isEmpty ? range : range.prefix(1).lowercased() + range.dropFirst()),
        text: parts.joined(separator: " "),
        start: chapter.units.lowerBound)
    }
  }

  /// Deeds as sentences, then the titles of others, each with its scene.
  private func told(_ deeds: [StoryDeeds.Deed]) -> String {
    var sentences = deeds.filter(\.isSentence).map { deed in
      (deed.text.last == "." ? String(deed.text.dropLast()) : deed.text) + " (#\(deed.scene))."
    }
    let titles = deeds.filter { !$0.isSentence }.map { "\($0.text) (#\($0.scene))" }
    if !titles.isEmpty {
      sentences.append(
        phrases[.decided] + ": " + titles.joined(separator: phrases[.semicolon]) + ".")
    }
    return sentences.joined(separator: " ")
  }

  /// `Met: Toriel, Flowey · Level 3`.
  private func facts(
    of scenes: ClosedRange<Int>, _ deeds: StoryDeeds, _ met: [Int: [String]]
  ) -> String {
    func listed(_ phrase: Phrase, _ values: [Int: [String]]) -> [String] {
      var names: [String] = []
      for scene in values.keys.filter({ scenes.contains($0) }).sorted() {
        for name in values[scene] ?? [] where !names.contains(name) { names.append(name) }
      }
      guard !names.isEmpty else { return [] }
      return [phrases[phrase] + ": " + names.prefix(6).joined(separator: phrases[.comma])]
    }
    var facts = listed(.met, met)
    let level = deeds.levels.filter { scenes.contains($0.key) }.values.max()
    if let level { facts.append(phrases[.level] + " " + String(level)) }
    facts += listed(.gained, deeds.loot) + listed(.died, deeds.deaths)
    return facts.joined(separator: " \u{B7} ")
  }

  /// The people of several scenes by the one that names them first, the hero apart.
  private var peopleByFirstScene: [Int: [String]] {
    let hero = campaign.state?.player?.name ?? ""
    var result: [Int: [String]] = [:]
    for thing in names.things where thing.kind == .person && thing.scenes > 2 {
      guard let first = thing.firstScene, !thing.shown.isEmpty, thing.name != hero else { continue }
      result[first, default: []].append(thing.shown)
    }
    return result
  }
}
