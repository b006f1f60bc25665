// SPDX-License-Identifier: MIT
// Part of Platen: a scene of a book: its header, story, dice, choices and results.

internal import Documents

extension BookMaker {
  func heading(of unit: SceneUnit) -> Heading {
    let title = unit.number.map { phrases(.scene, String($0)) } ?? phrases[.opening]
    return Heading(2, [.text(title)], .id(unit.number.map { "scene-\($0)" } ?? "opening"))
  }

  /// Appends a scene.
  mutating func writeUnit(_ unit: SceneUnit) {
    let heading = heading(of: unit)
    let id = heading.attributes.id
    var scene: [Block] = [.heading(heading)]
    var marked = [Bool](repeating: false, count: names.things.count)
    // By index, since copying an entry retains twenty references.
    for index in unit.entries {
      switch campaign.entries[index].actor {
      case .narrator: scene += narrated(index, id, &marked)
      case .player where unit.number == nil && LongPremise.isLong(index, in: campaign):
        scene.append(premiseReference())
      case .player, .system: scene += speech(index, id, &marked)
      }
    }
    blocks.append(.division(Division(scene, unit.number == nil ? .opening : .scene)))
  }

  // MARK: The narrator

  private mutating func narrated(
    _ index: Int, _ id: String, _ marked: inout [Bool]
  ) -> [Block] {
    var result: [Block] = []
    if let header = sessionHeader(index, id, &marked) { result.append(header) }
    let (text, rolls) = DiceTags.split(campaign.entries[index].text)
    var dice = campaign.entries[index].dice
    if !rolls.isEmpty { dice += DiceTags.new(rolls, besides: dice) }
    if let dice = diceCallout(dice) { result.append(dice) }
    if !text.isEmpty {
      let narration = names.marking(story(text), within: id, &marked)
      result.append(
        isAside(index)
          ? .callout(Callout(kind: "god-mode", title: label(.godMode), narration))
          : .division(Division(narration, .narrator)))
    }
    if !campaign.entries[index].godModeResponse.isEmpty {
      result.append(
        .callout(
          Callout(
            kind: "god-mode", title: label(.godMode),
            story(campaign.entries[index].godModeResponse))))
    }
    if let challenge = campaign.entries[index].challenge {
      result.append(callout(challenge, id, &marked))
    }
    // The game's own tag repeats the title.
    let header = campaign.entries[index].factionHeader
    let faction =
      header.isEmpty ? [] : lines(of: header.replacing("[FACTION STATUS]", with: ""))
    if !faction.isEmpty {
      result.append(
        .callout(
          Callout(kind: "faction", title: label(.faction), [.paragraph(Paragraph(faction))])))
    }
    if let combat = campaign.entries[index].combat {
      result.append(
        .callout(
          Callout(kind: "combat", title: label(.combats), [.keyValues(pairs(combat))])))
    }
    if let rewards = campaign.entries[index].rewards {
      result.append(callout(rewards, id, &marked))
    }
    let known = campaign.entries[index].worldEvents.filter { $0.isKnown || isForGameMaster }
    if !known.isEmpty {
      result.append(
        .callout(
          Callout(
            kind: "world-events", title: label(.worldEvents),
            [.list(List(.bullet, known.map { List.Item([.text(line($0))]) }))])))
    }
    if let choices = choicesCallout(campaign.entries[index].planning) { result.append(choices) }
    result += notes(index)
    return result
  }

  /// A text of the story as blocks: Markdown in which every line end counts.
  mutating func story(_ text: String) -> [Block] {
    let lines = markdown.blocks(of: DashLines.apart(DrawnBoxes.read(text)))
    let blocks = RoundBoxes.boxed(RuleLines.parted(lines))
    return DirectionMarks.marked(LabelLines.headed(LongLines.parted(TagBoxes.boxed(blocks))))
  }

  /// Indicates whether a narrator's text answers a player's order in god mode and speaks of the
  /// game, not of the story: such orders may also continue the story.
  private func isAside(_ index: Int) -> Bool {
    guard index > 0, campaign.entries[index - 1].actor == .player else { return false }
    let order = campaign.entries[index - 1]
    guard order.mode == "god" || order.text.begins(withCapitals: "GOD MODE:") else { return false }
    let start = campaign.entries[index].text.prefix(240).lowercased()
    return ["the user ", "the player ", "god mode", "administrative", "d&d"]
      .contains(where: start.contains)
  }

