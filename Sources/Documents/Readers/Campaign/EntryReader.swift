// SPDX-License-Identifier: MIT
// Part of Platen: reads an entry of a story from the JSON of any version of the game.

internal import Documents
internal import JSON

/// Entries as written in files: not cleaned, not numbered.
struct RawStory {
  var entries: [Entry] = []
  /// The part of a longer entry each is, from 1: apart, so that the entries need not be copied
  /// once they are in order.
  private(set) var parts: [Int] = []

  var isEmpty: Bool { entries.isEmpty }

  mutating func reserveCapacity(_ count: Int) {
    entries.reserveCapacity(count)
    parts.reserveCapacity(count)
  }

  /// Appends an entry that `read` fills in place, and records which part it is.
  mutating func append(reading read: (inout Entry) -> Int) {
    entries.append(Entry(actor: .system))
    parts.append(read(&entries[entries.count - 1]))
  }

  mutating func append(contentsOf whole: [Entry]) {
    entries += whole
    parts += repeatElement(1, count: whole.count)
  }

  /// Appends the entries of another file that are not in this story yet.
  ///
  /// - Returns: how many are, word for word, at the same time or under the same id.
  mutating func append(new other: RawStory) -> Int {
    guard !isEmpty, !other.isEmpty else {
      append(contentsOf: other)
      return 0
    }
    // A whole story a second time needs neither times nor ids to be known again.
    let isSame = entries.elementsEqual(other.entries) { $0.actor == $1.actor && $0.text == $1.text }
    if isSame { return other.entries.count }
    struct Key: Hashable {
      var actor: Entry.Actor
      var time: Timestamp?
      var part: Int
      var id: String
      var text: String
    }
    func key(_ entry: Entry, _ part: Int) -> Key {
      Key(
        actor: entry.actor, time: entry.time, part: part, id: entry.sourceID, text: entry.text)
    }
    let known = Set(zip(entries, parts).map(key))
    let new = other.entries.indices.filter { index in
      let entry = other.entries[index]
      return entry.time == nil && entry.sourceID.isEmpty
        || !known.contains(key(entry, other.parts[index]))
    }
    append(contentsOf: other.picking(new))
    return other.entries.count - new.count
  }

  private mutating func append(contentsOf other: RawStory) {
    entries += other.entries
    parts += other.parts
  }

  func picking(_ indices: [Int]) -> RawStory {
    RawStory(entries: indices.map { entries[$0] }, parts: indices.map { parts[$0] })
  }
}

extension LenientReader {
  /// Keys the text of an entry has gone by, the present one first.
  private static let textKeys: [StaticString] = [
    "text", "scene_text", "narrative_text", "content", "narrative", "response",
  ]

  /// Indicates whether an object looks like an entry of a story.
  static func isEntry(_ view: JSONView) -> Bool {
    guard view.isObject, let actor = view["actor"], actor.kind == .string else { return false }
    return textKeys.contains { view[$0] != nil }
      || view["god_mode_response"] != nil || view["structured_response"] != nil
  }

