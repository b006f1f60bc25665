// SPDX-License-Identifier: MIT
// Part of Platen: tests of transcripts, chats and attendance of other systems' rooms.

import Diagnostics
import Documents
import Foundation
import Readers
import TestSupport
import Testing

@testable import Meetings

/// A line of speech in short: `0:02 Ada: Hello`.
private func short(_ meeting: Meeting, zone: ZoneRules = .utc) -> [String] {
  let clock = MeetingClock(zone: zone, phrases: .english, base: meeting.timeBase)
  return meeting.speech.map { line in
    let text = line.text.replacing("\n", with: " / ")
    return (line.from.map(clock.time) ?? "-") + " " + line.speaker + ": " + text
  }
}

/// Messages in short.
private func chat(_ meeting: Meeting) -> [String] {
  let clock = MeetingClock(zone: .utc, phrases: .english, base: meeting.timeBase)
  return meeting.messages.map { message in
    (message.time.map(clock.time) ?? "-") + " " + message.senderName + ": "
      + message.text.replacing("\n", with: " / ")
  }
}

/// People in short: name, role, times, seconds.
private func people(_ meeting: Meeting) -> [String] {
  let clock = MeetingClock(zone: .utc, phrases: .english, base: meeting.timeBase)
  return Attendance(meeting).attendees.map { row in
    [
      row.name, row.role.rawValue, row.joined.map(clock.time) ?? "-",
      row.left.map(clock.time) ?? "-", row.seconds.map(String.init) ?? "-",
    ].joined(separator: " ")
  }
}

@Suite struct RoomFormatTests {
  // MARK: WebVTT, SubRip, SubViewer

