// SPDX-License-Identifier: MIT
// Part of Platen: tests of days of the calendar.

import Testing
import Text

struct CivilDayTests {
  @Test(arguments: [
    (0, "1970-01-01"), (-1, "1969-12-31"), (11_016, "2000-02-29"), (20_521, "2026-03-09"),
    (-719_468, "0000-03-01"), (2_932_896, "9999-12-31"),
  ])
  func daysCountFromTheStartOf1970(days: Int, text: String) {
    #expect(CivilDay.text(days) == text)
    let (year, month, day) = CivilDay.date(days)
    #expect(CivilDay.days(year: year, month: month, day: day) == days)
  }

  @Test(arguments: [
    (1, 2026, 31), (2, 2026, 28), (2, 2024, 29), (2, 1900, 28), (2, 2000, 29), (4, 2026, 30),
    (12, 2026, 31),
  ])
  func monthsHaveTheirDays(month: Int, year: Int, days: Int) {
    #expect(CivilDay.daysInMonth(month, year: year) == days)
  }
}