  /// Fills in the entry an object stands for. Its text is as written: cleaning comes when its scene
  /// has got a number.
  ///
  /// - Returns: which part of a longer entry it is, from 1.
  mutating func read(_ view: JSONView, into entry: inout Entry) -> Int {
    let own = FieldSet(view)
    entry.actor = actor(own["actor"])
    entry.mode = line(own["mode"]).lowercased()
    for key in LenientReader.textKeys {
      guard let found = own[key] else { continue }
      if found.kind == .string {
        if unsafe found.scalarBytes.isEmpty { continue }
        entry.text = found.string ?? ""
        break
      }
      stray(found)
    }
    if let time = first(view, "timestamp", "created_at", "ts", "time") {
      entry.time = Timestamp(time)
    }
    entry.statedScene = int(own["user_scene_number"])
    entry.sourceID = line(own["_id"] ?? own["id"])
    entry.choiceID = line(own["_choice_key"] ?? own["choice_id"])
    // Newer servers keep what the narrator gave beside the text in an object of its own.
    let parts = own["structured_response"].flatMap { $0.isObject ? $0 : nil }
    func field(_ key: StaticString) -> JSONView? {
      if let found = own[key], !found.isNull { return found }
      return parts?[key]
    }
    if entry.text.isEmpty, let parts {
      entry.text = first(parts, "narrative_text", "narrative", "text")?.string ?? ""
    }
    if let found = field("god_mode_response") {
      if found.kind == .string { entry.godModeResponse = found.string ?? "" } else { stray(found) }
    }
    if let found = field("session_header") {
      // Logs rebuilt from exports keep the lines of a damaged header apart.
      let rest = lines(own["_other_meta"]).filter(SessionHeader.isLine)
      StoryText.readHeader(
        ([text(found)] + rest).joined(separator: "\n"), into: &entry, &defects)
    }
    if let found = field("resources") { entry.resources = resources(found) }
    entry.dice = dice(field("dice_rolls"), field("action_resolution"), field("outcome_resolution"))
    if let found = field("planning_block") {
      entry.planning = planning(found)
      if let roll = planRoll(found["plan_quality"]) { entry.dice.append(roll) }
    }
    if let found = field("rewards_box") { entry.rewards = rewards(found) }
    if let found = field("social_hp_challenge") { entry.challenge = challenge(found) }
    if let found = field("faction_header") {
      if found.kind == .string { entry.factionHeader = text(found).trimmed } else { stray(found) }
    }
    entry.mentions = lines(field("entities_mentioned"))
    let place = PersonName.words(ofID: line(field("location_confirmed")))
    if !Entry.isUnknown(place) { entry.location = place }
    entry.summary = line(field("turn_summary"))
    if let found = field("core_memories_snapshot") { entry.newMemories = lines(found) }
    entry.worldEvents = worldEvents(field("world_events"))
    readChanges(field("state_updates") ?? field("full_state_updates"), into: &entry)
    readDebug(field("debug_info"), into: &entry)
    for rule in lines(field("directives")) { entry.secrets.append(Note("directives", rule)) }
    return max(1, int(own["part"]) ?? 1)
  }

  private mutating func actor(_ view: JSONView?) -> Entry.Actor {
    switch view?.string?.trimmed.lowercased() {
    case "user", "player", "human": return .player
    case "gemini", "ai", "assistant", "gm", "dm", "narrator", "model", "story": return .narrator
    case "system": return .system
    default:
      defects.count(.unknownActor)
      return .system
    }
  }

  /// Resources as one line: a text, or an object or a text that holds one.
  mutating func resources(_ view: JSONView) -> String {
    if view.kind == .string, let text = view.string, text.trimmed.hasPrefix("{"),
      let document = try? JSONDocument(
        parsing: Array(text.utf8), limits: .init(bytes: 1 << 20, depth: 64))
    {
      return within(document, of: view) { $1.line($0) }
    }
    return line(view)
  }

  /// Reads the JSON that a text holds.
  private mutating func within<T>(
    _ document: JSONDocument, of view: JSONView, _ read: (JSONView, inout LenientReader) -> T
  ) -> T {
    unsafe document.withView { root in
      let outer = enter(root, of: view)
      defer { leave(outer) }
      return read(root, &self)
    }
  }

  // MARK: Dice

  private mutating func dice(
    _ legacy: JSONView?, _ resolution: JSONView?, _ outcome: JSONView?
  ) -> [DiceRoll] {
    var result: [DiceRoll] = []
    for resolution in [resolution, outcome] where result.isEmpty {
      guard let rolls = resolution?["mechanics"]?["rolls"] else { continue }
      for roll in elements(rolls, upTo: 200) {
        if let roll = self.roll(roll) { result.append(roll) }
      }
    }
    guard let legacy, !legacy.isNull else { return result }
    let structured = result
    for element in legacy.isArray ? elements(legacy, upTo: 200) : [legacy] {
      guard let roll = self.roll(element) else { continue }
      // The same roll may stand in both places.
      if let place = structured.firstIndex(where: { $0.isSame(as: roll) }) {
        result[place].exported = roll.line
        continue
      }
      result.append(roll)
    }
    return result
  }

