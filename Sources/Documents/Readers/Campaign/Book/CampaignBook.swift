// SPDX-License-Identifier: MIT
// Part of Platen: makes a document of a campaign: its parts and their order.

public import Diagnostics
public import Documents

/// Makes a document of a campaign.
public enum CampaignBook {
  /// Returns the document of a campaign, as the options specify.
  ///
  /// - Throws: `Failure` where the requested content is missing: a story where only a state was
  ///   saved, scenes beyond the last one.
  public static func document(
    of campaign: Campaign, options: BookOptions = BookOptions()
  ) throws -> Diagnosed<Document> {
    var book = try BookMaker(campaign, options)
    while book.writeNextPart() {}
    let document = Document(metadata: book.metadata, blocks: book.blocks)
    return Diagnosed(document, warnings: book.warnings)
  }
}

/// Writes one document.
struct BookMaker {
  let campaign: Campaign
  let options: BookOptions
  let phrases: Phrasebook
  /// Every phrase as inlines, made once, so that scenes share the nodes.
  let labels: [Phrase: [Inline]]
  /// The scenes included.
  let units: [SceneUnit]
  /// The first and the last of them; which scenes between them are included does not matter.
  /// nil for a book without scenes.
  let numbers: ClosedRange<Int>?
  /// Indicates whether the book omits nothing.
  let isWhole: Bool
  /// The name of the speaker of a player's words.
  let playerName: String
  /// The names in the included entries.
  let names: NameFinder
  var markdown: MarkdownReader
  /// The blocks that are written and not yet taken.
  var blocks: [Block] = []
  /// The contents of the book, in order.
  let parts: [BookPart]
  /// The chapters of a prose edition; nil of other editions.
  let prose: ProsePlan?
  /// Quotation marks in place of straight ones; nil to leave those.
  private let quotes: QuoteMarks?
  private var partCount = 0
  /// The hero's status in the last header.
  var lastHeader = (status: "", conditions: "", resources: "")
  /// The memories at the end of the last chapter.
  private var memoriesBefore: [String] = []
  /// Parts that were written before their turn, since contents list their headings.
  private var preparedParts: [Int: [Block]] = [:]

  var isForGameMaster: Bool { options.audience != .player }

  /// - Parameter appendix: what comes before the index.
  init(_ campaign: Campaign, _ options: BookOptions, appendix: [Block] = []) throws {
    var campaign = campaign
    if options.audience == .player { campaign.state = campaign.state?.withoutHidden }
    self.campaign = campaign
    self.options = options
    phrases = options.phrases
    labels = Dictionary(
      uniqueKeysWithValues: Phrase.allCases.map { ($0, [.text(options.phrases[$0])]) })
    let all = SceneUnit.units(of: campaign.entries)
    guard options.edition != .character || campaign.state?.player != nil else {
      throw Failure(
        .error(
          .campaignNoCharacter, "no character found: the files have no state of the game",
          hints: ["add the saved answer of get_campaign_state to the files of the campaign"]))
    }
    guard !all.isEmpty || options.edition.needsState else {
      throw Failure(
        .error(
          .campaignNoStory, "no story found, only the state of the game",
          hints: [
            "a summary can be made of it: edition: summary",
            "get_campaign_state gives the story with include_story: true",
          ]))
    }
    quotes =
      options.kind == .book && options.setsQuotes ?? (options.edition == .prose)
      ? QuoteMarks(language: options.language) : nil
    playerName =
      (campaign.state?.player?.name).map(PersonName.withoutTitle) ?? options.phrases[.player]
    units = try campaign.units(of: all, in: options.edition)
    let start = units.first?.entries.lowerBound
    let offset = all.firstIndex { $0.entries.lowerBound == start } ?? 0
    isWhole = units.count == all.count
    let scenes = options.edition.hasScenes ? units.compactMap(\.number) : []
    numbers = scenes.first.flatMap { first in scenes.last.map { first...max(first, $0) } }
    let range =
      (units.first?.entries.lowerBound ?? 0)..<(units.last?.entries.upperBound ?? 0)
    names = NameFinder(campaign, entries: range)
    prose =
      options.edition == .prose
      ? ProsePlan(campaign, all, options)
      : options.kind == .script && options.edition.hasScenes
        ? ProsePlan(campaign, units, options) : nil
    if let prose, prose.chapters.isEmpty {
      throw Failure(
        .error(
          .campaignNoProse, "no prose found: all entries are about the game",
          hints: ["edition: full has all entries"]))
    }
    parts = BookPart.parts(
      of: campaign, options, all, range: offset..<(offset + units.count),
      hasIndex: names.things.contains { $0.scenes > 0 }, appendix: appendix, prose: prose)
    memoriesBefore =
      campaign.entries[..<range.lowerBound].last { !$0.newMemories.isEmpty }?.newMemories ?? []
    var markup = MarkdownReader.Options()
    markup.hardLineBreaks = true
    markup.headingShift = 2
    markup.listsHeadings = false
    markdown = MarkdownReader(options: markup)
  }

