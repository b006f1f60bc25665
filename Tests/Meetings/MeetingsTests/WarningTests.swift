// SPDX-License-Identifier: MIT
// Part of Platen: tests of the warnings about invalid content of a file.

import Diagnostics
import Documents
import Readers
import TestSupport
import Testing

@testable import Meetings

@Suite struct WarningTests {
  private let row = Club.row("u1", "Ada", "\"2026-03-13T18:30:00Z\"", "null")
  private let message = Club.message(Club.start, "u1", "Ada", "Hello")

  private func bundle(_ members: String) -> String { "{\"room\": \(Club.room), \(members)}" }

  /// Codes and fields of all diagnostics of a bundle.
  private func reported(_ members: String) throws -> [String] {
    let read = try read(("a.json", bundle(members)))
    #expect(read.warnings.allSatisfy { $0.severity == .warning && $0.place?.file == "a.json" })
    return read.warnings.map { "\($0.code.rawValue) \($0.place?.field ?? "")" }
  }

  @Test(arguments: [
    ("\"chat\": {\"m1\": \"Hello\"}", "meeting.entry chat"), ("\"chat\": 7", "meeting.type chat"),
    ("\"chat\": {\"a\": {\"message\": \"x\"}}", "meeting.entry chat"),
    ("\"participants\": \"x\"", "meeting.type participants"),
    ("\"participants\": [\"Ada\"]", "meeting.type participants[0]"),
    ("\"participants\": [{\"joinedAt\": 1773428400}]", "meeting.entry participants[0]"),
    ("\"users\": {}", "meeting.type users"), ("\"rooms\": [7]", "meeting.type rooms[0]"),
    ("\"settings\": []", "meeting.type settings"), ("\"stats\": \"\"", "meeting.type stats"),
    ("\"tokens\": true", "meeting.type tokens"), ("\"system\": false", "meeting.type system"),
    ("\"online\": [2]", "meeting.type online"), ("\"instance\": []", "meeting.type instance"),
    (
      "\"stats\": {\"rooms\": [{\"name\": \"a\", \"creationTime\": \"soon\"}]}",
      "meeting.time stats.rooms[0].creationTime"
    ),
  ]) func membersOfAnotherKindAreSaidWithTheirField(_ members: String, _ expected: String) throws {
    #expect(try reported(members) == [expected])
  }

  @Test func aRoomOfAnotherTypeIsReported() throws {
    let read = try read(("a.json", "{\"room\": 5, \"chat\": [\(message)]}"))
    #expect(read.warnings.map(\.place?.field) == ["room"])
  }

