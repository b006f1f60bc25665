// SPDX-License-Identifier: MIT
// Part of Platen: cards to learn the names of a campaign with: a file that Anki imports.

internal import Documents

/// Cards to learn names with: people, places, things and quests, each with what is known of it.
public enum CampaignCards {
  /// The cards as Anki's text files have them: front, back and tag between tabs, with settings on top.
  ///
  /// - Throws: `Failure` where the campaign has neither a story nor a state.
  public static func tabSeparated(of campaign: Campaign, options: BookOptions) throws -> String {
    var options = options
    // Cards need no story.
    if campaign.entries.isEmpty { options.edition = .primer }
    let book = try BookMaker(campaign, options)
    var text = "#separator:tab\n#html:false\n#deck:\(field(book.title))\n#tags column:3\n"
    for card in book.cards {
      text += [card.front, card.back, card.tag].map(field).joined(separator: "\t") + "\n"
    }
    return text
  }

  /// A field on one line; one that a reader could misread is in quotation marks.
  private static func field(_ text: String) -> String {
    let line = text.onOneLine.replacing("\t", with: " ")
    guard line.contains("\"") || line.hasPrefix("#") else { return line }
    return "\"" + line.replacing("\"", with: "\"\"") + "\""
  }
}

/// A card to learn.
struct NameCard {
  var front: String
  var back: String
  /// The kind of what it names, without blanks.
  var tag: String
}

extension BookMaker {
  /// The cards of what readers know; those without a back are omitted.
  var cards: [NameCard] {
    var cards: [NameCard] = []
    var fronts: Set<String> = []
    func add(_ front: String, _ facts: [String], _ kind: Phrase, first: Int?) {
      var facts = facts.map(\.trimmed).filter { !$0.isEmpty }
      if let first, !campaign.entries.isEmpty {
        facts.append(phrases[.firstSeen] + ": " + phrases(.scene, String(max(1, first))))
      }
      guard !front.isEmpty, !facts.isEmpty, fronts.insert(front).inserted else { return }
      cards.append(
        NameCard(
          front: front, back: facts.joined(separator: phrases[.semicolon]),
          tag: phrases[kind].replacing(" ", with: "_")))
    }
    if let state = campaign.state {
      if let player = state.player {
        add(
          PersonName.withoutTitle(player.name), [player.facts(phrases)], .characters, first: nil)
      }
      for known in knownCast(state) {
        let person = known.person
        add(
          known.name, [person.role, person.faction, phrases.state(person.disposition)],
          .characters, first: known.first)
      }
    }
    for thing in names.things where thing.kind == .person && thing.scenes > 1 {
      add(thing.shown, [], .characters, first: thing.firstScene)
    }
    var descriptions: [String: String] = [:]
    for place in campaign.state?.places ?? [] {
      descriptions[PersonName.folded(place.name)] = place.description
    }
    for unit in units {
      let name = PlaceName.head(Chapters.place(of: unit, campaign.entries))
      add(name, [descriptions[PersonName.folded(name)] ?? ""], .places, first: unit.number)
    }
    if isForGameMaster || units.isEmpty {
      for place in campaign.state?.places ?? [] {
        add(place.name, [place.description], .places, first: nil)
      }
    }
    var details: [String: String] = [:]
    let carried = campaign.state?.player.map { $0.equipment + $0.inventory } ?? []
    for item in (campaign.state?.items ?? []) + carried where !item.detail.isEmpty {
      details[item.name] = item.detail
    }
    for thing in names.things where thing.kind == .item && thing.firstScene != nil {
      add(thing.shown, [details[thing.name] ?? ""], .items, first: thing.firstScene)
    }
    for item in carried { add(item.name, [item.detail], .items, first: nil) }
    for mission in campaign.state?.missions ?? [] {
      let status =
        mission.status.isEmpty
        ? phrases[mission.isCompleted ? .completed : .active] : phrases.state(mission.status)
      add(mission.title, [mission.objective, status], .quests, first: nil)
    }
    return cards
  }
}
