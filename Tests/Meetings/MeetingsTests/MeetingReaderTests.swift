// SPDX-License-Identifier: MIT
// Part of Platen: tests of reading meetings (rows 1, 6, 8, 14, 15 and 18 of the acceptance list).

import Diagnostics
import Documents
import Readers
import TestSupport
import Testing

@testable import Meetings

@Suite struct MeetingReaderTests {
  private let chat = "[\(Club.message(Club.start, "u1", "Ada", "Hello"))]"

  // MARK: Row 1

  @Test func savedChatAsTheClientKeepsIt() throws {
    let meeting = try read(("chat.json", chat)).value
    #expect(meeting.messages.count == 1)
    #expect(meeting.messages[0].text == "Hello")
    #expect(meeting.messages[0].identity == "u1")
    #expect(meeting.messages[0].time == Timestamp(microseconds: Club.start * 1000))
  }

  @Test func theTextOfTheStorage() throws {
    let escaped = chat.split(separator: "\n").joined()
      .replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    #expect(try read(("chat", "\"\(escaped)\"")).value.messages.count == 1)
    let storage = "{\"chat:r1\": \"\(escaped)\", \"theme\": \"dark\"}"
    #expect(try read(("storage.json", storage)).value.messages.count == 1)
  }

  @Test func packetsInAListAndLineByLine() throws {
    let message =
      "{\"type\": \"chat\", "
      + Club.message(Club.start, "u1", "Ada", "Hi").dropFirst()
      .split(separator: "\n").joined()
    let event =
      "{\"type\": \"system\", \"event\": \"kick\", \"actor\": \"u1\", \"target\": \"u2\", \"ts\": \(Club.start)}"
    for (name, text) in [
      ("packets.json", "[\(message), \(event)]"), ("packets.jsonl", "\(message)\n\(event)\n"),
      ("packets.log", "\(message)\n\n\(event)"),
    ] {
      let meeting = try read((name, text)).value
      #expect(meeting.messages.count == 1, "\(name)")
      #expect(meeting.events.map(\.kind) == [.kick], "\(name)")
    }
  }

  @Test func aTruncatedLineIsReported() throws {
    let message = Club.message(Club.start, "u1", "Ada", "Hi").split(separator: "\n").joined()
    let read = try read(("packets.jsonl", "\(message)\n{\"timest"))
    #expect(read.value.messages.count == 1)
    #expect(read.warnings.map(\.code) == ["meeting.line"])
    #expect(read.warnings[0].place?.line == 2)
  }

  @Test func bundleInEitherSpelling() throws {
    let camel = """
      {"room": \(Club.room), "participants": [\(Club.row("u1", "Ada", "\"2026-03-13T18:30:00Z\"", "null"))],
       "chat": \(chat), "system": []}
      """
    let snake = """
      {"room": {"id": "r1", "name": "tea-room", "created_by": "u1", "admin_id": "u1",
        "max_participants": 20, "created_at": "2026-03-13 18:00:00"},
       "participants": [{"room_id": "r1", "user_id": "u1", "joined_at": "2026-03-13 18:30:00",
         "left_at": null, "user": {"id": "u1", "name": "Ada", "accesses": "[\\"user\\"]"}}],
       "messages": [{"timestamp": \(Club.start), "sender_name": "Ada", "sender_identity": "u1",
         "message": "Hello"}], "system_messages": []}
      """
    var first = try read(("a.json", camel)).value
    let second = try read(("b.json", snake)).value
    // What only one of them says.
    first.room.isPublic = nil
    #expect(first.room == second.room)
    #expect(first.participants == second.participants)
    #expect(first.messages == second.messages)
  }

  @Test func flatRowsOfPhones() throws {
    let text = """
      [{"id": "p", "userId": "u2", "roomId": "r1", "name": "Bo", "email": "b@c.example",
        "joinedAt": 795117600.5, "permissions": "canChat"}]
      """
    let person = try read(("rows.json", text)).value.participants[0]
    #expect(person.name == "Bo")
    #expect(person.joined == Timestamp(microseconds: 1_773_424_800_500_000))
  }

  @Test func partsInSeveralFilesAreOne() throws {
    let row = Club.row("u1", "Ada", "\"2026-03-13T18:30:00Z\"", "null")
    let meeting = try read(
      ("room.json", Club.room), ("rows.json", "[\(row)]"), ("chat.json", chat),
      ("again.json", chat)
    ).value
    #expect(meeting.room.name == "tea-room")
    #expect(meeting.participants.count == 1)
    // Without ids, lines are not known to be the same.
    #expect(meeting.messages.count == 2)
    let id = "[{\"id\": \"m1\", " + Club.message(1, "u1", "Ada", "x").dropFirst() + "]"
    #expect(try read(("a.json", id), ("b.json", id)).value.messages.count == 1)
  }

