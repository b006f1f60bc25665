// SPDX-License-Identifier: MIT
// Part of Platen: the charts of a campaign's book: words by session, level and hit points by scene.

internal import Canvas
internal import Charts
internal import Documents
internal import Drawing
internal import Geometry
internal import Pixels
internal import Readers
internal import Typesetting
internal import Writers

/// A chart with its words.
struct StoryChart {
  /// The name its picture has in the document.
  var name: String
  var chart: Chart
  var caption: String
  /// What it shows, in a sentence, for those who do not see it.
  var alternative: String

  /// Of a page, in points: as wide as a column of text on A5.
  static let size = Size(width: 320, height: 160)

  /// Every chart there is something to show in.
  static func charts(of figures: StoryFigures, _ phrases: Phrasebook) -> [StoryChart] {
    [words(figures, phrases), level(figures, phrases), hitPoints(figures, phrases)]
      .compactMap { $0 }
  }

  private static func words(_ figures: StoryFigures, _ phrases: Phrasebook) -> StoryChart? {
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
    return StoryChart(
      name: "chart-words.png", chart: chart, caption: phrases[.wordsBySession],
      alternative: phrases(
        .wordsBySessionTold, phrases.grouped(sessions.count), phrases.grouped(total),
        phrases.grouped(total / sessions.count), phrases.grouped(sessions[most].words),
        String(most + 1)))
  }

  private static func level(_ figures: StoryFigures, _ phrases: Phrasebook) -> StoryChart? {
    let known = figures.standings.compactMap { standing in
      standing.level.map { (scene: standing.scene, level: $0) }
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
    return StoryChart(
      name: "chart-level.png", chart: chart, caption: phrases[.levelByScene],
      alternative: phrases(.levelBySceneTold, steps.joined(separator: ", ")))
  }

  private static func hitPoints(_ figures: StoryFigures, _ phrases: Phrasebook) -> StoryChart? {
    let known = figures.standings.compactMap { standing in
      standing.hitPoints.map { (standing: standing, points: $0) }
    }
    guard known.count >= 2, Set(known.map(\.points)).count >= 2,
      let first = known.first, let last = known.last,
      let least = known.min(by: { $0.points < $1.points })
    else { return nil }
    var series = [Chart.Series(phrases[.hitPoints], known.map { Double($0.points) })]
    if known.contains(where: { $0.standing.hitPointsMaximum != nil }) {
      series.append(
        Chart.Series(
          phrases[.most], known.map { $0.standing.hitPointsMaximum.map { Double($0) } }))
    }
    let chart = Chart(
      .lines, title: "", across: phrases[.scenes], up: phrases[.hitPoints],
      categories: known.map { String($0.standing.scene) }, series: series)
    return StoryChart(
      name: "chart-hit-points.png", chart: chart, caption: phrases[.hitPointsByScene],
      alternative: phrases(
        .hitPointsBySceneTold, String(first.points), String(first.standing.scene),
        String(last.points), String(last.standing.scene), String(least.points),
        String(least.standing.scene)))
  }

  /// The chart as a picture of pages.
  func picture(_ style: ChartStyle, text: some TextMeasuring) -> BookPicture {
    let scene = chart.scene(size: StoryChart.size, style: style, text: text)
    return BookPicture(size: StoryChart.size, node: .group(Group(children: scene.nodes)))
  }

  /// The chart as a picture of 300 pixels to the inch.
  func resource(_ style: ChartStyle, fonts: FontLibrary) throws -> Resource {
    let scene = chart.scene(size: StoryChart.size, style: style, text: fonts)
    let width = Int((StoryChart.size.width * 300 / 72).rounded())
    let height = Int((StoryChart.size.height * 300 / 72).rounded())
    let bitmap = try ImageCanvas.bitmap(
      of: scene, window: Rect(x: 0, y: 0, width: scene.size.width, height: scene.size.height),
      width: width, height: height, fonts: fonts)
    return Resource(
      name: name, mediaType: "image/png", width: width, height: height,
      bytes: try PNGEncoder.encode(bitmap, dpi: 300))
  }

  var figure: Figure {
    Figure(
      Image(name, alternative: alternative, share: 1), caption: [.text(caption)],
      .classes("chart"))
  }
}

extension Document {
  /// Puts charts under a heading of their own at the end of what follows the story, before its index.
  mutating func insert(_ charts: [StoryChart], under title: String) {
    guard !charts.isEmpty else { return }
    let heading = Heading(
      1, [.text(title)], Attributes(id: "story-in-figures", classes: ["back-matter"]))
    let index = blocks.firstIndex { if case .index = $0 { true } else { false } }
    blocks.insert(
      contentsOf: [.heading(heading)] + charts.map { .figure($0.figure) },
      at: index ?? blocks.endIndex)
  }
}

extension BookLook {
  private var chartFamilies: [String] {
    (pages.patches["table"]?.families ?? []) + (pages.patches["body"]?.families ?? [])
  }

  /// Charts on pages.
  var pageCharts: ChartStyle {
    let ink = pages.patches["body"]?.color ?? .black
    let quiet = pages.patches["figure.caption"]?.color ?? ink
    return ChartStyle(
      families: chartFamilies, textSize: 7.5, ink: ink, grid: pages.lineColor.opacity(0.5),
      ground: .clear,
      palette: [
        pages.patches["link"]?.color ?? ink, quiet, pages.patches["span.failure"]?.color ?? ink,
        pages.patches["span.success"]?.color ?? ink,
      ])
  }

  /// Charts on screens and in Word files: on the ground of a page of HTML.
  var screenCharts: ChartStyle {
    let palette = web.scheme == .dark ? web.dark : web.light
    return ChartStyle(
      families: chartFamilies, textSize: 7.5, ink: Color(rgb: palette.ink),
      grid: Color(rgb: palette.line), ground: Color(rgb: palette.paper),
      palette: [Color(rgb: palette.accent), Color(rgb: palette.muted)])
  }
}
