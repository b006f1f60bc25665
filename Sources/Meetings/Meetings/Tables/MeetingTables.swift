// SPDX-License-Identifier: MIT
// Part of Platen: attendance and chat for programs: CSV and JSON.

internal import CSV
public import Diagnostics
internal import Documents
internal import JSON
internal import Readers
internal import Text

/// A meeting as tables. Times are ISO 8601 by the clocks of the zone; words are the same in every
/// language.
public struct MeetingTables: Sendable {
  /// The meeting as its readers may see it.
  let meeting: Meeting
  /// The warnings about omitted data.
  public let warnings: [Diagnostic]
  private let attendance: Attendance
  private let clock: MeetingClock
  private let phrases: Phrasebook
  private let includesModeration: Bool

  private let dialect: CSVDialect

  public init(_ meeting: Meeting, options: MinutesOptions, dialect: CSVDialect = CSVDialect()) {
    self.dialect = dialect
    let visible = meeting.visible(options)
    self.meeting = visible.value
    warnings = Minutes.idleWarnings(visible.value, options) + visible.warnings
    attendance = Attendance(visible.value)
    clock = options.clock(of: visible.value)
    phrases = options.phrases
    includesModeration = options.includesModeration
  }

  /// A row for each person: durations in seconds where both ends are known, `open` in `left` where
  /// no end was recorded.
  ///
  /// - Throws: `Failure` `meeting.empty` without participants.
  public func attendanceCSV() throws -> [UInt8] {
    try Minutes.check(meeting)
    var csv = CSVText(separator: dialect.separator.first ?? ",", hasMark: dialect.hasMark)
    let head = ["name", "identity", "role", "joined", "left", "seconds", "messages", "source"]
    let flags = ["muted", "video_off", "chat_blocked", "banned", "on_stage"]
    csv.row(head + (includesModeration ? flags : []))
    for row in attendance.attendees {
      let seconds =
        row.seconds ?? row.joined.flatMap { from in row.left.map { $0.seconds - from.seconds } }
      var cells = [
        row.name, row.identity, row.role.rawValue, row.joined.map(clock.iso) ?? "",
        row.left.map(clock.iso) ?? (row.joined == nil ? "" : "open"),
        seconds.map { $0 >= 0 ? String($0) : "" } ?? "", String(row.messages),
        row.source.rawValue,
      ]
      if includesModeration {
        let known: [Attendee.Flag] = [.muted, .videoOff, .chatBlocked, .banned, .onStage]
        cells += known.map { row.hasNoRow ? "" : row.flags.contains($0) ? "true" : "false" }
      }
      csv.row(cells)
    }
    return csv.bytes
  }

  /// A row for each message: its attachments by their file names in the archive, or their addresses;
  /// a poll as its question and options with their votes, reactions with their numbers.
  ///
  /// - Throws: `Failure` `meeting.empty` without participants.
  public func chatCSV() throws -> [UInt8] {
    try Minutes.check(meeting)
    var csv = CSVText(separator: dialect.separator.first ?? ",", hasMark: dialect.hasMark)
    csv.row([
      "time", "sender", "identity", "message", "attachments", "poll", "reactions", "status",
    ])
    for message in meeting.messages {
      csv.row([
        message.time.map(clock.iso) ?? "", attendance.sender(of: message), message.identity,
        message.text, message.attachments.map(name).joined(separator: " "),
        message.poll.map { poll in
          ([poll.question] + poll.counted.map { "\($0.option.text): \($0.votes)" })
            .joined(separator: " | ")
        } ?? "",
        message.reactionCounts.map { "\($0.emoji) \($0.count)" }.joined(separator: " "),
        status(of: message),
      ])
    }
    return csv.bytes
  }

