// SPDX-License-Identifier: MIT
// Part of Platen: the next meeting and action items with dates, for calendars (iCalendar).

public import Diagnostics
internal import Digests
internal import Documents
internal import Readers
internal import Text

/// The dates of minutes for calendars: the next meeting as an event, action items as tasks.
///
/// Source: RFC 5545, with CONFERENCE of RFC 7986. Times are in UTC. Equal input gives equal bytes: ids
/// are digests of what they are of, and stamps are the end of the meeting.
public struct MeetingCalendar: Sendable {
  /// Lines that end in CR LF, of at most 75 bytes.
  public private(set) var bytes: [UInt8] = []
  /// The warnings about omitted data.
  public let warnings: [Diagnostic]

  /// The length of an event whose end is not known.
  private static let duration = "PT1H"

  /// - Throws: `Failure` `meeting.no-date` without any date.
  public init(_ meeting: Meeting, options: MinutesOptions) throws {
    try Minutes.checkRoom(of: meeting)
    let visible = meeting.visible(options)
    let meeting = visible.value
    warnings = visible.warnings
    let next = CalendarDate(meeting.side.next, options.phrases)
    let items = ActionItems.of(
      meeting, Attendance(meeting), clock: options.clock(of: meeting), phrases: options.phrases)
    let tasks = items.compactMap { item in
      CalendarDate(item.due, options.phrases).map { (item: item, due: $0) }
    }
    guard next != nil || !tasks.isEmpty else {
      throw Failure(
        .error(
          .meetingNoDate, "no next meeting with a date, and no action item with one",
          hints: [
            "next: 2026-12-04 20:00, or due: 2026-12-01 of an action, in NAME.minutes.yaml"
          ]))
    }
    let title =
      !options.title.isEmpty
      ? options.title
      : !meeting.title.isEmpty
        ? meeting.title
        : meeting.room.name.isEmpty ? options.phrases[.meeting] : meeting.room.name
    let day = meeting.timeBase == .calendar ? meeting.span.map { options.clock.day($0.from) } : nil
    let key = [meeting.room.base, meeting.room.id, meeting.room.name, title, day ?? ""]
    let stamp =
      (meeting.timeBase == .calendar ? meeting.span?.to : nil) ?? next?.timestamp(options.zone)
      ?? tasks[0].due.timestamp(options.zone)
    line("BEGIN:VCALENDAR")
    line("VERSION:2.0")
    line("PRODID:-//Platen//Minutes//EN")
    line("METHOD:PUBLISH")
    if let next {
      begin("VEVENT", of: key + ["next"], stamp)
      text("SUMMARY", title)
      if next.second == nil {
        line("DTSTART;VALUE=DATE:" + next.basicDay)
      } else {
        line("DTSTART:" + MeetingCalendar.utc(next.timestamp(options.zone)))
        line("DURATION:" + MeetingCalendar.duration)
      }
      if !meeting.room.name.isEmpty { text("LOCATION", meeting.room.name) }
      if let link = meeting.room.link {
        line("CONFERENCE;VALUE=URI;FEATURE=VIDEO:" + link)
        line("URL:" + link)
      }
      line("END:VEVENT")
    }
    for (item, due) in tasks {
      begin("VTODO", of: key + [item.text, item.who, item.due], stamp)
      text("SUMMARY", item.who.isEmpty ? item.text : "\(item.text) (\(item.who))")
      line("DUE;VALUE=DATE:" + due.basicDay)
      line("STATUS:" + (item.isDone ? "COMPLETED" : "NEEDS-ACTION"))
      text("DESCRIPTION", title)
      line("END:VTODO")
    }
    line("END:VCALENDAR")
  }

  private mutating func begin(_ component: String, of key: [String], _ stamp: Timestamp) {
    line("BEGIN:" + component)
    line("UID:\(Digest(canonicalOf: key).description.prefix(32))@platen")
    line("DTSTAMP:" + MeetingCalendar.utc(stamp))
  }

  /// `20261204T190000Z`.
  private static func utc(_ timestamp: Timestamp) -> String {
    let iso = MeetingClock(zone: .utc, phrases: .english).iso(timestamp)
    return iso.filter { $0 != "-" && $0 != ":" }
  }

  /// Adds a property whose value is text.
  private mutating func text(_ name: String, _ value: String) {
    var escaped = ""
    for character in value {
      switch character {
      case "\\", ";", ",": escaped += "\\\(character)"
      case _ where character.isNewline: escaped += "\\n"
      default: escaped.append(character)
      }
    }
    line(name + ":" + escaped)
  }

  /// Adds a line, folded between characters where it is longer than 75 bytes.
  private mutating func line(_ text: String) {
    var length = 0
    for scalar in text.unicodeScalars where scalar.value >= 0x20 {
      let unit = UTF8.encode(scalar).map(Array.init) ?? []
      if length + unit.count > 75 {
        bytes += [0x0D, 0x0A, 0x20]
        length = 1
      }
      bytes += unit
      length += unit.count
    }
    bytes += [0x0D, 0x0A]
  }
}

/// A day, perhaps with a time, that people wrote.
struct CalendarDate: Hashable {
  /// Days since 1970-01-01.
  var day: Int
  /// Seconds of the day; nil where only the day is known.
  var second: Int?

  /// Finds a day such as `2026-12-04` or `4 December 2026`, and a time such as `20:00`; nil for a text
  /// without a day.
  init?(_ text: String, _ phrases: Phrasebook) {
    let names = [phrases.names(.monthNames), Phrasebook.english.names(.monthNames)]
    var numbers: [Int] = []
    var month: Int?
    var found: Int?
    for word in text.split(whereSeparator: { $0.isWhitespace || ",;()".contains($0) }).prefix(40) {
      if word.contains(":"), second == nil {
        second = WallTime(String(word))?.second
      } else if let wall = WallTime(String(word)), wall.hasDay, found == nil {
        guard word.utf8.count == 10, word.utf8.dropFirst(4).first == UInt8(ascii: "-") else {
          continue
        }
        found = wall.day(.dayFirst)
      } else if let number = Int(word.last == "." ? word.dropLast() : word) {
        numbers.append(number)
      } else if month == nil {
        let word = word.lowercased()
        month =
          names.lazy.compactMap { list in
            list.firstIndex { $0.lowercased() == word }
          }.first
      }
    }
    if found == nil, let month, let day = numbers.first(where: { (1...31).contains($0) }),
      let year = numbers.first(where: { (1971...4999).contains($0) }),
      day <= CivilDay.daysInMonth(month + 1, year: year)
    {
      found = CivilDay.days(year: year, month: month + 1, day: day)
    }
    guard let found else { return nil }
    day = found
  }

  /// `20261204`.
  var basicDay: String { CivilDay.text(day).filter { $0 != "-" } }

  /// The point in time by the clocks of a zone; midnight for a day alone.
  func timestamp(_ zone: ZoneRules) -> Timestamp {
    zone.timestamp(local: (day * 86_400 + (second ?? 0)) * 1_000_000)
  }
}
