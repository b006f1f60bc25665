// SPDX-License-Identifier: MIT
// Part of Platen: tests of maps for virtual tabletops: the picture is that of the squares.

import Diagnostics
import Foundation
import JSON
import JobKit
import Jobs
import Pipeline
import Pixels
import TestSupport
import Testing
import Text
import Worldsmith

@Suite struct TabletopJobTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write(
      SampleFile.world(seed: 3, cells: 1000, width: 640, height: 360, name: nil), to: "a.map")
  }

  private func jobs(_ settings: String) throws -> [Job] {
    let environment = DiskEnvironment(folder: scratch.path)
    let text = "version: 1\njobs:\n  - map: a.map\n    \(settings)\n"
    let manifest = try ManifestParser(kinds: Jobs.kinds, environment: environment).parse(
      Array(text.utf8), file: "platen.yaml", folder: scratch.path)
    return try Jobs.jobs(
      of: manifest,
      in: RecipeContext(
        environment: environment,
        templates: try Templates.find(
          named: Shared.repository.appendingPathComponent("Templates").path)))
  }

  private func run(_ settings: String, in root: String = "out") throws -> (
    errors: [Diagnostic], read: (String) throws -> [UInt8]
  ) {
    let path = scratch.path + "/" + root
    let outputs = try Outputs(root: path)
    defer { outputs.close() }
    let result = try Engine(
      environment: DiskEnvironment(folder: scratch.path), outputs: outputs,
      options: .init(tool: "test")
    ).run(try Plan(jobs: try jobs(settings)), on: DispatchRunner(width: 2))
    return (
      result.record.jobs.flatMap(\.errors),
      { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + "/" + $0))) }
    )
  }

  @Test(arguments: [
    "square-pixels: 20", "square: 50, square-pixels: 33", "square: 24 mi, square-pixels: 20",
    "region: 'px:100,50,203,111', square: 7, square-pixels: 21",
  ])
  func `a picture has the pixels of its squares`(_ options: String) throws {
    let settings = "outputs: [{ file: a.dd2vtt, \(options) }]"
    let done = try run(settings)
    #expect(done.errors == [])
    let bytes = try done.read("a.dd2vtt")
    let again = try run(settings, in: "again")
    #expect(try again.read("a.dd2vtt") == bytes)
    let json = try bytes.withUnsafeBytes { try JSONDocument(parsing: $0) }.root
    let grid = try #require(json["resolution"])
    let pixels = try #require(grid["pixels_per_grid"]?.int)
    let image = try #require(json["image"]?.string)
    let picture = try PNGDecoder.decode(try #require(Base64.decode(image)))
    #expect(picture.width == pixels * (grid["map_size"]?["x"]?.int ?? 0))
    #expect(picture.height == pixels * (grid["map_size"]?["y"]?.int ?? 0))
    for list in ["line_of_sight", "portals", "lights"] { #expect(json[list]?.count == 0) }
    if options.contains("region") {
      #expect(grid["map_size"]?["x"]?.int == 29 && grid["map_size"]?["y"]?.int == 16)
    }
  }

  @Test func `invalid squares are refused at their places`() throws {
    func failure(_ options: String) throws -> Diagnostic? {
      do {
        return try run("outputs: [{ file: a.uvtt, \(options) }]").errors.first
      } catch let failure as Failure {
        return failure.diagnostics.first
      }
    }
    for options in ["square: wide", "square: 0.1", "square: 3 moons", "square-pixels: 3"] {
      let error = try #require(try failure(options))
      #expect(error.place?.line == 4, "\(options)")
      #expect(!error.hints.isEmpty || options.contains("pixels"), "\(options)")
    }
    #expect(try failure("width: 800")?.place?.line == 4)
  }
}