  /// A phrase as inlines, the same ones each time.
  func label(_ phrase: Phrase) -> [Inline] { labels[phrase] ?? [.text(phrases[phrase])] }

  func pair(_ key: Phrase, _ value: String) -> KeyValues.Pair {
    KeyValues.Pair(label(key), [.text(value)])
  }

  /// The lines of a text with breaks between them.
  func lines(of text: String) -> [Inline] {
    var result: [Inline] = []
    for line in text.lines.map(\.trimmed) where !line.isEmpty {
      if !result.isEmpty { result.append(.lineBreak) }
      result.append(.text(line))
    }
    return result
  }

  /// The time and place, and the hero's status and resources if they have changed.
  private mutating func sessionHeader(
    _ index: Int, _ id: String, _ marked: inout [Bool]
  ) -> Block? {
    var pairs: [KeyValues.Pair] = []
    func add(_ phrase: Phrase, _ value: String) {
      let value = value.onOneLine
      if !value.isEmpty { pairs.append(pair(phrase, value)) }
    }
    var header = campaign.entries[index].header ?? SessionHeader()
    // Facts that the text has itself are shown there.
    let isWritten = header.isWritten
    if isWritten { header = SessionHeader() }
    add(.time, options.audience == .debug ? header.timestamp : header.shownTime)
    if !isWritten, !campaign.entries[index].place.isEmpty {
      let place: [Inline] = [.text(campaign.entries[index].place)]
      let marks = names.marks(for: place, id, &marked)
      pairs.append(KeyValues.Pair(label(.location), marks.isEmpty ? place : marks + place))
    }
    let now = (
      status: header.status, conditions: header.notableConditions,
      resources: header.resources(with: campaign.entries[index].resources)
    )
    if now.status != lastHeader.status { add(.status, now.status) }
    if now.conditions != lastHeader.conditions { add(.conditions, now.conditions) }
    for other in header.others { add(.note, other) }
    if now.resources != lastHeader.resources { add(.resources, now.resources) }
    lastHeader = now
    guard !pairs.isEmpty else { return nil }
    return .keyValues(KeyValues(pairs, .sessionHeader))
  }

  // MARK: Dice

  private func diceCallout(_ dice: [DiceRoll]) -> Block? {
    guard !dice.isEmpty else { return nil }
    let items = dice.map { List.Item([.paragraph(Paragraph(inlines($0)))]) }
    return .callout(
      Callout(
        kind: "dice", title: label(.dice), [.list(List(.bullet, items))],
        .dice))
  }

  /// `Persuade Ravengard: 1d20 + 9 = 28 against 19, success. Ravengard agrees.`
  func inlines(_ roll: DiceRoll) -> [Inline] {
    guard roll.line.isEmpty else { return [.text(roll.line)] }
    var result: [Inline] = []
    func add(_ text: String) {
      guard !text.isEmpty else { return }
      result.append(.text(text))
    }
    if !roll.purpose.isEmpty { add(roll.purpose + ": ") }
    if !roll.notation.isEmpty { add(roll.notation) }
    if let total = roll.total ?? roll.result {
      if !roll.notation.isEmpty { add(" = ") }
      result.append(.strong([.text(String(total))]))
    }
    if let difficulty = roll.difficulty { add(" " + phrases(.against, String(difficulty))) }
    if let isSuccess = roll.isSuccess {
      add(phrases[.comma])
      result.append(
        .span(
          Span(
            label(isSuccess ? .success : .failure),
            isSuccess ? .success : .failure)))
    }
    // Many rolls repeat their outcome as a word.
    let outcome = roll.isSuccess.map { phrases[$0 ? .success : .failure] } ?? ""
    let words = [outcome, "success", "failure", ""]
    if !words.contains(roll.outcome.lowercased()) { add(". " + roll.outcome) }
    if isForGameMaster, !roll.reasoning.isEmpty { add(" (" + roll.reasoning + ")") }
    return joined(result)
  }

