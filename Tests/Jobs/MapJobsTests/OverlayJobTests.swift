// SPDX-License-Identifier: MIT
// Part of Platen: tests of jobs with overlays and corrections: what is drawn, what is reported, and that
// an edited file is noticed.

import Diagnostics
import Foundation
import JobKit
import Jobs
import Pipeline
import TestSupport
import Testing

/// A folder with one small world and the files of a test.
private final class OverlayShop {
  let folder: URL

  init(_ files: [String: String] = [:]) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "platen-overlays-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let world = SampleFile.world(seed: 3, cells: 1500, width: 800, height: 450, name: "Tilia")
    try Data(world).write(to: folder.appendingPathComponent("a.map"))
    for (name, text) in files { try write(text, to: name) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static let templates = Shared.repository.appendingPathComponent("Templates").path

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
  }

  func manifest(_ settings: String, of input: String = "map: a.map") throws -> Manifest {
    let text = "version: 1\njobs:\n  - \(input)\n    \(settings)\n"
    return try ManifestParser(
      kinds: Jobs.kinds, environment: DiskEnvironment(folder: folder.path)
    ).parse(Array(text.utf8), file: folder.path + "/platen.yaml", folder: folder.path)
  }

  private func jobs(_ settings: String) throws -> [Job] {
    try Jobs.jobs(
      of: try manifest(settings),
      in: RecipeContext(
        environment: DiskEnvironment(folder: folder.path),
        templates: try Templates.find(named: OverlayShop.templates)))
  }

  func named(_ settings: String) throws -> [String] {
    try manifest(settings).jobs.flatMap(\.namedFiles).map(\.path)
  }

  @discardableResult func run(_ settings: String) throws -> RunResult {
    let outputs = try Outputs(root: folder.path + "/out")
    defer { outputs.close() }
    let engine = Engine(
      environment: DiskEnvironment(folder: folder.path), outputs: outputs,
      options: .init(tool: "test"))
    let result = try engine.run(try Plan(jobs: try jobs(settings)), on: DispatchRunner(width: 2))
    _ = try result.savedRecord(in: outputs)
    return result
  }

  func messages(_ settings: String) throws -> [String] {
    try run(settings).record.jobs.flatMap { $0.errors + $0.warnings }
      .filter { $0.severity > .note }.map { "\($0.place?.text ?? ""): \($0.message)" }
  }

  func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent("out/" + name), encoding: .utf8)
  }
}

@Suite struct OverlayJobTests {
  private static let collection = """
    {"type": "FeatureCollection", "frame": "map-units", "features": [
    {"type": "Feature", "geometry": {"type": "Point", "coordinates": [400, 200]},
     "properties": {"name": "Camp", "icon": "tent", "marker-color": "#2f6f4f"}},
    {"type": "Feature", "geometry": {"type": "Point", "coordinates": [9000, 200]},
     "properties": {"name": "Xanthe", "marker-color": "greenish"}},
    {"type": "Feature", "geometry": null, "properties": {}},
    {"type": "Feature", "geometry": {"type": "LineString", "coordinates": [[300, 200], [500, 260]]},
     "properties": {"name": "The Old Wall", "stroke": "red"}}
    ]}
    """

