// SPDX-License-Identifier: MIT
// Part of Platen: a point in time of a session, passed in by the caller and written as RFC 3339.

internal import Text

/// A point in time, in milliseconds since 1970 in UTC. No clock is read: the caller passes the time.
public struct LiveTimestamp: Hashable, Comparable, Sendable {
  public var milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public static func < (a: LiveTimestamp, b: LiveTimestamp) -> Bool {
    a.milliseconds < b.milliseconds
  }

  /// Milliseconds from an earlier point in time to this one; 0 if the clock went backwards.
  public func elapsed(since earlier: LiveTimestamp) -> Int64 {
    let (difference, overflow) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
    return overflow ? 0 : max(0, difference)
  }
}

extension LiveTimestamp: CustomStringConvertible {
  private static let day: Int64 = 86_400_000
  /// The years RFC 3339 can write, from 0001 to 9999.
  private static let written: Range<Int64> = -62_135_596_800_000..<253_402_300_800_000

  /// The time as RFC 3339 writes it, in UTC and to the millisecond: `2026-11-21T16:20:05.250Z`.
  public var description: String {
    let time = min(
      max(milliseconds, LiveTimestamp.written.lowerBound), LiveTimestamp.written.upperBound - 1)
    let days =
      time >= 0 ? time / LiveTimestamp.day : (time - LiveTimestamp.day + 1) / LiveTimestamp.day
    let rest = time - days * LiveTimestamp.day
    func padded(_ value: Int64, _ width: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }
    let clock = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { padded($0, 2) }
    return CivilDay.text(Int(days)) + "T" + clock.joined(separator: ":") + "."
      + padded(rest % 1000, 3) + "Z"
  }

  /// Reads RFC 3339: any offset, any number of digits after the second, of which three count; nil
  /// for anything else.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard (20...40).contains(bytes.count) else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      guard range.upperBound <= bytes.count else { return nil }
      var value = 0
      for byte in bytes[range] {
        guard (0x30...0x39).contains(byte) else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      return value
    }
    func isOne(of signs: String, at place: Int) -> Bool {
      place < bytes.count && signs.utf8.contains(bytes[place])
    }
    guard let year = number(0..<4), isOne(of: "-", at: 4), let month = number(5..<7),
      isOne(of: "-", at: 7), let day = number(8..<10), isOne(of: "Tt ", at: 10),
      let hour = number(11..<13), isOne(of: ":", at: 13), let minute = number(14..<16),
      isOne(of: ":", at: 16), let second = number(17..<19), year >= 1, (1...12).contains(month),
      (1...CivilDay.daysInMonth(month, year: year)).contains(day), hour < 24, minute < 60,
      second < 61
    else { return nil }
    var place = 19
    var fraction = 0
    if isOne(of: ".", at: place) {
      let digits = bytes[(place + 1)...].prefix { (0x30...0x39).contains($0) }
      guard !digits.isEmpty else { return nil }
      for index in 0..<3 {
        fraction = fraction * 10 + (index < digits.count ? Int(digits[20 + index] - 0x30) : 0)
      }
      place = digits.endIndex
    }
    var offset = 0
    if isOne(of: "Zz", at: place) {
      guard place + 1 == bytes.count else { return nil }
    } else {
      guard isOne(of: "+-", at: place), place + 6 == bytes.count, isOne(of: ":", at: place + 3),
        let hours = number(place + 1..<place + 3), let minutes = number(place + 4..<place + 6),
        hours < 24, minutes < 60
      else { return nil }
      offset = (hours * 60 + minutes) * (bytes[place] == UInt8(ascii: "-") ? -60_000 : 60_000)
    }
    let days = CivilDay.days(year: year, month: month, day: day)
    let seconds = (days * 24 + hour) * 3600 + minute * 60 + min(second, 59)
    milliseconds = Int64(seconds * 1000 + fraction - offset)
  }
}
