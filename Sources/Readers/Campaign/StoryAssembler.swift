// SPDX-License-Identifier: MIT
// Part of Platen: entries as they were found become a story: in order, joined, numbered, cleaned.

internal import Diagnostics

struct StoryAssembler {
  var notices: Notices

  init(notices: Notices) { self.notices = notices }

  /// - Parameter isSorted: the entries stand in their order already, as in an export.
  mutating func assemble(_ raw: inout [RawEntry], isSorted: Bool) -> [Entry] {
    if !isSorted { sort(&raw) }
    var entries = join(&raw)
    var scene = 0
    for index in entries.indices {
      if entries[index].actor == .narrator {
        scene += 1
        entries[index].scene = scene
      }
      notices.place = "scene #\(max(scene, 1))"
      StoryText.clean(&entries[index], &notices)
      if isEmpty(entries[index]) { notices.count(.emptyEntry) }
    }
    notices.place = ""
    ChoiceMatcher.match(&entries)
    return entries
  }

  /// By time, then by part, as the game does; an entry without a time comes first.
  private func sort(_ raw: inout [RawEntry]) {
    let order = raw.indices.sorted { a, b in
      let first = raw[a].entry.time?.microseconds ?? 0
      let second = raw[b].entry.time?.microseconds ?? 0
      if first != second { return first < second }
      if raw[a].part != raw[b].part, raw[a].entry.time != nil { return raw[a].part < raw[b].part }
      return a < b
    }
    if order.elementsEqual(raw.indices) { return }
    raw = order.map { raw[$0] }
  }

  /// Parts of one entry are one: they are cut by bytes and repeat every field.
  private mutating func join(_ raw: inout [RawEntry]) -> [Entry] {
    var entries: [Entry] = []
    entries.reserveCapacity(raw.count)
    var part = 0
    var joined = 0
    for index in raw.indices {
      let next = raw[index]
      // The entries are given up one by one, so that texts are not held twice.
      raw[index].entry.text = ""
      if next.part > 1, next.part == part + 1, let last = entries.last,
        last.actor == next.entry.actor, last.time == next.entry.time
      {
        entries[entries.count - 1].text += next.entry.text
        joined += 1
      } else {
        entries.append(next.entry)
      }
      part = next.part
    }
    raw = []
    notices.place = ""
    notices.count(.joinedParts, joined)
    return entries
  }

  private func isEmpty(_ entry: Entry) -> Bool {
    entry.text.isEmpty && entry.godModeResponse.isEmpty && entry.planning == nil
      && entry.dice.isEmpty && entry.debug.isEmpty && entry.secrets.isEmpty
  }
}

/// Finds the choice a player's line takes up, as the game does.
enum ChoiceMatcher {
  /// How many lists of choices back a player may reach.
  static let reach = 10

  static func match(_ entries: inout [Entry]) {
    // Newest last: the entry, and what its choices are compared by.
    var offered: [(entry: Int, choices: [(title: String, whole: String, id: String)])] = []
    for index in entries.indices {
      if entries[index].actor == .player {
        guard !offered.isEmpty else { continue }
        let line = folded(entries[index].text)
        let id = entries[index].choiceID.lowercased()
        guard let (place, choice) = find(line, id, in: offered) else { continue }
        entries[place].planning?.choices[choice].isChosen = true
        if entries[index].choiceID.isEmpty {
          entries[index].choiceID = entries[place].planning?.choices[choice].id ?? ""
        }
      } else if let planning = entries[index].planning, !planning.choices.isEmpty {
        offered.append(
          (
            index,
            planning.choices.map {
              (folded($0.title), folded($0.title + " - " + $0.text), $0.id.lowercased())
            }
          ))
        if offered.count > reach { offered.removeFirst() }
      }
    }
  }

  private static func find(
    _ line: String, _ id: String,
    in offered: [(entry: Int, choices: [(title: String, whole: String, id: String)])]
  ) -> (entry: Int, choice: Int)? {
    let head = line.firstRange(of: " - ").map { String(line[..<$0.lowerBound]) }
    for (age, block) in offered.reversed().enumerated() {
      for (place, choice) in block.choices.enumerated() {
        if !id.isEmpty, id == choice.id { return (block.entry, place) }
        guard !line.isEmpty else { continue }
        if !choice.title.isEmpty, line.hasPrefix(choice.title) || head == choice.title {
          return (block.entry, place)
        }
        // The first players answered with the name or the number of a choice.
        if line == choice.id { return (block.entry, place) }
        if age == 0, line == String(place + 1) || line == "\(place + 1)." {
          return (block.entry, place)
        }
      }
    }
    return nil
  }

  /// In lower case, with single blanks and plain quotes; no longer than what is compared.
  private static func folded(_ text: String) -> String {
    let words = text.prefix(600).lowercased().split { $0 == " " || $0 == "\n" || $0 == "\t" }
    return words.joined(separator: " ").replacing("\u{2019}", with: "'")
  }
}
