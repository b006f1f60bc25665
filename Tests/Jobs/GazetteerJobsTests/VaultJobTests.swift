// SPDX-License-Identifier: MIT
// Part of Platen: tests of vaults as jobs write them: the same bytes twice, nothing written a second
// time, text of readers kept, links out of the folder not followed.

import Diagnostics
import Foundation
import JobKit
import Jobs
import Pipeline
import TestSupport
import Testing
import Vaults
import Worldsmith

/// A folder with one small world, and the vault made of it.
private final class VaultScratch {
  let scratch: Scratch
  let root: String

  init() throws {
    scratch = try Scratch()
    root = scratch.path + "/out"
    try scratch.write(
      SampleFile.world(seed: 5, cells: 1000, width: 640, height: 360, name: "Tilia"), to: "a.map")
  }

  /// Runs the job without a cache.
  func run(_ settings: String = "") throws -> JobRecord {
    let environment = DiskEnvironment(folder: scratch.path)
    let text =
      "version: 1\ndefaults: { output-dir: \(root) }\njobs:\n  - gazetteer: a.map\n    \(settings)\n"
      + "    outputs: [{ file: tilia/, format: obsidian, width: 640 }]\n"
    let manifest = try ManifestParser(kinds: Jobs.kinds, environment: environment).parse(
      Array(text.utf8), file: "platen.yaml", folder: scratch.path)
    let jobs = try Jobs.jobs(
      of: manifest,
      in: RecipeContext(
        environment: environment,
        templates: try Templates.find(
          named: Shared.repository.appendingPathComponent("Templates").path)))
    let outputs = try Outputs(root: root)
    defer { outputs.close() }
    let result = try Engine(
      environment: environment, outputs: outputs, options: .init(tool: "test")
    ).run(try Plan(jobs: jobs), on: DispatchRunner(width: 2))
    return result.record.jobs[0]
  }

  /// The notes by their paths in the vault.
  func notes() throws -> [String: String] {
    var notes: [String: String] = [:]
    let walk = FileManager.default.enumerator(atPath: root + "/tilia")
    while let path = walk?.nextObject() as? String {
      guard path.hasSuffix(".md"),
        walk?.fileAttributes?[.type] as? FileAttributeType == .typeRegular
      else { continue }
      notes[path] = try String(contentsOfFile: root + "/tilia/" + path, encoding: .utf8)
    }
    return notes
  }

  func town(_ notes: [String: String]) throws -> String {
    try #require(notes.filter { $0.value.contains("\nplaten-id: burg/") }.keys.sorted().first)
  }

  func write(_ text: String, to path: String) throws {
    try text.write(toFile: root + "/tilia/" + path, atomically: true, encoding: .utf8)
  }
}

@Suite struct VaultJobTests {
  @Test func `a second run is up to date`() throws {
    let vault = try VaultScratch()
    let first = try vault.run()
    #expect(first.errors == [] && first.outcome == .built)
    let notes = try vault.notes()
    #expect(notes.count > 20)
    #expect(try vault.run().outcome == .upToDate)
    #expect(try vault.notes() == notes)
    let images = try FileManager.default.contentsOfDirectory(atPath: vault.root + "/tilia/Images")
    let dangling = VaultCheck.dangling(
      in: notes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) },
      others: images.map { "Images/" + $0 })
    #expect(dangling.isEmpty, "\(dangling.prefix(3))")
  }

  @Test func `text of the reader stays`() throws {
    let vault = try VaultScratch()
    _ = try vault.run()
    let notes = try vault.notes()
    let path = try vault.town(notes)
    let mine = (notes[path] ?? "") + "My text.\n"
    try vault.write(mine, to: path)
    #expect(try vault.run().errors == [])
    #expect(try vault.notes()[path] == mine)
    // Other words are a new text.
    _ = try vault.run("language: de")
    let german = try #require(try vault.notes()[path])
    #expect(german.hasSuffix("My text.\n") && german != mine)
  }

  @Test func `an edited region is kept and reported`() throws {
    let vault = try VaultScratch()
    _ = try vault.run()
    let path = try vault.town(try vault.notes())
    let edited = (try vault.notes()[path] ?? "").replacing("\n# ", with: "\n# My ")
    try vault.write(edited, to: path)
    #expect(try vault.run().warnings.filter { $0.code == .vaultKept } == [])
    let record = try vault.run("language: de")
    #expect(
      record.warnings.filter { $0.code == .vaultKept }.map(\.place?.file) == ["tilia/" + path])
    #expect(try vault.notes()[path] == edited)
  }

  @Test func `notes for game masters and for players do not mix`() throws {
    let vault = try VaultScratch()
    _ = try vault.run("audience: gm")
    let notes = try vault.notes()
    let images = vault.root + "/tilia/Images/"
    let map = try Data(contentsOf: URL(fileURLWithPath: images + "tilia-0-world-map.png"))
    let errors = try vault.run().errors
    #expect(!errors.isEmpty && errors.allSatisfy { $0.code == .vaultAudience })
    #expect(try vault.notes() == notes)
    #expect(try Data(contentsOf: URL(fileURLWithPath: images + "tilia-0-world-map.png")) == map)
  }

  @Test func `links are not followed`() throws {
    let vault = try VaultScratch()
    _ = try vault.run()
    let path = try vault.town(try vault.notes())
    let outside = vault.scratch.path + "/outside.md"
    try "outside".write(toFile: outside, atomically: true, encoding: .utf8)
    try FileManager.default.removeItem(atPath: vault.root + "/tilia/" + path)
    try FileManager.default.createSymbolicLink(
      atPath: vault.root + "/tilia/" + path, withDestinationPath: outside)
    // The list is gone as well, so that the note is new.
    try FileManager.default.removeItem(atPath: vault.root + "/tilia/" + VaultList.name)
    #expect(try vault.run().errors == [])
    #expect(try String(contentsOfFile: outside, encoding: .utf8) == "outside")
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: vault.root + "/tilia/" + path)
        == outside)
  }
}