  @Test func eventsInTwoFilesAreListedOnce() throws {
    func event(_ name: String, _ time: String) -> String {
      "{\"type\": \"system\", \"event\": \"\(name)\", \"actor\": \"u1\", \"target\": \"u2\"\(time)}"
    }
    let time = ", \"ts\": \(Club.start)"
    let first = "[\(event("kick", time)), \(event("ban", time)), \(event("deafen", ""))]"
    let later = event("kick", ", \"ts\": \(Club.start + 1)")
    let meeting = try read(("a.json", first), ("b.json", "[\(event("kick", time)), \(later)]"))
      .value
    #expect(meeting.events.map(\.kind) == [.kick, .ban, .kick, .deafen])
    // Nobody knows whether those without a time are one.
    #expect(try read(("a.json", first), ("b.json", first)).value.events.count == 4)
  }

  @Test func byteOrderMarkAndLongLines() throws {
    let meeting = try read(("chat.json", "\u{FEFF}" + chat)).value
    #expect(meeting.messages.count == 1)
  }

  // MARK: Row 6

  @Test func guestsWhoOnlyWroteAreListed() throws {
    let text = """
      {"room": \(Club.room), "participants": [\(Club.row("u1", "Ada", "\(Club.start)", "null"))],
       "chat": [\(Club.message(Club.start, "guest-ab12cd34", "Bo", "Hi"))]}
      """
    let attendance = Attendance(try read(("a.json", text)).value)
    #expect(attendance.attendees.map(\.name) == ["Ada", "Bo"])
    #expect(attendance.attendees.map(\.role) == [.admin, .guest])
    #expect(attendance.attendees.map(\.hasNoRow) == [false, true])
  }

  // MARK: Row 8

  @Test(arguments: [
    "1773428400000", "1773428400", "\"1773428400000\"", "\"2026-03-13T19:00:00Z\"",
    "\"2026-03-13T20:00:00.000+01:00\"", "\"2026-03-13 19:00:00\"",
    "\"2026-03-13 19:00:00.000000 +0000 UTC\"", "795121200", "795121200.0", "1773428400000000",
    "\"2026-03-13T19:00:00\"",
  ])
  func everySpellingOfATime(text: String) throws {
    let json =
      "[{\"timestamp\": \(text), \"senderName\": \"A\", \"senderIdentity\": \"u\", \"message\": \"x\"}]"
    let time = try read(("a.json", json)).value.messages[0].time
    #expect(time == Timestamp(microseconds: Club.start * 1000))
  }

  @Test(arguments: [
    "null", "0", "-5", "\"\"", "\"soon\"", "1e300", "\"0001-01-01T00:00:00Z\"", "[]",
  ])
  func whatIsNoTimeIsNone(text: String) throws {
    let json =
      "[{\"timestamp\": \(text), \"senderName\": \"A\", \"senderIdentity\": \"u\", \"message\": \"x\"}]"
    #expect(try read(("a.json", json)).value.messages[0].time == nil)
  }

  // MARK: Rows 14 and 15

  @Test func pagesOfAListAreOne() throws {
    func page(_ number: Int, _ ids: [Int]) -> String {
      let users = ids.map {
        "{\"id\": \"u\($0)\", \"name\": \"N\($0)\", \"email\": \"e\", \"provider\": \"local\"}"
      }
      return
        "{\"users\": [\(users.joined(separator: ","))], \"total\": 5, \"page\": \(number), \"limit\": 2}"
    }
    let whole = try read(
      ("1.json", page(1, [1, 2])), ("2.json", page(2, [3, 4])), ("3.json", page(3, [5])))
    #expect(whole.value.admin.users.map(\.id) == ["u1", "u2", "u3", "u4", "u5"])
    #expect(whole.warnings.isEmpty)
    let short = try read(("1.json", page(1, [1, 2])))
    #expect(short.warnings.map(\.code) == ["meeting.pages"])
    #expect(short.value.admin.shortLists == [.init("users", read: 2, total: 5)])
  }

