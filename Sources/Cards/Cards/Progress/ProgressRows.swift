// SPDX-License-Identifier: MIT
// Part of Platen: adds progress to rows of people, for badges and reports.

public import Diagnostics
public import Documents
public import Rows
internal import Text

/// Computes the values for cards of progress.
public struct ProgressRows: Sendable {
  private let rows: RowSet
  /// The last day of reports, as a ``CalendarDay``; nil for each person's last active day.
  private let today: Int?
  /// The weekdays from Monday to Sunday, as in the headers of calendars.
  private let weekdays: [String]
  private let phrases: Phrasebook

  /// - Parameters:
  ///   - date: an ISO date; nil for the last active day.
  ///   - weekdays: names of the days from Monday on.
  ///   - phrases: the phrases of labels.
  /// - Throws: `Failure` `cards.date`.
  public init(
    _ rows: RowSet, date: String? = nil, weekdays: [String], phrases: Phrasebook = .english
  ) throws {
    self.rows = rows
    self.phrases = phrases
    self.weekdays = weekdays
    if let date {
      guard let day = CalendarDay.number(date) else {
        throw Failure(
          .error(.cardsDate, "invalid date \"\(date)\"", hints: ["write it as 2026-03-09"]))
      }
      today = day
    } else {
      today = nil
    }
  }

  /// Returns a warning about invalid experience in a row, which affects its level; nil if it has
  /// none, or a valid number.
  public static func fault(in row: Row) -> Diagnostic? {
    let names = ["total_xp", "xp"]
    guard
      let name = names.first(where: { row[$0]?.integer != nil })
        ?? row.fields.map(\.name).first(where: names.contains)
    else { return nil }
    let value = row[name] ?? .null
    let message: String
    if let number = value.integer {
      guard number < 0 || number > Level.experienceLimit else { return nil }
      message =
        "\(name) is \(printable(value.shown ?? "", limit: 40)): "
        + "using \(Level(experience: number).experience) instead"
    } else {
      let words = value.shown.map { "\"\(printable($0, limit: 40))\"" } ?? "empty"
      message = "\(name) is \(words), not a whole number: no level is shown"
    }
    return .warning(
      .cardsExperience, message, at: row.place,
      hints: ["write a whole number from 0 to \(Level.experienceLimit)"])
  }

  /// Returns a row with its level, its streak and its last seven days, each if the row or the
  /// tables have data for it:
  ///
  /// - `level`, `level_start`, `level_end`, `xp_in_level`, `xp_to_level`, `progress` (0…1) by the
  ///   formula, if it has experience (`total_xp`, `xp`); the values of a widget if it has
  ///   `current_xp` and `xp_to_next_level`.
  /// - `days`: the week that ends today, each with `date`, `weekday`, `day`, `done`, `total`,
  ///   `share`, `state`, `xp`; `streak`; `week_xp`, `week_done`, `week_days`.
  /// - `unlocked_at` as a day, without its time.
  /// - labels for these in the job's language: `level_label`, `next_label`, `streak_label`,
  ///   `week_label`, `xp_label`, `week_title`.
  public func counted(_ row: Row) -> Row {
    // A person may have no activity yet.
    let isPerson = row["total_xp"] != nil || row["last_active_date"] != nil
    var row = row
    if let experience = row["total_xp"]?.integer ?? row["xp"]?.integer {
      let level = Level(experience: experience)
      set(&row, "level", level.number)
      set(&row, "total_xp", level.experience)
      set(&row, "level_start", level.start)
      set(&row, "level_end", level.end)
      set(&row, "xp_in_level", level.experience - level.start)
      set(&row, "xp_to_level", level.end - level.experience)
      row["progress"] = .number("\(level.progress)")
    } else if let now = row["current_xp"]?.number, let next = row["xp_to_next_level"]?.number,
      next > 0
    {
      set(&row, "total_xp", Int(min(max(0, now), 1e12)))
      set(&row, "level_end", Int(min(max(0, next), 1e12)))
      row["progress"] = .number("\(min(1, max(0, now / next)))")
    }
    if let done = row["completed_count"]?.number, let total = row["total_count"]?.number, total > 0
    {
      row["share"] = .number("\(min(1, max(0, done / total)))")
    }
    // A timestamp of a database is shown as a day.
    if let day = row["unlocked_at"]?.shown.flatMap(CalendarDay.number) {
      row["unlocked_at"] = .text(CivilDay.text(day))
    }
    count(&row, isPerson: isPerson)
    addLabels(&row)
    return row
  }

  /// Adds labels for the numbers, in the correct plural form.
  private func addLabels(_ row: inout Row) {
    func setLabel(_ name: String, _ words: String) {
      if row[name]?.shown == nil { row[name] = .text(words) }
    }
    if row["level"]?.shown != nil { setLabel("level_label", phrases[.level]) }
    if let more = row["xp_to_level"]?.shown { setLabel("next_label", phrases(.toNextLevel, more)) }
    if let streak = row["streak"]?.integer {
      setLabel("streak_label", phrases.counted(.daysInARow, streak))
    }
    if let done = row["week_done"]?.shown, let days = row["week_days"]?.integer {
      setLabel("week_title", phrases[.thisWeek])
      if let xp = row["week_xp"]?.shown { setLabel("xp_label", phrases(.xpThisWeek, xp)) }
      setLabel("week_label", phrases(.doneOn, done, phrases.counted(.dayCount, days)))
    }
  }