  /// A row for each spoken line.
  ///
  /// - Throws: `Failure` `meeting.empty` without a transcript.
  public func transcriptCSV() throws -> [UInt8] {
    try Minutes.check(meeting)
    guard !meeting.speech.isEmpty || meeting.isIdle else {
      throw Failure(.error(.meetingEmpty, "no transcript found"))
    }
    var csv = CSVText(separator: dialect.separator.first ?? ",", hasMark: dialect.hasMark)
    csv.row(["from", "to", "speaker", "text"])
    for line in meeting.speech {
      csv.row([
        line.from.map(clock.iso) ?? "", line.to.map(clock.iso) ?? "", line.speaker, line.text,
      ])
    }
    return csv.bytes
  }

  /// The action items of the meeting, its notes and its chat.
  private var actionItems: [ActionItem] {
    ActionItems.of(meeting, attendance, clock: clock, phrases: phrases)
  }

  /// Indicates whether the meeting has action items.
  var hasActions: Bool { !actionItems.isEmpty }

  /// A row for each action item: its owner, its day as ISO 8601 has it or as it is written, its state,
  /// and the time of the message it was in.
  ///
  /// - Throws: `Failure` `meeting.empty` without participants.
  public func actionsCSV() throws -> [UInt8] {
    try Minutes.check(meeting)
    var csv = CSVText(separator: dialect.separator.first ?? ",", hasMark: dialect.hasMark)
    csv.row(["task", "owner", "due", "state", "time"])
    for item in actionItems {
      let due = CalendarDate(item.due, phrases).map { CivilDay.text($0.day) } ?? item.due
      csv.row([
        item.text, item.who, due, item.isDone ? "done" : "open", item.time.map(clock.iso) ?? "",
      ])
    }
    return csv.bytes
  }

  /// Words that programs may rely on.
  private func status(of message: Message) -> String {
    [
      message.delivery?.rawValue, message.isIncomplete ? "incomplete" : nil,
      message.isEdited ? "edited" : nil, message.isDeleted ? "deleted" : nil,
    ].compactMap(\.self).joined(separator: " ")
  }

  private func name(_ attachment: Attachment) -> String {
    if case .image(let index) = attachment.source { return meeting.images[index].fileName }
    return attachment.url.isEmpty ? attachment.name : attachment.url
  }

  /// Room, attendance, what people added, and chat, with all that is known of them.
  ///
  /// - Throws: `Failure` `meeting.empty` without participants.
  public func json() throws -> [UInt8] {
    try Minutes.check(meeting)
    var json = JSONWriter(indent: 1)
    json.object { json in
      json.member("format", "platen-meeting")
      json.member("version", 1)
      json.member("time-zone", clock.zone.name)
      if clock.base != .calendar { json.member("times", clock.base.rawValue) }
      json.member("instance", meeting.instance.isEmpty ? nil : meeting.instance)
      json.member("title", meeting.title.isEmpty ? nil : meeting.title)
      json.member(
        "room",
        object: { json in
          json.member("id", meeting.room.id)
          json.member("name", meeting.room.name)
          json.member("link", meeting.room.link)
          json.member("created-at", meeting.room.created.map(clock.iso))
          if let time = meeting.room.lastActivity {
            json.member("last-activity-at", clock.iso(time))
          }
          if let time = meeting.room.archived { json.member("deleted-at", clock.iso(time)) }
        })
      json.member(
        "attendance",
        array: { json in
          for row in attendance.attendees { writeRow(row, to: &json) }
        })
      writeSideNotes(meeting.side, to: &json)
      json.member(
        "chat",
        array: { json in
          for message in meeting.messages { writeMessage(message, to: &json) }
        })
      if !meeting.speech.isEmpty {
        json.member(
          "transcript",
          array: { json in
            for line in meeting.speech { writeLine(line, to: &json) }
          })
      }
      if includesModeration {
        json.member(
          "moderation",
          array: { json in
            for event in meeting.events where event.isModeration { writeEvent(event, to: &json) }
          })
      }
      let others = meeting.events.filter { !$0.isModeration }
      if !others.isEmpty {
        json.member(
          "room-events", array: { json in for event in others { writeEvent(event, to: &json) } })
      }
      if !meeting.recordings.isEmpty {
        json.member(
          "recordings",
          array: { json in
            for recording in meeting.recordings { writeRecording(recording, to: &json) }
          })
      }
      if !meeting.apps.isEmpty {
        json.member("apps", array: { json in for app in meeting.apps { writeApp(app, to: &json) } })
      }
      if !meeting.uploads.isEmpty {
        json.member(
          "uploads",
          array: { json in
            for upload in meeting.uploads {
              json.object { json in
                json.member("file", upload.fileName)
                json.member("identity", upload.sender)
                json.member("name", attendance.name(upload.sender))
                if let bytes = upload.bytes { json.member("size", bytes) }
                json.member("time", upload.time.map(clock.iso))
              }
            }
          })
      }
      // Packets that are not read may be about what moderators did.
      if includesModeration, !meeting.unread.isEmpty {
        json.member(
          "unread",
          array: { json in for record in meeting.unread { writeRecord(record, to: &json) } })
      }
    }
    return json.utf8 + [0x0A]
  }

