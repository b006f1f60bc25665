// SPDX-License-Identifier: MIT
// Part of Platen: days by which something is to be done, as people write them in a sentence.

internal import Documents
internal import Text

/// Days such as `2026-05-03`, `3.5.`, `May 3`, `Friday` and `tomorrow`.
enum DueDay {
  /// Reads days in English and in the language of the phrases.
  struct Reader {
    /// The day from which days without a year count, since 1970-01-01; nil where it is not known.
    let base: Int?
    private let months: [[String]]
    private let weekdays: [[String]]
    private let relative: [[String]]
    private let words: Set<String>

    init(_ phrases: Phrasebook, from base: Int?) {
      self.base = base
      let books = [phrases, Phrasebook.english]
      func names(_ phrase: Phrase) -> [[String]] {
        books.map { $0.names(phrase).map { Reader.plain($0.lowercased()) } }
      }
      months = names(.monthNames)
      weekdays = names(.weekdayNames)
      relative = names(.relativeDays)
      words = Set(names(.dueWords).joined()).union(["📅"])
    }

    private init(_ other: Reader, from base: Int?) {
      self.base = base
      months = other.months
      weekdays = other.weekdays
      relative = other.relative
      words = other.words
    }

    /// The same, for days that count from another one.
    func counting(from base: Int?) -> Reader { Reader(self, from: base) }

    // MARK: Within a text

    /// The day behind words such as `by` and `due` at the end of a text, and the text before them; nil
    /// for a text that ends otherwise.
    func day(atEndOf text: String) -> (rest: String, day: String)? {
      let tokens = text.split(whereSeparator: \.isWhitespace).suffix(9)
      for index in tokens.indices {
        guard let count = dueWords(tokens[index...]) else { continue }
        let (word, rest) = Reader.parted(tokens[index + count - 1])
        let behind = (rest.isEmpty ? [] : [rest]) + tokens[(index + count)...]
        guard !word.isEmpty, let day = day(of: behind) else { continue }
        let before = text[..<tokens[index].startIndex].trimmed
        return (String(before.reversed().drop { ",;–—(،".contains($0) }.reversed()).trimmed, day)
      }
      return nil
    }

    /// The first day behind such words anywhere in a text.
    func day(within text: String) -> String? {
      let tokens = text.split(whereSeparator: \.isWhitespace).prefix(200)
      for index in tokens.indices {
        guard let count = dueWords(tokens[index...]) else { continue }
        let rest = Reader.parted(tokens[index + count - 1]).rest
        let behind = (rest.isEmpty ? [] : [rest]) + tokens[(index + count)...].prefix(4)
        for length in stride(from: behind.count, to: 0, by: -1) {
          if let day = day(of: Array(behind.prefix(length))) { return day }
        }
      }
      return nil
    }

    /// The number of words at the beginning that announce a day; nil where there are none.
    private func dueWords(_ tokens: ArraySlice<Substring>) -> Int? {
      guard let first = tokens.first else { return nil }
      let (word, rest) = Reader.parted(first)
      if rest.isEmpty, first.last != ":" {
        for count in stride(from: min(3, tokens.count), to: 1, by: -1) {
          let phrase = tokens.prefix(count).joined(separator: " ").lowercased()
          if words.contains(Reader.plain(phrase)) { return count }
        }
      }
      return words.contains(Reader.plain(word.lowercased())) ? 1 : nil
    }

    /// A word before a colon or a sign, and what is behind it: `due:2026-05-03`, `📅2026-05-03`.
    private static func parted(_ word: Substring) -> (word: String, rest: Substring) {
      let word = word.drop { "([".contains($0) }
      if word.first == "📅" { return ("📅", word.dropFirst()) }
      guard let colon = word.firstIndex(of: ":") else { return (String(word), "") }
      return (String(word[..<colon]), word[word.index(after: colon)...].drop { $0 == ":" })
    }

    // MARK: A day

    /// The day that a text is, as ISO 8601 has it; nil for any other text.
    func day(of text: String) -> String? {
      day(of: text.split(whereSeparator: \.isWhitespace).prefix(7).map { $0 })
    }

