// SPDX-License-Identifier: MIT
// Part of Platen: tests of damaged and hostile files of other systems' rooms.

import Diagnostics
import Documents
import Readers
import TestSupport
import Testing

@testable import Meetings

@Suite struct HostileRoomTests {
  @Test(arguments: [
    ("a.vtt", ""), ("a.vtt", "\u{FEFF}"), ("a.srt", "Hello\n"), ("a.sbv", "1\n2\n"),
    ("a.vtt", "WEBVTTX\n"), ("a.VTT", "1\n00:00:01.000 x"),
  ])
  func `a file that only its name makes a transcript is an error`(
    name: String, text: String
  ) throws {
    let found = faults { try read((name, text)) }
    #expect(found.map(\.code) == ["meeting.transcript"])
    #expect(found.first?.place == SourceLocation(file: name, line: 1, column: 1))
    var options = MeetingReader.Options()
    options.skipsOtherFiles = true
    let folder = try read(
      ("b.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\nA"), (name, text), options: options)
    #expect(folder.value.speech.count == 1)
    #expect(folder.warnings.map(\.code) == ["meeting.unrelated"])
  }

  @Test(arguments: [
    ("a.txt", "Just a letter.\n"), ("a.csv", "Name,Email\nAda,\n"), ("a.txt", ""),
    ("a.docx", "PK\u{3}\u{4} word/ and nothing else"),
  ])
  func `other files are named as such, and skipped in folders`(name: String, text: String) throws {
    let found = faults { try read((name, text)) }
    #expect(found.count == 1)
    #expect(found.allSatisfy { $0.code == "meeting.format" || $0.code == "meeting.transcript" })
    var options = MeetingReader.Options()
    options.skipsOtherFiles = true
    let folder = try read(
      ("b.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\nA"), (name, text), options: options)
    #expect(folder.value.speech.count == 1)
    #expect(folder.warnings.map(\.code) == ["meeting.unrelated"])
  }

  @Test func `UTF-16 that ends within a letter is read`() throws {
    let bytes: [UInt8] =
      [0xFF, 0xFE]
      + "WEBVTT\n\n00:01.000 --> 00:02.000\nA".utf16.flatMap {
        [UInt8($0 & 0xFF), UInt8($0 >> 8)]
      }
    for file in [bytes, bytes + [0x41], Array(bytes.dropFirst(2))] {
      let read = try MeetingReader.read(files: [NamedBytes("a.vtt", file)])
      #expect(read.value.speech.map(\.text) == ["A"])
    }
    #expect(!faults { try MeetingReader.read(files: [NamedBytes("a.txt", [0xFF, 0xFE])]) }.isEmpty)
  }

