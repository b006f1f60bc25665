// SPDX-License-Identifier: MIT
// Part of Platen: tests that each format of a kind of job is written in that format.

import Diagnostics
import Foundation
import Pipeline
import TestSupport
import Testing

@testable import JobKit
@testable import Jobs

@Suite struct FormatTests {
  /// The first bytes of files of a format; empty if they have no fixed beginning.
  private static func beginning(of pathExtension: String) -> [UInt8] {
    switch pathExtension {
    case "png": [0x89, 0x50, 0x4E, 0x47]
    case "pdf": Array("%PDF-".utf8)
    case "svg", "plist": Array("<?xml ".utf8)
    case "jpg", "jpeg": [0xFF, 0xD8, 0xFF]
    case "webp": Array("RIFF".utf8)
    case "tif", "tiff": Array("II*\0".utf8)
    case "ico": [0, 0, 1, 0]
    case "icns": Array("icns".utf8)
    case "docx", "pptx", "epub", "zip", "wfmap": Array("PK\u{3}\u{4}".utf8)
    case "mbtiles": Array("SQLite format 3\0".utf8)
    case "json", "geojson", "platenworld", "tokens", "dd2vtt", "uvtt": Array("{".utf8)
    case "html": Array("<!DOCTYPE html>".utf8)
    case "md": Array("---\n".utf8)
    case "swift", "kt", "ts", "scss": Array("// ".utf8)
    case "css", "strings": Array("/* ".utf8)
    default: []
    }
  }

  /// Makes one output in a format and returns its files by their paths.
  private func files(_ kind: any JobKind, _ format: OutputFormat) throws -> [String: [UInt8]] {
    let job = SampleJob(kind, format)
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("platen-forms-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ bytes: [UInt8], _ name: String) throws {
      let file = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    }
    for (name, text) in SampleJob.texts { try write(Array(text.utf8), name) }
    try write(SampleJob.world, "world.map")
    if job.input == "library" {
      try kind.name == "map"
        ? write(SampleJob.world, "library/world.map")
        : write(Array((SampleJob.texts["campaign.json"] ?? "").utf8), "library/campaign.json")
    }
    let environment = DiskEnvironment(folder: folder.path)
    let manifest = try ManifestParser(kinds: Jobs.kinds, environment: environment)
      .parse(Array(job.manifest().utf8), file: "platen.yaml", folder: folder.path)
    let templates = try Templates.find(
      named: Shared.repository.appendingPathComponent("Templates").path)
    let context = RecipeContext(environment: environment, templates: templates)
    let jobs = try Jobs.jobs(of: manifest, in: context)
    let root = folder.appendingPathComponent("out").path
    let outputs = try Outputs(root: root, locking: .none)
    let result = try Engine(
      environment: environment, outputs: outputs, options: Engine.Options(tool: "test")
    ).run(try Plan(jobs: jobs), on: DispatchRunner(width: 1))
    #expect(result.record.jobs.flatMap(\.errors) == [], "\(kind.name) .\(format.pathExtension)")
    var files: [String: [UInt8]] = [:]
    let walk = FileManager.default.enumerator(atPath: root)
    while let path = walk?.nextObject() as? String {
      guard walk?.fileAttributes?[.type] as? FileAttributeType == .typeRegular,
        path.hasPrefix(job.output)
      else { continue }
      files[path] = try DiskEnvironment().read(root + "/" + path).bytes
    }
    return files
  }

  @Test(arguments: Jobs.kinds.map { $0.name })
  func `each format has its writer`(kind: String) throws {
    let kind = try #require(Jobs.kinds.first { $0.name == kind })
    for format in kind.grammar.formats {
      let files = try files(kind, format)
      #expect(!files.isEmpty, "\(kind.name) .\(format.pathExtension)")
      for (path, bytes) in files {
        // Files in an output folder have formats of their own.
        let beginning =
          path.hasSuffix("." + format.pathExtension)
          ? FormatTests.beginning(of: format.pathExtension) : []
        #expect(
          !bytes.isEmpty && bytes.starts(with: beginning),
          "\(kind.name) .\(format.pathExtension): \(path)")
      }
    }
  }
}
