// SPDX-License-Identifier: MIT
// Part of Platen: the day a talk is given on.

internal import Text

/// Days as talks write them.
enum TalkDate {
  /// The day as ISO 8601 has it; months and days may be written with one digit. nil for a text that
  /// is not a day of the calendar.
  static func normal(_ text: String) -> String? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].utf8.count == 4,
      parts.allSatisfy({ (1...4).contains($0.utf8.count) && $0.utf8.allSatisfy(isDigit) }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      (1...12).contains(month), day >= 1, day <= CivilDay.daysInMonth(month, year: year)
    else { return nil }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts[0])-\(two(month))-\(two(day))"
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
