// SPDX-License-Identifier: MIT
// Part of Platen: the chapters of a gazetteer about faiths and cultures.

internal import Atlas
internal import Documents

extension GazetteerBook {
  private static let faithKinds = ["folk", "organized", "cult", "heresy"]
  private static let faithForms = [
    "shamanism", "animism", "ancestor worship", "nature worship", "polytheism", "monotheism",
    "dualism", "pantheism", "non-theism",
  ]
  private static let cultureKinds = ["river", "lake", "naval", "nomadic", "hunting", "highland"]
  /// Nested lists deeper than this are flattened.
  private static let depth = 6

  /// Faiths as trees: each below the one it grew out of.
  mutating func writeFaiths() {
    let faiths = world.religions.filter {
      $0.id != 0 && (inside == nil || facts.seenFaiths.contains($0.id))
    }
    let followed = facts.land.faiths
    let seen = faiths.filter { followed[$0.id] != nil || inside != nil }
    guard !seen.isEmpty else { return }
    heading(1, phrases[.mapReligions])
    let ids = Set(seen.map(\.id))
    var children: [Int: [Religion]] = [:]
    var roots: [Religion] = []
    for faith in seen.sorted(by: { key($0.name, $0.id) < key($1.name, $1.id) }) {
      // An origin of a higher id may come round to this one again.
      if let origin = faith.origins.first, origin != faith.id, origin < faith.id,
        ids.contains(origin)
      {
        children[origin, default: []].append(faith)
      } else {
        roots.append(faith)
      }
    }
    func items(_ faiths: [Religion], _ depth: Int, _ book: inout GazetteerBook) -> [List.Item] {
      faiths.flatMap { faith -> [List.Item] in
        let block = book.entry(of: faith)
        let below = children[faith.id] ?? []
        if depth >= GazetteerBook.depth {
          return [List.Item([block])] + items(below, depth, &book)
        }
        let inner = items(below, depth + 1, &book)
        return [
          List.Item(inner.isEmpty ? [block] : [block, .list(List(.bullet, inner, isTight: false))])
        ]
      }
    }
    let all = items(roots, 1, &self)
    blocks.append(.list(List(.bullet, all, isTight: false)))
  }

  private mutating func entry(of faith: Religion) -> Block {
    let name = shown(faith.name, faith.id)
    var prose = Prose(.faith(faith.id))
    prose.say(
      .gazetteerIs, name,
      words.word(faith.type, GazetteerBook.faithKinds, .gazetteerFaithKinds))
    let form = oneLine(faith.form)
    // Of a cult or a heresy, the form says no more than its kind.
    if !form.isEmpty, !["cult", "heresy"].contains(where: form.lowercased().contains) {
      prose.say(
        .gazetteerFormIs,
        words.word(form, GazetteerBook.faithForms, .gazetteerFaithForms) ?? form)
    }
    let deity = oneLine(faith.deity ?? "")
    if !deity.isEmpty { prose.say(.gazetteerDeity, deity) }
    let people = facts.land.faiths[faith.id] ?? 0
    if people >= 1 {
      prose.say(
        .gazetteerFollowers, words.about(people), words.share(people, of: facts.land.people))
    }
    return entry(name, prose)
  }

  mutating func writeCultures() {
    let cultures = world.cultures.filter {
      $0.id != 0 && facts.land.cultures[$0.id] != nil
        && (inside == nil || facts.seenCultures.contains($0.id))
    }
    guard !cultures.isEmpty else { return }
    heading(1, phrases[.mapCultures])
    for culture in cultures.sorted(by: { key($0.name, $0.id) < key($1.name, $1.id) }) {
      let name = shown(culture.name, culture.id)
      var prose = Prose(.culture(culture.id))
      prose.say(
        .gazetteerIs, name,
        words.word(culture.type, GazetteerBook.cultureKinds, .gazetteerCultureKinds))
      let people = facts.land.cultures[culture.id] ?? 0
      prose.say(
        .gazetteerMembers, people >= 1 ? words.about(people) : nil,
        words.share(people, of: facts.land.people))
      let origins = culture.origins.filter { $0 != 0 && $0 != culture.id }
        .compactMap { world.cultures[id: $0].map(mention) }
      if !origins.isEmpty {
        prose.say(.gazetteerGrewFrom, words.list(origins.map(\.name)), naming: origins)
      }
      let states = world.states.filter {
        $0.id != 0 && $0.culture == culture.id && facts.states[$0.id] != nil
      }.sorted { key($0.name, $0.id) < key($1.name, $1.id) }.map(mention)
      if !states.isEmpty {
        prose.say(.gazetteerCultureStates, words.list(states.map(\.name)), naming: states)
      }
      blocks.append(entry(name, prose))
    }
  }
}
