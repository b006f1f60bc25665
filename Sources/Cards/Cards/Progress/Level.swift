// SPDX-License-Identifier: MIT
// Part of Platen: levels by experience, streaks by days, and what a day came to.

internal import Text

/// Where somebody stands by the experience they have: threshold(L) = 50·L² + 50·L is what ends level
/// L, and the level is the first that experience does not end.
public struct Level: Hashable, Sendable {
  public let number: Int
  /// Experience at which the level begins and at which the next does.
  public let start: Int
  public let end: Int
  public let experience: Int

  /// More than any practice comes to; what is beyond it stays there.
  public static let experienceLimit = 1 << 40

  public init(experience: Int) {
    let experience = min(max(0, experience), Level.experienceLimit)
    self.experience = experience
    // The root of the threshold is near; steps of one settle it without trusting its last digit.
    var level = max(1, Int((Double(experience) / 50 + 0.25).squareRoot() - 0.5))
    while level > 1, Level.threshold(level - 1) > experience { level -= 1 }
    while Level.threshold(level) <= experience { level += 1 }
    number = level
    start = level == 1 ? 0 : Level.threshold(level - 1)
    end = Level.threshold(level)
  }

  /// Experience that ends a level.
  public static func threshold(_ level: Int) -> Int { 50 * level * level + 50 * level }

  /// How much of the level is behind, 0..<1.
  public var progress: Double { Double(experience - start) / Double(end - start) }
}

/// Days in a row.
public enum Streak {
  /// A streak goes back no further.
  public static let limit = 365

  /// The days in a row with something done, up to a day: walking back from it, that day itself may
  /// still be without, and the first other gap ends it.
  ///
  /// - Parameter days: days on which something was done, as ``CalendarDay`` numbers.
  public static func length(of days: Set<Int>, upTo today: Int) -> Int {
    var count = 0
    for back in 0..<limit {
      if days.contains(today - back) {
        count += 1
      } else if back > 0 {
        break
      }
    }
    return count
  }
}

/// What a day came to, by how much of what was meant to be done was done.
public enum DayState: String, Hashable, Sendable {
  case none, notStarted = "not-started", light, productive, perfect

  /// - Parameters:
  ///   - done: how many things were done.
  ///   - total: how many were meant to be; nil where that is not told.
  public init(done: Int, of total: Int?) {
    guard let total else {
      self = done > 0 ? .productive : .notStarted
      return
    }
    switch (done, total) {
    case (_, ...0): self = .none
    case (...0, _): self = .notStarted
    case _ where done >= total: self = .perfect
    case _ where Double(done) / Double(total) < 0.5: self = .light
    default: self = .productive
    }
  }
}

/// Days as numbers, so that they can be counted.
public enum CalendarDay {
  /// The day an ISO date or one of PostgreSQL's times begins with, in days since 1970-01-01 of the
  /// proleptic Gregorian calendar; nil for what is none.
  public static func number(_ text: String) -> Int? {
    let parts = text.prefix(10).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      (1...12).contains(month), (1...31).contains(day), year > 0
    else { return nil }
    let number = CivilDay.days(year: year, month: month, day: day)
    return CivilDay.text(number) == text.prefix(10) ? number : nil
  }

  /// 0 is Monday.
  public static func weekday(_ number: Int) -> Int { ((number + 3) % 7 + 7) % 7 }
}
