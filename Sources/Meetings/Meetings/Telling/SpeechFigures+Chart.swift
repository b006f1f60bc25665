// SPDX-License-Identifier: MIT
// Part of Platen: the chart of minutes: who wrote when.

package import Charts
package import Documents

extension SpeechFigures {
  /// A lane for each speaker; nil where fewer than two people wrote.
  package var chart: LaneChart? {
    guard speakers.count >= 2 else { return nil }
    return LaneChart(
      lanes: speakers.map { LaneChart.Lane($0.name, $0.moments) },
      ticks: ticks.map { LaneChart.Tick($0.place, $0.label) })
  }
}

extension Document {
  /// Puts blocks behind the section whose heading has that id; at the end where there is none.
  package mutating func insert(_ new: [Block], behindSection id: String) {
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
