// SPDX-License-Identifier: MIT
// Part of Platen: finds a name of its own for each chapter of a prose edition.

internal import Documents

/// The words that names of chapters need.
struct ChapterPhrases {
  /// The name of a chapter without any: `Chapter 3`.
  var chapter: (Int) -> String
}

/// Names chapters after their place, a part of it, a person in focus, or a line that is spoken.
enum ChapterNames {
  /// A name for each chapter; no two are alike.
  static func names(
    of chapters: [ArraySlice<ProseScene>], hero: String, phrases: ChapterPhrases
  ) -> [String] {
    let places = chapters.map(places)
    let people = PeopleInFocus(chapters, hero: hero, places: places.flatMap { $0.all })
    var used: Set<String> = []
    /// Indicates whether a name is new; it is then used.
    func take(_ name: String?) -> String? {
      guard let name, !name.isEmpty, name.count <= 48 else { return nil }
      var key = PersonName.folded(name)
      if key.hasPrefix("the ") { key = String(key.dropFirst(4)) }
      return !key.isEmpty && used.insert(key).inserted ? name : nil
    }
    func firstNew(_ names: ArraySlice<String>) -> String? {
      for name in names {
        if let name = take(name) { return name }
      }
      return nil
    }
    return chapters.indices.map { index in
      let place = places[index]
      if let name = firstNew(place.heads.prefix(2)) { return name }
      if let name = firstNew(place.parts.prefix(2)) { return name }
      // Names of one kind in a row read like a list; lines and people take turns.
      let candidates = lines(of: chapters[index])
      let focus = people.names(index)
      let first = index % 2 == 0 ? firstNew(candidates[...]) : firstNew(focus)
      if let name = first ?? (index % 2 == 0 ? firstNew(focus) : firstNew(candidates[...])) {
        return name
      }
      if let name = firstNew((place.heads.dropFirst(2) + place.parts.dropFirst(2))[...]) {
        return name
      }
      let days = days(of: chapters[index])
      let dated = place.heads.prefix(1).flatMap { head in days.map { head + ", " + $0 } }
      if let name = firstNew((dated + days)[...]) { return name }
      let number = phrases.chapter(index + 1)
      return take(number) ?? take(number + " \u{2022}") ?? number
    }
  }

  // MARK: Places

  private struct Places {
    /// The places themselves, most scenes first.
    var heads: [String]
    /// Parts of them: rooms, sides.
    var parts: [String]
    var all: [String] { heads + parts }
  }

  private static func places(of scenes: ArraySlice<ProseScene>) -> Places {
    func ranked(_ names: [String]) -> [String] {
      var counts: [String: Int] = [:]
      var order: [String] = []
      for name in names where !name.isEmpty {
        if counts[name] == nil { order.append(name) }
        counts[name, default: 0] += 1
      }
      return order.enumerated().sorted { a, b in
        (-(counts[a.element] ?? 0), a.offset) < (-(counts[b.element] ?? 0), b.offset)
      }.map(\.element)
    }
    let known = scenes.map(\.place).filter { !$0.isEmpty && !Entry.isUnknown($0) }
    return Places(
      heads: ranked(known.map(PlaceName.head)), parts: ranked(known.map(part)))
  }

  /// `Living Room` of `Toriel's Home - Living Room & Library`; empty where a place has no part.
  private static func part(of place: String) -> String {
    let head = PlaceName.head(place)
    let rest = place.dropFirst(head.count).drop { !$0.isLetter }
    let end = rest.firstIndex { ",()|:/".contains($0) } ?? rest.endIndex
    let part = rest[..<end].trimmed
    return part.first?.isUppercase ?? false ? part : ""
  }

  // MARK: Days

  private static func days(of scenes: ArraySlice<ProseScene>) -> [String] {
    var result: [String] = []
    for scene in scenes {
      let parts = scene.time.split(separator: ",").map { $0.trimmed }
      guard parts.count > 1, StoryDate(scene.time)?.day != nil else { continue }
      let day = parts[1].contains(":") ? parts[0] : parts[1]
      if !result.contains(day) { result.append(day) }
    }
    return result
  }

  // MARK: Lines

  /// Short lines that are spoken in a chapter, the best first.
  private static func lines(of scenes: ArraySlice<ProseScene>) -> [String] {
    var found: [(line: String, score: Int)] = []
    for scene in scenes {
      for paragraph in scene.narration.split(separator: "\n") {
        let text = QuotedText(paragraph)
        for quotation in text.quotations {
          for range in QuotedText(text.text(quotation)).parts {
            if let line = line(range) { found.append(line) }
          }
        }
      }
    }
    return found.enumerated().sorted { a, b in
      (-a.element.score, -a.offset) < (-b.element.score, -b.offset)
    }.prefix(12).map(\.element.line)
  }

  /// A sentence as a name, without its stop; nil where it is none.
  private static func line(_ sentence: String) -> (line: String, score: Int)? {
    let bare = sentence.trimmed
    guard let last = bare.last, ".!?".contains(last), bare.first?.isUppercase ?? false,
      bare.count >= 12, bare.count <= 40,
      !bare.contains(where: { $0.isNumber || "*_\"(:;".contains($0) }),
      !bare.contains("..."), bare.contains(where: \.isLowercase)
    else { return nil }
    let words = bare.split(separator: " ")
    guard (3...7).contains(words.count) else { return nil }
    var score = words.count >= 4 ? 2 : 1
    if !bare.contains(",") { score += 1 }
    if last == "?" { score -= 1 }
    let name = last == "." ? String(bare.dropLast()) : bare
    return (name, score)
  }
}

extension QuotedText {
  /// The sentences as texts.
  fileprivate var parts: [String] { sentences.map { text($0) } }
}
