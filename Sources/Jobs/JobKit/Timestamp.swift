// SPDX-License-Identifier: MIT
// Part of Platen: a moment as ISO 8601, without clocks and locales.

internal import Text

/// Seconds since 1970 as `2026-01-31T12:00:00Z`.
package func iso8601(_ seconds: Int64) -> String {
  let (days, rest) = (seconds / 86_400, seconds % 86_400)
  func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
  return CivilDay.text(Int(days))
    + "T\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))Z"
}