  /// Neighboring texts as one.
  private func joined(_ inlines: [Inline]) -> [Inline] {
    var result: [Inline] = []
    for inline in inlines {
      if case .text(let next) = inline, case .text(let last)? = result.last {
        result[result.count - 1] = .text(last + next)
      } else {
        result.append(inline)
      }
    }
    return result
  }

  // MARK: Choices

  func choicesCallout(_ planning: PlanningBlock?) -> Block? {
    guard let planning, !planning.choices.isEmpty else { return nil }
    var inner: [Block] = []
    // The question that early narrators put before every list repeats the title.
    if !planning.context.isEmpty, planning.context != "What would you like to do next?" {
      inner.append(.paragraph(Paragraph(lines(of: planning.context))))
    }
    let items = planning.choices.map { choice -> List.Item in
      var inlines: [Inline] = [
        choice.isChosen ? .strong([.text(choice.title)]) : .text(choice.title)
      ]
      if !choice.text.isEmpty { inlines.append(.text(" \u{2014} " + choice.text)) }
      // A safe choice has no note on its risk.
      let risk = choice.risk
      if !["", "safe", "low"].contains(risk) {
        inlines.append(.text(" (" + phrases(.risk, phrases.state(risk)) + ")"))
      }
      if choice.isChosen {
        inlines.append(.text(" "))
        inlines.append(.emphasis([.text("(" + phrases[.chosen] + ")")]))
      }
      var blocks: [Block] = [.paragraph(Paragraph(joined(inlines)))]
      for (phrase, values) in [(Phrase.pros, choice.pros), (.cons, choice.cons)]
      where !values.isEmpty {
        blocks.append(
          .text(phrases[phrase] + ": " + values.joined(separator: phrases[.semicolon]), .weighing))
      }
      if isForGameMaster, !choice.analysis.isEmpty {
        blocks.append(.text(choice.analysis, .analysis))
      }
      return List.Item(blocks, choice.isChosen ? .chosen : .none)
    }
    inner.append(.list(List(.ordered(start: 1, style: .decimal), items)))
    return .callout(
      Callout(
        kind: "choices", title: label(.choices), inner, .choices))
  }

  // MARK: Rewards, contests, events

  private func callout(_ rewards: Rewards, _ id: String, _ marked: inout [Bool]) -> Block {
    var pairs: [KeyValues.Pair] = []
    if let experience = rewards.experience, experience != 0 {
      var value = phrases(.experienceGained, grouped(experience))
      if let now = rewards.currentExperience {
        let next = rewards.nextLevelExperience.map { phrases(.upTo, grouped(now), grouped($0)) }
        value += " (" + (next ?? grouped(now)) + ")"
      }
      if rewards.isLevelUp { value += phrases[.comma] + phrases[.levelUp] }
      pairs.append(pair(.experience, value))
    }
    if let gold = rewards.gold { pairs.append(pair(.gold, grouped(gold))) }
    if !rewards.loot.isEmpty {
      let loot: [Inline] = [.text(rewards.loot.joined(separator: phrases[.comma]))]
      pairs.append(KeyValues.Pair(label(.loot), names.marks(for: loot, id, &marked) + loot))
    }
    var inner: [Block] = pairs.isEmpty ? [] : [.keyValues(KeyValues(pairs))]
    if pairs.isEmpty, rewards.isLevelUp { inner = [.text(phrases[.levelUp])] }
    return .callout(
      Callout(kind: "rewards", title: label(.rewards), inner, .rewards))
  }

  private func callout(
    _ challenge: SocialChallenge, _ id: String, _ marked: inout [Bool]
  ) -> Block {
    var title = phrases[.socialChallenge]
    if !challenge.name.isEmpty { title += ": " + challenge.name }
    var pairs: [KeyValues.Pair] = []
    func add(_ phrase: Phrase, _ value: String) {
      if !value.isEmpty { pairs.append(pair(phrase, value)) }
    }
    add(.objective, challenge.objective)
    add(.skills, challenge.skill)
    add(.outcome, challenge.resistance)
    var status = phrases.state(challenge.status)
    if let points = challenge.successes, let of = challenge.successesNeeded {
      status += (status.isEmpty ? "" : phrases[.comma]) + phrases(.upTo, String(points), String(of))
    }
    add(.status, status)
    let marks = names.marks(for: [.text(challenge.name)], id, &marked)
    if !pairs.isEmpty { pairs[0].value = marks + pairs[0].value }
    return .callout(
      Callout(
        kind: "challenge", title: [.text(title)], [.keyValues(KeyValues(pairs))],
        .challenge))
  }

