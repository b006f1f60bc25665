// SPDX-License-Identifier: MIT
// Part of Platen: tests of modules for Foundry as jobs write them: all files, the same bytes twice,
// nothing of game masters for players, and errors at their places.

import Diagnostics
import Documents
import Foundation
import JSON
import JobKit
import Jobs
import Pipeline
import Tabletop
import TestSupport
import Testing
import Worldsmith

/// A folder with one small world.
private final class ModuleFolder {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write(
      SampleFile.world(seed: 5, cells: 1000, width: 640, height: 360, name: "Tilia"), to: "a.map")
  }

  func jobs(_ settings: String) throws -> [Job] {
    let environment = DiskEnvironment(folder: scratch.path)
    let text = "version: 1\njobs:\n  - gazetteer: a.map\n    \(settings)\n"
    let manifest = try ManifestParser(kinds: Jobs.kinds, environment: environment).parse(
      Array(text.utf8), file: "platen.yaml", folder: scratch.path)
    return try Jobs.jobs(
      of: manifest,
      in: RecipeContext(
        environment: environment,
        templates: try Templates.find(
          named: Shared.repository.appendingPathComponent("Templates").path)))
  }

  /// Runs a job without a cache and returns its files by their paths.
  func files(_ settings: String, in root: String) throws -> [String: [UInt8]] {
    let outputs = try Outputs(root: scratch.path + "/" + root)
    defer { outputs.close() }
    let result = try Engine(
      environment: DiskEnvironment(folder: scratch.path), outputs: outputs,
      options: .init(tool: "test")
    ).run(try Plan(jobs: try jobs(settings)), on: DispatchRunner(width: 2))
    #expect(result.record.jobs.flatMap(\.errors) == [])
    var files: [String: [UInt8]] = [:]
    let folder = URL(fileURLWithPath: scratch.path + "/" + root)
    let walk = FileManager.default.enumerator(atPath: folder.path)
    while let path = walk?.nextObject() as? String {
      guard walk?.fileAttributes?[.type] as? FileAttributeType == .typeRegular,
        !path.hasPrefix("."), !path.hasPrefix("platen-run")
      else { continue }
      files[path] = [UInt8](try Data(contentsOf: folder.appendingPathComponent(path)))
    }
    return files
  }
}

@Suite struct FoundryJobTests {
  private func json(_ bytes: [UInt8]?) throws -> JSONValue {
    try #require(bytes).withUnsafeBytes { try JSONDocument(parsing: $0) }.root
  }

  @Test func `a module is whole, and the same twice`() throws {
    let folder = try ModuleFolder()
    let settings = "outputs: [{ file: tilia/, width: 640 }]"
    let files = try folder.files(settings, in: "one")
    #expect(try folder.files(settings, in: "two") == files)
    let manifest = try json(files["tilia/module.json"])
    #expect(manifest["id"]?.string == "tilia")
    let pack = try #require(manifest["packs"]?[0]?["path"]?.string)
    for name in ["CURRENT", "MANIFEST-000002", "000003.log"] {
      #expect(files["tilia/\(pack)/\(name)"]?.isEmpty == false)
    }
    let scenes = files.filter { $0.key.hasPrefix("tilia/import/fvtt-Scene-") }
    #expect(scenes.count > 1)
    for bytes in scenes.values {
      let image = try #require(try json(bytes)["background"]?["src"]?.string)
      let own = try #require(files[image.replacingOccurrences(of: "modules/", with: "")])
      #expect(own.starts(with: Array("RIFF".utf8)))
    }
    #expect(files.keys.contains { $0.hasPrefix("tilia/import/fvtt-JournalEntry-0") })
  }

  @Test func `one scene of a region in squares`() throws {
    let folder = try ModuleFolder()
    let files = try folder.files(
      "region: px:100,50,200,150\n    outputs: [{ file: t/, scenes: world, grid: square, "
        + "cell: 50, width: 640 }]", in: "out")
    let scenes = files.filter { $0.key.hasPrefix("t/import/fvtt-Scene-") }
    #expect(scenes.count == 1)
    let scene = try json(scenes.first?.value)
    #expect(scene["grid"]?["type"]?.int == 1)
    #expect(scene["width"]?.int == 640)
    #expect(scene["grid"]?["size"]?.int == 160)
  }

  @Test func `players get nothing of game masters`() throws {
    let folder = try ModuleFolder()
    let output = "outputs: [{ file: t/, width: 640, scenes: world }]"
    let secret = try folder.files("audience: gm\n    " + output, in: "gm")
    let open = try folder.files(output, in: "player")
    func all(_ files: [String: [UInt8]]) -> String {
      files.sorted { $0.key < $1.key }.filter { !$0.key.hasSuffix(".webp") }
        .map { String(decoding: $0.value, as: UTF8.self) }.joined(separator: "\n")
    }
    let markers = "\"\(Phrasebook.english[.gazetteerMarkers])\""
    #expect(all(secret).contains(markers))
    #expect(!all(open).contains(markers))
    #expect(!all(open).contains("\"default\": 0"))
    #expect(!all(secret).contains("\"default\": 2"))
  }

  @Test func `invalid settings are refused at their places`() throws {
    let folder = try ModuleFolder()
    func failure(_ settings: String) throws -> Diagnostic? {
      do {
        _ = try folder.jobs(settings)
        return nil
      } catch let failure as Failure {
        return failure.diagnostics.first
      }
    }
    let name = try failure("outputs: [Tilia/]")
    #expect(name?.code == .tabletopModule)
    #expect(name?.place?.line == 4)
    #expect(name?.hints.isEmpty == false)
    let cell = try failure("outputs: [{ file: t/, cell: wide }]")
    #expect(cell?.code == .manifestValue)
    #expect(cell?.place?.line == 4 && cell?.hints.isEmpty == false)
    #expect(try failure("outputs: [{ file: t/, format: obsidian-ink }]")?.place?.line == 4)
    #expect(try failure("outputs: [{ file: t/, scenes: none }]")?.place?.line == 4)
    #expect(try failure("outputs: [{ file: t/, grid: round }]")?.place?.line == 4)
  }
}
