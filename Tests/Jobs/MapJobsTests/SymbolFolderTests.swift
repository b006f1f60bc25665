// SPDX-License-Identifier: MIT
// Part of Platen: tests of folders of a user's own symbols: what changes on a map, what is reported,
// and that an edited file is noticed.

import Diagnostics
import Foundation
import JobKit
import Jobs
import Pipeline
import Pixels
import TestSupport
import Testing

/// A folder with one small world and a folder of symbols in it.
private final class SymbolShop {
  let folder: URL
  var symbols: URL { folder.appendingPathComponent("symbols") }

  /// - Parameter names: the symbols of this test's set that are put into the folder.
  init(_ names: [String]) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "platen-symbols-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("symbols"), withIntermediateDirectories: true)
    let world = SampleFile.world(seed: 3, cells: 1500, width: 800, height: 450, name: "Tilia")
    try Data(world).write(to: folder.appendingPathComponent("a.map"))
    for name in names {
      try FileManager.default.copyItem(
        at: SymbolShop.set.appendingPathComponent(name), to: symbols.appendingPathComponent(name))
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  static let set = Shared.repository.appendingPathComponent("Tests/Jobs/MapJobsTests/Symbols")

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: symbols.appendingPathComponent(name))
  }

  func jobs(_ settings: String) throws -> [Job] {
    let environment = DiskEnvironment(folder: folder.path)
    let text = "version: 1\njobs:\n  - map: a.map\n    \(settings)\n"
    let manifest = try ManifestParser(kinds: Jobs.kinds, environment: environment).parse(
      Array(text.utf8), file: folder.path + "/platen.yaml", folder: folder.path)
    return try Jobs.jobs(
      of: manifest,
      in: RecipeContext(
        environment: environment, templates: try Templates.find(named: SymbolShop.templates)))
  }

  private static let templates = Shared.repository.appendingPathComponent("Templates").path

  /// Runs a job's outputs; its record is found by the next run.
  @discardableResult func run(_ settings: String, width: Int = 2) throws -> RunResult {
    let outputs = try Outputs(root: folder.path + "/out")
    defer { outputs.close() }
    let engine = Engine(
      environment: DiskEnvironment(folder: folder.path), outputs: outputs,
      options: .init(tool: "test"))
    let result = try engine.run(
      try Plan(jobs: try jobs(settings)), on: DispatchRunner(width: width))
    _ = try result.savedRecord(in: outputs)
    return result
  }

  /// Runs what `platen check` runs.
  func check(_ settings: String) throws -> (errors: [Diagnostic], warnings: [Diagnostic]) {
    let checks = try jobs(settings).map { job in
      Job(id: job.id, kind: job.kind, requestedStages: job.checks, at: job.place)
    }
    let engine = Engine(
      environment: DiskEnvironment(folder: folder.path), outputs: nil,
      options: .init(tool: "test"))
    let result = try engine.run(try Plan(jobs: checks), on: DispatchRunner(width: 2))
    return (result.record.jobs.flatMap(\.errors), result.record.jobs.flatMap(\.warnings))
  }

  func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appendingPathComponent("out/" + name)))
  }

  func picture(_ name: String) throws -> Bitmap { try PNGDecoder.decode(try bytes(name)) }
}

@Suite struct SymbolFolderTests {
  private static let names = [
    "capital.svg", "city.svg", "town.svg", "mountain.svg", "mountain-2.svg", "hill.svg",
    "conifer.svg", "deciduous.svg", "marker-ruins.svg", "compass.svg",
  ]
  private static let settings =
    "layers: [political, relief, markers, compass]\n    symbols: symbols\n    "

  /// The set of this test is read without a warning, and changes the map.
  @Test func aSetOfSymbolsIsDrawn() throws {
    let shop = try SymbolShop(Self.names)
    #expect(try shop.check(Self.settings + "outputs: [a.png]").warnings.isEmpty)
    let result = try shop.run(
      Self.settings + "outputs: [{ file: a.png, width: 640 }, a.pdf, a.svg]")
    #expect(result.record.jobs.flatMap(\.errors).isEmpty)
    try shop.run(
      "layers: [political, relief, markers, compass]\n    outputs: [{ file: b.png, width: 640 }]")
    #expect(try shop.picture("a.png") != shop.picture("b.png"))
  }

