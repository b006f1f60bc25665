// SPDX-License-Identifier: MIT
// Part of Platen: assembles entries into a story: sorts, joins, numbers and cleans them.

struct StoryAssembler {
  var defects: DefectCounts

  init(defects: DefectCounts) { self.defects = defects }

  /// - Parameter isSorted: the entries stand in their order already, as in an export.
  mutating func assemble(_ raw: consuming RawStory, isSorted: Bool) -> [Entry] {
    if !isSorted {
      sort(&raw)
      removeRepeated(&raw)
    }
    var entries = join(raw)
    var scene = 0
    for index in entries.indices {
      if entries[index].actor == .narrator {
        scene += 1
        entries[index].scene = scene
      }
      defects.place = "scene #\(max(scene, 1))"
      StoryText.clean(&entries[index], &defects)
      if entries[index].isBlank, entries[index].debug.isEmpty { defects.count(.emptyEntry) }
    }
    defects.place = ""
    ChoiceMatcher.match(&entries)
    return entries
  }

  /// By time, then by part, as the game does; an entry without a time comes first.
  private mutating func sort(_ raw: inout RawStory) {
    let timeless = raw.entries.count { $0.time == nil }
    if timeless < raw.entries.count {
      defects.place = ""
      defects.count(.unreadableTime, timeless)
    }
    let (entries, parts) = (raw.entries, raw.parts)
    let order = entries.indices.sorted { a, b in
      let first = entries[a].time?.microseconds ?? 0
      let second = entries[b].time?.microseconds ?? 0
      if first != second { return first < second }
      if parts[a] != parts[b], entries[a].time != nil { return parts[a] < parts[b] }
      return a < b
    }
    if !order.elementsEqual(entries.indices) { raw = raw.picking(order) }
  }

  /// The pages of a story may overlap: entries that appear twice, word for word, are kept once.
  private mutating func removeRepeated(_ raw: inout RawStory) {
    var known: [String: [Int]] = [:]
    var repeated: Set<Int> = []
    for index in raw.entries.indices where !raw.entries[index].sourceID.isEmpty {
      let id = raw.entries[index].sourceID
      let isKnown = known[id, default: []].contains { other in
        raw.parts[other] == raw.parts[index]
          && raw.entries[other].time == raw.entries[index].time
          && raw.entries[other].text == raw.entries[index].text
      }
      if isKnown { repeated.insert(index) } else { known[id, default: []].append(index) }
    }
    guard !repeated.isEmpty else { return }
    defects.place = ""
    defects.count(.repeatedEntry, repeated.count)
    raw = raw.picking(raw.entries.indices.filter { !repeated.contains($0) })
  }

  /// Parts of one entry are one: they are cut by bytes and repeat every field.
  private mutating func join(_ raw: consuming RawStory) -> [Entry] {
    defects.place = ""
    guard raw.parts.contains(where: { $0 > 1 }) else { return raw.entries }
    var entries: [Entry] = []
    var part = 0
    var joined = 0
    for index in raw.entries.indices {
      let next = raw.entries[index]
      // The entries are released in sequence, so that texts are not held twice.
      raw.entries[index].text = ""
      if raw.parts[index] > 1, raw.parts[index] == part + 1, let last = entries.last,
        last.actor == next.actor, last.time == next.time
      {
        entries[entries.count - 1].text += next.text
        joined += 1
      } else {
        entries.append(next)
      }
      part = raw.parts[index]
    }
    defects.count(.joinedParts, joined)
    return entries
  }
}

/// Finds the choice a player's line takes up, as the game does.
enum ChoiceMatcher {
  /// The number of lists of choices back that a player may reach.
  static let reach = 10

  /// A list of choices as lines are compared with it.
  private struct Offer {
    var entry: Int
    var choices: [(title: [UInt8], id: [UInt8])]
  }

  static func match(_ entries: inout [Entry]) {
    // The newest last.
    var offered: [Offer] = []
    for index in entries.indices {
      if entries[index].actor == .player {
        guard !offered.isEmpty else { continue }
        let line = folded(entries[index].text)
        let id = folded(entries[index].choiceID)
        guard let (place, choice) = find(line, id, in: offered) else { continue }
        entries[place].planning?.choices[choice].isChosen = true
        if entries[index].choiceID.isEmpty {
          entries[index].choiceID = entries[place].planning?.choices[choice].id ?? ""
        }
      } else if let planning = entries[index].planning, !planning.choices.isEmpty {
        offered.append(
          Offer(
            entry: index, choices: planning.choices.map { (folded($0.title), folded($0.id)) }))
        if offered.count > reach { offered.removeFirst() }
      }
    }
  }

  private static func find(
    _ line: [UInt8], _ id: [UInt8], in offered: [Offer]
  ) -> (entry: Int, choice: Int)? {
    let head = unsafe line.withUnsafeBufferPointer { unsafe $0.offset(of: " - ") }.map {
      line[..<$0]
    }
    let number =
      line.count < 8
      ? Int(String(decoding: line.filter { $0 != UInt8(ascii: ".") }, as: UTF8.self)) : nil
    for (age, offer) in offered.reversed().enumerated() {
      for (place, choice) in offer.choices.enumerated() {
        if !id.isEmpty, id == choice.id { return (offer.entry, place) }
        guard !line.isEmpty else { continue }
        if !choice.title.isEmpty, line.starts(with: choice.title) || head == choice.title[...] {
          return (offer.entry, place)
        }
        // The first players answered with the name or the number of a choice.
        if line == choice.id || (age == 0 && number == place + 1) { return (offer.entry, place) }
      }
    }
    return nil
  }

  /// The beginning of a text with single blanks, plain quotes and ASCII in lower case: as much as
  /// is compared.
  private static func folded(_ text: String) -> [UInt8] {
    var text = text
    return text.withUTF8 { bytes in
      var result: [UInt8] = []
      result.reserveCapacity(min(bytes.count, 600))
      var at = 0
      while at < bytes.count, result.count < 600 {
        let byte = unsafe bytes[at]
        if byte <= 0x20 {
          if !result.isEmpty, result.last != 0x20 { result.append(0x20) }
        } else if byte == 0xE2, at + 2 < bytes.count, unsafe bytes[at + 1] == 0x80,
          unsafe bytes[at + 2] == 0x98 || bytes[at + 2] == 0x99
        {
          result.append(UInt8(ascii: "'"))
          at += 2
        } else {
          result.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
        }
        at += 1
      }
      if result.last == 0x20 { result.removeLast() }
      return result
    }
  }
}
