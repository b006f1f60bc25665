// SPDX-License-Identifier: MIT
// Part of Platen: tests of files of other systems as parts of one meeting, and of subtitles.

import Diagnostics
import Documents
import Readers
import TestSupport
import Testing

@testable import Meetings

@Suite struct RoomMergeTests {
  private let participants = """
    Name (Original Name),User Email,Join Time,Leave Time,Duration (Minutes),Guest
    Ada Lind,ada@example.org,05/12/2026 05:55:00 PM,05/12/2026 07:00:00 PM,65,No
    Bo,,05/12/2026 06:00:00 PM,05/12/2026 06:30:00 PM,30,Yes
    """
  private let saved = """
    18:00:31 From  ADA  LIND  to  Everyone:
    \tThe survey
    18:01:00 From  Eve  to  Everyone:
    \tHello
    """
  private let talk = """
    WEBVTT

    1
    00:00:02.000 --> 00:00:06.500
    Ada Lind: Good evening.

    2
    00:00:06.500 --> 00:00:07.000
    Remember: the quay.

    3
    01:00:00.000 --> 01:00:01.000
    BO: Closed.
    """

  private func zone(_ text: String) throws -> MeetingReader.Options {
    var options = MeetingReader.Options()
    options.zone = try #require(ZoneRules(fixed: text))
    return options
  }