  private mutating func roll(_ view: JSONView) -> DiceRoll? {
    guard view.isObject else {
      let text = line(view)
      return text.isEmpty ? nil : DiceRoll(line: text)
    }
    var roll = DiceRoll()
    roll.purpose = line(first(view, "purpose", "type", "reason", "name"))
    roll.notation = line(first(view, "notation", "dice", "formula"))
    roll.result = int(first(view, "result", "roll"))
    roll.total = int(view["total"])
    roll.difficulty = int(first(view, "dc", "difficulty"))
    roll.isSuccess = view["success"]?.looseBool
    // Damage has nothing to reach: the game gives it a difficulty of 0, which every roll passes.
    if roll.difficulty == 0 { (roll.difficulty, roll.isSuccess) = (nil, nil) }
    roll.outcome = line(view["outcome"])
    roll.reasoning = line(view["dc_reasoning"])
    if roll.purpose.isEmpty, roll.notation.isEmpty, roll.total == nil, roll.result == nil {
      return nil
    }
    return roll
  }

  /// The check that a plan was made with.
  private mutating func planRoll(_ view: JSONView?) -> DiceRoll? {
    guard let view, view.isObject, let result = int(view["roll_result"]) else { return nil }
    var roll = DiceRoll()
    roll.purpose = line(view["stat_used"])
    roll.total = result
    roll.difficulty = int(view["dc"])
    roll.isSuccess = view["success"]?.looseBool
    roll.outcome = line(view["quality_tier"])
    roll.reasoning = [line(view["dc_reasoning"]), line(view["effect"])].filter { !$0.isEmpty }
      .joined(separator: "; ")
    return roll
  }

  // MARK: Choices

  mutating func planning(_ view: JSONView) -> PlanningBlock? {
    if view.kind == .string {
      let text = view.string ?? ""
      if text.trimmed.hasPrefix("{"),
        let document = try? JSONDocument(
          parsing: Array(text.utf8), limits: .init(bytes: 1 << 22, depth: 64))
      {
        return within(document, of: view) { $0.isObject ? $1.planning($0) : nil }
      }
      var found = ChoiceText.find(in: TextCleaner.cleaned(text, &defects))
      if found == nil, !text.trimmed.isEmpty {
        var block = PlanningBlock()
        block.context = TextCleaner.line(text, &defects)
        found = (block, "")
      }
      return found?.block
    }
    guard view.isObject else {
      stray(view)
      return nil
    }
    var block = PlanningBlock()
    block.thinking = text(view["thinking"]).trimmed
    for key in ["situation_assessment", "analysis"] {
      let thought = line(view.member(named: key))
      guard !thought.isEmpty else { continue }
      let lead = block.thinking.isEmpty ? "" : block.thinking + "\n"
      block.thinking = lead + LenientReader.words(key) + ": " + thought
    }
    block.context = text(view["context"]).trimmed
    if let choices = view["choices"] {
      if choices.isArray {
        for element in elements(choices, upTo: 100) { append(element, id: "", to: &block) }
      } else {
        for member in members(choices, upTo: 100) {
          append(member.value, id: member.key, to: &block)
        }
      }
    }
    let isEmpty = block.thinking.isEmpty && block.context.isEmpty && block.choices.isEmpty
    return isEmpty ? nil : block
  }

