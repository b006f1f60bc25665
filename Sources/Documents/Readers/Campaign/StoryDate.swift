// SPDX-License-Identifier: MIT
// Part of Platen: dates of a story's own calendar, as far as they can be compared for certain.

/// A date as the header of a scene has it, such as `1492 DR, Mirtul 15, 09:00`.
///
/// Only forms of one meaning are read: a year with its era, then month and day, then the hour; or a
/// date of ISO 8601.
struct StoryDate: Hashable {
  /// Whose months they are: those of different calendars have no order among each other.
  enum Calendar: Hashable {
    /// Our own twelve months, by name or number.
    case civil
    /// The months of Faerûn, in which the game's own world counts.
    case harptos
    /// Of a world that gives no order of its months.
    case other
  }

  var year: Int
  /// The era as it is written, such as `DR` or `New Peace`; empty where it is not.
  var era = ""
  var calendar = Calendar.other
  /// The month in lower case, or a number where its calendar has an order; empty if missing.
  var month = ""
  var day: Int?
  /// Since midnight.
  var minutes: Int?

  /// Reads a date; nil of what may mean something else.
  init?(_ text: String) {
    let parts = text.split(separator: ",").map { $0.prefix { $0 != "(" }.trimmed }
    guard let first = parts.first else { return nil }
    if let date = StoryDate(iso: first, hour: parts.dropFirst().first ?? "") {
      self = date
      return
    }
    var words = first.split(separator: " ")
    if words.first?.lowercased() == "year" { words.removeFirst() }
    guard let number = words.first.flatMap(StoryDate.number) else { return nil }
    year = number
    words.removeFirst()
    guard StoryDate.isEra(words) else { return nil }
    era = words.joined(separator: " ")
    var rest = parts.dropFirst()
    if let part = rest.first, read(monthAndDay: part.split(separator: " ")) {
      rest.removeFirst()
    } else if rest.count > 1, let month = StoryDate.numbered("month", rest[1]),
      let number = StoryDate.numbered("day", rest[2])
    {
      (calendar, self.month, day) = (.civil, String(month), number)
      rest.removeFirst(2)
    } else if !rest.isEmpty || !era.filter({ $0 != "." }).allSatisfy(\.isUppercase) || era.isEmpty {
      // A number with a word may be a day as well.
      return nil
    }
    minutes = rest.last.flatMap(StoryDate.minutes)
  }

  /// `2025-12-28` and `2025-12-29T19:45:00Z`.
  private init?(iso text: String, hour: String) {
    let fields = text.prefix(10).split(separator: "-", omittingEmptySubsequences: false)
    guard fields.count == 3, fields.map(\.utf8.count) == [4, 2, 2],
      let year = StoryDate.number(fields[0]), let month = StoryDate.number(fields[1]),
      let day = StoryDate.number(fields[2])
    else { return nil }
    self.year = year
    (calendar, self.month, self.day) = (.civil, String(month), day)
    minutes = StoryDate.minutes(String(text.dropFirst(11))) ?? StoryDate.minutes(hour)
  }

  /// Reads `Mirtul 15`, `Kythorn Day 2` and `12 28`.
  private mutating func read(monthAndDay words: [Substring]) -> Bool {
    guard words.count > 1, let last = words.last.flatMap(StoryDate.number), last <= 400 else {
      return false
    }
    var name = words.dropLast()
    if name.count > 1, name.last?.lowercased() == "day" { name.removeLast() }
    if name.count == 1, let number = StoryDate.number(name[0]) {
      (calendar, month) = (.civil, String(number))
    } else {
      let word = name.joined(separator: " ").lowercased()
      guard name.count <= 3, name.allSatisfy({ $0.allSatisfy(\.isLetter) }),
        !StoryDate.units.contains(word)
      else { return false }
      if let number = StoryDate.place(of: word, in: StoryDate.civilMonths) {
        (calendar, month) = (.civil, String(number))
      } else if let number = StoryDate.place(of: word, in: StoryDate.harptosMonths) {
        (calendar, month) = (.harptos, String(number))
      } else {
        month = word
      }
    }
    day = last
    return true
  }