  /// Pages and SVG hold no image, however many symbols they show.
  @Test func symbolsAreVectors() throws {
    let shop = try SymbolShop(Self.names)
    let layers = "layers: [states, relief, burg-icons]\n    look: azgaar-default\n    "
    try shop.run(layers + "symbols: symbols\n    outputs: [a.pdf, a.svg]")
    for (name, image) in [("a.pdf", "/Subtype /Image"), ("a.svg", "<image")] {
      let bytes = try shop.bytes(name)
      #expect(bytes.firstRange(of: Array(image.utf8)) == nil, "\(name)")
    }
    // The red of the roofs.
    #expect(try shop.bytes("a.svg").firstRange(of: Array("#b4452f".utf8)) != nil)
    // A filter makes an image of the drawing.
    try shop.write(
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><filter id="f">
      <feGaussianBlur stdDeviation="1"/></filter><rect width="8" height="8" filter="url(#f)"/></svg>
      """, to: "capital.svg")
    let result = try shop.run(layers + "symbols: symbols\n    outputs: [a.svg]")
    #expect(try shop.bytes("a.svg").firstRange(of: Array("<image".utf8)) != nil)
    let warning = result.record.jobs.flatMap(\.warnings).first { $0.code == "symbols.image" }
    #expect(warning?.place?.file == "symbols/capital.svg")
    #expect(warning?.message.contains("filter") == true)
  }

  @Test(arguments: [1, 3]) func bytesDoNotDependOnCores(width: Int) throws {
    let shop = try SymbolShop(Self.names)
    try shop.run(Self.settings + "outputs: [{ file: a.png, width: 500 }]", width: width)
    try shop.run(Self.settings + "outputs: [{ file: b.png, width: 500 }]", width: 2)
    #expect(try shop.bytes("a.png") == shop.bytes("b.png"))
  }

  /// An edited, an added and a deleted file are noticed by the next run.
  @Test func changesAreNoticed() throws {
    let shop = try SymbolShop(["capital.svg", "town.svg"])
    let job = Self.settings + "outputs: [{ file: a.png, width: 500 }]"
    try shop.run(job)
    let first = try shop.bytes("a.png")
    let text = try String(
      contentsOf: shop.symbols.appendingPathComponent("capital.svg"), encoding: .utf8)
    try shop.write(text.replacingOccurrences(of: "#b4452f", with: "#2f45b4"), to: "capital.svg")
    try shop.run(job)
    let second = try shop.bytes("a.png")
    #expect(first != second)
    try FileManager.default.copyItem(
      at: SymbolShop.set.appendingPathComponent("city.svg"),
      to: shop.symbols.appendingPathComponent("town-2.svg"))
    try shop.run(job)
    let third = try shop.bytes("a.png")
    #expect(second != third)
    try FileManager.default.removeItem(at: shop.symbols.appendingPathComponent("town-2.svg"))
    try shop.run(job)
    #expect(try shop.bytes("a.png") == second)
  }

  @Test func unknownAndBrokenFilesAreReported() throws {
    let shop = try SymbolShop(["capital.svg"])
    for name in ["vilage.svg", "mountian-2.svg", "Capital.SVG", "town.png", "marker-ruin.svg"] {
      try shop.write("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/>", to: name)
    }
    for name in ["LICENSE", "README.md", "notes.txt", ".hidden.svg"] {
      try shop.write("words", to: name)
    }
    let job = Self.settings + "outputs: [{ file: a.png, width: 200 }]"
    let warnings = try shop.check(job).warnings.filter { $0.code == "symbols.unknown" }
    #expect(
      warnings.map { $0.place?.file } == [
        "symbols/Capital.SVG", "symbols/marker-ruin.svg", "symbols/mountian-2.svg",
        "symbols/town.png", "symbols/vilage.svg",
      ])
    let hints = warnings.flatMap(\.hints)
    for name in ["marker-ruins", "mountain", "village"] {
      #expect(hints.contains("did you mean \"\(name).svg\"?"), "\(hints)")
    }
    #expect(
      try shop.run(job).record.jobs.flatMap(\.warnings).filter { $0.code == "symbols.unknown" }
        == warnings)
    try shop.write(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'>\n<g>", to: "town.svg")
    try shop.write("words", to: "city.svg")
    let errors = try shop.check(job).errors
    #expect(errors.map(\.code.rawValue) == ["svg.damaged", "svg.damaged"])
    #expect(errors.map { $0.place?.file } == ["symbols/city.svg", "symbols/town.svg"])
    #expect(errors.map { $0.place?.line } == [1, 2])
  }

  @Test func aMissingFolderIsAnErrorAtItsLine() throws {
    let shop = try SymbolShop([])
    let job = "symbols: nowhere\n    outputs: [{ file: a.png, width: 200 }]"
    let error = try shop.run(job).record.jobs.flatMap(\.errors).first
    #expect(error?.code == "file.missing" && error?.place?.line == 4)
    let other = "symbols: a.map\n    outputs: [{ file: a.png, width: 200 }]"
    #expect(try shop.run(other).record.jobs.flatMap(\.errors).first?.code == "file.folder")
  }
}
