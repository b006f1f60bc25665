// SPDX-License-Identifier: MIT
// Part of Platen: the statistics of a story for charts.

public import Digests

/// The amount of play by day, and the state of the hero by scene.
public struct StoryStatistics: Hashable, Sendable, Digestible {
  /// A session of play without a long pause.
  public struct Session: Hashable, Sendable, Digestible {
    /// The first scene and the last.
    public var scenes: ClosedRange<Int>
    /// The words of the story, players' and narrator's.
    public var words: Int
    /// The day of its first entry, such as `2026-03-06`; empty if missing.
    public var day: String

    public func add(to digester: inout Digester) {
      digester.addFields(scenes.lowerBound, scenes.upperBound, words, day)
    }
  }

  /// The state of the hero at the beginning of a scene.
  public struct HeroState: Hashable, Sendable, Digestible {
    public var scene: Int
    public var level: Int?
    public var hitPoints: Int?
    public var hitPointsMaximum: Int?

    public func add(to digester: inout Digester) {
      digester.addFields(scene, level ?? -1, hitPoints ?? -1, hitPointsMaximum ?? -1)
    }
  }

  /// The sessions in order of play; empty if no entry has a time.
  public var sessions: [Session]
  /// The states of the hero in order of scenes; scenes without one are omitted.
  public var heroStates: [HeroState]

  /// Counts the contents of a campaign.
  public init(_ campaign: Campaign) {
    let units = SceneUnit.units(of: campaign.entries)
    let isTimed = campaign.entries.contains { $0.time != nil }
    let starts = isTimed && !units.isEmpty ? Chapters.sessions(units, campaign.entries) : []
    sessions = starts.indices.map { index in
      let range = starts[index]..<(index + 1 < starts.count ? starts[index + 1] : units.count)
      let numbers = units[range].compactMap(\.number)
      let entries =
        units[range.lowerBound].entries.lowerBound..<units[range.upperBound - 1].entries.upperBound
      let first = numbers.first ?? 0
      return Session(
        scenes: first...max(first, numbers.last ?? first),
        words: entries.reduce(0) { $0 + Readers.words(in: campaign.entries[$1].text) },
        day: entries.lazy.compactMap { campaign.entries[$0].time }.first?.isoDay ?? "")
    }
    // Most scenes repeat the status of the one before.
    var last = (status: "", figures: SessionHeader.Figures(status: ""))
    heroStates = campaign.entries.indices.compactMap { index in
      guard let scene = campaign.entries[index].scene,
        let status = campaign.entries[index].statedStatus, !status.isEmpty
      else { return nil }
      if status != last.status { last = (status, SessionHeader.Figures(status: status)) }
      let figures = last.figures
      // Impossible values are reported by `CampaignCheck`, not drawn.
      let level = figures.level.flatMap { (1...100).contains($0) ? $0 : nil }
      // Negative values, as some narrators have them, count as zero.
      let points = figures.hitPoints.flatMap { $0 <= 100_000 ? max($0, 0) : nil }
      let maximum = figures.hitPointsMaximum.flatMap { (1...100_000).contains($0) ? $0 : nil }
      guard level != nil || points != nil else { return nil }
      return HeroState(scene: scene, level: level, hitPoints: points, hitPointsMaximum: maximum)
    }
  }

  public func add(to digester: inout Digester) { digester.addFields(sessions, heroStates) }
}
