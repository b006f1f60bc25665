// SPDX-License-Identifier: MIT
// Part of Platen: tests of what newer clients and servers have: polls, reactions, files, room events.

import Diagnostics
import Documents
import Foundation
import Readers
import TestSupport
import Testing
import Text

@testable import Meetings

@Suite struct TodayTests {
  /// A message with further members.
  private func message(_ seconds: Int, _ id: String, _ text: String, _ more: String) -> String {
    """
    {"id": "m\(seconds)", "timestamp": \(Club.start + seconds * 1000), "senderName": "\(id.uppercased())",
     "senderIdentity": "\(id)", "message": "\(text)", \(more), "isLocal": false}
    """
  }

  private let poll = """
    "poll": {"id": "p1", "question": "When do we meet?", "options": [{"id": "a", "text": "Friday"},
      {"id": "b", "text": "جمعه"}, {"id": "c", "text": "GM: never"}],
      "votes": {"u1": "b", "u2": "b", "guest-11112222": "a", "u3": "zz"}}
    """

  private func items(_ meeting: Meeting) -> [ActionItem] {
    ActionItems.of(
      meeting, Attendance(meeting), clock: MinutesOptions().clock, phrases: .english)
  }

  private func chat(_ messages: String...) throws -> Diagnosed<Meeting> {
    try read(("chat.json", "[" + messages.joined(separator: ",") + "]"))
  }

  private func rendered(
    _ meeting: Meeting, _ change: (inout MinutesOptions) -> Void = { _ in }
  ) throws -> Document {
    var options = MinutesOptions()
    options.audience = .gm
    change(&options)
    return try Minutes.document(of: meeting, options: options).value
  }

  private func paragraphs(_ document: Document) -> [String] {
    document.lines.filter { $0.hasPrefix("paragraph ") }.map { String($0.dropFirst(10)) }
  }

  // MARK: Polls