  func pairs(_ combat: CombatSummary) -> KeyValues {
    var pairs: [KeyValues.Pair] = []
    func add(_ phrase: Phrase, _ value: String?) {
      if let value, !value.isEmpty { pairs.append(pair(phrase, value)) }
    }
    add(.outcome, phrases.state(combat.outcome))
    if let rounds = combat.rounds {
      pairs.append(KeyValues.Pair(phrases[.rounds], String(rounds)))
    }
    // Enemies with the same name, such as two reavers, are one name with a count.
    var names: [String] = []
    var counts: [String: Int] = [:]
    for name in combat.enemies {
      if counts[name] == nil { names.append(name) }
      counts[name, default: 0] += 1
    }
    let enemies = names.map { name in
      let count = counts[name] ?? 1
      return count > 1 ? "\(name) × \(count)" : name
    }
    add(.enemies, enemies.joined(separator: phrases[.comma]))
    add(.experience, combat.experience.map { phrases(.experienceGained, grouped($0)) })
    return KeyValues(pairs)
  }

  func line(_ event: WorldEvent) -> String {
    var text = [event.actor, event.action].filter { !$0.isEmpty }.joined(separator: ": ")
    if !event.place.isEmpty { text += " (" + event.place + ")" }
    if !event.outcome.isEmpty { text += (text.isEmpty ? "" : " \u{2014} ") + event.outcome }
    return text
  }

  // MARK: Players

  /// The most blocks of a speech that looks may set apart from the story by its letters.
  private static let fewBlocks = 3

  mutating func speech(_ index: Int, _ id: String, _ marked: inout [Bool]) -> [Block] {
    guard !campaign.entries[index].text.isEmpty || isForGameMaster else { return [] }
    let speaker: String
    var attributes = Attributes.player
    var text = campaign.entries[index].text
    switch (campaign.entries[index].actor, campaign.entries[index].mode) {
    case (.system, _):
      speaker = phrases[.system]
      attributes = .system
    case (_, "god"):
      speaker = phrases[.godMode]
      attributes = .playerInGodMode
    case (_, "think"):
      speaker = phrases[.thinking]
      attributes = .playerThinking
    default:
      if text.begins(withCapitals: "GOD MODE:") || text.begins(withCapitals: "GOD_MODE_") {
        speaker = phrases[.godMode]
        attributes = .playerInGodMode
      } else if text.begins(withCapitals: "THINK:") {
        speaker = phrases[.thinking]
        attributes = .playerThinking
      } else {
        speaker = playerName
      }
    }
    for prefix: StaticString in ["GOD MODE:", "THINK:"] where text.begins(withCapitals: prefix) {
      text = Substring(text.utf8.dropFirst(prefix.utf8CodeUnitCount)).trimmed
    }
    // A command to the program is not part of the story and may reveal secrets.
    if !isForGameMaster { text = text.before("GOD_MODE_").trimmed }
    guard !text.isEmpty else { return notes(index) }
    let words = story(text)
    if words.count > BookMaker.fewBlocks { attributes = attributes.long }
    var inner: [Block] = [.text(speaker, .speaker)]
    inner += names.marking(words, within: id, &marked)
    return [.division(Division(inner, attributes))] + notes(index)
  }

  // MARK: For the game master

