// SPDX-License-Identifier: MIT
// Part of Platen: the rule at the end of a zone file, for the years its table does not reach.

internal import Text

/// A POSIX rule such as `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneRule: Hashable, Sendable {
  private struct Change: Hashable, Sendable {
    enum Day: Hashable, Sendable {
      /// Month, week (5 is the last), day of the week from Sunday.
      case weekday(Int, Int, Int)
      /// 1…365, without the leap day.
      case julian(Int)
      /// 0…365.
      case ordinal(Int)
    }
    var day: Day
    /// Seconds after midnight by the clocks that show then.
    var time: Int

    /// Seconds since 1970 by those clocks.
    func seconds(in year: Int) -> Int {
      let days: Int
      switch day {
      case .ordinal(let count): days = CivilDay.days(year: year, month: 1, day: 1) + count
      case .julian(let count):
        let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
        days =
          CivilDay.days(year: year, month: 1, day: 1) + count - 1 + (isLeap && count >= 60 ? 1 : 0)
      case .weekday(let month, let week, let weekday):
        let first = CivilDay.days(year: year, month: month, day: 1)
        // 1970-01-01 was a Thursday.
        let lead = (weekday - (first + 4) % 7 + 14) % 7
        var found = first + lead + (week - 1) * 7
        while found >= first + CivilDay.daysInMonth(month, year: year) { found -= 7 }
        days = found
      }
      return days * 86_400 + time
    }
  }

  /// The rule as it was read.
  let text: String
  private var standard: Int
  private var summer: Int?
  private var start: Change?
  private var end: Change?

  init?(_ text: String) {
    self.text = text
    var rest = text.utf8[...]
    guard ZoneRule.takeName(&rest), let offset = ZoneRule.takeOffset(&rest) else { return nil }
    standard = -offset
    guard !rest.isEmpty else { return }
    guard ZoneRule.takeName(&rest) else { return nil }
    summer = standard + 3600
    if rest.first != UInt8(ascii: ",") {
      guard let offset = ZoneRule.takeOffset(&rest) else { return nil }
      summer = -offset
    }
    guard let start = ZoneRule.takeChange(&rest), let end = ZoneRule.takeChange(&rest),
      rest.isEmpty
    else { return nil }
    self.start = start
    self.end = end
  }

  /// Seconds ahead of UTC.
  func offset(at seconds: Int) -> Int {
    guard let summer, let start, let end else { return standard }
    let (year, _, _) = CivilDay.date(days(seconds + standard))
    let from = start.seconds(in: year) - standard
    let to = end.seconds(in: year) - summer
    let isSummer =
      from < to ? seconds >= from && seconds < to : seconds >= from || seconds < to
    return isSummer ? summer : standard
  }

  private func days(_ seconds: Int) -> Int {
    seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
  }

  private typealias Text = Substring.UTF8View

  private static func takeName(_ rest: inout Text) -> Bool {
    if rest.first == UInt8(ascii: "<") {
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
      rest = rest[rest.index(after: end)...]
      return true
    }
    let letters = rest.prefix { (0x41...0x5A).contains($0 & 0xDF) }
    rest = rest.dropFirst(letters.count)
    return letters.count >= 3
  }

  private static func takeNumber(_ rest: inout Text) -> Int? {
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard (1...3).contains(digits.count) else { return nil }
    rest = rest.dropFirst(digits.count)
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private static func take(_ byte: UInt8, _ rest: inout Text) -> Bool {
    guard rest.first == byte else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// `[+-]hh[:mm[:ss]]` in seconds.
  private static func takeOffset(_ rest: inout Text) -> Int? {
    let isNegative = take(UInt8(ascii: "-"), &rest)
    if !isNegative { _ = take(UInt8(ascii: "+"), &rest) }
    guard let hours = takeNumber(&rest), hours <= 167 else { return nil }
    var seconds = hours * 3600
    for unit in [60, 1] {
      guard take(UInt8(ascii: ":"), &rest) else { break }
      guard let number = takeNumber(&rest), number < 60 else { return nil }
      seconds += number * unit
    }
    return isNegative ? -seconds : seconds
  }

  private static func takeChange(_ rest: inout Text) -> Change? {
    guard take(UInt8(ascii: ","), &rest) else { return nil }
    let day: Change.Day
    if take(UInt8(ascii: "M"), &rest) {
      guard let month = takeNumber(&rest), (1...12).contains(month), take(0x2E, &rest),
        let week = takeNumber(&rest), (1...5).contains(week), take(0x2E, &rest),
        let weekday = takeNumber(&rest), (0...6).contains(weekday)
      else { return nil }
      day = .weekday(month, week, weekday)
    } else if take(UInt8(ascii: "J"), &rest) {
      guard let count = takeNumber(&rest), (1...365).contains(count) else { return nil }
      day = .julian(count)
    } else {
      guard let count = takeNumber(&rest), count <= 365 else { return nil }
      day = .ordinal(count)
    }
    var time = 7200
    if take(UInt8(ascii: "/"), &rest) {
      guard let offset = takeOffset(&rest) else { return nil }
      time = offset
    }
    return Change(day: day, time: time)
  }
}