  @Test func aPollIsATableOfItsOptions() throws {
    let read = try chat(message(0, "ada", "", poll))
    #expect(
      read.warnings.map { "\($0.code.rawValue) \($0.place?.field ?? "")" } == [
        "meeting.vote [0].poll.votes"
      ])
    let document = try rendered(read.value)
    #expect(
      document.table("poll") == [
        ["Friday", "1", "33 %"], ["جمعه", "2", "67 %"], ["GM: never", "0", "0 %"],
      ])
    let captions = document.blocks.compactMap { block -> String? in
      if case .table(let table) = block, table.attributes.has("poll") {
        return table.caption.plainText
      }
      return nil
    }
    #expect(captions == ["When do we meet? (ADA, 2026-03-13 19:00)"])
    #expect(paragraphs(document).last == "ADA 19:00\nPoll: When do we meet?")
    let german = try rendered(read.value) {
      $0.phrases = Phrasebook(language: "de", phrases: ["pollInChat": "Abstimmung: {1}"])
    }
    #expect(paragraphs(german).last == "ADA 19:00\nAbstimmung: When do we meet?")
  }

  @Test func pollsAreInTheTables() throws {
    let tables = MeetingTables(
      try chat(
        message(0, "ada", "", poll), message(9, "u2", "x", "\"reactions\": {\"ada\": \"👍\"}")
      )
      .value,
      options: {
        var options = MinutesOptions(); options.audience = .gm; return options
      }())
    let csv = String(decoding: try tables.chatCSV(), as: UTF8.self)
    #expect(csv.hasPrefix("time,sender,identity,message,attachments,poll,reactions,status\r\n"))
    #expect(csv.contains(",When do we meet? | Friday: 1 | جمعه: 2 | GM: never: 0,,\r\n"))
    #expect(csv.contains(",👍 1,\r\n"))
    let json = String(decoding: try tables.json(), as: UTF8.self)
    #expect(json.contains("\"question\": \"When do we meet?\""))
    #expect(json.contains("\"name\": \"U2\",\n      \"option\": \"b\""))
  }

  @Test func partsOfPollsForTheGameMasterAreOmitted() throws {
    let question = poll.replacing("When", with: "GM: when")
    let meeting = try chat(message(0, "ada", "", poll), message(9, "ada", "", question)).value
    var options = MinutesOptions()
    let document = try Minutes.document(of: meeting, options: options).value
    #expect(document.table("poll").map { $0[0] } == ["Friday", "جمعه"])
    #expect(!"\(document.blocks)".contains("GM:"))
    let csv = String(
      decoding: try MeetingTables(meeting, options: options).chatCSV(), as: UTF8.self)
    #expect(!csv.contains("GM:") && csv.split(separator: "\r\n").count == 2)
    options.audience = .gm
    #expect(try Minutes.document(of: meeting, options: options).value.table("poll").count == 3)
  }

  /// The archive has unknown members, and none that is for the master.
  @Test func unknownMembersForTheGameMasterAreOmitted() throws {
    let more = """
      "replyTo": {"id": "m1", "text": "a\\n\\u0047M: the duke is the traitor"}, "tags": ["GM: duke"],
      "labels": {"GM: duke": 1}, "thread": {"id": "GMT: +1"},
      "attachments": [{"url": "https://a.example/a.png", "alt": "GM: the duke"}],
      "poll": {"question": "Q?", "options": [], "hint": "GM: the duke"}
      """
    let events = """
      {"event": "ban", "actor": "u1", "target": "u2", "ts": \(Club.start), "reason": "GM: the duke"}
      """
    let meeting = try chat(message(0, "ada", "Hi", more), events).value
    var options = MinutesOptions()
    let tables = MeetingTables(meeting, options: options)
    let json = String(decoding: try tables.json(), as: UTF8.self)
    #expect(!json.contains("duke") && json.contains("GMT: +1"))
    #expect(tables.warnings.map(\.message) == ["6 lines marked GM: are omitted"])
    options.audience = .gm
    let all = String(
      decoding: try MeetingTables(meeting, options: options).json(), as: UTF8.self)
    #expect(all.components(separatedBy: "duke").count == 7)
  }

  @Test(arguments: [
    ("7", "meeting.type [0].poll"), ("{}", "meeting.poll [0].poll"),
    ("{\"question\": \"x\", \"options\": [{\"text\": \"a\"}]}", "meeting.poll [0].poll.options"),
    ("{\"question\": \"x\", \"votes\": []}", "meeting.type [0].poll.votes"),
    ("{\"question\": \"x\", \"closed\": true}", "meeting.field [0].poll.closed"),
  ]) func whatIsWrongWithAPollIsSaid(_ poll: String, _ said: String) throws {
    let read = try chat(message(0, "ada", "", "\"poll\": \(poll)"))
    #expect(read.warnings.map { "\($0.code.rawValue) \($0.place?.field ?? "")" } == [said])
  }

  // MARK: Reactions and delivery

  @Test func reactionsAreCounted() throws {
    let reactions = "\"reactions\": {\"u1\": \"👍\", \"u2\": \"🎉\", \"u3\": \"👍\", \"u1\": \"👍🏽\"}"
    let meeting = try chat(message(0, "ada", "Hi", reactions), message(1, "ada", "سلام", reactions))
      .value
    #expect(
      paragraphs(try rendered(meeting)) == [
        "ADA 19:00\nHi\nReactions: 👍🏽\u{A0}1, 🎉\u{A0}1, 👍\u{A0}1",
        "سلام\nReactions: 👍🏽\u{A0}1, 🎉\u{A0}1, 👍\u{A0}1",
      ])
  }

  @Test func failedMessagesAreMarked() throws {
    let meeting = try chat(
      message(0, "ada", "TODO: a", "\"status\": \"failed\""),
      message(1, "ada", "TODO: b", "\"status\": \"sending\""),
      message(2, "ada", "c", "\"status\": \"sent\"")
    ).value
    #expect(
      paragraphs(try rendered(meeting)) == [
        "ADA 19:00\nTODO: a\n(not delivered)\nTODO: b\n(delivery not confirmed)\nc"
      ])
    #expect(items(meeting).map(\.text) == ["b"])
    let csv = String(
      decoding: try MeetingTables(meeting, options: MinutesOptions()).chatCSV(), as: UTF8.self)
    #expect(
      csv.contains(",failed\r\n") && csv.contains(",sending\r\n") && csv.contains(",sent\r\n"))
  }

  // MARK: Files

  @Test func filesAreNamedAndKept() throws {
    let data = Data("TODO: torches\n".utf8).base64EncodedString()
    let path = "/uploads/chat/r1/u2/ab12.pdf"
    let list = """
      "attachments": [{"kind": "file", "url": "data:text/plain;base64,\(data)", "mime": "text/plain",
         "name": "todo.TXT", "size": 14},
        {"url": "\(path)", "mime": "application/pdf", "name": "صورتجلسه.pdf", "size": 1240551},
        {"kind": "file", "url": "/uploads/chat/r1/u2/gone.zip", "mime": "application/zip", "name": "gone.zip"},
        {"kind": "file", "url": "/uploads/chat/../up", "mime": "a/b", "name": "../../x.sh;rm"}]
      """
    var options = MeetingReader.Options()
    options.attachment = { $0 == "r1/u2/ab12.pdf" ? Array("%PDF-1.4".utf8) : nil }
    let read = try read(("a.json", "[\(message(0, "ada", "", list))]"), options: options)
    #expect(
      read.warnings.map(\.message) == [
        "the file \"gone.zip\" is on the server and not beside the meeting",
        "the file \"../../x.sh;rm\" is on the server and not beside the meeting",
      ])
    #expect(
      paragraphs(try rendered(read.value)) == [
        "ADA 19:00\n[File: todo.TXT, 14 B]\n[File: صورتجلسه.pdf, 1 MB]\n[File: gone.zip]\n"
          + "[File: ../../x.sh;rm]"
      ])
    let archive = try MeetingArchive(read.value, transcript: [], options: MinutesOptions())
    #expect(
      archive.parts.dropFirst(4).map { String($0.name.suffix(4)) }.sorted() == [".pdf", ".txt"])
    #expect(archive.parts.allSatisfy { !$0.name.contains("..") })
    let json = String(decoding: archive.parts[1].bytes, as: UTF8.self)
    #expect(json.contains("\"name\": \"todo.TXT\"") && json.contains("\"size\": 1240551"))
    // A picture is found below its room and person as well, or by its name alone.
    let image =
      "\"attachments\": [{\"url\": \"/uploads/chat/r1/u2/cd34.png\", \"mime\": \"image/png\"}]"
    options.attachment = { $0 == "cd34.png" ? Base64.decode(Club.png) : nil }
    let second = try readChat("[\(message(0, "ada", "", image))]", options)
    #expect(second.value.images.count == 1 && second.warnings.isEmpty)
  }

  /// Data declared as an image that are not one reach no decoder.
  @Test(arguments: [
    Array("not a picture".utf8), [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] as [UInt8],
  ]) func filesThatAreNoPicturesAreNotShown(_ bytes: [UInt8]) throws {
    let text = Data(bytes).base64EncodedString()
    let list = """
      "attachments": [{"kind": "file", "mime": "image/png",
        "url": "data:image/png;base64,\(text)", "name": "plan"}]
      """
    let meeting = try chat(message(0, "ada", "", list)).value
    #expect(meeting.images.map(\.isShown) == [false])
    #expect(meeting.images.map(\.mediaType) == ["application/octet-stream"])
    let document = try rendered(meeting)
    #expect(document.resources.isEmpty && !document.blocks.contains { $0.kind == "figure" })
    let archive = try MeetingArchive(meeting, transcript: [], options: MinutesOptions())
    #expect(archive.parts.dropFirst(4).map(\.bytes) == [bytes])
    #expect(archive.parts.last?.name.hasSuffix(".bin") == true)
  }

  private func readChat(_ text: String, _ options: MeetingReader.Options) throws -> Diagnosed<
    Meeting
  > {
    try MeetingReader.read(files: [NamedBytes("a.json", Array(text.utf8))], options: options)
  }

  @Test func filesOfRoomsAndPeopleAreFoundInAChat() {
    let text = #"""
      {"url": "/uploads/chat/r-1/u-2/a1.pdf"} "{\"url\": \"\\/uploads\\/chat\\/r\\/u\\/b2.png\"}"
      /uploads/chat/r/../../etc /uploads/chat/a/b/c/d/e/f /uploads/chat/r//x
      """#
    #expect(
      ChatUploads.names(in: Array(text.utf8), limit: 9) == ["r-1/u-2/a1.pdf", "r/u/b2.png"])
  }

  // MARK: Events

  @Test func eventsOfTheRoomHaveTheirWords() throws {
    let events = """
      {"system": [
        {"type": "system", "event": "stage", "actor": "Sara", "message": "Sara opened the whiteboard",
         "ts": \(Club.start)},
        {"type": "system", "event": "room_ended", "ts": \(Club.start + 9000)},
        {"type": "system", "event": "room_deleted", "deletedIdentity": "u1",
         "message": "This room is gone", "ts": \(Club.start + 9001)},
        {"event": "ban", "actor": "u1", "target": "u2", "ts": \(Club.start + 1)}],
       "chat": [\(message(1, "u1", "Hi", "\"attachments\": []"))]}
      """
    let read = try read(("a.json", events))
    #expect(read.warnings.isEmpty)
    let document = try rendered(read.value)
    #expect(
      document.table("room-events").map { $0[1] } == [
        "Sara opened the whiteboard", "The meeting ended", "This room is gone",
      ])
    #expect(document.table("moderation").map { $0[1] } == ["U1 banned u2"])
    // Leaving out what moderators did keeps what became of the room.
    let quiet = try rendered(read.value) { $0.includesModeration = false }
    #expect(quiet.table("moderation").isEmpty && quiet.table("room-events").count == 3)
    #expect(!"\(quiet.blocks)".contains("banned"))
  }

  @Test func everyEventOfARoomHasItsWords() throws {
    let kinds = RoomEvent.Kind.allCases.filter { !$0.isModeration && $0 != .stage }
    let events = kinds.map {
      "{\"type\": \"system\", \"event\": \"\($0.rawValue)\", \"actor\": \"u1\", \"ts\": \(Club.start)}"
    }
    let document = try rendered(
      try read(
        (
          "a.json",
          "[\(Club.message(Club.start, "u1", "Ada", "1")), \(events.joined(separator: ","))]"
        )
      ).value)
    #expect(Set(document.table("room-events").map { $0[1] }).count == kinds.count)
  }

  @Test func theListOfRoomEventsIsRead() throws {
    let list = """
      {"events": [
        {"type": "room_created", "roomId": "r1", "roomName": "tea", "userId": "u1", "userName": "Ada",
         "timestamp": "2026-03-13T19:00:00Z"},
        {"type": "room_joined", "roomId": "r1", "roomName": "tea", "userId": "u2", "userName": "Bo",
         "timestamp": "2026-03-13T19:05:00Z"}], "total": 2}
      """
    let read = try read(("events.json", list))
    #expect(read.value.events.map(\.name) == ["room_created", "room_joined"])
    #expect(
      try rendered(read.value).table("room-events").map { $0[1] } == [
        "Ada opened the room", "Bo joined",
      ])
  }

  // MARK: What nobody knows

  @Test func unknownFieldsAreKeptAndReportedOnce() throws {
    let more = "\"mood\": {\"id\": [1, 2.5, null, true, \"x\"]}, \"editToken\": \"hush\""
    let read = try chat(message(0, "a", "x", more), message(1, "a", "y", more))
    #expect(
      read.warnings.map(\.message) == [
        "unknown field \"mood\": it is in .json and .zip outputs only, and so 1 more in this list or file",
        "unknown field \"editToken\": it is in .json and .zip outputs only, and so 1 more in this list or file",
      ])
    let json = String(
      decoding: try MeetingTables(read.value, options: MinutesOptions()).json(), as: UTF8.self)
    #expect(json.contains("\"other\""))
    #expect(json.contains("[1,2.5,null,true,\"x\"]") && !json.contains("hush"))
  }

  @Test func copiesOfOneMessageCompleteEachOther() throws {
    let one = "[\(message(0, "a", "x", "\"reactions\": {\"u1\": \"👍\"}"))]"
    let other = "[\(message(0, "a", "x", "\"reactions\": {\"u2\": \"🎉\", \"u1\": \"👎\"}"))]"
    let meeting = try read(("a.json", one), ("b.json", other)).value
    #expect(meeting.messages.count == 1)
    #expect(meeting.messages[0].reactions.map(\.emoji) == ["👍", "🎉"])
  }

  /// A message that only its sender's storage marks as failed, and another's holds, arrived, in any
  /// order of reading.
  @Test(arguments: [
    ("\"status\": \"failed\"", "\"status\": \"sent\"", Message.Delivery.sent),
    ("\"status\": \"failed\"", "\"reactions\": {}", .sent),
    ("\"status\": \"sending\"", "\"reactions\": {}", .sent),
    ("\"status\": \"sending\"", "\"status\": \"failed\"", .failed),
    ("\"reactions\": {}", "\"reactions\": {}", nil),
  ]) func copiesTellWhetherAMessageArrived(
    _ one: String, _ other: String, _ delivery: Message.Delivery?
  ) throws {
    let copies = [one, other].map { "[\(message(0, "a", "TODO: x", $0))]" }
    for (first, second) in [(copies[0], copies[1]), (copies[1], copies[0])] {
      let meeting = try read(("a.json", first), ("b.json", second)).value
      #expect(meeting.messages.map(\.delivery) == [delivery])
      #expect(items(meeting).isEmpty == (delivery == .failed))
    }
  }

  /// A message of pictures only is whole, though parts of another copy are missing.
  @Test func completeCopiesStayComplete() throws {
    var whole = Message()
    whole.attachments = [Attachment(.missing("absent"))]
    var part = Message()
    (part.text, part.isIncomplete) = ("Half…", true)
    for (first, second) in [(whole, part), (part, whole)] {
      var message = first
      message.complete(with: second)
      #expect(message.text.isEmpty && !message.isIncomplete && message.attachments.count == 1)
    }
    var text = Message()
    text.text = "Half and half"
    for (first, second) in [(text, part), (part, text)] {
      var message = first
      message.complete(with: second)
      #expect(message.text == "Half and half" && !message.isIncomplete)
    }
  }

  // MARK: Packets

  private func packets(_ lines: [String]) throws -> Diagnosed<Meeting> {
    try read(("packets.jsonl", lines.joined(separator: "\n")))
  }

  private func start(_ id: String, chunks: Int) -> String {
    """
    {"type":"chat_chunk_meta","id":"\(id)","timestamp":\(Club.start),"senderName":"Bo","senderIdentity":"u2","messageChunks":\(chunks)}
    """
  }

  private func chunk(_ id: String, _ index: Int, _ part: String) -> String {
    """
    {"type":"chat_chunk","id":"\(id)","kind":"message","index":\(index),"part":"\(part)"}
    """
  }

  @Test func missingPartsAreOneGap() throws {
    let read = try packets([
      start("m1", chunks: 10_000), chunk("m1", 3, "b"), chunk("m1", 1, "a"), chunk("m1", 4, "c"),
      chunk("m1", 9_999, "d"), start("m2", chunks: 1), chunk("m2", 0, "x"), chunk("m2", 1, "y"),
    ])
    #expect(read.value.messages.map(\.text) == ["…a…bc…d", "x"])
    #expect(read.value.messages.map(\.isIncomplete) == [true, false])
  }

  @Test func longMessagesOfPartsAreTruncatedAndReported() throws {
    let part = String(repeating: "a", count: 60_000)
    let read = try packets([
      start("m1", chunks: 2), chunk("m1", 0, part), chunk("m1", 1, part),
    ])
    #expect(read.value.messages.map { $0.text.count } == [100_001])
    #expect(read.warnings.map(\.code) == ["meeting.long"])
  }

  /// Packets of a message that many people react to and vote in.
  private func crowd(_ count: Int) -> [String] {
    let poll = "\"poll\": {\"id\": \"p\", \"question\": \"Q?\", \"options\": [{\"id\": \"a\"}]}"
    return [message(0, "ada", "Hi", poll).replacing("\n", with: " ")]
      + (0..<count).flatMap {
        [
          #"{"type":"reaction","messageId":"m0","emoji":"👍","voterIdentity":"u\#($0)"}"#,
          #"{"type":"poll_vote","messageId":"m0","optionId":"a","voterIdentity":"u\#($0)"}"#,
        ]
      }
  }

  @Test func theTimeForReactionsIsLinear() throws {
    let isLinear = try isLinear(2_000) { count in
      let meeting = try packets(crowd(count)).value
      #expect(meeting.messages[0].reactions.count == count)
      #expect(meeting.messages[0].poll?.votes.count == count)
    }
    #expect(isLinear)
  }

  @Test func theTimeToTrimATextIsLinear() {
    let isLinear = isLinear(10_000) { count in
      let blanks = String(repeating: " ", count: count)
      #expect((blanks + "a" + blanks).trimmed == "a")
    }
    #expect(isLinear)
  }

  @Test func dataBeyondTheLimitsIsOmitted() throws {
    let read = try packets(crowd(MeetingWarnings.longest.people + 2))
    #expect(read.value.messages[0].reactions.count == MeetingWarnings.longest.people)
    #expect(read.value.messages[0].poll?.votes.count == MeetingWarnings.longest.people)
    #expect(
      read.warnings.map(\.message) == [
        "a reaction of one more than 10000 people to a message, and 1 more like it: in .json and .zip outputs "
          + "only",
        "a vote of one more than 10000 people in a poll, and 1 more like it: in .json and .zip outputs only",
      ])
  }

  @Test func packetsChangeMessages() throws {
    let lines = """
      {"type":"chat_chunk","id":"m2","kind":"message","index":1,"part":"two"}
      {"type":"chat","id":"m1","timestamp":\(Club.start),"senderName":"Ada","senderIdentity":"u1","message":"Hi","attachments":[]}
      {"type":"reaction","messageId":"m1","emoji":"👍","voterIdentity":"u2"}
      {"type":"reaction","messageId":"m1","emoji":"👍","voterIdentity":"u3"}
      {"type":"reaction","messageId":"m1","emoji":"👍","voterIdentity":"u2"}
      {"type":"reaction","messageId":"m1","emoji":"🔥","voterIdentity":"u3"}
      {"type":"reaction","messageId":"gone","emoji":"🔥","voterIdentity":"u3"}
      {"type":"chat_chunk_meta","id":"m2","timestamp":\(Club.start + 1000),"senderName":"Bo","senderIdentity":"u2","messageChunks":2,"attachmentChunks":0,"pollChunks":1}
      {"type":"chat_chunk","id":"m2","kind":"message","index":0,"part":"one, "}
      {"type":"chat_chunk","id":"m2","kind":"poll","index":0,"part":"{\\"id\\":\\"p\\",\\"question\\":\\"Q?\\",\\"options\\":[{\\"id\\":\\"a\\",\\"text\\":\\"Yes\\"},{\\"id\\":\\"b\\",\\"text\\":\\"No\\"}],\\"votes\\":{}}"}
      {"type":"poll_vote","messageId":"m2","optionId":"a","voterIdentity":"u1"}
      {"type":"poll_vote","messageId":"m2","optionId":"b","voterIdentity":"u1"}
      {"type":"poll_vote","messageId":"m2","optionId":"zz","voterIdentity":"u3"}
      {"type":"chat_chunk_meta","id":"m3","timestamp":\(Club.start + 2000),"senderName":"Bo","senderIdentity":"u2","messageChunks":3}
      {"type":"chat_chunk","id":"m3","kind":"message","index":0,"part":"Half"}
      {"type":"chat_chunk","id":"m4","kind":"message","index":0,"part":"No head"}
      {"type":"deafen_state","identity":"u3","deafened":true}
      {"type":"profile_changed","identity":"u3","name":"Cy","avatarUrl":""}
      """
    let read = try read(("packets.jsonl", lines))
    let meeting = read.value
    #expect(meeting.messages.map(\.text) == ["Hi", "one, two", "Half…"])
    #expect(meeting.messages[0].reactions == [Reaction(identity: "u3", emoji: "🔥")])
    #expect(meeting.messages[1].poll?.counted.map(\.votes) == [0, 1])
    #expect(meeting.messages[2].isIncomplete)
    #expect(meeting.names["u3"] == "Cy")
    #expect(
      read.warnings.map { "\($0.code.rawValue): \($0.message)" } == [
        "meeting.packet: packets of type \"deafen_state\" are not read: they are in .json and .zip "
          + "outputs only",
        "meeting.part: parts of this message never arrived: it is shown without them",
        "meeting.part: parts of a message whose beginning never arrived: in .json and .zip outputs "
          + "only",
        "meeting.packet: a reaction to a message that is not there: in .json and .zip outputs only",
        "meeting.packet: a vote for an option that the poll does not have: in .json and .zip outputs "
          + "only",
      ])
    #expect(
      meeting.unread.map(\.json) == [
        #"{"type":"deafen_state","identity":"u3","deafened":true}"#,
        #"{"id":"m4","message":["No head"]}"#,
        #"{"type":"reaction","messageId":"gone","emoji":"🔥","voterIdentity":"u3"}"#,
        #"{"type":"poll_vote","messageId":"m2","optionId":"zz","voterIdentity":"u3"}"#,
      ])
    #expect(meeting.unread.map(\.line) == [17, nil, 7, 13])
    #expect(
      try paragraphs(rendered(meeting)) == [
        "Ada 19:00\nHi\nReactions: 🔥\u{A0}1",
        "Bo 19:00\none, two\nPoll: Q?\nHalf…\n(incomplete)",
      ])
    // What a saved chat has of the same message stays: packets are not counted twice.
    let saved = """
      [{"id": "m1", "timestamp": \(Club.start), "senderName": "Ada", "senderIdentity": "u1", "message": "Hi",
        "attachments": [], "reactions": {"u3": "🔥"}}]
      """
    let both = try readAll([("chat.json", saved), ("packets.jsonl", lines)])
    #expect(both.messages[0].reactions == [Reaction(identity: "u3", emoji: "🔥")])
  }

  private func readAll(_ files: [(String, String)]) throws -> Meeting {
    try MeetingReader.read(files: files.map { NamedBytes($0.0, Array($0.1.utf8)) }).value
  }

  // MARK: Rooms

  @Test func roomsThatWereArchived() throws {
    func room(_ id: String, _ deleted: String) -> String {
      """
      {"id": "\(id)", "name": "tea-room", "createdBy": "u1", "maxParticipants": 9, "deletedAt": \(deleted)}
      """
    }
    func rooms(_ rooms: String...) -> String {
      """
      {"rooms": [\(rooms.joined(separator: ","))],
       "participants": [{"roomId": "r1", "userId": "u1", "joinedAt": "2026-03-13T19:00:00Z"},
         {"roomId": "r2", "userId": "u2", "joinedAt": "2026-03-14T19:00:00Z"}]}
      """
    }
    let gone = "\"2026-03-15T12:00:00Z\""
    var options = MeetingReader.Options()
    options.room = try RoomLink("tea-room")
    let one = try readChat(rooms(room("r1", gone), room("r2", "null")), options).value
    #expect(one.participants.map(\.identity) == ["u2"] && one.room.archived == nil)
    let both = rooms(room("r1", gone), room("r2", gone))
    let failure = #expect(throws: Failure.self) { try readChat(both, options) }
    #expect(failure?.diagnostics.first?.message == "2 rooms are called \"tea-room\"")
    options.room?.name = "r1"
    let first = try readChat(both, options).value
    #expect(first.participants.map(\.identity) == ["u1"])
    #expect("\(try rendered(first).blocks)".contains("2026-03-15 12:00"))
  }

  /// A server lists the rooms that were opened: people need not have been in them for that.
  @Test func unusedRoomsAreNotChosen() throws {
    func room(_ id: String) -> String {
      """
      {"id": "\(id)", "name": "room-\(id)", "createdBy": "u1", "maxParticipants": 9}
      """
    }
    func event(_ type: String, _ room: String) -> String {
      """
      {"type": "\(type)", "roomId": "\(room)", "userId": "u1", "timestamp": "2026-03-13T19:00:00Z"}
      """
    }
    func bundle(_ events: String...) -> String {
      """
      {"rooms": [\(room("r1")), \(room("r2"))],
       "participants": [{"roomId": "r1", "userId": "u1", "joinedAt": "2026-03-13T19:00:00Z"}],
       "events": [\(events.joined(separator: ","))]}
      """
    }
    let opened = event("room_created", "r1") + "," + event("room_created", "r2")
    let one = try read(("a.json", bundle(opened))).value
    #expect(one.room.name == "room-r1" && one.candidateRooms.isEmpty)
    let two = try read(("a.json", bundle(opened, event("room_joined", "r2")))).value
    #expect(two.candidateRooms == ["room-r1", "room-r2"])
  }

  @Test func omittedDataIsCounted() throws {
    let more = (1...10).map { "\"zq\($0)zq\": 1" }.joined(separator: ", ")
    let read = try read(
      (
        "a.json",
        """
        {"room": \(Club.room), "chat": [\(Club.message(Club.start, "u1", "Ada", "Hi"))], \(more)}
        """
      ))
    let said = read.warnings.filter { $0.code == "meeting.member" }.map(\.message)
    #expect(said.count == 1 && said[0].hasSuffix("zq8zq and 2 more"))
  }

  @Test func recordingsAreListed() throws {
    let text = """
      {"room": \(Club.room), "participants": [\(Club.row("u1", "Ada", "\(Club.start)", "null"))],
       "recordings": [{"id": "x", "roomId": "r1", "recordingType": "audio", "status": "completed",
         "fileUrl": "https://s3.example/a.ogg?X-Signature=hush", "fileSize": 5300000, "durationMs": 3720000,
         "startedAt": "2026-03-13T19:00:00Z"}]}
      """
    let read = try read(("a.json", text))
    #expect(read.warnings.isEmpty)
    let document = try rendered(read.value)
    #expect(
      document.table("recordings") == [["2026-03-13 19:00", "audio", "1:02", "5 MB", "completed"]])
    let json = String(
      decoding: try MeetingTables(read.value, options: MinutesOptions()).json(), as: UTF8.self)
    #expect(json.contains("https://s3.example/a.ogg\"") && !json.contains("hush"))
    #expect(!"\(document.blocks)".contains("hush"))
  }

  /// Formulas that people write stay text for spreadsheets.
  @Test func namesAreNotFormulasOfSpreadsheets() throws {
    let meeting = try read(
      (
        "a.json",
        "[\(Club.message(Club.start, "-u", "=cmd|' /C calc'!A0", "+1+1")), "
          + "\(Club.message(Club.start + 1, "u2", "Bo", "-5"))]"
      )
    ).value
    let tables = MeetingTables(meeting, options: MinutesOptions())
    let chat = String(decoding: try tables.chatCSV(), as: UTF8.self)
    #expect(chat.contains(",'=cmd|' /C calc'!A0,'-u,'+1+1,"))
    #expect(chat.contains(",Bo,u2,-5,"))
    let attendance = String(decoding: try tables.attendanceCSV(), as: UTF8.self)
    #expect(attendance.contains("\r\n'=cmd|' /C calc'!A0,'-u,"))
  }

  // MARK: What vanished

  @Test func whyARecordingFailedIsShown() throws {
    let text = """
      {"room": \(Club.room), "participants": [\(Club.row("u1", "Ada", "\(Club.start)", "null"))],
       "recordings": [{"id": "x", "roomId": "r1", "status": "failed", "error": "egress failed",
         "egressId": "EG", "resolution": "4k"}]}
      """
    let read = try read(("a.json", text))
    #expect(
      read.warnings.map { "\($0.place?.field ?? "") \($0.message)" } == [
        "recordings[0].resolution unknown field \"resolution\": it is in .json and .zip outputs only"
      ])
    #expect(try rendered(read.value).table("recordings")[0].last == "failed: egress failed")
    let json = String(
      decoding: try MeetingTables(read.value, options: MinutesOptions()).json(), as: UTF8.self)
    #expect(json.contains("\"error\": \"egress failed\""))
  }

  @Test func unknownFieldsOfPeopleAndRoomsAreReported() throws {
    let room =
      Club.room.dropLast() + ", \"topic\": \"Tea\", \"updated_at\": null, \"owner_email\": \"a\"}"
    let row = Club.row(
      "u1", "Ada", "\(Club.start)", "null", ", \"hand\": true, \"is_muted\": false"
    )
    .replacing("\"accesses\"", with: "\"pronouns\": \"x\", \"accesses\"")
    let text = "{\"room\": \(room), \"participants\": [\(row), \(row)]}"
    #expect(
      try read(("a.json", text)).warnings.map { "\($0.place?.field ?? ""): \($0.message)" } == [
        "room.topic: unknown field \"topic\": it is in .json and .zip outputs only",
        "participants[0].hand: unknown field \"hand\": it is in .json and .zip outputs only, and so 1 "
          + "more in this list or file",
        "participants[0].user.pronouns: unknown field \"user.pronouns\": it is in .json and .zip "
          + "outputs only, and so 1 more in this list or file",
      ])
  }

  @Test func unknownFieldsOfOptionsAreKept() throws {
    let poll = """
      "poll": {"question": "Q?", "options": [{"id": "a", "text": "A", "votes": 3}, {"id": "b", "text": "B",
        "votes": 4}], "votes": {}}
      """
    let read = try chat(message(0, "ada", "", poll))
    #expect(
      read.warnings.map { "\($0.code.rawValue) \($0.place?.field ?? "")" } == [
        "meeting.field [0].poll.options.votes"
      ])
    let json = String(
      decoding: try MeetingTables(read.value, options: MinutesOptions()).json(), as: UTF8.self)
    #expect(json.contains("\"poll.options[0].votes\": 3") && json.contains("[1].votes\": 4"))
  }

  @Test func peopleWithinAListOfRoomsAreRead() throws {
    let row = Club.row("u1", "Ada", "\(Club.start)", "null").replacing(
      "\"roomId\": \"r1\", ", with: "")
    let room = Club.room.dropLast() + ", \"participants\": [\(row)]}"
    let meeting = try read(("a.json", "{\"rooms\": [\(room)], \"total\": 1}")).value
    #expect(meeting.participants.map(\.name) == ["Ada"])
    #expect(meeting.room.name == "tea-room")
  }

  @Test func differentMessagesWithOneIDAreBothShown() throws {
    let one = message(0, "a", "first", "\"reactions\": {\"u1\": \"👍\"}")
    let other = message(0, "a", "second", "\"reactions\": {\"u2\": \"👍\"}")
    let third = message(0, "b", "first", "\"reactions\": {}")
    let read = try read(("a.json", "[\(one), \(other)]"), ("b.json", "[\(other), \(third)]"))
    #expect(read.value.messages.map(\.text) == ["first", "second", "first"])
    #expect(read.value.messages.map(\.reactions.count) == [1, 1, 0])
    #expect(
      read.warnings.map { "\($0.code.rawValue) \($0.place?.text ?? "")" } == [
        "meeting.twice a.json: [1].id", "meeting.twice b.json: [1].id",
      ])
  }

  @Test func theLaterOfTwoVisitsIsShown() throws {
    let early = Club.row("u1", "Ada", "1773428400", "1773428460", ", \"isBanned\": true")
    let late = Club.row("u1", "", "1773429000", "null")
    for rows in ["\(early), \(late)", "\(late), \(early)"] {
      let read = try read(("a.json", "{\"room\": \(Club.room), \"participants\": [\(rows)]}"))
      let person = read.value.participants[0]
      #expect(read.value.participants.count == 1 && person.name == "Ada" && !person.isBanned)
      #expect(person.joined?.seconds == 1_773_429_000 && person.left == nil)
      #expect(
        read.warnings.map { "\($0.code.rawValue) \($0.place?.field ?? "")" } == [
          "meeting.visit participants[1]"
        ])
    }
    let twice = "{\"room\": \(Club.room), \"participants\": [\(early), \(early)]}"
    #expect(try read(("a.json", twice)).warnings.isEmpty)
  }

  @Test func dataOfOtherRoomsIsReported() throws {
    func chat(_ room: String) -> String {
      "\"chat:\(room)\": [\(Club.message(Club.start, "u1", "Ada", "in \(room)"))]"
    }
    let recordings = "\"recordings\": [{\"id\": \"x\", \"roomId\": \"r2\"}]"
    let bundle = "{\"room\": \(Club.room), \(chat("r1")), \(chat("r2")), \(recordings)}"
    let one = try read(("a.json", bundle))
    #expect(one.value.messages.map(\.text) == ["in r1"])
    #expect(
      one.warnings.map(\.line) == [
        "a.json: chat:r2[0]: warning: omitted: 1 message, 1 recording of 1 other room"
      ])
    #expect(one.warnings[0].hints == ["room: and one of r2"])
    // Nobody says which of two chats is meant.
    let two = "{\(chat("r1")), \(chat("r2"))}"
    let both = try read(("a.json", two)).value
    #expect(both.candidateRooms == ["r1", "r2"])
    #expect(faults { try Minutes.document(of: both, options: MinutesOptions()) }.count == 1)
    var options = MeetingReader.Options()
    options.room = try RoomLink("tea-room")
    options.room?.name = "r2"
    let chosen = try read(("a.json", two), options: options)
    #expect(chosen.value.messages.map(\.text) == ["in r2"] && chosen.warnings.isEmpty)
    options.room?.name = "tea-room"
    #expect(faults { try read(("a.json", two), options: options) }.map(\.code) == ["meeting.room"])
    // One chat is that of the room, whatever it is called.
    let alone = try read(("a.json", "{\(chat("r1"))}"), options: options).value
    #expect(alone.messages.count == 1 && alone.room.name == "tea-room")
    #expect(try read(("a.json", "{\(chat("r1"))}")).value.room.id == "r1")
  }
}
