// SPDX-License-Identifier: MIT
// Part of Platen: tests of phrase files that jobs name.

import Diagnostics
import Documents
import Foundation
import Pipeline
import TestSupport
import Testing

@testable import JobKit
@testable import Jobs

@Suite struct PhrasesKeyTests {
  /// The kinds that print phrases, with an input and an output of each.
  static let kinds: [(String, String, String)] = [
    ("campaign", "campaign.json", "a.txt"), ("talk", "talk", "a.pdf"),
    ("meeting", "meeting.json", "a.txt"), ("cards", "cards.json", "a.txt"),
    ("map", "world.map", "a.svg"), ("gazetteer", "world.map", "a.txt"),
    ("document", "book.md", "a.txt"), ("diff", "[world.map, world.map]", "a.md"),
  ]

  private let folder: Scratch

  init() throws {
    folder = try Scratch()
    for (name, text) in SampleJob.texts { try folder.write(text, to: name) }
    try folder.write(SampleJob.world, to: "world.map")
    try folder.write(
      "wind-north: Nor\nscene: Part {1}\nlevel: Rank\nevening: Dusk\n", to: "words/own.yaml")
  }

  private func plan(_ job: String) throws -> (jobs: [Job], read: [String]) {
    let environment = DiskEnvironment(folder: folder.path)
    let manifest = "version: 1\njobs:\n  - { \(job) }\n"
    let parsed = try ManifestParser(kinds: Jobs.kinds, environment: environment)
      .parse(Array(manifest.utf8), file: "platen.yaml", folder: folder.path)
    let templates = try Templates.find(
      named: Shared.repository.appendingPathComponent("Templates").path)
    let context = RecipeContext(environment: environment, templates: templates)
    return (try Jobs.jobs(of: parsed, in: context), context.filesRead)
  }

  private func keys(_ job: String) throws -> [String] {
    try plan(job).jobs.flatMap { job in job.outputs.map { "\($0.stage.key)" } }
  }

  private static func settings(
    _ kind: String, _ input: String, _ output: String, _ more: String = ""
  ) -> String {
    let room = kind == "meeting" ? "room: https://meet.example.org/m/tea-room, " : ""
    return "\(kind): \(input), \(room)\(more)outputs: [\(output)]"
  }

  @Test(arguments: PhrasesKeyTests.kinds)
  func `a phrase file is an input of its job`(kind: String, input: String, output: String) throws {
    let own = PhrasesKeyTests.settings(kind, input, output, "phrases: words/own.yaml, ")
    let plain = try keys(PhrasesKeyTests.settings(kind, input, output))
    let first = try keys(own)
    #expect(first != plain)
    #expect(try keys(own) == first)
    let planned = try plan(own)
    #expect(planned.read.contains("words/own.yaml"))
    #expect(planned.jobs[0].inputs.contains { $0.path == "words/own.yaml" && $0.digest != nil })
    try folder.write(
      "wind-north: Norr\nscene: Act {1}\nlevel: Grade\nevening: Night\n", to: "words/own.yaml")
    #expect(try keys(own) != first)
  }

  @Test(arguments: PhrasesKeyTests.kinds)
  func `an error in a phrase file has its place`(kind: String, input: String, output: String) throws
  {
    try folder.write("scene: Part {1}\nlevl: Rank\n", to: "words/own.yaml")
    let own = PhrasesKeyTests.settings(kind, input, output, "phrases: words/own.yaml, ")
    let failure = try #require(throws: Failure.self) { try plan(own) }
    #expect(failure.diagnostics.map(\.code) == ["phrases.unknown"])
    #expect(failure.diagnostics[0].place?.file == "words/own.yaml")
    #expect(failure.diagnostics[0].place?.line == 2)
    #expect(failure.diagnostics[0].hints == ["did you mean \"level\"?"])
  }

  @Test func `a faulty phrase file is read once for all jobs of a run`() throws {
    let environment = DiskEnvironment(folder: folder.path)
    let settings = PhrasesKeyTests.settings(
      "talk", "talk", "a.pdf", "phrases: words/own.yaml, ")
    let job = try #require(
      try ManifestParser(kinds: Jobs.kinds, environment: environment)
        .parse(
          Array("version: 1\njobs:\n  - { \(settings) }\n".utf8), file: "platen.yaml",
          folder: folder.path
        ).jobs.first)
    let templates = try Templates.find(
      named: Shared.repository.appendingPathComponent("Templates").path)
    let context = RecipeContext(environment: environment, templates: templates)
    try folder.write("levl: Rank\n", to: "words/own.yaml")
    let first = try #require(throws: Failure.self) { try context.phrases(of: job.settings) }
    try folder.write("level: Rank\n", to: "words/own.yaml")
    let second = try #require(throws: Failure.self) { try context.phrases(of: job.settings) }
    #expect(first == second)
    #expect(first.diagnostics.map(\.code) == ["phrases.unknown"])
    let later = RecipeContext(environment: environment, templates: templates)
    #expect(try later.phrases(of: job.settings).value[.level] == "Rank")
  }

  @Test(arguments: PhrasesKeyTests.kinds)
  func `a missing phrase file is an error where it is named`(
    kind: String, input: String, output: String
  ) throws {
    let own = PhrasesKeyTests.settings(kind, input, output, "phrases: none.yaml, ")
    let failure = try #require(throws: Failure.self) { try plan(own) }
    #expect(failure.diagnostics.map(\.code) == ["file.missing"])
    #expect(failure.diagnostics[0].place?.file == "platen.yaml")
    #expect(failure.diagnostics[0].place?.line == 3)
  }
}