  private func writeEvent(_ event: RoomEvent, to json: inout JSONWriter) {
    json.object { json in
      json.member("time", event.time.map(clock.iso))
      json.member("event", event.name)
      json.member("actor", event.actor)
      json.member("actor-name", attendance.name(event.actor))
      json.member("target", event.target)
      json.member("target-name", attendance.name(event.target))
      if !event.line.isEmpty { json.member("message", event.line) }
      writeUnread(event.unread, to: &json)
    }
  }

  private func writeApp(_ app: SharedApp, to json: inout JSONWriter) {
    json.object { json in
      json.member("id", app.id)
      json.member("name", app.name)
      json.member("document", app.document)
      json.member("summary", app.summary)
      if !app.info.isEmpty { json.member("info", app.info) }
      json.member("created-by", app.createdBy)
      json.member("created-at", app.created.map(clock.iso))
      if let closed = app.closed { json.member("closed-at", clock.iso(closed)) }
      json.member(
        "updates",
        array: { json in
          for update in app.updates {
            json.object { json in
              json.member("serial", update.serial)
              json.member("identity", update.sender)
              json.member("name", attendance.name(update.sender))
              json.member("time", update.time.map(clock.iso))
              if !update.json.isEmpty {
                json.key("update")
                json.raw(update.json)
              }
            }
          }
        })
    }
  }

  private func writeRecord(_ record: UnreadRecord, to json: inout JSONWriter) {
    json.object { json in
      json.member("file", record.file)
      if let line = record.line { json.member("line", line) }
      if !record.field.isEmpty { json.member("field", record.field) }
      json.key("value")
      json.raw(record.json)
    }
  }

  private func writeRecording(_ recording: Recording, to json: inout JSONWriter) {
    json.object { json in
      json.member("id", recording.id)
      json.member("recording-type", recording.kind)
      json.member("status", recording.status)
      json.member("file-url", recording.url)
      if let bytes = recording.bytes { json.member("file-size", bytes) }
      if let duration = recording.duration { json.member("duration-ms", duration) }
      json.member("created-by", recording.createdBy)
      json.member("started-at", recording.started.map(clock.iso))
      json.member("completed-at", recording.completed.map(clock.iso))
      if !recording.error.isEmpty { json.member("error", recording.error) }
    }
  }

  /// Members that this Platen does not know, as the source has them.
  private func writeUnread(_ unread: [UnreadMember], to json: inout JSONWriter) {
    guard !unread.isEmpty else { return }
    json.member(
      "other",
      object: { json in
        for member in unread {
          json.key(member.name)
          json.raw(member.json)
        }
      })
  }