  private mutating func append(_ view: JSONView, id: String, to block: inout PlanningBlock) {
    var choice = Choice()
    choice.id = id
    if view.isObject {
      if let own = view["id"] { choice.id = line(own) }
      choice.title = line(first(view, "text", "title", "name"))
      choice.text = line(first(view, "description"))
      choice.risk = line(view["risk_level"]).lowercased()
      choice.pros = lines(view["pros"])
      choice.cons = lines(view["cons"])
      choice.analysis = line(view["analysis"])
    } else {
      choice.text = line(view)
    }
    // The server adds this one to every list: it is a button, not a part of the story.
    if choice.id == "custom_action" { return }
    if choice.title.isEmpty, choice.text.isEmpty {
      if view.isObject || view.kind == .null { return }
    }
    if choice.title.isEmpty { choice.title = ChoiceText.title(ofID: choice.id) }
    if choice.title.isEmpty {
      choice.title = choice.text
      choice.text = ""
    }
    if choice.text == choice.title { choice.text = "" }
    block.choices.append(choice)
  }

  // MARK: Rewards, contests, the world

  mutating func rewards(_ view: JSONView) -> Rewards? {
    guard view.isObject else {
      stray(view)
      return nil
    }
    var rewards = Rewards()
    rewards.source = LenientReader.words(line(view["source"]))
    rewards.experience = int(first(view, "xp_gained", "xp"))
    rewards.currentExperience = int(first(view, "current_xp", "xp_total"))
    rewards.nextLevelExperience = int(view["next_level_xp"])
    rewards.isLevelUp = view["level_up_available"]?.looseBool ?? false
    rewards.gold = int(view["gold"]).flatMap { $0 == 0 ? nil : $0 }
    rewards.loot = lines(view["loot"]).filter { $0.lowercased() != "none" }
    if rewards.experience ?? 0 == 0, rewards.gold == nil, rewards.loot.isEmpty {
      return rewards.isLevelUp ? rewards : nil
    }
    return rewards
  }

  mutating func challenge(_ view: JSONView) -> SocialChallenge? {
    guard view.isObject else {
      stray(view)
      return nil
    }
    var challenge = SocialChallenge()
    challenge.name = PersonName.words(ofID: line(view["npc_name"]))
    challenge.objective = line(view["objective"])
    challenge.skill = line(view["skill_used"])
    challenge.resistance = line(view["resistance_shown"])
    challenge.status = line(view["status"]).lowercased()
    challenge.points = int(view["social_hp"])
    challenge.maximum = int(view["social_hp_max"])
    challenge.successes = int(view["successes"])
    challenge.successesNeeded = int(view["successes_needed"])
    return challenge.objective.isEmpty && challenge.name.isEmpty ? nil : challenge
  }

  mutating func worldEvents(_ view: JSONView?) -> [WorldEvent] {
    guard let view else { return [] }
    let list = view.isArray ? view : (view["background_events"] ?? view)
    var result: [WorldEvent] = []
    for element in elements(list, upTo: 200) {
      var event = WorldEvent()
      if element.isObject {
        event.actor = PersonName.words(ofID: line(element["actor"]))
        event.action = line(first(element, "action", "event", "description", "summary", "text"))
        event.place = PersonName.words(ofID: line(element["location"]))
        event.outcome = line(element["outcome"])
        event.status = line(element["status"]).lowercased()
        event.isKnown =
          first(element, "player_aware", "discovered", "revealed")?.looseBool
          ?? (event.status == "discovered")
      } else {
        event.action = line(element)
      }
      if event.actor.isEmpty, event.action.isEmpty, event.outcome.isEmpty { continue }
      result.append(event)
    }
    return result
  }

  // MARK: Records beside the story

