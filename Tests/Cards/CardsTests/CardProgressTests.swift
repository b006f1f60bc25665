// SPDX-License-Identifier: MIT
// Part of Platen: tests of levels, streaks and days.

import Cards
import Diagnostics
import Documents
import Rows
import Testing
import Text

@Suite struct CardProgressTests {
  @Test(arguments: [
    (0, 1, 0, 100), (99, 1, 0, 100), (100, 2, 100, 300), (299, 2, 100, 300), (300, 3, 300, 600),
    (599, 3, 300, 600), (600, 4, 600, 1000), (999, 4, 600, 1000), (1000, 5, 1000, 1500),
    (-5, 1, 0, 100),
  ]) func `Levels follow from experience`(_ xp: Int, _ number: Int, _ start: Int, _ end: Int) {
    let level = Level(experience: xp)
    #expect(level.number == number && level.start == start && level.end == end)
    #expect(level.progress >= 0 && level.progress < 1)
  }

  @Test func `Each level begins where the previous one ends`() {
    for level in 1...2000 {
      let end = Level.threshold(level)
      #expect(Level(experience: end - 1).number == level)
      #expect(Level(experience: end).number == level + 1)
    }
    #expect(Level(experience: .max).number > 1000)
  }

  @Test func `A streak counts back from today, which may be inactive`() {
    #expect(Streak.length(of: [], upTo: 100) == 0)
    #expect(Streak.length(of: [100], upTo: 100) == 1)
    #expect(Streak.length(of: [99, 98], upTo: 100) == 2)
    #expect(Streak.length(of: [100, 98, 97], upTo: 100) == 1)
    #expect(Streak.length(of: [98, 97], upTo: 100) == 0)
    #expect(Streak.length(of: Set(0...1000), upTo: 1000) == Streak.limit)
  }

  @Test func `The state of a day follows from its share of the goal`() {
    #expect(DayState(done: 0, of: 0) == .none)
    #expect(DayState(done: 3, of: 0) == .none)
    #expect(DayState(done: 0, of: 4) == .notStarted)
    #expect(DayState(done: 1, of: 4) == .light)
    #expect(DayState(done: 2, of: 4) == .productive)
    #expect(DayState(done: 4, of: 4) == .perfect)
    #expect(DayState(done: 5, of: 4) == .perfect)
    #expect(DayState(done: 0, of: nil) == .notStarted)
    #expect(DayState(done: 1, of: nil) == .productive)
  }

