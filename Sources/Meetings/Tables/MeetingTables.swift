// SPDX-License-Identifier: MIT
// Part of Platen: attendance and chat for programs: CSV and JSON.

internal import JSON
internal import Readers

/// A meeting as tables. Times are ISO 8601 by the clocks of the zone; words are the same in every
/// language.
public struct MeetingTables: Sendable {
  private let meeting: Meeting
  private let attendance: Attendance
  private let clock: MeetingClock
  private let tellsModeration: Bool

  public init(_ meeting: Meeting, options: MinutesOptions) {
    self.meeting = meeting
    attendance = Attendance(meeting)
    clock = options.clock
    tellsModeration = options.tellsModeration
  }

  /// A row for each person: durations in seconds where both ends are known, `open` in `left` where
  /// no end was recorded.
  ///
  /// - Throws: `Failure` `meeting.empty` where nobody was there.
  public func attendanceCSV() throws -> [UInt8] {
    try Minutes.check(meeting)
    var csv = CSVText()
    let head = ["name", "identity", "role", "joined", "left", "seconds", "messages", "source"]
    let flags = ["muted", "video_off", "chat_blocked", "banned", "on_stage"]
    csv.row(head + (tellsModeration ? flags : []))
    for row in attendance.attendees {
      let seconds = row.joined.flatMap { from in row.left.map { $0.seconds - from.seconds } }
      var cells = [
        row.name, row.identity, row.role.rawValue, row.joined.map(clock.iso) ?? "",
        row.left.map(clock.iso) ?? (row.joined == nil ? "" : "open"),
        seconds.map { $0 >= 0 ? String($0) : "" } ?? "", String(row.messages),
        row.isChatOnly ? "chat" : "last visit",
      ]
      if tellsModeration {
        let known: [Attendee.Flag] = [.muted, .videoOff, .chatBlocked, .banned, .onStage]
        cells += known.map { row.isChatOnly ? "" : row.flags.contains($0) ? "true" : "false" }
      }
      csv.row(cells)
    }
    return csv.bytes
  }

  /// A row for each message, its pictures by their file names in the archive, or their addresses.
  ///
  /// - Throws: `Failure` `meeting.empty` where nobody was there.
  public func chatCSV() throws -> [UInt8] {
    try Minutes.check(meeting)
    var csv = CSVText()
    csv.row(["time", "sender", "identity", "message", "attachments"])
    for message in meeting.messages {
      csv.row([
        message.time.map(clock.iso) ?? "", attendance.sender(of: message), message.identity,
        message.text, message.attachments.map(name).joined(separator: " "),
      ])
    }
    return csv.bytes
  }

  private func name(_ attachment: Attachment) -> String {
    if case .picture(let index) = attachment.source { return meeting.pictures[index].fileName }
    return attachment.url.isEmpty ? attachment.name : attachment.url
  }

  /// Room, attendance and chat with all that is known of them.
  ///
  /// - Throws: `Failure` `meeting.empty` where nobody was there.
  public func json() throws -> [UInt8] {
    try Minutes.check(meeting)
    var json = JSONWriter(indent: 1)
    json.object { json in
      json.member("format", "platen-meeting")
      json.member("version", 1)
      json.member("zone", clock.zone.name)
      json.member("instance", meeting.instance.isEmpty ? nil : meeting.instance)
      json.member(
        "room",
        object: { json in
          json.member("id", meeting.room.id)
          json.member("name", meeting.room.name)
          json.member("link", meeting.room.link)
          json.member("createdAt", meeting.room.created.map(clock.iso))
        })
      json.member(
        "attendance",
        array: { json in
          for row in attendance.attendees { write(row, to: &json) }
        })
      json.member(
        "chat",
        array: { json in
          for message in meeting.messages { write(message, to: &json) }
        })
      guard tellsModeration else { return }
      json.member(
        "moderation",
        array: { json in
          for event in meeting.events {
            json.object { json in
              json.member("time", event.time.map(clock.iso))
              json.member("event", event.name)
              json.member("actor", event.actor)
              json.member("actorName", attendance.name(event.actor))
              json.member("target", event.target)
              json.member("targetName", attendance.name(event.target))
            }
          }
        })
    }
    return json.utf8 + [0x0A]
  }

  private func write(_ row: Attendee, to json: inout JSONWriter) {
    json.object { json in
      json.member("name", row.name)
      json.member("identity", row.identity)
      json.member("role", row.role.rawValue)
      json.member("joined", row.joined.map(clock.iso))
      json.member("left", row.left.map(clock.iso))
      json.member("isOpen", row.joined != nil && row.left == nil)
      json.member("messages", row.messages)
      json.member("source", row.isChatOnly ? "chat" : "last visit")
      if tellsModeration {
        json.member(
          "flags", array: { json in for flag in row.flags { json.string(flag.rawValue) } })
      }
    }
  }

  private func write(_ message: Message, to json: inout JSONWriter) {
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
              if case .picture(let index) = attachment.source {
                json.member("file", "attachments/" + meeting.pictures[index].fileName)
              } else {
                json.member("file", String?.none)
              }
              json.member("name", attachment.name)
              json.member("url", attachment.url)
              json.member("mime", attachment.mediaType)
              json.member("w", attachment.width)
              json.member("h", attachment.height)
            }
          }
        })
    }
  }
}