  @Test func `bytes that are not UTF-8 are replaced and reported`() throws {
    let bytes =
      Array("1\n00:00:01,000 --> 00:00:02,000\nPo".utf8) + [0xF8, 0xE1] + Array("d\n".utf8)
    let read = try MeetingReader.read(files: [NamedBytes("a.srt", bytes)])
    #expect(read.value.speech.map(\.text) == ["Po\u{FFFD}\u{FFFD}d"])
    #expect(
      read.warnings.map(\.line) == [
        "a.srt:3:3: warning: 2 sequences of bytes not UTF-8, read as U+FFFD"
      ])
  }

  @Test(arguments: [
    "99999:00:00.000 --> 99999:00:01.000",
    "277777:00:00.000 --> 277777:00:01.000",
  ])
  func `times far away do not overflow`(times: String) throws {
    let read = try read(("a.vtt", "WEBVTT\n\n\(times)\nFar\n"))
    #expect(read.value.speech.count == 1)
    _ = try Minutes.document(of: read.value, options: MinutesOptions())
    _ = try MeetingTables(read.value, options: MinutesOptions()).json()
    _ = try Subtitles(read.value, options: MinutesOptions()).webVTT
  }

  @Test(arguments: [
    "9223372036854775807:00:00.000 --> 9223372036854775807:00:01.000",
    "99999999999999999999999999:00:00.000 --> 99:00:01.000", "00:60:00.000 --> 00:61:00.000",
    "99999999:00:00.000 --> 99999999:00:01.000", "-1:00.000 --> 00:01.000", "--> 00:01.000",
  ])
  func `times beyond any recording drop the cue`(times: String) throws {
    let read = try read(("a.vtt", "WEBVTT\n\n\(times)\nLost\n\n00:01.000 --> 00:02.000\nKept\n"))
    #expect(read.value.speech.map(\.text) == ["Kept"])
    #expect(read.warnings.map(\.code) == ["meeting.line"])
    #expect(read.warnings.first?.place == SourceLocation(file: "a.vtt", line: 3, column: 1))
  }

  @Test func `cues that overlap stay in the order in which they begin`() throws {
    let cues = (0..<2000).map { index in
      "00:00:0\(index % 10).000 --> 00:59:59.999\n<v P\(index % 7)>Line \(index)\n"
    }
    let read = try read(("a.vtt", "WEBVTT\n\n" + cues.joined(separator: "\n")))
    let times = read.value.speech.compactMap { $0.from?.microseconds }
    #expect(times.count == 2000 && times == times.sorted())
    _ = try Minutes.document(of: read.value, options: MinutesOptions())
  }

  @Test func `a line of ten megabytes is cut`() throws {
    let long = String(repeating: "word <", count: 1_800_000)
    for text in [
      "WEBVTT\n\n00:01.000 --> 00:02.000\n\(long)\n", "1\n00:00:01,000 --> 00:00:02,000\n\(long)\n",
    ] {
      let read = try read(("a.txt", text))
      #expect(read.warnings.map(\.code) == ["meeting.long"])
      #expect(read.value.speech[0].text.count == 100_001)
    }
  }

  @Test(arguments: [
    "Name (Original Name),User Email\n\"Ada", "Full Name\tUser Action\tTimestamp\nAda\tJoined\t\"",
  ])
  func `a quotation mark that is never closed is an error at its line`(text: String) {
    let found = faults { try read(("a.csv", text)) }
    #expect(found.map(\.code) == ["meeting.line"])
    #expect(found.first?.place == SourceLocation(file: "a.csv", line: 2, column: 1))
  }

  @Test(arguments: [
    "Name (Original Name),User Email\n", "Meeting ID,Topic,Start Time\n",
    "1. Summary\n2. People\na,b,c,d,e\n",
    "First name,Last name,Email,Duration\n,,,\n", "Full Name\tUser Action\tTimestamp\n\t\t\n",
    "Name (Original Name),Join Time\nAda,99/99/9999 99:99:99 XM\n",
    "Transcript of conference held at \n", "00:00:01\t:\t\n", "18:00:00 From A to :\n",
    "- Transcript\nAttendees\n", "X - Transcript\nAttendees\n,,,\nTranscript\n00:00:00\n",
    #"{"segments": [7, null, {"text": 5, "start": [], "end": {}}, {"text": "x", "start": 1e300}], "text": ""}"#,
    #"{"segments": [{"text": "a", "start": NaN, "end": -Infinity}]}"#,
    #"{"events": [null, {"event": "SPEECH"}, {"event": 7}], "initial_participants": [1]}"#,
    #"{"transcription": [{"offsets": 1, "text": []}]}"#,
  ])
  func `damaged files never stop the reader`(text: String) {
    do {
      let meeting = try read(("a.csv", text)).value
      _ = try MeetingTables(meeting, options: MinutesOptions()).json()
      _ = try Minutes.document(of: meeting, options: MinutesOptions())
    } catch let failure as Failure {
      #expect(!failure.diagnostics.isEmpty)
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test func `names and texts of any kind stay text`() throws {
    let nasty = [
      "\u{202E}gnp.exe", "<script>", "# x", "| a | b |", "=1+1", "{1} {2}", "\u{7}bell",
      String(repeating: "z\u{301}", count: 2000),
    ]
    for text in nasty {
      let cues = "WEBVTT\n\n00:01.000 --> 00:02.000\n<v \(text)>\(text)\n"
      let meeting = try read(("a.vtt", cues)).value
      let made = try Minutes.document(of: meeting, options: MinutesOptions())
      #expect(made.value.warnings().isEmpty)
      _ = try MeetingTables(meeting, options: MinutesOptions()).transcriptCSV()
    }
  }

  // MARK: Time

  private static func text(_ kind: String, _ count: Int) -> String {
    switch kind {
    case "vtt":
      "WEBVTT\n\n"
        + (0..<count).map {
          "00:\($0 / 600 % 50 + 10):\($0 / 10 % 50 + 10).000 --> 23:00:00.000\n<v P\($0)>a\n\n"
        }
        .joined()
    case "srt":
      "1\n00:00:01,000 --> 00:00:02,000\n" + String(repeating: "<{\\a ]>", count: count * 8)
    case "chat":
      (0..<count).map {
        "18:\($0 / 600 % 50 + 10):10 From  P\($0)  to  Everyone:\n\t\($0 % 2 == 0 ? "aaaa" : "Reacted to \"aaaa\" with 👍")\n"
      }.joined()
    case "csv":
      "Name (Original Name),User Email,Join Time\n"
        + (0..<count).map { "P\($0),p\($0)@example.org,05/12/2026 05:55:02 PM\n" }.joined()
    default:
      "{\"segments\": ["
        + (0..<count).map {
          "{\"text\": \"a\", \"start\": \($0), \"end\": \($0), \"speaker\": \"P\($0)\"}"
        }
        .joined(separator: ",") + "]}"
    }
  }

  @Test(arguments: ["vtt", "srt", "chat", "csv", "json"])
  func `time is proportional to bytes`(kind: String) throws {
    let isLinear = try isLinear(4000) { count in
      let meeting = try read(("a.\(kind)", HostileRoomTests.text(kind, count))).value
      _ = try Minutes.document(of: meeting, options: MinutesOptions())
    }
    #expect(isLinear)
  }
}
