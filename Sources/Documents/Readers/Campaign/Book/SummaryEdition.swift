// SPDX-License-Identifier: MIT
// Part of Platen: a summary of a campaign on one to four pages, for new or returning players.

internal import Documents

extension BookMaker {
  /// Premise, party, the story so far, open threads, the current situation.
  mutating func writeSummary() {
    writeMasthead(title, subtitle, figuresLine)
    writePremise()
    writeParty()
    writeStorySoFar()
    writeOpenThreads()
    writeStanding()
  }

  /// Appends the title of a document of a few pages, with the lines below it that are not empty.
  mutating func writeMasthead(_ title: String, _ subtitle: String, _ figures: String) {
    var mast: [Block] = [
      .heading(Heading(1, [.text(title)], .classes("title"), isListed: false))
    ]
    if !subtitle.isEmpty {
      mast.append(.paragraph(Paragraph([.text(subtitle)], .classes("subtitle"))))
    }
    if !figures.isEmpty { mast.append(.text(figures, .classes("figures"))) }
    blocks.append(.division(Division(mast, .classes("masthead"))))
  }

  mutating func section(_ phrase: Phrase, _ id: String, _ inner: [Block]) {
    guard !inner.isEmpty else { return }
    blocks.append(.heading(Heading(2, [.text(phrases[phrase])], .id(id))))
    blocks += inner
  }

  // MARK: Premise and party

  mutating func writePremise() {
    let limit = extent.premise
    section(
      .premise, "premise",
      premiseParagraphs.prefix(extent.isPage ? 1 : .max).map {
        .text(
          words(in: $0) > limit ? Prose.excerpt(of: $0, words: limit) : $0, .classes("premise"))
      })
  }

  private var premiseParagraphs: [String] {
    var paragraphs = campaign.premise.paragraphs
    // An exported story begins with the prompt.
    if paragraphs.isEmpty, let first = campaign.entries.first, first.actor == .player,
      first.mode == "god", words(in: first.text) >= 8
    {
      paragraphs.append(Prose.excerpt(of: Prose.withoutLabels(first.text), words: 110))
    }
    if paragraphs.allSatisfy(\.isEmpty), let first = campaign.entries.indices.first(where: isStory)
    {
      let text = campaign.entries[first].behindHeader
      let excerpt = Prose.excerpt(of: text, words: 90)
      paragraphs.append(excerpt)
      if let hero = Prose.introduction(of: text), !excerpt.contains(hero) {
        paragraphs.append(hero)
      }
    }
    return paragraphs.filter { !$0.isEmpty }
  }

  mutating func writeParty() {
    var inner: [Block] = []
    guard let state = campaign.state else {
      if options.edition.isSummary {
        let people =
          extent.isPage ? namedPeople(most: extent.people) : knownPeople(most: extent.people)
        section(.dramatisPersonae, "cast", people)
      }
      return
    }
    if let player = state.player {
      var line: [Inline] = [.strong([.text(player.name)])]
      var facts: [String] = []
      // Each with its name as the language writes it: German has its nouns in capitals.
      var figures: [String] = []
      let kind = [player.race, player.characterClass].filter { !$0.isEmpty }
        .joined(separator: " ")
      if !kind.isEmpty { facts.append(kind) }
      if let level = player.level { facts.append(phrases(.levelOf, String(level))) }
      if let points = player.hitPoints {
        let value =
          player.hitPointsMaximum.map { phrases(.upTo, String(points), String($0)) }
          ?? String(points)
        figures.append(phrases[.hitPoints] + " " + value)
      }
      if let gold = player.gold { figures.append(phrases[.gold] + " " + grouped(gold)) }
      let parts = [facts.joined(separator: phrases[.comma])].filter { !$0.isEmpty } + figures
      if !parts.isEmpty {
        line.append(
          .text((facts.isEmpty ? " · " : phrases[.comma]) + parts.joined(separator: " · ")))
      }
      inner.append(.paragraph(Paragraph(line, .classes("hero"))))
    }
    // First the hero's allies, then the enemies.
    let cast = knownCast(state).filter { !$0.person.isDead }.enumerated().sorted { a, b in
      (-closeness(of: a.element.person), a.offset) < (-closeness(of: b.element.person), b.offset)
    }.map(\.element)
    let friends = cast.filter { closeness(of: $0.person) > 0 }.prefix(extent.friends)
    let foes = cast.reversed().filter { closeness(of: $0.person) < 0 }.prefix(extent.foes)
    func people(_ cast: some Sequence<Known>) -> [Block] {
      if extent.isPage {
        let names = cast.map { known in
          known.person.role.isEmpty ? known.name : known.name + " (" + known.person.role + ")"
        }
        return names.isEmpty ? [] : [.text(names.joined(separator: phrases[.comma]))]
      }
      let rows = cast.map { known -> [[Inline]] in
        [
          [.text(known.name)], known.person.role.isEmpty ? [] : [.text(known.person.role)],
          known.person.disposition.isEmpty
            ? [] : [.text(phrases.state(known.person.disposition))],
        ]
      }
      return rows.isEmpty
        ? [] : [table([.name, .role, .disposition], rows, .classes("party"))]
    }
    section(.party, "party", inner + people(friends))
    section(.enemies, "enemies", people(foes))
  }