  @Test func secretsAreMaskedAsTheyAreRead() throws {
    let names = [
      "googleClientSecret", "githubClientSecret", "twitterClientSecret", "jwtSecret",
      "sessionSecret", "livekitApiSecret", "chatUploadS3SecretKey", "smtp_password",
    ]
    let members =
      names.map { "\"\($0)\": \"hush-\($0)\"" } + [
        "\"registrationEnabled\": true", "\"livekitHost\": \"wss://l\"",
        "\"s3\": {\"secretKey\": \"hush\"}",
      ]
    let tokens = "[{\"token\": \"hush-token\", \"email\": \"e\", \"expiresAt\": \"2026-01-01\"}]"
    let meeting = try read(
      ("a.json", "{\"settings\": {\(members.joined(separator: ","))}, \"tokens\": \(tokens)}"),
      ("b.json", "{\(members.joined(separator: ","))}")
    ).value
    #expect(meeting.admin.settings.count { $0.isMasked } == 2 * 9)
    #expect(!"\(meeting)".contains("hush"))
    #expect(meeting.admin.settings.contains { $0.name == "livekitHost" && $0.value == "wss://l" })
  }

  // MARK: Row 18

  @Test func sideNotesOfABundle() throws {
    let side = """
      {"agenda": ["Tea", {"title": "Roof", "who": "Ada", "minutes": 5}], "notes": "All *well*.",
       "polls": [{"question": "When?", "options": [{"label": "Fri", "votes": 2}],
                  "closed-at": "2026-03-13T19:00:00Z"}],
       "actions": ["Buy oil", {"text": "Call", "done": true}], "next": "Friday", "title": "T"}
      """
    let meeting = try read(("a.minutes.yaml", side)).value
    #expect(meeting.side.agenda.map(\.title) == ["Tea", "Roof"])
    #expect(meeting.side.agenda[1].minutes == 5)
    #expect(meeting.side.polls[0].options == [.init("Fri", votes: 2)])
    #expect(meeting.side.polls[0].closed != nil)
    #expect(meeting.side.actions.map(\.isDone) == [false, true])
    #expect(meeting.side.next == "Friday")
    #expect(meeting.title == "T")
  }

  @Test(arguments: [
    (
      "{\"polls\": [{\"question\": \"Q\", \"options\": [{\"label\": \"A\", \"votes\": -1}]}]}",
      "polls[0].options[0].votes"
    ),
    (
      "{\"polls\": [{\"question\": \"\", \"options\": [{\"label\": \"A\", \"votes\": 1}]}]}",
      "polls[0].question"
    ),
    ("{\"polls\": [{\"question\": \"Q\"}]}", "polls[0].options"),
    ("{\"polls\": {}}", "polls"), ("{\"polls\": [3]}", "polls[0]"),
    (
      "{\"polls\": [{\"question\": \"Q\", \"options\": [{\"label\": \"A\", \"votes\": 1, \"vote\": 1}]}]}",
      "polls[0].options[0].vote"
    ),
    (
      "{\"polls\": [{\"question\": \"Q\", \"options\": [{\"label\": \"A\", \"votes\": 1}], \"closed-at\": \"x\"}]}",
      "polls[0].closed-at"
    ),
    ("{\"agenda\": [{\"title\": \"T\", \"minutes\": 0}]}", "agenda[0].minutes"),
    ("{\"actions\": [{\"who\": \"Ada\"}]}", "actions[0].text"),
    ("{\"notes\": [1]}", "notes[0]"),
  ])
  func mistakesHaveFileAndField(text: String, field: String) {
    let said = faults { try read(("x.minutes.json", text)) }
    #expect(said.map(\.code) == ["meeting.side"])
    #expect(said.first?.place?.field == field)
    #expect(said.first?.place?.file == "x.minutes.json")
  }

  @Test func keysOfFormerFilesHaveANearMiss() {
    let text = """
      {"polls": [{"question": "Q", "options": [{"label": "A", "votes": 1}], "closedAt": "2026"}]}
      """
    let found = faults { try read(("x.minutes.json", text)) }
    #expect(found.first?.place?.field == "polls[0].closedAt")
    #expect(found.first?.message == "unknown key")
    #expect(found.first?.hints == ["did you mean \"closed-at\"?"])
  }

  // MARK: What is nothing

  @Test(arguments: ["", "{", "[1, 2]", "{\"openapi\": \"3.0\"}", "7", "\"{\"", "nonsense"])
  func nothingOfAMeetingIsAnError(text: String) {
    #expect(!faults { try read(("a.json", text)) }.isEmpty)
  }

