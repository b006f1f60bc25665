// SPDX-License-Identifier: MIT
// Part of Platen: groups entries into scenes and chapters.

/// A scene: the narrator's text and the players' responses to it, or their entries before the
/// first. Players' entries after a pause open the scene that follows.
struct SceneUnit {
  /// nil before the first scene.
  var number: Int?
  /// The range of its entries.
  var entries: Range<Int>
  /// The narrator's entry; the first before the first scene.
  var narrated: Int

  /// The scenes of a story in order.
  static func units(of entries: [Entry]) -> [SceneUnit] {
    var units: [SceneUnit] = []
    // The first entry of players after a pause, until the narrator's response.
    var opening: Int?
    var last: Timestamp?
    for index in entries.indices {
      if let time = entries[index].time {
        if let last, time.microseconds - last.microseconds >= Chapters.gap { opening = index }
        last = time
      }
      let scene = entries[index].scene
      if scene == nil, !units.isEmpty {
        units[units.count - 1].entries = units[units.count - 1].entries.lowerBound..<(index + 1)
        continue
      }
      let start = opening ?? index
      opening = nil
      if start < index {
        units[units.count - 1].entries = units[units.count - 1].entries.lowerBound..<start
      }
      units.append(SceneUnit(number: scene, entries: start..<(index + 1), narrated: index))
    }
    return units
  }
}

/// Scenes that make a chapter.
struct Chapter {
  enum Kind { case session, place, count }
  var kind: Kind
  /// Counted from 1.
  var number: Int
  /// The place it is named after; may be empty.
  var place: String
  var units: Range<Int>
}

enum Chapters {
  /// A pause after which play is another session.
  static let gap = 4 * 3600 * 1_000_000
  /// Scenes of a chapter where nothing else parts them.
  static let usual = 25
  /// A chapter by place has so many scenes before the next may begin.
  private static let least = 5

  static func chapters(
    of units: [SceneUnit], _ entries: [Entry], by rule: BookOptions.Chapters
  ) -> [Chapter] {
    guard !units.isEmpty else { return [] }
    let starts: [Int]
    let kind: Chapter.Kind
    switch rule {
    case .session: (kind, starts) = (.session, sessions(units, entries))
    case .place: (kind, starts) = (.place, places(units, entries))
    case .every(let count): (kind, starts) = (.count, counted(units, count))
    case .automatic:
      let sessions = sessions(units, entries)
      let places = sessions.count > 1 ? [] : places(units, entries)
      if sessions.count > 1 {
        (kind, starts) = (.session, sessions)
      } else if places.count > 1 {
        (kind, starts) = (.place, places)
      } else {
        (kind, starts) = (.count, counted(units, usual))
      }
    }
    return starts.indices.map { index in
      let end = index + 1 < starts.count ? starts[index + 1] : units.count
      let range = starts[index]..<end
      return Chapter(
        kind: kind, number: index + 1, place: name(of: range, units, entries), units: range)
    }
  }

  /// The first units of sessions.
  ///
  /// A pause within a unit, before unanswered words, counts as one before the next.
  static func sessions(_ units: [SceneUnit], _ entries: [Entry]) -> [Int] {
    var starts = [0]
    var last: Timestamp?
    var isPaused = false
    for (index, unit) in units.enumerated() {
      for entry in unit.entries {
        if let time = entries[entry].time {
          if let last, time.microseconds - last.microseconds >= gap { isPaused = true }
          last = time
        }
        if isPaused, entry == unit.entries.lowerBound, index > 0 {
          starts.append(index)
          isPaused = false
        }
      }
    }
    return starts
  }

  private static func places(_ units: [SceneUnit], _ entries: [Entry]) -> [Int] {
    var starts = [0]
    var current = ""
    for (index, unit) in units.enumerated() {
      let place = PersonName.folded(PlaceName.head(place(of: unit, entries)))
      guard !place.isEmpty, place != current else { continue }
      // A short stay is merged with the one before; the scenes after a change begin at it.
      if !current.isEmpty, index - starts[starts.count - 1] >= least { starts.append(index) }
      current = place
    }
    return starts
  }

  private static func counted(_ units: [SceneUnit], _ count: Int) -> [Int] {
    // Entries before the first scene belong to the first chapter.
    let lead = units[0].number == nil ? 1 : 0
    return [0] + stride(from: lead + count, to: units.count, by: max(1, count))
  }

  static func place(of unit: SceneUnit, _ entries: [Entry]) -> String {
    entries[unit.entries].lazy.map(\.place).first { !$0.isEmpty } ?? ""
  }

  /// The place most scenes of a chapter play at, the earlier one where two are as many.
  private static func name(of range: Range<Int>, _ units: [SceneUnit], _ entries: [Entry]) -> String
  {
    var counts: [String: Int] = [:]
    var best = ""
    let names = units[range].map { PlaceName.head(place(of: $0, entries)) }
    for name in names where !name.isEmpty { counts[name, default: 0] += 1 }
    for name in names where counts[name] ?? 0 > counts[best] ?? 0 { best = name }
    return best
  }
}

enum PlaceName {
  /// The place without what it is a part of or where in it: `Silford Estate` of
  /// `Silford Estate - Sarah's Chambers`.
  static func head(_ place: String) -> String {
    var place = place
    return place.withUTF8 { bytes in
      var end = bytes.count
      for separator in separators {
        if let found = unsafe bytes.offset(of: separator), found > 0 { end = min(end, found) }
      }
      return unsafe String(decoding: bytes[..<end], as: UTF8.self).trimmed
    }
  }

  private static let separators: [StaticString] = [
    " - ", ", ", " \u{2014} ", " \u{2013} ", ": ", " (", " | ",
  ]
}