  // MARK: The story

  private mutating func writeStorySoFar() {
    let memories = campaign.state?.memories(forGameMaster: isForGameMaster) ?? []
    var inner: [Block] = []
    if options.edition == .summaryBySession, !units.isEmpty {
      inner = sessionBlocks()
    } else if !memories.isEmpty {
      let told = Prose.withoutRepetition(memories.map(Prose.withoutNumbers))
      var (selected, left) = Prose.selection(
        of: told, words: extent.story, atLeast: extent.leastParts)
      left += memories.count - told.count
      inner = Prose.paragraphs(of: selected).map { .text($0, .classes("story-so-far")) }
      if left > 0, !extent.isPage {
        inner.append(.text(phrases.counted(.moreMemories, left), .classes("more")))
      }
    } else {
      // Without memories: the places of the story, with what was done there.
      let steps = summarySteps(behind: premiseParagraphs, excerpt: beginning)
      let (selected, left) = Prose.selection(
        of: steps.map(\.text), words: extent.story, atLeast: extent.leastParts)
      let kept = Set(selected)
      inner = [list(steps.filter { kept.contains($0.text) })]
      if steps.isEmpty { inner = [] }
      if left > 0, !extent.isPage {
        inner.append(.text(phrases.counted(.moreMemories, left), .classes("more")))
      }
    }
    section(.storySoFar, "story-so-far", inner)
  }

  /// A heading for each session, with what was done in it.
  private func sessionBlocks() -> [Block] {
    let sessions = Chapters.chapters(of: units, campaign.entries, by: .session)
    let steps = summarySteps(behind: premiseParagraphs, bySession: true, excerpt: beginning)
    return sessions.flatMap { session -> [Block] in
      let own = steps.filter { session.units.contains($0.start) }
      guard !own.isEmpty else { return [] }
      return [
        .heading(Heading(3, [.text(phrases(.session, String(session.number)))])), list(own),
      ]
    }
  }

  private func list(_ steps: [SummaryStep]) -> Block {
    let items = steps.map { step in
      List.Item([
        .paragraph(
          Paragraph([.strong([.text(step.title)]), .text(" \u{2014} " + step.text)]))
      ])
    }
    return .list(List(.bullet, items, isTight: false))
  }

  /// The beginning of a scene of the story, or its summary.
  private func beginning(of unit: SceneUnit) -> String? {
    guard isStory(unit.narrated) else { return nil }
    let entry = campaign.entries[unit.narrated]
    let text =
      entry.summary.isEmpty ? Prose.excerpt(of: entry.behindHeader, words: 32) : entry.summary
    return text.isEmpty ? nil : text
  }

