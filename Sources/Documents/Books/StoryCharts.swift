// SPDX-License-Identifier: MIT
// Part of Platen: the charts of a campaign's book: words by session, level and hit points by scene.

package import Documents
internal import Figures
package import Readers

/// The charts of what can be counted along a campaign.
package enum StoryCharts {
  /// Every chart that has something to show.
  package static func charts(of figures: StoryStatistics, _ phrases: Phrasebook) -> [PageChart] {
    [words(figures, phrases), level(figures, phrases), hitPoints(figures, phrases)]
      .compactMap { $0 }
  }

  private static func words(_ figures: StoryStatistics, _ phrases: Phrasebook) -> PageChart? {
    let sessions = figures.sessions
    guard sessions.count >= 2,
      let most = sessions.indices.max(by: { a, b in
        (sessions[a].words, b) < (sessions[b].words, a)
      })
    else { return nil }
    let total = sessions.reduce(0) { $0 + $1.words }
    let chart = Chart(
      .bars, title: "", across: phrases[.sessions], up: phrases[.words],
      categories: sessions.indices.map { String($0 + 1) },
      series: [Chart.Series(phrases[.words], sessions.map { Double($0.words) })])
    return PageChart(
      "chart-words.png", chart, caption: phrases[.wordsBySession],
      alternative: phrases(
        .wordsBySessionDescription, phrases.grouped(sessions.count), phrases.grouped(total),
        phrases.grouped(total / sessions.count), phrases.grouped(sessions[most].words),
        String(most + 1)))
  }

  private static func level(_ figures: StoryStatistics, _ phrases: Phrasebook) -> PageChart? {
    let known = figures.heroStates.compactMap { state in
      state.level.map { (scene: state.scene, level: $0) }
    }
    guard known.count >= 2, Set(known.map(\.level)).count >= 2 else { return nil }
    let chart = Chart(
      .lines, title: "", across: phrases[.scenes], up: phrases[.level],
      categories: known.map { String($0.scene) },
      series: [Chart.Series(phrases[.level], known.map { Double($0.level) })])
    var steps: [String] = []
    for (index, point) in known.enumerated()
    where index == 0 || point.level != known[index - 1].level {
      steps.append(phrases(.levelFromScene, String(point.level), String(point.scene)))
    }
    return PageChart(
      "chart-level.png", chart, caption: phrases[.levelByScene],
      alternative: phrases(.levelBySceneDescription, steps.joined(separator: phrases[.comma])))
  }

  private static func hitPoints(_ figures: StoryStatistics, _ phrases: Phrasebook) -> PageChart? {
    let known = figures.heroStates.compactMap { state in
      state.hitPoints.map { (state: state, points: $0) }
    }
    guard known.count >= 2, Set(known.map(\.points)).count >= 2,
      let first = known.first, let last = known.last,
      let least = known.min(by: { $0.points < $1.points })
    else { return nil }
    var series = [Chart.Series(phrases[.hitPoints], known.map { Double($0.points) })]
    if known.contains(where: { $0.state.hitPointsMaximum != nil }) {
      series.append(
        Chart.Series(
          phrases[.most], known.map { $0.state.hitPointsMaximum.map { Double($0) } }))
    }
    let chart = Chart(
      .lines, title: "", across: phrases[.scenes], up: phrases[.hitPoints],
      categories: known.map { String($0.state.scene) }, series: series)
    return PageChart(
      "chart-hit-points.png", chart, caption: phrases[.hitPointsByScene],
      alternative: phrases(
        .hitPointsBySceneDescription, String(first.points), String(first.state.scene),
        String(last.points), String(last.state.scene), String(least.points),
        String(least.state.scene)))
  }
}

extension [PageChart] {
  /// The charts under a heading of their own; nothing where there are none.
  package func blocks(under title: String) -> [Block] {
    guard !isEmpty else { return [] }
    let heading = Heading(
      1, [.text(title)], Attributes(id: "story-in-figures", classes: ["back-matter"]))
    return [.heading(heading)] + map { .figure($0.figure) }
  }
}

extension Document {
  /// Puts charts at the end of what follows the story, before its index.
  package mutating func insert(_ charts: [PageChart], under title: String) {
    let index = blocks.firstIndex { if case .index = $0 { true } else { false } }
    blocks.insert(contentsOf: charts.blocks(under: title), at: index ?? blocks.endIndex)
  }
}
