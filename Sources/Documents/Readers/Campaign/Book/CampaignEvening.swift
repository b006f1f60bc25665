// SPDX-License-Identifier: MIT
// Part of Platen: the part of a campaign between two times, for a recap of the evening.

public import Documents

/// The part of a campaign that was played in one evening, as blocks of a recap.
///
/// For players, nothing is in it that only the game master may know.
public struct CampaignEvening {
  /// Scenes with their time, place and what happened.
  public private(set) var scenes: [Block] = []
  /// Fights and their dead.
  public private(set) var fights: [Block] = []
  /// Experience, gold and things, scene by scene and together.
  public private(set) var rewards: [Block] = []
  /// The situation at the end of it.
  public private(set) var currentSituation: [Block] = []
  /// Notes on the scenes, for the game master.
  public private(set) var secrets: [Block] = []
  /// The number of scenes that were played.
  public private(set) var count = 0

  private let phrases: Phrasebook

  /// The time before the first and after the last activity that may belong to the evening: half an
  /// hour.
  private static let margin = 30 * 60 * 1_000_000
  /// The maximum number of words shown of a scene that has no summary of its own.
  private static let length = 70

  /// - Parameters:
  ///   - time: formats a timestamp as the recap prints it.
  public init(
    of campaign: Campaign, from: Timestamp, to: Timestamp, audience: BookOptions.Audience,
    phrases: Phrasebook, time: (Timestamp) -> String
  ) {
    self.phrases = phrases
    let range =
      from.microseconds - CampaignEvening.margin...max(from.microseconds, to.microseconds)
      + CampaignEvening.margin
    let isForGameMaster = audience != .player
    var gains: [(scene: Int, rewards: Rewards)] = []
    var fallen: [String] = []
    var lastHeader: SessionHeader?
    for entry in campaign.entries {
      guard let timestamp = entry.time, range.contains(timestamp.microseconds) else { continue }
      if let header = entry.header { lastHeader = header }
      if let scene = entry.scene {
        count += 1
        addEntry(entry, scene, at: time(timestamp))
        if let combat = entry.combat, !combat.isEmpty { addCombat(combat, scene) }
        if let rewards = entry.rewards { gains.append((scene, rewards)) }
        if isForGameMaster { addSecrets(entry, scene) }
      }
      for name in entry.deaths where !fallen.contains(name) { fallen.append(name) }
    }
    if !fallen.isEmpty {
      fights.append(
        .paragraph(
          Paragraph([
            .strong([.text(phrases[.died] + ": ")]),
            .text(fallen.joined(separator: phrases[.comma])),
          ])))
    }
    addRewards(gains)
    addCurrentSituation(lastHeader)
  }

  private mutating func addEntry(_ entry: Entry, _ scene: Int, at time: String) {
    var line: [Inline] = [
      .span(Span([.strong([.text(phrases(.scene, String(scene)))])], .classes("sender"))),
      .span(Span([.text(" " + time)], .classes("time"))),
    ]
    let place = PlaceName.head(entry.place)
    if !place.isEmpty { line.append(.text(phrases[.comma] + place)) }
    let head = line.count
    let excerpt =
      entry.summary.isEmpty
      ? Prose.excerpt(of: entry.text, words: CampaignEvening.length) : entry.summary
    addText(excerpt, to: &line)
    if !entry.godModeResponse.isEmpty {
      let answer = Prose.excerpt(of: entry.godModeResponse, words: CampaignEvening.length)
      addText(phrases[.godMode] + ": " + answer, to: &line)
    }
    // A scene without any words would be a heading alone.
    guard line.count > head else { return }
    scenes.append(.paragraph(Paragraph(line, .classes("message"))))
  }

  /// Puts a text below a line, all on one line.
  private func addText(_ text: String, to line: inout [Inline]) {
    guard !text.isEmpty else { return }
    line.append(.lineBreak)
    line.append(.text(text.split(whereSeparator: \.isNewline).joined(separator: " ")))
  }