  /// Writes the data that people added in the format in which it is read.
  private func writeSideNotes(_ side: SideNotes, to json: inout JSONWriter) {
    if !side.place.isEmpty { json.member("place", side.place) }
    if let time = meeting.statedBegin { json.member("start", clock.iso(time)) }
    if let time = meeting.statedEnd { json.member("end", clock.iso(time)) }
    if !side.chair.isEmpty { json.member("chair", side.chair) }
    writePeople(side.present, as: "present", "role", to: &json)
    writePeople(side.apologies, as: "apologies", "reason", to: &json)
    if let quorum = side.quorum {
      json.member(
        "quorum",
        object: { json in
          json.member("required", quorum.required)
          if let present = quorum.present { json.member("present", present) }
        })
    }
    if !side.agenda.isEmpty { writeItems(side.agenda, as: "agenda", to: &json) }
    if !side.decisions.isEmpty {
      json.member(
        "decisions",
        array: { json in for decision in side.decisions { writeDecision(decision, to: &json) } })
    }
    switch side.signatures {
    case .none: break
    case .standard: json.member("signatures", true)
    case .people(let people): writePeople(people, as: "signatures", "role", to: &json)
    }
    if !side.notes.isEmpty {
      json.member("notes", array: { json in for text in side.notes { json.string(text) } })
    }
    if !side.polls.isEmpty {
      json.member("polls", array: { json in for poll in side.polls { writePoll(poll, to: &json) } })
    }
    if !side.actions.isEmpty {
      json.member(
        "actions",
        array: { json in
          for action in side.actions {
            json.object { json in
              json.member("text", action.text)
              if !action.who.isEmpty { json.member("who", action.who) }
              if !action.due.isEmpty { json.member("due", action.due) }
              json.member("done", action.isDone)
            }
          }
        })
    }
    if !side.next.isEmpty { json.member("next", side.next) }
  }

  private func writePeople(
    _ people: [SideNotes.Person], as key: String, _ remark: String, to json: inout JSONWriter
  ) {
    guard !people.isEmpty else { return }
    json.member(
      key,
      array: { json in
        for person in people {
          json.object { json in
            json.member("name", person.name)
            if !person.remark.isEmpty { json.member(remark, person.remark) }
          }
        }
      })
  }

  private func writeItems(
    _ items: [SideNotes.AgendaItem], as key: String, to json: inout JSONWriter
  ) {
    json.member(
      key,
      array: { json in
        for item in items {
          json.object { json in
            json.member("title", item.title)
            if !item.number.isEmpty { json.member("number", item.number) }
            if !item.who.isEmpty { json.member("who", item.who) }
            if let minutes = item.minutes { json.member("minutes", minutes) }
            if !item.notes.isEmpty {
              json.member("notes", array: { json in for text in item.notes { json.string(text) } })
            }
            if !item.items.isEmpty { writeItems(item.items, as: "items", to: &json) }
          }
        }
      })
  }

  private func writeDecision(_ decision: SideNotes.Decision, to json: inout JSONWriter) {
    json.object { json in
      json.member("text", decision.text)
      if !decision.number.isEmpty { json.member("number", decision.number) }
      if !decision.item.isEmpty { json.member("item", decision.item) }
      if let ayes = decision.ayes { json.member("for", ayes) }
      if let noes = decision.noes { json.member("against", noes) }
      if let abstentions = decision.abstentions { json.member("abstained", abstentions) }
      if !decision.result.isEmpty { json.member("result", decision.result) }
      if !decision.proposedBy.isEmpty { json.member("proposed-by", decision.proposedBy) }
      if !decision.secondedBy.isEmpty { json.member("seconded-by", decision.secondedBy) }
    }
  }

  private func writePoll(_ poll: SideNotes.Poll, to json: inout JSONWriter) {
    json.object { json in
      json.member("question", poll.question)
      if let closed = poll.closed { json.member("closed-at", clock.iso(closed)) }
      json.member(
        "options",
        array: { json in
          for option in poll.options {
            json.object { json in
              json.member("label", option.label)
              json.member("votes", option.votes)
            }
          }
        })
    }
  }

