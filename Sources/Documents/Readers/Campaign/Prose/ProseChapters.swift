// SPDX-License-Identifier: MIT
// Part of Platen: joins the scenes of a prose edition into chapters.

/// A chapter of a prose edition.
struct ProseChapter {
  /// Counted from 1.
  var number: Int
  /// No other chapter of the book has it.
  var name: String
  /// Of the story's scenes.
  var scenes: Range<Int>
}

enum ProseChapters {
  /// The chapters of a story: they begin where place, day or session change, and are of similar
  /// length.
  ///
  /// - Parameter starts: The units that begin chapters, where the book's options specify these.
  static func chapters(
    of story: ProseStory, starts: [Int]?, hero: String, phrases: ChapterPhrases
  ) -> [ProseChapter] {
    let scenes = story.scenes
    guard !scenes.isEmpty else { return [] }
    let ranges = starts.map { given(scenes, $0) } ?? divided(scenes)
    let names = ChapterNames.names(of: ranges.map { scenes[$0] }, hero: hero, phrases: phrases)
    return zip(ranges, names).enumerated().map { index, chapter in
      ProseChapter(number: index + 1, name: chapter.1, scenes: chapter.0)
    }
  }

  /// Chapters that begin at units; those without a scene are omitted.
  private static func given(_ scenes: [ProseScene], _ starts: [Int]) -> [Range<Int>] {
    var begins: [Int] = []
    var next = 0
    for index in scenes.indices {
      let count = next
      while next < starts.count, starts[next] <= scenes[index].unit { next += 1 }
      if next > count || index == 0 { begins.append(index) }
    }
    return begins.indices.map { index in
      begins[index]..<(index + 1 < begins.count ? begins[index + 1] : scenes.count)
    }
  }

  /// The strength of the break before a scene: 0 in the middle of events, 1 after a pause of play.
  private static func strength(_ scene: ProseScene, after last: ProseScene) -> Double {
    if scene.beginsSession { return 1 }
    var strength = 0.0
    let isSameDay = scene.time.isEmpty || last.time.isEmpty || SceneBreak.isSameDay(scene, last)
    if !isSameDay { strength += 0.6 }
    if SceneBreak.isElsewhere(scene, last) {
      strength += 0.6
    } else if PersonName.folded(scene.place) != PersonName.folded(last.place) {
      strength += 0.25
    }
    if let minutes = SceneBreak.minutes(from: last, to: scene) {
      strength += minutes >= 360 ? 0.5 : minutes >= 90 ? 0.3 : minutes >= 30 ? 0.1 : 0
    }
    return min(strength, 1)
  }

  /// The division of least cost: by how far lengths are from the usual one, and how well chapters
  /// begin. Linear in the number of scenes, since no chapter has more than so many.
  private static func divided(_ scenes: [ProseScene]) -> [Range<Int>] {
    let total = scenes.reduce(0) { $0 + $1.words }
    // Longer books have longer chapters: 400 words in a story of a few pages, 4,500 in a saga.
    let usual = min(4500, max(400, 14 * Double(total).squareRoot()))
    let strengths = scenes.indices.map { index in
      index == 0 ? 1 : strength(scenes[index], after: scenes[index - 1])
    }
    var best = [Double](repeating: .infinity, count: scenes.count + 1)
    var from = [Int](repeating: 0, count: scenes.count + 1)
    best[0] = 0
    for end in 1...scenes.count {
      var words = 0
      var start = end - 1
      while start >= 0, end - start <= longest {
        words += scenes[start].words
        if Double(words) > usual * 3, start < end - 1 { break }
        let cost = best[start] + length(Double(words) / usual) + 0.4 * (1 - strengths[start])
        if cost < best[end] {
          best[end] = cost
          from[end] = start
        }
        start -= 1
      }
    }
    var ranges: [Range<Int>] = []
    var end = scenes.count
    while end > 0 {
      ranges.append(from[end]..<end)
      end = from[end]
    }
    return ranges.reversed()
  }

  /// Scenes of the longest chapter.
  private static let longest = 60

  /// The cost of a length, as a share of the usual one: none around it.
  private static func length(_ share: Double) -> Double {
    let distance = share < 0.7 ? (0.7 - share) / 0.7 : share > 1.3 ? (share - 1.3) / 1.3 : 0
    return 2 * distance * distance
  }
}

/// Pauses between the scenes of a chapter.
enum SceneBreak {
  /// Indicates whether the story pauses between two scenes.
  static func isBetween(_ last: ProseScene, _ scene: ProseScene) -> Bool {
    if scene.beginsSession { return true }
    if !scene.time.isEmpty, !last.time.isEmpty, !isSameDay(scene, last) { return true }
    let minutes = minutes(from: last, to: scene)
    return minutes.map { $0 >= 90 } ?? false
      || isElsewhere(scene, last) && (minutes.map { $0 >= 15 } ?? true)
  }

  /// Indicates whether two scenes play at different places, whatever part of them.
  static func isElsewhere(_ a: ProseScene, _ b: ProseScene) -> Bool {
    guard !a.place.isEmpty, !b.place.isEmpty else { return false }
    let places = [a.place, b.place].map { PersonName.folded(PlaceName.head($0)) }
    return places[0] != places[1] && !places[0].hasPrefix(places[1])
      && !places[1].hasPrefix(places[0])
  }

  /// Indicates whether two scenes play on one day, as far as is known.
  static func isSameDay(_ a: ProseScene, _ b: ProseScene) -> Bool {
    guard let first = StoryDate(a.time), let second = StoryDate(b.time) else { return true }
    guard let day = first.day, let other = second.day else { return true }
    // Narrators change the year and its era without meaning it.
    return day == other && (first.month == second.month || first.calendar != second.calendar)
  }

  /// The minutes between two scenes of one day; nil where they are unknown.
  static func minutes(from last: ProseScene, to scene: ProseScene) -> Int? {
    guard let first = StoryDate(last.time), let second = StoryDate(scene.time),
      let start = first.minutes, let end = second.minutes, first.day == second.day, end >= start
    else { return nil }
    return end - start
  }
}