  @Test func otherFilesOfAFolderAreSkipped() throws {
    var options = MeetingReader.Options()
    options.skipsOtherFiles = true
    let read = try read(("a.json", chat), ("api.json", "{\"openapi\": \"3\"}"), options: options)
    #expect(read.value.messages.count == 1)
    #expect(read.warnings.map(\.code) == ["meeting.unrelated"])
  }

  @Test func aFileWithOnlyMisspelledKeysReportsThem() throws {
    let slips = "{\"titel\": \"T\", \"poll\": [], \"weather\": \"fine\"}"
    let hints = ["\"titel\": did you mean \"title\"?", "\"poll\": did you mean \"polls\"?"]
    let failed = faults { try read(("b.minutes.yaml", slips)) }
    #expect(failed.map(\.code) == ["meeting.format"])
    #expect(failed[0].hints.dropLast() == hints[...])
    var options = MeetingReader.Options()
    options.skipsOtherFiles = true
    let folder = try read(("a.json", chat), ("b.minutes.yaml", slips), options: options)
    #expect(folder.warnings.map(\.severity) == [.warning])
    #expect(folder.warnings[0].hints == hints)
  }

  @Test func severalRoomsNeedAName() throws {
    let other = Club.room.replacing("\"r1\"", with: "\"r2\"").replacing("tea-room", with: "bell")
    let rows = [
      Club.row("u1", "Ada", "1773428400", "null"),
      Club.row("u2", "Bo", "1773428400", "null").replacing("\"r1\"", with: "\"r2\""),
    ]
    let text =
      "{\"rooms\": [\(Club.room), \(other)], \"participants\": [\(rows.joined(separator: ","))]}"
    let several = try read(("a.json", text)).value
    #expect(several.candidateRooms == ["tea-room", "bell"])
    for body: () throws -> Any in [
      { try Minutes.document(of: several, options: MinutesOptions()) },
      { try MeetingTables(several, options: MinutesOptions()).json() },
      { try Invitation(several, options: MinutesOptions()) },
    ] {
      #expect(faults(body).map(\.code) == ["meeting.room"])
    }
    // A report on the server tells of all of them.
    let report = try AdminReport.document(of: several, options: MinutesOptions()).value
    #expect("\(report.blocks)".contains("bell"))
    var options = MeetingReader.Options()
    options.room = try RoomLink("https://h.example/m/bell")
    let meeting = try read(("a.json", text), options: options).value
    #expect(meeting.participants.map(\.name) == ["Bo"])
    #expect(meeting.room.link == "https://h.example/m/bell")
    options.room = try RoomLink("nowhere")
    #expect(faults { try read(("a.json", text), options: options) }.map(\.code) == ["meeting.room"])
  }

  @Test func aRoomIsNotRenamed() throws {
    var options = MeetingReader.Options()
    options.room = try RoomLink("another-room")
    let failed = faults {
      try read(("room.json", Club.room), ("chat.json", chat), options: options)
    }
    #expect(failed.map(\.code) == ["meeting.room"])
    // A chat alone says nothing of its room.
    #expect(try read(("chat.json", chat), options: options).value.room.name == "another-room")
  }

  @Test func theServerOfABundleHasItsImages() throws {
    let image = "[{\"kind\": \"image\", \"url\": \"/uploads/chat/ab12.png\"}]"
    let message = Club.message(Club.start, "u1", "Ada", "Look", image)
    // The instance may stand behind the chat.
    let bundle = """
      {"chat": [\(message)], "instance": {"label": "Club", "url": "https://meet.club.example/"}}
      """
    let attachment = try read(("b.json", bundle)).value.messages[0].attachments[0]
    #expect(attachment.url == "https://meet.club.example/uploads/chat/ab12.png")
    #expect(attachment.isLinked)
    let alone = try read(("c.json", "[\(message)]")).value
    #expect(alone.messages[0].attachments[0].url == "/uploads/chat/ab12.png")
    let document = try Minutes.document(of: alone, options: MinutesOptions()).value
    #expect(!"\(document.blocks)".contains("url:"))
  }

  @Test func directionControlsDoNotAffectTheFollowingText() throws {
    let text =
      "["
      + Club.message(
        Club.start, "u1", "A\u{202E}da\u{2067}",
        "\u{202E}abc\\n\u{2067}x\\n\u{2068}y\u{2069}\u{2069}z")
      + "]"
    let message = try read(("a.json", text)).value.messages[0]
    #expect(message.senderName == "Ada")
    #expect(message.text == "abc\n\u{2067}x\u{2069}\n\u{2068}y\u{2069}z")
    let notes = try read(("s.json", "{\"title\": \"T\u{202E}\", \"notes\": \"a\u{202B}b\"}")).value
    #expect(notes.title == "T")
    #expect(notes.side.notes == ["ab"])
    // Quotation marks and dashes begin with the same byte.
    #expect("“a” — ‎".hasDirectionControls == false)
  }