  private mutating func readChanges(_ view: JSONView?, into entry: inout Entry) {
    guard let view, view.isObject, view.count > 0 else { return stray(view) }
    if let summary = view["combat_state"]?["combat_summary"] { entry.combat = combat(summary) }
    if let people = view["npc_data"] {
      for member in members(people, upTo: 500) {
        guard let status = member.value["status"] else { continue }
        var person = Person()
        person.status = lines(status)
        guard person.isDead else { continue }
        let name = line(first(member.value, "display_name", "name"))
        entry.deaths.append(name.isEmpty ? PersonName.words(ofID: member.key) : name)
      }
    }
    if let memories = view["custom_campaign_state"]?["core_memories"], entry.newMemories.isEmpty {
      entry.newMemories = lines(memories["append"] ?? memories)
    }
    isAside = true
    let changes = line(view)
    isAside = false
    if !changes.isEmpty { entry.debug.append(Note("state_updates", changes)) }
  }

  mutating func combat(_ view: JSONView) -> CombatSummary? {
    guard view.isObject else {
      stray(view)
      return nil
    }
    var summary = CombatSummary()
    summary.outcome = line(first(view, "outcome", "result"))
    summary.rounds = int(first(view, "rounds_fought", "rounds"))
    summary.experience = int(first(view, "xp_awarded", "xp"))
    summary.enemies = lines(view["enemies_defeated"])
    return summary.isEmpty ? nil : summary
  }

  /// Notes of the game master, events behind the scenes; the machine's own affairs for programmers.
  private mutating func readDebug(_ view: JSONView?, into entry: inout Entry) {
    guard let view, view.isObject else { return stray(view) }
    isAside = true
    defer { isAside = false }
    for member in view.members.prefix(100) {
      let key = member.key
      if Personal.isPersonal(key) { continue }
      switch key {
      case "dm_notes", "background_events", "world_events", "npc_status_changes", "rumors",
        "faction_updates", "time_events", "scene_event", "complications":
        for text in lines(member.value) {
          entry.secrets.append(Note(LenientReader.words(key), text))
        }
        if key == "npc_status_changes" { readDeaths(member.value, into: &entry) }
      default:
        let text = line(member.value)
        if !text.isEmpty, text != "false" {
          entry.debug.append(Note(LenientReader.words(key), text))
        }
      }
    }
  }

  private mutating func readDeaths(_ view: JSONView, into entry: inout Entry) {
    for member in view.members.prefix(200) {
      var person = Person()
      person.status = lines(member.value["new_status"] ?? member.value["status"] ?? member.value)
      if person.isDead { entry.deaths.append(PersonName.words(ofID: member.key)) }
    }
  }
}

extension DiceRoll {
  /// Indicates whether a line of text describes the roll whose parts are here: it names its total,
  /// and its notation or purpose.
  func isSame(as other: DiceRoll) -> Bool {
    if other.line.isEmpty {
      return other.total == total && other.notation == notation && other.purpose == purpose
    }
    let line = other.line.lowercased()
    guard let total, line.contains(String(total)) else { return false }
    let dice = notation.lowercased().prefix { $0 != " " && $0 != "+" && $0 != "-" }
    let purpose = purpose.lowercased().prefix { $0 != " " }
    return (!dice.isEmpty && line.contains(dice)) || (!purpose.isEmpty && line.contains(purpose))
  }
}

extension SessionHeader {
  /// Reads the lines `Timestamp:`, `Location:`, `Status:` and `Conditions:`, with or without the
  /// tag before them; nil where none is found.
  init?(text: String) {
    self.init()
    var text = text
    text.withUTF8 { bytes in
      var rest = unsafe bytes.trimmed(bytes.startIndex..<bytes.endIndex)
      let tag: StaticString = "[SESSION_HEADER]"
      if tag.withUTF8Buffer({ unsafe bytes[rest].starts(with: $0) }) {
        rest = unsafe bytes.trimmed(rest.dropFirst(tag.utf8CodeUnitCount))
      } else if unsafe bytes[rest].first == UInt8(ascii: "["),
        unsafe bytes[rest].last == UInt8(ascii: "]")
      {
        rest = unsafe bytes.trimmed(rest.dropFirst().dropLast())
      } else if unsafe bytes[rest].first == UInt8(ascii: "["),
        unsafe SessionHeader.isLine(String(decoding: bytes[rest].prefix(16), as: UTF8.self))
      {
        // It was never closed.
        rest = rest.dropFirst()
      }
      var at = rest.lowerBound
      while at < rest.upperBound {
        let end = unsafe min(bytes.lineEnd(from: at), rest.upperBound)
        let line = unsafe bytes.trimmed(at..<end)
        if !line.isEmpty { unsafe read(line, of: bytes) }
        at = end + 1
      }
    }
    if isEmpty { return nil }
  }