  private mutating func addCombat(_ combat: CombatSummary, _ scene: Int) {
    var parts: [String] = []
    if !combat.enemies.isEmpty {
      parts.append(phrases[.enemies] + ": " + combat.enemies.joined(separator: phrases[.comma]))
    }
    if !combat.outcome.isEmpty {
      parts.append(phrases[.outcome] + ": " + phrases.state(combat.outcome))
    }
    if let rounds = combat.rounds { parts.append(phrases.counted(.roundCount, rounds)) }
    if let experience = combat.experience {
      parts.append(phrases(.experienceGained, phrases.grouped(experience)))
    }
    fights.append(
      .paragraph(
        Paragraph([
          .strong([.text(phrases(.scene, String(scene)) + ": ")]),
          .text(parts.joined(separator: phrases[.semicolon])),
        ])))
  }

  private mutating func addRewards(_ gains: [(scene: Int, rewards: Rewards)]) {
    let gained = gains.filter { _, gain in
      gain.experience ?? 0 != 0 || gain.gold ?? 0 != 0 || !gain.loot.isEmpty || gain.isLevelUp
    }
    guard !gained.isEmpty else { return }
    func number(_ value: Int?) -> String {
      guard let value, value != 0 else { return "" }
      return phrases.grouped(value)
    }
    func cell(_ text: String, isHeader: Bool = false) -> Table.Cell {
      Table.Cell([.text(text)], isHeader: isHeader)
    }
    var rows = gained.map { scene, gain -> Table.Row in
      var loot = gain.loot
      if gain.isLevelUp { loot.append(phrases[.levelUp]) }
      return Table.Row([
        cell(phrases(.scene, String(scene)), isHeader: true), cell(number(gain.experience)),
        cell(number(gain.gold)), cell(loot.joined(separator: phrases[.comma])),
      ])
    }
    if gained.count > 1 {
      // Amounts that cannot be added have no sum.
      let experience = gained.reduce(0) { $0.addingReportingOverflow($1.rewards.experience ?? 0).0 }
      let gold = gained.reduce(0) { $0.addingReportingOverflow($1.rewards.gold ?? 0).0 }
      rows.append(
        Table.Row([
          cell(phrases[.total], isHeader: true), cell(number(experience)), cell(number(gold)),
          cell(""),
        ]))
    }
    rewards.append(
      .table(
        Table(
          columns: [.init(), .init(.end), .init(.end), .init()],
          head: [
            Table.Row(
              [.scenes, .experience, .gold, .loot].map { (phrase: Phrase) in
                cell(phrases[phrase])
              })
          ], body: rows, .classes("rewards"))))
  }

  private mutating func addCurrentSituation(_ header: SessionHeader?) {
    guard let header else { return }
    let pairs = [
      (Phrase.time, header.shownTime), (.location, header.location), (.status, header.status),
      (.conditions, header.conditions),
    ].filter { !$0.1.isEmpty }.map { KeyValues.Pair(phrases[$0.0], $0.1) }
    if !pairs.isEmpty {
      currentSituation.append(.keyValues(KeyValues(pairs, .classes("session-header"))))
    }
  }

  private mutating func addSecrets(_ entry: Entry, _ scene: Int) {
    var notes = entry.secrets
    if let thinking = entry.planning?.thinking, !thinking.isEmpty {
      notes.append(Note(phrases[.planning], thinking))
    }
    let lead = phrases(.scene, String(scene)) + phrases[.comma]
    for note in notes where !note.text.isEmpty {
      let text = note.text.split(whereSeparator: \.isNewline).joined(separator: " ")
      secrets.append(
        .paragraph(
          Paragraph(
            [
              .strong([.text(lead + phrases.name(of: note) + ": ")]),
              .text(text),
            ], .classes("gm"))))
    }
  }
}