  /// Warnings about the story's markup that a document cannot hold, and what a prose edition omits.
  var warnings: [Diagnostic] {
    markdown.tally.warnings
      + (prose.flatMap { $0.story.omissions.note(of: $0.story.totalWords) }.map { [$0] } ?? [])
  }

  var metadata: Metadata {
    var metadata = Metadata()
    metadata.title = title
    metadata.subtitle = subtitle
    metadata.authors = options.authors
    metadata.language = options.language
    metadata.direction = Direction.of(language: options.language)
    metadata.date = options.date.isEmpty ? campaign.lastPlayed?.isoDay ?? "" : options.date
    metadata.subject = phrases[.campaign]
    metadata.description = campaign.premise.excerpt
    metadata.license = options.license
    return metadata
  }

  var title: String { options.title.isEmpty ? campaign.title : options.title }

  var subtitle: String {
    // Neither a novel nor a primer begins with the level of its hero.
    if !options.subtitle.isEmpty || prose != nil || options.edition == .primer {
      return options.subtitle
    }
    return campaign.state?.player.map { $0.line(phrases) } ?? ""
  }

  // MARK: The book

  /// Writes the next part; false where all are written.
  mutating func writeNextPart() -> Bool {
    guard partCount < parts.count else { return false }
    if let prepared = preparedParts.removeValue(forKey: partCount) {
      blocks += prepared
    } else {
      let start = blocks.count
      writePart(parts[partCount])
      if let quotes { blocks[start...] = quotes.set(Array(blocks[start...]))[...] }
    }
    partCount += 1
    return true
  }

  private mutating func writePart(_ part: BookPart) {
    switch part {
    case .titlePage: writeTitlePage()
    case .contents(let depth):
      blocks.append(.contents(Contents(title: [.text(phrases[.contents])], depth: depth)))
    case .chapter(let chapter): writeChapter(chapter)
    case .scene(let unit): writeUnit(unit)
    case .premise(let entries): writePremise(entries)
    case .backMatter: writeBackMatter()
    case .appendix(let appendix): blocks += appendix
    case .index(let index): blocks.append(.index(index))
    case .summary: writeSummary()
    case .character(let person): writeCharacter(person)
    case .primer: writePrimer()
    case .transcript(let unit): writeTranscript(unit)
    case .proseChapter(let chapter): if let prose { writeChapter(chapter, of: prose.story) }
    case .proseCast: writeProseCast()
    case .script: writeScript()
    }
  }

  /// The listed headings down to that level, of both written and pending parts.
  mutating func headings(depth: Int) -> [Heading] {
    var result: [Heading] = []
    for (index, part) in parts.enumerated() {
      switch part {
      case .chapter(let chapter): result.append(heading(of: chapter))
      case .scene(let unit): if depth >= 2 { result.append(heading(of: unit)) }
      case .appendix(let appendix): result += Document(blocks: appendix).headings(depth: depth)
      case .proseChapter(let chapter): result.append(heading(of: chapter))
      case .premise, .backMatter, .summary, .character, .primer, .proseCast, .script:
        let others = blocks
        blocks = []
        writePart(part)
        if let quotes { blocks = quotes.set(blocks) }
        result += Document(blocks: blocks).headings(depth: depth)
        if index >= partCount { preparedParts[index] = blocks }
        blocks = others
      case .index(let index): if let heading = index.heading { result.append(heading) }
      case .titlePage, .contents, .transcript: break
      }
    }
    return quotes.map { quotes in result.map { quotes.set($0) } } ?? result
  }

  private mutating func writeTitlePage() {
    var page: [Block] = [
      .heading(Heading(1, [.text(title)], .classes("title"), isListed: false))
    ]
    if !subtitle.isEmpty {
      page.append(.paragraph(Paragraph([.text(subtitle)], .classes("subtitle"))))
    }
    for author in options.authors {
      page.append(.paragraph(Paragraph([.text(author)], .classes("author"))))
    }
    if !isWhole, let first = units.first?.number, let last = units.last?.number {
      let range =
        first == last
        ? phrases(.scene, String(first)) : phrases(.recapOf, String(first), String(last))
      page.append(.text(phrases(.excerpt, range), .classes("excerpt")))
    }
    if prose == nil { page.append(.text(figuresLine, .classes("figures"))) }
    if !options.license.isEmpty {
      page.append(.text(options.license, .classes("license")))
    }
    blocks.append(.division(Division(page, .classes("title-page"))))
  }

  /// `50 scenes · 38,500 words · 2026-05-28 to 2026-06-01`.
  var figuresLine: String {
    var parts: [String] = []
    let scenes = units.count { $0.number != nil }
    if scenes > 0 {
      parts.append(phrases.counted(.sceneCount, scenes))
      let count = units.reduce(0) { sum, unit in
        sum + unit.entries.reduce(0) { $0 + words(in: campaign.entries[$1].text) }
      }
      parts.append(phrases.counted(.wordCount, count))
    }
    let times =
      isWhole
      ? [campaign.created, campaign.lastPlayed].compactMap { $0 }
      : units.flatMap { $0.entries.compactMap { campaign.entries[$0].time } }
    let days = self.days(times.first, times.last)
    if !days.isEmpty { parts.append(days) }
    return parts.joined(separator: " · ")
  }

