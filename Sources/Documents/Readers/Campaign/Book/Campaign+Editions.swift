// SPDX-License-Identifier: MIT
// Part of Platen: the scenes of an edition.

internal import Diagnostics

extension Campaign {
  /// The numbers of the scenes that an edition includes, from the first to the last; nil for none.
  ///
  /// - Throws: `Failure` `campaign.scenes` for scenes or sessions beyond the last one.
  public func scenes(in edition: BookOptions.Edition) throws -> ClosedRange<Int>? {
    let numbers = try units(of: SceneUnit.units(of: entries), in: edition).compactMap(\.number)
    guard let first = numbers.min(), let last = numbers.max() else { return nil }
    return first...last
  }

  /// Those of all scenes that an edition includes.
  func units(
    of all: [SceneUnit], in edition: BookOptions.Edition
  ) throws -> [SceneUnit] {
    let last = all.last?.number ?? 0
    switch edition {
    case .full, .summary, .summaryPages, .summaryBySession, .prose, .character, .primer: return all
    case .last(let count):
      return all.filter { ($0.number ?? 0) > last - count && $0.number != nil || count >= last }
    case .scenes(let range):
      guard range.lowerBound <= last else {
        throw Failure(
          .error(
            .campaignScenes, "no such scene: #\(range.lowerBound); the last one is #\(last)"))
      }
      return all.filter { unit in
        unit.number.map { range.contains($0) }
          ?? (range.lowerBound == 1 && range.upperBound >= last)
      }
    case .sessions(let range):
      let starts = all.isEmpty ? [] : Chapters.sessions(all, entries)
      guard range.lowerBound <= starts.count else {
        throw Failure(
          .error(
            .campaignScenes,
            "no such session: \(range.lowerBound); the last one is \(starts.count)",
            hints: ["a session begins when a player writes after a pause of four hours"]))
      }
      let end = range.upperBound < starts.count ? starts[range.upperBound] : all.count
      return Array(all[starts[range.lowerBound - 1]..<end])
    }
  }
}