  @Test(arguments: ["\"soon\"", "-5", "1e300", "[]", "true", "\"9999-12-31T23:59:59Z\""])
  func anInvalidTimeIsReported(_ time: String) throws {
    let chat = message.replacing("\(Club.start)", with: time)
    #expect(try reported("\"chat\": [\(message), \(chat)]") == ["meeting.time chat[1].timestamp"])
    let row = Club.row("u1", "Ada", time, time)
    #expect(
      try reported("\"participants\": [\(row)]") == [
        "meeting.time participants[0].joinedAt", "meeting.time participants[0].leftAt",
      ])
  }

  @Test(arguments: ["null", "0", "\"\"", "\"0001-01-01T00:00:00Z\""])
  func aMessageHasATimeAndAVisitMayLackOne(_ time: String) throws {
    let chat = message.replacing("\(Club.start)", with: time)
    #expect(try reported("\"chat\": [\(chat)]") == ["meeting.time chat[0].timestamp"])
    #expect(try reported("\"participants\": [\(Club.row("u1", "Ada", time, time))]") == [])
    // Whoever receives an event stamps it, or does not.
    #expect(
      try reported("\"system\": [{\"event\": \"kick\", \"actor\": \"a\", \"target\": \"b\"}]") == []
    )
  }

  @Test func valuesThatAreNotTextAreReported() throws {
    let number = message.replacing("\"Hello\"", with: "12")
    let object = message.replacing("\"Hello\"", with: "{}").replacing("\"Ada\"", with: "[]")
    let read = try read(("a.json", bundle("\"chat\": [\(number), \(object)]")))
    // Digits say what they say.
    #expect(read.value.messages.map(\.text) == ["12", ""])
    #expect(
      read.warnings.map { $0.place?.field ?? "" } == [
        "chat[0].message", "chat[1].senderName", "chat[1].message",
      ])
    #expect(
      try reported(
        "\"participants\": [\(Club.row("u1", "Ada", "null", "null", ", \"isBanned\": []"))]")
        == ["meeting.type participants[0].isBanned"])
    #expect(try reported("\"chat\": [\"Hi\"]") == ["meeting.entry chat[0]"])
    let images = Club.message(Club.start, "u1", "Ada", "Look", "[\"a.png\"]")
    #expect(try reported("\"chat\": [\(images)]") == ["meeting.type chat[0].attachments[0]"])
  }

  @Test func manyWarningsOfOneKindAreCounted() throws {
    let late = message.replacing("\(Club.start)", with: "\"soon\"")
    let many = Array(repeating: late, count: 700).joined(separator: ",")
    let read = try read(
      ("a.json", bundle("\"chat\": [\(message), \(many)]")), ("b.json", "[\(late)]"))
    #expect(read.value.messages.count == 702)
    #expect(read.warnings.map { $0.place?.field ?? "" } == ["chat[1].timestamp", "[0].timestamp"])
    #expect(read.warnings.map { $0.place?.file ?? "" } == ["a.json", "b.json"])
    #expect(read.warnings[0].message.hasSuffix(", and so 699 more in this list or file"))
    // Not that strangers' keys could make ever more sorts.
    let keys = (0..<500).map { "\"chat:\($0)\": 7" }.joined(separator: ",")
    #expect(try reported(keys).count == 100)
  }

  @Test func truncatedTextsAreReported() throws {
    let text = String(repeating: "é", count: 150_000)
    let image = "{\"url\": \"data:image/png;base64,\(Club.png)\"}"
    let list = "[" + Array(repeating: image, count: 150).joined(separator: ",") + "]"
    let read = try read(
      ("a.json", bundle("\"chat\": [\(Club.message(Club.start, "u1", "Ada", text, list))]")))
    let sent = read.value.messages[0]
    #expect(sent.text.count == 100_001 && sent.text.hasSuffix("…") && sent.attachments.count == 100)
    #expect(
      read.warnings.map { $0.place?.field ?? "" } == ["chat[0].message", "chat[0].attachments"])
    #expect(read.warnings.allSatisfy { $0.code == "meeting.long" })
  }

  @Test func bytesThatAreNotUTF8AreReported() throws {
    let bytes = Array(bundle("\"chat\": [\n\(message)]").utf8)
    let place = try #require(bytes.firstRange(of: Array("Hello".utf8))).lowerBound
    var damaged = bytes
    damaged[place] = 0xFF
    let read = try MeetingReader.read(files: [NamedBytes("a.json", damaged)])
    #expect(read.value.messages[0].text == "\u{FFFD}ello")
    #expect(read.warnings.map(\.code) == ["meeting.encoding"])
    #expect(read.warnings[0].place?.line == 4)
    #expect(read.warnings[0].message.hasPrefix("1 byte is not UTF-8"))
  }

  @Test func linesHaveTheirNumber() throws {
    let line = message.split(separator: "\n").joined()
    let read = try read(
      ("a.jsonl", line + "\n" + line.replacing("\(Club.start)", with: "\"soon\"")))
    #expect(
      read.warnings.map(\.place) == [
        Diagnostics.SourceLocation(file: "a.jsonl", line: 2, field: "timestamp")
      ])
  }

  @Test(arguments: ["../../etc/passwd", "5", "a b", "https://evil.example/m/x", "tea\\u0000room"])
  func anInvalidRoomNameHasNoLink(_ name: String) throws {
    let room = Club.room.replacing("tea-room", with: name)
    let text = """
      {"room": \(room), "instance": {"url": "https://meet.example.org"}, "chat": [\(message)]}
      """
    let read = try read(("a.json", text))
    #expect(read.warnings.map(\.code) == ["meeting.room"])
    #expect(read.warnings[0].place?.field == "room.name")
    #expect(read.value.room.link == nil)
    let rendered = try Minutes.document(of: read.value, options: MinutesOptions()).value
    #expect(!"\(rendered)".contains("meet.example.org/m/"))
    let invited = faults { try Invitation(read.value, options: MinutesOptions()) }
    #expect(invited.map(\.code) == ["meeting.room"])
  }

  @Test func aRoomsNameIsWrittenAsServersKeepIt() throws {
    let text = """
      {"room": \(Club.room.replacing("tea-room", with: "Tea-Room")), "chat": [\(message)],
       "instance": {"url": "https://meet.example.org"}}
      """
    #expect(try read(("a.json", text)).value.room.link == "https://meet.example.org/m/tea-room")
  }

  @Test func aVisitThatEndsBeforeItsStartDoesNotChangeTheTimeOfTheMeeting() throws {
    let odd = Club.row("u2", "Bo", "\"2026-03-13T18:40:00Z\"", "\"2020-01-01T00:00:00Z\"")
    let far = Club.row("u3", "Cy", "\"2026-03-13T18:50:00Z\"", "\"9999-12-31T23:59:59Z\"")
    let text = bundle("\"participants\": [\(row), \(odd), \(far)], \"chat\": [\(message)]")
    let read = try read(("a.json", text))
    #expect(
      read.warnings.map { "\($0.code.rawValue) \($0.place?.field ?? "")" } == [
        "meeting.order participants[1].leftAt", "meeting.time participants[2].leftAt",
      ])
    let span = try #require(read.value.span)
    #expect(span.from == Timestamp(iso: "2026-03-13T18:30:00Z"))
    #expect(span.to == Timestamp(iso: "2026-03-13T19:00:00Z"))
    let rendered = try Minutes.document(of: read.value, options: MinutesOptions()).value
    #expect(rendered.metadata.date == "2026-03-13")
    // What the server says of them stands there all the same, without a duration.
    let bo = rendered.table("attendance")[1]
    #expect(bo[2] == "18:40" && bo[3] == "2020-01-01 00:00" && bo[4] == "")
    let csv = String(
      decoding: try MeetingTables(read.value, options: MinutesOptions()).attendanceCSV(),
      as: UTF8.self)
    #expect(!csv.contains("-19"))
  }

  @Test func otherFilesHaveNoWarnings() throws {
    var options = MeetingReader.Options()
    options.skipsOtherFiles = true
    let read = try read(("a.json", "[\(message)]"), ("b.json", "[1, 2]"), options: options)
    #expect(read.warnings.map(\.code) == ["meeting.unrelated"])
  }
}
