// SPDX-License-Identifier: MIT
// Part of Platen: tests of minutes that people sign: decisions, quorum, tasks, signatures.

import Diagnostics
import Documents
import Readers
import TestSupport
import Testing

@testable import Meetings

@Suite struct SignedMinutesTests {
  private let board = """
    {"title": "Board", "place": "Club house", "start": "2026-11-20 20:00", "end": "00:15",
     "chair": "Nadia", "quorum": 3,
     "present": [{"name": "Nadia", "role": "chair"}, "Tomáš", "سارا"],
     "apologies": [{"name": "Ola", "reason": "ill"}, "Karim"],
     "agenda": ["Opening", {"title": "Roof", "notes": "Two **offers**.", "items": ["Offers",
        {"title": "Loan", "number": "2b"}]}],
     "decisions": [{"text": "Repair it.", "item": "2", "for": 4, "against": 1, "abstained": 0,
        "proposed-by": "Tomáš"}, {"text": "Borrow.", "item": "Loan", "for": 2, "against": 2},
        {"text": "The fee stays.", "number": "2026/3", "result": "by acclamation"}],
     "actions": [{"text": "Sign", "who": "Nadia", "due": "2026-12-01"}, "Sweep"],
     "signatures": true}
    """

  private func minutes(
    _ text: String, _ change: (inout MinutesOptions) -> Void = { _ in }
  ) throws -> Document {
    var options = MinutesOptions()
    change(&options)
    var reading = MeetingReader.Options()
    reading.zone = options.zone
    return try Minutes.document(
      of: read(("a.json", text), options: reading).value, options: options
    ).value
  }

  private func pairs(_ document: Document) -> [String: String] {
    for block in document.blocks {
      guard case .keyValues(let keyValues) = block else { continue }
      return Dictionary(
        keyValues.pairs.map { ($0.key.plainText, $0.value.plainText) },
        uniquingKeysWith: { a, _ in a })
    }
    return [:]
  }

  @Test func theHeadHasPlaceTimeChairAndQuorum() throws {
    let head = try pairs(
      minutes(board) { $0.zone = ZoneRules(fixed: "+01:00") ?? .utc })
    #expect(head["Place"] == "Club house" && head["Chair"] == "Nadia" && head["People"] == "3")
    #expect(head["Date"] == "2026-11-20 20:00 to 2026-11-21 00:15")
    #expect(head["Quorum"] == "3 present, 3 required: quorate")
    let missed = board.replacing(
      "\"quorum\": 3", with: "\"quorum\": {\"required\": 9, \"present\": 4}")
    #expect(try pairs(minutes(missed))["Quorum"] == "4 present, 9 required: not quorate")
  }

