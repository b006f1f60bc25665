// SPDX-License-Identifier: MIT
// Part of Platen: tests of the charts of a campaign's book: when there are some, and what they say.

import Books
import Documents
import Readers
import Testing

@Suite struct StoryChartTests {
  /// A campaign of scenes half a day apart where `sessions` has it so, each with its status.
  private func figures(_ statuses: [String], sessions: Bool = true) -> StoryStatistics {
    var campaign = Campaign(title: "A", source: .json)
    for (index, status) in statuses.enumerated() {
      var entry = Entry(
        actor: .narrator, text: String(repeating: "word ", count: 10 * (index + 1)))
      entry.scene = index + 1
      entry.time = Timestamp(microseconds: index * (sessions ? 43_200 : 60) * 1_000_000)
      var header = SessionHeader()
      header.status = status
      entry.header = header
      campaign.entries.append(entry)
    }
    return StoryStatistics(campaign)
  }

  private func charts(_ figures: StoryStatistics, _ phrases: Phrasebook = .english) -> [PageChart] {
    StoryCharts.charts(of: figures, phrases)
  }

  @Test func `there is a chart where there is something to show`() {
    #expect(charts(figures([])).isEmpty)
    #expect(charts(figures(["HP: 9/9 | Lvl 2"])).isEmpty)
    // What never changes is no chart, and one session is none.
    #expect(charts(figures(["HP: 9/9 | Lvl 2", "HP: 9/9 | Lvl 2"], sessions: false)).isEmpty)
    #expect(charts(figures(["", ""])).map(\.name) == ["chart-words.png"])
    #expect(
      charts(figures(["HP: 9/9 | Lvl 2", "HP: 3/11 | Lvl 3"])).map(\.name)
        == ["chart-words.png", "chart-level.png", "chart-hit-points.png"])
  }

  @Test func `what a chart shows is said in a sentence`() {
    let told = charts(figures(["HP: 9/9 | Lvl 2", "", "HP: 3/11 | Lvl 3", "HP: 5/11 | Lvl 3"]))
      .map(\.alternative)
    #expect(
      told == [
        "Bar chart: 4 sessions with 100 words in total, 25 on average; the longest is session 4 with "
          + "40 words.",
        "Line chart: level 2 from scene 1, level 3 from scene 3.",
        "Line chart: 9 hit points in scene 1, 5 in scene 4; lowest: 3 in scene 3.",
      ])
  }

  @Test func `figures that cannot be are not drawn`() {
    let figures = figures(["HP: 999999999999/9 | Lvl 900", "HP: -5/9 | Lvl 0"], sessions: false)
    #expect(charts(figures).isEmpty)
  }

  @Test func `charts stand before the index under a heading of their own`() {
    var document = Document(blocks: [
      .text("story"), .index(Index(title: [.text("Index")])),
    ])
    document.insert([], under: "Statistics")
    #expect(document.blocks.count == 2)
    document.insert(charts(figures(["", ""])), under: "Statistics")
    guard case .heading(let heading) = document.blocks[1], case .figure = document.blocks[2],
      case .index = document.blocks[3]
    else {
      Issue.record("\(document.blocks)")
      return
    }
    #expect(heading.attributes.has("back-matter") && document.blocks.count == 4)
  }
}
