// SPDX-License-Identifier: MIT
// Part of Platen: tests of warnings of options that have no effect on the outputs they are for.

import Diagnostics
import Pipeline
import TestSupport
import Testing
import Values

@testable import JobKit
@testable import Jobs

@Suite struct OptionUseTests {
  /// The warnings of a manifest, each with its line and column.
  private func warnings(_ jobs: String, defaults: String = "{}") throws -> [String] {
    let folder = try Scratch()
    try folder.write("# A slide", to: "talk/1.md")
    for name in ["world.map", "rows.json", "campaign.json"] { try folder.write("x", to: name) }
    let text = "version: 1\ndefaults: \(defaults)\njobs: [\n\(jobs)\n]\n"
    return try ManifestParser(
      kinds: Jobs.kinds, environment: DiskEnvironment(folder: folder.path)
    ).parse(Array(text.utf8), file: "platen.yaml", folder: folder.path).warnings.map {
      "\($0.place?.line ?? 0):\($0.place?.column ?? 0): \($0.message); \($0.hints)"
    }
  }

  @Test func `an option of another content is reported at its place`() throws {
    #expect(
      try warnings("{ talk: talk, outputs: [{ file: a.pdf, per-page: 2 }] }") == [
        "4:40: per-page has no effect with show: slides; [\"it is an option of show: handout\"]"
      ])
    #expect(
      try warnings("{ cards: rows.json, layout: booklet, gap: 4, outputs: [a.pdf] }") == [
        "4:38: gap has no effect with layout: booklet; [\"it is an option of layout: sheet\"]"
      ])
    #expect(
      try warnings("{ map: world.map, show: heightmap, layers: physical, outputs: [a.png] }") == [
        "4:36: layers has no effect with show: heightmap; "
          + "[\"it is an option of show: map or library\"]"
      ])
    #expect(
      try warnings("{ talk: talk, slide: 2, columns: 3, outputs: [a.png] }") == [
        "4:25: columns has no effect with slide; [\"remove one of them\"]"
      ])
    #expect(
      try warnings("{ talk: talk, columns: 3, outputs: [\"a-${slide}.png\"] }") == [
        "4:15: columns has no effect with ${slide} in the name; "
          + "[\"it is an option of one file\"]"
      ])
    #expect(
      try warnings("{ map: world.map, padding: 3, outputs: [a.png] }") == [
        "4:19: padding has no effect without region; [\"add region, or remove it\"]"
      ])
  }

  @Test func `backs without sheets are reported`() throws {
    let jobs = { (show: String) in
      "{ cards: rows.json, outputs: [{ file: a.pdf, backs: true\(show) }, { file: b.pdf }] }"
    }
    #expect(try warnings(jobs("")).count == 1)
    #expect(try warnings(jobs(", layout: sheet")) == [])
  }

  @Test func `a key that a format does not show is reported`() throws {
    let found = try warnings("{ map: world.map, title: Ardenfell, outputs: [burgs.csv] }")
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("4:19: title has no effect on a .csv; ") == true)
  }

  @Test func `an option that any output of a job uses is not reported`() throws {
    #expect(
      try warnings(
        "{ talk: talk, per-page: 2, outputs: [a.pdf, { file: b.pdf, show: handout }] }") == [])
    #expect(
      try warnings(
        "{ talk: talk, per-page: 2, matrix: { show: [slides, handout] }, "
          + "outputs: [\"${show}.pdf\"] }") == [])
    #expect(
      try warnings("{ map: world.map, title: Ardenfell, outputs: [burgs.csv, a.png] }") == [])
  }

  @Test func `an option that no output of a job uses is reported once`() throws {
    #expect(
      try warnings("{ talk: talk, per-page: 2, outputs: [a.pdf, b.pdf] }").filter {
        $0.contains("per-page has no effect")
      }.count == 1)
  }

  @Test func `defaults are not reported, and what replaces them is`() throws {
    let jobs = "{ talk: talk, outputs: [a.pdf] }"
    #expect(try warnings(jobs, defaults: "{ per-page: 2 }") == [])
    #expect(
      try warnings(
        "{ talk: talk, outputs: [{ file: a.pdf, per-page: 1 }] }", defaults: "{ per-page: 2 }"
      ).count == 1)
  }

  @Test func `an option of the command line is reported by its flag`() throws {
    let kind = try #require(Jobs.kind(named: "cards"))
    var settings = Settings()
    settings.set("cards", to: "rows.json")
    settings.set("gap", to: "4")
    let output = OutputRequest(
      path: "a.pdf", format: "pdf", options: Settings(settings.all.filter { $0.key == "gap" }),
      place: Diagnostics.SourceLocation(field: "-o"))
    let job = ManifestJob(
      id: "rows", baseID: "rows", kind: kind, input: "rows.json", settings: settings,
      outputs: [output], place: Diagnostics.SourceLocation())
    let warning = try #require([job].optionsWithoutEffect.first)
    #expect(warning.place == Diagnostics.SourceLocation(field: "--gap"))
    #expect(warning.message == "gap has no effect with layout: cards")
  }
}
