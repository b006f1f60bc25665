// SPDX-License-Identifier: MIT
// Part of Platen: the chart of minutes: when each speaker wrote.

package import Figures

extension SpeechStatistics {
  /// A lane for each speaker; nil where fewer than two people wrote.
  package var chart: LaneChart? {
    guard speakers.count >= 2 else { return nil }
    return LaneChart(
      lanes: speakers.map { LaneChart.Lane($0.name, $0.times) },
      ticks: ticks.map { LaneChart.Tick($0.place, $0.label) })
  }
}
