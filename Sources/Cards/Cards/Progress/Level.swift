// SPDX-License-Identifier: MIT
// Part of Platen: levels by experience, streaks of days, and the states of days.

internal import Text

/// The level for an amount of experience: level L ends at threshold(L) = 50·L² + 50·L, and the
/// level is the first whose threshold is above the experience.
public struct Level: Hashable, Sendable {
  public let number: Int
  /// The experience at which the level begins, and at which the next one begins.
  public let start: Int
  public let end: Int
  public let experience: Int

  /// The largest experience; higher values are clamped to it.
  public static let experienceLimit = 1 << 40

  public init(experience: Int) {
    let experience = min(max(0, experience), Level.experienceLimit)
    self.experience = experience
    // The root of the threshold is close; steps of one correct its rounding.
    var level = max(1, Int((Double(experience) / 50 + 0.25).squareRoot() - 0.5))
    while level > 1, Level.threshold(level - 1) > experience { level -= 1 }
    while Level.threshold(level) <= experience { level += 1 }
    number = level
    start = level == 1 ? 0 : Level.threshold(level - 1)
    end = Level.threshold(level)
  }

  /// Returns the experience that ends a level.
  public static func threshold(_ level: Int) -> Int { 50 * level * level + 50 * level }

  /// The completed part of the level, 0..<1.
  public var progress: Double { Double(experience - start) / Double(end - start) }
}

/// Consecutive days with activity.
public enum Streak {
  /// The longest streak in days.
  public static let limit = 365

  /// Returns the number of consecutive active days up to a day. That day itself may be inactive;
  /// any earlier gap ends the streak.
  ///
  /// - Parameter days: active days, as ``CalendarDay`` numbers.
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

/// The state of a day, by the share of its goal that was done.
public enum DayState: String, Hashable, Sendable {
  case none, notStarted = "not-started", light, productive, perfect

  /// - Parameters:
  ///   - done: the number of things done.
  ///   - total: the goal; nil if unknown.
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

/// Days as numbers for counting.
public enum CalendarDay {
  /// Returns the day at the start of an ISO date or a PostgreSQL timestamp, in days since
  /// 1970-01-01 of the proleptic Gregorian calendar; nil for other text.
  public static func number(_ text: String) -> Int? {
    let parts = text.prefix(10).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      (1...12).contains(month), (1...31).contains(day), year > 0
    else { return nil }
    let number = CivilDay.days(year: year, month: month, day: day)
    return CivilDay.text(number) == text.prefix(10) ? number : nil
  }

  /// Returns the weekday; 0 is Monday.
  public static func weekday(_ number: Int) -> Int { ((number + 3) % 7 + 7) % 7 }
}