  @Test func `Days are counted by the calendar`() {
    #expect(CalendarDay.number("1970-01-01") == 0)
    #expect(CalendarDay.number("2000-03-01") == 11_017)
    #expect(CalendarDay.number("2026-03-09 12:30:00+00") == 20_521)
    for text in ["2026-02-29", "2026-13-01", "2026-1-1", "", "yesterday", "0000-01-01"] {
      #expect(CalendarDay.number(text) == nil)
    }
    #expect(CalendarDay.weekday(20_521) == 0)
    for day in stride(from: -200_000, to: 200_000, by: 97) {
      let text = CivilDay.text(day)
      if text.utf8.count == 10, !text.hasPrefix("-") { #expect(CalendarDay.number(text) == day) }
    }
  }

  @Test func `A person's week is computed from rows of activity`() throws {
    let rows = try RowSet(
      file: "a.json",
      bytes: Array(
        """
        {"userProfiles": [{"id": 3, "userId": "u", "totalXp": 300}],
         "userActivity": [
          {"userId": "u", "date": "2026-03-08", "duasCompleted": [1, 2], "xpEarned": 20},
          {"userId": "u", "date": "2026-03-09", "duasCompleted": "{4}", "xpEarned": 5},
          {"userId": "x", "date": "2026-03-09", "duasCompleted": [1], "xpEarned": 500}]}
        """.utf8))
    let progress = try ProgressRows(
      rows, date: "2026-03-10", weekdays: ["M", "T", "W", "T", "F", "S", "S"])
    let row = progress.counted(rows["user_profiles"]!.rows[0])
    #expect(row.text("level") == "3" && row.text("xp_to_level") == "300")
    #expect(row.number("progress") == 0)
    #expect(row.text("streak") == "2")
    #expect(row.text("week_xp") == "25" && row.text("week_done") == "3")
    let days = row["days"]?.elements ?? []
    #expect(days.count == 7)
    guard case .record(let monday)? = days.dropLast().last else {
      Issue.record("no day")
      return
    }
    #expect(monday.text("weekday") == "M" && monday.text("done") == "1")
    #expect(row.text("streak_label") == "days in a row")
    #expect(row.text("week_label") == "3 done on 2 days")
    // Who has done nothing has a week without anything, and what is no person has none.
    let idle = try RowSet(
      file: "a.json",
      bytes: Array(
        #"{"userProfiles": [{"userId": "u", "totalXp": 0}], "duas": [{"id": 1, "xp": 20}]}"#.utf8))
    let nobody = try ProgressRows(
      idle, date: "2026-03-10", weekdays: ["M", "T", "W", "T", "F", "S", "S"])
    let told = nobody.counted(try #require(idle["user_profiles"]?.rows.first))
    #expect(told.text("streak") == "0" && told.text("week_days") == "0")
    #expect(told["days"]?.elements?.count == 7)
    #expect(nobody.counted(try #require(idle["duas"]?.rows.first))["days"] == nil)
    #expect(throws: Failure.self) {
      try ProgressRows(rows, date: "tomorrow", weekdays: ["M"])
    }
  }

  /// Days of March 2026 on which something was done, the streak and the last day of a profile.
  @Test(
    arguments: [
      // The days know better: all of 2 to 9 were active, or 8 was not.
      ([1, 3, 4, 5, 6, 7, 8, 9], 2, nil, 7), ([5, 6, 7, 9], 6, nil, 1),
      // The first of the days is in the streak, so that the profile may know of more.
      ([7, 8, 9], 30, nil, 30), ([7, 8, 9], 2, nil, 3),
      // The profile knows of later days than there are, or there are none.
      ([3, 4], 12, "2026-03-09", 12), ([], 5, nil, 5),
    ] as [([Int], Int, String?, Int)])
  func `A streak is computed from active days`(
    _ days: [Int], _ told: Int, _ last: String?, _ streak: Int
  )
    throws
  {
    let active = days.map { #"{"userId": "u", "date": "2026-03-0\#($0)", "xpEarned": 5}"# }
    let lastActive = last.map { #", "lastActiveDate": "\#($0)""# } ?? ""
    let rows = try RowSet(
      file: "a.json",
      bytes: Array(
        """
        {"userProfiles": [{"userId": "u", "totalXp": 9, "streak": \(told)\(lastActive)}],
         "userActivity": [\(active.joined(separator: ","))], "duas": []}
        """.utf8))
    let progress = try ProgressRows(
      rows, date: "2026-03-09", weekdays: ["M", "T", "W", "T", "F", "S", "S"])
    let row = progress.counted(try #require(rows["user_profiles"]?.rows.first))
    #expect(row.text("streak") == "\(streak)")
  }

  @Test(arguments: [
    ("2026-03-09T10:11:12.123Z", "2026-03-09"), ("2026-03-09 10:11:12+00", "2026-03-09"),
    ("in March", "in March"),
  ]) func `A timestamp of unlocking is shown as a day`(_ text: String, _ day: String)
    throws
  {
    let rows = RowSet([RowTable("achievements", [Row([Row.Field("unlocked_at", .text(text))])])])
    let counted = try ProgressRows(rows, weekdays: ["M", "T", "W", "T", "F", "S", "S"])
      .counted(rows.tables[0].rows[0])
    #expect(counted["unlocked_at"]?.shown == day)
  }

  @Test(arguments: [(0, "days in a row"), (1, "day in a row"), (2, "days in a row")])
  func `One day has a label in the singular`(_ streak: Int, _ words: String) throws {
    let rows = RowSet([RowTable("users", [Row([Row.Field("streak", .number("\(streak)"))])])])
    let progress = try ProgressRows(rows, weekdays: ["M"])
    #expect(progress.counted(rows.tables[0].rows[0]).text("streak_label") == words)
    let german = try ProgressRows(
      rows, weekdays: ["M"],
      phrases: Phrasebook(
        language: "de", phrases: ["daysInARow": "Tage", "daysInARow.one": "Tag"]))
    #expect(
      german.counted(rows.tables[0].rows[0]).text("streak_label") == (streak == 1 ? "Tag" : "Tage"))
  }
}