  mutating func writeOpenThreads() {
    // A page names them where it ends.
    guard let state = campaign.state, !extent.isPage else { return }
    var items: [List.Item] = state.missions.filter { !$0.isCompleted }.prefix(extent.threads).map {
      mission in
      var line: [Inline] = [.strong([.text(mission.title)])]
      if !mission.objective.isEmpty { line.append(.text(": " + mission.objective)) }
      return List.Item([.paragraph(Paragraph(line))])
    }
    let known = state.worldEvents.filter { $0.isKnown || isForGameMaster }
      .filter { $0.status != "resolved" }
    items += known.prefix(extent.threads / 2).map { List.Item([.text(line($0))]) }
    if state.combat?.isOpen ?? false { items.append(List.Item([.text(phrases[.combatContinues])])) }
    section(.openThreads, "open-threads", items.isEmpty ? [] : [.list(List(.bullet, items))])
  }

  // MARK: Now

  mutating func writeStanding() {
    var inner: [Block] = []
    let lastHeader = campaign.entries.last { $0.header != nil }?.header
    let state = campaign.state
    var pairs: [KeyValues.Pair] = []
    func add(_ phrase: Phrase, _ value: String?) {
      if let value, !value.isEmpty { pairs.append(KeyValues.Pair(phrases[phrase], value)) }
    }
    add(.time, lastHeader.map(\.shownTime) ?? state?.time)
    let place = lastHeader.map(\.location) ?? ""
    add(.location, place.isEmpty || Entry.isUnknown(place) ? state?.location : place)
    add(
      .status, lastHeader.map { isForGameMaster ? $0.status : Prose.withoutExperience($0.status) })
    add(.conditions, lastHeader?.notableConditions)
    if extent.isPage {
      if !pairs.isEmpty {
        inner.append(.text(pairs.map(\.value.plainText).joined(separator: " · ")))
      }
      let threads = (state?.missions ?? []).filter { !$0.isCompleted }.map(\.title)
      if !threads.isEmpty {
        let named = threads.prefix(extent.threads).joined(separator: phrases[.comma])
        inner.append(.text(phrases[.openThreads] + ": " + named))
      }
    } else if !pairs.isEmpty {
      inner.append(.keyValues(KeyValues(pairs, .classes("session-header"))))
    }
    // The last words of the story, unchanged.
    if extent.ending > 0, let last = lastStoryEntry {
      let words = Prose.ending(of: last.behindHeader, words: extent.ending)
      if !words.isEmpty {
        inner.append(
          .quote(
            Quote(
              [.text(words)], attribution: [.text(phrases(.scene, String(last.scene ?? 0)))],
              .classes("last-words"))))
      }
    }
    let planning = campaign.entries.last { $0.planning?.choices.isEmpty == false }?.planning
    var offered = planning ?? state?.planning
    // Choices already made are not offered again.
    if offered?.choices.contains(where: \.isChosen) ?? false { offered = nil }
    if !extent.isPage, var block = offered {
      block.context = ""
      for index in block.choices.indices {
        block.choices[index].pros = []
        block.choices[index].cons = []
      }
      if let callout = choicesCallout(block) { inner.append(callout) }
    }
    section(.currentSituation, "where-it-stands", inner)
  }
}

extension BookMaker {
  /// The limits of the sections of a summary.
  fileprivate struct SummaryExtent {
    var premise = Int.max
    var people = 10
    var friends = 6
    var foes = 4
    /// Words of the story.
    var story = 850
    /// The fewest memories or steps of the story.
    var leastParts = 8
    var threads = 12
    /// Words of the story's end.
    var ending = 80
    var isPage = false
  }

  fileprivate var extent: SummaryExtent {
    switch options.edition {
    case .summaryPages(1):
      // The party of a state and its missions take the room of one more part of the story.
      SummaryExtent(
        premise: 30, people: 4, friends: 3, foes: 0, story: campaign.state == nil ? 100 : 60,
        leastParts: 2, threads: 2, ending: 0, isPage: true)
    case .summaryPages: SummaryExtent(people: 8, foes: 2, story: 420, threads: 6, ending: 60)
    case .summary, .summaryBySession, .full, .prose, .character, .primer, .scenes, .last, .sessions:
      SummaryExtent()
    }
  }

  /// The last entry of the story itself, not an answer to a question beside it.
  fileprivate var lastStoryEntry: Entry? {
    campaign.entries.indices.last(where: isStory).map { campaign.entries[$0] }
  }