  func days(_ first: Timestamp?, _ last: Timestamp?) -> String {
    guard let first = (first ?? last)?.isoDay, let last = last?.isoDay else {
      return phrases.date(first?.isoDay ?? "")
    }
    return first == last
      ? phrases.date(first) : phrases(.range, phrases.date(first), phrases.date(last))
  }

  func grouped(_ number: Int) -> String { phrases.grouped(number) }

  // MARK: Chapters

  private func heading(of chapter: Chapter) -> Heading {
    let number = String(chapter.number)
    var title = phrases(chapter.kind == .session ? .session : .chapter, number)
    if !chapter.place.isEmpty { title += ": " + chapter.place }
    return Heading(1, [.text(title)], .id("chapter-\(number)"))
  }

  /// The head of a chapter, whose scenes come behind it.
  private mutating func writeChapter(_ chapter: Chapter) {
    blocks.append(.heading(heading(of: chapter)))
    let sceneUnits = units[chapter.units]
    var line: [String] = []
    let scenes = sceneUnits.compactMap(\.number)
    if let first = scenes.first, let last = scenes.last {
      line.append(
        first == last
          ? phrases(.scene, String(first)) : phrases(.recapOf, String(first), String(last)))
    }
    let times = sceneUnits.flatMap { $0.entries.compactMap { campaign.entries[$0].time } }
    if let first = times.first, let last = times.last, campaign.source == .json {
      line.append(days(first, last))
    }
    if !line.isEmpty {
      blocks.append(.text(line.joined(separator: " · "), .classes("chapter-line")))
    }
    let recap = self.recap(chapter)
    for unit in sceneUnits {
      for index in unit.entries where !campaign.entries[index].newMemories.isEmpty {
        memoriesBefore = campaign.entries[index].newMemories
      }
    }
    if !recap.isEmpty {
      blocks.append(
        .callout(
          Callout(kind: "recap", title: [.text(phrases[.recap])], recap, .classes("recap"))))
    }
  }

  /// The events of a chapter: moments that became memories, or else the summaries of its scenes;
  /// places, people, choices.
  private func recap(_ chapter: Chapter) -> [Block] {
    var memories: [String] = []
    var summaries: [String] = []
    var places: [String] = []
    var people: [Int: Int] = [:]
    var decided: [String] = []
    var experience = 0
    var loot: [String] = []
    var known = Set(memoriesBefore)
    for unit in units[chapter.units] {
      for index in unit.entries {
        for memory in campaign.entries[index].newMemories
        where known.insert(memory).inserted && (isForGameMaster || !GameMasterNote.isOne(memory)) {
          memories.append(memory)
        }
        let summary = campaign.entries[index].summary
        if !summary.isEmpty { summaries.append(summary) }
        if places.count < 12 {
          let place = PlaceName.head(campaign.entries[index].place)
          if !place.isEmpty, !places.contains(place) { places.append(place) }
        }
        for choice in campaign.entries[index].planning?.choices ?? []
        where choice.isChosen && decided.count < 10 {
          if !decided.contains(choice.title) { decided.append(choice.title) }
        }
        let rewards = campaign.entries[index].rewards
        experience += rewards?.experience ?? 0
        for item in rewards?.loot ?? [] where !loot.contains(item) { loot.append(item) }
      }
      for thing in names.peopleByScene[unit.number ?? 0] ?? [] { people[thing, default: 0] += 1 }
    }
    var result: [Block] = []
    let lines = memories.isEmpty ? summaries : memories
    if !lines.isEmpty {
      let items = lines.prefix(12).map { List.Item([.text($0)]) }
      result.append(.list(List(.bullet, items)))
    }
    var pairs: [KeyValues.Pair] = []
    func add(_ phrase: Phrase, _ values: [String]) {
      if !values.isEmpty {
        pairs.append(KeyValues.Pair(phrases[phrase], values.joined(separator: phrases[.comma])))
      }
    }
    add(.visited, places)
    let hero = campaign.state?.player?.name ?? ""
    let met = people.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .filter { names.things[$0.key].name != hero }
      .prefix(8).map { names.things[$0.key].shown }.filter { !$0.isEmpty }
    add(.met, met)
    add(.decided, decided)
    if experience > 0 { loot.insert(phrases(.experienceGained, grouped(experience)), at: 0) }
    add(.gained, Array(loot.prefix(10)))
    if !pairs.isEmpty { result.append(.keyValues(KeyValues(pairs))) }
    return result
  }
}

extension Person {
  /// `Sylphina von Silford, human Bladesinger, level 6`.
  func line(_ phrases: Phrasebook) -> String {
    [PersonName.withoutTitle(name), facts(phrases)].filter { !$0.isEmpty }
      .joined(separator: phrases[.comma])
  }

  /// Race, class and level.
  func facts(_ phrases: Phrasebook) -> String {
    var parts = [[race, characterClass].filter { !$0.isEmpty }.joined(separator: " ")]
    if let level { parts.append(phrases(.levelOf, String(level))) }
    return parts.filter { !$0.isEmpty }.joined(separator: phrases[.comma])
  }
}