  /// The number of a text of digits alone.
  private static func number(_ text: some StringProtocol) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } && text.utf8.count <= 6 ? Int(text) : nil
  }

  /// 12 of `Month 12`.
  private static func numbered(_ unit: String, _ text: String) -> Int? {
    let words = text.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == unit else { return nil }
    return number(words[1])
  }

  /// Minutes since midnight of `09:00:00` and of `9:30 PM`, whatever comes behind.
  private static func minutes(_ text: String) -> Int? {
    let words = text.split(separator: " ")
    let fields = (words.first ?? "").split(separator: ":", omittingEmptySubsequences: false)
    guard fields.count > 1, var hour = number(fields[0]), hour < 25,
      let minute = number(fields[1].prefix(2)), minute < 60
    else { return nil }
    switch words.dropFirst().first?.lowercased() {
    case "am" where hour == 12: hour = 0
    case "pm" where hour < 12: hour += 12
    default: break
    }
    return hour * 60 + minute
  }

  /// Indicates whether words behind a year may name its era.
  private static func isEra(_ words: [Substring]) -> Bool {
    words.count <= 3
      && words.allSatisfy { word in
        let name = word.lowercased()
        return word.first?.isUppercase ?? false
          && word.allSatisfy { $0.isLetter || $0 == "." } && !units.contains(name)
          && place(of: name, in: civilMonths) == nil && place(of: name, in: harptosMonths) == nil
      }
  }

  /// Words that count time and name neither month nor era.
  private static let units: Set<String> = [
    "year", "month", "week", "day", "hour", "turn", "round", "session", "morning", "noon", "midday",
    "afternoon", "evening", "night", "midnight", "dawn", "dusk",
  ]

  private static let civilMonths = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
  private static let harptosMonths = [
    "hammer", "alturiak", "ches", "tarsakh", "mirtul", "kythorn", "flamerule", "eleasis",
    "eleint", "marpenoth", "uktar", "nightal",
  ]

  /// The number of the month a name is, from 1.
  private static func place(of name: String, in months: [String]) -> Int? {
    let name = name == "eleasias" ? "eleasis" : name
    return months.firstIndex(of: name).map { $0 + 1 }
  }

  // MARK: Comparing

  /// Indicates whether two eras are one, of which one may be the initials of the other: `New Peace`
  /// and `N.P.`.
  static func isSameEra(_ a: String, _ b: String) -> Bool {
    func key(_ era: String) -> String {
      let key = era.filter { $0 != "." }.lowercased()
      return ["bc": "bce", "ad": "ce", "dalereckoning": "dr"][key] ?? key
    }
    func initials(_ era: String) -> String? {
      let words = era.split(separator: " ")
      return words.count > 1 ? String(words.compactMap(\.first)).lowercased() : nil
    }
    return key(a) == key(b) || key(a) == initials(b) || initials(a) == key(b)
  }

  /// Indicates whether two dates are the same day, also in different words: `2025 DR, 12 28` and
  /// `2025-12-28`. An era that only one of them names is that of both.
  ///
  /// - Parameter ignoresEra: for neighboring scenes, in which narrators change the name of an era and
  ///   continue with its numbers: `82 BCE, March 5` and `82 DR, 3 5`.
  static func isSameDay(_ a: String, _ b: String, ignoresEra: Bool = false) -> Bool {
    if a == b { return true }
    guard let a = StoryDate(a), let b = StoryDate(b), let day = a.day else { return false }
    return day == b.day && a.year == b.year && a.month == b.month && a.calendar == b.calendar
      && (ignoresEra || a.era.isEmpty || b.era.isEmpty || isSameEra(a.era, b.era))
  }

  /// The year in the order of time: those before an era count backwards.
  private var orderedYear: Int { StoryDate.isSameEra(era, "BCE") ? -year : year }

  /// Indicates whether it is an hour before another or more, for certain; dates of eras or
  /// calendars that have nothing in common are before no other.
  ///
  /// Scenes that follow each other in the text and play at the same time are minutes apart.
  func isBefore(_ other: StoryDate) -> Bool {
    guard calendar == other.calendar, StoryDate.isSameEra(era, other.era) else { return false }
    if year != other.year { return orderedYear < other.orderedYear }
    if month != other.month {
      guard let month = Int(month), let other = Int(other.month) else { return false }
      return month < other
    }
    guard let day, let otherDay = other.day else { return false }
    guard let minutes, let otherMinutes = other.minutes else { return day < otherDay }
    return day * 1440 + minutes + 60 <= otherDay * 1440 + otherMinutes
  }
}
