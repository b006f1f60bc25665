// SPDX-License-Identifier: MIT
// Part of Platen: durations as people write them: `2m 30s`, `1 hour 30 minutes`.

/// Lengths of time in words, by the rules of the Rust crate humantime.
enum TalkDuration {
  /// The limit in seconds: a hundred days.
  static let longest = 8_640_000

  /// Whole seconds; nil for a text that is not a duration.
  static func seconds(_ text: String) -> Int? {
    var total = 0.0
    var rest = text[...].drop(while: \.isWhitespace)
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard !digits.isEmpty, digits.utf8.count <= 15, let number = Double(digits) else {
        return nil
      }
      rest = rest.dropFirst(digits.count).drop(while: \.isWhitespace)
      let unit = rest.prefix { $0.isASCII && $0.isLetter }
      guard let length = length(of: unit) else { return nil }
      total += number * length
      rest = rest.dropFirst(unit.count).drop(while: \.isWhitespace)
    }
    guard total <= Double(longest) else { return nil }
    return Int(total)
  }

  private static func length(of unit: Substring) -> Double? {
    switch unit {
    case "nanos", "nsec", "ns": 1e-9
    case "usec", "us": 1e-6
    case "millis", "msec", "ms": 1e-3
    case "seconds", "second", "secs", "sec", "s": 1
    case "minutes", "minute", "min", "mins", "m": 60
    case "hours", "hour", "hr", "hrs", "h": 3600
    case "days", "day", "d": 86_400
    case "weeks", "week", "wk", "wks", "w": 604_800
    // 30.44 and 365.25 days.
    case "months", "month", "M": 2_630_016
    case "years", "year", "yr", "yrs", "y": 31_557_600
    default: nil
    }
  }
}
