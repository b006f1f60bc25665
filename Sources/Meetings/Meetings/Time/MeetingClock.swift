// SPDX-License-Identifier: MIT
// Part of Platen: times as minutes print them: days and times of one zone in one language.

public import Documents
public import Readers
internal import Text

/// Returns the time and date that clocks and calendars show in a zone.
public struct MeetingClock: Sendable {
  public let zone: ZoneRules
  /// The meaning of the times.
  let base: TimeBase
  private let phrases: Phrasebook
  private let weekdays: [String]
  private let months: [String]

  public init(zone: ZoneRules, phrases: Phrasebook, base: TimeBase = .calendar) {
    self.zone = zone
    self.base = base
    self.phrases = phrases
    weekdays = phrases.names(.weekdayNames)
    months = phrases.names(.monthNames)
  }

  /// Days and seconds of the day by the clocks of the zone.
  func local(_ timestamp: Timestamp) -> (day: Int, second: Int) {
    let seconds = timestamp.seconds + (base == .calendar ? zone.offset(at: timestamp) : 0)
    let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    return (day, seconds - day * 86_400)
  }

  /// Days since 1970-01-01; nil where the day is not known.
  func dayNumber(_ timestamp: Timestamp) -> Int? {
    base == .calendar ? local(timestamp).day : nil
  }

  /// `2026-11-20`, for programs; empty where the day is not known.
  public func day(_ timestamp: Timestamp) -> String {
    base == .calendar ? CivilDay.text(local(timestamp).day) : ""
  }

  /// The day as it is printed: `2026-11-20`, or as the language writes it in digits.
  public func shownDay(_ timestamp: Timestamp) -> String { phrases.date(day(timestamp)) }

  /// `19:05`; `1:02:03` of a time that counts from the beginning of a recording.
  public func time(_ timestamp: Timestamp) -> String {
    switch base {
    case .calendar, .clock: MeetingClock.time(local(timestamp).second)
    case .elapsed: MeetingClock.elapsed(timestamp.seconds)
    }
  }

  /// `0:02` or `1:02:03`.
  private static func elapsed(_ seconds: Int) -> String {
    let seconds = max(0, seconds)
    func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    return (hours > 0 ? "\(hours):\(padded(minutes))" : String(minutes)) + ":"
      + padded(seconds % 60)
  }

  static func time(_ second: Int) -> String {
    unsafe String(unsafeUninitializedCapacity: 5) { bytes in
      let (hour, minute) = (second / 3600, second / 60 % 60)
      unsafe bytes[0] = 0x30 + UInt8(hour / 10)
      unsafe bytes[1] = 0x30 + UInt8(hour % 10)
      unsafe bytes[2] = UInt8(ascii: ":")
      unsafe bytes[3] = 0x30 + UInt8(minute / 10)
      unsafe bytes[4] = 0x30 + UInt8(minute % 10)
      return 5
    }
  }

  /// The day and the time as they are printed: `2026-11-20 19:05`.
  public func stamp(_ timestamp: Timestamp) -> String {
    base == .calendar ? shownDay(timestamp) + " " + time(timestamp) : time(timestamp)
  }

  /// `2026-11-20T19:05:02+01:00`, for programs; `19:05:02` where the day is not known.
  public func iso(_ timestamp: Timestamp) -> String {
    let (day, second) = local(timestamp)
    guard base == .calendar else {
      let hours = timestamp.seconds / 3600
      let minutes = MeetingClock.time(second % 3600).dropFirst(3)
      return (hours < 10 ? "0" : "") + "\(hours):\(minutes):" + (second % 60 < 10 ? "0" : "")
        + String(second % 60)
    }
    let offset = zone.offset(at: timestamp)
    let seconds = second % 60
    let zone =
      offset == 0 ? "Z" : (offset < 0 ? "-" : "+") + MeetingClock.time(abs(offset) / 60 * 60)
    return CivilDay.text(day) + "T" + MeetingClock.time(second) + ":"
      + (seconds < 10 ? "0" : "") + String(seconds) + zone
  }

  /// `Friday, 20 November 2026`; the ISO day where a language file names no days.
  public func longDay(_ timestamp: Timestamp) -> String {
    base == .calendar ? longDay(local(timestamp).day) : ""
  }

  func longDay(_ day: Int) -> String {
    let (year, month, number) = CivilDay.date(day)
    guard weekdays.count == 7, months.count == 12 else { return phrases.date(CivilDay.text(day)) }
    // 1970-01-01 was a Thursday; weeks begin on Monday.
    let weekday = ((day + 3) % 7 + 7) % 7
    return phrases(
      .longDate, weekdays[weekday], String(number), months[month - 1], String(year))
  }

  /// `2026-11-20 19:05 to 23:10`, with both days where they differ; one time where both are one.
  public func span(_ from: Timestamp, _ to: Timestamp) -> String {
    guard stamp(from) != stamp(to) else { return stamp(from) }
    let end = local(from).day == local(to).day ? time(to) : stamp(to)
    return phrases(.range, stamp(from), end)
  }

  /// `3:08 h` of two times; nil where the second comes first.
  public func duration(_ from: Timestamp, _ to: Timestamp) -> String? {
    let seconds = to.seconds - from.seconds
    guard seconds >= 0 else { return nil }
    let minutes = (seconds + 30) / 60
    return "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
  }
}
