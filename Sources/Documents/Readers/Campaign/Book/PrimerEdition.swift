// SPDX-License-Identifier: MIT
// Part of Platen: a primer of a campaign: the world and its people for players who begin.

internal import Documents

extension BookMaker {
  /// Appends what a player should know before the first scene: premise, party, places, people, what
  /// is to be done and where the story is.
  mutating func writePrimer() {
    writeMasthead(title, subtitle, campaign.state?.setting ?? "")
    writePremise()
    writeParty()
    section(.places, "places", knownPlaces)
    section(.dramatisPersonae, "cast", knownPeople(most: BookMaker.primerLines))
    writeOpenThreads()
    writeStanding()
  }

  /// The places of the story with their descriptions, those of many scenes first; for the game master
  /// all of the state.
  private var knownPlaces: [Block] {
    var scenes: [String: Int] = [:]
    var names: [String] = []
    for unit in units {
      let name = PlaceName.head(Chapters.place(of: unit, campaign.entries))
      guard !name.isEmpty else { continue }
      if scenes[PersonName.folded(name)] == nil { names.append(name) }
      scenes[PersonName.folded(name), default: 0] += 1
    }
    var descriptions: [String: String] = [:]
    for place in campaign.state?.places ?? [] {
      let key = PersonName.folded(place.name)
      descriptions[key] = place.description
      let isNew = scenes[key] == nil && scenes[PersonName.folded(PlaceName.head(place.name))] == nil
      if isNew, isForGameMaster || units.isEmpty { names.append(place.name) }
    }
    func rank(_ name: String) -> Int {
      let key = PersonName.folded(name)
      // A description is worth more than a long stay.
      return (scenes[key] ?? 0) + (descriptions[key, default: ""].isEmpty ? 0 : 1_000_000)
    }
    let sorted = names.enumerated().sorted { a, b in
      (-rank(a.element), a.offset) < (-rank(b.element), b.offset)
    }
    let items = sorted.prefix(BookMaker.primerLines).map { _, name -> List.Item in
      let description = descriptions[PersonName.folded(name)] ?? ""
      return List.Item([
        .paragraph(
          Paragraph(
            description.isEmpty
              ? [.text(name)] : [.strong([.text(name)]), .text(": " + description)]))
      ])
    }
    return items.isEmpty ? [] : [.list(List(.bullet, items))]
  }

  /// The people of the story, the living and those of most scenes first.
  func knownPeople(most: Int) -> [Block] {
    let hero = campaign.state?.player?.name ?? ""
    if let state = campaign.state {
      let cast = knownCast(state).filter { !$0.person.isDead && $0.name != hero }
      if !cast.isEmpty { return [table(of: Array(cast.prefix(most)))] }
    }
    let people = storyPeople(but: hero)
    guard !people.isEmpty else { return [] }
    let rows = people.prefix(most).map { thing -> [[Inline]] in
      [[.text(thing.shown)], [.text(String(thing.scenes))]]
    }
    return [table([.name, .scenes], rows, .classes("cast"))]
  }

  /// The names of the people of a story without a state, for a summary of one page.
  func namedPeople(most: Int) -> [Block] {
    let people = storyPeople(but: campaign.state?.player?.name ?? "").prefix(most)
    return people.isEmpty ? [] : [.text(people.map(\.shown).joined(separator: phrases[.comma]))]
  }

  /// The people of more than one scene, those of most scenes first.
  private func storyPeople(but hero: String) -> [NamedThing] {
    names.things.enumerated()
      .filter { $0.element.kind == .person && $0.element.scenes > 1 && !$0.element.shown.isEmpty }
      .sorted { a, b in (-a.element.scenes, a.offset) < (-b.element.scenes, b.offset) }
      .map(\.element).filter { $0.name != hero }
  }

  /// The most places and people of a primer.
  private static let primerLines = 24
}
