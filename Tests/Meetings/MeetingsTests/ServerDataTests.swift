// SPDX-License-Identifier: MIT
// Part of Platen: tests of apps, uploads, sessions, webhooks, replies and what is not read.

import Database
import Diagnostics
import Documents
import Readers
import TestSupport
import Testing

@testable import Meetings

@Suite struct ServerDataTests {
  private func json(_ meeting: Meeting) throws -> String {
    String(decoding: try MeetingTables(meeting, options: MinutesOptions()).json(), as: UTF8.self)
  }

  private func message(_ id: String, _ text: String, _ more: String) -> String {
    """
    {"id": "\(id)", "timestamp": \(Club.start), "senderName": "Ada", "senderIdentity": "u1",
     "message": "\(text)", "attachments": []\(more)}
    """
  }

  @Test func repliesEditsAndDeletionsAreShown() throws {
    let chat = [
      message("m1", "Shall we?", ""), message("m2", "Yes", ", \"replyTo\": \"m1\""),
      message("m3", "No", ", \"replyTo\": {\"id\": \"gone\"}, \"editedAt\": \(Club.start)"),
      message("m4", "TODO: secret plan", ", \"deleted\": true"),
    ]
    let read = try read(("a.json", "[" + chat.joined(separator: ",") + "]"))
    #expect(read.warnings.isEmpty)
    let document = try Minutes.document(of: read.value, options: MinutesOptions()).value
    let words = document.lines.joined(separator: "\n")
    #expect(words.contains("Reply to Ada: Shall we?\nYes"))
    #expect(words.contains("Reply to a message that is missing\nNo\n(edited)"))
    #expect(words.contains("(message deleted)") && !words.contains("secret plan"))
    let data = try json(read.value)
    #expect(data.contains("\"reply-to\": \"m1\"") && data.contains("\"is-deleted\": true"))
    #expect(data.contains("secret plan"))
  }