  private func writeRow(_ row: Attendee, to json: inout JSONWriter) {
    json.object { json in
      json.member("name", row.name)
      json.member("identity", row.identity)
      json.member("role", row.role.rawValue)
      json.member("joined", row.joined.map(clock.iso))
      json.member("left", row.left.map(clock.iso))
      json.member("is-open", row.joined != nil && row.left == nil)
      if let seconds = row.seconds { json.member("seconds", seconds) }
      if row.visits > 1 { json.member("visits", row.visits) }
      if !row.remark.isEmpty { json.member("remark", row.remark) }
      json.member("messages", row.messages)
      json.member("source", row.source.rawValue)
      if includesModeration {
        json.member(
          "flags", array: { json in for flag in row.flags { json.string(flag.rawValue) } })
      }
    }
  }

  private func writeLine(_ line: SpokenLine, to json: inout JSONWriter) {
    json.object { json in
      json.member("from", line.from.map(clock.iso))
      json.member("to", line.to.map(clock.iso))
      json.member("speaker", line.speaker)
      if !line.identity.isEmpty { json.member("identity", line.identity) }
      json.member("text", line.text)
    }
  }

  private func writeMessage(_ message: Message, to json: inout JSONWriter) {
    json.object { json in
      json.member("id", message.id)
      json.member("time", message.time.map(clock.iso))
      json.member("sender", attendance.sender(of: message))
      json.member("identity", message.identity)
      json.member("message", message.text)
      json.member(
        "attachments",
        array: { json in
          for attachment in message.attachments {
            json.object { json in
              if case .image(let index) = attachment.source {
                json.member("file", "attachments/" + meeting.images[index].fileName)
              } else {
                json.member("file", String?.none)
              }
              json.member("kind", attachment.isFile ? "file" : "image")
              json.member("name", attachment.title.isEmpty ? attachment.name : attachment.title)
              json.member("url", attachment.url)
              json.member("mime", attachment.mediaType)
              json.member("w", attachment.width)
              json.member("h", attachment.height)
              if let size = attachment.size { json.member("size", size) }
              writeUnread(attachment.unread, to: &json)
            }
          }
        })
      if let poll = message.poll { writePoll(poll, to: &json) }
      if !message.reactions.isEmpty {
        writeDeeds(
          message.reactions.map { ($0.identity, $0.emoji) }, as: "reactions", "emoji", to: &json)
      }
      if let delivery = message.delivery { json.member("status", delivery.rawValue) }
      if message.isIncomplete { json.member("is-incomplete", true) }
      if !message.replyTo.isEmpty { json.member("reply-to", message.replyTo) }
      if message.isEdited { json.member("is-edited", true) }
      if message.isDeleted { json.member("is-deleted", true) }
      writeUnread(message.unread, to: &json)
    }
  }

  private func writePoll(_ poll: ChatPoll, to json: inout JSONWriter) {
    json.member(
      "poll",
      object: { json in
        json.member("id", poll.id)
        json.member("question", poll.question)
        json.member(
          "options",
          array: { json in
            for (option, votes) in poll.counted {
              json.object { json in
                json.member("id", option.id)
                json.member("text", option.text)
                json.member("votes", votes)
              }
            }
          })
        writeDeeds(poll.votes.map { ($0.identity, $0.option) }, as: "votes", "option", to: &json)
      })
  }

  /// Writes the actions of people, each with the person.
  private func writeDeeds(
    _ deeds: [(identity: String, what: String)], as list: String, _ key: String,
    to json: inout JSONWriter
  ) {
    json.member(
      list,
      array: { json in
        for deed in deeds {
          json.object { json in
            json.member("identity", deed.identity)
            json.member("name", attendance.name(deed.identity))
            json.member(key, deed.what)
          }
        }
      })
  }
}
