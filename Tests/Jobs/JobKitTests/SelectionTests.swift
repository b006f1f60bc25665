// SPDX-License-Identifier: MIT
// Part of Platen: tests of choosing among a manifest's jobs.

import Diagnostics
import JobKit
import Jobs
import Testing

@Suite struct SelectionTests {
  static let manifest = try? ManifestTests.parse(
    """
    version: 1
    jobs:
      - { id: chart, map: a.map, tags: [sea], outputs: [sea/chart.png, sea/chart.pdf] }
      - { map: worlds/*.map, matrix: { layers: [political, biomes] }, outputs: ["${name}/${layers}.png"] }
    """)

  @Test(
    arguments: [
      ([], 6), (["chart"], 2), (["tag:sea"], 2), (["kind:map"], 6), (["a"], 2), (["b/biomes"], 1),
      (["*/biomes.png"], 2), (["**/*.pdf"], 1), (["**"], 6), (["chart", "a/political"], 3),
      (["sea/chart.pd[a-f]"], 1), (["[!s]/*"], 4),
    ] as [([String], Int)])
  func termsMeanOutputs(terms: [String], count: Int) throws {
    let chosen = try Selection(terms).applied(to: #require(SelectionTests.manifest))
    #expect(chosen.jobs.reduce(0) { $0 + $1.outputs.count } == count)
  }

  @Test func aTermThatMeansNothingIsSaidWithWhatWasMeant() throws {
    let manifest = try #require(SelectionTests.manifest)
    let failure = #expect(throws: Failure.self) {
      try Selection(["tag:see", "charts", "nothing/*"]).applied(to: manifest)
    }
    #expect(
      failure?.diagnostics.map { $0.hints.first?.prefix(12) } == [
        "did you mean", "did you mean", "known: chart",
      ])
  }
}