  @Test func whatIsNotReadIsKeptWithItsPlace() throws {
    let text = """
      {"room": \(Club.room.dropLast()), "topic": {"apiToken": "hush"}},
       "chat": [\(message("m1", "Hi", "")), {"type": "stage_set", "stage": {"kind": "youtube"}}, 7],
       "zq": [1]}
      """
    let read = try read(("dir/a.json", text))
    #expect(
      read.value.unread.map { "\($0.file) \($0.field) \($0.json)" } == [
        #"a.json room.topic {"apiToken":"••••••••"}"#,
        #"a.json chat[1] {"type":"stage_set","stage":{"kind":"youtube"}}"#,
        "a.json chat[2] 7", "a.json zq [1]",
      ])
    #expect(read.warnings.count == 4)
    let data = try json(read.value)
    #expect(data.contains("\"unread\"") && !data.contains("hush"))
    var options = MinutesOptions()
    options.includesModeration = false
    let open = String(
      decoding: try MeetingTables(read.value, options: options).json(), as: UTF8.self)
    #expect(!open.contains("\"unread\""))
  }

  @Test func sessionsFindTheirUser() throws {
    let user = "00000000-0000-4000-8000-000000000001"
    let sessions = """
      {"sessions": [{"id": "p1", "roomId": "r1", "roomName": "tea-room", "durationSeconds": 60,
        "joinedAt": "2026-03-13T19:00:00Z", "leftAt": "2026-03-13T19:01:00Z", "isActive": false}],
       "total": 1, "page": 1, "limit": 50}
      """
    let named = try read(("sessions-\(user).json", sessions))
    #expect(named.warnings.isEmpty)
    #expect(named.value.participants.map(\.identity) == [user])
    #expect(named.value.room.name == "tea-room")
    let row = Club.row("u7", "Ada", "\(Club.start)", "null", ", \"id\": \"p1\"")
    let beside = try read(("s.json", sessions), ("r.json", "{\"participants\": [\(row)]}"))
    #expect(beside.value.participants.map(\.identity) == ["u7"])
    #expect(beside.value.participants[0].left != nil)
    let alone = try read(("s.json", sessions))
    #expect(alone.warnings.map(\.code) == ["meeting.sessions"])
    #expect(alone.value.unread.count == 1 && alone.value.participants.isEmpty)
  }

  @Test func webhooksAreEvents() throws {
    let lines = ["participant.joined", "room.ended", "ping"].map { name in
      """
      {"event": "\(name)", "timestamp": "2026-03-13T19:00:00Z",
       "data": {"roomId": "r1", "roomName": "tea-room", "userId": "u1"}}
      """.replacing("\n", with: "")
    }
    let read = try read(("hooks.jsonl", lines.joined(separator: "\n")))
    #expect(read.value.events.map(\.name) == ["room_joined", "room_ended"])
    #expect(read.value.unread.count == 1)
  }

  @Test func votersHaveTheirNames() throws {
    let poll = """
      , "poll": {"id": "p", "question": "Q?", "options": [{"id": "a", "text": "Yes"},
        {"id": "b", "text": "No"}], "votes": {"u1": "a", "u9": "a"}}
      """
    let meeting = try read(("a.json", "[\(message("m1", "", poll))]")).value
    let document = try Minutes.document(of: meeting, options: MinutesOptions()).value
    #expect(
      document.table("poll") == [["Yes", "2", "100 %", "Ada, someone"], ["No", "0", "0 %", ""]])
  }

  @Test func nobodyWaitsInARoomWithoutApproval() throws {
    let row = Club.row("u1", "Ada", "\(Club.start)", "null", ", \"isApproved\": false")
    for (needed, flags) in [("false", []), ("true", [Attendee.Flag.notApproved])] {
      let room = Club.room.replacing("\"allowChat\"", with: "\"requireApproval\": \(needed), \"x\"")
      let meeting = try read(("a.json", "{\"room\": \(room), \"participants\": [\(row)]}")).value
      #expect(Attendance(meeting).attendees[0].flags == flags)
    }
  }

  @Test func tablesOfADumpAreRead() throws {
    var tables = ServerTables()
    tables.tables["rooms"] = .init(
      columns: ["id", "name", "created_by"], rows: [[.text("r1"), .text("tea-room"), .text("u1")]])
    tables.tables["room_participants"] = .init(
      columns: ["room_id", "user_id", "joined_at"],
      rows: [[.text("r1"), .text("u1"), .text("2026-03-13 18:30:00+00")]])
    tables.tables["users"] = .init(columns: ["id", "name"], rows: [[.text("u1"), .text("Ada")]])
    tables.tables["chat_uploads"] = .init(
      columns: ["room_id", "uploaded_by", "file_hash", "extension", "file_size"],
      rows: [[.text("r1"), .text("u1"), .text("00ff"), .text(".pdf"), .integer(2_000_000)]])
    var options = MeetingReader.Options()
    let dump = tables
    options.tables = { _ in Diagnosed(dump) }
    let meeting = try read(("server.sql", "x"), options: options).value
    #expect(Attendance(meeting).attendees.map(\.name) == ["Ada"])
    #expect(meeting.participants[0].joined?.seconds == 1_773_426_600)
    let document = try Minutes.document(of: meeting, options: MinutesOptions()).value
    #expect(document.table("uploads") == [["time unknown", "Ada", "00ff….pdf", "2 MB"]])
    #expect(faults { try read(("server.sql", "x")) }.map(\.code) == ["meeting.format"])
  }

  /// The database that the project's own migrations made.
  @Test(.enabled(if: Shared.isPresent))
  func appsAndEventsOfTheDatabase() throws {
    let bytes = try Shared.bytes("meetings/today/bedrud.db")
    var options = MeetingReader.Options()
    options.room = try RoomLink("vault-run")
    let read = try MeetingReader.read(
      files: [NamedBytes("bedrud.db", bytes)], options: options)
    let meeting = read.value
    #expect(meeting.apps.map(\.name) == ["Checklist"] && meeting.apps[0].updates.count == 2)
    #expect(meeting.uploads.count == 3 && !"\(meeting)".contains("SECRET"))
    let document = try Minutes.document(of: meeting, options: MinutesOptions()).value
    #expect(document.table("apps").map { $0[2] }.contains("Agenda: 2 of 3 done"))
    options.room?.name = "00000000-0000-4000-8000-0000000000a0"
    let archived = try MeetingReader.read(
      files: [NamedBytes("bedrud.db", bytes)], options: options
    ).value
    #expect(archived.events.map(\.name) == ["room_joined", "room_joined", "room_ended"])
    #expect(!"\(archived)".contains("SECRET"))
  }
}
