// SPDX-License-Identifier: MIT
// Part of Platen: a moment as ISO 8601, without clocks and locales.

/// Seconds since 1970 as `2026-01-31T12:00:00Z`, by the proleptic Gregorian calendar.
///
/// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
func iso8601(_ seconds: Int64) -> String {
  let (days, rest) = (seconds / 86_400, seconds % 86_400)
  let z = days + 719_468
  let era = z / 146_097
  let dayOfEra = z - era * 146_097
  let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let shifted = (5 * dayOfYear + 2) / 153
  let day = dayOfYear - (153 * shifted + 2) / 5 + 1
  let month = shifted < 10 ? shifted + 3 : shifted - 9
  let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
  let digits = String(year)
  let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  return
    "\(padded)-\(two(month))-\(two(day))T\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))Z"
}
