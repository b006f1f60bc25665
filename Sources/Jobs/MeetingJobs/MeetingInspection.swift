// SPDX-License-Identifier: MIT
// Part of Platen: the inspection of a meeting's file: its contents in numbers.

internal import Database
package import Diagnostics
internal import Documents
internal import JSON
internal import JobKit
internal import Meetings
package import Pipeline
internal import Readers
internal import Text

/// The result of inspecting a file of a meeting.
package struct MeetingInspection: FileInspection {
  /// The file as the user named it.
  package let path: String
  package let warnings: [Diagnostic]
  private let meeting: Meeting
  private let attendance: Attendance
  private let format: String

  /// Indicates whether bytes seem to be a meeting, by how they begin.
  package static func recognizes(_ bytes: FileBytes, path: String) -> Bool {
    let name = path.lowercased()
    if [".minutes.yaml", ".minutes.yml"].contains(where: name.hasSuffix) { return true }
    if [".yaml", ".yml"].contains(where: name.hasSuffix) { return false }
    if RoomFormat.pathExtensions.contains(where: { name.hasSuffix("." + $0) }) { return true }
    let prefix = Array(bytes.bytes.prefix(1 << 16))
    if RoomFormat(beginning: prefix) != nil { return true }
    let first = FirstBytes(prefix)
    return (first.areOfMeeting || first.areOfTranscript) && !first.names("jobs")
  }

  /// Reads the meeting.
  ///
  /// - Throws: `Failure` placed in the file when there is none in it.
  package init(of bytes: FileBytes, path: String) throws {
    self.path = path
    do {
      let file = try MeetingFiles.readable(NamedBytes(path, bytes.bytes))
      var options = MeetingReader.Options()
      options.tables = MeetingDump.tables
      let read = try MeetingReader.read(files: [file.value], options: options)
      meeting = read.value
      warnings = (file.warnings + read.warnings).map { $0.found(from: SourceLocation(file: path)) }
    } catch let failure as Failure {
      throw failure.inFile(path)
    }
    attendance = Attendance(meeting)
    if Database.recognizes(bytes.bytes) {
      format = "meetings (a server's database)"
    } else if let name = meeting.formats.first, meeting.admin.isEmpty {
      format = "meeting (\(name))"
    } else if meeting.isEmpty {
      format =
        !meeting.events.isEmpty
        ? "what moderators did"
        : meeting.admin.isEmpty
          ? meeting.admin.servers.isEmpty ? "what people add to a meeting" : "a list of servers"
          : "a server's administration"
    } else if meeting.participants.isEmpty {
      format = "meeting (saved chat)"
    } else {
      format = "meeting"
    }
  }

  private var span: (first: String, last: String)? {
    let clock = MeetingClock(zone: .utc, phrases: .english, base: meeting.timeBase)
    return meeting.span.map { (clock.iso($0.from), clock.iso($0.to)) }
  }

  /// Those that people added and those of the chat.
  private var polls: Int {
    meeting.side.polls.count + meeting.messages.count { $0.poll != nil }
  }

  /// One line: its kind, its size, its time.
  package var line: String {
    var parts = [format]
    parts.append(counted(attendance.attendees.count, "person", "people"))
    parts.append(counted(meeting.messages.count, "message"))
    if !meeting.speech.isEmpty { parts.append(counted(meeting.speech.count, "spoken line")) }
    if !meeting.events.isEmpty { parts.append(counted(meeting.events.count, "event")) }
    if let span { parts.append("from \(span.first)") }
    if !warnings.isEmpty { parts.append(counted(warnings.count, "warning")) }
    let name = meeting.room.name.isEmpty ? "" : "\"\(printable(meeting.room.name, limit: 80))\", "
    return "\(printable(path)): \(name)" + parts.joined(separator: ", ")
  }

  /// Several lines for people.
  package var text: String {
    var rows: [(String, String)] = [
      ("file", printable(path)), ("format", format),
      ("room", printable(meeting.room.name, limit: 80)),
      ("people", String(attendance.attendees.count)),
      ("messages", String(meeting.messages.count)), ("events", String(meeting.events.count)),
      ("images", String(meeting.images.count)),
    ]
    if let span { rows.append(("time", "\(span.first) to \(span.last)")) }
    if !meeting.speech.isEmpty { rows.append(("speech", String(meeting.speech.count))) }
    if polls > 0 { rows.append(("polls", String(polls))) }
    let reactions = meeting.messages.reduce(0) { $0 + $1.reactions.count }
    if reactions > 0 { rows.append(("reactions", String(reactions))) }
    let failed = meeting.messages.count { $0.delivery == .failed }
    if failed > 0 { rows.append(("undelivered", String(failed))) }
    if !meeting.recordings.isEmpty {
      rows.append(("recordings", String(meeting.recordings.count)))
    }
    if !meeting.admin.isEmpty {
      rows.append(("users", String(meeting.admin.users.count)))
      rows.append(("rooms", String(meeting.admin.rooms.count)))
    }
    rows.append(("warnings", String(warnings.count)))
    return table(rows)
  }

  /// One JSON object on one line; keys are only ever added.
  package func json(withGeometry: Bool) -> String {
    var json = JSONWriter(indent: nil)
    json.object { json in
      json.member("file", path)
      json.member("format", "meeting")
      json.member("source", format)
      json.member("room", meeting.room.name)
      json.member("people", attendance.attendees.count)
      json.member("participants", meeting.participants.count)
      json.member("messages", meeting.messages.count)
      json.member("events", meeting.events.count)
      json.member("images", meeting.images.count)
      json.member("polls", polls)
      json.member("reactions", meeting.messages.reduce(0) { $0 + $1.reactions.count })
      json.member("recordings", meeting.recordings.count)
      json.member("users", meeting.admin.users.count)
      json.member("rooms", meeting.admin.rooms.count)
      json.member("first", span?.first)
      json.member("last", span?.last)
      json.member("spoken-lines", meeting.speech.count)
      json.member("warnings", warnings)
    }
    return json.text + "\n"
  }
}