  @Test func `chat, attendance and transcript are one meeting`() throws {
    let read = try read(
      ("chat.txt", saved), ("people.csv", participants), ("talk.vtt", talk),
      options: try zone("+02:00"))
    let meeting = read.value
    #expect(meeting.timeBase == .calendar)
    #expect(
      Attendance(meeting).attendees.map { "\($0.name) \($0.source.rawValue) \($0.messages)" }
        == ["Ada Lind report 1", "Bo report 0", "Eve chat 1"])
    #expect(meeting.messages.map(\.senderName) == ["Ada Lind", "Eve"])
    #expect(meeting.messages[0].time == Timestamp(iso: "2026-05-12T16:00:31Z"))
    #expect(meeting.speech.map(\.speaker) == ["Ada Lind", "Ada Lind", "Bo"])
    #expect(meeting.speech[1].text == "Remember: the quay.")
    #expect(meeting.speech[0].from == Timestamp(iso: "2026-05-12T15:55:02Z"))
    #expect(
      read.warnings.map(\.line) == [
        "chat.txt: warning: 1 name is in no list of attendance: \"Eve\"",
        "talk.vtt: warning: its times count from the beginning of the recording, which is taken to "
          + "be 2026-05-12 17:55",
      ])
  }

  @Test(arguments: [
    ("2026-05-12 18:02", "2026-05-12T16:02:02Z"), ("18:02:30", "2026-05-12T16:02:32Z"),
    ("2026-05-12T18:02:00+01:00", "2026-05-12T17:02:02Z"),
  ])
  func `a job may have the beginning`(start: String, first: String) throws {
    var options = try zone("+02:00")
    options.start = try RecordingStart(start)
    let read = try read(("people.csv", participants), ("talk.vtt", talk), options: options)
    #expect(read.value.speech[0].from == Timestamp(iso: first))
    #expect(read.warnings.isEmpty)
  }

  @Test(arguments: ["", "noon", "2026-05-12", "25:00", "18:61", "2026-13-40 18:00:00", "18"])
  func `another beginning is an error`(text: String) {
    #expect(faults { try RecordingStart(text) }.map(\.code) == ["meeting.start"])
  }

  @Test func `a transcript goes with a room of Bedrud`() throws {
    let bundle = """
      {"room": \(Club.room), "participants": [
        \(Club.row("u1", "Ada Lind", "\"2026-03-13T19:00:00Z\"", "\"2026-03-13T20:00:00Z\""))],
       "chat": [\(Club.message(Club.start, "u1", "Ada Lind", "Hi"))]}
      """
    let read = try read(("a.json", bundle), ("talk.vtt", talk))
    #expect(read.value.speech.map(\.identity) == ["u1", "u1", "u1"])
    #expect(read.value.speech[0].from == Timestamp(iso: "2026-03-13T19:00:02Z"))
    let attendees = Attendance(read.value).attendees
    #expect(attendees.map(\.name) == ["Ada Lind"])
    #expect(attendees.map(\.source) == [.visit])
    // A name of one line alone may be a part of the speech where others are known.
    #expect(read.value.speech[2].text == "BO: Closed.")
    #expect(read.warnings.map(\.code) == ["meeting.start"])
  }

  @Test func `minutes join the lines of a speaker`() throws {
    var meeting = Meeting()
    meeting.timeBase = .elapsed
    func line(_ second: Int, _ speaker: String, _ text: String) -> SpokenLine {
      SpokenLine(
        text, by: speaker, from: Timestamp(microseconds: second * 1_000_000),
        to: Timestamp(microseconds: (second + 2) * 1_000_000))
    }
    meeting.speech = [
      line(2, "Ada", "Good\nevening."), line(4, "Ada", "Item one."), line(7, "Bo", "今日は、"),
      line(9, "Bo", "始めます。"), line(60, "Bo", "Next."), line(3723, "", "End."),
    ]
    let made = try Minutes.document(of: meeting, options: MinutesOptions()).value
    let all = made.lines
    let start = try #require(all.firstIndex(of: "heading Transcript"))
    #expect(
      Array(all[(start + 1)...]) == [
        "paragraph Ada 0:02\nGood evening. Item one.", "paragraph Bo 0:07\n今日は、始めます。",
        "paragraph 1:00\nNext.", "paragraph someone 1:02:03\nEnd.",
      ])
    #expect(all.contains("heading Attendance"))
  }

  @Test func `a long speech has several paragraphs`() {
    let lines = (0..<100).map {
      SpokenLine(
        "This is sentence number \($0).", by: "Ada",
        from: Timestamp(microseconds: $0 * 3_000_000),
        to: Timestamp(microseconds: $0 * 3_000_000 + 3_000_000))
    }
    let turns = SpeechTurns.turns(of: lines)
    #expect((3...8).contains(turns.count))
    #expect(turns.map(\.lines.count).reduce(0, +) == 100)
  }

  // MARK: Subtitles

  @Test func `subtitles have speakers and possible times`() throws {
    var meeting = Meeting()
    meeting.timeBase = .elapsed
    meeting.title = "Roof --> plan"
    func time(_ milliseconds: Int) -> Timestamp { Timestamp(microseconds: milliseconds * 1000) }
    meeting.speech = [
      SpokenLine("4 < 5 & so\n\non", by: "Ada <chair>", from: time(2000), to: time(6500)),
      SpokenLine("a --> b", from: time(8500), to: time(8000)),
      SpokenLine("No time.", by: "Bo"),
      SpokenLine("End", from: time(3_723_004)),
    ]
    let subtitles = try Subtitles(meeting, options: MinutesOptions())
    #expect(
      String(decoding: subtitles.webVTT, as: UTF8.self) == """
        WEBVTT - Roof -> plan

        1
        00:00:02.000 --> 00:00:06.500
        <v Ada &lt;chair&gt;>4 &lt; 5 &amp; so
        on</v>

        2
        00:00:08.500 --> 00:00:10.000
        a --&gt; b

        3
        00:00:10.000 --> 00:00:11.500
        <v Bo>No time.</v>

        4
        01:02:03.004 --> 01:02:04.504
        End

        """)
    let text = String(decoding: subtitles.subRip, as: UTF8.self)
    #expect(
      text.hasPrefix("1\r\n00:00:02,000 --> 00:00:06,500\r\nAda <chair>: 4 < 5 & so\r\non\r\n"))
    #expect(text.contains("a -> b"))
    #expect(subtitles.warnings.map(\.code) == ["meeting.time"])
  }

  @Test func `subtitles of a chat begin with its first message`() throws {
    let meeting = try read(("chat.txt", saved)).value
    let cues = try Subtitles(meeting, options: MinutesOptions()).cues
    #expect(cues.map(\.from) == [0, 29_000])
    #expect(cues.map(\.to) == [1500, 30_500])
    #expect(cues.map(\.speaker) == ["ADA LIND", "Eve"])
  }

  // MARK: Calendars

  @Test func `the next meeting and action items with dates go into calendars`() throws {
    let side = #"""
      {"title": "Spolek, řada; a\nb", "next": "Friday, 4 December 2026, 20:00, same room",
       "actions": [{"text": "Buy lamp oil, twice", "who": "Tomáš", "due": "2026-12-01"},
        {"text": "Write", "due": "soon"}, {"text": "Call", "due": "2026-12-02", "done": true}]}
      """#
    var options = MinutesOptions()
    options.zone = try #require(ZoneRules(fixed: "+01:00"))
    let meeting = try read(
      ("a.json", "[\(Club.message(Club.start, "u", "A", "x"))]"), ("b.json", side)
    ).value
    let bytes = try MeetingCalendar(meeting, options: options).bytes
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(separator: "\r\n").map(String.init)
    #expect(lines.allSatisfy { $0.utf8.count <= 75 })
    #expect(lines.first == "BEGIN:VCALENDAR" && lines.last == "END:VCALENDAR")
    #expect(lines.contains("DTSTART:20261204T190000Z"))
    #expect(lines.contains("SUMMARY:Spolek\\, řada\\; a b"))
    #expect(lines.contains("SUMMARY:Buy lamp oil\\, twice (Tomáš)"))
    #expect(lines.count { $0.hasPrefix("DUE;VALUE=DATE:202612") } == 2)
    #expect(lines.contains("STATUS:COMPLETED"))
    #expect(lines.contains("DTSTAMP:20260313T190000Z"))
    #expect(bytes == (try MeetingCalendar(meeting, options: options).bytes))
  }

  /// A sender who speaks once, and is in no list of attendance, is known from the chat.
  @Test func `senders of the chat are speakers`() throws {
    let talk = talk.replacing("Remember: the quay.", with: "Eve: The quay.")
    let read = try read(
      ("chat.txt", saved), ("people.csv", participants), ("talk.vtt", talk),
      options: try zone("+02:00"))
    #expect(read.value.speech.map(\.speaker) == ["Ada Lind", "Eve", "Bo"])
    #expect(read.value.speech[1].text == "The quay.")
  }

  @Test(
    arguments: [
      ("2026-12-04", "20261204", nil), ("2026-12-04 20:00", "20261204", 72_000),
      ("4. Dezember 2026, 20:15 Uhr", nil, nil), ("December 4, 2026", "20261204", nil),
      ("Friday", nil, nil), ("31 February 2026", nil, nil), ("2026-13-04", nil, nil),
      ("", nil, nil),
    ] as [(String, String?, Int?)])
  func `days that people write`(text: String, day: String?, second: Int?) {
    let date = CalendarDate(text, .english)
    #expect(date?.basicDay == day)
    if day != nil { #expect(date?.second == second) }
  }

  @Test func `long lines are folded between characters`() throws {
    var meeting = Meeting()
    meeting.title = String(repeating: "ř", count: 100)
    meeting.side.next = "2026-12-04"
    let bytes = try MeetingCalendar(meeting, options: MinutesOptions()).bytes
    #expect(String(validating: bytes, as: UTF8.self) != nil)
    let unfolded = String(decoding: bytes, as: UTF8.self).replacing("\r\n ", with: "")
    #expect(unfolded.contains("SUMMARY:" + meeting.title))
    meeting.side.next = "soon"
    #expect(
      faults { try MeetingCalendar(meeting, options: MinutesOptions()) }.map(\.code) == [
        "meeting.no-date"
      ])
  }

  @Test func `people alone are no subtitles`() throws {
    let meeting = try read(("people.csv", participants)).value
    #expect(
      faults { try Subtitles(meeting, options: MinutesOptions()) }.map(\.code) == ["meeting.empty"])
  }
}