  /// Reads the lines `Timestamp:`, `Location:` and `Key Game Stats:` that a paragraph of a text
  /// begins with; nil where there is none.
  init?(writtenIn text: String) {
    guard let lines = SessionHeader.writtenLines(text) else { return nil }
    let header = text.lines[lines].map { line in
      let line = line.trimmed
      return line.hasPrefix("Key Game Stats:") ? "Status:" + line.dropFirst(15) : line
    }
    self.init(text: header.joined(separator: "\n"))
    isWritten = true
  }

  /// A text behind the header that is written in it; all of it where none is.
  static func text(behindHeaderIn text: String) -> String {
    guard let lines = writtenLines(text) else { return text }
    return text.lines[lines.upperBound...].joined(separator: "\n").trimmed
  }

  /// The lines of a text that are a header.
  private static func writtenLines(_ text: String) -> Range<Int>? {
    guard text.holds("Timestamp:"), text.holds("Location:") else { return nil }
    let lines = text.lines
    for start in lines.indices.dropLast()
    where lines[start].hasPrefix("Timestamp:") && lines[start + 1].hasPrefix("Location:") {
      guard start == 0 || lines[start - 1].trimmed.isEmpty else { continue }
      let end = lines[start...].firstIndex { line in
        !isLine(line) && !line.hasPrefix("Key Game Stats:") && !line.hasPrefix("Resources:")
      }
      return start..<(end ?? lines.count)
    }
    return nil
  }

  /// Takes one line, without blanks at its ends.
  private mutating func read(_ line: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) {
    func text(_ range: Range<Int>) -> String {
      unsafe SessionHeader.balanced(String(decoding: bytes[range], as: UTF8.self))
    }
    if let colon = unsafe bytes[line].firstIndex(of: UInt8(ascii: ":")) {
      let key = unsafe bytes[bytes.trimmed(line.lowerBound..<colon)]
      let value = unsafe bytes.trimmed(colon + 1..<line.upperBound)
      if unsafe SessionHeader.is(key, "timestamp") { return timestamp = text(value) }
      if unsafe SessionHeader.is(key, "location") { return location = text(value) }
      if unsafe SessionHeader.is(key, "status") { return status = text(value) }
      if unsafe SessionHeader.is(key, "conditions") { return conditions = text(value) }
      if unsafe SessionHeader.is(key, "resources") { return resources = text(value) }
    }
    if isEmpty { beginsWithOther = true }
    others.append(text(line))
  }