  private func notes(_ index: Int) -> [Block] {
    guard isForGameMaster else { return [] }
    var notes = campaign.entries[index].secrets
    if let thinking = campaign.entries[index].planning?.thinking, !thinking.isEmpty {
      notes.insert(Note(phrases[.planning], thinking), at: 0)
    }
    var result: [Block] = []
    func add(_ kind: String, _ phrase: Phrase, _ notes: [Note]) {
      guard !notes.isEmpty else { return }
      let pairs = notes.map {
        KeyValues.Pair([.text(phrases.name(of: $0))], [.text($0.text.onOneLine)])
      }
      result.append(
        .callout(
          Callout(
            kind: kind, title: label(phrase), [.keyValues(KeyValues(pairs))],
            Attributes(classes: [kind]))))
    }
    add("gm", .gameMasterNotes, notes)
    if options.audience == .debug { add("debug", .debug, campaign.entries[index].debug) }
    return result
  }
}

/// Classes of a book's nodes. One value each, so that ten thousand scenes share its memory.
extension Attributes {
  static let scene = Attributes.classes("scene")
  static let opening = Attributes.classes("opening")
  static let narrator = Attributes.classes("narrator")
  static let player = Attributes.classes("player")
  static let playerInGodMode = Attributes.classes("player", "god-mode")
  static let playerThinking = Attributes.classes("player", "thinking")
  static let longPlayer = Attributes.classes("player", "long")
  static let longPlayerInGodMode = Attributes.classes("player", "god-mode", "long")
  static let longPlayerThinking = Attributes.classes("player", "thinking", "long")
  static let system = Attributes.classes("system")
  static let speaker = Attributes.classes("speaker")
  static let sessionHeader = Attributes.classes("session-header")
  static let dice = Attributes.classes("dice")
  static let choices = Attributes.classes("choices")
  static let chosen = Attributes.classes("chosen")
  static let weighing = Attributes.classes("weighing")
  static let analysis = Attributes.classes("analysis")
  static let rewards = Attributes.classes("rewards")
  static let challenge = Attributes.classes("challenge")
  static let success = Attributes.classes("success")
  static let failure = Attributes.classes("failure")
}

extension Attributes {
  /// The attributes of the same speech where it has many paragraphs.
  fileprivate var long: Attributes {
    switch self {
    case .player: .longPlayer
    case .playerInGodMode: .longPlayerInGodMode
    case .playerThinking: .longPlayerThinking
    default: self
    }
  }
}

extension String {
  /// Indicates whether it begins with that text, which is ASCII in capitals, in whatever case.
  fileprivate func begins(withCapitals text: StaticString) -> Bool {
    text.withUTF8Buffer { text in
      var at = utf8.startIndex
      for index in text.indices {
        guard at < utf8.endIndex else { return false }
        let own = utf8[at]
        guard unsafe ((0x61...0x7A).contains(own) ? own ^ 0x20 : own) == text[index] else {
          return false
        }
        utf8.formIndex(after: &at)
      }
      return true
    }
  }
}

/// Sets the direction of paragraphs where it differs from the usual.
enum DirectionMarks {
  static func marked(_ blocks: [Block]) -> [Block] {
    guard blocks.contains(where: isMarked) else { return blocks }
    return blocks.map { block in
      switch block {
      case .paragraph(var paragraph):
        guard isRightToLeft(paragraph.inlines) else { return block }
        paragraph.attributes.pairs.append(
          Attributes.Pair("direction", Direction.rightToLeft.rawValue))
        return .paragraph(paragraph)
      case .list(var list):
        for index in list.items.indices {
          list.items[index].blocks = marked(list.items[index].blocks)
        }
        return .list(list)
      case .quote(var quote):
        quote.blocks = marked(quote.blocks)
        return .quote(quote)
      default: return block
      }
    }
  }

  /// Indicates whether the block has anything to set the direction of.
  private static func isMarked(_ block: Block) -> Bool {
    switch block {
    case .paragraph(let paragraph): isRightToLeft(paragraph.inlines)
    case .list(let list): list.items.contains { $0.blocks.contains(where: isMarked) }
    case .quote(let quote): quote.blocks.contains(where: isMarked)
    default: false
    }
  }

  /// Indicates whether the first letter runs from right to left (UAX #9, P2).
  private static func isRightToLeft(_ inlines: [Inline]) -> Bool {
    for inline in inlines {
      guard case .text(let text) = inline, let direction = Direction.first(in: text) else {
        continue
      }
      return direction == .rightToLeft
    }
    return false
  }
}