    private func day(of tokens: [Substring]) -> String? {
      guard (1...6).contains(tokens.count) else { return nil }
      var words = tokens.map { Reader.plain($0.lowercased()) }
      words[words.count - 1] = String(
        words[words.count - 1].reversed().drop { ".!)]".contains($0) }.reversed())
      guard !words.contains("") else { return nil }
      if words.count == 1 {
        if let day = numericDay(words[0], original: tokens[0]) { return CivilDay.text(day) }
        if let base, let index = index(of: words[0], in: relative, isWhole: true) {
          return CivilDay.text(base + index)
        }
      }
      let weekday = index(of: words[0], in: weekdays, isWhole: false)
      if weekday != nil { words.removeFirst() }
      if words.isEmpty, let base, let weekday {
        // 1970-01-01 was a Thursday. The day itself is called today.
        let ahead = ((weekday - base - 3) % 7 + 7) % 7
        return CivilDay.text(base + (ahead == 0 ? 7 : ahead))
      }
      guard let last = tokens.last, !words.isEmpty else { return nil }
      if words.count == 1 { return numericDay(words[0], original: last).map(CivilDay.text) }
      return namedDay(words).map(CivilDay.text)
    }

    /// `2026-05-03`, `2026/5/3`, `3.5.2026` and `3.5.`
    private func numericDay(_ word: String, original: Substring) -> Int? {
      for sign in ["-", "/", "."] as [Character] where word.contains(sign) {
        let parts = word.split(separator: sign, omittingEmptySubsequences: false)
        let numbers = parts.filter { !$0.isEmpty }.map { Int($0) ?? -1 }
        guard numbers.allSatisfy({ $0 > 0 && $0 < 5000 }) else { return nil }
        switch numbers.count {
        case 3 where numbers[0] > 1970:
          return Reader.checked(numbers[0], numbers[1], numbers[2])
        case 3 where sign == ".":
          let year = numbers[2] < 100 ? numbers[2] + 2000 : numbers[2]
          return Reader.checked(year, numbers[1], numbers[0])
        // A number with a fraction has no dot behind it.
        case 2
        where sign == "." && original.trimmed.contains(where: { $0 == "." })
          && original.filter({ $0 == "." }).count == 2:
          return next(numbers[1], numbers[0])
        default: return nil
        }
      }
      return nil
    }

    /// `3 May`, `May 3rd 2026`, `3. Mai`: a day, a month by its name, and perhaps a year.
    private func namedDay(_ words: [String]) -> Int? {
      var day: Int?
      var month: Int?
      var year: Int?
      for word in words where word != "of" {
        if month == nil, let index = index(of: word, in: months, isWhole: false) {
          month = index + 1
          continue
        }
        var digits = word
        for ending in [".", "st", "nd", "rd", "th"] where digits.hasSuffix(ending) {
          digits.removeLast(ending.count)
          break
        }
        guard let number = Int(digits) else { return nil }
        if day == nil, (1...31).contains(number) {
          day = number
        } else if year == nil, (1971...4999).contains(number) {
          year = number
        } else {
          return nil
        }
      }
      guard let day, let month else { return nil }
      if let year { return Reader.checked(year, month, day) }
      return next(month, day)
    }

    /// The first such day at or after the one from which days count.
    private func next(_ month: Int, _ day: Int) -> Int? {
      guard let base else { return nil }
      let year = CivilDay.date(base).year
      // A leap day is at most eight years ahead.
      return (year...year + 8).lazy.compactMap { Reader.checked($0, month, day) }
        .first { $0 >= base }
    }

    private static func checked(_ year: Int, _ month: Int, _ day: Int) -> Int? {
      guard (1971...4999).contains(year), (1...12).contains(month), day >= 1,
        day <= CivilDay.daysInMonth(month, year: year)
      else { return nil }
      return CivilDay.days(year: year, month: month, day: day)
    }

    /// The place of a name in one of the lists: the whole, or its first three letters and more.
    private func index(of word: String, in lists: [[String]], isWhole: Bool) -> Int? {
      let word = word.last == "." ? String(word.dropLast()) : word
      for list in lists {
        if let index = list.firstIndex(of: word) { return index }
      }
      guard !isWhole, word.count >= 3, word.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
      for list in lists {
        let found = list.indices.filter { list[$0].hasPrefix(word) }
        if found.count == 1 { return found[0] }
      }
      return nil
    }

    /// The word with digits of any script as ASCII has them, without marks of direction and commas.
    private static func plain(_ word: String) -> String {
      var plain = ""
      for character in word {
        if let digit = character.wholeNumberValue, (0...9).contains(digit) {
          plain += String(digit)
        } else if !",،;\u{200C}\u{200E}\u{200F}\u{61C}".contains(character) {
          plain.append(character)
        }
      }
      return plain
    }
  }
}