  private func set(_ row: inout Row, _ name: String, _ value: Int) {
    row[name] = .number(String(value))
  }

  private struct Day {
    var done = 0
    var xp = 0
    var total: Int?
  }

  /// Returns the streak by the known days. The row's own streak is used if it covers more: later
  /// days, or days before the first.
  private func streak(
    of row: Row, _ days: [Int: Day], _ active: Set<Int>, upTo last: Int
  ) -> Int {
    let counted = Streak.length(of: active, upTo: last)
    guard let stated = row["streak"]?.integer else { return counted }
    guard let newest = active.max(), let oldest = active.min() else { return stated }
    let lastActive = row["last_active_date"]?.shown.flatMap(CalendarDay.number)
    if let lastActive, lastActive > newest { return stated }
    let isOpen = counted == active.count { $0 <= last } && days.keys.min() == oldest
    return isOpen ? max(stated, counted) : counted
  }

  /// Adds the days of a person and their totals.
  private func count(_ row: inout Row, isPerson: Bool) {
    let days = activity(of: row)
    guard !days.isEmpty || isPerson else { return }
    if days.isEmpty, row["streak"]?.shown == nil { set(&row, "streak", 0) }
    let active = Set(days.filter { $0.value.done > 0 || $0.value.xp > 0 }.keys)
    let last =
      today ?? row["last_active_date"]?.shown.flatMap(CalendarDay.number) ?? days.keys.max()
    guard let last else { return }
    let goal = total(of: row)
    set(&row, "streak", streak(of: row, days, active, upTo: last))
    var week: [RowValue] = []
    var (xp, done, activeDays) = (0, 0, 0)
    for number in (last - 6)...last {
      let day = days[number] ?? Day()
      let total = day.total ?? goal
      let share = total.map { $0 > 0 ? min(1, Double(day.done) / Double($0)) : 0 }
      xp += day.xp
      done += day.done
      if active.contains(number) { activeDays += 1 }
      week.append(
        .record(
          Row([
            Row.Field("date", .text(CivilDay.text(number))),
            Row.Field("day", .number(String(CivilDay.date(number).day))),
            Row.Field("weekday", .text(weekdays[CalendarDay.weekday(number) % weekdays.count])),
            Row.Field("done", .number(String(day.done))),
            Row.Field("total", total.map { .number(String($0)) } ?? .null),
            Row.Field("share", .number("\(share ?? (day.done > 0 ? 1 : 0))")),
            Row.Field("state", .text(DayState(done: day.done, of: total).rawValue)),
            Row.Field("xp", .number(String(day.xp))),
          ])))
    }
    row["days"] = .list(week)
    row["from_date"] = .text(CivilDay.text(last - 6))
    row["to_date"] = .text(CivilDay.text(last))
    set(&row, "week_xp", xp)
    set(&row, "week_done", done)
    set(&row, "week_days", activeDays)
  }

  /// Returns the activity of a person by day: from rows of activity, or lists in the row.
  private func activity(of row: Row) -> [Int: Day] {
    var days: [Int: Day] = [:]
    func addEntry(_ entry: Row) {
      guard let date = entry.text("date", "day"), let number = CalendarDay.number(date) else {
        return
      }
      var day = days[number] ?? Day()
      if let list = entry["duas_completed"]?.elements ?? entry["completed"]?.elements {
        day.done += list.count
      } else if let count = entry["completed_count"]?.integer ?? entry["duas_completed"]?.integer
        ?? entry["completed"]?.integer
      {
        day.done += max(0, min(count, 1 << 20))
      } else if entry["habit_id"] != nil {
        day.done += 1
      }
      day.xp += max(0, min(entry["xp_earned"]?.integer ?? entry["xp"]?.integer ?? 0, 1 << 32))
      day.total = entry["total_count"]?.integer ?? entry["total"]?.integer ?? day.total
      days[number] = day
    }
    for name in ["activity", "user_activity", "habit_completions"] {
      for case .record(let entry) in row[name]?.elements ?? [] { addEntry(entry) }
    }
    guard days.isEmpty else { return days }
    let user = row.text("user_id", "id")
    for name in ["user_activity", "user_activities", "activity", "habit_completions"] {
      for entry in rows[name]?.rows ?? [] where entry["user_id"]?.shown == user { addEntry(entry) }
    }
    return days
  }

  /// Returns the daily goal of a person: as specified, or the number of entries in their lists.
  private func total(of row: Row) -> Int? {
    if let stated = row["total_count"]?.integer ?? row["habit_count"]?.integer
      ?? row["daily_goal"]?.integer
    {
      return stated
    }
    guard let ids = row["active_journey_ids"]?.elements?.compactMap(\.shown), !ids.isEmpty,
      let links = rows["journey_duas"]
    else { return nil }
    return links.rows.count { link in ids.contains(link["journey_id"]?.shown ?? "") }
  }
}
