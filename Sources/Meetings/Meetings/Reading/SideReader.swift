// SPDX-License-Identifier: MIT
// Part of Platen: agenda, notes, polls and things to do, with errors reported by field.

internal import Diagnostics
internal import JSON
internal import Readers

/// Reads what people write beside a meeting, from members of a bundle or of a file of its own.
struct SideReader {
  /// The members of Platen's own format.
  static let keys = leadingKeys + ["place", "start", "end", "chair", "present"]
  /// Those by which a file is recognized as one of Platen's own format.
  static let leadingKeys = [
    "title", "agenda", "notes", "polls", "actions", "next", "decisions", "apologies", "quorum",
    "signatures",
  ]
  /// Levels of agenda items.
  private static let deepest = 4

  private(set) var notes = SideNotes()
  private(set) var title = ""
  /// Indicates whether any member was of Platen's own format.
  private(set) var isUsed = false
  /// The beginning and the end of the meeting; nil where they are not specified.
  private(set) var begun: RoomTime?
  private(set) var ended: RoomTime?
  private(set) var errors: [Diagnostic] = []
  let file: String

  init(file: String) { self.file = file }

  /// Takes a member; returns false for one that Platen's format does not have.
  mutating func take(_ key: String, _ view: JSONView) -> Bool {
    guard view.kind != .null else { return SideReader.keys.contains(key) }
    switch key {
    case "title": title = text(view, key)
    case "next": notes.next = text(view, key)
    case "place": notes.place = text(view, key)
    case "chair": notes.chair = text(view, key)
    case "start": begun = time(view, key)
    case "end": ended = time(view, key)
    case "present": notes.present += people(view, key, remark: "role")
    case "apologies": notes.apologies += people(view, key, remark: "reason")
    case "quorum": readQuorum(view)
    case "decisions": readDecisions(view)
    case "signatures":
      if let flag = view.kind == .bool ? view.bool : nil {
        notes.signatures = flag ? .standard : .none
      } else {
        notes.signatures = .people(people(view, key, remark: "role"))
      }
    case "notes": notes.notes += markdown(view, key)
    case "agenda": notes.agenda += agenda(view, key, depth: 0)
    case "polls": readPolls(view)
    case "actions": readActions(view)
    default: return false
    }
    isUsed = true
    return true
  }

  private mutating func recordError(_ field: String, _ message: String, _ hint: String) {
    guard errors.count < 50 else { return }
    errors.append(
      .error(
        .meetingSide, message, at: SourceLocation(file: file, field: field), hints: [hint]))
  }

  /// A text that must be there.
  private mutating func text(_ view: JSONView?, _ field: String) -> String {
    guard let text = view?.looseString, !text.trimmed.isEmpty, view?.kind != .bool else {
      recordError(
        field, "expected a text", "\(field.split(separator: ".").last ?? "text"): some words")
      return ""
    }
    return String(text.prefix(2000)).line
  }

  private mutating func optional(_ view: JSONView?, _ field: String) -> String {
    guard let view, view.kind != .null else { return "" }
    return text(view, field)
  }

  /// The elements of a list, each with its field.
  private mutating func list(_ view: JSONView, _ field: String) -> [(String, JSONView)] {
    guard view.isArray else {
      recordError(field, "expected a list", "\(field): [ … ]")
      return []
    }
    guard view.count <= 10_000 else {
      recordError(field, "more than 10,000 entries", "split it")
      return []
    }
    return view.elements.enumerated().map { ("\(field)[\($0)]", $1) }
  }

  private mutating func check(_ view: JSONView, _ field: String, keys: [String]) {
    for member in view.members where !keys.contains(member.key) {
      recordError(
        "\(field).\(printable(member.key, limit: 40))", "unknown key",
        nearMissHint(member.key, among: keys))
    }
  }

  /// A time by the clocks of the meeting's zone, or with its offset.
  private mutating func time(_ view: JSONView, _ field: String) -> RoomTime? {
    let words = text(view, field)
    guard !words.isEmpty else { return nil }
    do {
      return try RecordingStart(words).time
    } catch {
      recordError(field, "invalid time", "\(field): 2026-11-20 20:00")
      return nil
    }
  }

  /// Names, each alone or with a remark.
  private mutating func people(
    _ view: JSONView, _ field: String, remark: String
  ) -> [SideNotes.Person] {
    list(view, field).map { field, element in
      guard element.isObject else { return SideNotes.Person(text(element, field)) }
      check(element, field, keys: ["name", remark])
      let member = element.members.first { $0.key == remark }?.value
      return SideNotes.Person(
        text(element["name"], field + ".name"), remark: optional(member, "\(field).\(remark)"))
    }
  }

  /// A whole number of at least 0.
  private mutating func count(_ view: JSONView?, _ field: String) -> Int? {
    guard let view, view.kind != .null else { return nil }
    guard view.kind != .bool, let number = view.looseInt, (0...1_000_000).contains(number) else {
      recordError(
        field, "expected a whole number of at least 0",
        "\(field.split(separator: ".").last ?? ""): 3")
      return nil
    }
    return number
  }