  @Test func aMisspelledKeyOfPlatensFormatIsReported() throws {
    let own = try read(("s.json", "{\"title\": \"T\", \"poll\": [], \"weather\": \"fine\"}"))
    #expect(own.warnings.map(\.severity) == [.warning, .warning])
    #expect(own.warnings[0].hints == ["did you mean \"polls\"?"])
    // Of a bundle, an unknown member is a warning as well: no output has it.
    let bundle = try read(
      ("b.json", "{\"chat\": \(chat), \"weather\": \"fine\", \"agend\": []}"))
    #expect(bundle.warnings.map(\.severity) == [.warning, .warning])
  }

  @Test func listsOfServersAreRecognized() throws {
    let toml = """
      active_id = "1"

      [[instances]]
      id = "1"
      label = "Club \\"A\\""
      base_url = "https://meet.club.example"

      [[instances]]
      label = 'Work'
      base_url = "https://work.example:8443/"
      [window]
      label = "no"
      """
    let json = """
      [{"id": "1", "serverURL": "https://meet.club.example", "displayName": "Club \\"A\\""},
       {"id": "2", "serverURL": "https://work.example:8443/", "displayName": "Work"}]
      """
    for (name, text) in [("instances.toml", toml), ("instances.json", json)] {
      let meeting = try read((name, text)).value
      #expect(meeting.admin.servers.map(\.label) == ["Club \"A\"", "Work"])
      #expect(
        meeting.admin.servers.map(\.address)
          == ["https://meet.club.example", "https://work.example:8443"])
      let failed = faults { try Minutes.document(of: meeting, options: MinutesOptions()) }
      #expect(failed.map(\.code) == ["meeting.empty"])
      #expect(failed.first?.message.contains("a list of servers") == true)
      #expect(failed.first?.hints.first?.contains("instances:") == true)
    }
    #expect(faults { try read(("x.toml", "a = 1")) }.map(\.code) == ["meeting.format"])
  }

  @Test func listsOfAdministratorsLeadToTheReport() throws {
    let users = """
      {"users": [{"id": "u1", "name": "Ada", "email": "a@b.example", "provider": "local"}]}
      """
    let failed = faults {
      try Minutes.document(of: read(("users.json", users)).value, options: MinutesOptions())
    }
    #expect(failed.first?.hints.first?.contains("--show admin") == true)
    let rooms = faults {
      try Minutes.document(
        of: read(("rooms.json", "{\"rooms\": [\(Club.room)], \"total\": 1}")).value,
        options: MinutesOptions())
    }
    #expect(rooms.first?.hints.first?.contains("--show admin") == true)
  }

  @Test func anUnusedRoomIsReported() throws {
    let other = Club.room.replacing("\"r1\"", with: "\"r2\"").replacing("tea-room", with: "bell")
    let row = Club.row("u1", "Ada", "1773428400", "null")
    let text = "{\"rooms\": [\(Club.room), \(other)], \"participants\": [\(row)]}"
    var options = MeetingReader.Options()
    options.room = try RoomLink("bell")
    let meeting = try read(("a.json", text), options: options).value
    let idle = try Minutes.document(of: meeting, options: MinutesOptions())
    #expect(idle.warnings.map(\.code) == ["meeting.idle"])
    #expect(idle.warnings[0].message.hasSuffix("found in the room \"bell\""))
  }

  @Test(arguments: ["https://u:hush@h/x", "u:hush@h", "ftp://u:hush@h", "https://a@b:hush@h"])
  func anAddressWithAPasswordIsNotRepeated(_ address: String) throws {
    let text = """
      {"instance": {"url": "\(address)"}, "room": "abc-defg-hij", "chat": \(chat)}
      """
    let said = try read(("a.json", text)).warnings
    #expect(said.map(\.severity) == [.warning] && said.map(\.place?.field) == ["instance.url"])
    #expect(said[0].message.hasPrefix("invalid server address"))
    #expect(!"\(said)".contains("hush"))
    let link = faults { try RoomLink("https://u:hush@h/m/abc") }
    #expect(link.count == 1 && !"\(link)".contains("hush"))
  }
}
