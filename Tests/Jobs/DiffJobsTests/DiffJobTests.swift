// SPDX-License-Identifier: MIT
// Part of Platen: tests of diff jobs: exactly the edits in every form, the same bytes twice, errors
// where they are.

import Comparison
import Diagnostics
import Foundation
import JobKit
import Jobs
import Pipeline
import TestSupport
import Testing

@testable import DiffJobs

/// Two versions of a world, and the outputs made of them.
private final class DiffScratch {
  let scratch: Scratch
  let root: String
  /// The name of the town that the second version has another name for.
  let town: String

  init() throws {
    scratch = try Scratch()
    root = scratch.path + "/out"
    let world = SampleFile.world(seed: 5, cells: 1000, width: 640, height: 360, name: "Tilia")
    let text = String(decoding: world, as: UTF8.self)
    let match = try #require(
      text.firstMatch(of: #/"i":1,"name":"(\w+)","cell"|"name":"(\w+)","feature"/#))
    town = String(match.1 ?? match.2 ?? "")
    try scratch.write(world, to: "monday.map")
    try scratch.write(text.replacing("\"\(town)\"", with: "\"Highmere\""), to: "friday.map")
  }

  func plan(_ job: String) throws -> [Job] {
    let environment = DiskEnvironment(folder: scratch.path)
    let text = "version: 1\ndefaults: { output-dir: \(root) }\njobs:\n  - { \(job) }\n"
    let manifest = try ManifestParser(kinds: Jobs.kinds, environment: environment).parse(
      Array(text.utf8), file: "platen.yaml", folder: scratch.path)
    return try Jobs.jobs(
      of: manifest,
      in: RecipeContext(
        environment: environment,
        templates: try Templates.find(
          named: Shared.repository.appendingPathComponent("Templates").path)))
  }

  func run(_ job: String) throws -> JobRecord {
    let outputs = try Outputs(root: root)
    defer { outputs.close() }
    let result = try Engine(
      environment: DiskEnvironment(folder: scratch.path), outputs: outputs,
      options: .init(tool: "test")
    ).run(try Plan(jobs: try plan(job)), on: DispatchRunner(width: 2))
    return result.record.jobs[0]
  }

  func text(_ path: String) throws -> String {
    try String(contentsOfFile: root + "/" + path, encoding: .utf8)
  }

  func bytes(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: root + "/" + path))
  }

  /// The codes of the errors of a job that cannot be planned.
  func codes(_ job: String) throws -> [String] {
    do {
      _ = try plan(job)
      return []
    } catch let failure as Failure {
      return failure.diagnostics.map(\.code.rawValue)
    }
  }
}

@Suite struct DiffJobTests {
  @Test func `a town renamed is all that is found`() throws {
    let diff = try DiffScratch()
    let record = try diff.run(
      "diff: [monday.map, friday.map], audience: gm, outputs: [a.txt, a.json, a.csv, a.md]")
    #expect(record.errors == [])
    #expect(
      try diff.text("a.txt").contains("name \(diff.town) \u{2192} Highmere"))
    #expect(try diff.text("a.csv").contains("burgs,changed,"))
    #expect(try diff.text("a.json").contains("\"changes\""))
    let text = try diff.text("a.md")
    #expect(text.contains("\(diff.town) was renamed Highmere."))
    #expect(text.contains("Changes in Tilia"))
    #expect(!text.contains("founded") && !text.contains("no longer exists"))
  }

  @Test func `documents and maps have the same bytes twice`() throws {
    let outputs = "outputs: [a.pdf, a.docx, a.html, a.png, a.svg]"
    let (one, other) = (try DiffScratch(), try DiffScratch())
    for diff in [one, other] {
      #expect(try diff.run("diff: [monday.map, friday.map], \(outputs)").errors == [])
    }
    for name in ["a.pdf", "a.docx", "a.html", "a.png", "a.svg"] {
      #expect(try one.bytes(name) == other.bytes(name), "\(name)")
    }
    #expect(try one.text("a.html").contains("Highmere"))
    #expect(try one.text("a.svg").contains("changes"))
  }

  @Test func `one version has no changes`() throws {
    let diff = try DiffScratch()
    let record = try diff.run(
      "diff: [monday.map, monday.map], language: de, outputs: [a.txt, a.md]")
    #expect(record.errors == [])
    #expect(try diff.text("a.txt") == "no changes\n")
    #expect(try diff.text("a.md").contains("Es gibt keinen Unterschied."))
  }

  @Test func `campaigns have sentences, and players less of them`() throws {
    let diff = try DiffScratch()
    func campaign(_ level: Int, _ people: String, _ text: String) -> String {
      """
      {"campaign": {"title": "The Ford"}, "story": [
        {"actor": "gemini", "mode": "story", "text": "\(text)", "timestamp": 1700000000}],
       "game_state": {"player_character_data": {"name": "Mira", "level": \(level)},
        "npc_data": {\(people)}}}
      """
    }
    try diff.scratch.write(campaign(1, "", "We meet."), to: "one.json")
    try diff.scratch.write(
      campaign(2, "\"Oskar\": {\"name\": \"Oskar\"}", "We part."), to: "two.json")
    #expect(
      try diff.run("diff: [one.json, two.json], audience: gm, outputs: [gm.md, gm.txt]").errors
        == [])
    #expect(try diff.text("gm.md").contains("Level 1 \u{2192} 2"))
    #expect(try diff.text("gm.txt").contains("Oskar"))
    #expect(try diff.run("diff: [one.json, two.json], outputs: [a.md, a.html]").errors == [])
    #expect(try diff.text("a.md").contains("Level 1 \u{2192} 2"))
    #expect(try !diff.text("a.md").contains("Oskar") && !diff.text("a.html").contains("Oskar"))
    #expect(
      try diff.codes("diff: [one.json, two.json], outputs: [a.png]") == ["diff.map"])
    #expect(
      try diff.codes("diff: [monday.map, two.json], outputs: [a.pdf]") == ["diff.kinds"])
    #expect(try diff.codes("diff: monday.map, outputs: [a.pdf]") == ["diff.inputs"])
  }

  @Test func `records of runs differ by jobs, files and times`() throws {
    func record(_ jobs: [JobRecord]) throws -> RunRecord {
      RunRecord(tool: "platen 1", jobs: jobs, totals: RunTotals())
    }
    func job(_ id: String, _ size: Int, _ outcome: Outcome = .built) -> JobRecord {
      JobRecord(
        id: id, kind: "map", outcome: outcome,
        outputs: [OutputRecord(path: "\(id).png", outcome: outcome, size: size)])
    }
    let old = try record([job("a", 10), job("b", 20)])
    let new = try record([job("b", 21, .upToDate), job("c", 30)])
    let found = RunDifferences(from: old, to: new)
    #expect(
      found.text(in: .text) == """
        jobs
          removed a
          changed b: outcome built \u{2192} up-to-date
          added c
        outputs
          removed a.png
          changed b.png: bytes 20 \u{2192} 21
          added c.png

        """)
    #expect(RunDifferences(from: old, to: old).isEmpty)
    #expect(RunDifferences.isRecord(old.json) && !RunDifferences.isRecord(Array("{}".utf8)))
    let diff = try DiffScratch()
    try diff.scratch.write(old.json, to: "one.json")
    try diff.scratch.write(new.json, to: "two.json")
    #expect(try diff.run("diff: [one.json, two.json], outputs: [a.md]").errors == [])
    #expect(try diff.text("a.md").contains("Changes between two runs"))
  }
}