  @Test func `cues of WebVTT have speakers, times and plain text`() throws {
    let text = """
      \u{FEFF}WEBVTT - Roof

      NOTE not a cue
      of two lines

      STYLE
      ::cue { color: lime }

      one
      00:01.000 --> 00:04.000 line:80%
      <v Ada &lt;chair&gt;>Costs &amp; <00:02.000>risks, 4 &lt; 5</v>

      00:00:03.000 --> 00:00:05.000
      <v.loud Bo>Yes.</v> <v Ada <chair>No.
      NOTE this is text

      00:00:09,000 --> 00:00:10,000
      Commas: not a cue.

      00:00:12.500 --> 00:00:12.000
      <i>Backwards</i>, &nbsp;<ruby>漢<rt>kan</rt></ruby>

      00:00:13.000 --> 00:00:14.000
      """
    let read = try read(("a.txt", text))
    #expect(read.value.title == "Roof")
    #expect(read.value.timeBase == .elapsed)
    #expect(
      short(read.value) == [
        "0:01 Ada <chair>: Costs & risks, 4 < 5", "0:03 Bo: Yes.",
        "0:03 Ada <chair: No. / NOTE this is text", "0:12 : Backwards, \u{A0}漢(kan)",
      ])
    #expect(
      read.warnings.map(\.line) == [
        "a.txt:17:1: warning: expected times such as 00:00:01.000 --> 00:00:02.500; the cue is "
          + "omitted",
        "a.txt:20:1: warning: the cue ends before it begins",
      ])
  }

  @Test func `a transcript by Zoom continues with the speaker before`() throws {
    let text = """
      WEBVTT\r
      \r
      1\r
      00:00:02.000 --> 00:00:06.500\r
      Ada Lind: Good evening.\r
      \r
      2\r
      00:00:07.250 --> 00:00:11.000\r
      Bo (Quay 3): Note: the crane\r
      \r
      3\r
      00:00:11.000 --> 00:00:12.500\r
      stands at 10:30.\r
      """
    #expect(
      short(try read(("a.vtt", text)).value) == [
        "0:02 Ada Lind: Good evening.", "0:07 Bo (Quay 3): Note: the crane",
        "0:11 Bo (Quay 3): stands at 10:30.",
      ])
  }

  @Test func `SubRip is read as people write it`() throws {
    let text = """
      7
      00:00:01,000  -->  00:00:04,000 X1:100 X2:540
      {\\an8}<font color="#ff0">Note: not a name, 4 < 5.</font>

      00:00:04.500 --> 00:00:06.000
      No number.

      9
      0:00:07,5 --> 0:00:08,25
      A blank line

      is within.


      9
      00:00:12,000 --> 00:00:13,000

      10
      00:00:99,000 --> 00:01:00,000
      Lost.
      """
    let read = try read(("a.srt", text))
    #expect(
      short(read.value) == [
        "0:01 : Note: not a name, 4 < 5.", "0:04 : No number.",
        "0:07 : A blank line /  / is within.",
      ])
    #expect(read.value.speech[2].to == Timestamp(microseconds: 8_250_000))
    #expect(read.warnings.map(\.code) == ["meeting.line"])
    #expect(read.warnings.first?.place?.line == 19)
  }

  @Test func `names before colons are speakers where most lines have one`() throws {
    let text = """
      1
      00:00:01,000 --> 00:00:02,000
      Ada: One.

      2
      00:00:02,000 --> 00:00:03,000
      [Bo] Two.

      3
      00:00:03,000 --> 00:00:04,000
      سارا: سه.
      """
    #expect(
      short(try read(("a.srt", text)).value) == [
        "0:01 Ada: One.", "0:02 Bo: Two.", "0:03 سارا: سه.",
      ])
  }

  @Test func `SubViewer is a chat`() throws {
    let text =
      "0:00:31.000,0:00:36.000\nBo: Note: two\nlines\n\n1:00:00.000,1:00:05.000\n12:30 is fine\n"
    #expect(
      chat(try read(("a.sbv", text)).value) == [
        "0:31 Bo: Note: two / lines", "1:00:00 : 12:30 is fine",
      ])
  }

  // MARK: Whisper

  @Test(arguments: [
    (
      #"{"text": " A.", "segments": [{"id": 0, "start": 0.5, "end": 2, "text": " A.", "avg_logprob": NaN, "no_speech_prob": 0.97}, {"start": 2, "end": 2, "text": ""}], "language": "en"}"#,
      ["0:00 : A."], ["meeting.silence"]
    ),
    (
      #"{"segments": [{"start": 0.5, "end": 4, "text": " Hi.", "words": [{"word": "1."}], "speaker": "SPEAKER_00"}, {"text": "Mhm.", "start": "x", "end": -1}], "word_segments": []}"#,
      ["0:00 SPEAKER_00: Hi.", "- : Mhm."], ["meeting.time", "meeting.time"]
    ),
    (
      #"{"systeminfo": "", "result": {"language": "cs"}, "transcription": [{"offsets": {"from": 3360, "to": 5000}, "text": " Dobrý večer."}]}"#,
      ["0:03 : Dobrý večer."], []
    ),
    (
      #"{"task": "transcribe", "segments": [{"id": "seg_0", "type": "transcript.text.segment", "speaker": "A", "start": 0, "end": 2.1, "text": " Good.", "mood": 1}]}"#,
      ["0:00 A: Good."], ["meeting.field"]
    ),
  ])
  func `JSON of Whisper's programs`(text: String, lines: [String], codes: [String]) throws {
    let read = try read(("a.json", text))
    #expect(short(read.value) == lines)
    #expect(read.warnings.map(\.code.rawValue) == codes)
  }

  // MARK: Zoom

  @Test func `a saved chat has replies, reactions and no private messages`() throws {
    let text = """
      18:00:31 From  Ada  to  Everyone:
      \tThe survey is in the folder
      18:01:10 From  Bo to Co  to  Everyone:
      \tReplying to "The survey is..."
      \t
      \t12:00:00 From noon on: shut
      18:02:00 From  Co  to  Everyone:
      \tReacted to "The survey is in..." with 👍
      18:02:10 From  Co  to  Ada(Direct Message):
      \tsecret
      00:00:15\t From Co to Everyone : the older form: one line
      00:00:20 From Co to Ada (Privately) : older secret
      """
    let read = try read(("a.txt", text))
    #expect(read.value.timeBase == .clock)
    #expect(
      chat(read.value) == [
        "18:00 Ada: The survey is in the folder",
        "18:01 Bo to Co: Replying to \"The survey is...\" /  / 12:00:00 From noon on: shut",
        "00:00 Co: the older form: one line",
      ])
    #expect(read.value.messages[0].reactions == [Reaction(identity: "Co", emoji: "👍")])
    #expect(read.value.messages[2].time == Timestamp(microseconds: 86_415_000_000))
    #expect(
      read.warnings.map(\.line) == [
        "a.txt:9:1: warning: a message to one person: omitted, and so 1 more in this list or file"
      ])
    let made = try Minutes.document(of: read.value, options: MinutesOptions()).value
    #expect(!made.lines.contains { $0.contains("secret") })
  }

  @Test func `a chat of a cloud recording counts from its beginning`() throws {
    let text = "00:00:31\tAda:\tOne\n00:01:10\tBo:\tTwo:\nlines\n01:00:00\t李明:\t三\n"
    #expect(
      chat(try read(("chat.txt", text)).value)
        == ["0:31 Ada: One", "1:10 Bo: Two: / lines", "1:00:00 李明: 三"])
  }

  @Test func `attendance unites visits, and no waiting room counts`() throws {
    let text = """
      \u{FEFF}Name (Original Name),User Email,Join Time,Leave Time,Duration (Minutes),Guest,In Waiting Room,Shoe\r
      Ada,ada@example.org,05/12/2026 05:55:00 PM,05/12/2026 07:00:00 PM,65,No,No,44\r
      Tom (Tomáš Řehák),,05/12/2026 06:00:00 PM,05/12/2026 06:20:00 PM,20,Yes,No,\r
      Tom (Tomáš Řehák),,05/12/2026 06:10:00 PM,05/12/2026 06:30:00 PM,20,Yes,No,\r
      Eve,,05/12/2026 06:00:00 PM,05/12/2026 06:01:00 PM,1,Yes,Yes,\r
      """
    let read = try read(("p.csv", text))
    #expect(
      people(read.value) == [
        "Ada participant 17:55 19:00 3900", "Tomáš Řehák guest 18:00 18:30 1800",
      ])
    #expect(read.warnings.map(\.line) == ["p.csv:1:1: warning: unknown column \"Shoe\": omitted"])
  }

  @Test func `reports have the meeting above the people, or in each row`() throws {
    let above = """
      Meeting ID,Topic,Start Time,End Time,User Email,Duration (Minutes),Participants,
      812,"Roof, again",05/12/2026 05:55:02 PM,05/12/2026 07:02:41 PM,ada@example.org,68,1,

      Name (Original Name),User Email,Total Duration (Minutes),Guest
      Ada,ada@example.org,68,No
      """
    let first = try read(("r.csv", above))
    #expect(first.value.title == "Roof, again")
    #expect(people(first.value) == ["Ada admin - - 4080"])
    let within = """
      Topic,Meeting ID,User Name,User Email,Start Time,End Time,Duration,Name (Original Name),User Email,Join,Leave,Duration
      Roof,812,Ada,ada@example.org,05/12/2026 05:55:02 PM,05/12/2026 07:02:41 PM,68,Bo,bo@example.org,05/12/2026 06:00:12 PM,05/12/2026 07:02:40 PM,63
      """
    let second = try read(("r.csv", within))
    #expect(second.value.title == "Roof")
    #expect(people(second.value) == ["Bo participant 18:00 19:02 3748"])
    #expect(second.warnings.isEmpty)
  }

  // MARK: Teams

  private static let sections = """
    1. Summary
    Meeting title\t"Roof
    again"
    Attended participants\t2
    Start time\t5/12/26, 5:55:02 PM
    End time\t5/12/26, 7:02:41 PM
    Meeting duration\t1h 7m 39s
    Average attendance time\t55m 12s

    2. Participants
    Name\tFirst Join\tLast Leave\tIn-Meeting Duration\tEmail\tParticipant ID (UPN)\tRole
    Ada\t5/12/26, 5:55:02 PM\t5/12/26, 7:02:41 PM\t1h 7m 39s\tada@example.org\t\tOrganizer
    Bo (Unverified)\t5/12/26, 6:00:00 PM\t5/12/26, 6:40:00 PM\t30m\t\t\tPresenter
    Never\t\t\t\t\t\tAttendee

    3. In-Meeting Activities
    Name\tJoin Time\tLeave Time\tDuration\tEmail\tRole
    Ada\t5/12/26, 5:55:02 PM\t5/12/26, 7:02:41 PM\t1h\tada@example.org\tOrganizer
    Bo (Unverified)\t5/12/26, 6:00:00 PM\t5/12/26, 6:20:00 PM\t20m\t\tPresenter
    Bo (Unverified)\t5/12/26, 6:30:00 PM\t5/12/26, 6:40:00 PM\t10m\t\tPresenter
    """

  /// The bytes of a text in UTF-16 with its mark.
  private func utf16(_ text: String, isLittle: Bool = true) -> [UInt8] {
    var bytes: [UInt8] = isLittle ? [0xFF, 0xFE] : [0xFE, 0xFF]
    for unit in text.utf16 {
      let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      bytes += isLittle ? pair : pair.reversed()
    }
    return bytes
  }

  @Test(arguments: [true, false])
  func `attendance of Teams in UTF-16`(isLittle: Bool) throws {
    let bytes = utf16(RoomFormatTests.sections, isLittle: isLittle)
    let read = try MeetingReader.read(files: [NamedBytes("a.csv", bytes)])
    #expect(read.value.title == "Roof again")
    #expect(
      people(read.value) == ["Ada admin 17:55 19:02 4059", "Bo guest 18:00 18:40 1800"])
    #expect(Attendance(read.value).attendees.map(\.visits) == [1, 2])
    #expect(read.warnings.isEmpty)
  }

  @Test func `older reports of Teams`() throws {
    let visits = """
      Meeting Summary
      Total Number of Participants\t1
      Meeting Title\tRoof
      Meeting Start Time\t5/12/2026, 5:55:02 PM

      Full Name\tJoin Time\tLeave Time\tDuration\tEmail\tRole\tParticipant ID (UPN)
      Ada\t5/12/2026, 5:55:02 PM\t5/12/2026, 7:02:41 PM\t1h 7m\tada@example.org\tOrganizer\t
      """
    #expect(people(try read(("a.csv", visits)).value) == ["Ada admin 17:55 19:02 4059"])
    let events = """
      Full Name\tUser Action\tTimestamp
      Bo\tJoined\t5/12/2026, 6:00:12 PM
      Bo\tLeft\t5/12/2026, 6:20:12 PM
      Bo\tJoined\t5/12/2026, 6:22:30 PM
      Ola (Guest)\tJoined before\t5/12/2026, 5:55:02 PM
      """
    #expect(
      people(try read(("a.csv", events)).value) == [
        "Ola guest 17:55 - -", "Bo participant 18:00 - 1200",
      ])
  }

  @Test(arguments: [
    ("11/12/26, 17:55:02", "2026-12-11", true), ("13/12/26, 17:55:02", "2026-12-13", false),
    ("11/12/26, 5:55:02 PM", "2026-11-12", false), ("11.12.2026 17:55", "2026-12-11", false),
    ("11/12/2026, 5:55:02 pm", "2026-12-11", true), ("2026-11-12 17:55", "2026-11-12", false),
    ("١٢/١١/٢٠٢٦ 17:55", "2026-11-12", true),
  ])
  func `the order of day and month`(text: String, day: String, isGuess: Bool) throws {
    let wall = try #require(WallTime(text))
    let (order, isSure) = WallTime.order(of: [wall])
    guard case .local(let local)? = wall.time(order) else {
      Issue.record("not a local time")
      return
    }
    #expect(MeetingClock(zone: .utc, phrases: .english).day(Timestamp(microseconds: local)) == day)
    #expect(isSure == !isGuess)
  }

  @Test(arguments: [
    "", "5/12", "25:00", "5/12/26 5:55 XM", "1/2/3/4 10:00", "13:00 PM", "99/99/2026 10:00",
    String(repeating: "1", count: 100_000),
  ])
  func `other words are not times`(text: String) {
    #expect(WallTime(text)?.time(.dayFirst) == nil)
  }

  // MARK: Meet

  @Test func `attendance of Meet has times of a day`() throws {
    let text = """
      First name,Last name,Email,Duration,Time joined,Time exited
      Ada,Lind,ada@example.org,1 hr 7 min,5:55 PM,7:02 PM
      Bo,,,39 min,11:50 PM,12:29 AM
      """
    let read = try read(("a.csv", text))
    #expect(read.value.timeBase == .clock)
    #expect(
      people(read.value)
        == ["Ada Lind participant 17:55 19:02 4020", "Bo participant 23:50 00:29 2340"])
    let dated =
      "Meeting title,Roof\nDate,2026-05-12\nStart time,17:55\n\nName,Email,Duration,Time joined,Time exited\nBo,,45 sec,23:59,00:00\n"
    let meeting = try MeetingReader.read(files: [NamedBytes("a.csv", Array(dated.utf8))]).value
    #expect(meeting.title == "Roof")
    #expect(meeting.participants[0].visits.map { $0.to?.isoDay } == ["2026-05-13"])
  }

  @Test func `transcripts of Meet have a time now and then`() throws {
    let text = """
      Roof (2026-05-12 17:55 GMT+2) - Transcript
      Attendees
      Ada Lind, Bo
      Transcript
      Ada Lind: Good evening. Remember: one.
      Note: not a name.
      Bo: Ready.
      00:05:00
      Ada Lind: Closed.
      Transcription ended after 01:02:03
      This editable transcript was computer generated.
      """
    let read = try read(("a.txt", text))
    #expect(read.value.title == "Roof")
    #expect(
      short(read.value) == [
        "15:55 Ada Lind: Good evening. Remember: one.", "- Ada Lind: Note: not a name.",
        "- Bo: Ready.", "16:00 Ada Lind: Closed.",
      ])
    #expect(read.value.recordingStart == Timestamp(iso: "2026-05-12T15:55:00Z"))
  }

  // MARK: Jitsi

  @Test func `finished speech of Jitsi takes the place of unfinished`() throws {
    let text = #"""
      {"room_name": "roof@x", "start_time": "2026-05-12T15:55:02Z", "end_time": "2026-05-12T17:02:41Z",
       "initial_participants": [{"name": "Ada", "id": "a"}],
       "events": [
        {"event": "JOIN", "timestamp": 1778601602000, "participant": {"name": "Bo", "id": "b"}},
        {"event": "SPEECH", "timestamp": 1778601604000, "participant": {"name": "Ada", "id": "a"},
         "transcript": [{"text": "Good"}], "message_id": "m1", "is_interim": true},
        {"event": "SPEECH", "timestamp": 1778601605000, "participant": {"name": "Ada", "id": "a"},
         "transcript": [{"text": "Good evening."}, {"text": "God"}], "message_id": "m1",
         "is_interim": false},
        {"event": "RAISE_HAND", "timestamp": 1778601612000, "participant": {"name": "Bo", "id": "b"}},
        {"event": "LEAVE", "timestamp": 1778602202000, "participant": {"name": "Bo", "id": "b"}},
        {"event": "JOIN", "timestamp": 1778602302000, "participant": {"name": "Bo", "id": "c"}},
        {"event": "DANCE", "timestamp": 1778602302000, "participant": {"name": "Bo", "id": "c"}}]}
      """#
    let read = try read(("a.json", text))
    #expect(short(read.value) == ["16:00 Ada: Good evening."])
    #expect(people(read.value) == ["Ada participant 15:55 - -", "Bo participant 16:00 - 600"])
    #expect(read.value.events.map(\.kind) == [.handRaised])
    #expect(read.warnings.map(\.code) == ["meeting.packet"])
  }

  @Test func `the text of Jitsi has one day, and lines that are wrapped`() throws {
    let text = """
      Transcript of conference held at 12 mai 2026 in room roof
      Initial people present at 23:55:02:

      \tAda

      Transcript, started at 23:55:02:
      ________________________________________________________________________________

      <23:59:58> Ada: she read: <00:00:01> was late, and
       the rest
      <00:00:04> Ada left the conference
      <00:00:05> Ada raised their hand to speak
      ________________________________________________________________________________

      End of transcript at 13 mai 2026 00:01:00
      """
    let read = try read(("a.txt", text))
    #expect(read.value.title == "roof")
    #expect(short(read.value) == ["23:59 Ada: she read: <00:00:01> was late, and the rest"])
    #expect(people(read.value) == ["Ada participant 23:55 00:00 302"])
    #expect(read.value.participants[0].left == Timestamp(iso: "2026-05-13T00:00:04Z"))
    #expect(read.warnings.isEmpty)
  }

  // MARK: The shared files

  @Test(
    .enabled(if: Shared.isPresent),
    arguments: Shared.files(in: "meetings/transcripts", suffix: ""))
  func `every shared file gives minutes, tables and subtitles`(path: String) throws {
    guard !path.hasSuffix(".ics"), !path.hasSuffix(".tsv"),
      let bytes = try? Shared.bytes(path)
    else { return }
    let read = try MeetingReader.read(files: [NamedBytes(path, bytes)])
    #expect(!read.value.isEmpty, "\(path)")
    let made = try Minutes.document(of: read.value, options: MinutesOptions())
    #expect(made.value.warnings().isEmpty, "\(path)")
    let tables = MeetingTables(read.value, options: MinutesOptions())
    _ = try tables.json()
    _ = try tables.attendanceCSV()
    guard !read.value.speech.isEmpty || !read.value.messages.isEmpty else { return }
    let subtitles = try Subtitles(read.value, options: MinutesOptions())
    let again = try MeetingReader.read(files: [NamedBytes("a.vtt", subtitles.webVTT)])
    #expect(again.value.speech.count == subtitles.cues.count, "\(path)")
    #expect(again.warnings.isEmpty, "\(path)")
  }

  @Test(
    .enabled(if: Shared.isPresent),
    arguments: [
      ("webvtt/plain.vtt", 4, 0, 4), ("webvtt/traps.vtt", 7, 0, 3), ("srt/plain.srt", 3, 0, 3),
      ("srt/traps.srt", 5, 0, 0), ("whisper/openai.json", 2, 0, 0),
      ("whisper/openai-traps.json", 4, 0, 0), ("whisper/whisperx.json", 3, 0, 2),
      ("whisper/whispercpp.json", 2, 0, 0), ("whisper/diarized.json", 1, 0, 1),
      ("zoom/transcript.vtt", 4, 0, 3), ("zoom/chat-cloud.txt", 0, 3, 3),
      ("zoom/chat-saved.txt", 0, 2, 2), ("zoom/chat-saved-traps.txt", 0, 3, 2),
      ("zoom/participants.csv", 0, 0, 3), ("zoom/participants-traps.csv", 0, 0, 3),
      ("zoom/report.csv", 0, 0, 3), ("zoom/report-traps.csv", 0, 0, 2),
      ("teams/attendance-2020.csv", 0, 0, 3), ("teams/attendance-2021.csv", 0, 0, 2),
      ("teams/attendance-2022.csv", 0, 0, 3), ("teams/attendance-traps.csv", 0, 0, 2),
      ("teams/transcript.vtt", 3, 0, 2), ("teams/transcript-traps.vtt", 2, 0, 0),
      ("teams/transcript.docx", 3, 0, 3), ("teams/transcript-traps.docx", 3, 0, 3),
      ("meet/attendance.csv", 0, 0, 3), ("meet/attendance-traps.csv", 0, 0, 2),
      ("meet/chat.sbv", 0, 2, 2), ("meet/chat-traps.sbv", 0, 2, 1),
      ("meet/transcript.txt", 3, 0, 3),
      ("meet/transcript-traps.docx", 3, 0, 2), ("jitsi/transcript.json", 2, 0, 2),
      ("jitsi/transcript-traps.json", 2, 0, 2), ("jitsi/transcript.txt", 1, 0, 2),
    ])
  func `shared files have what they are known to have`(
    path: String, lines: Int, messages: Int, people: Int
  ) throws {
    let bytes = try Shared.bytes("meetings/transcripts/" + path)
    let meeting = try MeetingReader.read(files: [NamedBytes(path, bytes)]).value
    #expect(meeting.speech.count == lines, "\(path)")
    #expect(meeting.messages.count == messages, "\(path)")
    let named = Attendance(meeting).attendees.filter { !$0.name.isEmpty }
    #expect(named.count == people, "\(path)")
  }
}