  /// Indicates whether an entry is the narrator's answer to an action, not to a question in god
  /// mode.
  fileprivate func isStory(_ index: Int) -> Bool {
    let entry = campaign.entries[index]
    guard entry.scene != nil, !entry.text.isEmpty, entry.godModeResponse.isEmpty,
      entry.mode != "god", entry.mode != "think",
      !entry.text.hasPrefix("[CHARACTER CREATION"), !entry.text.hasPrefix("[System Message"),
      !entry.text.hasPrefix("You pause to consider your options")
    else { return false }
    // The tag of its mode gives the kind of an entry; one that continues as a story is one.
    let modes = entry.debug.filter { $0.name == "mode" }.map { $0.text.uppercased() }
    if campaign.source == .legacyText, modes.contains(where: { $0.hasPrefix("STORY") }) {
      return true
    }
    if modes.contains(where: { $0.hasPrefix("DM ") || $0.hasPrefix("GOD ") }) { return false }
    guard index > 0 else { return true }
    let previous = campaign.entries[index - 1]
    guard previous.actor == .player else { return true }
    let start = previous.text.prefix(9).uppercased()
    return previous.mode != "god" && previous.mode != "think" && !start.hasPrefix("GOD MODE:")
      && !start.hasPrefix("GOD_MODE_") && !start.hasPrefix("THINK:")
  }
}

extension Entry {
  /// The text without a header that is written in it, and what comes before that.
  fileprivate var behindHeader: String { SessionHeader.text(behindHeaderIn: text) }
}

extension Premise {
  /// A paragraph or two on what a campaign is about: setting and description, or else how its
  /// prompt begins.
  var paragraphs: [String] {
    var paragraphs: [String] = []
    for text in [setting, description] where !text.isEmpty {
      let text = Prose.excerpt(of: text, words: 90)
      if !text.isEmpty, !paragraphs.contains(text) { paragraphs.append(text) }
    }
    if paragraphs.isEmpty, !prompt.isEmpty {
      paragraphs.append(Prose.excerpt(of: Prose.withoutLabels(prompt), words: 110))
    }
    return paragraphs.filter { !$0.isEmpty }
  }

  /// A sentence or two.
  var excerpt: String { paragraphs.first.map { Prose.excerpt(of: $0, words: 35) } ?? "" }
}

/// Cutting prose to what fits a page.
enum Prose {
  /// The beginning of a text, as whole sentences of about so many words; headings, lists and tags
  /// are passed over.
  static func excerpt(of text: String, words limit: Int) -> String {
    cut(sentences(of: beginning(of: text)), words: limit)
  }

  /// The end of a text, as whole sentences of about so many words.
  static func ending(of text: String, words limit: Int) -> String {
    var taken: [String] = []
    var count = 0
    for sentence in sentences(of: end(of: text)).reversed() {
      let length = words(in: sentence)
      if count > 0, count + length > limit { break }
      taken.append(sentence)
      count += length
      if count >= limit { break }
    }
    let text = taken.reversed().joined(separator: " ")
    return shortened(text, words: limit * 2)
  }

  /// The sentence that introduces the hero to a player: `As Ada Vey, you are …`, `You are Frisk, …`;
  /// nil where there is none. English alone.
  static func introduction(of text: String) -> String? {
    sentences(of: beginning(of: text)).first { sentence in
      guard words(in: sentence) <= 60 else { return false }
      for start in ["You are ", "As "] where sentence.hasPrefix(start) {
        let rest = sentence.dropFirst(start.count)
        return rest.first?.isUppercase ?? false && (start == "You are " || rest.contains(", you "))
      }
      return false
    }
  }

  /// The part of a text that any excerpt is looked for in, up to a line's end where there is one.
  private static func beginning(of text: String) -> String {
    let bytes = text.utf8
    guard bytes.count > reach else { return text }
    let part = bytes.prefix(reach)
    let whole = part.lastIndex(of: 0x0A).map { part[..<$0] } ?? part
    return String(decoding: whole, as: UTF8.self)
  }

  private static func end(of text: String) -> String {
    let bytes = text.utf8
    guard bytes.count > reach else { return text }
    let part = bytes.suffix(reach)
    let whole = part.firstIndex(of: 0x0A).map { part[$0...] } ?? part
    return String(decoding: whole, as: UTF8.self)
  }

