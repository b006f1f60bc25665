// SPDX-License-Identifier: MIT
// Part of Platen: agenda, notes, polls and things to do, with errors reported by field.

internal import Diagnostics
internal import JSON
internal import Readers

/// Reads what people write beside a meeting, from members of a bundle or of a file of its own.
struct SideReader {
  /// The members of Platen's own format.
  static let keys = ["title", "agenda", "notes", "polls", "actions", "next"]

  private(set) var notes = SideNotes()
  private(set) var title = ""
  /// Indicates whether any member was of Platen's own format.
  private(set) var isUsed = false
  private(set) var errors: [Diagnostic] = []
  let file: String

  init(file: String) { self.file = file }

  /// Takes a member; returns false for one that Platen's format does not have.
  mutating func take(_ key: String, _ view: JSONView) -> Bool {
    guard view.kind != .null else { return SideReader.keys.contains(key) }
    switch key {
    case "title": title = text(view, key)
    case "next": notes.next = text(view, key)
    case "notes": readNotes(view)
    case "agenda": readAgenda(view)
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

  /// Markdown, one text or several.
  private mutating func readNotes(_ view: JSONView) {
    if let text = view.string {
      if !text.trimmed.isEmpty { notes.notes.append(SideNotes.clean(text)) }
      return
    }
    for (field, element) in list(view, "notes") {
      if let text = element.string {
        notes.notes.append(SideNotes.clean(text))
      } else {
        recordError(field, "expected a text", "notes: | and lines of Markdown below it")
      }
    }
  }

  private mutating func readAgenda(_ view: JSONView) {
    for (field, element) in list(view, "agenda") {
      guard element.isObject else {
        notes.agenda.append(SideNotes.AgendaItem(text(element, field)))
        continue
      }
      check(element, field, keys: ["title", "who", "minutes"])
      var item = SideNotes.AgendaItem(text(element["title"], field + ".title"))
      item.who = optional(element["who"], field + ".who")
      if let minutes = element.field("minutes") {
        item.minutes = minutes.looseInt
        if !(1...1440).contains(item.minutes ?? 0) {
          recordError(field + ".minutes", "expected a whole number from 1 to 1440", "minutes: 15")
        }
      }
      notes.agenda.append(item)
    }
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
