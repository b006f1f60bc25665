// SPDX-License-Identifier: MIT
// Part of Platen: the hero's sheet as a document of its own.

internal import Documents

extension BookMaker {
  /// Appends the sheet: who it is and how it looks, figures, abilities, things, spells, features.
  mutating func writeCharacter(_ person: Person) {
    let name = options.title.isEmpty ? PersonName.withoutTitle(person.name) : options.title
    let kind = [person.race, person.characterClass].filter { !$0.isEmpty }.joined(separator: " ")
    let line = [kind, person.level.map { phrases(.levelOf, String($0)) } ?? ""]
      .filter { !$0.isEmpty }.joined(separator: phrases[.comma])
    let about = [campaign.title, state(of: campaign)].filter { !$0.isEmpty }
    writeMasthead(
      name, options.subtitle.isEmpty ? line : options.subtitle, about.joined(separator: " · "))
    for text in [person.role, person.appearance] where !text.isEmpty {
      blocks.append(.text(text, .classes("premise")))
    }
    writeFigures(of: person)
    let memories = person.memories.filter { isForGameMaster || !GameMasterNote.isOne($0) }
    section(
      .memories, "memories",
      memories.isEmpty ? [] : [.list(List(.bullet, memories.map { List.Item([.text($0)]) }))])
  }

  /// The place and the day in the world at which a campaign has arrived.
  private func state(of campaign: Campaign) -> String {
    let header = campaign.entries.last { $0.header != nil }?.header
    let time = header.map(\.shownTime) ?? campaign.state?.time ?? ""
    let place = header.map(\.location) ?? ""
    return [
      time, place.isEmpty || Entry.isUnknown(place) ? campaign.state?.location ?? "" : place,
    ].filter { !$0.isEmpty }.joined(separator: phrases[.comma])
  }
}
