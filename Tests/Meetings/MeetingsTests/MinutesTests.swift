// SPDX-License-Identifier: MIT
// Part of Platen: tests of minutes and tables (rows 3, 5, 16, 17, 19 and 20 of the acceptance list).

import Diagnostics
import Documents
import JSON
import Readers
import TestSupport
import Testing
import Text

@testable import Meetings

@Suite struct MinutesTests {
  private func meeting(
    _ messages: [String], events: [String] = [], rows: [String] = []
  ) throws -> Meeting {
    try read(
      (
        "a.json",
        """
        {"room": \(Club.room), "participants": [\(rows.joined(separator: ","))],
         "chat": [\(messages.joined(separator: ","))], "system": [\(events.joined(separator: ","))]}
        """
      )
    ).value
  }

  private func rendered(
    _ meeting: Meeting, _ change: (inout MinutesOptions) -> Void = { _ in }
  ) throws -> Document {
    var options = MinutesOptions()
    change(&options)
    return try Minutes.document(of: meeting, options: options).value
  }

  private func paragraphs(_ document: Document) -> [String] {
    document.lines.filter { $0.hasPrefix("paragraph ") }.map { String($0.dropFirst(10)) }
  }

  // MARK: Row 3

  @Test func clustersEndAtSenderPauseAndDay() throws {
    let minute = 60_000
    let start = Club.start
    let meeting = try meeting([
      Club.message(start, "u1", "Ada", "1"),
      // Five minutes are no pause, more are.
      Club.message(start + 5 * minute, "u1", "Ada", "2"),
      Club.message(start + 10 * minute + 1, "u1", "Ada", "3"),
      Club.message(start + 11 * minute, "u2", "Bo", "4"),
      Club.message(start + 11 * minute, "u1", "Ada", "5"),
      // 23:58 and 00:01 are two days.
      Club.message(start + 298 * minute, "u1", "Ada", "6"),
      Club.message(start + 301 * minute, "u1", "Ada", "7"),
    ])
    let document = try rendered(meeting)
    #expect(
      paragraphs(document) == [
        "Ada 19:00\n1\n2", "Ada 19:10\n3", "Bo 19:11\n4", "Ada 19:11\n5", "Ada 23:58\n6",
        "Ada 00:01\n7",
      ])
    #expect(
      document.lines.filter { $0.hasPrefix("heading") }.suffix(3) == [
        "heading Chat", "heading Friday, 13 March 2026", "heading Saturday, 14 March 2026",
      ])
  }

  @Test func eventsStandBetweenWithTheirNames() throws {
    let rows = [
      Club.row("u1", "Ada", "\(Club.start)", "null"), Club.row("u2", "Bo", "\(Club.start)", "null"),
    ]
    func event(_ name: String, _ time: Int) -> String {
      "{\"type\": \"system\", \"event\": \"\(name)\", \"actor\": \"u1\", \"target\": \"u2\", \"ts\": \(time)}"
    }
    let meeting = try meeting(
      [
        Club.message(Club.start, "u1", "Ada", "1"),
        Club.message(Club.start + 2000, "u1", "Ada", "2"),
      ], events: [event("kick", Club.start + 1000), event("ban", Club.start + 1500)], rows: rows)
    let document = try rendered(meeting)
    #expect(
      paragraphs(document).suffix(3) == [
        "Ada 19:00\n1", "19:00 Ada removed Bo\n19:00 Ada banned Bo", "Ada 19:00\n2",
      ])
    #expect(document.table("moderation").map { $0[1] } == ["Ada removed Bo", "Ada banned Bo"])
  }

  @Test func everyEventHasItsWords() throws {
    let kinds = RoomEvent.Kind.allCases.filter(\.isModeration)
    let events = kinds.map {
      "{\"event\": \"\($0.rawValue)\", \"actor\": \"u1\", \"target\": \"u2\", \"ts\": \(Club.start)}"
    }
    let document = try rendered(
      meeting([Club.message(Club.start, "u1", "Ada", "1")], events: events))
    let sentences = document.table("moderation").map { $0[1] }
    #expect(Set(sentences).count == kinds.count)
    #expect(sentences.allSatisfy { $0.contains("Ada") && $0.contains("u2") })
  }

  @Test func linesAndAddressesOfAMessage() throws {
    let meeting = try meeting([
      Club.message(
        Club.start, "u1", "Ada",
        "**not bold** see https://a.example/x_(y), or http://b.example.\\n  second\\ttab")
    ])
    let document = try rendered(meeting)
    guard case .paragraph(let paragraph)? = document.blocks.last else {
      Issue.record("no paragraph")
      return
    }
    let links = paragraph.inlines.compactMap { inline -> String? in
      if case .link(let link) = inline { link.url } else { nil }
    }
    #expect(links == ["https://a.example/x_(y)", "http://b.example"])
    #expect(
      paragraph.inlines.plainText
        == "Ada 19:00\n**not bold** see https://a.example/x_(y), or http://b.example.\n  second tab"
    )
  }

  @Test func messagesHaveTheirOwnDirection() throws {
    let meeting = try meeting([
      Club.message(Club.start, "u1", "Ada", "Hello"),
      Club.message(Club.start + 1, "u1", "Ada", "سلام به همه"),
      Club.message(Club.start + 2, "u2", "سارا", "خوبم"),
    ])
    let document = try rendered(meeting)
    let directions = document.blocks.suffix(3).map { $0.attributes.value("direction") ?? "" }
    #expect(directions == ["", "rightToLeft", "rightToLeft"])
  }

  // MARK: Row 5

  @Test func attendanceHasTheKnownTimes() throws {
    let rows = [
      Club.row(
        "u2", "Bo", "\"2026-03-13T19:00:00Z\"", "\"2026-03-13T20:30:40Z\"", ", \"isMuted\": true"),
      Club.row("u1", "Ada", "\"2026-03-13T18:30:00Z\"", "null", ", \"isModerator\": true"),
      Club.row("u3", "Cy", "\"2026-03-13T21:00:00Z\"", "\"2026-03-13T20:00:00Z\""),
    ]
    let meeting = try meeting(
      [Club.message(Club.start, "guest-00000000", "Di", "x")], rows: rows)
    let document = try rendered(meeting)
    #expect(
      document.table("attendance") == [
        ["Ada", "host", "18:30", "open", "open", ""],
        ["Bo", "participant", "19:00", "20:30", "1:31", "muted"],
        ["Cy", "participant", "21:00", "20:00", "", ""],
        ["Di", "guest", "", "", "", "known only from the chat"],
      ])
    #expect(paragraphs(document).contains(Phrasebook.english[.lastVisitOnly]))
  }

  @Test func timesFollowTheZone() throws {
    let meeting = try meeting(
      [Club.message(Club.start, "u1", "Ada", "x")],
      rows: [Club.row("u1", "Ada", "\(Club.start)", "null")])
    let document = try rendered(meeting) { $0.zone = ZoneRules(fixed: "+05:30") ?? .utc }
    #expect(document.table("attendance")[0][2] == "00:30")
    #expect(document.lines.contains("heading Saturday, 14 March 2026"))
  }

  // MARK: Row 20

  @Test func moderationCanBeOmitted() throws {
    let meeting = try meeting(
      [Club.message(Club.start, "u1", "Ada", "1"), Club.message(Club.start + 9, "u1", "Ada", "2")],
      events: [
        "{\"event\": \"ban\", \"actor\": \"u1\", \"target\": \"u2\", \"ts\": \(Club.start + 5)}"
      ],
      rows: [Club.row("u2", "Bo", "\(Club.start)", "null", ", \"isBanned\": true")])
    let document = try rendered(meeting) { $0.includesModeration = false }
    #expect(document.table("moderation").isEmpty)
    #expect(paragraphs(document).last == "Ada 19:00\n1\n2")
    #expect(!"\(document.blocks)".contains("banned"))
    var options = MinutesOptions()
    options.includesModeration = false
    let tables = MeetingTables(meeting, options: options)
    for bytes in [try tables.attendanceCSV(), try tables.json()] {
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(!text.contains("ban"))
    }
  }

  // MARK: Row 16

  @Test func linesForTheGameMasterAreOmitted() throws {
    let side = """
      {"notes": "Torvald sings.\\n\\nGM: he is the spy\\nand lies.\\n\\n- Bell\\n- GM: cracked\\n- Rope"}
      """
    var meeting = try meeting([Club.message(Club.start, "u1", "Ada", "GM: hidden door\\nTea?")])
    meeting.side = try read(("s.json", side)).value.side
    func words(_ audience: BookOptions.Audience) throws -> String {
      var options = MinutesOptions()
      options.audience = audience
      let recap = try Minutes.recap(of: meeting, campaign: nil, options: options).value
      return "\(recap.blocks)"
    }
    let player = try words(.player)
    for secret in ["spy", "lies", "cracked", "hidden"] { #expect(!player.contains(secret)) }
    for open in ["Torvald", "Bell", "Rope"] { #expect(player.contains(open)) }
    let master = try words(.gm)
    for secret in ["spy", "lies", "cracked"] { #expect(master.contains(secret)) }
  }

  /// One rule for everything that is made, wherever such a line stands.
  @Test func linesForTheGameMasterAreOmittedEverywhere() throws {
    let side = """
      {"title": "Evening", "agenda": ["Tea", "GM: s1"], "notes": ["Song\n\n1. **GM:** s2"],
       "polls": [{"question": "When?", "options": [{"label": "Soon", "votes": 1},
         {"label": "gm: s3", "votes": 2}]}, {"question": "GM: s4", "options":
         [{"label": "a", "votes": 1}]}],
       "actions": ["Sweep", "GM: s5"], "next": "GM: s6"}
      """
    let image =
      "[{\"kind\": \"image\", \"url\": \"data:image/png;base64,\(Club.png)\"}]"
    var meeting = try meeting([
      Club.message(Club.start, "u1", "Ada", "TODO: GM: s7"),
      Club.message(Club.start, "u1", "Ada", "GM: s8", image),
      Club.message(Club.start, "u1", "Ada", "- [ ] GM: s9\\n\\nlast"),
    ])
    let read = try read(("s.json", side)).value
    (meeting.side, meeting.title) = (read.side, read.title)
    func everything(_ options: MinutesOptions) throws -> String {
      let minutes = try Minutes.document(of: meeting, options: options)
      let recap = try Minutes.recap(of: meeting, campaign: nil, options: options)
      let archive = try MeetingArchive(meeting, transcript: [], options: options)
      #expect(archive.parts.count == (options.audience == .player ? 5 : 6))
      #expect(minutes.value.resources.count == (options.audience == .player ? 0 : 1))
      return "\(minutes.value.blocks) \(recap.value.blocks) "
        + archive.parts.prefix(5).map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    }
    var options = MinutesOptions()
    let player = try everything(options)
    for number in 1...9 { #expect(!player.contains("s\(number)"), "s\(number)") }
    for open in ["Tea", "Song", "Soon", "Sweep", "last"] { #expect(player.contains(open)) }
    // Who asked for players knows; who asked for nothing is warned.
    func severities() throws -> [Diagnostic.Severity] {
      try Minutes.document(of: meeting, options: options).warnings
        .filter { $0.code == "meeting.game-master" }.map(\.severity)
    }
    #expect(try severities() == [.warning])
    #expect(MeetingTables(meeting, options: options).warnings.map(\.severity) == [.warning])
    options.isAudienceStated = true
    #expect(try severities() == [.note])
    options.audience = .gm
    let master = try everything(options)
    for number in 1...9 { #expect(master.contains("s\(number)"), "s\(number)") }
    #expect(try severities().isEmpty)
  }

  @Test func whatPeopleAddedIsInTheJSON() throws {
    let side = """
      {"title": "T1", "agenda": [{"title": "A1", "minutes": 5}], "notes": "N1",
       "polls": [{"question": "Q1", "options": [{"label": "L1", "votes": 3}]}],
       "actions": [{"text": "D1", "done": true}], "next": "X1"}
      """
    var first = try meeting([Club.message(Club.start, "u1", "Ada", "Hi")])
    let added = try read(("s.json", side)).value
    (first.side, first.title) = (added.side, added.title)
    let json = try MeetingTables(first, options: MinutesOptions()).json()
    // What is written is read again.
    let again = try read(("again.json", String(decoding: json, as: UTF8.self))).value
    #expect(again.side == added.side)
    #expect(again.title == "T1")
  }

  @Test func flagsAndTimesInTheJSONAreInKebabCase() throws {
    let meeting = try meeting(
      [Club.message(Club.start, "u1", "Ada", "Hi")],
      rows: [
        Club.row(
          "u2", "Bo", "\(Club.start)", "null", ", \"isVideoOff\": true, \"isOnStage\": true")
      ])
    let json = try MeetingTables(meeting, options: MinutesOptions()).json()
    let root = try JSONDocument(parsing: json).root
    #expect(root["time-zone"]?.string == "UTC")
    #expect(root["room"]?["created-at"]?.string == "2026-03-13T18:00:00Z")
    let row = root["attendance"]?.elements.first { $0["identity"]?.string == "u2" }
    #expect(row?["is-open"]?.bool == true)
    #expect(row?["flags"]?.elements.map(\.string) == ["video-off", "on-stage"])
  }

  @Test func presenceIsNotAVisit() throws {
    let live = """
      {"room": \(Club.room), "participants": [{"sid": "PA", "identity": "u1", "name": "Ada",
        "state": "ACTIVE", "joinedAt": 1773428400}]}
      """
    let meeting = try read(("live.json", live)).value
    #expect(Attendance(meeting).attendees.map(\.source) == [.live])
    let document = try rendered(meeting)
    #expect(document.table("attendance") == [["Ada", "host", "19:00", "", "", "in the room"]])
    #expect(paragraphs(document).contains(Phrasebook.english[.liveOnly]))
    #expect(!paragraphs(document).contains(Phrasebook.english[.lastVisitOnly]))
    #expect("\(document.blocks)".contains("from 2026-03-13 19:00"))
    let csv = try MeetingTables(meeting, options: MinutesOptions()).attendanceCSV()
    #expect(String(decoding: csv, as: UTF8.self).contains(",live,"))
    // A row of the server beside it tells of a visit.
    let row = "[\(Club.row("u1", "Ada", "1773428400", "null"))]"
    let both = try read(("live.json", live), ("rows.json", row)).value
    #expect(Attendance(both).attendees.map(\.source) == [.visit])
    let report = try AdminReport.document(of: meeting, options: MinutesOptions()).value
    #expect(report.lines.contains("heading Live now"))
  }

  @Test func aRecapCountsWhomItLists() throws {
    let rows = [
      Club.row("u1", "Ada", "\(Club.start)", "null"),
      Club.row("u2", "Bo", "\(Club.start)", "null", ", \"isBanned\": true"),
    ]
    let meeting = try meeting([], rows: rows)
    let recap = try Minutes.recap(of: meeting, campaign: nil, options: MinutesOptions()).value
    guard case .keyValues(let head)? = recap.blocks.first(where: { $0.kind == "keyValues" }),
      case .list(let list)? = recap.blocks.first(where: { $0.kind == "list" }),
      case .paragraph(let who)? = list.items.first?.blocks.first
    else {
      Issue.record("no head or no list")
      return
    }
    let people = head.pairs.first { $0.key.plainText == "People" }?.value.plainText
    #expect(people == "1")
    #expect(list.items.count == 1)
    #expect(who.inlines.plainText == "Ada (host, from 19:00)")
  }

  @Test func namesAreIsolatedWithinALine() throws {
    let meeting = try meeting(
      [Club.message(Club.start, "u1", "Ada", "1")],
      events: [
        "{\"event\": \"ban\", \"actor\": \"u2\", \"target\": \"u1\", \"ts\": \(Club.start)}"
      ], rows: [Club.row("u2", "نیلوفر", "\(Club.start)", "null")])
    let name = Inline.span(Span([.text("نیلوفر")], direction: .automatic))
    func event(_ change: (inout MinutesOptions) -> Void) throws -> [Inline] {
      let document = try rendered(meeting, change)
      for block in document.blocks {
        if case .paragraph(let paragraph) = block, paragraph.attributes.has("event") {
          return paragraph.inlines
        }
      }
      return []
    }
    #expect(try event { _ in } == [.text("19:00 "), name, .text(" banned Ada")])
    // In a page that runs to the left our own sentence is what runs another way.
    let ada = Inline.span(Span([.text("Ada")], direction: .automatic))
    #expect(
      try event { $0.isRightToLeft = true } == [
        .text("19:00 "),
        .span(Span([name, .text(" banned "), ada], direction: .automatic)),
      ])
    #expect(
      BidiIsolation(isRightToLeft: false).address("سارا@a.example")
        == .span(Span([.text("سارا@a.example")], direction: .leftToRight)))
    #expect(BidiIsolation(isRightToLeft: false).address("a@b.example") == .text("a@b.example"))
  }

  @Test func timesAndSentencesAreIsolatedWithinAPage() throws {
    let meeting = try meeting(
      [Club.message(Club.start, "u1", "Ada", "1")],
      rows: [Club.row("u2", "نیلوفر", "\(Club.start)", "null")])
    func inlines(_ change: (inout MinutesOptions) -> Void) throws -> (
      date: [Inline], limits: [Inline]
    ) {
      var found: (date: [Inline], limits: [Inline]) = ([], [])
      for block in try rendered(meeting, change).blocks {
        switch block {
        case .keyValues(let head):
          found.date = head.pairs.first { $0.key.plainText == "Date" }?.value ?? found.date
        case .paragraph(let paragraph) where paragraph.attributes.has("limits"):
          found.limits = paragraph.inlines
        default: break
        }
      }
      return found
    }
    let plain = try inlines { _ in }
    #expect(plain.date.plainText.contains("19:00") && !plain.limits.isEmpty)
    let turned = try inlines { $0.isRightToLeft = true }
    #expect(turned.date == [.span(Span(plain.date, direction: .automatic))])
    #expect(turned.limits == [.span(Span(plain.limits, direction: .automatic))])
  }

  @Test func activeAccountsAreNotReported() throws {
    let users = """
      {"users": [{"id": "u1", "name": "Ada", "email": "a@b.example", "provider": "local",
        "isActive": true}], "total": 1}
      """
    var options = MinutesOptions()
    options.phrases = Phrasebook(language: "x", phrases: ["active": "offen", "inUse": "aktiv"])
    let report = try AdminReport.document(
      of: read(("users.json", users)).value, options: options
    ).value
    #expect("\(report.blocks)".contains("aktiv"))
    #expect(!"\(report.blocks)".contains("offen"))
  }

  // MARK: Row 17

  @Test func tablesAreQuoted() throws {
    let meeting = try meeting([
      Club.message(Club.start, "u1", "Sára \\\"S\\\", Malá", "a, b\\n\\\"c\\\""),
      Club.message(Club.start + 1000, "u3", "李 明", "地图"),
    ])
    let tables = MeetingTables(meeting, options: MinutesOptions())
    let rows = [
      "time,sender,identity,message,attachments,poll,reactions,status",
      "2026-03-13T19:00:00Z,\"Sára \"\"S\"\", Malá\",u1,\"a, b\n\"\"c\"\"\",,,,",
      "2026-03-13T19:00:01Z,李 明,u3,地图,,,,", "",
    ]
    #expect(String(decoding: try tables.chatCSV(), as: UTF8.self) == rows.joined(separator: "\r\n"))
    let attendance = String(decoding: try tables.attendanceCSV(), as: UTF8.self)
    #expect(attendance.hasPrefix("name,identity,role,joined,left,seconds,messages,source,muted,"))
    #expect(attendance.contains("李 明,u3,participant,,,,1,chat,,,,,\r\n"))
  }

  // MARK: Row 19

  @Test func imagesAreStoredOnceByDigest() throws {
    let inline =
      "[{\"kind\": \"image\", \"url\": \"data:image/png;base64,\(Club.png)\", \"mime\": \"image/png\", \"w\": 1, \"h\": 1}]"
    let onServer =
      "[{\"kind\": \"image\", \"url\": \"/uploads/chat/ab12.png\", \"mime\": \"image/png\"}]"
    let bytes = try #require(Base64.decode(Club.png))
    var options = MeetingReader.Options()
    options.attachment = { $0 == "ab12.png" ? bytes : nil }
    let meeting = try read(
      (
        "a.json",
        "[\(Club.message(Club.start, "u1", "Ada", "1", inline)), \(Club.message(Club.start, "u1", "Ada", "2", onServer))]"
      ), options: options
    ).value
    #expect(meeting.images.count == 1)
    let archive = try MeetingArchive(meeting, transcript: [], options: MinutesOptions())
    #expect(
      archive.parts.map(\.name) == [
        "transcript.txt", "meeting.json", "chat.csv", "attendance.csv",
        "attachments/" + meeting.images[0].sha256 + ".png",
      ])
    #expect(meeting.images[0].sha256.count == 64)
    let document = try rendered(meeting)
    #expect(document.blocks.filter { $0.kind == "figure" }.count == 2)
    #expect(document.resources.count == 1)
    #expect(document.warnings().isEmpty)
  }

  // MARK: Actions and emptiness

  @Test func thingsToDoAreFound() throws {
    var meeting = try meeting([
      Club.message(Club.start, "u1", "Ada", "TODO: buy oil\\n- [x] sweep"),
      Club.message(Club.start, "u2", "Bo", "todo: \\n- [] no\\nnot TODO: this"),
    ])
    meeting.side.notes = ["* [ ] Mend the roof\n\n1. [ ] no"]
    let items = ActionItems.of(
      meeting, Attendance(meeting), clock: MinutesOptions().clock, phrases: .english)
    #expect(items.map(\.text) == ["Mend the roof", "buy oil", "sweep"])
    #expect(items.map(\.isDone) == [false, false, true])
    #expect(items.map(\.who) == ["", "Ada", "Ada"])
  }

  /// An empty room on an evening does not fail the job.
  @Test func anIdleRoomIsAWarning() throws {
    let idle = try read(("room.json", Club.room)).value
    var options = MinutesOptions()
    options.file = "room.json"
    let minutes = try Minutes.document(of: idle, options: options)
    #expect(minutes.warnings.map(\.code) == ["meeting.idle"])
    #expect(minutes.warnings.map(\.place?.file) == ["room.json"])
    #expect(paragraphs(minutes.value).contains(Phrasebook.english[.emptyRoom]))
    #expect(try Minutes.attendance(of: idle, options: options).value.blocks.count > 1)
    let tables = MeetingTables(idle, options: options)
    #expect(tables.warnings.map(\.code) == ["meeting.idle"])
    let csv = String(decoding: try tables.chatCSV(), as: UTF8.self)
    #expect(csv.split(separator: "\r\n").count == 1)
    #expect(try !tables.json().isEmpty && !tables.transcriptCSV().isEmpty)
    #expect(try Subtitles(idle, options: options).cues.isEmpty)
    for text in ["[]", "{\"chat:r1\": []}"] {
      let chat = try read(("c.json", text)).value
      #expect(try Minutes.document(of: chat, options: options).warnings.count == 1)
    }
    // Events alone are something.
    let event = "[{\"event\": \"stage\", \"message\": \"Ada shares\", \"ts\": \(Club.start)}]"
    let events = try Minutes.document(of: read(("e.json", event)).value, options: options).value
    #expect(events.table("room-events").map { $0[1] } == ["Ada shares"])
  }

  @Test func nothingOfAMeetingIsAnError() throws {
    let users = """
      {"users": [{"id": "u1", "name": "Ada", "email": "a@b.example", "provider": "local"}]}
      """
    let meeting = try read(("users.json", users)).value
    let options = MinutesOptions()
    for body: () throws -> Any in [
      { try Minutes.document(of: meeting, options: options) },
      { try MeetingTables(meeting, options: options).chatCSV() },
    ] {
      #expect(faults(body).map(\.code) == ["meeting.empty"])
    }
  }
}
