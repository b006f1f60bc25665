// SPDX-License-Identifier: MIT
// Part of Platen: tests of action items in lines of notes and chat: owner, day, state.

import Diagnostics
import Documents
import Readers
import TestSupport
import Testing

@testable import Meetings

@Suite struct ActionLineTests {
  /// Friday, 13 March 2026.
  private static let day = 20_525

  private func line(
    _ text: String, isOfNotes: Bool = true, from base: Int? = day,
    phrases: Phrasebook = .english
  ) throws -> [String]? {
    let file = """
      {"title": "Evening", "present": ["Anna Weber", "Tomáš Řehák", "Anton Weber", "سارا"]}
      """
    let meeting = try read(("a.json", file)).value
    let people = OwnerNames(meeting, Attendance(meeting))
    return ActionLine(
      text, isOfNotes: isOfNotes, among: people, days: DueDay.Reader(phrases, from: base)
    ).map { [$0.text, $0.owner, $0.due] + ($0.isDone ? ["done"] : []) }
  }

  @Test(arguments: [
    "TODO: Anna: send the draft by 2026-05-03", "TODO @anna send the draft by 2026-05-03.",
    "- [ ] @anna send the draft (due 2026-05-03)", "**TODO:** Anna Weber: send the draft due 3 May",
    "TODO(anna): send the draft by May 3rd, 2026", "* TODO: send the draft (Anna, 3 May)",
    "Action: send the draft @Anna due:2026-05-03", "- [ ] send the draft (Anna by 3.5.)",
    "Action item: anna: send the draft, by 03.05.2026", "+ [ ] Anna: send the draft 📅 2026-05-03",
  ])
  func ownerAndDayAreTakenFromALine(text: String) throws {
    #expect(try line(text) == ["send the draft", "Anna Weber", "2026-05-03"])
  }

  @Test func weekdaysCountFromTheMeeting() throws {
    #expect(try line("TODO: sweep (due Friday)") == ["sweep", "", "2026-03-20"])
    #expect(try line("TODO: sweep by Mon") == ["sweep", "", "2026-03-16"])
    #expect(try line("TODO: sweep by tomorrow") == ["sweep", "", "2026-03-14"])
    #expect(try line("TODO: sweep by 1 March") == ["sweep", "", "2027-03-01"])
    // Without the meeting's day, nothing is guessed or lost.
    #expect(try line("TODO: sweep (due Friday)", from: nil) == ["sweep (due Friday)", "", ""])
    #expect(try line("TODO: sweep by 31 April") == ["sweep by 31 April", "", ""])
    #expect(try line("TODO: sweep by 3/5/2026") == ["sweep by 3/5/2026", "", ""])
  }

  @Test func wordsThatAreNoOwnerAndNoDayStay() throws {
    #expect(try line("TODO: website: fix it") == ["website: fix it", "", ""])
    #expect(try line("TODO: API: fix it") == ["API: fix it", "", ""])
    #expect(
      try line("TODO: see https://example.org: now") == ["see https://example.org: now", "", ""])
    #expect(try line("TODO: go by train") == ["go by train", "", ""])
    #expect(try line("TODO: call weber") == ["call weber", "", ""])
    #expect(try line("TODO: write to a@example.org") == ["write to a@example.org", "", ""])
    #expect(try line("TODO: buy oil (two cans)") == ["buy oil (two cans)", "", ""])
    #expect(
      try line("TODO: send it by 2026-05-03 to @anna at home")
        == ["send it by 2026-05-03 to @anna at home", "Anna Weber", "2026-05-03"])
    #expect(try line("TODO: Eva: go") == ["go", "Eva", ""])
    #expect(try line("TODO @bo: go") == ["go", "bo", ""])
    #expect(try line("TODO: Anna, Tomáš: go") == ["go", "Anna Weber, Tomáš Řehák", ""])
    #expect(try line("TODO: Weber: go") == ["go", "Weber", ""])
  }

  @Test func onlyMarkedLinesAreItems() throws {
    #expect(try line("- [x] TODO: swept") == ["swept", "", "", "done"])
    for text in ["TODO", "TODO:", "Todos: x", "[ ] x", "Actions speak: loud", "- x", "", "TODO x"] {
      #expect(try line(text) == nil, "\(text)")
    }
    // Players announce actions in the chat.
    #expect(try line("Action: hit it", isOfNotes: false) == nil)
    #expect(try line("TODO: hit it", isOfNotes: false) == ["hit it", "", ""])
    #expect(try line("Action item: hit it", isOfNotes: false) == ["hit it", "", ""])
  }

  @Test func otherLanguagesHaveWordsOfTheirOwn() throws {
    let german = Phrasebook(
      language: "de",
      phrases: [
        "dueWords": "bis, bis zum",
        "weekdayNames": "Montag, Dienstag, Mittwoch, Donnerstag, Freitag, Samstag, Sonntag",
      ])
    #expect(
      try line("Aufgabe: Anna: fegen bis zum Montag", phrases: german)
        == ["fegen", "Anna Weber", "2026-03-16"])
    #expect(try line("TODO: سارا: بفرست by ۲۰۲۶-۰۵-۰۳") == ["بفرست", "سارا", "2026-05-03"])
  }

  @Test func itemsOfNotesAndChatAreInEveryOutput() throws {
    let text = """
      {"room": \(Club.room), "participants": [\(Club.row("u1", "Anna Weber", "\(Club.start)", "null"))],
       "notes": "- TODO: Anna: write (due Friday)\\n- TODO: GM: hide\\n- Action (Anna): GM: hide",
       "chat": [\(Club.message(Club.start, "u2", "Bo", "TODO: @anna pay by tomorrow")),
         \(Club.message(Club.start + 1000, "u2", "Bo", "TODO: sweep"))]}
      """
    let meeting = try read(("a.json", text)).value
    let options = MinutesOptions()
    let document = try Minutes.document(of: meeting, options: options).value
    #expect(
      document.table("tasks") == [
        ["write", "Anna Weber", "2026-03-20", "to do"],
        ["pay (19:00)", "Anna Weber", "2026-03-14", "to do"],
        ["sweep (19:00)", "Bo", "", "to do"],
      ])
    let csv = String(
      decoding: try MeetingTables(meeting, options: options).actionsCSV(), as: UTF8.self)
    #expect(
      csv
        == [
          "task,owner,due,state,time", "write,Anna Weber,2026-03-20,open,",
          "pay,Anna Weber,2026-03-14,open,2026-03-13T19:00:00Z",
          "sweep,Bo,,open,2026-03-13T19:00:01Z", "",
        ].joined(separator: "\r\n"))
    let calendar = String(
      decoding: try MeetingCalendar(meeting, options: options).bytes, as: UTF8.self)
    #expect(calendar.contains("SUMMARY:write (Anna Weber)\r\nDUE;VALUE=DATE:20260320"))
    #expect(calendar.contains("SUMMARY:pay (Anna Weber)\r\nDUE;VALUE=DATE:20260314"))
    #expect(!csv.contains("hide") && !calendar.contains("hide"))
  }
}
