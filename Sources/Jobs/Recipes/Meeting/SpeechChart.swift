// SPDX-License-Identifier: MIT
// Part of Platen: the chart of minutes: who wrote when.

internal import Books
internal import Charts
internal import Documents
internal import Meetings

extension PageChart {
  /// Who wrote when, as wide as a page of minutes; nil where there is nothing to show.
  init?(_ figures: SpeechFigures) {
    guard figures.speakers.count >= 2 else { return nil }
    self.init(
      "chart-who-spoke-when.png",
      LaneChart(
        lanes: figures.speakers.map { LaneChart.Lane($0.name, $0.moments) },
        ticks: figures.ticks.map { LaneChart.Tick($0.place, $0.label) }),
      width: 440, alternative: figures.sentence)
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
