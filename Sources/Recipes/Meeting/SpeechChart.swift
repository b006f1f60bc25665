// SPDX-License-Identifier: MIT
// Part of Platen: the chart of minutes: who wrote when.

internal import Canvas
internal import Charts
internal import Documents
internal import Drawing
internal import Geometry
internal import Meetings
internal import Pixels
internal import Typesetting
internal import Writers

/// The chart with what is said of it.
struct SpeechChart {
  static let name = "chart-who-spoke-when.png"
  private let chart: LaneChart
  private let figures: SpeechFigures

  /// As wide as a page of minutes, in points.
  private static let width = 440.0

  /// nil where there is nothing to show.
  init?(_ figures: SpeechFigures) {
    guard figures.speakers.count >= 2 else { return nil }
    self.figures = figures
    chart = LaneChart(
      lanes: figures.speakers.map { LaneChart.Lane($0.name, $0.moments) },
      ticks: figures.ticks.map { LaneChart.Tick($0.place, $0.label) })
  }

  private func size(_ style: ChartStyle) -> Size {
    Size(width: SpeechChart.width, height: chart.height(textSize: style.textSize))
  }

  /// The chart as a picture of pages.
  func picture(_ style: ChartStyle, text: some TextMeasuring) -> BookPicture {
    let size = size(style)
    let scene = chart.scene(size: size, style: style, text: text)
    return BookPicture(size: size, node: .group(Group(children: scene.nodes)))
  }

  /// The chart as a picture of 300 pixels to the inch.
  func resource(_ style: ChartStyle, fonts: FontLibrary) throws -> Resource {
    let size = size(style)
    let scene = chart.scene(size: size, style: style, text: fonts)
    let width = Int((size.width * 300 / 72).rounded())
    let height = Int((size.height * 300 / 72).rounded())
    let bitmap = try ImageCanvas.bitmap(
      of: scene, window: Rect(x: 0, y: 0, width: size.width, height: size.height),
      width: width, height: height, fonts: fonts)
    return Resource(
      name: SpeechChart.name, mediaType: "image/png", width: width, height: height,
      bytes: try PNGEncoder.encode(bitmap, dpi: 300))
  }

  /// The chart with its heading.
  func blocks(_ phrases: Phrasebook) -> [Block] {
    [
      .heading(Heading(2, [.text(phrases[.whoSpokeWhen])], .id("who-spoke-when"))),
      .figure(
        Figure(
          Image(SpeechChart.name, alternative: figures.sentence, share: 1),
          .classes("chart"))),
    ]
  }
}

extension Document {
  /// Puts blocks behind the section whose heading has that id; at the end where there is none.
  mutating func insert(_ new: [Block], behindSection id: String) {
    var place = blocks.endIndex
    if let start = blocks.firstIndex(where: { $0.attributes.id == id }) {
      place =
        blocks[(start + 1)...].firstIndex {
          if case .heading(let heading) = $0 { heading.level <= 2 } else { false }
        } ?? blocks.endIndex
    }
    blocks.insert(contentsOf: new, at: place)
  }
}
