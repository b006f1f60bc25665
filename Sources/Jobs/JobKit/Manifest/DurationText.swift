// SPDX-License-Identifier: MIT
// Part of Platen: durations as manifests write them: 90s, 10m, 2h.

/// A duration as text: a number and its unit.
package enum DurationText {
  private static let units: [(name: String, seconds: Double)] = [
    ("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("d", 86_400),
  ]

  /// The longest that is taken: a year.
  private static let limit = 366 * 86_400.0

  /// Seconds in a text such as `90s`, `1.5h` or `250ms`, or nil when it is not a duration.
  package static func seconds(_ text: String) -> Double? {
    guard let match = text.wholeMatch(of: /([0-9]{1,9}(?:\.[0-9]{1,9})?)(ms|s|m|h|d)/),
      let number = Double(String(match.1)),
      let unit = units.first(where: { $0.name == match.2 })
    else { return nil }
    return number * unit.seconds
  }

  /// The form of a duration that may not be nothing, unless `orNone`.
  static func form(orNone: Bool = false) -> TextForm {
    TextForm(
      name: "a duration", pattern: "^[0-9]{1,9}(\\.[0-9]{1,9})?(ms|s|m|h|d)$",
      hint: "a number with its unit: 90s, 10m, 1.5h"
    ) { text in
      guard let seconds = seconds(text) else { return "invalid duration \"\(text)\"" }
      if seconds > limit { return "\(text) is more than a year" }
      if seconds == 0, !orNone { return "\(text) is not more than zero" }
      return nil
    }
  }
}