  /// A value without a bracket at its end that closes none of its own: it is the header's.
  static func balanced(_ value: String) -> String {
    guard value.utf8.last == UInt8(ascii: "]") else { return value }
    var depth = 0
    for byte in value.utf8 {
      if byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: "]") { depth -= 1 }
    }
    return depth < 0 ? Substring(value.utf8.dropLast()).trimmed : value
  }

  /// Indicates whether a line begins with the name of one of a header's fields.
  static func isLine(_ line: some StringProtocol) -> Bool {
    let line = line.drop { $0 == "[" || $0 == "*" }
    return ["Timestamp:", "Location:", "Status:", "Conditions:"].contains { line.hasPrefix($0) }
  }

  /// Indicates whether a key is that word, in whatever case and emphasis.
  private static func `is`(
    _ key: Slice<UnsafeBufferPointer<UInt8>>, _ word: StaticString
  ) -> Bool {
    word.withUTF8Buffer { word in
      var at = 0
      for index in unsafe key.indices where unsafe key[index] != UInt8(ascii: "*") {
        guard at < word.count, unsafe key[index] | 0x20 == word[at] else { return false }
        at += 1
      }
      return at == word.count
    }
  }

  /// The time without fractions of seconds, which no calendar of a story has.
  var shownTime: String {
    guard timestamp.holds(UInt8(ascii: ".")) else { return timestamp }
    return timestamp.replacing(/(:\d\d)\.\d+/) { String($0.output.1) }
  }

  /// The remaining resources, from the header and a field of its own.
  func resources(with field: String) -> String {
    resources == field || resources.isEmpty
      ? field : [resources, field].filter { !$0.isEmpty }.joined(separator: " | ")
  }

  /// The conditions without those that are none: `Exhaustion: 0`, `Inspiration: No`.
  var notableConditions: String {
    guard conditions.holds(UInt8(ascii: "|")) else {
      let only = conditions.trimmed
      return SessionHeader.isNotable(only) ? only : ""
    }
    return conditions.split(separator: "|").map(\.trimmed).filter(SessionHeader.isNotable)
      .joined(separator: " | ")
  }

  private static func isNotable(_ condition: String) -> Bool {
    switch condition.lowercased() {
    case "", "none", "normal", "healthy": false
    case let part:
      !part.hasSuffix(": 0") && !part.hasSuffix(": no") && !part.hasSuffix(": none")
    }
  }

  /// Level, hit points, experience and gold from the status.
  public var figures: Figures { Figures(status: status) }

  public struct Figures: Hashable, Sendable {
    public var level: Int?
    public var hitPoints: Int?
    public var hitPointsMaximum: Int?
    public var temporaryHitPoints: Int?
    public var experience: Int?
    public var gold: Int?

    /// The parts between bars, or commas before a space.
    private static func parts(of status: String) -> [String] {
      status.utf8.split(separator: UInt8(ascii: "|")).flatMap { part in
        var parts: [String] = []
        var start = part.startIndex
        var at = start
        while at < part.endIndex {
          let next = part.index(after: at)
          if part[at] == UInt8(ascii: ","), next < part.endIndex, part[next] == 0x20 {
            parts.append(Substring(part[start..<at]).trimmed)
            start = part.index(after: next)
            at = start
          } else {
            at = next
          }
        }
        parts.append(Substring(part[start...]).trimmed)
        return parts
      }
    }

    /// Reads `Lvl 4 Herald | HP: 29/29 (Temp: 0) | XP: 3376/6500 | Gold: 230gp`, and
    /// `Level 4, HP 29/29, XP 3,376`.
    init(status: String) {
      for part in Figures.parts(of: status) {
        let lower = part.lowercased()
        if lower.hasPrefix("lvl") || lower.hasPrefix("level") {
          level = LenientReader.leadingNumber(part.drop { !$0.isNumber }.prefix(4))
        } else if lower.hasPrefix("hp:") || lower.hasPrefix("hp ") {
          let value = part.dropFirst(3)
          hitPoints = LenientReader.leadingNumber(value)
          if let slash = value.firstIndex(of: "/") {
            hitPointsMaximum = LenientReader.leadingNumber(value[value.index(after: slash)...])
          }
          if let temp = lower.firstRange(of: "temp:") {
            temporaryHitPoints = LenientReader.leadingNumber(lower[temp.upperBound...])
          }
        } else if lower.hasPrefix("xp:") || lower.hasPrefix("xp ") {
          experience = LenientReader.leadingNumber(part.dropFirst(3))
        } else if lower.hasPrefix("gold:") {
          gold = LenientReader.leadingNumber(part.dropFirst(5))
        }
      }
    }
  }
}