  /// Bytes an excerpt is looked for in.
  private static let reach = 12_000

  private static func cut(_ sentences: [String], words limit: Int) -> String {
    var kept: [String] = []
    var count = 0
    for sentence in sentences {
      let length = words(in: sentence)
      // A few words alone, such as the time of day, are no excerpt.
      if count >= max(1, limit / 4), count + length > limit { break }
      kept.append(sentence)
      count += length
      if count >= limit { break }
    }
    return shortened(kept.joined(separator: " "), words: limit * 2)
  }

  /// At most so many words, then an ellipsis: for texts without full stops.
  private static func shortened(_ text: String, words limit: Int) -> String {
    let parts = text.split(separator: " ")
    guard parts.count > limit else { return text }
    return parts.prefix(limit).joined(separator: " ") + " \u{2026}"
  }

  /// `Character: Aric | Setting: a fort` loses what the game's form put before each field.
  static func withoutLabels(_ prompt: String) -> String {
    let labels = ["Character:", "Setting:", "Description:", "Title:"]
    return prompt.split(separator: "|").map { part in
      var part = part.trimmed
      for label in labels where part.hasPrefix(label) {
        part = String(part.dropFirst(label.count)).trimmed
      }
      return part
    }.filter { !$0.isEmpty }.map { part in
      guard let last = part.last, !".!?\u{2026}\n".contains(last) else { return part }
      return part.contains("\n") ? part : part + "."
    }.joined(separator: "\n\n")
  }

  /// The sentences of the prose in a text: paragraphs without markup at their head, emphasis
  /// taken off.
  private static func sentences(of text: String) -> [String] {
    var result: [String] = []
    for line in DiceTags.split(text).text.lines {
      var line = line.trimmed
      guard let first = line.first,
        !"#-|>*\u{2022}\u{25B8}=[\u{2501}`+".contains(first) || isEmphasis(line),
        line.utf8.count > 10, !line.hasSuffix(":"), !isInCapitals(line)
      else { continue }
      line = line.replacing("**", with: "").replacing("*", with: "").replacing("`", with: "")
      if line.holds(UInt8(ascii: "(")) { line = withoutNumbers(line) }
      if line.prefix(40).contains(":**") || isLabel(line) { continue }
      var sentence = ""
      var previous: Character = " "
      for character in line {
        if character == " ", ".!?\u{2026}\"\u{201D}".contains(previous), ends(sentence) {
          result.append(sentence)
          sentence = ""
          previous = " "
          continue
        }
        sentence.append(character)
        previous = character
      }
      if !sentence.isEmpty { result.append(sentence) }
    }
    return result
  }

  /// Indicates whether a sentence may end here: not after a title, an initial or within a quotation
  /// that runs on.
  private static func ends(_ sentence: String) -> Bool {
    let bare = sentence.drop { $0 == "\"" }
    guard let stop = sentence.last(where: { $0 != "\"" && $0 != "\u{201D}" && $0 != ")" }),
      ".!?\u{2026}".contains(stop), !bare.isEmpty
    else { return false }
    // A quotation that is open runs on.
    if sentence.count(where: { $0 == "\"" }) % 2 == 1 { return false }
    let last = sentence.split(separator: " ").last.map { $0.lowercased() } ?? ""
    return !["mr.", "mrs.", "dr.", "st.", "lvl.", "vs."].contains(last) && last.count > 2
  }

  private static func isEmphasis(_ line: String) -> Bool {
    line.hasPrefix("*") && !line.hasPrefix("* ") && !line.hasPrefix("**")
  }

  /// Indicates whether a line is a title in capitals: `CAMPAIGN LAUNCH SUMMARY`.
  private static func isInCapitals(_ line: String) -> Bool {
    line.contains(where: \.isUppercase) && !line.contains(where: \.isLowercase)
      && !".!?\u{2026}\"\u{201D}".contains(line.last ?? " ")
  }