  @Test func featuresAreDrawnAndOthersReported() throws {
    let shop = try OverlayShop(["o.geojson": Self.collection])
    let settings = "overlays: o.geojson\n    outputs: [{ file: a.svg, text-as: text }]"
    #expect(
      try shop.messages(settings) == [
        "o.geojson:4:1: 1 feature is outside of the map, and not drawn",
        "o.geojson:6:1: 1 feature has no place, and is not drawn",
        "o.geojson:4:1: 1 invalid color is not used: the look's color is",
        "o.geojson:2:1: no drawing of the icon \"tent\": a pin is drawn",
      ])
    let svg = try shop.text("a.svg")
    #expect(svg.contains("Camp") && svg.contains("The Old Wall") && !svg.contains("Xanthe"))
  }

  @Test func tablesArePlacedByTheirColumns() throws {
    let shop = try OverlayShop([
      "p.csv": "name,x,y\nHere,400,200\nNowhere,,\n",
      "q.csv": "name,x\nHere,400\n", "r.csv": "name,x,y\nHere,4OO,200\n",
    ])
    let outputs = "\n    outputs: [a.svg]"
    #expect(
      try shop.messages("overlays: [p.csv]" + outputs) == [
        "p.csv:3: 1 feature has no place, and is not drawn"
      ])
    #expect(
      try shop.messages("overlays: [{ file: q.csv }]" + outputs) == [
        "q.csv:1: the table has no columns of places"
      ])
    #expect(try shop.messages("overlays: r.csv" + outputs) == ["r.csv:2: invalid x \"4OO\""])
  }

  @Test func filesOfMappingsAreNamedFiles() throws {
    let shop = try OverlayShop()
    #expect(
      try shop.named(
        "overlays: [a.geojson, { file: b.csv, icon: x }]\n    corrections: c.csv\n    "
          + "journey: { file: d.json }\n    outputs: [a.png]")
        == ["a.geojson", "b.csv", "c.csv", "d.json"])
    #expect(try shop.named("overlays: { file: b.csv }\n    outputs: [a.png]") == ["b.csv"])
  }

  @Test func campaignsHaveCorrectionsOfTheirWorlds() throws {
    let manifest = try OverlayShop().manifest(
      "world: a.map\n    corrections: names.csv\n    outputs: [a.pdf]", of: "campaign: c.json")
    #expect(manifest.jobs.flatMap(\.namedFiles).map(\.path).contains("names.csv"))
  }

  @Test func mappingsHaveAFileAndValidColors() throws {
    let shop = try OverlayShop(["p.csv": "name,x,y\nHere,400,200\n"])
    let outputs = "\n    outputs: [a.svg]"
    for settings in ["overlays: [{ name: A }]", "overlays: { file: p.csv, color: greenish }"] {
      #expect(throws: Failure.self) { try shop.run(settings + outputs) }
    }
  }

  @Test func anEditedFileIsNoticed() throws {
    let shop = try OverlayShop(["p.csv": "name,x,y\nHere,400,200\n"])
    let settings = "overlays: p.csv\n    outputs: [{ file: a.svg, text-as: text }]"
    try shop.run(settings)
    #expect(try shop.text("a.svg").contains("Here"))
    try shop.write("name,x,y\nThere,400,200\n", to: "p.csv")
    try shop.run(settings)
    #expect(try shop.text("a.svg").contains("There"))
  }

  @Test func hiddenFeaturesAreForGameMasters() throws {
    let shop = try OverlayShop(["p.csv": "name,x,y,is_hidden\nVault,400,200,true\n"])
    let outputs = "\n    outputs: [{ file: a.svg, text-as: text }]"
    try shop.run("overlays: p.csv" + outputs)
    #expect(!(try shop.text("a.svg").contains("Vault")))
    try shop.run("overlays: p.csv\n    audience: gm" + outputs)
    #expect(try shop.text("a.svg").contains("Vault"))
  }

  private static let party = """
    {"type": "FeatureCollection", "frame": "map-units", "features": [
    {"type": "Feature", "geometry": {"type": "Point", "coordinates": [300, 200]},
     "properties": {"name": "First Camp", "date": "1204, Thaw 3, 18:30"}},
    {"type": "Feature", "geometry": {"type": "Point", "coordinates": [420, 260]},
     "properties": {"name": "Hideout", "date": "1204, Thaw 4", "hidden": true}},
    {"type": "Feature", "geometry": {"type": "Point", "coordinates": [500, 120]},
     "properties": {"name": "Old Ford", "date": "1204, Thaw 5"}}
    ]}
    """

  @Test func journeysHaveStopsAndDates() throws {
    let shop = try OverlayShop(["party.geojson": Self.party])
    let outputs =
      "\n    layers: [political, legend]\n    outputs: [{ file: a.svg, text-as: text }]"
    #expect(try shop.messages("journey: { file: party.geojson, name: Way }" + outputs) == [])
    let player = try shop.text("a.svg")
    #expect(player.contains("First Camp · Thaw 3") && player.contains("Old Ford · Thaw 5"))
    #expect(!player.contains("Hideout") && !player.contains("1204, Thaw"))
    try shop.run("journey: party.geojson\n    audience: gm" + outputs)
    #expect(try shop.text("a.svg").contains("Hideout · Thaw 4"))
  }

  @Test func campaignsAreJourneysAlongRoads() throws {
    let shop = try OverlayShop()
    try shop.run("outputs: [{ file: burgs.csv, tables: burgs }]")
    let names = try shop.text("burgs.csv").split(whereSeparator: \.isNewline).dropFirst()
      .prefix(2).map { String($0.split(separator: ",")[1]) }
    let scenes = (names + ["Nowhere at All"]).enumerated().map { index, name in
      #"{"actor": "gemini", "text": "Rain.", "session_header": "Timestamp: 1204 ME, Thaw "#
        + #"\#(index + 1), 18:30\nLocation: \#(name)"}"#
    }
    try shop.write(
      #"{"campaign": {"title": "Salt"}, "story": ["# + scenes.joined(separator: ",") + "]}",
      to: "c.json")
    let outputs =
      "\n    layers: [political, legend]\n    outputs: [{ file: a.svg, text-as: text }]"
    #expect(try shop.messages("journey: { file: c.json, by: foot }" + outputs) == [])
    let svg = try shop.text("a.svg")
    #expect(svg.contains("Salt") && names.allSatisfy { svg.contains("\($0) · Thaw") })
    try shop.write(#"{"story": [{"actor": "gemini", "text": "Rain."}]}"#, to: "c.json")
    #expect(
      try shop.messages("journey: c.json" + outputs) == [
        "c.json: no place of the journey is on the map"
      ])
  }

  @Test func distancesAreATableOfCapitals() throws {
    let shop = try OverlayShop()
    #expect(try shop.messages("outputs: [distances.csv]") == [])
    let lines = try shop.text("distances.csv").split(whereSeparator: \.isNewline)
    #expect(lines.first == "from,to,by,distance,unit,days" && lines.count > 1)
    #expect(lines.dropFirst().allSatisfy { $0.contains(",road,") })
  }

  @Test func correctionsComeBeforeEverythingElse() throws {
    let shop = try OverlayShop()
    try shop.run("outputs: [{ file: burgs.csv, tables: burgs }]")
    let first = try #require(
      try shop.text("burgs.csv").split(whereSeparator: \.isNewline).dropFirst().first)
    let id = try #require(first.split(separator: ",").first)
    try shop.write("id,rename\n\(id),Newtown\n999999,Nothing\n", to: "burgs.csv")
    #expect(
      try shop.messages("corrections: burgs.csv\n    outputs: [{ file: b.csv, tables: burgs }]")
        == [
          "burgs.csv:3: no burg has the id 999999"
        ])
    #expect(try shop.text("b.csv").contains("Newtown"))
    try shop.write("- { kind: brug, name: A, rename: B }\n", to: "c.yaml")
    #expect(
      try shop.messages("corrections: c.yaml\n    outputs: [{ file: b.csv, tables: burgs }]") == [
        "c.yaml:1:3: invalid kind \"brug\""
      ])
  }
}