  @Test func agendaItemsAndDecisionsAreNumbered() throws {
    let document = try minutes(board)
    #expect(
      document.table("agenda") == [
        ["1", "Opening"], ["2", "Roof"], ["2.1", "Offers"], ["2b", "Loan"],
      ])
    #expect(
      document.table("decisions") == [
        ["1", "Repair it. (Item 2, proposed by Tomáš)", "4", "1", "0", "carried"],
        ["2", "Borrow. (Item 2b)", "2", "2", "", "not carried"],
        ["2026/3", "The fee stays.", "", "", "", "by acclamation"],
      ])
    #expect(document.lines.contains("heading 2 Roof"))
    #expect(document.lines.contains("paragraph Decision 1: Repair it."))
    // Without numbers of their own and items below, the agenda is a list.
    #expect(
      try minutes("{\"agenda\": [\"Tea\"], \"notes\": \"x\"}").lines.filter { $0 == "list" }.count
        == 1)
  }

  @Test func decisionsInNotesAreListed() throws {
    let text = """
      {"present": ["Ada"], "agenda": [{"title": "Roof", "notes": "We talked.\\n\\n**Decision:** repair it"}],
       "notes": "- Decision: The fee stays.\\n- Decisions are good: yes\\n- Decision: GM: hide",
       "decisions": ["Borrow."]}
      """
    let document = try minutes(text)
    #expect(
      document.table("decisions") == [
        ["1", "Borrow."], ["2", "repair it (Item 1)"], ["3", "The fee stays."],
      ])
    #expect(!document.lines.contains { $0.contains("Decision 2") || $0.contains("hide") })
  }

  @Test func tasksWithDatesAreATable() throws {
    #expect(
      try minutes(board).table("tasks") == [
        ["Sign", "Nadia", "2026-12-01", "to do"], ["Sweep", "", "", "to do"],
      ])
    let undated = "{\"actions\": [\"Sweep\"], \"present\": [\"Ada\"]}"
    #expect(try minutes(undated).table("tasks").isEmpty)
  }

  @Test func thereAreLinesToSign() throws {
    func signers(_ document: Document) -> [String] {
      document.table("signatures").map { String($0[0].split(separator: "\n").last ?? "") }
    }
    #expect(
      try signers(minutes(board) { $0.authors = ["Eva"] }) == [
        "Nadia, Chair", "Eva, Minutes taken by",
      ])
    #expect(try signers(minutes(board)) == ["Nadia, Chair", "Minutes taken by"])
    let named = board.replacing(
      "\"signatures\": true",
      with: "\"signatures\": [\"Bo\", {\"name\": \"Cy\", \"role\": \"auditor\"}]")
    #expect(try signers(minutes(named)) == ["Bo", "Cy, auditor"])
    let none = board.replacing("\"signatures\": true", with: "\"signatures\": false")
    #expect(try signers(minutes(none)).isEmpty)
  }

  @Test func thoseListedByHandJoinThoseOfTheRoom() throws {
    let text = """
      {"room": \(Club.room), "participants": [\(Club.row("u1", "Ada", "\(Club.start)", "null"))],
       "chat": [\(Club.message(Club.start, "u2", "Bo", "Hi"))],
       "present": [{"name": "ada", "role": "treasurer"}, "Bo", "Cy"]}
      """
    let meeting = try read(("a.json", text)).value
    let people = Attendance(meeting).attendees
    #expect(people.map(\.name) == ["Ada", "Bo", "Cy"])
    #expect(people.map(\.source) == [.visit, .stated, .stated])
    #expect(people.map(\.remark) == ["treasurer", "", ""])
    #expect(people.map(\.messages) == [0, 1, 0])
  }

  @Test func thePartsAreInJSONAsTheyAreRead() throws {
    let options = MinutesOptions()
    let meeting = try read(("a.json", board)).value
    let json = String(decoding: try MeetingTables(meeting, options: options).json(), as: UTF8.self)
    let again = try read(("b.json", json)).value
    #expect(again.side == meeting.side)
    #expect(again.statedBegin == meeting.statedBegin && again.statedEnd == meeting.statedEnd)
  }

  @Test func linesForTheGameMasterAreOmittedHere() throws {
    let text = """
      {"agenda": [{"title": "Tea", "notes": "GM: s1", "items": ["GM: s2"]}],
       "decisions": ["GM: s3", "Open"], "apologies": ["GM: s4"], "present": ["Ada"]}
      """
    let document = try minutes(text)
    #expect(!"\(document.blocks)".contains("GM:") && document.table("decisions").count == 1)
  }

  @Test(arguments: [
    ("{\"decisions\": [{\"text\": \"x\", \"for\": \"many\"}]}", "decisions[0].for"),
    ("{\"decisions\": [{\"txt\": \"x\"}]}", "decisions[0].txt"),
    ("{\"quorum\": {\"present\": 3}}", "quorum.required"),
    ("{\"title\": \"a\", \"start\": \"soon\"}", "start"),
    ("{\"apologies\": \"Ada\"}", "apologies"),
    ("{\"agenda\": [{\"title\": \"x\", \"items\": [{}]}]}", "agenda[0].items[0].title"),
  ])
  func errorsHaveTheirField(text: String, field: String) {
    let failed = faults { try read(("a.json", text)) }
    #expect(failed.first?.code == "meeting.side" && failed.map(\.place?.field).contains(field))
  }

  @Test func chatAndTranscriptCanBeOmitted() throws {
    let text = "[\(Club.message(Club.start, "u1", "Ada", "Hi"))]"
    #expect(try minutes(text).lines.contains("heading Chat"))
    #expect(try !minutes(text) { $0.includesChat = false }.lines.contains("heading Chat"))
  }

  @Test func whoWasThereWhenIsAChart() throws {
    let rows = [
      Club.row("u1", "Ada", "1773428400", "1773432000"),
      Club.row("u2", "Bo", "1773430200", "1773432000"), Club.row("u3", "Cy", "1773430200", "null"),
    ]
    let text = "{\"room\": \(Club.room), \"participants\": [\(rows.joined(separator: ","))]}"
    let statistics = SpeechStatistics(
      try read(("a.json", text)).value, options: MinutesOptions())
    #expect(statistics.presence?.lanes.map(\.name) == ["Ada", "Bo"])
    #expect(statistics.presence?.lanes.map(\.visits) == [[[0, 1]], [[0.5, 1]]])
    #expect(statistics.presenceChart != nil)
  }

  @Test func excelGetsItsSeparatorAndMark() throws {
    let meeting = try read(
      ("a.json", "[\(Club.message(Club.start, "u1", "Ada; Bo", "=1+1"))]")
    ).value
    let options = MinutesOptions()
    func csv(_ language: String) throws -> [UInt8] {
      try MeetingTables(meeting, options: options, dialect: .excel(language: language)).chatCSV()
    }
    let german = try csv("de-AT")
    #expect(german.starts(with: [0xEF, 0xBB, 0xBF]))
    let text = String(decoding: german.dropFirst(3), as: UTF8.self)
    #expect(text.hasPrefix("time;sender;identity;") && text.contains(";\"Ada; Bo\";u1;'=1+1;"))
    #expect(String(decoding: try csv("en").dropFirst(3), as: UTF8.self).hasPrefix("time,sender,"))
    let plain = try MeetingTables(meeting, options: options).chatCSV()
    #expect(plain.starts(with: Array("time,".utf8)))
  }
}
