// SPDX-License-Identifier: MIT
// Part of Platen: the charts of minutes: who was there when, and who wrote when.

package import Figures

extension SpeechStatistics {
  /// A lane for each speaker; nil where fewer than two people wrote.
  package var chart: LaneChart? {
    guard speakers.count >= 2 else { return nil }
    return LaneChart(
      lanes: speakers.map { LaneChart.Lane($0.name, $0.times) },
      ticks: ticks.map { LaneChart.Tick($0.place, $0.label) })
  }

  /// A lane for each person with a bar for each visit; nil where fewer than two have known times.
  package var presenceChart: LaneChart? {
    presence.map { presence in
      LaneChart(
        lanes: presence.lanes.map { lane in
          LaneChart.Lane(lane.name, spans: lane.visits.map { $0[0]...max($0[0], $0[1]) })
        }, ticks: presence.ticks.map { LaneChart.Tick($0.place, $0.label) })
    }
  }
}