  private mutating func readQuorum(_ view: JSONView) {
    guard view.isObject else {
      notes.quorum = count(view, "quorum").map { SideNotes.Quorum(required: $0) }
      return
    }
    check(view, "quorum", keys: ["required", "present"])
    guard let required = count(view["required"], "quorum.required") else {
      return recordError("quorum.required", "a quorum has a number", "quorum: 5")
    }
    notes.quorum = SideNotes.Quorum(
      required: required, present: count(view["present"], "quorum.present"))
  }

  private mutating func readDecisions(_ view: JSONView) {
    for (field, element) in list(view, "decisions") {
      guard element.isObject else {
        notes.decisions.append(SideNotes.Decision(text(element, field)))
        continue
      }
      check(
        element, field,
        keys: [
          "text", "number", "item", "for", "against", "abstained", "result", "proposed-by",
          "seconded-by",
        ])
      var decision = SideNotes.Decision(text(element["text"], field + ".text"))
      decision.number = optional(element["number"], field + ".number")
      decision.item = optional(element["item"], field + ".item")
      decision.ayes = count(element["for"], field + ".for")
      decision.noes = count(element["against"], field + ".against")
      decision.abstentions = count(element["abstained"], field + ".abstained")
      decision.result = optional(element["result"], field + ".result")
      decision.proposedBy = optional(element["proposed-by"], field + ".proposed-by")
      decision.secondedBy = optional(element["seconded-by"], field + ".seconded-by")
      notes.decisions.append(decision)
    }
  }

  /// Markdown, one text or several.
  private mutating func markdown(_ view: JSONView, _ field: String) -> [String] {
    if let text = view.string { return text.trimmed.isEmpty ? [] : [SideNotes.clean(text)] }
    var texts: [String] = []
    for (field, element) in list(view, field) {
      if let text = element.string {
        texts.append(SideNotes.clean(text))
      } else {
        recordError(field, "expected a text", "notes: | and lines of Markdown below it")
      }
    }
    return texts
  }

  private mutating func agenda(
    _ view: JSONView, _ field: String, depth: Int
  ) -> [SideNotes.AgendaItem] {
    guard depth < SideReader.deepest else {
      recordError(field, "more than \(SideReader.deepest) levels of items", "move it up")
      return []
    }
    var items: [SideNotes.AgendaItem] = []
    for (field, element) in list(view, field) {
      guard element.isObject else {
        items.append(SideNotes.AgendaItem(text(element, field)))
        continue
      }
      check(element, field, keys: ["title", "who", "minutes", "number", "notes", "items"])
      var item = SideNotes.AgendaItem(text(element["title"], field + ".title"))
      item.who = optional(element["who"], field + ".who")
      if let minutes = element.field("minutes") {
        item.minutes = minutes.looseInt
        if !(1...1440).contains(item.minutes ?? 0) {
          recordError(field + ".minutes", "expected a whole number from 1 to 1440", "minutes: 15")
        }
      }
      item.number = optional(element["number"], field + ".number")
      if let notes = element.field("notes") { item.notes = markdown(notes, field + ".notes") }
      if let inner = element.field("items") {
        item.items = agenda(inner, field + ".items", depth: depth + 1)
      }
      items.append(item)
    }
    return items
  }

  private mutating func readPolls(_ view: JSONView) {
    for (field, element) in list(view, "polls") {
      guard element.isObject else {
        recordError(field, "expected a poll", "{ question: …, options: [{ label: …, votes: 3 }] }")
        continue
      }
      check(element, field, keys: ["question", "options", "closed-at"])
      var poll = SideNotes.Poll(text(element["question"], field + ".question"), [])
      if let options = element.field("options") {
        for (field, option) in list(options, field + ".options") {
          check(option, field, keys: ["label", "votes"])
          let label = text(option["label"], field + ".label")
          let votes = option["votes"]?.looseInt
          if votes == nil || option["votes"]?.kind == .bool
            || !(0...1_000_000).contains(votes ?? -1)
          {
            recordError(field + ".votes", "expected a whole number of at least 0", "votes: 3")
          }
          poll.options.append(
            SideNotes.Poll.Option(label, votes: min(max(votes ?? 0, 0), 1_000_000)))
        }
      }
      if poll.options.isEmpty {
        recordError(field + ".options", "a poll has options", "options: [{ label: Yes, votes: 3 }]")
      }
      if let closed = element.field("closed-at") {
        poll.closed = Timestamp(meeting: closed)
        if poll.closed == nil {
          recordError(field + ".closed-at", "invalid time", "closed-at: 2026-11-20T21:00:00Z")
        }
      }
      notes.polls.append(poll)
    }
  }

  private mutating func readActions(_ view: JSONView) {
    for (field, element) in list(view, "actions") {
      guard element.isObject else {
        notes.actions.append(SideNotes.Action(text(element, field)))
        continue
      }
      check(element, field, keys: ["text", "who", "due", "done"])
      var action = SideNotes.Action(text(element["text"], field + ".text"))
      action.who = optional(element["who"], field + ".who")
      action.due = optional(element["due"], field + ".due")
      if let done = element.field("done") {
        guard let isDone = done.looseBool else {
          recordError(field + ".done", "expected true or false", "done: true")
          continue
        }
        action.isDone = isDone
      }
      notes.actions.append(action)
    }
  }
}

extension SideNotes {
  /// Markdown none of whose lines turns what follows it.
  static func clean(_ text: String) -> String {
    guard text.hasDirectionControls else { return text }
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { String($0).withClosedIsolates }.joined(separator: "\n")
  }
}
