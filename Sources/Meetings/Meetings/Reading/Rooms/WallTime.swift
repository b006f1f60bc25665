// SPDX-License-Identifier: MIT
// Part of Platen: days and times as reports write them for people, in several orders.

internal import Text

/// A day or a time of a wall clock as a report has it: `5/12/26, 5:55:02 PM`, `22.09.26, 14:48:05`,
/// `2026-05-12 17:55`, `6:01 PM`.
struct WallTime {
  /// The order of a day's numbers.
  enum Order {
    case dayFirst, monthFirst
  }

  /// The numbers of the day as written; nil for a time alone.
  private var numbers: [Int]?
  private var mark: Character = "/"
  /// Seconds of the day; nil for a day alone.
  private(set) var second: Int?
  /// Indicates whether it has `AM` or `PM` in uppercase letters, as in the United States.
  private var isAmerican = false

  /// The most characters of a day with its time.
  private static let limit = 64

  init?(_ text: String) {
    guard text.utf8.count <= WallTime.limit * 4, text.count <= WallTime.limit else { return nil }
    var plain = ""
    for character in text {
      // Blanks of several kinds, marks of direction, digits of other scripts.
      if let digit = character.wholeNumberValue, (0...9).contains(digit) {
        plain += String(digit)
      } else if character == "," || character == "\u{60C}" || character.isWhitespace {
        plain += " "
      } else if !"\u{200E}\u{200F}\u{61C}".contains(character) {
        plain.append(character)
      }
    }
    var loose: [Int] = []
    var isAfternoon: Bool?
    for word in plain.split(separator: " ") {
      if word.contains(":") {
        let digits = word.prefix { $0.isNumber || $0 == ":" }
        guard second == nil, let time = WallTime.second(of: digits) else { return nil }
        second = time
        guard takeMeridiem(word[digits.endIndex...], &isAfternoon) else { return nil }
      } else if word.first?.isNumber == true {
        let parts = word.split(whereSeparator: WallTime.isMark).map { Int($0) }
        guard parts.allSatisfy({ $0 != nil }) else { return nil }
        if let found = word.first(where: WallTime.isMark) { mark = found }
        loose += parts.compactMap(\.self)
      } else if !takeMeridiem(word, &isAfternoon) {
        return nil
      }
    }
    if let isAfternoon, let time = second {
      guard (1...12).contains(time / 3600) else { return nil }
      second = time % 43_200 + (isAfternoon ? 43_200 : 0)
    }
    switch loose.count {
    case 0: guard second != nil else { return nil }
    case 3: numbers = loose
    default: return nil
    }
  }

  private static func isMark(_ character: Character) -> Bool { "/.-".contains(character) }

  /// Seconds of `h:mm` or `h:mm:ss`.
  private static func second(of text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard (2...3).contains(parts.count), let hour = parts[0], let minute = parts[1],
      let second = parts.count == 3 ? parts[2] : 0, (0...23).contains(hour),
      (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    return hour * 3600 + minute * 60 + min(second, 59)
  }

  /// Takes a word such as `PM` or `p.m.`; false for another word.
  private mutating func takeMeridiem(_ word: Substring, _ isAfternoon: inout Bool?) -> Bool {
    guard !word.isEmpty else { return true }
    switch word.filter({ $0 != "." }).lowercased() {
    case "am", "a", "م", "ص": isAfternoon = word.first == "م"
    case "pm", "p": isAfternoon = true
    default: return false
    }
    if word == "AM" || word == "PM" { isAmerican = true }
    return true
  }

  var hasDay: Bool { numbers != nil }

  /// The order that its numbers prove; nil where they do not.
  private var provenOrder: Order? {
    guard let numbers, numbers[0] < 32, mark != "." else { return numbers == nil ? nil : .dayFirst }
    if numbers[0] > 12 { return .dayFirst }
    return numbers[1] > 12 || isAmerican ? .monthFirst : nil
  }

  private var isAlikeInAnyOrder: Bool { numbers.map { $0[0] == $0[1] || $0[0] > 31 } ?? true }

  /// The order of the days of a file; `isSure` is false where it may be the other as well.
  static func order(of times: some Sequence<WallTime>) -> (order: Order, isSure: Bool) {
    var isSure = true
    for time in times where time.hasDay {
      if let order = time.provenOrder { return (order, true) }
      if !time.isAlikeInAnyOrder { isSure = false }
    }
    return (.dayFirst, isSure)
  }

  /// Days since 1970-01-01; nil without a day, and for one that the calendar does not have.
  func day(_ order: Order) -> Int? {
    guard let numbers else { return nil }
    var (year, month, day) = (numbers[2], numbers[0], numbers[1])
    if numbers[0] > 31 {
      (year, month, day) = (numbers[0], numbers[1], numbers[2])
    } else if order == .dayFirst {
      (month, day) = (numbers[1], numbers[0])
    }
    if year < 100 { year += 2000 }
    guard (1971...4999).contains(year), (1...12).contains(month), day >= 1,
      day <= CivilDay.daysInMonth(month, year: year)
    else { return nil }
    return CivilDay.days(year: year, month: month, day: day)
  }

  /// The time: with its day, or of an unknown day; nil where it has no time, or its day is invalid.
  func time(_ order: Order) -> RoomTime? {
    guard let second else { return nil }
    guard hasDay else { return .clock(second * 1_000_000) }
    return day(order).map { .local(($0 * 86_400 + second) * 1_000_000) }
  }
}