  /// The line without the numbers that the game puts behind times and names: `(22:00:00)`,
  /// `(Lvl 6)`, `(Level 3 Knight, Age 28)`, `(INT 20, DEX 18)`.
  static func withoutNumbers(_ line: String) -> String {
    guard line.holds(UInt8(ascii: "(")) else { return line }
    return line.replacing(
      /[ ]\((?:\d{1,2}:\d\d(?::\d\d)?|(?:Lvl|Level|STR|DEX|CON|INT|WIS|CHA|HP|AC|DC|CR|XP) \d[^()]{0,80})\)/,
      with: "")
  }

  /// The hero's status without the points that count up to the next level.
  static func withoutExperience(_ status: String) -> String {
    let parts = status.split(separator: "|").map { $0.trimmed }
    let kept = parts.filter { !$0.uppercased().hasPrefix("XP") }
    return kept.count == parts.count || kept.isEmpty ? status : kept.joined(separator: " | ")
  }

  /// `Title: The Ford`: a line of a list without bullets.
  private static func isLabel(_ line: String) -> Bool {
    guard let colon = line.prefix(30).firstIndex(of: ":") else { return false }
    return !line[..<colon].contains(" ") || line.utf8.count < 60
  }

  /// Lines without those that nearly repeat one of the last few; of two the longer stays.
  static func withoutRepetition(_ lines: [String]) -> [String] {
    var kept: [(line: String, stems: Set<Substring>, numbers: Set<Substring>)] = []
    for line in lines {
      let words = line.lowercased().split { !$0.isLetter && !$0.isNumber }
      let stems = Set(
        words.filter { $0.count > 3 && $0.first?.isLetter ?? false }.map { $0.prefix(5) })
      let numbers = Set(words.filter { $0.first?.isNumber ?? false })
      let recent = max(0, kept.count - 8)..<kept.count
      let twin = recent.last { index in
        let other = kept[index]
        let fewer = min(stems.count, other.stems.count)
        // Other numbers are other things.
        guard fewer >= 6, numbers.isEmpty || other.numbers.isEmpty || numbers == other.numbers
        else {
          return false
        }
        return stems.intersection(other.stems).count * 10 >= fewer * 6
      }
      guard let twin else {
        kept.append((line, stems, numbers))
        continue
      }
      if line.utf8.count > kept[twin].line.utf8.count { kept[twin] = (line, stems, numbers) }
    }
    return kept.map(\.line)
  }

  /// Selects lines within a word limit: the first ones, the last ones, and of those between as many
  /// as fit, evenly.
  ///
  /// - Parameter fewest: The number of lines that are selected whatever their length.
  static func selection(
    of lines: [String], words limit: Int, atLeast fewest: Int = 8
  ) -> (selected: [String], left: Int) {
    let total = lines.reduce(0) { $0 + words(in: $1) }
    // Up to a sixth above the limit is shown whole.
    guard total > limit + limit / 6, lines.count > fewest else { return (lines, 0) }
    let average = max(1, total / lines.count)
    let room = max(fewest, limit / average)
    let head = min(3, max(1, room / 4))
    let tail = max(min(4, fewest / 2), room * 2 / 5)
    let middle = max(0, room - head - tail)
    var kept = Set(0..<min(head, lines.count))
    kept.formUnion(max(0, lines.count - tail)..<lines.count)
    let between = lines.count - head - tail
    if between > 0, middle > 0 {
      for step in 0..<min(middle, between) {
        kept.insert(head + (step * between + between / 2) / min(middle, between))
      }
    }
    let selected = kept.sorted().filter { lines.indices.contains($0) }.map { lines[$0] }
    return (selected, lines.count - selected.count)
  }

  /// Sentences joined into paragraphs of about four, so that memories are prose and not a list.
  static func paragraphs(of lines: [String]) -> [String] {
    var result: [String] = []
    var paragraph = ""
    var count = 0
    for line in lines {
      var line = line
      if let last = line.last, !".!?\u{2026}\"\u{201D})".contains(last) { line += "." }
      paragraph += (paragraph.isEmpty ? "" : " ") + line
      count += 1
      if count >= 5 || paragraph.utf8.count > 700 {
        result.append(paragraph)
        paragraph = ""
        count = 0
      }
    }
    if !paragraph.isEmpty { result.append(paragraph) }
    return result
  }
}
